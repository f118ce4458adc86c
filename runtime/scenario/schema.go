package scenario

import (
	_ "embed"
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/obligato-dev/obligato/internal/document"
)

//go:embed schema/scenario.v1.json
var schemaJSON []byte

// SchemaJSON returns the JSON Schema of the format.
func SchemaJSON() []byte { return slices.Clone(schemaJSON) }

// compiled panics only if the schema that we ship is broken, which every test
// would show.
var compiled = sync.OnceValue(func() *jsonschema.Schema {
	s, err := document.CompileSchema("scenario.v1.json", schemaJSON)
	if err != nil {
		panic(err)
	}
	return s
})

func validate(doc *document.Document) []document.Problem { return doc.Validate(compiled()) }
