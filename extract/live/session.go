package live

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/obligato-dev/obligato/internal/worker"
)

// The script of the worker, in three parts that are read as one program.
var (
	//go:embed script/guard.py
	scriptGuard string
	//go:embed script/walk.py
	scriptWalk string
	//go:embed script/serve.py
	scriptServe string
)

// SDKModule is the name under which programs import the SDK.
const SDKModule = "agents"

// Program says what to import.
type Program struct {
	Root string // absolute folder from which the program's modules are imported
	Base string // the same folder as positions are to show it, slash-separated
	// Files are the files to import, slash-separated and relative to Root.
	Files []string
	SDK   string // the module that is the SDK; empty means SDKModule
}

// Session is a worker that has loaded the SDK, or will with the first program.
// Programs do not see each other. It is not safe for concurrent use.
type Session struct {
	worker *worker.Worker
}

// Open starts a session in the interpreter. getenv reads the user's
// environment, of which a few variables are passed on and no key.
func Open(ctx context.Context, in worker.Interpreter, getenv func(string) string) (*Session, error) {
	w, err := worker.Start(ctx, worker.Command{
		Interpreter: in, Name: "<obligato>", Env: worker.Environment(in, getenv),
		Script: scriptGuard + "\n" + scriptWalk + "\n" + scriptServe,
	})
	if err != nil {
		return nil, fmt.Errorf("open live session: %w", err)
	}
	return &Session{worker: w}, nil
}

// Close ends the session and every process that it started.
func (s *Session) Close() error { return s.worker.Close() }

// Ask imports a program and returns what is there afterwards. Files that
// cannot be imported are told in Seen.Modules. When no file could be, and no
// agent was made, that is a *worker.Error of KindImport. After an error of
// another kind than KindImport, KindSDKMissing and KindDied the session is of
// no further use.
func (s *Session) Ask(ctx context.Context, p Program) (*Seen, error) {
	request := struct {
		Root  string   `json:"root"`
		Files []string `json:"files"`
		SDK   string   `json:"sdk"`
	}{p.Root, nil, p.SDK}
	if request.SDK == "" {
		request.SDK = SDKModule
	}
	for _, f := range p.Files {
		request.Files = append(request.Files, filepath.Join(p.Root, filepath.FromSlash(f)))
	}
	if len(request.Files) == 0 {
		return nil, errors.New("import program: no Python file to import")
	}
	var seen Seen
	if err := s.worker.Call(ctx, request, &seen); err != nil {
		return nil, fmt.Errorf("import program: %w", err)
	}
	seen.relocate(p.Root, p.Base)
	return &seen, seen.useless()
}

// useless returns why nothing was seen, if so.
func (s *Seen) useless() error {
	if len(s.Agents) > 0 {
		return nil
	}
	for _, m := range s.Modules {
		if m.Error != nil {
			at := m.Error.Place.Position
			return &worker.Error{Kind: worker.KindImport, Message: m.Error.Message, Path: at.Path, Line: at.Line}
		}
	}
	return nil
}
