// Package directive reads the comments by which a source speaks to obligato,
// in whatever language: front ends cut the comment mark off and say what the
// comment stands at.
//
//	obligato: effects none|read|write
//	obligato: sensitive
//	obligato: restrict AGENT -> TOOL because REASON
//	obligato: ignore CODE, CODE because REASON
//	obligato: ignore-file CODE, CODE because REASON
//
// AGENT and TOOL may hold * and ?, and stand in quotes. A reason ends with the
// comment, or where the mark of another comment follows on the same line. A comment that is addressed to obligato and does not fit is a
// Problem, never passed over: who wrote it believes that it works.
package directive

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/document"
)

// Verb is the first word of a directive.
type Verb string

// Verbs.
const (
	Effects    Verb = "effects"     // what the tool at this place does to the world
	Sensitive  Verb = "sensitive"   // the tool at this place needs more care than others
	Restrict   Verb = "restrict"    // an agent must not use a tool
	Ignore     Verb = "ignore"      // findings at this place do not count
	IgnoreFile Verb = "ignore-file" // findings in this file do not count
)

// Directive is one comment to obligato.
type Directive struct {
	Verb        Verb
	Effects     manifest.Effects // of Effects
	Agent, Tool string           // of Restrict: names or patterns
	Codes       []string         // of Ignore and IgnoreFile: OBnnn, at least one
	Reason      string           // behind because; never empty for Restrict, Ignore and IgnoreFile
}

// Problem says why a comment to obligato cannot be read.
type Problem struct {
	Verb    Verb // the first word, where it is known
	Offset  int  // of the word that is wrong, in bytes from the start of the text
	Message string
	Hint    string // one next step
}

// MaxText bounds a comment in bytes.
const MaxText = 2000

// Codes of the findings that front ends make of comments.
const (
	CodeMalformed  = "OB250" // a comment to obligato that cannot be read
	CodeUnattached = "OB251" // a comment that no tool stands at
)

var (
	address   = regexp.MustCompile(`(?:^|[#/*])[ \t]*obligato(?:[ \t]*(:))?`)
	code      = regexp.MustCompile(`^OB[0-9]{3}$`)
	verbs     = []string{string(Effects), string(Sensitive), string(Restrict), string(Ignore), string(IgnoreFile)}
	effects   = []string{string(manifest.EffectsNone), string(manifest.EffectsRead), string(manifest.EffectsWrite)}
	behind    = regexp.MustCompile(`[ \t](?:#|//)[^\w/]`) // another comment, for another program
	separator = regexp.MustCompile(`[ \t]because[ \t]|[ \t]because$`)
)

// Parse reads the text of a comment, without its mark. Both results are nil
// where the comment is not addressed to obligato.
func Parse(text string) (*Directive, *Problem) {
	at := address.FindStringSubmatchIndex(text)
	if at == nil {
		return nil, nil
	}
	colon := at[2] >= 0
	if end := behind.FindStringIndex(text[at[1]:]); end != nil {
		text = text[:at[1]+end[0]]
	}
	p := &parser{text: text, at: at[1]}
	verb := p.word()
	if !colon {
		if !known(verb.text, verbs) || at[1] == verb.offset {
			return nil, nil // prose, or a longer word
		}
		return nil, problem(at[1], "write obligato: "+verb.text, "a comment to obligato needs a colon behind the name")
	}
	if len(text) > MaxText {
		return nil, problem(verb.offset, "shorten it", "the comment is longer than %d bytes", MaxText)
	}
	return p.directive(verb)
}

func problem(offset int, hint, format string, args ...any) *Problem {
	return &Problem{Offset: offset, Message: fmt.Sprintf(format, args...), Hint: hint}
}

func known(word string, list []string) bool {
	for _, k := range list {
		if k == word {
			return true
		}
	}
	return false
}

// unknown is the problem of a word that is none of the list.
func unknown(w token, what string, list []string) *Problem {
	hint := "use one of: " + strings.Join(list, ", ")
	if near, ok := document.Closest(w.text, list); ok {
		hint = "did you mean " + near + "?"
	}
	if w.text == "" {
		return problem(w.offset, hint, "%s is missing", what)
	}
	return problem(w.offset, hint, "%s %s is not known", what, document.Quote(w.text))
}

type token struct {
	text   string
	offset int
}

// parser reads a directive from left to right.
type parser struct {
	text string
	at   int
}

// word is the next run of characters without white space.
func (p *parser) word() token {
	rest := p.text[p.at:]
	start := len(rest) - len(strings.TrimLeft(rest, " \t"))
	rest = rest[start:]
	end := strings.IndexAny(rest, " \t")
	if end < 0 {
		end = len(rest)
	}
	t := token{rest[:end], p.at + start}
	p.at = t.offset + end
	return t
}

