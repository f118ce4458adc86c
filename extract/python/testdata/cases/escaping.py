"""Construct: lambdas and partial calls that are given to libraries, such as commands of argparse and scheduled jobs (Python lambda)."""
import argparse
from functools import partial

import schedule
from agents import Agent, Runner

writer = Agent(name="Writer") #@ agent("Writer") entry("Writer") finding("OB103")
sweeper = Agent(name="Sweeper") #@ agent("Sweeper") entry("Sweeper")
editor = Agent(name="Editor") #@ agent("Editor") entry("Editor")


def translate(agent, languages):
    return [agent.clone(name=f"{agent.name} {x}") for x in languages] #@ agent("Writer Danish") agent("Writer Dutch") assumed("Writer Danish") assumed("Writer Dutch") entry("Writer Danish") entry("Writer Dutch")


def write(text, languages): #@ orchestrator("write") entry("write")
    for agent in [writer, *translate(writer, languages)]:
        Runner.run_sync(agent, text) #@ orchestrated("write","Writer") orchestrated("write","Writer Danish") orchestrated("write","Writer Dutch")


def polish(agent, level, text):
    return Runner.run_sync(agent, text, max_turns=level)


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command")
    one = commands.add_parser("write")
    one.set_defaults(go=lambda a: write(a.text, ("Danish", "Dutch")))
    two = commands.add_parser("polish")
    two.set_defaults(go=partial(polish, editor, 3))
    schedule.every().day.do(lambda: Runner.run_sync(sweeper, "sweep"))
    a = parser.parse_args()
    a.go(a)


if __name__ == "__main__":
    main()
