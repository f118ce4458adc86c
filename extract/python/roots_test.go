//go:build cgo

package python

import (
	"testing"
	"testing/fstest"
)

// TestWorkspaceBeside holds that one program of a workspace finds the
// libraries beside it, although they are not among the files that are named.
func TestWorkspaceBeside(t *testing.T) {
	kit := &fstest.MapFile{Data: []byte("from agents import Agent\n\n\ndef make(name, **rest):\n    return Agent(name=name, **rest)\n")}
	program := &fstest.MapFile{Data: []byte("from agents import Runner\nfrom zkit import make\n\nRunner.run_sync(make('A', handoffs=[make('B')]), 'x')\n")}
	for _, tt := range []struct {
		name, lib, project string
		agents             int
	}{
		{"src layout", "libs/kit/src/zkit/__init__.py", "pyproject.toml", 2},
		{"flat layout", "libs/kit/zkit/__init__.py", "pyproject.toml", 2},
		{"one module", "libs/kit/src/zkit.py", "pyproject.toml", 2},
		{"no project", "libs/kit/src/zkit/__init__.py", "README.md", 0},
		{"an environment", ".venv/lib/zkit/__init__.py", "pyproject.toml", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fsys := fstest.MapFS{tt.lib: kit, tt.project: {}, "apps/one/main.py": program}
			m, err := extractFrom(fsys, "apps/one", "one")
			if found := err == nil && len(m.Agents) == 2 && len(m.Delegations) == 1; found != (tt.agents == 2) {
				t.Errorf("found: %v, error: %v", found, err)
			}
		})
	}
}
