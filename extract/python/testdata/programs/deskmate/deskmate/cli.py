from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from agents import Agent, Runner, SQLiteSession

from deskmate import __version__
from deskmate.agents import proofreader
from deskmate.config import settings
from deskmate.wiring import build


async def ask(agent: Agent, question: str) -> str:
    result = await Runner.run(agent, question, max_turns=settings.max_turns)
    return str(result.final_output)


async def chat(agent: Agent, session_id: str) -> None:
    session = SQLiteSession(session_id)
    current = agent
    while True:
        try:
            line = input("you> ").strip()
        except EOFError:
            return
        if line in {"exit", "quit"}:
            return
        result = await Runner.run(current, line, session=session, max_turns=settings.max_turns)
        print(f"{result.last_agent.name}> {result.final_output}")
        current = result.last_agent


def tidy(path: Path) -> None:
    result = Runner.run_sync(proofreader, path.read_text(encoding="utf-8"))
    path.write_text(result.final_output, encoding="utf-8")


def make_parser(names: list[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="deskmate")
    parser.add_argument("--version", action="version", version=__version__)
    sub = parser.add_subparsers(dest="command", required=True)
    p = sub.add_parser("ask", help="ask one question")
    p.add_argument("question")
    p = sub.add_parser("chat", help="talk to an agent")
    p.add_argument("--agent", choices=names, default="desk")
    p.add_argument("--session", default="cli")
    p = sub.add_parser("tidy", help="proofread a draft in place")
    p.add_argument("path", type=Path)
    return parser


def main(argv: list[str] | None = None) -> int:
    agents = build()
    args = make_parser(sorted(agents)).parse_args(argv)
    if args.command == "ask":
        print(asyncio.run(ask(agents["desk"], args.question)))
    elif args.command == "chat":
        asyncio.run(chat(agents[args.agent], args.session))
    elif args.command == "tidy":
        if not args.path.exists():
            print(f"no such file: {args.path}", file=sys.stderr)
            return 2
        tidy(args.path)
    return 0
