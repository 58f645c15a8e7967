"""The plans of bots that look ahead: this code runs in bot searches, not in requests.

A room does not store what each seat knows of hidden cards. Each bot search computes this knowledge again from
the recording of the game.
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
from cheat.rooms.replay_recorder import Input, Start


def plan_from_recording(
    games: GameRegistry,
    start: Start,
    inputs: Sequence[Input],
    player: str,
    level: Level,
    seed: str,
    seconds: float,
    other_bot: Bot | None = None,
    stored_memory: Memory | None = None,
) -> BotMove | None:
    """Return the move that the bot on seat `player` makes now, or None if the bot waits.

    The bot gets the view of its seat, the seat's knowledge of cards, and the events that the seat has seen.

    - `start`, `inputs`: the recording of the game
    - `seed`: the seed of the search, as hex digits
    - `seconds`: the time to look ahead, not counting the time to play the recording again
    - `other_bot`: a bot that chooses the move instead of the searching bot
    - `stored_memory`: the bot's memory, as the room has stored it

    Raises NotFound if the game does not exist, and Refused if the recording does not belong to the game.
    """
    rules = games.game(start.game)
    bot = other_bot or search_for(rules, level, seconds=seconds)
    table, memory = play_back(games, start, inputs, player, bot)
    memory = {**(stored_memory or {}), **memory}
    forms = engine.moves(rules, table, player)
    if not forms:
        return None
    return bot.choose(engine.observation(rules, table, player), player, forms, memory, Rng(seed))


def play_back(
    games: GameRegistry, start: Start, inputs: Sequence[Input], player: str, bot: Bot
) -> tuple[Table, Memory]:
    """Play a recording again. Return the last table and the bot's memory.

    The table includes each seat's knowledge of hidden cards.
    """
    rules = games.game(start.game)
    memory: Memory = {}
    step = first_step(rules, start, track_knowledge=True)
    _remember(bot, memory, player, step)
    for entry in inputs:
        step = next_step(rules, step, entry)
        _remember(bot, memory, player, step)
    return step.table, memory


def _remember(bot: Bot, memory: Memory, player: str, step: ReplayStep) -> None:
    seen_events = [event.view(player, 0, step.at) for event in step.events if sees(event.viewers, player)]
    bot.remember(memory, player, seen_events)
