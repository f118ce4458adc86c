from .toolbox import build_market_tools, make_store_tool
from .web import fetch_page

__all__ = ["build_market_tools", "make_store_tool", "fetch_page"]
