"""Function tools in every form.

Construct: @function_tool, bare, with () and with a name (SDK function_tool).
"""
import functools

import agents
from agents import Agent, FunctionTool, RunContextWrapper, Runner, function_tool
from agents.decorators import tool
from agents.tool import CustomTool


@function_tool
def bare(x: int) -> int: #@ tool("bare")
    """Bare."""
    return x


@function_tool()
def with_parens(x: int) -> int: #@ tool("with_parens")
    return x


@function_tool(name_override="override_name", description_override="Says more.")
async def overridden(ctx: RunContextWrapper[dict], x: int) -> int: #@ tool("override_name")
    return x


@agents.function_tool(strict_mode=False)
def through_module(x: dict) -> dict: #@ tool("through_module")
    return x


# Construct: @tool of agents.decorators (SDK agents.decorators.tool).
@tool
def decorated(q: str) -> str: #@ tool("decorated")
    """Decorated."""
    return q


@tool(name_override="renamed_decorated")
def decorated_again(q: str) -> str: #@ tool("renamed_decorated")
    return q


first = Agent(name="First", tools=[bare, with_parens, overridden, through_module, decorated, decorated_again]) #@ access("First","bare") access("First","decorated") access("First","override_name") access("First","renamed_decorated") access("First","through_module") access("First","with_parens") agent("First")


# Construct: function_tool(f) as a call (SDK function_tool).
def plain(x: int) -> int: #@ tool("after") tool("plain") tool("plain_again")
    """Plain."""
    return x


called = Agent(name="Called", tools=[function_tool(plain), function_tool(plain, name_override="plain_again")]) #@ access("Called","plain") access("Called","plain_again") agent("Called")


# Construct: function_tool() of methods, static methods and class methods (SDK function_tool).
class Desk:
    def __init__(self, label):
        self.label = label
        self.tools = [function_tool(self.look_up), function_tool(self.count, name_override=f"{label}_count")] #@ access("Methods","east_count") access("Methods","look_up")

    def look_up(self, key: str) -> str: #@ tool("look_up")
        """Looks up."""
        return key

    def count(self) -> int: #@ tool("east_count")
        return 0

    @staticmethod
    def fixed(n: int) -> int: #@ tool("fixed")
        return n

    @classmethod
    def shared(cls, n: int) -> int: #@ tool("shared")
        return n


desk = Desk("east")
methods = Agent(name="Methods", tools=desk.tools + [function_tool(Desk.fixed), function_tool(Desk.shared)]) #@ access("Methods","fixed") access("Methods","shared") agent("Methods")


# Construct: a decorated method that needs no instance (SDK function_tool).
class Box:
    @staticmethod
    @function_tool
    def static_tool(n: int) -> int: #@ tool("static_tool")
        return n


boxed = Agent(name="Boxed", tools=[Box.static_tool]) #@ access("Boxed","static_tool") agent("Boxed")


# Construct: function_tool() of a callable instance (SDK function_tool).
class Scorer:
    """Scores."""

    def __call__(self, text: str) -> int: #@ tool("Scorer")
        return len(text)


instance = Agent(name="Instance", tools=[function_tool(Scorer())]) #@ access("Instance","Scorer") agent("Instance")

# Construct: function_tool() of a lambda (SDK function_tool).
lambdas = Agent(name="Lambdas", tools=[function_tool(lambda x: x, name_override="echo")]) #@ access("Lambdas","echo") agent("Lambdas") tool("echo")


# Construct: FunctionTool(...) by keyword and by position (SDK FunctionTool).
async def invoke(ctx, text: str) -> str:
    return text


built = FunctionTool( #@ tool("built")
    name="built",
    description="Built by hand.",
    params_json_schema={"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False},
    on_invoke_tool=invoke,
)
positional = FunctionTool("positional", "By position.", {"type": "object", "properties": {}}, invoke) #@ tool("positional")
objects = Agent(name="Objects", tools=[built, positional]) #@ access("Objects","built") access("Objects","positional") agent("Objects")

# Construct: CustomTool(...) (SDK CustomTool).
custom = CustomTool(name="custom", description="Custom.", on_invoke_tool=invoke) #@ tool("custom")
customs = Agent(name="Customs", tools=[custom]) #@ access("Customs","custom") agent("Customs")


# Construct: a closure tool of a factory, made twice (SDK function_tool).
def make_search(index: str):
    @function_tool(name_override=f"search_{index}")
    def search(query: str) -> str: #@ tool("search_docs") tool("search_mail")
        """Searches."""
        return query

    return search


closures = Agent(name="Closures", tools=[make_search("docs"), make_search("mail")]) #@ access("Closures","search_docs") access("Closures","search_mail") agent("Closures")


# Construct: a decorator between function_tool and the function (SDK function_tool).
def logged(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs)

    return inner


@function_tool
@logged
def wrapped(a: int, b: str = "x") -> str: #@ tool("wrapped")
    """Wrapped."""
    return b


wraps = Agent(name="Wraps", tools=[wrapped]) #@ access("Wraps","wrapped") agent("Wraps")


# Construct: a decorator of the program that makes tools (SDK function_tool).
def company_tool(prefix):
    def decorate(f):
        return function_tool(f, name_override=prefix + "_" + f.__name__)

    return decorate


@company_tool("acme")
def hire(who: str) -> str: #@ tool("acme_hire")
    """Hires."""
    return who


companies = Agent(name="Companies", tools=[hire]) #@ access("Companies","acme_hire") agent("Companies")

# Construct: a tool renamed by assignment (SDK FunctionTool.name).
renamed = function_tool(plain, name_override="before")
renamed.name = "after"
renamed.description = "After."
assigned = Agent(name="Assigned", tools=[renamed]) #@ access("Assigned","after") agent("Assigned")


# Construct: function_tool() of a functools.partial, which the SDK refuses (SDK function_tool).
def refused():
    return Agent(name="Refused", tools=[function_tool(functools.partial(plain, 1))]) #@ agent("Refused") assumed("Refused") unresolved("tools of Refused")


first.handoffs = [
    called, methods, boxed, instance, lambdas, objects, customs, closures, wraps, companies, assigned, #@ handoff("First","Assigned") handoff("First","Boxed") handoff("First","Called") handoff("First","Closures") handoff("First","Companies") handoff("First","Customs") handoff("First","Instance") handoff("First","Lambdas") handoff("First","Methods") handoff("First","Objects") handoff("First","Wraps")
]
Runner.run_sync(first, "x") #@ entry("First")
