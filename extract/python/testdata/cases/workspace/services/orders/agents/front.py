from agents import Runner
from orchard_kit import Desk, Maker

from services.common.back import back

front = Maker().make(Desk.FRONT, handoffs=[back])  #@ handoff("Front","Back")
