package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// incoming is a decoded request to the server.
type incoming struct {
	model   string
	request Request
	stream  bool
	usage   bool // the stream ends with a chunk that counts tokens
}

// The request as it is on the wire. Fields that only tune sampling are not
// listed and are ignored.
type wireRequest struct {
	Model               string         `json:"model"`
	Messages            []wireIncoming `json:"messages"`
	Tools               []wireTool     `json:"tools"`
	ToolChoice          any            `json:"tool_choice"`
	ResponseFormat      *wireFormat    `json:"response_format"`
	N                   int            `json:"n"`
	MaxTokens           int            `json:"max_tokens"`
	MaxCompletionTokens int            `json:"max_completion_tokens"`
	Stream              bool           `json:"stream"`
	StreamOptions       *struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
}

type wireIncoming struct {
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"` // a string, null, or an array of parts
	Refusal    string          `json:"refusal"`
	ToolCalls  []wireCall      `json:"tool_calls"`
	ToolCallID string          `json:"tool_call_id"`
}

type wireTool struct {
	Type     string `json:"type"`
	Function *struct {
		Name        string         `json:"name"`
		Description string         `json:"description"`
		Parameters  map[string]any `json:"parameters"`
	} `json:"function"`
}

type wireFormat struct {
	Type       string `json:"type"`
	JSONSchema *struct {
		Name   string         `json:"name"`
		Schema map[string]any `json:"schema"`
	} `json:"json_schema"`
}

// decodeRequest reads a chat completion request. What the models here could
// not honour is an error, not ignored.
func decodeRequest(body []byte) (incoming, error) {
	var w wireRequest
	if !utf8.Valid(body) {
		return incoming{}, errors.New("the request is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	if err := d.Decode(&w); err != nil {
		return incoming{}, fmt.Errorf("the request is not JSON of the expected shape: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return incoming{}, errors.New("there is something behind the request's JSON")
	}
	in := incoming{model: w.Model, stream: w.Stream, usage: w.StreamOptions != nil && w.StreamOptions.IncludeUsage}
	in.request.MaxTokens = max(w.MaxTokens, w.MaxCompletionTokens, 0)
	switch {
	case w.Model == "":
		return in, errors.New("model is missing")
	case len(w.Messages) == 0:
		return in, errors.New("messages is empty")
	case w.N > 1:
		return in, errors.New("n above 1 is not supported")
	}
	for i, m := range w.Messages {
		message, err := decodeMessage(m)
		if err != nil {
			return in, fmt.Errorf("messages[%d]: %w", i, err)
		}
		in.request.Messages = append(in.request.Messages, message)
	}
	if err := decodeTools(w, &in.request); err != nil {
		return in, err
	}
	return in, decodeFormat(w.ResponseFormat, &in.request)
}

func decodeMessage(m wireIncoming) (Message, error) {
	out := Message{Refusal: m.Refusal, ToolCallID: m.ToolCallID}
	switch m.Role {
	case "system", "developer":
		out.Role = RoleSystem
	case "user":
		out.Role = RoleUser
	case "assistant":
		out.Role = RoleAssistant
	case "tool":
		out.Role = RoleTool
	default:
		return out, fmt.Errorf("role %q is not supported", m.Role)
	}
	var err error
	if out.Content, err = decodeContent(m.Content); err != nil {
		return out, err
	}
	for _, c := range m.ToolCalls {
		out.ToolCalls = append(out.ToolCalls, ToolCall{ID: c.ID, Name: c.Function.Name, Arguments: c.Function.Arguments})
	}
	return out, nil
}

// decodeContent reads a message's content in each of its shapes. Parts other
// than text cannot be understood by these models, so they are refused.
func decodeContent(raw json.RawMessage) (string, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	var text string
	if raw[0] == '"' {
		err := json.Unmarshal(raw, &text)
		return text, err
	}
	var parts []struct {
		Type    string `json:"type"`
		Text    string `json:"text"`
		Refusal string `json:"refusal"`
	}
	if err := json.Unmarshal(raw, &parts); err != nil {
		return "", errors.New("content is neither a text nor an array of parts")
	}
	for i, p := range parts {
		switch p.Type {
		case "text", "input_text", "output_text":
			if text != "" && p.Text != "" {
				text += "\n"
			}
			text += p.Text
		case "refusal":
			text += p.Refusal
		default:
			return "", fmt.Errorf("content[%d]: parts of type %q are not supported", i, p.Type)
		}
	}
	return text, nil
}

func decodeTools(w wireRequest, req *Request) error {
	for i, t := range w.Tools {
		if t.Type != "function" || t.Function == nil || t.Function.Name == "" {
			return fmt.Errorf("tools[%d]: only tools of type function with a name are supported", i)
		}
		req.Tools = append(req.Tools, Tool{Name: t.Function.Name, Description: t.Function.Description, Parameters: t.Function.Parameters})
	}
	switch w.ToolChoice {
	case nil, "auto":
		return nil
	case "none":
		req.Tools = nil
		return nil
	}
	return errors.New("tool_choice other than auto and none is not supported")
}

func decodeFormat(f *wireFormat, req *Request) error {
	switch {
	case f == nil || f.Type == "text" || f.Type == "":
		return nil
	case f.Type == "json_object":
		req.Output = &OutputSchema{Name: "json_object", Schema: map[string]any{"type": "object"}}
		return nil
	case f.Type == "json_schema" && f.JSONSchema != nil:
		req.Output = &OutputSchema{Name: f.JSONSchema.Name, Schema: f.JSONSchema.Schema}
		return nil
	}
	return fmt.Errorf("response_format %q is not supported", f.Type)
}
