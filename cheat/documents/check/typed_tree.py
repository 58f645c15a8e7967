"""Checked expressions: their types, and functions that compute them.

Names are resolved once: variables, zones and values that are bound while rules run have places, which the
functions index. Each expression costs the nodes that it evaluates. Certain ones are charged at once, at the
root; the others are charged where they begin.

There are two ways to compute an expression, with the same value at the same cost. Rooms run closures, which
the check makes. Simulations compute the same ones thousands of times, so a function is generated for each
whole expression (`cheat.documents.compile.emit`) when it is first needed. The emitters for that are kept only
if the check was told that they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cheat.documents.compile.emit import UNKNOWN, Writer, function_of, is_to_be_written, to_be_written
from cheat.documents.parse.types import PLAYER, Type
from cheat.documents.runtime.state import Run
from cheat.i18n.messages import Words

if TYPE_CHECKING:
    from cheat.documents.check.scope import Zoned

Fn = Callable[[Run], Any]
Code = Callable[[Writer], str]
"""An emitter: writes the statements that compute a value, and returns the name of the value."""
MOST_SHARED = 1_024
"""Most cached functions of places, and of constant values, which all documents share."""


class Typed:
    """A checked expression.

    - `cost`: nodes that are certainly evaluated; `depth`: levels of nesting
    - `literal`: the text, if it is a text literal
    - `zone`: the zone, if it is one; `mine`: it certainly belongs to the acting player
    - `place`: the place of a bound value, if it is nothing else
    - `code`: the emitter, if that is kept; without it generated code calls the closure
    - `root`: the function of a whole expression
    - `whole`: the zone, if it is the cards of one
    """

    __slots__ = (
        "code", "cost", "depth", "fn", "literal", "mine", "place", "root", "type", "whole", "zone",
    )  # fmt: skip

    def __init__(
        self,
        type: Type,
        fn: Fn,
        cost: int = 1,
        depth: int = 1,
        *,
        literal: str | None = None,
        zone: Zoned | None = None,
        mine: bool = False,
        place: int | None = None,
        whole: Typed | None = None,
        code: Code | None = None,
    ) -> None:
        self.type, self.fn, self.cost, self.depth = type, fn, cost, depth
        self.literal, self.zone, self.mine, self.place, self.whole = literal, zone, mine, place, whole
        self.code = code if is_to_be_written() else None
        self.root: Fn = fn

    @property
    def reads(self) -> int:
        """The bit of the place of a bound value, 0 if it is anything else."""
        return 0 if self.place is None else 1 << self.place

    def rooted(self) -> Typed:
        """Return the same expression as a whole one."""
        self.root = self.charged()
        return self

    def charged(self) -> Fn:
        """Return the function of a root, which charges the cost."""
        return _either(self) if is_to_be_written() else _charging(self.fn, self.cost)

    def priced(self, *, paid: bool = False) -> tuple[int, Fn]:
        """Return the cost to charge before it is computed within another one, and the function.

        `paid`: the cost has been charged.
        """
        if paid:
            return 0, self.fn
        return (0, _either(self)) if is_to_be_written() else (self.cost, self.fn)


def _charging(fn: Fn, cost: int) -> Fn:
    def run(r: Run) -> Any:
        r.fuel -= cost
        if r.fuel < 0:
            r.spend(0)
        return fn(r)

    return run


def _either(root: Typed) -> Fn:
    """Return a function that runs the generated code in a hushed run, else the closure."""
    charging, quick = _charging(root.fn, root.cost), _Written(root)

    def run(r: Run) -> Any:
        return quick.run(r) if r.hushed else charging(r)

    return run


class _Written:
    """The generated function of a root, which is made when it is first called."""

    __slots__ = ("_root", "run")

    def __init__(self, root: Typed) -> None:
        self._root, self.run = root, self._first

    def _first(self, r: Run) -> Any:
        root = self._root

        def closure(r: Run) -> Any:
            r.spend(root.cost)
            return root.fn(r)

        self.run = function_of(lambda writer: writer.of(root), "r", root.cost, closure, r.game.allowed)
        return self.run(r)


def deepest(*parts: Typed) -> int:
    """Return the depth of an expression with these parts."""
    return 1 + max((part.depth for part in parts), default=0)


def costs(*parts: Typed) -> int:
    """Return the cost of an expression that evaluates all these parts."""
    return 1 + sum(part.cost for part in parts)


@lru_cache(MOST_SHARED)
def at(place: int) -> Fn:
    """Return a function that gives the value bound at a place."""
    return lambda r: r.v[place]


def bound_at(type: Type, place: int, *, cost: int = 0, mine: bool = False) -> Typed:
    """Return a value that is bound at a place.

    If only names near it are meant, it has no cost of its own.
    """
    return Typed(type, at(place), cost, cost, mine=mine, place=place, code=lambda w: w.at(place))


def constant(value: Any) -> Fn:
    """Return a function that always gives this value."""
    return _same(value) if type(value) in (int, bool, str) else lambda r: value


@lru_cache(MOST_SHARED, typed=True)
def _same(value: Any) -> Fn:
    return lambda r: value


def always(type: Type, value: Any, *, literal: str | None = None) -> Typed:
    """Return an expression that always has this value."""
    return Typed(type, constant(value), literal=literal, code=lambda w: w.value(value))


def applied(
    type: Type,
    do: Callable[..., Any],
    *parts: Typed,
    cost: int = 0,
    with_run: bool = False,
    zone: Zoned | None = None,
) -> Typed:
    """Return an expression that applies a function of ours to values.

    `cost`: its cost beyond that of the values; `with_run`: the function gets the `Run` before them.
    """
    fns = [part.fn for part in parts]

    def run(r: Run) -> Any:
        return do(*[fn(r) for fn in fns])

    def run_with(r: Run) -> Any:
        return do(r, *[fn(r) for fn in fns])

    def code(w: Writer) -> str:
        return w.call(do, *(["r"] if with_run else []), *[w.of(part) for part in parts])

    made = run_with if with_run else run
    return Typed(type, made, costs(*parts) + cost, deepest(*parts), zone=zone, code=code)


CHANCE = 1 << 0
"""The bit that stands for chance: an expression that reads it has another value each time."""


def once(of: Typed, place: int) -> Typed:
    """Return the same expression, computed only if its place is `UNKNOWN`, but always charged."""
    fn = of.fn

    def run(r: Run) -> Any:
        value = r.v[place]
        if value is UNKNOWN:
            value = r.v[place] = fn(r)
        return value

    def code(w: Writer) -> str:
        if w.is_part(place):
            return w.of(of)
        if place not in w.kept:
            w.bind(place, f"v[{place}]")
        with w.computing(place):
            value = w.of(of)
            w.bind(place, value)
        for kind in (w.sure, w.truths):
            if value in kind:
                kind.add(f"v{place}")
        return f"v{place}"

    return Typed(of.type, run, of.cost, of.depth, literal=of.literal, zone=of.zone, mine=of.mine, code=code)


with to_be_written():
    ME = Typed(PLAYER, lambda r: r.me, 0, 0, mine=True, code=lambda w: "r.me")


class Each:
    """An expression that is computed for one item of a list after the other, bound at `place`.

    `kept`: the places of values that are the same for all of them.
    """

    __slots__ = ("_quick", "body", "kept", "place")

    def __init__(self, body: Typed, place: int, kept: list[int]) -> None:
        self.body, self.place, self.kept = body, place, kept
        self._quick: Callable[[Run, Sequence[Any]], list[Any]] | None = None

    def values(self, r: Run, items: Sequence[Any]) -> list[Any]:
        """Return the same as `of`, for a root."""
        if not r.hushed:
            return self.of(r, items)
        if self._quick is None:
            self._quick = function_of(self._written, "r, items", 0, self.of, r.game.allowed)
        return self._quick(r, items)

    def _written(self, w: Writer) -> str:
        found = w.name("[]")
        with w.each(self, "items") as value:
            w.put(f"{found}.append({value})")
        return found

    def of(self, r: Run, items: Sequence[Any]) -> list[Any]:
        """Return the value of the expression for each of the items. Raises Broken."""
        r.spend(len(items) * self.body.cost)
        v, fn, place = r.v, self.body.fn, self.place
        for known in self.kept:
            v[known] = UNKNOWN
        found = []
        for item in items:
            v[place] = item
            found.append(fn(r))
        return found


class Local:
    """A name that is bound while rules run."""

    __slots__ = ("place", "type", "used")

    def __init__(self, place: int, type: Type) -> None:
        self.place, self.type, self.used = place, type, False


class Scope:
    """The meanings of names at one place of a document.

    It has the nearest card, player and team, `it`, and local names. `chance`: chance may be used; `leaver`: a
    player leaves; `shown`: others see the result, so it must not depend on faces that they cannot see;
    `public`: all players see the result, and not just the acting player.
    """

    __slots__ = ("card", "chance", "it", "leaver", "names", "player", "public", "shown", "team")

    def __init__(
        self, *, chance: bool = False, leaver: bool = False, shown: Words = "", public: bool = False
    ) -> None:
        self.card: Typed | None = None
        self.player: Typed = ME
        self.team: Typed | None = None
        self.it: Local | None = None
        self.names: Mapping[str, Local] = {}
        self.chance, self.leaver, self.shown, self.public = chance, leaver, shown, public

    def copy(self) -> Scope:
        """Return a copy, which can be changed."""
        other = Scope(chance=self.chance, leaver=self.leaver, shown=self.shown, public=self.public)
        other.card, other.player, other.team = self.card, self.player, self.team
        other.it, other.names = self.it, self.names
        return other

    def sees(self) -> tuple[object, ...]:
        """Return a key that is equal for scopes in which the same names mean the same.

        Names that read bound values are an exception.
        """
        near = self.card is None, self.player is ME, self.team is None, self.it is None
        asked = self.chance, self.leaver, bool(self.shown), self.public
        return (*near, *asked, *self.names)

    def near(self, value: Typed) -> Scope:
        """Return the scope with this card, player or team as the nearest one."""
        other = self.copy()
        match value.type.kind:
            case "card":
                other.card = value
            case "player":
                other.player, other.team = value, None
            case "team":
                other.team = value
            case "any":
                other.card = other.player = value
        return other

    def within(self, item: Type, place: int) -> Scope:
        """Return the scope inside `where` or `by`, with each item in turn."""
        other = self.near(bound_at(item, place))
        other.it = Local(place, item)
        return other

    def binding(self, names: Mapping[str, Local]) -> Scope:
        """Return the scope with more local names."""
        other = self.copy()
        other.names = {**self.names, **names}
        return other
