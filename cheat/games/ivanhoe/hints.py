"""Hints for newcomers to Ivanhoe, by the name of a form or the type of an event."""

from __future__ import annotations

HINTS = {
    "draw": "Each turn begins with a card. You get it even if you withdraw then, and keep it for later.",
    "start": "Start in a colour that you hold many cards of. The last player left wins its token, and you "
    "need tokens of different colours.",
    "play_value": "Cards of the tournament's colour, and supporters, count in your display. Lift a card "
    "and play it, one after another. You stay in only with the highest total, so look at what leads "
    "below.",
    "play_action": "One of your action cards can be played now. Lift it, and its button appears; what it "
    "does stands on it: rest on it to read more.",
    "end_turn": "Without the highest total you withdraw at the end of your turn. That takes your "
    "display, not your hand: a tournament that costs too much is best left early.",
    "ivanhoe": "You hold IVANHOE: it cancels the card that was just played. Nobody else knows you have it.",
    "keep": "Of cards with the same value only one stays before you. Choose which.",
    "return_token": "You withdraw with a Maiden before you, and that costs a token.",
    "take_token": "A purple tournament brings a token of any colour that you lack.",
}
