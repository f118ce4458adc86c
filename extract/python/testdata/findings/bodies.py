"""Tools whose body does what another tool is there for."""

from agents import Agent, Runner, function_tool


def log(text: str) -> None:
    print(text)


def pay(order: str) -> str:
    log(order)
    return order


class Bank:
    def book(self, order: str) -> str:
        return pay(order) #@ finding("OB263")


@function_tool
def issue_refund(order: str) -> str:  # obligato: sensitive #@ sensitive("issue_refund")
    """Pays back."""
    log("refund")
    return pay(order)


@function_tool
def look(order: str) -> str:  # obligato: effects read #@ effects("look","read")
    log("look")
    return order


@function_tool
def cancel_order(order: str) -> str:
    log("cancel")
    return Bank().book(order)


@function_tool
async def close_account(ctx, order: str) -> str:
    return await issue_refund.on_invoke_tool(ctx, order) #@ finding("OB262")


@function_tool
def retry(order: str) -> str:
    return repeat(order)


def repeat(order: str) -> str:
    return issue_refund(order) #@ finding("OB262")


@function_tool
def harmless(order: str) -> str:
    log("harmless")
    return harmless(order)


billing = Agent(name="Billing", tools=[issue_refund])
front = Agent(name="Front", tools=[look, cancel_order, close_account, retry, harmless], handoffs=[billing])
billing.handoffs.append(front)
Runner.run_sync(front, "hello")
