package gittree

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"
)

// Tree is the root directory of one revision. It implements fs.FS; symbolic
// links are followed inside the tree, as the operating system would, and lead
// nowhere outside of it. Safe for concurrent use. Close it.
type Tree struct {
	// Prefix is the slash-separated path of the directory that the tree was
	// opened from, relative to the root of the repository; empty at the root.
	Prefix string

	root     string // id of the root's tree object
	contents batch
	sizes    batch

	mu   sync.Mutex
	dirs map[string][]entry // by the tree's object id
}

// entry is one line of a tree object.
type entry struct {
	name, oid string
	mode      fs.FileMode
}

// Errors of Open, to be told apart by a caller that has a next step for each.
var (
	ErrNoGit      = errors.New("git is not installed")
	ErrNoRepo     = errors.New("not in a git repository")
	ErrNoRevision = errors.New("no such revision")
)

// Open finds a revision (a commit, tag, branch or tree, as git names them) in
// the repository of dir. The errors wrap ErrNoGit, ErrNoRepo or ErrNoRevision.
func Open(dir, revision string) (*Tree, error) {
	if _, err := git(dir, "version"); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoGit, err)
	}
	prefix, err := git(dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoRepo, err)
	}
	root, err := git(dir, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{tree}")
	if err != nil || strings.ContainsAny(revision, "\n\x00") {
		return nil, fmt.Errorf("%w: %q", ErrNoRevision, revision)
	}
	return &Tree{
		Prefix: strings.TrimSuffix(prefix, "/"), root: root, dirs: map[string][]entry{},
		contents: batch{dir: dir, flag: "--batch"}, sizes: batch{dir: dir, flag: "--batch-check"},
	}, nil
}

// Close ends the git processes behind the tree.
func (t *Tree) Close() error { return errors.Join(t.contents.close(), t.sizes.close()) }

// list reads a tree object.
func (t *Tree) list(oid string) ([]entry, error) {
	t.mu.Lock()
	found, ok := t.dirs[oid]
	t.mu.Unlock()
	if ok {
		return found, nil
	}
	h, data, err := t.contents.ask(oid, true)
	if err != nil {
		return nil, err
	}
	if h.kind != "tree" {
		return nil, fmt.Errorf("object %s is a %s, not a tree", oid, h.kind)
	}
	if found, err = parse(data, len(oid)/2); err != nil {
		return nil, err
	}
	t.mu.Lock()
	t.dirs[oid] = found
	t.mu.Unlock()
	return found, nil
}

// parse reads "mode SP name NUL id" for each entry; raw is the length of an id
// in bytes.
func parse(data []byte, raw int) ([]entry, error) {
	var out []entry
	for len(data) > 0 {
		mode, rest, ok := bytes.Cut(data, []byte{' '})
		name, rest, ok2 := bytes.Cut(rest, []byte{0})
		if !ok || !ok2 || len(rest) < raw {
			return nil, errors.New("a tree object is damaged")
		}
		e := entry{name: string(name), oid: hex.EncodeToString(rest[:raw])}
		switch string(mode) {
		case "40000":
			e.mode = fs.ModeDir | 0o755
		case "120000":
			e.mode = fs.ModeSymlink | 0o777
		case "160000": // a submodule: its files are in another repository
			e.mode = fs.ModeDir | fs.ModeIrregular
		case "100755":
			e.mode = 0o755
		default:
			e.mode = 0o644
		}
		out = append(out, e)
		data = rest[raw:]
	}
	return out, nil
}

// maxLinks bounds the symbolic links that one path may lead through.
const maxLinks = 40

var (
	errSubmodule = errors.New("a submodule: its files are in another repository")
	errOutside   = errors.New("a symbolic link leads out of the tree or in a circle")
)

// find walks to a path, following symbolic links.
func (t *Tree) find(name string) (entry, error) {
	return t.resolve(strings.Split(name, "/"), maxLinks)
}

// resolve walks the parts of a path below the root.
func (t *Tree) resolve(parts []string, links int) (entry, error) {
	at := entry{name: ".", oid: t.root, mode: fs.ModeDir | 0o755}
	for i, part := range parts {
		if part == "." {
			continue
		}
		if !at.mode.IsDir() {
			return entry{}, fs.ErrNotExist
		}
		if at.mode&fs.ModeIrregular != 0 {
			return entry{}, errSubmodule
		}
		list, err := t.list(at.oid)
		if err != nil {
			return entry{}, err
		}
		next, ok := lookup(list, part)
		switch {
		case !ok:
			return entry{}, fs.ErrNotExist
		case next.mode&fs.ModeSymlink == 0:
			at = next
			continue
		case links == 0:
			return entry{}, errOutside
		}
		target, err := t.link(next, parts[:i])
		if err != nil {
			return entry{}, err
		}
		found, err := t.resolve(append(target, parts[i+1:]...), links-1)
		found.name = parts[len(parts)-1]
		return found, err
	}
	return at, nil
}

