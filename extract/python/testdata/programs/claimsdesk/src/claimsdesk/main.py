from __future__ import annotations

from contextlib import asynccontextmanager
from typing import AsyncIterator

from .api import chat, claims
from .deps import get_document_server
from .settings import get_settings
from .web import FastAPI


@asynccontextmanager
async def lifespan(_: FastAPI) -> AsyncIterator[None]:
    async with get_document_server():
        yield


def create_app() -> FastAPI:
    app = FastAPI(title=get_settings().app_name, lifespan=lifespan)
    app.include_router(chat.router)
    app.include_router(claims.router)
    return app


app = create_app()
