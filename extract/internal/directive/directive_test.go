package directive

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name string
		in   string
		want *Directive
	}{
		{"prose", " Obligato is a word", nil},
		{"prose with the name", " obligato reads this", nil},
		{"a longer word", " obligatory: effects write", nil},
		{"in the middle", " see obligato: effects write", nil},
		{"effects", " obligato: effects write", &Directive{Verb: Effects, Effects: manifest.EffectsWrite}},
		{"without spaces", "obligato:effects none", &Directive{Verb: Effects, Effects: manifest.EffectsNone}},
		{"effects with a reason", " obligato: effects read because it only looks", &Directive{Verb: Effects, Effects: manifest.EffectsRead, Reason: "it only looks"}},
		{"sensitive", " obligato: sensitive ", &Directive{Verb: Sensitive}},
		{"sensitive with a reason", "obligato: sensitive because money moves", &Directive{Verb: Sensitive, Reason: "money moves"}},
		{
			"restrict", " obligato: restrict Order Agent -> issue_refund because only billing pays",
			&Directive{Verb: Restrict, Agent: "Order Agent", Tool: "issue_refund", Reason: "only billing pays"},
		},
		{
			"restrict patterns", ` obligato: restrict * -> "delete_*" because of the audit`,
			&Directive{Verb: Restrict, Agent: "*", Tool: "delete_*", Reason: "of the audit"},
		},
		{
			"restrict a name with the word", "obligato: restrict 'A' -> t because it is so because I say so",
			&Directive{Verb: Restrict, Agent: "A", Tool: "t", Reason: "it is so because I say so"},
		},
		{"ignore", " obligato: ignore OB204 because a plug-in attaches it", &Directive{Verb: Ignore, Codes: []string{"OB204"}, Reason: "a plug-in attaches it"}},
		{"ignore several", "obligato: ignore ob204,OB205, OB204 because of x", &Directive{Verb: Ignore, Codes: []string{"OB204", "OB205"}, Reason: "of x"}},
		{"ignore a file", "obligato: ignore-file OB403 because of x", &Directive{Verb: IgnoreFile, Codes: []string{"OB403"}, Reason: "of x"}},
		{"behind another comment", " noqa: F401  # obligato: sensitive", &Directive{Verb: Sensitive}},
		{"before another comment", " obligato: ignore OB204 because of #12  # noqa: F401", &Directive{Verb: Ignore, Codes: []string{"OB204"}, Reason: "of #12"}},
		{"behind slashes", " eslint-disable // obligato: sensitive", &Directive{Verb: Sensitive}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, bad := Parse(tt.in)
			if bad != nil {
				t.Fatalf("problem: %+v", *bad)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestParseProblems(t *testing.T) {
	tests := []struct {
		name, in string
		at       string // the word at the offset
		message  string
		hint     string
	}{
		{"no verb", "obligato:", "", "the directive is missing", "use one of: effects, sensitive, restrict, ignore, ignore-file"},
		{"unknown verb", " obligato: efects write", "efects", `the directive "efects" is not known`, "did you mean effects?"},
		{"strange verb", " obligato: quux", "quux", `the directive "quux" is not known`, "use one of: effects, sensitive, restrict, ignore, ignore-file"},
		{"no colon", " obligato ignore OB204 because x", "ignore", "a comment to obligato needs a colon behind the name", "write obligato: ignore"},
		{"no effect", "obligato: effects", "", "the effect is missing", "use one of: none, read, write"},
		{"unknown effect", "obligato: effects writes", "writes", `the effect "writes" is not known`, "did you mean write?"},
		{"unknown is not declared", "obligato: effects unknown", "unknown", `the effect "unknown" is not known`, "use one of: none, read, write"},
		{"more than an effect", "obligato: effects read write", "write", `"write" is not expected here`, "remove it, or write: because REASON"},
		{"misspelt because", "obligato: sensitive becuase x", "becuase", `"becuase" is not expected here`, "did you mean because?"},
		{"no arrow", "obligato: restrict A because x", "A", "the arrow is missing", "write restrict AGENT -> TOOL because REASON"},
		{"no agent", "obligato: restrict -> t because x", "->", "the agent is missing", "name an agent before the arrow, or * for all"},
		{"no tool", "obligato: restrict A -> because x", "because", "the tool is missing", "name one tool behind the arrow, or * for all"},
		{"restrict without a reason", "obligato: restrict A -> t", "", "restrict needs a reason", "add: because REASON"},
		{"ignore without a reason", "obligato: ignore OB204", "", "ignore needs a reason", "add: because REASON"},
		{"empty reason", "obligato: ignore OB204 because ", "because", "ignore needs a reason", "add: because REASON"},
		{"empty optional reason", "obligato: sensitive because", "because", "sensitive needs a reason", "add: because REASON"},
		{"no code", "obligato: ignore because x", "because", "ignore needs a finding code", "give finding codes such as OB204"},
		{"bad code", "obligato: ignore OB20 because x", "OB20", `"OB20" is no finding code`, "give finding codes such as OB204, then: because REASON"},
		{"colon for because", "obligato: ignore OB204: x", "OB204:", `"OB204:" is no finding code`, "give finding codes such as OB204, then: because REASON"},
		{"too long", "obligato: sensitive because " + strings.Repeat("x", MaxText), "sensitive", "the comment is longer than 2000 bytes", "shorten it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, bad := Parse(tt.in)
			if bad == nil {
				t.Fatalf("no problem: %+v", d)
			}
			word, _, _ := strings.Cut(strings.TrimLeft(tt.in[bad.Offset:], " \t"), " ")
			if d := cmp.Diff([]string{tt.at, tt.message, tt.hint}, []string{word, bad.Message, bad.Hint}); d != "" {
				t.Error(d)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		" obligato: effects write", "obligato: restrict A -> t because x", "obligato: ignore OB204, OB205 because y",
		"noqa # obligato: ignore-file ob204 because z", "obligato ignore", "obligato: restrict \"->\" -> '' because", "obligato:\xff because \xc3",
		"obligato: ignore OB204\tbecause\tx",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, bad := Parse(text)
		switch {
		case d != nil && bad != nil:
			t.Fatal("both a directive and a problem")
		case bad != nil:
			if bad.Offset < 0 || bad.Offset > len(text) || bad.Message == "" || bad.Hint == "" {
				t.Fatalf("%+v", *bad)
			}
		case d != nil:
			if needsReason(d.Verb) && d.Reason == "" || strings.ContainsAny(d.Agent+d.Tool, "\"'`") {
				return // quotes inside names cannot be written back
			}
			again, bad := Parse(d.String())
			if bad != nil {
				t.Fatalf("%q is read, %q is not: %+v", text, d.String(), *bad)
			}
			if diff := cmp.Diff(d, again); diff != "" && len(d.String()) <= MaxText {
				t.Fatalf("%q\n%s", text, diff)
			}
		}
	})
}
