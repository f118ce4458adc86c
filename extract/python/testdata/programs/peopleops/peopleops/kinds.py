from enum import Enum, unique


@unique
class AgentKind(str, Enum):
    CONCIERGE = "concierge"
    LEAVE = "leave"
    PAYROLL = "payroll"
    RECRUITING = "recruiting"
    POLICY = "policy"
    IT_SETUP = "it_setup"
    VOICE_RECEPTION = "voice_reception"
    VOICE_LEAVE = "voice_leave"

    @property
    def label(self) -> str:
        return self.value.replace("_", " ").title()

    @property
    def is_voice(self) -> bool:
        return self.value.startswith("voice_")
