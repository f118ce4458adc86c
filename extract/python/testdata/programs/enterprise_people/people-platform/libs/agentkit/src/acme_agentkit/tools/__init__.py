from .directory import get_employee
from .handbook import handbook_search
from .ticketing import TICKETING, list_tickets, open_ticket

__all__ = ["TICKETING", "get_employee", "handbook_search", "list_tickets", "open_ticket"]
