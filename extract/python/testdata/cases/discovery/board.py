from collections import defaultdict

from agents import function_tool

TOOLS = defaultdict(list)
MAKERS = {}


def skill(group):
    def register(f):
        TOOLS[group].append(function_tool(f)) #@ access("Plugged","weather") access("Plugged","clock") access("Walker","sum_up") access("Walker","translate")
        return f

    return register


def maker(name):
    def register(f):
        if name in MAKERS:
            raise RuntimeError(name)
        MAKERS[name] = f
        return f

    return register
