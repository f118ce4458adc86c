"""Options of tools that change edges.

Construct: is_enabled as True, False, a function, a lambda, an expression (SDK function_tool).
"""
import os

from agents import (
    Agent, Runner, ToolGuardrailFunctionOutput, ToolInputGuardrail, function_tool, tool_input_guardrail,
    tool_output_guardrail,
)


def allowed(ctx, agent):
    return True


@function_tool(is_enabled=True)
def always() -> str: #@ tool("always")
    return ""


@function_tool(is_enabled=False)
def switched_off() -> str: #@ tool("switched_off")
    return ""


@function_tool(is_enabled=allowed)
def by_function() -> str: #@ tool("by_function")
    return ""


@function_tool(is_enabled=lambda ctx, agent: ctx.context is not None)
def by_lambda() -> str: #@ tool("by_lambda")
    return ""


@function_tool(is_enabled=os.environ.get("TOOLS") == "1")
def by_environment() -> str: #@ tool("by_environment")
    return ""


enabled = Agent(name="Enabled", tools=[always, switched_off, by_function, by_lambda, by_environment]) #@ access("Enabled","always") access("Enabled","by_environment","is_enabled: os.environ.get(\"TOOLS\") == \"1\"") access("Enabled","by_function","is_enabled: allowed") access("Enabled","by_lambda","is_enabled: lambda ctx, agent: ctx.context is not None") agent("Enabled") restriction("Enabled","switched_off","disabled")


# Construct: is_enabled set by assignment (SDK FunctionTool.is_enabled).
@function_tool
def later_off() -> str: #@ tool("later_off")
    return ""


later_off.is_enabled = False
assigned = Agent(name="Assigned", tools=[later_off]) #@ agent("Assigned") restriction("Assigned","later_off","disabled")


# Construct: needs_approval as True and as a function (SDK function_tool).
async def large(ctx, params, call_id):
    return params["amount"] > 100


@function_tool(needs_approval=True)
def delete() -> str: #@ tool("delete")
    return ""


@function_tool(needs_approval=large)
def pay(amount: int) -> str: #@ tool("pay")
    return ""


@function_tool(needs_approval=False)
def read() -> str: #@ tool("read")
    return ""


approvals = Agent(name="Approvals", tools=[delete, pay, read]) #@ access("Approvals","delete") access("Approvals","pay") access("Approvals","read") agent("Approvals") restriction("Approvals","delete","approval") restriction("Approvals","pay","approval")


# Construct: tool guardrails (SDK tool_input_guardrail, tool_output_guardrail).
@tool_input_guardrail
def no_secrets(data):
    return ToolGuardrailFunctionOutput.allow()


@tool_output_guardrail
def no_leaks(data):
    return ToolGuardrailFunctionOutput.allow()


def plain_check(data):
    return ToolGuardrailFunctionOutput.allow()


@function_tool(tool_input_guardrails=[no_secrets])
def send(text: str) -> str: #@ tool("send")
    return text


@function_tool(tool_output_guardrails=[no_leaks])
def fetch(key: str) -> str: #@ tool("fetch")
    return key


@function_tool(tool_input_guardrails=[ToolInputGuardrail(guardrail_function=plain_check, name="plain")])
def post(text: str) -> str: #@ tool("post")
    return text


guardrails = Agent(name="Guardrails", tools=[send, fetch, post]) #@ access("Guardrails","fetch") access("Guardrails","post") access("Guardrails","send") agent("Guardrails") restriction("Guardrails","post","guardrail") restriction("Guardrails","send","guardrail")


# Construct: timeout, failure_error_function, defer_loading, allowed_callers (SDK function_tool).
@function_tool(failure_error_function=None, timeout=3.0)
async def slow() -> str: #@ tool("slow")
    return ""


others = Agent(name="Others", tools=[slow]) #@ access("Others","slow") agent("Others")

# Construct: tool_use_behavior, which changes no edge (SDK Agent.tool_use_behavior).
stops = Agent(name="Stops", tools=[slow], tool_use_behavior={"stop_at_tool_names": ["slow"]}) #@ access("Stops","slow") agent("Stops")

enabled.handoffs = [assigned, approvals, guardrails, others, stops] #@ handoff("Enabled","Approvals") handoff("Enabled","Assigned") handoff("Enabled","Guardrails") handoff("Enabled","Others") handoff("Enabled","Stops")
Runner.run_sync(enabled, "x") #@ entry("Enabled")
