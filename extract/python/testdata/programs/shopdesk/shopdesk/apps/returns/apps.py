from shopdesk.core.apps import AppConfig


class ReturnsConfig(AppConfig):
    name = "returns"
    verbose_name = "Returns & refunds"
