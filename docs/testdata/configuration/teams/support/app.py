from agents import Agent, Runner
from libs.shared import issue_refund, lookup_order

import plugins

refund = Agent(name="Refund Agent", instructions="Refund what was paid twice.", tools=[issue_refund])
order = Agent(name="Order Agent", instructions="Answer about orders.", tools=[lookup_order, issue_refund])
billing = Agent(name="Billing Agent", instructions="Explain bills.", tools=plugins.load())
triage = Agent(name="Triage Agent", instructions="Route.", handoffs=[refund, order, billing])
refund.handoffs = order.handoffs = billing.handoffs = [triage]

if __name__ == "__main__":
    Runner.run_sync(triage, input())
