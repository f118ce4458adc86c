package model

import (
	"slices"
	"sort"
	"strings"
)

// filler takes the arguments of one call from the conversation.
type filler struct {
	sources []*source // nearest first
	free    string    // what goes into a free text
	// lenient gives every string that is not found the free text: a handoff's
	// reason is not worth a question.
	lenient bool
	visited int // properties looked at: references make small schemas large
}

// slot is one value to find.
type slot struct {
	label    []string // the words of its name, with those of the objects around it
	name     []string // the words of its own name
	want     schema
	required bool
	set      func(v any)
}

// fill returns the arguments for a schema, and the names, as words, of what is
// required and was not found. What is required may be null where the schema
// allows that.
func (f *filler) fill(parameters map[string]any) (args map[string]any, missing []string) {
	args = map[string]any{}
	slots := f.slots(newSchema(parameters), args, nil, true, 0)
	done := make([]bool, len(slots))
	// Longer labels first: "company name" before "name".
	order := make([]int, len(slots))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return len(slots[order[a]].label) > len(slots[order[b]].label) })
	for _, find := range []func(slot) (any, bool){f.byLabel, f.byPartOfLabel, f.byMember, f.byShape, f.byPlace} {
		for _, i := range order {
			if done[i] {
				continue
			}
			if v, ok := find(slots[i]); ok {
				slots[i].set(v)
				done[i] = true
			}
		}
	}
	for i, s := range slots {
		if done[i] || !s.required {
			continue
		}
		if v, ok := f.byDefault(s); ok {
			s.set(v)
		} else {
			missing = append(missing, strings.Join(s.label, " "))
		}
	}
	return args, missing
}

// maxSlots bounds how many values of one call are looked for, and maxVisited
// how many properties are looked at for them.
const (
	maxSlots   = 200
	maxVisited = 2000
)

// slots lists the values to find, those of nested objects too. An optional
// or nullable object is made only when one of its values is found.
func (f *filler) slots(s schema, into map[string]any, prefix []string, required bool, depth int) []slot {
	names, needed, of := s.properties()
	var out []slot
	for i, name := range names {
		branches, nullable := of[name].branches()
		words := splitWords(name)
		label := slices.Concat(prefix, words)
		if len(branches) > 0 && branches[0].kind() == "object" && depth < maxSchemaDepth {
			inner := map[string]any{}
			must := required && i < needed
			switch {
			case must && nullable:
				into[name] = nil
			case must:
				into[name] = inner
			}
			for _, n := range f.slots(branches[0], inner, label, must && !nullable, depth+1) {
				set := n.set
				n.set = func(v any) { into[name] = inner; set(v) }
				out = append(out, n)
			}
		} else {
			out = append(out, slot{
				label: label, name: words, want: of[name], required: required && i < needed,
				set: func(v any) { into[name] = v },
			})
		}
		if f.visited++; len(out) > maxSlots || f.visited > maxVisited {
			return out[:min(len(out), maxSlots)]
		}
	}
	return out
}

// byLabel finds `confirmation number is "ABC123"` and `flight number FLT-123`.
func (f *filler) byLabel(s slot) (any, bool) {
	if v, ok := labelled(f.sources, s.label, s.want, false); ok {
		return v, true
	}
	if len(s.name) < len(s.label) {
		return labelled(f.sources, s.name, s.want, false)
	}
	return nil, false
}

// Words of a name that people leave out.
var (
	dropLast  = wordSet("number id code name no nr reference ref key date time address value amount string text count")
	dropFirst = wordSet("new the user customer target desired preferred requested selected current start number num total max min full")
)

// byPartOfLabel finds `seat 12A` for new_seat.
func (f *filler) byPartOfLabel(s slot) (any, bool) {
	words := s.name
	for len(words) > 1 && dropFirst[words[0]] {
		words = words[1:]
		if v, ok := labelled(f.sources, words, s.want, len(words) == 1); ok {
			return v, true
		}
	}
	if n := len(words); n > 1 && dropLast[words[n-1]] {
		return labelled(f.near(), words[:n-1], s.want, true)
	}
	return nil, false
}

func (f *filler) near() []*source {
	var out []*source
	for _, s := range f.sources {
		if s.near {
			out = append(out, s)
		}
	}
	return out
}

// byMember finds a word of the request that is one of an enum's members, and
// what is said for or against a yes-or-no question.
func (f *filler) byMember(s slot) (any, bool) {
	branches, _ := s.want.branches()
	for _, b := range branches {
		list := anyList(b.node["enum"])
		if b.kind() == "array" {
			list = anyList(b.at(b.node["items"]).node["enum"])
		}
		var found []any
		for _, v := range list {
			words := splitWords(asText(v))
			for _, src := range f.near() {
				if len(words) > 0 && len(src.find(words)) > 0 && !slices.Contains(found, v) {
					found = append(found, v)
				}
			}
		}
		switch {
		case len(found) == 0:
		case b.kind() == "array":
			return found, true
		default:
			return found[0], true
		}
		if b.kind() == "boolean" && len(list) == 0 {
			if v, ok := f.wish(s); ok {
				return v, true
			}
		}
	}
	return nil, false
}

func asText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, err := argumentText(map[string]any{"v": v})
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(text, `{"v":`), "}")
}

var negations = wordSet("no not without dont never skip exclude excluding")

// wish reads `without breakfast` for include_breakfast.
func (f *filler) wish(s slot) (bool, bool) {
	words := s.name
	for len(words) > 1 && (words[0] == "is" || words[0] == "has" || words[0] == "include" || words[0] == "with" || words[0] == "should" || words[0] == "needs") {
		words = words[1:]
	}
	for _, src := range f.near() {
		if ends := src.find(words); len(ends) > 0 {
			return !src.negated(ends[0] - len(words)), true
		}
	}
	return false, false
}

// negated reports whether one of the two words before token i says no.
func (s *source) negated(i int) bool {
	for k := max(i-2, 0); k < i; k++ {
		if slices.ContainsFunc(s.tokens[k].parts, func(p string) bool { return negations[p] }) {
			return true
		}
	}
	return false
}

// byShape finds values that show what they are: addresses, dates, codes.
func (f *filler) byShape(s slot) (any, bool) {
	branches, _ := s.want.branches()
	for _, b := range branches {
		item, many := b, b.kind() == "array"
		if many {
			item = b.at(b.node["items"])
		}
		fits := shapeOf(s, item)
		if fits == nil {
			continue
		}
		var found []any
		for _, src := range f.near() {
			for i := range src.tokens {
				v, ok := src.take(i, fits, item)
				if !ok {
					continue
				}
				if !many {
					return v, true
				}
				if len(found) < maxItems {
					found = append(found, v)
				}
			}
		}
		if len(found) > 0 {
			return found, true
		}
	}
	return nil, false
}

// take takes the value at token i if it has a shape and meets the schema.
func (s *source) take(i int, fits func(*source, int) (string, int), want schema) (any, bool) {
	if s.tokens[i].used || s.tokens[i].mark {
		return nil, false
	}
	text, end := fits(s, i)
	if end == 0 {
		return nil, false
	}
	v, ok := coerce(text, want)
	if !ok || !within(v, want) {
		return nil, false
	}
	s.use(i, end)
	return v, true
}
