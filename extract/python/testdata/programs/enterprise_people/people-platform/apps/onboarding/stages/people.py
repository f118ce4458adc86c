from acme_agentkit import AgentName, agent_of
from acme_agentkit.tools import get_employee
from pydantic import BaseModel


class Buddy(BaseModel):
    employee_id: str
    reason: str


buddy = agent_of(AgentName.BUDDY, "Pick a buddy from the same site.", get_employee, output_type=Buddy)
welcome = agent_of(AgentName.WELCOME, "Write the welcome mail.")
