package python

import (
	"fmt"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// run follows the program and writes down what it found.
func run(pass *extract.Pass) (*manifest.Manifest, error) {
	if err := syntax.Available(); err != nil {
		return nil, err
	}
	return newMachine(pass).manifest()
}

// manifest follows the program and writes the manifest.
func (m *machine) manifest() (*manifest.Manifest, error) {
	pass := m.pass
	m.everything()
	b := &builder{m: m, out: &manifest.Manifest{
		Schema: manifest.Schema, Workflow: pass.Workflow,
		SDK:       &manifest.Component{Name: "openai-agents"},
		Extractor: &manifest.Component{Name: "python", Version: Version},
	}}
	b.build()
	if len(b.out.Agents) == 0 {
		return nil, fmt.Errorf("%w: %s", extract.ErrNoWorkflow, b.whyEmpty())
	}
	return b.out, nil
}

// whyEmpty says what was missing, and what to do.
func (b *builder) whyEmpty() string {
	m := b.m
	parsed, sdk := m.passed, false
	for _, mod := range m.order {
		parsed++
		sdk = sdk || mod.sdk
	}
	switch {
	case parsed == 0:
		return fmt.Sprintf("none of the files (%d) could be read as Python", len(m.pass.Files))
	case len(m.agents) > 0:
		return fmt.Sprintf("%d agents are constructed, but no name could be resolved (first: %s: %s)",
			len(m.agents), m.agents[0].pos, whyUnknown(orNone(m.agents[0].peek("name")), "name"))
	case !sdk:
		return fmt.Sprintf("no import of the OpenAI Agents SDK (package agents; a copy under another name needs --sdk-module) in the files read (%d)", parsed)
	}
	return fmt.Sprintf("the SDK is imported, but no Agent(...) is constructed in the files read (%d)", parsed)
}
