from .front import front
