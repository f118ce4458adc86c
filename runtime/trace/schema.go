package trace

import (
	_ "embed"
	"slices"
)

//go:embed schema/trace.v1.json
var schemaJSON []byte

// SchemaJSON returns the JSON Schema of one line of a trace, for those who
// write traces from other languages. Read does not use it; a test holds the
// two together.
func SchemaJSON() []byte { return slices.Clone(schemaJSON) }
