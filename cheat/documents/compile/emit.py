"""Generates Python functions from rules.

A checked expression has an emitter, which writes the statements that compute it. So has an effect. All these
statements, and the names in them, come from this project. Anything from the author of a document (texts,
large numbers, cards) is a value to which a statement only refers by a name. So no document can decide what is
compiled.

In the generated code `r` is the `Run`, `v` its places, and `n` the cost so far. `n` is charged at the end, or
before anything changes. A loop charges the length of its list before it begins, so no loop runs for long
after the steps are used up.
"""

from __future__ import annotations

import linecache
import weakref
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import count
from typing import Any

from cheat.documents.parse.diagnostics import Path, path_text
from cheat.documents.parse.types import ANY, Type
from cheat.documents.runtime.state import DeclaredZone

UNKNOWN = object()
"""The value at a place that has not been computed yet."""
MOST_LINES, MOST_INDENTED, MOST_NESTED = 400, 12, 30
"""Lines, levels of statements and levels of parts, after which parts become functions.

A function of 400 lines is compiled in a few milliseconds. Python nests twenty loops and a hundred levels.
"""
EVERY = -1
"""The bits of all places."""
LEAST_DEPTH = 2
"""The depth up to which an expression is never a function of its own."""
LASTING = {
    "r_bases": "r.shape.bases", "r_cards": "r.cards", "r_values": "r.values", "r_zones": "r.zones",
    "hushed": "r.hushed",
}  # fmt: skip
"""Short names for values that last for a whole `Run`, if a function uses them often."""

Emit = Callable[["Writer"], str]
"""An emitter: writes the statements that compute a value, and returns the name of the value."""


class Expr:
    """A checked expression.

    - `cost`: nodes that are certainly evaluated; `depth`: levels of nesting
    - `emit`: writes the statements that compute it
    - `literal`: the text, if it is a text literal
    - `zone`: the zone, if it is one; `mine`: it certainly belongs to the acting player
    - `place`: the place of a bound value, if it is nothing else
    - `whole`: the zone, if it is the cards of one
    """

    __slots__ = ("cost", "depth", "emit", "literal", "mine", "place", "type", "whole", "zone")

    def __init__(
        self,
        type: Type,
        cost: int,
        depth: int,
        emit: Emit,
        *,
        literal: str | None = None,
        zone: DeclaredZone | None = None,
        mine: bool = False,
        place: int | None = None,
        whole: Expr | None = None,
    ) -> None:
        self.type, self.cost, self.depth, self.emit = type, cost, depth, emit
        self.literal, self.zone, self.mine, self.place, self.whole = literal, zone, mine, place, whole

    @property
    def reads(self) -> int:
        """The bit of the place of a bound value, 0 if it is anything else."""
        return 0 if self.place is None else 1 << self.place


class Each:
    """An expression that is computed for one item of a list after the other, bound at `place`.

    `invariants`: the places of values that are the same for all of them.
    """

    __slots__ = ("body", "invariants", "place")

    def __init__(self, body: Expr, place: int, invariants: list[int]) -> None:
        self.body, self.place, self.invariants = body, place, invariants


class Lines(Sequence[str]):
    """The lines of a generated function, packed until a traceback shows one."""

    __slots__ = ("_packed",)

    def __init__(self, source: str) -> None:
        self._packed = zlib.compress(source.encode(), 1)

    def _lines(self) -> list[str]:
        return zlib.decompress(self._packed).decode().splitlines(keepends=True)

    def __len__(self) -> int:
        return len(self._lines())

    def __getitem__(self, place: Any) -> Any:
        return self._lines()[place]


_NUMBERS = count(1)


