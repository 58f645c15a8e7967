"""Check calls of the document language's functions: the arguments, and the types of results.

An argument that is a list may be followed by “where” and a condition, which selects items. It may also be
followed by “by” and a key. The key is an expression that is computed for each item, such as `points` in “hand
by points”.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NamedTuple

from cheat.documents.compile import lists as of_lists
from cheat.documents.compile import melds
from cheat.documents.compile import operators as ops
from cheat.documents.compile.emit import Expr, ItemExpr, always
from cheat.documents.compile.scope import CHANCE, Scope
from cheat.documents.parse.expressions import Call, Clause, Tree
from cheat.documents.parse.types import (
    ANY,
    BOOL,
    CARD,
    CARDS,
    NUMBER,
    PLAYER,
    POKER_NAME,
    Type,
    common_type,
    in_words,
    item_of,
    list_of,
    maybe,
)
from cheat.i18n.messages import Arg, Words

if TYPE_CHECKING:
    from cheat.documents.compile.scope import Definition, Names
    from cheat.documents.parse.diagnostics import Report


class ListArgument(NamedTuple):
    """An argument that is a list.

    - `node`: the expression of the list; with “where”, only of the items that meet the condition
    - `by`: the key after “by”, or None
    """

    node: Expr
    by: ItemExpr | None

    @property
    def item(self) -> Type:
        """The type of the list's items."""
        return item_of(self.node.type)


ARGUMENTS = {
    "count": (1, 1), "any": (1, 1), "sum": (1, 1), "min": (1, 20), "max": (1, 20), "all": (1, 1),
    "highest": (1, 1), "lowest": (1, 1), "sort": (1, 1), "group": (1, 1), "distinct": (1, 1), "map": (1, 1),
    "reverse": (1, 1), "first": (1, 1), "last": (1, 1), "take": (2, 2), "index": (2, 2), "range": (2, 2),
    "top": (1, 2), "bottom": (1, 1), "drawable": (1, 1), "owner": (1, 1), "after": (1, 2), "around": (1, 1),
    "next": (1, 1), "if": (3, 41), "abs": (1, 1), "pick": (1, 1), "random": (2, 2), "poker": (1, 1),
    "poker_name": (1, 1), "deadwood": (3, 4), "melds": (3, 3),
}  # fmt: skip
"""Function -> the minimum and maximum number of its arguments."""
BY = {"sum", "min", "max", "highest", "lowest", "sort", "group", "distinct", "map"}
"""Functions that accept a key after “by”."""


