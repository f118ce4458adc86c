"""What the model is shown of function tools.

Construct: descriptions from docstrings: google, numpy, sphinx, none (SDK function_schema).
"""
import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any, Iterable, Literal, NamedTuple, NewType, Optional, Union
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import NotRequired, Required, TypedDict

from agents import Agent, RunContextWrapper, Runner, function_tool
from agents.tool_context import ToolContext


@function_tool
def google(city: str, days: int = 3) -> str: #@ tool("google")
    """Looks up the weather.

    It may rain: nobody knows.

    Note:
        Not for the sea.

    Args:
        city: The city
            on land.
        days (int, optional): How many days.

    Returns:
        Words.
    """
    return city


@function_tool
def google_close(city: str) -> str: #@ tool("google_close")
    """Looks up.
    Args:
        city: Where.
    """
    return city


@function_tool
def google_example(city: str) -> str: #@ tool("google_example")
    """Looks up.

    Example: say it like this.

        tool("x")

    Warning:
      Careful.

    More text.

    Raises:
        ValueError: Never.
    """
    return city


@function_tool
def numpy_style(city: str, n: int, *rest: str) -> str: #@ tool("numpy_style")
    """Looks up the weather
    in numpy's way.

    Parameters
    ----------
    city : str
        Where.

        Second paragraph.
    n, m : int, optional
        How many.
    *rest : str
        More.

    Returns
    -------
    str
        Words.
    """
    return city


@function_tool
def sphinx_style(city: str, n: int = 1) -> str: #@ tool("sphinx_style")
    """Looks up the weather.

    Longer text.

    :param city: Where
        it is.
    :param int n: How many.
    :return: Words.
    :rtype: str
    """
    return city


@function_tool(docstring_style="sphinx")
def forced_style(city: str) -> str: #@ tool("forced_style")
    """Text.

    Args:
        city: Not read.
    """
    return city


@function_tool(use_docstring_info=False)
def silent(city: str) -> str: #@ tool("silent")
    """Not shown.

    Args:
        city: Not shown.
    """
    return city


@function_tool
def undocumented(city): ... #@ tool("undocumented")


documented = Agent( #@ agent("Documented")
    name="Documented",
    tools=[google, google_close, google_example, numpy_style, sphinx_style, forced_style, silent, undocumented], #@ access("Documented","forced_style") access("Documented","google") access("Documented","google_close") access("Documented","google_example") access("Documented","numpy_style") access("Documented","silent") access("Documented","sphinx_style") access("Documented","undocumented")
)

# Construct: parameter types: simple, containers, unions, Literal, Annotated, Field (SDK function_schema).
Mode = Literal["fast", "slow"]
UserId = NewType("UserId", str)
Limited = Annotated[int, Field(ge=1, le=10, description="Bounded.")]
DEFAULT_UNIT = "km"
Ctx = RunContextWrapper[dict]


@function_tool
def simple( #@ tool("simple")
    ctx: Ctx, a: int, b: float, c: bool, d: bytes, e: Any, f: object, g: date, h: datetime, i: timedelta, j: UUID, k: Decimal,
    m: UserId, n: None = None, o: float = 1.0, p: str = DEFAULT_UNIT, q: int = -1,
) -> str:
    return ""


@function_tool
def containers( #@ tool("containers")
    a: list[str], b: list, c: tuple[int, str], d: tuple[int, ...], e: set[int], f: frozenset[str], g: Sequence[int],
    h: Iterable[str], i: list[list[int]], j: list[Mode] = [], k: list[int] = [1, 2], l: tuple[str, str] = ("a", "b"),
) -> str:
    return ""


containers_open = function_tool(lambda a, b=2: a, name_override="containers_open") #@ tool("containers_open")


@function_tool(strict_mode=False)
def mappings( #@ tool("mappings")
    a: dict, b: dict[str, int], c: dict[str, Any], d: Mapping[str, list[int]], e: dict[Mode, int], f: Optional[dict[str, str]] = None, *args: int, **more: float,
) -> str:
    return ""


@function_tool(strict_mode=False)
def loose(a: int, b: Optional[str] = None, c: str | None = None, d: int | str = 1, e: "int" = 3, *args, f: bool, g: str = "x", **kwargs) -> str: #@ tool("loose")
    """Loose.

    Args:
        a: The a.
        *args: The rest.
        **kwargs: The others.
    """
    return ""


