"""Agent constructors in every spelling.

Construct: Agent(...) by keyword (SDK Agent).
"""
import agents
import agents as sdk
from agents import Agent
from agents import Agent as Assistant
from agents import Runner
from agents.agent import Agent as Deep

plain = Agent(name="Plain", instructions="Say hello.") #@ agent("Plain")

# Construct: agents.Agent(...) through the module (SDK Agent).
through_module = agents.Agent(name="Through Module") #@ agent("Through Module")

# Construct: an alias of the module or of the class (SDK Agent).
through_alias = sdk.Agent(name="Through Alias") #@ agent("Through Alias")
renamed_import = Assistant(name="Renamed Import") #@ agent("Renamed Import")
submodule = Deep(name="Submodule") #@ agent("Submodule")


# Construct: Agent[Context](...) (SDK Agent).
class Context:
    user: str = ""


generic = Agent[Context](name="Generic") #@ agent("Generic")
module_generic = agents.Agent[Context](name="Module Generic") #@ agent("Module Generic")

# Construct: all arguments by position (SDK Agent).
by_position = Agent("By Position", "takes what comes", [], [], {}, "Do it.", None, [plain]) #@ agent("By Position") handoff("By Position","Plain")


# Construct: a subclass of Agent without a constructor (SDK Agent).
class Silent(Agent[Context]):
    pass


silent = Silent(name="Silent", handoffs=[plain]) #@ agent("Silent") handoff("Silent","Plain")


# Construct: a subclass of Agent with its own constructor (SDK Agent).
class Named(Agent):
    def __init__(self, topic: str, **more):
        super().__init__(name=f"{topic} Desk", instructions=f"Answer about {topic}.", **more)


cars = Named("Cars") #@ agent("Cars Desk")
boats = Named("Boats", handoffs=[cars]) #@ agent("Boats Desk") handoff("Boats Desk","Cars Desk")


# Construct: a subclass of a subclass (SDK Agent).
class Senior(Named):
    def __init__(self, topic):
        super().__init__("Senior " + topic, handoffs=[cars, boats]) #@ handoff("Senior Planes Desk","Boats Desk") handoff("Senior Planes Desk","Cars Desk")


senior = Senior("Planes") #@ agent("Senior Planes Desk")

# Construct: an alias of Agent made by assignment (SDK Agent).
Bot = Agent
bot = Bot(name="Bot") #@ agent("Bot")
Typed = Agent[Context]
typed = Typed(name="Typed") #@ agent("Typed")

# Construct: name changed by assignment after the fact (SDK Agent.name).
late = Agent(name="Early Name") #@ agent("Late Name")
late.name = "Late Name"

# Construct: setattr with a known name (SDK Agent).
set_later = Agent(name="Set") #@ agent("Set")
setattr(set_later, "handoffs", [late]) #@ handoff("Set","Late Name")

# Construct: handoff_description and model, also as model objects (SDK Agent).
described = Agent(name="Described", handoff_description="Knows things.", model="gpt-4.1") #@ agent("Described")

plain.handoffs = [
    through_module, through_alias, renamed_import, submodule, generic, module_generic, by_position, silent, #@ handoff("Plain","By Position") handoff("Plain","Generic") handoff("Plain","Module Generic") handoff("Plain","Renamed Import") handoff("Plain","Silent") handoff("Plain","Submodule") handoff("Plain","Through Alias") handoff("Plain","Through Module")
    senior, bot, typed, late, set_later, described, #@ handoff("Plain","Bot") handoff("Plain","Described") handoff("Plain","Late Name") handoff("Plain","Senior Planes Desk") handoff("Plain","Set") handoff("Plain","Typed")
]
Runner.run_sync(plain, "x") #@ entry("Plain")
