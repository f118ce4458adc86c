package worker

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// Interpreter is a Python interpreter of the user's.
type Interpreter struct {
	// Path is how it is called. Links are not followed: an environment is
	// recognised by the path of its interpreter.
	Path string
	// Why says how it was found, for people: "--python", ".venv of shop".
	Why string
	// Environment is the folder of the virtual environment, or empty.
	Environment string
}

// Search says where to look for an interpreter.
type Search struct {
	// Explicit is what the user named: an interpreter, a command on PATH, or
	// the folder of a virtual environment. Empty means look for one.
	Explicit string
	// Dir is the absolute folder of the sources.
	Dir string
	// Getenv reads the user's environment.
	Getenv func(string) string
}

// environmentFolders are the names under which uv, poetry and people keep the
// environment of a project in it.
var environmentFolders = []string{".venv", "venv"}

// projectRoots are the files and folders that end the search upward. An
// environment above a project is not the project's, and may be anybody's.
var projectRoots = []string{".git", ".hg", ".jj", ".svn"}

// Find finds the interpreter to use: the one that was named, the active
// environment, one beside or above the sources up to the root of the
// repository, and then python3 on PATH. It runs nothing.
func Find(s Search) (Interpreter, error) {
	if s.Explicit != "" {
		return explicit(s.Explicit)
	}
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if dir := s.Getenv(name); dir != "" {
			if in, ok := inEnvironment(dir, name); ok {
				return in, nil
			}
		}
	}
	for _, dir := range upward(s.Dir) {
		for _, name := range environmentFolders {
			env := filepath.Join(dir, name)
			if _, err := os.Stat(filepath.Join(env, "pyvenv.cfg")); err != nil {
				continue
			}
			if in, ok := inEnvironment(env, name+" of "+filepath.Base(dir)); ok {
				return in, nil
			}
		}
	}
	for _, name := range []string{"python3", "python"} {
		if path, err := exec.LookPath(name); err == nil {
			return Interpreter{Path: path, Why: name + " on PATH"}, nil
		}
	}
	return Interpreter{}, &Error{Kind: KindNoInterpreter, Message: "no Python interpreter: no active environment, no .venv beside the sources, no python3 on PATH"}
}

// explicit resolves what the user named.
func explicit(given string) (Interpreter, error) {
	if info, err := os.Stat(given); err == nil && info.IsDir() {
		if in, ok := inEnvironment(given, "as given"); ok {
			return in, nil
		}
		return Interpreter{}, &Error{Kind: KindNoInterpreter, Message: fmt.Sprintf("%s holds no bin/python", given)}
	}
	path, err := exec.LookPath(given)
	if err != nil {
		return Interpreter{}, &Error{Kind: KindNoInterpreter, Message: fmt.Sprintf("%s cannot be run as a Python interpreter: %v", given, reason(err))}
	}
	if path, err = filepath.Abs(path); err != nil {
		return Interpreter{}, fmt.Errorf("find interpreter: %w", err)
	}
	in := Interpreter{Path: path, Why: "as given"}
	env := filepath.Dir(filepath.Dir(path))
	if _, err := os.Stat(filepath.Join(env, "pyvenv.cfg")); err == nil {
		in.Environment = env
	}
	return in, nil
}

func reason(err error) error {
	if e, ok := err.(*exec.Error); ok {
		return e.Err
	}
	return err
}

// inEnvironment is the interpreter of a virtual environment.
func inEnvironment(dir, why string) (Interpreter, bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Interpreter{}, false
	}
	path, err := exec.LookPath(filepath.Join(dir, "bin", "python"))
	if err != nil {
		return Interpreter{}, false
	}
	return Interpreter{Path: path, Why: why, Environment: dir}, true
}

// upward lists the folder and those above it, up to the root of the
// repository. Outside a repository it lists the folder alone.
func upward(dir string) []string {
	var out []string
	for at := dir; ; at = filepath.Dir(at) {
		out = append(out, at)
		if slices.ContainsFunc(projectRoots, func(name string) bool { return exists(filepath.Join(at, name)) }) {
			return out
		}
		if filepath.Dir(at) == at {
			return []string{dir}
		}
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
