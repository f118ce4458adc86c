from functools import cached_property

from shopdesk.core.services import ConversationService

from .agents import get_returns_agent


class ReturnService(ConversationService):
    max_turns = 20

    @cached_property
    def agent(self):
        return get_returns_agent()
