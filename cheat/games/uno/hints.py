"""Hints for newcomers to Uno. Keys are the names of forms and the types of events."""

from __future__ import annotations

HINTS = {
    "play": "Play a card of the current colour, or with the same number or symbol. Black cards always fit.",
    "draw": "Does no card fit, or do you want to keep it? Draw a card. If it fits, you may play it at once.",
    "keep": "The card you drew fits. Play it or keep it.",
    "say_uno": "You will have one card left: say UNO. If you forget, other players can catch you, and you "
    "draw cards.",
    "catch_uno": "A player has one card left and hasn't said UNO. Catch them before the next player acts.",
    "challenge": "A Wild Draw Four should be played only without a card of the current colour. Challenge "
    "it if you think the player had one: the player who is wrong draws.",
}
