from agents import function_tool

from .team import common


@function_tool
def lookup(q: str) -> str: #@ tool("lookup")
    """Looks up."""


def __getattr__(name):
    if name == "late":
        from .lazy import late

        return late
    raise AttributeError(name)
