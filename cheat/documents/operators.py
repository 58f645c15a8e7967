"""Functions that compute what operators say, out of those of their sides.

A value that cannot be had is `none`, and so is whatever is computed of it; a condition on it is false.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from cheat.documents.typed import Fn, Typed, costs, deepest
from cheat.documents.types import ANY, BOOL, CARD, NUMBER, Type, joined, maybe
from cheat.documents.values import MOST_NUMBER, Broken, Run, bounded, ordered


def negated(of: Typed) -> Typed:
    """`not`."""
    fn = of.fn
    return Typed(BOOL, lambda r: not fn(r), costs(of), deepest(of))


def minus(of: Typed) -> Typed:
    """The number with the other sign."""
    fn = of.fn

    def run(r: Run) -> Any:
        value = fn(r)
        return None if value is None else -value

    return Typed(maybe(NUMBER) if of.type.maybe else NUMBER, run, costs(of), deepest(of))


def both(left: Typed, right: Typed) -> Typed:
    """`and`: the right side is asked only if the left one holds."""
    one, other, cost = left.fn, right.fn, right.cost

    def run(r: Run) -> bool:
        if not one(r):
            return False
        r.fuel -= cost
        if r.fuel < 0:
            r.spend(0)
        return bool(other(r))

    return Typed(BOOL, run, left.cost + 1, deepest(left, right))


def either(left: Typed, right: Typed) -> Typed:
    """`or`: the right side is asked only if the left one does not hold."""
    one, other, cost = left.fn, right.fn, right.cost

    def run(r: Run) -> bool:
        if one(r):
            return True
        r.fuel -= cost
        if r.fuel < 0:
            r.spend(0)
        return bool(other(r))

    return Typed(BOOL, run, left.cost + 1, deepest(left, right))


def equal(left: Typed, right: Typed, *, negated: bool) -> Typed:
    """Whether two values are the same."""
    one, other, word = left.fn, right.fn, right.literal
    if CARD.kind in (left.type.kind, right.type.kind):

        def same(r: Run) -> bool:
            a, b = one(r), other(r)
            return a is b if a is None or b is None else a.face == b.face

        fn: Fn = (lambda r: not same(r)) if negated else same
    elif word is not None:
        fn = (lambda r: one(r) != word) if negated else (lambda r: one(r) == word)
    elif negated:
        fn = lambda r: one(r) != other(r)  # noqa: E731 - as short as what it stands for
    else:
        fn = lambda r: one(r) == other(r)  # noqa: E731 - as short as what it stands for
    return Typed(BOOL, fn, costs(left, right), deepest(left, right))


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def compared(op: str, left: Typed, right: Typed) -> Typed:
    """Which of two is more; false if one is `none`."""
    one, other, compare = left.fn, right.fn, _COMPARE[op]
    plain = left.type.kind == right.type.kind == "number"

    def run(r: Run) -> bool:
        a, b = one(r), other(r)
        if a is None or b is None:
            return False
        return compare(a, b) if plain else compare(ordered(a), ordered(b))

    return Typed(BOOL, run, costs(left, right), deepest(left, right))


def contained(left: Typed, right: Typed) -> Typed:
    """Whether a value is in a list."""
    one, other = left.fn, right.fn

    def run(r: Run) -> bool:
        value, values = one(r), other(r)
        if values is None:
            return False
        r.spend(len(values))
        return value in values

    return Typed(BOOL, run, costs(left, right), deepest(left, right))


_CALCULATE: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "%": operator.mod,
}  # fmt: skip


def calculated(op: str, left: Typed, right: Typed) -> Typed:
    """Arithmetic on whole numbers; `none` of `none`, and where it would be divided by nothing."""
    one, other, calculate, divides = left.fn, right.fn, _CALCULATE[op], op in "/%"

    def run(r: Run) -> Any:
        a, b = one(r), other(r)
        if a is None or b is None or (divides and not b):
            return None
        value = calculate(a, b)
        if not -MOST_NUMBER <= value <= MOST_NUMBER:
            raise Broken("a_number_is_too_large")
        return value

    unsure = left.type.maybe or right.type.maybe or divides
    return Typed(maybe(NUMBER) if unsure else NUMBER, run, costs(left, right), deepest(left, right))


def lists_joined(left: Typed, right: Typed, type: Type, *, less: bool) -> Typed:
    """Two lists as one, or the one without the items of the other; a value is a list of itself."""
    one, other = _listed(left), _listed(right)

    def run(r: Run) -> Any:
        a, b = one(r), other(r)
        r.spend(len(a) + len(b))
        if not less:
            return bounded(a + b)
        rest = list(a)
        for value in b:
            if value in rest:
                rest.remove(value)
        return rest

    return Typed(type, run, costs(left, right), deepest(left, right))


def _listed(of: Typed) -> Fn:
    fn = of.fn

    def run(r: Run) -> list[Any]:
        value = fn(r)
        return value if isinstance(value, list) else [] if value is None else [value]

    return run


def is_none(of: Typed, *, negated: bool) -> Typed:
    """Whether there is no value."""
    fn = of.fn
    return Typed(BOOL, lambda r: (fn(r) is None) != negated, costs(of), deepest(of))


def is_empty(of: Typed, *, negated: bool) -> Typed:
    """Whether a zone or a list holds nothing."""
    fn = size_of(of)
    return Typed(BOOL, lambda r: (not fn(r)) != negated, costs(of), deepest(of))


def size_of(of: Typed) -> Fn:
    """How many cards or items there are; of a zone without looking at them."""
    fn = of.fn
    if of.type.kind == "zone":

        def size(r: Run) -> Any:
            zone = fn(r)
            return None if zone is None else len(r.zones[zone].cards)

        return size
    if of.type.kind == "zones":
        return lambda r: sum(len(r.zones[zone].cards) for zone in fn(r))

    def length(r: Run) -> Any:
        values = fn(r)
        return None if values is None else len(values)

    return length


def item(of: Typed, place: Typed, type: Type) -> Typed:
    """An item of a list, from 0; `none` where there is none."""
    fn, index = of.fn, place.fn

    def run(r: Run) -> Any:
        values, at_ = fn(r), index(r)
        return values[at_] if values and at_ is not None and 0 <= at_ < len(values) else None

    return Typed(type, run, costs(of, place), deepest(of, place))


def conditional(conditions: Sequence[Typed], values: Sequence[Typed], otherwise: Typed) -> Typed:
    """The first value whose condition holds; only what is needed is evaluated."""
    pairs = [(one.fn if not at else one.charged(), value.charged())
        for at, (one, value) in enumerate(zip(conditions, values, strict=True))]  # fmt: skip
    rest = otherwise.charged()
    type_: Type | None = otherwise.type
    for value in values:
        type_ = joined(type_, value.type) if type_ is not None else None

    def run(r: Run) -> Any:
        for condition, value in pairs:
            if condition(r):
                return value(r)
        return rest(r)

    depth = deepest(*conditions, *values, otherwise)
    zones = {value.zone.name for value in (*values, otherwise) if value.zone is not None}
    zone_ = otherwise.zone if len(zones) == 1 else None
    return Typed(type_ or ANY, run, conditions[0].cost + 1, depth, zone=zone_)
