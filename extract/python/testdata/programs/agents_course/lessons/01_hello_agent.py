"""Lesson 1: the smallest agent there is.

An agent is a name, instructions and a model. Nothing more.
"""

from agents import Agent, Runner

from common import MODEL, banner

agent = Agent(name="Assistant", instructions="You only respond in haikus.", model=MODEL)

if __name__ == "__main__":
    banner("Lesson 1: hello, agent")
    result = Runner.run_sync(agent, "Tell me about recursion in programming.")
    print(result.final_output)
