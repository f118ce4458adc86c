package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/internal/shell"
	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/obligations/coverage"
)

// wordUnresolved asks explain for what an extraction could not decide.
const wordUnresolved = "unresolved"

var codePattern = regexp.MustCompile(`^OB[0-9]{3}$`)

func (a *app) explainCommand() *cobra.Command {
	var flags setFlags
	var format string
	c := &cobra.Command{
		Use:   "explain ID|unresolved|CODE|codes|REASON [PATH]",
		Short: "Explain an obligation, what is unresolved, a finding code or a reason",
		Long: `Explain says what an obligation of a workflow asks for, what an extraction could
not decide, or what a finding code or a reason means. explain codes lists all
finding codes.`,
		Example: "  obligato explain 'C2:FAQ Agent->faq_lookup_tool' PATH\n" +
			"  obligato explain unresolved PATH\n  obligato explain OB303\n  obligato explain rerouted",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 1 || len(args) == 2 {
				return nil
			}
			return usage(errors.New("explain takes a subject, and a PATH where it is about a workflow"), c.UseLine())
		},
		RunE: func(_ *cobra.Command, args []string) error {
			subject := args[0]
			if len(args) == 1 {
				return a.explainWord(subject, format)
			}
			if subject == wordUnresolved {
				return a.explainUnresolved(args[1], format)
			}
			return a.explainObligation(subject, args[1], flags, format)
		},
	}
	flags.register(c)
	formatFlag(c, &format, "text", "json")
	return c
}

// explainWord explains what needs no workflow.
func (a *app) explainWord(word, format string) error {
	if word == wordCodes {
		return a.listCodes(format)
	}
	if d, ok := lookupCode(strings.ToUpper(word)); ok {
		return a.explainCode(d, format)
	}
	if r, ok := coverage.LookupReason(word); ok {
		if format == "json" {
			return a.printJSON(struct {
				Schema string `json:"schema"`
				Reason string `json:"reason"`
				Doc    string `json:"doc"`
				Next   string `json:"next"`
			}{"obligato.reason/v1", r.Name, r.Doc, r.Next})
		}
		_, err := fmt.Fprintf(a.Stdout, "%s: %s\nnext: %s\n", r.Name, r.Doc, r.Next)
		return err
	}
	if codePattern.MatchString(strings.ToUpper(word)) {
		return usage(fmt.Errorf("explain: no code %q", word), "obligato explain codes")
	}
	return usage(fmt.Errorf("explain %q needs the workflow", word), "obligato explain "+shell.Quote(word)+" PATH")
}

func (a *app) explainUnresolved(path, format string) error {
	w, err := a.load(path)
	if err != nil {
		return err
	}
	list := w.manifest.Unresolved
	gaps := slices.DeleteFunc(slices.Clone(w.manifest.Findings), func(f manifest.Finding) bool {
		return !slices.Contains(unreadCodes, f.Code)
	})
	if format == "json" {
		if list == nil {
			list = []manifest.Unresolved{}
		}
		return a.printJSON(struct {
			Schema     string                `json:"schema"`
			Unresolved []manifest.Unresolved `json:"unresolved"`
			Unread     []manifest.Finding    `json:"unread,omitempty"`
		}{"obligato.unresolved/v1", list, gaps})
	}
	if len(list) == 0 && len(gaps) == 0 {
		_, err := fmt.Fprintln(a.Stdout, "nothing is unresolved")
		return err
	}
	for _, u := range list {
		fmt.Fprintf(a.Stdout, "%s: %s: %s\n", report.Clean(u.Source.String()), report.Clean(u.What), report.Clean(u.Why))
	}
	for _, f := range gaps {
		fmt.Fprintf(a.Stdout, "%s: not read: %s %s\n", report.Clean(f.Source.String()), f.Code, report.Clean(f.Message))
	}
	fmt.Fprintln(a.Stdout, "Totals may be low: what stands there may declare agents, tools or edges that are not counted.")
	return nil
}

func (a *app) explainObligation(id, path string, flags setFlags, format string) error {
	flags.sdkModules = a.sdkModules
	_, s, g, err := a.loadSet(path, flags)
	if err != nil {
		return err
	}
	e, ok := obligations.Explain(s, g, id)
	if !ok {
		return usage(fmt.Errorf("no obligation %q in %s", id, path), "obligato obligations "+shell.Quote(path))
	}
	e.Next = carry(shell.Fill(e.Next, id, path), flags, nil)
	if format == "json" {
		return a.printJSON(struct {
			Schema string `json:"schema"`
			obligations.Explanation
		}{"obligato.explanation/v1", e})
	}
	fmt.Fprintf(a.Stdout, "%s\n  %s\n", report.Clean(e.ID), report.Clean(e.What))
	for _, line := range []struct{ label, text string }{
		{"because", e.Because}, {"at", e.Source.String()}, {"settled by", e.Witness}, {"never by", e.Never}, {"enforced by", e.Enforcement},
	} {
		if line.text != "" {
			fmt.Fprintf(a.Stdout, "  %-12s %s\n", line.label, report.Clean(line.text))
		}
	}
	for _, route := range e.Routes {
		fmt.Fprintf(a.Stdout, "  %-12s %s\n", "route", report.Clean(strings.Join(route, "=>")))
	}
	if e.Next != "" {
		fmt.Fprintf(a.Stdout, "  next: %s\n", report.Clean(e.Next))
	}
	return nil
}

// printJSON writes a value as indented JSON.
func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a.Stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
