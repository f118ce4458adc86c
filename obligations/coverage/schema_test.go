package coverage

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// validates fails the test unless the schema accepts the document.
func validates(t testing.TB, schema, document []byte) {
	t.Helper()
	if err := validate(t, schema, document); err != nil {
		t.Errorf("%v\n%.2000s", err, document)
	}
}

func validate(t testing.TB, schema, document []byte) error {
	t.Helper()
	return compiled(schema).Validate(decoded(document))
}

var compiledSummary = compiled(SummarySchemaJSON())

func compiled(schema []byte) *jsonschema.Schema {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", decoded(schema)); err != nil {
		panic(err)
	}
	return c.MustCompile("schema.json")
}

func decoded(document []byte) any {
	d, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		panic(err)
	}
	return d
}

// TestSchemasCanFail: a schema that accepts everything checks nothing.
func TestSchemasCanFail(t *testing.T) {
	for name, schema := range map[string][]byte{"coverage": SummarySchemaJSON(), "profile": ProfileSchemaJSON()} {
		if validate(t, schema, []byte(`{}`)) == nil || validate(t, schema, []byte(`{"schema":"x"}`)) == nil {
			t.Errorf("the %s schema accepts an empty document", name)
		}
	}
	bad := `{"schema":"obligato.profile/v1","obligations_digest":"","entries":[{"best":{"obligation":"X","run":"r","verdict":"fail","outcome":"missed","origin":"tests","mode":"live","runtime":"sdk"},"runs":["000000000000000000000000:00000000"]}]}`
	if validate(t, ProfileSchemaJSON(), []byte(bad)) == nil {
		t.Error("the profile schema accepts a fail without a reason")
	}
}
