"""The dozen helpers everybody on this team copies from project to project."""
from functools import reduce
from typing import Any, Callable, Iterable, Mapping


def pipe(value: Any, *fns: Callable[[Any], Any]) -> Any:
    return reduce(lambda acc, f: f(acc), fns, value)


def compose(*fns):
    return lambda x: pipe(x, *reversed(fns))


def merge(*dicts: Mapping[str, Any]) -> dict[str, Any]:
    return reduce(lambda a, b: {**a, **b}, dicts, {})


def pluck(keys: Iterable[str]) -> Callable[[Mapping], tuple]:
    return lambda m: tuple(m[k] for k in keys)


def without(d: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {k: v for k, v in d.items() if k not in keys}


def flatten(xss: Iterable[Iterable[Any]]) -> tuple:
    return tuple(x for xs in xss for x in xs)
