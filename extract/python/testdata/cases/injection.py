"""What a web framework passes to the functions that it calls.

Construct: Depends(provider) as a default or in Annotated, in aliases, of functions, classes and generators (FastAPI).
"""

from functools import lru_cache
from typing import Annotated

from agents import Agent, Runner, function_tool
from fastapi import Depends, FastAPI
from pydantic import BaseModel

app = FastAPI()


class Options(BaseModel):
    escalate: bool = False
    model: str = "small"

    @classmethod
    def read(cls) -> "Options":
        given: dict = {}
        for name in cls.model_fields:
            given[name] = lookup(name)
        return cls(**given)


@lru_cache
def options() -> Options:
    return Options.read()


OptionsDep = Annotated[Options, Depends(options)]


class Shelf:
    def __init__(self, opts: OptionsDep):
        self.opts = opts

    def tools(self):
        @function_tool
        def find(title: str) -> str:  #@ tool("find")
            return title

        return [find]  #@ access("Loans","find") assumed("Loans","find")


def loans(shelf: Annotated[Shelf, Depends()]) -> Agent:
    return Agent(name="Loans", tools=shelf.tools())  #@ agent("Loans") assumed("Loans")


def chief(opts: Options = Depends(options)):
    if not opts.escalate:
        return None
    return Agent(name="Chief")  #@ agent("Chief") assumed("Chief")


def porter():
    yield Agent(name="Porter")  #@ agent("Porter") assumed("Porter")


def front(
    opts: OptionsDep,
    books: Annotated[Agent, Depends(loans)],
    head: Annotated[Agent | None, Depends(chief)],
    help: Agent = Depends(porter),
) -> Agent:
    targets = [books, help]  #@ handoff("Front","Loans") assumed("Front","Loans") handoff("Front","Porter") assumed("Front","Porter")
    if head is not None:
        targets.append(head)  #@ handoff("Front","Chief","head is not None and opts.escalate") assumed("Front","Chief")
    desk = Agent(name="Front", model=opts.model, handoffs=targets)  #@ agent("Front") assumed("Front")
    books.handoffs.append(desk)  #@ handoff("Loans","Front") assumed("Loans","Front")
    return desk


@app.post("/ask")
async def ask(text: str, desk: Annotated[Agent, Depends(front)], books: Agent = Depends(loans)):
    await Runner.run(desk, text)  #@ entry("Front")
    return books.name
