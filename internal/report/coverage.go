package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/shell"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
	"github.com/obligato-dev/obligato/runtime/trace"
)

// Coverage is what the terminal report shows besides the summary.
type Coverage struct {
	Summary *coverage.Summary
	// Runtime says in a few words what ran, such as "interpreter (tool bodies
	// stubbed)"; empty means that traces were read and nothing ran.
	Runtime string
	Model   string // which model decided, with its seed; may be empty
	Path    string // of the workflow, for commands
	// Results are lines about each scenario that ran, printed as they are.
	Results []string
	// Notes are lines for the end: where the run lies, what was not planned.
	Notes []string
}

// Text writes the terminal report: what was measured and how first, then
// breaches, the table, and all that is open with its next step.
func (c Coverage) Text(w io.Writer, o Options) error {
	p := &page{options: o}
	c.head(p)
	c.breaches(p)
	c.results(p)
	c.table(p)
	c.restrictions(p)
	c.open(p)
	c.remarks(p)
	_, err := io.WriteString(w, p.String())
	return err
}

// Simulated is the line that stands over every result of the simulated model.
const Simulated = "SIMULATED: a lexical simulation made the model's choices; this says nothing about a real model"

// results prints what each scenario showed.
func (c Coverage) results(p *page) {
	if len(c.Results) > 0 {
		p.blank()
	}
	for _, l := range c.Results {
		p.wrap(l, 4)
	}
}

// head says what was measured, by what, and what is unknown about it.
func (c Coverage) head(p *page) {
	s := c.Summary
	parts := []string{}
	if c.Runtime != "" {
		parts = append(parts, c.Runtime)
	} else {
		parts = append(parts, "traces only, nothing was run")
	}
	if c.Model != "" {
		parts = append(parts, "model "+c.Model)
	}
	if len(s.Unresolved) > 0 || s.Completeness.UnreadSources == 0 {
		parts = append(parts, unresolved(len(s.Unresolved), Clean(shell.Quote(c.Path))))
	}
	p.line(p.bold(Clean(s.Workflow)) + ": " + strings.Join(parts, "; "))
	for _, line := range Overlay(s.Overlay) {
		p.wrap(line, 4)
	}
	if slices.Contains(s.Completeness.Modes, string(trace.Simulated)) {
		p.line(p.warn("SIMULATED") + strings.TrimPrefix(Simulated, "SIMULATED"))
	}
	if why := c.Unmeasured(); why != "" {
		p.line(p.bad("NOTHING MEASURED") + ": " + why + "; the numbers below are of nothing")
	}
	if s.Completeness.LowerBound {
		p.line(p.warn("lower bound") + ": " + incomplete(s.Completeness))
	}
	if n := s.Completeness.OtherStructure; n > 0 {
		p.line(p.warn("other structure") + fmt.Sprintf(": %d of %s of another version of the workflow; what fits by name is counted",
			n, count(s.Completeness.Runs, "trace")))
	}
}

// Unmeasured says why nothing in the report may be taken for a result; empty
// where something was measured. Traces in which no name is one of the workflow
// measure nothing of it, however many there are.
func (c Coverage) Unmeasured() string {
	s := c.Summary
	if !s.Measured() {
		return "no run and no readable trace"
	}
	about := func(o coverage.Status) bool { return o.Runs > 0 }
	if c.Runtime == "" && !slices.ContainsFunc(s.Obligations, about) {
		return fmt.Sprintf("nothing in %s shows an obligation of this workflow", count(s.Completeness.Runs, "trace"))
	}
	return ""
}

func unresolved(n int, path string) string {
	switch n {
	case 0:
		return "nothing unresolved"
	case 1:
		return "1 place unresolved, totals may be low: obligato explain unresolved " + path
	}
	return fmt.Sprintf("%d places unresolved, totals may be low: obligato explain unresolved %s", n, path)
}

