package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/obligato-dev/obligato/extract"
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/internal/report"
)

// app is one invocation of the command line.
type app struct {
	World
	colourMode string
	quiet      bool
	sdkModules []string // further names of the SDK
	configPath string   // of --config; empty looks for it
	cacheDir   string   // "off", a folder, or empty for the usual one
	// ctx ends when the command is interrupted; nil means never.
	ctx context.Context
	// told holds the diagnostics that were printed while sources were read.
	told map[manifest.Finding]bool
	// pending holds those that will be.
	pending []extract.Diagnostic
	// live asks the running SDK about a program whose source was read; nil
	// asks nobody.
	live func(m *manifest.Manifest, t *tree, root string, s *settings) (*manifest.Manifest, error)
}

// Main runs one command and returns its exit code. It never exits itself.
func Main(ctx context.Context, w World, args []string) int {
	out := &outlet{w: w.Stdout}
	w.Stdout = out
	a := &app{World: w, ctx: ctx}
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if out.err != nil && (err == nil || errors.As(err, new(exitWith))) {
		err = usage(fmt.Errorf("write standard output: %w", out.err), "check the disk or pipe that standard output goes to")
	}
	if ctx.Err() != nil && code(err) != exitOK {
		fmt.Fprintln(w.Stderr, "obligato: "+context.Cause(ctx).Error())
		return interruption(ctx)
	}
	a.explainFailure(err)
	return code(err)
}

// context is the context of the command.
func (a *app) context() context.Context {
	if a.ctx == nil {
		return context.Background()
	}
	return a.ctx
}

// outlet remembers the first failed write, so that no verb can end well whose
// result went nowhere.
type outlet struct {
	w   io.Writer
	err error
}

func (o *outlet) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// root builds the command tree. Every verb is listed here and nowhere else.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "obligato",
		Short: "Structural coverage for multi-agent workflows",
		Long: `obligato says which part of a declared multi-agent workflow no test has ever
exercised: agents never reached, tools never called, restrictions never
challenged, handoffs never taken.

Exit codes: 0 measured; 1 a finding about the workflow (a breach, an error-level
finding, an unmet expectation); 2 usage or environment, or nothing was measured;
3 a targeted obligation stayed undecided; 4 a budget ran out.`,
		SilenceUsage:      true,
		SilenceErrors:     true,
		PersistentPreRunE: a.applyEnvironment,
		Args:              cobra.NoArgs,
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.PersistentFlags().StringVar(&a.colourMode, "color", colourAuto, "colour the output: auto, always or never")
	root.PersistentFlags().StringVar(&a.configPath, "config", "", "configuration file (default: the nearest obligato.yaml, upward to the root of the repository)")
	root.PersistentFlags().BoolVarP(&a.quiet, "quiet", "q", false, "print results and errors only")
	root.PersistentFlags().StringArrayVar(&a.sdkModules, "sdk-module", nil, "read imports of this Python module as the SDK too, such as vendor.agents (may be given several times)")
	root.PersistentFlags().StringVar(&a.cacheDir, "cache", "", "keep what was read of sources in this folder instead of the user's cache; off keeps nothing")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usage(err, "run "+c.CommandPath()+" --help")
	})
	root.AddCommand(
		a.coverCommand(), a.scoreCommand(), a.doctorCommand(),
		a.extractCommand(), a.graphCommand(), a.obligationsCommand(), a.nextCommand(), a.explainCommand(), a.pathsCommand(), a.listCommand(),
		a.generateCommand(), a.runCommand(),
		a.modelCommand(), a.benchCommand(), a.versionCommand(),
	)
	// The completion command keeps the output that it finds here.
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	refuseUnknownWords(root, root)
	for _, c := range root.Commands() {
		a.fillPath(c)
	}
	return root
}

// fillPath lets a verb whose usage ends with PATH run without one, where the
// configuration names a single workflow.
func (a *app) fillPath(c *cobra.Command) {
	run := c.RunE
	if run == nil || !strings.HasSuffix(c.Use, " PATH") {
		return
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if all := c.Flags().Lookup("all"); len(args) == 0 && (all == nil || all.Value.String() != "true") {
			name, err := a.onlyWorkflow(c.UseLine())
			if err != nil {
				return err
			}
			args = []string{name}
		}
		return run(c, args)
	}
}

