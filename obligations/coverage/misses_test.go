package coverage

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/obligato-dev/obligato/runtime/trace"
)

func TestMisses(t *testing.T) {
	id := "C2:FAQ Agent->faq_lookup"
	targets := []string{id}
	miss := func(s string) []string { return []string{id + " " + s} }
	acted := func(tail ...trace.Event) []trace.Event { return append([]trace.Event{answered(faq)}, tail...) }
	passed := []trace.Event{ran(faq, lookup, "1"), finished(faq, lookup, "1", trace.StatusOK)}
	hit := miss("pass/witnessed [acknowledged] @1")
	runCases(t, []judgeCase{
		{name: "completed", events: acted(completed()), targets: targets, want: miss("fail/missed not_shown")},
		{name: "not targeted", events: acted(completed())},
		{name: "observed traces target nothing", header: imported, events: acted(completed()), targets: targets},
		{name: "twice the same target", events: acted(completed()), targets: []string{id, id}, want: miss("fail/missed not_shown")},
		{
			name: "unknown target", events: acted(completed()), targets: []string{"C2:Nobody->nothing"},
			unmapped: []Unmapped{{What: UnmappedTarget, Name: "C2:Nobody->nothing", Count: 1}},
		},
		{name: "interrupted", events: acted(over(trace.StatusInterrupted, trace.ReasonApprovalPending)), targets: targets, want: miss("fail/missed approval_pending")},
		{name: "interrupted without a reason", events: acted(over(trace.StatusInterrupted, "")), targets: targets, want: miss("fail/missed approval_pending")},
		{name: "cancelled", events: acted(over(trace.StatusInterrupted, trace.ReasonCancelled)), targets: targets, want: miss("indeterminate/undecided cancelled")},
		{name: "max turns", events: acted(over(trace.StatusError, trace.ReasonMaxTurns)), targets: targets, want: miss("fail/missed max_turns")},
		{name: "timeout", events: acted(over(trace.StatusTimeout, "timeout")), targets: targets, want: miss("indeterminate/undecided timeout")},
		{name: "budget", events: acted(over(trace.StatusBudget, "budget")), targets: targets, want: miss("indeterminate/undecided budget")},
		{name: "rate limited", events: acted(over(trace.StatusError, "rate_limited")), targets: targets, want: miss("indeterminate/undecided rate_limited")},
		{name: "no key", events: []trace.Event{started(triage), over(trace.StatusError, "no_credentials")}, targets: targets, want: miss("blocked/undecided no_credentials")},
		{name: "a reason that nobody knows", events: acted(over(trace.StatusError, "gremlins")), targets: targets, want: miss("indeterminate/undecided unknown_end")},
		{name: "truncated", events: acted(), targets: targets, want: miss("indeterminate/undecided truncated")},
		{name: "empty", targets: targets, want: miss("indeterminate/undecided truncated")},
		{name: "nothing structural", events: []trace.Event{{Kind: trace.Message}, completed()}, targets: targets, want: miss("indeterminate/undecided no_structure")},
		{name: "damaged", events: acted(completed()), damage: true, targets: targets, want: miss("indeterminate/undecided unreadable_lines")},
		{name: "damaged and blocked", events: acted(over(trace.StatusError, "unauthorized")), damage: true, targets: targets, want: miss("blocked/undecided unauthorized")},
		{
			name: "start without an end", events: acted(ran(faq, lookup, "1"), completed()), targets: targets,
			want: miss("indeterminate/undecided unfinished_call [attested-only] @2"),
		},
		{name: "start without an end, not targeted", events: acted(ran(faq, lookup, "1"), completed())},
		{
			name: "start without an end, timeout", events: acted(ran(faq, lookup, "1"), over(trace.StatusTimeout, "timeout")), targets: targets,
			want: miss("indeterminate/undecided timeout"),
		},
		{
			name: "run by nobody knows whom", events: acted(append(by(trace.None, ran(faq, lookup, "1"), finished(faq, lookup, "1", trace.StatusOK)), completed())...), targets: targets,
			want: miss("indeterminate/undecided unattributed [attested-only] @2"), unmapped: []Unmapped{{What: UnmappedCaller, Name: lookup, Count: 1}},
		},
		{
			name: "another tool run by nobody knows whom", events: acted(append(by(trace.None, ran("", update, "1")), completed())...), targets: targets,
			want: miss("fail/missed not_shown"), unmapped: []Unmapped{{What: UnmappedCaller, Name: update, Count: 1}},
		},
		{name: "evidence before a timeout", events: append(slices.Clone(passed), over(trace.StatusTimeout, "timeout")), targets: targets, want: hit},
		{name: "evidence before the cut", events: passed, targets: targets, want: hit},
		{name: "evidence before no key", events: append(slices.Clone(passed), over(trace.StatusError, "no_credentials")), targets: targets, want: hit},
		{name: "denied", events: acted(denied(faq, lookup, "1", trace.MechanismPermission), completed()), targets: targets, want: miss("fail/refused denied @2")},
		{
			name: "the agent passed the work on", events: acted(handed(faq, triage, trace.StatusCompleted), answered(triage), completed()), targets: targets,
			want: append(miss("fail/rerouted rerouted @2"), "C4:FAQ Agent=>Triage Agent pass/witnessed [verified] @2"),
		},
		{
			name: "another agent got the work", events: []trace.Event{answered(triage), handed(triage, seat, trace.StatusCompleted), answered(seat), completed()}, targets: targets,
			want: append(miss("fail/rerouted rerouted @2"), "C4:Triage Agent=>Seat Agent pass/witnessed [verified] @2"),
		},
		{
			name: "the right agent got the work and did not call", events: []trace.Event{answered(triage), handed(triage, faq, trace.StatusCompleted), answered(faq), completed()}, targets: targets,
			want: append(miss("fail/missed not_shown"), "C4:Triage Agent=>FAQ Agent pass/witnessed [verified] @2"),
		},
		{
			name: "another agent called the tool", events: acted(ran(triage, lookup, "1"), finished(triage, lookup, "1", trace.StatusOK), completed()), targets: targets,
			want: miss("fail/rerouted rerouted @2"), findings: []string{"OB302 warning"},
		},
	})
}

