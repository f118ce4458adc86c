"""Handoffs in every shape.

Construct: an Agent in handoffs= (SDK Agent.handoffs).
"""
from pydantic import BaseModel

from agents import Agent, Handoff, RunContextWrapper, Runner, handoff
from agents.extensions import handoff_filters
from agents.extensions.handoff_prompt import RECOMMENDED_PROMPT_PREFIX, prompt_with_handoff_instructions

billing = Agent(name="Billing Agent", instructions=f"{RECOMMENDED_PROMPT_PREFIX}\nBill.") #@ agent("Billing Agent")
refunds = Agent(name="Refunds", instructions=prompt_with_handoff_instructions("Refund.")) #@ agent("Refunds")
faq = Agent(name="Faq") #@ agent("Faq")
triage = Agent( #@ agent("Triage")
    name="Triage",
    handoffs=[
        billing, #@ handoff("Triage","Billing Agent")
        # Construct: handoff(agent) (SDK handoff).
        handoff(refunds), #@ handoff("Triage","Refunds")
        # Construct: handoff(agent=...) (SDK handoff).
        handoff(agent=faq), #@ handoff("Triage","Faq")
    ],
)


# Construct: handoff() options by keyword (SDK handoff).
class Reason(BaseModel):
    text: str


async def noted(ctx: RunContextWrapper[None], data: Reason):
    ...


escalation = handoff(
    agent=triage,
    tool_name_override="escalate",
    tool_description_override="Goes up.",
    on_handoff=noted,
    input_type=Reason,
    input_filter=handoff_filters.remove_all_tools,
)
billing.handoffs = [escalation] #@ handoff("Billing Agent","Triage") handoff_name("escalate")

# Construct: handoff() options by position (SDK handoff).
refunds.handoffs = [handoff(billing, "to_bill", "Goes to the bill.")] #@ handoff("Refunds","Billing Agent") handoff_name("to_bill")

# Construct: handoff(is_enabled=...) as False, a function, a lambda, an expression (SDK handoff).
HOURS = 9


def open_now(ctx, agent):
    return True


faq.handoffs.append(handoff(billing, is_enabled=False)) #@ finding("OB401")
faq.handoffs.append(handoff(refunds, is_enabled=open_now)) #@ handoff("Faq","Refunds","is_enabled: open_now")
faq.handoffs.append(handoff(triage, is_enabled=lambda ctx, agent: True)) #@ handoff("Faq","Triage","is_enabled: lambda ctx, agent: True")
faq.handoffs.append(handoff(faq, tool_name_override="again", is_enabled=HOURS > 8)) #@ handoff("Faq","Faq") handoff_name("again")


# Construct: Handoff(...) built by hand, found by its agent_name (SDK Handoff).
async def invoke(ctx, text):
    return billing


by_hand = Handoff(
    tool_name="to_billing_by_hand",
    tool_description="By hand.",
    input_json_schema={},
    on_invoke_handoff=invoke,
    agent_name="Billing Agent",
)
clerk = Agent(name="Clerk", handoffs=[by_hand]) #@ agent("Clerk") assumed("Clerk","Billing Agent") handoff("Clerk","Billing Agent") handoff_name("to_billing_by_hand")


# Construct: Handoff(...) whose target no agent is named like (SDK Handoff).
lost = Handoff("to_nobody", "Lost.", {}, invoke, "Nobody") #@ unresolved("handoffs of Keeper")
keeper = Agent(name="Keeper", handoffs=[lost, clerk]) #@ agent("Keeper") handoff("Keeper","Clerk")
triage.handoffs.append(keeper) #@ handoff("Triage","Keeper")

# Construct: a handoff kept in a variable and used twice (SDK handoff).
to_faq = handoff(faq, tool_name_override="ask_faq")
keeper.handoffs.append(to_faq) #@ handoff("Keeper","Faq") handoff_name("ask_faq")
clerk.handoffs.append(to_faq) #@ handoff("Clerk","Faq") handoff_name("ask_faq")

# Construct: options of a handoff changed by assignment (SDK Handoff).
to_keeper = handoff(keeper)
to_keeper.tool_name = "keep"
clerk.handoffs.append(to_keeper) #@ handoff("Clerk","Keeper") handoff_name("keep")

# Construct: a handoff object in tools= (SDK Agent.tools).
wrong = Agent(name="Wrong", tools=[handoff(faq)]) #@ agent("Wrong") finding("OB206") unresolved("tools of Wrong")
clerk.handoffs.append(wrong) #@ handoff("Clerk","Wrong")

Runner.run_sync(triage, "x") #@ entry("Triage")
