package python

import (
	"regexp"
	"strings"
)

// docs is what a docstring says about a function and its parameters.
type docs struct {
	summary string
	params  map[string]string
}

// The SDK reads docstrings with griffe, in one of three styles that it guesses
// from the text. The text before the first section describes the function.
var (
	sphinxParam = regexp.MustCompile(`^:(?:param|parameter|arg|argument|key|keyword)\s+(?:[^:]*?\s)?\*{0,2}(\w+)\s*:\s*(.*)$`)
	sphinxField = regexp.MustCompile(`^:[a-zA-Z]+(?:\s[^:]*)?:`)
	googleParam = regexp.MustCompile(`^\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)$`)
	numpyParam  = regexp.MustCompile(`^\*{0,2}(\w+(?:\s*,\s*\*{0,2}\w+)*)\s*(?::.*)?$`)
)

var googleSections = map[string]bool{
	"args": true, "arguments": true, "params": true, "parameters": true, "keyword args": true, "keyword arguments": true,
	"other args": true, "other arguments": true, "other params": true, "other parameters": true,
	"raises": true, "exceptions": true, "returns": true, "yields": true, "receives": true, "examples": true,
	"attributes": true, "functions": true, "methods": true, "classes": true, "modules": true, "warns": true, "warnings": true,
	"note": true, "notes": true, "example": true, "warning": true, "tip": true, "important": true, "todo": true,
}

func readDocs(raw string) docs {
	lines := strings.Split(cleanDoc(raw), "\n")
	switch {
	case anyLine(lines, func(_ int, l string) bool { return sphinxParam.MatchString(strings.TrimSpace(l)) }):
		return sphinxDocs(lines)
	case anyLine(lines, func(i int, l string) bool { return i > 0 && isRule(l) }):
		return numpyDocs(lines)
	}
	return googleDocs(lines)
}

func anyLine(lines []string, f func(int, string) bool) bool {
	for i, l := range lines {
		if f(i, l) {
			return true
		}
	}
	return false
}

func isRule(l string) bool {
	l = strings.TrimSpace(l)
	return len(l) >= 3 && strings.Trim(l, "-") == ""
}

func trimText(lines []string) string {
	return strings.Trim(strings.Join(lines, "\n"), "\n ")
}

func indentOf(l string) int { return len(l) - len(strings.TrimLeft(l, " ")) }

func sphinxDocs(lines []string) docs {
	d := docs{params: map[string]string{}}
	var text []string
	for i := 0; i < len(lines); i++ {
		l := strings.TrimSpace(lines[i])
		if !sphinxField.MatchString(l) {
			text = append(text, lines[i])
			continue
		}
		body := []string{l}
		for i+1 < len(lines) && !sphinxField.MatchString(strings.TrimSpace(lines[i+1])) && strings.TrimSpace(lines[i+1]) != "" {
			i++
			body = append(body, strings.TrimSpace(lines[i]))
		}
		if p := sphinxParam.FindStringSubmatch(body[0]); p != nil {
			d.params[p[1]] = strings.TrimSpace(strings.Join(append([]string{p[2]}, body[1:]...), "\n"))
		}
	}
	d.summary = trimText(text)
	return d
}

func googleDocs(lines []string) docs {
	d := docs{params: map[string]string{}}
	var text []string
	seen := false
	for i := 0; i < len(lines); i++ {
		title, ok := googleHeader(lines, i)
		if !ok {
			if !seen {
				text = append(text, lines[i])
			}
			continue
		}
		seen = true
		var body []string
		for i+1 < len(lines) && (strings.TrimSpace(lines[i+1]) == "" || indentOf(lines[i+1]) > 0) {
			i++
			body = append(body, lines[i])
		}
		switch title {
		case "args", "arguments", "params", "parameters", "keyword args", "keyword arguments", "other args", "other arguments", "other params", "other parameters":
			googleItems(strings.Split(dedent(strings.Join(body, "\n")), "\n"), d.params)
		}
	}
	d.summary = trimText(text)
	return d
}

// googleHeader reports a section title with an indented block below it.
func googleHeader(lines []string, i int) (string, bool) {
	l := lines[i]
	if indentOf(l) > 0 || !strings.HasSuffix(l, ":") || i+1 >= len(lines) {
		return "", false
	}
	title := strings.ToLower(strings.TrimSuffix(l, ":"))
	return title, googleSections[title] && indentOf(lines[i+1]) > 0 && strings.TrimSpace(lines[i+1]) != ""
}

func googleItems(lines []string, into map[string]string) {
	name := ""
	var body []string
	flush := func() {
		if name != "" {
			into[name] = trimText(body)
		}
		name, body = "", nil
	}
	for _, l := range lines {
		if indentOf(l) == 0 && strings.TrimSpace(l) != "" {
			flush()
			if p := googleParam.FindStringSubmatch(l); p != nil {
				name, body = p[1], []string{p[2]}
			}
			continue
		}
		body = append(body, strings.TrimSpace(l))
	}
	flush()
}

func numpyDocs(lines []string) docs {
	d := docs{params: map[string]string{}}
	first := len(lines)
	for i := 1; i < len(lines); i++ {
		if !isRule(lines[i]) {
			continue
		}
		first = min(first, i-1)
		title := strings.ToLower(strings.TrimSpace(lines[i-1]))
		end := i + 1
		for end < len(lines) && !(end+1 < len(lines) && isRule(lines[end+1])) {
			end++
		}
		if title == "parameters" || title == "other parameters" {
			numpyItems(lines[i+1:end], d.params)
		}
	}
	d.summary = trimText(lines[:first])
	return d
}

func numpyItems(lines []string, into map[string]string) {
	var names []string
	var body []string
	flush := func() {
		for _, n := range names {
			into[n] = strings.TrimSpace(dedent(strings.Join(body, "\n")))
		}
		names, body = nil, nil
	}
	for _, l := range lines {
		if indentOf(l) > 0 || strings.TrimSpace(l) == "" {
			body = append(body, l)
			continue
		}
		flush()
		if p := numpyParam.FindStringSubmatch(l); p != nil {
			for _, n := range strings.Split(p[1], ",") {
				names = append(names, strings.Trim(n, " *"))
			}
		}
	}
	flush()
}
