package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/obligato-dev/obligato/internal/golden"
)

const findingsHead = `# Findings

Everything that obligato remarks about a workflow has a code that stays the same from version to
version. This page is made from the table that ` + "`obligato explain CODE`" + ` prints, by
` + "`go test ./internal/cli -run TestFindingsPage -update`" + `.

A finding is an error, a warning or a note. Errors are for what is surely broken: a command that
meets one ends with exit 1. Where a line names several levels, the message says why it is the
lighter one, such as an edge that exists under a condition only.

## Not to count a finding

Write a comment at the line of the finding, or on the line above the statement in which it stands:

` + "```python" + `
# obligato: ignore OB204 because a plug-in attaches it
@function_tool
def export() -> str: ...

faq = Agent(name="FAQ")  # obligato: ignore OB403 because conversations end there
` + "```" + `

` + "`# obligato: ignore-file OB403 because ...`" + ` is for a whole file. A manifest that is written by
hand has a list instead, where path, first and last (lines) may be left out:

` + "```yaml" + `
suppressions:
  - {code: OB204, reason: a plug-in attaches it, path: app.py, first: 10, last: 12}
` + "```" + `

The reason is required. The finding stays in the manifest with ` + "`suppressed: REASON`" + `, is not
printed, and has no part in the exit code. A comment that nothing answers to is a finding itself
(OB252), so that it goes away with what it was written for.

## What comments declare

| comment | about |
| --- | --- |
| ` + "`# obligato: effects none`" + `, ` + "`read`" + ` or ` + "`write`" + ` | what the tool at this definition does to the world; it is never guessed from a name |
| ` + "`# obligato: sensitive`" + ` | the tool needs more care than others |
| ` + "`# obligato: restrict AGENT -> TOOL because REASON`" + ` | the agent must not use the tool; both may hold ` + "`*`" + ` and ` + "`?`" + ` |

The first two stand on the line of the tool, on the line above, or at its decorators. A restriction
stands anywhere in a source of the workflow.
`

// TestFindingsPage keeps docs/findings.md as the table of codes has it.
func TestFindingsPage(t *testing.T) {
	var b strings.Builder
	b.WriteString(findingsHead)
	sections := map[byte]string{
		'0': "Files that obligato reads", '1': "Agents and entries", '2': "Sources, tools and prompts",
		'3': "Restrictions", '4': "Delegations", '9': "Limits and the measurement itself",
	}
	last := byte(0)
	for _, d := range codes {
		if c := d.Code[2]; c != last {
			last = c
			if sections[c] == "" {
				t.Errorf("no section for %s", d.Code)
			}
			fmt.Fprintf(&b, "\n## %s\n", sections[c])
		}
		fmt.Fprintf(&b, "\n### %s: %s\n\n%s. %s\n\nNext: %s.\n", d.Code, d.Title, capital(d.level()), d.Doc, strings.TrimSuffix(d.Next, "."))
		if example := codeExamples[d.Code]; example != "" {
			fmt.Fprintf(&b, "\n```\n%s\n```\n", example)
		}
	}
	golden.Equal(t, "../../docs/findings.md", []byte(b.String()))
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
