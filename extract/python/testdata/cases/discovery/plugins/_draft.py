from board import skill


@skill("*")
def draft() -> str: #@ finding("OB204")
    """Draft."""
    return ""
