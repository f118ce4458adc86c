"""python -m tenders.flow {bid,chat} ..."""
import argparse
import asyncio
from functools import partial
from itertools import islice
from operator import itemgetter

from agents import Agent, RunConfig, Runner, trace

from tenders.cast import build_cast, localised
from tenders.fp import pluck

CONFIG = RunConfig(workflow_name="tenders", trace_include_sensitive_data=False)
run = partial(Runner.run, run_config=CONFIG, max_turns=8)


async def ask(agent: Agent, text: str) -> str:
    return (await run(agent, text)).final_output


async def chain(agents: tuple[Agent, ...], text: str) -> str:
    """Left fold over agents: the output of one is the input of the next."""
    head, *rest = agents or (None,)
    return text if head is None else await chain(tuple(rest), await ask(head, text))


async def best_of(writers: tuple[Agent, ...], scorer: Agent, brief: str) -> tuple[float, str]:
    drafts = await asyncio.gather(*(ask(w, brief) for w in writers))
    scores = await asyncio.gather(*map(partial(ask, scorer), drafts))
    as_number = lambda s: float("".join(ch for ch in str(s) if ch.isdigit() or ch == ".") or 0)  # noqa: E731
    return max(zip(map(as_number, scores), drafts), key=itemgetter(0))


async def bid(cpv: str, country: str, languages: tuple[str, ...]) -> str:
    scout, editor, writer, scorer = pluck(("scout", "editor", "writer", "scorer"))(build_cast())
    with trace("bid"):
        brief = await chain((scout, editor), f"CPV {cpv} in {country}")
        writers = (writer, *localised(writer, languages))
        score, text = await best_of(tuple(islice(writers, 3)), scorer, brief)
    return f"[{score}] {text}"


async def chat(question: str) -> str:
    return await ask(build_cast()["desk"], question)


def parse(argv=None) -> argparse.Namespace:
    p = argparse.ArgumentParser()
    sub = p.add_subparsers(dest="cmd", required=True)
    b = sub.add_parser("bid")
    b.add_argument("cpv"), b.add_argument("--country", default="SE")
    b.set_defaults(go=lambda a: bid(a.cpv, a.country, ("Swedish", "German")))
    c = sub.add_parser("chat")
    c.add_argument("question")
    c.set_defaults(go=lambda a: chat(a.question))
    return p.parse_args(argv)


def main(argv=None) -> None:
    args = parse(argv)
    print(asyncio.run(args.go(args)))


if __name__ == "__main__":
    main()
