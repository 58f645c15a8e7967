"""Generates Python functions from rules, which simulations run instead of closures.

A checked expression has an emitter, which writes the statements that compute it. So has an effect. All these
statements, and the names in them, come from this project. Anything from the author of a document (texts,
large numbers, cards) is a value to which a statement only refers by a name. So no document can decide what is
compiled. If an expression has no emitter, the generated code calls its closure.

In the generated code `r` is the `Run`, `v` its places, and `n` the cost so far. `n` is charged at the end, or
before anything changes. A loop charges the length of its list before it begins, so no loop runs for long
after the steps are used up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cheat.documents.check.typed_tree import Each, Typed

Fn = Callable[..., Any]
UNKNOWN = object()
"""The value at a place that has not been computed yet."""
MOST_LINES = 1_500
"""Most lines of one function. An expression that would be longer stays a closure."""
MOST_WRITTEN = 20_000
"""Most lines of all functions of a document, including those given up as too long.

After that, further expressions stay closures. The limit is twice what any bundled game needs, and small
enough that writing the worst document does not take seconds.
"""
AROUND = 6
"""Lines around the body of each function."""
LASTING = {"r_bases": "r.shape.bases", "r_cards": "r.cards", "r_values": "r.values", "r_zones": "r.zones"}
"""Short names for values that last for a whole `Run`, if a function uses them often."""


_IS_KEPT: ContextVar[bool] = ContextVar("how rules are written is kept", default=False)


@contextmanager
def to_be_written() -> Iterator[None]:
    """Keep the emitters of all expressions and effects that are checked in this context.

    Otherwise they are dropped: rooms do not need them, and they take as much memory as the closures.
    """
    token = _IS_KEPT.set(True)
    try:
        yield
    finally:
        _IS_KEPT.reset(token)


def is_to_be_written() -> bool:
    """Return whether the present check keeps emitters."""
    return _IS_KEPT.get()


class TooLong(Exception):
    """Raised when a function would be too long."""


class Allowance:
    """The number of `lines` that may still be written for a document."""

    __slots__ = ("lines",)

    def __init__(self, lines: int = MOST_WRITTEN) -> None:
        self.lines = lines


class Writer:
    """Writes the body of one function, as far as that is `allowed`.

    - `shares`: the function calls closures, so it stores bound values at their places in `v`, for these
    - `kept`: places of values that are computed once in a loop, with that loop
    - `varies`: the function's cost depends on values, or the function may break
    - `sure`: names of values that are certainly not `none`
    - `truths`: names of values that are certainly true or false
    - `present`: names of lists of different players that are certainly in the game
    - `computed`: names of computed values that still hold
    """

    def __init__(self, allowed: Allowance, *, shares: bool = False) -> None:
        self.allowed = allowed
        self.lines: list[str] = []
        self.values: dict[str, Any] = {}
        self.bound: dict[int, str] = {}
        self.sure: set[str] = set()
        self.truths: set[str] = set()
        self.present: set[str] = set()
        self.computed: dict[str, str] = {}
        self.kept: dict[int, Each] = {}
        self._once: Each | None = None
        self._parts: set[int] = set()
        self.shares, self.calls, self.varies = shares, False, False
        self._names: dict[int, str] = {}
        self._depth, self._count, self._changes = 1, 0, 0

    def put(self, statement: str) -> None:
        """Write the next statement. Raises TooLong."""
        self.lines.append("    " * self._depth + statement)
        self.allowed.lines -= 1
        if len(self.lines) > MOST_LINES or self.allowed.lines < 0:
            raise TooLong

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
        if value.isidentifier() or value.isdigit():
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

        If the value has a name already, it keeps that, unless closures need to find the value.
        """
        if self.shares or not value.isidentifier():
            self.bind(place, value)
        else:
            self.bound[place] = value
        return self.bound[place]

    def share(self, place: int) -> None:
        """Store a value that has just been bound at its place in `v`, if closures are called."""
        if self.shares:
            self.put(f"v[{place}] = v{place}")

    def charge(self, cost: int) -> None:
        """Charge the cost of a part that is computed only on some paths. Such a path begins here."""
        self.varies = True
        self.put(f"n += {cost}")

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

    def stop(self, result: str) -> None:
        """End the function here."""
        self.settle()
        self.put(f"return {result}")

    def call(self, do: Callable[..., Any], *values: str) -> str:
        """Write a call of one of this project's functions, and return the name of the result."""
        return self.name(f"{self.value(do)}({', '.join(values)})")

    def root(self, typed: Typed) -> str:
        """Return the name of a whole expression's value, and charge its cost."""
        if typed.cost:
            self.put(f"n += {typed.cost}")
        return self.named(self.of(typed))

    def weigh(self, typed: Typed) -> None:
        """Charge the cost of a whole expression whose value is not needed."""
        other = Writer(self.allowed, shares=self.shares)
        other.of(typed)
        if other.varies or other.calls:
            self.root(typed)
        else:
            self.put(f"n += {typed.cost}")

    def of(self, typed: Typed) -> str:
        """Write the statements of an expression, and return the name of its value."""
        if typed.code is not None:
            return typed.code(self)
        self.calls = True
        return self.name(f"{self.value(typed.fn)}(r)")

    @contextmanager
    def each(self, each: Each, items: str, *, sure: bool = False) -> Iterator[str]:
        """Yield the value that is computed for each item.

        Statements of this context run for each item. `sure`: no item is `none`.
        """
        self.spend(f"len({items}) * {each.body.cost}")
        self.kept.update(dict.fromkeys(each.kept, each))
        before, once, self._once = len(self.lines), self._once, None
        if each.kept:
            self.put("pass")
        with self.under(f"for v{each.place} in {items}:"):
            item = self.stands(each.place)
            if sure:
                self.sure.add(item)
            yield self.of(each.body)
        self._once = once
        if names := [self._kept_as(place) for place in each.kept if place not in self._parts]:
            self.lines[before] = self.lines[before].replace("pass", " = ".join([*names, "UNKNOWN"]))

    def _kept_as(self, place: int) -> str:
        return f"v{place} = v[{place}]" if self.shares else f"v{place}"

    def is_part(self, place: int) -> bool:
        """Return whether a value is only a part of another one that the same loop computes once.

        Also notes that, if so.
        """
        if place in self.kept and self.kept[place] is self._once:
            self._parts.add(place)
            return True
        return False

    @contextmanager
    def computing(self, place: int) -> Iterator[None]:
        """Compute a value in this context once, and leave it at a place."""
        once, self._once = self._once, self.kept.get(place)
        with self.under(f"if v{place} is UNKNOWN:"):
            yield
        self._once = once

    def compiled(self, params: str, cost: int, result: str) -> Callable[..., Any]:
        """Return the function with these parameters.

        `cost`: the cost of all parts that are certainly computed; `result`: the name of the result.
        """
        head = [f"def run({params}):", "    v = r.v", f"    n = {cost}"]
        tail = ["    r.fuel -= n", "    if r.fuel < 0: r.spend(0)", f"    return {result}"]
        body = "\n".join(self.lines)
        for name, way in LASTING.items():
            if body.count(way) > 1:
                head.append(f"    {name} = {way}")
                body = body.replace(way, name)
        found: dict[str, Any] = {**self.values, "UNKNOWN": UNKNOWN}
        exec(compile("\n".join([*head, body, *tail]), "<expression>", "exec"), found)  # noqa: S102
        run: Callable[..., Any] = found["run"]
        return run


def function_of(
    write: Callable[[Writer], str], params: str, cost: int, otherwise: Fn, allowed: Allowance
) -> Fn:
    """Return the function of an expression, which `write` writes.

    Returns the closure instead if the function, or all functions of the document, would be too long.
    """
    allowed.lines -= AROUND
    try:
        writer = Writer(allowed)
        result = write(writer)
        if writer.calls:
            writer = Writer(allowed, shares=True)
            result = write(writer)
        return writer.compiled(params, cost, result)
    except (TooLong, SyntaxError, RecursionError, MemoryError):
        return otherwise
