package archtest

// Obligato is the architecture of this project; ARCHITECTURE.md tells it in
// prose.
var Obligato = Rules{
	Module: "github.com/obligato-dev/obligato",
	Layers: [][]string{
		{"internal/canonical", "internal/golden", "internal/shell", "internal/gittree", "internal/cache", "internal/disk", "internal/archtest", "benchmarks"},
		{"internal/document"},
		{"extract/manifest", "runtime/scenario", "runtime/trace", "internal/worker"},
		{"runtime/trace/..."}, // importers, one folder a foreign format
		{"graph"},
		{"extract/lint"},
		{"extract"},
		{"extract/internal/..."}, // what the front ends share
		{"extract/python", "extract/python/...", "extract/typescript", "extract/typescript/...", "extract/golang", "extract/golang/...", "extract/live"},
		{"obligations"},
		{"obligations/coverage"},
		{"runtime/model"},
		{"runtime"},
		{"runtime/runtimetest"},
		{"runtime/interp", "runtime/sdk", "runtime/command", "runtime/http", "runtime/fault"},
		{"generate", "obligations/gate", "obligations/diff"},
		{"generate/campaign"},
		{"internal/report", "internal/config"},
		{"internal/cli"},
		{"cmd/obligato"},
	},
	ThirdParty: map[string][]string{
		"internal/canonical":   {"github.com/go-json-experiment/json"},
		"internal/golden":      {"github.com/google/go-cmp"},
		"internal/document":    {"github.com/go-json-experiment/json", "github.com/santhosh-tekuri/jsonschema/v6", "golang.org/x/text", "gopkg.in/yaml.v3"},
		"extract/manifest":     {"github.com/santhosh-tekuri/jsonschema/v6"},
		"runtime/scenario":     {"github.com/santhosh-tekuri/jsonschema/v6"},
		"runtime/trace":        {"github.com/go-json-experiment/json"},
		"extract/python/...":   {"github.com/tree-sitter"},
		"extract/golang":       {"golang.org/x/tools"},
		"extract/internal/...": {"github.com/tree-sitter"},
		"graph":                {"gonum.org/v1/gonum"},
		"runtime/model":        {"github.com/sashabaranov/go-openai", "github.com/kljensen/snowball"},
		"runtime/runtimetest":  {"github.com/google/go-cmp"}, // a contract suite, imported by tests
		"internal/report":      {"github.com/mattn/go-runewidth"},
		"internal/config":      {"github.com/santhosh-tekuri/jsonschema/v6"},
		"internal/cli":         {"github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/vbauerster/mpb/v8", "golang.org/x/term"},
	},
	TestOnly: []string{
		"github.com/google/go-cmp", "pgregory.net/rapid", "github.com/rogpeppe/go-internal", "golang.org/x/tools/txtar",
		"github.com/go-json-experiment/json",        // a strict oracle
		"github.com/tree-sitter/tree-sitter-python", // what the parser takes by itself
		"github.com/santhosh-tekuri/jsonschema/v6",  // what we write fits its schema
	},
	Pure: []string{
		"internal/canonical", "internal/document", "internal/shell", "internal/config", "extract/manifest", "extract/lint", "graph",
		"obligations", "obligations/...", "runtime/scenario", "runtime/trace", "runtime/trace/...",
	},
	Panics: map[string]string{
		"benchmarks/benchmarks.go":   "the embedded folder is part of the program",
		"runtime/scenario/schema.go": "the embedded schema is part of the program",
	},
	Exits:    []string{"cmd/obligato"},
	MaxLines: 600,
}
