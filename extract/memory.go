package extract

import (
	"encoding/binary"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// What is kept of a whole extraction is what the front end asked the file
// system, and what came of it. It holds as long as every question has the same
// answer, which is far cheaper to find out than to extract again. The questions
// are written without JSON, because reading them is most of a run that finds
// nothing changed: their number, and of each four texts with their lengths.

// outcome is what came of an extraction.
type outcome struct {
	Manifest    *manifest.Manifest
	Diagnostics []Diagnostic
}

func writeAsked(asked []observation) []byte {
	out := binary.AppendUvarint(nil, uint64(len(asked)))
	for _, o := range asked {
		for _, s := range [...]string{o.Kind, o.Path, o.Text, o.Stamp} {
			out = binary.AppendUvarint(out, uint64(len(s)))
			out = append(out, s...)
		}
	}
	return out
}

// readAsked returns the questions and what is behind them, or false for data
// that writeAsked did not write.
func readAsked(data []byte) (asked []observation, rest []byte, ok bool) {
	n, rest, ok := number(data)
	if !ok || n > len(rest)/4 {
		return nil, nil, false
	}
	all := string(rest) // once, for all texts
	asked = make([]observation, n)
	for i := range asked {
		o := &asked[i]
		for _, s := range [...]*string{&o.Kind, &o.Path, &o.Text, &o.Stamp} {
			var size int
			if size, rest, ok = number(rest); !ok || size > len(rest) {
				return nil, nil, false
			}
			from := len(all) - len(rest)
			*s, rest = all[from:from+size], rest[size:]
		}
	}
	return asked, rest, true
}

func number(data []byte) (n int, rest []byte, ok bool) {
	u, size := binary.Uvarint(data)
	if size <= 0 || u > 1<<30 {
		return 0, nil, false
	}
	return int(u), data[size:], true
}
