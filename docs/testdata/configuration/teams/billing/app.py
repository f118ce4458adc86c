from agents import Agent, Runner
from libs.shared import lookup_order

clerk = Agent(name="Clerk", instructions="Explain bills.", tools=[lookup_order])

if __name__ == "__main__":
    Runner.run_sync(clerk, input())
