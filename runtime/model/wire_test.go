package model

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOpenAIAnswers(t *testing.T) {
	choice := func(finish, message string) string {
		return fmt.Sprintf(`{"choices":[{"index":0,"finish_reason":%q,"message":%s}]}`, finish, message)
	}
	tests := []struct {
		name string
		body string
		want Message
	}{
		{"text", choice("stop", `{"role":"assistant","content":"hi"}`), Message{Content: "hi"}},
		{"empty text", choice("stop", `{"role":"assistant","content":""}`), Message{}},
		{"cut text", choice("length", `{"role":"assistant","content":"half a sen"}`), Message{Content: "half a sen"}},
		{"parts", choice("stop", `{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`), Message{Content: "ab"}},
		{"refusal", choice("stop", `{"role":"assistant","content":null,"refusal":"no"}`), Message{Refusal: "no"}},
		{"filtered", choice("content_filter", `{"role":"assistant","content":"I will"}`), Message{Refusal: "withheld by the endpoint's content filter"}},
		{
			"calls", choice("tool_calls", `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"type":"function","function":{"name":"g","arguments":"{\"x\":"}}]}`),
			Message{ToolCalls: []ToolCall{{"a", "f", "{}"}, {"call_2", "g", `{"x":`}}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			url, _ := endpoint(t, body(200, tt.body))
			resp, err := open(t, OpenAIOptions{BaseURL: url}).Complete(context.Background(), hello)
			if err != nil {
				t.Fatal(err)
			}
			tt.want.Role = RoleAssistant
			if diff := cmp.Diff(tt.want, resp.Message); diff != "" {
				t.Errorf("message (-want +got):\n%s", diff)
			}
			if resp.Usage.PromptTokens == 0 || resp.Usage.Calls != 1 {
				t.Errorf("usage %+v: an endpoint that does not count needs an estimate", resp.Usage)
			}
		})
	}
}

func TestOpenAIRequest(t *testing.T) {
	var got map[string]any
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(b, &got)
		if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+testKey {
			t.Errorf("%s with %q", r.URL.Path, r.Header.Get("Authorization"))
		}
		_, _ = io.WriteString(w, okBody)
	}))
	defer s.Close()
	closed := map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string"}}, "required": []any{"a"}, "additionalProperties": false}
	resp, err := open(t, OpenAIOptions{BaseURL: s.URL + "/v1/"}).Complete(context.Background(), Request{
		Messages: []Message{
			{Role: RoleSystem, Content: "be kind"},
			{Role: RoleUser, Content: "hi"},
			{Role: RoleAssistant, ToolCalls: []ToolCall{{"c1", "f", `{"a":"<b>"}`}}},
			{Role: RoleTool, ToolCallID: "c1"},
		},
		Tools:     []Tool{{Name: "f", Description: "does f", Parameters: closed}, {Name: "g"}},
		Output:    &OutputSchema{Name: "out", Schema: closed},
		MaxTokens: 99,
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Usage{1, 11, 2}, resp.Usage); diff != "" || resp.Model != "m-2025" {
		t.Errorf("model %s, usage (-want +got):\n%s", resp.Model, diff)
	}
	empty := map[string]any{"type": "object", "properties": map[string]any{}}
	want := map[string]any{
		"model": "m", "stream": false, "max_tokens": 99.0,
		"messages": []any{
			map[string]any{"role": "system", "content": "be kind"},
			map[string]any{"role": "user", "content": "hi"},
			map[string]any{"role": "assistant", "tool_calls": []any{map[string]any{"id": "c1", "type": "function", "function": map[string]any{"name": "f", "arguments": `{"a":"<b>"}`}}}},
			map[string]any{"role": "tool", "content": " ", "tool_call_id": "c1"},
		},
		"tools": []any{
			map[string]any{"type": "function", "function": map[string]any{"name": "f", "description": "does f", "parameters": closed}},
			map[string]any{"type": "function", "function": map[string]any{"name": "g", "parameters": empty}},
		},
		"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": "out", "schema": closed, "strict": true}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
}

func TestStrictable(t *testing.T) {
	tests := []struct {
		name   string
		schema string
		want   bool
	}{
		{"closed", `{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false}`, true},
		{"open", `{"type":"object","properties":{"a":{}},"required":["a"]}`, false},
		{"optional", `{"type":"object","properties":{"a":{}},"additionalProperties":false}`, false},
		{"free-form", `{"type":"object"}`, false},
		{"open inside", `{"type":"array","items":{"type":"object","properties":{}}}`, false},
		{"text", `{"type":"string"}`, true},
	}
	for _, tt := range tests {
		var s map[string]any
		if err := json.Unmarshal([]byte(tt.schema), &s); err != nil {
			t.Fatal(err)
		}
		if got := strictable(s, 0); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
