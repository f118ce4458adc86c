from functools import cached_property

from agents import Agent, Runner

from shopdesk import settings


class FeedbackService:
    """Guesses from the last answer how happy the customer is."""

    @cached_property
    def rater(self):
        return Agent(
            name="Mood Rater",
            instructions="Rate from 1 to 5 how satisfied the customer probably is. Answer with a digit.",
            model=settings.AGENT_MODELS["default"],
        )

    def rate(self, text):
        result = Runner.run_sync(self.rater, text)
        return result.final_output
