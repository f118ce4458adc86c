"""Findings that the source asks not to count, and requests that miss."""

# obligato: ignore-file OB403 because each conversation ends where it was sent

from agents import Agent, Runner, function_tool, handoff


# obligato: ignore OB204 because a plug-in attaches it
@function_tool
def exported() -> str: #@ suppressed("OB204","a plug-in attaches it")
    return ""


@function_tool
def orphan() -> str: #@ finding("OB204")
    return ""


# obligato: ignore OB204 because of something that is gone #@ finding("OB252")
@function_tool
def used() -> str:
    return ""


leaf = Agent(name="Leaf", tools=[used]) #@ suppressed("OB403","each conversation ends where it was sent")
other = Agent(name="Other")  # obligato: ignore OB110, OB403 because the cron job starts it #@ finding("OB252") suppressed("OB110","the cron job starts it")
# obligato: ignore OB401 because it comes back in spring
front = Agent(
    name="Front",
    handoffs=[
        leaf,
        handoff(other, is_enabled=False), #@ suppressed("OB401","it comes back in spring")
    ],
)
# obligato: ignore-file OB101 because of nothing #@ finding("OB252")

# obligato: ignore OB404 because nothing follows #@ finding("OB252")

# obligato: ignore OB204 #@ finding("OB250")
Runner.run_sync(front, "hello")
