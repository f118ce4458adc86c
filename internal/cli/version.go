package cli

import (
	"encoding/json"
	"fmt"
	goruntime "runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionReport is the JSON of `obligato version --format json`.
type versionReport struct {
	Schema  string `json:"schema"`
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

func (a *app) versionCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version of obligato and of the Go that built it",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			v := buildVersion()
			if format == "json" {
				return json.NewEncoder(a.Stdout).Encode(v)
			}
			_, err := fmt.Fprintf(a.Stdout, "obligato %s (%s, %s/%s)\n", v.Version, v.Go, v.OS, v.Arch)
			return err
		},
	}
	formatFlag(c, &format, "text", "json")
	return c
}

func buildVersion() versionReport {
	v := versionReport{Schema: "obligato.version/v1", Version: "(devel)", Go: goruntime.Version(), OS: goruntime.GOOS, Arch: goruntime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v.Commit = s.Value
		}
	}
	return v
}
