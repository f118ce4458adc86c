package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/obligato-dev/obligato/generate"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// TestEndpointBreaksPartway lets the endpoint of the agents answer for a
// while: what was seen before it broke counts, and nothing after it fails.
func TestEndpointBreaksPartway(t *testing.T) {
	faults := []struct {
		name   string
		answer http.HandlerFunc
		blocks bool // only a human can mend it
	}{
		{"429", rateLimited, false},
		{"500", serverError, false},
		{"timeout", hang, false},
		{"malformed", malformed, false},
		{"cut", cut, false},
		{"401", unauthorized, true},
	}
	for _, f := range faults {
		for _, after := range []int{1, 2, 3, 7} {
			if f.name == "timeout" && after != 2 {
				continue // each takes seconds
			}
			t.Run(fmt.Sprintf("%s after %d", f.name, after), func(t *testing.T) {
				t.Parallel()
				e := newEndpoint(t, map[party]outage{agents: {after: after, times: forever, answer: f.answer}})
				timeout := "5s"
				if f.name == "timeout" {
					timeout = "100ms"
				}
				in := coverLive(context.Background(), t, e, "--timeout", timeout)
				k := readKept(t, in.dir+"/run")
				if in.code != exitUndecided {
					t.Errorf("exit %d, want %d\n%s%s", in.code, exitUndecided, in.stdout, in.stderr)
				}
				v := k.verdicts()
				if v[coverage.Pass] == 0 || k.verdictOf("C1:triage_agent") != coverage.Pass {
					t.Errorf("nothing of what was seen before counts: %v", v)
				}
				if !strings.Contains(in.stdout, "stopped: ") || v[coverage.NotEvaluated] == 0 {
					t.Errorf("verdicts %v; the report says:\n%s", v, in.stdout)
				}
				if f.blocks {
					if n := e.requestsOf(agents); n != after+1 {
						t.Errorf("%d requests, although the endpoint blocks after %d", n, after)
					}
					return
				}
				// Both as the run's own record, and, as the loop then gives
				// up, as the objective's.
				for _, want := range []coverage.Verdict{coverage.Indeterminate, coverage.Blocked} {
					if !slices.ContainsFunc(k.records, func(r coverage.Record) bool { return r.Verdict == want }) {
						t.Errorf("no record is %s", want)
					}
				}
			})
		}
	}
}

// TestEndpointOfAnotherRealiser breaks the endpoint of a realiser that is
// another model than the one under test, after a while.
func TestEndpointOfAnotherRealiser(t *testing.T) {
	e := newEndpoint(t, map[party]outage{writer: {after: 2, times: forever, answer: notFound}})
	in := coverLive(context.Background(), t, e, "--realiser-model", "writing-model")
	k := readKept(t, in.dir+"/run")
	if v := k.verdicts(); in.code != exitUndecided || v[coverage.Pass] == 0 || v[coverage.Blocked] != 1 {
		t.Errorf("exit %d, verdicts %v\n%s", in.code, v, in.stdout)
	}
	if !strings.Contains(in.stdout, fmt.Sprintf("%d model calls", e.requests())) {
		t.Errorf("%d requests came in; the report says:\n%s", e.requests(), in.stdout)
	}
	if n := e.requestsOf(writer); n != 3 {
		t.Errorf("%d requests for scenarios, although the third was blocked", n)
	}
}

// TestEndpointBudget holds the cap on calls over both models and all retries.
func TestEndpointBudget(t *testing.T) {
	tests := []struct {
		name  string
		limit int
		fault map[party]outage
		args  []string
		exit  int
	}{
		{"one model", 12, nil, nil, exitBudget},
		{"two models", 12, nil, []string{"--realiser-model", "writing-model"}, exitBudget},
		{"retries", 12, map[party]outage{agents: {after: 4, times: forever, answer: rateLimited}}, nil, exitBudget},
		{"retries of the realiser", 10, map[party]outage{writer: {after: 1, times: forever, answer: serverError}}, nil, exitBudget},
		{"in the first run", 2, nil, nil, exitBudget},
		{"before the first run", 1, nil, nil, exitBudget},
		{"in the realiser's first retry", 1, map[party]outage{writer: {times: forever, answer: rateLimited}}, nil, exitUsage},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := newEndpoint(t, tt.fault)
			in := coverLive(context.Background(), t, e, append(tt.args, "--max-calls", fmt.Sprint(tt.limit))...)
			k := readKept(t, in.dir+"/run")
			if in.code != tt.exit {
				t.Errorf("exit %d, want %d\n%s%s", in.code, tt.exit, in.stdout, in.stderr)
			}
			if n := e.requests(); n != tt.limit || !strings.Contains(in.stdout, fmt.Sprintf("%s, about", count(n, "model call"))) {
				t.Errorf("%d requests, want the cap of %d, and the report says:\n%s", n, tt.limit, in.stdout)
			}
			if !slices.Contains(k.reasons(), "budget") || !strings.Contains(in.stdout, "stopped: budget") {
				t.Errorf("reasons %q; the report says:\n%s", k.reasons(), in.stdout)
			}
			if tt.limit == 12 && tt.fault == nil && k.verdicts()[coverage.Pass] == 0 {
				t.Error("what was seen before the cap does not count")
			}
		})
	}
}

