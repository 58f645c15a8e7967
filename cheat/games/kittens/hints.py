"""Hints for newcomers to Exploding Kittens. Keys are names of forms and types of events."""

from __future__ import annotations

HINTS = {
    "play": "Before you draw, you can play as many cards as you like. Each card says what it does: rest on "
    "it to read more.",
    "draw": "Drawing ends your turn. If you draw a kitten, a Defuse saves you; without one, you explode.",
    "nope": "Another player has played a card. A Nope cancels it, and another Nope cancels the Nope.",
    "give": "Another player asks you for a card. Choose one you can do without.",
    "insert": "Put the kitten back into the draw pile, wherever you like. Only you know where it is.",
}
