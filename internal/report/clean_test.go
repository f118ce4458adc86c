package report

import (
	"strings"
	"testing"
)

func TestClean(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "FAQ Agent", "FAQ Agent"},
		{"accents and CJK", "Über 客服", "Über 客服"},
		{"colour escape", "\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`},
		{"newline and tab", "a\nb\tc", `a\nb c`},
		{"carriage return", "ok\rBAD", `ok\x0dBAD`},
		{"C1 control", "a\u009bm", `a\x9bm`},
		{"bidi override", "a\u202eb", `a\u{202e}b`},
		{"zero width", "a\u200bb", `a\u{200b}b`},
		{"bad UTF-8", "a\xffb", `a\xffb`},
		{"replacement rune itself", "a\uFFFDb", "a\uFFFDb"},
		{"nul", "a\x00b", `a\x00b`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in); got != tt.want {
				t.Errorf("Clean(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func FuzzClean(f *testing.F) {
	f.Add("\x1b]0;title\a")
	f.Add("a\xff\u202e")
	f.Fuzz(func(t *testing.T, s string) {
		got := Clean(s)
		if strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || (r >= 0x7f && r < 0xa0) }) {
			t.Errorf("Clean(%q) = %q holds a control character", s, got)
		}
		if again := Clean(got); again != got {
			t.Errorf("Clean is not idempotent on %q: %q", got, again)
		}
	})
}

func TestFit(t *testing.T) {
	if got := Fit("客服客服客服", 7); Width(got) > 7 || !strings.HasSuffix(got, "...") {
		t.Errorf("Fit = %q, %d columns", got, Width(got))
	}
	if got := Fit("short", 0); got != "short" {
		t.Errorf("Fit without a bound = %q", got)
	}
}
