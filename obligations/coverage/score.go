package coverage

import (
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/shell"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// CodeOtherSet is the finding that a profile is of another obligation set, so
// that nothing of it was counted.
const CodeOtherSet = "OB912"

// Extras are what judgements hold besides records, added up.
type Extras struct {
	Unmapped     []Unmapped
	Findings     []manifest.Finding
	Completeness Completeness
}

// Add adds a judgement. The sum does not depend on the order.
func (e *Extras) Add(j Judgement) {
	e.Unmapped = mergeUnmapped(e.Unmapped, j.Unmapped)
	e.Findings = mergeFindings(e.Findings, j.Findings)
	e.Completeness.Add(j.Run)
}

// mergeFindings returns the findings of both lists, sorted, each once. It is
// never nil: an empty list is [] in JSON.
func mergeFindings(a, b []manifest.Finding) []manifest.Finding {
	all := append(append([]manifest.Finding{}, a...), b...)
	slices.SortFunc(all, compareFindings)
	return slices.Compact(all)
}

// DefaultCounts are the modes whose witnesses close an obligation unless asked
// otherwise: all but forced.
var DefaultCounts = []trace.Mode{trace.Live, trace.Observed, trace.Replayed, trace.Scripted, trace.Simulated}

// ScoreOptions select what counts and what is shown beside the numbers.
type ScoreOptions struct {
	// Counts are the modes whose witnesses close an obligation; nil means
	// DefaultCounts. Witnesses of origin wired never do. A breach, a fail or
	// an undecided record counts whatever its mode.
	Counts []trace.Mode
	// Extras of the judgements that filled the profile.
	Extras Extras
	// Waived holds the ids of obligations that a person has excused.
	Waived map[string]bool
	// Path is the workflow's path as the user gave it, for commands; empty
	// means PATH.
	Path string
	// Command makes the next command of an open obligation; nil, or an empty
	// answer, means the next step of its reason.
	Command func(o obligations.Obligation, d Derived) string
}

// Score counts what a profile says about the set that it belongs to. The
// denominator is the set's alone: records of anything else change no number
// and are listed as unmapped, all of them where the profile is of another set.
// A nil profile is an empty one.
func Score(s *obligations.Set, p *Profile, o ScoreOptions) *Summary {
	if p == nil {
		p = NewProfile(s.Digest)
	}
	if o.Counts == nil {
		o.Counts = DefaultCounts
	}
	c := &scorer{
		set: s, options: o,
		counts:  slices.Compact(append([]trace.Mode{}, slices.Sorted(slices.Values(o.Counts))...)),
		records: make(map[string][]Record, len(s.Obligations)),
		runs:    map[string]int{},
	}
	return c.summary(p)
}

// scorer is the state of scoring one profile.
type scorer struct {
	set     *obligations.Set
	options ScoreOptions
	counts  []trace.Mode
	records map[string][]Record // by obligation
	runs    map[string]int      // by obligation
	seen    sighting
}

func (c *scorer) summary(p *Profile) *Summary {
	out := c.frame()
	if p.SetDigest() != c.set.Digest {
		out.Findings = mergeFindings(out.Findings, []manifest.Finding{{
			Code: CodeOtherSet, Level: manifest.LevelError,
			Message: (&SetMismatchError{c.set.Digest, p.SetDigest()}).Error(),
		}})
		p = NewProfile(c.set.Digest)
	}
	out.Unmapped = mergeUnmapped(out.Unmapped, c.group(p))
	for _, list := range c.records {
		for i := range list {
			c.seen.add(&list[i])
		}
	}
	out.Completeness = c.seen.into(out.Completeness)
	for i := range c.set.Obligations {
		o := &c.set.Obligations[i]
		st := c.status(o)
		out.Obligations = append(out.Obligations, st)
		out.Criteria[o.Criterion].add(st, o)
	}
	return out
}

// frame fills in all that is not counted.
func (c *scorer) frame() *Summary {
	x := c.options.Extras
	out := &Summary{
		Schema: SummarySchema, StructureDigest: c.set.StructureDigest, BehaviourDigest: c.set.BehaviourDigest,
		ObligationsDigest: c.set.Digest, Counts: c.counts, Criteria: map[obligations.Criterion]*Tally{},
		Obligations: make([]Status, 0, len(c.set.Obligations)),
		Unresolved:  []manifest.Unresolved{}, Findings: []manifest.Finding{}, Completeness: x.Completeness,
	}
	for _, criterion := range obligations.Criteria {
		out.Criteria[criterion] = &Tally{}
	}
	classes := map[obligations.Class]*ClassTally{}
	for _, class := range obligations.Classes {
		classes[class] = &ClassTally{}
	}
	out.Criteria[obligations.C3].Classes = classes
	out.Findings = mergeFindings(out.Findings, x.Findings)
	out.Unmapped = mergeUnmapped(nil, x.Unmapped)
	if m := c.set.Manifest; m != nil {
		out.Workflow = m.Workflow
		out.Unresolved = append(out.Unresolved, m.Unresolved...)
		out.Overlay = m.Overlay
		out.Findings = mergeFindings(out.Findings, m.Findings)
	}
	return out
}

// group sorts the profile's records by obligation, and returns those of
// obligations that the set does not have.
func (c *scorer) group(p *Profile) []Unmapped {
	known := make(map[string]bool, len(c.set.Obligations))
	for _, o := range c.set.Obligations {
		known[o.ID] = true
	}
	strange := unmapped{}
	for _, r := range p.Records() {
		if !known[r.Obligation] {
			strange.add(UnmappedTarget, r.Obligation, "")
			continue
		}
		c.records[r.Obligation] = append(c.records[r.Obligation], r)
	}
	c.runs = p.runCounts()
	return strange.list()
}

// counted reports whether a record takes part in the verdict.
func (c *scorer) counted(r Record) bool {
	return r.Verdict != Pass || r.Origin != trace.Wired && slices.Contains(c.counts, r.Mode)
}

// status derives what is known of one obligation.
func (c *scorer) status(o *obligations.Obligation) Status {
	all := c.records[o.ID]
	counted := make([]Record, 0, len(all))
	st := Status{
		ID: o.ID, Criterion: o.Criterion, Waived: c.options.Waived[o.ID], Source: o.Source,
		Class: o.Class, Runs: c.runs[o.ID], Witnesses: []Witness{},
	}
	var shown []Record
	for _, r := range all {
		if c.counted(r) {
			counted = append(counted, r)
		}
		if isWitness(r) {
			shown = append(shown, r)
		}
	}
	d := Derive(counted, o.Criterion)
	if d.Verdict == NotEvaluated {
		d.Reason = notEvaluated(o, d.Reason, len(shown) > 0)
	}
	st.Verdict, st.Outcome, st.Reason = d.Verdict, d.Outcome, d.Reason
	st.Evidence, st.Flaky, st.Leading = d.Evidence, d.Flaky, d.Leading
	st.By = c.by(shown)
	st.Witnesses = witnesses(shown)
	if d.Verdict != Pass {
		st.Next = c.next(*o, d)
	}
	return st
}

// notEvaluated makes the reason of an obligation without a counted record
// finer.
func notEvaluated(o *obligations.Obligation, reason string, witnessed bool) string {
	switch {
	case witnessed:
		return ReasonNotCounted
	case o.Criterion == obligations.C3 && o.Kind == string(manifest.ToolHosted):
		return ReasonNotObservable
	}
	return reason
}

func (c *scorer) next(o obligations.Obligation, d Derived) string {
	if c.options.Command != nil {
		if next := c.options.Command(o, d); next != "" {
			return next
		}
	}
	return shell.Fill(step(o, d), o.ID, c.options.Path)
}

// by says which origins have a witness, each 0 or 1. The user's own, recorded
// and generated witnesses stand there only where their mode counts.
func (c *scorer) by(shown []Record) By {
	var b By
	for _, r := range shown {
		switch {
		case r.Origin == trace.Wired:
			b.Wired = 1
		case !c.counted(r):
		case r.Origin == trace.Tests:
			b.Tests = 1
		case r.Origin == trace.Production:
			b.Production = 1
		case r.Origin == trace.Generated:
			b.Generated = 1
		}
	}
	return b
}

// isWitness reports whether the record shows its obligation: a pass, or the
// breach of a restriction, which has been exercised all the same.
func isWitness(r Record) bool { return r.Verdict == Pass || r.Outcome == Breached }

func witnesses(shown []Record) []Witness {
	slices.SortFunc(shown, compareStrength)
	out := make([]Witness, 0, min(len(shown), MaxWitnesses))
	for _, r := range shown[:min(len(shown), MaxWitnesses)] {
		out = append(out, Witness{
			Origin: r.Origin, Mode: r.Mode, Runtime: r.Runtime, Evidence: r.Evidence, Body: r.Body, Run: r.Run,
			Seq: r.Seq, Time: r.Time, Model: r.Model, SDK: r.SDK, Outcome: r.Outcome, Leading: r.Leading, Trace: r.Trace,
		})
	}
	return out
}
