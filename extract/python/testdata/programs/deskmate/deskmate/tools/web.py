from __future__ import annotations

import re
import urllib.request

from agents import function_tool

_TAGS = re.compile(r"<[^>]+>")


def _download(url: str, timeout: float = 10.0) -> str:
    with urllib.request.urlopen(url, timeout=timeout) as response:  # noqa: S310
        return response.read(200_000).decode("utf-8", "replace")


@function_tool(name_override="fetch_page")
def fetch_page(url: str) -> str:
    """Download a web page and return its text."""
    if not url.startswith(("http://", "https://")):
        return "Only http(s) URLs are supported."
    return _TAGS.sub(" ", _download(url))[:8000]
