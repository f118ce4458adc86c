"""relctl - release helper for the platform team."""
try:
    import click
except ImportError as exc:  # pragma: no cover
    raise SystemExit("relctl needs click: pip install relctl[cli]") from exc

from . import __version__
from .commands import ALL
from .context import RelContext


@click.group()
@click.version_option(__version__)
@click.option("--repo", default=".", type=click.Path(), help="Path of the git repository.")
@click.option("--model", envvar="RELCTL_MODEL", default="gpt-4.1", show_default=True)
@click.option("--verbose", "-v", is_flag=True)
@click.option("--offline", is_flag=True, help="Never talk to GitHub.")
@click.pass_context
def cli(ctx, repo, model, verbose, offline):
    """Write changelogs, review diffs and publish releases."""
    ctx.obj = RelContext(repo=repo, model=model, verbose=verbose, offline=offline)


for command in ALL:
    cli.add_command(command)


def main():
    cli(prog_name="relctl")


if __name__ == "__main__":
    main()
