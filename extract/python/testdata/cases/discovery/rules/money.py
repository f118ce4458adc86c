from agents import function_tool


@function_tool
def limit() -> int: #@ tool("limit")
    """Limit."""
    return 1


def helper():
    return 2
