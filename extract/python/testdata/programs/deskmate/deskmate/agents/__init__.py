from .fact_checker import fact_checker
from .front_desk import front_desk
from .proofreader import proofreader
from .researcher import researcher
from .writer import writer

__all__ = ["fact_checker", "front_desk", "proofreader", "researcher", "writer"]
