"""Check operators, and the types of their operands.

`none` stands for a value that does not exist, such as the top card of an empty pile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from cheat.documents.check.builtins import Functions
from cheat.documents.compile import names as make
from cheat.documents.compile import operators as ops
from cheat.documents.compile.emit import Expr, applied
from cheat.documents.compile.scope import Scope
from cheat.documents.parse.diagnostics import Path
from cheat.documents.parse.expressions import Binary, Index, Is, Items, Tree, Unary
from cheat.documents.parse.types import (
    ANY,
    BOOL,
    CARD,
    NUMBER,
    Type,
    common_type,
    fits,
    in_words,
    item_of,
    list_of,
    may_be_list,
    maybe,
)
from cheat.documents.runtime.state import Run, item_count

if TYPE_CHECKING:
    from cheat.documents.parse.diagnostics import Report


class Suspect(NamedTuple):
    """An operand that may be `none`, although its operator needs a number.

    `path`, `span`: the place of the operand in the document; `op`: the operator.
    """

    path: Path
    span: tuple[int, int]
    op: str


ORDERED = ("number", "bool", "list", "any", "none")


class Operations(Functions):
    """The mixin of `Expressions` that checks operators, lists and indices."""

    if TYPE_CHECKING:
        report: Report
        path: Path
        suspects: list[Suspect]

    def alike(
        self, left_value: Expr, right_value: Expr, left: Tree, right: Tree, scope: Scope
    ) -> tuple[Expr, Expr]:
        """Return the expressions of two values that are compared.

        If one of the values is a text literal, it gets the type of the other value, such as a suit.
        """
        left_value, right_value = self.value(left_value, scope), self.value(right_value, scope)
        return self.adapted(left_value, right_value.type, left), self.adapted(
            right_value, left_value.type, right
        )

    def unary(self, tree: Unary, scope: Scope) -> Expr:
        """Return the expression of `-` or `not`."""
        expected = BOOL if tree.op == "not" else NUMBER
        of = self.as_type(self.typed(tree.of, scope), expected, tree.op, tree.of, scope)
        return ops.negated(of) if tree.op == "not" else ops.minus(of)

    def binary(self, tree: Binary, scope: Scope) -> Expr:
        """Return the expression of an operator with two operands."""
        left, right, op = self.typed(tree.left, scope), self.typed(tree.right, scope), tree.op
        if op in ("and", "or"):
            left = self.as_type(left, BOOL, op, tree.left, scope)
            right = self.as_type(right, BOOL, op, tree.right, scope)
            return ops.conjunction(left, right) if op == "and" else ops.disjunction(left, right)
        if op == "in":
            return self._contained(tree, left, right, scope)
        if op in ("==", "!="):
            left, right = self.alike(left, right, tree.left, tree.right, scope)
            if common_type(left.type, right.type) is None:
                self._unlike(tree, left, right)
            return ops.equal(left, right, negated=op == "!=")
        left, right = self.value(left, scope), self.value(right, scope)
        if op in ("<", "<=", ">", ">="):
            if common_type(left.type, right.type) is None or not {left.type.kind, right.type.kind} <= set(
                ORDERED
            ):
                self._unlike(tree, left, right)
            return ops.comparison(op, left, right)
        return self._arithmetic(tree, left, right)

    def _contained(self, tree: Binary, left: Expr, right: Expr, scope: Scope) -> Expr:
        right = self.value(right, scope)
        if right.type.kind not in ("list", "any", "none"):
            words = "“in” needs a list on its right; this is {found}."
            self.tell("type", words, span=(tree.right.start, tree.right.end), found=in_words(right.type))
        left = self.adapted(self.value(left, scope), item_of(right.type), tree.left)
        if not fits(left.type, item_of(right.type)):
            self._unlike(tree, left, right)
        return ops.contained(left, right)

    def _unlike(self, tree: Binary, left: Expr, right: Expr) -> None:
        words = "“{op}” does not work with {left} and {right}."
        self.tell("type", words, span=(tree.start, tree.end), op=tree.op, left=in_words(left.type),
            right=in_words(right.type))  # fmt: skip

    def _arithmetic(self, tree: Binary, left: Expr, right: Expr) -> Expr:
        op = tree.op
        if "list" in (left.type.kind, right.type.kind) and op in "+-":
            left_item = item_of(left.type) if left.type.kind == "list" else left.type
            right_item = item_of(right.type) if right.type.kind == "list" else right.type
            of = common_type(left_item, right_item)
            if of is None:
                self._unlike(tree, left, right)
            return ops.lists_joined(left, right, list_of(of or ANY), removes=op == "-")
        for side, part in ((left, tree.left), (right, tree.right)):
            if side.type.kind not in ("number", "any", "none"):
                if side.type.kind == "card" and op in "+-":
                    return ops.lists_joined(left, right, list_of(CARD), removes=op == "-")
                words = "This is {found}, but “{op}” needs a number."
                self.tell("type", words, span=(part.start, part.end), found=in_words(side.type), op=op)
        left, right = self._noted(left, tree.left, op), self._noted(right, tree.right, op)
        return ops.calculated(op, left, right)

    def _noted(self, operand: Expr, tree: Tree, op: str) -> Expr:
        """Return the operand. If its type allows `none`, trials note when it is `none`."""
        if not operand.type.maybe or operand.type.kind in ("any", "none"):
            return operand
        suspect = Suspect(self.path, (tree.start, tree.end), op)
        if suspect not in self.suspects:
            self.suspects.append(suspect)
        return ops.noted(operand, self.suspects.index(suspect))

    def is_test(self, tree: Is, scope: Scope) -> Expr:
        """Return the expression of `is empty` or `is none`."""
        of = self.typed(tree.of, scope)
        if tree.word == "none":
            return ops.is_none(self.value(of, scope), negated=tree.negated)
        if of.type.kind not in ("zone", "zones", "list", "any", "none"):
            words = "Only zones and lists can be empty; this is {found}."
            self.tell("type", words, span=(tree.of.start, tree.of.end), found=in_words(of.type))
        return ops.is_empty(self.as_list_or_none(of), negated=tree.negated)

    def list_literal(self, tree: Items, scope: Scope) -> Expr:
        """Return the expression of a list literal. All items must have one type."""
        items = [self.value(self.typed(item, scope), scope) for item in tree.items]
        type_: Type = items[0].type if items else ANY
        for item in items[1:]:
            common = common_type(type_, item.type)
            if common is None:
                self.tell("type", "All items of a list must have the same type.", span=(tree.start, tree.end))
                common = ANY
            type_ = common
        if may_be_list(type_):
            return applied(list_of(type_), _as_charged_list, *items, with_run=True)
        return applied(list_of(type_), _as_list, *items)

    def indexed(self, tree: Index, scope: Scope) -> Expr:
        """Return the expression of `of[at]`: a zone by its suit, or a list's item by its position."""
        of, place = self.typed(tree.of, scope), self.typed(tree.at, scope)
        if of.zone is not None and of.zone.per == "suit" and of.type.kind == "zones":
            place = self.adapted(place, Type("suit"), tree.at)
            if place.type.kind not in ("suit", "any", "none"):
                words = (
                    "There is one zone “{zone}” for each suit, so write a suit in the brackets; "
                    "this is {found}."
                )
                found_type = in_words(place.type)
                self.tell(
                    "type", words, span=(tree.at.start, tree.at.end), zone=of.zone.name, found=found_type
                )
            return make.zone_of_suit(of.zone, place, self.names)
        of = self.value(of, scope)
        if of.type.kind not in ("list", "any", "none"):
            words = "Only lists have items; this is {found}."
            self.tell("type", words, span=(tree.of.start, tree.of.end), found=in_words(of.type))
        place = self.as_type(place, NUMBER, "[ ]", tree.at, scope)
        return ops.item(self.as_list_or_none(of), place, maybe(item_of(of.type)))


def _as_list(*values: Any) -> list[Any]:
    return list(values)


def _as_charged_list(r: Run, *values: Any) -> list[Any]:
    """Return the values as a list. Each item costs a step, also in lists inside the list."""
    items = list(values)
    r.spend(item_count(items))
    return items
