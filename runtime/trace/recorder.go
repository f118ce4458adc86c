package trace

import "slices"

// MaxText bounds the strings of a recorded event, in bytes. Names come from
// models too, and a model may ask for a tool whose name is a novel; a cut name
// binds to nothing, as the whole one would.
const MaxText = 1024

// Recorder collects the events of one run and numbers them. It is not safe for
// concurrent use: a run has one order. Use NewRecorder.
type Recorder struct {
	header Header
	events []Event
}

// NewRecorder starts a trace. The header's empty schema is filled in.
func NewRecorder(h Header) *Recorder {
	if h.Schema == "" {
		h.Schema = Schema
	}
	return &Recorder{header: h}
}

// Add appends an event and returns the seq that it was given; the event's own
// Seq is ignored. Strings are made valid UTF-8 and cut to MaxText bytes.
func (r *Recorder) Add(e Event) int {
	e.Seq = len(r.events) + 1
	for _, s := range []*string{
		&e.Time, &e.Agent, &e.Call, &e.Tool, &e.To, &e.Delegation, &e.Status, &e.Body,
		&e.Mechanism, &e.Name, &e.Reason, &e.Evidence, &e.Want, &e.Got, &e.Payload,
	} {
		*s = clip(*s, MaxText)
	}
	e.Tools, e.Handoffs = clipAll(e.Tools), clipAll(e.Handoffs)
	r.events = append(r.events, e)
	return e.Seq
}

// Trace returns what was recorded so far, as Read would return it.
func (r *Recorder) Trace() *Trace {
	t := &Trace{Header: r.header, Events: slices.Clone(r.events)}
	t.Lines = len(t.Events) + 1
	_, ended := t.End()
	t.Truncated = !ended
	for _, e := range t.Events {
		t.countKind(e.Kind)
	}
	return t
}

func clipAll(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = clip(s, MaxText)
	}
	return out
}
