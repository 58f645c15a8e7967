"""Functions that compute lists, and what is looked for in them. Each costs the length of its list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cheat.documents.names import Names, Zoned
from cheat.documents.typed import Each, Typed, costs, deepest
from cheat.documents.types import (
    BOOL,
    NUMBER,
    NUMBERS,
    PLAYER,
    PLAYERS,
    Type,
    item_of,
    list_of,
    maybe,
)
from cheat.documents.values import MOST_ITEMS, Broken, Run, ordered

PLAIN = ("number", "player", "team", "bool")
"""Kinds whose values compare as they are."""


def filtered(of: Typed, where: Each) -> Typed:
    """The items for which a condition holds."""
    fn, each = of.fn, where.of

    def run(r: Run) -> Any:
        values = fn(r)
        if values is None:
            return None
        return [value for value, holds in zip(values, each(r, values), strict=True) if holds]

    return Typed(of.type, run, of.cost + 1, deepest(of, where.body))


def _keys(of: Typed, by: Each | None) -> Callable[[Run], tuple[list[Any], list[Any]]]:
    """The items of a list, and the key of each."""
    fn = of.fn
    if by is None:

        def themselves(r: Run) -> tuple[list[Any], list[Any]]:
            values = fn(r) or []
            r.spend(len(values))
            return values, values

        return themselves
    each = by.of

    def run(r: Run) -> tuple[list[Any], list[Any]]:
        values = fn(r) or []
        r.spend(len(values))
        return values, each(r, values)

    return run


def _depth(of: Typed, by: Each | None) -> int:
    return deepest(of) if by is None else deepest(of, by.body)


def _comparable(of: Typed, by: Each | None, names: Names | None = None) -> Callable[[Any], Any] | None:
    """How keys are made to compare, None where they do as they are."""
    type_ = by.body.type if by is not None else item_of(of.type)
    return None if type_.kind in PLAIN and not type_.maybe else ordered


def _made(keys: list[Any], way: Callable[[Any], Any] | None) -> list[Any]:
    return [way(key) for key in keys] if way else keys


def summed(of: Typed, by: Each | None) -> Typed:
    """The sum of the keys; `none` counts nothing."""
    keys = _keys(of, by)

    def run(r: Run) -> int:
        return sum(key for key in keys(r)[1] if key is not None)

    return Typed(NUMBER, run, of.cost + 1, _depth(of, by))


def extreme(of: Typed, by: Each | None, type: Type, *, most: bool) -> Typed:
    """The least or the greatest key."""
    keys, way, choose = _keys(of, by), _comparable(of, by), max if most else min

    def run(r: Run) -> Any:
        found = keys(r)[1]
        return choose(found, key=way) if found else None

    return Typed(type, run, of.cost + 1, _depth(of, by))


def extreme_of(numbers: Sequence[Typed], *, most: bool) -> Typed:
    """The least or the greatest of some numbers."""
    fns, choose = [one.fn for one in numbers], max if most else min

    def run(r: Run) -> Any:
        values = [fn(r) for fn in fns]
        return None if None in values else choose(values)

    unsure = any(one.type.maybe for one in numbers)
    return Typed(maybe(NUMBER) if unsure else NUMBER, run, costs(*numbers), deepest(*numbers))


def best(of: Typed, by: Each | None, *, most: bool) -> Typed:
    """The items whose key is the greatest, or the least."""
    keys, way, choose = _keys(of, by), _comparable(of, by), max if most else min

    def run(r: Run) -> list[Any]:
        values, found = keys(r)
        found = _made(found, way)
        if not values:
            return []
        top = choose(found)
        return [value for value, key in zip(values, found, strict=True) if key == top]

    return Typed(list_of(item_of(of.type)), run, of.cost + 1, _depth(of, by))


def sorted_by(of: Typed, by: Each | None) -> Typed:
    """The items, least key first."""
    keys = _keys(of, by)
    way = _comparable(of, by)

    def run(r: Run) -> list[Any]:
        values, found = keys(r)
        found = _made(found, way)
        return [values[at] for at in sorted(range(len(values)), key=found.__getitem__)]

    return Typed(list_of(item_of(of.type)), run, of.cost + 1, _depth(of, by))


def grouped(of: Typed, by: Each) -> Typed:
    """Lists of the items that have one key."""
    keys = _keys(of, by)

    def run(r: Run) -> list[Any]:
        groups: dict[Any, list[Any]] = {}
        for value, key in zip(*keys(r), strict=True):
            groups.setdefault(_hashable(key), []).append(value)
        return list(groups.values())

    return Typed(list_of(list_of(item_of(of.type))), run, of.cost + 1, _depth(of, by))


def _hashable(key: Any) -> Any:
    return tuple(map(_hashable, key)) if isinstance(key, list) else key


def mapped(of: Typed, by: Each | None, *, once: bool) -> Typed:
    """The keys, with `once` only different ones."""
    keys = _keys(of, by)
    item = by.body.type if by is not None else item_of(of.type)

    def run(r: Run) -> list[Any]:
        found = keys(r)[1]
        if not once:
            return list(found)
        different: dict[Any, Any] = {}
        for key in found:
            different.setdefault(_hashable(key), key)
        return list(different.values())

    return Typed(list_of(item), run, of.cost + 1, _depth(of, by))


def all_true(of: Typed) -> Typed:
    """Whether all items are true."""
    return part(of, all, BOOL)


def all_pass(of: Typed, where: Each) -> Typed:
    """Whether a condition holds for all items."""
    fn, each = of.fn, where.of
    return Typed(BOOL, lambda r: all(each(r, fn(r) or [])), of.cost + 1, deepest(of, where.body))


def part(of: Typed, take: Callable[[Any], Any], type: Type, *, cost: int = 1) -> Typed:
    """Something that is made of a value; `none` of `none`. `cost`: what each item of a list costs."""
    fn = of.fn

    def run(r: Run) -> Any:
        value = fn(r)
        if value is None:
            return None
        if cost:
            r.spend(len(value))
        return take(value)

    type_ = type if type.kind == "bool" or not of.type.maybe else maybe(type)
    return Typed(type_, run, costs(of), deepest(of))


def taken(of: Typed, count: Typed, *, from_end: bool) -> Typed:
    """So many items: from the beginning, or from the end on and backwards, as cards are taken off a pile."""
    fn, many = of.fn, count.fn

    def run(r: Run) -> Any:
        values, n = fn(r), many(r)
        if values is None or n is None:
            return None
        n = max(0, n)
        r.spend(min(n, len(values)))
        return values[::-1][:n] if from_end else values[:n]

    unsure = of.type.maybe or count.type.maybe
    return Typed(maybe(of.type) if unsure else of.type, run, costs(of, count), deepest(of, count))


def place(of: Typed, item: Typed) -> Typed:
    """The index of an item."""
    fn, sought = of.fn, item.fn

    def run(r: Run) -> Any:
        values, value = fn(r) or [], sought(r)
        r.spend(len(values))
        return values.index(value) if value in values else None

    return Typed(maybe(NUMBER), run, costs(of, item), deepest(of, item))


def numbers(low: Typed, high: Typed) -> Typed:
    """The numbers from `low` to `high`."""
    first, last = low.fn, high.fn

    def run(r: Run) -> Any:
        a, b = first(r), last(r)
        if a is None or b is None:
            return None
        if b - a >= MOST_ITEMS:
            raise Broken("a_list_has_too_many_items")
        r.spend(max(0, b - a + 1))
        return list(range(a, b + 1))

    unsure = low.type.maybe or high.type.maybe
    return Typed(maybe(NUMBERS) if unsure else NUMBERS, run, costs(low, high), deepest(low, high))


def drawable(of: Typed, zone: Zoned, names: Names) -> Typed:
    """How many cards can be drawn: those of the zone, and those with which it would be filled up."""
    fn, other, keep = of.fn, *refill_of(zone, names)

    def run(r: Run) -> Any:
        at = fn(r)
        if at is None:
            return None
        more = max(0, len(r.zones[r.shape.bases[other]].cards) - keep) if other is not None else 0
        return len(r.zones[at].cards) + more

    return Typed(maybe(NUMBER) if of.type.maybe else NUMBER, run, costs(of), deepest(of))


def refill_of(zone: Zoned, names: Names) -> tuple[int | None, int]:
    """The number of the zone that fills this one up when it is empty, and how many cards stay there."""
    other = names.zones.get(zone.refill or zone.refill_all)
    return (None, 0) if other is None else (other.number, 1 if zone.refill else 0)


def owner(card: Typed) -> Typed:
    """The player in whose zone a card is."""
    fn = card.fn

    def run(r: Run) -> Any:
        of = fn(r)
        zone = None if of is None else r.place_of(of)
        return None if zone is None else r.shape.owners[zone]

    return Typed(maybe(PLAYER), run, costs(card), deepest(card))


def after(player: Typed, steps: Typed) -> Typed:
    """A player who has a turn later."""
    who, many = player.fn, steps.fn

    def run(r: Run) -> Any:
        seat, n = who(r), many(r)
        return None if seat is None or n is None else r.after(seat, n)

    unsure = player.type.maybe or steps.type.maybe
    return Typed(maybe(PLAYER) if unsure else PLAYER, run, costs(player, steps), deepest(player, steps))


def around(player: Typed) -> Typed:
    """Everybody in the order of turns."""
    who = player.fn

    def run(r: Run) -> Any:
        seat = who(r)
        if seat is None:
            return None
        first = seat if seat in r.active else r.after(seat)
        return [r.after(first, steps) for steps in range(len(r.active))]

    return Typed(maybe(PLAYERS) if player.type.maybe else PLAYERS, run, costs(player), deepest(player))


def next_of(players: Typed) -> Typed:
    """The first of these players who has a turn after me; me only if there is nobody else."""
    fn = players.fn

    def run(r: Run) -> Any:
        among = fn(r) or []
        r.spend(len(r.active))
        turns = (r.after(r.me, steps) for steps in range(1, len(r.active) + 1))
        return next((seat for seat in turns if seat in among), None)

    return Typed(maybe(PLAYER), run, costs(players), deepest(players))


def picked(of: Typed, type: Type) -> Typed:
    """One item by chance."""
    fn = of.fn

    def run(r: Run) -> Any:
        values = fn(r)
        return r.rng.choice(values) if values else None

    return Typed(type, run, costs(of), deepest(of))


def random(low: Typed, high: Typed) -> Typed:
    """A number by chance."""
    first, last = low.fn, high.fn

    def run(r: Run) -> Any:
        a, b = first(r), last(r)
        return None if a is None or b is None or a > b else r.rng.between(a, b)

    return Typed(maybe(NUMBER), run, costs(low, high), deepest(low, high))
