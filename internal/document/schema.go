package document

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
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
// the value. See Violations for a bound on how many there are.
func (d *Document) Validate(schema *jsonschema.Schema) []Problem {
	problems, _ := d.Violations(schema)
	return problems
}

// Violations is Validate with a count: it returns the first MaxProblems
// violations in the file and how many more there are.
func (d *Document) Violations(schema *jsonschema.Schema) (problems []Problem, more int) {
	err := schema.Validate(d.Value())
	if err == nil {
		return nil, 0
	}
	violation, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return []Problem{{Code: CodeValue, Position: d.root.pos, Message: err.Error()}}, 0
	}
	v := &validation{document: d, schemas: map[string]*jsonschema.Schema{}}
	v.index(schema)
	v.violation(violation)
	// A hostile file violates its schema a million times: sort first, and put
	// into words only what is kept.
	slices.SortStableFunc(v.leaves, compareLeaves)
	kept := v.leaves[:min(len(v.leaves), MaxProblems)]
	for _, l := range kept {
		v.report(l)
	}
	Sort(v.problems)
	return v.problems, len(v.leaves) - len(kept)
}

// validation turns the violations of one document into problems.
type validation struct {
	document *Document
	schemas  map[string]*jsonschema.Schema // by location
	leaves   []leaf
	problems []Problem
}

// leaf is one violation, and its key if it is an unknown one.
type leaf struct {
	at  Position
	e   *jsonschema.ValidationError
	key string
}

func compareLeaves(a, b leaf) int {
	if a.at != b.at {
		return cmp.Or(a.at.Line-b.at.Line, a.at.Col-b.at.Col)
	}
	return cmp.Or(strings.Compare(a.e.SchemaURL, b.e.SchemaURL), strings.Compare(a.key, b.key))
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
