package coverage

import (
	"strings"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// Next steps where a generated scenario, run by the interpreter, shows
// nothing: only traces of the real program do. And where it shows something
// only when the tool is put before the model.
const (
	nextScore  = "obligato score --traces FILES PATH"
	nextExpose = "obligato generate --expose all --only ID PATH"
)

// step returns the next step of an open obligation: that of its reason, unless
// it proposes a scenario that could not be planned.
func step(o obligations.Obligation, d Derived) string {
	next := NextStep(d.Reason)
	switch {
	case next != nextGenerate:
		return next
	case o.Class == obligations.ClassCode, o.Kind == string(manifest.KindOrchestrator), o.Kind == string(manifest.Orchestrated), o.Kind == string(manifest.Nested):
		return nextScore
	case o.Class == obligations.ClassAbsence:
		return nextExpose
	}
	return next
}

// command fills the words ID and PATH of a next step in, quoted for a POSIX
// shell: ids hold blanks, and arrows that a shell would take for a redirection.
func command(step, id, path string) string {
	if path == "" {
		path = "PATH"
	}
	words := strings.Fields(step)
	for i, w := range words {
		switch w {
		case "ID":
			words[i] = quote(id)
		case "PATH":
			words[i] = quote(path)
		}
	}
	return strings.Join(words, " ")
}

// quote returns the word as a POSIX shell reads it back.
func quote(word string) string {
	if word != "" && strings.IndexFunc(word, special) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// special reports whether a shell might take the rune for something else than
// itself.
func special(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return false
	}
	return !strings.ContainsRune("_-./:@%+,", r)
}
