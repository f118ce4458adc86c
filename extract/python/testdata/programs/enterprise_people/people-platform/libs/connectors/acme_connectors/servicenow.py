import itertools


class Client:
    def __init__(self) -> None:
        self._ids = itertools.count(7000)
        self._rows: dict[str, list[str]] = {}

    def create(self, who: str, title: str, severity: str) -> str:
        ref = f"INC{next(self._ids)}"
        self._rows.setdefault(who, []).append(f"{ref} {title} ({severity})")
        return ref

    def find(self, who: str) -> list[str]:
        return self._rows.get(who, [])
