"""Construct: agents that run hidden: in bodies of tools and guardrails through helpers, tasks and threads, in hooks, callbacks and lambdas; and bodies that attach."""
import asyncio
import threading
from functools import partial

from agents import (
    Agent, AgentHooks, FunctionTool, GuardrailFunctionOutput, InputGuardrail, RunHooks, Runner, ToolGuardrailFunctionOutput,
    function_tool, handoff, input_guardrail, output_guardrail, tool_input_guardrail,
)

judge = Agent(name="Judge") #@ guardrail_agent("Judge")
critic = Agent(name="Critic") #@ guardrail_agent("Critic")
policy = Agent(name="Policy") #@ guardrail_agent("Policy")
expert = Agent(name="Expert") #@ agent("Expert")
scribe = Agent(name="Scribe") #@ agent("Scribe")
logger = Agent(name="Logger") #@ agent("Logger")
greeter = Agent(name="Greeter") #@ agent("Greeter")
shaper = Agent(name="Shaper") #@ agent("Shaper")
auditor = Agent(name="Auditor") #@ agent("Auditor")
watcher = Agent(name="Watcher") #@ agent("Watcher")
raw = Agent(name="Raw") #@ agent("Raw")


async def consult(agent, text):
    return (await Runner.run(agent, text)).final_output #@ nested("Desk","Expert","ask_expert") nested("Desk","Scribe","ask_both","deep") nested("Desk","Expert","ask_both")


class Service:
    def __init__(self, agent):
        self.agent = agent

    async def answer(self, text):
        return await Runner.run(self.agent, text) #@ nested("Desk","Scribe","serve")


service = Service(scribe)


@function_tool
async def ask_expert(text: str) -> str: #@ tool("ask_expert")
    """Asks."""
    return await consult(expert, text)


@function_tool
async def ask_both(text: str, deep: bool) -> str: #@ tool("ask_both")
    """Asks both."""
    jobs = [asyncio.create_task(consult(expert, text))]
    if deep:
        jobs.append(consult(scribe, text))
    return str(await asyncio.gather(*jobs))


@function_tool
def serve(text: str) -> str: #@ tool("serve")
    """Serves."""
    return asyncio.run(service.answer(text))


@function_tool
async def in_thread(text: str) -> str: #@ tool("in_thread")
    """Runs in threads."""
    t = threading.Thread(target=Runner.run_sync, args=(shaper, text)) #@ nested("Desk","Shaper","in_thread")
    t.start()
    loop = asyncio.get_event_loop()
    await loop.run_in_executor(None, partial(Runner.run_sync, logger), text) #@ nested("Desk","Logger","in_thread")
    return (await asyncio.to_thread(Runner.run_sync, expert, text)).final_output #@ nested("Desk","Expert","in_thread")


@input_guardrail
async def on_topic(ctx, agent, text):
    r = await Runner.run(judge, text, context=ctx.context) #@ nested("Desk","Judge","on_topic")
    return GuardrailFunctionOutput(output_info=r.final_output, tripwire_triggered=False)


async def check_output(ctx, agent, output):
    return await judge_with(critic, output)


async def judge_with(agent, output):
    return await Runner.run(agent, output) #@ nested("Desk","Critic","check_output")


@tool_input_guardrail
async def pay_policy(data):
    r = await Runner.run(policy, "?") #@ nested("Desk","Policy","pay_policy")
    return ToolGuardrailFunctionOutput.allow(output_info=r.final_output)


@function_tool(tool_input_guardrails=[pay_policy])
def pay(amount: int) -> str: #@ tool("pay")
    """Pays."""
    return "paid"


class DeskHooks(AgentHooks):
    async def on_start(self, context, agent):
        await Runner.run(greeter, "hello") #@ nested("Desk","Greeter","on_start")


class RunLog(RunHooks):
    async def on_agent_end(self, context, agent, output):
        await Runner.run(logger, output) #@ nested("Desk","Logger","on_agent_end")


async def on_transfer(ctx):
    await Runner.run(auditor, "transfer") #@ nested("Desk","Auditor","on_transfer")


def invoke(ctx, args):
    return asyncio.run(Runner.run(raw, args)) #@ nested("Desk","Raw","raw_tool")


billing = Agent(name="Billing") #@ agent("Billing")


@function_tool
def note(text: str) -> str: #@ tool("note")
    """Notes."""


@function_tool
def unlock(code: str) -> str: #@ tool("unlock")
    """Unlocks."""
    billing.tools.append(note) #@ access("Billing","note","after unlock ran") assumed("Billing","note")
    if code == "42":
        billing.handoffs = [desk] #@ handoff("Billing","Desk","after unlock ran and code == \"42\"") assumed("Billing","Desk")
    return "ok"


desk = Agent( #@ agent("Desk") entry("Desk")
    name="Desk",
    tools=[ask_expert, ask_both, serve, in_thread, pay, unlock, #@ access("Desk","ask_expert") access("Desk","ask_both") access("Desk","serve") access("Desk","in_thread") access("Desk","pay") access("Desk","unlock") restriction("Desk","pay","guardrail")
           FunctionTool(name="raw_tool", description="", params_json_schema={}, on_invoke_tool=invoke)], #@ tool("raw_tool") access("Desk","raw_tool")
    handoffs=[
        handoff(billing, on_handoff=on_transfer), #@ handoff("Desk","Billing")
        handoff(expert, on_handoff=lambda ctx: Runner.run_sync(watcher, "?")), #@ handoff("Desk","Expert") nested("Desk","Watcher","on_handoff")
    ],
    input_guardrails=[on_topic],
    output_guardrails=[InputGuardrail(guardrail_function=check_output)],
    hooks=DeskHooks(),
)

if __name__ == "__main__":
    Runner.run_sync(desk, "hi", hooks=RunLog())
