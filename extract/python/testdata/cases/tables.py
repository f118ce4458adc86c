# Construct: agents that are described as data and built in loops (Python tables).
from functools import partial

from agents import Agent, Runner, function_tool, handoff, CodeInterpreterTool


@function_tool
def search(q: str): ... #@ tool("search")
@function_tool
def calculate(expression: str): ... #@ tool("calculate")
@function_tool
def mail(to: str, body: str): ... #@ tool("mail")


TOOLS = {f.name: f for f in (search, calculate, mail)}
SPECS = [
    {"name": "Researcher", "tools": ["search"], "peers": ["Writer"]},
    {"name": "Analyst", "tools": ["search", "calculate"], "peers": []},
    dict(name="Writer", tools=["mail"], peers=["Researcher", "Analyst"]),
]
BASE = dict(model="gpt-4o-mini", instructions="Work.")
ROSTER: dict[str, Agent] = {}

for spec in SPECS:
    ROSTER[spec["name"]] = Agent( #@ agent("Researcher") agent("Analyst") agent("Writer")
        name=spec["name"],
        tools=[TOOLS[t] for t in spec["tools"]], #@ access("Researcher","search") access("Analyst","search") access("Analyst","calculate") access("Writer","mail")
        **BASE,
    )

for spec in SPECS:
    for peer in spec["peers"]:
        if peer == spec["name"]:
            continue
        ROSTER[spec["name"]].handoffs.append(handoff(agent=ROSTER[peer])) #@ handoff("Researcher","Writer") handoff("Writer","Researcher") handoff("Writer","Analyst")

build = partial(Agent, model="m")
lead = build(name="Lead", handoffs=[a for a in ROSTER.values() if a.name != "Analyst"]) #@ agent("Lead") handoff("Lead","Researcher") handoff("Lead","Writer")
(analyst,) = [a for n, a in ROSTER.items() if n == "Analyst"]
lead.tools.append(CodeInterpreterTool(tool_config={})) #@ tool("code_interpreter") access("Lead","code_interpreter")
for i, (name, agent) in enumerate(zip(["r", "w"], [ROSTER["Researcher"], ROSTER["Writer"]])):
    lead.tools += [agent.as_tool(f"ask_{name}{i}", "Asks.")] #@ agent_tool("Lead","Researcher","ask_r0") agent_tool("Lead","Writer","ask_w1")

setattr(analyst, "handoffs", [lead]) #@ handoff("Analyst","Lead")
if __name__ == '__main__':
    Runner.run_sync(lead, input("> ")) #@ entry("Lead")
