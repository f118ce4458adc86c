"""Agents as tools in every shape.

Construct: agent.as_tool() inline, with and without a name (SDK Agent.as_tool).
"""
from agents import Agent, AgentBase, RunConfig, Runner, function_tool

translator = Agent(name="French Translator", instructions="Translate.") #@ agent("French Translator")
writer = Agent(name="Writer") #@ agent("Writer")
critic = Agent(name="Critic") #@ agent("Critic")
boss = Agent( #@ agent("Boss")
    name="Boss",
    tools=[
        translator.as_tool(tool_name="to_french", tool_description="Into French."), #@ agent_tool("Boss","French Translator","to_french")
        writer.as_tool(None, None), #@ agent_tool("Boss","Writer","writer")
        # Construct: as_tool() by position (SDK Agent.as_tool).
        critic.as_tool("judge", "Judges."), #@ agent_tool("Boss","Critic","judge")
    ],
)

# Construct: an agent tool in a variable, and in a list by name (SDK Agent.as_tool).
judge_tool = critic.as_tool("second_judge", "Judges again.")
helpers = [judge_tool, writer.as_tool(tool_name="write", tool_description="Writes.")] #@ agent_tool("Editor","Critic","second_judge") agent_tool("Editor","Writer","write")
editor = Agent(name="Editor", tools=helpers) #@ agent("Editor")


# Construct: an agent tool passed to a factory (SDK Agent.as_tool).
def with_tool(tool):
    return Agent(name="Factory Made", tools=[tool]) #@ agent("Factory Made") agent_tool("Factory Made","Editor","edit")


made = with_tool(editor.as_tool("edit", "Edits."))


# Construct: an agent tool made in a method and passed to clone (SDK Agent.clone).
class Manager:
    def __init__(self):
        self.base = Agent(name="Base") #@ agent("Base")

    def build(self):
        tool = made.as_tool(tool_name="make", tool_description="Makes.")
        return self.base.clone(name="With Tool", tools=[tool]) #@ agent("With Tool") agent_tool("With Tool","Factory Made","make")


cloned = Manager().build()

# Construct: as_tool(is_enabled=..., needs_approval=...) (SDK Agent.as_tool).
def french(ctx, agent: AgentBase) -> bool:
    return True


guarded = Agent( #@ agent("Guarded")
    name="Guarded",
    tools=[
        translator.as_tool("maybe_french", "Maybe.", is_enabled=french), #@ agent_tool("Guarded","French Translator","maybe_french","is_enabled: french")
        critic.as_tool("asked_judge", "Asks first.", needs_approval=True), #@ agent_tool("Guarded","Critic","asked_judge") restriction("Guarded","asked_judge","approval")
        writer.as_tool("never", "Never.", is_enabled=False), #@ restriction("Guarded","never","disabled")
    ],
)

# Construct: as_tool() in a comprehension (SDK Agent.as_tool).
pool = Agent(name="Pool", tools=[a.as_tool(None, f"Asks {a.name}.") for a in (translator, writer, critic)]) #@ agent("Pool") agent_tool("Pool","Critic","critic") agent_tool("Pool","French Translator","french_translator") agent_tool("Pool","Writer","writer")

# Construct: as_tool() with all other options (SDK Agent.as_tool).
full = Agent( #@ agent("Full")
    name="Full",
    tools=[
        pool.as_tool( #@ agent_tool("Full","Pool","pool")
            tool_name="pool", tool_description="Pools.", custom_output_extractor=lambda r: "x", run_config=RunConfig(),
            max_turns=3, failure_error_function=None,
        ),
    ],
)

# Construct: the same agent as a tool under two names of one agent (SDK Agent.as_tool).
twice = Agent(name="Twice", tools=[full.as_tool("a_full", "A."), full.as_tool("b_full", "B.")]) #@ agent("Twice") agent_tool("Twice","Full","a_full") agent_tool("Twice","Full","b_full")

# Construct: an agent in tools= without as_tool (SDK Agent.tools).
mistaken = Agent(name="Mistaken", tools=[twice]) #@ agent("Mistaken") finding("OB206") unresolved("tools of Mistaken")

boss.handoffs = [editor, made, cloned, guarded, pool, twice, mistaken] #@ handoff("Boss","Editor") handoff("Boss","Factory Made") handoff("Boss","Guarded") handoff("Boss","Mistaken") handoff("Boss","Pool") handoff("Boss","Twice") handoff("Boss","With Tool")
Runner.run_sync(boss, "x") #@ entry("Boss")
