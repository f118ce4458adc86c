package golang

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// hostedTool is a tool type of the SDK with a fixed runtime name.
type hostedTool struct {
	name string
	kind manifest.ToolKind
	doc  string
}

// hostedTools are the tool types that are no functions of the program.
var hostedTools = map[string]hostedTool{
	"WebSearchTool":       {"web_search_preview", manifest.ToolHosted, "Searches the web."},
	"FileSearchTool":      {"file_search", manifest.ToolHosted, "Searches uploaded files."},
	"CodeInterpreterTool": {"code_interpreter", manifest.ToolHosted, "Runs code in a sandbox of the provider."},
	"ImageGenerationTool": {"image_generation", manifest.ToolHosted, "Generates images."},
	"HostedMCPTool":       {"hosted_mcp", manifest.ToolHosted, "Tools of a remote MCP server."},
	"ComputerTool":        {"computer_use_preview", manifest.ToolFunction, "Controls a computer."},
	"LocalShellTool":      {"local_shell", manifest.ToolFunction, "Runs shell commands on this machine."},
}

// setters are the builder methods of Agent that set a field.
var setters = map[string]string{
	"WithInstructions": "Instructions", "WithInstructionsFunc": "Instructions", "WithInstructionsGetter": "Instructions",
	"WithHandoffDescription": "HandoffDescription", "WithHandoffs": "Handoffs", "WithAgentHandoffs": "AgentHandoffs",
	"WithModel": "Model", "WithTools": "Tools", "WithMCPServers": "MCPServers", "WithPrompt": "Prompt",
	"WithInputGuardrails": "InputGuardrails", "WithOutputGuardrails": "OutputGuardrails",
}

// adders are the builder methods of Agent that append to a list.
var adders = map[string]string{"AddTool": "Tools", "AddMCPServer": "MCPServers"}

// sdkType returns the name of a type of the SDK's package, through pointers.
func sdkType(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != sdkPackage {
		return ""
	}
	return n.Obj().Name()
}

func fromSDK(f *ssa.Function) bool {
	if o := f.Origin(); o != nil {
		f = o
	}
	pkg := f.Pkg
	return pkg != nil && (pkg.Pkg.Path() == sdkModule || strings.HasPrefix(pkg.Pkg.Path(), sdkModule+"/"))
}

func sortedMembers(p *ssa.Package) []string { return slices.Sorted(maps.Keys(p.Members)) }

// call executes a call.
func (f *frame) call(c ssa.CallInstruction) value {
	common := c.Common()
	args := make([]value, len(common.Args))
	for i, a := range common.Args {
		args[i] = f.get(a)
	}
	if b, ok := common.Value.(*ssa.Builtin); ok {
		return f.builtin(b.Name(), args, c)
	}
	if common.IsInvoke() {
		f.callbacks(args, c.Pos())
		return isUnknown("a call through the interface of "+common.Method.Name(), c.Pos())
	}
	var out value
	for _, a := range f.get(common.Value) {
		fn, ok := a.v.(*closure)
		if !ok {
			f.callbacks(args, c.Pos())
			out = join(out, isUnknown("a call of a function that is not known", c.Pos()))
			continue
		}
		out = join(out, f.apply(fn, args, c).under(a.when))
	}
	return out
}

func (f *frame) apply(fn *closure, args []value, c ssa.CallInstruction) value {
	switch {
	case fromSDK(fn.fn):
		return f.sdkCall(fn.fn, args, c)
	case f.m.ours(fn.fn):
		return f.m.enter(fn, args, c.Pos())
	}
	f.callbacks(args, c.Pos())
	return f.library(fn.fn, args, c)
}

// callbacks follows functions that are given to code outside of the sources.
func (f *frame) callbacks(args []value, pos token.Pos) {
	for _, v := range args {
		for _, a := range v {
			if c, ok := a.v.(*closure); ok && f.m.ours(c.fn) {
				f.m.enter(c, unknownArguments(c.fn, "code outside of the sources gives the arguments"), pos)
			}
		}
	}
}