class Sources:
    """The generated sources of a document, as tracebacks find them.

    `title`: stands for the document.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self._titles: list[str] = []
        weakref.finalize(self, _forget, self._titles)

    def add(self, path: Path, source: str) -> str:
        """Keep the source of a function, and return the name of its file.

        It has the place in the document, and a number that no other function of this process has.
        """
        title = f"<{self.title}:{path_text(path)}:{next(_NUMBERS)}>"
        self._titles.append(title)
        entry: Any = (len(source), None, Lines(source), title)
        linecache.cache[title] = entry
        return title


def _forget(titles: list[str]) -> None:
    for title in titles:
        linecache.cache.pop(title, None)


class Function:
    """A function of the rules, which is generated when it is first called.

    `run` calls it, always with the `Run` first. `path`: the place in the document, for tracebacks; `emit`:
    writes the statements, and returns the name of the result; `cost`: steps that a call certainly costs;
    `bound`: places whose values are arguments of the function; `more`: names of other arguments; `is_fixed`:
    it is known that the function costs no other steps, and cannot break; `reads`: the bits of the places in
    `v` whose values it reads.
    """

    __slots__ = ("_bound", "_emit", "_more", "_path", "cost", "is_fixed", "reads", "run")

    def __init__(
        self,
        path: Path,
        emit: Emit,
        cost: int = 0,
        bound: Sequence[int] = (),
        more: Sequence[str] = (),
        reads: int = 0,
    ) -> None:
        self._path, self._bound, self._more = path, bound, more
        self.cost, self.is_fixed, self.reads = cost, False, reads
        self._emit: Emit | None = emit
        self.run: Callable[..., Any] = self._first

    @property
    def is_waiting(self) -> bool:
        """True if the function has not been generated yet."""
        return self._emit is not None

    def is_known_to_be_fixed(self) -> bool:
        """Return whether each call costs the same and cannot break.

        Before the first call, this writes the function to find out.
        """
        if self._emit is not None:
            self.is_fixed = not self._written(self._emit, EVERY).varies
        return self.is_fixed

    def call(self, r: Any, *args: Any) -> Any:
        """Call the function, as `run` does, for callers that keep what they call."""
        return self.run(r, *args)

    def _first(self, r: Any, *args: Any) -> Any:
        self.compile(r.game.sources)
        return self.run(r, *args)

    def compile(self, sources: Sources) -> None:
        """Generate the function, if that has not been done. `sources`: those of its document."""
        emit = self._emit
        if emit is not None:
            writer = self._written(emit, 0)
            params = ", ".join(["r", *(f"v{place}" for place in self._bound), *self._more])
            self.run = writer.compiled(params, self.cost, sources)
            self.is_fixed = not writer.varies
            self._emit = None  # an emitter takes more memory than its function

    def _written(self, emit: Emit, shares: int) -> Writer:
        writer = Writer(self._path, shares)
        try:
            for place in self._bound:
                writer.stands(place)
            writer.result = emit(writer)
        except _SharesMore as more:
            return self._written(emit, more.places)
        return writer


def whole(expr: Expr, path: Path, reads: int = 0) -> Function:
    """Return the function of a whole expression."""
    return Function(path, lambda w: w.of(expr), expr.cost, reads=reads)


class _SharesMore(Exception):
    """Raised when a function must store values at more `places`, so it is written anew."""

    def __init__(self, places: int) -> None:
        super().__init__(places)
        self.places = places


class Writer:
    """Writes the body of one function of the rules at a place of a document.

    - `shares`: the bits of the places whose values this function stores in `v`, for others that it calls
    - `loop_of`: places of values that are computed once in a loop, with that loop; `lists`: the lengths of
      those that are lists, in which functions that are called remember such values
    - `varies`: the function's cost depends on values, or the function may break
    - `sure`: names of values that are certainly not `none`
    - `truths`: names of values that are certainly true or false
    - `present`: names of lists of different players that are certainly in the game
    - `computed`: names of computed values that still hold
    - `result`: the name of the result
    """

    def __init__(self, path: Path = (), shares: int = 0) -> None:
        self.path, self.shares, self.varies = path, shares, False
        self.lines: list[str] = []
        self.values: dict[str, Any] = {}
        self.bound: dict[int, str] = {}
        self.sure: set[str] = set()
        self.truths: set[str] = set()
        self.present: set[str] = set()
        self.computed: dict[str, str] = {}
        self.loop_of: dict[int, Each] = {}
        self.lists: dict[int, int] = {}
        self.result = "None"
        self._once: Each | None = None
        self._memo = 0
        self._parts: set[int] = set()
        self._names: dict[int, str] = {}
        self._depth, self._nested, self._count, self._changes = 1, 0, 0, 0

    def put(self, statement: str) -> None:
        """Write the next statement."""
        self.lines.append("    " * self._depth + statement)

    @contextmanager
    def under(self, head: str) -> Iterator[None]:
        """Write the statements of this context below an `if`, `else` or `for`."""
        self.put(head)
        self._depth += 1
        first, computed, changes = len(self.lines), self.computed, self._changes
        self.computed = dict(computed)
        yield
        if len(self.lines) == first:
            self.put("pass")
        self._depth -= 1
        self.computed = computed if self._changes == changes else {}

    def name(self, value: str = "") -> str:
        """Return a new name. If a value is given, write that the name stands for it."""
        self._count += 1
        name = f"t{self._count}"
        if value:
            self.put(f"{name} = {value}")
        return name

    def named(self, value: str) -> str:
        """Return a name for a value that is used several times."""
        if (value.isidentifier() and value != "None") or value.isdigit() or value == "r.me":
            return value
        name = self.name(value)
        if self.is_sure(value):
            self.sure.add(name)
        return name

    def is_sure(self, value: str) -> bool:
        """Return whether a value is certainly not `none`."""
        return value.isdigit() or value in self.sure or value == "r.me"

    def same(self, value: str) -> str:
        """Return a name for a Python expression whose value stays the same until something changes."""
        if value.isidentifier():
            return value
        if value not in self.computed:
            self.computed[value] = self.name(value)
        return self.computed[value]

    def changed(self) -> None:
        """Forget computed values, since something may have changed."""
        self._changes += 1
        self.computed.clear()

    def fresh(self, value: str = "") -> str:
        """Return a new name for a value that is certainly not `none`.

        Later statements may change it.
        """
        name = self.name(value)
        self.sure.add(name)
        return name

    @contextmanager
    def made_of(self, value: str) -> Iterator[str]:
        """Yield a name for a value that this context computes from `value`; `none` from `none`."""
        if self.is_sure(value):
            found = self.fresh()
            yield found
            return
        found = self.name("None")
        with self.where_there(value):
            yield found

    def where_there(self, value: str) -> AbstractContextManager[None]:
        """Return a context whose statements run only if a value is not `none`."""
        return nullcontext() if self.is_sure(value) else self.under(f"if {value} is not None:")

    def known(self, value: str) -> str:
        """Return a name for a value that is certainly not `none`."""
        name = self.same(value)
        self.sure.add(name)
        return name

    def truth(self, value: str) -> str:
        """Return a name for a value that is certainly true or false."""
        name = self.known(value)
        self.truths.add(name)
        return name

    def holds(self, value: str) -> str:
        """Return the Python expression that tells if a value is true."""
        return value if value in self.truths else f"not not {value}"

    def unless_none(self, values: Sequence[str], written: str, *, sure: bool = True) -> str:
        """Return a name for a value made from others. If one of these is `none`, so is the result.

        `sure`: the result is `none` only then.
        """
        unsure = [f"{one} is None" for one in values if not self.is_sure(one)]
        if unsure:
            return self.same(f"None if {' or '.join(unsure)} else {written}")
        return self.known(written) if sure else self.same(written)

    def players(self, value: str) -> str:
        """Return a name for a list of different players that are in the game."""
        name = self.known(value)
        self.present.add(name)
        return name

    def value(self, value: Any) -> str:
        """Return the name of a constant value."""
        if value is None or isinstance(value, bool) or (isinstance(value, int) and 0 <= value < 10**6):
            return repr(value)
        self.varies = self.varies or callable(value)
        if id(value) not in self._names:
            name = f"c{len(self._names)}"
            self._names[id(value)], self.values[name] = name, value
            self.sure.add(name)
        return self._names[id(value)]

    def at(self, place: int) -> str:
        """Return the name of the value that is bound at a place."""
        return self.bound.get(place) or f"v[{place}]"

    def bind(self, place: int, value: str) -> None:
        """Bind a value at a place, for all statements from here on."""
        self.put(f"v{place} = {value}")
        self.stands(place)

    def stands(self, place: int) -> str:
        """Return the name of a value that has just been bound at a place."""
        self.bound[place] = name = f"v{place}"
        self.share(place)
        return name

    def called(self, place: int, value: str) -> str:
        """Bind a value at a place, and return its name.

        The name is a new one if the value has none, so no earlier name changes its meaning.
        """
        self.bound[place] = name = self.named(value)
        if self.shares >> place & 1:
            self.put(f"v[{place}] = {name}")
        return name

    def share(self, place: int) -> None:
        """Store a value that has just been bound at its place in `v`, if other functions read it."""
        if self.shares >> place & 1:
            self.put(f"v[{place}] = v{place}")

    def cost(self, cost: int) -> None:
        """Write that steps are charged: those of a part that is certainly computed."""
        before = self.lines[-1] if self.lines else ""
        head, sign, last = before.rpartition(" += ")
        if sign and head == "    " * self._depth + "n" and last.isdigit():
            self.lines[-1] = f"{head} += {int(last) + cost}"
        elif cost:
            self.put(f"n += {cost}")

    def charge(self, cost: int) -> None:
        """Charge the cost of a part that is computed only on some paths. Such a path begins here."""
        self.varies = True
        self.cost(cost)

    def spend(self, cost: str) -> None:
        """Charge a cost that depends on values. If that is too much, the function breaks there."""
        self.varies = True
        self.put(f"n += {cost}")
        self.put("if n > r.fuel: r.spend(n)")

    def settle(self) -> None:
        """Charge all costs so far, before something changes."""
        self.put("r.fuel -= n")
        self.put("if r.fuel < 0: r.spend(0)")
        self.put("n = 0")
        self.changed()

    def done(self, result: str) -> None:
        """End the function here, where it has changed nothing."""
        self.put("r.fuel -= n")
        self.put("if r.fuel < 0: r.spend(0)")
        self.put(f"return {result}")

    def stop(self, result: str) -> None:
        """End the function here."""
        self.settle()
        self.put(f"return {result}")

    def call(self, do: Callable[..., Any], *values: str) -> str:
        """Write a call of one of this project's functions, and return the name of the result."""
        return self.name(f"{self.value(do)}({', '.join(values)})")

    def root(self, expr: Expr) -> str:
        """Return the name of a whole expression's value, and charge its cost."""
        self.cost(expr.cost)
        return self.named(self.of(expr))

    def of(self, expr: Expr) -> str:
        """Write the statements of an expression, and return the name of its value."""
        if expr.depth > LEAST_DEPTH and self.is_full():
            return self.apart(expr)
        self._nested += 1
        value = expr.emit(self)
        self._nested -= 1
        return value

    def is_full(self) -> bool:
        """Return whether what follows shall be another function.

        So it is if this one is long, or if statements or parts are nested so deeply that Python's own limits
        are not far.
        """
        return len(self.lines) > MOST_LINES or self._depth > MOST_INDENTED or self._nested > MOST_NESTED

    def apart(self, expr: Expr) -> str:
        """Write the call of a function for an expression, and return the name of the value.

        The function finds bound values in `v`, so this one has to share them.
        """
        self.needs(EVERY)
        return self.call_of(Function(self.path, expr.emit))

    def needs(self, places: int) -> None:
        """Note that a function that is called from here reads these places."""
        if places & ~self.shares:
            raise _SharesMore(places | self.shares)

    def call_of(self, function: Function, *values: str) -> str:
        """Write the call of another function of the rules, and return the name of its result.

        Costs are charged before, so that no function runs on after the steps are used up.
        """
        self.varies = True
        self.put("if n: r.fuel -= n; n = 0")
        return self.name(f"{self.value(function)}.run({', '.join(['r', *values])})")

    @contextmanager
    def each(self, each: Each, items: str, *, sure: bool = False) -> Iterator[str]:
        """Yield the value that is computed for each item.

        Statements of this context run for each item. `sure`: no item is `none`.
        """
        self.spend(f"len({items}) * {each.body.cost}")
        self.loop_of.update(dict.fromkeys(each.invariants, each))
        before, once, memo = len(self.lines), self._once, self._memo
        self._once, self._memo = None, 0
        if each.invariants:
            self.put("pass")
        with self.under(f"for v{each.place} in {items}:"):
            item = self.stands(each.place)
            if sure:
                self.sure.add(item)
            yield self.of(each.body)
        self._once, self._memo = once, memo
        if each.invariants:
            self.lines[before] = self.lines[before].replace("pass", self._begun(each.invariants) or "pass")

    def _begun(self, places: list[int]) -> str:
        """Return the statements that forget what an earlier run of a loop has kept."""
        values = [self._name_of(one) for one in places if one not in self._parts and one not in self.lists]
        lists = [
            f"{self._name_of(one)} = [UNKNOWN] * {self.lists[one]}" for one in places if one in self.lists
        ]
        return "; ".join([*([" = ".join([*values, "UNKNOWN"])] if values else []), *lists])

    def _name_of(self, place: int) -> str:
        return f"v{place} = v[{place}]" if self.shares >> place & 1 else f"v{place}"

    def is_part(self, place: int) -> bool:
        """Return whether a value is only a part of another one that the same loop computes once.

        Also notes that, if so. A function that computes some parts apart keeps all of them.
        """
        if self.shares != EVERY and place in self.loop_of and self.loop_of[place] is self._once:
            self._parts.add(place)
            return True
        return False

    @contextmanager
    def computing(self, place: int) -> Iterator[None]:
        """Compute a value in this context once, and leave it at a place."""
        once, self._once = self._once, self.loop_of.get(place)
        with self.under(f"if v{place} is UNKNOWN:"):
            yield
        self._once = once

    def is_within(self, memo: int) -> bool:
        """Return whether a value is only a part of another one that the same list remembers."""
        return self._memo == memo

    @contextmanager
    def remembering(self, memo: int, name: str) -> Iterator[None]:
        """Compute a value in this context if its name stands for `UNKNOWN`."""
        outer, self._memo = self._memo, memo
        with self.under(f"if {name} is UNKNOWN:"):
            yield
        self._memo = outer

    def compiled(self, params: str, cost: int, sources: Sources) -> Callable[..., Any]:
        """Return the function with these parameters.

        `cost`: the cost of all parts that are certainly computed; `sources`: those of the document.
        """
        head = [f"def run({params}):", "    v = r.v", f"    n = {cost}"]
        tail = ["    r.fuel -= n", "    if r.fuel < 0: r.spend(0)", f"    return {self.result}"]
        body = "\n".join(self.lines)
        for name, way in LASTING.items():
            if body.count(way) > 1:
                head.append(f"    {name} = {way}")
                body = body.replace(way, name)
        source = "\n".join([*head, body, *tail]) if body else "\n".join([*head, *tail])
        found: dict[str, Any] = {**self.values, "UNKNOWN": UNKNOWN}
        exec(compile(source, sources.add(self.path, source), "exec"), found)  # noqa: S102
        run: Callable[..., Any] = found["run"]
        return run


