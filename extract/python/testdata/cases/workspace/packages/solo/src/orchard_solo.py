from agents import function_tool


@function_tool
def weigh(item: str) -> str:  #@ tool("weigh")
    return item
