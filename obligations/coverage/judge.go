package coverage

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/canonical"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// interpreter is the runtime name of the interpreter, whose tool bodies are
// stubs and whose denials are its own.
const interpreter = "interp"

// JudgeOptions say what the judged run was for.
type JudgeOptions struct {
	// Targets are the obligations that the scenario was written for. Only
	// they get a record of a miss. An observed trace targets nothing, whatever
	// stands here.
	Targets []string
	// Leading marks a scenario that named what it was after.
	Leading bool
	// Route are the agent ids that the scenario was to pass. Passing work on
	// to one of them is no reroute.
	Route []string
}

// Judgement is what one trace says about a set of obligations.
type Judgement struct {
	Records  []Record           // sorted by obligation, verdict and outcome
	Unmapped []Unmapped         // names that bind to nothing
	Findings []manifest.Finding // about the workflow, each once
	Run      Completeness       // of this one run
}

// Judge judges a trace against every obligation of the set. To judge many
// traces against one set, make an Index once.
func Judge(s *obligations.Set, t *trace.Trace, o JudgeOptions) Judgement {
	return NewIndex(s).Judge(t, o)
}

// Judge judges a trace against every obligation of the set.
func (x *Index) Judge(t *trace.Trace, o JudgeOptions) Judgement {
	j := &judge{
		x: x, t: t, options: o,
		records: map[slot]Record{}, findings: map[manifest.Finding]struct{}{}, unmapped: unmapped{},
	}
	j.read()
	if !t.Header.Exposure {
		j.agents()
		j.allowed()
		j.delegations()
	}
	j.restricted()
	j.exposed()
	if t.Header.Driver != trace.Observe {
		j.misses()
	}
	return j.result()
}

// judge is the state of judging one trace.
type judge struct {
	x       *Index
	t       *trace.Trace
	options JudgeOptions

	calls []*call
	acts  []act
	hops  []hop

	records  map[slot]Record
	findings map[manifest.Finding]struct{}
	unmapped unmapped
}

// slot is what one run has at most one record of.
type slot struct {
	obligation string
	verdict    Verdict
	outcome    Outcome
}

// read turns the events into calls, acts and hops.
func (j *judge) read() {
	c := collectCalls(j.t.Events)
	j.calls = c.list
	j.acts = j.collectActs()
	j.hops = j.collectHops(c)
}

// agent returns the id of the agent with the runtime name, and counts a name
// that is none.
func (j *judge) agent(name string) (string, bool) {
	if name == "" {
		return "", false
	}
	id, ok := j.x.set.Agent(name)
	if !ok {
		j.unmapped.add(UnmappedAgent, name, "")
	}
	return id, ok
}

// event returns the event at a position, from 1.
func (j *judge) event(at int) trace.Event { return j.t.Events[at-1] }

// record notes what the run says about an obligation, with the event that
// says it. Of several that say the same the best witness stays.
func (j *judge) record(o *obligations.Obligation, v Verdict, out Outcome, reason string, level Evidence, at int) {
	h := j.t.Header
	r := Record{
		Obligation: o.ID, Run: h.Run, ScenarioDigest: h.ScenarioDigest, BehaviourDigest: h.BehaviourDigest,
		Verdict: v, Outcome: out, Reason: reason, Evidence: level, Origin: h.Origin, Mode: h.Mode,
		Runtime: h.Runtime, Context: h.Context, Model: h.Model, SDK: h.SDK, Leading: j.options.Leading,
	}
	if at > 0 {
		e := j.event(at)
		r.Seq, r.Time = e.Seq, e.Time
		if o.Tool != "" {
			r.Body = e.Body
		}
	}
	j.keep(r)
}

// witness records a pass, or, where a guess has left too little of it, that
// nothing can be decided. It is the only way to a pass.
func (j *judge) witness(o *obligations.Obligation, out Outcome, level Evidence, by trace.Attribution, at int) {
	switch by {
	case trace.None:
		return
	case trace.Inferred:
		level = level.lower()
	}
	if !level.AtLeast(Acknowledged) {
		j.record(o, Indeterminate, Undecided, ReasonInferred, AttestedOnly, at)
		return
	}
	j.record(o, Pass, out, "", level, at)
}

func (j *judge) keep(r Record) {
	s := slot{r.Obligation, r.Verdict, r.Outcome}
	if old, ok := j.records[s]; !ok || compareStrength(r, old) < 0 {
		j.records[s] = r
	}
}

func (j *judge) find(code string, level manifest.Level, source manifest.Position, message string) {
	j.findings[manifest.Finding{Code: code, Level: level, Message: message, Source: source}] = struct{}{}
}

// result sorts everything and stamps the records with the trace's digest.
func (j *judge) result() Judgement {
	out := Judgement{
		Unmapped: j.unmapped.list(),
		Findings: slices.SortedFunc(maps.Keys(j.findings), compareFindings),
		Run:      completenessOf(j.t, j.x.set.StructureDigest),
	}
	if len(j.records) == 0 {
		return out
	}
	digest := digestTrace(j.t)
	for _, s := range slices.SortedFunc(maps.Keys(j.records), compareSlots) {
		r := j.records[s]
		r.Trace = digest
		if r.Verdict == Pass || r.Outcome == Breached {
			out.Run.Witnessing = 1
		}
		out.Records = append(out.Records, r)
	}
	return out
}

// digestTrace hashes the trace as it would be written, so that the digest is
// that of the file. A trace that cannot be written is hashed by its value.
func digestTrace(t *trace.Trace) string {
	var b bytes.Buffer
	if err := trace.Write(&b, t); err == nil {
		return canonical.DigestBytes(b.Bytes())
	}
	digest, err := canonical.Digest(struct {
		Header trace.Header
		Events []trace.Event
	}{t.Header, t.Events})
	if err != nil {
		return "" // plain strings and numbers always encode
	}
	return digest
}

func compareSlots(a, b slot) int {
	return cmp.Or(
		compareStrings(a.obligation, b.obligation),
		compareStrings(a.verdict, b.verdict),
		compareStrings(a.outcome, b.outcome),
	)
}

// compareFindings orders findings by weight, code, place and text.
func compareFindings(a, b manifest.Finding) int {
	weight := []manifest.Level{manifest.LevelError, manifest.LevelWarning, manifest.LevelNote}
	return cmp.Or(
		cmp.Compare(slices.Index(weight, a.Level), slices.Index(weight, b.Level)),
		compareStrings(a.Code, b.Code),
		a.Source.Compare(b.Source),
		compareStrings(a.Message, b.Message),
	)
}
