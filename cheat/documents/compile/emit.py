"""Generates Python functions from rules.

Each checked expression and each effect has an emitter: a function that writes the Python statements that
compute the expression or carry out the effect. A `Writer` collects the statements of one function. All
statements, and the names in them, come from this project. Texts, large numbers and cards of a document never
become source code: statements only refer to them by names. So no author can decide what Python compiles.

- A bound value is a value that gets a name while rules run, such as the item of a loop. A place is the
  number of a bound value. A set of places is stored as a number with one bit for each place.
- Work costs steps, and a run may use a limited number of steps. When they are used up, the code breaks: it
  raises `Broken`. To charge a cost means to add it to the steps used. Before a loop over a list, the code
  charges the cost of the list's length. So a loop that is too long does not even begin.
- An invariant is a value that is the same for all items of a loop. The loop computes it only once.
- A memo is a list of invariants. Functions that are called in the loop store the invariants in the memo.

The name of a value is a variable of the generated code. There, `r` is the `Run`, `n` is the number of steps
charged so far, and `v` is the list of bound values, by place. The code subtracts `n` from the steps left
(`r.fuel`) at its end, and before it changes the table.
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
from cheat.documents.runtime.state import CALLING, DeclaredZone

UNKNOWN = object()
"""Stands at a place, or in a memo, until the value there is computed."""
MOST_LINES, MOST_INDENTED, MOST_NESTED = 400, 12, 30
"""Maximum number of lines, indentation levels and nested expressions in a function.

When a function has reached one of these limits, the next expression or effect gets a separate function.
Python compiles 400 lines in a few milliseconds, and allows twenty nested loops and a hundred levels of
indentation.
"""
ALL_PLACES = -1
"""The set of all places: a number in which all bits are set."""
SHALLOW = 2
"""Expressions up to this depth never get a separate function, even in a long function."""
SHORT_NAMES = {
    "r_bases": "r.shape.bases", "r_cards": "r.cards", "r_values": "r.values", "r_zones": "r.zones",
    "hushed": "r.hushed",
}  # fmt: skip
"""Short name -> the Python expression for which it stands.

A function that uses such an expression several times computes it only once, because the value does not change
during a `Run`.
"""

Emit = Callable[["Writer"], str]
"""An emitter: a function that writes statements for a value, and returns the value's name."""


class Expr:
    """A checked expression.

    - `cost`: the minimum number of steps that each evaluation costs
    - `depth`: the number of levels of nesting
    - `emit`: writes the statements that compute the value
    - `literal`: the text, if the expression is a text in quotes
    - `zone`: the declaration of the zone, if the value is a zone or cards of a zone
    - `is_mine`: True if the value is known to belong to the acting player
    - `place`: the place of the value, if the expression is only a bound value
    - `all_cards_of`: the expression of a zone, if the value is the list of all cards of that zone
    """

    __slots__ = ("all_cards_of", "cost", "depth", "emit", "is_mine", "literal", "place", "type", "zone")

    def __init__(
        self,
        type: Type,
        cost: int,
        depth: int,
        emit: Emit,
        *,
        literal: str | None = None,
        zone: DeclaredZone | None = None,
        is_mine: bool = False,
        place: int | None = None,
        all_cards_of: Expr | None = None,
    ) -> None:
        self.type, self.cost, self.depth, self.emit = type, cost, depth, emit
        self.literal, self.zone, self.is_mine, self.place = literal, zone, is_mine, place
        self.all_cards_of = all_cards_of

    @property
    def reads(self) -> int:
        """The set with only `place`, or the empty set (0) if the expression is not a bound value."""
        return 0 if self.place is None else 1 << self.place


class ItemExpr:
    """An expression that is computed for each item of a list, in a loop.

    `body`: the expression; `place`: the place of the item; `invariants`: the places of the loop's invariants.
    """

    __slots__ = ("body", "invariants", "place")

    def __init__(self, body: Expr, place: int, invariants: list[int]) -> None:
        self.body, self.place, self.invariants = body, place, invariants


