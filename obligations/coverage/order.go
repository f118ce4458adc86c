package coverage

import (
	"cmp"
	"strings"
	"time"

	"github.com/obligato-dev/obligato/runtime/trace"
)

// compareStrength is a total order on records in which the least is the best
// witness: stronger evidence first, then a real body, then the earlier run.
func compareStrength(a, b Record) int {
	return cmp.Or(
		cmp.Compare(a.Evidence.rank(), b.Evidence.rank()),
		cmp.Compare(bodyRank(a.Body), bodyRank(b.Body)),
		compareAge(a, b),
	)
}

// compareAge is a total order on records in which the greatest is the latest:
// by time, then run, trace and seq, then all else. A record without a time is
// older than any with one.
func compareAge(a, b Record) int {
	return cmp.Or(
		compareTimes(a.Time, b.Time),
		compareStrings(a.Run, b.Run),
		compareStrings(a.Trace, b.Trace),
		cmp.Compare(a.Seq, b.Seq),
		compareRest(a, b),
	)
}

// compareRest orders by every field that the other orders leave out, so that
// two records are equal only where all of both is.
func compareRest(a, b Record) int {
	x, y := keyOf(a), keyOf(b)
	return cmp.Or(
		x.compare(y),
		cmp.Compare(a.Evidence.rank(), b.Evidence.rank()),
		compareStrings(a.Reason, b.Reason),
		compareStrings(a.Body, b.Body),
		compareStrings(a.Model, b.Model),
		compareStrings(a.SDK, b.SDK),
		compareStrings(a.Want, b.Want),
		compareStrings(a.Got, b.Got),
	)
}

func bodyRank(body string) int {
	switch body {
	case trace.BodyReal:
		return 0
	case "":
		return 1
	}
	return 2
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func compareStrings[T ~string](a, b T) int { return strings.Compare(string(a), string(b)) }

// compareTimes orders RFC 3339 times by the instant, so that the same moment
// written in two zones compares by its text only. What is no time is older
// than all times. It reads no clock.
func compareTimes(a, b string) int {
	if a == b {
		return 0
	}
	x, errA := time.Parse(time.RFC3339Nano, a)
	y, errB := time.Parse(time.RFC3339Nano, b)
	switch {
	case errA != nil && errB != nil:
		return strings.Compare(a, b)
	case errA != nil:
		return -1
	case errB != nil:
		return 1
	}
	return cmp.Or(x.Compare(y), strings.Compare(a, b))
}
