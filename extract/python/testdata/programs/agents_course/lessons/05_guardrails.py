"""Lesson 5: guardrails.

We do not want students to get their homework done by the support bot, so a second, cheap agent
looks at each message first.
"""

from pydantic import BaseModel

from agents import (
    Agent,
    GuardrailFunctionOutput,
    InputGuardrailTripwireTriggered,
    Runner,
    input_guardrail,
)

from common import MODEL, banner, get_weather, run_lesson


class HomeworkCheck(BaseModel):
    is_homework: bool
    reasoning: str


guardrail_agent = Agent(
    name="Guardrail Agent",
    instructions="Check if the user is asking you to do their homework.",
    model=MODEL,
    output_type=HomeworkCheck,
)


@input_guardrail
async def homework_guardrail(ctx, agent, input):
    result = await Runner.run(guardrail_agent, input, context=ctx.context)
    return GuardrailFunctionOutput(
        output_info=result.final_output,
        tripwire_triggered=result.final_output.is_homework,
    )


async def main():
    banner("Lesson 5: guardrails")
    agent = Agent(
        name="Assistant",
        instructions="You are a support agent for a travel agency.",
        model=MODEL,
        tools=[get_weather],
        input_guardrails=[homework_guardrail],
    )
    for question in ["Is it warm in Lisbon?", "Can you help me solve for x: 2x + 5 = 11?"]:
        try:
            result = await Runner.run(agent, question)
            print(result.final_output)
        except InputGuardrailTripwireTriggered:
            print("Sorry, I can't help you with your homework.")


if __name__ == "__main__":
    run_lesson(main)
