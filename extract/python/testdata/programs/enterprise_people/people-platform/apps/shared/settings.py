import os
from dataclasses import dataclass, field


@dataclass(frozen=True)
class AppSettings:
    region: str = field(default_factory=lambda: os.environ.get("ACME_REGION", "eu"))
    policy_mcp: bool = field(default_factory=lambda: os.environ.get("ACME_POLICY_MCP", "1") == "1")


settings = AppSettings()
