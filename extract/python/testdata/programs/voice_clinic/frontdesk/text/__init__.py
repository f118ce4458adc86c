from .desk import build_text_desk, policy_expert

__all__ = ["build_text_desk", "policy_expert"]
