"""The 110 cards of Ivanhoe: codes, faces, values and colours.

The code of a value card is the letter `I`, the letter of its colour or kind, and its value: `IP7` is the
Purple 7, `IS2` a Squire, `IM6` a Maiden. The code of an action card has four letters: `IRIP` is a Riposte.
"""

from __future__ import annotations

from typing import NamedTuple

from cheat.engine.cards import Face
from cheat.engine.forms import Choice
from cheat.i18n.messages import Text

PURPLE, RED, BLUE, YELLOW, GREEN = COLOURS = ("purple", "red", "blue", "yellow", "green")
WEAPONS = (RED, BLUE, YELLOW)
"""The colours to which Change Weapon and Drop Weapon apply."""
WHITE = "white"
"""The colour that the faces of supporters have."""
COLOUR_NAMES = {
    PURPLE: Text("Purple"),
    RED: Text("Red"),
    BLUE: Text("Blue"),
    YELLOW: Text("Yellow"),
    GREEN: Text("Green"),
}


class Value(NamedTuple):
    """One kind of value card."""

    copies: int
    name: str
    colour: str
    worth: int
    symbol: str


VALUES = {
    "IP3": Value(4, "Purple 3", PURPLE, 3, "🐎"),
    "IP4": Value(4, "Purple 4", PURPLE, 4, "🐎"),
    "IP5": Value(4, "Purple 5", PURPLE, 5, "🐎"),
    "IP7": Value(2, "Purple 7", PURPLE, 7, "🐎"),
    "IR3": Value(6, "Red 3", RED, 3, "🗡️"),
    "IR4": Value(6, "Red 4", RED, 4, "🗡️"),
    "IR5": Value(2, "Red 5", RED, 5, "🗡️"),
    "IB2": Value(4, "Blue 2", BLUE, 2, "🪓"),
    "IB3": Value(4, "Blue 3", BLUE, 3, "🪓"),
    "IB4": Value(4, "Blue 4", BLUE, 4, "🪓"),
    "IB5": Value(2, "Blue 5", BLUE, 5, "🪓"),
    "IY2": Value(4, "Yellow 2", YELLOW, 2, "✴️"),
    "IY3": Value(8, "Yellow 3", YELLOW, 3, "✴️"),
    "IY4": Value(2, "Yellow 4", YELLOW, 4, "✴️"),
    "IG1": Value(14, "Green 1", GREEN, 1, "🍃"),
    "IS2": Value(8, "Squire 2", WHITE, 2, "🎖️"),
    "IS3": Value(8, "Squire 3", WHITE, 3, "🎖️"),
    "IM6": Value(4, "Maiden 6", WHITE, 6, "👑"),
}
MAIDEN = "IM6"


class ActionFace(NamedTuple):
    """One kind of action card: the number of its copies, and the words that players read."""

    copies: int
    name: str
    symbol: str
    text: str


ACTION_FACES = {
    "IUNH": ActionFace(1, "Unhorse", "🏇", "Change a purple tournament to red, blue or yellow."),
    "ICHW": ActionFace(
        1, "Change Weapon", "🔁", "Change a red, blue or yellow tournament to another of these three colours."
    ),
    "IDRW": ActionFace(
        1, "Drop Weapon", "🍂", "Change a red, blue or yellow tournament to green: every card counts 1."
    ),
    "IBRL": ActionFace(1, "Break Lance", "💥", "An opponent discards all purple cards from their display."),
    "IRIP": ActionFace(
        3, "Riposte", "🤺", "Take the last card from an opponent's display and add it to yours."
    ),
    "IDOD": ActionFace(1, "Dodge", "💨", "Discard any card from an opponent's display."),
    "IRET": ActionFace(1, "Retreat", "↩️", "Take a card from your own display back into your hand."),
    "IKND": ActionFace(2, "Knock Down", "👊", "Take a card from an opponent's hand without looking."),
    "IOUT": ActionFace(1, "Outmaneuver", "🌀", "Each opponent discards the last card of their display."),
    "ICHG": ActionFace(
        1, "Charge", "⬇️", "Find the lowest value in all displays. Opponents discard all cards of that value."
    ),
    "ICTR": ActionFace(
        1,
        "Countercharge",
        "⬆️",
        "Find the highest value in all displays. Opponents discard all cards of that value.",
    ),
    "IDIS": ActionFace(1, "Disgrace", "🥀", "Opponents discard all supporters from their displays."),
    "IADA": ActionFace(
        1, "Adapt", "⚖️", "Each opponent keeps one card of each value, their choice, and discards the others."
    ),
    "IOWT": ActionFace(
        1, "Outwit", "🔀", "Exchange a card in front of you for a card in front of an opponent."
    ),
    "ISHL": ActionFace(1, "Shield", "🛡️", "Opponents' action cards don't affect you, except Outwit."),
    "ISTN": ActionFace(1, "Stunned", "💫", "An opponent can add only one card to their display each turn."),
    "IIVA": ActionFace(1, "IVANHOE", "✋", "Cancel the action card that was just played."),
}
(
    UNHORSE, CHANGE_WEAPON, DROP_WEAPON, BREAK_LANCE, RIPOSTE, DODGE, RETREAT, KNOCK_DOWN, OUTMANEUVER,
    CHARGE, COUNTERCHARGE, DISGRACE, ADAPT, OUTWIT, SHIELD, STUNNED, IVANHOE,
) = ACTION_FACES  # fmt: skip

FACES = {
    code: Face(kind="ivanhoe", name=card.name, rank=str(card.worth), colour=card.colour, symbol=card.symbol)
    for code, card in VALUES.items()
} | {
    code: Face(kind="ivanhoe", name=card.name, symbol=card.symbol, text=card.text)
    for code, card in ACTION_FACES.items()
}
DECK = tuple(code for code, card in (VALUES | ACTION_FACES).items() for _ in range(card.copies))

_ORDER = {code: place for place, code in enumerate(FACES)}


def in_order(card: str) -> int:
    """Return the sort key of a card in a hand.

    The coloured value cards come first, sorted by colour and then by value. The supporters follow, and after
    them the action cards. Cards that the viewer cannot see come last.
    """
    return _ORDER.get(card, len(_ORDER))


def is_value(card: str) -> bool:
    """Return whether a card is a value card. Only value cards may lie in a display."""
    return card in VALUES


def is_supporter(card: str) -> bool:
    """Return whether a card is a Squire or a Maiden, which fit in every colour."""
    return is_value(card) and VALUES[card].colour == WHITE


def card_value(card: str) -> int:
    """Return the value that is printed on a value card."""
    return VALUES[card].worth


def name_of(card: str) -> Text:
    """Return the spoken name of a card."""
    return Text(FACES[card].name)


def names_of(cards: list[str]) -> list[str | Text]:
    """Return the spoken names of several cards."""
    return [name_of(card) for card in cards]


def choices_of(colours: list[str]) -> list[Choice]:
    """Return the choices of a field in which a player chooses one of these colours."""
    return [Choice(colour, COLOUR_NAMES[colour].template) for colour in colours]
