"""Functions, classes and objects that make agents.

Construct: a factory called twice (Python functions).
"""
import abc
import functools
from typing import Callable, Generic, TypeVar

from agents import Agent, Runner, function_tool


@function_tool
def one() -> str: #@ tool("one")
    return ""


@function_tool
def two() -> str: #@ tool("two")
    return ""


def build(name, *tools, instructions="Help.", **more):
    return Agent(name=name, tools=list(tools), instructions=instructions, **more) #@ agent("Factory One") agent("Factory Two")


f1 = build("Factory One", one) #@ access("Factory One","one")
f2 = build("Factory Two", one, two, handoffs=[f1]) #@ access("Factory Two","one") access("Factory Two","two") handoff("Factory Two","Factory One")


# Construct: closures, lambdas and functions that return functions (Python functions).
def maker(prefix):
    def make(name):
        return Agent(name=f"{prefix} {name}") #@ agent("Closed Over")

    return make


c1 = maker("Closed")("Over")
c2 = (lambda name: Agent(name=name))("Lambda") #@ agent("Lambda")
table: dict[str, Callable[[], Agent]] = {"a": lambda: Agent(name="Table A"), "b": lambda: Agent(name="Table B")} #@ agent("Table A") agent("Table B")
c3 = [make() for make in table.values()]


# Construct: decorators that wrap, replace and register (Python decorators).
REGISTRY: dict[str, Callable[[], Agent]] = {}


def register(name):
    def decorate(f):
        REGISTRY[name] = f
        return f

    return decorate


