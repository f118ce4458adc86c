import html
import re
import urllib.request

from agents import function_tool

TAG = re.compile(r"<[^>]+>")


def _download(url: str, limit: int) -> str:
    with urllib.request.urlopen(url, timeout=10) as resp:  # noqa: S310
        return resp.read(limit * 8).decode("utf-8", "replace")


@function_tool
def fetch_page(url: str, max_chars: int = 8000) -> str:
    """Download a web page and return its text.

    Args:
        url: Absolute http(s) address.
        max_chars: Cut the text after that many characters.
    """
    if not url.startswith(("http://", "https://")):
        return "unsupported address"
    return html.unescape(TAG.sub(" ", _download(url, max_chars)))[:max_chars]
