"""Construct: factories, closures, loops, comprehensions and tables (Python functions)."""
from agents import Agent, Runner, function_tool

PREFIX = "Support"
LANGS = ["French", "Spanish"]
TEAM = {"billing": "Billing", "tech": "Technical"}


def make(name, *, tools=None, **kw):
    return Agent(name=f"{PREFIX} {name}", tools=tools or [], **kw) #@ agent("Support Billing") agent("Support Technical")


def lookup_tool(table):
    @function_tool(name_override=f"lookup_{table}")
    def inner(key: str) -> str: #@ tool("lookup_users") tool("lookup_orders")
        return table + key

    return inner


agents_by_key = {}
for key, title in TEAM.items():
    agents_by_key[key] = make(title, handoff_description="About " + key) #@ handoff("Front","Support Billing") handoff("Front","Support Technical")

translators = [
    Agent(name=lang + " translator", instructions="Translate to %s." % lang) #@ agent("French translator") agent("Spanish translator")
    for lang in LANGS
]
front = Agent( #@ agent("Front") finding("OB103")
    name="Front",
    tools=[
        lookup_tool("users"), #@ access("Front","lookup_users")
        *[lookup_tool(t) for t in ("orders",)], #@ access("Front","lookup_orders")
        *[t.as_tool(tool_name=None, tool_description="x") for t in translators], #@ agent_tool("Front","French translator","french_translator") agent_tool("Front","Spanish translator","spanish_translator")
    ],
    handoffs=list(agents_by_key.values()),
)
for key in agents_by_key:
    agents_by_key[key].handoffs.append(front) #@ handoff("Support Billing","Front") handoff("Support Technical","Front")


def run(name: str):
    """Only a framework calls it: the key is not known, so all values are."""
    agent = agents_by_key.get(name, front)
    return Runner.run_sync(agent, "hi") #@ entry("Front") entry("Support Billing") entry("Support Technical")
