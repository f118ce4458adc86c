from agents import Agent

from .models import SearchPlan

PROMPT = (
    "You are a research planner. Given a request, come up with a set of web searches "
    "that together cover it. Output between 3 and {n} terms."
)

planner_agent = Agent(
    name="PlannerAgent",
    instructions=PROMPT.format(n=12),
    model="gpt-4.1",
    output_type=SearchPlan,
)
