package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/obligato-dev/obligato/internal/gittree"
	"github.com/obligato-dev/obligato/internal/report"
)

// tree is where the files of a PATH are: on the disk, or in a git revision.
// Paths are slash-separated and as a user in the working directory would write
// them, for both, so that equal files give equal positions.
type tree struct {
	stat func(path string) (fs.FileInfo, error)
	dir  func(path string) fs.FS
	read func(path string, limit int64) ([]byte, error)
	// disk is a directory that holds what dir holds, for front ends that need
	// one; remove takes away what was made for it.
	disk func(path string) (dir string, remove func(), err error)
	// root reports whether a directory is the root of a repository.
	root func(dir string) bool
	// abs is a path from a root that all paths of the tree share.
	abs      func(path string) string
	revision bool // of git, not on the disk
	// close ends what the tree holds. It is never nil.
	close func() error
}

func diskTree() *tree {
	return &tree{
		stat:  func(p string) (fs.FileInfo, error) { return os.Stat(filepath.FromSlash(p)) },
		dir:   func(p string) fs.FS { return os.DirFS(filepath.FromSlash(p)) },
		read:  func(p string, limit int64) ([]byte, error) { return readFile(filepath.FromSlash(p), limit) },
		disk:  func(p string) (string, func(), error) { return filepath.FromSlash(p), func() {}, nil },
		close: func() error { return nil },
		root: func(dir string) bool {
			_, err := os.Lstat(filepath.Join(filepath.FromSlash(dir), ".git"))
			return err == nil
		},
		abs: func(p string) string {
			abs, err := filepath.Abs(filepath.FromSlash(p))
			if err != nil {
				return p
			}
			return filepath.ToSlash(abs)
		},
	}
}

// treeOf splits a PATH into the tree and the path in it. REV:path, as git
// writes it, is a path from the root of the repository, and REV:./path one from
// the working directory; a file of that very name wins.
func treeOf(given string) (*tree, string, error) {
	revision, rest, ok := strings.Cut(given, ":")
	if _, err := os.Lstat(given); err == nil || !ok || revision == "" || filepath.VolumeName(given) != "" {
		return diskTree(), filepath.ToSlash(given), nil
	}
	git, err := gittree.Open(".", revision)
	if err != nil {
		hint := "give a path that exists, or a revision that git rev-parse knows"
		if errors.Is(err, gittree.ErrNoGit) {
			hint = "install git to read REV:path"
		}
		return nil, "", usage(fmt.Errorf("read workflow %s: %w", report.Clean(given), err), hint)
	}
	t := revisionTree(git)
	if rest == "." || strings.HasPrefix(rest, "./") || strings.HasPrefix(rest, "../") {
		return t, path.Clean(rest), nil
	}
	return t, relative(git.Prefix, path.Clean(strings.TrimPrefix(rest, "/"))), nil
}

// relative writes a path from the root of the repository as one from the
// directory prefix.
func relative(prefix, p string) string {
	rel, err := filepath.Rel(filepath.FromSlash("/"+prefix), filepath.FromSlash("/"+p))
	if err != nil {
		return p
	}
	return filepath.ToSlash(rel)
}

func revisionTree(git *gittree.Tree) *tree {
	inside := func(p string) string { return path.Join(git.Prefix, p) }
	disk := func(p string) (string, func(), error) {
		// The whole revision: a module may start above the path.
		temp, err := os.MkdirTemp("", "obligato-revision-*")
		if err != nil {
			return "", nil, err
		}
		remove := func() { _ = os.RemoveAll(temp) }
		if err := os.CopyFS(temp, git); err != nil {
			remove()
			return "", nil, err
		}
		return filepath.Join(temp, filepath.FromSlash(inside(p))), remove, nil
	}
	return &tree{
		disk:     disk,
		revision: true,
		root:     func(dir string) bool { return inside(dir) == "." || inside(dir) == "" },
		abs:      func(p string) string { return path.Join("/", inside(p)) },
		stat:     func(p string) (fs.FileInfo, error) { return git.Stat(inside(p)) },
		dir: func(p string) fs.FS {
			sub, err := fs.Sub(git, inside(p))
			if err != nil {
				return noFiles{err}
			}
			return sub
		},
		read: func(p string, limit int64) ([]byte, error) {
			f, err := git.Open(inside(p))
			if err != nil {
				return nil, err
			}
			defer f.Close()
			data, err := io.ReadAll(io.LimitReader(f, limit+1))
			if err == nil && int64(len(data)) > limit {
				err = fmt.Errorf("larger than %d bytes", limit)
			}
			return data, err
		},
		close: git.Close,
	}
}

// noFiles is a file system that says why it has none.
type noFiles struct{ err error }

func (n noFiles) Open(string) (fs.File, error) { return nil, n.err }
