"""Replace letters that a terminal cannot show, or bytes that are not text."""

from __future__ import annotations

import codecs
import unicodedata
from typing import TextIO

LOOKALIKES = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "…": "...", "–": "-", "—": "-",
    "×": "x", "·": "-", "•": "*", "→": "->", "←": "<-", "¿": "", "¡": "", "ñ": "n", "Ñ": "N",
    "♣": "c", "♦": "d", "♥": "h", "♠": "s",
}  # fmt: skip
HANDLER = "cheat.letters"


def to_ascii(letters: str) -> str:
    """Return letters in ASCII: without accents, and with question marks for all other letters."""
    plain = [LOOKALIKES.get(letter) if letter in LOOKALIKES else _ascii_base(letter) for letter in letters]
    return "".join("?" if letter is None else letter for letter in plain)


def _ascii_base(letter: str) -> str:
    base = "".join(character for character in unicodedata.normalize("NFKD", letter) if character.isascii())
    return base or ("" if unicodedata.category(letter) in ("Mn", "Cf") else "?")


def _handle(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end


codecs.register_error(HANDLER, _handle)


def write_anything(stream: TextIO) -> None:
    """Make a stream write similar letters in place of letters that it cannot encode."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors=HANDLER)


def read_anything(stream: TextIO) -> None:
    """Make a stream read question marks in place of bytes that it cannot decode."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")


def has_all(stream: TextIO) -> bool:
    """Return whether a stream can show every letter."""
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "").startswith("utf")


def sendable(typed: str) -> str:
    """Return typed text without bytes that are not text, so that it can be sent."""
    return typed.encode(errors="replace").decode()
