from agents import (
    Agent,
    GuardrailFunctionOutput,
    RunContextWrapper,
    Runner,
    output_guardrail,
)

from .models import Brief, CitationCheck

citation_checker = Agent(
    name="CitationChecker",
    instructions="List every factual statement of the brief that carries no source.",
    output_type=CitationCheck,
    model="gpt-4.1-mini",
)


@output_guardrail
async def citations_present(
    ctx: RunContextWrapper, agent: Agent, output: Brief
) -> GuardrailFunctionOutput:
    text = output.markdown if isinstance(output, Brief) else str(output)
    check = (await Runner.run(citation_checker, text, context=ctx.context)).final_output
    return GuardrailFunctionOutput(output_info=check, tripwire_triggered=not check.all_cited)


writer_agent = Agent(
    name="WriterAgent",
    instructions=(
        "You are a senior analyst. Write a long-form markdown brief from the notes. "
        "You can call the available analysis tools for specialist write-ups."
    ),
    model="gpt-4.1",
    output_type=Brief,
    output_guardrails=[citations_present],
)
