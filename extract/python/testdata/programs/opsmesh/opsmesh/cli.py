import asyncio
import sys

from .build import build_mesh
from .toolbox import Incident


async def main(argv: list[str]) -> None:
    key, *words = argv
    mesh = build_mesh()
    await mesh.connect()
    print(await mesh.handle(Incident(key=key, severity=2), " ".join(words)))
    print(await mesh.resume_with("scribe", Incident(key=key), [{"role": "user", "content": key}]))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
