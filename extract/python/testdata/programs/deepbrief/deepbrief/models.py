from pydantic import BaseModel, Field


class SearchItem(BaseModel):
    reason: str
    query: str
    priority: int = Field(3, ge=1, le=5)


class SearchPlan(BaseModel):
    searches: list[SearchItem]


class AnalysisNote(BaseModel):
    summary: str


class Brief(BaseModel):
    short_summary: str
    markdown: str
    sources: list[str]


class Verdict(BaseModel):
    verified: bool
    issues: list[str]


class CitationCheck(BaseModel):
    all_cited: bool
    missing: list[str]
