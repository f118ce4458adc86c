package lint

import (
	"regexp"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/document"
)

// A prompt is prose. What is taken for a name in it must look like one and
// stand where one is expected; everything else is passed over.
var (
	sentences = regexp.MustCompile(`[.!?;]+["'”’)\]]*(?:\s|$)|\n`)
	negation  = regexp.MustCompile(`(?i)\b(?:not|never|no|cannot|without|avoid|instead of|unless|rather than)\b|n['’]t\b`)
	// transferName is a handoff as the SDK names it.
	transferName = regexp.MustCompile(`\btransfer_to_[A-Za-z0-9_]*[A-Za-z0-9](?:_*[{<*\[$])?`)
	// snakeName is a name in snake case.
	snakeName = regexp.MustCompile(`\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b`)
	// Where a name in snake case is a tool for sure: behind a call word, or
	// before the words tool and function.
	callBefore = regexp.MustCompile("(?i)\\b(?:call|calls|calling|invoke|invokes|invoking)\\s+(?:the\\s+|your\\s+)?[`\"'*]*$")
	useBefore  = regexp.MustCompile("(?i)\\b(?:use|uses|using|run|runs|running|execute|via|with|the|call|calls|calling|invoke|invokes|invoking)\\s+(?:the\\s+|your\\s+)?[`\"'*]*$")
	toolBehind = regexp.MustCompile("(?i)^[`\"'*]*(?:\\(\\))?[`\"'*]*\\s+(?:tool|function)\\b")
	// transferVerb makes an agent's name behind "to" a target.
	transferVerb = regexp.MustCompile(`(?i)\b(?:transfer|hand|handoff|handover|route|redirect|escalate|delegate|forward|refer)(?:s|ring|ing|red|ed)?\b`)
	// agentName is a capitalised name of an agent behind "to", in quotes or not.
	agentName = regexp.MustCompile("\\bto\\s+(?:the\\s+)?[\"“'`*]*([A-Z][A-Za-z0-9&/-]*(?:[ _-](?:and|of|&|[A-Z][A-Za-z0-9&/-]*))*[ _-]?[Aa]gent)\\b")
)

// generic are parts of example names, which mean no handoff.
var generic = map[string]bool{
	"agent": true, "agent_name": true, "name": true, "x": true, "xx": true, "xxx": true, "xyz": true, "foo": true, "bar": true,
	"other_agent": true, "target": true, "target_agent": true, "another_agent": true, "specialist": true,
}

// people are names of agents that mean a person.
var people = map[string]bool{"human": true, "live": true, "real": true, "person": true, "humansupport": true, "livesupport": true, "humanservice": true}

// maxPrompt bounds the bytes of one prompt that are looked at.
const maxPrompt = 200_000

// vocabulary is what a workflow's prompts may name.
type vocabulary struct {
	offered map[string][]string        // agents by a name that they offer their model
	words   map[string]bool            // names of parameters and agents' symbols
	own     map[string]map[string]bool // by agent: the names that it offers
	agents  map[string][]string        // ids by folded runtime name
	tools   []string                   // all offered names, sorted
}

func (w *workflow) vocabulary() *vocabulary {
	v := &vocabulary{offered: map[string][]string{}, words: map[string]bool{}, own: map[string]map[string]bool{}, agents: map[string][]string{}}
	for _, a := range w.m.Agents {
		v.own[a.ID] = map[string]bool{}
		v.agents[foldAgent(a.RuntimeName())] = append(v.agents[foldAgent(a.RuntimeName())], a.ID)
		v.words[manifest.AgentToolName(a.RuntimeName())] = true
	}
	offer := func(agent, name string) {
		if own := v.own[agent]; own != nil && name != "" && !own[name] {
			own[name] = true
			v.offered[name] = append(v.offered[name], agent)
		}
	}
	for _, a := range w.m.Access {
		name := w.tools[a.Tool].RuntimeName()
		offer(a.Agent, name)
		if _, short, ok := strings.Cut(name, "."); ok {
			offer(a.Agent, short)
		}
	}
	for _, d := range w.m.Delegations {
		offer(d.From, w.name(d))
	}
	for _, r := range w.m.Restrictions { // switched off, and still meant
		offer(r.Agent, w.tools[r.Tool].RuntimeName())
	}
	for _, t := range w.m.Tools {
		if properties, ok := t.Parameters["properties"].(map[string]any); ok {
			for name := range properties {
				v.words[name] = true
			}
		}
	}
	for name := range v.offered {
		v.tools = append(v.tools, name)
	}
	slices.Sort(v.tools)
	return v
}

// foldAgent makes names of agents comparable: without case, white space,
// punctuation and the word agent at the end.
func foldAgent(name string) string {
	s := strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" _-&/.", r) {
			return -1
		}
		return r
	}, name))
	if short := strings.TrimSuffix(s, "agent"); short != "" {
		return short
	}
	return s
}

// prompts finds names in instructions that mean nothing.
func (w *workflow) prompts() {
	v := w.vocabulary()
	for _, a := range w.m.Agents {
		if w.count[CodePromptMissing] > maxEach || w.count[CodePromptLacks] > maxEach {
			return // no more are listed
		}
		text := a.Instructions
		if len(text) > maxPrompt {
			text = strings.ToValidUTF8(text[:maxPrompt], "")
		}
		r := &reading{w: w, v: v, a: a, told: map[string]bool{}}
		for len(text) > 0 {
			sentence := text
			if at := sentences.FindStringIndex(text); at != nil {
				sentence, text = text[:at[0]], text[at[1]:]
			} else {
				text = ""
			}
			r.sentence(sentence)
		}
	}
}

