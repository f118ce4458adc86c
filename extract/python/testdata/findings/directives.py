"""What comments declare: effects, care, restrictions."""

from agents import Agent, FunctionTool, WebSearchTool, function_tool


# obligato: effects read
@function_tool
def look(order: str) -> str: #@ effects("look","read")
    """Looks an order up."""
    return order


@function_tool
# obligato: effects write
# obligato: sensitive because money moves
async def refund( #@ effects("refund","write") sensitive("refund")
    order: str,
) -> str:
    """Pays back."""
    return order


@function_tool  # obligato: effects none
def add(a: int, b: int) -> int: #@ effects("add","none")
    return a + b


@function_tool
def note( #@ effects("note","write")
    text: str,
) -> str:  # obligato: effects write
    return text


def plain(text: str) -> str:  # obligato: effects read #@ effects("later","read")
    return text


later = function_tool(plain, name_override="later")

web = WebSearchTool()  # obligato: effects read #@ effects("web_search","read")

# obligato: effects write
raw = FunctionTool( #@ effects("raw","write")
    name="raw",
    description="Runs something.",
    params_json_schema={},
    on_invoke_tool=None,
)


# obligato: effects write
@function_tool
def unused() -> str: #@ finding("OB204")
    return ""


# obligato: effects write #@ finding("OB251")
def no_tool() -> str:
    return ""


# obligato: efects write #@ finding("OB250")
# obligato: restrict Desk -> refund #@ finding("OB250")
# obligato: restrict Desk -> refund because only billing pays #@ restriction("Desk","refund","absence")
# obligato: restrict Desk -> loo* because of the audit #@ restriction("Desk","look","prompt")
# obligato: restrict Nobody -> refund because of a typo #@ finding("OB211")
# This text speaks of obligato and is no comment to it.

helper = Agent(name="Helper")
billing = Agent(name="Billing", tools=[refund, raw])
desk = Agent(
    name="Desk",
    tools=[
        look, #@ finding("OB210")
        add,
        note,
        later,
        web,
        # obligato: effects read
        helper.as_tool(tool_name="ask", tool_description="Asks."), #@ effects("ask","read")
    ],
    handoffs=[billing],
)
billing.handoffs.append(desk)
text = "# obligato: effects write"
