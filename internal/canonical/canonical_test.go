package canonical

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestJSON(t *testing.T) {
	tests := []struct {
		name string
		in   any
		want string
	}{
		{
			"RFC 8785, section 3.2.2", json.RawMessage(`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
			"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`),
			`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		},
		{
			"RFC 8785, section 3.2.3", json.RawMessage(`{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
			"\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}`),
			`{"\r":"Carriage Return","1":"One","` + "\u0080" + `":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","` + "\ufb33" + `":"Hebrew Letter Dalet With Dagesh"}`,
		},
		{"no HTML escapes", map[string]any{"a": "<&>\u2028"}, "{\"a\":\"<&>\u2028\"}"},
		{"field tags", struct {
			B int `json:"b,omitempty"`
			A int `json:"a"`
		}{A: 1}, `{"a":1}`},
		{"bad UTF-8", "a\xff", "\"a\ufffd\""},
		{"negative zero", math.Copysign(0, -1), "0"},
	}
	for _, tt := range tests {
		got, err := JSON(tt.in)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, string(got)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
	for _, bad := range []any{math.NaN(), math.Inf(1), func() {}, json.RawMessage(`{"a":1,"a":2}`)} {
		if got, err := JSON(bad); err == nil {
			t.Errorf("JSON(%v) = %s", bad, got)
		}
	}
}

func TestDigest(t *testing.T) {
	// sha256sum of {"a":1}
	const want = "sha256:015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"
	if got, err := Digest(json.RawMessage(` {"a": 1.0}`)); err != nil || got != want {
		t.Errorf("%s, %v", got, err)
	}
	if got := DigestBytes([]byte(`{"a":1}`)); got != want {
		t.Error(got)
	}
}

// Canonical text is canonical: reading it and writing it changes nothing.
func TestJSONIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.MapOf(rapid.String(), rapid.SliceOf(rapid.Float64())).Draw(t, "value")
		first, err := JSON(value)
		if err != nil {
			t.Fatal(err)
		}
		var back any
		if err := Unmarshal(first, &back); err != nil {
			t.Fatal(err)
		}
		second, err := JSON(back)
		if err != nil || string(first) != string(second) {
			t.Fatalf("%s\n%s\n%v", first, second, err)
		}
	})
}

func TestStrict(t *testing.T) {
	deep := strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth)
	for _, ok := range []string{`{}`, ` [1, "a", null] `, `"x"`, `1e308`, `0e-999`, deep} {
		if err := Strict([]byte(ok)); err != nil {
			t.Errorf("Strict(%.40s): %v", ok, err)
		}
	}
	tests := []struct{ in, want string }{
		{``, "read JSON: unexpected EOF"},
		{`{"a": `, "read JSON: offset 6: unexpected EOF"},
		{`{"a":1,"a":2}`, "read JSON: offset 7: duplicate object member name"},
		{`{"a":1,"\u0061":2}`, "read JSON: offset 7: duplicate object member name"},
		{`NaN`, "read JSON: offset 0: invalid character 'N' at start of value"},
		{"\"a\xff\"", "read JSON: offset 2: invalid UTF-8"},
		{`"\ud800"`, `read JSON: offset 1: invalid surrogate pair`},
		{`{} {}`, "read JSON: offset 4: something follows the value"},
		{`{} x`, "read JSON: offset 2: something follows the value"},
		{`[1e999]`, "read JSON: offset 6: number 1e999 is outside the range of a double"},
		{`1e-999999999`, "read JSON: offset 12: number 1e-999999999 is outside the range of a double"},
		{strings.Repeat("1", 500), "read JSON: offset 500: number of 500 digits"},
		{"[" + deep + "]", "read JSON: offset 201: nested deeper than 200 levels"},
	}
	for _, tt := range tests {
		err := Strict([]byte(tt.in))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Strict(%.40s): %v, want %s", tt.in, err, tt.want)
		}
	}
}

func TestUnmarshal(t *testing.T) {
	type inner struct {
		N uint64 `json:"n"`
	}
	var v struct {
		Name  string         `json:"name"`
		Inner []inner        `json:"inner"`
		Any   map[string]any `json:"any"`
	}
	if err := Unmarshal([]byte(`{"name":"x","inner":[{"n":18446744073709551615}],"any":{"a":1}}`), &v); err != nil {
		t.Fatal(err)
	}
	if v.Inner[0].N != math.MaxUint64 || v.Any["a"] != 1.0 {
		t.Errorf("%+v", v)
	}
	for _, bad := range []string{`{"nam":"x"}`, `{"Name":"x"}`, `{"inner":[{"m":1}]}`, `{"name":1}`, `{"name":"x","name":"y"}`, `{} 1`} {
		if err := Unmarshal([]byte(bad), &v); err == nil || !strings.HasPrefix(err.Error(), "read JSON: ") {
			t.Errorf("Unmarshal(%s): %v", bad, err)
		}
	}
}

// FuzzStrict compares with encoding/json, which accepts more.
func FuzzStrict(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5,"x\n"]}`, `{"a":1,"a":2}`, "\"\xff\"", "[[[]]]", "1e400"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if Strict(data) != nil {
			return
		}
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			t.Fatalf("accepted %q: %v", data, err)
		}
		if err := Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		if _, err := JSON(v); err != nil {
			t.Fatal(err)
		}
	})
}
