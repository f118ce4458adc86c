import argparse
import asyncio
import json
import logging
from pathlib import Path

from agents import Runner, set_tracing_disabled
from agents.exceptions import MaxTurnsExceeded

from experiments.config import EXPERIMENTS, ExpConfig
from experiments.judge import score
from lab.build import build_agent, drop_tool, no_tools

log = logging.getLogger("toolablate")
DATA = [
    {"q": "How high is Everest in km?", "a": "8.849"},
    {"q": "Which element is second lightest?", "a": "helium"},
]


def variants(cfg: ExpConfig):
    base = build_agent(cfg)
    yield base
    for tool_name in cfg.ablate:
        yield drop_tool(base, tool_name)
    if cfg.ablate:
        yield no_tools(base)


async def evaluate(agent, cfg: ExpConfig):
    n_ok = 0
    for seed in range(cfg.seeds):
        for row in DATA:
            try:
                out = await Runner.run(agent, row["q"], max_turns=cfg.max_turns)
                pred = str(out.final_output).split("ANSWER:")[-1].strip()
            except MaxTurnsExceeded:
                pred = ""
            n_ok += await score(row["q"], row["a"], pred)
    return n_ok / (cfg.seeds * len(DATA))


async def run_experiment(name: str, out_dir: Path):
    cfg = EXPERIMENTS[name]()
    results = {}
    for agent in variants(cfg):
        results[agent.name] = await evaluate(agent, cfg)
        log.info("%s: %.3f", agent.name, results[agent.name])
    out_dir.mkdir(parents=True, exist_ok=True)
    (out_dir / f"{name}.json").write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--exp", choices=sorted(EXPERIMENTS), default=None)
    ap.add_argument("--out", type=Path, default=Path("results"))
    args = ap.parse_args()
    logging.basicConfig(level="INFO")
    set_tracing_disabled(True)
    for exp in [args.exp] if args.exp else EXPERIMENTS:
        asyncio.run(run_experiment(exp, args.out))
