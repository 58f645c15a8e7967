"""Translate conditions to win from the older format to our expressions, and to words."""

from __future__ import annotations

from cheat.documents.importer.reading import Win


def has_won(win: Win) -> str:
    """Return the condition under which the player on turn wins at the end of a turn.

    Returns "" for a win by points: points are compared only when the game ends for another reason.
    """
    if win.kind == "numCards":
        return f"count(hand) == {win.count}"
    if win.kind == "flush":
        return f"any(group(hand by suit) where count(it) >= {win.count})" if win.count else "true"
    return ""


def standing_by(win: Win) -> str:
    """Return the expression for the standing of a player. A greater number is better."""
    if win.kind == "numCards":
        return f"-abs(count(hand) - {win.count})"
    if win.kind == "flush":
        return "if(hand is empty, 0, max(group(hand by suit) by count(it)))"
    return "sum(hand by points)" if win.ascending else "-sum(hand by points)"


def win_sentence(win: Win) -> str:
    """Return the name of the sentence that describes a way to win."""
    if win.kind == "points":
        return "win_high" if win.ascending else "win_low"
    if win.kind == "numCards" and not win.count:
        return "win_none"
    return f"win_{win.kind}"
