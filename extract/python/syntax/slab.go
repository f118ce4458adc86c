package syntax

// slab makes values of one type several at a time: a file has very many nodes,
// and each piece of memory costs more than what is in it.
type slab[T any] struct {
	free []T
	size int // of the piece that was taken last
}

// Sizes of the pieces, in values. They grow, because most files are small.
const (
	minSlab = 8
	maxSlab = 128
)

// keep returns a pointer to a copy of v that lives as long as what is beside it.
func (s *slab[T]) keep(v T) *T {
	if len(s.free) == 0 {
		s.size = min(max(2*s.size, minSlab), maxSlab)
		s.free = make([]T, s.size)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	*p = v
	return p
}

// slabs are those of the commonest nodes.
type slabs struct {
	names     slab[Name]
	consts    slab[Const]
	attrs     slab[Attr]
	calls     slab[Call]
	indexes   slab[Index]
	binary    slab[Binary]
	exprStmts slab[ExprStmt]
	assigns   slab[Assign]
	returns   slab[Return]
}
