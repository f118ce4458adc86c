package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/internal/shell"
)

// States of a check of the doctor.
const (
	stateOK      = "ok"
	stateMissing = "missing" // something optional is not there
	stateBlocked = "blocked" // something that the path needs is not there
)

// check is one line of the doctor.
type check struct {
	Name  string `json:"name"`
	State string `json:"state"`
	Found string `json:"found"`
	Next  string `json:"next,omitempty"`
}

func (a *app) doctorCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "doctor [PATH]",
		Short: "Check what this machine has for measuring a workflow, with a next step for each gap",
		Long: `Doctor looks at the front ends of this build, the model endpoint, the Python
interpreter with its Agents SDK, and the folder for runs. It starts nothing but
"python -c" to ask for versions, calls no model and prints no key.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			checks := a.diagnose(c.Context(), args)
			if err := a.printChecks(format, checks); err != nil {
				return err
			}
			for _, ch := range checks {
				if ch.State == stateBlocked {
					return exitWith(exitUsage)
				}
			}
			return nil
		},
	}
	formatFlag(c, &format, "text", "json")
	return c
}

func (a *app) printChecks(format string, checks []check) error {
	if format == "json" {
		e := json.NewEncoder(a.Stdout)
		e.SetIndent("", "  ")
		return e.Encode(struct {
			Schema string  `json:"schema"`
			Checks []check `json:"checks"`
		}{"obligato.doctor/v1", checks})
	}
	for _, ch := range checks {
		fmt.Fprintf(a.Stdout, "%-8s %-20s %s\n", ch.State, ch.Name, report.Clean(ch.Found))
		if ch.Next != "" {
			fmt.Fprintf(a.Stdout, "         next: %s\n", report.Clean(ch.Next))
		}
	}
	return nil
}

func (a *app) diagnose(ctx context.Context, args []string) []check {
	var checks []check
	for _, f := range frontends() {
		ch := check{Name: "front end " + f.Name, State: stateOK, Found: f.Doc}
		if f.Available != nil {
			if err := f.Available(); err != nil {
				ch.State, ch.Found, ch.Next = stateMissing, err.Error(), "build with CGO_ENABLED=1 and a C compiler, or give a manifest"
			}
		}
		checks = append(checks, ch)
	}
	checks = append(checks, a.endpointCheck(), a.keyCheck(), pythonCheck(ctx), runsCheck())
	if len(args) == 1 {
		checks = append(checks, a.workflowCheck(args[0]))
	}
	return checks
}

// endpointCheck shows where a live model would be asked, without what the URL
// may hold of credentials.
func (a *app) endpointCheck() check {
	ch := check{Name: "model endpoint", State: stateOK, Found: "the default of the OpenAI API"}
	base := a.Getenv("OPENAI_BASE_URL")
	if base == "" {
		return ch
	}
	u, err := url.Parse(base)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return check{"model endpoint", stateMissing, "OPENAI_BASE_URL is no http or https URL", "set OPENAI_BASE_URL to a URL such as http://127.0.0.1:8080/v1"}
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	ch.Found = u.String() + " (OPENAI_BASE_URL)"
	return ch
}

func (a *app) keyCheck() check {
	if a.Getenv("OPENAI_API_KEY") == "" {
		return check{"model key", stateMissing, "OPENAI_API_KEY is not set; the simulated model needs none", "set OPENAI_API_KEY before --model NAME"}
	}
	return check{Name: "model key", State: stateOK, Found: "OPENAI_API_KEY is set (used only with --model NAME)"}
}

// pythonCheck asks the interpreter that a shell would find for the SDK's
// version, from its package metadata: the SDK itself is not imported.
func pythonCheck(ctx context.Context) check {
	name := "python SDK"
	python, err := exec.LookPath("python3")
	if err != nil {
		return check{name, stateMissing, "no python3 on PATH; the interpreter of obligato needs none", ""}
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	const ask = "import sys, importlib.metadata as m\nprint(sys.version.split()[0])\nprint(m.version('openai-agents'))"
	out, err := exec.CommandContext(ctx, python, "-I", "-c", ask).Output()
	lines := strings.Fields(string(out))
	switch {
	case len(lines) == 2:
		return check{Name: name, State: stateOK, Found: fmt.Sprintf("openai-agents %s, Python %s (%s)", lines[1], lines[0], python)}
	case len(lines) == 1:
		return check{name, stateMissing, fmt.Sprintf("Python %s (%s) has no openai-agents; extraction and the interpreter need none", lines[0], python), ""}
	}
	return check{name, stateMissing, fmt.Sprintf("%s does not answer: %v", python, err), ""}
}

// runsCheck reports whether a run directory could be written here.
func runsCheck() check {
	dir := filepath.Dir(runsRoot)
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return check{"run directory", stateBlocked, dir + " is no directory", "move it away, or give --out DIR"}
	} else if err != nil {
		dir = "."
	}
	f, err := os.CreateTemp(dir, ".obligato-doctor-*")
	if err != nil {
		return check{"run directory", stateMissing, err.Error(), "give --out DIR where you may write"}
	}
	f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return check{"run directory", stateMissing, err.Error(), ""}
	}
	return check{Name: "run directory", State: stateOK, Found: runsRoot}
}

func (a *app) workflowCheck(path string) check {
	w, err := a.load(path)
	if err != nil {
		return check{"workflow", stateBlocked, err.Error(), "obligato extract " + shell.Quote(path)}
	}
	m := w.manifest
	ch := check{Name: "workflow", State: stateOK, Found: fmt.Sprintf("%s: %s, %s, %s, %s unresolved", m.Workflow,
		count(len(m.Agents), "agent"), count(len(m.Tools), "tool"), count(len(m.Delegations), "delegation"), count(len(m.Unresolved), "place"))}
	if n := unread(m); n > 0 {
		ch.Found += ", " + count(n, "place") + " not read"
	}
	if n := unread(m) + len(m.Unresolved); n > 0 {
		ch.Next = "obligato explain unresolved " + shell.Quote(path)
	}
	return ch
}