func incomplete(c coverage.Completeness) string {
	var parts []string
	if c.UnreadSources > 0 {
		parts = append(parts, count(c.UnreadSources, "place")+" of the source could not be read, what is declared there is missing")
	}
	if c.UnreadTraces > 0 {
		parts = append(parts, count(c.UnreadTraces, "trace file")+" could not be read at all")
	}
	if c.Truncated > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d traces stop before their end", c.Truncated, c.Runs))
	}
	if c.Problems > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d trace lines could not be read", c.Problems, c.Lines))
	}
	if len(parts) == 0 {
		return "something is known to be missing"
	}
	return strings.Join(parts, "; ")
}

// breaches lists every broken restriction before any number.
func (c Coverage) breaches(p *page) {
	for _, s := range c.Summary.Breaches() {
		where := ""
		if len(s.Witnesses) > 0 {
			x := s.Witnesses[0]
			where = fmt.Sprintf("  run %s seq %d (%s)", Clean(x.Run), x.Seq, Clean(string(x.Mode)))
		}
		p.line(p.bad("BREACH") + "  " + Clean(s.ID) + "  " + Clean(s.Source.String()) + where)
		p.hang("next: " + Clean(s.Next))
	}
	for _, f := range manifest.Active(c.Summary.Findings) {
		if f.Level == manifest.LevelError {
			p.line(p.bad("FINDING") + "  " + finding(f))
		}
	}
}

func finding(f manifest.Finding) string {
	s := f.Code + " " + Clean(f.Message)
	if !f.Source.IsZero() {
		s += "  " + Clean(f.Source.String())
	}
	return s
}

// rows are the classes of obligations in report order; restricted pairs by
// absence are told apart, in one line of their own.
var rows = []struct {
	label     string
	criterion obligations.Criterion
	class     obligations.Class
}{
	{"C1 agents", obligations.C1, ""},
	{"C2 allowed", obligations.C2, ""},
	{"C4 delegation", obligations.C4, ""},
	{"C3 guarded by code", obligations.C3, obligations.ClassCode},
	{"C3 by prompt only", obligations.C3, obligations.ClassPrompt},
}

// source is a column: witnesses of one origin and mode.
type source struct {
	origin trace.Origin
	mode   trace.Mode
}

// table prints, per class, how many obligations each origin and mode
// witnesses, and how many stay open.
func (c Coverage) table(p *page) {
	columns := c.sources()
	header := []string{""}
	for _, col := range columns {
		header = append(header, string(col.origin)+", "+string(col.mode))
	}
	header = append(header, "open", "undecided", "")
	t := [][]string{header}
	for _, r := range rows {
		t = append(t, c.row(r.label, r.criterion, r.class, columns))
	}
	p.blank()
	p.table(t)
}

func (c Coverage) row(label string, criterion obligations.Criterion, class obligations.Class, columns []source) []string {
	total, open, undecided := 0, 0, 0
	seen := make([]int, len(columns))
	for _, s := range c.Summary.Obligations {
		if s.Criterion != criterion || s.Class != class {
			continue
		}
		total++
		if s.Open() {
			open++
		}
		if s.Verdict == coverage.Indeterminate || s.Verdict == coverage.Blocked {
			undecided++
		}
		for i, col := range columns {
			if witnessedBy(s, col) {
				seen[i]++
			}
		}
	}
	if total == 0 {
		cells := []string{label}
		for range columns {
			cells = append(cells, "n/a")
		}
		return append(cells, "-", "-", "0 declared")
	}
	cells := []string{label}
	for _, n := range seen {
		cells = append(cells, fmt.Sprintf("%d/%d", n, total))
	}
	return append(cells, fmt.Sprint(open), fmt.Sprint(undecided), c.rowNote(criterion, class))
}

// rowNote tells what the numbers of a row do not.
func (c Coverage) rowNote(criterion obligations.Criterion, class obligations.Class) string {
	t := c.Summary.Criteria[criterion]
	var parts []string
	switch {
	case criterion == obligations.C3:
		k := t.Classes[class]
		parts = append(parts, fmt.Sprintf("held %d, breached %d", k.Held, k.Breached))
		if class == obligations.ClassPrompt {
			parts = append(parts, "nothing enforces these")
		}
	case t.Leading > 0:
		parts = append(parts, fmt.Sprintf("%d by leading scenarios only", t.Leading))
	}
	if t.Flaky > 0 && criterion != obligations.C3 {
		parts = append(parts, fmt.Sprintf("%d flaky", t.Flaky))
	}
	if t.Waived > 0 && criterion != obligations.C3 {
		parts = append(parts, fmt.Sprintf("%d waived", t.Waived))
	}
	return strings.Join(parts, ", ")
}

