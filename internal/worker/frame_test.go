package worker

import (
	"bytes"
	"errors"
	"testing"
)

func FuzzReadFrame(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x02{}rest"))
	f.Add([]byte("\xff\xff\xff\xff"))
	f.Add([]byte("\x00\x00\x01\x00short"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := readFrame(bytes.NewReader(data))
		if err != nil {
			return
		}
		var back bytes.Buffer
		if err := writeFrame(&back, got); err != nil || !bytes.HasPrefix(data, back.Bytes()) {
			t.Errorf("a frame does not come back: %v", err)
		}
	})
}

func TestFrameBound(t *testing.T) {
	if err := writeFrame(&bytes.Buffer{}, make([]byte, MaxFrame+1)); !errors.Is(err, errTooLarge) {
		t.Errorf("got %v", err)
	}
}
