package trace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Limits of what is read from a file that anybody may have written.
const (
	// MaxLine bounds one line in bytes, its end included. Longer lines are
	// skipped and reported.
	MaxLine = 1 << 20
	// MaxProblems bounds the problems that are listed; more are counted.
	MaxProblems = 100
	// MaxEvents and MaxBytes bound the events that Read keeps, and the bytes
	// of their lines; more are counted as problems. An event takes about 1 KB
	// of memory. A Reader has no such bound.
	MaxEvents = 1 << 19
	MaxBytes  = 256 << 20
	// maxPreamble bounds the lines before the header.
	maxPreamble = 1000
	// maxUnknownFields bounds the distinct field names that are counted.
	maxUnknownFields = 100
)

// OtherFields is the key in Completeness.UnknownFields under which fields are
// counted that no longer have a place of their own.
const OtherFields = "(others)"

// FormatError says that a file is no trace that can be used.
type FormatError struct {
	Path    string
	Line    int // 1-based
	Message string
	Hint    string
}

// Error implements error.
func (e *FormatError) Error() string {
	return fmt.Sprintf("%s:%d:1: read trace: %s (%s)", e.Path, e.Line, e.Message, e.Hint)
}

// Read reads a whole trace. A line that cannot be read becomes a Problem and
// the rest is read; path is used in messages only. The error is a *FormatError
// when nothing is usable: the file is empty or has no valid header.
func Read(path string, r io.Reader) (*Trace, error) {
	return read(path, r, MaxEvents, MaxBytes)
}

func read(path string, r io.Reader, events, size int) (*Trace, error) {
	d, err := NewReader(path, r)
	if err != nil {
		return nil, err
	}
	t := &Trace{Header: d.Header()}
	for {
		e, err := d.Next()
		if err != nil {
			break
		}
		switch {
		case len(t.Events) >= events:
			d.problem(fmt.Sprintf("more than %d events", events))
			continue
		case d.size > size:
			d.problem(fmt.Sprintf("more than %d bytes of events", size))
			continue
		}
		t.Events = append(t.Events, e)
	}
	t.Completeness = d.Completeness()
	return t, nil
}

// Reader reads a trace event by event, for files that are too large to hold.
// Use NewReader.
type Reader struct {
	path   string
	in     *bufio.Reader
	header Header
	state  Completeness
	size   int  // bytes of the events' lines so far
	last   int  // seq of the last event
	ended  bool // a run_end was read
	done   bool
}

// NewReader reads the header. The error is as in Read.
func NewReader(path string, r io.Reader) (*Reader, error) {
	d := &Reader{path: path, in: bufio.NewReaderSize(r, 64<<10)}
	if err := d.readHeader(); err != nil {
		return nil, err
	}
	return d, nil
}

// Header returns the trace's header.
func (d *Reader) Header() Header { return d.header }

// Completeness returns what is known so far. It is final once Next has
// returned io.EOF.
func (d *Reader) Completeness() Completeness {
	c := d.state
	c.Truncated = !d.ended
	return c
}

// Next returns the next event that can be read. Its only error is io.EOF:
// everything else is a problem in Completeness.
func (d *Reader) Next() (Event, error) {
	for {
		line, err := d.line()
		if err != nil {
			return Event{}, io.EOF
		}
		if line == nil {
			continue
		}
		e, err := d.event(line)
		if err != nil {
			d.problem(err.Error())
			continue
		}
		return e, nil
	}
}

// event decodes a line and checks it against what came before.
func (d *Reader) event(line []byte) (Event, error) {
	var v struct {
		Event
		Rest map[string]jsontext.Value `json:",embed"`
	}
	if err := decode(line, &v); err != nil {
		return Event{}, err
	}
	e := v.Event
	if err := e.Check(); err != nil {
		return Event{}, err
	}
	if e.Seq <= d.last {
		return Event{}, fmt.Errorf("seq %d follows seq %d", e.Seq, d.last)
	}
	if d.ended && e.Kind == RunEnd {
		return Event{}, errors.New("a second run_end")
	}
	if d.ended {
		// Kept, because a late event may be a breach; noted, because the end
		// was none.
		d.problem(fmt.Sprintf("%s after run_end", plain(string(e.Kind))))
	}
	d.size += len(line)
	d.ended = d.ended || e.Kind == RunEnd
	d.last = e.Seq
	if len(e.Tools) == 0 {
		e.Tools = nil
	}
	if len(e.Handoffs) == 0 {
		e.Handoffs = nil
	}
	d.state.countKind(e.Kind)
	d.countFields(v.Rest)
	return e, nil
}

