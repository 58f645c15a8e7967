"""Let bots play against each other, without a server, to measure their win rates.

The line-up is the list of bots that play. From game to game, the bots change seats, so no bot has the
advantage of a better seat. Win rates have a 95 % interval (Wilson's score interval, 1927).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from cheat.bots import bot_named
from cheat.bots.bot import Memory
from cheat.bots.evaluation import fast_options
from cheat.bots.search import Search
from cheat.engine import engine
from cheat.engine.game import AnyGame
from cheat.engine.rng import Rng
from cheat.engine.table import Event, sees

MAX_STEPS = 20_000
"""Maximum number of steps of a game. Longer games have no winner.

Good bots need far fewer steps.
"""
Z95 = 1.959964


class WinRate(NamedTuple):
    """The win rate of one bot in the line-up, with its 95 % interval from `low` to `high`."""

    level: str
    wins: float
    games: int
    low: float
    high: float


class Arena:
    """One game of bots, with its table."""

    def __init__(self, game: AnyGame, levels: Sequence[str], seed: str) -> None:
        self.rules = game
        self.rng = Rng(seed)
        self.players = [f"p{number}" for number in range(1, len(levels) + 1)]
        bots = [bot_named(game, level) for level in levels]
        self.bots = dict(zip(self.players, bots, strict=True))
        self.memories: dict[str, Memory] = {player: {} for player in self.players}
        self.now = 0
        options = game.options(fast_options(game))
        follow = any(isinstance(bot, Search) for bot in bots)
        self.table, events = engine.deal(
            game, self.players, options, seed + "00", 0, None, track_knowledge=follow
        )
        self._remember(events)

    def play(self) -> list[str]:
        """Play the game. Return its winners. A game that does not end has no winners."""
        for _ in range(MAX_STEPS):
            if self.table.result is not None:
                return self.table.result.winners
            self.step()
        return []

    def step(self) -> None:
        """Let one bot act. If no bot acts, let time pass until the next decision times out."""
        if not self._let_any_act():
            self._let_time_pass()

    def _let_any_act(self) -> bool:
        """Ask the bots in random order, and the bot on turn last. Stop as soon as a bot acts."""
        order = list(self.players)
        self.rng.shuffle(order)
        order.sort(key=lambda player: player == self.table.turn)
        return any(self._let_act(player) for player in order)

    def _let_act(self, player: str) -> bool:
        forms = engine.moves(self.rules, self.table, player)
        if not forms:
            return False
        observation = engine.observation(self.rules, self.table, player)
        move = self.bots[player].choose(observation, player, forms, self.memories[player], self.rng)
        if move is None:
            return False
        self._remember(engine.act(self.rules, self.table, player, *move, self.now, forms))
        return True

    def _let_time_pass(self) -> None:
        next_timeout = self.table.next_timeout()
        assert next_timeout is not None, "the game is stuck: no player can act and no time is set"
        self.now = max(self.now, next_timeout)
        self._remember(engine.expire(self.rules, self.table, self.now))

    def _remember(self, events: list[Event]) -> None:
        for player in self.players:
            views = [event.view(player, 0, self.now) for event in events if sees(event.viewers, player)]
            self.bots[player].remember(self.memories[player], player, views)


def compare(game: AnyGame, levels: Sequence[str], games: int, seed: str) -> list[WinRate]:
    """Play `games` games with this line-up. From game to game, the bots change seats.

    Returns a win rate for each bot of the line-up. Raises ValueError if the game is not for this number of
    bots.
    """
    options = game.options(fast_options(game))
    min_players, max_players = game.min_players(options), game.max_players(options)
    if not min_players <= len(levels) <= max_players:
        raise ValueError(
            f"{game.slug or game.id} takes {min_players} to {max_players} players, "
            f"but you gave {len(levels)} levels"
        )
    wins = [0.0] * len(levels)
    rng = Rng(seed)
    for number in range(games):
        shift = number % len(levels)
        order = [(place + shift) % len(levels) for place in range(len(levels))]
        arena = Arena(game, [levels[place] for place in order], f"{rng.below(2**63):032x}")
        winners = arena.play()
        for winner in winners:
            wins[order[arena.players.index(winner)]] += 1 / len(winners)
    return [
        WinRate(level, seat_wins, games, *interval(seat_wins, games))
        for level, seat_wins in zip(levels, wins, strict=True)
    ]


def interval(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % score interval for the share `wins / games`."""
    share, square = wins / games, Z95**2
    centre = share + square / (2 * games)
    half_width = Z95 * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return (centre - half_width) / (1 + square / games), (centre + half_width) / (1 + square / games)
