package generate

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Bounds on what is made up for a tool call.
const (
	maxOptional = 6   // optional parameters that get a value
	maxValue    = 120 // runes of one value
	maxDepth    = 4   // levels of nested objects that are spelled out
)

// Value is one made-up argument, in the words of a user.
type Value struct {
	Words string // the parameter's name as words, such as "confirmation number"
	Text  string
}

// Values makes up arguments for a tool by its JSON Schema: the required
// parameters, and the optional ones where all is set. They depend on the seed
// and the parameters' names alone. About is what free text is about.
func Values(parameters map[string]any, seed uint64, all bool, about string) []Value {
	return object(parameters, seed, all, about, "", 0)
}

func object(schema map[string]any, seed uint64, all bool, about, prefix string, depth int) []Value {
	properties, _ := schema["properties"].(map[string]any)
	required := stringsOf(schema["required"])
	names := make([]string, 0, len(properties))
	for name := range properties {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(position(required, a), position(required, b)), cmp.Compare(a, b))
	})
	var out []Value
	optional := 0
	for _, name := range names {
		if !slices.Contains(required, name) {
			if optional++; !all || optional > maxOptional {
				continue
			}
		}
		property, _ := properties[name].(map[string]any)
		label := strings.TrimSpace(prefix + " " + strings.Join(nameWords(name), " "))
		if inner, ok := property["properties"].(map[string]any); ok && len(inner) > 0 && depth < maxDepth {
			out = append(out, object(property, seed, all, about, label, depth+1)...)
			continue
		}
		out = append(out, Value{Words: label, Text: sample(property, name, seed, about)})
	}
	return out
}

// position orders the required names first, as the schema lists them.
func position(required []string, name string) int {
	if i := slices.Index(required, name); i >= 0 {
		return i
	}
	return len(required)
}

// sample makes up one value: what the schema offers, else what its type and
// the parameter's name suggest.
func sample(schema map[string]any, name string, seed uint64, about string) string {
	schema = branch(schema)
	if v, ok := offered(schema, seed, name); ok {
		return clean(v)
	}
	switch typeOf(schema) {
	case "integer":
		return strconv.FormatFloat(math.Round(number(schema, 2+float64(pick(seed, name, 7)), 1)), 'f', -1, 64)
	case "number":
		return strconv.FormatFloat(number(schema, 12.5+float64(pick(seed, name, 7)), 0.5), 'f', -1, 64)
	case "boolean":
		return "true"
	case "array":
		items, _ := schema["items"].(map[string]any)
		return sample(items, name, seed, about)
	}
	return fit(schema, text(schema, name, seed, about))
}

// offered takes a value from const, enum, default or examples.
func offered(schema map[string]any, seed uint64, name string) (string, bool) {
	if v, ok := schema["const"]; ok {
		return literal(v), true
	}
	if list, ok := schema["enum"].([]any); ok && len(list) > 0 {
		return literal(list[pick(seed, name, len(list))]), true
	}
	if list, ok := schema["examples"].([]any); ok && len(list) > 0 {
		return literal(list[0]), true
	}
	if v, ok := schema["default"]; ok && v != nil && v != "" {
		return literal(v), true
	}
	return "", false
}

// branch follows anyOf, oneOf and allOf to the first alternative that is not
// null, where the schema has no type of its own.
func branch(schema map[string]any) map[string]any {
	for range maxDepth {
		next := alternative(schema)
		if typeOf(schema) != "" || next == nil {
			break
		}
		schema = next
	}
	return schema
}

func alternative(schema map[string]any) map[string]any {
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		list, _ := schema[key].([]any)
		for _, v := range list {
			if b, ok := v.(map[string]any); ok && b["type"] != "null" {
				return b
			}
		}
	}
	return nil
}

// typeOf returns the first type that is not null.
func typeOf(schema map[string]any) string {
	switch t := schema["type"].(type) {
	case string:
		return t
	case []any:
		for _, v := range t {
			if s, ok := v.(string); ok && s != "null" {
				return s
			}
		}
	}
	return ""
}

