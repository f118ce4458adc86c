from .settings import Settings, settings

__all__ = ["Settings", "settings"]
