"""Find addresses, room codes and tokens in typed or pasted text. Pure."""

from __future__ import annotations

import re
import unicodedata

_LINK = re.compile(r"/r/([a-z]+)(?![\w-])", re.IGNORECASE)
"""The room code in the address of a room.

More text may follow the code: a page of the room, a query, a full stop.
"""
_TOKEN = re.compile(r"/r/[a-z]+/?[^#\s]*#seat=([\w-]+)", re.IGNORECASE)
_CODE = re.compile(r"(?<![a-z])[a-z]{5}(?![a-z])", re.IGNORECASE)
_VOWELS = re.compile(r"[aeiou]", re.IGNORECASE)
"""The vowels. Room codes have no vowels, but most words have."""


def address(url: str, code: str = "") -> tuple[str, str]:
    """Return the server and the room code in a typed link or address. `http://` may be missing."""
    url = _cleaned(url)
    link = _LINK.search(url)
    server = re.split(r"[?#]", url[: link.start()] if link else url)[0].rstrip("/.,;:!)")
    return server if "://" in server else f"http://{server}", code_of(code) or (link[1] if link else "")


def code_of(typed: str) -> str:
    """Return the room code in a pasted link or in typed text, which may also have other words."""
    typed = _cleaned(typed)
    if link := _LINK.search(typed):
        return link[1]
    letters = re.sub(r"[\W_]+", "", typed)
    if _CODE.fullmatch(letters):
        return letters
    words = _CODE.findall(typed)
    return next((word for word in reversed(words) if not _VOWELS.search(word)), words[-1] if words else typed)


def token_in(typed: str) -> str:
    """Return the token in the link of a seat, or "" for any other link."""
    token = _TOKEN.search(_cleaned(typed))
    return token[1] if token else ""


def _cleaned(typed: str) -> str:
    """Return typed text without invisible characters. Usual letters replace wide letters."""
    plain = unicodedata.normalize("NFKC", typed)
    return "".join(character for character in plain if unicodedata.category(character) != "Cf").strip()
