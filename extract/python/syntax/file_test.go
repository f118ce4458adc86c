//go:build cgo

package syntax

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStrings(t *testing.T) {
	tests := []struct{ src, want string }{
		{`'a\n\x41\u00e9\q\
b'`, "a\nAé\\qb"},
		{`r'a\n'`, `a\n`},
		{`'a' "b" '''c'''`, "abc"},
		{`f'{{x}}'`, "{x}"},
		{`'\101\0'`, "A\x00"},
		{`u"é"`, "é"},
	}
	for _, tt := range tests {
		f, err := Parse([]byte("x = " + tt.src + "\n"))
		if err != nil || len(f.Errors) > 0 {
			t.Fatal(tt.src, err, f.Errors)
		}
		c, ok := f.Body[0].(*Assign).Value.(*Const)
		if !ok {
			t.Errorf("%s is no constant: %T", tt.src, f.Body[0].(*Assign).Value)
			continue
		}
		if d := cmp.Diff(any(tt.want), c.Value); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.src, d)
		}
	}
}

func TestPositions(t *testing.T) {
	f, err := Parse([]byte("# é\nx = [1,\n     f(2)]\ndef g(a, *, b=1): return a\n"))
	if err != nil {
		t.Fatal(err)
	}
	call := f.Body[0].(*Assign).Value.(*Sequence).Elts[1]
	if got := call.Pos(); got != (Pos{3, 6}) {
		t.Errorf("position of the call: %v", got)
	}
	if got := f.Text(call); got != "f(2)" {
		t.Errorf("text of the call: %q", got)
	}
	g := f.Body[1].(*FuncDef)
	if g.Pos() != (Pos{4, 1}) || len(g.Params) != 3 || g.Params[1].Star != 1 || g.Params[2].Default == nil {
		t.Errorf("function: %+v", g)
	}
}

// TestRecovery holds that a mistake costs no more than its statement.
func TestRecovery(t *testing.T) {
	src := "a = 1\nb = f(1,\n\nclass C:\n    x = 1\n\n@d\ndef g():\n    y = (\n\nz = 3\n"
	f, err := Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, e := range f.Errors {
		lines = append(lines, e.Pos.Line)
	}
	if len(lines) == 0 || lines[0] != 2 {
		t.Errorf("errors at lines %v, want the first at 2", lines)
	}
	names := map[string]bool{}
	for _, s := range f.Body {
		switch s := s.(type) {
		case *Assign:
			names[s.Targets[0].(*Name).Id] = true
		case *ClassDef:
			names[s.Name] = true
		}
	}
	for _, want := range []string{"a", "C", "z"} {
		if !names[want] {
			t.Errorf("%s is lost: %v", want, names)
		}
	}
}

func TestRefused(t *testing.T) {
	tests := []struct {
		name, src string
		err       error
	}{
		{"nul", "x = 1\x00", ErrNotText},
		{"latin", "x = '\xe9'", ErrNotText},
		{"large", strings.Repeat("#", MaxSize+1), ErrTooLarge},
	}
	for _, tt := range tests {
		if _, err := Parse([]byte(tt.src)); !errors.Is(err, tt.err) {
			t.Errorf("%s: error %v, want %v", tt.name, err, tt.err)
		}
	}
}
