"""Hints for newcomers to Uno, by the name of a form or the type of an event."""

from __future__ import annotations

HINTS = {
    "play": "Play a card of the colour in force, or with the same number or sign. Black cards always fit.",
    "draw": "Nothing fits, or you want to keep it? Draw a card; if it fits you may play it at once.",
    "keep": "The card that you have drawn fits. You may play it, or keep it.",
    "say_uno": "You will have one card left: say UNO, or the others may catch you and you draw.",
    "catch_uno": "Somebody has one card left and has not said UNO. Catch them before the next player acts.",
    "challenge": "A wild draw four is meant for hands without the colour in force. Challenge it if you "
    "think that this one was not: the loser draws.",
}
