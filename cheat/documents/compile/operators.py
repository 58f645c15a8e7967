"""Make the expressions for operators, such as `+`, `and` and `in`.

A value that does not exist is `none`. A value computed from `none` is also `none`, and a condition on `none`
is false. Work costs steps. If the check of the document cannot infer the type of an expression, the type is
unknown (`any`).
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
    common_type,
    item_of,
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
    """Return an expression for `not`."""
    return Expr(BOOL, costs(of), deepest(of), lambda w: w.truth(f"not {w.of(of)}"))


def minus(of: Expr) -> Expr:
    """Return an expression for the number with the opposite sign."""
    of = as_number(of)
    return applied(maybe(NUMBER) if of.type.maybe else NUMBER, _minus, of)


def _minus(value: Any) -> Any:
    return None if value is None else -value


def conjunction(left: Expr, right: Expr) -> Expr:
    """Return an expression for `and`. The right side is computed only if the left side is true."""
    return Expr(BOOL, left.cost + 1, deepest(left, right), _one_by_one(left, right, "if"))


def disjunction(left: Expr, right: Expr) -> Expr:
    """Return an expression for `or`. The right side is computed only if the left side is false."""
    return Expr(BOOL, left.cost + 1, deepest(left, right), _one_by_one(left, right, "if not"))


def _one_by_one(left: Expr, right: Expr, goes_on: str) -> Emit:
    """Return the emitter of `and` or `or`.

    `goes_on`: the Python words before the left side: `if` for `and`, `if not` for `or`. Under this condition,
    the right side is computed.
    """
    return partial(_second_of_two, left, right, goes_on)


def _second_of_two(left: Expr, right: Expr, goes_on: str, w: Writer) -> str:
    holds = w.truth(w.name(w.holds(w.of(left))))
    with w.under(f"{goes_on} {holds}:"):
        w.charge(right.cost)
        w.write(f"{holds} = {w.holds(w.of(right))}")
    return holds


def equal(left: Expr, right: Expr, *, negated: bool) -> Expr:
    """Return an expression that is true if two values are the same."""
    kinds = {left.type.kind, right.type.kind}
    if may_be_list(left.type) and may_be_list(right.type):
        return applied(BOOL, _different_lists if negated else _same_lists, left, right, with_run=True)
    if CARD.kind in kinds and "any" not in kinds:
        emit = _same_card(left, right, "not" if negated else "")
    else:
        emit = _infix(left, "!=" if negated else "==", right)
    return Expr(BOOL, costs(left, right), deepest(left, right), emit)


def _same_lists(r: Run, left: Any, right: Any) -> bool:
    """Return whether two values are the same.

    If both are lists of the same length, all items cost steps.
    """
    if type(left) is list and type(right) is list:
        if len(left) != len(right):
            return False
        r.spend(item_count(left) + item_count(right))
    return bool(left == right)


def _different_lists(r: Run, left: Any, right: Any) -> bool:
    return not _same_lists(r, left, right)


def _infix(left: Expr, op: str, right: Expr) -> Emit:
    """Return the emitter of a Python operator between two values of any type."""
    return partial(_infix_written, left, op, right)


def _infix_written(left: Expr, op: str, right: Expr, w: Writer) -> str:
    return w.truth(f"{w.of(left)} {op} {w.of(right)}")


def _same_card(left: Expr, right: Expr, negated: str) -> Emit:
    """Return the emitter of the test that two cards have the same face."""

    def emit(w: Writer) -> str:
        a, b = w.as_name(w.of(left)), w.as_name(w.of(right))
        unsure = [f"{name} is None" for name in (a, b) if not w.is_sure(name)]
        test = f"{a}.face == {b}.face"
        if unsure:
            test = f"({a} is {b} if {' or '.join(unsure)} else {test})"
        return w.truth(f"{negated} {test}")

    return emit


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def _list_comparing(compare: Callable[[Any, Any], bool]) -> Callable[[Run, Any, Any], bool]:
    """Return a function that compares two values. If they are lists, all items cost steps."""

    def run(r: Run, left: Any, right: Any) -> bool:
        if left is None or right is None:
            return False
        r.spend(ORDERING * (item_count(left) + item_count(right)))
        return compare(sort_key(left), sort_key(right))

    return run


_COMPARE_LISTS = {op: _list_comparing(compare) for op, compare in _COMPARE.items()}


def comparison(op: str, left: Expr, right: Expr) -> Expr:
    """Return an expression for a comparison. It is false if one of the values is `none`."""
    plain = left.type.kind == right.type.kind == "number"
    if may_be_list(left.type) or may_be_list(right.type):
        return applied(BOOL, _COMPARE_LISTS[op], left, right, with_run=True)

    def emit(w: Writer) -> str:
        a, b = w.as_name(w.of(left)), w.as_name(w.of(right))
        key = w.value(sort_key)
        test = f"{a} {op} {b}" if plain else f"{key}({a}) {op} {key}({b})"
        return w.truth(
            " and ".join([*(f"{name} is not None" for name in (a, b) if not w.is_sure(name)), test])
        )

    return Expr(BOOL, costs(left, right), deepest(left, right), emit)


def contained(left: Expr, right: Expr) -> Expr:
    """Return an expression that is true if a value is in a list."""
    if may_nest(right.type):
        return applied(BOOL, _contained, left, right, with_run=True)

    def emit(w: Writer) -> str:
        value, values = w.as_name(w.of(left)), w.as_name(w.of(right))
        holds = w.truth(w.name("False"))
        with w.if_not_none(values):
            w.spend(f"len({values})")
            if left.type == CARD and item_of(right.type) == CARD:
                w.write(f"{holds} = {value} is not None and {value}.face in [card.face for card in {values}]")
            else:
                w.write(f"{holds} = {value} in {values}")
        return holds

    return Expr(BOOL, costs(left, right), deepest(left, right), emit)


def _contained(r: Run, value: Any, values: Any) -> bool:
    """Return whether a value is in a list.

    All items cost steps, including the items of lists inside the list.
    """
    if type(values) is not list:
        return False
    r.spend(item_count(values))
    return value in values


def number_or_none(value: Any) -> Any:
    """Return a number unchanged, and None for any other value.

    Without this function, Python would multiply a list by a number. The result could exceed the maximum
    length of lists.
    """
    return value if isinstance(value, int) else None


def as_number(of: Expr) -> Expr:
    """Return an expression for a number. The cost stays the same.

    If the type is unknown, a value that is not a number becomes `none`.
    """
    if of.type.kind != "any":
        return of
    return applied(maybe(NUMBER), number_or_none, of, cost=-1)


def noted(of: Expr, number: int) -> Expr:
    """Return the same expression. In a trial, its code makes a note if the value is `none`.

    `number`: the number of the expression in the trial's notes.
    """

    def emit(w: Writer) -> str:
        value = w.as_name(w.of(of))
        if not w.is_sure(value):
            w.write(f"if {value} is None: {w.value(_note_none)}(r, {number})")
        return value

    return Expr(of.type, of.cost, of.depth, emit)


def _note_none(r: Run, number: int) -> None:
    if r.game.trial_notes is not None:
        r.game.trial_notes.note_none(number, r.t.phase)


def calculated(op: str, left: Expr, right: Expr) -> Expr:
    """Return an expression for a calculation with whole numbers.

    Division by 0 results in `none`.
    """
    left, right, divides = as_number(left), as_number(right), op in "/%"

    def emit(w: Writer) -> str:
        a, b = w.as_name(w.of(left)), w.as_name(w.of(right))
        calculation = f"{a} {'//' if op == '/' else op} {b}"
        is_total = not divides or (b.isdigit() and int(b) > 0)
        result = w.unless_none(
            (a, b), calculation if is_total else f"{calculation} if {b} else None", sure=is_total
        )
        exists = "" if w.is_sure(result) else f"{result} is not None and "
        w.write(f"if {exists}not {-MOST_NUMBER} <= {result} <= {MOST_NUMBER}: {w.value(too_large)}()")
        return result

    unsure = left.type.maybe or right.type.maybe or divides
    type_ = maybe(NUMBER) if unsure else NUMBER
    return Expr(type_, costs(left, right), deepest(left, right), emit)


def too_large() -> None:
    """Raise Broken for a number that is too large."""
    raise Broken("a_number_is_too_large")


def lists_joined(left: Expr, right: Expr, type: Type, *, removes: bool) -> Expr:
    """Return an expression that joins two lists, or removes the items of `right` from `left`.

    `removes`: remove the items instead of joining. A value that is not a list counts as a list with one item.
    """
    if _sure_cards(left.type) and _sure_cards(right.type):
        do = _cards_without if removes else _join
    elif may_be_list(item_of(left.type)) or may_be_list(item_of(right.type)):
        do = _lists_without if removes else _join_nested
    else:
        do = _without if removes else _join
    return applied(type, do, left, right, with_run=True)


def _sure_cards(type: Type) -> bool:
    """Return whether a value of a type can only be a list of cards, a single card, or `none`."""
    return type.kind == "card" or (type.kind == "list" and item_of(type) == CARD)


def _join(r: Run, left: Any, right: Any) -> list[Any]:
    a, b = _as_list(left), _as_list(right)
    r.spend(len(a) + len(b))
    return checked_length(a + b)


def _join_nested(r: Run, left: Any, right: Any) -> list[Any]:
    """Join two lists. The items of both lists may be lists."""
    items = _join(r, left, right)
    r.spend(item_count(items))
    return items


def _without(r: Run, left: Any, right: Any) -> list[Any]:
    a, b = _as_list(left), _as_list(right)
    r.spend(len(a) + len(b))
    return _without_keys(a, a, b)


def _cards_without(r: Run, left: Any, right: Any) -> list[Any]:
    """Remove the cards of another list. Cards are compared by their faces."""
    a, b = _as_list(left), _as_list(right)
    r.spend(len(a) + len(b))
    return _without_keys(a, [card.face for card in a], [card.face for card in b])


def _lists_without(r: Run, left: Any, right: Any) -> list[Any]:
    """Remove the items of another list. The items of both lists may be lists."""
    a, b = _as_list(left), _as_list(right)
    r.spend(ORDERING * (item_count(a) + item_count(b)))
    return _without_keys(a, [hashable(value) for value in a], [hashable(value) for value in b])


def _without_keys(values: list[Any], keys: list[Any], removed_keys: list[Any]) -> list[Any]:
    """Return the values that remain after some were removed.

    For each key in `removed_keys`, the first remaining value with this key is removed.
    """
    if not removed_keys:
        return values[:]
    remaining: dict[Any, int] = {}
    for key in removed_keys:
        remaining[key] = remaining.get(key, 0) + 1
    result = []
    for value, key in zip(values, keys, strict=True):
        if remaining.get(key):
            remaining[key] -= 1
        else:
            result.append(value)
    return result


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def is_none(of: Expr, *, negated: bool) -> Expr:
    """Return an expression that is true if a value is `none`."""
    operator_code = "is not" if negated else "is"
    return Expr(BOOL, costs(of), deepest(of), lambda w: w.truth(f"{w.name(w.of(of))} {operator_code} None"))


def is_empty(of: Expr, *, negated: bool) -> Expr:
    """Return an expression that is true if a zone or a list is empty."""
    operator_code = "not not" if negated else "not"
    size = size_of(of, NUMBER)
    return Expr(BOOL, costs(of), deepest(of), lambda w: w.truth(f"{operator_code} {w.of(size)}"))


_SIZES = {"zone": "len(r.zones[{0}].cards)", "zones": "sum([len(r.zones[zone].cards) for zone in {0}])"}
"""Kind of a type -> Python code for a value's size. For all other kinds, the code is `len`."""


