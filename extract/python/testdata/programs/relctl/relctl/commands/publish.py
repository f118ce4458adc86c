import click
from agents import Runner


@click.command()
@click.argument("version")
@click.option("--yes", "-y", is_flag=True)
@click.pass_obj
def publish(obj, version, yes):
    """Tag VERSION and upload the release."""
    result = Runner.run_sync(obj.publisher, f"Publish {version}", context=obj)
    while result.interruptions:
        state = result.to_state()
        for item in result.interruptions:
            if yes or click.confirm(f"Allow {item.name} {item.arguments}?"):
                state.approve(item)
            else:
                state.reject(item)
        result = Runner.run_sync(obj.publisher, state)
    click.echo(result.final_output)
