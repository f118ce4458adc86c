package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// values are inputs with the JSON that they stand for.
func TestParseValue(t *testing.T) {
	tests := []struct {
		name, path, in, want string
	}{
		{"object", "a.yaml", "a: 1\nb: [x, 'y']\n", `{"a":1,"b":["x","y"]}`},
		{"json", "a.json", `{"a": [1.50, -2e3, null, true]}`, `{"a":[1.50,-2e3,null,true]}`},
		{"json without extension", "-", "\n {\"a\": 1}", `{"a":1}`},
		{"flow yaml without extension", "-", "{a: 1}", `{"a":1}`},
		{"byte order mark", "a.yaml", "\ufeffa: 1\n", `{"a":1}`},
		{"byte order mark in JSON", "a.json", "\ufeff{\"a\": 1}", `{"a":1}`},
		{"CRLF", "a.yaml", "a: 1\r\nb: 2\r\n", `{"a":1,"b":2}`},
		{"yes, no, on, off are text", "a.yaml", "a: [yes, no, on, off, y, n, Yes, NO]", `{"a":["yes","no","on","off","y","n","Yes","NO"]}`},
		{"true and false", "a.yaml", "a: [true, False, TRUE]", `{"a":[true,false,true]}`},
		{"null", "a.yaml", "a: [null, ~, ]\nb:\n", `{"a":[null,null],"b":null}`},
		{"dates are text", "a.yaml", "a: 2024-01-02\nb: 2024-01-02T03:04:05Z", `{"a":"2024-01-02","b":"2024-01-02T03:04:05Z"}`},
		{"sexagesimal is text", "a.yaml", "a: 190:20:30", `{"a":"190:20:30"}`},
		{"quoted numbers are text", "a.yaml", "a: '010'\nb: \"3.0\"", `{"a":"010","b":"3.0"}`},
		{"numbers keep their digits", "a.yaml", "a: 18446744073709551615\nb: 0.10", `{"a":18446744073709551615,"b":0.10}`},
		{"versions are text", "a.yaml", "a: 1.2.3", `{"a":"1.2.3"}`},
		{"explicit string tag", "a.yaml", "a: !!str 12", `{"a":"12"}`},
		{"explicit matching tags", "a.yaml", "a: !!int 12\nb: !!map {c: !!bool true}", `{"a":12,"b":{"c":true}}`},
		{"block text", "a.yaml", "a: |\n  x\n   y\n", `{"a":"x\n y\n"}`},
		{"anchor", "a.yaml", "a: &x {b: [1]}\nc: *x\n", `{"a":{"b":[1]},"c":{"b":[1]}}`},
		{"anchor as key", "a.yaml", "a: &x k\nb: {*x : 1}\n", `{"a":"k","b":{"k":1}}`},
		{"escapes", "a.json", `{"a": "\u0000\ud83d\ude00\n"}`, `{"a":"\u0000😀\n"}`},
		{"directive", "a.yaml", "%YAML 1.1\n---\na: 1\n...\n", `{"a":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := Parse(tt.path, []byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			got, err := doc.JSON()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Error(diff)
			}
			var want any
			d := json.NewDecoder(strings.NewReader(tt.want))
			d.UseNumber()
			if err := d.Decode(&want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, doc.Value()); diff != "" {
				t.Errorf("Value and JSON differ: %s", diff)
			}
		})
	}
}

// Errors are compared whole: position, text and hint.
func TestParseError(t *testing.T) {
	tests := []struct {
		name, path, in, want string
	}{
		{"empty", "a.yaml", "", "a.yaml:1:1: the file is empty"},
		{"only comments", "a.yaml", "# nothing\n", "a.yaml:1:1: the file is empty"},
		{"null", "a.yaml", "---\n~\n", "a.yaml:1:1: the file is empty"},
		{"empty JSON", "a.json", " \n", "a.json:1:1: the file is empty"},
		{"binary", "a.yaml", "ab\n\x7fELF\x02\x01\x01\x00", "a.yaml:2:8: byte 0x00 is not text in UTF-8 (save the file as UTF-8)"},
		{"bad UTF-8", "a.yaml", "a: \"x\xff\"", "a.yaml:1:6: byte 0xff is not text in UTF-8 (save the file as UTF-8)"},
		{"UTF-16", "a.yaml", "\xff\xfea\x00", "a.yaml:1:1: byte 0xff is not text in UTF-8 (save the file as UTF-8)"},
		{
			"duplicate key", "a.yaml", "a: 1\nb: {c: 1, d: 2, c: 3}\na: 2\n",
			`a.yaml:2:17: key "c" is given twice (the first is at 2:5)` + "\n" + `a.yaml:3:1: key "a" is given twice (the first is at 1:1)`,
		},
		{"duplicate key in JSON", "a.json", "{\"a\": 1,\n \"\\u0061\": 2}", `a.json:2:2: key "a" is given twice (the first is at 1:2)`},
		{"duplicate empty key", "a.yaml", "{'': 1, '': 2}", `a.yaml:1:9: key "" is given twice (the first is at 1:2)`},
		{"not a number", "a.yaml", "a: .nan", "a.yaml:1:4: .nan is not a finite number (put it in quotes if it is text)"},
		{"infinite", "a.yaml", "a: [-.inf]", "a.yaml:1:5: -.inf is not a finite number (put it in quotes if it is text)"},
		{"NaN in JSON", "a.json", `{"a": NaN}`, `a.json:1:7: not JSON: invalid character 'N' at start of value`},
		{"beyond a double", "a.yaml", "a: 1e999", "a.yaml:1:4: number 1e999 is outside the range of a double (put it in quotes if it is text)"},
		{"below a double", "a.json", "[1e-999999999]", "a.json:1:2: number 1e-999999999 is outside the range of a double"},
		{"octal", "a.yaml", "a: 010", `a.yaml:1:4: "010" is read differently by different YAML readers (put it in quotes if it is text, or write it as JSON does)`},
		{"hexadecimal", "a.yaml", "a: 0x1F", `a.yaml:1:4: "0x1F" is read differently by different YAML readers (put it in quotes if it is text, or write it as JSON does)`},
		{"underscores", "a.yaml", "a: 1_000", `a.yaml:1:4: "1_000" is read differently by different YAML readers (put it in quotes if it is text, or write it as JSON does)`},
		{"number as key", "a.yaml", "1: x", `a.yaml:1:1: key "1" is not a string (put it in quotes)`},
		{"null as key", "a.yaml", "? \n: x", `a.yaml:1:2: key "" is not a string (put it in quotes)`},
		{"list as key", "a.yaml", "? [a]\n: x", `a.yaml:1:3: a key must be a string`},
		{"merge key", "a.yaml", "a: &x {b: 1}\nc:\n  <<: *x\n", "a.yaml:3:3: merge keys (<<) are not supported (write the keys out)"},
		{"merge bomb", "a.yaml", "{{},<<}", "a.yaml:1:2: a key must be a string\na.yaml:1:5: merge keys (<<) are not supported (write the keys out)"},
		{"binary tag", "a.yaml", "a: !!binary aGk=", `a.yaml:1:4: tag "!!binary" is not supported here (leave the tag out)`},
		{"own tag", "a.yaml", "a: !ruby/object:X {b: 1}", `a.yaml:1:4: tag "!ruby/object:X" is not supported (leave the tag out)`},
		{"wrong tag", "a.yaml", "a: !!int x", `a.yaml:1:4: tag "!!int" is not supported here (leave the tag out)`},
		{"two documents", "a.yaml", "a: 1\n---\nb: 2\n", "a.yaml:2:1: a second YAML document starts here (keep one document a file)"},
		{"alias within itself", "a.yaml", "a: &x [1, *x]", `a.yaml:1:11: alias "x" stands for a value that contains it`},
		{"mapping alias within itself", "a.yaml", "a: &x\n  b: *x", `a.yaml:2:6: alias "x" stands for a value that contains it`},
		{"unknown alias", "a.yaml", "a: *x", "a.yaml:1:4: not YAML: unknown anchor 'x' referenced (put the text in quotes)"},
		{"bracket not closed", "a.yaml", "a: 1\nb:\n  - {id: A, x: 1\n  - {id: B}\n", "a.yaml:3:3: not YAML: did not find expected ',' or '}' (close the bracket)"},
		{"quotes not closed", "a.yaml", "a: 1\nb: \"x\nc: y\n", "a.yaml:2:1: not YAML: found unexpected end of stream (close the quotes)"},
		{"indentation of a list", "a.yaml", "a: 1\nb:\n  - id: A\n   name: x\n", "a.yaml:3:3: not YAML: did not find expected '-' indicator (check the indentation from here on)"},
		{"indentation of a mapping", "a.yaml", "x:\n  y: 1\n z: 2\n", "a.yaml:3:2: not YAML: did not find expected key (check quotes and indentation from here on)"},
		{"quote in text", "a.yaml", "a: 1\nb: 'it's'\n", "a.yaml:2:1: not YAML: did not find expected key (check quotes and indentation from here on)"},
		{"no colon", "a.yaml", "a: 1\nb\nc: 2\n", "a.yaml:2:1: not YAML: could not find expected ':' (write KEY: VALUE)"},
		{"newer directive", "a.yaml", "%YAML 1.2\n---\na: 1\n", "a.yaml:1:1: not YAML: found incompatible YAML document (leave out the %YAML line)"},
		{"colon in text", "a.yaml", "a: 1\nb: x: y\n", "a.yaml:2:1: not YAML: mapping values are not allowed in this context (put the text in quotes, and indent with spaces)"},
		{"tab", "a.yaml", "a:\n\tb: 1\n", "a.yaml:2:2: not YAML: found character that cannot start any token (put the text in quotes, and indent with spaces)"},
		{"cut off", "a.json", "{\"a\": [1,\n", "a.json:1:10: not JSON: the file ends in the middle of a value"},
		{"trailing", "a.json", "{}\n {}", "a.json:2:2: something follows the end of the JSON value (keep one value a file)"},
		{"columns are bytes", "a.yaml", "{é: 1, é: 2}", `a.yaml:1:9: key "é" is given twice (the first is at 1:2)`},
		{"breaks of YAML 1.1 are no lines", "a.yaml", "a: \"x\u2028y\u0085z\"\nb: 1\nb: 2", `a.yaml:3:1: key "b" is given twice (the first is at 2:1)`},
		{"terminal escape", "a.json", "{\"\\u001b[2J\": 1, \"\\u001b[2J\": 2}", `a.json:1:18: key "\x1b[2J" is given twice (the first is at 1:2)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse(tt.path, []byte(tt.in))
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Limits are met with an error at a place, not with the machine's memory.
func TestParseLimit(t *testing.T) {
	laughs := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c < 'j'; c++ {
		laughs += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", c-1), 10), ", "))
	}
	tests := []struct {
		name, path, in, want string
	}{
		{"deep YAML", "a.yaml", strings.Repeat("[", 500) + strings.Repeat("]", 500), "a.yaml:1:202: nested deeper than 200 levels"},
		{"deep JSON", "a.json", strings.Repeat("[", 500) + strings.Repeat("]", 500), "a.json:1:201: nested deeper than 200 levels"},
		{"very deep YAML", "a.yaml", strings.Repeat("[", 1<<20), "a.yaml:1:1: not YAML: exceeded max depth of 10000"},
		{"billion laughs", "a.yaml", laughs, "a.yaml:1:14: aliases expand to more than 100000 values"},
		{"many values", "a.json", "[" + strings.Repeat("0,", MaxNodes) + "0]", "a.json:1:1000000: the file holds more than 500000 values"},
		{
			"many lines", "a.yaml", strings.Repeat("- a\n", maxSeparators/2+1),
			"a.yaml:1:1: the file has 2000002 lines, dashes and brackets; the limit for YAML is 2000000",
		},
		{"many values in YAML", "a.yaml", "[" + strings.Repeat("0,", MaxNodes) + "0]", "a.yaml:1:1000000: the file holds more than 500000 values"},
		{"large", "a.yaml", strings.Repeat(" ", MaxSize+1), "a.yaml:1:1: the file has 67108865 bytes; the limit is 67108864"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse(tt.path, []byte(tt.in))
			e, ok := errors.AsType[*Error](err)
			if !ok {
				t.Fatalf("error %v", err)
			}
			got := fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Problems[0].Position.Line, e.Problems[0].Position.Col, e.Problems[0].Message)
			if got != tt.want || e.Problems[0].Code == "" {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestErrorIsBounded(t *testing.T) {
	var b strings.Builder
	for range 1000 {
		b.WriteString("a: .nan\n")
	}
	_, err := Parse("a.yaml", []byte(b.String()))
	e, ok := errors.AsType[*Error](err)
	if !ok || len(e.Problems) != MaxProblems || e.More != 1999-MaxProblems {
		t.Fatalf("%d problems, %d more", len(e.Problems), e.More)
	}
	if !strings.HasSuffix(e.Error(), "a.yaml: 1899 more") {
		t.Error(e.Error()[len(e.Error())-40:])
	}
}

func TestPosition(t *testing.T) {
	in := "name: é\nagents:\n  - {id: \"ü\", x: [1, 2]}\n  - id: b\n    sub:\n      deep: &d 3\nlast: *d\n"
	doc, err := Parse("a.yaml", []byte(in))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		pointer []string
		value   Position
		key     Position
	}{
		{nil, Position{1, 1}, Position{1, 1}},
		{[]string{"name"}, Position{1, 7}, Position{1, 1}},
		{[]string{"agents"}, Position{3, 3}, Position{2, 1}},
		{[]string{"agents", "0"}, Position{3, 5}, Position{3, 5}},
		{[]string{"agents", "0", "id"}, Position{3, 10}, Position{3, 6}},
		{[]string{"agents", "0", "x"}, Position{3, 19}, Position{3, 16}},
		{[]string{"agents", "0", "x", "1"}, Position{3, 23}, Position{3, 23}},
		{[]string{"agents", "1"}, Position{4, 5}, Position{4, 5}},
		{[]string{"agents", "1", "sub", "deep"}, Position{6, 13}, Position{6, 7}},
		{[]string{"last"}, Position{7, 7}, Position{7, 1}},
		{[]string{"agents", "7", "id"}, Position{3, 3}, Position{3, 3}},
		{[]string{"agents", "01"}, Position{3, 3}, Position{3, 3}},
		{[]string{"nothing", "here"}, Position{1, 1}, Position{1, 1}},
	}
	for _, tt := range tests {
		if got := doc.Position(tt.pointer...); got != tt.value {
			t.Errorf("Position%v = %v, want %v", tt.pointer, got, tt.value)
		}
		if got := doc.KeyPosition(tt.pointer...); got != tt.key {
			t.Errorf("KeyPosition%v = %v, want %v", tt.pointer, got, tt.key)
		}
	}
	if !doc.Has("agents", "1", "sub") || doc.Has("agents", "2") {
		t.Error("Has is wrong")
	}
}
