package model

import (
	"context"
	"sync"
	"time"
)

// firstBackoff is the wait before the first repetition; it doubles.
const firstBackoff = 500 * time.Millisecond

// pace spaces out the requests of all goroutines that use one endpoint.
type pace struct {
	interval time.Duration

	mu   sync.Mutex
	next time.Time // the earliest start of the next request
}

// reserve takes the next slot that is at least delay away, and returns how
// long to wait for it. A delay holds back whoever comes later too: an endpoint
// that says 429 means all of us.
func (p *pace) reserve(now time.Time, delay time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	start := now.Add(delay)
	if p.next.After(start) {
		start = p.next
	}
	if p.interval > 0 || delay > 0 {
		p.next = start.Add(p.interval)
	}
	return start.Sub(now)
}

// backoff returns the wait after a try, counted from 0: what the endpoint asks
// for, else exponential. It never exceeds most.
func backoff(try int, after, most time.Duration) time.Duration {
	d := after
	if d <= 0 {
		d = firstBackoff << min(try, 16)
	}
	return min(d, most)
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
