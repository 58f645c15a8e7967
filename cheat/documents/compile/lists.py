"""Emitters of functions that make lists, and values from lists.

Each costs a step for each item of its list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cheat.documents.check.scope import Names
from cheat.documents.compile.emit import Each, Expr, Writer, applied, costs, deepest
from cheat.documents.parse.types import (
    BOOL,
    NUMBER,
    NUMBERS,
    PLAYER,
    PLAYERS,
    Type,
    has_all,
    item_of,
    list_of,
    may_be_list,
    may_nest,
    maybe,
)
from cheat.documents.runtime.state import (
    DRAWING,
    MOST_ITEMS,
    ORDERING,
    Broken,
    DeclaredZone,
    Run,
    hashable,
    item_count,
    sort_key,
)

PLAIN = ("number", "player", "team", "bool")
"""Kinds whose values compare as they are."""


def filtered(of: Expr, where: Each) -> Expr:
    """Return the items for which a condition holds."""

    def emit(w: Writer) -> str:
        values = w.named(w.of(of))
        with w.made_of(values) as found:
            w.put(f"{found} = []")
            with w.each(where, values, sure=has_all(of.type)) as holds:
                w.put(f"if {holds}: {found}.append(v{where.place})")
        if values in w.present:
            w.present.add(found)
        return found

    return Expr(of.type, of.cost + 1, deepest(of, where.body), emit)


def keyed(
    type: Type,
    of: Expr,
    by: Each | None,
    do: Callable[[list[Any], list[Any]], Any],
    cost: int = 1,
    written: str = "",
    per_item: int = 1,
) -> Expr:
    """Return a value that the function `do` makes from the items of a list and their keys.

    Without `by`, each item is its own key. `written`: a Python expression for the same value, with {0} for
    the keys; without it, `do` is called. `per_item`: if keys may be lists, steps for each item
    in them.
    """
    weighs = may_be_list(_key_type(of, by))

    def emit(w: Writer) -> str:
        values = w.named(w.of(of))
        if not w.is_sure(values):
            values = w.known(f"{values} or []")
        w.spend(f"len({values})")
        keys = values
        if by is not None:
            keys = w.fresh("[]")
            with w.each(by, values, sure=has_all(of.type)) as key:
                w.put(f"{keys}.append({key})")
        if weighs:
            w.spend(f"{per_item} * {w.value(item_count)}({keys})")
        if not written:
            return w.call(do, values, keys)
        return w.name(written.format(keys)) if type.maybe else w.known(written.format(keys))

    return Expr(type, of.cost + cost, deepest(of) if by is None else deepest(of, by.body), emit)


def _key_type(of: Expr, by: Each | None) -> Type:
    """Return the type of the keys."""
    return by.body.type if by is not None else item_of(of.type)


def _comparable(of: Expr, by: Each | None) -> Callable[[Any], Any] | None:
    """Return the function that makes keys comparable, None if they are comparable already."""
    type_ = _key_type(of, by)
    return None if type_.kind in PLAIN and not type_.maybe else sort_key


def summed(of: Expr, by: Each | None) -> Expr:
    """Return the sum of the keys. A key that is `none` counts 0."""
    written = "sum({0})" if has_all(list_of(_key_type(of, by))) else ""
    return keyed(NUMBER, of, by, _sum, written=written)


def _sum(values: list[Any], keys: list[Any]) -> int:
    return sum([key for key in keys if isinstance(key, int)])


def extreme(of: Expr, by: Each | None, type: Type, *, most: bool) -> Expr:
    """Return the least or the greatest key."""
    way, choose = _comparable(of, by), max if most else min
    written = "" if way else f"{'max' if most else 'min'}({{0}}) if {{0}} else None"
    do: Callable[[list[Any], list[Any]], Any] = lambda values, keys: choose(keys, key=way) if keys else None  # noqa: E731
    return keyed(type, of, by, do, written=written, per_item=ORDERING)


def extreme_of(numbers: Sequence[Expr], *, most: bool) -> Expr:
    """Return the least or the greatest of several numbers."""
    choose = max if most else min
    unsure = any(one.type.maybe for one in numbers)
    return applied(
        maybe(NUMBER) if unsure else NUMBER,
        lambda *values: None if None in values else choose(values),
        *numbers,
    )


def best(of: Expr, by: Each | None, *, most: bool) -> Expr:
    """Return the items whose key is the greatest, or the least."""
    way, choose = _comparable(of, by), max if most else min

    def chosen(values: list[Any], keys: list[Any]) -> list[Any]:
        if not values:
            return []
        found = [way(key) for key in keys] if way else keys
        top = choose(found)
        return [value for value, key in zip(values, found, strict=True) if key == top]

    return keyed(list_of(item_of(of.type)), of, by, chosen, per_item=ORDERING)


def sorted_by(of: Expr, by: Each | None) -> Expr:
    """Return the items in order, the least key first."""
    way = _comparable(of, by)

    def in_order(values: list[Any], keys: list[Any]) -> list[Any]:
        found = [way(key) for key in keys] if way else keys
        return [values[at] for at in sorted(range(len(values)), key=found.__getitem__)]

    return keyed(list_of(item_of(of.type)), of, by, in_order, per_item=2 * ORDERING)


def grouped(of: Expr, by: Each) -> Expr:
    """Return a list of items for each key."""
    do = _plain_groups if has_all(list_of(by.body.type)) else _groups
    made = keyed(list_of(list_of(item_of(of.type))), of, by, do, per_item=ORDERING)
    return weighed(made) if may_nest(of.type) else made


def weighed(made: Expr) -> Expr:
    """Return the expression, charged for all items in the list and in the lists in it."""
    return applied(made.type, _weighed, made, with_run=True, cost=-1)


def _weighed(r: Run, values: Any) -> Any:
    r.spend(item_count(values))
    return values


def _plain_groups(values: list[Any], keys: list[Any]) -> list[Any]:
    groups: dict[Any, list[Any]] = {}
    for value, key in zip(values, keys, strict=True):
        if key in groups:
            groups[key].append(value)
        else:
            groups[key] = [value]
    return [*groups.values()]


def _groups(values: list[Any], keys: list[Any]) -> list[Any]:
    groups: dict[Any, list[Any]] = {}
    for value, key in zip(values, keys, strict=True):
        groups.setdefault(hashable(key), []).append(value)
    return list(groups.values())


def mapped(of: Expr, by: Each | None, *, once: bool) -> Expr:
    """Return the keys; with `once`, each key only once."""
    item = by.body.type if by is not None else item_of(of.type)
    written = "[*dict.fromkeys({0})]" if once else "[*{0}]"
    do = _different if once else lambda values, keys: list(keys)
    way = "" if once and not has_all(list_of(item)) else written
    return keyed(list_of(item), of, by, do, written=way, per_item=ORDERING if once else 1)


def _different(values: list[Any], keys: list[Any]) -> list[Any]:
    different: dict[Any, Any] = {}
    for key in keys:
        different.setdefault(hashable(key), key)
    return list(different.values())


def all_true(of: Expr) -> Expr:
    """Return whether all items are true."""
    return part(of, all, BOOL)


def all_pass(of: Expr, where: Each) -> Expr:
    """Return whether a condition holds for all items."""

    def emit(w: Writer) -> str:
        values, holds = w.name(f"{w.of(of)} or []"), w.truth(w.name("True"))
        with w.each(where, values, sure=has_all(of.type)) as passes:
            w.put(f"if not {passes}: {holds} = False")
        return holds

    return Expr(BOOL, of.cost + 1, deepest(of, where.body), emit)


def part(of: Expr, take: Callable[[Any], Any], type: Type, *, written: str = "", cost: int = 1) -> Expr:
    """Return a value that `take` makes from another one. From `none` it is `none`.

    `written`: a Python expression for the same value, with {0} for the other one; without it, `take` is
    called. `cost`: steps for each item, if the other value is a list.
    """

    def emit(w: Writer) -> str:
        value, found = w.named(w.of(of)), w.name("None")
        with w.where_there(value):
            if cost:
                w.spend(f"len({value})")
            w.put(f"{found} = {written.format(value) if written else w.call(take, value)}")
        return found

    type_ = type if type.kind == "bool" or not of.type.maybe else maybe(type)
    return Expr(type_, costs(of), deepest(of), emit)


def end_of(of: Expr, at: int, *, cost: int = 0) -> Expr:
    """Return the first item of a list, or the last one. `cost`: steps for each item.

    For a zone without such a cost, this looks at no other card of the zone.
    """
    written = "{0}[0] if {0} else None" if at == 0 else "{0}[-1] if {0} else None"
    made = part(of, _last if at else _first, maybe(item_of(of.type)), written=written, cost=cost)
    if cost or of.whole is None or of.whole.type.kind != "zone":
        return made
    whole = of.whole

    def emit(w: Writer) -> str:
        zone = w.named(w.of(whole))
        card = f"r.cards[{zone}][r.zones[{zone}].cards[{at}]] if r.zones[{zone}].cards else None"
        return w.unless_none((zone,), card, sure=False)

    return Expr(made.type, made.cost, made.depth, emit)


def _first(values: Any) -> Any:
    return values[0] if values else None


def _last(values: Any) -> Any:
    return values[-1] if values else None


def slice_of(of: Expr, count: Expr, *, from_end: bool) -> Expr:
    """Return so many items from the beginning, or from the end backwards, as off a pile."""

    def some(r: Run, values: Any, n: Any) -> Any:
        if values is None or n is None:
            return None
        n = max(0, n)
        n = min(n, len(values))
        r.spend(n)
        return values[len(values) - n :][::-1] if from_end else values[:n]

    unsure = of.type.maybe or count.type.maybe
    return applied(maybe(of.type) if unsure else of.type, some, of, count, with_run=True)


def place(of: Expr, item: Expr) -> Expr:
    """Return the index of an item."""
    return applied(maybe(NUMBER), _place_of_lists if may_nest(of.type) else _place, of, item, with_run=True)


def _place(r: Run, values: Any, value: Any) -> Any:
    r.spend(len(values or ()))
    return values.index(value) if values and value in values else None


def _place_of_lists(r: Run, values: Any, value: Any) -> Any:
    """Return the index of an item in a list whose items may be lists."""
    r.spend(2 * item_count(values))
    return values.index(value) if values and value in values else None


def numbers(low: Expr, high: Expr) -> Expr:
    """Return the numbers from `low` to `high`."""
    unsure = low.type.maybe or high.type.maybe
    return applied(maybe(NUMBERS) if unsure else NUMBERS, _numbers, low, high, with_run=True)


def _numbers(r: Run, a: Any, b: Any) -> Any:
    if a is None or b is None:
        return None
    if b - a >= MOST_ITEMS:
        raise Broken("a_list_has_too_many_items")
    r.spend(max(0, b - a + 1))
    return list(range(a, b + 1))


def drawable(of: Expr, zone: DeclaredZone, names: Names) -> Expr:
    """Return the number of cards that can be drawn: those of the zone, and of its refill."""
    other, keep = refill_of(zone, names)

    def emit(w: Writer) -> str:
        at = w.named(w.of(of))
        count = f"len(r.zones[{at}].cards)"
        if other is not None:
            count += f" + max(0, len(r.zones[r.shape.bases[{other}]].cards) - {keep})"
        return w.unless_none((at,), count)

    return Expr(maybe(NUMBER) if of.type.maybe else NUMBER, costs(of), deepest(of), emit)


def refill_of(zone: DeclaredZone, names: Names) -> tuple[int | None, int]:
    """Return the number of the zone that refills this one, and how many cards stay there."""
    other = names.zones.get(zone.refill or zone.refill_all)
    return (None, 0) if other is None else (other.number, 1 if zone.refill else 0)


def owner(card: Expr) -> Expr:
    """Return the player in whose zone a card is."""
    return applied(maybe(PLAYER), _owner, card, with_run=True)


def _owner(r: Run, card: Any) -> Any:
    zone = None if card is None else r.place_of(card)
    return None if zone is None else r.shape.owners[zone]


def after(player: Expr, steps: Expr) -> Expr:
    """Return the player whose turn comes so many steps after that of `player`."""
    unsure = player.type.maybe or steps.type.maybe
    return applied(maybe(PLAYER) if unsure else PLAYER, _after, player, steps, with_run=True)


def _after(r: Run, seat: Any, n: Any) -> Any:
    return None if seat is None or n is None else r.after(seat, n)


def around(player: Expr) -> Expr:
    """Return all active players in the order of turns."""
    return applied(maybe(PLAYERS) if player.type.maybe else PLAYERS, _around, player, with_run=True)


def _around(r: Run, seat: Any) -> Any:
    if seat is None:
        return None
    r.spend(len(r.active))
    first = seat if seat in r.active else r.after(seat)
    return [r.after(first, steps) for steps in range(len(r.active))]


def next_of(players: Expr) -> Expr:
    """Return the first of these players whose turn is after mine; me only if no other is there."""
    return applied(maybe(PLAYER), _next_of, players, with_run=True)


def _next_of(r: Run, players: Any) -> Any:
    wanted = {seat for seat in players or () if type(seat) is int}
    r.spend(len(r.active) + len(players or ()))
    turns = (r.after(r.me, steps) for steps in range(1, len(r.active) + 1))
    return next((seat for seat in turns if seat in wanted), None)


def picked(of: Expr, type: Type) -> Expr:
    """Return one item by chance."""
    do: Callable[[Run, Any], Any] = lambda r, values: r.rng.choice(values) if values else None  # noqa: E731
    return applied(type, do, of, with_run=True, cost=DRAWING)


def random(low: Expr, high: Expr) -> Expr:
    """Return a number by chance."""
    return applied(maybe(NUMBER), _random, low, high, with_run=True, cost=DRAWING)


def _random(r: Run, a: Any, b: Any) -> Any:
    return None if a is None or b is None or a > b else r.rng.between(a, b)
