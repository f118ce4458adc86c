package directive

import (
	"fmt"
	"slices"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Comment is a comment of a source file with the lines that it is about.
type Comment struct {
	Text        string            // without the comment mark
	Source      manifest.Position // of the first byte of Text
	First, Last int               // 1-based lines in the same file; zero: none
}

// Fold folds the comments of a workflow's sources into its manifest: effects
// and sensitivity of the tools at which they stand, restrictions, and
// suppressions. A comment that cannot be read, or stands at no tool, becomes a
// finding. Unlisted are the places of tools that the sources declare and the
// manifest does not list, because no agent has them.
//
// Call it once all tools and edges are there, and Normalize afterwards.
func Fold(m *manifest.Manifest, comments []Comment, unlisted []manifest.Position) {
	f := folder{m: m, at: map[line][]int{}, unlisted: map[line]bool{}, effects: map[int]manifest.Position{}}
	for i, t := range m.Tools {
		l := line{t.Source.Path, t.Source.Line}
		f.at[l] = append(f.at[l], i)
	}
	for _, p := range unlisted {
		f.unlisted[line{p.Path, p.Line}] = true
	}
	for _, c := range comments {
		f.comment(c)
	}
	manifest.Restrict(m, f.rules)
}

type line struct {
	path string
	line int
}

// maxLines bounds the lines of one comment's statement that are searched.
const maxLines = 10_000

type folder struct {
	m        *manifest.Manifest
	at       map[line][]int // indices of tools by line
	unlisted map[line]bool
	effects  map[int]manifest.Position // by index: where effects are declared
	rules    []manifest.Rule
}

func (f *folder) comment(c Comment) {
	d, bad := Parse(c.Text)
	switch {
	case bad != nil:
		level := manifest.LevelWarning
		if bad.Verb == Restrict { // what it should protect is not protected
			level = manifest.LevelError
		}
		at := c.Source
		at.Col += bad.Offset
		f.finding(CodeMalformed, level, at, "comment to obligato: %s (%s)", bad.Message, bad.Hint)
	case d == nil:
	case d.Verb == Restrict:
		f.rules = append(f.rules, manifest.Rule{Agent: d.Agent, Tool: d.Tool, Reason: d.Reason, Source: c.Source})
	case d.Verb == Ignore || d.Verb == IgnoreFile:
		f.suppress(d, c)
	default:
		f.declare(d, c)
	}
}

func (f *folder) suppress(d *Directive, c Comment) {
	for _, code := range d.Codes {
		s := manifest.Suppression{Code: code, Reason: d.Reason, Path: c.Source.Path, Source: c.Source}
		if d.Verb == Ignore {
			s.First, s.Last = c.First, max(c.First, c.Last)
			if s.First == 0 { // nothing follows it
				s.First, s.Last = c.Source.Line, c.Source.Line
			}
		}
		f.m.Suppressions = append(f.m.Suppressions, s)
	}
}

// declare writes down what is said of the tool at the comment.
func (f *folder) declare(d *Directive, c Comment) {
	var tools []int
	var places []manifest.Position
	elsewhere := false
	for n := c.First; n <= c.Last && n > 0 && n-c.First < maxLines; n++ {
		elsewhere = elsewhere || f.unlisted[line{c.Source.Path, n}]
		for _, i := range f.at[line{c.Source.Path, n}] {
			tools = append(tools, i)
			if p := f.m.Tools[i].Source; !slices.Contains(places, p) && len(places) < 10 {
				places = append(places, p)
			}
		}
	}
	switch {
	case len(places) > 1:
		f.finding(CodeUnattached, manifest.LevelWarning, c.Source,
			"comment to obligato: %s stands at %d tools or more; put it on the line of the one that you mean", d.Verb, len(places))
		return
	case len(places) == 0 && !elsewhere:
		f.finding(CodeUnattached, manifest.LevelWarning, c.Source,
			"comment to obligato: %s stands at no tool; put it on the line above the function or object", d.Verb)
		return
	}
	for _, i := range tools {
		t := &f.m.Tools[i]
		if d.Verb == Sensitive {
			t.Sensitive = true
			continue
		}
		if first, twice := f.effects[i]; twice && t.Effects != d.Effects {
			f.finding(CodeMalformed, manifest.LevelWarning, c.Source,
				"comment to obligato: the effects of %s are declared as %s at %s already", t.ID, t.Effects, first)
			continue
		}
		f.effects[i] = c.Source
		t.Effects = d.Effects
	}
}

func (f *folder) finding(code string, level manifest.Level, at manifest.Position, format string, args ...any) {
	f.m.Findings = append(f.m.Findings, manifest.Finding{Code: code, Level: level, Message: fmt.Sprintf(format, args...), Source: at})
}
