"""The plan of a bot that has time to look ahead. None of this runs within a commit.

A room does not store what its seats know of cards. For every bot search, this knowledge is computed again
from the record of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from cheat.bots import search_for
from cheat.bots.bot import Bot, BotMove, Level, Memory
from cheat.engine import engine
from cheat.engine.registry import GameRegistry
from cheat.engine.rng import Rng
from cheat.engine.table import Table, sees
from cheat.rooms.playback import ReplayStep, first_step, next_step
from cheat.rooms.record import Input, Start


def plan_from_record(
    games: GameRegistry,
    start: Start,
    inputs: Sequence[Input],
    player: str,
    level: Level,
    seed: str,
    seconds: float,
    instead: Bot | None = None,
    stored_memory: Memory | None = None,
) -> BotMove | None:
    """Return the move that `player` makes now; None if it has no move, or if waiting is better.

    `start` and `inputs` are the record of the game. `seed` (hex digits) is the seed of the search; `seconds`
    is the time to look ahead, apart from the time to replay the record. The bot gets the sight of its seat,
    what this seat knows of cards, and the events that the seat was told. `instead`: a bot to ask instead of
    the one that searches; `stored_memory`: the bot's memory that is stored in the room. Raises NotFound for a
    game that is not there, Refused for a record that does not belong to the game.
    """
    rules = games.game(start.game)
    bot = instead or search_for(rules, level, seconds=seconds)
    table, memory = play_back(games, start, inputs, player, bot)
    memory = {**(stored_memory or {}), **memory}
    forms = engine.moves(rules, table, player)
    if not forms:
        return None
    return bot.choose(engine.observation(rules, table, player), player, forms, memory, Rng(seed))


def play_back(
    games: GameRegistry, start: Start, inputs: Sequence[Input], player: str, bot: Bot
) -> tuple[Table, Memory]:
    """Return the table now, with the knowledge of seats, and the memory of the bot of this seat."""
    rules = games.game(start.game)
    memory: Memory = {}
    step = first_step(rules, start, track_knowledge=True)
    _remember(bot, memory, player, step)
    for entry in inputs:
        step = next_step(rules, step, entry)
        _remember(bot, memory, player, step)
    return step.table, memory


def _remember(bot: Bot, memory: Memory, player: str, step: ReplayStep) -> None:
    seen_events = [one.view(player, 0, step.at) for one in step.events if sees(one.viewers, player)]
    bot.remember(memory, player, seen_events)
