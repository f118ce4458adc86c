from .escalation import escalation_agent, escalation_handoff
from .settings import AppSettings, settings

__all__ = ["AppSettings", "escalation_agent", "escalation_handoff", "settings"]
