from __future__ import annotations

from enum import Enum, StrEnum, auto

from .constants import AGENT_SUFFIX, HANDOFF_PREFIX


class Domain(Enum):
    PAYROLL = "payroll"
    LEAVE = "leave"
    IT = "it"
    FACILITIES = "facilities"

    @property
    def agent_name(self) -> str:
        return f"{self.name.title()}{AGENT_SUFFIX}"

    @property
    def route(self) -> str:
        return f"{HANDOFF_PREFIX}_{self.value}"


class AgentName(StrEnum):
    FRONT_DOOR = "FrontDoorAgent"
    ESCALATION = "EscalationAgent"
    CLASSIFIER = "TopicClassifier"
    PLANNER = "OnboardingPlanner"
    EQUIPMENT = "EquipmentBuyer"
    ACCESS = "AccessProvisioner"
    BUDDY = "BuddyMatcher"
    WELCOME = "WelcomeWriter"


class ToolName(StrEnum):
    def _generate_next_value_(name, start, count, last_values):  # noqa: N805
        return name.lower()

    GET_EMPLOYEE = auto()
    OPEN_TICKET = auto()
    LIST_TICKETS = auto()
    LEAVE_BALANCE = auto()
    REQUEST_LEAVE = auto()
    EXPLAIN_PAYSLIP = auto()
    RESET_PASSWORD = auto()
    BOOK_ROOM = auto()
    ORDER_LAPTOP = auto()
    GRANT_ACCESS = auto()
    ASK_CLASSIFIER = auto()
