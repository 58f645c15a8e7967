"""What a bot would do that has the time to look ahead. Nothing of it happens within a commit.

A room keeps no knowledge of cards: it is made again from the record of the game, whenever somebody thinks.
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
    """What `player` does now, in a game that was dealt as `start` says and went on by `inputs`; None where
    there is nothing to do, or where it is better to wait.

    `seed` (hex digits) is that of the thought, `seconds` the time to look ahead, beside that for playing the
    record again. The bot is given the sight of its seat, what this seat knows of cards and what it was told.
    `thinker`: a bot that thinks instead of the one that searches; `kept`: what it has kept in the room.
    Raises NotFound for a game that is not there, Refused for a record that does not belong to it.
    """
    rules = library.called(start.game)
    bot = thinker or search_for(rules, level, seconds=seconds)
    table, memory = _followed(library, start, inputs, player, bot)
    memory = {**(kept or {}), **memory}
    forms = engine.moves(rules, table, player)
    if not forms:
        return None
    return bot.choose(engine.sight(rules, table, player), player, forms, memory, Rng(seed))


def _followed(
    library: GameRegistry, start: Start, inputs: Sequence[Input], player: str, bot: Bot
) -> tuple[Table, Memory]:
    """The table now, with what seats know, and what the bot of this seat remembers."""
    rules = library.called(start.game)
    memory: Memory = {}
    scene = first(rules, start, follow=True)
    _remember(bot, memory, player, scene)
    for step in inputs:
        scene = following(rules, scene, step)
        _remember(bot, memory, player, scene)
    return scene.table, memory


def _remember(bot: Bot, memory: Memory, player: str, scene: ReplayStep) -> None:
    told = [one.view(player, 0, scene.at) for one in scene.events if sees(one.seen, player)]
    bot.remember(memory, player, told)
