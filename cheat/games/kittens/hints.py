"""Hints for newcomers to Exploding Kittens, by the name of a form or the type of an event."""

from __future__ import annotations

HINTS = {
    "play": "Before you draw you may play cards, as many as you like. Each card says what it does: "
    "rest on it to read more.",
    "draw": "Drawing ends your turn. If it is a kitten, a Defuse saves you; without one you explode.",
    "nope": "Somebody has played a card. A Nope stops it, and another Nope stops the Nope.",
    "give": "Somebody asks you for a card. You choose which one you can do without.",
    "insert": "The kitten goes back into the pile, where you like. Only you know where.",
}
