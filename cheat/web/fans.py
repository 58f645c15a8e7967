"""The three cards in the picture of a game. They depend on the kind of the game.

So games with the same deck look different.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from cheat.engine.game import AnyGame

LEAST_RANKS = 5
"""A suit with fewer cards does not count as a suit in `fan_of`."""


def fan_of(game: AnyGame) -> list[str]:
    """Return the codes of the cards in the picture of a game.

    The kind of game is its emblem. Trick games show court cards of a suit, rummies show a run, and betting
    games show three of a kind. Other games, and decks without suits, show cards from the first to the last.
    """
    suits: dict[str, list[str]] = {}
    for code, face in game.faces.items():
        if face.suit:
            suits.setdefault(face.suit, []).append(code)
    rows = [codes for codes in suits.values() if len(codes) >= LEAST_RANKS]
    emblem = game.look.get("emblem")
    if emblem is None or len(rows) < 3:
        return _spread(list(game.faces))
    turn = crc32(game.name.encode())
    rows = rows[turn % len(rows) :] + rows[: turn % len(rows)]
    match emblem:
        case "crown":
            return rows[0][-3:]
        case "link":
            start = 1 + turn % (len(rows[0]) - 3)
            return rows[0][start : start + 3]
        case "chip":
            return [row[0] for row in rows[:3]]
        case _:
            place = turn % min(map(len, rows))
            return [row[(place + 4 * nth) % len(row)] for nth, row in enumerate(rows[:3])]


def _spread(codes: Sequence[str]) -> list[str]:
    """Return the deck's first, middle and last card. Usually these cards look different."""
    return list(dict.fromkeys(codes[place] for place in (0, (len(codes) - 1) // 2, -1)))
