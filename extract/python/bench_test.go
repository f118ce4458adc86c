//go:build cgo

package python

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/internal/sitter"
	"github.com/obligato-dev/obligato/internal/cache"
	"github.com/obligato-dev/obligato/internal/disk"
	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

// Sizes of the synthetic trees.
const (
	treeFiles     = 2_000
	treeWorkflows = 30
	bigLines      = 50_000
)

// BenchmarkTree extracts a tree of 2,000 files. In "sparse" 30 workflows of
// four files each stand among files that know no SDK; in "dense" every file
// uses the SDK. Each is measured without a cache (cold), with a filled one
// (warm), with a filled one and one file changed (changed), and beside it what
// tree-sitter (parser) and CPython's ast (cpython) take to parse the same files
// and do nothing else.
func BenchmarkTree(b *testing.B) {
	for _, kind := range []string{"sparse", "dense"} {
		b.Run(kind, func(b *testing.B) {
			measure(b, writeTree(b, kind == "dense"))
		})
	}
}

// BenchmarkBigFile is the same for one file of 50,000 lines.
func BenchmarkBigFile(b *testing.B) {
	dir := b.TempDir()
	var src strings.Builder
	src.WriteString("from agents import Agent, Runner, function_tool\n\n")
	for i, lines := 0, 2; lines < bigLines; i++ {
		before := src.Len()
		writePlain(&src, i)
		if i%40 == 0 {
			fmt.Fprintf(&src, "agent_%d = Agent(name=\"Agent %d\", instructions=\"Help.\", tools=[])\n\n", i, i)
		}
		lines += strings.Count(src.String()[before:], "\n")
	}
	write(b, dir, "big.py", src.String())
	measure(b, dir)
}

func measure(b *testing.B, dir string) {
	for cpus := 1; cpus <= min(2, runtime.NumCPU()); cpus++ {
		set := func(b *testing.B) {
			old := runtime.GOMAXPROCS(cpus)
			b.Cleanup(func() { runtime.GOMAXPROCS(old) })
		}
		sel, size := collected(b, dir)
		b.Run(fmt.Sprintf("parser/cpus=%d", cpus), func(b *testing.B) {
			set(b)
			run := rawParser(b, dir, sel.Files)
			rate(b, sel, size, run)
		})
		b.Run(fmt.Sprintf("cold/cpus=%d", cpus), func(b *testing.B) {
			set(b)
			rate(b, sel, size, func() { extracted(b, dir, nil) })
		})
		b.Run(fmt.Sprintf("warm/cpus=%d", cpus), func(b *testing.B) {
			set(b)
			store := cache.Open(b.TempDir(), "bench", time.Now)
			extracted(b, dir, store)
			rate(b, sel, size, func() { extracted(b, dir, store) })
		})
		b.Run(fmt.Sprintf("changed/cpus=%d", cpus), func(b *testing.B) {
			set(b)
			write(b, dir, "changed.py", "")
			store := cache.Open(b.TempDir(), "bench", time.Now)
			extracted(b, dir, store)
			n := 0
			rate(b, sel, size, func() {
				n++ // one more comment, by which nothing is remembered as a whole
				write(b, dir, "changed.py", fmt.Sprintf("# agents %d on %d\n", n, cpus))
				extracted(b, dir, store)
			})
		})
	}
	b.Run("cpython", func(b *testing.B) {
		sel, size := collected(b, dir)
		python, err := exec.LookPath("python3")
		if err != nil {
			b.Skip("no python3")
		}
		const script = "import ast, sys\nfor p in sys.stdin.read().split('\\n'):\n    ast.parse(open(p, 'rb').read())\n"
		var list []string
		for _, f := range sel.Files {
			list = append(list, filepath.Join(dir, f))
		}
		rate(b, sel, size, func() {
			c := exec.Command(python, "-c", script)
			c.Stdin = strings.NewReader(strings.Join(list, "\n"))
			if out, err := c.CombinedOutput(); err != nil {
				b.Fatalf("%v: %s", err, out)
			}
		})
	})
}

// rate runs the loop and reports bytes, files and the peak of memory.
func rate(b *testing.B, sel *extract.Selection, size int64, do func()) {
	b.SetBytes(size)
	runtime.GC()
	resetPeak()
	before := cpuTime()
	for b.Loop() {
		do()
	}
	if spent := cpuTime() - before; spent > 0 { // on a busy machine this is what to compare
		b.ReportMetric(float64(spent.Milliseconds())/float64(b.N), "cpu-ms/op")
	}
	b.ReportMetric(float64(len(sel.Files))*float64(b.N)/b.Elapsed().Seconds(), "files/s")
	if mb := peak(); mb > 0 {
		b.ReportMetric(mb, "MB-peak")
	}
}

