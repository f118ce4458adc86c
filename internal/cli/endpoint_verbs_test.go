package cli

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/obligato-dev/obligato/generate"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/trace"
)

const seatCall = "C2:seat_booking_agent->update_seat"

// generated is the JSON of obligato generate.
type generated struct {
	Schema, Mode, Model string
	Objectives          []generate.Ended
	Counts              generate.Counts
	Stop                *generate.Stop
}

func generateLive(ctx context.Context, t *testing.T, e *endpoint, args ...string) (*invocation, generated) {
	t.Helper()
	in := invoke(ctx, t, e.url, append([]string{
		"generate", "--model", "agents-model", "--timeout", "5s", "--suite", "DIR/suite", "--format", "json", "--only", seatCall, seatsManifest,
	}, args...)...)
	in.checkSecret(t)
	var out generated
	if in.stdout != "" {
		if err := json.Unmarshal([]byte(in.stdout), &out); err != nil {
			t.Fatalf("%v in %s", err, in.stdout)
		}
	}
	return in, out
}

func TestEndpointGenerate(t *testing.T) {
	tests := []struct {
		name   string
		faults map[party]outage
		exit   int
		ending generate.Ending
		reason string
	}{
		{"works", nil, exitOK, generate.EndWitnessed, ""},
		{"429, then works", map[party]outage{agents: {times: 2, answer: rateLimited}, writer: {times: 1, answer: rateLimited}}, exitOK, generate.EndWitnessed, ""},
		{"429", map[party]outage{agents: {times: forever, answer: rateLimited}}, exitUndecided, generate.EndUndecided, coverage.ReasonStillUndecided},
		{"cut behind a handoff", map[party]outage{agents: {after: 1, times: forever, answer: cut}}, exitUndecided, generate.EndUndecided, coverage.ReasonStillUndecided},
		{"401", map[party]outage{agents: {times: forever, answer: unauthorized}}, exitUsage, generate.EndBlocked, "unauthorized"},
		{"401 behind a handoff", map[party]outage{agents: {after: 1, times: forever, answer: unauthorized}}, exitUndecided, generate.EndBlocked, "unauthorized"},
		{"writer's 500", map[party]outage{writer: {times: forever, answer: serverError}}, exitUsage, generate.EndUndecided, "server_error"},
		{"writer's refusal", map[party]outage{writer: {times: forever, answer: refusal}}, exitUsage, generate.EndUndecided, "realiser_refused"},
		{"writer's 404", map[party]outage{writer: {times: forever, answer: notFound}}, exitUsage, generate.EndBlocked, "not_found"},
		{"refusal", map[party]outage{agents: {times: forever, answer: refusal}}, exitOK, generate.EndStuck, coverage.ReasonRefused},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := newEndpoint(t, tt.faults)
			in, out := generateLive(context.Background(), t, e)
			if in.code != tt.exit || out.Mode != "live" || out.Model != "agents-model" || len(out.Objectives) != 1 {
				t.Fatalf("exit %d, want %d\n%s%s", in.code, tt.exit, in.stdout, in.stderr)
			}
			if got := out.Objectives[0]; got.Ending != tt.ending || got.Reason != tt.reason {
				t.Errorf("ended %s (%s), want %s (%s)", got.Ending, got.Reason, tt.ending, tt.reason)
			}
			if n := e.requests(); n > 5*16 {
				t.Errorf("%d requests for one objective", n)
			}
			suite, _ := filepath.Glob(filepath.Join(in.dir, "suite", "*.yaml"))
			if (tt.ending == generate.EndWitnessed) && len(suite) != 1 {
				t.Errorf("suite %v", suite)
			}
		})
	}
}

func TestEndpointGenerateBudget(t *testing.T) {
	e := newEndpoint(t, nil)
	in, out := generateLive(context.Background(), t, e, "--max-calls", "3")
	if in.code != exitBudget || out.Stop == nil || !out.Stop.Budget || e.requests() != 3 {
		t.Errorf("exit %d after %d requests\n%s", in.code, e.requests(), in.stdout)
	}
}

// TestEndpointGenerateInterrupted keeps what was written so far.
func TestEndpointGenerateInterrupted(t *testing.T) {
	e := newEndpoint(t, nil)
	ctx, cancel := context.WithCancelCause(context.Background())
	e.onAgents = func(n int) {
		if n == 12 {
			cancel(errors.New("interrupted"))
		}
	}
	in := invoke(ctx, t, e.url, "generate", "--model", "m", "--suite", "DIR/suite", seatsManifest)
	suite, _ := filepath.Glob(filepath.Join(in.dir, "suite", "*.yaml"))
	if in.code != exitInterrupt || len(suite) == 0 {
		t.Errorf("exit %d, suite %v\n%s", in.code, suite, in.stderr)
	}
}

// suiteOf writes three scenarios: of the seat, a handoff and a question.
func suiteOf(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a": `turns: ["I want help with this: changes the seat on an existing booking.", "Update the seat of a booking. The confirmation number is \"ABC123\". The new seat is \"12A\"."]
expect: ["` + seatCall + `"]`,
		"b": `turns: ["I want help with this: changes the seat on an existing booking."]
