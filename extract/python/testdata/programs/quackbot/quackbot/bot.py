from __future__ import annotations

import os

from fastapi import FastAPI, Request

from quackbot.hub import Hub
from quackbot.registry import ChatContext

ADMINS = set(filter(None, os.getenv("QUACK_ADMINS", "").split(",")))

app = FastAPI(title="quackbot")
hub = Hub().setup()


@app.post("/slack/events")
async def slack_event(request: Request) -> dict:
    payload = await request.json()
    if payload.get("type") == "url_verification":
        return {"challenge": payload["challenge"]}
    event = payload.get("event", {})
    if event.get("bot_id") or event.get("type") not in {"app_mention", "message"}:
        return {"ok": True}
    ctx = ChatContext(event["user"], event["channel"], is_admin=event["user"] in ADMINS)
    replies = await hub.handle(event["text"], ctx)
    return {"ok": True, "replies": replies}
