package model

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// properties abbreviates a schema: all properties are required unless their
// name ends in ?.
func properties(t testing.TB, list ...string) map[string]any {
	t.Helper()
	of := map[string]any{}
	var required []any
	for i := 0; i+1 < len(list); i += 2 {
		name, optional := strings.CutSuffix(list[i], "?")
		of[name] = parse(t, list[i+1])
		if !optional {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "properties": of, "required": required}
}

const str, integer, boolean = `{"type":"string"}`, `{"type":"integer"}`, `{"type":"boolean"}`

func TestFill(t *testing.T) {
	tests := []struct {
		name    string
		text    string
		schema  []string
		want    string
		missing string
	}{
		// labelled
		{"is, quoted", `The confirmation number is "ABC123".`, []string{"confirmation_number", str}, `{"confirmation_number":"ABC123"}`, ""},
		{"colon", `confirmation number: ABC123`, []string{"confirmation_number", str}, `{"confirmation_number":"ABC123"}`, ""},
		{"equals", `confirmationNumber = ABC123`, []string{"confirmationNumber", str}, `{"confirmationNumber":"ABC123"}`, ""},
		{"camel", `the confirmation number is ABC123`, []string{"confirmationNumber", str}, `{"confirmationNumber":"ABC123"}`, ""},
		{"snake in the text", `confirmation_number=ABC123`, []string{"confirmation_number", str}, `{"confirmation_number":"ABC123"}`, ""},
		{"quotes within", `The title is "the \"best\" one".`, []string{"title", str}, `{"title":"the \"best\" one"}`, ""},
		{"curly quotes", `The title is “the best one”.`, []string{"title", str}, `{"title":"the best one"}`, ""},
		{"single quotes", `The title is 'the best one', it's good`, []string{"title", str}, `{"title":"the best one"}`, ""},
		{"phrase", `my city is New York and I like it`, []string{"city", str}, `{"city":"New York"}`, ""},
		{"two", `The old seat is "1A". The new seat is "2B".`, []string{"new_seat", str, "old_seat", str}, `{"new_seat":"2B","old_seat":"1A"}`, ""},
		{"longer label first", `company name is "Acme", name is "Ann"`, []string{"name", str, "company_name", str}, `{"company_name":"Acme","name":"Ann"}`, ""},
		{"should be", `the title should be "X1"`, []string{"title", str}, `{"title":"X1"}`, ""},
		// natural
		{"behind its name", `What about flight number FLT-123 tomorrow?`, []string{"flight_number", str}, `{"flight_number":"FLT-123"}`, ""},
		{"part of its name", `Change my seat to 12A please`, []string{"new_seat", str}, `{"new_seat":"12A"}`, ""},
		{"code alone", `Where is ORD-4821?`, []string{"order_id", str}, `{"order_id":"ORD-4821"}`, ""},
		{"hash", `Where is my order #48213?`, []string{"order_id", str}, `{"order_id":"48213"}`, ""},
		{"email", `write to ann.b@example.com.`, []string{"recipient", str}, `{"recipient":"ann.b@example.com"}`, ""},
		{"email format", `ann@example.com wants it`, []string{"to", `{"type":"string","format":"email"}`}, `{"to":"ann@example.com"}`, ""},
		{"emails", `to a@example.com and b@example.com`, []string{"recipients", `{"type":"array","items":{"type":"string"}}`}, `{"recipients":["a@example.com","b@example.com"]}`, ""},
		{"URL", `Read https://example.com/a?b=1, please.`, []string{"url", str}, `{"url":"https://example.com/a?b=1"}`, ""},
		{"ISO date", `on 2025-03-14 at noon`, []string{"date", str}, `{"date":"2025-03-14"}`, ""},
		{"date in words", `leaving March 14, 2025`, []string{"departure_date", `{"type":"string","format":"date"}`}, `{"departure_date":"2025-03-14"}`, ""},
		{"day first", `leaving 2nd June 2025`, []string{"departure_date", str}, `{"departure_date":"2025-06-02"}`, ""},
		{"relative", `leaving tomorrow`, []string{"date", str}, `{"date":"tomorrow"}`, ""},
		{"from and to", `Fly from Oslo to San Francisco`, []string{"origin", str, "destination", str}, `{"destination":"San Francisco","origin":"Oslo"}`, ""},
		{"place", `What is the weather in Paris?`, []string{"city", str}, `{"city":"Paris"}`, ""},
		{"no place", `What is the weather like?`, []string{"city", str}, `{}`, "city"},
		{"ticker", `How is NVDA doing?`, []string{"ticker", str}, `{"ticker":"NVDA"}`, ""},
		{"quoted alone", `Say it in "Klingon"`, []string{"dialect", str}, `{"dialect":"Klingon"}`, ""},
		// types
		{"integer", `a table for 4 people`, []string{"party_size", integer}, `{"party_size":4}`, ""},
		{"integer in words", `three passengers`, []string{"passengers", integer}, `{"passengers":3}`, ""},
		{"integer, quoted", `The party size is "4".`, []string{"party_size", integer}, `{"party_size":4}`, ""},
		{"count before its name", `2 nights, 3 guests`, []string{"guests", integer, "nights", integer}, `{"guests":3,"nights":2}`, ""},
		{"number", `the amount is $1,200.50`, []string{"amount", `{"type":"number"}`}, `{"amount":1200.5}`, ""},
		{"no integer", `the size is huge`, []string{"size", integer}, `{}`, "size"},
		{"out of range", `I saw 99 of them`, []string{"stars", `{"type":"integer","maximum":5}`}, `{}`, "stars"},
		{"boolean told", `express is "true"`, []string{"express", boolean}, `{"express":true}`, ""},
		{"boolean for", `with breakfast`, []string{"include_breakfast", boolean}, `{"include_breakfast":true}`, ""},
		{"boolean against", `without any breakfast`, []string{"include_breakfast", boolean}, `{"include_breakfast":false}`, ""},
		{"boolean unsaid", `a room`, []string{"include_breakfast", boolean}, `{"include_breakfast":false}`, ""},
		{"enum", `make it first class`, []string{"cabin", `{"type":"string","enum":["economy","first_class"]}`}, `{"cabin":"first_class"}`, ""},
		{"enum unsaid", `make it nice`, []string{"cabin", `{"type":"string","enum":["economy","first_class"]}`}, `{}`, "cabin"},
		{"const", `x`, []string{"v", `{"const":7}`}, `{"v":7}`, ""},
		{"default", `x`, []string{"v", `{"type":"integer","default":7}`}, `{"v":7}`, ""},
		{"nullable", `x`, []string{"code", `{"anyOf":[{"type":"string"},{"type":"null"}]}`}, `{"code":null}`, ""},
		{"nullable, said", `code is "A1"`, []string{"code", `{"anyOf":[{"type":"null"},{"type":"string"}]}`}, `{"code":"A1"}`, ""},
		{"list", `The tags are red, green and blue.`, []string{"tags", `{"type":"array","items":{"type":"string"}}`}, `{"tags":["red","green","blue"]}`, ""},
		{"list, quoted", `The tags is "red, green".`, []string{"tags", `{"type":"array","items":{"type":"string"}}`}, `{"tags":["red","green"]}`, ""},
		{"list of numbers", `ids: 4, 8, 15`, []string{"ids", `{"type":"array","items":{"type":"integer"}}`}, `{"ids":[4,8,15]}`, ""},
		{"object", `The address city is "Oslo". The zip is "0150".`, []string{"address", `{"type":"object","properties":{"city":{"type":"string"},"zip":{"type":"string"}},"required":["city"]}`}, `{"address":{"city":"Oslo","zip":"0150"}}`, ""},
		{"reference", `The city is "Oslo".`, []string{"a", `{"allOf":[{"type":"object","required":["city"],"properties":{"city":{"type":"string"}}}],"type":"object"}`}, `{"a":{"city":"Oslo"}}`, ""},
		// lenient and optional
		{"query", `tell me about the moons of Mars`, []string{"query", str}, `{"query":"tell me about the moons of Mars"}`, ""},
		{"topic list", `the moons of Mars`, []string{"queries", `{"type":"array","items":{"type":"string"}}`}, `{"queries":["the moons of Mars"]}`, ""},
		{"optional stays out", `Where is ORD-4821?`, []string{"order_id", str, "note?", str, "limit?", integer, "express?", boolean}, `{"order_id":"ORD-4821"}`, ""},
		{"optional, labelled", `Where is ORD-4821? The limit is "3".`, []string{"order_id", str, "limit?", integer}, `{"limit":3,"order_id":"ORD-4821"}`, ""},
		{"missing", `change my seat`, []string{"confirmation_number", str, "new_seat", str}, `{}`, "confirmation number, new seat"},
		{"one value is not taken twice", `change it to 12A`, []string{"confirmation_number", str, "new_seat", str}, `{"confirmation_number":"12A"}`, "new seat"},
		{"a long text is cut", `tell me about the moons`, []string{"query", `{"type":"string","maxLength":9}`}, `{"query":"tell me a"}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &filler{sources: []*source{newSource(tt.text, true)}, free: tt.text}
			args, missing := f.fill(properties(t, tt.schema...))
			got, err := argumentText(args)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("arguments (-want +got):\n%s", diff)
			}
			if m := strings.Join(missing, ", "); m != tt.missing {
				t.Errorf("missing %q, want %q", m, tt.missing)
			}
		})
	}
}

func TestReadClauses(t *testing.T) {
	tests := []struct {
		text string
		want []clause
	}{
		{"", nil},
		{"Change my seat.", []clause{{text: "Change my seat."}}},
		{`Change it. The seat is "1. A". My code is X1.`, []clause{{"Change it.", `The seat is "1. A". My code is X1.`}}},
		{`The seat is "1A". Change it.`, []clause{{"Change it.", `The seat is "1A".`}}},
		{`The seat is "1A".`, []clause{{text: `The seat is "1A".`}}},
		{"What is the fee? Then cancel my booking, and please tell Ann", []clause{{text: "What is the fee?"}, {text: "Then cancel my booking"}, {text: ", and please tell Ann"}}},
		{"Please do this for me: look up e.g. the fee.", []clause{{text: "Please do this for me: look up e.g. the fee."}}},
		{"Salt and pepper", []clause{{text: "Salt and pepper"}}},
		{"It costs 3.50 at www.example.com today", []clause{{text: "It costs 3.50 at www.example.com today"}}},
		{"one\ntwo", []clause{{text: "one"}, {text: "two"}}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, readClauses(tt.text), cmp.AllowUnexported(clause{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
	if n := len(readClauses(strings.Repeat("Do a thing. ", 100))); n != maxClauses {
		t.Errorf("%d requests, want at most %d", n, maxClauses)
	}
}

func TestSplitWords(t *testing.T) {
	tests := []struct{ text, want string }{
		{"faq_lookup_tool", "faq lookup tool"},
		{"getHTTPStatus2xx", "get http status 2 xx"},
		{"Don't use the customer's e-mail", "dont use the customer e mail"},
		{"Überflug naïve 東京", "überflug naïve 東京"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := strings.Join(splitWords(tt.text), " "); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestOutcomes(t *testing.T) {
	tests := []struct {
		result string
		want   outcome
	}{
		{"ok", succeeded},
		{"", succeeded},
		{"The error log is empty.", succeeded},
		{`{"result": "error"}`, succeeded},
		{`{"assistant": "FAQ Agent"}`, handedOver},
		{`{"assistant": "FAQ Agent", "note": 1}`, succeeded},
		{`{"error": "no such order"}`, erred},
		{`{"error": null}`, succeeded},
		{"An error occurred while running the tool. Please try again. Error: x", erred},
		{"Error: x", erred},
		{"Tool update_seat not found.", erred},
		{"Multiple handoffs detected, ignoring this one.", erred},
		{"Not permitted.", denied},
		{"Tool execution was not approved.", denied},
	}
	for _, tt := range tests {
		if got := outcomeOf(tt.result); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.result, got, tt.want)
		}
	}
}

// Structured answers are checked by a validator that is not ours.
func TestStructuredAnswers(t *testing.T) {
	schemas := []string{
		`{"type":"object"}`,
		`{"type":"object","properties":{"turns":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":3}},"required":["turns"],"additionalProperties":false}`,
		`{"type":"object","properties":{"a":{"type":"integer","minimum":3},"b":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1},"c":{"type":"integer","maximum":-5,"multipleOf":4}},"required":["a","b","c"]}`,
		`{"type":"object","properties":{"d":{"type":"string","format":"date"},"e":{"type":"string","format":"email"},"u":{"type":"string","format":"uri"},"i":{"type":"string","format":"uuid"}},"required":["d","e","u","i"]}`,
		`{"type":"object","properties":{"p":{"type":"string","pattern":"^[A-Z]{3}-\\d{4}$"},"q":{"type":"string","pattern":"^(yes|no)+$","minLength":5}},"required":["p","q"]}`,
		`{"type":"object","properties":{"s":{"type":"string","minLength":200},"t":{"type":"string","maxLength":4}},"required":["s","t"]}`,
		`{"type":"object","properties":{"k":{"enum":["x","y"]},"c":{"const":{"z":1}},"n":{"type":["null","string"]},"m":{"anyOf":[{"type":"integer"},{"type":"null"}]}},"required":["k","c","n","m"]}`,
		`{"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{"name":{"type":"string"},"next":{"anyOf":[{"$ref":"#/$defs/node"},{"type":"null"}]},"children":{"type":"array","items":{"$ref":"#/$defs/node"}}},"required":["name","next","children"]}}}`,
		`{"type":"array","items":{"type":"string"},"minItems":3,"uniqueItems":true}`,
		`{"type":"string"}`,
		`{"type":"boolean"}`,
		`{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"q":{"type":"string"},"why":{"type":"string"}},"required":["q","why"]},"minItems":2}},"required":["l"]}`,
	}
	m := NewSimulated(SimulatedOptions{})
	for _, text := range schemas {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		if err := c.AddResource("mem:s", doc); err != nil {
			t.Fatal(err)
		}
		valid, err := c.Compile("mem:s")
		if err != nil {
			t.Fatal(err)
		}
		for _, said := range []string{"", "Plan searches for the moons of Mars. a is 1, t is abcdefgh, k is y", strings.Repeat("long ", 1000)} {
			v := map[string]any{}
			if err := json.Unmarshal([]byte(text), &v); err != nil {
				t.Fatal(err)
			}
			resp, err := m.Complete(t.Context(), Request{Messages: []Message{{Role: RoleUser, Content: said}}, Output: &OutputSchema{Schema: v}})
			if err != nil {
				t.Fatal(err)
			}
			got, err := jsonschema.UnmarshalJSON(strings.NewReader(resp.Message.Content))
			if err != nil {
				t.Fatalf("%v in %q", err, resp.Message.Content)
			}
			if err := valid.Validate(got); err != nil {
				t.Errorf("%s\n%.200s\n%v", text, resp.Message.Content, err)
			}
		}
	}
	resp, err := m.Complete(t.Context(), Request{
		Messages: []Message{{Role: RoleUser, Content: `The city is "Oslo". Please plan.`}},
		Output:   &OutputSchema{Schema: properties(t, "city", str, "plan", str)},
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"city":"Oslo","plan":"The city is \"Oslo\". Please plan."}`; resp.Message.Content != want {
		t.Errorf("answer %s, want %s", resp.Message.Content, want)
	}
}

func FuzzFill(f *testing.F) {
	f.Add(`The code is "A1", 3 bags, from Oslo to Rome on 2 June 2025`, `{"type":"object","properties":{"code":{"type":"string"},"bags":{"type":"integer"},"origin":{"type":"string"},"date":{"type":"string","format":"date"}},"required":["code","bags","origin","date"]}`)
	f.Add(`tags: [a, "b", c] and #12`, `{"properties":{"tags":{"items":{"enum":["a",1,true,null]}},"x":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"required":["tags","x"]}`)
	f.Add("“x” 'y' `z` \\", `{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"required":["q"]}],"properties":{"q":{"pattern":"[","maxLength":-1}}}}}`)
	f.Fuzz(func(t *testing.T, text, schemaText string) {
		var schema map[string]any
		if json.Unmarshal([]byte(schemaText), &schema) != nil {
			return
		}
		fill := func() (string, []string) {
			fl := &filler{sources: []*source{newSource(text, true), newSource(text, false)}, free: text}
			args, missing := fl.fill(schema)
			s, err := argumentText(args)
			if err != nil || !json.Valid([]byte(s)) {
				t.Fatalf("arguments %q: %v", s, err)
			}
			return s, missing
		}
		a, missingA := fill()
		b, missingB := fill()
		if a != b || !cmp.Equal(missingA, missingB) {
			t.Errorf("twice: %s %v, %s %v", a, missingA, b, missingB)
		}
	})
}
