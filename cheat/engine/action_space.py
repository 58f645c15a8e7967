"""List the actions that a form allows, for bots that compare actions.

An action is a form with values for its fields. Cards with the same face count as one choice, so no action is
listed twice.
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
    """Yield the args of at most `bound` different actions, always in the same order.

    Small sets of cards come first, and actions that leave out an optional field come before actions that fill
    it in. The values of a text field cannot be listed. So all actions leave out optional text fields, and a
    form with a required text field has no actions.
    """
    return islice(_complete(form.fields, 0, dict(form.ties), cards_of), bound)


def _complete(fields: list[Field], index: int, args: Args, cards_of: CardsOf) -> Iterator[Args]:
    """Yield `args` once for each way to fill in the fields from `index` on."""
    if index == len(fields):
        yield dict(args)
        return
    name = fields[index].name
    for value in _values(fields[index], cards_of):
        if value is not _LEFT_OUT:
            args[name] = value
        yield from _complete(fields, index + 1, args, cards_of)
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
            yield from (choice.value for choice in field.of)
        case NumberField():
            yield from range(field.min, field.max + 1)
        case OptionsField():
            yield {}


def _card_sets(field: CardsField, cards_of: CardsOf) -> Iterator[list[str]]:
    """Yield the different sets of cards that a field accepts, smallest first.

    A set may contain several cards with the same face.
    """
    cards = pickable(field, cards_of)
    faces = list(dict.fromkeys(cards))
    copies = [1 if field.kinds == "distinct" else cards.count(face) for face in faces]
    for count in range(field.min, min(field.max, len(cards)) + 1):
        if field.kinds == "same":
            fits = [face for face, available in zip(faces, copies, strict=True) if available >= count]
            yield from ([face] * count for face in fits) if count else [[]]
        else:
            yield from _multisets(faces, copies, 0, count)


def _multisets(faces: list[str], copies: list[int], index: int, count: int) -> Iterator[list[str]]:
    """Yield all ways to take `count` cards from the faces at `index` and later."""
    if not count:
        yield []
        return
    if index == len(faces):
        return
    for count_here in range(min(copies[index], count), -1, -1):
        for other_cards in _multisets(faces, copies, index + 1, count - count_here):
            yield [faces[index]] * count_here + other_cards
