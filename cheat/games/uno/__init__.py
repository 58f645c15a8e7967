"""Uno, in matches of several rounds.

Cards of the colour in force, or with the number or symbol of the top card, go on the discard pile; black
ones always fit. Who cannot or will not play draws. Who has one card left says "UNO!", or may be caught until
the next player acts. A round ends with an empty hand, whose player scores what the others hold, and the match
when somebody has reached the target. A wild draw four is a bluff that may be challenged.
"""

from cheat.games.uno.asks import WRONG_CHALLENGE, Colour, Drawn, Turn
from cheat.games.uno.game import GAME
from cheat.games.uno.table import UnoTable

__all__ = ["GAME", "WRONG_CHALLENGE", "Colour", "Drawn", "Turn", "UnoTable"]
