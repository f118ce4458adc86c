package python

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/obligato-dev/obligato/extract/python/syntax"
	"github.com/obligato-dev/obligato/internal/document"
)

// Programs describe agents as data: JSON or YAML in a string, or in a file
// beside the program.

// maxData bounds a text that is read as data, in bytes.
const maxData = 1 << 20

// fileClass marks open files; their attribute is the path as the program has
// it.
var fileClass = &class{name: "file"}

// dataTable lists the functions of other packages that read data.
func dataTable() map[string]native {
	return map[string]native{
		"json.loads": loadsCall("json"), "json.load": loadsCall("json"), "yaml.safe_load": loadsCall("yaml"),
		"yaml.full_load": loadsCall("yaml"), "yaml.load": loadsCall("yaml"), "orjson.loads": loadsCall("json"),
		"tomllib.loads": loadsCall("toml"), "tomllib.load": loadsCall("toml"), "tomli.loads": loadsCall("toml"), "tomli.load": loadsCall("toml"),
		"json.dumps":      dumpsCall,
		"string.Template": templateCall, "collections.ChainMap": chainMapCall,
	}
}

// loadsCall reads a text, or an open file, as data.
func loadsCall(format string) native {
	return func(m *machine, a *args) value {
		v := orNone(a.value("s", 0))
		if v == (noneValue{}) {
			v = orNone(a.value("fp", -1))
		}
		if o, ok := v.(*object); ok && o.cls == fileClass {
			p, _ := pathOf(o)
			v = m.readText(p, a)
		}
		if u, ok := v.(*unknown); ok {
			return u
		}
		s, ok := only(v)
		if !ok {
			return &unknown{why: "the data is known when the program runs: " + whyUnknown(v, "text"), pos: a.pos}
		}
		if len(s) > maxData {
			return &unknown{why: "the data is too long to be followed", pos: a.pos}
		}
		return m.parseData(s, format, a)
	}
}

// parseData turns JSON or YAML into values.
func (m *machine) parseData(s, format string, a *args) value {
	bad := &unknown{why: "the text is no " + strings.ToUpper(format) + " that could be read", pos: a.pos}
	if format == "toml" {
		if v, ok := m.parseTOML(s, a); ok {
			return v
		}
		return bad
	}
	d, err := document.Parse("data."+format, []byte(s))
	if err != nil {
		return bad
	}
	text, err := d.JSON()
	if err != nil {
		return bad
	}
	in := json.NewDecoder(bytes.NewReader(text))
	in.UseNumber()
	v, err := m.decoded(in, a, 0)
	if err != nil {
		return bad
	}
	return v
}

// decoded reads the next value; keys keep their order.
func (m *machine) decoded(in *json.Decoder, a *args, depth int) (value, error) {
	t, err := in.Token()
	if err != nil || depth > 200 || !m.charge(1) {
		return nil, io.ErrUnexpectedEOF
	}
	switch t := t.(type) {
	case string:
		return str(t), nil
	case bool:
		return constant{t}, nil
	case json.Number:
		if n, err := strconv.ParseInt(t.String(), 10, 64); err == nil {
			return constant{n}, nil
		}
		f, err := t.Float64()
		return constant{f}, err
	case json.Delim:
		if t == '[' {
			l := &list{kind: syntax.ListKind, conds: m.conds}
			for in.More() {
				v, err := m.decoded(in, a, depth+1)
				if err != nil {
					return nil, err
				}
				m.appendTo(l, elt{v: v, pos: a.pos, conds: m.conds})
			}
			_, err := in.Token()
			return l, err
		}
		d := newDict(m.conds)
		for in.More() {
			k, err := in.Token()
			if err != nil {
				return nil, err
			}
			v, err := m.decoded(in, a, depth+1)
			if err != nil {
				return nil, err
			}
			key, _ := k.(string)
			m.put(d, str(key), v, a.pos)
		}
		_, err := in.Token()
		return d, err
	}
	return noneValue{}, nil
}

// dumpsCall is json.dumps of what is known.
func dumpsCall(m *machine, a *args) value {
	v, ok := m.json(orNone(a.value("obj", 0)), 0)
	if !ok || len(a.list) > 1 || len(a.named) > 0 {
		return m.unknownCall(a, "json.dumps")
	}
	text, err := json.Marshal(v)
	if err != nil || len(text) > maxData {
		return m.unknownCall(a, "json.dumps")
	}
	return str(string(text))
}

// pathOf is a path, an open file, or a text that may be a path.
func pathOf(v value) (string, bool) {
	if o, ok := v.(*object); ok && o.cls == fileClass {
		return only(orNone(o.peek("path")))
	}
	return only(orNone(v))
}

// openCall is open(path).
func openCall(m *machine, a *args) value {
	p, ok := pathOf(a.value("file", 0))
	if !ok {
		return m.unknownCall(a, "open")
	}
	return m.opened(p, a)
}

