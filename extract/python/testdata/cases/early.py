"""Construct: agents that are made on a path that returns, breaks or raises (Python return)."""
import os

from agents import Agent, Runner, function_tool


@function_tool
def t(): #@ tool("t")
    ...


base = Agent(name="Base") #@ agent("Base")


def build(flag):
    a = Agent(name="Built") #@ agent("Built") assumed("Built")
    if flag:
        helper = Agent(name="Helper", tools=[t]) #@ agent("Helper") access("Helper","t") assumed("Helper") assumed("Helper","t")

        @function_tool
        def ask(q: str): #@ tool("ask")
            return Runner.run_sync(helper, q) #@ nested("Built","Helper","ask")

        a.handoffs = [base] #@ handoff("Built","Base","flag") assumed("Built","Base")
        a.tools.append(ask) #@ access("Built","ask","flag") assumed("Built","ask")
        return a
    return a


def demo(kind): #@ orchestrator("demo") entry("demo")
    if kind == "early":
        first = Agent(name="First", tools=[t]) #@ agent("First") finding("OB103") access("First","t") assumed("First") assumed("First","t")
        Runner.run_sync(first, "x") #@ entry("First") orchestrated("demo","First","","kind == \"early\"")
        return
    elif kind == "raise":
        second = Agent(name="Second", handoffs=[base]) #@ agent("Second") handoff("Second","Base") assumed("Second") assumed("Second","Base")
        Runner.run_sync(second, "x") #@ entry("Second") orchestrated("demo","Second","","not (kind == \"early\") and kind == \"raise\"")
        raise SystemExit(1)
    else:
        for i in range(2):
            if os.getenv("STOP"):
                third = Agent(name="Third", handoffs=[build(os.getenv("B"))]) #@ agent("Third") handoff("Third","Built") assumed("Third") assumed("Third","Built")
                Runner.run_sync(third, "x") #@ entry("Third") orchestrated("demo","Third","","not (kind == \"early\") and not (kind == \"raise\") and os.getenv(\"STOP\")")
                break
