package document

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/obligato-dev/obligato/internal/canonical"
)

// Value returns the tree as encoding/json decodes it, with numbers as
// json.Number, so that none loses a digit. Each call makes a new value.
func (d *Document) Value() any { return d.root.value() }

func (n *node) value() any {
	switch n.kind {
	case boolean:
		return n.truth
	case number:
		return json.Number(n.text)
	case text:
		return n.text
	case array:
		items := make([]any, len(n.items))
		for i, item := range n.items {
			items[i] = item.value()
		}
		return items
	case object:
		members := make(map[string]any, len(n.items))
		for i, item := range n.items {
			members[n.keys[i].name] = item.value()
		}
		return members
	}
	return nil
}

// JSON returns the tree as JSON text, keys in the order of the file.
func (d *Document) JSON() ([]byte, error) {
	var b bytes.Buffer
	e := jsontext.NewEncoder(&b)
	if err := d.root.write(e); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func (n *node) write(e *jsontext.Encoder) error {
	switch n.kind {
	case boolean:
		return e.WriteToken(jsontext.Bool(n.truth))
	case number:
		return e.WriteValue(jsontext.Value(n.text))
	case text:
		return e.WriteToken(jsontext.String(n.text))
	case array:
		err := e.WriteToken(jsontext.BeginArray)
		for _, item := range n.items {
			err = errors.Join(err, item.write(e))
		}
		return errors.Join(err, e.WriteToken(jsontext.EndArray))
	case object:
		err := e.WriteToken(jsontext.BeginObject)
		for i, item := range n.items {
			err = errors.Join(err, e.WriteToken(jsontext.String(n.keys[i].name)), item.write(e))
		}
		return errors.Join(err, e.WriteToken(jsontext.EndObject))
	}
	return e.WriteToken(jsontext.Null)
}

// Decode reads the tree into v by v's json tags; an unknown key is an error.
// Validate the document first: errors here carry no position.
func (d *Document) Decode(v any) error {
	data, err := d.JSON()
	if err != nil {
		return err
	}
	return canonical.Unmarshal(data, v)
}
