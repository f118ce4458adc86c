from agents import function_tool


@function_tool
def round_up(x: float) -> int: #@ tool("round_up")
    """Round up."""
    return 1
