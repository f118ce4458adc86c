package report

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
)

func TestGather(t *testing.T) {
	at := func(line int) manifest.Position { return manifest.Position{Path: "a.py", Line: line, Col: 9} }
	note := func(code string, line int) manifest.Finding {
		return manifest.Finding{Code: code, Level: manifest.LevelNote, Message: "m", Source: at(line)}
	}
	warning := note("OB204", 4)
	warning.Level = manifest.LevelWarning
	hidden := note("OB405", 5)
	hidden.Suppressed = "known"
	list := []manifest.Finding{
		note("OB403", 1), note("OB204", 2), note("OB403", 3), warning, hidden, warning,
		note("OB403", 6), note("OB403", 6), note("OB403", 7), note("OB403", 8), note("OB403", 9),
		{Code: "OB204", Level: manifest.LevelNote},
	}
	var got []string
	for _, g := range Gather(list) {
		got = append(got, fmt.Sprintf("%s %s %s %s", g.Source, g.Code, g.Level, g.More))
	}
	want := []string{
		"a.py:1:9 OB403 note and 6 more: a.py:3, a.py:6, a.py:7, a.py:8, …",
		"a.py:2:9 OB204 note and 1 more",
		"a.py:4:9 OB204 warning ",
		"a.py:4:9 OB204 warning ",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestNoteCodes(t *testing.T) {
	list := []manifest.Finding{
		{Code: "OB405", Level: manifest.LevelNote},
		{Code: "OB403", Level: manifest.LevelNote},
		{Code: "OB405", Level: manifest.LevelNote},
		{Code: "OB204", Level: manifest.LevelNote, Suppressed: "known"},
		{Code: "OB101", Level: manifest.LevelWarning},
	}
	if got, want := noteCodes(list), "OB403, OB405 (2)"; got != want {
		t.Errorf("noteCodes is %q, want %q", got, want)
	}
}
