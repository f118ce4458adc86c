from .workflow import OnboardingWorkflow

__all__ = ["OnboardingWorkflow"]
