//go:build unix

package worker

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree makes files in a new folder and returns it. Interpreters are programs
// that do nothing; nothing here runs them.
func tree(t *testing.T, files ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, f := range files {
		path := filepath.Join(root, f)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestFind(t *testing.T) {
	const venv, python = "/pyvenv.cfg", "/bin/python"
	tests := []struct {
		name     string
		files    []string
		explicit string // below the root where it starts with ./
		env      map[string]string
		path     string // PATH, below the root
		want     string // below the root
		why      string
		inside   string // the environment
	}{
		{
			name: "named interpreter", files: []string{"py/python3.9", "app/.venv" + venv, "app/.venv" + python},
			explicit: "./py/python3.9", want: "py/python3.9", why: "as given",
		},
		{
			name: "named environment", files: []string{"e" + venv, "e" + python},
			explicit: "./e", want: "e/bin/python", why: "as given", inside: "e",
		},
		{
			name: "interpreter of an environment", files: []string{"e" + venv, "e" + python},
			explicit: "./e/bin/python", want: "e/bin/python", why: "as given", inside: "e",
		},
		{name: "named and missing", explicit: "./nothing"},
		{name: "named folder without one", files: []string{"e/x"}, explicit: "./e"},
		{
			name: "active before beside", files: []string{"active" + python, "app/.venv" + venv, "app/.venv" + python},
			env: map[string]string{"VIRTUAL_ENV": "./active"}, want: "active/bin/python", why: "VIRTUAL_ENV", inside: "active",
		},
		{
			name: "active but broken", files: []string{"app/.venv" + venv, "app/.venv" + python},
			env: map[string]string{"VIRTUAL_ENV": "./gone"}, want: "app/.venv/bin/python", why: ".venv of app", inside: "app/.venv",
		},
		{name: "beside", files: []string{"app/venv" + venv, "app/venv" + python}, want: "app/venv/bin/python", why: "venv of app", inside: "app/venv"},
		{
			name: "above in the repository", files: []string{".git/HEAD", ".venv" + venv, ".venv" + python, "bin/python3"},
			path: "bin", want: ".venv/bin/python", why: ".venv of ", inside: ".venv",
		},
		{
			name: "above without a repository may be anybody's", files: []string{".venv" + venv, ".venv" + python, "bin/python3"},
			path: "bin", want: "bin/python3", why: "python3 on PATH",
		},
		{
			name: "above the repository", files: []string{"app/.git/HEAD", ".venv" + venv, ".venv" + python, "bin/python"},
			path: "bin", want: "bin/python", why: "python on PATH",
		},
		{name: "a folder that is no environment", files: []string{"app/.venv" + python, "bin/python3"}, path: "bin", want: "bin/python3", why: "python3 on PATH"},
		{name: "nothing"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := tree(t, append(test.files, "app/main.py")...)
			below := func(p string) string {
				if rest, ok := strings.CutPrefix(p, "./"); ok {
					return filepath.Join(root, rest)
				}
				return p
			}
			t.Setenv("PATH", filepath.Join(root, test.path, "x", ".."))
			in, err := Find(Search{
				Explicit: below(test.explicit), Dir: filepath.Join(root, "app"),
				Getenv: func(name string) string { return below(test.env[name]) },
			})
			if test.want == "" {
				if kindOf(err) != KindNoInterpreter {
					t.Errorf("got %v, %v", in, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Clean(in.Path) != filepath.Join(root, test.want) || !strings.HasPrefix(in.Why, test.why) {
				t.Errorf("got %s (%s)", in.Path, in.Why)
			}
			if test.inside != "" && in.Environment != filepath.Join(root, test.inside) {
				t.Errorf("environment %q", in.Environment)
			}
		})
	}
}

func TestEnvironmentHoldsNoKey(t *testing.T) {
	secret := func(name string) string { return "value of " + name }
	env := Environment(Interpreter{Environment: "/e"}, secret)
	var names []string
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		names = append(names, name)
		for _, word := range []string{"KEY", "TOKEN", "SECRET", "PASSWORD", "PROXY"} {
			if strings.Contains(name, word) && value != placeholderKey {
				t.Errorf("%s is passed on", e)
			}
		}
	}
	if !slices.Contains(env, "OPENAI_API_KEY="+placeholderKey) || !slices.Contains(env, "PATH=/e/bin:value of PATH") {
		t.Errorf("the environment lacks its own parts: %q", env)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(env) {
		t.Errorf("a variable is given twice: %q", env)
	}
}
