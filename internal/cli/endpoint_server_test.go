package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/obligato-dev/obligato/runtime/model"
)

// party is who asks the endpoint.
type party string

const (
	agents party = "agents" // the model under test
	writer party = "writer" // the realiser, which asks for a JSON schema
)

// outage is what an endpoint does instead of answering one party.
type outage struct {
	after  int // requests of the party that are answered before
	times  int // how often it happens; forever means without end
	answer http.HandlerFunc
}

const forever = 1 << 30

// endpoint is a loopback server that stands in for a model endpoint: the
// simulated model answers agents, and a writer that answers by schema writes
// scenarios.
type endpoint struct {
	url string

	mu       sync.Mutex
	outages  map[party]outage
	asked    map[party]int
	models   map[party]map[string]bool
	keys     map[string]bool  // of the requests, as they came
	onAgents func(number int) // called at each request of the agents, from 1
}

func newEndpoint(t *testing.T, outages map[party]outage) *endpoint {
	t.Helper()
	e := &endpoint{
		outages: outages, asked: map[party]int{}, keys: map[string]bool{},
		models: map[party]map[string]bool{agents: {}, writer: {}},
	}
	simulated := model.NewSimulated(model.SimulatedOptions{Seed: 1, Heed: 0.9})
	s := httptest.NewServer(e.handler(simulated))
	t.Cleanup(s.Close)
	e.url = s.URL + "/v1"
	return e
}

// chatRequest is what the endpoint looks at in a request.
type chatRequest struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	Format struct {
		Type string `json:"type"`
	} `json:"response_format"`
}

func (e *endpoint) handler(m model.Model) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var asked chatRequest
		if err != nil || json.Unmarshal(body, &asked) != nil || r.URL.Path != "/v1/chat/completions" {
			http.Error(w, "no completion is asked for", http.StatusBadRequest)
			return
		}
		who := agents
		if asked.Format.Type == "json_schema" {
			who = writer
		}
		if broken := e.note(who, asked.Model, r); broken != nil {
			broken(w, r)
			return
		}
		if who == writer {
			write(w, map[string]any{"role": "assistant", "content": draft(asked)})
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		model.Handler(map[string]model.Model{asked.Model: m}).ServeHTTP(w, r)
	})
}

// note counts a request and returns what happens instead of an answer.
func (e *endpoint) note(who party, name string, r *http.Request) http.HandlerFunc {
	e.mu.Lock()
	e.asked[who]++
	n := e.asked[who]
	e.models[who][name] = true
	e.keys[r.Header.Get("Authorization")] = true
	o := e.outages[who]
	hook := e.onAgents
	e.mu.Unlock()
	if who == agents && hook != nil {
		hook(n)
	}
	if n > o.after && n-o.after <= o.times {
		return o.answer
	}
	return nil
}

// requests is how many requests came in, of all parties.
func (e *endpoint) requests() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.asked[agents] + e.asked[writer]
}

func (e *endpoint) requestsOf(who party) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.asked[who]
}

// write answers with one message in the protocol's shape.
func write(w http.ResponseWriter, message map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"id": "c", "object": "chat.completion", "model": "answering-model",
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": message}},
		"usage":   map[string]any{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
	})
}

