from .service import BackOffice

__all__ = ["BackOffice"]
