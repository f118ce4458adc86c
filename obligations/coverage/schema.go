package coverage

import _ "embed"

var (
	//go:embed schema/coverage.v1.json
	summarySchema string
	//go:embed schema/profile.v1.json
	profileSchema string
)

// SummarySchemaJSON returns the JSON Schema of coverage.json.
func SummarySchemaJSON() []byte { return []byte(summarySchema) }

// ProfileSchemaJSON returns the JSON Schema of profile.json.
func ProfileSchemaJSON() []byte { return []byte(profileSchema) }