@function_tool
def unions( #@ tool("unions")
    tool_ctx: ToolContext, a: Optional[int], b: Union[int, str], c: int | str | None, d: None | str, e: Union[int, int, str], f: Optional[Mode] = "fast",
    g: Literal[1, 2] = 1, h: Literal["only"] = "only", i: Literal["a", None] = None, j: Literal[True] = True, k: "Optional[str]" = None,
    l: Union[Literal["a"], Literal["b"]] = "a", m: Literal[Mode, "other"] = "other",
) -> str:
    return ""


@function_tool
def annotated( #@ tool("annotated")
    a: Annotated[str, "The a."], b: Limited, c: Annotated[int, Field(gt=0, lt=5)] = 2, d: Annotated[Optional[str], Field(max_length=5, description="The d.")] = None,
    e: str = Field("x", description="The e.", min_length=1, pattern="^x"), f: int = Field(..., ge=3), g: Annotated[list[str], Field(min_length=1)] = ["a"],
    h: list[Annotated[int, Field(ge=0, description="Inner.")]] = [], i: Annotated[str, "First.", Field(description="Second.", examples=["q"])] = "i",
    j: float = Field(default=0.5, title="Jay", multiple_of=0.5), k: Annotated[Annotated[int, "Deep."], Field(ge=2)] = 4,
) -> str:
    """Annotated.

    Args:
        e: From the docstring.
    """
    return ""


types = Agent(name="Types", tools=[simple, containers, containers_open, mappings, loose, unions, annotated]) #@ access("Types","annotated") access("Types","containers") access("Types","containers_open") access("Types","loose") access("Types","mappings") access("Types","simple") access("Types","unions") agent("Types")


# Construct: parameter types: enumerations, pydantic models, dataclasses, TypedDict, NamedTuple (SDK function_schema).
class Color(enum.Enum):
    """A color."""

    RED = "red"
    BLUE = "blue"


class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 2


class One(str, enum.Enum):
    ONLY = "only"


class Item(BaseModel):
    """An item
    of an order."""

    sku: str
    qty: int = 1
    color: Color = Color.RED
    size: Optional[Size] = None
    tags: list[str] = Field(default_factory=list, description="Tags.", max_length=3)
    note: str | None = Field(None, description="A note.")
    price: float = Field(gt=0)
    parent: Optional["Item"] = None


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")

    x_value: int = Field(alias="xValue")


class Special(Item):
    sku: str = "special"
    extra: bool


@dataclass
class Point:
    x: int
    y: int = 0
    names: list[str] = field(default_factory=list)


@dataclass
class Documented:
    """A documented one."""

    item: Item


class Options(TypedDict):
    name: str
    level: NotRequired[int]


class Partial(TypedDict, total=False):
    """Partial."""

    a: str
    b: Required[int]


class Pair(NamedTuple):
    left: str
    right: int = 2


@function_tool
def models(item: Item, items: list[Item], maybe: Optional[Item] = None, special: Special = None, closed: Closed = None) -> str: #@ tool("models")
    """Models.

    Args:
        item: The item.
    """
    return ""


@function_tool
def enums(a: Color, b: Size, c: One, d: Color = Color.BLUE, e: list[Color] = [Color.RED], f: Color | None = None, g: Literal[Color.RED] = Color.RED) -> str: #@ tool("enums")
    return ""


@function_tool
def records(a: Point, b: Documented, c: Options, d: Pair, e: Union[Point, Documented], f: Union[Point, None, Options] = None) -> str: #@ tool("records")
    return ""


@function_tool(strict_mode=False)
def loose_models(a: Item, b: Annotated[Item, "An item."], c: Optional[Item] = None, d: Color = Color.RED, e: Point = Point(1, 2), f: Partial = {}, g: Pair = Pair("a")) -> str: #@ tool("loose_models")
    """Loose models.

    Args:
        d: The color.
    """
    return ""


classes = Agent(name="Classes", tools=[models, enums, records, loose_models]) #@ access("Classes","enums") access("Classes","loose_models") access("Classes","models") access("Classes","records") agent("Classes")


# Construct: parameters of a method, of a closure and of a callable instance (SDK function_schema).
class Desk:
    """A desk."""

    def look(self, key: str, limit: int = 3) -> str: #@ tool("look")
        """Looks.

        Args:
            key: The key.
        """
        return key

    def __call__(self, text: str) -> str: #@ tool("desk_tool")
        """Not shown."""
        return text


methods = Agent(name="Methods", tools=[function_tool(Desk().look), function_tool(Desk(), name_override="desk_tool")]) #@ access("Methods","desk_tool") access("Methods","look") agent("Methods")
types.handoffs = [methods] #@ handoff("Types","Methods")
documented.handoffs = [types, classes] #@ handoff("Documented","Classes") handoff("Documented","Types")
Runner.run_sync(documented, "x") #@ entry("Documented")
