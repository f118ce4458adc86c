// Package main is an airline's service desk in the builder style.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/nlpodyssey/openai-agents-go/agents"

	"example.com/desk/tools"
)

type refundArgs struct {
	Order  string  `json:"order"`
	Amount float64 `json:"amount" jsonschema:"description=In euros."`
}

func refund(_ context.Context, args refundArgs) (string, error) {
	return fmt.Sprintf("refunded %s", args.Order), nil
}

// Construct: NewFunctionTool, with the schema of its argument type (SDK NewFunctionTool).
var refundTool = agents.NewFunctionTool("issue_refund", "Refund an order.", refund) //@ tool("issue_refund")

// Construct: agents.New with builder methods, in package variables (SDK Agent).
var faq = agents.New("FAQ Agent"). //@ agent("FAQ Agent")
	WithInstructions("Answer questions.").
	WithHandoffDescription("Answers questions.").
	WithTools(tools.Lookup, agents.WebSearchTool{}) //@ access("FAQ Agent","faq_lookup") access("FAQ Agent","web_search_preview") tool("web_search_preview")

var writer = agents.New("Writer") //@ agent("Writer")

var triage *agents.Agent

// Construct: wiring in init, WithAgentHandoffs, AsTool, late append, AddTool under a condition (SDK Agent).
func init() {
	triage = agents.New("Triage Agent"). //@ agent("Triage Agent")
		WithAgentHandoffs(faq, seats()). //@ handoff("Triage Agent","FAQ Agent") handoff("Triage Agent","Seat Agent")
		WithTools(writer.AsTool(agents.AgentAsToolParams{ToolName: "write", ToolDescription: "Writes."})) //@ agent_tool("Triage Agent","Writer","write")
	faq.AgentHandoffs = append(faq.AgentHandoffs, triage) //@ handoff("FAQ Agent","Triage Agent")
	if os.Getenv("REFUNDS") != "" {
		faq.AddTool(refundTool) //@ access("FAQ Agent","issue_refund","os.Getenv(\"REFUNDS\") != \"\"")
	}
}

// Construct: &agents.Agent{...} from a function (SDK Agent).
func seats() *agents.Agent {
	return &agents.Agent{ //@ agent("Seat Agent")
		Name:         "Seat Agent",
		Instructions: agents.InstructionsStr("Book " + "seats."),
		Tools:        []agents.Tool{tools.Seat}, //@ access("Seat Agent","update_seat")
	}
}

// Construct: agents made in a loop over a slice, HandoffFromAgent with another tool name, agents.Run (SDK Agent, Handoff, Runner).
func main() {
	for _, city := range []string{"Rome", "Oslo"} {
		guide := agents.New(city + " Guide").WithTools(tools.Lookup) //@ agent("Rome Guide") agent("Oslo Guide") access("Rome Guide","faq_lookup") access("Oslo Guide","faq_lookup")
		triage.Handoffs = append(triage.Handoffs, agents.HandoffFromAgent(agents.HandoffFromAgentParams{ //@ handoff("Triage Agent","Rome Guide") handoff("Triage Agent","Oslo Guide") handoff_name("ask_Rome") handoff_name("ask_Oslo")
			Agent: guide, ToolNameOverride: "ask_" + city,
		}))
	}
	if _, err := agents.Run(context.Background(), triage, "hello"); err != nil { //@ entry("Triage Agent")
		panic(err)
	}
}