def size_of(of: Expr, type: Type) -> Expr:
    """Return an expression for the number of cards or items.

    For a zone, the code does not make a list of the cards.
    """
    code = _SIZES.get(of.type.kind)

    def emit(w: Writer) -> str:
        value = w.as_name(w.of(of))
        return w.unless_none((value,), code.format(value) if code else f"len({value})")

    return Expr(type, costs(of), deepest(of), emit)


def item(of: Expr, place: Expr, type: Type) -> Expr:
    """Return an expression for the item at an index of a list. A missing item is `none`."""
    return applied(type, _item, of, place)


def _item(values: Any, at: Any) -> Any:
    return values[at] if values and at is not None and 0 <= at < len(values) else None


def conditional(conditions: Sequence[Expr], values: Sequence[Expr], otherwise: Expr) -> Expr:
    """Return an expression for the value that belongs to the first true condition.

    Later conditions, and all other values, are not computed.
    """
    type_: Type | None = otherwise.type
    for value in values:
        type_ = common_type(type_, value.type) if type_ is not None else None
    depth = deepest(*conditions, *values, otherwise)
    zones = {value.zone.name for value in (*values, otherwise) if value.zone is not None}
    zone_ = otherwise.zone if len(zones) == 1 else None
    emit = _branches(conditions, values, otherwise)
    return Expr(type_ or ANY, conditions[0].cost + 1, depth, emit, zone=zone_)


def _branches(conditions: Sequence[Expr], values: Sequence[Expr], otherwise: Expr) -> Emit:
    """Return the emitter of `conditional`."""

    def branch(w: Writer, result: str, at: int) -> None:
        value = values[at] if at < len(values) else otherwise
        if value is otherwise:
            w.charge(value.cost)
            w.write(f"{result} = {w.of(value)}")
            return
        if at:
            w.charge(conditions[at].cost)
        with w.under(f"if {w.of(conditions[at])}:"):
            w.charge(value.cost)
            w.write(f"{result} = {w.of(value)}")
        with w.under("else:"):
            branch(w, result, at + 1)

    def emit(w: Writer) -> str:
        result = w.name("None")
        branch(w, result, 0)
        return result

    return emit
