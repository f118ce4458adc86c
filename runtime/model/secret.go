package model

import (
	"regexp"
	"strings"
)

// secret holds a key where printing cannot reach it: fmt shows unexported
// fields by reflection and calls no String method on them, so a redacting
// string type would not be enough. A function shows as an address.
type secret func() string

func newSecret(key string) secret {
	if key == "" {
		return nil
	}
	return func() string { return key }
}

func (s secret) empty() bool { return s == nil }

// redacted stands for a key wherever one would be printed.
const redacted = "[redacted]"

// keyLike matches what looks like credentials in the texts of endpoints,
// which like to quote the key that they refuse.
var keyLike = regexp.MustCompile(`(?i)\bbearer\s+[^\s"',;]+|\b(sk|key|token|pat)[-_][A-Za-z0-9*_.-]{6,}`)

// redact removes the key, and whatever looks like one, from a text.
func (s secret) redact(text string) string {
	if !s.empty() {
		text = strings.ReplaceAll(text, s(), redacted)
	}
	return keyLike.ReplaceAllString(text, redacted)
}
