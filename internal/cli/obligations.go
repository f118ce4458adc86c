package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/internal/report"
	"github.com/obligato-dev/obligato/obligations"
)

func (a *app) obligationsCommand() *cobra.Command {
	var flags setFlags
	var format, output string
	var only []string
	c := &cobra.Command{
		Use:   "obligations PATH",
		Short: "List what a test suite of the workflow must exercise",
		Args:  pathArg,
		RunE: func(_ *cobra.Command, args []string) error {
			for _, name := range only {
				if !slices.Contains(obligations.Criteria, obligations.Criterion(name)) {
					return usage(fmt.Errorf("unknown --criterion %q", name), "use C1, C2, C3 or C4")
				}
			}
			_, s, _, err := a.loadSet(args[0], flags)
			if err != nil {
				return err
			}
			listed := []obligations.Obligation{}
			for _, o := range s.Obligations {
				if len(only) == 0 || slices.Contains(only, string(o.Criterion)) {
					listed = append(listed, o)
				}
			}
			var out bytes.Buffer
			if format == "json" {
				err = writeObligationsJSON(&out, s, listed)
			} else {
				err = report.Obligations(&out, s, listed)
			}
			if err != nil {
				return err
			}
			if err := a.emit(output, out.Bytes()); err != nil {
				return err
			}
			if len(listed) == 0 {
				return usage(fmt.Errorf("list obligations: none of %s in %s", strings.Join(only, ", "), args[0]),
					"obligato obligations "+args[0])
			}
			return nil
		},
	}
	flags.register(c)
	formatFlag(c, &format, "text", "json")
	outputFlag(c, &output)
	c.Flags().StringSliceVar(&only, "criterion", nil, "list these criteria only: C1, C2, C3, C4")
	_ = c.RegisterFlagCompletionFunc("criterion", cobra.FixedCompletions(
		[]string{"C1", "C2", "C3", "C4"}, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func writeObligationsJSON(out *bytes.Buffer, s *obligations.Set, listed []obligations.Obligation) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Schema      string                   `json:"schema"`
		Digest      string                   `json:"obligations_digest"`
		Obligations []obligations.Obligation `json:"obligations"`
		Unreachable []string                 `json:"unreachable,omitempty"`
		Guardrails  []string                 `json:"guardrails,omitempty"`
	}{"obligato.obligations/v1", s.Digest, listed, s.Unreachable, s.Guardrails})
}
