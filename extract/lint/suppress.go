package lint

import (
	"fmt"
	"slices"
	"sort"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// suppress marks the findings that a suppression covers, and reports the
// suppressions that cover none. A suppression of such reports comes last.
func suppress(m *manifest.Manifest) {
	for _, last := range []bool{false, true} {
		x := indexFindings(m.Findings)
		var unused []manifest.Finding
		for _, s := range m.Suppressions {
			if (s.Code == CodeUnused) != last || x.mark(s) {
				continue
			}
			unused = append(unused, manifest.Finding{
				Code: CodeUnused, Level: manifest.LevelWarning, Source: s.Source,
				Message: fmt.Sprintf("nothing to ignore: no finding %s %s", s.Code, reach(s)),
			})
		}
		m.Findings = append(m.Findings, unused...)
	}
}

// findingIndex finds what a suppression covers without looking at the rest,
// because a manifest may hold very many of both.
type findingIndex struct {
	list    []manifest.Finding
	buckets map[[2]string]*bucket // by code and path; all of a code under an empty path
}

// bucket holds indices of findings by line. What was marked is skipped: skip
// leads from each place to the next that was not.
type bucket struct{ at, skip []int }

func indexFindings(list []manifest.Finding) *findingIndex {
	x := &findingIndex{list: list, buckets: map[[2]string]*bucket{}}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return list[i].Source.Line - list[j].Source.Line })
	put := func(code, path string, i int) {
		b := x.buckets[[2]string{code, path}]
		if b == nil {
			b = &bucket{}
			x.buckets[[2]string{code, path}] = b
		}
		b.skip = append(b.skip, len(b.at))
		b.at = append(b.at, i)
	}
	for _, i := range order {
		put(list[i].Code, "", i)
		if path := list[i].Source.Path; path != "" {
			put(list[i].Code, path, i)
		}
	}
	return x
}

// mark marks what the suppression covers and reports whether there is such.
func (x *findingIndex) mark(s manifest.Suppression) bool {
	b := x.buckets[[2]string{s.Code, s.Path}]
	if b == nil {
		return false
	}
	from, to := 0, len(b.at)
	if s.Path != "" && s.First > 0 {
		line := func(i int) int { return x.list[b.at[i]].Source.Line }
		from = sort.Search(len(b.at), func(i int) bool { return line(i) >= s.First })
		to = sort.Search(len(b.at), func(i int) bool { return line(i) > s.Last })
	}
	for i := b.next(from); i < to; i = b.next(i) {
		if f := &x.list[b.at[i]]; f.Suppressed == "" {
			f.Suppressed = s.Reason
		}
		b.skip[i] = i + 1
	}
	return from < to
}

// next is the first place from i on that was not marked.
func (b *bucket) next(i int) int {
	for i < len(b.skip) && b.skip[i] != i {
		if n := b.skip[i]; n < len(b.skip) {
			b.skip[i] = b.skip[n] // shorter next time
		}
		i = b.skip[i]
	}
	return i
}

// reach says what a suppression covers.
func reach(s manifest.Suppression) string {
	switch {
	case s.Path == "":
		return "in the workflow"
	case s.First == 0:
		return "in this file"
	case s.First == s.Last:
		return fmt.Sprintf("on line %d", s.First)
	}
	return fmt.Sprintf("on lines %d to %d", s.First, s.Last)
}