// number brings a value within the schema's bounds.
func number(schema map[string]any, v, step float64) float64 {
	if low, ok := float(schema["minimum"]); ok && v < low {
		v = low
	}
	if low, ok := float(schema["exclusiveMinimum"]); ok && v <= low {
		v = low + step
	}
	if high, ok := float(schema["maximum"]); ok && v > high {
		v = high
	}
	if high, ok := float(schema["exclusiveMaximum"]); ok && v >= high {
		v = high - step
	}
	return v
}

// fit brings a text within minLength and maxLength.
func fit(schema map[string]any, s string) string {
	if high, ok := float(schema["maxLength"]); ok && high >= 1 && float64(len([]rune(s))) > high {
		s = string([]rune(s)[:int(min(high, maxValue))])
	}
	if low, ok := float(schema["minLength"]); ok && low <= maxValue {
		for len([]rune(s)) < int(low) {
			s += "x"
		}
	}
	return clean(s)
}

// samples are texts by what a parameter's name or format speaks of, the first
// that fits. Each list is chosen from by the seed.
var samples = []struct {
	about  []string
	values []string
}{
	{[]string{"email", "mail", "recipient"}, []string{"alex@example.com", "sam@example.org"}},
	{[]string{"url", "uri", "link", "website"}, []string{"https://example.com/start", "https://example.org/page"}},
	{[]string{"date-time", "datetime", "timestamp"}, []string{"2025-03-14T09:30:00Z", "2025-06-02T14:00:00Z"}},
	{[]string{"date", "day", "departure", "arrival"}, []string{"2025-03-14", "2025-06-02"}},
	{[]string{"time"}, []string{"09:30", "14:00"}},
	{[]string{"uuid"}, []string{"6f1c1f5e-2b1a-4c53-9d1e-0a7c3b5d8e21"}},
	{[]string{"seat"}, []string{"12A", "7C", "23F"}},
	{[]string{"phone", "mobile"}, []string{"+1 555 0100", "+1 555 0142"}},
	{[]string{"confirmation", "number", "id", "code", "reference", "key", "sku", "account", "order"}, []string{"ABC123", "QX7741", "LM9032"}},
	{[]string{"city", "location", "place", "destination", "origin", "region"}, []string{"Paris", "Oslo", "Lisbon"}},
	{[]string{"country"}, []string{"Norway", "Portugal"}},
	{[]string{"language", "locale"}, []string{"Spanish", "French"}},
	{[]string{"currency"}, []string{"EUR", "USD"}},
	{[]string{"name", "customer", "passenger", "user"}, []string{"Alex Morgan", "Sam Rivera"}},
	{[]string{"amount", "price", "cost", "total"}, []string{"25", "140"}},
}

// text makes up a string. Free text speaks of what the tool is for, because a
// request for anything else would not be in its domain.
func text(schema map[string]any, name string, seed uint64, about string) string {
	format, _ := schema["format"].(string)
	about = strings.TrimSpace(about)
	of := append(nameWords(name), format)
	for _, s := range samples {
		for _, w := range s.about {
			if slices.Contains(of, w) {
				return s.values[pick(seed, name, len(s.values))]
			}
		}
	}
	if about != "" {
		return clip(about, maxValue)
	}
	return "example " + strings.Join(nameWords(name), " ")
}

// pick chooses one of n by seed and name; n must be positive.
func pick(seed uint64, name string, n int) int {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], seed)
	sum := sha256.Sum256(append(b[:], name...))
	return int(binary.BigEndian.Uint64(sum[:8]) % uint64(n))
}

// clean makes a value fit to stand between double quotes.
func clean(s string) string {
	return clip(oneLine(strings.ReplaceAll(s, `"`, "'")), maxValue)
}

// literal writes a JSON value as a user would say it.
func literal(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case map[string]any, []any:
		b, err := json.Marshal(v)
		if err != nil {
			return ""
		}
		return string(b)
	}
	return fmt.Sprint(v)
}

func float(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	case json.Number:
		f, err := v.Float64()
		return f, err == nil
	}
	return 0, false
}

func stringsOf(v any) []string {
	if list, ok := v.([]string); ok {
		return list
	}
	list, _ := v.([]any)
	var out []string
	for _, item := range list {
		if s, ok := item.(string); ok {
			out = append(out, s)
		}
	}
	return out
}
