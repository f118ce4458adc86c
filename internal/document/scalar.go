package document

import (
	"fmt"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/obligato-dev/obligato/internal/canonical"
)

var (
	// jsonNumber is the grammar of RFC 8259.
	jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
	// yamlNumber is what some version of YAML takes for a number.
	yamlNumber = regexp.MustCompile(`^[-+]?(0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|` +
		`[0-9][0-9_]*(\.[0-9_]*)?([eE][-+]?[0-9]+)?|\.[0-9][0-9_]*([eE][-+]?[0-9]+)?)$`)
	// yamlNotFinite is what YAML has and JSON has not.
	yamlNotFinite = regexp.MustCompile(`^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// scalar converts a scalar. Quoted and block scalars are strings. An unquoted
// one is what JSON would read, and a string otherwise; where the versions of
// YAML and JSON disagree on a number (010, 0x1f, 1_000, +1) it is refused,
// because nobody can tell what was meant.
func (r *yamlReader) scalar(n *node, y *yaml.Node) {
	if y.Style&yaml.TaggedStyle != 0 {
		r.tagged(n, y)
		return
	}
	if y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		n.kind, n.text = text, y.Value
		return
	}
	n.plain = true
	r.plain(n, y)
}

func (r *yamlReader) plain(n *node, y *yaml.Node) {
	switch y.Value {
	case "", "~", "null", "Null", "NULL":
		return
	case "true", "True", "TRUE":
		n.kind, n.truth = boolean, true
		return
	case "false", "False", "FALSE":
		n.kind = boolean
		return
	}
	switch {
	case jsonNumber.MatchString(y.Value):
		n.kind, n.text = number, y.Value
		if err := canonical.Number(y.Value); err != nil {
			r.fail(y, CodeValue, err.Error(), "put it in quotes if it is text")
		}
	case yamlNotFinite.MatchString(y.Value):
		r.fail(y, CodeUnsupported, fmt.Sprintf("%s is not a finite number", y.Value), "put it in quotes if it is text")
	case yamlNumber.MatchString(y.Value):
		r.fail(y, CodeUnsupported, fmt.Sprintf("%s is read differently by different YAML readers", Quote(y.Value)),
			"put it in quotes if it is text, or write it as JSON does")
	default:
		n.kind, n.text = text, y.Value
	}
}

// tagged converts a scalar with an explicit tag, which must name the type that
// the value has anyway, or string.
func (r *yamlReader) tagged(n *node, y *yaml.Node) {
	tag := y.ShortTag()
	if tag == "!!str" {
		n.kind, n.text = text, y.Value
		return
	}
	before := r.problems.total
	r.plain(n, y)
	if r.problems.total > before {
		return
	}
	isInt := n.kind == number && !strings.ContainsAny(n.text, ".eE")
	switch {
	case tag == "!!null" && n.kind == null,
		tag == "!!bool" && n.kind == boolean,
		tag == "!!int" && isInt,
		tag == "!!float" && n.kind == number:
		return
	}
	r.fail(y, CodeUnsupported, fmt.Sprintf("tag %s is not supported here", Quote(y.Tag)), "leave the tag out")
}
