//go:build unix

package live_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/obligato-dev/obligato/extract/live"
	"github.com/obligato-dev/obligato/internal/worker"
)

// environment holds the real SDK; ./test makes it.
const environment = "testdata/.venv"

// interpreter is the one that has the real SDK.
func interpreter(t *testing.T) worker.Interpreter {
	t.Helper()
	in, err := worker.Find(worker.Search{Explicit: environment, Getenv: os.Getenv})
	if err == nil {
		return in
	}
	if os.Getenv("REQUIRE_ORACLES") == "1" {
		t.Fatalf("the real SDK is missing, and REQUIRE_ORACLES=1: %v", err)
	}
	t.Skipf("the real SDK is missing (./test installs it): %v", err)
	return worker.Interpreter{}
}

// project writes a program into a new folder.
func project(t *testing.T, files map[string]string) live.Program {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := live.Program{Root: root, Base: "."}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		p.Files = append(p.Files, name)
	}
	return p
}

func open(t *testing.T) *live.Session {
	t.Helper()
	s, err := live.Open(t.Context(), interpreter(t), os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestPrograms holds what programs of many shapes show, and that they do not
// disturb each other in one session.
func TestPrograms(t *testing.T) {
	s := open(t)
	tests := []struct {
		name  string
		files map[string]string
		// want are names of agents, in the order of their making, with those
		// of their tools and handoffs.
		want string
	}{
		{"handoffs in all forms", map[string]string{"a.py": `
from agents import Agent, Handoff, handoff
from agents.realtime import RealtimeAgent, realtime_handoff
b = Agent(name="B")
c = Agent(name="C")
async def go(ctx, text): return c
a = Agent(name="A", handoffs=[b, handoff(c, tool_name_override="to_c"), handoff(b, is_enabled=False),
    Handoff(tool_name="by_hand", tool_description="", input_json_schema={}, on_invoke_handoff=go, agent_name="C")])
r = RealtimeAgent(name="R")
q = RealtimeAgent(name="Q", handoffs=[realtime_handoff(r)])
`}, "B; C; A > B > C:by_hand > C:to_c; R; Q > R"},
		{"a cycle that holds itself", map[string]string{"a.py": `
from agents import Agent
a = Agent(name="A")
b = Agent(name="B", handoffs=[a])
a.handoffs.append(b); a.handoffs.append(a)
a.itself = b.itself = [a, b]; a.itself.append(a.itself)
`}, "A > A > B; B > A"},
		{"agents that only containers hold", map[string]string{"a.py": `
from agents import Agent, function_tool
class Crew:
    def __init__(self):
        self.team = {"x": [(Agent(name="Held"),)]}
    def __getattr__(self, name): raise RuntimeError(name)
crew = Crew()
del Crew
@function_tool
def tool() -> str: return ""
(lambda: Agent(name="Dropped", tools=[tool]))()
`}, "Held; Dropped . tool"},
		{"a package with relative imports", map[string]string{
			"shop/__init__.py": "from .desk import desk\n",
			"shop/desk.py":     "from agents import Agent\nfrom . import tools\ndesk = Agent(name='Desk', tools=[tools.look])\n",
			"shop/tools.py":    "from agents.decorators import tool\n@tool\ndef look() -> str: return ''\n",
		}, "Desk . look"},
		{"a folder of scripts", map[string]string{
			"main.py":        "import sys, os\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), 'lib'))\nfrom things import a\nif __name__ == '__main__': raise SystemExit\n",
			"lib/things.py":  "from agents import Agent\na = Agent(name='Once')\n",
			"lib/numbers.py": "raise ImportError('a module of ours hides one of the library')\n",
		}, "Once"},
		{"a subclass, a clone and a copy", map[string]string{"a.py": `
import copy
from agents import Agent
class Mine(Agent):
    def __init__(self, n): super().__init__(name="Mine " + n)
m = Mine("1")
n = m.clone(name="Cloned") if False else copy.copy(m)
n.name = "Copied"
c = Agent[int](name="C").clone(name="D")
`}, "Mine 1; Copied; C; D"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			seen, err := s.Ask(ctx, project(t, test.files))
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(seen); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// summary is what was seen as one line.
func summary(s *live.Seen) string {
	m := live.Align(s, empty)
	var out []string
	for _, a := range s.Agents {
		line := a.Name
		for _, x := range m.Access {
			if x.Agent == a.Name {
				line += " . " + x.Tool
			}
		}
		for _, d := range m.Delegations {
			if d.From == a.Name {
				line += " > " + d.To
				if d.ToolName != "" {
					line += ":" + d.ToolName
				}
			}
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

// TestDaemon holds that nothing stays of a program that gets past all that
// forbids processes: it finds functions of the C library by itself, leaves the
// group, and may drop the environment.
func TestDaemon(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processes that leave their group are found on Linux only")
	}
	t.Run("fork", func(t *testing.T) {
		testDaemon(t, `
if function(b"fork")() == 0:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with open("pid", "w") as f: f.write(str(os.getpid()))
    while True: time.sleep(60)
`)
	})
	t.Run("without environment", func(t *testing.T) {
		testDaemon(t, `
function(b"system", ctypes.c_char_p)(b"exec env -i sh -c 'trap : TERM; setsid sh -c \"echo \\$\\$ > pid; exec sleep 600\" >&- 2>&- &'")
`)
	})
}

func testDaemon(t *testing.T, daemon string) {
	s := open(t)
	p := project(t, map[string]string{"a.py": `
import ctypes, os, signal, time
from agents import Agent
a = Agent(name="A")
c = ctypes.CDLL(None)
c.dlsym.restype, c.dlsym.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
def function(name, *args):
    return ctypes.CFUNCTYPE(ctypes.c_int, *args)(c.dlsym(None, name))
` + daemon + `
while not os.path.exists("pid") or not open("pid").read(): time.sleep(0.01)
`})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := s.Ask(ctx, p); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(p.Root, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatalf("the daemon is gone before the session ends, so that this test shows nothing: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 200 {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d is alive", pid)
}

// TestCancelled holds that a cancelled question ends at once with its cause.
func TestCancelled(t *testing.T) {
	s := open(t)
	cause := errors.New("the user went away")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(100*time.Millisecond, func() { cancel(cause) })
	_, err := s.Ask(ctx, project(t, map[string]string{"a.py": "import time\ntime.sleep(600)\n"}))
	if !errors.Is(err, cause) {
		t.Errorf("got %v", err)
	}
}

// TestImportError names the line of the user's code, however deep the error.
func TestImportError(t *testing.T) {
	s := open(t)
	_, err := s.Ask(t.Context(), project(t, map[string]string{
		"a.py": "import b\n", "b.py": "import json\n\njson.loads('no')\n",
	}))
	var e *worker.Error
	if !errors.As(err, &e) || e.Kind != worker.KindImport || e.Path != "b.py" || e.Line != 3 || !strings.HasPrefix(e.Message, "JSONDecodeError") {
		t.Errorf("got %v", err)
	}
}
