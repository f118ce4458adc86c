from board import skill


@skill("skill")
def translate(text: str) -> str: #@ tool("translate")
    """Translate."""
    return ""
