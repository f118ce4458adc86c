package document

import "strings"

// maxCompared bounds the words that are compared, in bytes; longer ones have
// no closest word.
const maxCompared = 64

// Closest returns the known word that a person probably meant, and whether
// there is one: at most a third of the letters differ, upper and lower case,
// hyphen, underscore and space being equal. Ties go to the first.
func Closest(word string, known []string) (string, bool) {
	if word == "" || len(word) > maxCompared {
		return "", false
	}
	folded := fold(word)
	best, found := "", false
	least := max(1, len(folded)/3) + 1
	for _, k := range known {
		if len(k) > maxCompared {
			continue
		}
		if d := distance(folded, fold(k)); d < least {
			best, least, found = k, d, true
		}
	}
	return best, found
}

func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == ' ' {
			return '-'
		}
		return r
	}, strings.ToLower(s))
}

// distance is the number of bytes to insert, delete, replace or swap with the
// next to get from a to b (optimal string alignment).
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
