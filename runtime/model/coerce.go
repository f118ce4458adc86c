package model

import (
	"encoding/json"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// maxItems bounds the lists that are filled.
const maxItems = 50

// coerce turns a text into a value of a schema's type, if it can be one.
func coerce(text string, want schema) (any, bool) {
	text = strings.TrimSpace(text)
	branches, _ := want.branches()
	if len(branches) != 1 || branches[0].node == nil && want.node != nil {
		for _, b := range branches {
			if v, ok := coerce(text, b); ok {
				return v, true
			}
		}
		return nil, false
	}
	want = branches[0]
	if list := anyList(want.node["enum"]); len(list) > 0 {
		return member(text, list)
	}
	if v, ok := want.node["const"]; ok {
		return member(text, []any{v})
	}
	switch want.kind() {
	case "integer":
		f, ok := parseNumber(text)
		if !ok || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
			return nil, false
		}
		return int64(f), true
	case "number":
		f, ok := parseNumber(text)
		return f, ok
	case "boolean":
		return parseBool(text)
	case "array":
		return coerceList(text, want)
	case "object":
		var v map[string]any
		if json.Unmarshal([]byte(text), &v) != nil || v == nil {
			return nil, false
		}
		return v, true
	}
	return strings.TrimPrefix(text, "#"), text != ""
}

func coerceList(text string, want schema) (any, bool) {
	var decoded []any
	if strings.HasPrefix(text, "[") && json.Unmarshal([]byte(text), &decoded) == nil {
		return decoded, true
	}
	item := want.at(want.node["items"])
	var out []any
	for _, part := range strings.Split(text, ",") {
		v, ok := coerce(part, item)
		if !ok || len(out) == maxItems {
			return nil, false
		}
		out = append(out, v)
	}
	return out, len(out) > 0
}

// member returns the enum member that a text means: the same but for case and
// for what stands between the words.
func member(text string, list []any) (any, bool) {
	said := strings.Join(splitWords(text), " ")
	for _, v := range list {
		switch v := v.(type) {
		case string:
			if v == text || said != "" && strings.Join(splitWords(v), " ") == said {
				return v, true
			}
		case bool:
			if b, ok := parseBool(text); ok && b == v {
				return v, true
			}
		default:
			if f, ok := parseNumber(text); ok && reflect.DeepEqual(toFloat(v), f) {
				return v, true
			}
		}
	}
	return nil, false
}

func toFloat(v any) float64 {
	f, ok := schema{node: map[string]any{"v": v}}.number("v")
	if !ok {
		return math.NaN()
	}
	return f
}

var numberWords = map[string]float64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
	"ten": 10, "eleven": 11, "twelve": 12, "twenty": 20, "thirty": 30, "fifty": 50, "hundred": 100,
}

// parseNumber reads a number as people write it.
func parseNumber(text string) (float64, bool) {
	if f, ok := numberWords[strings.ToLower(text)]; ok {
		return f, true
	}
	if !numberShape.MatchString(text) {
		return 0, false
	}
	text = strings.TrimRight(strings.TrimLeft(text, "$€£"), "%")
	f, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	return f, err == nil && !math.IsInf(f, 0)
}

func parseBool(text string) (value bool, ok bool) {
	switch strings.ToLower(text) {
	case "true", "yes", "on", "enabled", "y":
		return true, true
	case "false", "no", "off", "disabled", "n":
		return false, true
	}
	return false, false
}

var months = map[string]time.Month{
	"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9,
	"october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8,
	"sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
}

var (
	dayShape  = regexp.MustCompile(`^(?i)(\d{1,2})(st|nd|rd|th)?$`)
	yearShape = regexp.MustCompile(`^(19|20)\d{2}$`)
	dayWords  = wordSet("today tomorrow tonight yesterday monday tuesday wednesday thursday friday saturday sunday")
)

// dateAt reads a date that begins at token i: 2025-03-14, 14 March 2025,
// March 14, 2025. Without a year it stays in words.
func (s *source) dateAt(i int) (text string, end int, ok bool) {
	t := s.tokens[i]
	if t.mark || t.quoted {
		return "", 0, false
	}
	if dateShape.MatchString(t.text) || dayWords[strings.ToLower(t.text)] {
		return t.text, i + 1, true
	}
	if i+1 >= len(s.tokens) {
		return "", 0, false
	}
	next := s.tokens[i+1]
	month, first := months[strings.ToLower(t.text)]
	day := dayShape.FindStringSubmatch(next.text)
	if !first {
		month = months[strings.ToLower(next.text)]
		day = dayShape.FindStringSubmatch(t.text)
	}
	if month == 0 || day == nil {
		return "", 0, false
	}
	end = i + 2
	year := end
	if s.markAt(year, ",") {
		year++
	}
	if year < len(s.tokens) && yearShape.MatchString(s.tokens[year].text) {
		return isoDate(s.tokens[year].text, month, day[1]), year + 1, true
	}
	return s.text(i, end), end, true
}

func isoDate(year string, month time.Month, day string) string {
	y, _ := strconv.Atoi(year) // four digits
	d, _ := strconv.Atoi(day)  // two digits at most
	if d < 1 || d > 31 {
		return day + " " + month.String() + " " + year
	}
	return time.Date(y, month, d, 0, 0, 0, 0, time.UTC).Format("2006-01-02")
}
