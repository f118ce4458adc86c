//go:build unix

package worker

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// Worker is a running interpreter. It answers one call at a time and is not
// safe for concurrent use.
type Worker struct {
	cmd      *exec.Cmd
	requests *os.File
	answers  *os.File
	output   tail
	cookie   string
	grace    time.Duration
	ended    chan struct{} // closed when the process has ended
	state    string        // how it ended; read after ended
	kill     sync.Once
}

// cookieName is a variable in the environment of a worker and of all that it
// starts, so that a process which left the group is found again.
const cookieName = "OBLIGATO_WORKER"

// Start starts the interpreter and hands it the script. The context bounds the
// start only; the caller must Close the worker.
func Start(ctx context.Context, c Command) (*Worker, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	w := &Worker{cookie: rand.Text(), grace: c.Grace, ended: make(chan struct{})}
	if w.grace <= 0 {
		w.grace = time.Second
	}
	theirRequests, requests, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("start worker: %w", err)
	}
	answers, theirAnswers, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start worker: %w", err), theirRequests.Close(), requests.Close())
	}
	w.requests, w.answers = requests, answers
	w.cmd = exec.Command(c.Interpreter.Path, "-c", boot, c.Name)
	w.cmd.Env = append(c.Env[:len(c.Env):len(c.Env)], cookieName+"="+w.cookie)
	w.cmd.Dir = c.Dir
	if w.cmd.Dir == "" {
		w.cmd.Dir = "/"
	}
	w.cmd.ExtraFiles = []*os.File{theirRequests, theirAnswers} // descriptors 3 and 4
	w.cmd.Stdout, w.cmd.Stderr = &w.output, &w.output
	w.cmd.WaitDelay = time.Second
	w.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err = w.cmd.Start()
	closing := errors.Join(theirRequests.Close(), theirAnswers.Close())
	if err != nil {
		return nil, errors.Join(&Error{Kind: KindNoInterpreter, Message: fmt.Sprintf("%s cannot be started: %v", c.Interpreter.Path, plain(err))},
			closing, requests.Close(), answers.Close())
	}
	go w.wait()
	if err := w.send(ctx, []byte(c.Script)); err != nil {
		return nil, errors.Join(w.failure(ctx, err), w.Close())
	}
	return w, nil
}

func plain(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// wait reaps the process and makes pending reads end.
func (w *Worker) wait() {
	// The error of Wait says no more than the state does.
	_ = w.cmd.Wait()
	w.state = w.cmd.ProcessState.String()
	close(w.ended)
	// What was written before the end can still be read; a process that left
	// the group may hold the other end open, so that no end would come.
	_ = w.answers.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	_ = w.requests.SetWriteDeadline(time.Now())
}

// Call sends a request and decodes the answer. When the context ends first,
// the worker is killed: an error of KindTimeout at its deadline, its cause
// otherwise. After an error other than one that the script sent, the worker is
// of no further use.
func (w *Worker) Call(ctx context.Context, request, answer any) error {
	data, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("call worker: %w", err)
	}
	if err := w.send(ctx, data); err != nil {
		return w.failure(ctx, err)
	}
	stop := context.AfterFunc(ctx, func() { _ = w.answers.SetReadDeadline(time.Now()) })
	data, err = readFrame(w.answers)
	stop()
	if err != nil {
		return w.failure(ctx, err)
	}
	var e envelope
	if err := json.Unmarshal(data, &e); err != nil {
		w.terminate()
		return &Error{Kind: KindProtocol, Message: "an answer that is no JSON: " + err.Error(), Output: w.output.String()}
	}
	err = e.open(answer)
	var known *Error
	if errors.As(err, &known) {
		known.Output = w.output.String()
	}
	return err
}

func (w *Worker) send(ctx context.Context, data []byte) error {
	stop := context.AfterFunc(ctx, func() { _ = w.requests.SetWriteDeadline(time.Now()) })
	defer stop()
	return writeFrame(w.requests, data)
}

// failure ends the worker and says why a message did not pass.
func (w *Worker) failure(ctx context.Context, err error) error {
	cause := context.Cause(ctx)
	w.terminate()
	switch {
	case errors.Is(cause, context.DeadlineExceeded):
		return &Error{Kind: KindTimeout, Message: "no answer before the deadline", Output: w.output.String()}
	case cause != nil:
		return cause
	case errors.Is(err, errTooLarge):
		return &Error{Kind: KindProtocol, Message: err.Error(), Output: w.output.String()}
	}
	return &Error{Kind: KindDied, Message: "the interpreter ended without an answer: " + w.state, Output: w.output.String()}
}

// Close ends the worker and all that it started. It is safe to call twice.
func (w *Worker) Close() error {
	w.terminate()
	return nil
}

// terminate asks the whole group to end, and kills what does not. It returns
// when the process has been reaped.
func (w *Worker) terminate() {
	w.kill.Do(func() {
		group := -w.cmd.Process.Pid
		select {
		case <-w.ended:
		default:
			sweepBelow(w.cmd.Process.Pid)
			_ = syscall.Kill(group, syscall.SIGTERM)
			select {
			case <-w.ended:
			case <-time.After(w.grace):
			}
		}
		// The group lives as long as one member does, so its number is not
		// given to another while there is something to kill.
		_ = syscall.Kill(group, syscall.SIGKILL)
		sweep(w.cookie)
		<-w.ended
		// Both are pipes of ours; nothing is lost when they close.
		_ = w.requests.Close()
		_ = w.answers.Close()
	})
}