// link reads where a symbolic link leads, as the parts of a path from the root.
func (t *Tree) link(e entry, dir []string) ([]string, error) {
	_, data, err := t.contents.ask(e.oid, true)
	if err != nil {
		return nil, err
	}
	target := path.Join(strings.Join(dir, "/"), string(data))
	if path.IsAbs(string(data)) || !fs.ValidPath(target) {
		return nil, errOutside
	}
	return strings.Split(target, "/"), nil
}

func lookup(list []entry, name string) (entry, bool) {
	for _, e := range list {
		if e.name == name {
			return e, true
		}
	}
	return entry{}, false
}

// Open implements fs.FS.
func (t *Tree) Open(name string) (fs.File, error) {
	fail := func(err error) (fs.File, error) { return nil, &fs.PathError{Op: "open", Path: name, Err: err} }
	if !fs.ValidPath(name) {
		return fail(fs.ErrInvalid)
	}
	e, err := t.find(name)
	if err != nil {
		return fail(err)
	}
	if e.mode.IsDir() {
		return &dir{info: info{t, e}, path: name}, nil
	}
	_, data, err := t.contents.ask(e.oid, true)
	if err != nil {
		return fail(err)
	}
	return &file{info: info{t, e}, Reader: bytes.NewReader(data)}, nil
}

// Stat implements fs.StatFS without reading the file.
func (t *Tree) Stat(name string) (fs.FileInfo, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrInvalid}
	}
	e, err := t.find(name)
	if err != nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	return info{t, e}, nil
}

// Lstat implements fs.ReadLinkFS: what stands at the name itself.
func (t *Tree) Lstat(name string) (fs.FileInfo, error) {
	e, err := t.findLink(name)
	if err != nil {
		return nil, &fs.PathError{Op: "lstat", Path: name, Err: err}
	}
	return info{t, e}, nil
}

// ReadLink implements fs.ReadLinkFS.
func (t *Tree) ReadLink(name string) (string, error) {
	e, err := t.findLink(name)
	if err == nil && e.mode&fs.ModeSymlink == 0 {
		err = fs.ErrInvalid
	}
	if err != nil {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: err}
	}
	_, data, err := t.contents.ask(e.oid, true)
	if err != nil {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: err}
	}
	return string(data), nil
}

// findLink walks to a path and does not follow a link at its end.
func (t *Tree) findLink(name string) (entry, error) {
	if !fs.ValidPath(name) {
		return entry{}, fs.ErrInvalid
	}
	dir, base := path.Split(name)
	at, err := t.find(path.Clean("./" + dir))
	if err != nil || base == "." {
		return at, err
	}
	if !at.mode.IsDir() {
		return entry{}, fs.ErrNotExist
	}
	if at.mode&fs.ModeIrregular != 0 {
		return entry{}, errSubmodule
	}
	list, err := t.list(at.oid)
	if err != nil {
		return entry{}, err
	}
	e, ok := lookup(list, base)
	if !ok {
		return entry{}, fs.ErrNotExist
	}
	return e, nil
}

// info is fs.FileInfo and fs.DirEntry of an entry.
type info struct {
	t *Tree
	e entry
}

func (i info) Name() string               { return path.Base(i.e.name) }
func (i info) Mode() fs.FileMode          { return i.e.mode }
func (i info) Type() fs.FileMode          { return i.e.mode.Type() }
func (i info) IsDir() bool                { return i.e.mode.IsDir() }
func (i info) ModTime() time.Time         { return time.Time{} } // a revision has no times of files
func (i info) Sys() any                   { return nil }
func (i info) Info() (fs.FileInfo, error) { return i, nil }

// Size asks git only when somebody wants to know.
func (i info) Size() int64 {
	if i.e.mode.IsDir() {
		return 0
	}
	h, _, err := i.t.sizes.ask(i.e.oid, false)
	if err != nil {
		return 0
	}
	return h.size
}

type file struct {
	info
	*bytes.Reader
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Close() error               { return nil }
func (f *file) Size() int64                { return f.Reader.Size() }

type dir struct {
	info
	path string
	rest []fs.DirEntry
	read bool
}

func (d *dir) Stat() (fs.FileInfo, error) { return d.info, nil }
func (d *dir) Close() error               { return nil }

func (d *dir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.path, Err: errors.New("is a directory")}
}

// ReadDir implements fs.ReadDirFile.
func (d *dir) ReadDir(n int) ([]fs.DirEntry, error) {
	if !d.read {
		if d.e.mode&fs.ModeIrregular != 0 {
			return nil, &fs.PathError{Op: "read", Path: d.path, Err: errSubmodule}
		}
		list, err := d.t.list(d.e.oid)
		if err != nil {
			return nil, &fs.PathError{Op: "read", Path: d.path, Err: err}
		}
		for _, e := range list {
			d.rest = append(d.rest, info{d.t, e})
		}
		d.read = true
	}
	if n <= 0 || n > len(d.rest) {
		if n > 0 && len(d.rest) == 0 {
			return nil, io.EOF
		}
		n = len(d.rest)
	}
	out := d.rest[:n]
	d.rest = d.rest[n:]
	return out, nil
}