// library models the few functions of other packages that names are made with.
func (f *frame) library(fn *ssa.Function, args []value, c ssa.CallInstruction) value {
	switch fn.String() {
	case "fmt.Sprintf":
		if s, ok := sprintf(args); ok {
			return value{{v: constant.MakeString(s)}}
		}
	case "strings.ToLower", "strings.ToUpper", "strings.TrimSpace":
		if s, ok := args[0].text(); ok {
			change := map[string]func(string) string{"ToLower": strings.ToLower, "ToUpper": strings.ToUpper, "TrimSpace": strings.TrimSpace}
			return value{{v: constant.MakeString(change[fn.Name()](s))}}
		}
	}
	return isUnknown("the result of "+fn.Name()+", which is not among the sources", c.Pos())
}

// sprintf formats texts and numbers that are all known.
func sprintf(args []value) (string, bool) {
	format, ok := args[0].text()
	if !ok || len(args) != 2 {
		return "", false
	}
	var operands []any
	for _, a := range args[1] {
		list, ok := a.v.(*object)
		if !ok {
			continue
		}
		for _, e := range list.elems {
			if len(e.v) != 1 {
				return "", false
			}
			c, ok := e.v[0].v.(constant.Value)
			if !ok {
				return "", false
			}
			operands = append(operands, constant.Val(c))
		}
	}
	s := fmt.Sprintf(format, operands...)
	return s, !strings.Contains(s, "%!")
}

func (f *frame) builtin(name string, args []value, c ssa.CallInstruction) value {
	switch name {
	case "append":
		return f.appended(args, c)
	case "len":
		if list, ok := args[0].list(); ok && len(list.gaps) == 0 {
			return value{{v: constant.MakeInt64(int64(len(list.elems)))}}
		}
	}
	return isUnknown("the result of "+name, c.Pos())
}

// list is the only list that the value can be.
func (v value) list() (*object, bool) {
	if len(v) != 1 {
		return nil, false
	}
	o, ok := v[0].v.(*object)
	if !ok {
		return nil, false
	}
	o = o.asList()
	return o, o.kind == aList
}

// appended is a new list of the elements of both.
func (f *frame) appended(args []value, c ssa.CallInstruction) value {
	out := f.m.made(aList, c.Pos(), c.Common().Args[0].Type())
	for i, v := range args {
		for _, a := range v {
			if a.v == nil {
				continue
			}
			o, ok := a.v.(*object)
			if !ok {
				out.gaps = append(out.gaps, unknown{value{a}.why("list"), c.Pos()})
				continue
			}
			from := o.asList()
			for _, e := range from.elems {
				if e.when = both(a.when, e.when); i > 0 {
					e.pos, e.how = f.start(c.Pos()), manifest.FromLateMutation
				}
				out.add(e)
			}
			out.gaps = append(out.gaps, from.gaps...)
		}
	}
	return value{{v: out}}
}

// sdkCall models the SDK.
func (f *frame) sdkCall(fn *ssa.Function, args []value, c ssa.CallInstruction) value {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	name := fn.Name()
	if recv := fn.Signature.Recv(); recv != nil && sdkType(recv.Type()) == "Agent" {
		return f.agentMethod(name, args, c)
	}
	switch name {
	case "New":
		o := f.m.made(anAgent, f.start(c.Pos()), nil)
		o.field("Name").v = args[0]
		return value{{v: o}}
	case "NewFunctionTool", "NewFunctionToolAny":
		return f.functionTool(args, c)
	case "SafeNewFunctionTool":
		return pair(f.functionTool(args, c))
	case "HandoffFromAgent", "UnsafeHandoffFromAgent":
		return f.handoff(args[0], c)
	case "SafeHandoffFromAgent":
		return pair(f.handoff(args[0], c))
	case "FunctionToolDisabled", "HandoffDisabled":
		return value{{v: constant.MakeBool(false)}}
	case "FunctionToolEnabled", "HandoffEnabled":
		return value{{v: constant.MakeBool(true)}}
	case "NewFunctionToolEnabledFlag", "NewHandoffEnabledFlag", "PromptWithHandoffInstructions":
		return args[0]
	}
	if strings.HasPrefix(name, "Run") {
		f.started(fn, args, c)
	}
	f.callbacks(args, f.start(c.Pos()))
	return isUnknown("the result of "+name+" of the SDK", f.start(c.Pos()))
}

