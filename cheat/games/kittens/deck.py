"""The cards of Exploding Kittens, and custom decks, which are JSON texts in an option.

A card has an id, such as `ATTACK`, for custom decks and for the form that demands a card. It also has a code,
such as `K-ATT`: its face on the table.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from cheat.engine.cards import Face
from cheat.engine.forms import Choice
from cheat.errors import BadValue
from cheat.i18n.messages import Text, text

MAX_OF_A_KIND = 60
MAX_CARDS = 240
MAX_BYTES = 64 * 1024
MAX_NAME = 60
"""Maximum number of characters in the name of a custom deck. A longer name is cut off."""
CACHED_DECKS = 32
"""Maximum number of cached decks. The least recently used deck is dropped first."""
USUAL_SEATS = 5
"""Maximum number of players with the usual deck, or a custom deck that lists no Defuses."""


class Card(NamedTuple):
    """One kind of card: its code, its number of copies in a deck, and the words for players."""

    code: str
    copies: int
    name: str
    symbol: str
    colour: str
    text: str


CARDS = {
    "EXPLODING_KITTEN": Card("K-EXP", 4, "Exploding Kitten", "💣", "red", "Defuse it, or you are out."),
    "DEFUSE": Card(
        "K-DEF", 6, "Defuse", "✂️", "green", "Saves you from a kitten. Put it back into the draw pile."
    ),
    "NOPE": Card("K-NOP", 5, "Nope", "✋", "orange", "Cancel what was just played, at any time."),
    "ATTACK": Card(
        "K-ATT", 4, "Attack", "⚔️", "purple", "End your turn without drawing. The next player takes two turns."
    ),
    "SKIP": Card("K-SKI", 4, "Skip", "⏭️", "blue", "End one turn without drawing."),
    "FAVOR": Card("K-FAV", 4, "Favor", "🎁", "black", "Another player gives you a card of their choice."),
    "SHUFFLE": Card("K-SHU", 4, "Shuffle", "🔀", "brown", "Put the draw pile into a random order."),
    "SEE_THE_FUTURE": Card(
        "K-SEE", 5, "See the Future", "🔮", "pink", "Look at the top three cards of the draw pile."
    ),
    "TACOCAT": Card("K-TAC", 4, "Tacocat", "🌮", "grey", "Play two or three of the same kind."),
    "BEARD_CAT": Card("K-BEA", 4, "Beard Cat", "🧔", "grey", "Play two or three of the same kind."),
    "RAINBOW_CAT": Card("K-RAI", 4, "Rainbow Cat", "🌈", "grey", "Play two or three of the same kind."),
    "POTATO_CAT": Card("K-POT", 4, "Potato Cat", "🥔", "grey", "Play two or three of the same kind."),
    "CATTERMELON": Card("K-MEL", 4, "Cattermelon", "🍉", "grey", "Play two or three of the same kind."),
}
CODES = {id: card.code for id, card in CARDS.items()}
IDS = {card.code: id for id, card in CARDS.items()}
FACES = {
    card.code: Face(kind="kittens", name=card.name, symbol=card.symbol, colour=card.colour, text=card.text)
    for card in CARDS.values()
}
KITTEN, DEFUSE, NOPE, FAVOR = (CODES[id] for id in ("EXPLODING_KITTEN", "DEFUSE", "NOPE", "FAVOR"))
ALONE = frozenset(CODES[id] for id in ("ATTACK", "SKIP", "SHUFFLE", "SEE_THE_FUTURE"))
"""Cards that are played one at a time, and not against a player."""
CATS = frozenset(code for id, code in CODES.items() if id.endswith("CAT") or id == "CATTERMELON")
DEMANDS = [Choice(id, card.name) for id, card in CARDS.items() if id != "EXPLODING_KITTEN"]
"""Cards that a player may name when demanding a card of another player."""
COMBINATIONS = {2: "PAIR", 3: "TRIPLE", 5: "FIVE"}
"""Names of combinations, by the number of cards."""
by_kind = {code: place for place, code in enumerate(FACES)}.__getitem__
"""The sort key for hands: the order of `CARDS`."""


name_of = {card.code: Text(card.name) for card in CARDS.values()}.__getitem__
"""The name of the card with a code, to fill a slot of a message, such as `{card}`."""


def kind_of(cards: list[str]) -> str:
    """Return the kind of a play: PAIR, TRIPLE, FIVE or, for a single card, the card's id."""
    return COMBINATIONS[len(cards)] if len(cards) > 1 else IDS[cards[0]]


