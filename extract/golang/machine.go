package golang

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
)

// Bounds of one extraction. They count work, not time, so that the same
// sources give the same answer on every machine.
const (
	maxSteps    = 3_000_000 // instructions
	maxCalls    = 40        // nested calls
	maxElements = 5_000     // of one list
	loopPasses  = 2         // executions of a function with a loop
)

// Codes of findings and diagnostics of this front end alone.
const (
	codeIllTyped = "OB207" // a package that does not type-check
	codeStubbed  = "OB208" // the SDK's module is absent
)

// machine executes the program abstractly.
type machine struct {
	p        *program
	pass     *extract.Pass
	steps    int
	gaveUp   bool
	globals  map[*ssa.Global]*object
	objects  map[string]*object // by place and call sites
	order    []*object          // agents and tools, in order of creation
	runs     []started
	stack    []*ssa.Function
	sites    []string
	conds    string
	inside   *object          // the tool or guardrail whose body is followed
	held     []*object        // tools and guardrails, in order of creation
	followed map[*object]bool // whose bodies were executed
	entered  map[*ssa.Function]bool
	// initialised are the packages whose variables have their values.
	initialised map[*ssa.Package]bool
	starts      map[token.Pos]token.Pos // of calls, by their parenthesis
	gaps        []manifest.Unresolved
}

// started is a place where the program runs an agent.
type started struct {
	agent  value
	pos    token.Pos
	when   string
	inside *object
	by     *ssa.Function // the outermost function of the project on the stack
}

func newMachine(p *program, pass *extract.Pass) *machine {
	return &machine{
		p: p, pass: pass, globals: map[*ssa.Global]*object{}, objects: map[string]*object{}, entered: map[*ssa.Function]bool{},
		initialised: map[*ssa.Package]bool{}, followed: map[*object]bool{}, starts: map[token.Pos]token.Pos{},
	}
}

// everything follows package initialisation, then main, then every function
// that nothing called.
func (m *machine) everything() {
	for _, pkg := range m.p.ssa {
		if f := pkg.Func("init"); f != nil {
			m.call(f, nil, nil, token.NoPos)
		}
	}
	for _, pkg := range m.p.ssa {
		if f := pkg.Func("main"); f != nil && pkg.Pkg.Name() == "main" {
			m.call(f, nil, nil, token.NoPos)
		}
	}
	m.bodies()
	for _, f := range m.functions() {
		if !m.entered[f] && m.mentionsSDK(f) {
			m.callUnknown(f, "no code calls "+f.Name()+": its arguments are not known")
		}
	}
	m.bodies()
}

// bodies follows what tools and guardrails do, once each, to find the agents
// that they run.
func (m *machine) bodies() {
	for i := 0; i < len(m.held); i++ {
		o := m.held[i]
		if m.followed[o] {
			continue
		}
		m.followed[o] = true
		for _, v := range []value{o.body, o.peek("OnInvokeTool"), o.peek("GuardrailFunction")} {
			for _, a := range v {
				if c, ok := a.v.(*closure); ok && m.ours(c.fn) {
					m.inside = o
					m.enter(c, unknownArguments(c.fn, "the model chooses the arguments"), c.fn.Pos())
					m.inside = nil
				}
			}
		}
	}
}

// reportGaveUp tells that the bound on steps was met.
func (m *machine) reportGaveUp() {
	if m.gaveUp {
		m.pass.Report(extract.Diagnostic{
			Code: extract.CodeGaveUp, Level: manifest.LevelWarning, Position: manifest.Position{Path: "."},
			Message: fmt.Sprintf("the analysis was given up after %d instructions: what was not reached is missing", maxSteps),
			Hint:    "extract a smaller directory",
		})
	}
}

// functions lists the functions of the project in the order of their source.
func (m *machine) functions() []*ssa.Function {
	var out []*ssa.Function
	for _, pkg := range m.p.ssa {
		for _, name := range sortedMembers(pkg) {
			switch x := pkg.Members[name].(type) {
			case *ssa.Function:
				out = append(out, x)
			case *ssa.Type:
				for _, t := range []types.Type{x.Type(), types.NewPointer(x.Type())} {
					set := pkg.Prog.MethodSets.MethodSet(t)
					for i := range set.Len() {
						if f := pkg.Prog.MethodValue(set.At(i)); f != nil && f.Synthetic == "" && f.Pkg == pkg {
							out = append(out, f)
						}
					}
				}
			}
		}
	}
	return out
}