// reading is the state of reading one agent's prompt.
type reading struct {
	w    *workflow
	v    *vocabulary
	a    manifest.Agent
	told map[string]bool
}

func (r *reading) sentence(s string) {
	r.transfers(s)
	r.toolNames(s)
	r.agentNames(s)
}

// missing and lacks report a name, once.
func (r *reading) missing(what, name string, known []string) {
	if !r.told[name] {
		r.told[name] = true
		hint := ""
		if r.w.count[CodePromptMissing] < maxEach {
			hint = near(name, known)
		}
		r.w.add(CodePromptMissing, manifest.LevelWarning, r.a.Source, "the instructions of %s name the %s %s, which does not exist%s", r.a.ID, what, name, hint)
	}
}

func (r *reading) lacks(what, name, rest string) {
	if !r.told[name] {
		r.told[name] = true
		r.w.add(CodePromptLacks, manifest.LevelWarning, r.a.Source, "the instructions of %s name the %s %s, %s", r.a.ID, what, name, rest)
	}
}

// transfers looks for handoffs by the SDK's names.
func (r *reading) transfers(s string) {
	for _, at := range transferName.FindAllStringIndex(s, -1) {
		name := s[at[0]:at[1]]
		if strings.ContainsAny(name, "{<*[$") || generic[strings.ToLower(strings.TrimPrefix(name, "transfer_to_"))] || negation.MatchString(s[:at[0]]) {
			continue
		}
		holders := r.v.offered[name]
		switch {
		case r.v.own[r.a.ID][name] || unsure(r.a, "handoffs") || unsure(r.a, "tools"):
		case len(holders) > 0 && !r.mentions(s[:at[0]]+" "+s[at[1]:], holders):
			r.lacks("handoff", name, "which it does not have ("+has(holders)+")")
		case len(holders) == 0:
			r.missing("handoff", name, r.v.tools)
		}
	}
}

// toolNames looks for names in snake case that stand where a tool is meant.
func (r *reading) toolNames(s string) {
	for _, at := range snakeName.FindAllStringIndex(s, -1) {
		name, before, behind := s[at[0]:at[1]], s[:at[0]], s[at[1]:]
		if strings.HasPrefix(name, "transfer_to_") || r.v.own[r.a.ID][name] || negation.MatchString(before) || unsure(r.a, "tools") || placeholder(before, behind) {
			continue
		}
		if holders := r.v.offered[name]; len(holders) > 0 {
			if !r.mentions(before+" "+behind, holders) {
				r.lacks("tool", name, "which it does not have ("+has(holders)+")")
			}
			continue
		}
		called := strings.HasPrefix(strings.TrimLeft(behind, "`"), "(") && useBefore.MatchString(before)
		meant := callBefore.MatchString(before) || toolBehind.MatchString(behind) && useBefore.MatchString(before) || called
		if meant && !r.v.words[name] {
			r.missing("tool", name, r.v.tools)
		}
	}
}

// placeholder reports whether the name is a gap to be filled in, or a part of
// a path or a longer word.
func placeholder(before, behind string) bool {
	return strings.HasSuffix(before, "{") || strings.HasSuffix(before, "<") || strings.HasSuffix(before, "/") || strings.HasSuffix(before, ".") ||
		strings.HasPrefix(behind, "}") || strings.HasPrefix(behind, ">") || strings.HasPrefix(behind, "/") || strings.HasPrefix(behind, "=") ||
		len(behind) > 1 && behind[0] == '.' && behind[1] != ' '
}

// agentNames looks for agents behind words of transfer.
func (r *reading) agentNames(s string) {
	for _, at := range agentName.FindAllStringSubmatchIndex(s, -1) {
		name, before := s[at[2]:at[3]], s[:at[0]]
		folded := foldAgent(name)
		if !transferVerb.MatchString(before) || negation.MatchString(before) || unsure(r.a, "handoffs") || people[folded] || folded == "agent" {
			continue
		}
		ids := r.v.agents[folded]
		switch {
		case len(ids) == 0 && !r.resembles(folded) && !unsure(r.a, "tools"):
			r.missing("agent", name, nil)
		case len(ids) > 0 && !slices.Contains(ids, r.a.ID) && !r.delegates(ids) && !unsure(r.a, "tools"):
			r.lacks("agent", name, "to which it cannot delegate")
		}
	}
}

// resembles reports whether the name may be another way to name an agent or a
// tool of the workflow.
func (r *reading) resembles(folded string) bool {
	for known := range r.v.agents {
		if strings.Contains(known, folded) || strings.Contains(folded, known) {
			return true
		}
	}
	for name := range r.v.own[r.a.ID] {
		if strings.Contains(foldAgent(name), folded) {
			return true
		}
	}
	return false
}

func (r *reading) delegates(ids []string) bool {
	for _, d := range r.w.delegates[r.a.ID] {
		if slices.Contains(ids, d.To) {
			return true
		}
	}
	return false
}

// mentions reports whether the sentence is about one of these agents.
func (r *reading) mentions(s string, agents []string) bool {
	folded := foldAgent(s)
	for _, id := range agents {
		if strings.Contains(folded, foldAgent(r.w.agents[id].RuntimeName())) {
			return true
		}
	}
	return false
}

func has(holders []string) string {
	verb := " have it"
	if len(holders) == 1 {
		verb = " has it"
	}
	return enough(holders, 3) + verb
}

func near(name string, known []string) string {
	if k, ok := document.Closest(name, known); ok {
		return "; did you mean " + k + "?"
	}
	return ""
}