func collected(b *testing.B, dir string) (*extract.Selection, int64) {
	b.Helper()
	sel, err := extract.Collect(os.DirFS(dir), ".", "w", []extract.Frontend{Frontend()})
	if err != nil {
		b.Fatal(err)
	}
	var size int64
	for _, f := range sel.Files {
		info, err := os.Stat(filepath.Join(dir, f))
		if err != nil {
			b.Fatal(err)
		}
		size += info.Size()
	}
	return sel, size
}

// later is a clock by which the trees were not written just now.
func later() time.Time { return time.Now().Add(time.Minute) }

// extracted is one whole run, with the walk.
func extracted(b *testing.B, dir string, c extract.Cache) {
	fsys := disk.Dir(dir, later)
	sel, _ := extract.Collect(fsys, ".", "w", []extract.Frontend{Frontend()})
	m, err := Frontend().Run(&extract.Pass{FS: fsys, Files: sel.Files, Workflow: "w", Cache: c})
	if err != nil {
		b.Fatal(err)
	}
	if len(m.Agents) < treeWorkflows {
		b.Fatalf("%d agents", len(m.Agents))
	}
	for _, f := range m.Findings {
		if f.Code == codeGaveUp {
			b.Fatal(f.Message)
		}
	}
}

// rawParser parses the files whole and does nothing with the trees.
func rawParser(b *testing.B, dir string, files []string) func() {
	lang, err := sitter.New(grammar.Language())
	if err != nil {
		b.Fatal(err)
	}
	return func() {
		sideBySide(len(files), func(i int) {
			src, err := os.ReadFile(filepath.Join(dir, files[i]))
			if err != nil {
				b.Error(err)
			}
			// Of a tree with more nodes than the bound nothing is copied.
			if _, _, err := lang.Parse(src, sitter.Options{MaxOperations: 1 << 30}, nil); !errors.Is(err, sitter.ErrGaveUp) {
				b.Error(err)
			}
		})
	}
}

// writeTree writes the synthetic tree and returns its folder.
func writeTree(b *testing.B, dense bool) string {
	dir := b.TempDir()
	n := 0
	for w := range treeWorkflows {
		base := fmt.Sprintf("flows/flow%02d/", w)
		write(b, dir, base+"__init__.py", "")
		write(b, dir, base+"tools.py", "from agents import function_tool\n\n\n@function_tool\ndef look_up(key: str) -> str:\n    \"\"\"Look a key up.\"\"\"\n    return key\n")
		write(b, dir, base+"team.py", fmt.Sprintf("from agents import Agent\n\nfrom .tools import look_up\n\nclerk = Agent(name=\"Clerk %d\", instructions=\"Help.\", tools=[look_up])\ndesk = Agent(name=\"Desk %d\", handoffs=[clerk])\n", w, w))
		write(b, dir, base+"main.py", "from agents import Runner\n\nfrom .team import desk\n\n\nasync def main():\n    await Runner.run(desk, \"hi\")\n")
		n += 4
	}
	for i := n; i < treeFiles; i++ {
		var src strings.Builder
		fmt.Fprintf(&src, "\"\"\"Module %d.\"\"\"\nimport json\nimport logging\nfrom dataclasses import dataclass\n\nfrom lib%02d import mod%04d\n\n", i, (i*7)%40, (i*7)%treeFiles)
		if dense {
			fmt.Fprintf(&src, "from agents import Agent\n\nagent = Agent(name=\"Agent %d\")\n\n", i)
		}
		for k := range 4 + i%5 {
			writePlain(&src, i+k)
		}
		write(b, dir, fmt.Sprintf("lib%02d/mod%04d.py", i%40, i), src.String())
	}
	return dir
}

// writePlain writes some code of the usual kind.
func writePlain(w *strings.Builder, i int) {
	fmt.Fprintf(w, `class Record%[1]d:
    """One record of kind %[1]d, as it is stored."""

    def __init__(self, name: str, values: list[int] | None = None, *, strict: bool = False) -> None:
        self.name = name
        self.values = values or []
        self.strict = strict

    @property
    def total(self) -> int:
        # The sum of what is positive.
        return sum(v for v in self.values if v > 0)

    def as_dict(self) -> dict[str, object]:
        out = {"name": self.name, "kind": %[1]d, "total": self.total}
        for key, value in sorted(self.__dict__.items()):
            if key.startswith("_") or value is None:
                continue
            out[key] = value if not isinstance(value, list) else [str(v) for v in value]
        return out


def load_%[1]d(path, default=None):
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError) as error:
        logging.warning("cannot load %%s: %%s", path, error)
        return default
    return [Record%[1]d(item["name"], item.get("values"), strict=len(item) > %[1]d) for item in data]


`, i)
}

func write(b *testing.B, dir, name, text string) {
	b.Helper()
	p := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
}

// resetPeak and peak measure resident memory where Linux tells it.
func resetPeak() {
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return
	}
}

func peak() (mb float64) {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, ok := bytes.Cut(data, []byte("VmHWM:"))
	if !ok {
		return 0
	}
	kb, err := strconv.Atoi(string(bytes.Fields(rest)[0]))
	if err != nil {
		return 0
	}
	return float64(kb) / 1024
}
