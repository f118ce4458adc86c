package canonical

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// MaxDepth is how deep arrays and objects may nest in JSON that we read.
// Nothing that people write comes near it, and recursion over such values
// stays within a small stack.
const MaxDepth = 200

// maxNumber bounds the length of a number in bytes. A double needs 24; longer
// ones only serve to burn time in arbitrary-precision arithmetic.
const maxNumber = 400

// Strict reports whether data is exactly one JSON value that every reader
// understands alike: UTF-8 without lone surrogates, no duplicate object keys,
// no number beyond a double, nothing after the value, and at most MaxDepth
// levels. The error names the byte offset, from 0.
func Strict(data []byte) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(data))
	for {
		token, err := d.ReadToken()
		if err != nil {
			return strictError(err, d)
		}
		if d.StackDepth() > MaxDepth {
			return fmt.Errorf("read JSON: offset %d: nested deeper than %d levels", d.InputOffset(), MaxDepth)
		}
		if token.Kind() == '0' {
			if err := Number(token.String()); err != nil {
				return fmt.Errorf("read JSON: offset %d: %w", d.InputOffset(), err)
			}
		}
		if d.StackDepth() == 0 {
			break
		}
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("read JSON: offset %d: something follows the value", d.InputOffset())
	}
	return nil
}

// strictError gives the decoder's errors one form and an end of input that
// comes too early a name.
func strictError(err error, d *jsontext.Decoder) error {
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("read JSON: %w", io.ErrUnexpectedEOF)
	}
	if s, ok := errors.AsType[*jsontext.SyntacticError](err); ok && s.Err != nil {
		return fmt.Errorf("read JSON: offset %d: %w", s.ByteOffset, s.Err)
	}
	return fmt.Errorf("read JSON: offset %d: %w", d.InputOffset(), err)
}

// Number reports whether a JSON number, as written, stands for a finite
// double. A number so small that only zero is left of it is refused too: its
// exponent would cost exact arithmetic gigabytes.
func Number(text string) error {
	if len(text) > maxNumber {
		return fmt.Errorf("number of %d digits", len(text))
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fmt.Errorf("number %s is outside the range of a double", text)
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	if f == 0 && strings.ContainsAny(mantissa, "123456789") {
		return fmt.Errorf("number %s is outside the range of a double", text)
	}
	return nil
}

// Unmarshal reads data into v by the field tags of encoding/json, after
// Strict: object keys must match exactly, also in case, and an unknown key is
// an error that names it.
func Unmarshal(data []byte, v any) error {
	if err := Strict(data); err != nil {
		return err
	}
	err := json.Unmarshal(data, v, jsonv1.DefaultOptionsV1(),
		json.MatchCaseInsensitiveNames(false),
		json.RejectUnknownMembers(true),
		jsontext.AllowDuplicateNames(false),
		jsontext.AllowInvalidUTF8(false))
	if err != nil {
		return fmt.Errorf("read JSON: %w", err)
	}
	return nil
}
