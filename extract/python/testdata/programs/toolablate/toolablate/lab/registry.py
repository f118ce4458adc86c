"""Name -> tool registry, in the spirit of timm / fairseq."""
from typing import Callable, Dict, List

from agents import Tool, function_tool

TOOL_REGISTRY: Dict[str, Tool] = {}


def register_tool(name: str, **kwargs) -> Callable:
    def wrap(fn):
        if name in TOOL_REGISTRY:
            raise KeyError(f"duplicate tool {name}")
        TOOL_REGISTRY[name] = function_tool(fn, name_override=name, **kwargs)
        return fn

    return wrap


def get_tools(names: List[str]) -> List[Tool]:
    return [TOOL_REGISTRY[n] for n in names]
