package golang

import (
	"fmt"
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// maxRounds bounds how many rounds of one loop are executed one by one.
const maxRounds = 300

// counted is a loop over the indices of a slice: for i := range x.
type counted struct {
	body   *ssa.BasicBlock
	index  *ssa.BinOp // the index of the round
	length ssa.Value
}

// countedLoop recognises the shape that ssa gives to a range over a slice: the
// head compares an index, which it increments itself, with a length.
func (f *frame) countedLoop(head *ssa.BasicBlock) (counted, bool) {
	if head.Comment != "rangeindex.loop" || len(head.Instrs) == 0 {
		return counted{}, false
	}
	last, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If)
	if !ok {
		return counted{}, false
	}
	less, ok := last.Cond.(*ssa.BinOp)
	if !ok || less.Op != token.LSS {
		return counted{}, false
	}
	index, ok := less.X.(*ssa.BinOp)
	return counted{head.Succs[0], index, less.Y}, ok && index.Op == token.ADD
}

// length is the number of rounds, where the source tells.
func (f *frame) length(l counted) (int, bool) {
	n := constantIndex(f.get(l.length))
	return n, n >= 0 && n <= maxRounds
}

// iterate executes the body of a loop n times. What the rounds make is told
// apart by the number of the round.
func (f *frame) iterate(head *ssa.BasicBlock, l counted, body []*ssa.BasicBlock, n int) {
	f.rounds++
	defer func() { f.rounds-- }()
	for i := range n {
		f.env[l.index] = value{{v: constant.MakeInt64(int64(i))}}
		f.m.sites = append(f.m.sites, fmt.Sprintf("#%d", i))
		f.blocks(body)
		f.m.sites = f.m.sites[:len(f.m.sites)-1]
		f.carry(head, l)
	}
}

// carry takes what a round has left in the variables of the loop's head.
func (f *frame) carry(head *ssa.BasicBlock, l counted) {
	next := map[*ssa.Phi]value{}
	for _, instr := range head.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		var v value
		for i, e := range phi.Edges {
			if l.body.Dominates(head.Preds[i]) {
				v = join(v, f.get(e))
			}
		}
		next[phi] = v
	}
	for phi, v := range next {
		f.env[phi] = v
	}
}
