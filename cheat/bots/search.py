"""A bot that plays every game by looking ahead: determinised flat Monte Carlo search.

A world is an imagined table: the bot guesses the cards that its seat cannot see (`cheat.engine.determinize`).
Each playout tries one action in a world, and plays on. The search is flat: it compares only the bot's next
actions, and builds no tree of later moves. Fast bots of the game make the moves of a playout; in games
without bots, moves are random. A playout ends with the game, or after a limited number of steps. In games
that score their tables, it also ends with the round. All actions are tried in the same worlds with the same
random numbers, so no action has better luck than another. After each part of the playouts, the worse half of
the actions is dropped (sequential halving: Karnin, Koren and Somekh 2013).

If the game has bots, one of them makes the usual choice. The search takes another action only if this action
is better than the usual choice by more than chance would explain. One half of the playouts finds the best
other action, and the other half compares this action with the usual choice. The usual choice is preferred
because worlds are imagined from cards alone, while a bot of the game may also draw conclusions from the moves
of other players.

A player that may act, but need not, can also wait. When all such players wait, time passes. The bot gets only
the information that its seat may see, and imagines the worlds itself.
"""

from __future__ import annotations

import random
import time
from collections.abc import MutableSequence, Sequence
from copy import deepcopy
from itertools import chain, islice, zip_longest
from math import ceil, exp, log2, sqrt
from typing import Any

import msgspec

from cheat.bots.bot import Bot, BotMove, Memory
from cheat.bots.evaluation import Evaluation, evaluation_of, guess_of
from cheat.engine.action_space import actions
from cheat.engine.decisions import ReactionWindow
from cheat.engine.determinize import Determinization
from cheat.engine.forms import Form, sample
from cheat.engine.game import MOMENT, AnyGame
from cheat.engine.rng import Rng
from cheat.engine.rounds import BetweenRounds
from cheat.engine.simulation import EngineSimulation
from cheat.engine.table import Event, EventView, Table, sees
from cheat.errors import Refused

SIMULATIONS = 200
PLAYOUTS_PER_ACTION = 10
"""Minimum number of playouts for each action.

If there are few playouts, fewer actions are compared.
"""
HORIZON, LONGEST = 60, 2000
"""Maximum number of steps of a playout.

`HORIZON` is for games that score their tables, and `LONGEST` for all others.
"""
SURE = 1.0
"""Number of standard errors by which an action has to be better than the usual choice."""
WINNING = 0.75
"""The share of the reward that a player gets for winning.

The rest depends on the final place.
"""

SEARCHED = "thought"
"""The key under which the bot remembers the moments at which it has searched."""

Action = BotMove | None
"""A move and its arguments. None means to wait."""


