package shell

import (
	"os/exec"
	"testing"
)

func TestQuote(t *testing.T) {
	tests := []struct{ in, want string }{
		{"plain-1.2/x", "plain-1.2/x"},
		{"", "''"},
		{"C4:A=>B", "'C4:A=>B'"},
		{"it's", `'it'\''s'`},
		{"$(x)", "'$(x)'"},
		{"~", "'~'"},
		{"a\nb", "'a\nb'"},
	}
	for _, tt := range tests {
		if got := Quote(tt.in); got != tt.want {
			t.Errorf("Quote(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

// TestQuoteShell asks a real shell to read quoted words back.
func TestQuoteShell(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh on this machine")
	}
	for _, word := range []string{"a b", "it's", `back\slash`, "`id`", "$HOME", "*", "#x", "a\nb", "C3:A-x>b", "é;&|<>()"} {
		out, err := exec.Command(sh, "-c", "printf %s "+Quote(word)).Output()
		if err != nil || string(out) != word {
			t.Errorf("a shell reads %s as %q (%v), want %q", Quote(word), out, err, word)
		}
	}
}

func TestFill(t *testing.T) {
	const command = "obligato generate --only ID PATH"
	tests := []struct{ name, id, path, want string }{
		{"both", "C1:A B", "app", "obligato generate --only 'C1:A B' app"},
		{"no path", "C1:A", "", "obligato generate --only C1:A PATH"},
		{"no id", "", "app", "obligato generate --only ID app"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Fill(command, tt.id, tt.path); got != tt.want {
				t.Errorf("Fill = %s, want %s", got, tt.want)
			}
		})
	}
}
