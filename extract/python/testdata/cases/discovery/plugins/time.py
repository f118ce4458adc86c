from board import skill


@skill("*")
def clock() -> str: #@ tool("clock")
    """Clock."""
    return ""
