package document

import (
	"strings"
	"testing"
	"time"
)

// Each input is a quarter of a megabyte that some YAML or JSON reader is slow on. None may
// take noticeably more than the time of its size.
func TestParseHostile(t *testing.T) {
	const size = 1 << 18
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	inputs := map[string]string{
		"brackets":        fill("["),
		"braces":          fill("{a: "),
		"dashes":          fill("- "),
		"questions":       fill("? "),
		"comments":        fill("# x\n"),
		"comments nested": "a:\n" + fill(" # x\n  - 1\n"),
		"anchors":         fill("- &a 1\n- *a\n"),
		"tags":            fill("- !!str x\n"),
		"keys":            "{" + fill("a: 1, ") + "}",
		"quote":           "a: \"" + fill("x "),
		"escapes":         "a: \"" + fill(`\x41`) + "\"",
		"block":           "a: |\n" + fill("  \n"),
		"folded":          "a: >\n" + fill("  x\n\n"),
		"plain lines":     "a: " + fill("x\n "),
		"one line":        "a: " + fill("x"),
		"digits":          "a: " + fill("9"),
		"colons":          fill("a:"),
		"documents":       fill("---\n"),
		"directives":      fill("%X\n"),
		"carriage":        fill("\r"),
		"percent":         fill("%"),
		"duplicate keys":  fill("a: .nan\n"),
		"wide rune line":  "{" + fill("é: 1, ") + "}",
	}
	for name, in := range inputs {
		for _, path := range []string{"a.yaml", "a.json", "-"} {
			t.Run(name+" "+path, func(t *testing.T) {
				start := time.Now()
				_, _ = Parse(path, []byte(in))
				if d := time.Since(start); d > 10*time.Second {
					t.Errorf("took %v", d)
				}
				if testing.Verbose() {
					t.Log(time.Since(start))
				}
			})
		}
	}
}
