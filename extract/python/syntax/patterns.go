package syntax

// PatternKind is the form of a pattern of a match statement.
type PatternKind int

// The forms of patterns. The zero value is a pattern of a form that is not
// read.
const (
	PatternOther    PatternKind = iota
	PatternAny                  // _
	PatternCapture              // a name
	PatternValue                // a literal or a dotted name: Value
	PatternOr                   // one of Subs
	PatternSequence             // elements Subs
	PatternStar                 // *Name among the elements of a sequence, or **Name of a mapping
	PatternMapping              // Keys, and their values as the first of Subs; a PatternStar may follow
	PatternClass                // the class Value: Subs by position, then by the names Attrs
	PatternAs                   // the only one of Subs, bound to Name
)

// Pattern is a pattern of a match statement.
type Pattern struct {
	Kind  PatternKind
	Value Expr
	Name  string // empty for _
	Subs  []Pattern
	Keys  []Expr
	Attrs []string
}

// patterns lowers what stands behind "case": several patterns are a sequence.
func (l *lowerer) patterns(is []int, comma bool) Pattern {
	if len(is) == 1 && !comma {
		return l.pattern(is[0], 0)
	}
	p := Pattern{Kind: PatternSequence}
	for _, i := range is {
		p.Subs = append(p.Subs, l.pattern(i, 0))
	}
	return p
}

// maxPattern bounds the nesting of patterns.
const maxPattern = 50

func (l *lowerer) pattern(i, depth int) Pattern {
	t := l.t
	if depth > maxPattern || t.nodes[i].bad {
		return Pattern{}
	}
	in := t.children(i)
	switch t.nodes[i].kind {
	case "case_pattern":
		switch {
		case t.text(i) == "_":
			return Pattern{Kind: PatternAny}
		case len(in) == 1 && t.text(i)[0] == '-' && (t.nodes[in[0]].kind == "integer" || t.nodes[in[0]].kind == "float"):
			return Pattern{Kind: PatternValue, Value: &Unary{l.at(i), "-", l.expr(in[0])}}
		case len(in) == 1:
			return l.pattern(in[0], depth+1)
		}
	case "string", "concatenated_string", "integer", "float", "true", "false", "none":
		return Pattern{Kind: PatternValue, Value: l.expr(i)}
	case "dotted_name":
		if len(in) == 1 {
			return capture(PatternCapture, t.text(i))
		}
		return Pattern{Kind: PatternValue, Value: l.dotted(i)}
	case "union_pattern":
		return l.orPattern(i, depth)
	case "list_pattern", "tuple_pattern":
		return l.sequencePattern(i, in, depth)
	case "splat_pattern":
		name := "_"
		if len(in) == 1 {
			name = t.text(in[0])
		}
		return capture(PatternStar, name)
	case "as_pattern":
		if len(in) == 2 {
			return Pattern{Kind: PatternAs, Name: t.text(in[1]), Subs: []Pattern{l.pattern(in[0], depth+1)}}
		}
	case "dict_pattern":
		return l.mappingPattern(i, in, depth)
	case "class_pattern":
		return l.classPattern(in, depth)
	}
	return Pattern{}
}

func capture(kind PatternKind, name string) Pattern {
	if name != "_" {
		return Pattern{Kind: kind, Name: name}
	}
	if kind == PatternCapture {
		return Pattern{Kind: PatternAny}
	}
	return Pattern{Kind: kind}
}

// orPattern lowers a | b, where a minus sign is a token of its own.
func (l *lowerer) orPattern(i, depth int) Pattern {
	p := Pattern{Kind: PatternOr}
	minus := false
	for _, c := range l.t.all(i) {
		switch {
		case l.t.text(c) == "-":
			minus = true
			continue
		case l.t.text(c) == "_":
			p.Subs = append(p.Subs, Pattern{Kind: PatternAny})
		case !l.t.nodes[c].named:
		default:
			sub := l.pattern(c, depth+1)
			if minus && sub.Kind == PatternValue {
				sub.Value = &Unary{l.at(c), "-", sub.Value}
			}
			p.Subs = append(p.Subs, sub)
		}
		minus = false
	}
	return p
}

// sequencePattern lowers [a, b] and (a, b); a pattern in parentheses is itself.
func (l *lowerer) sequencePattern(i int, in []int, depth int) Pattern {
	if len(in) == 1 && l.t.nodes[i].kind == "tuple_pattern" {
		comma := false
		for _, c := range l.t.all(i) {
			comma = comma || l.t.text(c) == ","
		}
		if !comma {
			return l.pattern(in[0], depth+1)
		}
	}
	p := Pattern{Kind: PatternSequence}
	for _, c := range in {
		p.Subs = append(p.Subs, l.pattern(c, depth+1))
	}
	return p
}

func (l *lowerer) mappingPattern(i int, in []int, depth int) Pattern {
	p := Pattern{Kind: PatternMapping}
	for _, c := range in {
		switch n := l.t.nodes[c]; {
		case n.field == "key":
			key := l.pattern(c, depth+1)
			if key.Kind != PatternValue {
				return Pattern{}
			}
			p.Keys = append(p.Keys, key.Value)
		case n.field == "value", n.kind == "splat_pattern":
			p.Subs = append(p.Subs, l.pattern(c, depth+1))
		}
	}
	return p
}

func (l *lowerer) classPattern(in []int, depth int) Pattern {
	p := Pattern{Kind: PatternClass}
	for n, c := range in {
		if n == 0 {
			p.Value = l.dotted(c)
			continue
		}
		inner := l.t.children(c)
		if len(inner) == 1 && l.t.nodes[inner[0]].kind == "keyword_pattern" {
			parts := l.t.children(inner[0])
			p.Attrs = append(p.Attrs, l.t.text(parts[0]))
			if len(parts) == 2 {
				p.Subs = append(p.Subs, l.pattern(parts[1], depth+1))
			} else { // _ has no node of its own
				p.Subs = append(p.Subs, Pattern{Kind: PatternAny})
			}
			continue
		}
		if len(p.Attrs) > 0 {
			return Pattern{}
		}
		p.Subs = append(p.Subs, l.pattern(c, depth+1))
	}
	return p
}
