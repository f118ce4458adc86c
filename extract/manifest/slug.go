package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
)

// slug writes a name as the benchmark files do: lower case, each run of other
// characters one underscore, none at the ends. Letters and digits of every
// script stay. A name without any becomes empty.
func slug(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('_')
		}
		gap = false
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// slugs maps each id to a slug of its own. Ids whose slugs collide all get a
// part of their hash behind it, so that none depends on the order, or on which
// of them came first; a shorter part than is unique is never used.
func slugs(ids []string) map[string]string {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	count := map[string]int{}
	for _, id := range ids {
		count[slug(id)]++
	}
	out := make(map[string]string, len(ids))
	taken := map[string]bool{}
	for _, id := range ids {
		if s := slug(id); s != "" && count[s] == 1 {
			out[id], taken[s] = s, true
		}
	}
	for _, id := range ids {
		if _, done := out[id]; done {
			continue
		}
		sum := sha256.Sum256([]byte(id))
		digits := hex.EncodeToString(sum[:])
		base := strings.TrimLeft(slug(id)+"_", "_")
		n := 6
		for n < len(digits) && taken[base+digits[:n]] {
			n++
		}
		out[id] = base + digits[:n]
		taken[out[id]] = true
	}
	return out
}
