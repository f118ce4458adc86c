package cli

import (
	"fmt"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/lint"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/report"
)

// settle brings what follows from a workflow's manifest up to date: findings,
// suppressions and digests. Call it whenever the manifest is as it should be.
func (a *app) settle(w *workflow) error {
	lint.Apply(w.manifest)
	a.flush(w.manifest)
	var err error
	if w.digests, err = manifest.Digests(w.manifest); err != nil {
		return fmt.Errorf("digest %s: %w", w.path, err)
	}
	return nil
}

// later keeps a diagnostic of an extraction until it is known which of them
// the sources ask not to count.
func (a *app) later(d extract.Diagnostic) { a.pending = append(a.pending, d) }

// flush prints the diagnostics that were kept, but for those that the manifest
// shows as suppressed. Without a manifest it prints all.
func (a *app) flush(m *manifest.Manifest) {
	suppressed := map[manifest.Finding]bool{}
	if m != nil {
		for _, f := range m.Findings {
			if f.Suppressed != "" {
				f.Suppressed = ""
				suppressed[f] = true
			}
		}
	}
	if a.told == nil {
		a.told = map[manifest.Finding]bool{}
	}
	for _, d := range a.pending {
		f := manifest.Finding{Code: d.Code, Level: d.Level, Message: d.Message, Source: d.Position}
		if suppressed[f] {
			continue
		}
		a.told[f] = true
		if d.Level != manifest.LevelNote || !a.quiet {
			a.problem(d.Position, d.Code, string(d.Level)+": "+d.Message, d.Hint)
		}
	}
	a.pending = nil
}

// findings prints the findings of a manifest that were not printed yet, notes
// of one code on a line, and how many do not count.
func (a *app) findings(list []manifest.Finding) {
	var untold []manifest.Finding
	for _, f := range list {
		if !a.told[f] {
			untold = append(untold, f)
		}
	}
	for _, g := range report.Gather(untold) {
		message := string(g.Level) + ": " + g.Message
		if g.More != "" {
			message += " (" + g.More + ")"
		}
		if g.Level != manifest.LevelNote || !a.quiet {
			a.problem(g.Source, g.Code, message, "")
		}
	}
	if n := len(list) - len(manifest.Active(list)); n > 0 {
		a.note("%s suppressed by the sources", count(n, "finding"))
	}
}
