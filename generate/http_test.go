package generate

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime"
	"github.com/obligato-dev/obligato/runtime/interp"
	"github.com/obligato-dev/obligato/runtime/model"
)

// faults are what an endpoint does instead of answering.
var faults = map[string]http.HandlerFunc{
	"rate limited": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "1")
		http.Error(w, `{"error":{"message":"slow down"}}`, http.StatusTooManyRequests)
	},
	"server error": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "oops", http.StatusInternalServerError) },
	"timeout": func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(5 * time.Second):
		}
	},
	"malformed": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"choices": [`)) },
	"cut": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "4000")
		_, _ = w.Write([]byte(`{"choices": [{"message"`))
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	},
	"unauthorized": func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"error":{"message":"bad key"}}`, http.StatusUnauthorized)
	},
}

// endpoint serves a simulated model as "agents" and a writer that asks for a
// seat as "writer"; the model named broken meets the fault instead.
func endpoint(t *testing.T, broken string, fault http.HandlerFunc) string {
	t.Helper()
	good := model.Handler(map[string]model.Model{
		"agents": model.NewSimulated(model.SimulatedOptions{Seed: 1, Heed: 0.9}),
		"writer": &answers{list: []any{`{"plan":"ask","turns":["Could you do this: update the seat for a given confirmation number. The confirmation number is \"ABC123\". The new seat is \"12A\"."]}`}},
	})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body json.RawMessage
		var asked struct{ Model string }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || json.Unmarshal(body, &asked) != nil {
			http.Error(w, "no JSON", http.StatusBadRequest)
			return
		}
		r.Body = http.NoBody
		if asked.Model == broken {
			fault(w, r)
			return
		}
		again, err := http.NewRequestWithContext(r.Context(), r.Method, r.URL.String(), strings.NewReader(string(body)))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		again.Header = r.Header
		again.RequestURI = r.RequestURI
		again.RemoteAddr, again.Host = r.RemoteAddr, r.Host
		good.ServeHTTP(w, again)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

// overHTTP pursues one objective with both models behind the endpoint.
func overHTTP(t *testing.T, url string) *Result {
	t.Helper()
	client := func(name string) model.Model {
		m, err := model.NewOpenAI(model.OpenAIOptions{
			BaseURL: url, Model: name, Timeout: 300 * time.Millisecond, Retries: 1, MaxWait: time.Minute,
			Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	s, g := derive(t, airline(), obligations.Options{})
	session, err := interp.Adapter(interp.Options{}).Open(context.Background(), runtime.Target{Manifest: s.Original, Model: client("agents")})
	if err != nil {
		t.Fatal(err)
	}
	l := Loop{Set: s, Session: session, Realiser: ModelRealiser(client("writer")), Model: model.Info{Name: "agents", Mode: model.ModeLive}, Runtime: "interp"}
	r, err := l.Run(context.Background(), Plan(s, g, PlanOptions{Open: only(c2Seat)}))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestOverHTTP(t *testing.T) {
	r := overHTTP(t, endpoint(t, "", nil))
	if r.Objectives[0].Ending != EndWitnessed || r.Usage.Calls == 0 || r.Records[0].Mode != "live" {
		t.Errorf("ended %+v with usage %+v", r.Objectives[0], r.Usage)
	}
}

// TestEndpointFaults breaks the realiser's endpoint and that of the agents,
// each in each way: never a crash, never a fail.
func TestEndpointFaults(t *testing.T) {
	want := map[string]model.ErrorKind{
		"rate limited": model.ErrRateLimited, "server error": model.ErrServer, "timeout": model.ErrTimeout,
		"malformed": model.ErrMalformed, "cut": model.ErrCut, "unauthorized": model.ErrUnauthorized,
	}
	for _, broken := range []string{"writer", "agents"} {
		for name, fault := range faults {
			t.Run(fmt.Sprint(broken, " ", name), func(t *testing.T) {
				t.Parallel()
				r := overHTTP(t, endpoint(t, broken, fault))
				for _, rec := range r.Records {
					if rec.Verdict == coverage.Fail {
						t.Errorf("a fault of the endpoint is recorded as %+v", rec)
					}
				}
				reasons := []string{}
				for _, rec := range r.Records {
					reasons = append(reasons, rec.Reason)
				}
				if !slices.Contains(reasons, string(want[name])) {
					t.Errorf("reasons are %q, want %s among them", reasons, want[name])
				}
				ending, blocked := EndUndecided, name == "unauthorized"
				if blocked {
					ending = EndBlocked
				}
				if got := r.Objectives[0].Ending; got != ending || (r.Stop != nil) != blocked {
					t.Errorf("ended %s with stop %+v, want %s", got, r.Stop, ending)
				}
				if broken == "writer" && r.Counts.Attempts+r.Counts.Runs != 0 {
					t.Errorf("a broken writer spent attempts: %+v", r.Counts)
				}
			})
		}
	}
}
