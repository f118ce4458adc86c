package gittree

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// maxObject bounds one object that is read into memory, in bytes.
const maxObject = 256 << 20

var (
	errMissing  = errors.New("no such object")
	errTooLarge = fmt.Errorf("larger than %d bytes", maxObject)
)

// environment keeps git from asking, locking and fetching: a partial clone
// would otherwise go to the network for an object that it lacks, with programs
// that the repository's own configuration names. Versions of git before 2.45 do
// not know GIT_NO_LAZY_FETCH, but all know which protocols are allowed.
func environment() []string {
	return append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_NO_REPLACE_OBJECTS=1", "LC_ALL=C")
}

// git runs one git command in dir and returns its output without the last
// newline.
func git(dir string, args ...string) (string, error) {
	c := exec.Command("git", args...)
	c.Dir, c.Env = dir, environment()
	var out, problem bytes.Buffer
	c.Stdout, c.Stderr = &out, &problem
	if err := c.Run(); err != nil {
		if line, _, _ := strings.Cut(strings.TrimSpace(problem.String()), "\n"); line != "" {
			return "", errors.New(strings.TrimPrefix(line, "fatal: "))
		}
		return "", err
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}

// batch is one running "git cat-file --batch" or "--batch-check": a question a
// line, an answer each. It starts with the first question.
type batch struct {
	dir, flag string

	mu  sync.Mutex
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err error // why it cannot go on
}

// header is the first line of an answer.
type header struct {
	oid, kind string
	size      int64
}

func (b *batch) start() error {
	if b.cmd != nil || b.err != nil {
		return b.err
	}
	c := exec.Command("git", "cat-file", b.flag)
	c.Dir, c.Env = b.dir, environment()
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	b.cmd, b.in, b.out = c, in, bufio.NewReaderSize(out, 64<<10)
	return nil
}

// ask looks an object up. With content, the object's bytes are read too. The
// name is an object id: git reads a question to the end of the line.
func (b *batch) ask(oid string, content bool) (header, []byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.start(); err != nil {
		b.err = err
		return header{}, nil, err
	}
	h, data, err := b.exchange(oid, content)
	if err != nil && !errors.Is(err, errMissing) {
		b.err = fmt.Errorf("git cat-file: %w", err) // the stream is out of step
	}
	return h, data, err
}

func (b *batch) exchange(oid string, content bool) (header, []byte, error) {
	if _, err := io.WriteString(b.in, oid+"\n"); err != nil {
		return header{}, nil, err
	}
	line, err := b.out.ReadString('\n')
	if err != nil {
		return header{}, nil, err
	}
	fields := strings.Fields(line)
	if len(fields) != 3 {
		return header{}, nil, fmt.Errorf("%w: %s", errMissing, strings.TrimSpace(line))
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size < 0 {
		return header{}, nil, fmt.Errorf("unexpected answer %q", line)
	}
	h := header{oid: fields[0], kind: fields[1], size: size}
	if !content {
		return h, nil, nil
	}
	if size > maxObject {
		return h, nil, errTooLarge
	}
	data := make([]byte, size+1) // and the newline behind it
	if _, err := io.ReadFull(b.out, data); err != nil {
		return h, nil, err
	}
	return h, data[:size], nil
}

func (b *batch) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = errors.New("the revision is closed")
	if b.cmd == nil {
		return nil
	}
	err := b.in.Close()
	// What is left unread would keep git waiting.
	_, _ = io.Copy(io.Discard, b.out)
	return errors.Join(err, b.cmd.Wait())
}