class QuickRng(Rng):
    """A fast random generator for imagined tables.

    Its numbers can be predicted, unlike those of `Rng`. This does no harm, because no player sees them.
    """

    source: Any = None

    def below(self, n: int) -> int:
        """Return a number below `n`.

        The number is made from a float with 53 random bits. For the small `n` of games, this is precise
        enough: all numbers are equally likely.
        """
        return int(self.source.random() * n)

    def each_below(self, bounds: Sequence[int]) -> list[int]:
        """Return a number below each of these bounds."""
        return [int(self.source.random() * n) for n in bounds]

    def chance(self, p: float) -> bool:
        """Return True with probability `p`."""
        return bool(self.source.random() < p)

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle items in place: every order is equally likely."""
        self.source.shuffle(items)


def quick_rng(seed: int) -> QuickRng:
    """Return a generator. The same seed gives the same numbers."""
    return QuickRng("00", source=random.Random(seed))


class SimulatedGame:
    """A game that is played on from a table. In each step, one player acts or waits.

    `playout_bot` is the bot for all seats. Without it, moves are random. `memories` has the state of this bot
    for each player.
    """

    def __init__(
        self, game: AnyGame, table: Table, rng: Rng, playout_bot: Bot | None, memories: dict[str, Memory]
    ) -> None:
        self.game, self.table, self.rng, self.playout_bot = game, table, rng, playout_bot
        self.memories = memories
        self._listener = (
            None if playout_bot is None or type(playout_bot).remember is Bot.remember else playout_bot
        )
        self.simulation = (None if self._listener else game.quick_simulation(table)) or EngineSimulation(
            game, table
        )
        self._stops_at_rounds = evaluation_of(game) is not None
        """True if a playout may stop at the end of a round."""
        self._waiting_players: set[str] = set()
        """The players that need not act and, after the last events, have chosen to wait."""

    def play_on(self, steps: int) -> None:
        """Play `steps` steps, or fewer if the game ends.

        If `_stops_at_rounds`, also stop after a round.
        """
        for _ in range(steps):
            if self.table.result is not None or (self._stops_at_rounds and self.between_rounds()):
                return
            actor = self.next_actor()
            if actor is None:
                if not self.pass_time():
                    return
                continue
            player, forms = actor
            try:
                self.carry_out(player, self._choose(player, forms), forms)
            except Refused:  # without its memory, the fast bot may choose a move that is not legal
                self.carry_out(player, self.choose_at_random(player, forms), forms)

    def carry_out(self, player: str, action: Action, forms: Sequence[Form]) -> None:
        """Carry out a player's action, or note that the player waits."""
        if action is None:
            self._waiting_players.add(player)
        else:
            self._after_events(self.simulation.act(player, *action, forms))

    def may_wait(self, player: str) -> bool:
        """Return whether waiting is a separate action for a player.

        A player that must act may not wait. In a `ReactionWindow`, waiting is the same as passing.
        """
        if self.must_act(player):
            return False
        decisions = [decision for decision in self.table.decisions if player in decision.players]
        kinds = [self.game.kind_of(decision) for decision in decisions] if self.game.decision_kinds else []
        return not any(isinstance(decision, ReactionWindow) for decision in kinds)

    def next_actor(self) -> tuple[str, Sequence[Form]] | None:
        """Return the player that decides next, with the player's forms.

        Players that need not act decide before players that must act. Within both groups, the order is
        random. None means that all players wait, and no player must act.
        """
        forms_by_player = self.simulation.legal_moves()
        if len(forms_by_player) == 1 and not self._waiting_players:
            return next(iter(forms_by_player.items()))
        awaited = [
            id for decision in self.table.decisions if not decision.optional for id in decision.players
        ]
        free = [id for id in forms_by_player if id not in awaited and id not in self._waiting_players]
        candidates = free or [id for id in forms_by_player if id in awaited]
        if not candidates:
            return None
        player = self.rng.choice(candidates) if len(candidates) > 1 else candidates[0]
        return player, forms_by_player[player]

    def must_act(self, player: str) -> bool:
        """Return whether the game waits for an answer of this player."""
        return any(not decision.optional and player in decision.players for decision in self.table.decisions)

    def between_rounds(self) -> bool:
        for decision in self.table.decisions:  # noqa: SIM110 - a generator would be made for each step
            if decision.name == BetweenRounds.id:
                return True
        return False

    def pass_time(self) -> bool:
        """Time out the decision that ends first. Return False if no decision has a time limit."""
        next_timeout = self.table.next_timeout()
        if next_timeout is not None:
            self._after_events(self.simulation.expire(max(next_timeout, self.table.now)))
        return next_timeout is not None

    def _after_events(self, events: Sequence[Event]) -> None:
        self._waiting_players.clear()
        if self._listener is None:
            return
        for player in self.table.active():
            views = [event.view(player, 0, self.table.now) for event in events if sees(event.viewers, player)]
            self._listener.remember(self.memories.setdefault(player, {}), player, views)

    def _choose(self, player: str, forms: Sequence[Form]) -> Action:
        if self.playout_bot is None:
            return self.choose_at_random(player, forms)
        memory = self.memories.setdefault(player, {})
        move = self.playout_bot.choose(self.table, player, forms, memory, self.rng)
        must_choose = move is None and self.must_act(player)
        return self.choose_at_random(player, forms) if must_choose else move

    def choose_at_random(self, player: str, forms: Sequence[Form]) -> Action:
        """Return a random form, filled in at random, or None to wait."""
        count = len(forms) + self.may_wait(player)
        index = self.rng.below(count) if count > 1 else 0
        if index == len(forms):
            return None
        return forms[index].name, sample(forms[index], self.table.cards_of, self.rng)


