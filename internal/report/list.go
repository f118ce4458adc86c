package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Listed is a workflow as a row of the list of workflows.
type Listed struct {
	Workflow string `json:"workflow"`
	Path     string `json:"path"`
	Owner    string `json:"owner,omitempty"`
	Config   string `json:"config"` // the file that names it
	// Entries are the agents at which runs start, the default first.
	Entries     []string `json:"entries"`
	Agents      int      `json:"agents"`
	Tools       int      `json:"tools"`
	Allowed     int      `json:"allowed"`
	Delegations int      `json:"delegations"`
	// Restricted counts the restricted pairs that are obligations, -1 where
	// there are none to count because no agent is reachable.
	Restricted      int    `json:"restricted"`
	Unresolved      int    `json:"unresolved"` // places, those that could not be read included
	StructureDigest string `json:"structure_digest,omitempty"`
	BehaviourDigest string `json:"behaviour_digest,omitempty"`
	// Run is the newest run directory of these obligations, and Criteria what
	// it covers; empty where the workflow was never measured as it is.
	Run      string           `json:"run,omitempty"`
	Modes    []string         `json:"modes,omitempty"`
	Criteria map[string]Ratio `json:"criteria,omitempty"`
	// Errors counts the error-level findings.
	Errors   int       `json:"errors"`
	Excluded []Omitted `json:"excluded,omitempty"` // by the configuration
	Skipped  []string  `json:"skipped,omitempty"`  // by the walk, as remarks
	Overlay  int       `json:"overlay,omitempty"`  // edits by people
	Error    string    `json:"error,omitempty"`    // why the workflow could not be read
}

// Ratio is a count of a total.
type Ratio struct {
	Witnessed int `json:"witnessed"`
	Total     int `json:"total"`
}

// Omitted is a path that the configuration keeps from being read.
type Omitted struct {
	Path    string `json:"path"`
	Pattern string `json:"pattern"`
	Source  string `json:"source"` // of the pattern
}

// List writes workflows as a table, and below it what was never measured,
// could not be read, and was left out.
func List(w io.Writer, list []Listed, o Options) error {
	p := &page{options: o}
	rows := [][]string{{
		"workflow", "path", "owner", "entry", "agents", "tools", "allowed", "delegations", "restricted", "unresolved", "C1", "C2", "C4", "evidence",
	}}
	for _, l := range list {
		rows = append(rows, l.cells())
	}
	p.columns(rows, 4)
	p.blank()
	listFoot(p, list)
	_, err := io.WriteString(w, p.String())
	return err
}

func (l Listed) cells() []string {
	owner, entry := "-", "-"
	if l.Owner != "" {
		owner = Clean(l.Owner)
	}
	if len(l.Entries) > 0 {
		entry = Clean(l.Entries[0])
	}
	if more := len(l.Entries) - 1; more > 0 {
		entry += fmt.Sprintf(" and %d more", more)
	}
	row := []string{Clean(l.Workflow), Clean(l.Path), owner, entry}
	if l.Error != "" {
		for range 9 {
			row = append(row, "-")
		}
		return append(row, "not read")
	}
	for _, n := range []int{l.Agents, l.Tools, l.Allowed, l.Delegations, l.Restricted, l.Unresolved} {
		cell := fmt.Sprint(n)
		if n < 0 {
			cell = "-"
		}
		row = append(row, cell)
	}
	for _, c := range []string{"C1", "C2", "C4"} {
		r, ok := l.Criteria[c]
		switch {
		case !ok:
			row = append(row, "-")
		case r.Total == 0:
			row = append(row, "n/a")
		default:
			row = append(row, fmt.Sprintf("%d/%d", r.Witnessed, r.Total))
		}
	}
	if l.Run == "" {
		return append(row, "never measured")
	}
	return append(row, strings.Join(l.Modes, ", "))
}

// listFoot sums up the list.
func listFoot(p *page, list []Listed) {
	var never, unread, excluded []string
	places, edits := 0, 0
	for _, l := range list {
		switch {
		case l.Error != "":
			unread = append(unread, Clean(l.Workflow))
		case l.Run == "":
			never = append(never, Clean(l.Workflow))
		}
		for _, e := range l.Excluded {
			places++
			if line := Clean(e.Pattern); !slices.Contains(excluded, line) {
				excluded = append(excluded, line)
			}
		}
		edits += l.Overlay
	}
	parts := []string{count(len(list), "workflow"), fmt.Sprintf("%d measured", len(list)-len(never)-len(unread))}
	if len(never) > 0 {
		parts = append(parts, fmt.Sprintf("%d never measured (%s)", len(never), strings.Join(never, ", ")))
	}
	if len(unread) > 0 {
		parts = append(parts, fmt.Sprintf("%d not read (%s)", len(unread), strings.Join(unread, ", ")))
	}
	p.line(strings.Join(parts, ", "))
	if places > 0 {
		p.line(fmt.Sprintf("excluded: %s (%s)", strings.Join(excluded, ", "), count(places, "place")))
	}
	for _, l := range list {
		for _, s := range l.Skipped {
			p.line(Clean(l.Workflow) + ": " + Clean(s))
		}
	}
	if edits > 0 {
		p.line(fmt.Sprintf("overlays make %s, which obligato extract WORKFLOW lists", count(edits, "change")))
	}
}

// columns writes rows of cells, the first of them a header: the first left
// columns to the left, the last as it is, the others to the right.
func (p *page) columns(rows [][]string, left int) {
	widths := make([]int, len(rows[0]))
	total := 0
	for i := range widths {
		for _, row := range rows {
			widths[i] = max(widths[i], Width(row[i]))
		}
		total += widths[i] + 2
	}
	if p.options.Columns > 0 && total > max(p.options.Columns, minColumns) {
		p.blocks(rows)
		return
	}
	for _, row := range rows {
		var cells []string
		for i, cell := range row {
			switch {
			case i < left:
				cells = append(cells, pad(cell, widths[i]))
			case i < len(row)-1:
				cells = append(cells, padLeft(cell, widths[i]))
			default:
				cells = append(cells, cell)
			}
		}
		p.WriteString(strings.TrimRight(strings.Join(cells, "  "), " ") + "\n")
	}
}