// mentionsSDK reports whether the function uses anything of the SDK, itself or
// through its signature: only such functions are worth entering without a call.
func (m *machine) mentionsSDK(f *ssa.Function) bool {
	if f.TypeParams().Len() > 0 {
		return false
	}
	seen := false
	var ops []*ssa.Value
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok {
				if callee := c.Common().StaticCallee(); callee != nil && (fromSDK(callee) || m.ours(callee) && returnsSDK(callee)) {
					seen = true
				}
			}
			ops = instr.Operands(ops[:0])
			for _, op := range ops {
				if *op != nil && sdkType((*op).Type()) != "" {
					seen = true
				}
			}
		}
	}
	return seen
}

func returnsSDK(f *ssa.Function) bool {
	results := f.Signature.Results()
	for i := range results.Len() {
		if sdkType(results.At(i).Type()) != "" {
			return true
		}
	}
	return false
}

// ours reports whether the function has a body among the sources.
func (m *machine) ours(f *ssa.Function) bool { return len(f.Blocks) > 0 && !fromSDK(f) }

func unknownArguments(f *ssa.Function, why string) []value {
	args := make([]value, len(f.Params))
	for i, p := range f.Params {
		args[i] = isUnknown(why, p.Pos())
	}
	return args
}

func (m *machine) callUnknown(f *ssa.Function, why string) value {
	return m.call(f, unknownArguments(f, why), nil, token.NoPos)
}

func (m *machine) enter(c *closure, args []value, pos token.Pos) value {
	return m.call(c.fn, args, c.bindings, pos)
}

// call executes a function with its arguments and returns what it may return;
// a function with several results returns an object with a field for each.
func (m *machine) call(f *ssa.Function, args, bindings []value, pos token.Pos) value {
	m.entered[f] = true
	if m.gaveUp || len(m.stack) >= maxCalls {
		return isUnknown("the calls are nested too deeply", pos)
	}
	for _, active := range m.stack {
		if active == f {
			return isUnknown(f.Name()+" calls itself", pos)
		}
	}
	if f.Synthetic == packageInit {
		if m.initialised[f.Pkg] || !m.executed(f.Pkg) {
			return nil
		}
		m.initialised[f.Pkg] = true
	}
	saved := m.conds
	m.stack = append(m.stack, f)
	m.sites = append(m.sites, m.p.position(pos).String())
	fr := &frame{m: m, fn: f, env: map[ssa.Value]value{}, args: args, bindings: bindings, base: m.conds}
	fr.run()
	m.sites, m.stack, m.conds = m.sites[:len(m.sites)-1], m.stack[:len(m.stack)-1], saved
	return fr.results()
}

// at is the name of a place under the present calls: an object that is made
// there in each call is one object.
func (m *machine) at(pos token.Pos) string {
	return fmt.Sprintf("%d %s", pos, strings.Join(m.sites, " "))
}

// made returns the object that the instruction makes under the present calls.
func (m *machine) made(k kind, pos token.Pos, t types.Type) *object {
	key := fmt.Sprintf("%d %s", k, m.at(pos))
	o := m.objects[key]
	if o == nil {
		o = &object{kind: k, pos: pos, calls: strings.Join(m.sites, " "), typ: t, when: m.conds, symbol: m.place(), how: manifest.FromLiteral}
		if len(m.stack) > 0 && m.stack[len(m.stack)-1].Name() != "main" && !isInit(m.stack[len(m.stack)-1]) {
			o.how = manifest.FromFactory
		}
		m.objects[key] = o
		m.hold(o)
		if k == anAgent || k == aTool || k == aHandoff || k == anAgentAs {
			m.order = append(m.order, o)
		}
	}
	return o
}

// hold remembers what has a body that somebody else calls.
func (m *machine) hold(o *object) {
	if o.kind == aTool {
		m.held = append(m.held, o)
		return
	}
	if o.typ == nil {
		return
	}
	switch sdkType(o.typ) {
	case "FunctionTool", "InputGuardrail", "OutputGuardrail":
		m.held = append(m.held, o)
	}
}

// packageInit is how ssa names the function that initialises a package.
const packageInit = "package initializer"

func isInit(f *ssa.Function) bool { return f.Name() == "init" || strings.HasPrefix(f.Name(), "init#") }

// place names the function that is being executed.
func (m *machine) place() string {
	if len(m.stack) == 0 {
		return ""
	}
	f := m.stack[len(m.stack)-1]
	if f.Pkg == nil {
		return f.Name()
	}
	return f.Pkg.Pkg.Name() + "." + f.Name()
}

func (m *machine) undecided(what, why, agent string, pos token.Pos) {
	m.gaps = append(m.gaps, manifest.Unresolved{What: what, Why: why, Agent: agent, Source: m.p.position(pos)})
}
