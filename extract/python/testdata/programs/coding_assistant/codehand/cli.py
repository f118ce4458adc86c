from __future__ import annotations

import argparse
import asyncio

from agents import ItemHelpers, RunConfig, Runner, run_demo_loop
from agents.sandbox import SandboxRunConfig
from agents.sandbox.sandboxes.unix_local import UnixLocalSandboxClient

from . import toolbox
from .team import Options, build_ci_team, build_team


def _sandboxed() -> RunConfig:
    return RunConfig(workflow_name="codehand", sandbox=SandboxRunConfig(client=UnixLocalSandboxClient()))


async def one_shot(task: str, options: Options) -> None:
    team = build_team(options)
    stream = Runner.run_streamed(team.lead, task, run_config=_sandboxed(), max_turns=60)
    async for event in stream.stream_events():
        if event.type == "agent_updated_stream_event":
            print(f"== {event.new_agent.name}")
        elif event.type == "run_item_stream_event" and event.item.type == "message_output_item":
            print(ItemHelpers.text_message_output(event.item))
    while stream.interruptions:
        state = stream.to_state()
        for item in stream.interruptions:
            answer = await asyncio.to_thread(input, f"{item.name} {item.arguments}? [y/N] ")
            (state.approve if answer == "y" else state.reject)(item)
        stream = Runner.run_streamed(team.lead, state, run_config=_sandboxed())
        async for _ in stream.stream_events():
            pass
    print(stream.final_output)


async def ci(build: str) -> int:
    lead, fixer, reviewer = build_ci_team()
    report = await Runner.run(lead, f"Build {build} is red. Find the cause.", run_config=_sandboxed())
    fix = await Runner.run(fixer, report.to_input_list() + [{"role": "user", "content": "Fix it."}], run_config=_sandboxed())
    verdict = await Runner.run(reviewer, str(fix.final_output), run_config=_sandboxed())
    print(verdict.final_output)
    return 0


async def _connected(job):
    async with toolbox.issues:
        return await job


def main() -> None:
    p = argparse.ArgumentParser("codehand")
    p.add_argument("task", nargs="?")
    p.add_argument("--ci")
    p.add_argument("--legacy", action="store_true")
    p.add_argument("--no-web", dest="web", action="store_false")
    a = p.parse_args()
    options = Options(allow_web=a.web, legacy_model=a.legacy)
    if a.ci:
        raise SystemExit(asyncio.run(_connected(ci(a.ci))))
    if a.task:
        asyncio.run(_connected(one_shot(a.task, options)))
    else:
        asyncio.run(_connected(run_demo_loop(build_team(options).reviewer)))


if __name__ == "__main__":
    main()
