"""The plan of a bot that has time to look ahead. None of this runs within a commit.

A room does not store what its seats know of cards. For every bot search, this knowledge is computed again
from the record of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from cheat.bots import search_for
from cheat.bots.bot import Bot, Decided, Level, Memory
from cheat.engine import engine
from cheat.engine.registry import GameRegistry
from cheat.engine.rng import Rng
from cheat.engine.table import Table, sees
from cheat.rooms.playback import ReplayStep, first, following
from cheat.rooms.record import Input, Start


def plan_from_record(
    library: GameRegistry,
    start: Start,
    inputs: Sequence[Input],
    player: str,
    level: Level,
    seed: str,
    seconds: float,
    thinker: Bot | None = None,
    kept: Memory | None = None,
) -> Decided | None:
    """Return the move that `player` makes now; None if it has no move, or if waiting is better.

    `start` and `inputs` are the record of the game. `seed` (hex digits) is the seed of the search; `seconds`
    is the time to look ahead, apart from the time to replay the record. The bot gets the sight of its seat,
    what this seat knows of cards, and the events that the seat was told. `thinker`: a bot to ask instead of
    the one that searches; `kept`: the bot's memory that is stored in the room. Raises NotFound for a game
    that is not there, Refused for a record that does not belong to the game.
    """
    rules = library.game(start.game)
    bot = thinker or search_for(rules, level, seconds=seconds)
    table, memory = _followed(library, start, inputs, player, bot)
    memory = {**(kept or {}), **memory}
    forms = engine.moves(rules, table, player)
    if not forms:
        return None
    return bot.choose(engine.observation(rules, table, player), player, forms, memory, Rng(seed))


def _followed(
    library: GameRegistry, start: Start, inputs: Sequence[Input], player: str, bot: Bot
) -> tuple[Table, Memory]:
    """Return the table now, with the knowledge of seats, and the memory of the bot of this seat."""
    rules = library.game(start.game)
    memory: Memory = {}
    scene = first(rules, start, follow=True)
    _remember(bot, memory, player, scene)
    for step in inputs:
        scene = following(rules, scene, step)
        _remember(bot, memory, player, scene)
    return scene.table, memory


def _remember(bot: Bot, memory: Memory, player: str, scene: ReplayStep) -> None:
    told = [one.view(player, 0, scene.at) for one in scene.events if sees(one.viewers, player)]
    bot.remember(memory, player, told)