func (m *machine) opened(p string, a *args) *object {
	o := m.newObject(fileClass, a.pos)
	m.set(o.cell("path"), str(p))
	return o
}

// fileAttr is what a path or an open file gives of the file's content, or nil.
func (m *machine) fileAttr(p, name string) value {
	give := func(f native) value { return &builtin{name: name, call: f} }
	switch name {
	case "with_name", "with_suffix":
		return give(func(m *machine, a *args) value {
			s, ok := only(orNone(a.value("", 0)))
			if !ok {
				return m.unknownCall(a, name)
			}
			if name == "with_suffix" {
				return &text{s: strings.TrimSuffix(p, path.Ext(p)) + s, path: true}
			}
			return &text{s: path.Join(path.Dir(p), s), path: true}
		})
	case "open":
		return give(func(m *machine, a *args) value { return m.opened(p, a) })
	case "read_text", "read", "read_bytes":
		return give(func(m *machine, a *args) value { return m.readText(p, a) })
	case "exists", "is_file":
		return give(func(m *machine, a *args) value {
			if _, ok := m.locate(p); ok {
				return constant{true}
			}
			return m.unknownCall(a, name)
		})
	}
	return nil
}

// locate finds a file of the sources: a relative path starts where the program
// lies, or at the root.
func (m *machine) locate(p string) (string, bool) {
	for _, at := range []string{p, path.Join(path.Dir(m.frame.mod.path), p)} {
		if !path.IsAbs(p) && m.stat(at) == filePlain {
			return at, true
		}
	}
	return "", false
}

// readText is the text of a file of the sources.
func (m *machine) readText(p string, a *args) value {
	at, ok := m.locate(p)
	if !ok {
		return &unknown{why: "the file " + p + " is not among the sources", pos: a.pos}
	}
	f, err := m.pass.FS.Open(at)
	if err != nil {
		return &unknown{why: "the file " + p + " cannot be read: " + plain(err), pos: a.pos}
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxData+1))
	if err != nil || len(text) > maxData {
		return &unknown{why: "the file " + p + " is too long to be followed, or cannot be read", pos: a.pos}
	}
	if m.data == nil {
		m.data = map[string]string{}
	}
	sum := sha256.Sum256(text)
	m.data[at] = hex.EncodeToString(sum[:])
	m.charge(len(text) >> 8)
	return str(strings.ToValidUTF8(string(text), "\ufffd"))
}

// templateClass marks the result of string.Template.
var templateClass = &class{name: "Template"}

func templateCall(m *machine, a *args) value {
	o := m.newObject(templateClass, a.pos)
	m.set(o.cell("template"), orNone(a.value("template", 0)))
	return o
}

// substitute fills the places $name and ${name} of a template.
func (m *machine) substitute(o *object, name string) value {
	if name != "substitute" && name != "safe_substitute" {
		return nil
	}
	return &builtin{name: name, call: func(m *machine, a *args) value {
		t, ok := o.peek("template").(*text)
		if !ok {
			return m.unknownCall(a, name)
		}
		b := *a
		if d, ok := a.value("mapping", 0).(*dict); ok {
			m.spreadNames(&b, d, a.pos)
		}
		out := &text{gaps: t.gaps}
		s := t.s
		for {
			before, rest, found := strings.Cut(s, "$")
			out.s += before
			if !found {
				break
			}
			s = m.place(out, rest, &b, a)
		}
		return m.bounded(out)
	}}
}

// place fills one place of a template and returns what follows.
func (m *machine) place(out *text, rest string, b, a *args) string {
	if strings.HasPrefix(rest, "$") {
		out.s += "$"
		return rest[1:]
	}
	braced := strings.HasPrefix(rest, "{")
	rest = strings.TrimPrefix(rest, "{")
	n := 0
	for n < len(rest) && (rest[n] == '_' || rest[n] >= 'a' && rest[n] <= 'z' || rest[n] >= 'A' && rest[n] <= 'Z' || n > 0 && rest[n] >= '0' && rest[n] <= '9') {
		n++
	}
	key := rest[:n]
	rest = rest[n:]
	if braced {
		rest = strings.TrimPrefix(rest, "}")
	}
	if i := indexNamed(b.named, key); i >= 0 {
		if s, ok := m.shown(b.named[i].v); ok {
			out.s += s
			return rest
		}
	}
	out.s += "{" + key + "}"
	out.gaps = append(out.gaps, gap{why: "{" + key + "} is computed when the program runs", pos: a.pos})
	return rest
}

// chainMapCall is ChainMap(a, b): the first mapping with a key has it.
func chainMapCall(m *machine, a *args) value {
	d := newDict(m.conds)
	for i := len(a.list) - 1; i >= 0; i-- {
		m.update(d, a.list[i].v, a.list[i].pos)
	}
	d.gaps = append(d.gaps, a.gaps...)
	return d
}
