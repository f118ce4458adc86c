// Package benchmarks holds the ten benchmark workflows as manifests, and the
// figures that have been published about them.
//
// The names and edges of a workflow are facts of the public MIT-licensed
// replication package of "structural coverage of agent workflows" (arXiv
// 2605.26521); every description, instruction and schema is written for this
// repository. The package knows nothing of coverage: it hands out bytes, which
// extract/manifest reads.
package benchmarks

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

// Folder of the manifests, relative to this package.
const folder = "manifests"

//go:embed manifests/*.yaml
var files embed.FS

// Names returns the names of the workflows, sorted.
func Names() []string {
	entries, err := files.ReadDir(folder)
	if err != nil {
		panic("benchmarks: embedded folder is missing: " + err.Error())
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	slices.Sort(names)
	return names
}

// Manifest returns the manifest of the named workflow and the path, relative
// to the root of the repository, that positions in it refer to. The error of
// an unknown name lists the known ones.
func Manifest(name string) (data []byte, path string, err error) {
	if !slices.Contains(Names(), name) {
		return nil, "", fmt.Errorf("find benchmark %q: known are %s", name, strings.Join(Names(), ", "))
	}
	file := folder + "/" + name + ".yaml"
	data, err = files.ReadFile(file)
	if err != nil {
		return nil, "", fmt.Errorf("read benchmark %s: %w", name, err)
	}
	return data, "benchmarks/" + file, nil
}