def cards_text(cards: list[str]) -> Text:
    """Return the spoken name of cards that are played together."""
    count, card = len(cards), name_of(cards[0])
    if count == 1:
        return card
    five = kind_of(cards) == "FIVE"
    return Text("five different cards") if five else text("{count} × {card}", count=count, card=card)


Combination = tuple[str, str, int, list[str]]
"""A way of playing cards: its name, its aim, the number of cards, and their possible faces.

If the cards are played against a player, the aim is FAVOR, PAIR or TRIPLE; otherwise, it is "". If the name
is `SPENDS_DEFUSE`, the cards may include the only Defuse of the hand.
"""
SPENDS_DEFUSE = "Five different, with your Defuse"


def combinations(hand: list[str], cats: bool, triples: bool, fives: bool) -> list[Combination]:
    """Return all ways of playing one card, or several cards together, from a hand.

    - `cats`: pairs and triples must be cats
    - `triples`: three equal cards may be played together
    - `fives`: five different cards may be played together
    """
    counts: dict[str, int] = {}
    for card in hand:
        counts[card] = counts.get(card, 0) + 1
    alone, pairs, threes = [], [], []
    for card, count in counts.items():
        if card in ALONE:
            alone.append(card)
        if count > 1 and (not cats or card in CATS):
            pairs.append(card)
            if count > 2:
                threes.append(card)
    combinations_found: list[Combination] = [("Play a card", "", 1, alone)] if alone else []
    if FAVOR in counts:
        combinations_found.append(("Ask for a favor", "FAVOR", 1, [FAVOR]))
    if pairs:
        combinations_found.append(("Two of a kind", "PAIR", 2, pairs))
    if threes and triples:
        combinations_found.append(("Three of a kind", "TRIPLE", 3, threes))
    if fives and len(counts) >= 5:
        kinds, spends = [*counts], counts.get(DEFUSE) == 1
        safe = [card for card in kinds if card != DEFUSE] if spends else kinds
        if len(safe) >= 5:
            combinations_found.append(("Five different", "", 5, safe))
        if spends:
            combinations_found.append((SPENDS_DEFUSE, "", 5, kinds))
    return combinations_found


class Deck(NamedTuple):
    """A deck: the number of Defuses, all other cards except kittens, and the number of seats."""

    defuses: int
    other_faces: tuple[str, ...]
    seats: int

    def spare(self, players: int, max_count: int) -> list[str]:
        """Return the Defuses for the draw pile. Each player already has one of the deck's Defuses."""
        return [DEFUSE] * min(max_count, self.defuses - players)


def deck_for(options: Any) -> Deck:
    """Return the deck for these options of the game. Raises the errors of `deck_of`."""
    return deck_of(options.decks, options.deal_size, options.custom_deck)


def stored_form(options: Any) -> Any:
    """Return these options in the form that a room stores, with the custom deck as in `compact`.

    Raises the errors of `deck_of`.
    """
    deck_for(options)
    return replace(options, custom_deck=compact(options.custom_deck))


