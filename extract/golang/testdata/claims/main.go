// Package main holds what the analysis has to decide, and what it cannot.
package main

import (
	"context"
	"errors"

	"github.com/nlpodyssey/openai-agents-go/agents"
)

type claimArgs struct {
	Claim string `json:"claim"`
}

func pay(context.Context, claimArgs) (string, error) { return "", nil }

// Construct: a factory of tools, each call a tool of its own, IsEnabled (SDK FunctionTool).

// toolFor is a factory: each call makes a tool of its own.
func toolFor(name string, on bool) agents.Tool {
	t := agents.NewFunctionTool(name, "Handle a claim.", pay) //@ tool("pay_car") tool("pay_home") tool("pay_all")
	t.IsEnabled = agents.NewFunctionToolEnabledFlag(on)
	return t
}

// Construct: a guardrail that runs an agent (SDK InputGuardrail).
var checker = agents.New("Checker") //@ guardrail_agent("Checker")

func polite(ctx context.Context, _ *agents.Agent, in agents.Input) (agents.GuardrailFunctionOutput, error) {
	_, err := agents.Run(ctx, checker, "polite?") //@ nested("Intake","Checker","polite")
	return agents.GuardrailFunctionOutput{}, err
}

// Construct: agents in a map and in fields of a struct, variadic tools, a Handoff by name, an MCP server (SDK Agent).

// desk is made of specialists by name.
type desk struct {
	staff  map[string]*agents.Agent
	intake *agents.Agent
}

func specialist(name string, tools ...agents.Tool) *agents.Agent {
	return agents.New(name).WithTools(tools...) //@ agent("Car Agent") agent("Home Agent")
}

func newDesk(server agents.MCPServer, extra []agents.Tool) (*desk, error) {
	d := &desk{staff: map[string]*agents.Agent{
		"car":  specialist("Car Agent", toolFor("pay_car", true)), //@ access("Car Agent","pay_car")
		"home": specialist("Home Agent", toolFor("pay_home", true), toolFor("pay_all", false)), //@ access("Home Agent","pay_home") restriction("Home Agent","pay_all","disabled")
	}}
	if d.staff["car"] == nil {
		return nil, errors.New("no car desk")
	}
	d.intake = agents.New("Intake"). //@ agent("Intake")
		WithInputGuardrails([]agents.InputGuardrail{{Name: "polite", GuardrailFunction: polite}}).
		WithAgentHandoffs(d.staff["car"]). //@ handoff("Intake","Car Agent")
		WithHandoffs(agents.Handoff{AgentName: "Home Agent", ToolName: "go_home"}). //@ handoff("Intake","Home Agent") handoff_name("go_home") assumed("Intake","Home Agent")
		AddMCPServer(server) //@ unresolved("tools of Intake")
	d.staff["car"].WithAgentHandoffs(d.intake) //@ handoff("Car Agent","Intake")
	d.staff["home"].Tools = append(d.staff["home"].Tools, extra...) //@ unresolved("tools of Home Agent")
	return d, nil
}

// Construct: an agent that a method runs (SDK Runner).
func (d *desk) serve(ctx context.Context, text string) error {
	_, err := agents.Runner{}.Run(ctx, d.intake, text) //@ entry("Intake")
	return err
}

func main() {
	d, err := newDesk(nil, load())
	if err != nil {
		panic(err)
	}
	if err := d.serve(context.Background(), "hello"); err != nil {
		panic(err)
	}
}

// load stands for tools that the source does not show.
var load = plugin()

func plugin() func() []agents.Tool { return nil }
