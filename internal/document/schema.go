package document

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// CompileSchema reads a JSON Schema that is shipped with the program. The name
// is an identifier, not a place: nothing is ever loaded from a file or the
// network.
func CompileSchema(name string, data []byte) (*jsonschema.Schema, error) {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read schema %s: %w", name, err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	url := "obligato:///" + name
	if err := c.AddResource(url, value); err != nil {
		return nil, fmt.Errorf("read schema %s: %w", name, err)
	}
	s, err := c.Compile(url)
	if err != nil {
		return nil, fmt.Errorf("read schema %s: %w", name, err)
	}
	return s, nil
}

// noLoader refuses references to other schemas.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, errors.New("schemas are never loaded: " + url)
}

// Validate checks the document against a schema and returns what violates it,
// sorted by position; nil means nothing does. An unknown key is reported at
// the key, a missing one at the object that lacks it, and everything else at
// the value.
func (d *Document) Validate(schema *jsonschema.Schema) []Problem {
	err := schema.Validate(d.Value())
	if err == nil {
		return nil
	}
	violation, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return []Problem{{Code: CodeValue, Position: d.root.pos, Message: err.Error()}}
	}
	v := &validation{document: d, schemas: map[string]*jsonschema.Schema{}}
	v.index(schema)
	v.violation(violation)
	Sort(v.problems)
	return v.problems
}

// validation turns the violations of one document into problems.
type validation struct {
	document *Document
	schemas  map[string]*jsonschema.Schema // by location
	problems []Problem
}

// index gathers the schemas that can be named in a violation.
func (v *validation) index(s *jsonschema.Schema) {
	if s == nil || v.schemas[s.Location] != nil {
		return
	}
	v.schemas[s.Location] = s
	v.index(s.Ref)
	v.index(s.Items2020)
	for _, list := range [][]*jsonschema.Schema{s.PrefixItems, s.AllOf, s.AnyOf, s.OneOf, {s.If, s.Then, s.Else}} {
		for _, child := range list {
			v.index(child)
		}
	}
	for _, child := range s.Properties {
		v.index(child)
	}
	if child, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		v.index(child)
	}
}

// add reports a problem with the value that the pointer leads to.
func (v *validation) add(code string, pointer []string, message, hint string) {
	v.problems = append(v.problems, Problem{
		Code: code, Pointer: pointer, Position: v.document.Position(pointer...), Message: message, Hint: hint,
	})
}

// name writes an instance location as people do: agents[0].name.
func name(location []string) string {
	var b strings.Builder
	for _, token := range location {
		switch _, err := strconv.Atoi(token); {
		case err == nil:
			b.WriteString("[" + token + "]")
		case b.Len() > 0:
			b.WriteString("." + bare(token))
		default:
			b.WriteString(bare(token))
		}
	}
	if b.Len() == 0 {
		return "the document"
	}
	return b.String()
}

// bare leaves plain keys unquoted.
func bare(token string) string {
	if q := Quote(token); q != `"`+token+`"` || token == "" || strings.ContainsAny(token, " .[]") {
		return q
	}
	return token
}