// draft writes a scenario as a model would, from nothing but the request: it
// asks for what the objective's tool does, or what the agents on the route do.
func draft(asked chatRequest) string {
	var in struct {
		Workflow struct {
			Agents []struct {
				Name, Description string
				Tools             []string
			}
			Tools []struct {
				Name, Description string
				Parameters        struct {
					Properties map[string]any
				}
			}
		}
		Objective struct {
			Route        []string
			Target, Tool string
		}
		Attempt int
		Refused []any
	}
	_, data, _ := strings.Cut(asked.Messages[1].Content, "\n")
	if err := json.Unmarshal([]byte(data), &in); err != nil {
		return "the document is no JSON"
	}
	hops := in.Objective.Route
	if in.Objective.Target != "" {
		hops = append(hops, in.Objective.Target)
	}
	var turns []string
	for i, hop := range hops {
		if i == 0 && len(hops) > 1 {
			continue
		}
		for _, a := range in.Workflow.Agents {
			if a.Name == hop {
				turns = append(turns, "I would like help with this: "+a.Description)
			}
		}
	}
	for _, tool := range in.Workflow.Tools {
		if tool.Name != in.Objective.Tool {
			continue
		}
		ask := "Please do this: " + tool.Description
		for _, name := range slices.Sorted(maps.Keys(tool.Parameters.Properties)) {
			ask += fmt.Sprintf(" The %s is \"A%d\".", strings.ReplaceAll(name, "_", " "), 10+in.Attempt)
		}
		turns = append(turns, ask)
	}
	turns[0] += strings.Repeat(" Thanks.", in.Attempt+len(in.Refused))
	out, _ := json.Marshal(map[string]any{"plan": "ask for it", "turns": turns})
	return string(out)
}

// The ways in which endpoints break.
func rateLimited(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Retry-After", "7")
	w.WriteHeader(http.StatusTooManyRequests)
	_, _ = io.WriteString(w, `{"error":{"message":"slow down","type":"rate_limit_error","code":"rate_limit_exceeded"}}`)
}

func serverError(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "<html>oops", http.StatusInternalServerError)
}

// hang answers nothing until the client has gone.
func hang(_ http.ResponseWriter, r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(10 * time.Second):
	}
}

func malformed(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"choices":[{"message":{"role":"assistant","content":"tr`)
}

// emptyAnswer is JSON, and no completion.
func emptyAnswer(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"id":"c","object":"chat.completion","choices":[]}`)
}

func refusal(w http.ResponseWriter, _ *http.Request) {
	write(w, map[string]any{"role": "assistant", "content": nil, "refusal": "I cannot help with that."})
}

// cut breaks the connection in mid-answer.
func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "4000")
	_, _ = io.WriteString(w, `{"choices":[{"message":{"role":"assi`)
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// unauthorized repeats the key, as endpoints do.
func unauthorized(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(http.StatusUnauthorized)
	_, _ = fmt.Fprintf(w, `{"error":{"message":"Incorrect API key provided: %s.","code":"invalid_api_key"}}`,
		strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
}

func notFound(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusNotFound)
	_, _ = io.WriteString(w, `{"error":{"message":"The model does not exist","code":"model_not_found"}}`)
}

func badRequest(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusBadRequest)
	_, _ = io.WriteString(w, `{"error":{"message":"tools are not supported","type":"invalid_request_error"}}`)
}

// invocation is one command that ran, with what came of it.
type invocation struct {
	code           int
	stdout, stderr string
	dir            string // where it wrote
	waits          []time.Duration
}

const testKey = "sk-proj-0123456789abcdefNEVERSHOWN"

// invoke runs a command in-process, with the endpoint in its environment. DIR
// in its arguments stands for a directory of its own.
func invoke(ctx context.Context, t *testing.T, url string, args ...string) *invocation {
	t.Helper()
	return invokeWith(ctx, t, map[string]string{"OPENAI_BASE_URL": url, "OPENAI_API_KEY": testKey}, args...)
}

// invokeWith runs a command in-process in an environment.
func invokeWith(ctx context.Context, t *testing.T, env map[string]string, args ...string) *invocation {
	t.Helper()
	in := &invocation{dir: t.TempDir()}
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "DIR", in.dir)
	}
	var stdout, stderr bytes.Buffer
	var mu sync.Mutex
	w := World{
		Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr,
		Getenv: func(name string) string { return env[name] }, Now: time.Now,
		Sleep: func(ctx context.Context, d time.Duration) error {
			mu.Lock()
			defer mu.Unlock()
			in.waits = append(in.waits, d)
			return ctx.Err()
		},
	}
	in.code = Main(ctx, w, args)
	in.stdout, in.stderr = stdout.String(), stderr.String()
	return in
}
