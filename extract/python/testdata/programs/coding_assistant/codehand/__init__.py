from .team import build_team

__all__ = ["build_team"]
