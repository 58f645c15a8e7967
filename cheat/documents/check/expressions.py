"""The check of expressions: trees become typed functions, and errors are reported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from cheat.documents.check.operators import Operations
from cheat.documents.check.scope import CHANCE, Definition, Local, Names, Scope, expression, tell_wrong
from cheat.documents.compile import names as make
from cheat.documents.compile.emit import (
    Expr,
    Function,
    Writer,
    always,
    applied,
    bound_at,
    deepest,
    memory,
    once,
    remembered,
    unknowns,
)
from cheat.documents.parse.diagnostics import Path
from cheat.documents.parse.expressions import (
    Binary,
    Call,
    Clause,
    Constant,
    Dot,
    Index,
    Is,
    Items,
    Literal,
    Name,
    Number,
    Tree,
    Unary,
    Wrong,
    parse,
)
from cheat.documents.parse.types import (
    ANY,
    BOOL,
    CARD,
    NONE,
    NUMBER,
    TEXT,
    Type,
    fits,
    in_words,
    is_vague,
    item_of,
    maybe,
)
from cheat.documents.runtime.state import Card, Run, conforms, item_count, list_or_none
from cheat.i18n.messages import Arg

MOST_PARTS = 30_000
"""Most nodes of all expressions, with each definition counted at every use.

That is far more than any game has. Without the limit, a few definitions that use each other several times
could expand without bound.
"""
MOST_NESTED = 150
"""Most calls within calls, definitions included.

A computer's stack holds several times as many.
"""
UNDECLARED = "“{name}” is not defined. Declare it under “options”, “vars” or “define”."
"""The message for an unknown name, if no known name is similar."""

LEAST_PARTS = 25
"""The fewest nodes of a definition that has a function of its own.

A call takes as long as a few nodes.
"""
WORTH_KEEPING = 3
"""The least cost of an expression that is kept in a loop.

