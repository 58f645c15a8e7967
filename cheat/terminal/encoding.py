"""Handle letters that a terminal cannot show, bytes that are not text, and colours."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TextIO

LOOKALIKES = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "…": "...", "–": "-", "—": "-",
    "×": "x", "·": "-", "•": "*", "→": "->", "←": "<-", "¿": "", "¡": "", "ñ": "n", "Ñ": "N",
    "♣": "c", "♦": "d", "♥": "h", "♠": "s",
}  # fmt: skip
HANDLER = "cheat.letters"
LEAST_COLOURS = 8
"""A terminal with fewer colours counts as a terminal without colours."""


def to_ascii(letters: str) -> str:
    """Return letters in ASCII: “é” becomes “e”, “♠” becomes “s”. Unknown letters become “?”."""
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


def has_colours(environment: Mapping[str, str], number: Callable[[], int]) -> bool:
    """Return True if the terminal has colours and its user wants them.

    `environment`: the environment variables. If NO_COLOR is set and not empty, the user wants no colours
    (no-color.org). `number`: a function that returns the number of colours of the terminal.
    """
    return not environment.get("NO_COLOR") and number() >= LEAST_COLOURS


def number_of_colours() -> int:
    """Return the number of colours of the terminal, as terminfo says it.

    A terminal that terminfo does not know is taken to have colours.
    """
    if not find_spec("curses"):
        return LEAST_COLOURS
    import curses  # Windows does not have it

    try:
        curses.setupterm()
    except (curses.error, OSError, ValueError):
        return LEAST_COLOURS
    return curses.tigetnum("colors")


def sendable(typed: str) -> str:
    """Return typed text without bytes that are not text, so that it can be sent."""
    return typed.encode(errors="replace").decode()