class Functions:
    """The mixin of `Expressions` that checks calls of functions and definitions.

    Each method `on_…` checks the calls of one function. The docstring of the method describes the result that
    the function has when rules run. The help that editors show is in `parse/descriptions.py`.
    """

    if TYPE_CHECKING:
        names: Names
        path: Any
        reading: int
        report: Report

        def each_item(
            self, item: Type, scope: Scope
        ) -> AbstractContextManager[tuple[int, list[int], Scope]]: ...
        def typed(self, tree: Tree, scope: Scope) -> Expr: ...
        def value(self, typed: Expr, scope: Scope) -> Expr: ...
        def adapted(self, typed: Expr, expected: Type, tree: Tree | None) -> Expr: ...
        def as_list_or_none(self, typed: Expr) -> Expr: ...
        def as_type(
            self, typed: Expr, expected: Type, place: str, tree: Tree | None, scope: Scope
        ) -> Expr: ...
        def definition(self, definition: Definition, args: list[Expr], tree: Tree, scope: Scope) -> Expr: ...
        def tell_owner(self, card: str, scope: Scope) -> None: ...
        def tell(self, code: str, words: str, *, span: Any = None, hint: str = "", **args: Arg) -> None: ...

    def call(self, tree: Call, scope: Scope) -> Expr:
        """Return the expression of a call.

        If a definition and a function have the same name, the definition is called. So published documents
        keep their meaning when the language gets a new function.
        """
        name = tree.name
        if name in self.names.definitions:
            inner = scope.inside()
            args = [self.value(self.typed(arg, inner), inner) for arg in tree.args]
            return self.definition(self.names.definitions[name], args, tree, scope)
        if name in ARGUMENTS:
            least, highest = ARGUMENTS[name]
            span = (tree.start, tree.end)
            if not least <= len(tree.args) <= highest:
                words = "Wrong number of values for “{name}”: it takes {wanted}, and you gave {found}."
                if least < highest:
                    words = (
                        "Wrong number of values for “{name}”: "
                        "it takes {least} to {most}, and you gave {found}."
                    )
                self.tell("type", words, span=span, name=name, wanted=least, least=least, most=highest,
                    found=len(tree.args))  # fmt: skip
                return always(ANY, None)
            for arg in tree.args:
                if isinstance(arg, Clause) and arg.by is not None and name not in BY:
                    words = "“{name}” does not take “by”. Functions such as sort, sum, highest and group do."
                    self.tell("type", words, span=(arg.by.start, arg.by.end), name=name)
            method: Callable[[Call, Scope], Expr] = getattr(self, f"on_{name}")
            return method(tree, scope)
        functions = [*ARGUMENTS, *self.names.definitions]
        words = "There is no function “{name}”."
        span = (tree.start, tree.start + len(name))
        self.tell("unknown_name", words, span=span, hint=self.report.nearest(name, functions), name=name)
        return always(ANY, None)

    # Lists

    def list_argument(self, tree: Tree, scope: Scope, place: Words) -> ListArgument:
        """Check an argument that must be a list. It may end with “where” and “by”."""
        clause = tree if isinstance(tree, Clause) else None
        typed = self.typed(clause.of if clause else tree, scope)
        plain = clause is None or (clause.where is None and clause.by is None)
        zone = typed if plain and typed.type.kind in ("zone", "zones") else None
        of = typed if zone else self.value(typed, scope)
        if of.type.kind not in ("list", "any", "none", "zone", "zones"):
            words = "“{place}” needs a list; this is {found}."
            self.tell("type", words, span=(tree.start, tree.end), place=place, found=in_words(of.type))
            of = Expr(ANY, 1, 1, of.emit)
        of = self.as_list_or_none(of)
        item, by = item_of(of.type) if zone is None else CARD, None
        if clause is not None and clause.where is not None:
            of = of_lists.filtered(of, self._condition(clause.where, item, scope))
        if clause is not None and clause.by is not None:
            with self.each_item(item, scope) as (at, invariants, inner):
                by = ItemExpr(self.value(self.typed(clause.by, inner), inner), at, invariants)
        return ListArgument(of, by)

    def _condition(self, tree: Tree, item: Type, scope: Scope) -> ItemExpr:
        """Check the condition after “where”."""
        with self.each_item(item, scope) as (place, invariants, inner):
            return ItemExpr(
                self.as_type(self.typed(tree, inner), BOOL, "where", tree, inner), place, invariants
            )

    def first_list(self, tree: Call, scope: Scope) -> ListArgument:
        """Check the first argument, which must be a list. A zone becomes the list of its cards."""
        argument = self.list_argument(tree.args[0], scope, tree.name)
        return argument._replace(node=self.value(argument.node, scope))

    def number(self, tree: Call, at: int, scope: Scope) -> Expr:
        """Check the argument at a position. It must be a number."""
        arg = tree.args[at]
        return self.as_type(self.typed(arg, scope), NUMBER, tree.name, arg, scope)

    def on_count(self, tree: Call, scope: Scope) -> Expr:
        """The number of items."""
        of = self.list_argument(tree.args[0], scope, "count").node
        unsure = of.type.maybe
        return ops.size_of(of, maybe(NUMBER) if unsure else NUMBER)

    def on_any(self, tree: Call, scope: Scope) -> Expr:
        """True if there is at least one item."""
        return ops.is_empty(self.list_argument(tree.args[0], scope, "any").node, negated=True)

    def on_all(self, tree: Call, scope: Scope) -> Expr:
        """True if all items meet the condition after “where”."""
        arg = tree.args[0]
        if not isinstance(arg, Clause) or arg.where is None:
            of = self.first_list(tree, scope)
            if of.item.kind not in ("bool", "any", "none"):
                self.tell(
                    "type",
                    "“all” needs “where” and a condition, such as “all(hand where points > 0)”.",
                    span=(tree.start, tree.end),
                )
            return of_lists.all_true(of.node)
        of = self.list_argument(arg.of, scope, "all")
        node = self.value(of.node, scope)
        return of_lists.all_pass(node, self._condition(arg.where, item_of(node.type), scope))

    def on_sum(self, tree: Call, scope: Scope) -> Expr:
        """The sum of the items, or of their keys."""
        of = self.first_list(tree, scope)
        key = of.by.body.type if of.by is not None else of.item
        if key.kind not in ("number", "any", "none"):
            words = (
                "“sum” adds numbers, but this is {found}. "
                "To add up a number of each item, use “by”: “sum(hand by points)”."
            )
            self.tell("type", words, span=(tree.start, tree.end), found=in_words(list_of(key)))
        return of_lists.summed(of.node, of.by)

    def on_min(self, tree: Call, scope: Scope) -> Expr:
        """The smallest item, or the smallest key."""
        return self._extreme(tree, scope, most=False)

    def on_max(self, tree: Call, scope: Scope) -> Expr:
        """The greatest item, or the greatest key."""
        return self._extreme(tree, scope, most=True)

    def _extreme(self, tree: Call, scope: Scope, *, most: bool) -> Expr:
        if len(tree.args) > 1:
            numbers = [self.number(tree, at, scope) for at in range(len(tree.args))]
            return of_lists.extreme_of(numbers, greatest=most)
        of = self.first_list(tree, scope)
        key = of.by.body.type if of.by is not None else of.item
        return of_lists.extreme(of.node, of.by, maybe(key), greatest=most)

    def on_highest(self, tree: Call, scope: Scope) -> Expr:
        """The items with the greatest key. If several items tie, all of them are in the result."""
        of = self.first_list(tree, scope)
        return of_lists.best(of.node, of.by, greatest=True)

    def on_lowest(self, tree: Call, scope: Scope) -> Expr:
        """The items with the smallest key. If several items tie, all of them are in the result."""
        of = self.first_list(tree, scope)
        return of_lists.best(of.node, of.by, greatest=False)

    def on_sort(self, tree: Call, scope: Scope) -> Expr:
        """The items in the order of their keys, the smallest key first."""
        of = self.first_list(tree, scope)
        return of_lists.sorted_by(of.node, of.by)

    def on_group(self, tree: Call, scope: Scope) -> Expr:
        """One list of items for each key. The keys are in the order in which they first appear."""
        of = self.first_list(tree, scope)
        if of.by is None:
            self.tell(
                "type", "“group” needs “by”, such as “group(hand by suit)”.", span=(tree.start, tree.end)
            )
            return always(ANY, None)
        return of_lists.grouped(of.node, of.by)

    def on_distinct(self, tree: Call, scope: Scope) -> Expr:
        """The different items or keys, in the order in which they first appear."""
        of = self.first_list(tree, scope)
        return of_lists.mapped(of.node, of.by, distinct=True)

    def on_map(self, tree: Call, scope: Scope) -> Expr:
        """A list with the key of each item."""
        of = self.first_list(tree, scope)
        return of_lists.mapped(of.node, of.by, distinct=False)

    def on_reverse(self, tree: Call, scope: Scope) -> Expr:
        """The items from the last to the first."""
        of = self.first_list(tree, scope).node
        return of_lists.result_of(of, lambda values: values[::-1], of.type)

    def on_first(self, tree: Call, scope: Scope) -> Expr:
        """The first item."""
        of = self.first_list(tree, scope)
        return of_lists.end_of(of.node, 0, cost=1)

    def on_last(self, tree: Call, scope: Scope) -> Expr:
        """The last item."""
        of = self.first_list(tree, scope)
        return of_lists.end_of(of.node, -1, cost=1)

    def on_take(self, tree: Call, scope: Scope) -> Expr:
        """The given number of items from the beginning, or fewer if there are not enough."""
        of = self.first_list(tree, scope).node
        return of_lists.slice_of(of, self.number(tree, 1, scope), from_end=False)

    def on_index(self, tree: Call, scope: Scope) -> Expr:
        """The position of an item in a list, from 0."""
        of = self.first_list(tree, scope)
        item = self.adapted(self.value(self.typed(tree.args[1], scope), scope), of.item, tree.args[1])
        self._alike(tree, of.item, item.type)
        return of_lists.index_of(of.node, item)

    def on_range(self, tree: Call, scope: Scope) -> Expr:
        """The numbers from the first bound to the second, both included."""
        return of_lists.numbers(self.number(tree, 0, scope), self.number(tree, 1, scope))

    # Cards and zones

    def on_top(self, tree: Call, scope: Scope) -> Expr:
        """The top card of a zone, or the given number of cards from the top."""
        of = self.first_list(tree, scope)
        if len(tree.args) == 2:
            return of_lists.slice_of(of.node, self.number(tree, 1, scope), from_end=True)
        return of_lists.end_of(of.node, -1)

    def on_bottom(self, tree: Call, scope: Scope) -> Expr:
        """The lowest card of a zone."""
        of = self.first_list(tree, scope)
        return of_lists.end_of(of.node, 0)

    def on_drawable(self, tree: Call, scope: Scope) -> Expr:
        """The number of cards that can be drawn from a zone, including those that can refill it."""
        of = self.typed(tree.args[0], scope)
        if of.type.kind not in ("zone", "any", "none") or of.zone is None:
            words = "“drawable” needs a zone; this is {found}."
            self.tell("type", words, span=(tree.start, tree.end), found=in_words(of.type))
            return always(NUMBER, 0)
        return of_lists.drawable(of, of.zone, self.names)

    def on_owner(self, tree: Call, scope: Scope) -> Expr:
        """The player that owns the zone in which a card lies."""
        arg = tree.args[0]
        card = self.as_type(self.typed(arg, scope), CARD, "owner", arg, scope)
        if card.literal is not None:
            self.tell_owner(card.literal, scope)
        return of_lists.owner_of(card, scope)

    # Players

    def on_after(self, tree: Call, scope: Scope) -> Expr:
        """The player that comes one turn, or the given number of turns, after the given player."""
        player = self.as_type(self.typed(tree.args[0], scope), PLAYER, "after", tree.args[0], scope)
        steps = self.number(tree, 1, scope) if len(tree.args) == 2 else always(NUMBER, 1, cost=0)
        return of_lists.player_after(player, steps)

    def on_around(self, tree: Call, scope: Scope) -> Expr:
        """All players in the order of turns, beginning with the given player."""
        player = self.as_type(self.typed(tree.args[0], scope), PLAYER, "around", tree.args[0], scope)
        return of_lists.players_around(player)

    def on_next(self, tree: Call, scope: Scope) -> Expr:
        """Of the given players, the next one after the acting player in the order of turns."""
        of = self.first_list(tree, scope)
        if of.item.kind not in ("player", "any", "none"):
            words = "“next” needs a list of players; this is {found}."
            self.tell("type", words, span=(tree.start, tree.end), found=in_words(of.node.type))
        return of_lists.next_of(of.node)

    # Everything else

    def on_if(self, tree: Call, scope: Scope) -> Expr:
        """The value after the first true condition. If no condition is true, the last value."""
        if len(tree.args) % 2 == 0:
            words = (
                "“if” takes pairs of a condition and a value, and a last value for all other cases: "
                "“if(score > 10, 2, 1)”."
            )
            self.tell("type", words, span=(tree.start, tree.end))
            return always(ANY, None)
        parts = [self.typed(arg, scope) for arg in tree.args]
        conditions = [
            self.as_type(part, BOOL, "if", arg, scope)
            for part, arg in zip(parts[:-1:2], tree.args[:-1:2], strict=True)
        ]
        values, trees = [*parts[1::2], parts[-1]], [*tree.args[1::2], tree.args[-1]]
        if {value.type.kind for value in values} - {"zone", "none"}:
            values = [self.value(value, scope) for value in values]
        common = next(
            (typed.type for typed in values if typed.literal is None and typed.type.kind != "none"), ANY
        )
        values = [self.adapted(typed, common, arg) for typed, arg in zip(values, trees, strict=True)]
        for value in values:
            self._alike(tree, common, value.type)
        return ops.conditional(conditions, values[:-1], values[-1])

    def _alike(self, tree: Call, first: Type, second: Type) -> None:
        if common_type(first, second) is None:
            words = "“{name}” needs values of one type; these are {one} and {other}."
            self.tell("type", words, span=(tree.start, tree.end), name=tree.name, one=in_words(first),
                other=in_words(second))  # fmt: skip

    def on_abs(self, tree: Call, scope: Scope) -> Expr:
        """The number without its sign."""
        of = self.number(tree, 0, scope)
        return of_lists.result_of(of, abs, of.type, code="{0} if {0} >= 0 else -{0}", cost=0)

    def on_pick(self, tree: Call, scope: Scope) -> Expr:
        """One random item."""
        self._by_chance(tree, scope)
        of = self.first_list(tree, scope)
        return of_lists.random_item(of.node, maybe(of.item))

    def on_random(self, tree: Call, scope: Scope) -> Expr:
        """A random number from the first bound to the second, both included."""
        self._by_chance(tree, scope)
        return of_lists.random_number(self.number(tree, 0, scope), self.number(tree, 1, scope))

    def _by_chance(self, tree: Call, scope: Scope) -> None:
        self.reading |= CHANCE
        if not scope.chance:
            words = "“{name}” is random, so it can only be used in effects."
            self.tell("type", words, span=(tree.start, tree.end), name=tree.name)

    def on_poker(self, tree: Call, scope: Scope) -> Expr:
        """The value of the best poker hand of five of these cards, as a list of numbers.

        The better of two hands has the greater list.
        """
        return melds.poker_worth(self._cards(tree, 0, scope), self.names)

    def on_poker_name(self, tree: Call, scope: Scope) -> Expr:
        """The name of the best poker hand of five of these cards, for texts."""
        return melds.poker_worth(self._cards(tree, 0, scope), self.names, POKER_NAME)

    def on_deadwood(self, tree: Call, scope: Scope) -> Expr:
        """The fewest points that the cards can leave outside of melds.

        A meld is a set of cards of the same rank, or a run of cards of one suit.
        """
        parts = [self._cards(tree, 0, scope), self.number(tree, 1, scope), self.number(tree, 2, scope)]
        if len(tree.args) == 4:
            arg = tree.args[3]
            parts.append(self.as_type(self.typed(arg, scope), list_of(CARDS), tree.name, arg, scope))
        return melds.deadwood_of(parts, self.names)

    def on_melds(self, tree: Call, scope: Scope) -> Expr:
        """The melds that leave the fewest points in all other cards."""
        cards = self._cards(tree, 0, scope)
        return melds.melds_of(cards, self.number(tree, 1, scope), self.number(tree, 2, scope), self.names)

    def _cards(self, tree: Call, at: int, scope: Scope) -> Expr:
        arg = tree.args[at]
        return self.as_type(self.typed(arg, scope), CARDS, tree.name, arg, scope)
