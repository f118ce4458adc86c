#!/usr/bin/env python3
"""Emberfall: a text adventure where every villager is an agent.

    $ OPENAI_API_KEY=... python game.py --hero Mira
"""
import argparse
import asyncio
import random
from collections import namedtuple

from agents import Agent, ModelSettings, Runner, SQLiteSession, function_tool

Character = namedtuple("Character", "key name role temper secret can_trade", defaults=(False,))

CAST = [
    Character("innkeeper", "Old Brannoc", "innkeeper of the Drowned Goose", "jovial",
              "he buries the gold of dead guests under the well", True),
    Character("smith", "Hilda Ironbrow", "blacksmith", "gruff", "she forged the cursed blade", True),
    Character("priest", "Father Aumery", "priest of the Pale Flame", "solemn", "he has lost his faith"),
    Character("thief", "Quick Nell", "pickpocket", "cheeky", "she knows the way into the keep"),
    Character("wolf", "the Grey Wolf", "talking wolf", "hungry and polite", "it was once a prince"),
]

LOCATIONS = {
    "village": ["forest", "keep"],
    "forest": ["village", "ruins"],
    "ruins": ["forest"],
    "keep": ["village"],
}


class World:
    def __init__(self, hero="Mira", seed=None):
        self.hero = hero
        self.location = "village"
        self.hp = 10
        self.gold = 5
        self.inventory = ["rusty dagger"]
        self.log = []
        self.rng = random.Random(seed)

    def look_around(self) -> str:
        """Describe where the hero is and which ways lead out."""
        return f"{self.hero} is in the {self.location}. Exits: {', '.join(LOCATIONS[self.location])}"

    def move_to(self, place: str) -> str:
        """Move the hero to a neighbouring place.

        Args:
            place: One of the exits.
        """
        if place not in LOCATIONS[self.location]:
            return "There is no way there."
        self.location = place
        self.log.append(f"went to {place}")
        return self.look_around()

    def change_hp(self, delta: int, reason: str) -> str:
        """Hurt (negative) or heal (positive) the hero."""
        self.hp = max(0, min(10, self.hp + delta))
        self.log.append(f"hp {delta:+d}: {reason}")
        return f"HP is now {self.hp}"

    def give_item(self, item: str) -> str:
        """Put an item into the hero's bag."""
        self.inventory.append(item)
        return f"The bag holds: {', '.join(self.inventory)}"

    def pay(self, amount: int) -> str:
        """Take gold from the hero's purse."""
        if amount > self.gold:
            return "Not enough gold."
        self.gold -= amount
        return f"{self.gold} gold left"

    def status(self) -> str:
        """Character sheet of the hero."""
        return f"{self.hero}: {self.hp}/10 HP, {self.gold} gold, bag: {self.inventory}"

    def roll_dice(self, sides: int = 20) -> int:
        """Roll a die."""
        return self.rng.randint(1, sides)


# ---------------------------------------------------------------- random events

@function_tool
def weather_turns() -> str:
    """The weather changes. Use it between scenes."""
    return random.choice(["Fog rolls in.", "It begins to snow.", "The sun breaks through."])


@function_tool
def stranger_arrives() -> str:
    """A stranger enters the scene."""
    return random.choice(["A hooded pilgrim.", "A one-eyed bard.", "A lost child."])


@function_tool
async def ambush() -> str:
    """Bandits attack! At most once per chapter."""
    foes = random.randint(1, 4)
    return f"{foes} bandits jump out of the bushes."


EVENTS = [weather_turns, stranger_arrives, ambush]

PERSONA = """You are {c.name}, {c.role} in the village of Emberfall.
Your temper is {c.temper}. Your secret: {c.secret}. Never reveal it for free.
Stay in character, at most four sentences."""


def make_character(c, world):
    tools = [function_tool(world.look_around)]
    if c.can_trade:
        tools += [function_tool(world.give_item), function_tool(world.pay, name_override="take_payment")]
    return Agent(
        name=c.name,
        instructions=PERSONA.format(c=c) + f"\nYou are talking to {world.hero}.",
        model_settings=ModelSettings(temperature=0.9),
        tools=tools,
    )


class Game:
    def __init__(self, world, n_events=len(EVENTS)):
        self.world = world
        self.characters = {c.key: make_character(c, world) for c in CAST}
        self.oracle = Agent(
            name="Oracle",
            instructions="Decide in one word whether the plan of the hero works: yes, no or partly.",
            tools=[function_tool(world.roll_dice)],
        )
        self.narrator = Agent(
            name="Narrator",
            instructions=(
                f"You are the game master of Emberfall. The hero is {world.hero}. "
                "Let villagers speak for themselves by calling their tools. "
                "Ask the fates whenever the outcome is uncertain."
            ),
            tools=self._world_tools() + self._cast_tools() + EVENTS[:n_events] + [self._fates()],
        )
        self.chronicler = Agent(
            name="Chronicler",
            instructions="Retell the log as a short ballad.",
            tools=[function_tool(self.chapter_log)],
        )

    def _world_tools(self):
        w = self.world
        return [function_tool(m) for m in (w.look_around, w.move_to, w.change_hp, w.give_item, w.status)]

    def _cast_tools(self):
        return [
            agent.as_tool(
                tool_name=f"talk_to_{key}",
                tool_description=f"Say something to {agent.name} and hear the answer",
            )
            for key, agent in self.characters.items()
        ]

    def _fates(self):
        @function_tool
        async def ask_the_fates(plan: str) -> str:
            """Ask the fates whether a plan works."""
            verdict = await Runner.run(self.oracle, f"{self.world.status()}\nPlan: {plan}")
            return verdict.final_output

        return ask_the_fates

    def chapter_log(self) -> list[str]:
        """Everything that happened so far."""
        return self.world.log

    async def play(self):
        session = SQLiteSession("emberfall")
        line = "Begin the story."
        while self.world.hp > 0:
            result = await Runner.run(self.narrator, line, session=session, max_turns=15)
            print(f"\n{result.final_output}\n")
            line = input(f"[{self.world.hp} HP] > ").strip()
            if line in ("quit", "exit"):
                break
        ballad = await Runner.run(self.chronicler, "Sing!")
        print(ballad.final_output)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--hero", default="Mira")
    parser.add_argument("--seed", type=int)
    args = parser.parse_args()
    asyncio.run(Game(World(args.hero, args.seed)).play())
