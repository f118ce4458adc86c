package manifest

import "strings"

// MatchName reports whether a pattern of a rule matches a name: * stands for
// any run of characters, none included, ? for one, and everything else for
// itself. It takes at most the product of both lengths.
func MatchName(pattern, name string) bool {
	p, n := []rune(pattern), []rune(name)
	i, j := 0, 0
	star, resume := -1, 0
	for j < len(n) {
		switch {
		case i < len(p) && p[i] == '*':
			star, resume = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == n[j]):
			i++
			j++
		case star >= 0: // let the last star take one character more
			resume++
			i, j = star+1, resume
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}

// IsPattern reports whether the text may match more than one name.
func IsPattern(text string) bool { return strings.ContainsAny(text, "*?") }
