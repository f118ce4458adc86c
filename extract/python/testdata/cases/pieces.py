"""Construct: texts cut into parts (partition, rsplit, splitlines), getters of operator, __subclasses__, __import__."""
from operator import attrgetter, itemgetter, methodcaller

from agents import Agent, function_tool

base = __import__("os.path", fromlist=["join"])
TABLE = """north|Guide of the north
south|Guide of the south
"""


@function_tool
def look(where: str) -> str: #@ tool("look")
    """Look."""
    return where


made = {}
for line in TABLE.splitlines():
    key, _, name = line.partition("|")
    made[key] = Agent(name=name) #@ agent("Guide of the north") agent("Guide of the south")

_, last = "team.lead.Last one".rsplit(".", 1)
closing = Agent(name=last) #@ agent("Last one")


class Post:
    title = ""

    def agent(self):
        return Agent(name=self.title, tools=[look]) #@ agent("Porter") access("Porter","look") agent("Cook") access("Cook","look")


class Door(Post):
    title = "Porter"


class Kitchen(Post):
    title = "Cook"


class Holder:
    def __init__(self, held):
        self.held = held


posts = map(methodcaller("agent"), [c() for c in Post.__subclasses__()]) #@ handoff("Top","Porter") handoff("Top","Cook")
top = Agent( #@ agent("Top") entry("Top") finding("OB102")
    name="Top",
    handoffs=[
        *itemgetter("north", "south")(made), #@ handoff("Top","Guide of the north") handoff("Top","Guide of the south")
        attrgetter("held")(Holder(closing)), #@ handoff("Top","Last one")
        *posts,
        *[a for n, a in made.items() if n.startswith(("east", "west"))],
    ],
)
