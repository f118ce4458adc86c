import logging

from agents import Runner, SQLiteSession

from shopdesk.core.signals import conversation_finished

logger = logging.getLogger(__name__)


class ConversationService:
    """Base class of the services the views talk to. Subclasses provide ``agent``."""

    agent = None
    max_turns = 12

    def __init__(self, customer):
        self.customer = customer

    def get_session(self):
        return SQLiteSession(f"{type(self).__name__}-{self.customer['id']}")

    def reply(self, message):
        result = Runner.run_sync(
            self.agent,
            message,
            context=self.customer,
            session=self.get_session(),
            max_turns=self.max_turns,
        )
        conversation_finished.send(type(self), customer=self.customer, result=result)
        return result.final_output
