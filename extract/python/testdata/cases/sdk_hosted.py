"""The SDK's own tools.

Construct: hosted tools: web search, file search, code interpreter, images, tool search (SDK hosted tools).
"""
from agents import (
    Agent, ApplyPatchTool, CodeInterpreterTool, ComputerTool, FileSearchTool, FunctionTool, HostedMCPTool,
    ImageGenerationTool, LocalShellTool, Runner, ShellTool, ToolSearchTool, WebSearchTool, function_tool, tool_namespace,
)
from agents.extensions.experimental.codex import codex_tool
from agents.tool import ProgrammaticToolCallingTool

web = Agent( #@ agent("Web")
    name="Web",
    tools=[
        WebSearchTool(), #@ access("Web","web_search") tool("web_search")
        FileSearchTool(vector_store_ids=["a"], max_num_results=3), #@ access("Web","file_search") tool("file_search")
        CodeInterpreterTool(tool_config={"type": "code_interpreter", "container": {"type": "auto"}}), #@ access("Web","code_interpreter") tool("code_interpreter")
        ImageGenerationTool(tool_config={"type": "image_generation", "quality": "low"}), #@ access("Web","image_generation") tool("image_generation")
        ToolSearchTool(), #@ access("Web","tool_search") tool("tool_search")
        ProgrammaticToolCallingTool(), #@ access("Web","programmatic_tool_calling") tool("programmatic_tool_calling")
    ],
)

# Construct: HostedMCPTool, told apart by its server_label (SDK HostedMCPTool).
docs = HostedMCPTool(tool_config={"type": "mcp", "server_label": "docs", "server_url": "https://example.com/docs", "require_approval": "never", "allowed_tools": ["read"]}) #@ tool("hosted_mcp@docs")
wiki = HostedMCPTool(tool_config={"type": "mcp", "server_label": "wiki", "server_url": "https://example.com/wiki", "require_approval": "never"}) #@ tool("hosted_mcp@wiki")
reader = Agent(name="Reader", tools=[docs]) #@ access("Reader","hosted_mcp@docs") agent("Reader")
# Construct: HostedMCPTool without allowed_tools: what it offers is unknown (SDK HostedMCPTool).
editor = Agent(name="Editor", tools=[wiki]) #@ access("Editor","hosted_mcp@wiki") agent("Editor") unresolved("tools of Editor")
mail = HostedMCPTool(tool_config={"type": "mcp", "server_label": "mail", "server_url": "https://example.com", "require_approval": "never", "allowed_tools": {"tool_names": ["send"]}}) #@ tool("hosted_mcp@mail")
sender = Agent(name="Sender", tools=[mail]) #@ access("Sender","hosted_mcp@mail") agent("Sender")


# Construct: ComputerTool, ShellTool, ApplyPatchTool, LocalShellTool (SDK local tools).
async def execute(request):
    return ""


operator = Agent(name="Operator", tools=[ShellTool(executor=execute), LocalShellTool(executor=execute)]) #@ access("Operator","local_shell") access("Operator","shell") agent("Operator") tool("local_shell") tool("shell")
patcher = Agent(name="Patcher", tools=[ApplyPatchTool(editor=object(), needs_approval=True)]) #@ access("Patcher","apply_patch") agent("Patcher") restriction("Patcher","apply_patch","approval") tool("apply_patch")
clicker = Agent(name="Clicker", tools=[ComputerTool(computer=object())]) #@ access("Clicker","computer_use_preview") agent("Clicker") tool("computer_use_preview")

# Construct: ShellTool and ApplyPatchTool under another name (SDK ShellTool.name).
renamed = Agent(name="Renamed", tools=[ShellTool(executor=execute, name="run"), ApplyPatchTool(object(), "edit")]) #@ access("Renamed","edit") access("Renamed","run") agent("Renamed") tool("edit") tool("run")

# Construct: codex_tool(...) (SDK codex_tool).
coder = Agent(name="Coder", tools=[codex_tool(sandbox_mode="read-only", name="codex_review"), codex_tool()]) #@ access("Coder","codex") access("Coder","codex_review") agent("Coder") tool("codex") tool("codex_review")


# Construct: tool_namespace(...) (SDK tool_namespace).
@function_tool(defer_loading=True)
def get_profile(customer: str) -> str: #@ tool("crm.get_profile") tool("get_profile") tool("shop.get_profile")
    """Profile."""
    return customer


@function_tool(defer_loading=True)
def list_orders(customer: str) -> str: #@ tool("crm.list_orders")
    """Orders."""
    return customer


crm = tool_namespace(name="crm", description="Customers.", tools=[get_profile, list_orders]) #@ access("Sales","crm.get_profile") access("Sales","crm.list_orders")
sales = Agent(name="Sales", tools=[*crm, ToolSearchTool()]) #@ access("Sales","tool_search") agent("Sales")

# Construct: a tool both under a namespace and plain (SDK tool_namespace).
both = Agent(name="Both", tools=[get_profile, *tool_namespace(name="shop", description="Shop.", tools=[get_profile])]) #@ access("Both","get_profile") access("Both","shop.get_profile") agent("Both")

web.handoffs = [reader, editor, operator, patcher, clicker, renamed, coder, sales, both] #@ handoff("Web","Both") handoff("Web","Clicker") handoff("Web","Coder") handoff("Web","Editor") handoff("Web","Operator") handoff("Web","Patcher") handoff("Web","Reader") handoff("Web","Renamed") handoff("Web","Sales")
Runner.run_sync(web, "x") #@ entry("Web")
