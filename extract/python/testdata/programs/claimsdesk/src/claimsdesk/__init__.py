"""ClaimsDesk: conversational front door for motor and household claims."""

__version__ = "0.7.2"
