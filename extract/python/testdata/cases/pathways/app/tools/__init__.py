from agents import function_tool

__all__ = ["public"]


@function_tool
def public(q: str) -> str: #@ tool("public")
    """Public."""


@function_tool
def hidden(q: str) -> str: #@ finding("OB204")
    """Hidden."""