func witnessedBy(s coverage.Status, col source) bool {
	return slices.ContainsFunc(s.Witnesses, func(w coverage.Witness) bool {
		return w.Origin == col.origin && w.Mode == col.mode
	})
}

// sources are the origins and modes that witnessed anything, sorted; without
// any there is one column, so that the totals show.
func (c Coverage) sources() []source {
	var out []source
	for _, s := range c.Summary.Obligations {
		for _, w := range s.Witnesses {
			out = append(out, source{w.Origin, w.Mode})
		}
	}
	slices.SortFunc(out, func(a, b source) int {
		return strings.Compare(string(a.origin)+"\x00"+string(a.mode), string(b.origin)+"\x00"+string(b.mode))
	})
	out = slices.Compact(out)
	if len(out) == 0 {
		out = []source{{"witnessed", "any"}}
	}
	return out
}

// restrictions prints the pairs that nothing but absence enforces, in one
// line. A pair was tried where a run was made for it, or shows it.
func (c Coverage) restrictions(p *page) {
	k := c.Summary.Criteria[obligations.C3].Classes[obligations.ClassAbsence]
	label := pad("C3 by absence", labelWidth) + "  "
	if k == nil || k.Total == 0 {
		p.line(label + "n/a (0 declared)")
		return
	}
	n := 0
	for _, s := range c.Summary.Obligations {
		if s.Class == obligations.ClassAbsence && tried(s) {
			n++
		}
	}
	p.line(label + fmt.Sprintf("%s, %d tried: attempted %d, held %d, breached %d; %d never tried",
		count(k.Total, "pair"), n, k.Attempted, k.Held, k.Breached, k.Total-n))
}

// tried reports whether a run was made for the obligation. Where one was
// blocked before it could be, a record says so, and is no try.
func tried(s coverage.Status) bool {
	return s.Runs > 0 && (s.Verdict != coverage.Blocked || s.Reason == coverage.ReasonStillUndecided)
}

// open lists what is open, each with its next step. Pairs by absence were
// counted above.
func (c Coverage) open(p *page) {
	var list []coverage.Status
	for _, s := range c.Summary.Obligations {
		if s.Open() && s.Class != obligations.ClassAbsence {
			list = append(list, s)
		}
	}
	p.blank()
	if len(list) == 0 {
		if len(c.Summary.Obligations) > 0 && c.Unmeasured() == "" {
			p.line("open: nothing but pairs by absence")
		}
		return
	}
	p.line(p.bold(fmt.Sprintf("open (%d)", len(list))))
	for _, s := range list {
		p.hang(fmt.Sprintf("%s  %s: %s  %s", Clean(s.ID), s.Verdict, Clean(s.Reason), Clean(s.Source.String())))
		if s.Next != "" {
			p.wrap("    next: "+Clean(s.Next), 6)
		}
	}
}

// remarks prints what counts, warnings, names that bound to nothing, and the notes.
func (c Coverage) remarks(p *page) {
	c.basis(p)
	for _, f := range manifest.Active(c.Summary.Findings) {
		if f.Level == manifest.LevelWarning {
			p.line(string(f.Level) + ": " + finding(f))
		}
	}
	if codes := noteCodes(c.Summary.Findings); codes != "" {
		p.line("notes on the workflow, which extract prints: " + codes)
	}
	for _, u := range c.Summary.Unmapped {
		p.line(fmt.Sprintf("unmapped: %s %s, %s", Clean(string(u.What)), Clean(unmappedName(u)), count(u.Count, "time")))
	}
	for _, n := range c.Notes {
		p.line(n)
	}
}

func unmappedName(u coverage.Unmapped) string {
	if u.Agent == "" {
		return u.Name
	}
	return u.Agent + " -> " + u.Name
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
