"""Enumeration of the actions that a form allows, for bots that compare them.

No two actions have the same values: cards with the same face count as one choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from cheat.engine.forms import (
    Args,
    CardsField,
    CardsOf,
    ChoiceField,
    Field,
    Form,
    NumberField,
    OptionsField,
    PlayerField,
    pickable,
)

_LEFT_OUT = object()


def actions(form: Form, cards_of: CardsOf, bound: int) -> Iterator[Args]:
    """Yield the args of different actions, at most `bound`, always in the same order.

    Each action is made only when the caller asks for it. Few cards come before many. Actions that leave out
    an optional field come before actions that fill it in. The values of a text field cannot be listed. So all
    actions leave out optional text fields, and a form with a required text field has no actions.
    """
    return islice(_filled(form.fields, 0, dict(form.ties), cards_of), bound)


def _filled(fields: list[Field], at: int, args: Args, cards_of: CardsOf) -> Iterator[Args]:
    if at == len(fields):
        yield dict(args)
        return
    name = fields[at].name
    for value in _values(fields[at], cards_of):
        if value is not _LEFT_OUT:
            args[name] = value
        yield from _filled(fields, at + 1, args, cards_of)
        args.pop(name, None)


def _values(field: Field, cards_of: CardsOf) -> Iterator[Any]:
    if field.optional:
        yield _LEFT_OUT
    match field:
        case CardsField():
            yield from _card_sets(field, cards_of)
        case PlayerField():
            yield from field.of
        case ChoiceField():
            yield from (one.value for one in field.of)
        case NumberField():
            yield from range(field.min, field.max + 1)
        case OptionsField():
            yield {}


def _card_sets(field: CardsField, cards_of: CardsOf) -> Iterator[list[str]]:
    """Yield the different multisets of cards, smallest first."""
    cards = pickable(field, cards_of)
    faces = list(dict.fromkeys(cards))
    most = [1 if field.kinds == "distinct" else cards.count(face) for face in faces]
    for count in range(field.min, min(field.max, len(cards)) + 1):
        if field.kinds == "same":
            fits = [face for face, many in zip(faces, most, strict=True) if many >= count]
            yield from ([face] * count for face in fits) if count else [[]]
        else:
            yield from _chosen(faces, most, 0, count)


def _chosen(faces: list[str], most: list[int], at: int, count: int) -> Iterator[list[str]]:
    """Yield all ways to take `count` cards from the faces with index `at` or higher."""
    if not count:
        yield []
        return
    if at == len(faces):
        return
    for many in range(min(most[at], count), -1, -1):
        for rest in _chosen(faces, most, at + 1, count - many):
            yield [faces[at]] * many + rest
