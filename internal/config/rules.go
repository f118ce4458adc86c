package config

import (
	"slices"
	"strconv"
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// rules reads tools and restrict, in the order of the file.
func (r *reader) rules(raw rawWorkflow, pointer ...string) []manifest.Rule {
	var out []manifest.Rule
	for _, name := range r.doc.Keys(append(slices.Clone(pointer), "tools")...) {
		at := append(slices.Clone(pointer), "tools", name)
		t := raw.Tools[name]
		rule := manifest.Rule{
			Tool: name, Only: t.Only, OnlyNamed: t.Only != nil, Require: t.Require, Effects: t.Effects, Sensitive: t.Sensitive,
			Reason: t.Reason, Source: r.at(at...),
		}
		if rule.OnlyNamed {
			rule.Text = "only: [" + strings.Join(t.Only, ", ") + "]"
			rule.Source = r.at(append(slices.Clone(at), "only")...)
		}
		out = append(out, rule)
	}
	for i, x := range raw.Restrict {
		out = append(out, manifest.Rule{
			Tool: x.Tool, Agent: x.Agent, Reason: x.Reason,
			Source: r.at(append(slices.Clone(pointer), "restrict", strconv.Itoa(i))...),
		})
	}
	return out
}
