"""Models that make models of what they are given.

Construct: a pydantic field that turns a dictionary into its model, in lists, dictionaries and unions too (pydantic).
"""

from typing import Annotated, Optional

from agents import Agent, Runner, function_tool
from pydantic import BaseModel, Field


@function_tool
def look(text: str) -> str:  #@ tool("look")
    return text


class Link(BaseModel):
    to: str
    title: Optional[str] = None


class Post(BaseModel):
    name: str
    tools: list[str] = []
    links: list[Link] = Field(default_factory=list)
    deputy: "Annotated[Post | None, Field()]" = None


class Plan(BaseModel):
    posts: dict[str, Post]
    first: str


TOOLS = {"look": look}
PLAN = Plan(
    first="front",
    posts={
        "front": {"name": "Front", "tools": ["look"], "links": [{"to": "back"}], "deputy": {"name": "Deputy"}},
        "back": {"name": "Back"},
    },
)


def build(plan):
    made = {}
    for key, post in plan.posts.items():
        made[key] = Agent(name=post.name, tools=[TOOLS[t] for t in post.tools])  #@ agent("Front") agent("Back") agent("Left") agent("Right") access("Front","look")
        if post.deputy is not None:
            made[key].handoffs.append(Agent(name=post.deputy.name))  #@ agent("Deputy") handoff("Front","Deputy")
    for key, post in plan.posts.items():
        made[key].handoffs.extend(made[link.to] for link in post.links)  #@ handoff("Front","Back") handoff("Left","Right")
    return made[plan.first]


lead = Agent(name="Lead", handoffs=[build(PLAN)])  #@ agent("Lead") handoff("Lead","Front")

# Construct: model_validate of a dictionary (pydantic).
DATA = {"first": "l", "posts": {"l": {"name": "Left", "links": [{"to": "r"}]}, "r": {"name": "Right"}}}
lead.handoffs.append(build(Plan.model_validate(DATA)))  #@ handoff("Lead","Left")

# Construct: a mutable default of a pydantic model, which each instance has for itself (pydantic).
one, two = Post(name="One"), Post(name="Two")
one.tools.append("look")
single = Agent(name=one.name, tools=[TOOLS[t] for t in one.tools])  #@ agent("One") access("One","look")
double = Agent(name=two.name, tools=[TOOLS[t] for t in two.tools])  #@ agent("Two")
lead.handoffs += [single, double]  #@ handoff("Lead","One") handoff("Lead","Two")
Runner.run_sync(lead, "hello")  #@ entry("Lead")
