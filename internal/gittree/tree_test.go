package gittree

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// repository makes a repository with one commit of the given files. A value
// that begins with "-> " is a symbolic link.
func repository(t *testing.T, files map[string]string, options ...string) string {
	t.Helper()
	dir := t.TempDir()
	run := func(args ...string) {
		c := exec.Command("git", args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	run(append([]string{"init", "-q"}, options...)...)
	for name, text := range files {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		err := error(nil)
		if target, link := strings.CutPrefix(text, "-> "); link {
			err = os.Symlink(target, at)
		} else {
			err = os.WriteFile(at, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	run("add", "-A")
	run("commit", "-q", "-m", "one")
	return dir
}

func open(t *testing.T, dir, revision string) *Tree {
	t.Helper()
	tree, err := Open(dir, revision)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tree.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return tree
}

func TestTree(t *testing.T) {
	files := map[string]string{"a.py": "x = 1\n", "pkg/__init__.py": "", "pkg/deep/b.py": "y = 2\n", "name with\nnewline": "z"}
	for _, format := range []string{"sha1", "sha256"} {
		t.Run(format, func(t *testing.T) {
			tree := open(t, repository(t, files, "--object-format="+format), "HEAD")
			if err := fstest.TestFS(tree, "a.py", "pkg/__init__.py", "pkg/deep/b.py"); err != nil {
				t.Error(err)
			}
			for name, want := range files {
				got, err := fs.ReadFile(tree, name)
				if err != nil || string(got) != want {
					t.Errorf("ReadFile(%q) = %q, %v; want %q", name, got, err, want)
				}
				if info, err := fs.Stat(tree, name); err != nil || info.Size() != int64(len(want)) {
					t.Errorf("Stat(%q) = %v, %v", name, info, err)
				}
			}
		})
	}
}

// The work tree is neither read nor changed.
func TestWorkTreeUntouched(t *testing.T) {
	dir := repository(t, map[string]string{"a.py": "old"})
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte("new"), 0o644); err != nil {
		t.Fatal(err)
	}
	before, err := git(dir, "status", "--porcelain=v2")
	if err != nil {
		t.Fatal(err)
	}
	tree := open(t, dir, "HEAD")
	if got, err := fs.ReadFile(tree, "a.py"); err != nil || string(got) != "old" {
		t.Errorf("a.py = %q, %v; want the committed text", got, err)
	}
	after, err := git(dir, "status", "--porcelain=v2")
	if diff := cmp.Diff(before, after); diff != "" || err != nil {
		t.Errorf("git status changed (%v):\n%s", err, diff)
	}
}

func TestSymlinks(t *testing.T) {
	tree := open(t, repository(t, map[string]string{
		"real/a.py": "a", "alias": "-> real", "real/up.py": "-> ../b.py", "b.py": "b",
		"outside": "-> ../../etc/passwd", "absolute": "-> /etc/passwd", "loop": "-> loop", "nowhere": "-> missing.py",
	}), "HEAD")
	for name, want := range map[string]string{"alias/a.py": "a", "real/up.py": "b", "alias/up.py": "b"} {
		if got, err := fs.ReadFile(tree, name); err != nil || string(got) != want {
			t.Errorf("ReadFile(%q) = %q, %v; want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"outside", "absolute", "loop"} {
		if _, err := tree.Open(name); !errors.Is(err, errOutside) {
			t.Errorf("Open(%q) = %v, want %v", name, err, errOutside)
		}
	}
	if to, err := fs.ReadLink(tree, "real/up.py"); err != nil || to != "../b.py" {
		t.Errorf("ReadLink = %q, %v", to, err)
	}
	if info, err := fs.Lstat(tree, "alias"); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("Lstat(alias) = %v, %v; want a link", info, err)
	}
	if _, err := fs.ReadLink(tree, "b.py"); err == nil {
		t.Error("ReadLink of a file that is no link succeeds")
	}
	if _, err := tree.Open("nowhere"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open(nowhere) = %v, want not exist", err)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := repository(t, map[string]string{"a": "a"})
	tests := []struct {
		name, dir, revision string
		want                error
	}{
		{"unknown", dir, "nope", ErrNoRevision},
		{"flag", dir, "--all", ErrNoRevision},
		{"empty", dir, "", ErrNoRevision},
		{"blob", dir, "HEAD:a", ErrNoRevision},
		{"newline", dir, "HEAD\nHEAD", ErrNoRevision},
		{"no repository", t.TempDir(), "HEAD", ErrNoRepo},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Open(tt.dir, tt.revision); !errors.Is(err, tt.want) {
				t.Errorf("Open = %v, want %v", err, tt.want)
			}
		})
	}
}

func TestPrefix(t *testing.T) {
	dir := repository(t, map[string]string{"sub/dir/a": "a"})
	if got := open(t, filepath.Join(dir, "sub", "dir"), "HEAD").Prefix; got != "sub/dir" {
		t.Errorf("Prefix = %q, want sub/dir", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("100644 a\x00aaaaaaaaaaaaaaaaaaaa"), 20)
	f.Add([]byte("40000 a"), 20)
	f.Fuzz(func(t *testing.T, data []byte, raw int) {
		if raw != 20 && raw != 32 {
			return
		}
		entries, err := parse(data, raw)
		for _, e := range entries {
			if err == nil && len(e.oid) != 2*raw {
				t.Errorf("id %q of %d bytes", e.oid, raw)
			}
		}
	})
}

// TestPartialClone holds that an object which a partial clone lacks is an
// error, and that nothing is run to fetch it, whatever the repository's
// configuration says.
func TestPartialClone(t *testing.T) {
	from := repository(t, map[string]string{"a.py": "x = 1\n"})
	dir := filepath.Join(t.TempDir(), "clone")
	ran := filepath.Join(t.TempDir(), "ran")
	for _, args := range [][]string{
		{"-C", from, "config", "uploadpack.allowFilter", "true"},
		{"-c", "protocol.file.allow=always", "clone", "-q", "--filter=blob:none", "--no-checkout", "file://" + filepath.ToSlash(from), dir},
		{"-C", dir, "config", "remote.origin.uploadpack", "touch " + ran + "; git-upload-pack"},
		{"-C", dir, "config", "protocol.allow", "always"},
	} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	tree, err := Open(dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := fs.ReadFile(tree, "a.py"); err == nil {
		t.Errorf("a.py = %q, which the clone does not have", got)
	}
	_ = tree.Close() // git may have given up
	if _, err := os.Stat(ran); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a program of the repository's configuration was run: %v", err)
	}
}
