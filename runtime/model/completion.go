package model

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
)

// The answer as it is on the wire.
type wireCompletion struct {
	ID      string       `json:"id"`
	Object  string       `json:"object"`
	Created int64        `json:"created"` // always 0: equal requests, equal bytes
	Model   string       `json:"model"`
	Choices []wireChoice `json:"choices"`
	Usage   *wireUsage   `json:"usage,omitempty"`
}

type wireChoice struct {
	Index        int           `json:"index"`
	Message      *wireOutgoing `json:"message,omitempty"`
	Delta        *wireOutgoing `json:"delta,omitempty"`
	FinishReason *string       `json:"finish_reason"`
}

type wireOutgoing struct {
	Role      string     `json:"role,omitempty"`
	Content   *string    `json:"content,omitempty"`
	Refusal   *string    `json:"refusal,omitempty"`
	ToolCalls []wireCall `json:"tool_calls,omitempty"`
}

type wireCall struct {
	Index    *int   `json:"index,omitempty"` // in a stream only
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type wireUsage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	TotalTokens      int `json:"total_tokens"`
}

func usageOf(u Usage) *wireUsage {
	return &wireUsage{u.PromptTokens, u.CompletionTokens, u.PromptTokens + u.CompletionTokens}
}

func finishOf(m Message) *string {
	reason := "stop"
	if len(m.ToolCalls) > 0 {
		reason = "tool_calls"
	}
	return &reason
}

// completionOf is a whole answer.
func completionOf(resp Response) wireCompletion {
	out := wireOutgoing{Role: string(RoleAssistant), ToolCalls: callsOf(resp.Message, false)}
	if resp.Message.Content != "" || len(resp.Message.ToolCalls) == 0 && resp.Message.Refusal == "" {
		out.Content = &resp.Message.Content
	}
	if resp.Message.Refusal != "" {
		out.Refusal = &resp.Message.Refusal
	}
	return wireCompletion{
		ID: completionID(resp), Object: "chat.completion", Model: resp.Model, Usage: usageOf(resp.Usage),
		Choices: []wireChoice{{Message: &out, FinishReason: finishOf(resp.Message)}},
	}
}

func callsOf(m Message, indexed bool) []wireCall {
	var out []wireCall
	for i, c := range m.ToolCalls {
		w := wireCall{ID: c.ID, Type: "function"}
		w.Function.Name, w.Function.Arguments = c.Name, c.Arguments
		if indexed {
			w.Index = &i
		}
		out = append(out, w)
	}
	return out
}

// completionID depends on the answer alone.
func completionID(resp Response) string {
	// A Response holds strings and numbers only: encoding it cannot go wrong.
	b, _ := json.Marshal(resp)
	sum := sha256.Sum256(b)
	return "chatcmpl-" + hex.EncodeToString(sum[:12])
}

// stream sends an answer as server-sent events: who speaks, what is said, how
// it ends, and the count where it was asked for.
func stream(w http.ResponseWriter, resp Response, usage bool) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(http.StatusOK)
	chunk := wireCompletion{ID: completionID(resp), Object: "chat.completion.chunk", Model: resp.Model}
	event := func(choices ...wireChoice) {
		chunk.Choices = choices
		if choices == nil {
			chunk.Choices = []wireChoice{}
		}
		b, err := json.Marshal(chunk)
		if err == nil {
			_, _ = w.Write([]byte("data: " + string(b) + "\n\n"))
		}
	}
	m := resp.Message
	event(wireChoice{Delta: &wireOutgoing{Role: string(RoleAssistant)}})
	if m.Content != "" {
		event(wireChoice{Delta: &wireOutgoing{Content: &m.Content}})
	}
	if m.Refusal != "" {
		event(wireChoice{Delta: &wireOutgoing{Refusal: &m.Refusal}})
	}
	if calls := callsOf(m, true); len(calls) > 0 {
		event(wireChoice{Delta: &wireOutgoing{ToolCalls: calls}})
	}
	event(wireChoice{Delta: &wireOutgoing{}, FinishReason: finishOf(m)})
	if usage {
		chunk.Usage = usageOf(resp.Usage)
		event()
	}
	_, _ = w.Write([]byte("data: [DONE]\n\n"))
	_ = http.NewResponseController(w).Flush() // a recorder in a test may not be able to
}
