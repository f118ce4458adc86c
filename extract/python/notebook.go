package python

import "strings"

// isNotebook tells Jupyter notebooks by their name.
func isNotebook(p string) bool { return strings.HasSuffix(p, ".ipynb") }