@lru_cache(CACHED_DECKS)
def deck_of(decks: int, deal_size: int, custom: str) -> Deck:
    """Return the custom deck.

    If `custom` is empty, return `decks` copies of the usual deck together. Raises BadValue, with the reason,
    if the custom deck is wrong, or too small for two players.
    """
    if not custom.strip():
        counts = Counter({id: decks * card.copies for id, card in CARDS.items()})
        seats = USUAL_SEATS if decks == 1 else counts["EXPLODING_KITTEN"] + 1
        return _deck(counts, seats)
    counts = _counts(_document(custom))
    deck = _deck(counts, min(counts["DEFUSE"], MAX_CARDS))
    if "DEFUSE" not in counts:
        deck = _deck(counts + Counter(DEFUSE=CARDS["DEFUSE"].copies), USUAL_SEATS)
    return _with_seats(deck, deal_size)


def _deck(counts: Counter[str], seats: int) -> Deck:
    other_ids = ("EXPLODING_KITTEN", "DEFUSE")
    others = tuple(CODES[id] for id in CODES if id not in other_ids for _ in range(counts[id]))
    return Deck(counts["DEFUSE"], others, seats)


def _with_seats(deck: Deck, deal_size: int) -> Deck:
    """Return the deck with the largest number of seats for which it has enough cards."""
    total, needed = len(deck.other_faces) + deck.defuses, 2 * deal_size + 1
    if total > MAX_CARDS:
        raise BadValue(
            text("The deck has {total} cards; it can have at most {max}.", total=total, max=MAX_CARDS)
        )
    if deck.seats < 2:
        raise BadValue(
            text(
                "The deck has {defuses} Defuse cards; it needs one for each of at least two players.",
                defuses=deck.defuses,
            )
        )
    if len(deck.other_faces) < needed:
        template = (
            "The deck has {total} cards besides kittens and Defuses; two players with {each} cards each "
            "need {needed}."
        )
        raise BadValue(text(template, total=len(deck.other_faces), each=deal_size, needed=needed))
    return deck._replace(seats=min(deck.seats, (len(deck.other_faces) - 1) // deal_size))


def compact(custom: str) -> str:
    """Return a valid custom deck as JSON with only its name and card counts. "" stays ""."""
    if not custom.strip():
        return ""
    document = _document(custom)
    name = document.get("name") if isinstance(document, dict) else None
    name_field = {"name": name[:MAX_NAME]} if isinstance(name, str) else {}
    cards = {id: count for id, count in _counts(document).items() if count or id == "DEFUSE"}
    return msgspec.json.encode({**name_field, "cards": cards}).decode()


def _document(custom: str) -> Any:
    try:
        data = custom.encode()
        if len(data) > MAX_BYTES:
            raise BadValue(text("The deck is larger than {max} KB. Make it smaller.", max=MAX_BYTES // 1024))
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise BadValue("The deck isn't valid JSON.") from None


def _counts(document: Any) -> Counter[str]:
    """Return the number of cards of each id in the JSON of a custom deck."""
    cards = document.get("cards") if isinstance(document, dict) else document
    if isinstance(cards, list):
        pairs: list[tuple[Any, Any]] = [(card, 1) for card in cards]
    elif isinstance(cards, dict):
        pairs = list(cards.items())
    else:
        raise BadValue("The deck must be an object with “cards”, or a list of cards.")
    counts: Counter[str] = Counter()
    for name, count in pairs:
        counts[_card_id(name)] += _checked_count(name, count)
    for id in CARDS:
        _checked_count(id, counts[id])
    return counts


def _card_id(name: Any) -> str:
    id = name.upper() if isinstance(name, str) else ""
    if id not in CARDS:
        raise BadValue(text("“{name}” isn't a card of this game.", name=str(name)[:40]))
    return id


def _checked_count(name: str, count: Any) -> int:
    if type(count) is not int or not 0 <= count <= MAX_OF_A_KIND:
        template = "The number of {name} must be a whole number from 0 to {max}."
        raise BadValue(text(template, name=name, max=MAX_OF_A_KIND))
    return count
