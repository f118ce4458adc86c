"""Phone + web chat front desk for Linden Dental."""
__version__ = "1.8.2"
