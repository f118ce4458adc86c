"""Tools that every plugin agent gets."""

from datetime import datetime, timezone

from agents import RunContextWrapper

from quackbot.registry import ChatContext, bot_tool


@bot_tool("*")
def current_time() -> str:
    """The current time in UTC."""
    return datetime.now(timezone.utc).isoformat(timespec="minutes")


@bot_tool("*", name="post_message")
def post(ctx: RunContextWrapper[ChatContext], text: str) -> str:
    """Post a message into the channel the user is writing in."""
    ctx.context.outbox.append(text)
    return "posted"
