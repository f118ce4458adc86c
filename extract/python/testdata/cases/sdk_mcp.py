"""Tool servers.

Construct: MCPServerStdio, MCPServerSse, MCPServerStreamableHttp: unknown tool sets (SDK MCPServer).
"""
import asyncio
from contextlib import AsyncExitStack

from agents import Agent, RunContextWrapper, Runner, gen_trace_id
from agents.mcp import (
    MCPServerManager, MCPServerSse, MCPServerStdio, MCPServerStreamableHttp, MCPUtil, create_static_tool_filter,
)

files = MCPServerStdio(name="files", params={"command": "npx"})
events = MCPServerSse(name="events", params={"url": "http://127.0.0.1/sse"})
remote = MCPServerStreamableHttp(params={"url": "http://127.0.0.1/mcp"})
one = Agent(name="One", mcp_servers=[files]) #@ agent("One") unresolved("tools of One")
two = Agent(name="Two", mcp_servers=[events, remote]) #@ agent("Two") unresolved("tools of Two") unresolved("tools of Two")

# Construct: create_static_tool_filter(allowed_tool_names=[...]) (SDK MCP tool_filter).
allowed = MCPServerStdio( #@ tool("list_dir") tool("mcp_allowed__list_dir") tool("mcp_allowed__read_file") tool("read_file")
    {"command": "npx"}, name="allowed", tool_filter=create_static_tool_filter(allowed_tool_names=["read_file", "list_dir"]),
)
three = Agent(name="Three", mcp_servers=[allowed]) #@ access("Three","list_dir") access("Three","read_file") agent("Three")

# Construct: a filter as a dictionary (SDK MCP tool_filter).
by_dict = MCPServerStdio(name="by_dict", params={"command": "npx", "url": "http://127.0.0.1"}, tool_filter={"allowed_tool_names": ["fetch"]}) #@ tool("fetch") tool("mcp_by_dict__fetch")
four = Agent(name="Four", mcp_servers=[by_dict]) #@ access("Four","fetch") agent("Four")

# Construct: allowed and blocked names together (SDK MCP tool_filter).
both = MCPServerSse( #@ tool("get")
    name="both", params={"command": "npx", "url": "http://127.0.0.1"}, tool_filter=create_static_tool_filter(allowed_tool_names=["get", "put"], blocked_tool_names=["put"]),
)
five = Agent(name="Five", mcp_servers=[both]) #@ access("Five","get") agent("Five")

# Construct: blocked names alone: the rest is unknown (SDK MCP tool_filter).
blocked = MCPServerSse(name="blocked", params={"command": "npx", "url": "http://127.0.0.1"}, tool_filter=create_static_tool_filter(blocked_tool_names=["drop"]))
six = Agent(name="Six", mcp_servers=[blocked]) #@ agent("Six") unresolved("tools of Six")


# Construct: a filter that is a function (SDK MCP tool_filter).
async def by_role(context, tool):
    return tool.name.startswith("get")


dynamic = MCPServerStdio(name="dynamic", params={"command": "npx", "url": "http://127.0.0.1"}, tool_filter=by_role)
seven = Agent(name="Seven", mcp_servers=[dynamic]) #@ agent("Seven") unresolved("tools of Seven")

# Construct: a filter assigned later (SDK MCP tool_filter).
later = MCPServerStdio(name="later", params={"command": "npx", "url": "http://127.0.0.1"}) #@ tool("query")
eight = Agent(name="Eight", mcp_servers=[later]) #@ access("Eight","query") agent("Eight")
later.tool_filter = create_static_tool_filter(allowed_tool_names=["query"])

# Construct: include_server_in_tool_names (SDK Agent.mcp_config).
nine = Agent(name="Nine", mcp_servers=[allowed, by_dict], mcp_config={"include_server_in_tool_names": True}) #@ access("Nine","mcp_allowed__list_dir") access("Nine","mcp_allowed__read_file") access("Nine","mcp_by_dict__fetch") agent("Nine")
odd = MCPServerStdio(name="Odd: server/1", params={"command": "npx", "url": "http://127.0.0.1"}, tool_filter={"allowed_tool_names": ["do it!"]}) #@ tool("mcp_Odd__server_1__do_it")
ten = Agent(name="Ten", mcp_servers=[odd], mcp_config={"include_server_in_tool_names": True}) #@ access("Ten","mcp_Odd__server_1__do_it") agent("Ten")


async def main():
    # Construct: async with Server(...) as s (SDK MCPServer).
    async with MCPServerStdio(name="entered", params={"command": "npx", "url": "http://127.0.0.1"}, tool_filter={"allowed_tool_names": ["ping"]}) as entered: #@ tool("ping")
        eleven = Agent(name="Eleven", mcp_servers=[entered]) #@ access("Eleven","ping") agent("Eleven")
        one.handoffs.append(eleven) #@ handoff("One","Eleven")

    # Construct: AsyncExitStack.enter_async_context(server) (SDK MCPServer).
    async with AsyncExitStack() as stack:
        servers = []
        for name in ("east", "west"):
            servers.append(await stack.enter_async_context( #@ access("Twelve","east_look") access("Twelve","west_look")
                MCPServerStdio(name=name, params={"command": "npx", "url": "http://127.0.0.1"}, tool_filter={"allowed_tool_names": [f"{name}_look"]}) #@ tool("east_look") tool("west_look")
            ))
        twelve = Agent(name="Twelve", mcp_servers=servers) #@ agent("Twelve")
        one.handoffs.append(twelve) #@ handoff("One","Twelve")

    # Construct: MCPServerManager(...).active_servers (SDK MCPServerManager).
    async with MCPServerManager([allowed, by_dict]) as manager: #@ access("Thirteen","fetch") access("Thirteen","list_dir") access("Thirteen","read_file")
        thirteen = Agent(name="Thirteen", mcp_servers=manager.active_servers) #@ agent("Thirteen")
        one.handoffs.append(thirteen) #@ handoff("One","Thirteen")

    # Construct: a prefetched list of a server with an allow list (SDK MCPUtil.get_function_tools).
    context = RunContextWrapper(context=None)
    listed = await MCPUtil.get_function_tools(allowed, False, context, one) #@ access("Fourteen","list_dir") access("Fourteen","read_file")
    fourteen = Agent(name="Fourteen", tools=listed) #@ agent("Fourteen")
    one.handoffs.append(fourteen) #@ handoff("One","Fourteen")

    # Construct: a prefetched list of servers without one (SDK MCPUtil.get_all_function_tools).
    everything = await MCPUtil.get_all_function_tools([files, by_dict], False, context, one) #@ access("Fifteen","fetch") unresolved("tools of Fifteen")
    fifteen = Agent(name="Fifteen", tools=everything) #@ agent("Fifteen")
    one.handoffs.append(fifteen) #@ handoff("One","Fifteen")

    # Construct: server.connect() without a context manager (SDK MCPServer.connect).
    await allowed.connect()
    await Runner.run(one, "x") #@ entry("One")


one.handoffs = [two, three, four, five, six, seven, eight, nine, ten] #@ handoff("One","Eight") handoff("One","Five") handoff("One","Four") handoff("One","Nine") handoff("One","Seven") handoff("One","Six") handoff("One","Ten") handoff("One","Three") handoff("One","Two")
if __name__ == "__main__":
    asyncio.run(main())
