package golang

import (
	"errors"
	"os/exec"
	"strings"

	"github.com/obligato-dev/obligato/extract"
)

// Version is the version of this front end, part of every manifest it makes.
const Version = "1"

// sdkModule is the module of the SDK, sdkPackage its main package.
const (
	sdkModule  = "github.com/nlpodyssey/openai-agents-go"
	sdkPackage = sdkModule + "/agents"
)

// Frontend returns the front end for the OpenAI Agents SDK for Go.
func Frontend() extract.Frontend {
	return extract.Frontend{
		Name:      "go",
		Doc:       "Go programs that use the OpenAI Agents SDK for Go (" + sdkModule + ")",
		Match:     func(path string) bool { return strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") },
		Available: available,
		OnDisk:    true,
		Extract:   run,
	}
}

func available() error {
	if _, err := exec.LookPath("go"); err != nil {
		return errors.New("the Go front end needs the Go toolchain, and no go command is on the PATH: install Go, see https://go.dev/doc/install")
	}
	return nil
}