class Lines(Sequence[str]):
    """The lines of a generated function, stored compressed until a traceback reads them."""

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
    """The source code of the functions that are generated for a document. Tracebacks show it.

    `title`: a name for the document.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self._titles: list[str] = []
        weakref.finalize(self, _forget, self._titles)

    def add(self, path: Path, source: str) -> str:
        """Register the source of a function. Return a file name for tracebacks.

        The file name contains the path in the document, and a number that is unique in this process.
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
    """A function of the rules. It is generated when it is first called.

    - `run` calls the function; the first argument is always the `Run`
    - `path`: the path of the rule in the document, for tracebacks
    - `emit` writes the statements, and returns the name of the result
    - `cost`: the minimum number of steps that a call costs
    - `bound`: the places of the values that the function gets as arguments
    - `extra_params`: the names of further parameters
    - `is_fixed`: True if every call costs exactly `cost` and cannot break
    - `reads`: the set of places that the function reads from `v`
    """

    __slots__ = ("_bound", "_emit", "_extra_params", "_path", "cost", "is_fixed", "reads", "run")

    def __init__(
        self,
        path: Path,
        emit: Emit,
        cost: int = 0,
        bound: Sequence[int] = (),
        extra_params: Sequence[str] = (),
        reads: int = 0,
    ) -> None:
        self._path, self._bound, self._extra_params = path, bound, extra_params
        self.cost, self.is_fixed, self.reads = cost, False, reads
        self._emit: Emit | None = emit
        self.run: Callable[..., Any] = self._first

    @property
    def is_waiting(self) -> bool:
        """True if the function has not been generated yet."""
        return self._emit is not None

    def is_known_to_be_fixed(self) -> bool:
        """Return whether each call costs the same and cannot break.

        To find out before the first call, this method writes the statements of the function.
        """
        if self._emit is not None:
            self.is_fixed = not self._write(self._emit, ALL_PLACES).varies
        return self.is_fixed

    def call(self, r: Any, *args: Any) -> Any:
        """Call the function.

        To store a reference to the function, use `call` and not `run`: the first call replaces `run` by the
        generated code.
        """
        return self.run(r, *args)

    def _first(self, r: Any, *args: Any) -> Any:
        self.compile(r.game.sources)
        return self.run(r, *args)

    def compile(self, sources: Sources) -> None:
        """Generate the Python code of the function, if this has not been done yet.

        `sources`: the source code of all functions of the document.
        """
        emit = self._emit
        if emit is not None:
            writer = self._write(emit, 0)
            params = ", ".join(["r", *(f"v{place}" for place in self._bound), *self._extra_params])
            self.run = writer.compiled(params, self.cost, sources)
            self.is_fixed = not writer.varies
            self._emit = None  # the emitter is not needed any more, and takes more memory than the code

    def _write(self, emit: Emit, shares: int) -> Writer:
        writer = Writer(self._path, shares)
        try:
            for place in self._bound:
                writer.note_bound(place)
            writer.result = emit(writer)
        except _SharesMore as error:
            return self._write(emit, error.places)
        return writer


def function_of(expr: Expr, path: Path, reads: int = 0) -> Function:
    """Return a function that computes an expression. `reads`: the set of places read from `v`."""
    return Function(path, lambda w: w.of(expr), expr.cost, reads=reads)


class _SharesMore(Exception):
    """Raised when a function must be written again, to store the values of more `places` in `v`."""

    def __init__(self, places: int) -> None:
        super().__init__(places)
        self.places = places


