package manifest

import (
	_ "embed"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/obligato-dev/obligato/internal/document"
)

var (
	//go:embed schema/manifest.v1.json
	ownSchema string
	//go:embed schema/benchmark.v3.json
	benchmarkSchema string
	//go:embed schema/lock.v1.json
	lockSchema string
)

// SchemaJSON returns the JSON Schema of obligato.manifest/v1, for editors.
func SchemaJSON() []byte { return []byte(ownSchema) }

// BenchmarkSchemaJSON returns the JSON Schema of the benchmark format 3.0 as
// far as Read understands it.
func BenchmarkSchemaJSON() []byte { return []byte(benchmarkSchema) }

// The schemas are constants of the program, compiled when first needed.
var (
	compileOwn = sync.OnceValues(func() (*jsonschema.Schema, error) {
		return document.CompileSchema("manifest.v1.json", []byte(ownSchema))
	})
	compileLock = sync.OnceValues(func() (*jsonschema.Schema, error) {
		return document.CompileSchema("lock.v1.json", []byte(lockSchema))
	})
	compileBenchmark = sync.OnceValues(func() (*jsonschema.Schema, error) {
		return document.CompileSchema("benchmark.v3.json", []byte(benchmarkSchema))
	})
)
