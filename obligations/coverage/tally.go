package coverage

import (
	"github.com/obligato-dev/obligato/extract/manifest"
	"github.com/obligato-dev/obligato/obligations"
)

// add counts one obligation.
func (t *Tally) add(st Status, o *obligations.Obligation) {
	t.Total++
	t.Waived += count(st.Waived)
	t.Flaky += count(st.Flaky)
	t.Leading += count(st.Leading)
	t.By.add(st.By)
	switch st.Verdict {
	case Pass:
		t.Witnessed++
	case Fail:
		t.Failed++
		t.Witnessed += count(st.Outcome == Breached)
	case Indeterminate:
		t.Indeterminate++
	case Blocked:
		t.Blocked++
	default:
		t.NotEvaluated++
	}
	if class := t.Classes[o.Class]; class != nil {
		class.add(st, o)
	}
}

func (t *ClassTally) add(st Status, o *obligations.Obligation) {
	t.Total++
	t.By.add(st.By)
	switch st.Outcome {
	case Held:
		t.Held++
	case Breached:
		t.Breached++
	case Attempted:
		t.Attempted++
	default:
		t.NotObservable += count(o.Kind == string(manifest.ToolHosted))
	}
}

func (b *By) add(c By) {
	b.Tests += c.Tests
	b.Production += c.Production
	b.Generated += c.Generated
	b.Wired += c.Wired
}
