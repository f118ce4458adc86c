from __future__ import annotations

from agents import function_tool

from deskmate.config import settings


@function_tool
def search_notes(query: str, limit: int = 5) -> list[str]:
    """Search the local markdown notes.

    Args:
        query: Words to look for, case-insensitive.
        limit: How many hits to return at most.
    """
    hits: list[str] = []
    words = query.lower().split()
    for path in sorted(settings.data_dir.glob("notes/**/*.md")):
        text = path.read_text(encoding="utf-8", errors="ignore")
        if all(w in text.lower() for w in words):
            hits.append(f"{path.name}: {text[:300]}")
        if len(hits) >= limit:
            break
    return hits
