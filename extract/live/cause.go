package live

import (
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Cause says why the two readings differ.
type Cause string

// Causes of a Difference, each with a code of its own.
const (
	// CauseConditional: the source declares it on a condition that did not
	// hold when the program was imported.
	CauseConditional Cause = "conditional"
	// CauseFunction: only a function makes it, and no import calls that.
	CauseFunction Cause = "built in a function"
	// CauseDynamic: it is computed, as the static reading says itself.
	CauseDynamic Cause = "dynamic"
	// CauseLimit: the static reading is wrong, or misses something.
	CauseLimit Cause = "static limit"
	// CauseImport: the file could not be imported, or not to its end.
	CauseImport Cause = "import failed"
	// CauseOutside: code outside of the sources makes it.
	CauseOutside Cause = "outside the sources"
	// CauseAssumed: the static reading rests on an assumption, as it says.
	CauseAssumed Cause = "assumed"
	// CauseSDKText: a text of the SDK's, for which a placeholder stands.
	CauseSDKText Cause = "text of the SDK"
)

// handoffText begins the placeholder that stands for the SDK's handoff prompt
// in instructions.
const handoffText = "[SDK handoff prompt"

// Circumstances are what explains differences: how the import went.
type Circumstances struct {
	modules map[string]*Module // by path
	// unknown are the lines on which something was made that the source does
	// not show.
	unknown map[string]bool
}

// Circumstances returns how the import went.
func (s *Seen) Circumstances() Circumstances {
	c := Circumstances{modules: map[string]*Module{}}
	for i, m := range s.Modules {
		c.modules[m.Path] = &s.Modules[i]
	}
	return c
}

// compared notes where something was made that the source does not show: what
// the source shows there instead was read wrongly, and is not just uncalled.
func (c Circumstances) compared(static, running *manifest.Manifest) Circumstances {
	c.unknown = map[string]bool{}
	for _, a := range running.Agents {
		if _, ok := static.Agent(a.ID); !ok {
			c.unknown[line(a.Source)] = true
		}
	}
	for _, t := range running.Tools {
		if _, ok := static.Tool(t.ID); !ok {
			c.unknown[line(t.Source)] = true
		}
	}
	return c
}

// inside reports whether the place is in a scope of one of the kinds.
func (c Circumstances) inside(p manifest.Position, kinds ...ScopeKind) bool {
	m := c.modules[p.Path]
	if m == nil {
		return false
	}
	for _, s := range m.Scopes {
		for _, k := range kinds {
			// A function's own line is outside: a tool's place is its def.
			if s.Kind == k && (s.First < p.Line && p.Line <= s.Last) {
				return true
			}
		}
	}
	return false
}

// unread reports whether the import did not get to a place.
func (c Circumstances) unread(p manifest.Position) bool {
	m := c.modules[p.Path]
	if m == nil {
		return p.Path != ""
	}
	if m.Error == nil {
		return false
	}
	at := m.Error.Place
	return m.Error.Nothing || at.Path != p.Path || p.Line >= at.Line
}

// staticOnly is the cause of something that only the source shows.
func (c Circumstances) staticOnly(certainty manifest.Certainty, p manifest.Position) Cause {
	switch {
	case c.inside(p, ScopeFunction, ScopeMain) && !c.unknown[line(p)]:
		return CauseFunction
	case certainty == manifest.Assumed:
		return CauseAssumed
	case c.unread(p):
		return CauseImport
	case certainty == manifest.OnCondition:
		return CauseConditional
	}
	return CauseLimit
}

// liveOnly is the cause of something that only the running program shows.
func (c Circumstances) liveOnly(unknown bool, p manifest.Position) Cause {
	switch {
	case unknown:
		return CauseDynamic
	case p.Path == "" || c.modules[p.Path] == nil:
		return CauseOutside
	}
	return CauseLimit
}

// value is the cause of a text that both sides have otherwise.
func value(dynamic bool, static, running string) Cause {
	before, rest, ok := strings.Cut(static, handoffText)
	_, after, closed := strings.Cut(rest, "]")
	switch {
	case ok && closed && strings.HasPrefix(running, before) && strings.HasSuffix(running, after):
		return CauseSDKText
	case dynamic:
		return CauseDynamic
	}
	return CauseLimit
}
