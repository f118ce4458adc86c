package model

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// desk is an airline's service desk: what each agent is told and offered.
type desk map[string]struct {
	system string
	tools  []Tool
}

func parse(t testing.TB, text string) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return m
}

func handoff(agent, about string) Tool {
	return Tool{Name: handoffName(agent), Description: "Handoff to the " + agent + " agent to handle the request. " + about}
}

func airline(t testing.TB) desk {
	triage := handoff("Triage Agent", "A triage agent that can pass a customer's request to the right colleague.")
	return desk{
		"Triage Agent": {"You are a triage agent. Pass each question to the colleague who can help.", []Tool{
			handoff("FAQ Agent", "Answers questions about the airline: baggage, wifi, the planes."),
			handoff("Seat Booking Agent", "Changes the seat on a booking."),
		}},
		"FAQ Agent": {"Answer with faq_lookup_tool. If you cannot answer, transfer back to the triage agent.", []Tool{
			{Name: "faq_lookup_tool", Description: "Look up frequently asked questions: baggage, wifi, planes.", Parameters: parse(t, `{"type":"object","properties":{"question":{"type":"string"}},"required":["question"]}`)},
			triage,
		}},
		"Seat Booking Agent": {"Change the seat with update_seat. If the customer asks for anything else, transfer back to the triage agent.", []Tool{
			{Name: "update_seat", Description: "Update the seat for a given confirmation number.", Parameters: parse(t, `{"type":"object","properties":{"confirmation_number":{"type":"string"},"new_seat":{"type":"string"}},"required":["confirmation_number","new_seat"]}`)},
			triage,
		}},
	}
}

