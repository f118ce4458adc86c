"""An MCP server of the same sources, which declares what its tools do."""

from agents import Agent, Runner
from agents.mcp import MCPServerStdio, create_static_tool_filter

shop = MCPServerStdio( #@ effects("get_order","read") effects("cancel_order","write") effects("delete_order","write")
    name="shop",
    params={"command": "python", "args": ["servers/shop.py"]},
    tool_filter=create_static_tool_filter(allowed_tool_names=["get_order", "cancel_order", "delete_order", "note", "plain", "other"]),
)
desk = Agent(name="Desk", mcp_servers=[shop])
Runner.run_sync(desk, "hello")