class Writer:
    """Writes the body of one generated function.

    - `shares`: the set of places whose values this function stores in `v`, for the functions that it calls
    - `bound`: place -> the name of the bound value
    - `loop_of`: place of an invariant -> the loop to which the invariant belongs
    - `lists`: place of a memo -> the length of the memo
    - `varies`: True if the cost of the function depends on values, or if the function may break
    - `sure`: the names of values that are never `none`
    - `truths`: the names of values that are either true or false
    - `present`: the names of lists that contain only players still in the game, each once
    - `computed`: Python expression -> the name of its value; the dict is cleared when values may have changed
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
        self.loop_of: dict[int, ItemExpr] = {}
        self.lists: dict[int, int] = {}
        self.result = "None"
        self._invariant_of: ItemExpr | None = None
        self._memo = 0
        self._parts: set[int] = set()
        self._names: dict[int, str] = {}
        self._depth, self._nested, self._count, self._changes = 1, 0, 0, 0

    def write(self, statement: str) -> None:
        """Write the next statement."""
        self.lines.append("    " * self._depth + statement)

    @contextmanager
    def under(self, head: str) -> Iterator[None]:
        """Indent the statements of this context below `head`: an `if`, `else`, `for` or `while`."""
        self.write(head)
        self._depth += 1
        first, computed, changes = len(self.lines), self.computed, self._changes
        self.computed = dict(computed)
        yield
        if len(self.lines) == first:
            self.write("pass")
        self._depth -= 1
        self.computed = computed if self._changes == changes else {}

    def name(self, value: str = "") -> str:
        """Return a new name.

        If `value` is not empty, also write a statement that assigns it to the name.
        """
        self._count += 1
        name = f"t{self._count}"
        if value:
            self.write(f"{name} = {value}")
        return name

    def as_name(self, value: str) -> str:
        """Return a name for a value, so that statements can use the value several times."""
        if (value.isidentifier() and value != "None") or value.isdigit() or value == "r.me":
            return value
        name = self.name(value)
        if self.is_sure(value):
            self.sure.add(name)
        return name

    def is_sure(self, value: str) -> bool:
        """Return whether a value is certainly not `none`."""
        return value.isdigit() or value in self.sure or value == "r.me"

    def cached_name(self, value: str) -> str:
        """Return a name for a Python expression, which is computed again only after `note_change`."""
        if value.isidentifier():
            return value
        if value not in self.computed:
            self.computed[value] = self.name(value)
        return self.computed[value]

    def note_change(self) -> None:
        """Note that the table may have changed. Values that were computed before are not used again."""
        self._changes += 1
        self.computed.clear()

    def fresh(self, value: str = "") -> str:
        """Return a new name for a value that is never `none`. Later statements may change the value."""
        name = self.name(value)
        self.sure.add(name)
        return name

    @contextmanager
    def derived(self, value: str) -> Iterator[str]:
        """Yield a name for a value that the statements of this context compute from `value`.

        If `value` is `none`, the statements are not carried out, and the computed value is `none`, too.
        """
        if self.is_sure(value):
            result = self.fresh()
            yield result
            return
        result = self.name("None")
        with self.if_not_none(value):
            yield result

    def if_not_none(self, value: str) -> AbstractContextManager[None]:
        """Return a context with statements that are carried out only if a value is not `none`."""
        return nullcontext() if self.is_sure(value) else self.under(f"if {value} is not None:")

    def sure_name(self, value: str) -> str:
        """Return a name for a value that is never `none`."""
        name = self.cached_name(value)
        self.sure.add(name)
        return name

    def truth(self, value: str) -> str:
        """Return a name for a value that is either true or false."""
        name = self.sure_name(value)
        self.truths.add(name)
        return name

    def holds(self, value: str) -> str:
        """Return a Python expression that is True only if a value is true.

        The value itself may be `none`.
        """
        return value if value in self.truths else f"not not {value}"

    def unless_none(self, values: Sequence[str], code: str, *, sure: bool = True) -> str:
        """Return a name for the value of `code`, or for `none` if one of `values` is `none`.

        `sure`: `code` itself is never `none`.
        """
        unsure = [f"{name} is None" for name in values if not self.is_sure(name)]
        if unsure:
            return self.cached_name(f"None if {' or '.join(unsure)} else {code}")
        return self.sure_name(code) if sure else self.cached_name(code)

    def players(self, value: str) -> str:
        """Return a name for a list that contains only players in the game, each once."""
        name = self.sure_name(value)
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
        """Bind a value at a place, for all following statements."""
        self.write(f"v{place} = {value}")
        self.note_bound(place)

    def note_bound(self, place: int) -> str:
        """Note that the generated code has bound a value at a place. Return its name."""
        self.bound[place] = name = f"v{place}"
        self.share(place)
        return name

    def bind_name(self, place: int, value: str) -> str:
        """Bind a value at a place, and return its name.

        If the value has a name already, use this name.
        """
        self.bound[place] = name = self.as_name(value)
        if self.shares >> place & 1:
            self.write(f"v[{place}] = {name}")
        return name

    def share(self, place: int) -> None:
        """Store a newly bound value in `v`, if called functions need the value."""
        if self.shares >> place & 1:
            self.write(f"v[{place}] = v{place}")

    def cost(self, cost: int) -> None:
        """Write a charge of `cost` steps. Charges that follow each other become one statement."""
        last_line = self.lines[-1] if self.lines else ""
        head, sign, last_cost = last_line.rpartition(" += ")
        if sign and head == "    " * self._depth + "n" and last_cost.isdigit():
            self.lines[-1] = f"{head} += {int(last_cost) + cost}"
        elif cost:
            self.write(f"n += {cost}")

    def charge(self, cost: int) -> None:
        """Write a charge at the beginning of a branch that is not always carried out."""
        self.varies = True
        self.cost(cost)

    def spend(self, cost: str) -> None:
        """Write a charge that depends on values. If no steps are left, the generated code breaks."""
        self.varies = True
        self.write(f"n += {cost}")
        self.write("if n > r.fuel: r.spend(n)")

    def settle(self) -> None:
        """Write the statement that subtracts all costs so far, before the table changes."""
        self.write("r.fuel -= n")
        self.write("if r.fuel < 0: r.spend(0)")
        self.write("n = 0")
        self.note_change()

    def return_unchanged(self, result: str) -> None:
        """Write a `return` for a path on which the table has not changed."""
        self.write("r.fuel -= n")
        self.write("if r.fuel < 0: r.spend(0)")
        self.write(f"return {result}")

    def settle_and_return(self, result: str) -> None:
        """Write a `return` for a path on which the table may have changed."""
        self.settle()
        self.write(f"return {result}")

    def call(self, do: Callable[..., Any], *values: str) -> str:
        """Write a call of a function of this project. Return the name of the result."""
        return self.name(f"{self.value(do)}({', '.join(values)})")

    def root(self, expr: Expr) -> str:
        """Write the statements of an expression, and its cost. Return the name of its value."""
        self.cost(expr.cost)
        return self.as_name(self.of(expr))

    def of(self, expr: Expr) -> str:
        """Write the statements of an expression. Return the name of its value.

        The cost is not written, because the caller has charged it already.
        """
        if expr.depth > SHALLOW and self.is_full():
            return self.in_own_function(expr)
        self._nested += 1
        value = expr.emit(self)
        self._nested -= 1
        return value

    def is_full(self) -> bool:
        """Return whether the next expression or effect needs a separate function.

        This is so if this function has reached a limit: `MOST_LINES`, `MOST_INDENTED` or `MOST_NESTED`.
        """
        return len(self.lines) > MOST_LINES or self._depth > MOST_INDENTED or self._nested > MOST_NESTED

    def in_own_function(self, expr: Expr) -> str:
        """Write the call of a separate function for an expression. Return the name of its value.

        The separate function reads bound values from `v`, so the calling function stores them there.
        """
        self.needs(ALL_PLACES)
        return self.call_of(Function(self.path, expr.emit))

    def needs(self, places: int) -> None:
        """Note that a called function reads these places from `v`, so values must be stored there."""
        if places & ~self.shares:
            raise _SharesMore(places | self.shares)

    def call_of(self, function: Function, *values: str) -> str:
        """Write the call of another generated function. Return the name of its result.

        The code first charges all costs so far, so that the called function knows how many steps are left.
        """
        self.varies = True
        self.write("if n: r.fuel -= n; n = 0")
        return self.name(f"{self.value(function)}.run({', '.join(['r', *values])})")

    @contextmanager
    def loop(self, item_expr: ItemExpr, items: str, *, sure: bool = False) -> Iterator[str]:
        """Write a loop over `items`.

        For each item, the loop computes the item expression, and then carries out the statements of this
        context. Yield the name of the item expression's value. `sure`: no item is `none`.
        """
        self.spend(f"len({items}) * {item_expr.body.cost}")
        self.loop_of.update(dict.fromkeys(item_expr.invariants, item_expr))
        reset_line, invariant_of, memo = len(self.lines), self._invariant_of, self._memo
        self._invariant_of, self._memo = None, 0
        if item_expr.invariants:
            self.write("pass")
        with self.under(f"for v{item_expr.place} in {items}:"):
            item = self.note_bound(item_expr.place)
            if sure:
                self.sure.add(item)
            yield self.of(item_expr.body)
        self._invariant_of, self._memo = invariant_of, memo
        if item_expr.invariants:
            self.lines[reset_line] = self.lines[reset_line].replace(
                "pass", self._reset(item_expr.invariants) or "pass"
            )

    def _reset(self, places: list[int]) -> str:
        """Return the statements that reset invariants to `UNKNOWN` when a loop begins."""
        values = [
            self._targets_of(place)
            for place in places
            if place not in self._parts and place not in self.lists
        ]
        lists = [
            f"{self._targets_of(place)} = [UNKNOWN] * {self.lists[place]}"
            for place in places
            if place in self.lists
        ]
        return "; ".join([*([" = ".join([*values, "UNKNOWN"])] if values else []), *lists])

    def _targets_of(self, place: int) -> str:
        return f"v{place} = v[{place}]" if self.shares >> place & 1 else f"v{place}"

    def is_part(self, place: int) -> bool:
        """Return whether the invariant at `place` is only a part of another invariant of its loop.

        Such an invariant needs no variable. `_reset` skips its place.
        """
        if self.shares != ALL_PLACES and place in self.loop_of and self.loop_of[place] is self._invariant_of:
            self._parts.add(place)
            return True
        return False

    @contextmanager
    def computing(self, place: int) -> Iterator[None]:
        """Write an `if`: the code of this context runs only if the value at a place is `UNKNOWN`."""
        outer, self._invariant_of = self._invariant_of, self.loop_of.get(place)
        with self.under(f"if v{place} is UNKNOWN:"):
            yield
        self._invariant_of = outer

    def is_within(self, memo: int) -> bool:
        """Return whether the present code computes an invariant for the memo at this place."""
        return self._memo == memo

    @contextmanager
    def remembering(self, memo: int, name: str) -> Iterator[None]:
        """Write an `if`: the code of this context runs only if a value in a memo is `UNKNOWN`.

        `memo`: the place of the memo; `name`: the name of the invariant's value.
        """
        outer, self._memo = self._memo, memo
        with self.under(f"if {name} is UNKNOWN:"):
            yield
        self._memo = outer

    def compiled(self, params: str, cost: int, sources: Sources) -> Callable[..., Any]:
        """Compile and return the function with these parameters.

        `cost`: the steps that every call costs; `sources`: the source code of the document's functions.
        """
        head = [f"def run({params}):", "    v = r.v", f"    n = {cost}"]
        tail = ["    r.fuel -= n", "    if r.fuel < 0: r.spend(0)", f"    return {self.result}"]
        body = "\n".join(self.lines)
        for name, path in SHORT_NAMES.items():
            if body.count(path) > 1:
                head.append(f"    {name} = {path}")
                body = body.replace(path, name)
        source = "\n".join([*head, body, *tail]) if body else "\n".join([*head, *tail])
        namespace: dict[str, Any] = {**self.values, "UNKNOWN": UNKNOWN}
        exec(compile(source, sources.add(self.path, source), "exec"), namespace)  # noqa: S102
        run: Callable[..., Any] = namespace["run"]
        return run


def is_fixed(expr: Expr) -> bool:
    """Return whether an expression always costs the same and cannot break."""
    writer = Writer((), ALL_PLACES)
    writer.of(expr)
    return not writer.varies


def deepest(*parts: Expr) -> int:
    """Return the depth of an expression with these parts."""
    return 1 + max((part.depth for part in parts), default=0)


def costs(*parts: Expr) -> int:
    """Return the cost of an expression that evaluates all these parts."""
    return 1 + sum(part.cost for part in parts)


def bound_at(type: Type, place: int, *, cost: int = 0, is_mine: bool = False) -> Expr:
    """Return an expression for the value that is bound at a place.

    `cost`: steps for reading the value. Reading the value before a dot, as in `winner.hand`, costs 0.
    """
    return Expr(type, cost, cost, partial(_at, place), is_mine=is_mine, place=place)


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
    """Return an expression that calls a function of this project with the values of `parts`.

    `cost`: steps in addition to the cost of `parts`; `with_run`: the first argument of the call is the `Run`,
    and the call costs `CALLING` more steps.
    """
    emit = partial(_applied_with_run if with_run else _applied, do, parts)
    cost += costs(*parts) + (CALLING if with_run else 0)
    return Expr(type, cost, deepest(*parts), emit, zone=zone)


def _applied(do: Callable[..., Any], parts: Sequence[Expr], w: Writer) -> str:
    return w.call(do, *[w.of(part) for part in parts])


def _applied_with_run(do: Callable[..., Any], parts: Sequence[Expr], w: Writer) -> str:
    return w.call(do, "r", *[w.of(part) for part in parts])


def computed_once(of: Expr, place: int) -> Expr:
    """Return an invariant with the value of this expression. The value is stored at `place`.

    The value is computed only if `UNKNOWN` is stored there. Every use costs the same, even if the value is
    known.
    """
    emit = partial(_computed_once, of, place)
    return Expr(of.type, of.cost, of.depth, emit, literal=of.literal, zone=of.zone, is_mine=of.is_mine)


def memory(place: int, size: int) -> Expr:
    """Return an expression for a memo of `size` values at a place.

    The memo itself counts as an invariant of a loop. Whenever the loop begins, it makes a new memo in which
    all values are `UNKNOWN`.
    """
    return Expr(ANY, 0, 0, partial(_memory, place, size))


def unknowns(size: int) -> Expr:
    """Return an expression for a new memo: `size` items, all `UNKNOWN`. It costs nothing."""
    return Expr(ANY, 0, 0, lambda w: w.name(f"[UNKNOWN] * {size}"))


def _memory(place: int, size: int, w: Writer) -> str:
    if place in w.loop_of:
        w.lists[place] = size
        return f"v{place}"
    w.bind(place, f"v[{place}]")  # another function begins the loop
    with w.computing(place):
        w.write(f"v{place} = v[{place}] = [UNKNOWN] * {size}")
    return f"v{place}"


def _computed_once(of: Expr, place: int, w: Writer) -> str:
    if w.is_part(place):
        return w.of(of)
    is_elsewhere = place not in w.loop_of  # another function begins the loop
    if is_elsewhere:
        w.bind(place, f"v[{place}]")
    with w.computing(place):
        value = w.of(of)
        w.bind(place, value)
        if is_elsewhere and not w.shares >> place & 1:
            w.write(f"v[{place}] = v{place}")
    for kind in (w.sure, w.truths):
        if value in kind:
            kind.add(f"v{place}")
    return f"v{place}"


def remembered(of: Expr, memo: int, slot: int) -> Expr:
    """Return an invariant with the value of this expression. The value is stored in a memo.

    The value is computed only if `UNKNOWN` is stored there. Every use costs the same, even if the value is
    known. `memo`: the place of the memo; `slot`: the index of the value in the memo.
    """
    emit = partial(_remembered, of, memo, slot)
    return Expr(of.type, of.cost, of.depth, emit, literal=of.literal, zone=of.zone, is_mine=of.is_mine)


def _remembered(of: Expr, memo: int, slot: int, w: Writer) -> str:
    if w.is_within(memo):
        return w.of(of)
    values = w.at(memo)
    stored = w.name(f"{values}[{slot}]")
    with w.remembering(memo, stored):
        value = w.of(of)
        w.write(f"{stored} = {values}[{slot}] = {value}")
    for kind in (w.sure, w.truths):
        if value in kind:
            kind.add(stored)
    return stored
