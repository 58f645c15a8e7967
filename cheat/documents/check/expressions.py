"""Check expressions: turn syntax trees into typed expressions, and report errors.

- A bound value is a value that gets a name while rules run, such as the item of a loop. A place is the
  number of a bound value. Places are given out in rising order.
- The scope is the set of names that an expression can use.
- If an expression inside a loop has the same value for all items, it is an invariant of the loop. So its
  value is computed only once. A memo is a list that stores the values of several invariants. The memo is
  itself a bound value, so it has a place.
- A definition is an expression with a name and parameters. Several uses of a definition can share one check
  and one generated function, if the names in the definition mean the same for all of them. Such a shared
  definition does not know the loops around its uses. So its invariants are in a memo, and each use passes the
  memo to the definition.
- A name such as `suit` or `hand` belongs to the nearest card, player or team. The nearest one is the value
  before the dot (in `winner.hand`), or else the item of the innermost loop over cards, players or teams.
- The readers of an expression are the players that see its result. If the result could tell them the face of
  a card that they do not see, the expression gives away the card. That is an error.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from cheat.documents.check.declarations import expression, tell_wrong
from cheat.documents.check.operators import Operations, Suspect
from cheat.documents.compile import names as make
from cheat.documents.compile.emit import (
    Expr,
    Function,
    Writer,
    always,
    applied,
    bound_at,
    computed_once,
    deepest,
    memory,
    remembered,
    unknowns,
)
from cheat.documents.compile.scope import (
    CHANCE,
    Definition,
    Local,
    Names,
    Scope,
    Variable,
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
"""Maximum number of nodes in all expressions of a document.

For each use of a definition, all nodes of the definition count. No real game comes near this limit. Without
the limit, a few definitions could become arbitrarily large, if each one uses the next several times.
"""
MOST_NESTED = 150
"""Maximum depth of nested expressions.

A definition counts as nested in the expression that uses it. Python's stack allows several times this depth.
"""
UNDECLARED = "“{name}” is not defined. Declare it under “options”, “vars” or “define”."
"""The message about an unknown name, if no known name is similar."""

LEAST_PARTS = 25
"""Minimum number of nodes of a definition that gets a function of its own.

The code of a shorter definition is inlined, because a call takes as long as computing a few nodes.
"""
WORTH_KEEPING = 3
"""Minimum cost, in steps of rules, of an invariant that a loop computes once and stores.