// refuseUnknownWords makes every command end with exit 2 and a next step on
// arguments that it does not take. Cobra's own help and completion commands
// print help to stdout and exit 0 instead.
func refuseUnknownWords(root, c *cobra.Command) {
	if c.Name() == "completion" && c.HasSubCommands() {
		c.Args, c.RunE = cobra.NoArgs, func(c *cobra.Command, _ []string) error { return c.Help() }
	}
	if c.Name() == "help" {
		c.Args = func(_ *cobra.Command, args []string) error {
			if found, rest, err := root.Find(args); err != nil || found == nil || len(rest) > 0 {
				return fmt.Errorf("unknown help topic %q", strings.Join(args, " "))
			}
			return nil
		}
	}
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			var f *failure
			if err := check(c, args); err != nil && !errors.As(err, &f) {
				return usage(err, "run "+strings.TrimSuffix(c.CommandPath(), " help")+" --help")
			} else {
				return err
			}
		}
	}
	for _, sub := range c.Commands() {
		refuseUnknownWords(root, sub)
	}
}

// applyEnvironment gives every flag that was not set on the command line the
// value of OBLIGATO_NAME, if there is one.
func (a *app) applyEnvironment(c *cobra.Command, _ []string) error {
	var failed error
	c.Flags().VisitAll(func(f *pflag.Flag) {
		name := "OBLIGATO_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value := a.Getenv(name)
		if f.Changed || value == "" || f.Name == "help" || failed != nil {
			return
		}
		if err := c.Flags().Set(f.Name, value); err != nil {
			failed = usage(fmt.Errorf("read environment %s: %w", name, err), "unset "+name+" or give it a value that --"+f.Name+" takes")
		}
	})
	if failed == nil && a.colourMode != colourAuto && a.colourMode != colourAlways && a.colourMode != colourNever {
		failed = usage(fmt.Errorf("unknown --color %q", a.colourMode), "use auto, always or never")
	}
	return failed
}

// explainFailure prints what went wrong and one next step.
func (a *app) explainFailure(err error) {
	var done exitWith
	if err == nil || errors.As(err, &done) {
		return
	}
	var invalid *manifest.InvalidError
	if errors.As(err, &invalid) {
		for _, p := range invalid.Problems {
			a.problem(p.Position, p.Code, p.Message, p.Hint)
		}
		last := invalid.Problems[len(invalid.Problems)-1]
		fmt.Fprintf(a.Stderr, "obligato: %s in %s: nothing was measured\n",
			count(len(invalid.Problems)+invalid.More, "problem"), report.Clean(last.Position.Path))
		fmt.Fprintf(a.Stderr, "next: obligato explain %s\n", last.Code)
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(a.Stderr, "obligato: %s\n", report.Clean(line))
	}
	var f *failure
	if errors.As(err, &f) && f.hint != "" {
		fmt.Fprintf(a.Stderr, "next: %s\n", report.Clean(f.hint))
	}
}

// problem prints one positioned remark on stderr.
func (a *app) problem(pos manifest.Position, code, message, hint string) {
	line := report.Clean(message)
	if code != "" {
		line = code + " " + line
	}
	if !pos.IsZero() {
		line = report.Clean(pos.String()) + ": " + line
	}
	fmt.Fprintln(a.Stderr, line)
	if hint != "" {
		fmt.Fprintf(a.Stderr, "  next: %s\n", report.Clean(hint))
	}
}

// note prints a remark on stderr unless --quiet is given.
func (a *app) note(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.Stderr, format+"\n", args...)
	}
}

// formatFlag adds --format with its legal values, the first being the default.
func formatFlag(c *cobra.Command, format *string, legal ...string) {
	c.Flags().StringVar(format, "format", legal[0], "output format: "+strings.Join(legal, ", "))
	check := c.PreRunE
	c.PreRunE = func(c *cobra.Command, args []string) error {
		for _, l := range legal {
			if *format == l {
				if check != nil {
					return check(c, args)
				}
				return nil
			}
		}
		return usage(fmt.Errorf("unknown --format %q", *format), "use one of "+strings.Join(legal, ", "))
	}
	_ = c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(legal, cobra.ShellCompDirectiveNoFileComp))
}

// pathArg checks that a verb was given one PATH, or none: see fillPath.
func pathArg(c *cobra.Command, args []string) error {
	if len(args) <= 1 {
		return nil
	}
	return usage(fmt.Errorf("%s takes one PATH, not %d", c.CommandPath(), len(args)),
		"give a source file, a directory or a manifest: "+c.UseLine())
}