// TestEndpointWritesForSimulated has scenarios for the simulated model written
// by a live one: only the calls that are paid count against the cap, and the
// results stay simulated.
func TestEndpointWritesForSimulated(t *testing.T) {
	e := newEndpoint(t, nil)
	in := invoke(context.Background(), t, e.url, "cover", "--realiser-model", "writing-model", "--max-calls", "40", "--out", "DIR/run", seatsManifest)
	in.checkSecret(t)
	if in.code != exitOK || e.requestsOf(agents) != 0 || e.requestsOf(writer) == 0 || !strings.Contains(in.stdout, "SIMULATED") {
		t.Errorf("exit %d after %d and %d requests\n%s", in.code, e.requestsOf(agents), e.requestsOf(writer), in.stdout)
	}
	for run, tr := range readTraces(t, filepath.Join(in.dir, "run", dirTraces)) {
		if tr.Header.Mode != trace.Simulated {
			t.Errorf("run %s is %s", run, tr.Header.Mode)
		}
	}
	e = newEndpoint(t, nil)
	in = invoke(context.Background(), t, e.url, "cover", "--realiser-model", "writing-model", "--max-calls", "3", "--out", "DIR/run", seatsManifest)
	if in.code != exitBudget || e.requests() > 3 {
		t.Errorf("exit %d after %d requests\n%s", in.code, e.requests(), in.stdout)
	}
}

// TestEndpointDefaultCap ends a run that names no cap.
func TestEndpointDefaultCap(t *testing.T) {
	e := newEndpoint(t, map[party]outage{agents: {times: forever, answer: func(w http.ResponseWriter, _ *http.Request) {
		write(w, map[string]any{"role": "assistant", "content": "Yes."})
	}}})
	in := coverLive(context.Background(), t, e, "--expose", "all", "--view", "paper")
	if n := e.requests(); n > defaultLiveCalls {
		t.Errorf("%d requests, the default cap is %d", n, defaultLiveCalls)
	}
	k := readKept(t, in.dir+"/run")
	if !slices.Contains([]int{exitOK, exitBudget}, in.code) || k.verdicts()[coverage.Fail] == 0 {
		t.Errorf("exit %d, verdicts %v", in.code, k.verdicts())
	}
}

// TestEndpointDryRun sends nothing.
func TestEndpointDryRun(t *testing.T) {
	for _, args := range [][]string{
		{"cover", "--model", "m", "--dry-run", "--out", "DIR/run", seatsManifest},
		{"cover", "--model", "m", "--realiser-model", "w", "--max-calls", "7", "--dry-run", "--out", "DIR/run", seatsManifest},
		{"cover", "--realiser-model", "w", "--dry-run", "--out", "DIR/run", seatsManifest},
		{"generate", "--model", "m", "--dry-run", "--suite", "DIR/suite", seatsManifest},
	} {
		e := newEndpoint(t, nil)
		in := invoke(context.Background(), t, e.url, args...)
		in.checkSecret(t)
		limit := "cap: 200 model calls"
		if slices.Contains(args, "7") {
			limit = "cap: 7 model calls"
		}
		if in.code != exitOK || e.requests() != 0 || !strings.Contains(in.stdout, limit) || !strings.Contains(in.stdout, "sent to the endpoint") {
			t.Errorf("%q: exit %d after %d requests\n%s%s", args, in.code, e.requests(), in.stdout, in.stderr)
		}
		if left, err := os.ReadDir(in.dir); err != nil || len(left) > 0 {
			t.Errorf("%q: wrote %v (%v)", args, left, err)
		}
	}
}

