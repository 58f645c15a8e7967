"""Hints for newcomers to Cheat. Keys are the names of forms and the types of events."""

from __future__ import annotations

HINTS = {
    "place": "Choose one to four cards and place them face down. You claim that they have the required "
    "rank, but you may lie.",
    "call_cheat": "A player has placed cards and claimed their rank. Do you believe it? If not, call "
    "Cheat! while you can. If you are wrong, you take the pile; otherwise they do.",
    "called": "Now the cards are turned over. If one of them doesn't have the claimed rank, the player who "
    "placed them takes the pile. Otherwise the player who called takes it.",
    "picked_up": "Taking the pile isn't all bad: with many cards you need to lie less, and you know which "
    "cards the other players can't have.",
    "passed": "If you pass, you place no cards. When all players pass in a row, the pile is set aside.",
}
