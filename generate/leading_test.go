package generate

import "testing"

func TestLeading(t *testing.T) {
	tool := func(n string) Objective { return Objective{Names: Names{Tools: []string{n}}} }
	agent := func(n string) Objective { return Objective{Names: Names{Agents: []string{n}}} }
	tests := []struct {
		name string
		turn string
		o    Objective
		want bool
	}{
		{"snake", "call update_seat for me", tool("update_seat"), true},
		{"camel", "call updateSeat for me", tool("update_seat"), true},
		{"spaces, other case", "Please Update Seat now", tool("update_seat"), true},
		{"hyphen", "update-seat please", tool("update_seat"), true},
		{"name is camel", "could you update seat", tool("updateSeat"), true},
		{"name has no separators", "update seat please", tool("updateseat"), false},
		{"name has no separators, as written", "updateseat tool please", tool("updateseat"), true},
		{"words apart are a request", "update the seat on my flight", tool("update_seat"), false},
		{"inflected words are a request", "updating seats", tool("update_seat"), false},
		{"not over a sentence's end", "I need an update. Seat 12A is free.", tool("update_seat"), false},
		{"trailing tool left out", "use the FAQ lookup", tool("faq_lookup_tool"), true},
		{"one word of it is no name", "I have a question, look at the FAQ", tool("faq_lookup_tool"), false},
		{"dotted", "run files.read now", tool("files.read"), true},
		{"one word is a word", "search for flights to Oslo", tool("search"), false},
		{"one word beside tool", "use the search tool", tool("search"), true},
		{"one word behind a verb", "call search with flights", tool("search"), true},
		{"one word with an inner capital", "getWeather in Oslo", tool("getWeather"), true},
		{"inner capital, spoken", "get weather in Oslo", tool("getWeather"), true},
		{"agent, full name", "let me talk to the faq agent", agent("FAQ Agent"), true},
		{"agent, snake", "go to seat_booking_agent", agent("Seat Booking Agent"), true},
		{"agent's business", "I have a seat booking to change", agent("Seat Booking Agent"), false},
		{"agent as a team", "the billing team please", agent("Billing Agent"), true},
		{"agent's one word", "I have a billing question", agent("Billing"), false},
		{"agent's one word, asked for", "transfer me to billing", agent("Billing"), true},
		{"agent with a number", "give it to Assistant 2", agent("assistant_2"), true},
		{"default handoff name", "call transfer_to_billing", Objective{Names: Names{Tools: []string{"transfer_to_billing"}}}, true},
		{"compressed name", "ask planneragent for a plan", agent("planneragent"), true},
		{"compressed name, spoken", "ask the planner agent for a plan", agent("planneragent"), true},
		{"the word agent itself", "I want a human agent", agent("agent"), false},
		{"empty name", "anything", tool(""), false},
		{"no words in the name", "anything", tool("___"), false},
		{"other script", "Bitte an den Agente Español", agent("Agente Español"), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Leading([]string{tt.turn}, tt.o); got != tt.want {
				t.Errorf("Leading(%q, %+v) = %v, want %v", tt.turn, tt.o.Names, got, tt.want)
			}
		})
	}
}

func TestLeadingNeverSpansTurns(t *testing.T) {
	o := Objective{Names: Names{Tools: []string{"update_seat"}}}
	if Leading([]string{"I need an update", "seat 12A"}, o) {
		t.Error("a name was put together from two turns")
	}
}
