//go:build cgo

package python

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
)

// A text with random bytes changed is seldom a program. FuzzMutate changes
// programs of the test suite by whole statements and tokens, so that most of
// what it makes is legal Python that nobody would write.

// FuzzMutate holds that no such program panics or runs on, that all positions
// lie in their files, and that a second run gives the same bytes.
func FuzzMutate(f *testing.F) {
	progs := programs(f)
	for i := range progs {
		for _, ops := range []string{"", "\x00\x05\x09", "\x01\x07\x03\x02\x11\x05", "\x03\x20\x04\x04\x09\x01\x05\x02\x02\x06\x03\x03"} {
			f.Add(uint8(i), uint8(i*7+3), []byte(ops))
		}
	}
	f.Fuzz(func(t *testing.T, first, second uint8, ops []byte) {
		src := mutate(progs[int(first)%len(progs)], progs[int(second)%len(progs)], ops)
		if len(src) > 1<<16 {
			return
		}
		checkProgram(t, src)
	})
}

// programs are the cases of the suite, in order.
func programs(tb testing.TB) []string {
	tb.Helper()
	names, err := fs.Glob(cases, "testdata/cases/*.py")
	if err != nil || len(names) == 0 {
		tb.Fatal(err, len(names))
	}
	var out []string
	for _, n := range names {
		src, err := fs.ReadFile(cases, n)
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, string(src))
	}
	return out
}

// checkProgram extracts a program twice.
func checkProgram(t *testing.T, src string) {
	t.Helper()
	watch := time.AfterFunc(30*time.Second, func() { panic("the extraction does not end") })
	defer watch.Stop()
	run := func() (string, *machine, *manifest.Manifest, []extract.Diagnostic) {
		var ds []extract.Diagnostic
		m := newMachine(&extract.Pass{
			FS: fstest.MapFS{"main.py": {Data: []byte(src)}}, Files: []string{"main.py"}, Workflow: "w",
			Report: func(d extract.Diagnostic) { ds = append(ds, d) },
		})
		out, err := m.manifest()
		if err != nil {
			return err.Error(), m, nil, ds
		}
		data, err := manifest.Encode(out, manifest.FormatYAML)
		if err != nil {
			t.Fatal(err)
		}
		return string(data), m, out, ds
	}
	one, m, out, ds := run()
	two, _, _, _ := run()
	if one != two {
		t.Errorf("two runs differ:\n%s\n%s", one, two)
	}
	checkSteps(t, m)
	checkPositions(t, src, out, ds)
}

// checkPositions holds every position of the manifest against the file.
func checkPositions(t *testing.T, src string, m *manifest.Manifest, ds []extract.Diagnostic) {
	t.Helper()
	lines := strings.Split(src, "\n")
	check := func(p manifest.Position) {
		t.Helper()
		if p.Line == 0 && p.Col == 0 {
			return
		}
		if p.Path != "main.py" || p.Line < 1 || p.Line > len(lines) || p.Col < 1 || p.Col > len(lines[p.Line-1])+1 {
			t.Errorf("position %s is outside the file", p)
		}
	}
	for _, d := range ds {
		check(d.Position)
	}
	if m == nil {
		return
	}
	for _, x := range m.Agents {
		check(x.Source)
	}
	for _, x := range m.Tools {
		check(x.Source)
	}
	for _, x := range m.Access {
		check(x.Source)
	}
	for _, x := range m.Delegations {
		check(x.Source)
	}
	for _, x := range m.Restrictions {
		check(x.Source)
	}
	for _, x := range m.Unresolved {
		check(x.Source)
	}
	for _, x := range m.Findings {
		check(x.Source)
	}
}

