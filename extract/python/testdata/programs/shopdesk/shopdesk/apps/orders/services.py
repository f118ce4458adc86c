from functools import cached_property

from shopdesk.core.services import ConversationService

from .agents import get_order_agent


class OrderService(ConversationService):
    @cached_property
    def agent(self):
        return get_order_agent()
