from agents import Agent

from orchard_links import stock
import orchard_solo
from .names import Desk


class Maker:
    def make(self, name, tools=(), **rest):
        return Agent(name=str(name), tools=[*tools, stock.look_up, orchard_solo.weigh], **rest)  #@ agent("Back") agent("Front") access("Back","look_up") access("Front","look_up") access("Back","weigh") access("Front","weigh")
