package manifest

// MaxCalls bounds the calls that one tool lists.
const MaxCalls = 64

// Call is a call in the body of a tool.
type Call struct {
	// Function is the qualified name of what is called.
	Function string   `json:"function" yaml:"function"`
	Source   Position `json:"source,omitzero" yaml:"source,omitempty"` // the first place that calls it
}

// Suppression asks not to count the findings of one code at a place. A source
// says so in a comment, a manifest in its suppressions. The finding stays in
// the manifest with the reason; a suppression that meets no finding is a
// finding itself.
type Suppression struct {
	Code   string `json:"code" yaml:"code"`     // OBnnn
	Reason string `json:"reason" yaml:"reason"` // why it is not counted
	// Path is the file that it covers; empty means the whole workflow.
	Path string `json:"path,omitempty" yaml:"path,omitempty"`
	// First and Last are the 1-based lines that it covers in the file, both
	// included; both zero mean all.
	First  int      `json:"first,omitempty" yaml:"first,omitempty"`
	Last   int      `json:"last,omitempty" yaml:"last,omitempty"`
	Source Position `json:"source,omitzero" yaml:"source,omitempty"` // where it is written
}

// Covers reports whether the suppression is about the finding.
func (s Suppression) Covers(f Finding) bool {
	switch {
	case s.Code != f.Code:
		return false
	case s.Path == "":
		return true
	case s.Path != f.Source.Path:
		return false
	}
	return s.First == 0 || s.First <= f.Source.Line && f.Source.Line <= s.Last
}

// Active lists the findings that count: those that are not suppressed.
func Active(list []Finding) []Finding {
	var out []Finding
	for _, f := range list {
		if f.Suppressed == "" {
			out = append(out, f)
		}
	}
	return out
}
