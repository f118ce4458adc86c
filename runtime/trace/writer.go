package trace

import (
	"bufio"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// Write writes the trace as JSON Lines, header first. Equal traces give equal
// bytes. What Read would refuse is not written: the error then names the
// event, and w may hold the lines before it.
func Write(w io.Writer, t *Trace) error {
	if err := t.Header.Check(); err != nil {
		return fmt.Errorf("write trace: header: %w", err)
	}
	b := bufio.NewWriter(w)
	if err := writeLine(b, headerLine{Kind: RunStart, Header: t.Header}); err != nil {
		return fmt.Errorf("write trace: header: %w", err)
	}
	last := 0
	for i, e := range t.Events {
		if err := e.Check(); err != nil {
			return fmt.Errorf("write trace: event %d: %w", i+1, err)
		}
		if e.Seq <= last {
			return fmt.Errorf("write trace: event %d: seq %d follows seq %d", i+1, e.Seq, last)
		}
		last = e.Seq
		if err := writeLine(b, e); err != nil {
			return fmt.Errorf("write trace: event %d: %w", i+1, err)
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write trace: %w", err)
	}
	return nil
}

// headerLine is the header as it stands on the first line.
type headerLine struct {
	Kind Kind `json:"kind"`
	Header
}

func writeLine(w io.Writer, v any) error {
	// The field tags mean what encoding/json means by them, but nothing is
	// escaped that need not be: a line that could be read can be written.
	data, err := json.Marshal(v, jsonv1.DefaultOptionsV1(), jsontext.EscapeForHTML(false), jsontext.EscapeForJS(false))
	if err != nil {
		return err
	}
	if len(data) >= MaxLine {
		return fmt.Errorf("line of %d bytes, at most %d fit", len(data)+1, MaxLine)
	}
	_, err = w.Write(append(data, '\n'))
	return err
}
