"""Bots of games that were converted from the older format of documents (see `importer/`).

Such a bot has a list of preferred moves, and perhaps a script. The script, in JavaScript, chooses the cards.
No script runs in this process. The bot sends the script a `ScriptQuestion`, which hides the cards that the
seat cannot see. The script answers with a position in the hand. The bot plays the card at this position only
if the card is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from cheat.bots.bot import BotMove, Memory, PreferenceBot
from cheat.documents.game.game import DocumentGame
from cheat.engine.forms import CardsField, Form, sample
from cheat.engine.rng import Rng
from cheat.engine.table import Table

SEED_DIGITS = 8
CLOSE = "close"
RANK, POINTS, WILD = "trank", "points", "is_wild"

Reason = Literal["", "error", "limit", "not_a_card"]
CardFacts = tuple[str, str, int, int, bool] | None
"""Suit, value, rank and points of a card, and whether it is wild; None for a hidden card."""


class ScriptQuestion(msgspec.Struct, kw_only=True):
    """A question to a script: which card should the bot play?

    - `source`: the text of the script
    - `opponent`: the name of the bot in the script
    - `action`: the move, as JSON of the older format
    - `hands`: the hands of all players, in seat order
    - `draws`, `discards`: the draw piles and the discard piles; the last card of each is the top card
    - `seed`: hex digits from which the script's random numbers are made
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
    """The answer of a script. `card`: the position of a card in the hand, or None for no card.

    - `failed`: the script gave no valid answer
    - `close`: True if the script wants to close the game. If the move “close” is legal, the bot makes it
      first, and chooses a card afterwards. A closed game ends with the turn.
    - `reason`: why the script failed, if the error is in the script
    - `error`: the message of the interpreter
    - `line`, `column`: the place of the error in the script, 0 if it is unknown
    - `cpu_s`: the seconds of processor time that the answer took
    """

    card: int | None = None
    close: bool = False
    failed: bool = False
    reason: Reason = ""
    error: str = ""
    line: int = 0
    column: int = 0
    cpu_s: float = 0.0


RunScript = Callable[[ScriptQuestion], ScriptAnswer]


class ScriptedBot(PreferenceBot):
    """A bot with a script.

    `level`: the key of the bot in `bots.script.opponents` of the document. `run_script`: asks the script.
    """

    def __init__(self, game: DocumentGame, level: str, run_script: RunScript) -> None:
        super().__init__(game.bot_preferences)
        self._game, self._run_script = game, run_script
        self._script: Mapping[str, Any] = game.script
        self._name: str = game.script["opponents"][level]

    def choose(
        self, sight: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Return the first move, in the bot's order, that the script does not rule out.

        The document says for which moves the bot asks the script. The script rules out a move by choosing no
        legal card for it. A move for which the script is not asked, or fails, has random cards. If the script
        rules out all moves, the bot chooses like a bot without a script.
        """
        scripted_names, actions = self._script.get("asks", ()), self._script["actions"]
        able = [form for form in forms if form.name in actions]
        for name in self.names_in_order(able, memory, rng):
            fitting = [form for form in able if form.name == name]
            if name not in scripted_names or not fitting[0].fields:
                return _by_chance(fitting[0], sight, rng)
            answer = self._run_script(self.question(sight, me, name, rng))
            if answer.failed:
                return _by_chance(fitting[0], sight, rng)
            if move := _answered_move(fitting[0], sight, me, answer, rng):
                closing = [form for form in forms if form.name == CLOSE and answer.close]
                return _by_chance(closing[0], sight, rng) if closing else move
        return super().choose(sight, me, able or forms, memory, rng)

    def question(self, sight: Table, me: str, name: str, rng: Rng) -> ScriptQuestion:
        """Return the question to ask the script about the move `name`."""
        seats = [player.id for player in sight.players]
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
        """Return suit, value, rank and points of a card, and whether it is wild.

        Suit and value have the names that the author uses. Returns None for a hidden card.
        """
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
    """Return a move with the card that the script has chosen, or None if this card is not legal.

    If the move needs more cards, they are chosen at random.
    """
    hand, (field,) = sight.hand(me).cards, form.fields
    assert isinstance(field, CardsField), "cards are all that is chosen"
    if answer.card is None or not 0 <= answer.card < len(hand):
        return None
    cards = [card for zone in field.zones for card in sight.cards_of(zone)]
    allowed_cards = [card for card in cards if not isinstance(field.of, list) or card in field.of]
    card = hand[answer.card]
    if card not in allowed_cards:
        return None
    allowed_cards.remove(card)
    return form.name, {field.name: [card, *rng.sample(allowed_cards, field.min - 1)], **form.ties}
