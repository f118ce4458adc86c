import asyncio

from . import handlers  # noqa: F401  registers the handlers
from .bus import Event, bus


async def main() -> None:
    while True:
        text = (await asyncio.to_thread(input, "> ")).strip()
        if text in {"", "quit"}:
            break
        (answer,) = await bus.emit(
            Event("chat.message", {"conversation_id": "cli", "text": text, "customer": {"customer_id": "c1"}})
        )
        print(answer)


if __name__ == "__main__":
    asyncio.run(main())
