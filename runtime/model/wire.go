package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// wireRequest is a request in the protocol's form.
func (o *OpenAI) wireRequest(req Request) (openai.ChatCompletionRequest, error) {
	out := openai.ChatCompletionRequest{Model: o.model, Messages: make([]openai.ChatCompletionMessage, 0, len(req.Messages))}
	for _, m := range req.Messages {
		out.Messages = append(out.Messages, wireMessage(m))
	}
	for _, t := range req.Tools {
		parameters, err := wireSchema(t.Parameters)
		if err != nil {
			return out, fmt.Errorf("encode parameters of %s: %w", t.Name, err)
		}
		out.Tools = append(out.Tools, openai.Tool{
			Type:     openai.ToolTypeFunction,
			Function: &openai.FunctionDefinition{Name: t.Name, Description: t.Description, Parameters: parameters},
		})
	}
	if req.Output != nil {
		schema, err := wireSchema(req.Output.Schema)
		if err != nil {
			return out, fmt.Errorf("encode output schema: %w", err)
		}
		out.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
				Name: req.Output.Name, Schema: schema, Strict: strictable(req.Output.Schema, 0),
			},
		}
	}
	// Local servers know max_tokens only, reasoning models only the other.
	if completionTokensOnly(o.model) {
		out.MaxCompletionTokens = req.MaxTokens
	} else {
		//lint:ignore SA1019 the field is deprecated for OpenAI's own models only
		out.MaxTokens = req.MaxTokens
	}
	return out, nil
}

func completionTokensOnly(model string) bool {
	for _, series := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, series) {
			return true
		}
	}
	return false
}

func wireMessage(m Message) openai.ChatCompletionMessage {
	out := openai.ChatCompletionMessage{Role: string(m.Role), Content: m.Content, Refusal: m.Refusal, ToolCallID: m.ToolCallID}
	for _, c := range m.ToolCalls {
		out.ToolCalls = append(out.ToolCalls, openai.ToolCall{
			ID: c.ID, Type: openai.ToolTypeFunction,
			Function: openai.FunctionCall{Name: c.Name, Arguments: c.Arguments},
		})
	}
	// go-openai leaves out empty content, which endpoints refuse in every
	// message but an assistant's.
	if m.Content == "" && m.Role != RoleAssistant {
		out.Content = " "
	}
	return out
}

// wireSchema encodes a schema; none means an object without properties.
func wireSchema(schema map[string]any) (json.RawMessage, error) {
	if schema == nil {
		return json.RawMessage(`{"type":"object","properties":{}}`), nil
	}
	return json.Marshal(schema)
}

// strictable reports whether a schema meets the endpoint's conditions for a
// strict output: every object closed, and all its properties required.
func strictable(v any, depth int) bool {
	if depth > maxSchemaDepth {
		return false
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if !strictable(e, depth+1) {
				return false
			}
		}
	case map[string]any:
		if properties, ok := v["properties"].(map[string]any); ok {
			if v["additionalProperties"] != false || len(stringList(v["required"])) != len(properties) {
				return false
			}
		} else if v["type"] == "object" {
			return false
		}
		for _, e := range v {
			if !strictable(e, depth+1) {
				return false
			}
		}
	}
	return true
}

// response is an answer of the protocol as ours. An answer that nobody can act
// on is an error: calls or JSON that broke off at a token limit among them.
func (o *OpenAI) response(req Request, wire openai.ChatCompletionResponse, tries int) (Response, error) {
	out := Response{Model: wire.Model, Usage: Usage{Calls: tries, PromptTokens: wire.Usage.PromptTokens, CompletionTokens: wire.Usage.CompletionTokens}}
	if out.Model == "" {
		out.Model = o.model
	}
	if len(wire.Choices) == 0 {
		return out, &Error{Kind: ErrMalformed, Err: errors.New("the answer has no choices")}
	}
	choice := wire.Choices[0]
	message, err := answerOf(req, choice)
	if err != nil {
		return out, err
	}
	out.Message = message
	if wire.Usage.PromptTokens == 0 && wire.Usage.CompletionTokens == 0 {
		u := estimateUsage(req, message) // the endpoint does not count
		u.Calls = tries
		out.Usage = u
	}
	return out, nil
}

func answerOf(req Request, choice openai.ChatCompletionChoice) (Message, error) {
	in := choice.Message
	m := Message{Role: RoleAssistant, Content: in.Content, Refusal: in.Refusal}
	for _, part := range in.MultiContent {
		m.Content += part.Text
	}
	if choice.FinishReason == openai.FinishReasonContentFilter {
		// The endpoint withheld the answer; what is left of it is not the
		// model's choice.
		m.Content = ""
		if m.Refusal == "" {
			m.Refusal = "withheld by the endpoint's content filter"
		}
		return m, nil
	}
	said := 0
	for _, earlier := range req.Messages {
		said += len(earlier.ToolCalls)
	}
	for i, c := range in.ToolCalls {
		if c.Function.Name == "" {
			return m, &Error{Kind: ErrMalformed, Err: fmt.Errorf("call %d names no tool", i+1)}
		}
		id := c.ID
		if id == "" { // some servers give none
			id = fmt.Sprintf("call_%d", said+i+1)
		}
		m.ToolCalls = append(m.ToolCalls, ToolCall{ID: id, Name: c.Function.Name, Arguments: c.Function.Arguments})
	}
	empty := m.Content == "" && m.Refusal == "" && len(m.ToolCalls) == 0
	switch {
	case empty && in.Role == "" && choice.FinishReason == "":
		return m, &Error{Kind: ErrMalformed, Err: errors.New("the answer has no message")}
	case choice.FinishReason == openai.FinishReasonLength && (empty || broken(req, m)):
		return m, &Error{Kind: ErrCut, Err: errors.New("the answer broke off at the token limit"), Hint: "allow more tokens for an answer"}
	}
	return m, nil
}

// broken reports whether JSON that was asked for is incomplete. A text that
// stops at a limit is still a text.
func broken(req Request, m Message) bool {
	for _, c := range m.ToolCalls {
		if !json.Valid([]byte(c.Arguments)) {
			return true
		}
	}
	return req.Output != nil && len(m.ToolCalls) == 0 && m.Refusal == "" && !json.Valid([]byte(m.Content))
}
