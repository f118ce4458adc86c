"""Import surface for the web framework.

The batch workers import `claimsdesk.deps` without FastAPI in their image, so
fall back to inert stand-ins there.
"""

from __future__ import annotations

from typing import Any, Callable

try:
    from fastapi import APIRouter, BackgroundTasks, Depends, FastAPI, HTTPException
except ImportError:  # pragma: no cover - worker image

    def Depends(dependency: Callable[..., Any] | None = None, **_: Any) -> Any:  # noqa: N802
        return dependency

    class HTTPException(Exception):  # type: ignore[no-redef]
        def __init__(self, status_code: int, detail: str = "") -> None:
            super().__init__(detail)
            self.status_code = status_code

    class BackgroundTasks:  # type: ignore[no-redef]
        def add_task(self, func: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
            func(*args, **kwargs)

    class APIRouter:  # type: ignore[no-redef]
        def __init__(self, **_: Any) -> None:
            self.routes: list[tuple[str, Callable[..., Any]]] = []

        def _register(self, path: str, **_: Any) -> Callable[..., Any]:
            def wrap(func: Callable[..., Any]) -> Callable[..., Any]:
                self.routes.append((path, func))
                return func

            return wrap

        get = post = _register

        def include_router(self, router: "APIRouter", **_: Any) -> None:
            self.routes.extend(router.routes)

    class FastAPI(APIRouter):  # type: ignore[no-redef]
        pass


__all__ = ["APIRouter", "BackgroundTasks", "Depends", "FastAPI", "HTTPException"]
