package python

import (
	"strings"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

// Version is the version of this front end, part of every manifest it makes.
const Version = "1"

// Frontend returns the front end for the OpenAI Agents SDK for Python.
func Frontend() extract.Frontend {
	return extract.Frontend{
		Name:      "python",
		Doc:       "Python programs and notebooks that use the OpenAI Agents SDK",
		Match:     func(path string) bool { return strings.HasSuffix(path, ".py") || isNotebook(path) },
		Available: syntax.Available,
		Extract:   run,
	}
}
