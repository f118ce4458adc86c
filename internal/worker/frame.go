package worker

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxFrame bounds one message, in bytes.
const MaxFrame = 64 << 20

var errTooLarge = errors.New("message too large")

// writeFrame writes the length of a message, four bytes with the highest
// first, and the message.
func writeFrame(w io.Writer, data []byte) error {
	if len(data) > MaxFrame {
		return fmt.Errorf("write frame: %w: %d bytes", errTooLarge, len(data))
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	_, err := w.Write(append(head, data...))
	return err
}

// readFrame reads one message. Memory is taken as bytes arrive, not as the
// length promises.
func readFrame(r io.Reader) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > MaxFrame {
		return nil, fmt.Errorf("read frame: %w: %d bytes", errTooLarge, n)
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err == nil && len(data) < int(n) {
		err = io.ErrUnexpectedEOF
	}
	return data, err
}

// envelope is what a script answers: an answer or an error, never both.
type envelope struct {
	Answer json.RawMessage `json:"answer"`
	Error  *struct {
		Kind    Kind   `json:"kind"`
		Message string `json:"message"`
		Path    string `json:"path"`
		Line    int    `json:"line"`
	} `json:"error"`
}

// open decodes an answer, or returns the error that the script sent.
func (e *envelope) open(answer any) error {
	if e.Error != nil {
		switch e.Error.Kind {
		case KindSDKMissing, KindImport, KindDied:
			return &Error{Kind: e.Error.Kind, Message: clean(e.Error.Message), Path: e.Error.Path, Line: e.Error.Line}
		}
		return &Error{Kind: KindProtocol, Message: clean(e.Error.Message)}
	}
	if err := json.Unmarshal(e.Answer, answer); err != nil {
		return &Error{Kind: KindProtocol, Message: "an answer that cannot be read: " + err.Error()}
	}
	return nil
}
