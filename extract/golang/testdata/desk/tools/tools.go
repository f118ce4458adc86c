// Package tools holds the tools of the desk.
package tools

import (
	"context"

	"github.com/nlpodyssey/openai-agents-go/agents"
)

var expert = agents.New("Seat Expert") //@ agent("Seat Expert")

// Construct: a FunctionTool literal of another package (SDK FunctionTool).

// Lookup answers questions.
var Lookup = agents.FunctionTool{ //@ tool("faq_lookup")
	Name:             "faq_lookup",
	Description:      "Look up an answer.",
	ParamsJSONSchema: map[string]any{"type": "object", "properties": map[string]any{"question": map[string]any{"type": "string"}}},
	OnInvokeTool:     func(context.Context, string) (any, error) { return "", nil },
}

type seatArgs struct {
	Seat string `json:"seat"`
}

// Construct: a tool whose body runs another agent (SDK Runner).

// Seat books a seat, and asks another agent where.
var Seat = agents.NewFunctionTool("update_seat", "Update a seat.", //@ tool("update_seat")
	func(ctx context.Context, args seatArgs) (string, error) {
		_, err := agents.Run(ctx, expert, args.Seat) //@ nested("Seat Agent","Seat Expert","update_seat")
		return "", err
	})
