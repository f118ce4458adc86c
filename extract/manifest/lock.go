package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/obligato-dev/obligato/internal/document"
)

// LockSchema names the format of a lock file.
const LockSchema = "obligato.lock/v1"

// Lock is a project's accepted manifests, by workflow name: the file that is
// committed, so that a change to the denominator of coverage is reviewed.
type Lock struct {
	Workflows map[string]*Manifest
}

// ReadLock reads a lock file. A single manifest is read as a lock of one
// workflow. The error, if any, is an *InvalidError with positions in the file.
func ReadLock(path string, data []byte) (*Lock, error) {
	path = strings.ToValidUTF8(path, "\ufffd")
	doc, err := document.Parse(path, data)
	if e, ok := errors.AsType[*document.Error](err); ok {
		return nil, invalid(inFile(path, e.Problems), e.More)
	} else if err != nil {
		return nil, err
	}
	if s, ok := doc.Sub("schema"); !ok || s.Value() != any(LockSchema) {
		m, err := Read(path, data)
		if err != nil {
			return nil, err
		}
		return &Lock{Workflows: map[string]*Manifest{m.Workflow: m}}, nil
	}
	schema, err := compileLock()
	if err != nil {
		return nil, err
	}
	if problems, more := doc.Violations(schema); len(problems) > 0 {
		return nil, invalid(inFile(path, problems), more)
	}
	return readSections(path, doc)
}

// readSections reads every workflow of a lock, and reports the problems of all.
func readSections(path string, doc *document.Document) (*Lock, error) {
	l := &Lock{Workflows: map[string]*Manifest{}}
	var problems []Problem
	more := 0
	for _, name := range doc.Keys("workflows") {
		section, _ := doc.Sub("workflows", name)
		m, err := (&reader{path: path, doc: section}).own()
		if e, ok := errors.AsType[*InvalidError](err); ok {
			problems, more = append(problems, e.Problems...), more+e.More
			continue
		} else if err != nil {
			return nil, err
		}
		l.Workflows[name] = m
	}
	if err := invalid(problems, more); err != nil {
		return nil, err
	}
	return l, nil
}

// EncodeLock writes a lock as YAML, workflows by name. Equal locks give equal
// bytes, and ReadLock gives the lock back.
func EncodeLock(l *Lock) ([]byte, error) {
	sections := map[string]json.RawMessage{}
	for _, name := range slices.Sorted(maps.Keys(l.Workflows)) {
		data, err := Encode(l.Workflows[name], FormatJSON)
		if err != nil {
			return nil, fmt.Errorf("encode lock: workflow %q: %w", name, err)
		}
		sections[name] = data
	}
	data, err := json.Marshal(struct {
		Schema    string                     `json:"schema"`
		Workflows map[string]json.RawMessage `json:"workflows"`
	}{LockSchema, sections})
	if err != nil {
		return nil, fmt.Errorf("encode lock: %w", err)
	}
	out, err := document.EncodeYAML(data)
	if err != nil {
		return nil, fmt.Errorf("encode lock: %w", err)
	}
	return out, nil
}
