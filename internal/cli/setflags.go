package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/obligato-dev/obligato/obligations"
)

// setFlags are the flags that choose which obligations are derived.
type setFlags struct {
	restrict      string
	view          string
	orchestrators bool
	sdkModules    []string // of --sdk-module, to be carried into next commands
}

func (f *setFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.restrict, "restrict", string(obligations.Complement),
		"restricted pairs: complement (every pair that is not allowed, and all declared) or declared")
	c.Flags().StringVar(&f.view, "view", "", "view of the manifest: empty, or paper (the counting of arXiv 2605.26521)")
	c.Flags().BoolVar(&f.orchestrators, "orchestrators", false, "count code orchestrators and their edges")
	_ = c.RegisterFlagCompletionFunc("restrict", cobra.FixedCompletions(
		[]string{string(obligations.Complement), string(obligations.DeclaredOnly)}, cobra.ShellCompDirectiveNoFileComp))
	_ = c.RegisterFlagCompletionFunc("view", cobra.FixedCompletions(
		[]string{string(obligations.ViewPaper)}, cobra.ShellCompDirectiveNoFileComp))
}

func (f *setFlags) options() (obligations.Options, error) {
	o := obligations.Options{
		Restrict: obligations.Restrict(f.restrict), View: obligations.View(f.view), Orchestrators: f.orchestrators,
	}
	switch o.Restrict {
	case obligations.Complement, obligations.DeclaredOnly:
	default:
		return o, usage(fmt.Errorf("unknown --restrict %q", f.restrict), "use complement or declared")
	}
	switch o.View {
	case obligations.ViewNone, obligations.ViewPaper:
	default:
		return o, usage(fmt.Errorf("unknown --view %q", f.view), "use paper, or leave it out")
	}
	return o, nil
}
