package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const testKey = "sk-test-0123456789abcdef"

const okBody = `{"id":"x","object":"chat.completion","model":"m-2025","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"fine"}}],"usage":{"prompt_tokens":11,"completion_tokens":2,"total_tokens":13}}`

// reply is what a test's endpoint does with one request.
type reply func(w http.ResponseWriter, r *http.Request)

func body(status int, text string, header ...string) reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}
}

func apiError(status int, code string, header ...string) reply {
	return body(status, fmt.Sprintf(`{"error":{"message":"says %s for Bearer %s","type":"t","code":%q}}`, code, testKey, code), header...)
}

// cut sends half an answer and closes the connection.
func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", fmt.Sprint(len(okBody)))
	_, _ = io.WriteString(w, okBody[:40])
	w.(http.Flusher).Flush()
	conn, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		_ = conn.Close()
	}
}

func hang(_ http.ResponseWriter, r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(2 * time.Second):
	}
}

// endpoint plays replies in order, the last one for ever.
func endpoint(t *testing.T, replies ...reply) (url string, requests *atomic.Int32) {
	t.Helper()
	requests = new(atomic.Int32)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		n := int(requests.Add(1))
		replies[min(n, len(replies))-1](w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1", requests
}

var hello = Request{Messages: []Message{{Role: RoleUser, Content: "hello"}}}

func TestOpenAIFailures(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	ok := body(200, okBody)
	tests := []struct {
		name    string
		replies []reply
		kind    ErrorKind // empty: an answer
		status  int
		tries   int
		sleeps  []time.Duration
	}{
		{"at once", []reply{ok}, "", 0, 1, nil},
		{"429 with seconds, then ok", []reply{apiError(429, "rate", "Retry-After", "7"), ok}, "", 0, 2, []time.Duration{7 * time.Second}},
		{"429 with a date, then ok", []reply{apiError(429, "rate", "Retry-After", "Fri, 02 Jan 2026 03:04:17 GMT"), ok}, "", 0, 2, []time.Duration{12 * time.Second}},
		{"429 with a past date", []reply{apiError(429, "rate", "Retry-After", "Fri, 02 Jan 2026 03:04:00 GMT"), ok}, "", 0, 2, []time.Duration{500 * time.Millisecond}},
		{"429 with nonsense", []reply{apiError(429, "rate", "Retry-After", "soon"), ok}, "", 0, 2, []time.Duration{500 * time.Millisecond}},
		{"429 with a wait too long", []reply{apiError(429, "rate", "Retry-After", "86400000")}, ErrRateLimited, 429, 1, nil},
		{"429 for ever", []reply{apiError(429, "rate")}, ErrRateLimited, 429, 4, []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second}},
		{"429 for a used-up quota", []reply{apiError(429, "insufficient_quota")}, ErrRateLimited, 429, 1, nil},
		{"500, then ok", []reply{apiError(500, "oops"), ok}, "", 0, 2, []time.Duration{500 * time.Millisecond}},
		{"503 page with Retry-After, then ok", []reply{body(503, "<html>", "Retry-After", "3"), ok}, "", 0, 2, []time.Duration{3 * time.Second}},
		{"500 for ever", []reply{body(500, "<html>down</html>")}, ErrServer, 500, 4, []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second}},
		{"cut for ever", []reply{cut}, ErrCut, 200, 4, []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second}},
		{"cut, then ok", []reply{cut, ok}, "", 0, 2, []time.Duration{500 * time.Millisecond}},
		{"400", []reply{apiError(400, "bad")}, ErrBadRequest, 400, 1, nil},
		{"401", []reply{apiError(401, "invalid_api_key")}, ErrUnauthorized, 401, 1, nil},
		{"403", []reply{apiError(403, "no")}, ErrUnauthorized, 403, 1, nil},
		{"404", []reply{apiError(404, "model_not_found")}, ErrNotFound, 404, 1, nil},
		{"422", []reply{apiError(422, "odd")}, ErrBadRequest, 422, 1, nil},
		{"malformed", []reply{body(200, `{"choices":[`)}, ErrMalformed, 200, 1, nil},
		{"a page", []reply{body(200, "<html>log in</html>")}, ErrMalformed, 200, 1, nil},
		{"nothing", []reply{body(200, "")}, ErrMalformed, 200, 1, nil},
		{"no choices", []reply{body(200, `{"choices":[]}`)}, ErrMalformed, 0, 1, nil},
		{"another shape", []reply{body(200, `{"choices":"none"}`)}, ErrMalformed, 200, 1, nil},
		{"no message", []reply{body(200, `{"choices":[{}]}`)}, ErrMalformed, 0, 1, nil},
		{"a nameless call", []reply{body(200, `{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{}}]}}]}`)}, ErrMalformed, 0, 1, nil},
		{"a broken call", []reply{body(200, `{"choices":[{"finish_reason":"length","message":{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{\"a"}}]}}]}`)}, ErrCut, 0, 1, nil},
		{"too large", []reply{body(200, `{"x":"`+strings.Repeat("x", maxAnswer)+`"}`)}, ErrMalformed, 200, 1, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			url, requests := endpoint(t, tt.replies...)
			var sleeps []time.Duration
			m, err := NewOpenAI(OpenAIOptions{
				BaseURL: url, Key: testKey, Model: "m", Now: func() time.Time { return now },
				Sleep: func(_ context.Context, d time.Duration) error { sleeps = append(sleeps, d); return nil },
			})
			if err != nil {
				t.Fatal(err)
			}
			resp, err := m.Complete(context.Background(), hello)
			checkError(t, err, tt.kind, tt.status)
			if tt.kind == "" && resp.Message.Content != "fine" {
				t.Errorf("answer %q, want fine", resp.Message.Content)
			}
			if int(requests.Load()) != tt.tries || resp.Usage.Calls != tt.tries {
				t.Errorf("%d requests, %d counted; want %d", requests.Load(), resp.Usage.Calls, tt.tries)
			}
			if diff := cmp.Diff(tt.sleeps, sleeps); diff != "" {
				t.Errorf("waits (-want +got):\n%s", diff)
			}
		})
	}
}

