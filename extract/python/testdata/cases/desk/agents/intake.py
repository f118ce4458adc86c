import agents

from .billing import billing_agent
from desk_shared import SHARED

intake_agent = agents.Agent(name="Intake", tools=[*SHARED], handoffs=[billing_agent]) #@ agent("Intake") handoff("Intake","Billing Desk")
billing_agent.handoffs.append(intake_agent) #@ handoff("Billing Desk","Intake")
