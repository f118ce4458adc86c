from __future__ import annotations

from typing import Annotated, Any

from agents import Agent, InputGuardrailTripwireTriggered, Runner

from ..deps import SessionStore, SettingsDep, get_intake_agent, get_session_store
from ..schemas import CallerContext, ChatReply, ChatRequest
from ..web import APIRouter, Depends, HTTPException

router = APIRouter(prefix="/chat", tags=["chat"])

PENDING: dict[str, Any] = {}


@router.post("", response_model=ChatReply)
async def post_message(
    body: ChatRequest,
    settings: SettingsDep,
    intake: Annotated[Agent, Depends(get_intake_agent)],
    sessions: Annotated[SessionStore, Depends(get_session_store)],
) -> ChatReply:
    caller = CallerContext(customer_id=body.thread_id, policy_ids=["HH-1001"])
    try:
        result = await Runner.run(
            intake,
            body.message,
            context=caller,
            session=sessions.get(body.thread_id),
            max_turns=settings.max_turns,
        )
    except InputGuardrailTripwireTriggered as exc:
        raise HTTPException(status_code=422, detail="message refused") from exc
    if result.interruptions:
        PENDING[body.thread_id] = result.to_state()
    return ChatReply(
        thread_id=body.thread_id,
        agent=result.last_agent.name,
        reply=str(result.final_output or ""),
        pending_approvals=len(result.interruptions),
    )


@router.post("/{thread_id}/approve", response_model=ChatReply)
async def approve_pending(
    thread_id: str,
    intake: Annotated[Agent, Depends(get_intake_agent)],
) -> ChatReply:
    state = PENDING.pop(thread_id, None)
    if state is None:
        raise HTTPException(status_code=404, detail="nothing to approve")
    for item in state.get_interruptions():
        state.approve(item)
    result = await Runner.run(intake, state)
    return ChatReply(
        thread_id=thread_id, agent=result.last_agent.name, reply=str(result.final_output)
    )
