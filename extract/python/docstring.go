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

// docStyle is a way of writing docstrings.
type docStyle string

const (
	styleGoogle docStyle = "google"
	styleNumpy  docStyle = "numpy"
	styleSphinx docStyle = "sphinx"
)

// The SDK guesses the style by the sections that it finds, and reads the text
// with griffe. The first text outside a section describes the function.
var styleSigns = []struct {
	style docStyle
	signs []*regexp.Regexp
}{
	{styleSphinx, []*regexp.Regexp{
		regexp.MustCompile(`(?m)^:param\s`), regexp.MustCompile(`(?m)^:type\s`),
		regexp.MustCompile(`(?m)^:return:`), regexp.MustCompile(`(?m)^:rtype:`),
	}},
	{styleNumpy, []*regexp.Regexp{
		regexp.MustCompile(`(?m)^Parameters\s*\n\s*-{3,}`), regexp.MustCompile(`(?m)^Returns\s*\n\s*-{3,}`),
		regexp.MustCompile(`(?m)^Yields\s*\n\s*-{3,}`),
	}},
	{styleGoogle, []*regexp.Regexp{
		regexp.MustCompile(`(?m)^(Args|Arguments):`), regexp.MustCompile(`(?m)^(Returns):`), regexp.MustCompile(`(?m)^(Raises):`),
	}},
}

func styleOf(doc string) docStyle {
	best, most := styleGoogle, 0
	for _, s := range styleSigns {
		n := 0
		for _, sign := range s.signs {
			if sign.MatchString(doc) {
				n++
			}
		}
		if n > most {
			best, most = s.style, n
		}
	}
	return best
}

// readDocs reads a docstring as it stands in the source. An empty style is
// guessed.
func readDocs(raw string, style docStyle) docs {
	doc := cleanDoc(raw)
	if doc == "" {
		return docs{}
	}
	if style == "" {
		style = styleOf(doc)
	}
	r := &docReader{lines: strings.Split(doc, "\n"), docs: docs{params: map[string]string{}}}
	switch style {
	case styleSphinx:
		r.sphinx()
	case styleNumpy:
		r.numpy()
	default:
		r.google()
	}
	return r.docs
}

// docReader goes over the lines of one docstring.
type docReader struct {
	lines []string
	docs  docs
	text  []string // the lines of the text that is being read
	found bool     // the first text is complete
	fence bool     // inside a block of code
}

// flush ends a text.
func (r *docReader) flush() {
	if !r.found && strings.TrimSpace(strings.Join(r.text, "")) != "" {
		r.docs.summary, r.found = strings.TrimRight(strings.Join(r.text, "\n"), "\n"), true
	}
	r.text = nil
}

// code takes lines of blocks of code as text, whatever they look like.
func (r *docReader) code(line string) bool {
	fence := strings.HasPrefix(strings.TrimLeft(line, " "), "```")
	if !fence && !r.fence {
		return false
	}
	if fence {
		r.fence = !r.fence
	}
	r.text = append(r.text, line)
	return true
}

func (r *docReader) blank(i int) bool {
	return i >= 0 && i < len(r.lines) && strings.TrimSpace(r.lines[i]) == ""
}

func (r *docReader) indented(i int) bool {
	return i < len(r.lines) && !r.blank(i) && strings.HasPrefix(r.lines[i], " ")
}

var (
	googleTitle  = regexp.MustCompile(`^(\w[\w\s-]*):(?:\s+\S.*)?\s*$`)
	googleParams = regexp.MustCompile(`(?i)^(args|arguments|params|parameters):\s*$`)
	numpyNames   = regexp.MustCompile(`(?i)^\*{0,2}[_a-z][_a-z0-9]*(?:,\s\*{0,2}[_a-z][_a-z0-9]*)*`)
)

// googleSections are the titles that are sections of their own; the value says
// whether the section describes parameters. Other titles are remarks.
var googleSections = map[string]bool{
	"args": true, "arguments": true, "params": true, "parameters": true,
	"keyword args": false, "keyword arguments": false, "other args": false, "other arguments": false, "other params": false,
	"other parameters": false, "type args": false, "type arguments": false, "type params": false, "type parameters": false,
	"raises": false, "exceptions": false, "returns": false, "yields": false, "receives": false, "examples": false,
	"attributes": false, "functions": false, "methods": false, "classes": false, "type aliases": false, "modules": false,
	"warns": false, "warnings": false,
}

func (r *docReader) google() {
	for i := 0; i < len(r.lines); i++ {
		line := r.lines[i]
		if r.code(line) {
			continue
		}
		title := googleTitle.FindStringSubmatch(line)
		// The SDK puts the blank line above the parameters where it is missing.
		above := i == 0 || r.blank(i-1) || googleParams.MatchString(line) && r.indented(i+1)
		if title == nil || !above || !r.indented(i+1) {
			r.text = append(r.text, line)
			continue
		}
		isParams, section := googleSections[strings.ToLower(title[1])]
		items, end := r.block(i + 1)
		if section || len(items) > 0 {
			r.flush()
		}
		if isParams {
			r.googleItems(items)
		}
		i = end - 1
	}
	r.flush()
}

