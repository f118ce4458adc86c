package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// violation gathers the leaves of a violation.
func (v *validation) violation(e *jsonschema.ValidationError) {
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		if near, _ := choice(e); near != nil {
			v.violation(near)
			return
		}
	case *kind.AdditionalProperties:
		v.unknown(e, k)
		return
	default:
		if len(e.Causes) > 0 {
			for _, cause := range e.Causes {
				v.violation(cause)
			}
			return
		}
	}
	v.leaves = append(v.leaves, leaf{at: v.document.Position(e.InstanceLocation...), e: e})
}

// unknown gathers keys that the format does not have, each at its own place.
func (v *validation) unknown(e *jsonschema.ValidationError, k *kind.AdditionalProperties) {
	unknown := make(map[string]bool, len(k.Properties))
	for _, key := range k.Properties {
		unknown[key] = true
	}
	n, _ := v.document.find(e.InstanceLocation)
	for _, key := range n.keys {
		if unknown[key.name] {
			v.leaves = append(v.leaves, leaf{at: key.pos, e: e, key: key.name})
		}
	}
}

// choice looks into a value that fits none of several forms. It returns the
// violation of the one form that has the value's type, or nil and the types of
// all forms.
func choice(e *jsonschema.ValidationError) (near *jsonschema.ValidationError, want []string) {
	count := 0
	for _, cause := range e.Causes {
		if t, ok := typeMismatch(cause, len(e.InstanceLocation)); ok {
			want = append(want, t.Want...)
			continue
		}
		near = cause
		count++
	}
	if count == 1 {
		return near, nil
	}
	slices.Sort(want)
	return nil, slices.Compact(want)
}

func typeHint(want []string) string {
	if len(want) == 0 {
		return ""
	}
	return "allowed: " + strings.Join(articles(want), " or ")
}

// typeMismatch reports whether the violation is that the value itself, at
// depth tokens below the root, has the wrong type.
func typeMismatch(e *jsonschema.ValidationError, depth int) (*kind.Type, bool) {
	for len(e.InstanceLocation) == depth && len(e.Causes) == 1 {
		e = e.Causes[0]
	}
	t, ok := e.ErrorKind.(*kind.Type)
	return t, ok && len(e.InstanceLocation) == depth
}

// report puts one violation into our words.
func (v *validation) report(l leaf) {
	e := l.e
	where := name(e.InstanceLocation)
	at := e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		_, want := choice(e)
		v.add(CodeType, at, where+" fits none of the allowed forms", v.describe(e, typeHint(want)))
	case *kind.AdditionalProperties:
		v.reportUnknown(l)
	case *kind.Required:
		for _, missing := range k.Missing {
			v.add(CodeMissingKey, at, fmt.Sprintf("key %s is missing in %s", Quote(missing), where), v.describeKey(e, missing))
		}
	case *kind.Type:
		v.add(CodeType, at, fmt.Sprintf("%s must be %s, not %s", where, strings.Join(articles(k.Want), " or "), article(k.Got)), v.retype(e, k))
	case *kind.Enum:
		v.enum(e, k)
	case *kind.Const:
		v.add(CodeValue, at, fmt.Sprintf("%s must be %s, not %s", where, show(k.Want), show(k.Got)), v.describe(e, ""))
	case *kind.MinLength, *kind.MinItems, *kind.MinProperties:
		v.add(CodeValue, at, where+" must not be empty", v.describe(e, ""))
	case *kind.Pattern:
		v.add(CodeValue, at, fmt.Sprintf("%s has the wrong form: %s", where, Quote(k.Got)), v.describe(e, ""))
	default:
		text := e.ErrorKind.LocalizedString(message.NewPrinter(language.English))
		v.add(CodeValue, at, where+": "+text, v.describe(e, ""))
	}
}

// reportUnknown names the closest key that the format has.
func (v *validation) reportUnknown(l leaf) {
	var known []string
	if s := v.schemas[l.e.SchemaURL]; s != nil {
		for k := range s.Properties {
			known = append(known, k)
		}
	}
	slices.Sort(known)
	hint := "known keys: " + strings.Join(known, ", ")
	if near, ok := Closest(l.key, known); ok {
		hint = fmt.Sprintf("did you mean %s?", Quote(near))
	}
	v.problems = append(v.problems, Problem{
		Code: CodeUnknownKey, Pointer: append(slices.Clone(l.e.InstanceLocation), l.key), Position: l.at,
		Message: fmt.Sprintf("unknown key %s in %s", Quote(l.key), name(l.e.InstanceLocation)), Hint: hint,
	})
}

// enum reports a value outside a list.
func (v *validation) enum(e *jsonschema.ValidationError, k *kind.Enum) {
	words := make([]string, len(k.Want))
	for i, w := range k.Want {
		words[i] = fmt.Sprint(w)
	}
	hint := ""
	if got, ok := k.Got.(string); ok {
		if near, ok := Closest(got, words); ok {
			hint = fmt.Sprintf("did you mean %s?", Quote(near))
		}
	}
	v.add(CodeValue, e.InstanceLocation,
		fmt.Sprintf("%s is %s; allowed: %s", name(e.InstanceLocation), show(k.Got), strings.Join(words, ", ")), hint)
}

// retype says how to write the value that was probably meant.
func (v *validation) retype(e *jsonschema.ValidationError, k *kind.Type) string {
	n, _ := v.document.find(e.InstanceLocation)
	switch {
	case slices.Contains(k.Want, "string") && n.plain && n.kind == number:
		return fmt.Sprintf("put it in quotes: %s", Quote(n.text))
	case slices.Contains(k.Want, "string") && n.plain && n.kind == boolean:
		return fmt.Sprintf("put it in quotes: %q", fmt.Sprint(n.truth))
	case slices.Contains(k.Want, "boolean") && n.kind == text:
		return "write true or false"
	case n.kind == null:
		return "leave the key out, or give it a value"
	}
	return v.describe(e, "")
}

// describe returns the description of the violated schema, or else.
func (v *validation) describe(e *jsonschema.ValidationError, otherwise string) string {
	if s := v.schemas[e.SchemaURL]; s != nil && s.Description != "" {
		return s.Description
	}
	return otherwise
}

// describeKey returns the description of a property of the violated schema.
func (v *validation) describeKey(e *jsonschema.ValidationError, key string) string {
	s := v.schemas[e.SchemaURL]
	if s == nil {
		return ""
	}
	p := s.Properties[key]
	for p != nil && p.Description == "" && p.Ref != nil {
		p = p.Ref
	}
	if p == nil || p.Description == "" {
		return ""
	}
	return key + ": " + p.Description
}

// show writes a scalar for a message.
func show(value any) string {
	switch value := value.(type) {
	case string:
		return Quote(value)
	case nil:
		return "null"
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	}
	return fmt.Sprint(value)
}

// article writes a JSON type for a message.
func article(kind string) string {
	switch kind {
	case "object":
		return "an object"
	case "array":
		return "a list"
	case "integer":
		return "a whole number"
	case "boolean":
		return "true or false"
	case "null":
		return "empty"
	}
	return "a " + kind
}

func articles(kinds []string) []string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = article(k)
	}
	return words
}