A cheaper one is computed as fast as a kept one is found, except for cards in variables.
"""


class _Loop(NamedTuple):
    """A loop around the expression that is being checked.

    `item`: the place of its item; `invariants`: the places of values that are the same for all items. The
    loops around a use of a shared definition count as one, whose values are `invariants` in a list at the
    place `memo`.
    """

    item: int
    invariants: list[int]
    memo: int = 0


@dataclass(slots=True)
class _OpenDefinition:
    """The check of a definition that has begun.

    `scope`: that of its text; `params`, `near`: places of its parameters, and of the nearest values by what
    they are; `inside`: the first of its places; the last four are the state around it.
    """

    path: Path
    scope: Scope
    params: list[int]
    near: dict[str, int]
    loop: _Loop | None
    inside: int
    here: Path
    parts: int
    loops: list[_Loop]
    reading: int
    body: Expr = field(default_factory=lambda: always(ANY, None))


class _SharedDefinition:
    """A definition that is checked for values of certain types, and reads no others.

    So it can be reused wherever names have the same meaning, and becomes one function. `places`: those of its
    parameters; `near`: those of the nearest values that it reads, by what they are; `memo`: the place of the
    list of values that are the same throughout the loops around a use, and `invariants` has an entry for
    each; `parts`: its number of nodes; `nested`: the number of calls around it; `reads`: `CHANCE` if it uses
    chance; `uses`: how many places of the document use it.
    """

    def __init__(
        self, begun: _OpenDefinition, near: dict[str, int], parts: int, nested: int, reads: int
    ) -> None:
        self.body, self.places, self.near = begun.body, begun.params, near
        self.memo, self.invariants = (
            (begun.loop.memo, begun.loop.invariants) if begun.loop is not None else (0, [])
        )
        self.parts, self.nested, self.reads, self.uses = parts, nested, reads, 0
        bound = [*self.places, *near.values(), *([self.memo] if self.invariants else [])]
        self.function = Function(begun.path, begun.body.emit, bound=bound)

    def call(self, args: list[Expr], near: dict[str, Expr], memo: Expr | None) -> Expr:
        """Return the definition with these values.

        If it is used once, or is short, it is written where it is used; else its function is called.
        """
        self.uses += 1
        body = self.body
        values = [*args, *[near[name] for name in self.near], *([] if memo is None else [memo])]
        cost, depth = body.cost + sum([arg.cost for arg in args]) + 1, deepest(body, *args)
        return Expr(body.type, cost, depth, partial(self._emit, values), zone=body.zone, mine=body.mine)

    def _emit(self, values: list[Expr], w: Writer) -> str:
        names = [w.of(value) for value in values]
        if self.uses > 1 and self.parts >= LEAST_PARTS:
            return w.call_of(self.function, *names)
        for place, name in zip([*self.places, *self.near.values(), self.memo], names, strict=False):
            w.called(place, name)
        return w.of(self.body)


class Expressions(Operations):
    """The check of the expressions of one document. `path`: the place of the present one."""

    def __init__(self, names: Names) -> None:
        self.names, self.report = names, names.report
        self.path: Path = ()
        self.parts = self.nested = 0
        self.using: list[str] = []
        self.reading = 0
        self.loops: list[_Loop] = []
        self.shared: dict[tuple[object, ...], _SharedDefinition | None] = {}

    # Whole expressions

    def whole(self, source: Any, path: Path, scope: Scope) -> Expr:
        """Return a whole expression, checked."""
        self.path = path
        try:
            tree = parse(expression(source))
        except Wrong as wrong:
            tell_wrong(self.report, path, wrong)
            return always(ANY, None)
        return self.typed(tree, scope)

    def valued(self, source: Any, path: Path, scope: Scope, wanted: Type, place: str) -> Expr:
        """Return a whole expression of a wanted type.

        If cards are wanted, a zone stands for its cards.
        """
        typed = self.whole(source, path, scope)
        return self.wanting(typed, wanted, place, None, scope)

    def wanting(self, typed: Expr, wanted: Type, place: str, tree: Tree | None, scope: Scope) -> Expr:
        """Return the expression as one of this type. Report an error if it has another type.

        `place`: the place that needs the type, for the message.
        """
        span = (tree.start, tree.end) if tree is not None else None
        if wanted is BOOL and typed.type.kind != "bool":
            if typed.type.kind not in ("any", "none"):
                words = "This is {found}, but “{place}” needs a condition."
                self.tell("type", words, span=span, found=in_words(typed.type), place=place)
            return typed
        if wanted.kind not in ("zone", "zones"):
            typed = self.adapted(self.value(typed, scope), wanted, tree)
        if not fits(typed.type, wanted):
            words = "This is {found}, but “{place}” needs {wanted}."
            found = in_words(typed.type)
            self.tell("type", words, span=span, found=found, place=place, wanted=in_words(wanted))
        return self._as_wanted(typed, wanted)

    def _as_wanted(self, typed: Expr, wanted: Type) -> Expr:
        """Return the expression. If its type is vague, a value of another type is `none`."""
        if not is_vague(typed.type) or is_vague(wanted):
            return typed

        def as_wanted(r: Run, value: Any) -> Any:
            return value if conforms(value, wanted, r) else None

        return applied(typed.type, as_wanted, typed, with_run=True, cost=-1)

    def listed_or_none(self, typed: Expr) -> Expr:
        """Return the expression; if its type is unknown, a value that is no list is `none`."""
        return applied(ANY, list_or_none, typed, cost=-1) if typed.type.kind == "any" else typed

    def conforming(self, typed: Expr, wanted: Type, *, adding: bool = False) -> Expr:
        """Return the expression, with a check of its value at run time if its type is vague.

        A value that is not of the wanted type becomes `none`. `adding`: for a list, a single item will do.
        """
        if not is_vague(typed.type) or is_vague(wanted):
            return typed
        item = item_of(wanted) if adding and wanted.kind == "list" else None

        def as_wanted(r: Run, value: Any) -> Any:
            if item is not None and not isinstance(value, list):
                return value if conforms(value, item, r) else None
            r.spend(item_count(value))
            return value if conforms(value, wanted, r) else None

        return applied(maybe(typed.type), as_wanted, typed, with_run=True, cost=-1)

    def tell(
        self, code: str, words: str, *, span: tuple[int, int] | None = None, hint: str = "", **args: Arg
    ) -> None:
        """Report an error in the expression that is being checked."""
        self.report.tell(code, self.path, words, span=span, hint=hint, **args)  # type: ignore[arg-type]

    # Parts

    def typed(self, tree: Tree, scope: Scope) -> Expr:
        """Return the checked expression of a tree."""
        self.parts += 1
        self.nested += 1
        if self._is_too_large():
            self.nested -= 1
            return always(ANY, None)
        inside, outer, self.reading = self.names.places, self.reading, 0
        typed = self._typed(tree, scope)
        reads = self.reading & (1 << inside) - 1  # values bound inside do not count outside
        self.reading = outer | reads
        self.nested -= 1
        return self._once(typed, reads)

    def _is_too_large(self) -> bool:
        """Return whether there are too many nodes, or calls within calls, and report that."""
        if self.parts <= MOST_PARTS and self.nested <= MOST_NESTED:
            return False
        self.tell(
            "limit",
            "The expressions become too large once definitions are filled in. Use fewer or shorter ones.",
        )
        return True

    def _once(self, typed: Expr, reads: int) -> Expr:
        """Return the expression.

        If it has the same value throughout a loop, compute it once in there. Among several such loops, the
        outermost one keeps it.
        """
        is_looked_up = typed.cost < WORTH_KEEPING and (typed.place is not None or typed.type.kind != "card")
        if is_looked_up or reads & CHANCE or typed.type.kind in ("zone", "zones"):
            return typed
        for loop in self.loops:
            if reads.bit_length() <= loop.item:  # all that the expression reads was bound before the loop
                return self._hoist(loop, typed)
        return typed

    def _hoist(self, loop: _Loop, typed: Expr) -> Expr:
        """Return the expression, computed once in a loop."""
        if loop.memo:
            loop.invariants.append(loop.memo)
            return remembered(typed, loop.memo, len(loop.invariants) - 1)
        loop.invariants.append(self.names.place())
        return once(typed, loop.invariants[-1])

    @contextmanager
    def each(self, item: Type, scope: Scope) -> Iterator[tuple[int, list[int], Scope]]:
        """Yield the place and the kept places of an `Each`, and the scope with its item.

        Expressions that are checked in this context are computed for each item of a list.
        """
        place, kept = self.names.place(), list[int]()
        self.loops.append(_Loop(place, kept))
        yield place, kept, scope.within(item, place)
        self.loops.pop()

    def _typed(self, tree: Tree, scope: Scope) -> Expr:
        match tree:
            case Name():
                return self.name(tree, tree.name, scope)
            case Dot():
                return self.dotted(tree, scope)
            case Call():
                return self.called(tree, scope)
            case Binary():
                return self.binary(tree, scope)
            case Number():
                return always(NUMBER, tree.value)
            case Literal():
                return always(TEXT, tree.value, literal=tree.value)
            case Constant():
                return always(NONE if tree.value is None else BOOL, tree.value)
            case Unary():
                return self.unary(tree, scope)
            case Is():
                return self.is_so(tree, scope)
            case Items():
                return self.written_out(tree, scope)
            case Index():
                return self.indexed(tree, scope)
            case Clause():
                listed = self.listed(tree, scope, "by" if tree.where is None else "where")
                if listed.by is not None:
                    words = "“by” can only be used in functions such as sort, sum, highest and group."
                    self.tell("type", words, span=(tree.start, tree.end))
                return listed.node

    def value(self, typed: Expr, scope: Scope) -> Expr:
        """Return a zone as its cards, any other expression as it is."""
        if typed.type.kind not in ("zone", "zones"):
            return typed
        if scope.shown_as and not self._in_sight(typed, scope):
            words = "{place} reads cards of {zone} that the player cannot see, and would give them away."
            if scope.public:
                words = "{place} reads cards of {zone} that not everybody can see, and would give them away."
            name = typed.zone.name if typed.zone else "zones"
            self.tell("leak", words, place=scope.shown_as, zone=name)
        return make.cards_of(typed)

    def _in_sight(self, typed: Expr, scope: Scope) -> bool:
        """Return whether the acting player certainly sees the faces of a zone.

        For an expression in a text that all players read, all of them must see the faces.
        """
        zone = typed.zone
        if zone is None or zone.seen == "all":
            return zone is not None
        return typed.mine and zone.seen in ("owner", "team") and not scope.public

    def adapted(self, typed: Expr, wanted: Type, tree: Tree | None) -> Expr:
        """Return a text literal as the wanted suit, rank, card or value of an option."""
        if typed.literal is None or wanted.kind == "text":
            return typed
        word = typed.literal
        kinds = {
            "suit": ("There is no suit ‘{word}’.", self.names.deck.suits),
            "rank": ("There is no rank ‘{word}’.", self.names.deck.ranks),
            "card": ("There is no card ‘{word}’.", list(self.names.deck.kinds)),
            "option": ("The option “{name}” has no value ‘{word}’.", self.option_values(wanted.name)),
        }
        if wanted.kind not in kinds:
            return typed
        words, known = kinds[wanted.kind]
        if word not in known:
            span = (tree.start, tree.end) if tree is not None else None
            like = self.report.nearest(word, known)
            self.tell("type", words, span=span, hint=like, word=word, name=wanted.name)
        if wanted.kind == "card":
            kind = self.names.deck.kinds.get(word)
            return always(CARD, Card(word, -1, kind.values if kind else ()), literal=word)
        return always(wanted._replace(maybe=False), word, literal=word)

    def option_values(self, name: str) -> list[str]:
        """Return the values of an option."""
        option = self.names.options.get(name)
        return option.values if option else []

    # Names

    def name(self, tree: Name | Dot, name: str, scope: Scope) -> Expr:
        """Return the meaning of a name in this scope."""
        local = scope.names.get(name)
        if local is not None:
            local.used = True
            self.reading |= 1 << local.place
            return bound_at(local.type, local.place, cost=1)
        given = make.standard_name(name, scope, self.names)
        if given is not None:
            if name == "it" and scope.it is None:
                self._misplaced(tree, "“it” can only be used after “where” or “by”.")
            if name in ("team", "teams", "members") and not self.names.teams:
                self._misplaced(tree, "This game has no teams. For teams, set “team_size” in “players”.")
            if name == "leaver" and not scope.leaver:
                self._misplaced(tree, "“leaver” can only be used in “leave”.")
            if name == "it" and scope.it is not None:
                self.reading |= 1 << scope.it.place
            elif name in ("team", "members"):
                self._reads("team", scope)
            return given
        if name in self.names.attributes:
            return self.attribute(tree, name, scope)
        if name in self.names.zones:
            zone = self.names.zones[name]
            self._reads(zone.per, scope)
            return make.zone(zone, scope, self.names)
        if name in self.names.variables:
            variable = self.names.variables[name]
            self._reads(variable.of, scope)
            return make.variable(variable, scope)
        if name in self.names.options:
            return make.option(name, self.names)
        if name in self.names.definitions:
            return self.definition(self.names.definitions[name], [], tree, scope)
        known = [*self.names.known(), *scope.names]
        start = tree.end - len(name)
        like = self.report.nearest(name, known)
        words = "“{name}” is not defined." if like else UNDECLARED
        self.tell("unknown_name", words, span=(start, tree.end), hint=like, name=name)
        return always(ANY, None)

    def _reads(self, of: str, scope: Scope) -> None:
        """Note that a value of the nearest player or team is read, if it belongs to one."""
        if of in ("player", "team"):
            nearest_ = scope.team if of == "team" and scope.team is not None else scope.player
            self.reading |= nearest_.reads

    def _misplaced(self, tree: Tree, words: str) -> None:
        self.tell("type", words, span=(tree.start, tree.end))

    def attribute(self, tree: Tree, name: str, scope: Scope) -> Expr:
        """Return an attribute of the nearest card."""
        card = scope.card
        if card is None:
            words = "“{name}” needs a card. Write “top(discard).{name}”, or use it after “where”."
            self.tell("no_card_here", words, span=(tree.start, tree.end), name=name)
            return always(ANY, None)
        self.reading |= card.reads
        return make.attribute(card, self.names.attributes[name], name)

    def definition(self, definition: Definition, args: list[Expr], tree: Tree, scope: Scope) -> Expr:
        """Return the expanded text of a definition, with values for its parameters."""
        definition.used = True
        span = (tree.start, tree.end)
        if len(args) != len(definition.params):
            words = "Wrong number of values for “{name}”: it takes {wanted}, and you gave {found}."
            self.tell("type", words, span=span, name=definition.name, wanted=len(definition.params),
                found=len(args))  # fmt: skip
            return always(ANY, None)
        if definition.name in self.using:
            using = self.using[self.using.index(definition.name) :]
            chain = " → ".join([*using, definition.name])
            self.tell("recursion", "A definition cannot use itself: {chain}.", span=span, chain=chain)
            return always(ANY, None)
        if definition.tree is None:
            return always(ANY, None)
        key = self._key(definition, args, scope)
        if key is None:
            return self._in_its_place(definition, definition.tree, args, scope)
        if key not in self.shared or ((known := self.shared[key]) and self.nested > known.nested):
            begun = self._begin(definition, args, scope)  # not in a function: definitions nest deeply
            begun.body = self.typed(definition.tree, begun.scope)
            self.shared[key] = self._end(begun)
        elif known := self.shared[key]:
            self.parts += known.parts
            if self._is_too_large():
                return always(ANY, None)
        shared = self.shared[key]
        if shared is None:
            return self._in_its_place(definition, definition.tree, args, scope)
        return self._used(shared, args, scope.nearest())

    def _in_its_place(self, definition: Definition, text: Tree, args: list[Expr], scope: Scope) -> Expr:
        """Return the text of a definition, checked where it is used.

        A parameter has the place of an argument that is bound already.
        """
        places = [self.names.place() if arg.place is None else arg.place for arg in args]
        here = self._enter(definition)
        body = self.typed(text, scope.binding(_locals(definition, places, args)))
        self._leave(here)
        bound = [(place, arg) for place, arg in zip(places, args, strict=True) if arg.place is None]
        return make.bound(body, bound, sum([arg.cost for arg in args]))

    def _enter(self, definition: Definition) -> Path:
        """Begin the check of a definition's text, and return the place where it is used."""
        here, self.path = self.path, definition.path
        self.using.append(definition.name)
        return here

    def _leave(self, here: Path) -> None:
        """End the check of a definition's text."""
        self.using.pop()
        self.path = here

    # Definitions that are checked once for several uses

    def _key(self, definition: Definition, args: list[Expr], scope: Scope) -> tuple[object, ...] | None:
        """Return a key that is equal for uses of a definition in which its text means the same.

        Returns None if a value is bound between two loops: then it depends on the use which parts are the
        same throughout which loop.
        """
        near = scope.nearest()
        if any(value.place is None for value in near.values()):
            return None
        levels = [self._is_before(value.place) for value in (*args, *near.values())]
        if None in levels:
            return None
        kinds = [(value.type, value.mine) for value in near.values()]
        places = [value.place for value in near.values()]
        alike = [places.index(place) for place in places]
        types = [arg.type for arg in args]
        return (definition.name, *types, *levels, *kinds, *alike, bool(self.loops), *scope.key())

    def _is_before(self, place: int | None) -> bool | None:
        """Return whether a value is bound before all loops; False if that is in the innermost one.

        Returns None if it is bound between two loops.
        """
        if not self.loops:
            return True
        if place is None or place >= self.loops[-1].item:
            return False
        return True if place < self.loops[0].item else None

    def _begin(self, definition: Definition, args: list[Expr], scope: Scope) -> _OpenDefinition:
        """Begin the check of a definition for values at places of its own."""
        near, inside = scope.nearest(), self.names.places
        levels = [self._is_before(value.place) for value in (*args, *near.values())]
        places = [self.names.place() if is_before else 0 for is_before in levels]
        loop = None
        if self.loops:
            loop = _Loop(item=self.names.place(), invariants=[], memo=self.names.place())
        places = [place or self.names.place() for place in places]
        params, own = places[: len(args)], dict(zip(near, places[len(args) :], strict=True))
        names = _locals(definition, params, args)
        here = self._enter(definition)
        begun = _OpenDefinition(
            definition.path, scope.at(own).binding(names), params, own, loop, inside, here,
            self.parts, self.loops, self.reading,
        )  # fmt: skip
        self.loops, self.reading = [] if loop is None else [loop], 0
        return begun

    def _end(self, begun: _OpenDefinition) -> _SharedDefinition | None:
        """Return the checked definition; None if it also reads values that are bound elsewhere."""
        self._leave(begun.here)
        reading, self.loops, self.reading = self.reading, begun.loops, begun.reading
        if reading & (1 << begun.inside) - 1 & ~CHANCE:
            self.parts = begun.parts
            return None
        read = {name: place for name, place in begun.near.items() if reading >> place & 1}
        return _SharedDefinition(begun, read, self.parts - begun.parts, self.nested, reading & CHANCE)

    def _used(self, shared: _SharedDefinition, args: list[Expr], near: dict[str, Expr]) -> Expr:
        """Return a use of a definition."""
        self.reading |= shared.reads
        for name in shared.near:
            self.reading |= near[name].reads
        memo = None
        if shared.invariants:
            size, loop = len(shared.invariants), self.loops[0]
            if loop.memo:
                memo = self._hoist(loop, unknowns(size))
            else:
                loop.invariants.append(self.names.place())
                memo = memory(loop.invariants[-1], size)
        return shared.call(args, near, memo)

    def dotted(self, tree: Dot, scope: Scope) -> Expr:
        """Return a name of a value, or of each value of a list."""
        of = self.value(self.typed(tree.of, scope), scope)
        kind = of.type.kind
        if kind == "list":
            place = self.names.place()
            inner = self._of(tree, bound_at(item_of(of.type), place), scope)
            return make.of_each(of, place, inner)
        place = self.names.place()
        inner = self._of(tree, bound_at(of.type, place, mine=of.mine), scope)
        return make.of_one(of, place, inner)

    def _of(self, tree: Dot, value: Expr, scope: Scope) -> Expr:
        """Return the meaning of the name behind a dot, for this value before the dot."""
        kind = value.type.kind
        name = tree.name
        known = self._names_of(kind)
        if kind in ("any", "none"):
            known = [*self.names.known()]
        if name not in known:
            words = "“{name}” is not a property of {what}."
            span = (tree.end - len(name), tree.end)
            what = in_words(value.type)
            like = self.report.nearest(name, known)
            self.tell("unknown_name", words, span=span, hint=like, name=name, what=what)
            return always(ANY, None)
        return self.name(tree, name, scope.near(value)) if kind != "none" else always(ANY, None)

    def _names_of(self, kind: str) -> list[str]:
        names = self.names
        plain = [name for name, one in names.definitions.items() if not one.params]
        if kind == "card":
            return [*names.attributes, *plain]
        zones = [name for name, zone in names.zones.items() if zone.per in ("player", "team")]
        variables = [name for name, one in names.variables.items() if one.of != "game"]
        if kind == "player":
            return [*zones, *variables, *plain, "team", "members"]
        if kind == "team":
            return [*zones, *variables, *plain, "members"]
        return []

    def zone(self, source: Any, path: Path, scope: Scope) -> Expr:
        """Return a whole expression that must be one zone."""
        typed = self.whole(source, path, scope)
        if typed.type.kind not in ("zone", "any", "none"):
            words = "This must be a zone; it is {found}."
            like = self.report.nearest(str(source), self.names.zones)
            self.tell("unknown_zone", words, hint=like, found=in_words(typed.type))
        return self.zone_or_none(typed)

    def zone_or_none(self, typed: Expr) -> Expr:
        """Return the expression; if its type is unknown, as `none`.

        No variable holds a zone.
        """
        return applied(ANY, _nothing, typed, cost=-1) if typed.type.kind == "any" else typed


def _locals(definition: Definition, places: list[int], args: list[Expr]) -> dict[str, Local]:
    """Return the parameters of a definition as names at these places."""
    pairs = zip(definition.params, places, args, strict=True)
    return {name: Local(place, arg.type) for name, place, arg in pairs}


def _nothing(value: Any) -> None:
    """Return None, for a value that cannot be what is wanted."""
