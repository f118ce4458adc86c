package coverage

import (
	"fmt"
	"testing"

	"github.com/obligato-dev/obligato/obligations"
	"github.com/obligato-dev/obligato/runtime/trace"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// wide is a workflow of n agents with n tools: n*n obligations and some.
func wide(b *testing.B, n int) *obligations.Set {
	b.Helper()
	m := &manifest.Manifest{Schema: manifest.Schema, Workflow: "wide", Entries: []string{"agent 0"}}
	for i := range n {
		m.Agents = append(m.Agents, manifest.Agent{ID: fmt.Sprintf("agent %d", i)})
		m.Tools = append(m.Tools, manifest.Tool{ID: fmt.Sprintf("tool_%d", i)})
		m.Access = append(m.Access, manifest.Access{Agent: fmt.Sprintf("agent %d", i), Tool: fmt.Sprintf("tool_%d", i)})
		m.Delegations = append(m.Delegations, manifest.Delegation{From: "agent 0", To: fmt.Sprintf("agent %d", (i+1)%n)})
	}
	m.Normalize()
	s, err := obligations.Derive(m, obligations.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// long is a run of n events, near enough.
func long(n, agents int) *trace.Trace {
	r := trace.NewRecorder(header())
	for i := 0; i < n-1; i += 5 {
		agent, tool, call := fmt.Sprintf("agent %d", i%agents), fmt.Sprintf("tool_%d", i%agents), fmt.Sprint("call ", i)
		r.Add(handed("agent 0", agent, trace.StatusCompleted))
		r.Add(answered(agent))
		r.Add(requested(agent, tool, call))
		r.Add(ran(agent, tool, call))
		r.Add(finished(agent, tool, call, trace.StatusOK))
	}
	r.Add(completed())
	return r.Trace()
}

// BenchmarkJudge judges a trace of 10,000 events against 100,000 obligations.
func BenchmarkJudge(b *testing.B) {
	s, tr := wide(b, 316), long(10_000, 316)
	x := NewIndex(s)
	b.ReportMetric(float64(len(s.Obligations)), "obligations")
	b.ReportAllocs()
	for b.Loop() {
		if j := x.Judge(tr, JudgeOptions{}); len(j.Records) < 900 {
			b.Fatalf("%d records", len(j.Records))
		}
	}
}

// BenchmarkNewIndex prepares 100,000 obligations.
func BenchmarkNewIndex(b *testing.B) {
	s := wide(b, 316)
	b.ReportAllocs()
	for b.Loop() {
		NewIndex(s)
	}
}

// BenchmarkScore counts 100,000 obligations, all with a record.
func BenchmarkScore(b *testing.B) {
	s := wide(b, 316)
	p := NewProfile(s.Digest)
	for _, o := range s.Obligations {
		if err := p.Add(said(Indeterminate, Undecided, of(o.ID), because(reasonTimeout))); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		Score(s, p, ScoreOptions{})
	}
}

func bigProfile(b *testing.B, from, entries, runs int) *Profile {
	b.Helper()
	p := NewProfile("sha256:x")
	for i := range entries {
		for j := range runs {
			if err := p.Add(said(Pass, Witnessed, of(fmt.Sprint("C2:A->", i)), inRun(fmt.Sprint("run ", from+j)))); err != nil {
				b.Fatal(err)
			}
		}
	}
	return p
}

// BenchmarkMerge merges two profiles of 1,000 entries with 100 runs each, half
// of them shared.
func BenchmarkMerge(b *testing.B) {
	x, y := bigProfile(b, 0, 1000, 100), bigProfile(b, 50, 1000, 100)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Merge(x, y); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkProfileCodec writes and reads a profile of 100,000 runs.
func BenchmarkProfileCodec(b *testing.B) {
	p := bigProfile(b, 0, 1000, 100)
	text := encoded(b, p)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := DecodeProfile([]byte(encoded(b, p))); err != nil {
			b.Fatal(err)
		}
	}
}
