package golang

import (
	"go/constant"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// tool returns the manifest's tool for an object, one for each declaration.
func (b *builder) tool(n *agentNode, o *object, e element) *manifest.Tool {
	t := manifest.Tool{Kind: manifest.ToolFunction, Derived: o.how, Source: b.m.p.position(o.pos), Parameters: schemaOf(o.schema)}
	if hosted, ok := o.field("hosted").v.text(); ok {
		h := hostedTools[hosted]
		t.ID, t.Kind, t.Description = h.name, h.kind, h.doc
		t.Source = b.at(o.pos, n.o)
		if !o.pos.IsValid() {
			t.Source = b.at(e.pos, n.o)
		}
	} else {
		name, ok := o.field("Name").v.text()
		if !ok || name == "" {
			b.missing(n, "Tools", "the name of a tool: "+o.field("Name").v.why("name"), o.pos)
			return nil
		}
		t.ID = name
		t.Description, _ = o.field("Description").v.text()
		if len(o.body) == 0 {
			o.body = o.field("OnInvokeTool").v
		}
		if c, ok := o.fields["ParamsJSONSchema"]; ok && t.Parameters == nil {
			t.Parameters = literal(c.v)
		}
		for _, a := range o.body {
			if f, ok := a.v.(*closure); ok && f.fn.Pkg != nil {
				t.Function = f.fn.Pkg.Pkg.Name() + "." + f.fn.Name()
			}
		}
	}
	key := t.ID + "\x00" + b.m.p.position(o.pos).String()
	if t.Kind == manifest.ToolHosted {
		key = t.ID
	}
	if old := b.tools[key]; old != nil {
		return old
	}
	for _, other := range b.order {
		if b.tools[other].RuntimeName() == t.ID {
			t.Name, t.ID = t.ID, t.ID+"@"+o.symbol
			break
		}
	}
	b.tools[key] = &t
	b.order = append(b.order, key)
	return &t
}

// literal reads a map[string]any that the source writes down, or nil.
func literal(v value) map[string]any {
	if len(v) != 1 {
		return nil
	}
	o, ok := v[0].v.(*object)
	if !ok || o.kind != aMap {
		return nil
	}
	out := map[string]any{}
	for name, c := range o.fields {
		x, ok := plain(c.v)
		if !ok || name != "" && name[0] == 0 {
			return nil
		}
		out[name] = x
	}
	return out
}

// plain is a constant, list or map as encoding/json decodes it.
func plain(v value) (any, bool) {
	if len(v) != 1 {
		return nil, false
	}
	switch x := v[0].v.(type) {
	case nil:
		return nil, true
	case constant.Value:
		switch x.Kind() {
		case constant.Int, constant.Float:
			f, _ := constant.Float64Val(x)
			return f, true
		}
		return constant.Val(x), true
	case *object:
		if x.kind == aMap {
			m := literal(v)
			return m, m != nil
		}
		list := []any{}
		for _, e := range x.asList().elems {
			item, ok := plain(e.v)
			if !ok {
				return nil, false
			}
			list = append(list, item)
		}
		return list, len(x.gaps) == 0
	}
	return nil, false
}