def is_fixed(expr: Expr) -> bool:
    """Return whether an expression always costs the same, and cannot break."""
    writer = Writer((), EVERY)
    writer.of(expr)
    return not writer.varies


def deepest(*parts: Expr) -> int:
    """Return the depth of an expression with these parts."""
    return 1 + max((part.depth for part in parts), default=0)


def costs(*parts: Expr) -> int:
    """Return the cost of an expression that evaluates all these parts."""
    return 1 + sum(part.cost for part in parts)


def bound_at(type: Type, place: int, *, cost: int = 0, mine: bool = False) -> Expr:
    """Return a value that is bound at a place.

    If only names near it are meant, it has no cost of its own.
    """
    return Expr(type, cost, cost, partial(_at, place), mine=mine, place=place)


def _at(place: int, w: Writer) -> str:
    return w.at(place)


def always(type: Type, value: Any, *, cost: int = 1, literal: str | None = None) -> Expr:
    """Return an expression that always has this value."""
    return Expr(type, cost, 1, partial(_constant, value), literal=literal)


def _constant(value: Any, w: Writer) -> str:
    return w.value(value)


def applied(
    type: Type,
    do: Callable[..., Any],
    *parts: Expr,
    cost: int = 0,
    with_run: bool = False,
    zone: DeclaredZone | None = None,
) -> Expr:
    """Return an expression that applies a function of ours to values.

    `cost`: its cost beyond that of the values; `with_run`: the function gets the `Run` before them.
    """
    emit = partial(_applied_with_run if with_run else _applied, do, parts)
    return Expr(type, costs(*parts) + cost, deepest(*parts), emit, zone=zone)


