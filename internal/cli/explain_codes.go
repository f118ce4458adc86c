package cli

import (
	"bufio"
	"fmt"
	"strings"
)

// wordCodes asks explain for all finding codes.
const wordCodes = "codes"

// codeRow is a code as machines read it.
type codeRow struct {
	codeDoc
	Level   string `json:"level"` // the usual one first
	Example string `json:"example,omitempty"`
}

func (d codeDoc) row() codeRow { return codeRow{d, d.level(), codeExamples[d.Code]} }

// explainCode explains one finding code.
func (a *app) explainCode(d codeDoc, format string) error {
	if format == "json" {
		return a.printJSON(struct {
			Schema string `json:"schema"`
			codeRow
		}{"obligato.code/v1", d.row()})
	}
	w := bufio.NewWriter(a.Stdout)
	fmt.Fprintf(w, "%s: %s (%s)\n%s\n", d.Code, d.Title, d.level(), d.Doc)
	if example := codeExamples[d.Code]; example != "" {
		fmt.Fprintf(w, "example:\n  %s\n", strings.ReplaceAll(example, "\n", "\n  "))
	}
	fmt.Fprintf(w, "next: %s\n", d.Next)
	return w.Flush()
}

// listCodes lists all finding codes.
func (a *app) listCodes(format string) error {
	if format == "json" {
		rows := make([]codeRow, len(codes))
		for i, d := range codes {
			rows[i] = d.row()
		}
		return a.printJSON(struct {
			Schema string    `json:"schema"`
			Codes  []codeRow `json:"codes"`
		}{"obligato.codes/v1", rows})
	}
	w := bufio.NewWriter(a.Stdout)
	for _, d := range codes {
		fmt.Fprintf(w, "%s  %-16s  %s\n", d.Code, d.level(), d.Title)
	}
	return w.Flush()
}
