import asyncio
import logging
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, Awaitable, Callable

logger = logging.getLogger(__name__)
Handler = Callable[["Event"], Awaitable[Any]]


@dataclass
class Event:
    type: str
    payload: dict[str, Any] = field(default_factory=dict)


class EventBus:
    def __init__(self) -> None:
        self._handlers: dict[str, list[Handler]] = defaultdict(list)

    def on(self, event_type: str):
        def decorator(fn: Handler) -> Handler:
            self._handlers[event_type].append(fn)
            return fn
        return decorator

    async def emit(self, event: Event) -> list[Any]:
        handlers = self._handlers.get(event.type, [])
        if not handlers:
            logger.warning("no handler for %s", event.type)
        return await asyncio.gather(*(h(event) for h in handlers))


bus = EventBus()
