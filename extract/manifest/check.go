package manifest

import (
	"fmt"
	"strconv"

	"github.com/obligato-dev/obligato/internal/document"
)

// place returns where a value of a manifest stands, by keys and indices from
// the root.
type place func(pointer ...string) Position

// checker gathers what a schema cannot say: names that must be unique, names
// that must be declared, edges that must not repeat. Both formats use it.
// Empty names are passed over, because the schema reports them.
type checker struct {
	at       place
	problems []Problem
	more     int // problems that were not kept
	compared int // names for which a close one was looked for
}

// Bounds on what a hostile file can make us do.
const (
	maxKept     = 10_000 // problems
	maxCompared = 200    // names for which a close one is looked for
)

func (c *checker) add(code string, at Position, hint, format string, args ...any) {
	if len(c.problems) == maxKept {
		c.more++
		return
	}
	c.problems = append(c.problems, Problem{Code: code, Position: at, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// names is a set of declared names of one sort.
type names struct {
	sort  string // agent or tool
	list  []string
	place map[string]Position
}

// declare gathers the names of one section, each at section[i].field.
func (c *checker) declare(sort, section, field string, list []string) names {
	n := names{sort: sort, place: map[string]Position{}}
	for i, name := range list {
		if name == "" {
			continue
		}
		at := c.at(section, strconv.Itoa(i), field)
		if first, dup := n.place[name]; dup {
			c.add(CodeTwice, at, firstAt(first), "two %ss are called %s", sort, document.Quote(name))
			continue
		}
		n.place[name] = at
		n.list = append(n.list, name)
	}
	return n
}

// refer checks that a name is declared.
func (c *checker) refer(to names, name string, pointer ...string) {
	if _, ok := to.place[name]; ok || name == "" {
		return
	}
	hint := "declare it under " + to.sort + "s"
	if c.compared++; c.compared <= maxCompared {
		if near, ok := document.Closest(name, to.list); ok {
			hint = fmt.Sprintf("did you mean %s?", document.Quote(near))
		}
	}
	c.add(CodeDangling, c.at(pointer...), hint, "no %s is called %s", to.sort, document.Quote(name))
}

// once finds repeated edges. The zero value is ready for use.
type once struct{ seen map[string]Position }

// edge checks that an edge, identified by key, is new.
func (c *checker) edge(o *once, key, what string, pointer ...string) {
	at := c.at(pointer...)
	first, dup := o.seen[key]
	if dup {
		c.add(CodeEdgeTwice, at, firstAt(first), "%s is given twice", what)
		return
	}
	if o.seen == nil {
		o.seen = map[string]Position{}
	}
	o.seen[key] = at
}

func firstAt(p Position) string {
	if p.IsZero() {
		return ""
	}
	return "the first is at " + p.String()
}

// key joins names into a map key that no other names give.
func key(parts ...string) string { return fmt.Sprintf("%q", parts) }
