from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("shop")


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def get_order(order: str) -> str:
    return order


@mcp.tool(name="cancel_order", annotations={"readOnlyHint": False, "destructiveHint": False})
def cancel(order: str) -> str:
    return order


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True))
def delete_order(order: str) -> str:
    return order


@mcp.tool(annotations=ToolAnnotations(destructiveHint=False))
def note(text: str) -> str:
    return text


@mcp.tool()
def plain() -> str:
    return ""


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=is_safe()))
def other() -> str:
    return ""


mcp.run()
