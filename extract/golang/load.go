package golang

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
)

// stubs declares what programs use of the SDK, with the same names and types
// and without bodies that matter. It stands in where the module is not on this
// machine, because a package that does not type-check has no SSA form.
//
//go:embed stub
var stubs embed.FS

// maxPackages bounds how many packages of a program are read.
const maxPackages = 500

// program is a loaded workflow.
type program struct {
	dir     string // absolute, the root of the sources
	fset    *token.FileSet
	pkgs    []*packages.Package
	ssa     []*ssa.Package // of well-typed packages, dependencies first
	stubbed bool
	version string // of the SDK
}

// environment keeps the go command off the network and off other programs.
func environment() []string {
	return append(os.Environ(), "GOPROXY=off", "GOTOOLCHAIN=local", "GOPACKAGESDRIVER=off")
}

func load(pass *extract.Pass) (*program, error) {
	if pass.Dir == "" {
		return nil, errors.New("the Go front end needs the sources on disk")
	}
	dir, err := filepath.EvalSymlinks(pass.Dir)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return nil, err
	}
	p := &program{dir: dir, fset: token.NewFileSet()}
	overlay, err := p.overlay()
	if err != nil {
		return nil, err
	}
	paths, err := p.closure(directories(pass.Files), overlay)
	if err != nil {
		return nil, err
	}
	if len(paths) > maxPackages {
		pass.Report(extract.Diagnostic{
			Code: extract.CodeTooMany, Level: manifest.LevelWarning, Hint: "name the directory that declares the agents",
			Message:  fmt.Sprintf("%d packages: only %d are read", len(paths), maxPackages),
			Position: manifest.Position{Path: "."},
		})
		paths = paths[:maxPackages]
	}
	if p.pkgs, err = packages.Load(p.config(packages.LoadSyntax, overlay), paths...); err != nil {
		return nil, fmt.Errorf("load packages: %w", err)
	}
	p.report(pass)
	p.build()
	return p, nil
}

func (p *program) config(mode packages.LoadMode, overlay map[string][]byte) *packages.Config {
	env := environment()
	if p.stubbed { // a vendor folder lacks the stub
		env = append(env, "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -mod=readonly"))
	}
	return &packages.Config{
		Mode: mode, Dir: p.dir, Fset: p.fset, Env: env, Overlay: overlay,
		// The packages themselves are compiled for their export data on the way:
		// without optimisation, because nothing runs them.
		BuildFlags: []string{"-gcflags=-N -l"},
	}
}

// directories lists the directories of the files as patterns of the go command.
func directories(files []string) []string {
	set := map[string]bool{}
	for _, f := range files {
		set["./"+path.Dir(f)] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// closure lists the import paths of the packages and of what they import from
// their own module, sorted.
func (p *program) closure(patterns []string, overlay map[string][]byte) ([]string, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	roots, err := packages.Load(p.config(mode, overlay), patterns...)
	if err != nil {
		return nil, notListed(err.Error())
	}
	set := map[string]bool{}
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if slices.Contains(roots, pkg) && len(pkg.GoFiles) > 0 || pkg.Module != nil && pkg.Module.Main {
			set[pkg.PkgPath] = true
		}
	})
	if len(set) == 0 {
		for _, r := range roots {
			for _, e := range r.Errors {
				return nil, notListed(e.Msg)
			}
		}
		return nil, errors.New("list packages: none of the directories holds a Go package")
	}
	return slices.Sorted(maps.Keys(set)), nil
}

// notListed is the failure of go list, in one line.
func notListed(message string) error {
	if _, rest, ok := strings.Cut(message, "stderr: "); ok {
		message = rest
	}
	return &extract.Error{
		Err: fmt.Errorf("list packages: %s", strings.Join(strings.Fields(message), " ")), Next: "make go list ./... pass in that directory",
	}
}

