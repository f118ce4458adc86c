from board import skill


@skill("skill")
def sum_up(text: str) -> str: #@ tool("sum_up")
    """Sum up."""
    return ""