// mutate changes a program. Each three bytes of ops are one change: which, and
// two places.
func mutate(src, other string, ops []byte) string {
	lines := strings.Split(src, "\n")
	donor := strings.Split(other, "\n")
	for ; len(ops) >= 3 && len(lines) > 1 && len(lines) < 2000; ops = ops[3:] {
		a, b := int(ops[1])%len(lines), int(ops[2])%len(lines)
		from, to := statementAt(lines, a)
		switch ops[0] % 10 {
		case 0: // drop a statement
			lines = splice(lines, from, to, nil)
		case 1: // repeat it
			lines = splice(lines, to, to, lines[from:to])
		case 2: // move it
			moved := append([]string(nil), lines[from:to]...)
			lines = splice(lines, from, to, nil)
			b = min(b, len(lines))
			lines = splice(lines, b, b, moved)
		case 3: // put it into a block
			heads := []string{"if unknown:", "for item in items:", "while True:", "with open(path) as file:", "def added(a=1, *b, **c):", "class Added(Agent):", "try:", "async def later():", "match unknown:\n    case 1:"}
			lines = splice(lines, from, to, nested(heads[int(ops[2])%len(heads)], lines[from:to]))
		case 4: // put a statement of another program there
			s, e := statementAt(donor, int(ops[2])%len(donor))
			lines = splice(lines, from, from, donor[s:e])
		case 5: // one identifier becomes another
			if x, y := wordOf(lines[a], int(ops[2])), wordOf(lines[b], int(ops[1])); x != "" && y != "" {
				for i := range lines {
					lines[i] = strings.ReplaceAll(lines[i], x, y)
				}
			}
		case 6: // deeper, or less deep
			if ops[2]%2 == 0 {
				lines[a] = "    " + lines[a]
			} else {
				lines[a] = strings.TrimPrefix(lines[a], "    ")
			}
		case 7: // swap two lines
			lines[a], lines[b] = lines[b], lines[a]
		case 8: // lose, double or change a character
			if n := len(lines[a]); n > 0 {
				k := int(ops[2]) % n
				lines[a] = lines[a][:k] + []string{"", "(", ")", "[", "\"", "*", ",", ":", "=", " "}[int(ops[2])%10] + lines[a][k+1:]
			}
		case 9: // wrap a value
			if head, tail, ok := strings.Cut(lines[a], "="); ok && !strings.HasPrefix(tail, "=") {
				wraps := []string{"[%s] * 3", "{'k': %s}", "(lambda: %s)()", "%s if unknown else None", "[%s for _ in range(3)]", "f'{%s}'", "(yield %s)", "*%s,", "(value := %s)", "%s.clone()"}
				lines[a] = head + "= " + fmt.Sprintf(strings.ReplaceAll(wraps[int(ops[2])%len(wraps)], "%s", "%[1]s"), strings.TrimSpace(tail))
			}
		}
	}
	return strings.Join(lines, "\n")
}

// statementAt is the range of lines of the statement that begins at a line:
// what is indented deeper belongs to it.
func statementAt(lines []string, i int) (from, to int) {
	indent := func(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }
	for to = i + 1; to < len(lines); to++ {
		if s := lines[to]; strings.TrimSpace(s) != "" && indent(s) <= indent(lines[i]) {
			break
		}
	}
	return i, to
}

func nested(head string, body []string) []string {
	out := []string{}
	in := strings.Repeat(" ", len(body[0])-len(strings.TrimLeft(body[0], " ")))
	depth := 0
	for _, h := range strings.Split(head, "\n") {
		out = append(out, in+h)
		depth++
	}
	for _, s := range body {
		out = append(out, strings.Repeat("    ", depth)+s)
	}
	if head == "try:" {
		out = append(out, in+"except A, B:", in+"    raise")
	}
	return out
}

func splice(lines []string, from, to int, with []string) []string {
	out := make([]string, 0, len(lines)+len(with))
	out = append(out, lines[:from]...)
	out = append(out, with...)
	return append(out, lines[to:]...)
}

// wordOf is the n-th identifier of a line.
func wordOf(line string, n int) string {
	words := strings.FieldsFunc(line, func(r rune) bool { return r >= 0x80 || !identByte(byte(r)) || r >= '0' && r <= '9' })
	if len(words) == 0 {
		return ""
	}
	return words[n%len(words)]
}