func TestMissOnTheRouteIsNoReroute(t *testing.T) {
	tr := record(header(), answered(triage), handed(triage, refund, trace.StatusCompleted), answered(refund), completed())
	id := "C1:Clerk Agent"
	for _, c := range []struct {
		route []string
		want  Outcome
	}{{nil, Rerouted}, {[]string{triage, refund}, Missed}} {
		j := Judge(airlineSet(t), tr, JudgeOptions{Targets: []string{id}, Route: c.route})
		for _, r := range j.Records {
			if r.Obligation == id && r.Outcome != c.want {
				t.Errorf("route %q: %s, want %s", c.route, brief(r), c.want)
			}
		}
	}
}

// TestTruncatedByItsSource: a source that knows that it cut the trace is
// believed, whatever the last event is.
func TestTruncatedByItsSource(t *testing.T) {
	tr := record(header(), answered(triage), completed())
	tr.Truncated = true
	if v, reason := EndVerdict(tr); v != Indeterminate || reason != ReasonTruncated {
		t.Errorf("%s %s", v, reason)
	}
}

// TestReasonsAreClosed reads the sources of the packages that end runs: a
// reason that they add must have a verdict here.
func TestReasonsAreClosed(t *testing.T) {
	names := constants(t, "../../runtime/model", "ErrorKind", "")
	names = append(names, constants(t, "../../runtime/trace", "", "Reason")...)
	if len(names) < 15 {
		t.Fatalf("found only %q", names)
	}
	for _, name := range names {
		if name == trace.ReasonNestingLimit {
			continue // of a tool's end, not of a run's
		}
		r, ok := LookupReason(name)
		if !ok || r.Verdict == "" {
			t.Errorf("a run that ends for %q has no verdict", name)
		}
		got, _ := EndVerdict(record(header(), answered(triage), over(trace.StatusError, name)))
		if got != r.Verdict {
			t.Errorf("%q ends as %s, documented as %s", name, got, r.Verdict)
		}
	}
}

// constants returns the string constants of a package that have the type, or
// whose names have the prefix.
func constants(t *testing.T, dir, typ, prefix string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, src, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != 1 {
				return true
			}
			lit, ok := v.Values[0].(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			id, _ := v.Type.(*ast.Ident)
			if typ != "" && id != nil && id.Name == typ || prefix != "" && strings.HasPrefix(v.Names[0].Name, prefix) {
				s, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, s)
			}
			return true
		})
	}
	return out
}

func TestEveryReasonIsDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Reasons {
		if seen[r.Name] {
			t.Errorf("%s stands twice", r.Name)
		}
		seen[r.Name] = true
		if r.Doc == "" || !strings.HasSuffix(r.Doc, ".") || !strings.HasPrefix(r.Next, "obligato ") {
			t.Errorf("%s is not documented: %+v", r.Name, r)
		}
		if NextStep(r.Name) != r.Next {
			t.Errorf("NextStep(%q) = %q", r.Name, NextStep(r.Name))
		}
		if r.Verdict == Pass || r.Verdict == NotEvaluated {
			t.Errorf("%s ends runs as %s", r.Name, r.Verdict)
		}
	}
	if NextStep("gremlins") == "" {
		t.Error("an unknown reason has no next step")
	}
}
