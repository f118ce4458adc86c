from shopdesk.core.apps import AppConfig


class LoyaltyConfig(AppConfig):
    name = "loyalty"
    verbose_name = "Loyalty programme"

    def ready(self):
        from . import receivers  # noqa: F401
