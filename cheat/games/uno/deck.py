"""The 108 cards of Uno: codes, faces, points and colours.

A code is the letter of the colour, and the number or the letter of the symbol: `R5` is the red 5, `YS` a
yellow skip, `GR` a green reverse, `BD` a blue draw two. The black cards are `WW`, wild, and `WF`, wild draw
four.
"""

from __future__ import annotations

from functools import lru_cache

from cheat.engine.cards import Face
from cheat.engine.forms import Choice
from cheat.i18n.messages import Text, Words, text

COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
COLOUR_NAMES = {"red": "Red", "yellow": "Yellow", "green": "Green", "blue": "Blue"}
COLOUR_WORDS = {"red": Text("red"), "yellow": Text("yellow"), "green": Text("green"), "blue": Text("blue")}
"""Names of colours within a sentence."""
COLOUR_CHOICES = [Choice(colour, name) for colour, name in COLOUR_NAMES.items()]
BLACK = "black"
"""The colour of black cards in faces and messages. For these cards, `colour_of` returns ""."""
WILD, WILD_FOUR = BLACKS = "WW", "WF"
SKIP, REVERSE, DRAW_TWO = "S", "R", "D"

_NUMBERS = "0123456789"
_ACTIONS = {
    SKIP: ("Skip", "skip", "The next player loses their turn."),
    REVERSE: ("Reverse", "reverse", "Changes the direction of play."),
    DRAW_TWO: ("Draw Two", "draw2", "The next player draws two cards and loses their turn."),
}

_NAMES = {
    "R": (
        "Red 0", "Red 1", "Red 2", "Red 3", "Red 4", "Red 5", "Red 6", "Red 7", "Red 8", "Red 9",
        "Red Skip", "Red Reverse", "Red Draw Two",
    ),
    "Y": (
        "Yellow 0", "Yellow 1", "Yellow 2", "Yellow 3", "Yellow 4", "Yellow 5", "Yellow 6", "Yellow 7",
        "Yellow 8", "Yellow 9", "Yellow Skip", "Yellow Reverse", "Yellow Draw Two",
    ),
    "G": (
        "Green 0", "Green 1", "Green 2", "Green 3", "Green 4", "Green 5", "Green 6", "Green 7",
        "Green 8", "Green 9", "Green Skip", "Green Reverse", "Green Draw Two",
    ),
    "B": (
        "Blue 0", "Blue 1", "Blue 2", "Blue 3", "Blue 4", "Blue 5", "Blue 6", "Blue 7", "Blue 8",
        "Blue 9", "Blue Skip", "Blue Reverse", "Blue Draw Two",
    ),
}  # fmt: skip
"""The spoken names of coloured cards.

Each name is one message, so translators can translate the whole name.
"""

_ORDER = {
    colour + symbol: place
    for place, (colour, symbol) in enumerate(
        [*((colour, symbol) for colour in COLOURS for symbol in (*_NUMBERS, *_ACTIONS)), *(WILD, WILD_FOUR)]
    )
}

colour_of = {card: COLOURS.get(card[0], "") for card in _ORDER}.__getitem__
"""A function that returns the colour of a card, or "" for black cards."""

in_order = _ORDER.__getitem__
"""The sort key of a card in a hand: by colour, numbers before symbols, black cards last."""

DECK = tuple(
    card for card in _ORDER for _ in range(4 if card in (WILD, WILD_FOUR) else 1 if card[1] == "0" else 2)
)
"""All cards: one 0 and two of each other card in each colour, and four of each black card."""


@lru_cache
def fitting_cards(colour: str, sign: str) -> frozenset[str]:
    """Return the cards that match the colour in force or the top card's sign, and black cards.

    The sign is the number or the symbol of a card.
    """
    return frozenset(card for card in _ORDER if colour_of(card) in (colour, "") or card[1] == sign)


@lru_cache
def stacking(kind: str, top: str) -> frozenset[str]:
    """Return the cards that a player can play instead of drawing.

    The next player must then draw more. `kind` is the option `stacking`:

    - "off": no cards
    - "same": cards that make a player draw as many cards as the top card does
    - "any": all cards that make a player draw
    """
    draw_counts = {"off": (), "same": (draw_count(top),), "any": (2, 4)}[kind]
    return frozenset(card for card in _ORDER if draw_count(card) in draw_counts)


def is_black(card: str) -> bool:
    """Return whether the card has no colour of its own."""
    return card in BLACKS


def points(card: str) -> int:
    """Return the points of a card left in a hand: its number, 20 for a symbol, 50 for black."""
    if is_black(card):
        return 50
    return int(card[1]) if card[1] in _NUMBERS else 20


def number(card: str) -> int:
    """Return the number of a card, or 0 for a symbol."""
    return int(card[1]) if card[1] in _NUMBERS else 0


def total(cards: list[str]) -> int:
    """Return the points of a hand."""
    return sum(map(points, cards))


def draw_count(card: str) -> int:
    """Return the number of cards that the next player draws because of this card."""
    return 4 if card == WILD_FOUR else 2 if card[1] == DRAW_TWO else 0


def names_of(cards: list[str]) -> list[str | Text]:
    """Return the spoken names of several cards."""
    return [name_of(card) for card in cards]


def sign_of(card: str) -> Text:
    """Return the number or symbol of a card in words, or the name of a black card."""
    return Text(FACES[card].rank or _ACTIONS.get(card[1], [FACES[card].name])[0])


def fitting_text(top: str, colour: str) -> Words:
    """Return words for the cards that may be played on a top card, such as "Red, 7 or a Wild"."""
    colour_name = Text(COLOUR_NAMES[colour])
    if is_black(top):
        return text("{colour} or a Wild", colour=colour_name)
    return text("{colour}, {sign} or a Wild", colour=colour_name, sign=sign_of(top))


def _face(card: str) -> Face:
    if card == WILD:
        return Face(kind="uno", name="Wild", colour=BLACK, symbol="wild", text="Choose a colour.")
    if card == WILD_FOUR:
        words = (
            "Choose a colour. The next player draws four cards and loses their turn. Play it only if you "
            "have no card of the current colour."
        )
        return Face(kind="uno", name="Wild Draw Four", colour=BLACK, symbol="wild4", text=words)
    colour = COLOURS[card[0]]
    name = _NAMES[card[0]][(_NUMBERS + SKIP + REVERSE + DRAW_TWO).index(card[1])]
    if card[1] in _NUMBERS:
        return Face(kind="uno", name=name, rank=card[1], colour=colour)
    _, symbol, words = _ACTIONS[card[1]]
    return Face(kind="uno", name=name, colour=colour, symbol=symbol, text=words)


FACES = {card: _face(card) for card in _ORDER}

name_of = {card: Text(face.name) for card, face in FACES.items()}.__getitem__
"""A function that returns the spoken name of a card."""
