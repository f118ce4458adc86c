"""Construct: conditions, of which both sides count (Python if)."""
import os

from agents import Agent, Runner, function_tool, handoff

DEBUG = os.environ.get("DEBUG")


def allowed(ctx, agent):
    return ctx.context.premium


@function_tool
def base(): #@ tool("base")
    ...


@function_tool(is_enabled=False)
def off(): #@ tool("off")
    ...


@function_tool(is_enabled=allowed)
def sometimes(): #@ tool("sometimes")
    ...


@function_tool(needs_approval=True)
def refund(amount: float): #@ tool("refund")
    ...


def check(data):
    ...


@function_tool(tool_input_guardrails=[check])
def guarded(): #@ tool("guarded")
    ...


@function_tool
def debug(): #@ tool("debug")
    ...


expert = Agent(name="Expert") #@ agent("Expert")
helper = Agent(name="Helper") #@ agent("Helper")
a = Agent( #@ agent("A")
    name="A",
    tools=[
        base, #@ access("A","base")
        off, #@ restriction("A","off","disabled")
        sometimes, #@ access("A","sometimes","is_enabled: allowed")
        refund, #@ access("A","refund") restriction("A","refund","approval")
        guarded, #@ access("A","guarded") restriction("A","guarded","guardrail")
        expert.as_tool("ask", "Asks.", is_enabled=lambda c, a: c.x), #@ agent_tool("A","Expert","ask","is_enabled: lambda c, a: c.x")
    ],
    handoffs=[
        handoff(helper, is_enabled=allowed), #@ handoff("A","Helper","is_enabled: allowed")
        handoff(expert, is_enabled=False), #@ finding("OB401")
    ],
)
if DEBUG:
    a.tools.append(debug) #@ access("A","debug","DEBUG")
elif os.getenv("X") == "1":
    a.handoffs.append(expert) #@ handoff("A","Expert","not DEBUG and os.getenv(\"X\") == \"1\"")
if 1 + 1 == 2 and PREMIUM_NEVER if False else True:
    helper.handoffs.append(a) #@ handoff("Helper","A")
best = expert if DEBUG else helper
expert.handoffs = [best, helper if os.getenv("Y") else None] #@ handoff("Expert","Expert","DEBUG") handoff("Expert","Helper","not DEBUG or os.getenv(\"Y\")")


def pick(flag):
    if flag:
        return expert
    return helper


helper.handoffs.append(pick(DEBUG)) #@ handoff("Helper","Expert","flag") handoff("Helper","Helper","not flag")
if __name__ == "__main__":
    Runner.run_sync(a, "x") #@ entry("A")