// TestKeyChoosesNoModel has a key in the environment and no --model.
func TestKeyChoosesNoModel(t *testing.T) {
	e := newEndpoint(t, nil)
	in := invoke(context.Background(), t, e.url, "cover", "--out", "DIR/run", seatsManifest)
	if in.code != exitOK || e.requests() != 0 || !strings.Contains(in.stdout, "SIMULATED") {
		t.Errorf("exit %d after %d requests\n%s", in.code, e.requests(), in.stdout)
	}
}

// TestEndpointMissing has an endpoint that cannot be reached or used: exit 2,
// with what to do.
func TestEndpointMissing(t *testing.T) {
	tests := []struct {
		name, url string
		key       bool
		want      string
	}{
		{"nothing listens", "http://127.0.0.1:9/v1", true, "connection_refused"},
		{"no key", "https://api.example.com/v1", false, "needs a key"},
		{"no URL", "ftp://127.0.0.1/v1", true, "base URL"},
		{"URL with a password", "http://user:" + testKey + "@127.0.0.1/v1", true, "base URL"},
		{"garbage", "http://[::1", true, "base URL"},
	}
	for _, tt := range tests {
		for _, verb := range []string{"cover", "generate"} {
			key := ""
			if tt.key {
				key = testKey
			}
			in := invokeWith(context.Background(), t, map[string]string{"OPENAI_BASE_URL": tt.url, "OPENAI_API_KEY": key},
				verb, "--model", "m", map[string]string{"cover": "--out", "generate": "--suite"}[verb], "DIR/out", seatsManifest)
			in.checkSecret(t)
			if in.code != exitUsage || !strings.Contains(in.stdout+in.stderr, tt.want) || !strings.Contains(in.stdout+in.stderr, "next: obligato doctor") {
				t.Errorf("%s: %s: exit %d\n%s%s", tt.name, verb, in.code, in.stdout, in.stderr)
			}
			if len(in.waits) > 0 {
				t.Errorf("%s: %s: waited %v for what only a human can mend", tt.name, verb, in.waits)
			}
		}
	}
}

// TestEndpointInterrupted cancels a run while a model is asked: what came
// before is kept, and an earlier run stays.
func TestEndpointInterrupted(t *testing.T) {
	for _, at := range []int{1, 2, 9} {
		e := newEndpoint(t, nil)
		ctx, cancel := context.WithCancelCause(context.Background())
		e.onAgents = func(n int) {
			if n == at {
				cancel(errors.New("interrupted"))
			}
		}
		in := coverLive(ctx, t, e)
		if in.code != exitInterrupt || !strings.Contains(in.stderr, "interrupted") {
			t.Errorf("after %d requests: exit %d\n%s%s", at, in.code, in.stdout, in.stderr)
		}
		k := readKept(t, in.dir+"/run")
		if len(k.traces) == 0 || len(k.journal) == 0 {
			t.Errorf("after %d requests: %d traces, %d journal entries", at, len(k.traces), len(k.journal))
		}
		ends := map[string]int{}
		for _, tr := range k.traces {
			end, _ := tr.End()
			ends[end.Reason]++
		}
		if ends[trace.ReasonCancelled] != 1 || !slices.ContainsFunc(k.journal, func(j generate.Entry) bool { return j.Kind == generate.EntryStop && j.Reason == trace.ReasonCancelled }) {
			t.Errorf("after %d requests: runs ended %v, journal %+v", at, ends, k.journal[len(k.journal)-1])
		}
		if at == 9 && k.verdicts()[coverage.Pass] == 0 {
			t.Error("what was seen before does not count")
		}
		if n := e.requests(); n > at+9 {
			t.Errorf("%d requests, cancelled at %d", n, at)
		}
	}
}

// TestEndpointKeepsEarlierRun runs into one directory twice; the runs differ.
func TestEndpointKeepsEarlierRun(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "run")
	good := invoke(context.Background(), t, newEndpoint(t, nil).url, "cover", "--model", "m", "--out", out, seatsManifest)
	first := readKept(t, out)
	e := newEndpoint(t, map[party]outage{agents: {after: 1, times: forever, answer: unauthorized}})
	bad := invoke(context.Background(), t, e.url, "cover", "--model", "m", "--out", out, seatsManifest)
	if good.code != exitOK || bad.code != exitUndecided || !strings.Contains(bad.stdout, "kept the earlier run, which differs, as") {
		t.Fatalf("exit %d and %d\n%s", good.code, bad.code, bad.stdout)
	}
	again := readKept(t, out+".1")
	if len(again.traces) != len(first.traces) || len(readKept(t, out).traces) != 1 {
		t.Errorf("%d traces were kept of %d", len(again.traces), len(first.traces))
	}
}