// overlay adds the stub declarations to the module where the SDK is absent. The
// files exist for the go command only; nothing is written beside the sources.
func (p *program) overlay() (map[string][]byte, error) {
	found, err := p.goCommand("list", "-m", "-json", sdkModule)
	var m struct{ Version, Dir string }
	if err == nil && json.Unmarshal(found, &m) == nil && m.Dir != "" {
		p.version = m.Version
		return nil, nil
	}
	p.stubbed = true
	mod := ""
	if out, err := p.goCommand("env", "GOMOD"); err == nil {
		mod = strings.TrimSpace(string(out))
	}
	text := []byte("module obligato.invalid/workflow\n\ngo 1.24\n")
	if mod == "" || mod == os.DevNull {
		mod = filepath.Join(p.dir, "go.mod")
	} else if text, err = os.ReadFile(mod); err != nil {
		return nil, err
	}
	const place = ".obligato-sdk-declarations"
	if !bytes.Contains(text, []byte(sdkModule+" v")) {
		text = append(text, "\nrequire "+sdkModule+" v0.0.0-00010101000000-000000000000\n"...)
	}
	text = append(text, "\nreplace "+sdkModule+" => ./"+place+"\n"...)
	overlay := map[string][]byte{mod: text}
	err = fs.WalkDir(stubs, "stub", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := stubs.ReadFile(name)
		to := strings.TrimSuffix(strings.TrimPrefix(name, "stub/"), ".txt")
		overlay[filepath.Join(filepath.Dir(mod), place, filepath.FromSlash(to))] = data
		return err
	})
	return overlay, err
}

func (p *program) goCommand(args ...string) ([]byte, error) {
	c := exec.Command("go", args...)
	c.Dir, c.Env = p.dir, environment()
	return c.Output()
}

// report tells what could not be read. A package with errors has no SSA form,
// so that what it declares is missing.
func (p *program) report(pass *extract.Pass) {
	for _, pkg := range p.pkgs {
		if len(pkg.Errors) == 0 {
			continue
		}
		e := pkg.Errors[0]
		for _, other := range pkg.Errors {
			if p.errorPlace(other.Pos).Line > 0 { // the compiler's own list has no place
				e = other
				break
			}
		}
		d := extract.Diagnostic{
			Code: codeIllTyped, Level: manifest.LevelWarning, Position: p.errorPlace(e.Pos),
			Message: fmt.Sprintf("package %s is not read: %s", pkg.PkgPath, e.Msg),
			Hint:    "make go vet pass; run go mod download where modules are missing",
		}
		if more := len(pkg.Errors) - 1; more > 0 {
			d.Message += fmt.Sprintf(" (and %d more)", more)
		}
		pass.Report(d)
	}
	if p.stubbed {
		pass.Report(extract.Diagnostic{
			Code: codeStubbed, Level: manifest.LevelNote, Position: manifest.Position{Path: "."},
			Message: "module " + sdkModule + " is not on this machine: declarations of ours stand in for it",
			Hint:    "go mod download makes the extraction exact",
		})
	}
}

// errorPlace reads the file:line:col of the go command.
func (p *program) errorPlace(at string) manifest.Position {
	pos := manifest.ParsePosition(at)
	if pos.Path == "" || pos.Path == "-" {
		return manifest.Position{Path: "."}
	}
	pos.Path = p.relative(pos.Path)
	return pos
}

// relative writes a file's path from the root of the sources.
func (p *program) relative(file string) string {
	if rel, err := filepath.Rel(p.dir, file); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(file)
}

func (p *program) position(pos token.Pos) manifest.Position {
	if !pos.IsValid() {
		return manifest.Position{}
	}
	at := p.fset.Position(pos)
	return manifest.Position{Path: p.relative(at.Filename), Line: at.Line, Col: at.Column}
}

// build puts the well-typed packages into SSA form, dependencies first.
func (p *program) build() {
	prog, list := ssautil.Packages(p.pkgs, ssa.InstantiateGenerics)
	prog.Build()
	of := map[*packages.Package]*ssa.Package{}
	for i, pkg := range p.pkgs {
		of[pkg] = list[i]
	}
	packages.Visit(p.pkgs, nil, func(pkg *packages.Package) {
		if s := of[pkg]; s != nil {
			p.ssa = append(p.ssa, s)
		}
	})
}

// sources lists the files that were read, with their hashes.
func (p *program) sources() []manifest.SourceFile {
	var out []manifest.SourceFile
	for _, pkg := range p.pkgs {
		for _, f := range pkg.GoFiles {
			data, err := os.ReadFile(f)
			if err != nil {
				continue // reported where it was parsed
			}
			sum := sha256.Sum256(data)
			out = append(out, manifest.SourceFile{Path: p.relative(f), SHA256: hex.EncodeToString(sum[:])})
		}
	}
	return out
}
