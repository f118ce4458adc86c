package coverage

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// SummarySchema names the format of coverage.json.
const SummarySchema = "obligato.coverage/v1"

// MaxWitnesses bounds the witnesses that a summary lists for an obligation.
const MaxWitnesses = 64

// Summary is coverage.json: what a profile says about an obligation set,
// counted. It has no blended score, and ratios stay two integers.
type Summary struct {
	Schema            string       `json:"schema"`
	Workflow          string       `json:"workflow"`
	StructureDigest   string       `json:"structure_digest"`
	BehaviourDigest   string       `json:"behaviour_digest"`
	ObligationsDigest string       `json:"obligations_digest"`
	Counts            []trace.Mode `json:"counts"` // modes whose witnesses close an obligation
	// Criteria has one entry for every criterion, also where its total is 0;
	// renderers print n/a then.
	Criteria map[obligations.Criterion]*Tally `json:"criteria"`
	// Obligations are all of the set, in its order.
	Obligations  []Status              `json:"obligations"`
	Unmapped     []Unmapped            `json:"unmapped"`
	Unresolved   []manifest.Unresolved `json:"unresolved"`
	Findings     []manifest.Finding    `json:"findings"`
	Overlay      []manifest.Overlay    `json:"overlay,omitempty"` // what people changed in what was extracted
	Completeness Completeness          `json:"completeness"`
}

// Tally counts the obligations of one criterion by their derived verdicts.
//
// For C1, C2 and C4: Total = Witnessed + Failed + Indeterminate + Blocked +
// NotEvaluated. For C3, Failed counts breaches, which are witnesses too, so
// Total = Witnessed + Indeterminate + Blocked + NotEvaluated and Failed <=
// Witnessed. Waived counts obligations of whatever verdict.
type Tally struct {
	Total         int `json:"total"`
	Witnessed     int `json:"witnessed"`
	Failed        int `json:"failed"`
	Indeterminate int `json:"indeterminate"`
	Blocked       int `json:"blocked"`
	NotEvaluated  int `json:"not_evaluated"`
	Waived        int `json:"waived"`
	By            By  `json:"by"`
	// Classes is set for C3 only, with every class.
	Classes map[obligations.Class]*ClassTally `json:"classes,omitempty"`

	// Leading counts witnessed obligations all of whose witnesses come from
	// scenarios that named what they were after. Flaky counts obligations of
	// whatever verdict on which runs of one scenario disagree.
	Leading int `json:"-"`
	Flaky   int `json:"-"`
}

// Open returns how many obligations nothing has closed.
func (t *Tally) Open() int { return t.Total - t.Witnessed }

// By counts the obligations with a witness of each origin, each once whatever
// the number of its witnesses. An obligation may count under several origins.
// Wired stands beside: it never closes anything.
type By struct {
	Tests      int `json:"tests"`
	Production int `json:"production"`
	Generated  int `json:"generated"`
	Wired      int `json:"wired"`
}

// ClassTally counts restricted pairs of one enforcement class. Each pair
// counts under one outcome at most: breached before held before attempted.
type ClassTally struct {
	Total     int `json:"total"`
	Held      int `json:"held"`
	Breached  int `json:"breached"`
	Attempted int `json:"attempted"`

	By By `json:"-"`
	// NotObservable counts the open pairs whose tool runs at the model's
	// provider, so that exported spans cannot show them.
	NotObservable int `json:"-"`
}

// Status is what is known of one obligation.
type Status struct {
	ID        string                `json:"id"`
	Criterion obligations.Criterion `json:"criterion"`
	Verdict   Verdict               `json:"verdict"`
	Waived    bool                  `json:"waived"`
	Source    manifest.Position     `json:"source"`
	// Witnesses lists at most MaxWitnesses of those that the profile keeps,
	// best first.
	Witnesses []Witness `json:"witnesses"`
	// Next is the one command to go on with; empty where nothing is open.
	Next string `json:"next"`

	Class    obligations.Class `json:"-"` // of C3
	Outcome  Outcome           `json:"-"`
	Reason   string            `json:"-"` // one of Reasons, unless the verdict is pass
	Evidence Evidence          `json:"-"`
	Flaky    bool              `json:"-"`
	Leading  bool              `json:"-"`
	By       By                `json:"-"` // 0 or 1 each
	Runs     int               `json:"-"` // with a record of it, of any verdict
}

// Open reports whether the obligation still wants a witness.
func (s Status) Open() bool { return s.Verdict != Pass && s.Outcome != Breached }

// Witness is one record that shows an obligation: for C3 also a breach.
type Witness struct {
	Origin   trace.Origin `json:"origin"`
	Mode     trace.Mode   `json:"mode"`
	Runtime  string       `json:"runtime"`
	Evidence Evidence     `json:"evidence"`
	Body     string       `json:"body"`
	Run      string       `json:"run"`
	Seq      int          `json:"seq"`
	Time     string       `json:"time"`
	Model    string       `json:"model"`
	SDK      string       `json:"sdk"`

	Outcome Outcome `json:"-"`
	Leading bool    `json:"-"`
	Trace   string  `json:"-"` // digest of the run's trace
}

// Measured reports whether the summary measures anything: where there are no
// obligations, or nothing ran, or something blocked every run before it showed
// anything, it does not, and no number in it may be shown as a result. A record
// alone is no sign that something ran: an objective for which nobody could
// write a scenario has one too.
func (s *Summary) Measured() bool {
	return len(s.Obligations) > 0 && (s.Completeness.unblocked() > 0 || s.decided())
}

func (s *Summary) decided() bool {
	for _, o := range s.Obligations {
		if o.Runs > 0 && (o.Verdict == Pass || o.Verdict == Fail) {
			return true
		}
	}
	return false
}

// Breaches returns the obligations with a breach, waived or not.
func (s *Summary) Breaches() []Status {
	var out []Status
	for _, o := range s.Obligations {
		if o.Outcome == Breached {
			out = append(out, o)
		}
	}
	return out
}

// Encode returns coverage.json: indented, ending in a new line, equal for
// equal summaries.
func (s *Summary) Encode() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		return nil, fmt.Errorf("encode coverage: %w", err)
	}
	return b.Bytes(), nil
}
