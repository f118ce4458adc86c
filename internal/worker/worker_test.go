//go:build unix

package worker

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// prelude gives the scripts of these tests the two ends of the protocol.
const prelude = `
import json, os, signal, sys, time
def read(n):
    b = b""
    while len(b) < n:
        c = os.read(3, n - len(b))
        if not c: os._exit(0)
        b += c
    return b
def request():
    return json.loads(read(int.from_bytes(read(4), "big")))
def raw(data):
    while data: data = data[os.write(4, data):]
def answer(v):
    data = json.dumps(v).encode()
    raw(len(data).to_bytes(4, "big") + data)
`

// python is the interpreter of these tests.
func python(t *testing.T) Interpreter {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("REQUIRE_ORACLES") == "1" {
			t.Fatal("python3 is missing, and REQUIRE_ORACLES=1")
		}
		t.Skip("python3 is missing")
	}
	return Interpreter{Path: path}
}

func start(t *testing.T, script string) *Worker {
	t.Helper()
	in := python(t)
	w, err := Start(t.Context(), Command{
		Interpreter: in, Script: prelude + script, Name: "<test>", Env: Environment(in, os.Getenv), Grace: 200 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func kindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

func TestCall(t *testing.T) {
	w := start(t, `
while True:
    r = request()
    print("rubbish", "{\"answer\": 7}", chr(27) + "[31m", flush=True)
    answer({"answer": {"got": r, "key": os.environ.get("OPENAI_API_KEY"), "cwd": os.getcwd()}})
`)
	for _, text := range []string{"one", "two\x00\u2028", strings.Repeat("long ", 100_000)} {
		var got struct {
			Got, Key, Cwd string
		}
		if err := w.Call(t.Context(), text, &got); err != nil {
			t.Fatal(err)
		}
		if got.Got != text || got.Key != placeholderKey || got.Cwd != "/" {
			t.Errorf("answer to %.20q is wrong: key %q, folder %q", text, got.Key, got.Cwd)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if out := w.output.String(); !strings.Contains(out, "rubbish") || strings.Contains(out, "\x1b") {
		t.Errorf("output is kept wrongly: %.80q", out)
	}
	if err := w.Call(t.Context(), "late", new(any)); kindOf(err) != KindDied {
		t.Errorf("a call to a closed worker: %v", err)
	}
}

func TestFailures(t *testing.T) {
	tests := []struct {
		name, script string
		kind         Kind
		contains     string
	}{
		{"its own error", `request(); answer({"error": {"kind": "import_failed", "message": "no\x1b[2J", "path": "a.py", "line": 3}})`, KindImport, "a.py:3: no[2J"},
		{"an error of no kind", `request(); answer({"error": {"kind": "what", "message": "x"}})`, KindProtocol, "x"},
		{"ends", `request(); print("last words"); sys.exit(3)`, KindDied, "exit status 3"},
		{"is killed", `request(); os.kill(os.getpid(), 9)`, KindDied, "killed"},
		{"ends before it reads", `sys.exit(4)`, KindDied, "exit status 4"},
		{"no Python", `)`, KindDied, "exit status 1"},
		{"half a frame", `request(); raw(b"\0\0\1\0abc"); os._exit(0)`, KindDied, "exit status 0"},
		{"a frame without end", `request(); raw(b"\xff\xff\xff\xff"); time.sleep(60)`, KindProtocol, "too large"},
		{"no JSON", `request(); raw(b"\0\0\0\2{]"); time.sleep(60)`, KindProtocol, "no JSON"},
		{"another shape", `request(); answer({"answer": [1]})`, KindProtocol, "cannot be read"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := start(t, test.script).Call(t.Context(), 1, new(struct{ A int }))
			if kindOf(err) != test.kind || !strings.Contains(err.Error(), test.contains) {
				t.Errorf("got %q: %v, want %q with %q", kindOf(err), err, test.kind, test.contains)
			}
		})
	}
}

func TestOutputOfTheDead(t *testing.T) {
	err := start(t, `
request()
sys.stdout.write("x" * 3000000)
print("the end", file=sys.stderr)
os._exit(1)
`).Call(t.Context(), 1, new(any))
	var e *Error
	if !errors.As(err, &e) || len(e.Output) > MaxOutput || !strings.HasSuffix(e.Output, "the end\n") {
		t.Errorf("output is kept wrongly: %v", err)
	}
}

// stubborn starts a child that leaves the group and one that stays; all of
// them ignore SIGTERM and write their process ids to a file.
const stubborn = `
request()
signal.signal(signal.SIGTERM, signal.SIG_IGN)
pids = [os.getpid()]
for leaves in (False, True):
    r, w = os.pipe()
    if os.fork() == 0:
        if leaves:
            os.setsid()
            if os.fork(): os._exit(0)
        os.write(w, str(os.getpid()).encode() + b"\n")
        while True: time.sleep(60)
    pids.append(int(os.read(r, 20)))
with open(PIDS + ".new", "w") as f: f.write("\n".join(map(str, pids)))
os.rename(PIDS + ".new", PIDS)
`

func TestNothingStays(t *testing.T) {
	for _, test := range []struct {
		name, ending string
		cancel       bool
	}{
		{"at the deadline", `while True: time.sleep(60)`, false},
		{"when it is cancelled", `while True: time.sleep(60)`, true},
		{"when it has died", `os._exit(1)`, false},
		{"when it is closed", `answer({"answer": 1}); time.sleep(60)`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			pids := filepath.Join(t.TempDir(), "pids")
			w := start(t, "PIDS = "+strconv.Quote(pids)+stubborn+test.ending)
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			wantCancelled := errors.New("the user went away")
			if test.cancel {
				c, stop := context.WithCancelCause(ctx)
				ctx = c
				go func() {
					for len(read(pids)) == 0 {
						time.Sleep(10 * time.Millisecond)
					}
					stop(wantCancelled)
				}()
			}
			err := w.Call(ctx, 1, new(any))
			switch test.name {
			case "at the deadline":
				if kindOf(err) != KindTimeout {
					t.Errorf("got %v", err)
				}
			case "when it is cancelled":
				if !errors.Is(err, wantCancelled) {
					t.Errorf("got %v", err)
				}
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
			left := read(pids)
			if len(left) != 3 {
				t.Fatalf("the script did not start its children: %v", err)
			}
			for i, pid := range left {
				if i == 2 && !sweeps {
					continue
				}
				if alive(pid) {
					t.Errorf("process %d of %v is alive", i, left)
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
			}
		})
	}
}

func read(path string) []int {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var out []int
	for f := range strings.FieldsSeq(string(data)) {
		pid, err := strconv.Atoi(f)
		if err != nil {
			return nil
		}
		out = append(out, pid)
	}
	return out
}

// alive reports whether a process runs. One that was killed and waits for init
// does not, and one that is being killed gets a moment.
func alive(pid int) bool {
	for range 100 {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || err == nil && strings.Contains(string(stat), ") Z ") {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

func TestStartOfNothing(t *testing.T) {
	dir := t.TempDir()
	notRun := filepath.Join(dir, "python")
	if err := os.WriteFile(notRun, []byte("#!/no/such/interpreter\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "missing"), notRun, dir} {
		w, err := Start(t.Context(), Command{Interpreter: Interpreter{Path: path}, Script: "1", Name: "<test>"})
		if kindOf(err) != KindNoInterpreter {
			t.Errorf("%s: %v", path, err)
		}
		if w != nil {
			t.Errorf("%s: a worker beside an error", path)
		}
	}
}
