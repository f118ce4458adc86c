from agents import Agent, CodeInterpreterTool

from .models import Verdict

verifier_agent = Agent(
    name="VerificationAgent",
    instructions="Check that the brief is internally consistent and recompute its figures.",
    tools=[
        CodeInterpreterTool(
            tool_config={"type": "code_interpreter", "container": {"type": "auto"}},
        )
    ],
    output_type=Verdict,
)