def with_tool(tool):
    def decorate(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            agent = f(*args, **kwargs)
            agent.tools.append(tool) #@ access("Registered Two","two")
            return agent

        return wrapper

    return decorate


@register("first")
def first_agent():
    return Agent(name="Registered One") #@ agent("Registered One")


@register("second")
@with_tool(two)
def second_agent():
    return Agent(name="Registered Two", tools=[one]) #@ access("Registered Two","one") agent("Registered Two")


registered = {name: make() for name, make in REGISTRY.items()}


# Construct: self. attributes, methods, inheritance, super() (Python classes).
class Crew:
    role = "Crew"

    def __init__(self, name):
        self.name = name
        self.lead = self.make("Lead")
        self.helper = self.make("Helper", tools=[one]) #@ access("Day Crew Helper","one") access("Late Night Helper","one") access("Made Dynamic Helper","one")
        self.lead.handoffs = [self.helper] #@ handoff("Day Crew Lead","Day Crew Helper") handoff("Late Night Lead","Late Night Helper") handoff("Made Dynamic Lead","Made Dynamic Helper")

    def make(self, what, **more):
        return Agent(name=f"{self.name} {self.role} {what}", **more) #@ agent("Day Crew Helper") agent("Day Crew Lead") agent("Late Night Guard") agent("Late Night Helper") agent("Late Night Lead") agent("Made Dynamic Helper") agent("Made Dynamic Lead")


class NightCrew(Crew):
    role = "Night"

    def __init__(self, name):
        super().__init__(name)
        self.guard = self.make("Guard")
        self.lead.handoffs.append(self.guard) #@ handoff("Late Night Lead","Late Night Guard")


crew, night = Crew("Day"), NightCrew("Late")


# Construct: property, cached_property, classmethod, staticmethod, setter (Python classes).
class Office:
    count = 0

    def __init__(self):
        self._boss = None

    @property
    def clerk(self):
        return Agent(name="Clerk") #@ agent("Clerk")

    @functools.cached_property
    def keeper(self):
        return Agent(name="Keeper", tools=[one]) #@ access("Keeper","one") agent("Keeper")

    @property
    def boss(self):
        return self._boss

    @boss.setter
    def boss(self, name):
        self._boss = Agent(name=name) #@ agent("Boss")

    @classmethod
    def default(cls):
        return cls()

    @staticmethod
    def temp():
        return Agent(name="Temp") #@ agent("Temp")


office = Office.default()
office.boss = "Boss"
office.keeper.handoffs.append(office.clerk) #@ handoff("Keeper","Clerk")
office.keeper.handoffs.append(office.boss) #@ handoff("Keeper","Boss")
temp = Office.temp()


# Construct: class attributes, __init_subclass__, registries of subclasses (Python classes).
class Plugin:
    plugins: list = []
    label = "Plugin"
    tools: list = []

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        Plugin.plugins.append(cls)

    def agent(self):
        return Agent(name=f"{self.label} Plugin", tools=list(self.tools)) #@ agent("Search Plugin") agent("Write Plugin")


class Search(Plugin):
    label = "Search"
    tools = [one] #@ access("Search Plugin","one")


class Write(Plugin):
    label = "Write"
    tools = [two] #@ access("Write Plugin","two")


plugged = [plugin().agent() for plugin in Plugin.plugins]


# Construct: __call__, __getitem__, __iter__, __len__, __contains__, __add__, __enter__ (Python classes).
class Bench:
    def __init__(self):
        self.seats = {}

    def __call__(self, name):
        self.seats[name] = Agent(name=name) #@ agent("Seat One") agent("Seat Two") handoff("Bench Lead","Seat One") handoff("Bench Lead","Seat Two")
        return self.seats[name]

    def __getitem__(self, name):
        return self.seats[name]

    def __iter__(self):
        return iter(self.seats.values())

    def __len__(self):
        return len(self.seats)

    def __contains__(self, name):
        return name in self.seats


bench = Bench()
bench("Seat One")
bench("Seat Two")
bench["Seat One"].handoffs.append(bench["Seat Two"]) #@ handoff("Seat One","Seat Two")
if "Seat Two" in bench and len(bench) == 2:
    bench_lead = Agent(name="Bench Lead", handoffs=list(bench)) #@ agent("Bench Lead")


# Construct: descriptors with __get__ and __set_name__ (Python classes).
class Lazy:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        return Agent(name=f"Lazy {self.name}") #@ agent("Lazy scout")


class Holder:
    scout = Lazy()


scout = Holder().scout


# Construct: __getattr__ with a known and with an unknown answer (Python classes).
class Magic:
    def __getattr__(self, name):
        return Agent(name=f"Magic {name}") #@ agent("Magic helper")


magic = Magic().helper


# Construct: abstract classes, factories and a container of providers (Python classes).
T = TypeVar("T")


class Factory(abc.ABC):
    @abc.abstractmethod
    def name(self) -> str: ...

    def tools(self) -> list:
        return []

    def create(self) -> Agent:
        return Agent(name=self.name(), tools=self.tools()) #@ agent("Cards") agent("Loans")


class CardFactory(Factory):
    def name(self):
        return "Cards"

    def tools(self):
        return [one] #@ access("Cards","one")


class LoanFactory(Factory):
    def __init__(self, cards: CardFactory):
        self.cards = cards

    def name(self):
        return "Loans"


class Container(Generic[T]):
    def __init__(self):
        self._providers = {}
        self._made = {}

    def provide(self, key, provider):
        self._providers[key] = provider

    def get(self, key):
        if key not in self._made:
            self._made[key] = self._providers[key](self)
        return self._made[key]


container = Container()
container.provide(CardFactory, lambda c: CardFactory())
container.provide(LoanFactory, lambda c: LoanFactory(c.get(CardFactory)))
container.provide("cards", lambda c: c.get(CardFactory).create())
container.provide("loans", lambda c: c.get(LoanFactory).create())
loans = container.get("loans")
loans.handoffs.append(container.get("cards")) #@ handoff("Loans","Cards")
container.get("cards").handoffs.append(container.get("loans")) #@ handoff("Cards","Loans")


# Construct: singletons by module, by __new__ and by a cached function (Python classes).
class Single:
    _one = None

    def __new__(cls):
        if cls._one is None:
            cls._one = super().__new__(cls)
            cls._one.agent = Agent(name="Single") #@ agent("Single")
        return cls._one


single = Single().agent
single.tools.append(one) #@ access("Single","one")
Single().agent.tools.append(two) #@ access("Single","two")


@functools.lru_cache
def cached(name):
    return Agent(name=name) #@ agent("Cached")


cached("Cached").tools.append(one) #@ access("Cached","one")
cached("Cached").tools.append(two) #@ access("Cached","two")


# Construct: singledispatch (Python functools).
@functools.singledispatch
def make(value):
    return Agent(name="Any") #@ agent("Any")


@make.register
def _(value: int):
    return Agent(name=f"Number {value}") #@ agent("Number 1")


@make.register(str)
def _(value):
    return Agent(name=f"Text {value}") #@ agent("Text x")


dispatched = [make(1), make("x"), make(None)]


# Construct: a builder with a fluent interface (Python classes).
class Builder:
    def __init__(self, name):
        self.name, self.parts, self.links = name, [], []

    def tool(self, tool):
        self.parts.append(tool) #@ access("Fluent","one") access("Fluent","two")
        return self

    def link(self, agent):
        self.links.append(agent) #@ handoff("Fluent","Lazy scout")
        return self

    def build(self):
        return Agent(name=self.name, tools=self.parts, handoffs=self.links) #@ agent("Fluent")


fluent = Builder("Fluent").tool(one).tool(two).link(scout).build()


# Construct: recursion over a tree of specifications (Python functions).
def grow(node):
    return Agent(name=node["name"], handoffs=[grow(child) for child in node.get("children", [])]) #@ agent("Branch") agent("Leaf") agent("Root") agent("Twig") handoff("Branch","Leaf") handoff("Root","Branch") handoff("Root","Twig")


tree = grow({"name": "Root", "children": [{"name": "Branch", "children": [{"name": "Leaf"}]}, {"name": "Twig"}]})

# Construct: getattr, setattr, vars, globals, type(name, bases, dict) (Python builtins).
class Bag:
    pass


bag = Bag()
for key in ("x", "y"):
    setattr(bag, key, Agent(name=f"Bag {key}")) #@ agent("Bag x") agent("Bag y")
getattr(bag, "x").handoffs.append(getattr(bag, "y")) #@ handoff("Bag x","Bag y")
bagged = Agent(name="Bag Lead", handoffs=[v for v in vars(bag).values()]) #@ agent("Bag Lead") handoff("Bag Lead","Bag x") handoff("Bag Lead","Bag y")
looked_up = globals()["bagged"]
Dynamic = type("Dynamic", (Crew,), {"role": "Dynamic"})
dynamic = Dynamic("Made")

Runner.run_sync(f2, "x") #@ entry("Factory Two")
