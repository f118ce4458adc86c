package benchmarks_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/benchmarks"
)

func TestNamesAreThePublishedOnes(t *testing.T) {
	var want []string
	for _, f := range benchmarks.Published() {
		want = append(want, f.Workflow)
	}
	if diff := cmp.Diff(want, benchmarks.Names()); diff != "" {
		t.Errorf("Names() (-published +got):\n%s", diff)
	}
}

func TestManifestGivesTheFileAtItsPath(t *testing.T) {
	for _, name := range benchmarks.Names() {
		data, path, err := benchmarks.Manifest(name)
		if err != nil {
			t.Fatal(err)
		}
		onDisk, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		if string(onDisk) != string(data) {
			t.Errorf("%s: embedded bytes differ from the file", path)
		}
	}
}

func TestManifestOfUnknownName(t *testing.T) {
	for _, name := range []string{"", "nope", "../published", "autopitch.yaml"} {
		_, _, err := benchmarks.Manifest(name)
		if err == nil || !strings.Contains(err.Error(), "known are autopitch, ") {
			t.Errorf("Manifest(%q) error = %v, want one that lists the known names", name, err)
		}
	}
}

func TestPublishedFiguresAddUp(t *testing.T) {
	sum := benchmarks.Figures{Workflow: "total"}
	for _, f := range benchmarks.Published() {
		if got := f.Agents*f.Tools - f.Allowed; got != f.Restricted {
			t.Errorf("%s: complement has %d pairs, published are %d", f.Workflow, got, f.Restricted)
		}
		if got := f.Agents + f.Allowed + f.Restricted + f.Delegations; got != f.Obligations {
			t.Errorf("%s: criteria add up to %d, published are %d", f.Workflow, got, f.Obligations)
		}
		sum.Agents += f.Agents
		sum.Tools += f.Tools
		sum.Allowed += f.Allowed
		sum.Restricted += f.Restricted
		sum.Delegations += f.Delegations
		sum.Obligations += f.Obligations
	}
	if diff := cmp.Diff(benchmarks.PublishedTotal(), sum); diff != "" {
		t.Errorf("sum of the workflows (-published +got):\n%s", diff)
	}
}
