package model

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// shape reads the value at a token: its text, and where it ends; 0 when there
// is none.
type shape = func(s *source, i int) (string, int)

func byPattern(re *regexp.Regexp) shape {
	return func(s *source, i int) (string, int) {
		if !re.MatchString(s.tokens[i].text) {
			return "", 0
		}
		return s.tokens[i].text, i + 1
	}
}

func byDate(s *source, i int) (string, int) {
	text, end, ok := s.dateAt(i)
	if !ok {
		return "", 0
	}
	return text, end
}

func byCode(s *source, i int) (string, int) {
	if t := s.tokens[i]; t.code() || !t.quoted && t.number() && len(t.text) > 3 && !yearShape.MatchString(t.text) {
		return t.text, i + 1
	}
	return "", 0
}

func byNumber(s *source, i int) (string, int) {
	if t := s.tokens[i]; t.number() || numberWords[t.text] > 1 {
		return t.text, i + 1
	}
	return "", 0
}

func byQuote(s *source, i int) (string, int) {
	if t := s.tokens[i]; t.quoted && !s.markAt(i+1, ":") {
		return t.text, i + 1
	}
	return "", 0
}

// shapes are tried by the words of a name, and for optional values only these:
// they cannot be mistaken.
var shapes = []struct {
	words map[string]bool
	read  shape
}{
	{wordSet("email mail emails recipient recipients"), byPattern(emailShape)},
	{wordSet("url uri link links urls website webpage"), byPattern(urlShape)},
	{wordSet("uuid guid"), byPattern(uuidShape)},
	{wordSet("phone mobile telephone"), byPattern(phoneShape)},
	{wordSet("date day deadline birthday dob departure arrival checkin checkout"), byDate},
	{wordSet("time"), byPattern(timeShape)},
	{wordSet("ticker symbol tickers symbols"), byPattern(tickerShape)},
}

var (
	identifying = wordSet("id ids identifier number code reference ref no nr confirmation order ticket invoice booking account sku key seat flight tracking case")
	formats     = map[string]shape{
		"email": byPattern(emailShape), "uri": byPattern(urlShape), "url": byPattern(urlShape), "uuid": byPattern(uuidShape),
		"date": byDate, "date-time": byDate, "time": byPattern(timeShape),
	}
)

// shapeOf returns what a slot's value looks like, or nil when it can be
// anything.
func shapeOf(s slot, want schema) shape {
	kind := want.kind()
	if kind == "string" {
		if read, ok := formats[want.text("format")]; ok {
			return read
		}
		for _, known := range shapes {
			if slices.ContainsFunc(s.name, func(w string) bool { return known.words[w] }) {
				return known.read
			}
		}
	}
	if !s.required {
		return nil
	}
	switch {
	case kind == "integer", kind == "number":
		return byNumber
	case kind == "string" && slices.ContainsFunc(s.name, func(w string) bool { return identifying[w] }):
		return byCode
	case kind == "string" && len(anyList(want.node["enum"])) == 0 && !freeText(s.name):
		return byQuote
	}
	return nil
}

// maxPattern bounds the patterns of schemas that are compiled, in bytes.
const maxPattern = 256

// within reports whether a value that was only guessed meets the schema's
// limits.
func within(v any, want schema) bool {
	switch v := v.(type) {
	case int64:
		return inRange(float64(v), want)
	case float64:
		return inRange(v, want)
	case string:
		n := utf8.RuneCountInString(v)
		if low, ok := want.number("minLength"); ok && float64(n) < low {
			return false
		}
		if high, ok := want.number("maxLength"); ok && float64(n) > high {
			return false
		}
		if p := want.text("pattern"); p != "" && len(p) <= maxPattern {
			re, err := regexp.Compile(p)
			return err != nil || re.MatchString(v)
		}
	}
	return true
}

func inRange(f float64, want schema) bool {
	if low, ok := want.number("minimum"); ok && f < low {
		return false
	}
	if high, ok := want.number("maximum"); ok && f > high {
		return false
	}
	if low, ok := want.number("exclusiveMinimum"); ok && f <= low {
		return false
	}
	if high, ok := want.number("exclusiveMaximum"); ok && f >= high {
		return false
	}
	return true
}

