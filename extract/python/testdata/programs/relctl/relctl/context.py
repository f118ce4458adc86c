from functools import cached_property

from agents import Agent, ModelSettings, handoff

from . import tools as t


class RelContext:
    """Shared by all commands through ``ctx.obj``. Agents are created on first use."""

    def __init__(self, repo=".", model="gpt-4.1", verbose=False, offline=False):
        self.repo = repo
        self.model = model
        self.verbose = verbose
        self.offline = offline

    @property
    def settings(self):
        return ModelSettings(temperature=0.1)

    @property
    def git_tools(self):
        return [t.git_log, t.git_diff, t.git_tags]

    @property
    def remote_tools(self):
        if self.offline:
            return []
        return [t.list_pull_requests, t.get_issue]

    @cached_property
    def historian(self):
        return Agent(
            name="historian",
            instructions="Explain what happened between two git refs. Never guess.",
            model=self.model,
            model_settings=self.settings,
            tools=self.git_tools + self.remote_tools,
        )

    @cached_property
    def writer(self):
        return Agent(
            name="changelog-writer",
            instructions=(
                "Write a Keep-a-Changelog section. Ask the historian for facts, "
                "then save the section to the changelog file."
            ),
            model=self.model,
            tools=[
                self.historian.as_tool(
                    tool_name="ask_historian",
                    tool_description="Ask about the git history",
                ),
                t.read_file,
                t.write_changelog,
            ],
        )

    @cached_property
    def security_reviewer(self):
        return Agent(
            name="security-reviewer",
            handoff_description="Reviews diffs that touch auth, crypto or dependencies",
            instructions="Look for vulnerabilities. Cite file and line.",
            model=self.model,
            tools=[t.git_diff, t.read_file, t.audit_dependencies],
        )

    @cached_property
    def reviewer(self):
        return Agent(
            name="reviewer",
            instructions="Review the diff like a senior engineer.",
            model=self.model,
            model_settings=self.settings,
            tools=[*self.git_tools, t.read_file],
            handoffs=[
                handoff(self.security_reviewer, tool_name_override="escalate_to_security"),
            ],
        )

    @cached_property
    def publisher(self):
        agent = Agent(
            name="publisher",
            instructions="Tag the release and upload it. Stop at the first error.",
            model=self.model,
            tools=[t.git_tags, t.create_tag],
        )
        if not self.offline:
            agent.tools.append(t.upload_release)
        return agent
