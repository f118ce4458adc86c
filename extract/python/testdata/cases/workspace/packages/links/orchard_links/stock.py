from agents import function_tool


@function_tool
def look_up(item: str) -> str:  #@ tool("look_up")
    return item
