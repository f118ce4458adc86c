import asyncio

import click
from agents import Runner


@click.command()
@click.argument("since")
@click.option("--until", default="HEAD")
@click.option("--dry-run", is_flag=True, help="Only print the facts.")
@click.pass_obj
def changelog(obj, since, until, dry_run):
    """Write the changelog section for SINCE..UNTIL."""
    agent = obj.historian if dry_run else obj.writer
    result = asyncio.run(Runner.run(agent, f"{since}..{until}", context=obj, max_turns=20))
    click.echo(result.final_output)
