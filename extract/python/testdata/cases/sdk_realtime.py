"""Realtime agents.

Construct: RealtimeAgent(...) and RealtimeRunner (SDK RealtimeAgent).
"""
from agents import function_tool
from agents.realtime import RealtimeAgent, RealtimeRunner, realtime_handoff


@function_tool
def lookup(key: str) -> str: #@ tool("lookup")
    return key


faq = RealtimeAgent(name="Faq", handoff_description="Answers questions.", tools=[lookup]) #@ access("Faq","lookup") agent("Faq")
generic = RealtimeAgent[dict](name="Generic") #@ agent("Generic")

# Construct: realtime_handoff(agent) (SDK realtime_handoff).
triage = RealtimeAgent(name="Triage", handoffs=[faq, realtime_handoff(generic)]) #@ agent("Triage") handoff("Triage","Faq") handoff("Triage","Generic")

# Construct: realtime_handoff() with options (SDK realtime_handoff).
faq.handoffs.append(realtime_handoff(triage, tool_name_override="back", tool_description_override="Back.")) #@ handoff("Faq","Triage") handoff_name("back")
faq.handoffs.append(realtime_handoff(agent=generic, is_enabled=False)) #@ finding("OB401")

runner = RealtimeRunner(starting_agent=triage) #@ entry("Triage")
