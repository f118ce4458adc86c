import asyncio

import click
from agents import ItemHelpers, Runner


async def _stream(agent, prompt, obj):
    result = Runner.run_streamed(agent, input=prompt, context=obj)
    async for event in result.stream_events():
        if event.type == "agent_updated_stream_event" and obj.verbose:
            click.secho(f"-> {event.new_agent.name}", dim=True)
        elif event.type == "run_item_stream_event" and event.item.type == "message_output_item":
            click.echo(ItemHelpers.text_message_output(event.item))


@click.command()
@click.argument("base", default="main")
@click.option("--security", is_flag=True, help="Go straight to the security reviewer.")
@click.pass_obj
def review(obj, base, security):
    """Review the working branch against BASE."""
    if security:
        asyncio.run(_stream(obj.security_reviewer, f"Base: {base}", obj))
    else:
        asyncio.run(_stream(obj.reviewer, f"Base: {base}", obj))


@click.command()
@click.argument("question", nargs=-1)
@click.pass_obj
def ask(obj, question):
    """Ask the historian a free question."""
    asyncio.run(_stream(obj.historian, " ".join(question), obj))