// TestPathological holds that extreme programs end within the bounds, and that
// what stands beside the extreme part is still found where it can be.
func TestPathological(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	tests := []struct {
		name, src string
		lost      bool // the agent may be missing
	}{
		{"long line", "x = '" + strings.Repeat("a", 10<<20) + "'\n", false},
		{"long line of code", "x = [" + strings.Repeat("f(1), ", 1<<15) + "]\n", false},
		{"long broken line", "x = [" + strings.Repeat("f(1, ", 1<<17) + "]\n", false},
		{"many decorators", many(100_000, "@d%d\n") + "def f(): pass\n", false},
		{"concatenation", "x = (" + strings.Repeat("'aaaaaaaa'\n", 100_000) + ")\n", false},
		{"sum of strings", "x = " + strings.Repeat("'aaaaaaaa' + ", 20_000) + "''\n", false},
		{"nested classes", func() string {
			var b strings.Builder
			for i := range 500 {
				fmt.Fprintf(&b, "%sclass C%d:\n", strings.Repeat(" ", i), i)
			}
			return b.String() + strings.Repeat(" ", 500) + "pass\n"
		}(), false},
		{"aliases", "x0 = [a]\n" + many(60, "x%[1]d_ = [x%[1]d, x%[1]d]\nx%[1]d = 1\n"), false},
		{"doubled aliases", "y = [a]\n" + strings.Repeat("y = [y, y]\n", 60) + "Agent(name='B', handoffs=y)\n", false},
		{"mutual recursion", "def f(n): return g(n) + g(n)\ndef g(n): return h(n) + h(n)\ndef h(n): return f(n) + f(n)\nAgent(name='B', handoffs=f([a]))\n", false},
		{"endless generator", "def g():\n    while True:\n        yield a\n        yield from g()\nAgent(name='B', handoffs=list(g()))\n", false},
		{"product of comprehensions", "z = range(1000)\nAgent(name='B', handoffs=[a for p in z for q in z for r in z for s in z])\n", false},
		{"product of itertools", "import itertools\nz = [a] * 9999\nAgent(name='B', handoffs=[x for x in itertools.product(z, z, z)])\n", false},
		{"agents in a loop", "for i in range(200):\n    for j in range(200):\n        Agent(name=f'{i} {j}', handoffs=[a])\n", false},
		{"attributes of attributes", "class N: pass\nn = N()\n" + many(500, "n.x%d = n\n") + "n.x1.x2.x3.x4.x5.tools = [a]\n", false},
		{"conditions", many(3000, "if u%d:\n    a.tools.append(f)\n"), false},
		{"elif chain", "if u:\n    pass\n" + many(5000, "elif u%d:\n    b = a\n"), false},
		{"agents in an elif chain", "if u:\n    pass\n" + many(20_000, "elif u%d:\n    Agent(name='e')\n"), true},
		{"match cases", "match u:\n" + many(3000, "    case %d:\n        b = a\n"), false},
		{"broken statements", strings.Repeat("x = = 1\n", 20_000), true},
		{"broken blocks", strings.Repeat("def f(:\n    x = (\n", 20_000), true},
		{"open brackets", strings.Repeat("x = ([{\n", 50_000), true},
		{"open strings", strings.Repeat("x = '''\ny = f\"\"\"{\n", 20_000), true},
		{"format strings", "x = " + strings.Repeat("f'{", 200) + "1" + strings.Repeat("}'", 200) + "\n", false},
		{"tabs and spaces", strings.Repeat("if a:\n\tx = 1\n        y = 2\n", 2000), true},
		{"carriage returns", strings.Repeat("x = 1\r", 100_000), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := header + "a = Agent(name='A')\n" + tt.src
			start := time.Now()
			m, ds, err := extractSource(src)
			t.Logf("%v", time.Since(start).Round(time.Millisecond))
			checkPositions(t, strings.ReplaceAll(src, "\r", "\n"), m, ds)
			if m == nil {
				t.Fatal(err)
			}
			if _, ok := m.Agent("A"); !ok && !tt.lost {
				t.Error("the agent is lost")
			}
		})
	}
}

// TestMutate holds that the mutations do what they say.
func TestMutate(t *testing.T) {
	src := "a = 1\ndef f():\n    return a\nb = 2"
	tests := []struct{ ops, want string }{
		{"\x00\x01\x00", "a = 1\nb = 2"},
		{"\x01\x01\x00", "a = 1\ndef f():\n    return a\ndef f():\n    return a\nb = 2"},
		{"\x02\x01\x00", "def f():\n    return a\na = 1\nb = 2"},
		{"\x03\x00\x00", "if unknown:\n    a = 1\ndef f():\n    return a\nb = 2"},
		{"\x04\x03\x00", "a = 1\ndef f():\n    return a\nz = 3\nb = 2"},
		{"\x06\x03\x00", "a = 1\ndef f():\n    return a\n    b = 2"},
		{"\x09\x00\x00", "a = [1] * 3\ndef f():\n    return a\nb = 2"},
	}
	for _, tt := range tests {
		if got := mutate(src, "z = 3", []byte(tt.ops)); got != tt.want {
			t.Errorf("%q gives\n%s\nwant\n%s", tt.ops, got, tt.want)
		}
	}
}
