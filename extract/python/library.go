package python

import (
	"maps"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// libraryTable lists functions of other packages that pass agents, tools or
// texts through.
func libraryTable() map[string]native {
	first := func(m *machine, a *args) value {
		if v := a.value("", 0); v != nil {
			return v
		}
		return noneValue{}
	}
	gather := func(m *machine, a *args) value {
		l := &list{kind: syntax.ListKind, conds: m.conds, gaps: a.gaps}
		for _, x := range a.list {
			m.appendTo(l, elt{v: x.v, pos: x.pos, conds: m.conds, how: manifest.FromArgument})
		}
		return l
	}
	decorator := func(m *machine, a *args) value {
		if f, ok := a.value("", 0).(*function); ok {
			return f
		}
		return &builtin{name: "decorator", call: first}
	}
	table := map[string]native{
		"asyncio.run": first, "asyncio.create_task": first, "asyncio.wait_for": first, "asyncio.ensure_future": first,
		"asyncio.shield": first, "anyio.run": callFirst, "asyncio.to_thread": callFirst, "asyncio.gather": gather,
		"typing.cast": func(m *machine, a *args) value { return orNone(a.value("", 1)) },
		"copy.copy":   copyCall, "copy.deepcopy": deepCopyCall,
		"dataclasses.replace":   replaceCall,
		"dataclasses.dataclass": decorator, "functools.wraps": wrapsCall,
		"functools.lru_cache": memoDecorator, "functools.cache": memoDecorator, "functools.partial": partialCall, "functools.singledispatch": dispatchCall,
		"functools.cached_property": cachedProperty, "importlib.import_module": importCall,
		"dataclasses.asdict": asDictCall(true), "collections.namedtuple": namedTupleCall,
		"collections.defaultdict": defaultDictCall, "collections.OrderedDict": dictCall, "collections.deque": dequeCall, "types.MappingProxyType": first, "enum.unique": decorator,
		"contextlib.nullcontext": first, "contextlib.closing": first, "contextlib.aclosing": first,
		"contextlib.contextmanager": decorator, "contextlib.asynccontextmanager": decorator,
		"dataclasses.field": fieldCall, "pydantic.Field": fieldCall,
		"textwrap.dedent": dedentCall, "inspect.cleandoc": cleandocCall,
	}
	for _, name := range injectors {
		table[name] = dependsCall
	}
	maps.Copy(table, standardTable())
	maps.Copy(table, introspection())
	maps.Copy(table, iteratorTable())
	maps.Copy(table, dataTable())
	maps.Copy(table, deferred())
	maps.Copy(table, pathTable())
	maps.Copy(table, discoveryTable())
	maps.Copy(table, getterTable())
	maps.Copy(table, regexTable())
	return table
}

func (m *machine) libraryValue(full string) value {
	if f, ok := m.libraryFunctions[full]; ok {
		return &builtin{name: full, call: f}
	}
	if c := m.libraryClass(full); c != nil {
		return c
	}
	switch full {
	case "sys.path":
		return m.systemPath()
	case "os.pardir":
		return str("..")
	case "os.curdir":
		return str(".")
	case "os.path", "importlib.util", "importlib.resources", "importlib.metadata":
		return &namespace{name: full}
	case "typing.TYPE_CHECKING":
		return constant{false}
	case "itertools.chain.from_iterable":
		return &builtin{name: full, call: func(m *machine, a *args) value {
			out := &list{kind: syntax.GeneratorKind, conds: m.conds}
			for _, e := range m.elements(a.value("", 0)) {
				m.extend(out, e.v, e.pos, "")
			}
			return out
		}}
	}
	return nil
}

// wrapsCall is functools.wraps(f): what it decorates shows the name and the
// signature of f.
func wrapsCall(m *machine, a *args) value {
	shown, ok := a.value("wrapped", 0).(*function)
	return &builtin{name: "wraps", call: func(m *machine, b *args) value {
		f, isFunction := b.value("", 0).(*function)
		if !ok || !isFunction {
			return orNone(b.value("", 0))
		}
		wrapper := *f
		wrapper.wraps = shown
		if shown.wraps != nil {
			wrapper.wraps = shown.wraps
		}
		return &wrapper
	}}
}

// importCall is importlib.import_module of a name that is known.
func importCall(m *machine, a *args) value {
	name, ok := only(orNone(a.value("name", 0)))
	if ok && strings.HasPrefix(name, ".") {
		return m.importRelative(name, a.value("package", 1), a)
	}
	if !ok || name == "" {
		return m.unknownCall(a, "import_module")
	}
	return m.importModule(name)
}

func orNone(v value) value {
	if v == nil {
		return noneValue{}
	}
	return v
}

func callFirst(m *machine, a *args) value {
	if len(a.list) == 0 {
		return noneValue{}
	}
	rest := *a
	rest.list = a.list[1:]
	return m.call(a.list[0].v, &rest)
}

func partialCall(m *machine, a *args) value {
	if len(a.list) == 0 {
		return m.unknownCall(a, "partial")
	}
	f, given, named := a.list[0].v, a.list[1:], a.named
	return &builtin{name: "partial", call: func(m *machine, b *args) value {
		all := *b
		all.list = append(given[:len(given):len(given)], b.list...)
		all.named = append(named[:len(named):len(named)], b.named...)
		return m.call(f, &all)
	}}
}

func fieldCall(m *machine, a *args) value {
	o := m.newObject(fieldClass, a.pos)
	for _, x := range a.named {
		m.set(o.cell(x.name), x.v)
	}
	if len(a.list) > 0 {
		m.set(o.cell("default"), a.list[0].v)
	}
	return o
}

func chainCall(m *machine, a *args) value {
	out := &list{kind: syntax.GeneratorKind, conds: m.conds, gaps: a.gaps}
	for _, x := range a.list {
		m.extend(out, x.v, x.pos, "")
	}
	return out
}

func copyCall(m *machine, a *args) value {
	switch x := a.value("", 0).(type) {
	case *list:
		return m.copyList(x, x.kind, a)
	case *dict:
		d := newDict(m.conds)
		m.update(d, x, a.pos)
		return d
	case *object:
		return m.cloneObject(x, a, "copy")
	default:
		return orNone(x)
	}
}

// deepCopyCall copies the lists of an agent too.
func deepCopyCall(m *machine, a *args) value {
	v := copyCall(m, a)
	if o, ok := v.(*object); ok {
		for _, n := range o.names {
			if l, ok := o.peek(n).(*list); ok {
				m.set(o.cell(n), m.copyList(l, l.kind, a))
			}
		}
	}
	return v
}

func replaceCall(m *machine, a *args) value {
	o, ok := a.value("", 0).(*object)
	if !ok {
		return orNone(a.value("", 0))
	}
	c := m.cloneObject(o, a, "clone")
	for _, x := range a.named {
		m.setArgument(c, x)
	}
	return c
}

func dedentCall(m *machine, a *args) value {
	t, ok := a.value("", 0).(*text)
	if !ok {
		return m.unknownCall(a, "dedent")
	}
	return &text{s: dedent(t.s), gaps: t.gaps}
}

func cleandocCall(m *machine, a *args) value {
	t, ok := a.value("", 0).(*text)
	if !ok {
		return m.unknownCall(a, "cleandoc")
	}
	return &text{s: cleanDoc(t.s), gaps: t.gaps}
}

// dedent removes the indentation that all lines share.
func dedent(s string) string {
	lines := strings.Split(s, "\n")
	margin := -1
	for i, l := range lines {
		body := strings.TrimLeft(l, " \t")
		if body == "" {
			lines[i] = ""
			continue
		}
		if n := len(l) - len(body); margin < 0 || n < margin {
			margin = n
		}
	}
	for i, l := range lines {
		if l != "" && margin > 0 {
			lines[i] = l[margin:]
		}
	}
	return strings.Join(lines, "\n")
}

// cleanDoc trims a docstring as inspect.cleandoc does: the first line by
// itself, the others by their common indentation.
func cleanDoc(s string) string {
	s = strings.ReplaceAll(s, "\t", "        ")
	head, rest, _ := strings.Cut(s, "\n")
	out := strings.TrimLeft(head, " ")
	if rest != "" {
		out += "\n" + dedent(rest)
	}
	lines := strings.Split(out, "\n")
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	return strings.Join(lines, "\n")
}
