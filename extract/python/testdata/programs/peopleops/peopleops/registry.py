from __future__ import annotations

from typing import TYPE_CHECKING, Callable, TypeVar

from .kinds import AgentKind

if TYPE_CHECKING:
    from .base import BaseAgentBuilder

B = TypeVar("B", bound="type[BaseAgentBuilder]")

_BUILDERS: dict[AgentKind, type[BaseAgentBuilder]] = {}


class DuplicateBuilder(RuntimeError):
    pass


def builds(kind: AgentKind) -> Callable[[B], B]:
    """Class decorator that files a builder under its kind."""

    def decorate(cls: B) -> B:
        if kind in _BUILDERS:
            raise DuplicateBuilder(kind.value)
        cls.kind = kind
        _BUILDERS[kind] = cls
        return cls

    return decorate


def builder_for(kind: AgentKind) -> type[BaseAgentBuilder]:
    try:
        return _BUILDERS[kind]
    except KeyError:
        raise LookupError(f"no builder registered for {kind.value!r}") from None


def registered() -> list[AgentKind]:
    return sorted(_BUILDERS, key=lambda k: k.value)
