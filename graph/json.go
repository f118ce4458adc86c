package graph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Schema names the JSON form of a graph.
const Schema = "obligato.graph/v1"

// Document is the JSON form: schema, workflow, the sorted ids of the entries,
// nodes and edges as in Node and Edge.
type Document struct {
	Schema   string   `json:"schema"`
	Workflow string   `json:"workflow"`
	Entries  []string `json:"entries"`
	Nodes    []Node   `json:"nodes"`
	Edges    []Edge   `json:"edges"`
}

// WriteJSON writes the graph as a Document. Runes that do not show are written
// as \u escapes, so that the text is safe on a terminal and no value changes.
func (g *Graph) WriteJSON(w io.Writer, o WriteOptions) error {
	if err := g.check(o); err != nil {
		return err
	}
	d := Document{
		Schema: Schema, Workflow: g.workflow,
		Entries: append([]string{}, g.Entries()...),
		Nodes:   g.nodes,
		Edges:   append([]Edge{}, g.drawn(o)...),
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	if err := e.Encode(d); err != nil {
		return fmt.Errorf("encode graph: %w", err)
	}
	_, err := w.Write(escapeHidden(b.Bytes()))
	return err
}

// escapeHidden escapes what encoding/json leaves as it is although it does not
// show. Such runes can stand inside strings only, where the escape means the
// same.
func escapeHidden(text []byte) []byte {
	var b bytes.Buffer
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == '\n' || unicode.IsPrint(r):
			b.Write(text[:size])
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
		text = text[size:]
	}
	return b.Bytes()
}
