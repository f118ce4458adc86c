package python

import (
	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/extract/python/syntax"
)

func run(pass *extract.Pass) (*manifest.Manifest, error) {
	if err := syntax.Available(); err != nil {
		return nil, err
	}
	return nil, extract.ErrNoWorkflow
}
