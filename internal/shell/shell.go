// Package shell writes commands that a person can paste into a POSIX shell. It
// runs nothing.
package shell

import "strings"

// Quote writes a word so that a POSIX shell reads it back as one argument.
func Quote(word string) string {
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

// Fill puts an obligation's id and a workflow's path, quoted, for the words ID
// and PATH of a command. An empty id or path leaves its word as it is.
func Fill(command, id, path string) string {
	words := strings.Fields(command)
	for i, w := range words {
		switch {
		case w == "ID" && id != "":
			words[i] = Quote(id)
		case w == "PATH" && path != "":
			words[i] = Quote(path)
		}
	}
	return strings.Join(words, " ")
}
