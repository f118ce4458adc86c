package python

import (
	"fmt"
	"sort"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/lint"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// Bounds of one extraction. They count work, not time, so that the same
// sources give the same answer on every machine.
const (
	maxSteps     = 2_000_000 // statements, expressions and copied elements, and one more for each byte of sources
	maxCalls     = 60        // nested calls
	maxEval      = 6_000     // nested evaluations
	maxElements  = 10_000    // of one list or dictionary
	maxText      = 1 << 20   // bytes of one string
	maxRange     = 1_000     // elements of a range that a loop follows
	maxBytesRead = 256 << 20 // bytes of all files together
)

// Codes of findings and diagnostics.
const (
	codeSameAgent   = lint.CodeSameAgent
	codeAssumed     = extract.CodeAssumed
	codeEntries     = extract.CodeEntries
	codeSyntax      = "OB201" // a place that could not be parsed
	codeNotText     = "OB202" // a file that is not Python text
	codeUnreadable  = extract.CodeUnreadable
	codeOrphan      = lint.CodeOrphan
	codeSameTool    = lint.CodeSameTool
	codeNotATool    = "OB206" // something that is no tool in tools=
	codeDisabled    = "OB401" // a handoff that is switched off
	codeNotHandoff  = "OB402" // something that is no handoff in handoffs=
	codeTooLarge    = "OB901" // a file is too large
	codeGaveUp      = extract.CodeGaveUp
	codeTooManySeen = extract.CodeTooMany
	codePassedOver  = "OB906" // files that neither name the SDK nor import one that does
)

// machine follows a program. It holds the state of one extraction.
type machine struct {
	pass    *extract.Pass
	modules map[string]*module // by path
	stats   map[string]fileKind
	order   []*module // in order of loading
	roots   map[string]bool
	rootsOf map[string][]string // folders in which names start, made on demand
	// projectSeen says that they include those of the project around.
	projectSeen bool
	classes     map[string]*class // of the SDK, by name
	// libClasses are those of other packages, by full name.
	libClasses map[string]*class

	pythonFunctions, libraryFunctions, sdkFunctions map[string]native

	steps     int
	calls     int
	nesting   int
	exhausted bool
	read      int                // bytes of sources read
	sources   map[string]*source // read and parsed ahead, by path
	passed    int                // files that take no part
	everyFile bool               // all files take part; tests compare

	conds     *cond
	journal   *journal
	frame     *frame
	inside    *object // the tool or guardrail whose body is followed, or nil
	bodyCond  *cond   // that this body runs
	actor     *object // the agent whose hooks are followed, or nil
	rootKey   any     // what is followed that is no function written with def, or nil
	sysPath   *list   // sys.path, once it is named
	saidPaths map[string]bool
	listed    int // entries of folders that the program lists
	units     map[any]*unit
	request   map[any]value // what a framework made for the call that is followed, by provider
	guess     int           // assumptions that are open: calls that no code makes, loops over unknown sequences

	agents    []*object
	tools     []*object // function tools and tool objects, in order of creation
	guards    []*object
	runs      []started
	functions []*function // in order of definition
	entered   map[any]bool
	escaped   []escaping               // given to code that is not among the sources
	bodyOf    map[*syntax.FuncDef]bool // bodies of tools and guardrails
	active    []*function

	toolCalls map[manifest.Position]map[string]manifest.Position // what tools' bodies call, by the tool's place

	data map[string]string // files that were read as data: SHA-256, hex

	unresolved []manifest.Unresolved
	findings   []manifest.Finding
}

func newMachine(pass *extract.Pass) *machine {
	m := &machine{
		pass: pass, modules: map[string]*module{}, stats: map[string]fileKind{},
		roots: map[string]bool{}, entered: map[any]bool{}, bodyOf: map[*syntax.FuncDef]bool{},
	}
	m.classes, m.libClasses = map[string]*class{}, map[string]*class{}
	m.pythonFunctions, m.libraryFunctions, m.sdkFunctions = pythonTable(), libraryTable(), m.sdkTable()
	for _, f := range pass.Files {
		m.roots[f] = true
	}
	return m
}

// charge counts n steps and reports whether the program may go on.
func (m *machine) charge(n int) bool {
	m.steps += n
	if m.steps < maxSteps+m.read {
		return true
	}
	if !m.exhausted {
		m.exhausted = true
		m.report(extract.Diagnostic{
			Code: codeGaveUp, Level: manifest.LevelWarning, Position: m.here(nil),
			Message: fmt.Sprintf("gave up after %d steps: the rest of the program is not followed", m.steps),
			Hint:    "name the file or directory of one workflow",
		})
	}
	return false
}

// here is the place of a node in the module that is followed.
func (m *machine) here(n interface{ Pos() syntax.Pos }) manifest.Position {
	if m.frame == nil {
		return manifest.Position{}
	}
	p := manifest.Position{Path: m.frame.mod.path}
	if n != nil {
		p.Line, p.Col = n.Pos().Line, n.Pos().Col
	}
	return p
}

// source is the text of an expression in the module that is followed.
func (m *machine) source(e syntax.Expr) string {
	if m.frame == nil || m.frame.mod.file == nil {
		return ""
	}
	return m.frame.mod.file.Text(e)
}

func (m *machine) unknownAt(n interface{ Pos() syntax.Pos }, format string, args ...any) *unknown {
	return &unknown{why: fmt.Sprintf(format, args...), pos: m.here(n)}
}

// report passes a diagnostic on and keeps it as a finding of the manifest.
func (m *machine) report(d extract.Diagnostic) {
	d.Message = m.inCell(d.Message, d.Position)
	m.keep(d.Code, d.Level, d.Position, d.Message)
	if m.pass.Report != nil {
		m.pass.Report(d)
	}
}

func (m *machine) finding(code string, level manifest.Level, pos manifest.Position, format string, args ...any) {
	m.keep(code, level, pos, m.inCell(fmt.Sprintf(format, args...), pos))
}

// keep keeps a finding, once.
func (m *machine) keep(code string, level manifest.Level, pos manifest.Position, message string) {
	f := manifest.Finding{Code: code, Level: level, Message: message, Source: pos}
	for _, g := range m.findings {
		if f == g {
			return
		}
	}
	m.findings = append(m.findings, f)
}

// undecided records something that could not be resolved, once.
func (m *machine) undecided(what, why, agent string, pos manifest.Position) {
	u := manifest.Unresolved{What: what, Why: m.inCell(why, pos), Agent: agent, Source: pos}
	for _, w := range m.unresolved {
		if u == w {
			return
		}
	}
	m.unresolved = append(m.unresolved, u)
}

// everything follows all roots, and then what nothing called: functions that
// a framework or another program may call, with unknown arguments.
func (m *machine) everything() {
	files := m.prepare()
	for _, path := range files {
		m.load(path)
	}
	for _, path := range files {
		if mod := m.modules[path]; mod != nil {
			m.run(mod)
		}
	}
	m.uncalled()
}

// bodySeen bounds how often one definition is followed as a tool's body.
func (m *machine) bodySeen(o *object, fn *function) bool {
	type key struct {
		def any
		n   int
	}
	for n := range 50 {
		k := key{fn.def, n}
		if fn.def == nil {
			return true
		}
		if !m.entered[k] {
			m.entered[k] = true
			return false
		}
	}
	return true
}

// enterUncalled follows a function that no code calls. Tool and guardrail
// bodies are left to bodies.
func (m *machine) enterUncalled(fn *function) {
	if fn.def == nil || m.entered[fn.def] || m.bodyOf[fn.def] {
		return
	}
	if fn.cls != nil && fn.self == nil && !fn.static {
		self := m.someInstance(fn.cls)
		if m.entered[fn.def] { // making the instance may have called it
			return
		}
		bound := *fn
		bound.self = self
		fn = &bound
	}
	m.guess++
	m.callUnknown(fn)
	m.guess--
}

// someInstance returns an instance of the class, made with unknown arguments
// when the program makes none.
func (m *machine) someInstance(c *class) value {
	if c.first != nil {
		return c.first
	}
	saved := m.frame
	m.frame = m.frameOf(c.mod)
	m.guess++
	defer func() { m.frame = saved; m.guess-- }()
	v := m.instantiate(c, &args{unknownRest: true, why: "no code makes an instance of " + c.name, pos: m.here(nil)})
	if c.first != nil {
		return c.first
	}
	return v
}

func (m *machine) frameOf(mod *module) *frame { return &frame{env: mod.env, mod: mod} }

// callUnknown follows the function with arguments of which nothing is known.
func (m *machine) callUnknown(fn *function) value {
	return m.callUnder(fn, nil)
}

// callUnder is callUnknown under conditions.
func (m *machine) callUnder(fn *function, under *cond) value {
	why := "no code calls " + fn.qual + ": its arguments are not known"
	return m.callWith(fn, under, &args{unknownRest: true, why: why})
}

// callWith calls a function as the outside does, under conditions. The place
// of the call is that of the function where a has none.
func (m *machine) callWith(fn *function, under *cond, a *args) value {
	saved, conds, request := m.frame, m.conds, m.request
	m.frame, m.conds, m.request = m.frameOf(fn.mod), under, map[any]value{}
	defer func() { m.frame, m.conds, m.request = saved, conds, request }()
	if a.pos.Line == 0 {
		a.pos = m.here(fn.node())
	}
	return m.callFunction(fn, a)
}

func sortedKeys[V any](in map[string]V) []string {
	out := make([]string, 0, len(in))
	for k := range in {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
