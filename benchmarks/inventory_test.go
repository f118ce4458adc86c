package benchmarks_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/benchmarks"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// figures counts a workflow in the paper's view, as the published figures do.
func figures(t *testing.T, name string) benchmarks.Figures {
	t.Helper()
	set := derive(t, name, obligations.ViewPaper)
	f := benchmarks.Figures{
		Workflow:    set.Manifest.Workflow,
		Agents:      len(set.Manifest.Agents),
		Tools:       len(set.Manifest.Tools),
		Obligations: len(set.Obligations),
	}
	for _, o := range set.Obligations {
		switch o.Criterion {
		case obligations.C2:
			f.Allowed++
		case obligations.C3:
			f.Restricted++
		case obligations.C4:
			f.Delegations++
		}
	}
	return f
}

func derive(t *testing.T, name string, view obligations.View) *obligations.Set {
	t.Helper()
	set, err := obligations.Derive(read(t, name), obligations.Options{View: view})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func read(t *testing.T, name string) *manifest.Manifest {
	t.Helper()
	data, path, err := benchmarks.Manifest(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifest.Read(path, data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The figures are derived from the manifests here and were typed in from the
// paper there, so a mistake in either shows.
func TestInventoryEqualsThePublishedFigures(t *testing.T) {
	total := benchmarks.Figures{Workflow: "total"}
	for _, want := range benchmarks.Published() {
		got := figures(t, want.Workflow)
		want.Upstream = "" // not in the manifest
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-published +derived):\n%s", want.Workflow, diff)
		}
		total.Agents += got.Agents
		total.Tools += got.Tools
		total.Allowed += got.Allowed
		total.Restricted += got.Restricted
		total.Delegations += got.Delegations
		total.Obligations += got.Obligations
	}
	if diff := cmp.Diff(benchmarks.PublishedTotal(), total); diff != "" {
		t.Errorf("total (-published +derived):\n%s", diff)
	}
}

// Outside the paper's view an agent offered as a tool is one delegation edge,
// and makes neither an allowed nor a restricted pair.
func TestAgentToolsAreOneEdgeOutsideThePaperView(t *testing.T) {
	for _, name := range benchmarks.Names() {
		m := read(t, name)
		agentTools := map[string]bool{}
		for _, tool := range m.Tools {
			agentTools[tool.ID] = tool.Kind == manifest.ToolAgent
		}
		for _, o := range derive(t, name, obligations.ViewNone).Obligations {
			if agentTools[o.Tool] {
				t.Errorf("%s: %s speaks of the agent tool %s", name, o.ID, o.Tool)
			}
		}
	}
}

// What a benchmark measures is worth nothing if its texts name the answer, so
// no agent's text names a tool that the agent does not have.
func TestNoTextNamesAnotherAgentsTool(t *testing.T) {
	for _, name := range benchmarks.Names() {
		m := read(t, name)
		allowed := map[[2]string]bool{}
		for _, a := range m.Access {
			allowed[[2]string{a.Agent, a.Tool}] = true
		}
		for _, agent := range m.Agents {
			for _, tool := range m.Tools {
				text := agent.Description + "\n" + agent.Instructions
				if !allowed[[2]string{agent.ID, tool.ID}] && strings.Contains(text, tool.RuntimeName()) {
					t.Errorf("%s: the texts of %s name %s", name, agent.ID, tool.ID)
				}
			}
		}
	}
}

// A simulated or live model decides by these texts, so none may be missing.
func TestEveryEntityIsDescribed(t *testing.T) {
	for _, name := range benchmarks.Names() {
		m := read(t, name)
		for _, agent := range m.Agents {
			if agent.Description == "" || agent.Instructions == "" {
				t.Errorf("%s: agent %s lacks a description or instructions", name, agent.ID)
			}
		}
		for _, tool := range m.Tools {
			function := tool.Kind == "" || tool.Kind == manifest.ToolFunction
			if tool.Description == "" || function && tool.Parameters == nil {
				t.Errorf("%s: tool %s lacks a description or parameters", name, tool.ID)
			}
		}
	}
}
