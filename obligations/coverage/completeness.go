package coverage

import (
	"maps"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/runtime/trace"
)

// Completeness says how much was looked at and what of it could not be read.
// That a run took place and that it witnessed something are counted apart: a
// finished run is not a covered obligation. The zero value is of no run.
type Completeness struct {
	Runs       int `json:"runs"`       // traces judged
	Complete   int `json:"complete"`   // of them: nothing known to be missing
	Truncated  int `json:"truncated"`  // of them: no run_end
	Damaged    int `json:"damaged"`    // of them: with lines that could not be read
	Witnessing int `json:"witnessing"` // of them: at least one witness
	// OtherStructure counts runs of a workflow whose structure digest is
	// another one than that of the obligations.
	OtherStructure int `json:"other_structure"`

	Lines    int `json:"lines"`    // read, headers included
	Problems int `json:"problems"` // lines that could not be read

	// UnreadTraces counts trace files of which nothing could be read, and
	// UnreadSources places of the workflow's source, or whole files of it: what
	// they declare is missing from the obligations. Whoever reads them counts.
	UnreadTraces  int `json:"unread_traces,omitempty"`
	UnreadSources int `json:"unread_sources,omitempty"`

	UnknownKinds  map[string]int `json:"unknown_kinds,omitempty"`  // events by kind
	UnknownFields map[string]int `json:"unknown_fields,omitempty"` // by name
	// Ends counts runs by the status of their end, and by its reason behind a
	// colon where it has one: "completed", "error:max_turns", "truncated".
	Ends map[string]int `json:"ends,omitempty"`

	// Runtimes, Modes, Models and SDKs are those that the runs say, sorted.
	Runtimes []string `json:"runtimes,omitempty"`
	Modes    []string `json:"modes,omitempty"`
	Models   []string `json:"models,omitempty"`
	SDKs     []string `json:"sdks,omitempty"`

	// LowerBound is set where something is known to be missing, so that more
	// may be covered than is counted.
	LowerBound bool `json:"lower_bound"`
}

// completenessOf describes one trace.
func completenessOf(t *trace.Trace, structure string) Completeness {
	h := t.Header
	c := Completeness{
		Runs: 1, Lines: t.Lines, Problems: len(t.Problems) + t.Dropped,
		UnknownFields: maps.Clone(t.UnknownFields), Ends: map[string]int{endName(t): 1},
		Runtimes: present(h.Runtime), Modes: present(string(h.Mode)), Models: present(h.Model), SDKs: present(h.SDK),
	}
	for kind, n := range t.UnknownKinds {
		if c.UnknownKinds == nil {
			c.UnknownKinds = make(map[string]int, len(t.UnknownKinds))
		}
		c.UnknownKinds[string(kind)] = n
	}
	c.Truncated = count(truncated(t))
	c.Damaged = count(damaged(t))
	c.Complete = count(!truncated(t) && !damaged(t))
	c.OtherStructure = count(h.StructureDigest != "" && structure != "" && h.StructureDigest != structure)
	c.LowerBound = c.Complete == 0
	return c
}

func endName(t *trace.Trace) string {
	end, ok := t.End()
	switch {
	case !ok:
		return "truncated"
	case end.Reason == "":
		return end.Status
	}
	return end.Status + ":" + end.Reason
}

// unblocked counts the runs that nothing blocked.
func (c *Completeness) unblocked() int {
	n := c.Runs
	for end, times := range c.Ends {
		_, reason, _ := strings.Cut(end, ":")
		if doc, _ := LookupReason(reason); doc.Verdict == Blocked {
			n -= times
		}
	}
	return n
}

// Add adds the runs that d counts. The sum does not depend on the order.
func (c *Completeness) Add(d Completeness) {
	c.Runs += d.Runs
	c.Complete += d.Complete
	c.Truncated += d.Truncated
	c.Damaged += d.Damaged
	c.Witnessing += d.Witnessing
	c.OtherStructure += d.OtherStructure
	c.Lines += d.Lines
	c.Problems += d.Problems
	c.UnreadTraces += d.UnreadTraces
	c.UnreadSources += d.UnreadSources
	c.UnknownKinds = addCounts(c.UnknownKinds, d.UnknownKinds)
	c.UnknownFields = addCounts(c.UnknownFields, d.UnknownFields)
	c.Ends = addCounts(c.Ends, d.Ends)
	c.Runtimes = union(c.Runtimes, d.Runtimes)
	c.Modes = union(c.Modes, d.Modes)
	c.Models = union(c.Models, d.Models)
	c.SDKs = union(c.SDKs, d.SDKs)
	c.LowerBound = c.LowerBound || d.LowerBound
}

// sighting collects what records were made by. The zero value is ready.
type sighting struct{ runtimes, modes, models, sdks names }

// names is a set of names.
type names map[string]bool

func (n *names) add(name string) {
	if name == "" {
		return
	}
	if *n == nil {
		*n = names{}
	}
	(*n)[name] = true
}

func (n names) list() []string { return slices.Sorted(maps.Keys(n)) }

func (s *sighting) add(r *Record) {
	s.runtimes.add(r.Runtime)
	s.modes.add(string(r.Mode))
	s.models.add(r.Model)
	s.sdks.add(r.SDK)
}

// into returns c with what was seen added.
func (s *sighting) into(c Completeness) Completeness {
	c.Runtimes = union(c.Runtimes, s.runtimes.list())
	c.Modes = union(c.Modes, s.modes.list())
	c.Models = union(c.Models, s.models.list())
	c.SDKs = union(c.SDKs, s.sdks.list())
	return c
}

// truncated reports that the run's end is not in the trace. It asks the
// events too: a trace made by hand may not have been counted.
func truncated(t *trace.Trace) bool {
	_, ended := t.End()
	return t.Truncated || !ended
}

func damaged(t *trace.Trace) bool { return len(t.Problems) > 0 || t.Dropped > 0 }

func addCounts(a, b map[string]int) map[string]int {
	if len(b) == 0 {
		return a
	}
	out := make(map[string]int, max(len(a), len(b)))
	maps.Copy(out, a)
	for k, n := range b {
		out[k] += n
	}
	return out
}

func union(a, b []string) []string {
	if len(b) == 0 {
		return a
	}
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))
}

func present(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
