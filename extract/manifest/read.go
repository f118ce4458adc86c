package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/obligato-dev/obligato/internal/document"
)

// BenchmarkName is the extractor name of manifests that were read from the
// public benchmark format, whose schema_version is BenchmarkVersion.
const (
	BenchmarkName    = "benchmark-3.0"
	BenchmarkVersion = "3.0"
)

// IsBenchmark reports whether the manifest was read from the benchmark format.
func IsBenchmark(m *Manifest) bool {
	return m != nil && m.Extractor != nil && m.Extractor.Name == BenchmarkName
}

// Read reads a manifest from YAML or JSON, in our own format or the public
// benchmark format. The path decides the syntax by its extension, stands in
// positions and is never opened; use a slash-separated path relative to the
// project.
//
// Whatever has no source in the file gets its place in the file as source, so
// that every obligation can name one. The order of the file is kept; see
// Normalize. The error, if any, is an *InvalidError that lists every problem
// found.
func Read(path string, data []byte) (*Manifest, error) {
	// A file name may be any bytes; a position is text in our own files.
	path = strings.ToValidUTF8(path, "\ufffd")
	doc, err := document.Parse(path, data)
	if err != nil {
		if e, ok := errors.AsType[*document.Error](err); ok {
			return nil, invalid(inFile(path, e.Problems), e.More)
		}
		return nil, err
	}
	r := &reader{path: path, doc: doc}
	switch {
	case doc.Has("schema_version") && !doc.Has("schema"):
		return r.benchmark()
	case doc.Has("schema"):
		return r.own()
	}
	return nil, invalid([]Problem{{
		Code: CodeFormat, Position: r.at(),
		Message: "this is no manifest: it has neither schema nor schema_version",
		Hint:    "start the file with: schema: " + Schema,
	}}, 0)
}

// reader reads one file.
type reader struct {
	path string
	doc  *document.Document
}

// at returns the place of the value that the pointer leads to.
func (r *reader) at(pointer ...string) Position {
	return at(r.path, r.doc.Position(pointer...))
}

// own reads obligato.manifest/v1.
func (r *reader) own() (*Manifest, error) {
	schema, err := compileOwn()
	if err != nil {
		return nil, err
	}
	var m Manifest
	problems, more, readable := r.decode(schema, "schema", &m)
	if readable {
		found, uncounted := check(&m, r.at)
		problems, more = append(problems, found...), more+uncounted
	}
	if err := invalid(problems, more); err != nil {
		return nil, err
	}
	r.locate(&m)
	return &m, nil
}

// decode validates the document against the schema and reads it into v. Even
// an invalid document is readable, so that what else is wrong with it can be
// reported in one go, unless its types or its version are wrong.
func (r *reader) decode(schema *jsonschema.Schema, version string, v any) (problems []Problem, more int, readable bool) {
	violations, more := r.doc.Violations(schema)
	for _, p := range violations {
		if slices.Equal(p.Pointer, []string{version}) {
			p.Code = CodeFormat
			return inFile(r.path, []document.Problem{p}), 0, false
		}
	}
	problems, readable = inFile(r.path, violations), more == 0
	for _, p := range violations {
		readable = readable && p.Code != document.CodeType
	}
	if !readable {
		return problems, more, false
	}
	data, err := r.doc.JSON()
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil && len(problems) == 0 {
		problems = append(problems, Problem{Code: document.CodeType, Position: r.at(), Message: fmt.Sprintf("read manifest: %v", err)})
	}
	return problems, 0, err == nil
}

// locate gives everything without a source its place in the file.
func (r *reader) locate(m *Manifest) {
	set := func(p *Position, section string, i int) {
		if p.IsZero() {
			*p = r.at(section, strconv.Itoa(i))
		}
	}
	for i := range m.Agents {
		set(&m.Agents[i].Source, "agents", i)
	}
	for i := range m.Tools {
		set(&m.Tools[i].Source, "tools", i)
	}
	for i := range m.Access {
		set(&m.Access[i].Source, "access", i)
	}
	for i := range m.Restrictions {
		set(&m.Restrictions[i].Source, "restrictions", i)
	}
	for i := range m.Delegations {
		set(&m.Delegations[i].Source, "delegations", i)
	}
	for i := range m.Unresolved {
		set(&m.Unresolved[i].Source, "unresolved", i)
	}
	for i := range m.Findings {
		set(&m.Findings[i].Source, "findings", i)
	}
	for i := range m.Suppressions {
		set(&m.Suppressions[i].Source, "suppressions", i)
	}
	for i := range m.Overlay {
		set(&m.Overlay[i].Source, "overlay", i)
	}
}
