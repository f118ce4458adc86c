from .drafts import list_drafts, save_draft
from .notes import search_notes
from .web import fetch_page

RESEARCH_TOOLS = [search_notes, fetch_page]
DRAFT_TOOLS = [save_draft, list_drafts]

__all__ = ["DRAFT_TOOLS", "RESEARCH_TOOLS", "fetch_page", "list_drafts", "save_draft", "search_notes"]
