//go:build cgo

package python

import (
	"fmt"
	"os"
	"testing"

	"github.com/obligato-dev/obligato/extract/internal/markers"
	"github.com/obligato-dev/obligato/internal/golden"
)

// The construct matrix of the documentation is made from the marker programs.
const (
	matrixPage  = "../../docs/extraction.md"
	matrixBegin = "<!-- construct matrix: go test ./extract/python -run TestMatrix -update -->"
	matrixEnd   = "<!-- end of the construct matrix -->"
	checkedSDK  = "openai-agents 0.24.0"
)

func TestMatrix(t *testing.T) {
	rows, err := markers.Constructs(os.DirFS("testdata/cases"), Frontend().Match, "#@")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(matrixPage)
	if err != nil {
		t.Fatal(err)
	}
	text := markers.Table(rows) +
		fmt.Sprintf("\n%d constructs in Python, front end %s; those of the SDK are checked against %s.\n\n", len(rows), Version, checkedSDK)
	page, err = markers.Replace(page, matrixBegin, matrixEnd, text)
	if err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, matrixPage, page)
}
