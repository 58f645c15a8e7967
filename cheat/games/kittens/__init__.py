"""Exploding Kittens, the base edition.

In turn, players play as many cards as they like and then draw one. Who draws a kitten and has no Defuse is
out; who is left at last wins. What is played goes to the discard pile at once; an odd number of Nopes, each
an answer to the one before, cancels it. Then the player chooses what there is to choose, and the play has
its effect.

The kittens that are not in front of somebody are in the draw pile: with no leavers, one less than
there are players. So the chance to explode is known to all, and the pile cannot run dry.
"""

from cheat.games.kittens.asks import Action, Turn
from cheat.games.kittens.game import GAME
from cheat.games.kittens.table import KittensTable

__all__ = ["GAME", "Action", "KittensTable", "Turn"]
