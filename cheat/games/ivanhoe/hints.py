"""Hints for newcomers to Ivanhoe. Keys are the names of forms and the types of events."""

from __future__ import annotations

HINTS = {
    "draw": "Each turn begins with drawing a card. You keep it even if you withdraw.",
    "start": "Start in a colour you have many cards of. The last player left wins its token, and you need "
    "tokens of different colours.",
    "play_value": "Cards of the tournament's colour and supporters count in your display. Lift a card and "
    "play it, one after another. You stay in only with the highest total: see below which "
    "player leads.",
    "play_action": "You can play one of your action cards now. Lift it, and its button appears. The card "
    "says what it does: rest on it to read more.",
    "end_turn": "Without the highest total, you withdraw at the end of your turn. You lose your display, "
    "but you keep your hand. If a tournament costs too much, leave it early.",
    "ivanhoe": "You have IVANHOE: it cancels the card that was just played. The other players don't know "
    "that you have it.",
    "keep": "You keep only one of your cards with the same value. Choose which one.",
    "return_token": "You withdraw with a Maiden in your display. That costs you a token.",
    "take_token": "In a purple tournament, you win a token of any colour you don't have yet.",
}
