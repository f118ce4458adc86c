from __future__ import annotations

import logging
from contextlib import asynccontextmanager

from agents import GuardrailFunctionOutput, output_guardrail
from agents.realtime import RealtimeAgent, RealtimeRunner, RealtimeSession

from ..settings import REALTIME_MODEL, CallContext
from .cast import reception, reception_by_language

log = logging.getLogger(__name__)


@output_guardrail
async def no_diagnosis(ctx, agent, output) -> GuardrailFunctionOutput:
    bad = any(w in str(output).lower() for w in ("you have an infection", "you need antibiotics"))
    return GuardrailFunctionOutput(output_info={"diagnosis": bad}, tripwire_triggered=bad)


def receptionist_for(language: str | None) -> RealtimeAgent:
    return reception_by_language.get(language or "", reception)


class PhoneLine:
    """One phone call: opens a realtime session and pumps its events."""

    def __init__(self, context: CallContext, language: str | None = None):
        self.context = context
        self.runner = RealtimeRunner(
            receptionist_for(language),
            config={
                "model_settings": {
                    "model_name": REALTIME_MODEL,
                    "voice": "sage",
                    "input_audio_format": "g711_ulaw",
                    "output_audio_format": "g711_ulaw",
                    "turn_detection": {"type": "semantic_vad", "interrupt_response": True},
                },
                "output_guardrails": [no_diagnosis],
            },
        )
        self.session: RealtimeSession | None = None

    @asynccontextmanager
    async def open(self):
        self.session = await self.runner.run(context=self.context)
        async with self.session:
            yield self.session

    async def pump(self, send_audio) -> None:
        async for event in self.session:
            match event.type:
                case "audio":
                    await send_audio(event.audio.data)
                case "audio_interrupted":
                    await send_audio(b"")
                case "tool_approval_required":
                    # staff are not on the line: small things are approved, the rest is refused
                    if event.tool.name == "cancel_booking":
                        await self.session.approve_tool_call(event.call_id)
                    else:
                        await self.session.reject_tool_call(event.call_id)
                case "handoff":
                    log.info("handoff %s -> %s", event.from_agent.name, event.to_agent.name)
                case "history_added":
                    self.context.transcript.append(repr(event.item))
                case "error":
                    log.error("realtime error: %s", event.error)
