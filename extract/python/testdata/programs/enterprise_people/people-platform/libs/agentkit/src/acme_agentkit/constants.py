from typing import Final

DEFAULT_MODEL: Final = "gpt-4.1-mini"
REASONING_MODEL: Final = "gpt-5"
MAX_TURNS: Final = 15
HANDBOOK_VECTOR_STORE: Final[str] = "vs_people_handbook_v7"
AGENT_SUFFIX: Final = "Agent"
HANDOFF_PREFIX: Final = "route_to"
POLICY_MCP_URL: Final = "https://mcp.people.acme.internal/policies"
