package model

// maxSchemaDepth bounds how deep a JSON Schema is followed.
const maxSchemaDepth = 16

// stringList returns the strings of a JSON array, also where Go code built it.
func stringList(v any) []string {
	if list, ok := v.([]string); ok {
		return list
	}
	list, _ := v.([]any)
	var out []string
	for _, e := range list {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}
