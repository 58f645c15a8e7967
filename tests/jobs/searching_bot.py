"""A bot that searches, in the game of `tests/games/shortest_game.py`. Its plan is its lowest card."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from cheat import bots
from cheat.bots.bot import Bot, BotMove, Memory
from cheat.engine.forms import Form
from cheat.engine.rng import Rng
from cheat.engine.table import Table
from cheat.games.french_deck import rank_of
from tests.games.shortest_game import Simple

GAME = Simple()


class Searcher(Bot):
    searches = True

    def choose(
        self, sight: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        return forms[0].name, {"cards": [min(sight.hand(me).cards, key=rank_of)], **forms[0].ties}


OWN = {**bots.BOT_MODULES, GAME.id: SimpleNamespace(BOTS={"hard": Searcher()}, FAST={})}
"""The bots of all games. The generic bot plays the game's other levels, and does not search."""
