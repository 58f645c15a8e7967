"""Opponents of a document: an order of preferred moves, and perhaps a script for cards.

The script never runs in this process. It gets a `ScriptQuestion`, which tells no more of a card than the seat
sees. It answers with a place in the hand, and the forms decide whether that card is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from cheat.bots.bot import BotMove, Memory, PreferenceBot
from cheat.documents.runtime.game import DocumentGame
from cheat.engine.forms import CardsField, Form, sample
from cheat.engine.rng import Rng
from cheat.engine.table import Table

SEED_DIGITS = 8
CLOSE = "close"
RANK, POINTS, WILD = "trank", "points", "is_wild"

CardFacts = tuple[str, str, int, int, bool] | None
"""Suit, value, rank and points of a card, and whether it is wild; None for a hidden card."""


class ScriptQuestion(msgspec.Struct, kw_only=True):
    """A question to a script, with all that the script may know.

    `source`: the script; `opponent`: the name of the opponent; `action`: the action, as JSON of the older
    format; `hands`: by seat; `draws`, `discards`: piles, the top card last; `seed`: hex digits from which all
    its random numbers follow.
    """

    source: str
    opponent: str
    action: str
    me: int
    hands: list[list[CardFacts]]
    draws: list[list[CardFacts]]
    discards: list[list[CardFacts]]
    seed: str


class ScriptAnswer(msgspec.Struct):
    """The answer of a script: the index of a card in the hand, None for none of them.

    `failed`: it gave no answer, or an invalid one; `close`: the game is to be closed.
    """

    card: int | None = None
    close: bool = False
    failed: bool = False


RunScript = Callable[[ScriptQuestion], ScriptAnswer]


class ScriptedBot(PreferenceBot):
    """An opponent with a script. `level`: its key; `run_script`: the function that runs scripts."""

    def __init__(self, game: DocumentGame, level: str, run_script: RunScript) -> None:
        super().__init__(game.bot_preferences)
        self._game, self._run_script = game, run_script
        self._script: Mapping[str, Any] = game.script
        self._name: str = game.script["opponents"][level]

    def choose(
        self, sight: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Return the first action in the opponent's order for which script or chance finds a card.

        The opponent takes a move without cards, such as passing, only if there is no such action.
        """
        asks, actions = self._script.get("asks", ()), self._script["actions"]
        able = [form for form in forms if form.name in actions]
        for name in self.names_in_order(able, memory, rng):
            some = [form for form in able if form.name == name]
            if name not in asks or not some[0].fields:
                return _by_chance(some[0], sight, rng)
            answer = self._run_script(self.question(sight, me, name, rng))
            if answer.failed:
                return _by_chance(some[0], sight, rng)
            if decided := _answered_move(some[0], sight, me, answer, rng):
                closing = [form for form in forms if form.name == CLOSE and answer.close]
                return _by_chance(closing[0], sight, rng) if closing else decided
        return super().choose(sight, me, able or forms, memory, rng)

    def question(self, sight: Table, me: str, name: str, rng: Rng) -> ScriptQuestion:
        """Return the question about a move."""
        seats = [one.id for one in sight.players]
        return ScriptQuestion(
            source=self._script["source"],
            opponent=self._name,
            action=self._script["actions"][name],
            me=seats.index(me),
            hands=[self._facts(sight.hand(id).cards) for id in seats],
            draws=self._piles(sight, "draw"),
            discards=self._piles(sight, "discard"),
            seed=f"{rng.below(2**32):0{SEED_DIGITS}x}",
        )

    def _piles(self, sight: Table, kind: str) -> list[list[CardFacts]]:
        return [self._facts(zone.cards) for id, zone in sight.zones.items() if id.startswith(kind)]

    def _facts(self, cards: Sequence[str]) -> list[CardFacts]:
        return [self._card(card) for card in cards]

    def _card(self, card: str) -> CardFacts:
        """Return the facts of a card, in the names that the author uses; None if it is hidden."""
        deck = self._game.compiled.deck
        kind = deck.kinds.get(card)
        if kind is None:
            return None
        values = dict(zip(deck.attributes, kind.values, strict=True))
        suit = self._script.get("suits", {}).get(kind.suit, kind.suit)
        value = self._script.get("values", {}).get(kind.rank, kind.rank)
        return suit, value, values[RANK], values[POINTS], bool(values[WILD])


def _by_chance(form: Form, sight: Table, rng: Rng) -> BotMove:
    return form.name, sample(form, sight.cards_of, rng)


def _answered_move(form: Form, sight: Table, me: str, answer: ScriptAnswer, rng: Rng) -> BotMove | None:
    """Return the move with the card that the script names, and any other cards by chance.

    Returns None if the named card is not legal.
    """
    hand, (field,) = sight.hand(me).cards, form.fields
    assert isinstance(field, CardsField), "cards are all that is chosen"
    if answer.card is None or not 0 <= answer.card < len(hand):
        return None
    there = [card for zone in field.zones for card in sight.cards_of(zone)]
    allowed = [card for card in there if not isinstance(field.of, list) or card in field.of]
    card = hand[answer.card]
    if card not in allowed:
        return None
    allowed.remove(card)
    return form.name, {field.name: [card, *rng.sample(allowed, field.min - 1)], **form.ties}