// readHeader finds the header: the first line that is an object with a kind.
func (d *Reader) readHeader() error {
	for d.state.Lines < maxPreamble {
		line, err := d.line()
		if err != nil {
			return d.noHeader(d.state.Lines, "no run_start header")
		}
		if line == nil {
			continue
		}
		var v struct {
			headerLine
			Rest map[string]jsontext.Value `json:",embed"`
		}
		if err := decode(line, &v); err != nil {
			d.problem(err.Error())
			continue
		}
		if v.Kind != RunStart {
			return d.noHeader(d.state.Lines, fmt.Sprintf("no run_start header: the first event is %s", show(string(v.Kind))))
		}
		if err := v.Check(); err != nil {
			return &FormatError{d.path, d.state.Lines, "run_start: " + err.Error(), "this version reads " + Schema}
		}
		d.header = v.Header
		d.countFields(v.Rest)
		return nil
	}
	return d.noHeader(d.state.Lines, fmt.Sprintf("no run_start header in %d lines", maxPreamble))
}

func (d *Reader) noHeader(line int, message string) error {
	hint := "an obligato trace starts with a line of kind run_start"
	if line == 0 {
		return &FormatError{d.path, 1, "the file is empty", hint}
	}
	if len(d.state.Problems) > 0 {
		p := d.state.Problems[0]
		hint += fmt.Sprintf("; line %d: %s", p.Line, p.Message)
	}
	return &FormatError{d.path, line, message, hint}
}

// line returns the next line without its end; nil for a line that is blank or
// too long, which it reports. The error is io.EOF, also after a read error.
func (d *Reader) line() ([]byte, error) {
	if d.done {
		return nil, io.EOF
	}
	var buf []byte
	size := 0
	for {
		part, err := d.in.ReadSlice('\n')
		size += len(part)
		if size <= MaxLine {
			buf = append(buf, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			d.done = true
		}
		if size > 0 {
			d.state.Lines++
		}
		if err != nil && !errors.Is(err, io.EOF) {
			d.problem("read: " + plain(err.Error()))
		}
		break
	}
	switch {
	case size == 0:
		return nil, io.EOF
	case size > MaxLine:
		d.problem(fmt.Sprintf("line of %d bytes, at most %d are read", size, MaxLine))
		return nil, nil
	}
	if d.state.Lines == 1 {
		buf = bytes.TrimPrefix(buf, []byte("\xef\xbb\xbf"))
	}
	if buf = bytes.TrimSpace(buf); len(buf) == 0 {
		return nil, nil
	}
	return buf, nil
}

func (d *Reader) problem(message string) {
	if len(d.state.Problems) >= MaxProblems {
		d.state.Dropped++
		return
	}
	d.state.Problems = append(d.state.Problems, Problem{d.path, max(d.state.Lines, 1), message})
}

func (c *Completeness) countKind(k Kind) {
	if k.Known() {
		return
	}
	if c.UnknownKinds == nil {
		c.UnknownKinds = map[Kind]int{}
	}
	c.UnknownKinds[k]++
}

// countFields counts field names that the format does not define. Their values
// are kept out: nothing may be read into what we do not understand.
func (d *Reader) countFields(rest map[string]jsontext.Value) {
	if len(rest) == 0 {
		return
	}
	if d.state.UnknownFields == nil {
		d.state.UnknownFields = map[string]int{}
	}
	names := make([]string, 0, len(rest))
	for name := range rest {
		names = append(names, clip(name, maxShown))
	}
	sort.Strings(names)
	for _, name := range names {
		if _, ok := d.state.UnknownFields[name]; !ok && len(d.state.UnknownFields) >= maxUnknownFields {
			name = OtherFields
		}
		d.state.UnknownFields[name]++
	}
}

// decode is strict: duplicate names, bad UTF-8, NaN and anything behind the
// value are errors.
func decode(line []byte, v any) error {
	if line[0] != '{' {
		return errors.New("not a JSON object")
	}
	if err := json.Unmarshal(line, v); err != nil {
		return errors.New("bad JSON: " + plain(err.Error()))
	}
	return nil
}