// checkError also sees to it that no error shows the key, however printed.
func checkError(t *testing.T, err error, kind ErrorKind, status int) {
	t.Helper()
	if kind == "" {
		if err != nil {
			t.Fatalf("unexpected error: %v", err)
		}
		return
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v is no *Error", err)
	}
	if e.Kind != kind || e.Status != status {
		t.Errorf("kind %s, status %d; want %s, %d (%v)", e.Kind, e.Status, kind, status, err)
	}
	checkSecret(t, err)
	for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
		checkSecret(t, cause)
	}
	if len(err.Error()) > 400 {
		t.Errorf("the error quotes too much: %d bytes", len(err.Error()))
	}
}

func checkSecret(t *testing.T, v any) {
	t.Helper()
	shown := []string{fmt.Sprint(v), fmt.Sprintf("%v %+v %#v %s %q", v, v, v, v, v)}
	if b, err := json.Marshal(v); err == nil {
		shown = append(shown, string(b))
	}
	for _, s := range shown {
		if strings.Contains(s, testKey) || strings.Contains(s, testKey[8:]) {
			t.Errorf("%T shows the key: %s", v, s)
		}
	}
}

func TestKeyIsNeverPrinted(t *testing.T) {
	o := OpenAIOptions{BaseURL: "http://127.0.0.1:1/v1", Key: testKey, Model: "m"}
	m, err := NewOpenAI(o)
	if err != nil {
		t.Fatal(err)
	}
	checkSecret(t, o)
	checkSecret(t, &o)
	checkSecret(t, struct{ Options OpenAIOptions }{o})
	checkSecret(t, m)
	checkSecret(t, *m)
	checkSecret(t, struct{ model *OpenAI }{m})
	checkSecret(t, struct{ model OpenAI }{*m})
	checkSecret(t, WithBudget(m, Budget{}))
	if fmt.Sprint(m) != "m at 127.0.0.1:1" {
		t.Errorf("model prints as %v", m)
	}
}

func TestOpenAITimeout(t *testing.T) {
	url, requests := endpoint(t, hang)
	m := open(t, OpenAIOptions{BaseURL: url, Timeout: 30 * time.Millisecond, Retries: 1})
	_, err := m.Complete(context.Background(), hello)
	checkError(t, err, ErrTimeout, 0)
	if requests.Load() != 2 {
		t.Errorf("%d requests, want 2", requests.Load())
	}
}

func TestOpenAIContext(t *testing.T) {
	url, requests := endpoint(t, hang)
	m := open(t, OpenAIOptions{BaseURL: url})
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err := m.Complete(ctx, hello)
	var e *Error
	if !errors.Is(err, context.Canceled) || errors.As(err, &e) {
		t.Errorf("cancelled: %v", err)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err = m.Complete(ctx, hello)
	checkError(t, err, ErrTimeout, 0)
	if requests.Load() != 2 {
		t.Errorf("%d requests, want 2: no retries once the context has ended", requests.Load())
	}
}

// open returns a model that does not really wait.
func open(t *testing.T, o OpenAIOptions) *OpenAI {
	t.Helper()
	o.Key, o.Model = testKey, "m"
	if o.Sleep == nil {
		o.Sleep = func(context.Context, time.Duration) error { return nil }
	}
	m, err := NewOpenAI(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestOpenAIUnreachable(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://" + l.Addr().String() + "/v1"
	_ = l.Close()
	_, err = open(t, OpenAIOptions{BaseURL: closed}).Complete(context.Background(), hello)
	checkError(t, err, ErrUnreachable, 0)

	tries := 0
	for _, temporary := range []bool{false, true} {
		tries = 0
		client := &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
			tries++
			return nil, &net.DNSError{Err: "no such host", Name: "nowhere", IsNotFound: !temporary, IsTemporary: temporary}
		})}
		_, err = open(t, OpenAIOptions{BaseURL: "https://nowhere.example/v1", HTTPClient: client}).Complete(context.Background(), hello)
		checkError(t, err, ErrUnreachable, 0)
		if want := map[bool]int{false: 1, true: 4}[temporary]; tries != want {
			t.Errorf("temporary %v: %d tries, want %d", temporary, tries, want)
		}
	}

	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	_, err = open(t, OpenAIOptions{BaseURL: secure.URL}).Complete(context.Background(), hello)
	checkError(t, err, ErrUnreachable, 0)
}