// walk runs turns as an agent SDK does and lists what happened. Results are
// given per tool, in order; the last one stays.
func (d desk) walk(t *testing.T, m Model, agent string, results map[string][]string, turns ...string) []string {
	t.Helper()
	var events []string
	var history []Message
	calls := map[string]int{}
	ids := map[string]bool{}
	for _, turn := range turns {
		history = append(history, Message{Role: RoleUser, Content: turn})
		for n := 0; ; n++ {
			if n > 12 {
				t.Fatalf("no end: %v", events)
			}
			req := Request{Messages: append([]Message{{Role: RoleSystem, Content: d[agent].system}}, history...), Tools: d[agent].tools}
			resp, err := m.Complete(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			history = append(history, resp.Message)
			if len(resp.Message.ToolCalls) == 0 {
				events = append(events, agent+": "+resp.Message.Content+resp.Message.Refusal)
				break
			}
			for _, c := range resp.Message.ToolCalls {
				if ids[c.ID] {
					t.Errorf("call id %s twice", c.ID)
				}
				ids[c.ID] = true
				events = append(events, agent+" -> "+c.Name+" "+c.Arguments)
				result := "ok"
				if r := results[c.Name]; len(r) > 0 {
					result = r[min(calls[c.Name], len(r)-1)]
				}
				calls[c.Name]++
				if next, ok := d.target(c.Name); ok {
					agent, result = next, `{"assistant": "`+next+`"}`
				}
				history = append(history, Message{Role: RoleTool, ToolCallID: c.ID, Content: result})
			}
		}
	}
	return events
}

func (d desk) target(tool string) (string, bool) {
	for name := range d {
		if handoffName(name) == tool {
			return name, true
		}
	}
	return "", false
}

func TestSimulatedWalks(t *testing.T) {
	const need = "To go on I need the following: "
	tests := []struct {
		name    string
		start   string
		results map[string][]string
		turns   []string
		want    []string
	}{
		{
			"a seat in one turn", "Triage Agent", nil,
			[]string{`Please change my seat. The confirmation number is "ABC123". The new seat is "12A".`},
			[]string{
				`Triage Agent -> transfer_to_seat_booking_agent {}`,
				`Seat Booking Agent -> update_seat {"confirmation_number":"ABC123","new_seat":"12A"}`,
				`Seat Booking Agent: Here is what I have: ok`,
			},
		},
		{
			"a seat, asked for the rest", "Triage Agent", nil,
			[]string{"I would like another seat", "My confirmation number is QX7741", "seat 7C please"},
			[]string{
				`Triage Agent -> transfer_to_seat_booking_agent {}`,
				`Seat Booking Agent: ` + need + `confirmation number, new seat. Could you give me that?`,
				`Seat Booking Agent: ` + need + `new seat. Could you give me that?`,
				`Seat Booking Agent -> update_seat {"confirmation_number":"QX7741","new_seat":"7C"}`,
				`Seat Booking Agent: Here is what I have: ok`,
			},
		},
		{
			"a question", "Triage Agent",
			map[string][]string{"faq_lookup_tool": {"Two bags."}},
			[]string{"How much baggage may I take on the plane?"},
			[]string{
				`Triage Agent -> transfer_to_faq_agent {}`,
				`FAQ Agent -> faq_lookup_tool {"question":"How much baggage may I take on the plane?"}`,
				`FAQ Agent: Here is what I have: Two bags.`,
			},
		},
		{
			"two requests in one turn", "Triage Agent",
			map[string][]string{"faq_lookup_tool": {"Yes."}},
			[]string{`Is there wifi on the plane? Then change my seat to 3F, confirmation number LM9032.`},
			[]string{
				`Triage Agent -> transfer_to_faq_agent {}`,
				`FAQ Agent -> faq_lookup_tool {"question":"Is there wifi on the plane?"}`,
				`FAQ Agent -> transfer_to_triage_agent {}`,
				`Triage Agent -> transfer_to_seat_booking_agent {}`,
				`Seat Booking Agent -> update_seat {"confirmation_number":"LM9032","new_seat":"3F"}`,
				"Seat Booking Agent: Here is what I have: Yes.\nHere is what I have: ok",
			},
		},
		{
			"an error that names nothing", "Seat Booking Agent",
			map[string][]string{"update_seat": {"Error: the booking system is down"}},
			[]string{"Change seat to 3F, confirmation number LM9032"},
			[]string{
				`Seat Booking Agent -> update_seat {"confirmation_number":"LM9032","new_seat":"3F"}`,
				`Seat Booking Agent: Something went wrong: Error: the booking system is down`,
			},
		},
		{
			"a denial", "Seat Booking Agent",
			map[string][]string{"update_seat": {"Not permitted."}},
			[]string{"Change seat to 3F, confirmation number LM9032"},
			[]string{
				`Seat Booking Agent -> update_seat {"confirmation_number":"LM9032","new_seat":"3F"}`,
				`Seat Booking Agent: I may not do that: Not permitted.`,
			},
		},
		{
			"what nobody does", "Triage Agent", nil,
			[]string{"Sing me a shanty"},
			[]string{`Triage Agent: I cannot help with that here.`},
		},
		{
			"small talk", "Triage Agent", nil,
			[]string{"Hello, can you help me?"},
			[]string{`Triage Agent: Hello. What can I do for you?`},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := airline(t).walk(t, NewSimulated(SimulatedOptions{Seed: 1}), tt.start, tt.results, tt.turns...)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

// A request that every agent passes on must come to rest: nobody gets it twice.
func TestSimulatedPingPongEnds(t *testing.T) {
	both := desk{
		"Left":  {"If you cannot help, transfer back to right.", []Tool{handoff("Right", "Handles invoices.")}},
		"Right": {"If you cannot help, transfer back to left.", []Tool{handoff("Left", "Handles invoices.")}},
	}
	for seed := range uint64(50) {
		got := both.walk(t, NewSimulated(SimulatedOptions{Seed: seed}), "Left", nil, "Where is my invoice for the parcel?")
		if len(got) > 3 {
			t.Fatalf("seed %d: %v", seed, got)
		}
	}
}

// A missing argument that an error names is filled in, once.
func TestSimulatedRetries(t *testing.T) {
	tool := Tool{Name: "book_table", Description: "Book a table.", Parameters: parse(t, `{"type":"object","properties":{
		"restaurant":{"type":"string"},"party_size":{"type":"integer"}},"required":["restaurant"]}`)}
	d := desk{"Desk": {"", []Tool{tool}}}
	const text = `Book a table for our party, there are 6 of us. The restaurant is "Chez Nous".`
	missing := "Error: missing required argument: party_size"
	got := d.walk(t, NewSimulated(SimulatedOptions{}), "Desk", map[string][]string{"book_table": {missing, "ok"}}, text)
	want := []string{
		`Desk -> book_table {"restaurant":"Chez Nous"}`,
		`Desk -> book_table {"party_size":6,"restaurant":"Chez Nous"}`,
		`Desk: Something went wrong: ` + missing + "\nHere is what I have: ok",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mended (-want +got):\n%s", diff)
	}
	got = d.walk(t, NewSimulated(SimulatedOptions{}), "Desk", map[string][]string{"book_table": {missing}}, text)
	if len(got) != 3 {
		t.Errorf("an error that stays: %v", got)
	}
	got = d.walk(t, NewSimulated(SimulatedOptions{}), "Desk", map[string][]string{"book_table": {missing}}, `Book a table. The restaurant is "Chez Nous".`)
	if len(got) != 2 || !strings.Contains(got[1], "party size") || !strings.HasSuffix(got[1], "?") {
		t.Errorf("nothing to fill in: %v", got)
	}
}

func ask(t testing.TB, m Model, tools []Tool, text string) Message {
	t.Helper()
	resp, err := m.Complete(context.Background(), Request{Messages: []Message{{Role: RoleUser, Content: text}}, Tools: tools})
	if err != nil {
		t.Fatal(err)
	}
	return resp.Message
}

// called returns the name of the tool that is called, or "".
func called(m Message) string {
	if len(m.ToolCalls) == 0 {
		return ""
	}
	return m.ToolCalls[0].Name
}

func TestSimulatedConfusesOverlap(t *testing.T) {
	overlapping := []Tool{
		handoff("Orders", "Tracks orders and returns of orders."),
		handoff("Returns", "Takes returns of orders and pays refunds."),
	}
	apart := []Tool{
		handoff("Orders", "Tracks parcels on their way."),
		handoff("Returns", "Takes goods back and pays refunds."),
	}
	count := func(tools []Tool, text string) map[string]int {
		n := map[string]int{}
		for seed := range uint64(400) {
			n[called(ask(t, NewSimulated(SimulatedOptions{Seed: seed}), tools, text))]++
		}
		return n
	}
	n := count(overlapping, "I want to talk about returns of my orders")
	if n["transfer_to_orders"] < 20 || n["transfer_to_returns"] < 20 {
		t.Errorf("overlapping specialists are never confused: %v", n)
	}
	n = count(apart, "I want refunds for the goods that I sent back")
	if n["transfer_to_returns"] != 400 {
		t.Errorf("clear specialists are confused: %v", n)
	}
}

func TestSimulatedLeavesUnclearUnrouted(t *testing.T) {
	tools := []Tool{
		handoff("Flight Status", "Says when flights leave."),
		handoff("Flight Booking", "Sells tickets."),
	}
	for seed := range uint64(50) {
		m := ask(t, NewSimulated(SimulatedOptions{Seed: seed}), tools, "Something with my flight")
		if called(m) != "" || m.Refusal != "" || !strings.HasSuffix(m.Content, "?") {
			t.Fatalf("seed %d: an unclear request gives %+v", seed, m)
		}
		m = ask(t, NewSimulated(SimulatedOptions{Seed: seed}), tools, "Tell me about quantum chromodynamics")
		if m.Refusal == "" || m.Content != "" || called(m) != "" {
			t.Fatalf("seed %d: what nothing fits gives %+v", seed, m)
		}
	}
}

func TestSimulatedHeedsMarks(t *testing.T) {
	tools := []Tool{
		{Name: "issue_refund", Description: NotPermitted + "Issue a refund for an order."},
		{Name: "order_status", Description: "Look up the status of an order."},
	}
	const n = 1500
	for _, heed := range []float64{0, 0.25, 0.9, 1} {
		heeded := 0
		for seed := range uint64(n) {
			m := ask(t, NewSimulated(SimulatedOptions{Seed: seed, Heed: heed}), tools, "Please issue a refund")
			switch called(m) {
			case "issue_refund":
			case "":
				heeded++
			default:
				t.Fatalf("called %s", called(m))
			}
		}
		// Five standard deviations of a binomial: a false alarm in 2 million.
		bound := 5 * math.Sqrt(heed*(1-heed)*n)
		if math.Abs(float64(heeded)-heed*n) > bound {
			t.Errorf("heed %v: %d of %d heeded, bound %.0f", heed, heeded, n, bound)
		}
	}
}

// One temptation in a turn: a heeded tool stays heeded in its later calls.
func TestSimulatedHeedsThroughATurn(t *testing.T) {
	tools := []Tool{
		{Name: "issue_refund", Description: NotPermitted + "Issue a refund for an order."},
		{Name: "order_status", Description: "Look up the status of an order.", Parameters: parse(t, `{"type":"object","properties":{"order_id":{"type":"string"}},"required":["order_id"]}`)},
	}
	d := desk{"Desk": {"You look up the status of orders.", tools}}
	const text = "What is the status of order A-17? Then issue a refund."
	heeded := 0
	for seed := range uint64(200) {
		m := NewSimulated(SimulatedOptions{Seed: seed, Heed: 0.5})
		got := d.walk(t, m, "Desk", nil, text)
		first := newDigest(seed, "heed", d["Desk"].system, text, "issue_refund").draw() < 0.5
		if strings.Contains(strings.Join(got, "\n"), "issue_refund") == first {
			t.Fatalf("seed %d: heeds %v, but %v", seed, first, got)
		}
		if first {
			heeded++
		}
	}
	if heeded < 50 || heeded > 150 {
		t.Errorf("heeded %d of 200", heeded)
	}
}

// The same request gives the same bytes, whoever asks and in whatever order
// maps are walked.
func TestSimulatedIsDeterministic(t *testing.T) {
	d := airline(t)
	req := func() Request {
		var tools []Tool
		for _, name := range []string{"FAQ Agent", "Seat Booking Agent", "Triage Agent"} {
			tools = append(tools, airline(t)[name].tools...)
		}
		return Request{Messages: []Message{{Role: RoleSystem, Content: d["Triage Agent"].system}, {Role: RoleUser, Content: "update my seat to 12A, confirmation number ABC123, and tell me about wifi"}}, Tools: tools}
	}
	first := ""
	shared := NewSimulated(SimulatedOptions{Seed: 7})
	for i := range 100 {
		m := shared
		if i%2 == 1 {
			m = NewSimulated(SimulatedOptions{Seed: 7})
		}
		resp, err := m.Complete(context.Background(), req())
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(resp)
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(b)
		} else if string(b) != first {
			t.Fatalf("answers differ:\n%s\n%s", first, b)
		}
	}
	if !strings.Contains(first, "update_seat") {
		t.Errorf("answer %s", first)
	}
}

// Over HTTP, through go-openai and the server, the simulated model is the same.
func TestSimulatedOverHTTP(t *testing.T) {
	direct := NewSimulated(SimulatedOptions{Seed: 3, Heed: 0.9})
	s := httptest.NewServer(Handler(map[string]Model{"simulated": direct}))
	defer s.Close()
	remote, err := NewOpenAI(OpenAIOptions{BaseURL: s.URL + "/v1", Model: "simulated"})
	if err != nil {
		t.Fatal(err)
	}
	d := airline(t)
	for _, turns := range [][]string{
		{`Please change my seat. The confirmation number is "ABC123". The new seat is "12A".`},
		{"How much baggage may I take?", "Sing me a shanty", ""},
		{"Then <b>seats</b> & \"quotes\" — naïve?"},
	} {
		a := d.walk(t, direct, "Triage Agent", map[string][]string{"update_seat": {""}}, turns...)
		b := d.walk(t, remote, "Triage Agent", map[string][]string{"update_seat": {""}}, turns...)
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%v (-direct +remote):\n%s", turns, diff)
		}
	}
	req := Request{
		Messages: []Message{{Role: RoleSystem, Content: "s"}, {Role: RoleUser, Content: "change the seat to 12A, confirmation number ABC123"}},
		Tools:    d["Seat Booking Agent"].tools, MaxTokens: 5,
		Output: &OutputSchema{Name: "o", Schema: parse(t, `{"type":"object","properties":{"summary":{"type":"string"}},"required":["summary"]}`)},
	}
	a, errA := direct.Complete(context.Background(), req)
	b, errB := remote.Complete(context.Background(), req)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	// An empty schema and none are one thing on the wire, but not one length.
	a.Usage.PromptTokens, b.Usage.PromptTokens = 0, 0
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("answers (-direct +remote):\n%s", diff)
	}
}

// A whole turn said in short sentences is understood together.
func TestSimulatedReadsTheWholeTurn(t *testing.T) {
	tools := []Tool{{Name: "cancel_subscription", Description: "Cancel a subscription at once."}}
	if got := called(ask(t, NewSimulated(SimulatedOptions{}), tools, "I no longer want it. My subscription I mean, which my late uncle Theodor bought years ago in Hamburg.")); got != "cancel_subscription" {
		t.Errorf("called %q", got)
	}
}

func TestSimulatedHostileRequests(t *testing.T) {
	deep := map[string]any{"type": "object", "required": []any{"a"}, "properties": map[string]any{"a": map[string]any{"$ref": "#"}, "b": map[string]any{"$ref": "#"}, "c": map[string]any{"$ref": "#/properties/c"}}}
	wide := map[string]any{"type": "object", "properties": map[string]any{}}
	for i := range 5000 {
		wide["properties"].(map[string]any)[fmt.Sprintf("p%d", i)] = map[string]any{"$ref": "#"}
	}
	broken := map[string]any{"type": 7, "properties": []any{1}, "required": "x", "anyOf": []any{nil, 3}, "enum": map[string]any{}}
	texts := []string{"", "a", strings.Repeat("seat ", 1<<17), strings.Repeat(`"`, 1<<16), strings.Repeat("a.b ", 1<<16), "\x00\xff\xfe seat", strings.Repeat("and then seat ", 1<<14)}
	m := NewSimulated(SimulatedOptions{Heed: 1})
	for _, schema := range []map[string]any{nil, {}, deep, wide, broken} {
		for _, text := range texts {
			for _, out := range []*OutputSchema{nil, {Schema: schema}} {
				_, err := m.Complete(context.Background(), Request{
					Messages: []Message{{Role: RoleSystem, Content: text}, {Role: RoleAssistant, Content: text}, {Role: RoleTool, Content: text}, {Role: RoleUser, Content: text}},
					Tools:    []Tool{{Name: "seat", Description: text, Parameters: schema}, {}},
					Output:   out,
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if _, err := m.Complete(context.Background(), Request{}); err != nil {
		t.Fatal(err)
	}
}

func BenchmarkSimulated(b *testing.B) {
	words := strings.Fields("order refund parcel invoice seat flight hotel ticket weather report market filing account password address payment")
	for _, n := range []int{4, 60} {
		b.Run(fmt.Sprintf("%dtools", n), func(b *testing.B) {
			var tools []Tool
			for i := range n {
				w, v := words[i%len(words)], words[(i*7+3)%len(words)]
				tools = append(tools, Tool{
					Name:        fmt.Sprintf("get_%s_%s_%d", w, v, i),
					Description: "Look up the " + w + " of a customer by its " + v + " and return all that is known about it, newest first.",
					Parameters:  parse(b, `{"type":"object","properties":{"`+w+`_id":{"type":"string","description":"Which `+w+` to look up"},"limit":{"type":"integer"}},"required":["`+w+`_id"]}`),
				})
			}
			m := NewSimulated(SimulatedOptions{Seed: 1, Heed: 0.9})
			req := Request{Messages: []Message{
				{Role: RoleSystem, Content: strings.Repeat("You look up what customers ask for and answer with it. If you cannot, say so. ", 10)},
				{Role: RoleUser, Content: `Please look up my parcel and its invoice. The parcel id is "ABC123". Then tell me about the weather.`},
			}, Tools: tools}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := m.Complete(context.Background(), req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
