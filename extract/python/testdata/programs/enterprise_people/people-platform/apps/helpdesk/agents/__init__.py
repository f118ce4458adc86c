"""Agents of the helpdesk. (Not to be confused with the SDK package of the same name.)"""
from .front_door import front_door
from .registry import SPECIALISTS, specialist

__all__ = ["SPECIALISTS", "front_door", "specialist"]