func TestOpenAIRedirects(t *testing.T) {
	var seen atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { seen.Add(1) }))
	defer other.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		url, _ := endpoint(t, body(status, "", "Location", other.URL+"/v1/chat/completions"))
		_, err := open(t, OpenAIOptions{BaseURL: url}).Complete(context.Background(), hello)
		checkError(t, err, ErrNotFound, status)
	}
	if seen.Load() != 0 {
		t.Errorf("%d requests reached another host", seen.Load())
	}
	url, requests := endpoint(t, body(308, "", "Location", "/v2/chat/completions"), func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+testKey || r.Method != http.MethodPost {
			w.WriteHeader(http.StatusTeapot)
		}
		_, _ = io.WriteString(w, okBody)
	})
	if _, err := open(t, OpenAIOptions{BaseURL: url}).Complete(context.Background(), hello); err != nil || requests.Load() != 2 {
		t.Errorf("within one host: %v after %d requests", err, requests.Load())
	}
	url, requests = endpoint(t, body(307, "", "Location", "/v1/chat/completions"))
	_, err := open(t, OpenAIOptions{BaseURL: url}).Complete(context.Background(), hello)
	checkError(t, err, ErrNotFound, 307)
	if requests.Load() > maxRedirects+1 {
		t.Errorf("a loop of redirects made %d requests", requests.Load())
	}
}

func TestNewOpenAIOptions(t *testing.T) {
	tests := []struct {
		name string
		o    OpenAIOptions
		kind ErrorKind
	}{
		{"default URL", OpenAIOptions{Key: testKey, Model: "m"}, ""},
		{"no key", OpenAIOptions{Model: "m"}, ErrNoCredentials},
		{"no key, remote", OpenAIOptions{BaseURL: "https://llm.example/v1", Model: "m"}, ErrNoCredentials},
		{"no key, loopback", OpenAIOptions{BaseURL: "http://127.0.0.1:8080/v1", Model: "m"}, ""},
		{"no key, loopback name", OpenAIOptions{BaseURL: "http://localhost:8080/v1", Model: "m"}, ""},
		{"no key, loopback IPv6", OpenAIOptions{BaseURL: "http://[::1]:8080/v1", Model: "m"}, ""},
		{"no key, like loopback", OpenAIOptions{BaseURL: "http://127.0.0.1.example/v1", Model: "m"}, ErrNoCredentials},
		{"no model", OpenAIOptions{Key: testKey}, ErrBadRequest},
		{"file", OpenAIOptions{BaseURL: "file:///etc/passwd", Key: testKey, Model: "m"}, ErrBadRequest},
		{"no scheme", OpenAIOptions{BaseURL: "llm.example/v1", Key: testKey, Model: "m"}, ErrBadRequest},
		{"no host", OpenAIOptions{BaseURL: "http:///v1", Key: testKey, Model: "m"}, ErrBadRequest},
		{"password", OpenAIOptions{BaseURL: "http://u:" + testKey + "@llm.example/v1", Key: testKey, Model: "m"}, ErrBadRequest},
		{"query", OpenAIOptions{BaseURL: "http://llm.example/v1?key=" + testKey, Key: testKey, Model: "m"}, ErrBadRequest},
		{"garbage", OpenAIOptions{BaseURL: "http://\x00" + testKey, Key: testKey, Model: "m"}, ErrBadRequest},
		{"key of two lines", OpenAIOptions{Key: testKey + "\nX-Evil: 1", Model: "m"}, ErrNoCredentials},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := NewOpenAI(tt.o)
			checkError(t, err, tt.kind, 0)
			if (m == nil) != (tt.kind != "") {
				t.Errorf("model %v", m)
			}
		})
	}
}

func TestPace(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	p := &pace{interval: 100 * time.Millisecond}
	var got []time.Duration
	for _, delay := range []time.Duration{0, 0, time.Second, 0} {
		got = append(got, p.reserve(start, delay))
	}
	want := []time.Duration{0, 100 * time.Millisecond, time.Second, 1100 * time.Millisecond}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("slots (-want +got):\n%s", diff)
	}
	if d := p.reserve(start.Add(time.Hour), 0); d != 0 {
		t.Errorf("after a pause: %v", d)
	}
}
