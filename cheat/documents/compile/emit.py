"""Rules as Python functions: what playouts run instead of the closures that rooms run.

A checked expression says of itself which statements compute it, and an effect which carry it out. All of them
are written by us, names and all:
whatever an author wrote (texts, large numbers, cards) is a value that a statement names, never a part of it.
So no document can say what is compiled. What an expression has no statements for is called as the closure
that it is.

In what is written `r` is the `Run`, `v` its places, `n` what has been spent so far and is charged at the end,
or before anything changes; each list charges its length before it is walked through, so nothing goes on for
long with too little left.
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
"""What stands at a place whose value has not been computed yet."""
MOST_LINES = 1_500
"""Of one function. What would be longer stays a closure."""
MOST_WRITTEN = 20_000
"""Lines of all functions of a document, also of those that become none: twice as many as any game of ours
has, and what keeps the worst document from being written for seconds. What comes later stays a closure.
"""
AROUND = 6
"""Lines around the body of each function."""
LASTING = {"r_bases": "r.shape.bases", "r_cards": "r.cards", "r_values": "r.values", "r_zones": "r.zones"}
"""What stays the same as long as a `Run` lasts, by the names that it gets where it is looked at often."""


_IS_KEPT: ContextVar[bool] = ContextVar("how rules are written is kept", default=False)


@contextmanager
def to_be_written() -> Iterator[None]:
    """What is checked within keeps how it is written. Rooms do not need that, and it takes as much as what
    they run.
    """
    token = _IS_KEPT.set(True)
    try:
        yield
    finally:
        _IS_KEPT.reset(token)


def is_to_be_written() -> bool:
    """Whether what is checked now keeps how it is written."""
    return _IS_KEPT.get()


class TooLong(Exception):
    """An expression of which a function would be too long, or too deeply nested."""


class Allowance:
    """How many `lines` may still be written for a document."""

    __slots__ = ("lines",)

    def __init__(self, lines: int = MOST_WRITTEN) -> None:
        self.lines = lines


class Writer:
    """Writes the body of one function, as long as that is `allowed`. `shares`: closures are called in it,
    which find what is bound in it at its place. `kept`: in which loop that is written here what stands at a
    place is computed once. `varies`: whether what it costs depends on the values, or it may break. `sure`:
    what is certainly not `none`; `truths`: what is certainly true or false; `present`: what certainly are
    different players who are in the game. `computed`: the names of what has been computed and is still so.
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
        """The next statement. Raises TooLong."""
        self.lines.append("    " * self._depth + statement)
        self.allowed.lines -= 1
        if len(self.lines) > MOST_LINES or self.allowed.lines < 0:
            raise TooLong

    @contextmanager
    def under(self, head: str) -> Iterator[None]:
        """What is written within belongs to this `if`, `else` or `for`."""
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
        """A name that nothing else has, for a value if one is given."""
        self._count += 1
        name = f"t{self._count}"
        if value:
            self.put(f"{name} = {value}")
        return name

    def named(self, value: str) -> str:
        """A name for a value, which may be looked at several times."""
        if value.isidentifier() or value.isdigit():
            return value
        name = self.name(value)
        if self.is_sure(value):
            self.sure.add(name)
        return name

    def is_sure(self, value: str) -> bool:
        """Whether a value is certainly not `none`."""
        return value.isdigit() or value in self.sure or value == "r.me"

    def same(self, value: str) -> str:
        """A name for what gives the same value until something changes."""
        if value.isidentifier():
            return value
        if value not in self.computed:
            self.computed[value] = self.name(value)
        return self.computed[value]

    def changed(self) -> None:
        """Something may have changed: what has been computed before is computed again."""
        self._changes += 1
        self.computed.clear()

    def fresh(self, value: str = "") -> str:
        """A name of its own for a value that is certainly not `none`, and will change."""
        name = self.name(value)
        self.sure.add(name)
        return name

    @contextmanager
    def made_of(self, value: str) -> Iterator[str]:
        """What is written within makes something of a value, where that is not `none`; gives it a name."""
        if self.is_sure(value):
            found = self.fresh()
            yield found
            return
        found = self.name("None")
        with self.where_there(value):
            yield found

    def where_there(self, value: str) -> AbstractContextManager[None]:
        """What is written within happens where a value is not `none`."""
        return nullcontext() if self.is_sure(value) else self.under(f"if {value} is not None:")

    def known(self, value: str) -> str:
        """A name for a value that is certainly not `none`."""
        name = self.same(value)
        self.sure.add(name)
        return name

    def truth(self, value: str) -> str:
        """A name for what is certainly true or false."""
        name = self.known(value)
        self.truths.add(name)
        return name

    def holds(self, value: str) -> str:
        """Whether a value is true."""
        return value if value in self.truths else f"not not {value}"

    def unless_none(self, values: Sequence[str], written: str, *, sure: bool = True) -> str:
        """What is computed of values, `none` where one of them is. `sure`: whether only there."""
        unsure = [f"{one} is None" for one in values if not self.is_sure(one)]
        if unsure:
            return self.same(f"None if {' or '.join(unsure)} else {written}")
        return self.known(written) if sure else self.same(written)

    def players(self, value: str) -> str:
        """A name for different players who are in the game."""
        name = self.known(value)
        self.present.add(name)
        return name

    def value(self, value: Any) -> str:
        """A value that is always the same."""
        if value is None or isinstance(value, bool) or (isinstance(value, int) and 0 <= value < 10**6):
            return repr(value)
        self.varies = self.varies or callable(value)
        if id(value) not in self._names:
            name = f"c{len(self._names)}"
            self._names[id(value)], self.values[name] = name, value
            self.sure.add(name)
        return self._names[id(value)]

    def at(self, place: int) -> str:
        """What is bound at a place."""
        return self.bound.get(place) or f"v[{place}]"

    def bind(self, place: int, value: str) -> None:
        """Bind a value at a place, for what is written from here on."""
        self.put(f"v{place} = {value}")
        self.stands(place)

    def stands(self, place: int) -> str:
        """The name of what has just been bound at a place."""
        self.bound[place] = name = f"v{place}"
        self.share(place)
        return name

    def called(self, place: int, value: str) -> str:
        """The name of what is bound at a place: that which it has already, where no closure looks for it."""
        if self.shares or not value.isidentifier():
            self.bind(place, value)
        else:
            self.bound[place] = value
        return self.bound[place]

    def share(self, place: int) -> None:
        """Where closures are called, they find at its place what has just been bound."""
        if self.shares:
            self.put(f"v[{place}] = v{place}")

    def charge(self, cost: int) -> None:
        """Charge what is computed from here on, and may not be."""
        self.varies = True
        self.put(f"n += {cost}")

    def spend(self, cost: str) -> None:
        """Charge what depends on the values. Breaks where it is too much."""
        self.varies = True
        self.put(f"n += {cost}")
        self.put("if n > r.fuel: r.spend(n)")

    def settle(self) -> None:
        """Charge all that has been spent, before something changes."""
        self.put("r.fuel -= n")
        self.put("if r.fuel < 0: r.spend(0)")
        self.put("n = 0")
        self.changed()

    def stop(self, result: str) -> None:
        """The function ends here."""
        self.settle()
        self.put(f"return {result}")

    def call(self, do: Callable[..., Any], *values: str) -> str:
        """The result of a function of ours."""
        return self.name(f"{self.value(do)}({', '.join(values)})")

    def root(self, typed: Typed) -> str:
        """What a whole expression is; it charges what it costs."""
        if typed.cost:
            self.put(f"n += {typed.cost}")
        return self.named(self.of(typed))

    def weigh(self, typed: Typed) -> None:
        """What a whole expression costs, where nobody wants to know what it is."""
        other = Writer(self.allowed, shares=self.shares)
        other.of(typed)
        if other.varies or other.calls:
            self.root(typed)
        else:
            self.put(f"n += {typed.cost}")

    def of(self, typed: Typed) -> str:
        """What an expression is: its statements are written, and this says where its value stands."""
        if typed.code is not None:
            return typed.code(self)
        self.calls = True
        return self.name(f"{self.value(typed.fn)}(r)")

    @contextmanager
    def each(self, each: Each, items: str, *, sure: bool = False) -> Iterator[str]:
        """What is written within happens for each of the items, and gets what is computed for it. `sure`:
        whether none of them is `none`.
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
        """Whether what is computed once is needed only for something else that is, in the same loop."""
        if place in self.kept and self.kept[place] is self._once:
            self._parts.add(place)
            return True
        return False

    @contextmanager
    def computing(self, place: int) -> Iterator[None]:
        """What is written within is computed once, and stands at a place then."""
        once, self._once = self._once, self.kept.get(place)
        with self.under(f"if v{place} is UNKNOWN:"):
            yield
        self._once = once

    def compiled(self, params: str, cost: int, result: str) -> Callable[..., Any]:
        """The function with these parameters. `cost`: of what is computed for sure; `result`: what it is."""
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
    """The function of an expression, which `write` writes; the closure where that, or all that is written for
    its document, would be too long.
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
