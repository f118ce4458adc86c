package obligations

// Representatives picks among the pairs that are restricted by absence one for
// each agent and tool kind, the first by id. One runtime refuses all pairs of
// such a group by the same code, so one of them is worth a run.
func Representatives(s *Set) []Obligation {
	type group struct{ agent, kind string }
	seen := map[group]bool{}
	var picked []Obligation
	for _, o := range s.Obligations {
		g := group{o.Agent, o.Kind}
		if o.Criterion != C3 || o.Class != ClassAbsence || seen[g] {
			continue
		}
		seen[g] = true
		picked = append(picked, o)
	}
	return picked
}
