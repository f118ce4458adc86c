from __future__ import annotations

import importlib
import pkgutil


def load_all() -> list[str]:
    """Import every module in this package that does not start with an underscore."""
    loaded = []
    for info in pkgutil.iter_modules(__path__):
        if info.name.startswith("_"):
            continue
        importlib.import_module(f"{__name__}.{info.name}")
        loaded.append(info.name)
    return loaded
