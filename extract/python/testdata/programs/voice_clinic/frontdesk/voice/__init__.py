from .line import PhoneLine, receptionist_for

__all__ = ["PhoneLine", "receptionist_for"]
