//go:build cgo

package syntax

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sources are the programs of the front end's test suite and every form.
func sources(tb testing.TB) map[string][]byte {
	tb.Helper()
	out := map[string][]byte{}
	for _, f := range forms {
		out[f.since] = append(out[f.since], f.src...)
	}
	fsys := os.DirFS("../testdata/cases")
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		out[p], err = fs.ReadFile(fsys, p)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	out["carriage returns"] = []byte("a = 1\rb = [2,\r  3]\r\nc = 4\n")
	return out
}

// TestCodec holds that a file comes back as it was, without the parser.
func TestCodec(t *testing.T) {
	for name, src := range sources(t) {
		want, err := Parse(src)
		if err != nil {
			t.Fatal(name, err)
		}
		data, err := want.Encode()
		if err != nil {
			t.Fatal(name, err)
		}
		got, err := Decode(data, src)
		if err != nil {
			t.Fatal(name, err)
		}
		for i, s := range got.Body { // the dynamic types must be usable, not only equal
			if _, ok := s.(*ImportFrom); ok != (reflect.TypeOf(s) == reflect.TypeFor[*ImportFrom]()) {
				t.Fatalf("%s: statement %d is a %T and no such type", name, i, s)
			}
		}
		if d := cmp.Diff(want, got, cmp.Exporter(everything)); d != "" {
			t.Errorf("%s (-parsed +decoded):\n%s", name, d)
		}
	}
}

// TestKinds holds that every node that is declared can be kept.
func TestKinds(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "ast.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if st, ok := s.Type.(*ast.StructType); ok && len(st.Fields.List) > 0 && st.Fields.List[0].Names == nil {
			want = append(want, s.Name.Name)
		}
		return false
	})
	for _, k := range kinds {
		got = append(got, k.name)
	}
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" || len(got) < 40 {
		t.Errorf("kinds differ from the declared nodes (-declared +kinds):\n%s", d)
	}
}

// TestDamaged holds that data which was cut or changed is an error or another
// file, and never a panic.
func TestDamaged(t *testing.T) {
	src := []byte("from a import b\nx = [f(1, y=2.5, *z), {'k': b'v'}]\ndef g(p: int = None) -> str:\n    return f'{p!r}'\n")
	f, err := Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	data, err := f.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		if _, err := Decode(data[:i], src); err == nil {
			t.Errorf("cut to %d bytes: no error", i)
		}
		for _, flip := range []byte{1, 0x80, 0xff} {
			bad := slices.Clone(data)
			bad[i] ^= flip
			if f, err := Decode(bad, src); err == nil {
				f.each(func(n any) { _ = f.Text(n.(Expr)) })
			}
		}
	}
	if _, err := Decode(data, src[:20]); err == nil {
		t.Error("another source: no error")
	}
}

func FuzzDecode(f *testing.F) {
	for _, src := range sources(f) {
		if file, err := Parse(src); err == nil {
			if data, err := file.Encode(); err == nil {
				f.Add(data, src)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data, src []byte) {
		if file, err := Decode(data, src); err == nil {
			if _, err := file.Encode(); err != nil {
				t.Error(err)
			}
		}
	})
}

func BenchmarkCodec(b *testing.B) {
	var src []byte
	for _, s := range sources(b) {
		src = append(src, s...)
	}
	f, err := Parse(src)
	if err != nil {
		b.Fatal(err)
	}
	data, err := f.Encode()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Parse(src); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encode", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := f.Encode(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		b.ReportMetric(float64(len(data))/float64(len(src)), "bytes/byte")
		for b.Loop() {
			if _, err := Decode(data, src); err != nil {
				b.Fatal(err)
			}
		}
	})
}
