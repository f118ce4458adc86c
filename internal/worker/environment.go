package worker

import (
	"fmt"
	"path/filepath"
)

// passed are the variables of the user's environment that a worker gets. The
// list is short because what is not in it cannot leak: keys, tokens, proxies.
var passed = []string{
	"HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "USER", "LOGNAME",
	"PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
}

// placeholderKey lets model clients be constructed. It is refused everywhere.
const placeholderKey = "sk-obligato-placeholder-no-key-is-passed"

// Environment is the environment of a worker: the few variables that Python
// needs, those of the virtual environment, and a placeholder where a key of
// the SDK would stand.
func Environment(in Interpreter, getenv func(string) string) []string {
	path := getenv("PATH")
	if in.Environment != "" {
		path = filepath.Join(in.Environment, "bin") + string(filepath.ListSeparator) + path
	}
	env := []string{
		"PATH=" + path,
		"OPENAI_API_KEY=" + placeholderKey,
		"OPENAI_AGENTS_DISABLE_TRACING=1",
		"PYTHONDONTWRITEBYTECODE=1",
		"PYTHONHASHSEED=0", // the order of sets is the same in each run
		"PYTHONIOENCODING=utf-8:backslashreplace",
		"PYTHONUNBUFFERED=1",
	}
	if in.Environment != "" {
		env = append(env, "VIRTUAL_ENV="+in.Environment)
	}
	for _, name := range passed {
		if v := getenv(name); v != "" {
			env = append(env, fmt.Sprintf("%s=%s", name, v))
		}
	}
	return env
}
