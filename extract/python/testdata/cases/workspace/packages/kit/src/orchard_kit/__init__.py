from .names import Desk
from .make import Maker

__all__ = ["Desk", "Maker"]
