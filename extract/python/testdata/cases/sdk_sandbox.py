"""Sandbox agents.

Construct: SandboxAgent with its default capabilities (SDK SandboxAgent).
"""
from agents import Runner, ShellTool, Tool, function_tool
from agents.sandbox import SandboxAgent
from agents.sandbox.capabilities import Capabilities, Capability, Compaction, Filesystem, Memory, Shell, Skills
from agents.sandbox.capabilities.skills import LocalDirLazySkillSource


@function_tool
def finish() -> str: #@ tool("finish")
    return ""


default = SandboxAgent(name="Default", tools=[finish]) #@ access("Default","apply_patch") access("Default","exec_command") access("Default","finish") access("Default","view_image") access("Default","write_stdin","the sandbox session has a terminal") agent("Default") tool("apply_patch") tool("exec_command") tool("view_image") tool("write_stdin")
generic = SandboxAgent[dict](name="Generic", handoffs=[default]) #@ access("Generic","apply_patch") access("Generic","exec_command") access("Generic","view_image") access("Generic","write_stdin","the sandbox session has a terminal") agent("Generic") handoff("Generic","Default")

# Construct: capabilities written out, and none (SDK SandboxAgent.capabilities).
shell_only = SandboxAgent(name="Shell Only", capabilities=[Shell()]) #@ access("Shell Only","exec_command") access("Shell Only","write_stdin","the sandbox session has a terminal") agent("Shell Only")
nothing = SandboxAgent(name="Nothing", capabilities=[]) #@ agent("Nothing")
quiet = SandboxAgent(name="Quiet", capabilities=[Compaction(), Memory()]) #@ agent("Quiet")

# Construct: Capabilities.default() + [...] (SDK Capabilities.default).
skilled = SandboxAgent( #@ agent("Skilled") tool("load_skill")
    name="Skilled",
    capabilities=Capabilities.default() + [Skills(lazy_from=LocalDirLazySkillSource(source={"src": "skills"}))], #@ access("Skilled","apply_patch") access("Skilled","exec_command") access("Skilled","load_skill") access("Skilled","view_image") access("Skilled","write_stdin","the sandbox session has a terminal")
)

# Construct: Skills without a lazy source, which bring no tool (SDK Skills).
eager = SandboxAgent(name="Eager", capabilities=[Skills(skills=[{"name": "tidy", "description": "Tidies.", "content": "Tidy."}]), Filesystem()]) #@ access("Eager","apply_patch") access("Eager","view_image") agent("Eager")


# Construct: a capability of the program (SDK Capability.tools).
class Workspace(Capability):
    type: str = "workspace"

    def tools(self) -> list[Tool]:
        return [ShellTool(executor=lambda request: "", name="workspace_shell")] #@ access("Own","workspace_shell") tool("workspace_shell")


own = SandboxAgent(name="Own", capabilities=[Workspace()]) #@ agent("Own")


# Construct: a capability whose tools its callback changes (SDK Shell.configure_tools).
def configure(toolset):
    toolset.exec_command.needs_approval = True


configured = SandboxAgent(name="Configured", capabilities=[Shell(configure_tools=configure)]) #@ access("Configured","exec_command") access("Configured","write_stdin","the sandbox session has a terminal") agent("Configured") unresolved("tools of Configured")

# Construct: capabilities from elsewhere (SDK SandboxAgent.capabilities).
from company_sandbox import company_capabilities

foreign = SandboxAgent(name="Foreign", capabilities=company_capabilities()) #@ agent("Foreign") unresolved("capabilities of Foreign") unresolved("tools of Foreign")

default.handoffs = [generic, shell_only, nothing, quiet, skilled, eager, own, configured, foreign] #@ handoff("Default","Configured") handoff("Default","Eager") handoff("Default","Foreign") handoff("Default","Generic") handoff("Default","Nothing") handoff("Default","Own") handoff("Default","Quiet") handoff("Default","Shell Only") handoff("Default","Skilled")
Runner.run_sync(default, "x") #@ entry("Default")
