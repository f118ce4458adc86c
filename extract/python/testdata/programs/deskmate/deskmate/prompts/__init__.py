"""Short prompts live here as constants, the long ones as text files next to this module."""

from importlib.resources import files

from agents.extensions.handoff_prompt import RECOMMENDED_PROMPT_PREFIX

FRONT_DESK = f"""{RECOMMENDED_PROMPT_PREFIX}
You are the front desk. Find out what the user needs and hand over to the right colleague.
Never answer research questions yourself.
"""

FACT_CHECKER = "Check every claim you are given against the sources. Answer with a list of verdicts."


def load(name: str) -> str:
    return files(__package__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
