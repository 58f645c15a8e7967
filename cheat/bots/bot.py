"""The interface of a bot, and simple bots for all games.

A bot sees no more than its seat may see.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from cheat.engine.forms import Args, Form, sample
from cheat.engine.rng import Rng
from cheat.engine.table import EventView, Table

Level = str
"""A level (`easy`, `normal` or `hard`), or the name of a bot that comes with a game."""
Memory = dict[str, Any]
"""The state of a bot between two decisions, as JSON values. It is stored with the room."""

ORDER = "order"
"""The key of `Memory` under which a bot remembers its order of moves."""

BotMove = tuple[str, Args]
"""The name of a move and its arguments."""


class Bot:
    """The base class of all bots. It plays every game: it fills in a random form at random.

    A `Bot` object has no state, and gets all its knowledge as arguments. `observation` is the table as its
    seat sees it (`cheat.engine.engine.observation`), and `events` are the events that its seat sees.

    `searches`: True if a search may later improve the choice. Even then, `choose` has to be fast.
    """

    searches = False

    def remember(self, memory: Memory, me: str, events: Sequence[EventView]) -> None:
        """Update `memory` with the events that the seat has seen since the last call."""

    def choose(
        self, observation: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Return a move that one of the forms allows, or None to let the time pass."""
        form = rng.choice(forms)
        return form.name, sample(form, observation.cards_of, rng)


class WeightedBot(Bot):
    """A bot that chooses a form at random, by the weights that the game gives to its moves."""

    def __init__(self, weights: Mapping[str, float], *, searches: bool = False) -> None:
        self._weights, self.searches = weights, searches

    def choose(
        self, observation: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Return a move: a form that is chosen by weight, and filled in at random."""
        if len(forms) == 1 and self._weights.get(forms[0].name, 1):
            rng.below(2**32)  # use one random number, as if there were several forms
            return forms[0].name, sample(forms[0], observation.cards_of, rng)
        limits = list(accumulate([self._weights.get(form.name, 1) * form.share for form in forms]))
        if not limits[-1]:
            return super().choose(observation, me, forms, memory, rng)
        form = forms[bisect_right(limits, limits[-1] * rng.below(2**32) / 2**32)]
        return form.name, sample(form, observation.cards_of, rng)


class PreferenceBot(Bot):
    """A bot that prefers moves in a certain order, and fills them in at random.

    At the start of each game, the bot draws one of the `orders` at random. An order has the names of moves,
    the best first. Moves that are not in the order come last.
    """

    searches = True

    def __init__(self, orders: Sequence[Sequence[str]]) -> None:
        self._preferences = orders

    def names_in_order(self, forms: Sequence[Form], memory: Memory, rng: Rng) -> list[str]:
        """Return the names of the forms, best first."""
        names = list(dict.fromkeys(form.name for form in forms))
        if not self._preferences:
            return names
        order = self._preferences[
            memory.setdefault(ORDER, rng.below(len(self._preferences))) % len(self._preferences)
        ]
        places = {name: index for index, name in enumerate(order)}
        return sorted(names, key=lambda name: places.get(name, len(places)))

    def choose(
        self, observation: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Return a move: the form that is first in the bot's order, filled in at random."""
        name = self.names_in_order(forms, memory, rng)[0]
        return name, sample(next(form for form in forms if form.name == name), observation.cards_of, rng)
