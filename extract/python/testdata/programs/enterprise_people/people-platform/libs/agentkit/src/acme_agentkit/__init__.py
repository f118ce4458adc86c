"""Everything an application team needs to put an agent into production."""
from . import constants, tools
from .factory import AgentFactory, agent_of
from .names import AgentName, Domain, ToolName
from .runtime import execute

__all__ = ["AgentFactory", "AgentName", "Domain", "ToolName", "agent_of", "constants", "execute", "tools"]
