// Package canonical turns values into the one JSON text that equal values
// share (RFC 8785), hashes that text, and reads foreign JSON strictly.
//
// A digest is "sha256:" and 64 lower-case hex digits. Everything that the
// project identifies by content is identified by such a digest, so the rules
// here can never change for a file format that is in use.
//
// The package has no notion of manifests, traces or any other format.
package canonical

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON returns v as RFC 8785 JSON: no white space, object members sorted by
// their UTF-16 code units, numbers as a double prints them. Values are
// converted by the rules of encoding/json first, so field tags with omitempty
// and omitzero hold, and bytes that are not UTF-8 become U+FFFD. NaN and the
// infinities are an error.
//
// Integers beyond 2^53 lose precision, as the RFC demands; a value that needs
// them exact must carry them as a string.
func JSON(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode canonical JSON: %w", err)
	}
	text := jsontext.Value(data)
	if err := text.Canonicalize(); err != nil {
		return nil, fmt.Errorf("encode canonical JSON: %w", err)
	}
	return text, nil
}

// Digest returns the digest of the canonical JSON of v.
func Digest(v any) (string, error) {
	data, err := JSON(v)
	if err != nil {
		return "", err
	}
	return DigestBytes(data), nil
}

// DigestBytes returns the digest of the bytes as they are.
func DigestBytes(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}
