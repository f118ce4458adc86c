package model

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// maxTries is how often one tool is called for one request.
const maxTries = 2

// retry mends the last call if it went wrong for want of an argument that can
// be found after all. Otherwise it gives the request up.
func (t *thought) retry() (Message, bool) {
	n := len(t.steps)
	if n == 0 || t.steps[n-1].clause >= len(t.clauses) {
		return Message{}, false
	}
	for k, st := range t.steps {
		if st.outcome == erred && k < n-1 {
			t.closed[st.clause] = t.closed[st.clause] || t.steps[n-1].clause != st.clause
		}
	}
	last := t.steps[n-1]
	if last.outcome != erred {
		return Message{}, false
	}
	t.closed[last.clause] = true
	at := slices.IndexFunc(t.req.Tools, func(tool Tool) bool { return tool.Name == last.call.Name })
	if at < 0 || t.tries(last) >= maxTries {
		return Message{}, false
	}
	tool := t.req.Tools[at]
	lacking := t.lacking(tool, last)
	if len(lacking) == 0 {
		return Message{}, false
	}
	f := t.filler(last.clause, tool)
	args, missing := f.fill(requiring(tool.Parameters, lacking))
	if len(missing) > 0 {
		t.missing = missing
		return Message{}, false
	}
	return t.callWith(last.clause, tool, args)
}

func (t *thought) tries(last step) int {
	n := 0
	for _, st := range t.steps {
		if st.clause == last.clause && st.call.Name == last.call.Name {
			n++
		}
	}
	return n
}

// lacking lists the parameters that an error names and the call left out.
func (t *thought) lacking(tool Tool, last step) []string {
	var given map[string]any
	if json.Unmarshal([]byte(last.call.Arguments), &given) != nil {
		given = nil
	}
	said := newSource(last.result, true)
	names, _, _ := newSchema(tool.Parameters).properties()
	var out []string
	for _, name := range names {
		v, ok := given[name]
		if (!ok || v == nil || v == "") && len(said.find(splitWords(name))) > 0 {
			out = append(out, name)
		}
	}
	return out
}

// requiring is a schema that requires more.
func requiring(parameters map[string]any, names []string) map[string]any {
	out := make(map[string]any, len(parameters)+1)
	for k, v := range parameters {
		out[k] = v
	}
	required := stringList(parameters["required"])
	for _, n := range names {
		if !slices.Contains(required, n) {
			required = append(slices.Clone(required), n)
		}
	}
	out["required"] = required
	return out
}

// sameArguments compares JSON texts by value.
func sameArguments(a, b string) bool {
	if a == b {
		return true
	}
	var x, y any
	if strings.TrimSpace(a) == "" {
		a = "{}"
	}
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}
