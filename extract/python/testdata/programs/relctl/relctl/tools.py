import json
import subprocess
import urllib.request
from pathlib import Path

from agents import RunContextWrapper, function_tool

API = "https://api.github.com/repos/acme/platform"


def _git(repo, *args):
    proc = subprocess.run(["git", "-C", str(repo), *args], capture_output=True, text=True)
    return proc.stdout if proc.returncode == 0 else f"error: {proc.stderr}"


def _get(path):
    with urllib.request.urlopen(f"{API}/{path}", timeout=20) as resp:
        return json.load(resp)


@function_tool
def git_log(ctx: RunContextWrapper, since: str, until: str = "HEAD") -> str:
    """One line per commit between two refs."""
    return _git(ctx.context.repo, "log", "--oneline", f"{since}..{until}")


@function_tool
def git_diff(ctx: RunContextWrapper, base: str, head: str = "HEAD") -> str:
    """Unified diff between two refs, cut at 60 kB."""
    return _git(ctx.context.repo, "diff", f"{base}...{head}")[:60_000]


@function_tool
def git_tags(ctx: RunContextWrapper) -> str:
    """All tags, newest first."""
    return _git(ctx.context.repo, "tag", "--sort=-creatordate")


@function_tool
def create_tag(ctx: RunContextWrapper, name: str, message: str) -> str:
    """Create an annotated tag."""
    return _git(ctx.context.repo, "tag", "-a", name, "-m", message)


@function_tool
def read_file(ctx: RunContextWrapper, path: str) -> str:
    """Read a file of the repository."""
    return (Path(ctx.context.repo) / path).read_text()


@function_tool
def write_changelog(ctx: RunContextWrapper, section: str) -> str:
    """Put a section at the top of CHANGELOG.md."""
    target = Path(ctx.context.repo) / "CHANGELOG.md"
    old = target.read_text() if target.exists() else ""
    target.write_text(section + "\n\n" + old)
    return "ok"


@function_tool
def audit_dependencies(ctx: RunContextWrapper) -> str:
    """Run pip-audit in the repository."""
    out = subprocess.run(["pip-audit", "-f", "json"], cwd=ctx.context.repo, capture_output=True, text=True)
    return out.stdout


@function_tool(name_override="list_prs")
def list_pull_requests(state: str = "closed") -> str:
    """Pull requests of the repository."""
    return "\n".join(f"#{p['number']} {p['title']}" for p in _get(f"pulls?state={state}"))


@function_tool
def get_issue(number: int) -> str:
    """Title and body of an issue."""
    issue = _get(f"issues/{number}")
    return f"{issue['title']}\n\n{issue['body']}"


@function_tool(needs_approval=True)
def upload_release(tag: str, notes: str) -> str:
    """Create the GitHub release for a tag."""
    return f"would upload {tag}"
