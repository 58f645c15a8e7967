"""Make the expressions for the functions on lists, such as `sum` and `sort`.

A step is the unit of cost. Each function costs a step for each item of its list. In this module, `of` is the
list. `by` computes a key of each item, for example the key by which items are sorted. Without `by`, each item
is its own key. `none` stands for a value that does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cheat.documents.compile.emit import Expr, ItemExpr, Writer, applied, costs, deepest
from cheat.documents.compile.scope import Names, Scope
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
    CALLING,
    DRAWING,
    MOST_ITEMS,
    ORDERING,
    UNSEEN,
    Broken,
    DeclaredZone,
    Run,
    hashable,
    item_count,
    sort_key,
)

PLAIN = ("number", "player", "team", "bool")
"""Kinds of values that can be compared as they are."""


def filtered(of: Expr, where: ItemExpr) -> Expr:
    """Return an expression for the items for which a condition is true."""

    def emit(w: Writer) -> str:
        values = w.as_name(w.of(of))
        with w.derived(values) as items:
            w.write(f"{items} = []")
            with w.loop(where, values, sure=has_all(of.type)) as holds:
                w.write(f"if {holds}: {items}.append(v{where.place})")
        if values in w.present:
            w.present.add(items)
        return items

    return Expr(of.type, of.cost + 1, deepest(of, where.body), emit)


def keyed(
    type: Type,
    of: Expr,
    by: ItemExpr | None,
    do: Callable[[list[Any], list[Any]], Any],
    cost: int = 1,
    code: str = "",
    per_item: int = 1,
) -> Expr:
    """Return an expression that calls `do` with the items of a list and their keys.

    - `code`: Python code that replaces the call of `do`, with the same result; {0} stands for the keys
    - `cost`: steps for the call, in addition to the steps for the items
    - `per_item`: if keys are lists, the steps for each item of a key
    """
    weighs = may_be_list(_key_type(of, by))

    def emit(w: Writer) -> str:
        values = w.as_name(w.of(of))
        if not w.is_sure(values):
            values = w.sure_name(f"{values} or []")
        w.spend(f"len({values})")
        keys = values
        if by is not None:
            keys = w.fresh("[]")
            with w.loop(by, values, sure=has_all(of.type)) as key:
                w.write(f"{keys}.append({key})")
        if weighs:
            w.spend(f"{per_item} * {w.value(item_count)}({keys})")
        if not code:
            return w.call(do, values, keys)
        return w.name(code.format(keys)) if type.maybe else w.sure_name(code.format(keys))

    cost += of.cost + CALLING
    return Expr(type, cost, deepest(of) if by is None else deepest(of, by.body), emit)


def _key_type(of: Expr, by: ItemExpr | None) -> Type:
    """Return the type of the keys."""
    return by.body.type if by is not None else item_of(of.type)


def _comparable(of: Expr, by: ItemExpr | None) -> Callable[[Any], Any] | None:
    """Return a function that makes keys comparable, or None if keys are comparable as they are."""
    type_ = _key_type(of, by)
    return None if type_.kind in PLAIN and not type_.maybe else sort_key


def summed(of: Expr, by: ItemExpr | None) -> Expr:
    """Return an expression for the sum of the keys. A key that is `none` counts as 0."""
    code = "sum({0})" if has_all(list_of(_key_type(of, by))) else ""
    return keyed(NUMBER, of, by, _sum, code=code)


def _sum(values: list[Any], keys: list[Any]) -> int:
    return sum([key for key in keys if isinstance(key, int)])


def extreme(of: Expr, by: ItemExpr | None, type: Type, *, greatest: bool) -> Expr:
    """Return an expression for the smallest or the greatest key."""
    sortable, choose = _comparable(of, by), max if greatest else min
    code = "" if sortable else f"{'max' if greatest else 'min'}({{0}}) if {{0}} else None"

    def find_extreme(values: list[Any], keys: list[Any]) -> Any:
        return choose(keys, key=sortable) if keys else None

    return keyed(type, of, by, find_extreme, code=code, per_item=ORDERING)


def extreme_of(numbers: Sequence[Expr], *, greatest: bool) -> Expr:
    """Return an expression for the smallest or the greatest of several numbers."""
    choose = max if greatest else min
    unsure = any(number.type.maybe for number in numbers)
    return applied(
        maybe(NUMBER) if unsure else NUMBER,
        lambda *values: None if None in values else choose(values),
        *numbers,
    )


def best(of: Expr, by: ItemExpr | None, *, greatest: bool) -> Expr:
    """Return an expression for all items with the greatest key, or with the smallest key."""
    sortable, choose = _comparable(of, by), max if greatest else min

    def find_best(values: list[Any], keys: list[Any]) -> list[Any]:
        if not values:
            return []
        comparable = [sortable(key) for key in keys] if sortable else keys
        top = choose(comparable)
        return [value for value, key in zip(values, comparable, strict=True) if key == top]

    return keyed(list_of(item_of(of.type)), of, by, find_best, per_item=ORDERING)


def sorted_by(of: Expr, by: ItemExpr | None) -> Expr:
    """Return an expression for the items in the order of their keys, the smallest key first."""
    sortable = _comparable(of, by)

    def in_order(values: list[Any], keys: list[Any]) -> list[Any]:
        comparable = [sortable(key) for key in keys] if sortable else keys
        return [values[at] for at in sorted(range(len(values)), key=comparable.__getitem__)]

    return keyed(list_of(item_of(of.type)), of, by, in_order, per_item=2 * ORDERING)


def grouped(of: Expr, by: ItemExpr) -> Expr:
    """Return an expression for a list of groups. The items of a group have the same key."""
    do = _plain_groups if has_all(list_of(by.body.type)) else _groups
    groups = keyed(list_of(list_of(item_of(of.type))), of, by, do, per_item=ORDERING)
    return weighed(groups) if may_nest(of.type) else groups


def weighed(expr: Expr) -> Expr:
    """Return the same expression with a higher cost: a step for each item, also in nested lists."""
    return applied(expr.type, _weighed, expr, with_run=True, cost=-1)


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


def mapped(of: Expr, by: ItemExpr | None, *, distinct: bool) -> Expr:
    """Return an expression for the keys. With `distinct`, each key appears only once."""
    item = by.body.type if by is not None else item_of(of.type)
    code = "[*dict.fromkeys({0})]" if distinct else "[*{0}]"
    do = _distinct if distinct else lambda values, keys: list(keys)
    plain_code = "" if distinct and not has_all(list_of(item)) else code
    return keyed(list_of(item), of, by, do, code=plain_code, per_item=ORDERING if distinct else 1)


def _distinct(values: list[Any], keys: list[Any]) -> list[Any]:
    distinct_keys: dict[Any, Any] = {}
    for key in keys:
        distinct_keys.setdefault(hashable(key), key)
    return list(distinct_keys.values())


def all_true(of: Expr) -> Expr:
    """Return an expression that is true if all items are true."""
    return result_of(of, all, BOOL)


def all_pass(of: Expr, where: ItemExpr) -> Expr:
    """Return an expression that is true if a condition is true for all items."""

    def emit(w: Writer) -> str:
        values, holds = w.name(f"{w.of(of)} or []"), w.truth(w.name("True"))
        with w.loop(where, values, sure=has_all(of.type)) as passes:
            w.write(f"if not {passes}: {holds} = False")
        return holds

    return Expr(BOOL, of.cost + 1, deepest(of, where.body), emit)


def result_of(of: Expr, do: Callable[[Any], Any], type: Type, *, code: str = "", cost: int = 1) -> Expr:
    """Return an expression for the result of `do`, called with the value of `of`.

    The result is `none` if the value of `of` is `none`.

    - `code`: Python code that replaces the call of `do`, with the same result; {0} stands for the value
    - `cost`: the steps for each item of the value if it is a list; 0 for other values
    """

    def emit(w: Writer) -> str:
        value, result = w.as_name(w.of(of)), w.name("None")
        with w.if_not_none(value):
            if cost:
                w.spend(f"len({value})")
            w.write(f"{result} = {code.format(value) if code else w.call(do, value)}")
        return result

    type_ = type if type.kind == "bool" or not of.type.maybe else maybe(type)
    return Expr(type_, costs(of), deepest(of), emit)


def end_of(of: Expr, at: int, *, cost: int = 0) -> Expr:
    """Return an expression for the first item of a list (`at` 0) or the last one (`at` -1).

    `cost`: the steps for each item of the list. If `cost` is 0 and the list is a whole zone, the code reads
    only the first or last card, and makes no list of the zone's cards.
    """
    code = "{0}[0] if {0} else None" if at == 0 else "{0}[-1] if {0} else None"
    end = result_of(of, _last if at else _first, maybe(item_of(of.type)), code=code, cost=cost)
    if cost or of.all_cards_of is None or of.all_cards_of.type.kind != "zone":
        return end
    zone_expr = of.all_cards_of

    def emit(w: Writer) -> str:
        zone = w.as_name(w.of(zone_expr))
        card = f"r.cards[{zone}][r.zones[{zone}].cards[{at}]] if r.zones[{zone}].cards else None"
        return w.unless_none((zone,), card, sure=False)

    return Expr(end.type, end.cost, end.depth, emit)


def _first(values: Any) -> Any:
    return values[0] if values else None


def _last(values: Any) -> Any:
    return values[-1] if values else None


def slice_of(of: Expr, count: Expr, *, from_end: bool) -> Expr:
    """Return an expression for the first `count` items, or the last `count` in reverse order."""

    def take_items(r: Run, values: Any, n: Any) -> Any:
        if values is None or n is None:
            return None
        n = max(0, n)
        n = min(n, len(values))
        r.spend(n)
        return values[len(values) - n :][::-1] if from_end else values[:n]

    unsure = of.type.maybe or count.type.maybe
    return applied(maybe(of.type) if unsure else of.type, take_items, of, count, with_run=True)


def index_of(of: Expr, item: Expr) -> Expr:
    """Return an expression for the index of an item."""
    return applied(maybe(NUMBER), _index_of_list if may_nest(of.type) else _index_of, of, item, with_run=True)


def _index_of(r: Run, values: Any, value: Any) -> Any:
    r.spend(len(values or ()))
    return values.index(value) if values and value in values else None


def _index_of_list(r: Run, values: Any, value: Any) -> Any:
    """Return the index of an item in a list. The items may be lists, too."""
    r.spend(2 * item_count(values))
    return values.index(value) if values and value in values else None


def numbers(low: Expr, high: Expr) -> Expr:
    """Return an expression for the numbers from `low` to `high`."""
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
    """Return an expression for the number of cards that can be drawn from a zone.

    Some zones are refilled from another zone when they are empty. The cards for the refill count, too.
    """
    source, keep = refill_of(zone, names)

    def emit(w: Writer) -> str:
        at = w.as_name(w.of(of))
        count = f"len(r.zones[{at}].cards)"
        if source is not None:
            count += f" + max(0, len(r.zones[r.shape.bases[{source}]].cards) - {keep})"
        return w.unless_none((at,), count)

    return Expr(maybe(NUMBER) if of.type.maybe else NUMBER, costs(of), deepest(of), emit)


def refill_of(zone: DeclaredZone, names: Names) -> tuple[int | None, int]:
    """Return the index of the zone that refills `zone`, and the number of cards that stay there.

    If no zone refills `zone`, the index is None.
    """
    source = names.zones.get(zone.refill or zone.refill_all)
    return (None, 0) if source is None else (source.number, 1 if zone.refill else 0)


def owner_of(card: Expr, scope: Scope) -> Expr:
    """Return an expression for the owner of the zone in which a card lies.

    If players see the result (`scope.blanks`), the result is `none` while the card is in a zone that these
    players do not see. If the card itself was read without its face, the result is always the owner of the
    zone from which the card was read.
    """
    if not scope.blanks:
        return applied(maybe(PLAYER), _owner, card, with_run=True)
    public = scope.public

    def owner_if_visible(r: Run, card: Any) -> Any:
        if card is not None and card.face == UNSEEN:
            return r.shape.owners[card.zone]
        zone = None if card is None else r.place_of(card)
        return None if zone is None or not r.is_visible(zone, public=public) else r.shape.owners[zone]

    return applied(maybe(PLAYER), owner_if_visible, card, with_run=True)


def _owner(r: Run, card: Any) -> Any:
    zone = None if card is None else r.place_of(card)
    return None if zone is None else r.shape.owners[zone]


def player_after(player: Expr, steps: Expr) -> Expr:
    """Return an expression for the player that is `steps` turns after `player`."""
    unsure = player.type.maybe or steps.type.maybe
    return applied(maybe(PLAYER) if unsure else PLAYER, _player_after, player, steps, with_run=True)


def _player_after(r: Run, seat: Any, n: Any) -> Any:
    return None if seat is None or n is None else r.seat_after(seat, n)


def players_around(player: Expr) -> Expr:
    """Return an expression for all active players in turn order, beginning with `player`."""
    return applied(maybe(PLAYERS) if player.type.maybe else PLAYERS, _players_around, player, with_run=True)


def _players_around(r: Run, seat: Any) -> Any:
    if seat is None:
        return None
    r.spend(len(r.active))
    first = seat if seat in r.active else r.seat_after(seat)
    return [r.seat_after(first, steps) for steps in range(len(r.active))]


def next_of(players: Expr) -> Expr:
    """Return an expression for the first of these players in turn order after the acting player.

    The result is the acting player only if the list has no other active player.
    """
    return applied(maybe(PLAYER), _next_of, players, with_run=True)


def _next_of(r: Run, players: Any) -> Any:
    candidates = {seat for seat in players or () if type(seat) is int}
    r.spend(len(r.active) + len(players or ()))
    turns = (r.seat_after(r.me, steps) for steps in range(1, len(r.active) + 1))
    return next((seat for seat in turns if seat in candidates), None)


def random_item(of: Expr, type: Type) -> Expr:
    """Return an expression for a random item."""
    do: Callable[[Run, Any], Any] = lambda r, values: r.rng.choice(values) if values else None  # noqa: E731
    return applied(type, do, of, with_run=True, cost=DRAWING)


def random_number(low: Expr, high: Expr) -> Expr:
    """Return an expression for a random number from `low` to `high`."""
    return applied(maybe(NUMBER), _random_number, low, high, with_run=True, cost=DRAWING)


def _random_number(r: Run, a: Any, b: Any) -> Any:
    return None if a is None or b is None or a > b else r.rng.between(a, b)
