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
	if len(folded) > maxCompared {
		return "", false
	}
	best, found := "", false
	least := max(1, len(folded)/3) + 1
	for _, k := range known {
		if len(k) > maxCompared || len(k)-len(word) >= least || len(word)-len(k) >= least {
			continue // the difference in length alone is too much
		}
		f := fold(k)
		if len(f) > maxCompared {
			continue // folding to lower case can make a name longer
		}
		if d := distance(folded, f); d < least {
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
// next to get from a to b (optimal string alignment). Both are at most
// maxCompared bytes long.
func distance(a, b string) int {
	var rows [3][maxCompared + 1]int // the last three rows, in turn
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, above, higher := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], higher[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
