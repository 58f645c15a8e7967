"""Hints for newcomers to Cheat, by the name of a form or the type of an event."""

from __future__ import annotations

HINTS = {
    "place": "Choose one to four cards and place them face down. They count as the rank that is due, "
    "whatever they are: lie if you have to, or if you like to.",
    "call_cheat": "Somebody has placed cards and said what they are. Do you believe it? If not, call "
    "Cheat! while you can: who was wrong takes the pile.",
    "called": "The cards are turned over now. If one of them is not what was said, the liar takes the "
    "pile; else who called does.",
    "picked_up": "A pile is a burden, but also a choice: with many cards you need to lie less, and you "
    "know what the others cannot have.",
    "passed": "Who passes places nothing. When all pass in a row, the next rank is due.",
}
