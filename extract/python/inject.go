package python

import (
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// A web framework passes to the functions that it calls what their parameters
// ask for: Depends(provider) as a default, or in Annotated, means the result of
// the provider, whose own parameters are filled in the same way. Within one
// request a provider is called once.

// dependsClass marks the result of Depends.
var dependsClass = &class{name: "Depends"}

// injectors are the names under which packages export Depends.
var injectors = []string{
	"fastapi.Depends", "fastapi.Security", "fastapi.param_functions.Depends", "fastapi.params.Depends",
	"fast_depends.Depends", "faststream.Depends", "taskiq.TaskiqDepends",
}

func dependsCall(m *machine, a *args) value {
	o := m.newObject(dependsClass, a.pos)
	if v := a.value("dependency", 0); v != nil {
		m.set(o.cell("dependency"), v)
	}
	return o
}

// injected is what a framework passes for a parameter, or nil.
func (m *machine) injected(f *function, p syntax.Param) value {
	s := &schemas{m: m, env: f.env, mod: f.mod}
	asked, kind := []value{f.defaults[p.Name]}, p.Ann
	if p.Ann != nil {
		t, meta := s.stripped(p.Ann, 0)
		asked, kind = append(asked, meta...), t
	}
	for _, v := range asked {
		for _, a := range alternatives(v) {
			o, ok := a.v.(*object)
			if !ok || o.cls != dependsClass {
				continue
			}
			provider := o.peek("dependency")
			if provider == nil || nothing(provider) {
				if kind == nil {
					return nil
				}
				provider = s.value(kind)
			}
			return m.provide(provider, o)
		}
	}
	return nil
}

// provide calls a provider, once for each request.
func (m *machine) provide(provider value, o *object) value {
	var key any = provider
	f, isFunction := provider.(*function)
	if isFunction && f.self == nil {
		key = f.node()
	}
	if v := m.request[key]; v != nil {
		return v
	}
	if m.request == nil {
		m.request = map[any]value{}
		defer func() { m.request = nil }()
	}
	v := m.call(provider, &args{pos: o.pos, unknownRest: true, why: "a web framework passes it"})
	if l, ok := v.(*list); ok && isFunction && f.def != nil && f.def.Generator && len(l.elts) > 0 {
		v = l.elts[0].v
	}
	m.request[key] = v
	return v
}
