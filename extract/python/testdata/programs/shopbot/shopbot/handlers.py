import logging

from agents import Runner, trace

from .assistants import BILLING, COPYWRITER, TRIAGE, WINBACK
from .bus import Event, bus

log = logging.getLogger(__name__)
# conversation id -> (last agent, input items)
CONVERSATIONS: dict[str, tuple] = {}


@bus.on("chat.message")
async def on_chat_message(event: Event) -> str:
    conv = event.payload["conversation_id"]
    agent, items = CONVERSATIONS.get(conv, (TRIAGE, []))
    items = items + [{"role": "user", "content": event.payload["text"]}]
    with trace("chat", group_id=conv):
        result = await Runner.run(agent, items, context=event.payload.get("customer", {}))
    CONVERSATIONS[conv] = (result.last_agent, result.to_input_list())
    return result.final_output


@bus.on("payment.failed")
async def on_payment_failed(event: Event) -> None:
    order_id = event.payload["order_id"]
    result = await Runner.run(BILLING, f"The payment of {order_id} failed. What should we do?")
    await bus.emit(Event("email.requested", {"about": result.final_output, "to": event.payload["email"]}))


@bus.on("cart.abandoned")
async def on_cart_abandoned(event: Event) -> None:
    if not event.payload.get("skus"):
        return
    result = await Runner.run(WINBACK, "Abandoned cart: " + ", ".join(event.payload["skus"]))
    log.info("win-back: %s", result.final_output)


@bus.on("email.requested")
@bus.on("review.negative")
async def draft_email(event: Event) -> str:
    result = await Runner.run(COPYWRITER, str(event.payload))
    return result.final_output


@bus.on("order.shipped")
async def log_shipment(event: Event) -> None:
    log.info("shipped %s", event.payload["order_id"])
