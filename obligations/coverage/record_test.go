package coverage

import (
	"errors"
	"strings"
	"testing"
)

func TestRecordValidate(t *testing.T) {
	good := said(Pass, Witnessed)
	for _, c := range []struct {
		name string
		edit func(*Record)
		want string // part of the error; empty for none
	}{
		{"good", func(*Record) {}, ""},
		{"no obligation", of(""), "obligation is missing"},
		{"no run", inRun(""), "run is missing"},
		{"no runtime", func(r *Record) { r.Runtime = "" }, "runtime is missing"},
		{"unknown verdict", func(r *Record) { r.Verdict = "maybe" }, `verdict "maybe" cannot be recorded`},
		{"derived verdict", func(r *Record) { r.Verdict = NotEvaluated }, "cannot be recorded"},
		{"no verdict", func(r *Record) { r.Verdict = "" }, "cannot be recorded"},
		{"unknown outcome", func(r *Record) { r.Outcome = "great" }, "does not fit"},
		{"outcome of another verdict", func(r *Record) { r.Outcome = Breached }, "does not fit"},
		{"unknown mode", func(r *Record) { r.Mode = "dreamt" }, "mode"},
		{"unknown origin", func(r *Record) { r.Origin = "space" }, "origin"},
		{"unknown body", func(r *Record) { r.Body = "astral" }, "body"},
		{"unknown evidence", withLevel("certain"), "not a level"},
		{"pass by words", withLevel(AttestedOnly), "no witness"},
		{"pass without evidence", withLevel(NoEvidence), "no witness"},
		{"pass contradicted", withLevel(Unverified), "no witness"},
		{"pass with a reason", because(ReasonNotShown), "a pass has no reason"},
		{"fail without a reason", func(r *Record) { *r = said(Fail, Missed, because("")) }, ErrNoReason.Error()},
		{"blocked without a reason", func(r *Record) { *r = said(Blocked, Undecided, because("")) }, ErrNoReason.Error()},
		{"unknown reason", func(r *Record) { *r = said(Fail, Missed, because("vibes")) }, `reason "vibes" is not one`},
		{"derived reason", func(r *Record) { *r = said(Fail, Missed, because(ReasonNotAttempted)) }, "only ever derived"},
		{"contradiction without its level", func(r *Record) { *r = said(Fail, Contradicted, withLevel(NoEvidence)) }, "does not fit outcome"},
		{"miss with the level of a contradiction", func(r *Record) { *r = said(Fail, Missed, withLevel(Unverified)) }, "does not fit outcome"},
		{"negative seq", func(r *Record) { r.Seq = -1 }, "seq"},
		{"no time", atTime("yesterday"), "RFC 3339"},
		{"not UTF-8", inRun("\xff"), "UTF-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := good
			c.edit(&r)
			got, err := NewRecord(r)
			switch {
			case c.want == "" && (err != nil || got != r):
				t.Errorf("NewRecord: %v, %v", got, err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("error %v, want %q in it", err, c.want)
			case c.want != "" && got != Record{}:
				t.Errorf("a record came with the error: %v", got)
			}
		})
	}
	if _, err := NewRecord(said(Fail, Missed, because(""))); !errors.Is(err, ErrNoReason) {
		t.Errorf("%v is not ErrNoReason", err)
	}
}

func TestEvidenceOrder(t *testing.T) {
	for i, a := range levels {
		for j, b := range levels {
			if got := a.AtLeast(b); got != (i <= j) {
				t.Errorf("%q at least %q: %v", a, b, got)
			}
		}
		if a.lower().rank() < a.rank() {
			t.Errorf("a guess raises %q to %q", a, a.lower())
		}
		if a.AtLeast("certain") || Evidence("certain").AtLeast(a) {
			t.Errorf("an unknown level compares with %q", a)
		}
	}
}