// started records a run of an agent: any function of the SDK that is called
// Run… and takes one.
func (f *frame) started(fn *ssa.Function, args []value, c ssa.CallInstruction) {
	for i, v := range args {
		if i < len(fn.Params) && sdkType(fn.Params[i].Type()) != "Agent" {
			continue
		}
		if i >= len(fn.Params) && !hasAgent(v) {
			continue
		}
		var by *ssa.Function
		for _, caller := range f.m.stack {
			if by == nil || isInit(by) || by.Name() == "main" {
				by = caller
			}
		}
		f.m.runs = append(f.m.runs, started{agent: v, pos: f.start(c.Pos()), when: f.m.conds, inside: f.m.inside, by: by})
		return
	}
}

func hasAgent(v value) bool {
	for _, a := range v {
		if o, ok := a.v.(*object); ok && o.kind == anAgent {
			return true
		}
	}
	return false
}

// pair is the result (v, err) of a call.
func pair(v value) value {
	o := &object{kind: aStruct}
	o.field("0").v, o.field("1").v = v, value{{}}
	return value{{v: o}}
}

func (f *frame) agentMethod(name string, args []value, c ssa.CallInstruction) value {
	self := args[0]
	if field, ok := setters[name]; ok && len(args) > 1 {
		f.change(self, func(o *object, when string, certain bool) {
			cell := o.field(field)
			if v := args[1]; certain {
				cell.v = v
			} else {
				cell.v = join(cell.v, v.under(when))
			}
		})
		return self
	}
	if field, ok := adders[name]; ok && len(args) > 1 {
		f.change(self, func(o *object, when string, _ bool) {
			list := f.m.made(aList, o.pos, nil)
			for _, a := range o.field(field).v {
				if old, ok := a.v.(*object); ok && old != list {
					for _, e := range old.asList().elems {
						e.when = both(a.when, e.when)
						list.add(e)
					}
					list.gaps = append(list.gaps, old.gaps...)
				}
			}
			list.add(element{v: args[1], when: when, pos: f.start(c.Pos()), how: manifest.FromLateMutation})
			o.field(field).v = value{{v: list}}
		})
		return self
	}
	switch {
	case name == "AsTool" && len(args) > 1:
		o := f.m.made(anAgentAs, f.start(c.Pos()), nil)
		o.wraps = self
		for field, v := range fieldsOf(args[1]) {
			o.field(field).v = v
		}
		return value{{v: o}}
	case strings.HasPrefix(name, "With"):
		return self
	}
	return isUnknown("the result of "+name+" of the SDK", f.start(c.Pos()))
}

// change applies what a builder method does to each agent that it may be
// called on: certainly, where there is one and no condition beyond that of the
// agent itself.
func (f *frame) change(self value, do func(o *object, when string, certain bool)) {
	for _, a := range self {
		o, ok := a.v.(*object)
		if !ok {
			continue
		}
		when := both(a.when, strings.TrimPrefix(strings.TrimPrefix(f.m.conds, o.when), " and "))
		do(o, when, when == "" && len(self) == 1 && !f.openLoop)
	}
}

// fieldsOf lists the fields of a struct that is given as an argument.
func fieldsOf(v value) map[string]value {
	out := map[string]value{}
	for _, a := range v {
		if o, ok := a.v.(*object); ok {
			for name, c := range o.fields {
				out[name] = join(out[name], c.v)
			}
		}
	}
	return out
}

func (f *frame) functionTool(args []value, c ssa.CallInstruction) value {
	o := f.m.made(aTool, f.start(c.Pos()), nil)
	o.field("Name").v, o.field("Description").v, o.body = args[0], args[1], args[2]
	for _, a := range args[2] {
		fn, ok := a.v.(*closure)
		if !ok {
			continue
		}
		if s, known := args[0].text(); known && s == "" {
			o.field("Name").v = value{{v: constant.MakeString(snakeCase(fn.fn.Name()))}}
		}
		params := fn.fn.Signature.Params()
		if n := params.Len(); n > 0 {
			o.schema = params.At(n - 1).Type()
		}
	}
	return value{{v: o}}
}

func (f *frame) handoff(params value, c ssa.CallInstruction) value {
	o := f.m.made(aHandoff, f.start(c.Pos()), nil)
	fields := fieldsOf(params)
	for name, v := range fields {
		o.field(name).v = v
	}
	o.wraps = fields["Agent"]
	return value{{v: o}}
}

// snakeCase is how the SDK names a tool after its function by default.
func snakeCase(s string) string {
	var b strings.Builder
	for i, r := range s {
		if unicode.IsUpper(r) && i > 0 && s[i-1] != '_' {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