// Names of people, places and things, and the prepositions before them.
var (
	naming   = wordSet("name city location place destination origin country region airport hotel restaurant company organization organisation brand product person customer passenger guest author artist team language neighborhood neighbourhood area address title vendor supplier candidate employee")
	fromSide = wordSet("origin from source departure start")
	toSide   = wordSet("destination to target arrival end")
)

// byPlace finds `to Madrid` for destination, and other names for what is named.
func (f *filler) byPlace(s slot) (any, bool) {
	branches, _ := s.want.branches()
	if !s.required || len(branches) == 0 {
		return nil, false
	}
	want, list := branches[0], false
	if want.kind() == "array" {
		want, list = want.at(want.node["items"]), true
	}
	has := func(set map[string]bool) bool {
		return slices.ContainsFunc(s.name, func(w string) bool { return set[w] })
	}
	if want.kind() != "string" || len(anyList(want.node["enum"])) > 0 || !has(naming) && !has(fromSide) && !has(toSide) {
		return nil, false
	}
	before := "in at for with of by called named about on near from to"
	switch {
	case has(fromSide):
		before = "from"
	case has(toSide):
		before = "to into for"
	}
	for _, strict := range []bool{true, false} {
		for _, src := range f.near() {
			if text, ok := src.properName(wordSet(before), strict); ok {
				if v, ok := coerce(text, want); ok && within(v, want) {
					if list {
						return []any{v}, true
					}
					return v, true
				}
			}
		}
	}
	return nil, false
}

// properName takes a run of capitalised words. When strict, it must follow one
// of the prepositions; else it must not open a sentence.
func (s *source) properName(before map[string]bool, strict bool) (string, bool) {
	for i := range s.tokens {
		t := s.tokens[i]
		if !t.capital() || t.used || t.start {
			continue
		}
		if strict && (i == 0 || !before[strings.ToLower(s.tokens[i-1].text)]) {
			continue
		}
		end := i + 1
		for end < len(s.tokens) && s.tokens[end].capital() && !s.tokens[end].used {
			end++
		}
		text := s.text(i, end)
		s.use(i, end)
		return text, true
	}
	return "", false
}

var freeWords = wordSet(`query queries question questions text message messages input inputs topic topics prompt content body description request task
	tasks instruction instructions details summary note notes comment comments feedback issue problem term terms keyword keywords subject theme statement
	passage draft html markdown report findings context goal objective requirements idea story paragraph information search reason argument claim brief
	outline plan post caption review document data transcript article`)

// freeText reports whether a name is that of a text which a model writes
// itself.
func freeText(name []string) bool {
	return slices.ContainsFunc(name, func(w string) bool { return freeWords[w] })
}

// byDefault fills what was not found, where that is sensible.
func (f *filler) byDefault(s slot) (any, bool) {
	if v, ok := s.want.node["default"]; ok {
		return v, true
	}
	branches, nullable := s.want.branches()
	if nullable {
		return nil, true
	}
	for _, b := range branches {
		if v, ok := b.node["const"]; ok {
			return v, true
		}
		item := b.at(b.node["items"])
		plain := len(anyList(b.node["enum"])) == 0 && b.text("format") == ""
		switch kind := b.kind(); {
		case kind == "boolean":
			return false, true
		case kind == "string" && plain && f.free != "" && (f.lenient || freeText(s.name)):
			return f.fitted(b), true
		case kind == "array" && item.kind() == "string" && len(anyList(item.node["enum"])) == 0 && f.free != "" && freeText(s.name):
			return []any{f.fitted(item)}, true
		case kind == "object":
			return map[string]any{}, true
		}
	}
	return nil, false
}

// fitted is the free text within a maximum length.
func (f *filler) fitted(want schema) string {
	if most, ok := want.count("maxLength", maxRead); ok {
		runes := []rune(f.free)
		return string(runes[:min(len(runes), most)])
	}
	return f.free
}
