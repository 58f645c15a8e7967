"""The types of expressions. The check infers them, because documents do not state types."""

from __future__ import annotations

from typing import NamedTuple

from cheat.i18n.messages import Text


class Type(NamedTuple):
    """The type of an expression.

    - `kind`: number, bool, text, suit, rank, card, player, team, zone, zones, list, poker_name,
      none, any, or option
    - `of`: the type of a list's items
    - `name`: for the value of an option, the name of the option
    - `maybe`: the value may also be `none`
    """

    kind: str
    of: Type | None = None
    name: str = ""
    maybe: bool = False


NUMBER, BOOL, TEXT = Type("number"), Type("bool"), Type("text")
SUIT, RANK, CARD = Type("suit"), Type("rank"), Type("card")
PLAYER, TEAM, ZONE, ZONES = Type("player"), Type("team"), Type("zone"), Type("zones")
POKER_NAME = Type("poker_name")
"""The type of the name of a poker hand. No value of another type can be used in its place."""
NONE, ANY = Type("none", maybe=True), Type("any", maybe=True)

TEXT_KINDS = ("suit", "rank", "option", "text")
"""Kinds whose values are texts."""


def list_of(item: Type) -> Type:
    """Return the type of a list with items of this type."""
    return Type("list", item)


CARDS, PLAYERS, NUMBERS = list_of(CARD), list_of(PLAYER), list_of(NUMBER)
ANY_LIST = list_of(ANY)
BY_NAME = {
    "number": NUMBER, "bool": BOOL, "text": TEXT, "suit": SUIT, "rank": RANK, "card": CARD, "cards": CARDS,
    "player": PLAYER, "team": TEAM, "list": ANY_LIST,
}  # fmt: skip
"""Types that an author may write in place of a variable's start value.

The items of a `list` may have any types.
"""


CERTAIN = frozenset(("card", "player", "team", "number", "suit", "rank"))
"""Kinds of items that are never `none`, unless the type says `maybe`."""


def has_all(type: Type) -> bool:
    """Return whether the items of a list of this type are never `none`."""
    item = item_of(type)
    return item.kind in CERTAIN and not item.maybe


def may_be_list(type_: Type) -> bool:
    """Return whether a value of this type may be a list."""
    return type_.kind in ("list", "any")


def may_nest(type_: Type) -> bool:
    """Return whether a value of this type may be a list that contains lists."""
    return type_.kind == "any" or (type_.kind == "list" and may_be_list(item_of(type_)))


def innermost(type_: Type) -> Type:
    """Return the type of the items of the innermost lists.

    A type that is no list is returned as it is.
    """
    while type_.kind == "list":
        type_ = item_of(type_)
    return type_


def is_vague(type_: Type) -> bool:
    """Return whether the type, or the type of the items of a list, is unknown."""
    return innermost(type_).kind == "any"


def maybe(type_: Type) -> Type:
    """Return the type for a value that may also be `none`."""
    return type_ if type_.maybe else type_._replace(maybe=True)


def may_be_none(type_: Type) -> bool:
    """Return whether a value of this type may be `none`.

    Values of an unknown type may be `none`.
    """
    return type_.maybe or type_.kind == "any"


def surely(type_: Type) -> Type:
    """Return the type for a value that is not `none`."""
    return type_._replace(maybe=False) if type_.maybe else type_


def item_of(type_: Type) -> Type:
    """Return the type of a list's items, or `ANY` if it is unknown."""
    return type_.of if type_.of is not None else ANY


def fits(given_type: Type, expected: Type) -> bool:
    """Return whether a value of the given type is allowed where the expected type is needed.

    Ignores `maybe`.
    """
    if "any" in (given_type.kind, expected.kind) or given_type.kind == "none":
        return True
    if given_type.kind in ("zone", "zones"):
        given_type = CARDS
    if expected.kind == "list" and given_type.kind == "list":
        return expected.of is None or given_type.of is None or fits(given_type.of, expected.of)
    if "text" in (given_type.kind, expected.kind):
        return given_type.kind in TEXT_KINDS and expected.kind in TEXT_KINDS
    return given_type.kind == expected.kind and given_type.name == expected.name


def common_type(first: Type, second: Type) -> Type | None:
    """Return a type that allows the values of two types, or None if there is none.

    The result of `if` needs such a type.
    """
    either = first.maybe or second.maybe
    if first.kind == "none":
        return maybe(second)
    if second.kind == "none":
        return maybe(first)
    if first.kind == "any" or second.kind == "any":
        return ANY
    if first.kind == "list" and second.kind == "list":
        item = common_type(item_of(first), item_of(second))
        return None if item is None else Type("list", item, maybe=either)
    if not fits(first, second):
        return None
    if first.kind == "text" or first.kind in ("zone", "zones"):
        first = second
    return maybe(first) if either else surely(first)


def in_words(type_: Type) -> Text:
    """Return a type in words, for messages."""
    if type_.kind == "list":
        return Text("a list of {what}", {"what": _PLURAL.get(item_of(type_).kind, Text("anything"))})
    if type_.kind == "option":
        return Text("a value of “{name}”", {"name": type_.name})
    return _SINGULAR[type_.kind]


_SINGULAR = {
    "number": Text("a number"), "bool": Text("a condition"), "text": Text("a text"),
    "suit": Text("a suit"), "rank": Text("a rank"), "card": Text("a card"), "player": Text("a player"),
    "team": Text("a team"), "zone": Text("a zone"), "zones": Text("zones"), "none": Text("none"),
    "any": Text("anything"), "poker_name": Text("the name of a poker hand"),
}  # fmt: skip
_PLURAL = {
    "number": Text("numbers"), "bool": Text("conditions"), "text": Text("texts"), "suit": Text("suits"),
    "rank": Text("ranks"), "card": Text("cards"), "player": Text("players"), "team": Text("teams"),
    "list": Text("lists"), "option": Text("choices"),
}  # fmt: skip
