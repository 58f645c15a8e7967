"""The code that the bots of all games share.

A bot chooses the moves of a seat, and knows only what the seat may see. A game with its own bots has them in
its folder. A playout is a simulated game in which a bot tries a move.
"""

from __future__ import annotations

from cheat.bots.bot import Bot, Level, PreferenceBot, WeightedBot
from cheat.bots.evaluation import BOT_MODULES, evaluation_of
from cheat.bots.search import SIMULATIONS, Search
from cheat.engine.game import AnyGame

LEVELS: dict[Level, str] = {"easy": "Easy", "normal": "Normal", "hard": "Hard"}

GENERIC = Bot()
"""The generic bot, which plays every game that has no other bot."""


PLAYOUTS: dict[Level, int] = {"normal": 24, "hard": 100}
"""Level -> the number of playouts for each decision, in games without their own bots."""

SHORT_DEPTH = 16
"""Number of steps of a playout, in games without their own bots.

In these games, the moves of a playout are random. So a longer playout shows less about its first move.
"""


class _SearchedGenericBot(Bot):
    """The generic bot for levels at which a search improves the bot's choice."""

    searches = True


_SEARCHED_GENERIC = _SearchedGenericBot()


def bot_named(game: AnyGame, name: str) -> Bot:
    """Return the bot with this name: a level, such as `hard`, or `search`.

    A bot that searches looks ahead. The bot `search` makes the usual number of playouts for each decision,
    and `search:200` makes 200. Raises ValueError if there is no such bot.

    In rooms, bots choose quickly. At some levels, a search improves the choice later. The bots that this
    function returns for these levels search at once, because no room waits for them. Bots that the author of
    a document has named (`bot_names`) never search: they choose by their own lists of preferred moves.
    """
    for level in LEVELS:
        if name == level:
            bot = bot_for(game, level)
            return search_for(game, level) if bot.searches and level not in game.bot_names else bot
    kind, _, simulations = name.partition(":")
    if kind != "search" or (simulations and not simulations.isdecimal()):
        raise ValueError(f"{name!r} is none of {', '.join(LEVELS)}, search, search:NUMBER")
    return search_for(game, simulations=int(simulations or SIMULATIONS))


def search_for(
    game: AnyGame,
    level: Level = "hard",
    *,
    simulations: int | None = None,
    seconds: float | None = None,
) -> Search:
    """Return a bot that searches.

    If the game has its own bots, the search tries to find a better move than the bot of this level.
    `simulations`: the number of playouts. By default, it is `SIMULATIONS` for games with their own bots. For
    other games, the level sets the default.
    """
    if game.id not in BOT_MODULES:
        by_weight = WeightedBot(game.move_weights) if game.move_weights else None
        simulation_count = PLAYOUTS.get(level, 0) if simulations is None else simulations
        depth = SHORT_DEPTH if evaluation_of(game) else None
        return Search(game, simulation_count, seconds=seconds, depth=depth, playout_bot=by_weight)
    usual, quick = bot_for(game, level), bot_for(game, "normal")
    simulation_count = SIMULATIONS if simulations is None else simulations
    return Search(game, simulation_count, seconds=seconds, default_bot=usual, playout_bot=quick)


def bot_for(game: AnyGame | str, level: Level) -> Bot:
    """Return the bot that plays this game at this level.

    Games without their own bots may have weights, which say how often the bot chooses each move. In all games
    without their own bots, a search may improve the choice at the levels of `PLAYOUTS`.
    """
    id, weights = (game, {}) if isinstance(game, str) else (game.id, game.move_weights)
    if id in BOT_MODULES:
        bots: dict[Level, Bot] = BOT_MODULES[id].BOTS
        return bots.get(level, GENERIC)
    if not isinstance(game, str) and level in game.bot_names:
        return PreferenceBot(game.bot_preferences)
    if weights:
        return WeightedBot(weights, searches=level in PLAYOUTS)
    return _SEARCHED_GENERIC if level in PLAYOUTS else GENERIC
