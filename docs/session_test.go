// Package docs_test runs the commands that the README and the pages of docs/
// show, and compares what they print with what the pages say.
package docs_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/internal/cli"
	"github.com/obligato-dev/obligato/internal/golden"
)

const (
	fence     = "```"
	openFence = "```console"
	prompt    = "$ "
)

// TestPagesShowWhatCommandsPrint runs every console block that starts with
// obligato, or with go run ./cmd/obligato, in the order of the page and in one
// directory. With -update it writes the output into the page.
func TestPagesShowWhatCommandsPrint(t *testing.T) {
	repo, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(repo, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, page := range append(pages, filepath.Join(repo, "README.md")) {
		t.Run(filepath.Base(page), func(t *testing.T) {
			ran += checkPage(t, repo, page)
		})
	}
	if ran == 0 {
		t.Error("no page shows a command: nothing was checked")
	}
}

// checkPage returns how many commands of the page it ran.
func checkPage(t *testing.T, repo, page string) int {
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	if err := os.Symlink(filepath.Join(repo, "benchmarks"), filepath.Join(work, "benchmarks")); err != nil {
		t.Fatal(err)
	}
	// A page may work on files of its own, in testdata under its name.
	own := filepath.Join(repo, "docs", "testdata", strings.TrimSuffix(filepath.Base(page), ".md"))
	if _, err := os.Stat(own); err == nil {
		if err := os.CopyFS(work, os.DirFS(own)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(work)

	ran := 0
	var out strings.Builder
	lines := strings.SplitAfter(string(old), "\n")
	for i := 0; i < len(lines); i++ {
		out.WriteString(lines[i])
		if strings.TrimSpace(lines[i]) != openFence || i+1 == len(lines) {
			continue
		}
		i++
		out.WriteString(lines[i])
		args, ours := command(strings.TrimSuffix(lines[i], "\n"))
		if !ours {
			continue
		}
		for i+1 < len(lines) && strings.TrimSpace(lines[i+1]) != fence {
			i++
		}
		out.WriteString(run(t, args))
		ran++
	}
	if golden.Update() {
		if err := os.WriteFile(page, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return ran
	}
	if diff := cmp.Diff(string(old), out.String()); diff != "" {
		t.Errorf("%s shows something else than the commands print (-page +printed); -update accepts:\n%s", page, diff)
	}
	return ran
}

// command splits a line of a session into the arguments of obligato. It
// reports false for other commands.
func command(line string) ([]string, bool) {
	words := fields(strings.TrimPrefix(line, prompt))
	switch {
	case !strings.HasPrefix(line, prompt) || len(words) == 0:
		return nil, false
	case words[0] == "obligato":
		return words[1:], true
	case len(words) > 3 && strings.Join(words[:3], " ") == "go run ./cmd/obligato":
		return words[3:], true
	}
	return nil, false
}

// fields splits a line at spaces outside single quotes, which are all the
// quoting that the pages use.
func fields(line string) []string {
	var words []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		words = append(words, strings.Fields(part)...)
	}
	return words
}

// run returns what the command prints on both streams, as a terminal shows it.
func run(t *testing.T, args []string) string {
	t.Helper()
	var screen bytes.Buffer
	world := cli.World{
		Stdin: strings.NewReader(""), Stdout: &screen, Stderr: &screen,
		Getenv: func(string) string { return "" }, Now: time.Now,
	}
	if code := cli.Main(context.Background(), world, args); code != 0 {
		fmt.Fprintf(&screen, "exit %d\n", code)
	}
	return screen.String()
}

// TestConfigurationPageShowsItsFile: the session of the page runs on the
// configuration that the page shows.
func TestConfigurationPageShowsItsFile(t *testing.T) {
	page, err := os.ReadFile("configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("testdata/configuration/obligato.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), fence+"yaml\n"+string(file)+fence+"\n") {
		t.Error("configuration.md does not show testdata/configuration/obligato.yaml as it is")
	}
}
