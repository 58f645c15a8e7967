"""The types of expressions. They are inferred; documents do not state them."""

from __future__ import annotations

from typing import NamedTuple

from cheat.i18n.messages import Text


class Type(NamedTuple):
    """The type of an expression.

    `kind`: number, bool, text, suit, rank, card, player, team, zone, zones, list, none, any, or option. `of`:
    the type of a list's items; `name`: for a value of an option, the name of the option; `maybe`: the value
    may also be `none`.
    """

    kind: str
    of: Type | None = None
    name: str = ""
    maybe: bool = False


NUMBER, BOOL, TEXT = Type("number"), Type("bool"), Type("text")
SUIT, RANK, CARD = Type("suit"), Type("rank"), Type("card")
PLAYER, TEAM, ZONE, ZONES = Type("player"), Type("team"), Type("zone"), Type("zones")
NONE, ANY = Type("none", maybe=True), Type("any", maybe=True)

BY_NAME = {
    "number": NUMBER, "bool": BOOL, "text": TEXT, "suit": SUIT, "rank": RANK, "card": CARD,
    "player": PLAYER, "team": TEAM,
}  # fmt: skip
WORDS = ("suit", "rank", "option", "text")
"""Kinds whose values are texts."""


def list_of(item: Type) -> Type:
    """Return the type of a list of such items."""
    return Type("list", item)


CARDS, PLAYERS, NUMBERS = list_of(CARD), list_of(PLAYER), list_of(NUMBER)
ANYTHING = list_of(ANY)


CERTAIN = frozenset(("card", "player", "team", "number", "suit", "rank"))
"""Kinds of list items that are never `none`, unless their type says `maybe`."""


def has_all(type: Type) -> bool:
    """Return whether a list of this type certainly has no item `none`."""
    item = item_of(type)
    return item.kind in CERTAIN and not item.maybe


def may_be_list(one: Type) -> bool:
    """Return whether a value of this type may be a list."""
    return one.kind in ("list", "any")


def may_nest(one: Type) -> bool:
    """Return whether a value of this type may be a list that holds lists."""
    return one.kind == "any" or (one.kind == "list" and may_be_list(item_of(one)))


def innermost(one: Type) -> Type:
    """Return the type of the items in nested lists.

    A type that is no list is returned unchanged.
    """
    while one.kind == "list":
        one = item_of(one)
    return one


def is_vague(one: Type) -> bool:
    """Return whether a value of this type, or an item in it, may be anything."""
    return innermost(one).kind == "any"


def maybe(one: Type) -> Type:
    """Return the type for a value that may also be `none`."""
    return one if one.maybe else one._replace(maybe=True)


def may_be_none(one: Type) -> bool:
    """Return whether a value of this type may be `none`, or may turn out to be of another type."""
    return one.maybe or one.kind == "any"


def surely(one: Type) -> Type:
    """Return the type for a value that is not `none`."""
    return one._replace(maybe=False) if one.maybe else one


def item_of(one: Type) -> Type:
    """Return the type of a list's items, or `ANY` if it is unknown."""
    return one.of if one.of is not None else ANY


def fits(one: Type, wanted: Type) -> bool:
    """Return whether a value of type `one` may stand where `wanted` is expected.

    Ignores whether the value may be `none`.
    """
    if "any" in (one.kind, wanted.kind) or one.kind == "none":
        return True
    if one.kind in ("zone", "zones"):
        one = CARDS
    if wanted.kind == "list" and one.kind == "list":
        return wanted.of is None or one.of is None or fits(one.of, wanted.of)
    if "text" in (one.kind, wanted.kind):
        return one.kind in WORDS and wanted.kind in WORDS
    return one.kind == wanted.kind and one.name == wanted.name


def joined(one: Type, other: Type) -> Type | None:
    """Return the type of a value that has one of two types, as with `if`; None if there is none."""
    either = one.maybe or other.maybe
    if one.kind == "none":
        return maybe(other)
    if other.kind == "none":
        return maybe(one)
    if one.kind == "any" or other.kind == "any":
        return ANY
    if one.kind == "list" and other.kind == "list":
        item = joined(item_of(one), item_of(other))
        return None if item is None else Type("list", item, maybe=either)
    if not fits(one, other):
        return None
    if one.kind == "text" or one.kind in ("zone", "zones"):
        one = other
    return maybe(one) if either else surely(one)


def in_words(one: Type) -> Text:
    """Return a type in words, for messages."""
    if one.kind == "list":
        return Text("a list of {what}", {"what": _PLURAL.get(item_of(one).kind, Text("anything"))})
    if one.kind == "option":
        return Text("a value of “{name}”", {"name": one.name})
    return _SINGULAR[one.kind]


_SINGULAR = {
    "number": Text("a number"), "bool": Text("a condition"), "text": Text("a text"),
    "suit": Text("a suit"), "rank": Text("a rank"), "card": Text("a card"), "player": Text("a player"),
    "team": Text("a team"), "zone": Text("a zone"), "zones": Text("zones"), "none": Text("none"),
    "any": Text("anything"),
}  # fmt: skip
_PLURAL = {
    "number": Text("numbers"), "bool": Text("conditions"), "text": Text("texts"), "suit": Text("suits"),
    "rank": Text("ranks"), "card": Text("cards"), "player": Text("players"), "team": Text("teams"),
    "list": Text("lists"), "option": Text("choices"),
}  # fmt: skip