class Candidate:
    """An action, with the reward that the player got in each world after this action."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.rewards: list[float] = []

    def mean_reward(self) -> float:
        """Return the mean reward."""
        return sum(self.rewards) / max(1, len(self.rewards))

    def beats(self, rival: Candidate) -> bool:
        """Return whether this action was better than `rival` by more than chance explains.

        Both were tried in the same worlds.
        """
        pairs = zip(self.rewards, rival.rewards, strict=False)
        gains = [own_reward - rival_reward for own_reward, rival_reward in pairs]
        count = len(gains)
        if count < 2:
            return False
        mean = sum(gains) / count
        variance = sum((gain - mean) ** 2 for gain in gains) / (count - 1)
        return mean > SURE * sqrt(variance / count)


class Search(Bot):
    """A bot that searches, with `simulations` playouts for each decision.

    With `seconds`, the search stops after this time. Then the same seed may lead to different decisions.

    - `default_bot`: the usual bot, which makes the usual choice. The search and this bot share one memory.
    - `playout_bot`: the bot that plays for all seats in the playouts
    - `depth`: the maximum number of steps of a playout
    """

    def __init__(
        self,
        game: AnyGame,
        simulations: int = SIMULATIONS,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        default_bot: Bot | None = None,
        playout_bot: Bot | None = None,
    ) -> None:
        self.game, self.simulations, self.seconds = game, simulations, seconds
        self.depth = depth or (HORIZON if evaluation_of(game) else LONGEST)
        self.default_bot, self.playout_bot = default_bot, playout_bot

    def remember(self, memory: Memory, me: str, events: Sequence[EventView]) -> None:
        """Update the memory of the usual bot."""
        if self.default_bot is not None:
            self.default_bot.remember(memory, me, events)

    def choose(
        self, observation: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Return the best action. None means to wait.

        If the bot must act, it always searches. If it may wait, it searches once for the same decisions,
        which it recognizes by the moments in its forms. After that, it waits.
        """
        moments = sorted(form.ties[MOMENT] for form in forms if MOMENT in form.ties)
        chance, memory_before = quick_rng(rng.below(2**53)), deepcopy(memory)
        world = SimulatedGame(self.game, observation, chance, None, {})
        if memory.get(SEARCHED) == moments and not world.must_act(me):
            return None
        memory[SEARCHED] = moments
        deadline = None if self.seconds is None else time.monotonic() + self.seconds
        candidates = self._candidates(world, me, forms)
        playouts = _Playouts(self, observation, me, forms, memory_before, chance, deadline)
        if self.default_bot is None:
            return self._best(candidates, playouts.affordable(self.simulations), playouts).action
        default = Candidate(self.default_bot.choose(observation, me, forms, memory, rng))
        others = [candidate for candidate in candidates if candidate.action != default.action]
        return self._best_or_default(default, others, playouts).action if others else default.action

    def _candidates(self, world: SimulatedGame, me: str, forms: Sequence[Form]) -> list[Candidate]:
        """Return the actions to compare: waiting, if allowed, then actions from each form in turn."""
        max_candidates = max(2, self.simulations // PLAYOUTS_PER_ACTION)
        actions_by_form = [
            [(form.name, args) for args in actions(form, world.table.cards_of, max_candidates)]
            or [(form.name, sample(form, world.table.cards_of, world.rng))]
            for form in forms
        ]
        candidates: list[Action] = [None] if world.may_wait(me) else []
        candidates += [action for action in chain(*zip_longest(*actions_by_form)) if action is not None]
        return [Candidate(action) for action in islice(candidates, max_candidates)]

    def _best_or_default(self, default: Candidate, others: list[Candidate], playouts: _Playouts) -> Candidate:
        """Return the best other action if it beats the usual action, and the usual action if not.

        If there are several other actions, half of the playouts finds the best of them. The remaining
        playouts compare it with the usual action, in new worlds.
        """
        simulations = playouts.affordable(self.simulations)
        half = simulations // 2 if len(others) > 1 else 0
        best = self._best(others, half, playouts)
        best.rewards.clear()
        playouts.try_all([default, best], (simulations - half) // 2)
        return best if best.beats(default) else default

    def _best(self, candidates: list[Candidate], simulations: int, playouts: _Playouts) -> Candidate:
        """Return the best candidate: try all in the same worlds, drop the worse half, and repeat."""
        playouts_left, remaining = simulations, list(candidates)
        while len(remaining) > 1:
            halvings = ceil(log2(len(remaining)))
            worlds = max(1, playouts_left // (len(remaining) * halvings))
            playouts.try_all(remaining, worlds)
            playouts_left -= worlds * len(remaining)
            remaining.sort(key=Candidate.mean_reward, reverse=True)
            del remaining[ceil(len(remaining) / 2) :]
        return remaining[0]


class _Playouts:
    """The playouts for one decision."""

    def __init__(
        self,
        bot: Search,
        observation: Table,
        me: str,
        forms: Sequence[Form],
        memory: Memory,
        rng: QuickRng,
        deadline: float | None,
    ) -> None:
        self.bot, self.me, self.forms, self.memory = bot, me, forms, memory
        self.rng, self.deadline = rng, deadline
        self.determinization = Determinization(bot.game, observation, me, guess_of(bot.game))
        self.options = observation.options
        self.decoder = msgspec.json.Decoder(bot.game.table_type)

    def affordable(self, simulations: int) -> int:
        """Return the number of playouts for which there is time, at most `simulations`.

        To measure the time of a playout, one playout is made first.
        """
        if self.deadline is None:
            return simulations
        began = time.monotonic()
        self.try_all([Candidate(None)], 1)
        now = time.monotonic()
        return min(simulations, int(max(0.0, self.deadline - now) / max(1e-6, now - began)))

    def try_all(self, candidates: Sequence[Candidate], worlds: int) -> None:
        """Try each action in `worlds` worlds with the same random numbers. Stop when time is up."""
        for _ in range(worlds):
            stored = msgspec.json.encode(self.determinization.table(self.rng))
            seed = self.rng.below(2**53)
            for candidate in candidates:
                if self.deadline is not None and time.monotonic() > self.deadline:
                    return
                candidate.rewards.append(self._reward(stored, seed, candidate.action))

    def _reward(self, stored: bytes, seed: int, action: Action) -> float:
        table: Table = self.decoder.decode(stored)
        table.options, table.rng = self.options, quick_rng(seed)
        quick, memories = self.bot.playout_bot, {self.me: deepcopy(self.memory)}
        world = SimulatedGame(self.bot.game, table, table.rng, quick, memories)
        world.carry_out(self.me, action, self.forms)
        world.play_on(self.bot.depth)
        return rewards(self.bot.game, table)[self.me]


def rewards(game: AnyGame, table: Table) -> dict[str, float]:
    """Return the reward of each player, from 0 to 1: mostly for winning, partly for the place.

    If the game is not over, the rewards are computed from the scores of the table.
    """
    if table.result is None:
        return _evaluated(evaluation_of(game), table)
    winners, max_place = table.result.winners, max(1, len(table.players) - 1)
    by_place = {
        line.id: (1 - WINNING) * (max_place + 1 - line.place) / max_place for line in table.result.standing
    }
    return {id: place + WINNING * (id in winners) / max(1, len(winners)) for id, place in by_place.items()}


def _evaluated(evaluation: Evaluation | None, table: Table) -> dict[str, float]:
    """Return rewards from the scores of a game that is not over.

    Players that are out of the game have lost. The chance of each other player is proportional to the
    exponential of the player's score.
    """
    scores = evaluation(table) if evaluation else dict.fromkeys(table.active(), 0.0)
    best = max(scores.values())
    weights = {id: exp(score - best) for id, score in scores.items()}
    total, player_count, seats = sum(weights.values()), len(weights), max(1, len(table.players) - 1)
    middle = (1 - WINNING) * (seats + 1 - (player_count + 1) / 2) / seats
    chances = {id: middle + WINNING * weight / total for id, weight in weights.items()}
    return {player.id: chances.get(player.id, 0.0) for player in table.players}
