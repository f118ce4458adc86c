package model

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	openai "github.com/sashabaranov/go-openai"

	"github.com/obligato-dev/obligato/runtime/scenario"
)

func post(t *testing.T, h http.Handler, text string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(text))
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestHandlerRefuses(t *testing.T) {
	h := Handler(map[string]Model{"scripted": NewScripted(nil), "b": NewScripted(nil)})
	say := func(rest string) string {
		return `{"model":"b","messages":[{"role":"user","content":"hi"}]` + rest + `}`
	}
	tests := []struct {
		name, method, path, kind, body string
		status                         int
		says                           string
	}{
		{"elsewhere", "GET", "/", "", "", 404, "/v1/models"},
		{"responses", "POST", "/v1/responses", "application/json", "{}", 404, "unknown_url"},
		{"method of models", "POST", "/v1/models", "", "", 405, "GET"},
		{"method of completions", "GET", "/v1/chat/completions", "", "", 405, "POST"},
		{"unknown model shown", "GET", "/v1/models/zzz", "", "", 404, "b, scripted"},
		{"form", "POST", "/v1/chat/completions", "text/plain", say(""), 415, "application/json"},
		{"no type", "POST", "/v1/chat/completions", "", say(""), 415, "application/json"},
		{"no JSON", "POST", "/v1/chat/completions", "application/json", "{", 400, "not JSON"},
		{"array", "POST", "/v1/chat/completions", "application/json", "[]", 400, "shape"},
		{"two", "POST", "/v1/chat/completions", "application/json", say("") + "{}", 400, "behind"},
		{"bad UTF-8", "POST", "/v1/chat/completions", "application/json", say(",\"user\":\"\xff\""), 400, "UTF-8"},
		{"no model", "POST", "/v1/chat/completions", "application/json", `{"messages":[{"role":"user","content":"hi"}]}`, 400, "model is missing"},
		{"no messages", "POST", "/v1/chat/completions", "application/json", `{"model":"b"}`, 400, "messages is empty"},
		{"unknown model", "POST", "/v1/chat/completions", "application/json", `{"model":"zz\u001b[2J","messages":[{"role":"user","content":"hi"}]}`, 404, "model_not_found"},
		{"role", "POST", "/v1/chat/completions", "application/json", `{"model":"b","messages":[{"role":"function","content":"hi"}]}`, 400, "messages[0]"},
		{"image", "POST", "/v1/chat/completions", "application/json", `{"model":"b","messages":[{"role":"user","content":[{"type":"image_url"}]}]}`, 400, "image_url"},
		{"content", "POST", "/v1/chat/completions", "application/json", `{"model":"b","messages":[{"role":"user","content":7}]}`, 400, "content"},
		{"hosted tool", "POST", "/v1/chat/completions", "application/json", say(`,"tools":[{"type":"web_search"}]`), 400, "tools[0]"},
		{"forced choice", "POST", "/v1/chat/completions", "application/json", say(`,"tool_choice":"required"`), 400, "tool_choice"},
		{"named choice", "POST", "/v1/chat/completions", "application/json", say(`,"tool_choice":{"type":"function","function":{"name":"f"}}`), 400, "tool_choice"},
		{"several", "POST", "/v1/chat/completions", "application/json", say(`,"n":2`), 400, "n above 1"},
		{"format", "POST", "/v1/chat/completions", "application/json", say(`,"response_format":{"type":"grammar"}`), 400, "grammar"},
		{"large", "POST", "/v1/chat/completions", "application/json", say(`,"user":"` + strings.Repeat("x", maxRequest) + `"`), 413, "8 MiB"},
		{"script end", "POST", "/v1/chat/completions", "application/json", say(""), 400, "script_exhausted"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(tt.method, tt.path, strings.NewReader(tt.body))
			if tt.kind != "" {
				r.Header.Set("Content-Type", tt.kind)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			var got struct {
				Error struct{ Message, Type, Code string }
			}
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
				t.Fatalf("%v in %s", err, w.Body)
			}
			if w.Code != tt.status || got.Error.Message == "" || got.Error.Type == "" || !strings.Contains(w.Body.String(), tt.says) {
				t.Errorf("status %d, %s; want %d with %q", w.Code, w.Body, tt.status, tt.says)
			}
			if strings.ContainsAny(w.Body.String(), "\x1b") || w.Body.Len() > 600 {
				t.Errorf("unclean: %q", w.Body)
			}
		})
	}
}

