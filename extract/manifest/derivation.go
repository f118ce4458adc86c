package manifest

// Certainty says how surely an agent, a tool or an edge exists in the running
// program. It is a statement about the extraction, so that neither digest
// covers it.
type Certainty string

// Certainties. Where several hold, the weakest is written: assumed, then
// conditional.
const (
	Certain     Certainty = ""            // follows from the source on every path
	OnCondition Certainty = "conditional" // only under the edge's Condition; an agent or tool: made on some paths only
	Assumed     Certainty = "assumed"     // rests on an assumption of the extractor
)

// Weaker returns the less certain of two certainties.
func Weaker(a, b Certainty) Certainty {
	if a == Assumed || b == Certain {
		return a
	}
	return b
}

// Derivation is one way in which an agent, a tool or an edge was found. The
// names are those that Derived fields hold.
type Derivation struct {
	Name string
	Doc  string
}

// The names of Derivations, for front ends.
const (
	FromLiteral       = "literal"
	FromVariable      = "variable"
	FromArgument      = "argument"
	FromFactory       = "factory"
	FromSubclass      = "subclass"
	FromDecorator     = "decorator"
	FromComprehension = "comprehension"
	FromLoop          = "loop"
	FromGenerator     = "generator"
	FromConcatenation = "concatenation"
	FromUnpacking     = "unpacking"
	FromLateMutation  = "late mutation"
	FromClone         = "clone"
	FromCopy          = "copy"
	FromNamespace     = "namespace"
	FromCapability    = "capability"
	FromToolFilter    = "tool filter"
	FromToolBody      = "tool body"
	FromGuardrailBody = "guardrail body"
	FromCode          = "code"
	FromName          = "by name"
	FromLive          = "live"
	FromOverlay       = "overlay"
)

// Derivations is the closed list of what our front ends, the live extraction
// and the overlay write into Derived fields. Read takes any text, because a
// manifest may have been written by something else.
func Derivations() []Derivation {
	return []Derivation{
		{FromLiteral, "written where it is used: a constructor call, an element of a list display"},
		{FromVariable, "through a name, an attribute, or an element of a table"},
		{FromArgument, "passed to a function that puts it into a list"},
		{FromFactory, "made by a function, method or class of the workflow"},
		{FromSubclass, "made by a subclass of the SDK's class"},
		{FromDecorator, "a function made into a tool"},
		{FromComprehension, "made by a comprehension, map or the like"},
		{FromLoop, "made or attached in the body of a loop"},
		{FromGenerator, "given by a generator function"},
		{FromConcatenation, "a part of lists that are added"},
		{FromUnpacking, "through * or **"},
		{FromLateMutation, "attached or replaced after the agent was made"},
		{FromClone, "a clone that shares what it does not replace"},
		{FromCopy, "a copy of another object"},
		{FromNamespace, "a tool under the prefix of a namespace"},
		{FromCapability, "brought along by a capability of a sandbox agent"},
		{FromToolFilter, "named by the static filter of a tool server"},
		{FromToolBody, "run by the body of a tool"},
		{FromGuardrailBody, "run by the body of a guardrail"},
		{FromCode, "run by code of the workflow"},
		{FromName, "found by a name alone"},
		{FromLive, "seen in the running program only"},
		{FromOverlay, "declared in the configuration"},
	}
}
