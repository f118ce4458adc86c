"""deskmate - a template for multi-agent research desks."""

__version__ = "0.3.1"