Computing a cheaper invariant again is as fast as reading its stored value. Cards are an exception: an
invariant that looks up a card, such as a card in a variable, is always stored.
"""


class _Loop(NamedTuple):
    """A loop around the expression that is being checked.

    - `item`: the place of the loop's item
    - `invariants`: the places of the loop's invariants
    - `memo`: the place of the memo, or 0 if the loop has no memo. In the check of a shared definition, one
      loop stands for all loops around the uses of the definition. Only this loop has a memo.
    """

    item: int
    invariants: list[int]
    memo: int = 0


@dataclass(slots=True)
class _OpenDefinition:
    """A definition that is being checked.

    - `path`, `scope`: the path and the scope of the definition's text
    - `params`: the places of the parameters
    - `near`: `card`, `player`, `team` or `item` -> the place of the nearest one
    - `loop`: the loop that stands for all loops around a use; None if there are none
    - `first_inner_place`: the first place that is given out inside the definition
    - `body`: the checked expression

    The attributes from `using_path` to `private` save the state of the check before the definition. After the
    definition, the check goes on with the saved state.
    """

    path: Path
    scope: Scope
    params: list[int]
    near: dict[str, int]
    loop: _Loop | None
    first_inner_place: int
    using_path: Path
    parts: int
    loops: list[_Loop]
    reading: int
    private: bool
    body: Expr = field(default_factory=lambda: always(ANY, None))


class _SharedDefinition:
    """A checked definition that several uses share.

    - `places`: the places of the parameters
    - `near`: `card`, `player`, `team` or `item` -> the place of the nearest one; the dict has only values
      that the definition reads
    - `memo`: the place of the memo for the loops around a use
    - `invariants`: a list with an entry for each value in the memo; only its length is used
    - `parts`: the number of nodes of the definition
    - `nested`: the depth of nesting at which the definition was checked
    - `reads`: `CHANCE` if the definition's value is random, otherwise 0
    - `private`: True if the definition reads hidden information
    - `uses`: the number of uses so far
    """

    def __init__(
        self,
        open_definition: _OpenDefinition,
        near: dict[str, int],
        parts: int,
        nested: int,
        reads: int,
        *,
        private: bool,
    ) -> None:
        self.private = private
        self.body, self.places, self.near = open_definition.body, open_definition.params, near
        self.memo, self.invariants = (
            (open_definition.loop.memo, open_definition.loop.invariants)
            if open_definition.loop is not None
            else (0, [])
        )
        self.parts, self.nested, self.reads, self.uses = parts, nested, reads, 0
        bound = [*self.places, *near.values(), *([self.memo] if self.invariants else [])]
        self.function = Function(open_definition.path, open_definition.body.emit, bound=bound)

    def call(self, args: list[Expr], near: dict[str, Expr], memo: Expr | None) -> Expr:
        """Return the expression for a use of the definition.

        If the definition is short or used only once, its code is inlined. Otherwise, its function is called.
        """
        self.uses += 1
        body = self.body
        values = [*args, *[near[name] for name in self.near], *([] if memo is None else [memo])]
        cost, depth = body.cost + sum([arg.cost for arg in args]) + 1, deepest(body, *args)
        return Expr(body.type, cost, depth, partial(self._emit, values), zone=body.zone, is_mine=body.is_mine)

    def _emit(self, values: list[Expr], w: Writer) -> str:
        names = [w.of(value) for value in values]
        if self.uses > 1 and self.parts >= LEAST_PARTS:
            return w.call_of(self.function, *names)
        for place, name in zip([*self.places, *self.near.values(), self.memo], names, strict=False):
            w.bind_name(place, name)
        return w.of(self.body)


class Expressions(Operations):
    """The check of the expressions of one document. `path`: the path of the current expression."""

    def __init__(self, names: Names) -> None:
        self.names, self.report = names, names.report
        self.path: Path = ()
        self.parts = self.nested = 0
        self.using: list[str] = []
        self.reading = 0
        self.loops: list[_Loop] = []
        self.shared: dict[tuple[object, ...], _SharedDefinition | None] = {}
        self.suspects: list[Suspect] = []
        self.private = False
        """True if an expression has read hidden information since a caller last set this to False."""
        self.choices: Collection[str] = ()
        """The choices of the move that is being checked. Conditions of the move cannot use them."""
        self.choice = ""
        """The choice that is being checked, or "" while a condition of the move is checked."""
        self.earlier_choices: dict[str, Local] = {}
        """Earlier choices of the move. `choice` may depend on those with a single value."""
        self.private_choices: set[str] = set()
        """The choices whose values may depend on hidden information."""

    # Whole expressions

    def check(self, source: Any, path: Path, scope: Scope) -> Expr:
        """Parse and check an expression, and return it."""
        self.path = path
        try:
            tree = parse(expression(source))
        except Wrong as wrong:
            tell_wrong(self.report, path, wrong)
            return always(ANY, None)
        return self.typed(tree, scope)

    def check_as(self, source: Any, path: Path, scope: Scope, expected: Type, place: str) -> Expr:
        """Parse and check an expression that must have the expected type.

        `place`: the name of the expression in messages. If cards are expected, a zone becomes the list of its
        cards.
        """
        typed = self.check(source, path, scope)
        return self.as_type(typed, expected, place, None, scope)

    def as_type(self, typed: Expr, expected: Type, place: str, tree: Tree | None, scope: Scope) -> Expr:
        """Return `typed` as the expected type. Report an error if it has another type.

        `place`: the name of the key, function or operator that needs the type, for the message.
        """
        span = (tree.start, tree.end) if tree is not None else None
        if expected is BOOL and typed.type.kind != "bool":
            if typed.type.kind not in ("any", "none"):
                words = "This is {found}, but “{place}” needs a condition."
                self.tell("type", words, span=span, found=in_words(typed.type), place=place)
            return typed
        if expected.kind not in ("zone", "zones"):
            typed = self.adapted(self.value(typed, scope), expected, tree)
        if not fits(typed.type, expected):
            words = "This is {found}, but “{place}” needs {wanted}."
            found_type = in_words(typed.type)
            self.tell("type", words, span=span, found=found_type, place=place, wanted=in_words(expected))
        return self._expected_or_none(typed, expected)

    def _expected_or_none(self, typed: Expr, expected: Type) -> Expr:
        """Return `typed`. If its type is unknown, a value that does not fit `expected` is `none`."""
        if not is_vague(typed.type) or is_vague(expected):
            return typed

        def expected_or_none(r: Run, value: Any) -> Any:
            return value if conforms(value, expected, r) else None

        return applied(typed.type, expected_or_none, typed, with_run=True, cost=-1)

    def as_list_or_none(self, typed: Expr) -> Expr:
        """Return the expression. If its type is unknown, a value that is not a list becomes `none`."""
        return applied(ANY, list_or_none, typed, cost=-1) if typed.type.kind == "any" else typed

    def conforming(self, typed: Expr, expected: Type, *, adding: bool = False) -> Expr:
        """Return `typed` so that a variable of the expected type can store its value.

        If the type of `typed` is unknown, a value of another type becomes `none`. Testing the items of a list
        costs a step for each item. `adding`: the value is added to the variable. If the variable is a list,
        the value may then also be a single item.
        """
        if not is_vague(typed.type) or is_vague(expected):
            return typed
        item = item_of(expected) if adding and expected.kind == "list" else None

        def expected_or_none(r: Run, value: Any) -> Any:
            if item is not None and not isinstance(value, list):
                return value if conforms(value, item, r) else None
            r.spend(item_count(value))
            return value if conforms(value, expected, r) else None

        return applied(maybe(typed.type), expected_or_none, typed, with_run=True, cost=-1)

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
        first_inner_place, outer, self.reading = self.names.places, self.reading, 0
        typed = self._typed(tree, scope)
        reads = (
            self.reading & (1 << first_inner_place) - 1
        )  # values that are bound inside the expression do not count
        self.reading = outer | reads
        self.nested -= 1
        return self._hoisted(typed, reads)

    def _is_too_large(self) -> bool:
        """Return whether there are too many nodes or nested levels. If so, report an error."""
        if self.parts <= MOST_PARTS and self.nested <= MOST_NESTED:
            return False
        self.tell(
            "limit",
            "The expressions become too large once definitions are filled in. Use fewer or shorter ones.",
        )
        return True

    def _hoisted(self, typed: Expr, reads: int) -> Expr:
        """Turn the expression into an invariant if its value is the same throughout a loop.

        The invariant belongs to the outermost loop in which the value is always the same. If there is no such
        loop, or if storing the value would save no time, return the expression unchanged. `reads`: the places
        that the expression reads, as a number with a bit for each place.
        """
        is_looked_up = typed.cost < WORTH_KEEPING and (typed.place is not None or typed.type.kind != "card")
        if is_looked_up or reads & CHANCE or typed.type.kind in ("zone", "zones"):
            return typed
        for loop in self.loops:
            if reads.bit_length() <= loop.item:  # the expression reads only values bound before the loop
                return self._hoist(loop, typed)
        return typed

    def _hoist(self, loop: _Loop, typed: Expr) -> Expr:
        """Turn the expression into an invariant of this loop, and return it."""
        if loop.memo:
            loop.invariants.append(loop.memo)
            return remembered(typed, loop.memo, len(loop.invariants) - 1)
        loop.invariants.append(self.names.place())
        return computed_once(typed, loop.invariants[-1])

    @contextmanager
    def each_item(self, item: Type, scope: Scope) -> Iterator[tuple[int, list[int], Scope]]:
        """Open a context for checking expressions that are computed for each item of a list.

        Yield the place of the item, an empty list, and the scope inside the loop. The check of the
        expressions adds the places of invariants to the list, for `ItemExpr`.
        """
        place, invariants = self.names.place(), list[int]()
        self.loops.append(_Loop(place, invariants))
        yield place, invariants, scope.within(item, place)
        self.loops.pop()

    def _typed(self, tree: Tree, scope: Scope) -> Expr:
        if scope.listing and not self._is_listing(tree):
            scope = scope.inside()
        match tree:
            case Name():
                return self.name(tree, tree.name, scope)
            case Dot():
                return self.dotted(tree, scope)
            case Call():
                return self.call(tree, scope)
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
                return self.is_test(tree, scope)
            case Items():
                return self.list_literal(tree, scope)
            case Index():
                return self.indexed(tree, scope)
            case Clause():
                argument = self.list_argument(tree, scope, "by" if tree.where is None else "where")
                if argument.by is not None:
                    words = "“by” can only be used in functions such as sort, sum, highest and group."
                    self.tell("type", words, span=(tree.start, tree.end))
                return argument.node

    def _is_listing(self, tree: Tree) -> bool:
        """Return whether lists inside a tree become parts of its value, as in `a + b`.

        In other trees, such as `count(a)`, they do not.
        """
        match tree:
            case Clause() | Name():
                return True
            case Binary():
                return tree.op in ("+", "-")
            case Call():
                return tree.name == "if" or tree.name in self.names.definitions
        return False

    def value(self, typed: Expr, scope: Scope) -> Expr:
        """Turn the expression of a zone into one for its cards. Return other expressions unchanged.

        Report an error if the readers of the result would learn about cards that they do not see.
        """
        if typed.type.kind not in ("zone", "zones"):
            return typed
        self.private = self.private or typed.zone is None or typed.zone.seen != "all"
        if scope.shown_as and not self._in_sight(typed, scope):
            if self._is_revealed(typed) and scope.blanks:
                return make.cards_seen(typed, public=scope.public)
            if not (self._is_revealed(typed) and scope.lenient):
                self._tell_hidden(typed, scope)
            if scope.blanks:
                return make.cards_seen(typed, public=scope.public)
        return make.cards_of(typed)

    def _in_sight(self, typed: Expr, scope: Scope) -> bool:
        """Return whether the readers of the result certainly see the faces of a zone.

        The readers are the acting player or, for a public result, all players.
        """
        zone = typed.zone
        if zone is None or zone.seen == "all":
            return zone is not None
        return typed.is_mine and zone.seen in ("owner", "team") and not scope.public

    def _is_revealed(self, typed: Expr) -> bool:
        """Return whether some effect names a zone in `reveal`, and may show it to more players."""
        return typed.zone is not None and typed.zone.name in self.names.revealed

    def _tell_hidden(self, typed: Expr, scope: Scope) -> None:
        """Report that an expression depends on faces that the readers of the result do not see."""
        name = typed.zone.name if typed.zone else "zones"
        if scope.lenient:
            words = (
                "{place} tells everybody something about cards of {zone}, which not everybody can see. If "
                "the rules say so, set a variable in an effect, and use that here."
            )
            self.report.warn("leak", self.path, words, place=scope.shown_as, zone=name)
            return
        words = "{place} reads cards of {zone} that the player cannot see, and would give them away."
        if scope.by:
            words = (
                "{place} reads cards of {zone} that others cannot see, and would give them away. Only "
                "“where” may read cards of each player: “players where any(hand where …)”."
            )
        elif scope.public:
            words = "{place} reads cards of {zone} that some players can't see, and would give them away."
        self.tell("leak", words, place=scope.shown_as, zone=name)

    def tell_owner(self, card: str, scope: Scope) -> None:
        """In a lenient scope, warn that an expression tells all players which player has a card."""
        if scope.lenient:
            words = (
                "{place} tells everybody which player has the card {card}. If the rules say so, set a "
                "variable in an effect, and use that here."
            )
            self.report.warn("leak", self.path, words, place=scope.shown_as, card=card)

    def _tell_secret(self, variable: Variable, scope: Scope) -> None:
        """Report that an expression gives away a secret variable, which only its owner may know."""
        if scope.lenient:
            words = (
                "{place} tells everybody something about “{name}”, which only its owner knows. If the rules "
                "say so, set another variable in an effect, and use that here."
            )
            self.report.warn("leak", self.path, words, place=scope.shown_as, name=variable.name)
            return
        words = "{place} reads “{name}”, which only its owner knows, and would give it away."
        self.tell("leak", words, place=scope.shown_as, name=variable.name)

    def adapted(self, typed: Expr, expected: Type, tree: Tree | None) -> Expr:
        """Return a text literal as a suit, rank, card or option value, if one of these is expected."""
        if typed.literal is None or expected.kind == "text":
            return typed
        word = typed.literal
        kinds = {
            "suit": ("There is no suit ‘{word}’.", self.names.deck.suits),
            "rank": ("There is no rank ‘{word}’.", self.names.deck.ranks),
            "card": ("There is no card ‘{word}’.", list(self.names.deck.kinds)),
            "option": ("The option “{name}” has no value ‘{word}’.", self.option_values(expected.name)),
        }
        if expected.kind not in kinds:
            return typed
        words, values = kinds[expected.kind]
        if word not in values:
            span = (tree.start, tree.end) if tree is not None else None
            like = self.report.nearest(word, values)
            self.tell("type", words, span=span, hint=like, word=word, name=expected.name)
        if expected.kind == "card":
            kind = self.names.deck.kinds.get(word)
            return always(CARD, Card(word, -1, kind.values if kind else ()), literal=word)
        return always(expected._replace(maybe=False), word, literal=word)

    def option_values(self, name: str) -> list[str]:
        """Return the values of an option."""
        option = self.names.options.get(name)
        return option.values if option else []

    # Names

    def name(self, tree: Name | Dot, name: str, scope: Scope) -> Expr:
        """Return the expression for a name in this scope."""
        local = scope.names.get(name)
        if local is not None:
            local.used = True
            self.reading |= 1 << local.place
            return bound_at(local.type, local.place, cost=1)
        is_standard = self.names.is_standard(name) and name not in self.choices
        standard = make.standard_name(name, scope, self.names) if is_standard else None
        if standard is not None:
            if name == "it" and scope.item is None:
                self._misplaced(tree, "“it” can only be used after “where” or “by”.")
            if name in ("team", "teams", "members") and not self.names.teams:
                self._misplaced(tree, "This game has no teams. For teams, set “team_size” in “players”.")
            if name == "leaver" and not scope.leaver:
                self._misplaced(tree, "“leaver” can only be used in “leave”.")
            if name == "it" and scope.item is not None:
                self.reading |= 1 << scope.item.place
            elif name in ("team", "members"):
                self._reads("team", scope)
            return standard
        if name in self.names.attributes:
            return self.attribute(tree, name, scope)
        if name in self.names.zones:
            zone = self.names.zones[name]
            self._reads(zone.per, scope)
            return make.zone(zone, scope, self.names)
        if name in self.names.variables:
            variable = self.names.variables[name]
            self._reads(variable.of, scope)
            owner = scope.team if variable.of == "team" and scope.team is not None else scope.player
            self.private = self.private or variable.secret
            if variable.secret and scope.shown_as and (scope.public or not owner.is_mine):
                self._tell_secret(variable, scope)
            return make.variable(variable, scope)
        if name in self.names.options:
            return make.option(name, self.names)
        if name in self.names.definitions:
            return self.definition(self.names.definitions[name], [], tree, scope)
        start = tree.end - len(name)
        if name in self.choices:
            return self._earlier_choice(name, (start, tree.end))
        all_names = [*self.names.known_names(), *scope.names, *self.earlier_choices]
        like = self.report.nearest(name, all_names)
        words = "“{name}” is not defined." if like else UNDECLARED
        self.tell("unknown_name", words, span=(start, tree.end), hint=like, name=name)
        return always(ANY, None)

    def _earlier_choice(self, name: str, span: tuple[int, int]) -> Expr:
        """Return the expression for a choice of the move that is being checked.

        Report an error if the player has not made this choice yet, or if it has several values.
        """
        local = self.earlier_choices.get(name)
        if local is not None and local.type.kind != "list":
            local.used = True
            self.reading |= 1 << local.place
            self.private = self.private or name in self.private_choices
            return bound_at(local.type, local.place, cost=1)
        if local is not None:
            words = (
                "“{name}” takes several cards, and other choices can only depend on a single one. Leave out "
                "“count”, or let the player choose the cards in a move before."
            )
        elif not self.choice:
            words = (
                "“{name}” is chosen in this move, so “if” and “by” of the move cannot depend on it. Limit "
                "the choice itself, such as with “where”."
            )
        elif name == self.choice:
            words = "“{name}” is chosen here, so it has no value yet. After “where”, write “it”."
        else:
            words = "“{name}” is chosen after “{choice}”. Write it first in “pick”."
        args = {"choice": self.choice} if "{choice}" in words else {}
        self.tell("unknown_name", words, span=span, name=name, **args)
        return always(ANY, None)

    def _reads(self, of: str, scope: Scope) -> None:
        """Note that the expression reads the nearest player or team.

        `of`: the owner of a name: “player” or “team”. For other owners, nothing is noted.
        """
        if of in ("player", "team"):
            nearest_ = scope.team if of == "team" and scope.team is not None else scope.player
            self.reading |= nearest_.reads

    def _misplaced(self, tree: Tree, words: str) -> None:
        self.tell("type", words, span=(tree.start, tree.end))

    def attribute(self, tree: Tree, name: str, scope: Scope) -> Expr:
        """Return the expression for an attribute of the nearest card."""
        card = scope.card
        if card is None:
            words = "“{name}” needs a card. Write “top(discard).{name}”, or use it after “where”."
            self.tell("no_card_here", words, span=(tree.start, tree.end), name=name)
            return always(ANY, None)
        self.reading |= card.reads
        return make.attribute(card, self.names.attributes[name], name)

    def definition(self, definition: Definition, args: list[Expr], tree: Tree, scope: Scope) -> Expr:
        """Return the expression for a use of a definition, with values for its parameters."""
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
        if key not in self.shared or (
            (shared_before := self.shared[key]) and self.nested > shared_before.nested
        ):
            open_definition = self._begin(
                definition, args, scope
            )  # not in a separate method: definitions nest deeply, and Python's stack is limited
            open_definition.body = self.typed(definition.tree, open_definition.scope)
            self.shared[key] = self._end(open_definition)
        elif shared_before := self.shared[key]:
            self.parts += shared_before.parts
            if self._is_too_large():
                return always(ANY, None)
        shared = self.shared[key]
        if shared is None:
            return self._in_its_place(definition, definition.tree, args, scope)
        return self._use(shared, args, scope.nearest())

    def _in_its_place(self, definition: Definition, text: Tree, args: list[Expr], scope: Scope) -> Expr:
        """Check the text of a definition for one use alone. Return the expression of this use.

        If an argument is nothing but a bound value, the parameter gets the place of that value.
        """
        places = [self.names.place() if arg.place is None else arg.place for arg in args]
        using_path = self._enter(definition)
        body = self.typed(text, scope.binding(_locals(definition, places, args)))
        self._leave(using_path)
        bound = [(place, arg) for place, arg in zip(places, args, strict=True) if arg.place is None]
        return make.with_arguments(body, bound, sum([arg.cost for arg in args]))

    def _enter(self, definition: Definition) -> Path:
        """Begin the check of a definition. Return the path of the expression that uses it."""
        using_path, self.path = self.path, definition.path
        self.using.append(definition.name)
        return using_path

    def _leave(self, using_path: Path) -> None:
        """End the check of a definition. Its use is at `using_path`."""
        self.using.pop()
        self.path = using_path

    # Definitions that are checked once for several uses

    def _key(self, definition: Definition, args: list[Expr], scope: Scope) -> tuple[object, ...] | None:
        """Return a key for a use of a definition. Uses with equal keys can share one check.

        Returns None if the use reads a value that is bound inside an outer loop, but outside of the innermost
        loop. For such a value, it matters which of the loops an invariant belongs to. But a shared check
        knows only one loop, which stands for all of them.
        """
        near = scope.nearest()
        if any(value.place is None for value in near.values()):
            return None
        levels = [self._is_before(value.place) for value in (*args, *near.values())]
        if None in levels:
            return None
        kinds = [(value.type, value.is_mine) for value in near.values()]
        places = [value.place for value in near.values()]
        alike = [places.index(place) for place in places]
        types = [arg.type for arg in args]
        return (definition.name, *types, *levels, *kinds, *alike, bool(self.loops), *scope.key())

    def _is_before(self, place: int | None) -> bool | None:
        """Return True for a value bound before all loops, False for a value in the innermost loop.

        Returns None for a value bound inside an outer loop, but outside of the innermost loop.
        """
        if not self.loops:
            return True
        if place is None or place >= self.loops[-1].item:
            return False
        return True if place < self.loops[0].item else None

    def _begin(self, definition: Definition, args: list[Expr], scope: Scope) -> _OpenDefinition:
        """Begin the check of a shared definition. Give new places to the parameters."""
        near, first_inner_place = scope.nearest(), self.names.places
        levels = [self._is_before(value.place) for value in (*args, *near.values())]
        places = [self.names.place() if is_before else 0 for is_before in levels]
        loop = None
        if self.loops:
            loop = _Loop(item=self.names.place(), invariants=[], memo=self.names.place())
        places = [place or self.names.place() for place in places]
        params, own = places[: len(args)], dict(zip(near, places[len(args) :], strict=True))
        names = _locals(definition, params, args)
        using_path = self._enter(definition)
        open_definition = _OpenDefinition(
            definition.path, scope.at(own).binding(names), params, own, loop, first_inner_place, using_path,
            self.parts, self.loops, self.reading, self.private,
        )  # fmt: skip
        self.loops, self.reading, self.private = [] if loop is None else [loop], 0, False
        return open_definition

    def _end(self, open_definition: _OpenDefinition) -> _SharedDefinition | None:
        """End the check of a shared definition, and return the definition.

        Returns None if the definition cannot be shared. A shared definition may read the arguments and the
        nearest card, player, team or item, but no other values that are bound outside of the definition.
        """
        self._leave(open_definition.using_path)
        reading, self.loops, self.reading = self.reading, open_definition.loops, open_definition.reading
        private, self.private = self.private, self.private or open_definition.private
        if reading & (1 << open_definition.first_inner_place) - 1 & ~CHANCE:
            self.parts = open_definition.parts
            return None
        near = {name: place for name, place in open_definition.near.items() if reading >> place & 1}
        chance = reading & CHANCE
        return _SharedDefinition(
            open_definition, near, self.parts - open_definition.parts, self.nested, chance, private=private
        )

    def _use(self, shared: _SharedDefinition, args: list[Expr], near: dict[str, Expr]) -> Expr:
        """Return the expression for a use of a shared definition."""
        self.reading |= shared.reads
        self.private = self.private or shared.private
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
        """Return the expression for a name after a dot, such as `winner.hand` or `players.hand`."""
        of = self.value(self.typed(tree.of, scope), scope)
        kind = of.type.kind
        if kind == "list":
            place = self.names.place()
            inner = self._of(tree, bound_at(item_of(of.type), place), scope)
            return make.of_each(of, place, inner)
        place = self.names.place()
        inner = self._of(tree, bound_at(of.type, place, is_mine=of.is_mine), scope)
        return make.of_one(of, place, inner)

    def _of(self, tree: Dot, value: Expr, scope: Scope) -> Expr:
        """Return the expression for a name after a dot. `value`: the value before the dot."""
        kind = value.type.kind
        name = tree.name
        properties = self._names_of(kind)
        if kind in ("any", "none"):
            properties = [*self.names.known_names()]
        if name not in properties:
            words = "“{name}” is not a property of {what}."
            span = (tree.end - len(name), tree.end)
            type_in_words = in_words(value.type)
            like = self.report.nearest(name, properties)
            self.tell("unknown_name", words, span=span, hint=like, name=name, what=type_in_words)
            return always(ANY, None)
        return self.name(tree, name, scope.near(value)) if kind != "none" else always(ANY, None)

    def _names_of(self, kind: str) -> list[str]:
        names = self.names
        plain = [name for name, declared in names.definitions.items() if not declared.params]
        if kind == "card":
            return [*names.attributes, *plain]
        zones = [name for name, zone in names.zones.items() if zone.per in ("player", "team")]
        variables = [name for name, declared in names.variables.items() if declared.of != "game"]
        if kind == "player":
            return [*zones, *variables, *plain, "team", "members"]
        if kind == "team":
            return [*zones, *variables, *plain, "members"]
        return []

    def zone(self, source: Any, path: Path, scope: Scope) -> Expr:
        """Parse and check an expression that must be a single zone."""
        typed = self.check(source, path, scope)
        if typed.type.kind not in ("zone", "any", "none"):
            words = "This must be a zone; it is {found}."
            like = self.report.nearest(str(source), self.names.zones)
            self.tell("unknown_zone", words, hint=like, found=in_words(typed.type))
        return self.zone_or_none(typed)

    def zone_or_none(self, typed: Expr) -> Expr:
        """Return the expression, or `none` if its type is unknown.

        A value of unknown type comes from a variable, and variables cannot contain zones.
        """
        return applied(ANY, _always_none, typed, cost=-1) if typed.type.kind == "any" else typed


def _locals(definition: Definition, places: list[int], args: list[Expr]) -> dict[str, Local]:
    """Return a definition's parameters as local names, with these places."""
    pairs = zip(definition.params, places, args, strict=True)
    return {name: Local(place, arg.type) for name, place, arg in pairs}


def _always_none(value: Any) -> None:
    """Return None, in place of a value that cannot have the expected type."""
