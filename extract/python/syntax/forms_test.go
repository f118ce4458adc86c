//go:build cgo

package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// forms are statements of each version of Python that a grammar is likely to
// miss. Each must be read whole, without an error.
var forms = []struct{ since, src string }{
	{"3.6", "x: int\ny: list[str] = []\nz = f'{a!r:>{width}} {b=}'\nasync def f():\n    return [i async for i in g() if await h(i)]\n"},
	{"3.8", "if (n := len(a)) > 1: pass\ndef f(a, /, b, *, c): pass\nprint(f'{n=}')\nx = [y := f(x), y**2]\n"},
	{"3.8", "def f():\n    return 1, *rest\n    yield 2, *rest\n"},
	{"3.9", "@buttons[0].clicked.connect\ndef f(): pass\n@(lambda f: f)\nclass C: pass\n"},
	{"3.9", "a[*b]\na[1:2, ::3, ...]\nfor x in *a, *b: pass\n"},
	{"3.10", "with (open(a) as f, open(b) as g):\n    pass\nwith (\n    open(a) as f,\n    open(b) as g,\n):\n    pass\nwith (a): pass\nwith (a, b): pass\n"},
	{"3.10", "match p:\n    case {'a': x, **rest} if x: pass\n    case Point(x=0, y=[1, *_]) | None: pass\n    case (1 | 2) as z: pass\n    case -1 | 1+2j | 'a' 'b': pass\n    case str(): pass\n    case a.b: pass\n    case _: pass\n"},
	{"3.10", "match x, y:\n    case 1, 2: pass\nmatch *a, b:\n    case [*_]: pass\nmatch = 1\nmatch.x = case = type = 2\nprint(match[case])\ntype(x)\n"},
	{"3.10", "x[y := 1]\n{y := 1, 2}\n"},
	{"3.11", "try:\n    pass\nexcept* ValueError as e:\n    pass\nexcept* (A, B):\n    pass\n"},
	{"3.11", "def f(*args: *Ts): pass\n"},
	{"3.12", "type X = int\ntype Y[T, *Ts, **P] = dict[T, X]\ndef f[T: (int, str), *Ts, **P](x: T) -> T: return x\nclass C[T: int](Base[T]): pass\nasync def g[T](x: T): pass\n"},
	{"3.12", "x = f'{d['key']}'\ny = f\"{\", \".join(a)}\"\nz = f'{\n    a  # note\n}'\nw = f'{f'{f'{1}'}'}'\nv = f'{'\\n'.join(a)}'\n"},
	{"3.13", "class C[T = int, *Ts = *tuple[int, ...], **P = [int]]: pass\ndef f[T: int = bool](x: T): pass\ntype A[T = int] = list[T]\n"},
	{"3.14", "try:\n    pass\nexcept A, B:\n    pass\nexcept A, B, C:\n    pass\nexcept* A, B:\n    pass\n"},
	{"3.14", "x = t'hello {name!r:>{w}}'\ny = rt\"\\d{x}\" t'{y}'\nz = tR'''{a}\n'''\n"},
	{"3.14", "def f(x: Later) -> Later.y: pass\n"},
	{"3.15", "lazy import json\nlazy from a.b import (c,\n    d as e)\nlazy = 1\nlazy.x = 2\n"},
}

func TestForms(t *testing.T) {
	for i, tt := range forms {
		t.Run(fmt.Sprintf("%s_%d", tt.since, i), func(t *testing.T) {
			for _, src := range []string{tt.src, "def outer():\n    " + strings.ReplaceAll(strings.TrimSpace(tt.src), "\n", "\n    ") + "\n"} {
				f, err := Parse([]byte(src))
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range f.Errors {
					t.Errorf("%d:%d: %s", e.Pos.Line, e.Pos.Col, e.Message)
				}
				f.each(func(n any) {
					switch n := n.(type) {
					case *Bad:
						t.Errorf("%v: an expression is lost", n.Pos())
					case *BadStmt:
						t.Errorf("%v: a statement is lost", n.Pos())
					}
				})
			}
		})
	}
}

// TestCaught holds that types without parentheses are types, and no name.
func TestCaught(t *testing.T) {
	f, err := Parse([]byte("try: pass\nexcept A, B: pass\nexcept C, d.E, F: pass\nexcept (G, H) as e: pass\n"))
	if err != nil || len(f.Errors) > 0 {
		t.Fatal(err, f.Errors)
	}
	var got []string
	for _, h := range f.Body[0].(*Try).Handlers {
		s, ok := h.Type.(*Sequence)
		if !ok {
			t.Fatalf("handler of %T", h.Type)
		}
		got = append(got, fmt.Sprintf("%s: %d types, name %q", f.Text(h.Type), len(s.Elts), h.Name))
	}
	want := []string{`A, B: 2 types, name ""`, `C, d.E, F: 3 types, name ""`, `(G, H): 2 types, name "e"`}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestLocal holds that what cannot be read costs its own statement only,
// wherever it stands.
func TestLocal(t *testing.T) {
	tests := []struct{ name, bad string }{
		{"operator", "x = = 3"},
		{"bracket", "x = f(1,"},
		{"closed twice", "x = f(1))"},
		{"quote", "x = 'a"},
		{"triple", "x = \"\"\"a"},
		{"field", "x = f'{a'"},
		{"field of three", "x = f\"\"\"{a"},
		{"mixed brackets", "x = [(1]"},
		{"head", "def f(:\n    y = 1"},
		{"class head", "class (X:\n    y = 1"},
		{"no body", "if a:"},
		{"handler", "try:\n    y = 1\nexcept A as, B:\n    y = 2"},
		{"garbage", "?? $ !"},
		{"python 2", "exec 'a' in b; print >>f, `x`"},
		{"keyword", "class = 1"},
		{"control", "\x01\x02"},
		{"indent", "        x = 1"},
		{"case", "match x:\n    case a b:\n        y = 1\n    case _:\n        y = 2"},
	}
	places := []struct{ name, indent, before, after string }{
		{"top", "", "a = 1\n", "b = 2\n"},
		{"class", "    ", "class C:\n    def m(self):\n        a = 1\n        return a\n", "\n    def n(self):\n        b = 2\nb = 2\n"},
		{"function", "    ", "def f():\n    a = 1\n", "    b = 2\n    return b\n"},
		{"branches", "    ", "if x:\n    a = 1\n", "    b = 2\nelif y:\n    b = 2\n"},
	}
	for _, tt := range tests {
		for _, p := range places {
			for _, long := range []bool{false, true} {
				t.Run(fmt.Sprint(tt.name, "/", p.name, "/", long), func(t *testing.T) {
					src := p.before + p.indent + strings.ReplaceAll(tt.bad, "\n", "\n"+p.indent) + "\n" + p.after
					if long {
						src = strings.Repeat("filler = [1, 2, 3]\n", 600) + src + strings.Repeat("filler = [1, 2, 3]\n", 600)
					}
					f, err := Parse([]byte(src))
					if err != nil {
						t.Fatal(err)
					}
					names := map[string]int{}
					f.each(func(n any) {
						if s, ok := n.(*Assign); ok {
							if x, ok := s.Targets[0].(*Name); ok {
								names[x.Id]++
							}
						}
					})
					if names["a"] != 1 || names["b"] < 1 || long && names["filler"] != 1200 {
						t.Errorf("lost statements: %v in\n%.300s\n%v", names, src[max(0, len(src)/2-200):], f.Errors)
					}
				})
			}
		}
	}
}