def _applied(do: Callable[..., Any], parts: Sequence[Expr], w: Writer) -> str:
    return w.call(do, *[w.of(part) for part in parts])


def _applied_with_run(do: Callable[..., Any], parts: Sequence[Expr], w: Writer) -> str:
    return w.call(do, "r", *[w.of(part) for part in parts])


def once(of: Expr, place: int) -> Expr:
    """Return the same expression, computed only if its place is `UNKNOWN`, but always charged."""
    emit = partial(_once, of, place)
    return Expr(of.type, of.cost, of.depth, emit, literal=of.literal, zone=of.zone, mine=of.mine)


def memory(place: int, size: int) -> Expr:
    """Return a list of `UNKNOWN` at a kept place of a loop, a new one each time it begins."""
    return Expr(ANY, 0, 0, partial(_memory, place, size))


def unknowns(size: int) -> Expr:
    """Return a new list of `UNKNOWN`. It costs nothing."""
    return Expr(ANY, 0, 0, lambda w: w.name(f"[UNKNOWN] * {size}"))


def _memory(place: int, size: int, w: Writer) -> str:
    if place in w.loop_of:
        w.lists[place] = size
        return f"v{place}"
    w.bind(place, f"v[{place}]")  # another function begins the loop
    with w.computing(place):
        w.put(f"v{place} = v[{place}] = [UNKNOWN] * {size}")
    return f"v{place}"


