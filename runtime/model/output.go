package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// maxMade bounds how many values of one structured answer are made.
const maxMade = 2000

// output answers with the smallest JSON that the asked-for schema allows,
// filled with what the conversation says.
func (t *thought) output() string {
	want := newSchema(t.req.Output.Schema)
	about := t.results()
	if about == "" {
		about = strings.Join(strings.Fields(t.text), " ")
	}
	f := &filler{sources: []*source{newSource(t.text, true)}, free: clip(about, 2*maxQuote)}
	p := producer{about: f.free}
	var have any
	if b, _ := want.branches(); len(b) > 0 && b[0].kind() == "object" {
		have, _ = f.fill(b[0].flat())
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(p.complete(want, have, 0)) != nil {
		return "{}" // a default in the schema that is no JSON
	}
	return strings.TrimRight(b.String(), "\n")
}

// flat is a schema whose references can be followed from its own root.
func (s schema) flat() map[string]any {
	out := make(map[string]any, len(s.node)+2)
	for k, v := range s.node {
		out[k] = v
	}
	for _, key := range []string{"$defs", "definitions"} {
		if _, ok := out[key]; !ok && s.root[key] != nil {
			out[key] = s.root[key]
		}
	}
	return out
}

// producer makes values for a schema.
type producer struct {
	about string // what texts say
	made  int
}

// complete returns a value for a schema, as near to the given one as it can.
func (p *producer) complete(want schema, have any, depth int) any {
	if p.made++; depth > maxSchemaDepth || p.made > maxMade {
		return nil
	}
	branches, nullable := want.branches()
	if len(branches) == 0 {
		return nil
	}
	if have == nil && nullable {
		return nil
	}
	want = branches[0]
	if v, ok := want.node["const"]; ok {
		return v
	}
	if list := anyList(want.node["enum"]); len(list) > 0 {
		for _, v := range list {
			if v == have {
				return v
			}
		}
		return list[0]
	}
	switch want.kind() {
	case "object":
		return p.object(want, have, depth)
	case "array":
		return p.array(want, have, depth)
	case "string":
		return p.text(want, have)
	case "integer", "number":
		return completeNumber(want, have)
	case "boolean":
		b, _ := have.(bool)
		return b
	}
	return nil
}

func (p *producer) object(want schema, have any, depth int) any {
	given, _ := have.(map[string]any)
	out := map[string]any{}
	names, required, of := want.properties()
	for i, name := range names {
		v, ok := given[name]
		if i < required || ok {
			out[name] = p.complete(of[name], v, depth+1)
		}
	}
	return out
}

func (p *producer) array(want schema, have any, depth int) any {
	given, _ := have.([]any)
	item := want.at(want.node["items"])
	least, _ := want.count("minItems", maxItems)
	most, bounded := want.count("maxItems", maxItems)
	// A list of texts says something where it may.
	if least == 0 && (!bounded || most > 0) && item.kind() == "string" {
		least = 1
	}
	prefix := anyList(want.node["prefixItems"])
	out := []any{}
	for i := 0; i < max(least, len(given), len(prefix)); i++ {
		if bounded && i >= most {
			break
		}
		var v any
		if i < len(given) {
			v = given[i]
		}
		of := item
		if i < len(prefix) {
			of = want.at(prefix[i])
		}
		made := p.complete(of, v, depth+1)
		if text, ok := made.(string); ok && want.node["uniqueItems"] == true && i > 0 && v == nil {
			made = fmt.Sprintf("%s (%d)", text, i+1)
		}
		out = append(out, made)
	}
	return out
}

// examples are texts of the formats that have one.
var examples = map[string]string{
	"date": "2025-01-01", "date-time": "2025-01-01T00:00:00Z", "time": "00:00:00Z", "email": "user@example.com",
	"uri": "https://example.com/", "url": "https://example.com/", "uuid": "00000000-0000-4000-8000-000000000000",
	"hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
}

func (p *producer) text(want schema, have any) string {
	s, given := have.(string)
	example, known := examples[want.text("format")]
	switch pattern := want.text("pattern"); {
	case given && within(s, want):
		return s
	case pattern != "":
		return matching(pattern, want)
	case known:
		return example
	case !given:
		s = p.about
	}
	if s == "" {
		s = "none"
	}
	runes := []rune(s)
	if least, ok := want.count("minLength", maxRead); ok {
		for len(runes) < least {
			runes = append(runes, '.')
		}
	}
	if most, ok := want.count("maxLength", maxRead); ok && len(runes) > most {
		runes = runes[:most]
	}
	return string(runes)
}

// completeNumber is the given number, or the one nearest to zero, within the
// limits.
func completeNumber(want schema, have any) any {
	f := 0.0
	switch v := have.(type) {
	case int64:
		f = float64(v)
	case float64:
		f = v
	}
	step, ok := want.number("multipleOf")
	if !ok || step <= 0 {
		step = 1
	}
	if low, ok := want.number("minimum"); ok && f < low {
		f = math.Ceil(low/step) * step
	}
	if low, ok := want.number("exclusiveMinimum"); ok && f <= low {
		f = (math.Floor(low/step) + 1) * step
	}
	if high, ok := want.number("maximum"); ok && f > high {
		f = math.Floor(high/step) * step
	}
	if high, ok := want.number("exclusiveMaximum"); ok && f >= high {
		f = (math.Ceil(high/step) - 1) * step
	}
	if _, ok := want.number("multipleOf"); ok {
		f = math.Round(f/step) * step
	}
	if !inRange(f, want) { // a range without a whole number
		if low, ok := want.number("minimum"); ok {
			f = low
		} else if low, ok := want.number("exclusiveMinimum"); ok {
			high, _ := want.number("exclusiveMaximum")
			f = (low + high) / 2
		}
	}
	if want.kind() == "integer" && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return f
}
