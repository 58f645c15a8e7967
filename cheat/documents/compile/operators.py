"""Emitters of operators.

A value that cannot be had is `none`. A value computed from `none` is `none`, too, and a condition on it is
false.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from cheat.documents.compile.emit import Emit, Expr, Writer, applied, costs, deepest
from cheat.documents.parse.types import (
    ANY,
    BOOL,
    CARD,
    NUMBER,
    Type,
    item_of,
    joined,
    may_be_list,
    may_nest,
    maybe,
)
from cheat.documents.runtime.state import (
    MOST_NUMBER,
    ORDERING,
    Broken,
    Run,
    checked_length,
    hashable,
    item_count,
    sort_key,
)


def negated(of: Expr) -> Expr:
    """Return `not`."""
    return Expr(BOOL, costs(of), deepest(of), lambda w: w.truth(f"not {w.of(of)}"))


def minus(of: Expr) -> Expr:
    """Return the number with the other sign."""
    of = as_number(of)
    return applied(maybe(NUMBER) if of.type.maybe else NUMBER, _minus, of)


def _minus(value: Any) -> Any:
    return None if value is None else -value


def both(left: Expr, right: Expr) -> Expr:
    """Return `and`, which evaluates the right side only if the left one holds."""
    return Expr(BOOL, left.cost + 1, deepest(left, right), _one_by_one(left, right, "if"))


def either(left: Expr, right: Expr) -> Expr:
    """Return `or`, which evaluates the right side only if the left one does not hold."""
    return Expr(BOOL, left.cost + 1, deepest(left, right), _one_by_one(left, right, "if not"))


def _one_by_one(left: Expr, right: Expr, goes_on: str) -> Emit:
    """Return the emitter of `and` or `or`.

    `goes_on`: the test of the left side to run the right one.
    """
    return partial(_second_of_two, left, right, goes_on)


def _second_of_two(left: Expr, right: Expr, goes_on: str, w: Writer) -> str:
    holds = w.truth(w.name(w.holds(w.of(left))))
    with w.under(f"{goes_on} {holds}:"):
        w.charge(right.cost)
        w.put(f"{holds} = {w.holds(w.of(right))}")
    return holds


def equal(left: Expr, right: Expr, *, negated: bool) -> Expr:
    """Return whether two values are the same."""
    kinds = {left.type.kind, right.type.kind}
    if may_be_list(left.type) and may_be_list(right.type):
        return applied(BOOL, _different_lists if negated else _same_lists, left, right, with_run=True)
    if CARD.kind in kinds and "any" not in kinds:
        emit = _same_card(left, right, "not" if negated else "")
    else:
        emit = _infix(left, "!=" if negated else "==", right)
    return Expr(BOOL, costs(left, right), deepest(left, right), emit)


def _same_lists(r: Run, one: Any, other: Any) -> bool:
    """Return whether two values are the same. For lists, charge the part that is compared."""
    if type(one) is list and type(other) is list:
        if len(one) != len(other):
            return False
        r.spend(item_count(one) + item_count(other))
    return bool(one == other)


def _different_lists(r: Run, one: Any, other: Any) -> bool:
    return not _same_lists(r, one, other)


def _infix(left: Expr, op: str, right: Expr) -> Emit:
    """Return the emitter of an operator that takes any two values."""
    return partial(_infix_written, left, op, right)


def _infix_written(left: Expr, op: str, right: Expr, w: Writer) -> str:
    return w.truth(f"{w.of(left)} {op} {w.of(right)}")


def _same_card(left: Expr, right: Expr, negated: str) -> Emit:
    """Return the emitter of the test whether two cards have the same face."""

    def emit(w: Writer) -> str:
        a, b = w.named(w.of(left)), w.named(w.of(right))
        unsure = [f"{one} is None" for one in (a, b) if not w.is_sure(one)]
        same = f"{a}.face == {b}.face"
        if unsure:
            same = f"({a} is {b} if {' or '.join(unsure)} else {same})"
        return w.truth(f"{negated} {same}")

    return emit


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def _list_comparing(compare: Callable[[Any, Any], bool]) -> Callable[[Run, Any, Any], bool]:
    """Return the function that compares two values that may be lists, and charges for both."""

    def run(r: Run, one: Any, other: Any) -> bool:
        if one is None or other is None:
            return False
        r.spend(ORDERING * (item_count(one) + item_count(other)))
        return compare(sort_key(one), sort_key(other))

    return run


_COMPARE_LISTS = {op: _list_comparing(compare) for op, compare in _COMPARE.items()}


def compared(op: str, left: Expr, right: Expr) -> Expr:
    """Return the comparison of two values. It is false if one of them is `none`."""
    plain = left.type.kind == right.type.kind == "number"
    if may_be_list(left.type) or may_be_list(right.type):
        return applied(BOOL, _COMPARE_LISTS[op], left, right, with_run=True)

    def emit(w: Writer) -> str:
        a, b = w.named(w.of(left)), w.named(w.of(right))
        way = w.value(sort_key)
        both = f"{a} {op} {b}" if plain else f"{way}({a}) {op} {way}({b})"
        return w.truth(" and ".join([*(f"{one} is not None" for one in (a, b) if not w.is_sure(one)), both]))

    return Expr(BOOL, costs(left, right), deepest(left, right), emit)


def contained(left: Expr, right: Expr) -> Expr:
    """Return whether a value is in a list."""
    if may_nest(right.type):
        return applied(BOOL, _contained, left, right, with_run=True)

    def emit(w: Writer) -> str:
        value, values = w.named(w.of(left)), w.named(w.of(right))
        holds = w.truth(w.name("False"))
        with w.where_there(values):
            w.spend(f"len({values})")
            if left.type == CARD and item_of(right.type) == CARD:
                w.put(f"{holds} = {value} is not None and {value}.face in [card.face for card in {values}]")
            else:
                w.put(f"{holds} = {value} in {values}")
        return holds

    return Expr(BOOL, costs(left, right), deepest(left, right), emit)


def _contained(r: Run, value: Any, values: Any) -> bool:
    """Return whether a value is in a list that may hold lists. Charges all items in these."""
    if type(values) is not list:
        return False
    r.spend(item_count(values))
    return value in values


def number_or_none(value: Any) -> Any:
    """Return a number as it is, None for any other value.

    Python would multiply a list by a number, and nothing would bound the result.
    """
    return value if isinstance(value, int) else None


def as_number(of: Expr) -> Expr:
    """Return the expression; if it may be anything, as a number or `none`, at the same cost."""
    if of.type.kind != "any":
        return of
    return applied(maybe(NUMBER), number_or_none, of, cost=-1)


def calculated(op: str, left: Expr, right: Expr) -> Expr:
    """Return a calculation with whole numbers. It is `none` for `none`, and for a division by 0."""
    left, right, divides = as_number(left), as_number(right), op in "/%"

    def emit(w: Writer) -> str:
        a, b = w.named(w.of(left)), w.named(w.of(right))
        way = f"{a} {'//' if op == '/' else op} {b}"
        whole = not divides or (b.isdigit() and int(b) > 0)
        made = w.unless_none((a, b), way if whole else f"{way} if {b} else None", sure=whole)
        there = "" if w.is_sure(made) else f"{made} is not None and "
        w.put(f"if {there}not {-MOST_NUMBER} <= {made} <= {MOST_NUMBER}: {w.value(too_large)}()")
        return made

    unsure = left.type.maybe or right.type.maybe or divides
    type_ = maybe(NUMBER) if unsure else NUMBER
    return Expr(type_, costs(left, right), deepest(left, right), emit)


def too_large() -> None:
    """Raise Broken, because a number is too large."""
    raise Broken("a_number_is_too_large")


def lists_joined(left: Expr, right: Expr, type: Type, *, less: bool) -> Expr:
    """Return two lists as one, or one without the items of the other.

    A single value counts as a list of itself.
    """
    if _sure_cards(left.type) and _sure_cards(right.type):
        do = _cards_without if less else _together
    elif may_be_list(item_of(left.type)) or may_be_list(item_of(right.type)):
        do = _lists_without if less else _lists_together
    else:
        do = _without if less else _together
    return applied(type, do, left, right, with_run=True)


def _sure_cards(type: Type) -> bool:
    """Return whether a type allows only cards: a list of cards, a single card, or `none`."""
    return type.kind == "card" or (type.kind == "list" and item_of(type) == CARD)


def _together(r: Run, one: Any, other: Any) -> list[Any]:
    a, b = _listed(one), _listed(other)
    r.spend(len(a) + len(b))
    return checked_length(a + b)


def _lists_together(r: Run, one: Any, other: Any) -> list[Any]:
    """Return two lists as one, for items that may be lists."""
    both = _together(r, one, other)
    r.spend(item_count(both))
    return both


def _without(r: Run, one: Any, other: Any) -> list[Any]:
    a, b = _listed(one), _listed(other)
    r.spend(len(a) + len(b))
    return _rest(a, a, b)


def _cards_without(r: Run, one: Any, other: Any) -> list[Any]:
    """Return cards without those of another list. Cards are compared by their faces."""
    a, b = _listed(one), _listed(other)
    r.spend(len(a) + len(b))
    return _rest(a, [card.face for card in a], [card.face for card in b])


def _lists_without(r: Run, one: Any, other: Any) -> list[Any]:
    """Return a list without the items of another one, for items that may be lists."""
    a, b = _listed(one), _listed(other)
    r.spend(ORDERING * (item_count(a) + item_count(b)))
    return _rest(a, [hashable(value) for value in a], [hashable(value) for value in b])


def _rest(values: list[Any], keys: list[Any], taken: list[Any]) -> list[Any]:
    """Return the values that are left. Each key in `taken` removes the next value with that key."""
    if not taken:
        return values[:]
    left: dict[Any, int] = {}
    for key in taken:
        left[key] = left.get(key, 0) + 1
    rest = []
    for value, key in zip(values, keys, strict=True):
        if left.get(key):
            left[key] -= 1
        else:
            rest.append(value)
    return rest


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def is_none(of: Expr, *, negated: bool) -> Expr:
    """Return whether a value is `none`."""
    written = "is not" if negated else "is"
    return Expr(BOOL, costs(of), deepest(of), lambda w: w.truth(f"{w.name(w.of(of))} {written} None"))


def is_empty(of: Expr, *, negated: bool) -> Expr:
    """Return whether a zone or a list is empty."""
    written = "not not" if negated else "not"
    size = size_of(of, NUMBER)
    return Expr(BOOL, costs(of), deepest(of), lambda w: w.truth(f"{written} {w.of(size)}"))


_SIZES = {"zone": "len(r.zones[{0}].cards)", "zones": "sum([len(r.zones[zone].cards) for zone in {0}])"}
"""Kind of a type -> the size of its value in Python; `len` for all others."""


def size_of(of: Expr, type: Type) -> Expr:
    """Return the number of cards or items. For a zone, no list of its cards is made."""
    written = _SIZES.get(of.type.kind)

    def emit(w: Writer) -> str:
        held = w.named(w.of(of))
        return w.unless_none((held,), written.format(held) if written else f"len({held})")

    return Expr(type, costs(of), deepest(of), emit)


def item(of: Expr, place: Expr, type: Type) -> Expr:
    """Return the item at a position of a list, counted from 0; `none` if there is no such item."""
    return applied(type, _item, of, place)


def _item(values: Any, at: Any) -> Any:
    return values[at] if values and at is not None and 0 <= at < len(values) else None


def conditional(conditions: Sequence[Expr], values: Sequence[Expr], otherwise: Expr) -> Expr:
    """Return the first value whose condition holds.

    Later conditions and other values are not evaluated.
    """
    type_: Type | None = otherwise.type
    for value in values:
        type_ = joined(type_, value.type) if type_ is not None else None
    depth = deepest(*conditions, *values, otherwise)
    zones = {value.zone.name for value in (*values, otherwise) if value.zone is not None}
    zone_ = otherwise.zone if len(zones) == 1 else None
    emit = _branches(conditions, values, otherwise)
    return Expr(type_ or ANY, conditions[0].cost + 1, depth, emit, zone=zone_)


def _branches(conditions: Sequence[Expr], values: Sequence[Expr], otherwise: Expr) -> Emit:
    """Return the emitter of `conditional`. The first condition is part of the cost of the whole."""

    def branch(w: Writer, found: str, at: int) -> None:
        value = values[at] if at < len(values) else otherwise
        if value is otherwise:
            w.charge(value.cost)
            w.put(f"{found} = {w.of(value)}")
            return
        if at:
            w.charge(conditions[at].cost)
        with w.under(f"if {w.of(conditions[at])}:"):
            w.charge(value.cost)
            w.put(f"{found} = {w.of(value)}")
        with w.under("else:"):
            branch(w, found, at + 1)

    def emit(w: Writer) -> str:
        found = w.name("None")
        branch(w, found, 0)
        return found

    return emit
