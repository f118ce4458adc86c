"""Packages of a workspace.

Construct: absolute imports of packages that lie beside the program, with and without a src folder (Python import).
"""

from agents import Runner

from .agents import front

Runner.run_sync(front, "hello")  #@ entry("Front")