func (p *parser) directive(verb token) (*Directive, *Problem) {
	d := &Directive{Verb: Verb(verb.text)}
	if !known(verb.text, verbs) {
		return nil, unknown(verb, "the directive", verbs)
	}
	body, reason := p.reason()
	d.Reason = reason.text
	var bad *Problem
	switch d.Verb {
	case Effects:
		w := p.word()
		d.Effects = manifest.Effects(w.text)
		if bad = p.end(body); !known(w.text, effects) {
			bad = unknown(w, "the effect", effects)
		}
	case Sensitive:
		bad = p.end(body)
	case Restrict:
		bad = p.pair(d, body)
	case Ignore, IgnoreFile:
		bad = p.codes(d, body)
	}
	if bad == nil && d.Reason == "" && (reason.offset < len(p.text) || needsReason(d.Verb)) {
		bad = problem(reason.offset, "add: because REASON", "%s needs a reason", d.Verb)
	}
	if bad != nil {
		bad.Verb = d.Verb
		return nil, bad
	}
	return d, nil
}

func needsReason(v Verb) bool { return v == Restrict || v == Ignore || v == IgnoreFile }

// reason cuts the reason off: body is the offset where the rest ends.
func (p *parser) reason() (body int, reason token) {
	rest := p.text[p.at:]
	at := separator.FindStringIndex(rest)
	if at == nil {
		return len(p.text), token{"", len(p.text)}
	}
	text := strings.TrimSpace(rest[at[1]:])
	return p.at + at[0], token{text, p.at + at[0] + 1}
}

// end reports what is left before the reason.
func (p *parser) end(body int) *Problem {
	if p.at > body {
		p.at = body
	}
	rest := p.text[p.at:body]
	if strings.TrimSpace(rest) == "" {
		return nil
	}
	w := p.word()
	if near, ok := document.Closest(w.text, []string{"because"}); ok {
		return problem(w.offset, "did you mean "+near+"?", "%s is not expected here", document.Quote(w.text))
	}
	return problem(w.offset, "remove it, or write: because REASON", "%s is not expected here", document.Quote(w.text))
}

// pair reads AGENT -> TOOL.
func (p *parser) pair(d *Directive, body int) *Problem {
	rest := p.text[p.at:body]
	agent, tool, ok := strings.Cut(rest, "->")
	if !ok {
		return problem(p.at, "write restrict AGENT -> TOOL because REASON", "the arrow is missing")
	}
	d.Agent, d.Tool = name(agent), name(tool)
	switch {
	case d.Agent == "":
		return problem(p.at, "name an agent before the arrow, or * for all", "the agent is missing")
	case d.Tool == "" || strings.Contains(d.Tool, "->"):
		return problem(p.at+len(agent)+2, "name one tool behind the arrow, or * for all", "the tool is missing")
	}
	return nil
}

// name trims a name and the quotes around it.
func name(s string) string {
	s = strings.TrimSpace(s)
	if n := len(s); n >= 2 && (s[0] == '"' || s[0] == '\'' || s[0] == '`') && s[n-1] == s[0] {
		s = strings.TrimSpace(s[1 : n-1])
	}
	return s
}

// codes reads CODE, CODE.
func (p *parser) codes(d *Directive, body int) *Problem {
	seen := map[string]bool{}
	for {
		w := p.word()
		if w.offset >= body {
			break
		}
		for part := range strings.SplitSeq(w.text, ",") {
			c := strings.ToUpper(part)
			switch {
			case part == "":
				continue
			case !code.MatchString(c):
				return problem(w.offset, "give finding codes such as OB204, then: because REASON", "%s is no finding code", document.Quote(part))
			case !seen[c]:
				seen[c] = true
				d.Codes = append(d.Codes, c)
			}
		}
	}
	if len(d.Codes) == 0 {
		return problem(body, "give finding codes such as OB204", "%s needs a finding code", d.Verb)
	}
	return nil
}

// String writes the directive so that Parse reads it back.
func (d *Directive) String() string {
	s := "obligato: " + string(d.Verb)
	switch d.Verb {
	case Effects:
		s += " " + string(d.Effects)
	case Restrict:
		s += fmt.Sprintf(` "%s" -> "%s"`, d.Agent, d.Tool)
	case Ignore, IgnoreFile:
		s += " " + strings.Join(d.Codes, ", ")
	}
	if d.Reason != "" {
		s += " because " + d.Reason
	}
	return s
}
