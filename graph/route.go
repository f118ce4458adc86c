package graph

import (
	"cmp"
	"slices"
)

// MaxRoutes bounds how many routes Routes returns.
const MaxRoutes = 32

// maxSteps bounds the edges that one call of Routes looks at, so that long
// chains in large graphs cost a bounded time. The bound counts steps and not
// seconds: equal graphs give equal routes.
const maxSteps = 4_000_000

// growRoutes finds the least shortest route to every agent at once.
//
// gonum's path package breaks ties by map order, so the search is our own:
// entries and targets are visited in the order of their ids, hence the first
// agent that discovers another lies on the least of its shortest routes.
func (g *Graph) growRoutes() {
	g.parent = make([]int64, len(g.next))
	for i := range g.parent {
		g.parent[i] = unreached
	}
	for _, i := range g.entries {
		g.parent[i] = origin
	}
	queue := slices.Clone(g.entries)
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, to := range g.next[at] {
			if g.parent[to] == unreached {
				g.parent[to] = at
				queue = append(queue, to)
			}
		}
	}
}

// Route returns the shortest route from an entry to an agent, entry first and
// target last; of several, the one whose ids sort first. It reports false when
// no entry reaches the agent.
func (g *Graph) Route(to string) ([]string, bool) {
	i, ok := g.agents[to]
	if !ok || g.parent[i] == unreached {
		return nil, false
	}
	return g.names(g.follow(i, g.parent)), true
}

// follow walks a parent tree from a node back to an origin and returns the way
// forth.
func (g *Graph) follow(to int64, parent []int64) []int64 {
	var path []int64
	for at := to; at >= 0; at = parent[at] {
		path = append(path, at)
	}
	slices.Reverse(path)
	return path
}

func (g *Graph) names(path []int64) []string {
	ids := make([]string, len(path))
	for i, n := range path {
		ids[i] = g.nodes[n].ID
	}
	return ids
}

// Routes returns up to n loopless routes from the entries to an agent (at most
// MaxRoutes), the shortest first, equal lengths by their ids. It returns fewer
// when there are no more, or when finding more would cost too much. The first
// is what Route returns.
func (g *Graph) Routes(to string, n int) [][]string {
	i, ok := g.agents[to]
	if !ok || g.parent[i] == unreached || n <= 0 {
		return nil
	}
	y := yen{g: g, to: i, steps: maxSteps}
	var routes [][]string
	for _, path := range y.run(min(n, MaxRoutes)) {
		routes = append(routes, g.names(path))
	}
	return routes
}

// yen finds loopless routes in order (J. Y. Yen, 1971): every further route
// leaves an earlier one at some spur node. A virtual source before the entries
// makes the choice of the entry a branch like any other.
type yen struct {
	g     *Graph
	to    int64
	steps int // left to spend
	found [][]int64
	heap  [][]int64 // candidates, sorted
}

func (y *yen) run(n int) [][]int64 {
	y.found = [][]int64{y.g.follow(y.to, y.g.parent)}
	for len(y.found) < n {
		last := y.found[len(y.found)-1]
		for spur := 0; spur < len(last) && y.steps > 0; spur++ {
			y.branch(last[:spur])
		}
		if len(y.heap) == 0 || y.steps <= 0 {
			break
		}
		y.found = append(y.found, y.heap[0])
		y.heap = y.heap[1:]
	}
	return y.found
}

// branch adds the least route that shares the given beginning with earlier
// routes and then leaves all of them.
func (y *yen) branch(prefix []int64) {
	banned := map[int64]bool{}
	for _, p := range y.found {
		if len(p) > len(prefix) && slices.Equal(p[:len(prefix)], prefix) {
			banned[p[len(prefix)]] = true
		}
	}
	path, ok := y.spur(prefix, banned)
	if !ok {
		return
	}
	at, seen := slices.BinarySearchFunc(y.heap, path, comparePaths)
	if !seen {
		y.heap = slices.Insert(y.heap, at, path)
	}
}

// spur searches breadth first from the end of prefix, or from the entries when
// it is empty, for the least shortest route that avoids prefix and whose first
// step is not banned.
func (y *yen) spur(prefix []int64, banned map[int64]bool) ([]int64, bool) {
	parent := make([]int64, len(y.g.next))
	for i := range parent {
		parent[i] = unreached
	}
	y.steps -= len(parent) / 8 // clearing is not free either
	for _, at := range prefix {
		parent[at] = origin
	}
	first := y.g.entries
	if len(prefix) > 0 {
		first = y.g.next[prefix[len(prefix)-1]]
	}
	var queue []int64
	for _, at := range first {
		if !banned[at] && parent[at] == unreached {
			parent[at] = origin
			queue = append(queue, at)
		}
	}
	for len(queue) > 0 && parent[y.to] == unreached && y.steps > 0 {
		at := queue[0]
		queue = queue[1:]
		y.steps -= 1 + len(y.g.next[at])
		for _, to := range y.g.next[at] {
			if parent[to] == unreached {
				parent[to] = at
				queue = append(queue, to)
			}
		}
	}
	if parent[y.to] == unreached {
		return nil, false
	}
	return append(slices.Clone(prefix), y.g.follow(y.to, parent)...), true
}

// comparePaths orders routes by length, then by the ids of their agents, whose
// order the indices keep.
func comparePaths(a, b []int64) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b))
}
