"""Support Studio - internal playground for the assistants we ship to customers.

Run with:  streamlit run app.py
"""
from __future__ import annotations

import asyncio
import datetime as dt
import os
from collections import defaultdict

from agents import (
    Agent,
    FileSearchTool,
    ModelSettings,
    RunConfig,
    Runner,
    SQLiteSession,
    WebSearchTool,
    function_tool,
)

try:
    import streamlit as st
except ImportError:  # unit tests / CI do not install the UI
    st = None

DEFAULT_MODEL = os.getenv("STUDIO_MODEL", "gpt-4.1-mini")
VECTOR_STORE_ID = os.getenv("STUDIO_VECTOR_STORE", "vs_handbook_eu")
ENABLE_WEB = os.getenv("STUDIO_ENABLE_WEB", "0") == "1"

# user_id -> list of notes. Good enough for the playground.
_MEMORY: dict[str, list[dict]] = defaultdict(list)

_ORDERS = {
    "1001": {"status": "shipped", "eta": "2 days"},
    "1002": {"status": "processing", "eta": "5 days"},
}


# --------------------------------------------------------------------------
# tools
# --------------------------------------------------------------------------
@function_tool
def current_time(timezone: str = "UTC") -> str:
    """Return the current time.

    Args:
        timezone: IANA name, only UTC is supported for now.
    """
    return dt.datetime.now(dt.timezone.utc).isoformat()


@function_tool
def order_status(order_id: str) -> str:
    """Look up the status of an order."""
    order = _ORDERS.get(order_id)
    if not order:
        return f"No order {order_id}"
    return f"Order {order_id} is {order['status']}, ETA {order['eta']}"


@function_tool(name_override="create_ticket", needs_approval=True)
def open_support_ticket(subject: str, body: str, priority: str = "normal") -> str:
    """Open a ticket in the helpdesk."""
    return f"TICKET-{abs(hash((subject, body))) % 10000} ({priority})"


def make_memory_tools(user_id: str, *, writable: bool = True):
    """Memory tools bound to one user. The model never sees the user id."""
    notes = _MEMORY[user_id]

    @function_tool
    def recall(query: str) -> str:
        """Search what we know about the user."""
        hits = [n["text"] for n in notes if query.lower() in n["text"].lower()]
        return "\n".join(hits) or "nothing found"

    @function_tool
    def remember(text: str) -> str:
        """Store a fact about the user for later conversations."""
        notes.append({"text": text, "at": dt.datetime.now().isoformat()})
        return "saved"

    @function_tool(name_override="forget_everything")
    def wipe() -> str:
        """Delete all stored facts about the user."""
        notes.clear()
        return "memory wiped"

    if not writable:
        return [recall]
    return [recall, remember, wipe]


# --------------------------------------------------------------------------
# agent factory
# --------------------------------------------------------------------------
def build_agent(
    name: str,
    instructions: str,
    *,
    user_id: str | None = None,
    model: str = DEFAULT_MODEL,
    temperature: float | None = None,
    tools: list | None = None,
    handoffs: list | None = None,
    memory: bool = True,
    memory_writable: bool = True,
    web: bool = False,
    knowledge_base: bool = False,
    tone: str = "friendly",
    handoff_description: str | None = None,
    parallel_tool_calls: bool = True,
    **agent_kwargs,
) -> Agent:
    all_tools = list(tools or [])
    all_tools.append(current_time)
    if memory and user_id:
        all_tools.extend(make_memory_tools(user_id, writable=memory_writable))
    if web:
        all_tools.append(WebSearchTool(search_context_size="low"))
    if knowledge_base:
        all_tools.append(FileSearchTool(vector_store_ids=[VECTOR_STORE_ID], max_num_results=4))

    settings = ModelSettings(parallel_tool_calls=parallel_tool_calls)
    if temperature is not None:
        settings.temperature = temperature

    return Agent(
        name=name,
        instructions=f"{instructions.strip()}\n\nUse a {tone} tone.",
        model=model,
        model_settings=settings,
        tools=all_tools,
        handoffs=handoffs or [],
        handoff_description=handoff_description,
        **agent_kwargs,
    )


def general_assistant(user_id: str) -> Agent:
    return build_agent(
        "General assistant",
        "You answer general questions about our shop and its handbook.",
        user_id=user_id,
        knowledge_base=True,
        web=ENABLE_WEB,
    )


def order_assistant(user_id: str) -> Agent:
    escalation = build_agent(
        "Escalation desk",
        "You take over angry customers. Always open a ticket.",
        user_id=user_id,
        tools=[open_support_ticket, order_status],
        memory_writable=False,
        tone="calm",
        handoff_description="Human-like escalation for upset customers",
    )
    return build_agent(
        "Order assistant",
        "You help customers track their orders.",
        user_id=user_id,
        tools=[order_status],
        handoffs=[escalation],
        temperature=0.2,
    )


def research_assistant(user_id: str) -> Agent:
    summarizer = build_agent("Summarizer", "Summarise the text in 5 bullets.", memory=False, tone="neutral")
    return build_agent(
        "Research assistant",
        "You research products on the web and condense the results.",
        user_id=user_id,
        web=True,
        tools=[
            summarizer.as_tool(
                tool_name="summarize",
                tool_description="Condense a long text",
            )
        ],
        model="gpt-4.1",
        tone="neutral",
        tool_use_behavior="run_llm_again",
    )


AGENT_CHOICES = {
    "💬 General": general_assistant,
    "📦 Orders": order_assistant,
    "🔎 Research": research_assistant,
}


# --------------------------------------------------------------------------
# session helpers
# --------------------------------------------------------------------------
def init_state(state) -> None:
    state.setdefault("user_id", "anonymous")
    state.setdefault("messages", [])
    state.setdefault("agent_label", next(iter(AGENT_CHOICES)))
    state.setdefault("agent", None)


def select_agent(state, label: str) -> Agent:
    if state["agent"] is None or state["agent_label"] != label:
        state["agent_label"] = label
        state["agent"] = AGENT_CHOICES[label](state["user_id"])
        state["messages"] = []
    return state["agent"]


async def respond(state, prompt: str) -> str:
    session = SQLiteSession(f"{state['user_id']}:{state['agent_label']}", "studio.db")
    result = await Runner.run(
        state["agent"],
        prompt,
        session=session,
        run_config=RunConfig(workflow_name="Support Studio"),
        max_turns=8,
    )
    return str(result.final_output)


def main() -> None:
    st.set_page_config(page_title="Support Studio", page_icon="🛍️")
    state = st.session_state
    init_state(state)

    with st.sidebar:
        state["user_id"] = st.text_input("User", state["user_id"])
        label = st.selectbox("Assistant", list(AGENT_CHOICES))
        if st.button("Clear chat"):
            state["messages"] = []
    select_agent(state, label)

    for message in state["messages"]:
        st.chat_message(message["role"]).write(message["content"])

    if prompt := st.chat_input("Ask me anything"):
        state["messages"].append({"role": "user", "content": prompt})
        st.chat_message("user").write(prompt)
        with st.spinner("Thinking..."):
            answer = asyncio.run(respond(state, prompt))
        state["messages"].append({"role": "assistant", "content": answer})
        st.chat_message("assistant").write(answer)


if __name__ == "__main__":
    main()
