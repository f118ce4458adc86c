import asyncio  # Construct: a package named agents that hides the SDK's, relative imports, re-exports (Python modules).
import sys

from agents import Runner, intake_agent, BILLING_NAME
from agents import billing_agent as b

DESKS = {"intake": intake_agent, BILLING_NAME: b}


async def main(argv):
    agent = DESKS["intake"]
    while True:
        result = await Runner.run(agent, input(), max_turns=4) #@ entry("Intake")
        agent = result.last_agent


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv)))