// block reads an indented block from line i on: its items, each with the
// lines that belong to it, and the line behind it.
func (r *docReader) block(i int) (items [][]string, end int) {
	indent := len(r.lines[i]) - len(strings.TrimLeft(r.lines[i], " "))
	for ; i < len(r.lines); i++ {
		line := r.lines[i]
		depth := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case r.blank(i):
			if len(items) > 0 {
				items[len(items)-1] = append(items[len(items)-1], "")
			}
		case depth < indent:
			return items, i
		case depth == indent:
			items = append(items, []string{line[indent:]})
		default:
			last := len(items) - 1
			items[last] = append(items[last], line[min(depth, 2*indent):])
		}
	}
	return items, i
}

func (r *docReader) googleItems(items [][]string) {
	for _, item := range items {
		name, text, ok := strings.Cut(item[0], ":")
		if !ok {
			continue
		}
		if open := strings.IndexByte(name, '('); open >= 0 && strings.HasSuffix(name, ")") {
			name = strings.TrimSpace(name[:open])
		}
		text = strings.Join(append([]string{strings.TrimLeft(text, " \t")}, item[1:]...), "\n")
		r.docs.params[strings.TrimLeft(name, "*")] = strings.TrimRight(text, "\n")
	}
}

func isRule(l string) bool {
	return strings.Contains(l, "-") && strings.TrimSpace(strings.ReplaceAll(l, "-", "")) == ""
}

var numpySections = map[string]bool{
	"deprecated": false, "parameters": true, "other parameters": false, "type parameters": false, "returns": false, "yields": false,
	"receives": false, "raises": false, "warns": false, "examples": false, "attributes": false, "functions": false,
	"methods": false, "classes": false, "type aliases": false, "modules": false,
}

func (r *docReader) numpy() {
	remark := false // the lines belong to a titled remark
	flush := func() {
		if remark {
			r.text = nil
		}
		r.flush()
		remark = false
	}
	for i := 0; i < len(r.lines); i++ {
		line := r.lines[i]
		switch {
		case r.code(line):
		case r.blank(i) || i+1 == len(r.lines) || !isRule(r.lines[i+1]):
			r.text = append(r.text, line)
		default:
			flush()
			isParams, section := numpySections[strings.ToLower(line)]
			i++
			if !section {
				remark = true
				continue
			}
			end := i + 1
			for end < len(r.lines) && !(end+1 < len(r.lines) && !r.blank(end) && isRule(r.lines[end+1]) && !strings.HasPrefix(r.lines[end], " ")) {
				end++
			}
			if isParams {
				r.numpyItems(r.lines[i+1 : end])
			}
			i = end - 1
		}
	}
	flush()
}

func (r *docReader) numpyItems(lines []string) {
	var names []string
	var body []string
	flush := func() {
		for _, n := range names {
			r.docs.params[strings.TrimLeft(n, "*")] = strings.TrimRight(strings.Join(body, "\n"), " \n")
		}
		names, body = nil, nil
	}
	for _, l := range lines {
		switch {
		case strings.TrimSpace(l) == "":
			body = append(body, "")
		case strings.HasPrefix(l, "    "):
			body = append(body, l[4:])
		case strings.HasPrefix(l, " "):
			body = append(body, strings.TrimLeft(l, " "))
		default:
			flush()
			if p := numpyNames.FindString(l); p != "" {
				names = strings.Split(p, ", ")
			}
		}
	}
	flush()
}

// sphinxFields are the fields that are read; the value tells whether a field
// describes a parameter. A field goes on to the next line with a colon in
// front.
var sphinxFields = []struct {
	name  string
	param bool
}{
	{":type", false},
	{":param", true},
	{":parameter", true},
	{":arg", true},
	{":argument", true},
	{":key", true},
	{":keyword", true},
	{":vartype", false},
	{":var", false},
	{":ivar", false},
	{":cvar", false},
	{":raise", false},
	{":except", false},
	{":rtype", false},
	{":return", false},
}

func (r *docReader) sphinx() {
	for i := 0; i < len(r.lines); i++ {
		field := -1
		for j, f := range sphinxFields {
			if strings.HasPrefix(r.lines[i], f.name) {
				field = j
				break
			}
		}
		if field < 0 {
			r.text = append(r.text, r.lines[i])
			continue
		}
		body := []string{r.lines[i]}
		for i+1 < len(r.lines) && !strings.HasPrefix(r.lines[i+1], ":") {
			i++
			body = append(body, r.lines[i])
		}
		parts := strings.SplitN(cleanDoc(strings.Join(body, "\n")), ":", 3)
		words := strings.Split(parts[min(1, len(parts)-1)], " ")
		if !sphinxFields[field].param || len(parts) < 3 || len(words) < 2 {
			continue
		}
		name := strings.TrimLeft(words[len(words)-1], "*")
		if _, known := r.docs.params[name]; !known {
			r.docs.params[name] = strings.TrimSpace(parts[2])
		}
	}
	for len(r.text) > 0 && strings.TrimSpace(r.text[0]) == "" {
		r.text = r.text[1:]
	}
	r.flush()
	r.docs.summary = strings.TrimRight(r.docs.summary, " \n")
}
