"""Construct: modules found in folders and imported (pkgutil, importlib, glob, listdir, spec_from_file_location), and what is read off modules (__dict__, vars, getattr, inspect.getmembers)."""
import glob
import importlib
import importlib.util
import inspect
import os
import pkgutil
import sys
from importlib import resources
from importlib.metadata import entry_points
from pathlib import Path

from agents import Agent, FunctionTool, Runner

import board
import plugins
import skills
import teams

HERE = Path(__file__).parent

plugins.load_all()
plugged = Agent( #@ agent("Plugged") finding("OB103")
    name="Plugged",
    tools=[*board.TOOLS["*"]],
    handoffs=[make() for make in board.MAKERS.values()], #@ handoff("Plugged","Forecaster")
)

for finder, name, ispkg in pkgutil.walk_packages(skills.__path__, skills.__name__ + "."):
    if not ispkg:
        importlib.import_module(name)
walker = Agent( #@ agent("Walker")
    name="Walker",
    tools=[*board.TOOLS["skill"]],
)

crew = []
for file in sorted((HERE / "teams").glob("*.py")):
    if file.stem == "__init__":
        continue
    module = importlib.import_module(f"teams.{file.stem}")
    if hasattr(module, "build"):
        crew.append(module.build()) #@ handoff("Lead","North") handoff("Lead","South")
    extra = getattr(module, "LATE", None)
    if extra is not None:
        crew.append(extra) #@ handoff("Lead","Night")
lead = Agent(name="Lead", handoffs=crew) #@ agent("Lead")

found = []
for entry in os.listdir(os.path.join(os.path.dirname(__file__), "rules")):
    if not entry.endswith(".py"):
        continue
    spec = importlib.util.spec_from_file_location(entry[:-3], os.path.join(os.path.dirname(__file__), "rules", entry))
    module = importlib.util.module_from_spec(spec)
    sys.modules[entry[:-3]] = module
    spec.loader.exec_module(module)
    found += [v for v in vars(module).values() if isinstance(v, FunctionTool)] #@ access("Ruler","limit") access("Ruler","round_up")
ruler = Agent(name="Ruler", tools=found) #@ agent("Ruler")

rules = importlib.import_module("rules.money")
member = Agent( #@ agent("Member")
    name="Member",
    tools=[t for _, t in inspect.getmembers(rules, lambda v: isinstance(v, FunctionTool))], #@ access("Member","limit")
)
by_name = Agent( #@ agent("By name")
    name="By name",
    tools=[rules.__dict__["limit"]], #@ access("By name","limit")
    handoffs=[getattr(teams, n).build() for n in dir(teams) if n == "north"], #@ handoff("By name","North")
)

listed = []
for p in resources.files("rules").iterdir():
    if p.name.endswith(".txt"):
        listed.append(Agent(name=p.read_text().strip())) #@ agent("Clerk") handoff("Front","Clerk")
for p in glob.glob(str(HERE / "rules" / "*.py")):
    name = os.path.splitext(os.path.basename(p))[0]
    listed.append(Agent(name=name)) #@ agent("money") agent("numbers") handoff("Front","money") handoff("Front","numbers")
for folder, _, files in os.walk(HERE / "skills"):
    for f in files:
        if f == "marker.txt":
            listed.append(Agent(name=Path(folder, f).read_text().strip())) #@ agent("Deep one") handoff("Front","Deep one")
front = Agent(name="Front", handoffs=listed) #@ agent("Front")

outside = Agent( #@ agent("Outside")
    name="Outside",
    tools=[e.load() for e in entry_points(group="desk.tools")], #@ unresolved("tools of Outside")
    handoffs=[importlib.import_module(m.name).agent for m in pkgutil.iter_modules() if m.name.startswith("desk_")], #@ unresolved("handoffs of Outside")
)

for top in (plugged, walker, lead, ruler, member, by_name, front, outside): #@ entry("Plugged") entry("Walker") entry("Lead") entry("Ruler") entry("Member") entry("By name") entry("Front") entry("Outside")
    Runner.run_sync(top, "go") #@ entry("main") orchestrator("main") orchestrated("main","Plugged") orchestrated("main","Walker") orchestrated("main","Lead") orchestrated("main","Ruler") orchestrated("main","Member") orchestrated("main","By name") orchestrated("main","Front") orchestrated("main","Outside")
