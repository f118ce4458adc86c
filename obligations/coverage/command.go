package coverage

import "strings"

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
