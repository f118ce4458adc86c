package cli

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/obligations/coverage"
)

const (
	seatsProgram  = "../../benchmarks/workflows/customer_service"
	seatsManifest = "../../benchmarks/manifests/oai_customer_service.yaml"
)

// measuredPaths are the workflows that TestEndpointCover measures.
var measuredPaths = []string{seatsManifest}

// coverLive runs cover with a live model.
func coverLive(ctx context.Context, t *testing.T, e *endpoint, args ...string) *invocation {
	t.Helper()
	in := invoke(ctx, t, e.url, append([]string{"cover", "--model", "agents-model", "--timeout", "2s", "--out", "DIR/run", seatsManifest}, args...)...)
	in.checkSecret(t)
	return in
}

// TestEndpointCover measures a program and a manifest with a realiser and a
// model under test that are both behind an endpoint.
func TestEndpointCover(t *testing.T) {
	for _, path := range measuredPaths {
		e := newEndpoint(t, nil)
		in := invoke(context.Background(), t, e.url, "cover", "--model", "agents-model", "--realiser-model", "writing-model", "--out", "DIR/run", path)
		in.checkSecret(t)
		if in.code != exitOK {
			t.Fatalf("%s: exit %d\n%s%s", path, in.code, in.stdout, in.stderr)
		}
		k := readKept(t, in.dir+"/run")
		for _, c := range []string{"C1", "C2", "C4"} {
			for _, o := range k.summary.Obligations {
				if string(o.Criterion) == c && o.Verdict != coverage.Pass {
					t.Errorf("%s: %s is %s", path, o.ID, o.Verdict)
				}
			}
		}
		if !e.models[agents]["agents-model"] || !e.models[writer]["writing-model"] || len(e.models[agents])+len(e.models[writer]) != 2 {
			t.Errorf("%s: models asked: %v", path, e.models)
		}
		if want := map[string]bool{"Bearer " + testKey: true}; !cmp.Equal(e.keys, want) {
			t.Errorf("%s: keys sent: %v", path, e.keys)
		}
		for _, want := range []string{"agents-model (live)", "generated, live", fmt.Sprintf("%d model calls", e.requests())} {
			if !strings.Contains(in.stdout, want) {
				t.Errorf("%s: the report lacks %q:\n%s", path, want, in.stdout)
			}
		}
		if strings.Contains(in.stdout, "SIMULATED") {
			t.Errorf("%s: a live run is called simulated:\n%s", path, in.stdout)
		}
	}
}

// TestEndpointRecovers breaks the endpoint for a few requests: the measurement
// comes to what it comes to without.
func TestEndpointRecovers(t *testing.T) {
	clean := readKept(t, coverLive(context.Background(), t, newEndpoint(t, nil)).dir+"/run")
	faults := []struct {
		name   string
		times  int
		answer http.HandlerFunc
	}{
		{"429 with Retry-After", 3, rateLimited},
		{"429 longer than one call tries", 6, rateLimited},
		{"500", 2, serverError},
		{"timeout", 1, hang},
		{"malformed", 2, malformed},
		{"no choices", 1, emptyAnswer},
		{"cut", 2, cut},
		{"refusal", 2, refusal},
	}
	for _, who := range []party{agents, writer} {
		for _, f := range faults {
			t.Run(string(who)+" "+f.name, func(t *testing.T) {
				t.Parallel()
				e := newEndpoint(t, map[party]outage{who: {after: 1, times: f.times, answer: f.answer}})
				in := coverLive(context.Background(), t, e, "--timeout", "1s")
				if in.code != exitOK {
					t.Fatalf("exit %d\n%s%s", in.code, in.stdout, in.stderr)
				}
				k := readKept(t, in.dir+"/run")
				if diff := cmp.Diff(clean.verdicts(), k.verdicts()); diff != "" {
					t.Errorf("verdicts differ from those of an endpoint that works (-want +got):\n%s", diff)
				}
				if strings.HasPrefix(f.name, "429") && !slices.Contains(in.waits, 7*time.Second) {
					t.Errorf("waited %v, not as Retry-After says", in.waits)
				}
			})
		}
	}
}

// TestEndpointBroken breaks the endpoint for good.
func TestEndpointBroken(t *testing.T) {
	faults := []struct {
		name   string
		answer http.HandlerFunc
		reason map[party]string
		exit   map[party]int
	}{
		{"429", rateLimited, same("rate_limited"), map[party]int{agents: 3, writer: 2}},
		{"500", serverError, same("server_error"), map[party]int{agents: 3, writer: 2}},
		{"timeout", hang, same("timeout"), map[party]int{agents: 3, writer: 2}},
		{"malformed", malformed, same("malformed_answer"), map[party]int{agents: 3, writer: 2}},
		{"no choices", emptyAnswer, same("malformed_answer"), map[party]int{agents: 3, writer: 2}},
		{"cut", cut, same("connection_cut"), map[party]int{agents: 3, writer: 2}},
		{"refusal", refusal, map[party]string{agents: "refused", writer: "realiser_refused"}, map[party]int{agents: 0, writer: 2}},
		{"401", unauthorized, same("unauthorized"), map[party]int{agents: 2, writer: 2}},
		{"404", notFound, same("not_found"), map[party]int{agents: 2, writer: 2}},
		{"400", badRequest, same("bad_request"), map[party]int{agents: 2, writer: 2}},
	}
	for _, who := range []party{agents, writer} {
		for _, f := range faults {
			t.Run(string(who)+" "+f.name, func(t *testing.T) {
				t.Parallel()
				e := newEndpoint(t, map[party]outage{who: {times: forever, answer: f.answer}})
				in := coverLive(context.Background(), t, e, "--timeout", patience(f.name))
				k := readKept(t, in.dir+"/run")
				if in.code != f.exit[who] {
					t.Errorf("exit %d, want %d\n%s%s", in.code, f.exit[who], in.stdout, in.stderr)
				}
				if got := k.reasons(); !slices.Contains(got, f.reason[who]) {
					t.Errorf("the reasons are %q, want %s among them", got, f.reason[who])
				}
				if nothing := strings.Contains(in.stdout, "NOTHING MEASURED"); nothing != (in.code == exitUsage) {
					t.Errorf("exit %d, and the report says:\n%s", in.code, in.stdout)
				}
				if in.code != exitOK && (k.verdicts()[coverage.Pass] > 0 || k.verdicts()[coverage.Fail] > 0 || !strings.Contains(in.stdout, "stopped: ")) {
					t.Errorf("verdicts %v of no answer at all; the report says:\n%s", k.verdicts(), in.stdout)
				}
				// Three objectives in a row, four runs or drafts each, four tries each.
				if n := e.requestsOf(who); in.code != exitOK && n > 3*4*4 {
					t.Errorf("%d requests to an endpoint that never answers", n)
				}
			})
		}
	}
}

func same(reason string) map[party]string { return map[party]string{agents: reason, writer: reason} }

// patience is the time for one model call: long on a busy machine, short where
// every call uses it up.
func patience(fault string) string {
	if fault == "timeout" {
		return "40ms"
	}
	return "5s"
}
