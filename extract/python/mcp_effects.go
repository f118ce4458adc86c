package python

import (
	"path"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// annotated writes down the effects that an MCP server declares for a tool,
// where the server is a file of the sources that the agent's program starts
// and its annotations are literal.
func (b *builder) annotated(t *toolNode, out *manifest.Tool) {
	if t.kind != manifest.ToolMCP || out.Effects != "" {
		return
	}
	server := t.object
	if f := server.tool; f != nil && f.server != nil {
		server = f.server
	}
	mod := b.m.serverModule(server)
	if mod == nil {
		return
	}
	declared := declaredEffects(mod.file.Body)
	for _, name := range sortedKeys(declared) {
		if name == t.name || prefixedName(t.server, name) == t.name {
			out.Effects = declared[name]
		}
	}
}

// serverModule is the file that the server's command runs, or nil.
func (m *machine) serverModule(server *object) *module {
	params, ok := server.peek("params").(*dict)
	if !ok || server.mod == nil && server.pos.Path == "" {
		return nil
	}
	c := params.lookup(str("args"))
	if c == nil {
		return nil
	}
	l, ok := c.v.(*list)
	if !ok {
		return nil
	}
	for _, e := range l.elts {
		s, ok := only(e.v)
		if !ok || !strings.HasSuffix(s, ".py") {
			continue
		}
		for _, dir := range []string{path.Dir(server.pos.Path), "."} {
			if p := path.Join(dir, s); m.stat(p) == filePlain {
				if mod := m.load(p); mod != nil && mod.file != nil {
					return mod
				}
			}
		}
	}
	return nil
}

// declaredEffects reads the functions that are decorated with x.tool(...,
// annotations=...), by the tool's name.
func declaredEffects(body []syntax.Stmt) map[string]manifest.Effects {
	out := map[string]manifest.Effects{}
	for _, s := range body {
		f, ok := s.(*syntax.FuncDef)
		if !ok {
			continue
		}
		for _, d := range f.Decorators {
			c, ok := d.(*syntax.Call)
			if !ok {
				continue
			}
			if a, ok := c.Func.(*syntax.Attr); !ok || a.Name != "tool" {
				continue
			}
			name := f.Name
			if n, ok := constOf(argument(c.Args, "name")).(string); ok {
				name = n
			}
			if e := hints(argument(c.Args, "annotations")); e != "" {
				out[name] = e
			}
		}
	}
	return out
}

func argument(args []syntax.Arg, name string) syntax.Expr {
	for _, a := range args {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// constOf is the value of a literal, or nil.
func constOf(e syntax.Expr) any {
	if c, ok := e.(*syntax.Const); ok {
		return c.Value
	}
	return nil
}

// hints reads literal annotations: ToolAnnotations(readOnlyHint=...) or a
// dictionary. That a tool is not destructive does not say that it only reads.
func hints(e syntax.Expr) manifest.Effects {
	hint := map[string]any{}
	switch x := e.(type) {
	case *syntax.Call:
		for _, a := range x.Args {
			hint[a.Name] = constOf(a.Value)
		}
	case *syntax.Dict:
		for _, i := range x.Items {
			if k, ok := constOf(i.Key).(string); ok {
				hint[k] = constOf(i.Value)
			}
		}
	}
	switch {
	case hint["readOnlyHint"] == true:
		return manifest.EffectsRead
	case hint["readOnlyHint"] == false, hint["destructiveHint"] == true:
		return manifest.EffectsWrite
	}
	return ""
}