expect: ["C4:triage_agent=>seat_booking_agent"]`,
		"c": `turns: ["I want help with this: answers general questions about the airline."]
expect: ["C4:triage_agent=>faq_agent"]`,
	} {
		body := "schema: obligato.scenario/v1\nid: " + name + "\n" + text + "\n"
		if err := os.WriteFile(filepath.Join(dir, name+".yaml"), []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestEndpointRun runs tests that somebody wrote. Each runs once: what the
// endpoint breaks is undecided, never an unmet expectation.
func TestEndpointRun(t *testing.T) {
	tests := []struct {
		name   string
		fault  outage
		args   []string
		exit   int
		traces int
		end    string // reason of the last run's end
	}{
		{"works", outage{}, nil, exitOK, 3, ""},
		{"429, then works", outage{times: 2, answer: rateLimited}, nil, exitOK, 3, ""},
		{"500, then works", outage{times: 3, answer: serverError}, nil, exitOK, 3, ""},
		{"429", outage{times: forever, answer: rateLimited}, nil, exitUndecided, 3, "rate_limited"},
		{"500", outage{times: forever, answer: serverError}, nil, exitUndecided, 3, "server_error"},
		{"timeout", outage{times: forever, answer: hang}, []string{"--timeout", "30ms"}, exitUndecided, 3, "timeout"},
		{"run timeout", outage{times: forever, answer: hang}, []string{"--run-timeout", "30ms"}, exitUndecided, 3, "timeout"},
		{"malformed", outage{times: forever, answer: malformed}, nil, exitUndecided, 3, "malformed_answer"},
		{"cut", outage{times: forever, answer: cut}, nil, exitUndecided, 3, "connection_cut"},
		{"cut behind the first handoff", outage{after: 1, times: forever, answer: cut}, nil, exitUndecided, 3, "connection_cut"},
		{"refusal", outage{times: forever, answer: refusal}, nil, exitFinding, 3, ""},
		{"401", outage{times: forever, answer: unauthorized}, nil, exitUsage, 1, "unauthorized"},
		{"404", outage{times: forever, answer: notFound}, nil, exitUsage, 1, "not_found"},
		{"401 behind the first handoff", outage{after: 1, times: forever, answer: unauthorized}, nil, exitUndecided, 1, "unauthorized"},
		{"401 in the second run", outage{after: 4, times: forever, answer: unauthorized}, nil, exitUndecided, 2, "unauthorized"},
		{"budget", outage{}, []string{"--max-calls", "2"}, exitBudget, 1, "budget"},
		{"budget in a retry", outage{times: forever, answer: rateLimited}, []string{"--max-calls", "2"}, exitBudget, 1, "budget"},
	}
	suite := suiteOf(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := newEndpoint(t, map[party]outage{agents: tt.fault})
			in := invoke(context.Background(), t, e.url, append([]string{"run", "--model", "m", "--timeout", "5s", "--out", "DIR/traces", seatsManifest, suite}, tt.args...)...)
			in.checkSecret(t)
			if in.code != tt.exit {
				t.Errorf("exit %d, want %d\n%s%s", in.code, tt.exit, in.stdout, in.stderr)
			}
			if nothing := strings.Contains(in.stdout, "NOTHING MEASURED"); nothing != (in.code == exitUsage) {
				t.Errorf("exit %d, and the report says:\n%s", in.code, in.stdout)
			}
			traces := readTraces(t, filepath.Join(in.dir, "traces"))
			reasons := []string{}
			for _, tr := range traces {
				end, _ := tr.End()
				reasons = append(reasons, end.Reason)
				if h := tr.Header; h.Mode != trace.Live || h.Origin != trace.Generated {
					t.Errorf("header %+v", h)
				}
			}
			if len(traces) != tt.traces || !slices.Contains(reasons, tt.end) {
				t.Errorf("%d runs that ended %q, want %d and %s among them", len(traces), reasons, tt.traces, tt.end)
			}
			left := strings.Contains(in.stdout, "not run")
			if left != (tt.traces < 3) {
				t.Errorf("%d of 3 scenarios ran, and stdout says:\n%s", tt.traces, in.stdout)
			}
			if e.requests() > 3*4+tt.fault.after {
				t.Errorf("%d requests", e.requests())
			}
		})
	}
}

// TestEndpointRunInterrupted stops at once and keeps the traces so far.
func TestEndpointRunInterrupted(t *testing.T) {
	e := newEndpoint(t, nil)
	ctx, cancel := context.WithCancelCause(context.Background())
	e.onAgents = func(int) { cancel(errors.New("interrupted")) }
	in := invoke(ctx, t, e.url, "run", "--model", "m", "--out", "DIR/traces", seatsManifest, suiteOf(t))
	if traces := readTraces(t, filepath.Join(in.dir, "traces")); in.code != exitInterrupt || len(traces) != 1 || e.requests() != 1 {
		t.Errorf("exit %d, %d traces, %d requests\n%s", in.code, len(traces), e.requests(), in.stderr)
	}
}