func TestHandlerModels(t *testing.T) {
	w := httptest.NewRecorder()
	Handler(map[string]Model{"b": nil, "a": nil}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/v1/models", nil))
	want := `{"data":[{"id":"a","object":"model","created":0,"owned_by":"obligato"},{"id":"b","object":"model","created":0,"owned_by":"obligato"}],"object":"list"}` + "\n"
	if diff := cmp.Diff(want, w.Body.String()); diff != "" || w.Code != 200 {
		t.Errorf("status %d (-want +got):\n%s", w.Code, diff)
	}
}

func TestHandlerMapsErrors(t *testing.T) {
	tests := []struct {
		kind, want ErrorKind // want is what a client of this package gets back
		status     int
	}{
		{ErrNoCredentials, ErrUnauthorized, 401},
		{ErrUnauthorized, ErrUnauthorized, 401},
		{ErrNotFound, ErrNotFound, 404},
		{ErrBadRequest, ErrBadRequest, 400},
		{ErrScriptEnd, ErrBadRequest, 400},
		{ErrRateLimited, ErrRateLimited, 429},
		{ErrBudget, ErrRateLimited, 429},
		{ErrServer, ErrServer, 502},
		{ErrCut, ErrServer, 502},
		{ErrMalformed, ErrServer, 502},
		{ErrUnreachable, ErrServer, 502},
		{ErrTimeout, ErrServer, 504},
	}
	for _, tt := range tests {
		t.Run(string(tt.kind), func(t *testing.T) {
			s := httptest.NewServer(Handler(map[string]Model{"m": fake(func(Request) (Response, error) {
				return Response{}, &Error{Kind: tt.kind, Err: errors.New("why")}
			})}))
			defer s.Close()
			_, err := open(t, OpenAIOptions{BaseURL: s.URL + "/v1", Retries: -1}).Complete(context.Background(), hello)
			checkError(t, err, tt.want, tt.status)
			if !strings.Contains(err.Error(), "why") {
				t.Errorf("the reason is lost: %v", err)
			}
		})
	}
}

func TestHandlerDecodes(t *testing.T) {
	var got Request
	h := Handler(map[string]Model{"m": fake(func(r Request) (Response, error) { got = r; return Response{}, nil })})
	w := post(t, h, `{"model":"m","temperature":0.2,"max_completion_tokens":7,"messages":[
		{"role":"developer","content":[{"type":"text","text":"be"},{"type":"text","text":"kind"}]},
		{"role":"user","content":"hi"},
		{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{"}}]},
		{"role":"tool","tool_call_id":"c","content":"r"}],
		"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],
		"response_format":{"type":"json_schema","json_schema":{"name":"o","schema":{"type":"object"}}}}`)
	want := Request{
		Messages: []Message{
			{Role: RoleSystem, Content: "be\nkind"},
			{Role: RoleUser, Content: "hi"},
			{Role: RoleAssistant, ToolCalls: []ToolCall{{"c", "f", "{"}}},
			{Role: RoleTool, Content: "r", ToolCallID: "c"},
		},
		Tools:     []Tool{{Name: "f", Parameters: map[string]any{"type": "object"}}},
		Output:    &OutputSchema{Name: "o", Schema: map[string]any{"type": "object"}},
		MaxTokens: 7,
	}
	if diff := cmp.Diff(want, got); diff != "" || w.Code != 200 {
		t.Errorf("status %d %s (-want +got):\n%s", w.Code, w.Body, diff)
	}
	post(t, h, `{"model":"m","messages":[{"role":"user","content":"hi"}],"tool_choice":"none","tools":[{"type":"function","function":{"name":"f"}}]}`)
	if got.Tools != nil {
		t.Errorf("tool_choice none offers %v", got.Tools)
	}
}

// The streamed answer is read by go-openai, which is not ours.
func TestHandlerStreams(t *testing.T) {
	steps := []scenario.Step{
		{Calls: []scenario.Call{{Name: "f", Arguments: map[string]any{"a": "b"}}, {Name: "g"}}},
		{Text: "two\nlines"},
	}
	s := httptest.NewServer(Handler(map[string]Model{"scripted": NewScripted(steps)}))
	defer s.Close()
	config := openai.DefaultConfig("any")
	config.BaseURL = s.URL + "/v1"
	client := openai.NewClientWithConfig(config)
	for i, step := range steps {
		stream, err := client.CreateChatCompletionStream(context.Background(), openai.ChatCompletionRequest{
			Model: "scripted", Messages: []openai.ChatCompletionMessage{{Role: "user", Content: "hi"}},
			StreamOptions: &openai.StreamOptions{IncludeUsage: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		var text, finish string
		var calls []openai.ToolCall
		used := 0
		for {
			chunk, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if chunk.Usage != nil {
				used = chunk.Usage.TotalTokens
			}
			for _, c := range chunk.Choices {
				text += c.Delta.Content
				calls = append(calls, c.Delta.ToolCalls...)
				finish += string(c.FinishReason)
			}
		}
		_ = stream.Close()
		if text != step.Text || len(calls) != len(step.Calls) || used == 0 {
			t.Errorf("step %d: text %q, %d calls, %d tokens", i, text, len(calls), used)
		}
		for k, c := range calls {
			if c.Function.Name != step.Calls[k].Name || c.Index == nil || *c.Index != k || c.ID == "" {
				t.Errorf("step %d: call %+v", i, c)
			}
		}
		if want := map[bool]string{true: "tool_calls", false: "stop"}[len(step.Calls) > 0]; finish != want {
			t.Errorf("step %d: finish %q", i, finish)
		}
	}
}

func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- Serve(ctx, l, Handler(map[string]Model{"simulated": NewSimulated(SimulatedOptions{})}), ServeOptions{})
	}()
	base := "http://" + l.Addr().String()
	for host, want := range map[string]int{"": 200, "localhost:1": 200, "[::1]:80": 200, "evil.example": 403, "127.0.0.1.evil.example": 403} {
		r, err := http.NewRequest(http.MethodGet, base+"/v1/models", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("host %q: status %d, want %d", host, resp.StatusCode, want)
		}
	}
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("stopped with %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("does not stop")
	}
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("the listener is still open")
	}
}

// remote is a listener that says it can be reached from elsewhere.
type remote struct{ net.Listener }

func (remote) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4zero, Port: 80} }

