from dataclasses import dataclass, field
from typing import List, Optional


@dataclass
class ExpConfig:
    name: str = "debug"
    model: str = "gpt-4.1-mini"
    temperature: float = 0.0
    tools: List[str] = field(default_factory=list)
    ablate: List[str] = field(default_factory=list)
    prompt: Optional[str] = None
    seeds: int = 3
    max_turns: int = 12


@dataclass
class RetrievalConfig(ExpConfig):
    name: str = "retrieval"
    tools: List[str] = field(default_factory=lambda: ["search", "open_doc"])
    ablate: List[str] = field(default_factory=lambda: ["open_doc"])


@dataclass
class BaseConfig(RetrievalConfig):
    """Main table of the paper."""

    name: str = "base"
    model: str = "gpt-4.1"
    tools: List[str] = field(default_factory=lambda: ["search", "open_doc", "calc", "python"])
    ablate: List[str] = field(default_factory=lambda: ["search", "calc", "python"])


@dataclass
class ScratchpadConfig(BaseConfig):
    """Appendix B."""

    name: str = "scratch"
    prompt: Optional[str] = "Think in the scratchpad first. Finish with 'ANSWER: <answer>'."
    ablate: List[str] = field(default_factory=list)

    def __post_init__(self):
        self.tools = self.tools + ["scratchpad"]


EXPERIMENTS = {c.name: c for c in (RetrievalConfig, BaseConfig, ScratchpadConfig)}
