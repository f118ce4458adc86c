package document

import (
	"strings"
	"testing"
	"time"
)

// Each input is a quarter of a megabyte that some YAML or JSON reader is slow on. None may
// take noticeably more than the time of its size.
// Each input is one that some YAML or JSON reader is slow on. Eight times the
// input may take about eight times as long; the square would be 64 times.
func TestParseHostile(t *testing.T) {
	const small, factor, limit = 16 << 10, 8, 30
	measure := func(path string, input func(int) string, size int) time.Duration {
		in := []byte(input(size))
		start := time.Now()
		_, _ = Parse(path, in)
		return time.Since(start)
	}
	for name, input := range hostile() {
		for _, path := range []string{"a.yaml", "a.json"} {
			t.Run(name+" "+path, func(t *testing.T) {
				var ratio float64
				for range 3 { // a busy machine disturbs one measurement, not three
					base := max(measure(path, input, small), 5*time.Millisecond)
					ratio = float64(measure(path, input, small*factor)) / float64(base)
					if ratio <= limit {
						return
					}
				}
				t.Errorf("%d times the input takes %.0f times as long", factor, ratio)
			})
		}
	}
}

// hostile returns functions that make inputs of about a size in bytes.
func hostile() map[string]func(size int) string {
	around := func(head, body, tail string) func(int) string {
		return func(size int) string { return head + strings.Repeat(body, size/len(body)) + tail }
	}
	fill := func(body string) func(int) string { return around("", body, "") }
	return map[string]func(int) string{
		"brackets":        fill("["),
		"braces":          fill("{a: "),
		"dashes":          fill("- "),
		"questions":       fill("? "),
		"comments":        fill("# x\n"),
		"comments nested": around("a:\n", " # x\n  - 1\n", ""),
		"anchors":         fill("- &a 1\n- *a\n"),
		"tags":            fill("- !!str x\n"),
		"keys":            around("{", "a: 1, ", "}"),
		"keys in JSON":    around("{", `"a": 1, `, `"b": 1}`),
		"quote":           around("a: \"", "x ", ""),
		"escapes":         around("a: \"", `\x41`, "\""),
		"block":           around("a: |\n", "  \n", ""),
		"folded":          around("a: >\n", "  x\n\n", ""),
		"plain lines":     around("a: ", "x\n ", ""),
		"one line":        around("a: ", "x", ""),
		"digits":          around("a: ", "9", ""),
		"colons":          fill("a:"),
		"documents":       fill("---\n"),
		"directives":      fill("%X\n"),
		"carriage":        fill("\r"),
		"percent":         fill("%"),
		"not finite":      fill("a: .nan\n"),
		"wide runes":      around("{", "é: 1, ", "}"),
	}
}
