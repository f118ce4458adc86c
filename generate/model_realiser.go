package generate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/obligato-dev/obligato/runtime/model"
)

// ModelRealiser returns a realiser that lets a model write the user's turns.
// The model sees the workflow's descriptions, the objective, what earlier
// attempts showed and a few scenarios that worked. It answers in JSON of a
// fixed schema; an answer that is not gets one repair.
func ModelRealiser(m model.Model) Realiser {
	return Realiser{
		Name:  "model",
		Doc:   "lets a model write user turns from the objective and its counterexamples",
		Model: m.Info().Name,
		Realise: func(ctx context.Context, in Input) (Draft, error) {
			w := author{model: m, in: in}
			return w.write(ctx)
		},
	}
}

// author writes one draft with a model.
type author struct {
	model model.Model
	in    Input
	usage model.Usage
}

// outputSchema is what the model has to answer. It states the bounds of check.
func outputSchema() *model.OutputSchema {
	return &model.OutputSchema{Name: "scenario", Schema: map[string]any{
		"type":                 "object",
		"additionalProperties": false,
		"required":             []any{"plan", "turns"},
		"properties": map[string]any{
			"plan": map[string]any{
				"type":        "string",
				"description": "in one or two sentences: why these turns lead to the objective",
			},
			"turns": map[string]any{
				"type": "array", "minItems": 1, "maxItems": maxTurns,
				"items":       map[string]any{"type": "string", "minLength": 1, "maxLength": maxTurn},
				"description": "what the user says, one entry per turn, in order",
			},
		},
	}}
}

func (a *author) write(ctx context.Context) (Draft, error) {
	messages, err := prompt(a.in)
	if err != nil {
		return Draft{}, &Error{Kind: ErrUnknown, Err: err}
	}
	digest := promptDigest(messages)
	answer, err := a.complete(ctx, messages)
	if err != nil {
		return Draft{}, err
	}
	turns, problem := readAnswer(answer)
	if problem != nil {
		messages = append(messages,
			model.Message{Role: model.RoleAssistant, Content: clip(answer, maxEcho)},
			model.Message{Role: model.RoleUser, Content: repair(problem)})
		if answer, err = a.complete(ctx, messages); err != nil {
			return Draft{}, err
		}
		if turns, problem = readAnswer(answer); problem != nil {
			return Draft{}, &Error{Kind: ErrBadOutput, Usage: a.usage, Err: problem}
		}
	}
	return Draft{Turns: turns, Leading: Leading(turns, a.in.Objective), PromptDigest: digest, Usage: a.usage}, nil
}

// complete calls the model and types its failures.
func (a *author) complete(ctx context.Context, messages []model.Message) (string, error) {
	r, err := a.model.Complete(ctx, model.Request{Messages: messages, Output: outputSchema(), MaxTokens: maxAnswerTokens})
	a.usage = a.usage.Add(r.Usage)
	if err != nil {
		e := *classify(ctx, err)
		e.Usage = a.usage
		return "", &e
	}
	if r.Message.Refusal != "" {
		return "", &Error{Kind: ErrRefused, Usage: a.usage, Err: errors.New(clip(oneLine(r.Message.Refusal), maxPhrase))}
	}
	return r.Message.Content, nil
}

// Bounds of one exchange with the model.
const (
	maxAnswerTokens = 1500
	maxAnswer       = 64 << 10 // bytes of an answer that are read
	maxEcho         = 2000     // runes of a bad answer that are shown back
)

// repair tells the model what was wrong with its answer.
func repair(problem error) string {
	return "That answer cannot be used: " + clip(oneLine(problem.Error()), maxPhrase) +
		". Answer again with one JSON object that has exactly the keys plan and turns, and nothing around it."
}

// readAnswer reads the turns out of an answer. A code fence around the object
// is forgiven, because models without structured output add one; anything
// else that is not the schema is a problem.
func readAnswer(answer string) ([]string, error) {
	if len(answer) > maxAnswer {
		return nil, fmt.Errorf("the answer has %d bytes, want at most %d", len(answer), maxAnswer)
	}
	text := strings.TrimSpace(answer)
	if inner, ok := strings.CutPrefix(text, "```"); ok {
		inner = strings.TrimPrefix(inner, "json")
		text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(inner), "```"))
	}
	if text == "" {
		return nil, errors.New("the answer is empty")
	}
	var out struct {
		Plan  string   `json:"plan"`
		Turns []string `json:"turns"`
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("read JSON: %w", err)
	}
	if d.More() {
		return nil, errors.New("there is text behind the JSON object")
	}
	return check(out.Turns)
}