def _once(of: Expr, place: int, w: Writer) -> str:
    if w.is_part(place):
        return w.of(of)
    is_elsewhere = place not in w.loop_of  # another function begins the loop
    if is_elsewhere:
        w.bind(place, f"v[{place}]")
    with w.computing(place):
        value = w.of(of)
        w.bind(place, value)
        if is_elsewhere and not w.shares >> place & 1:
            w.put(f"v[{place}] = v{place}")
    for kind in (w.sure, w.truths):
        if value in kind:
            kind.add(f"v{place}")
    return f"v{place}"


def remembered(of: Expr, memo: int, slot: int) -> Expr:
    """Return the same expression, computed only if a list at a place has `UNKNOWN` in a slot.

    It is always charged.
    """
    emit = partial(_remembered, of, memo, slot)
    return Expr(of.type, of.cost, of.depth, emit, literal=of.literal, zone=of.zone, mine=of.mine)


def _remembered(of: Expr, memo: int, slot: int, w: Writer) -> str:
    if w.is_within(memo):
        return w.of(of)
    values = w.at(memo)
    found = w.name(f"{values}[{slot}]")
    with w.remembering(memo, found):
        value = w.of(of)
        w.put(f"{found} = {values}[{slot}] = {value}")
    for kind in (w.sure, w.truths):
        if value in kind:
            kind.add(found)
    return found
