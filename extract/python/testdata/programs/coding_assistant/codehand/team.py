from __future__ import annotations

from dataclasses import dataclass, replace

from agents import (
    Agent,
    ApplyPatchTool,
    CodeInterpreterTool,
    HostedMCPTool,
    LocalShellTool,
    ModelSettings,
    ShellTool,
    ToolSearchTool,
    WebSearchTool,
    handoff,
)
from agents.sandbox import Manifest, SandboxAgent
from agents.sandbox.capabilities import Filesystem, Shell as ShellCapability
from agents.sandbox.entries import LocalDir
from openai.types.shared import Reasoning

from . import toolbox as tb
from .house import GROUPS
from .workspace import ROOT, Shell, WorkspaceEditor, legacy_shell, shell_needs_approval

CODEX = "gpt-5.1-codex"


@dataclass
class Options:
    allow_web: bool = True
    legacy_model: bool = False
    yolo: bool = False


@dataclass
class Team:
    lead: Agent
    fixer: SandboxAgent
    reviewer: Agent

    def __iter__(self):
        return iter((self.lead, self.fixer, self.reviewer))


def _editing_tools(options: Options) -> list:
    if options.legacy_model:
        return [LocalShellTool(executor=legacy_shell)]
    approval = False if options.yolo else shell_needs_approval
    return [
        ShellTool(executor=Shell(), needs_approval=approval),
        ApplyPatchTool(editor=WorkspaceEditor(ROOT), needs_approval=not options.yolo),
    ]


def build_researcher(options: Options) -> Agent:
    tools: list = [
        HostedMCPTool(
            tool_config={
                "type": "mcp",
                "server_label": "deepwiki",
                "server_url": "https://mcp.deepwiki.com/mcp",
                "require_approval": "never",
                "allowed_tools": ["read_wiki_structure", "ask_question"],
            }
        ),
        CodeInterpreterTool(tool_config={"type": "code_interpreter", "container": {"type": "auto"}}),
    ]
    if options.allow_web:
        tools.insert(0, WebSearchTool(search_context_size="high"))
    return Agent(name="API researcher", instructions="Find out how a library works. Cite the page.", tools=tools, model="gpt-4.1")


def build_team(options: Options | None = None) -> Team:
    options = options or Options()
    researcher = build_researcher(options)

    reviewer = Agent(
        name="Reviewer",
        handoff_description="Reviews a finished change",
        instructions="Review the diff. List defects only, with file and line.",
        tools=[ToolSearchTool(), *tb.git_tools, *GROUPS["read"]],
        model=CODEX,
        model_settings=ModelSettings(reasoning=Reasoning(effort="high")),
    )
    fixer = SandboxAgent(
        name="Sandbox fixer",
        handoff_description="Reproduces and fixes a bug in a throw-away copy of the repository",
        instructions="Reproduce first. Then fix. Then run the tests.",
        default_manifest=Manifest(entries={"repo": LocalDir(src=ROOT)}),
        capabilities=[ShellCapability(), Filesystem()],
        tools=[*tb.ci_tools],
        handoffs=[reviewer],
        model=CODEX,
    )
    lead = Agent(
        name="Pair programmer",
        instructions="Work in small steps: read, plan, patch, test. Hand hard bugs to the sandbox fixer.",
        tools=[
            *GROUPS["read"],
            *_editing_tools(options),
            tb.run_tests,
            tb.sql,
            researcher.as_tool("research", "How a third-party API works", max_turns=6),
        ],
        handoffs=[handoff(fixer, tool_name_override="reproduce_in_sandbox"), reviewer],
        mcp_servers=[tb.issues],
        model=CODEX if not options.legacy_model else "codex-mini-latest",
    )
    reviewer.handoffs = [lead]
    return Team(lead, fixer, reviewer)


def build_ci_team() -> Team:
    """In CI nobody is there to approve, and there is no web."""
    team = build_team(Options(allow_web=False, yolo=True))
    quiet = team.lead.clone(name="CI bot", handoffs=[], tools=[t for t in team.lead.tools if t.name != "sql"])
    return replace(team, lead=quiet)
