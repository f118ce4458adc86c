from __future__ import annotations

from agents import function_tool

from deskmate.config import settings


@function_tool
def save_draft(slug: str, body: str) -> str:
    """Store a draft under its slug and return the file name."""
    if not slug.replace("-", "").isalnum():
        return "Slug may only contain letters, digits and dashes."
    settings.drafts_dir.mkdir(parents=True, exist_ok=True)
    target = settings.drafts_dir / f"{slug}.md"
    target.write_text(body, encoding="utf-8")
    return str(target)


@function_tool
def list_drafts() -> list[str]:
    """List the drafts that exist already."""
    return sorted(p.stem for p in settings.drafts_dir.glob("*.md"))