func TestServeRefusesRemote(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := Serve(context.Background(), remote{l}, http.NotFoundHandler(), ServeOptions{}); !errors.Is(err, ErrRemote) {
		t.Errorf("served on every address: %v", err)
	}
	if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Serve(ctx, remote{l}, http.NotFoundHandler(), ServeOptions{AllowRemote: true}); err != nil {
		t.Errorf("refused although asked: %v", err)
	}
}

func TestHandlerSurvivesAbortedBody(t *testing.T) {
	s := httptest.NewServer(Handler(map[string]Model{"m": NewScripted(nil)}))
	defer s.Close()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, _ = io.WriteString(conn, "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"model\"")
	_ = conn.(*net.TCPConn).CloseWrite()
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != 400 {
		t.Errorf("status %d", resp.StatusCode)
	}
}

func FuzzDecodeRequest(f *testing.F) {
	f.Add([]byte(`{"model":"m","messages":[{"role":"user","content":"hi"}]}`))
	f.Add([]byte(`{"model":"m","messages":[{"role":"assistant","content":[{"type":"text","text":"a"}],"tool_calls":[{"id":"c","function":{"name":"f"}}]},{"role":"tool","tool_call_id":"c","content":null}],"tools":[{"type":"function","function":{"name":"f","parameters":{"$ref":"#"}}}],"stream":true}`))
	f.Add([]byte(`{"messages":[{}],"response_format":{"type":"json_schema","json_schema":{"schema":{"anyOf":[{"$ref":"#"}]}}}}`))
	h := Handler(map[string]Model{"m": NewSimulated(SimulatedOptions{Seed: 1, Heed: 0.5})})
	f.Fuzz(func(t *testing.T, data []byte) {
		w := post(t, h, string(data))
		if w.Code == 200 && w.Header().Get("Content-Type") == "text/event-stream" {
			if !strings.HasSuffix(w.Body.String(), "data: [DONE]\n\n") {
				t.Errorf("the stream has no end: %q", w.Body)
			}
			return
		}
		var got map[string]any
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatalf("status %d: %v", w.Code, err)
		}
		if (w.Code == 200) == (got["error"] != nil) {
			t.Errorf("status %d with %s", w.Code, w.Body)
		}
	})
}
