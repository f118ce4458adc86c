from acme_agentkit import AgentFactory, AgentName, ToolName
from acme_agentkit.constants import REASONING_MODEL
from agents import Agent, handoff

from apps.shared import escalation_handoff

from .registry import SPECIALISTS


class HelpdeskFactory(AgentFactory):
    model = REASONING_MODEL
    common_tools = ()


_classifier = Agent(
    name=AgentName.CLASSIFIER,
    instructions="Name the topic of the message in one word: payroll, leave, it, facilities or other.",
)

front_door = HelpdeskFactory(team="helpdesk").create(
    AgentName.FRONT_DOOR,
    "Route the employee to the right specialist. Escalate when nobody fits.",
    tools=[_classifier.as_tool(tool_name=ToolName.ASK_CLASSIFIER, tool_description="Topic of a message")],
    handoffs=[
        *(handoff(a, tool_name_override=d.route) for d, a in SPECIALISTS.items()),
        escalation_handoff(),
    ],
)

for _agent in SPECIALISTS.values():
    _agent.handoffs.append(escalation_handoff(tool_name="escalate_to_people_ops"))
