from agents import Runner

from pkg.agents import front

Runner.run_sync(front, "hi")
