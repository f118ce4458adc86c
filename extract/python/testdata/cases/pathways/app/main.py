"""Construct: sys.path edits, re-exports, lazy modules, import_module, TYPE_CHECKING, guarded imports, cycles, packages named agents, __main__ modules."""
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
if ROOT not in sys.path:
    sys.path.append(os.path.join(ROOT, "extra"))
sys.path.append("/opt/elsewhere") #@ finding("OB233")

import importlib

from agents import Agent, Runner

from shared import common, late, lookup
from helpers_extra import extra_agent
from tools import *

if TYPE_CHECKING:
    from nowhere import Nothing

try:
    from fast_impl import fast_agent
except ImportError:
    from slow_impl import fast_agent

plugin = importlib.import_module("plugins.mail")
named = importlib.import_module(".sibling", package=__package__)

desk = Agent( #@ agent("Desk") entry("Desk") finding("OB103")
    name="Desk",
    tools=[lookup, public], #@ access("Desk","lookup") access("Desk","public")
    handoffs=[common, late, extra_agent, fast_agent, plugin.mail, named.sibling], #@ handoff("Desk","Common") handoff("Desk","Late") handoff("Desk","Extra") handoff("Desk","Slow","except ImportError") unresolved("handoffs of Desk") handoff("Desk","Mail") handoff("Desk","Sibling")
)


def annotate(x: "Nothing"):
    return x


if __name__ == "__main__":
    Runner.run_sync(desk, "hi")
