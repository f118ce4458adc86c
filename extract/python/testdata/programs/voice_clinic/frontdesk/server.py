"""uvicorn frontdesk.server:app"""
import base64
import json
from functools import lru_cache

from agents import InputGuardrailTripwireTriggered, Runner, SQLiteSession
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from pydantic import BaseModel

from frontdesk.settings import CallContext
from frontdesk.text import build_text_desk
from frontdesk.voice import PhoneLine

app = FastAPI(title="frontdesk")


class ChatIn(BaseModel):
    session_id: str
    phone: str = ""
    text: str


@lru_cache(maxsize=1)
def _desk():
    return build_text_desk()


@app.websocket("/twilio/media/{language}")
async def media_stream(ws: WebSocket, language: str):
    await ws.accept()
    ctx = CallContext()
    line = PhoneLine(ctx, language)
    try:
        async with line.open() as session:
            while True:
                msg = json.loads(await ws.receive_text())
                if msg.get("event") == "start":
                    ctx.caller_number = msg["start"]["customParameters"].get("from", "")
                elif msg.get("event") == "media":
                    await session.send_audio(base64.b64decode(msg["media"]["payload"]))
                elif msg.get("event") == "stop":
                    break
    except WebSocketDisconnect:
        pass


@app.post("/chat")
async def chat(body: ChatIn):
    ctx = CallContext(caller_number=body.phone, channel="chat")
    try:
        result = await Runner.run(
            _desk(), body.text, context=ctx, session=SQLiteSession(body.session_id, "chat.db"), max_turns=12
        )
    except InputGuardrailTripwireTriggered:
        return {"reply": "This sounds urgent. Please call 111 or 999 now."}
    pending = [i.raw_item.name for i in result.interruptions]
    return {"reply": result.final_output, "agent": result.last_agent.name, "needs_staff": pending}


@app.post("/sms")
async def sms(body: ChatIn):
    """Texts from people whose call dropped: one answer, no session."""
    result = await Runner.run(_desk(), f"(SMS, answer in 300 characters) {body.text}", context=CallContext(body.phone))
    return {"reply": result.final_output}
