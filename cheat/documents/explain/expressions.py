"""Put expressions into plain words, with the templates of `phrases`.

Some expressions are evaluated for each item of a list. An example is a filter, the condition after “where”.
In such an expression, the present item is called the nearest item. If lists are inside each other, the
nearest item is the item of the innermost list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeGuard

from msgspec.structs import replace

from cheat.documents.check.builtins import ARGUMENTS
from cheat.documents.check.declarations import expression
from cheat.documents.compile.scope import Names
from cheat.documents.explain import phrases
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
from cheat.i18n.messages import Language, Text, Words

KEEPING = {
    "sort", "highest", "lowest", "reverse", "first", "last", "take", "distinct", "pick", "top", "bottom",
    "next",
}  # fmt: skip
"""Functions that return one or more items of the list that is their first argument."""
OF_ZONES = {"top", "bottom", "drawable"}
"""Functions with a zone itself as argument, instead of a list of the zone's cards."""


class ExpressionWriter:
    """Puts the expressions of one document into words.

    `near`: the kinds of the items for which the rules evaluate the present expression, from the outermost
    list to the innermost. The kinds are `card`, `one` (a player or a team) and `any`.
    """

    def __init__(self, names: Names, language: Language) -> None:
        self.names, self.language = names, language
        self.near: list[str] = []

    # Whole expressions

    def plainly(self, source: Any) -> Words:
        """Return an expression in words. Raises Wrong."""
        return self.value(parse(expression(source)))

    def condition_of(self, source: Any) -> Words:
        """Put an expression that must be a condition into words. Raises Wrong."""
        return self.condition(parse(expression(source)))

    def list_of(self, source: Any) -> Words:
        """Put an expression that must be a list into words. Raises Wrong."""
        return self.items(parse(expression(source)))

    def with_nearest(self, kind: str, tell: Callable[[], Words]) -> Words:
        """Call `tell` with an item of this kind as the nearest item, and return its words."""
        self.near.append(kind)
        try:
            return tell()
        finally:
            self.near.pop()

    # Conditions

    def condition(self, tree: Tree) -> Words:
        """Return a condition in words."""
        match tree:
            case Binary(op="and" | "or"):
                sides = self._side(tree, tree.left), self._side(tree, tree.right)
                return filled(phrases.OPERATORS[tree.op], a=sides[0], b=sides[1])
            case Unary(op="not"):
                return self.negated(tree.of)
            case Binary() if tree.op in phrases.COMPARISONS:
                return self._comparison(tree)
            case Is():
                return filled(phrases.STATES[tree.word, tree.negated], a=self.value(tree.of))
            case Call() if self.function(tree) in ("any", "all"):
                return self.call(tree)
        return self._is_true(tree, holds=True)

    def _is_true(self, tree: Tree, *, holds: bool) -> Words:
        """Return words that say that a value is true or, if `holds` is False, that it is not true.

        For options, and for definitions with arguments, there are special templates.
        """
        match tree:
            case Name() if self._is_option(tree.name):
                return filled(phrases.IS_ON if holds else phrases.IS_OFF, name=tree.name)
            case Call() if not self.function(tree):
                template = phrases.HOLDS_FOR if holds else phrases.FAILS_FOR
                return filled(template, name=tree.name, values=[self.value(arg) for arg in tree.args])
        return filled(phrases.HOLDS if holds else phrases.FAILS, a=self.value(tree))

    def _is_option(self, name: str) -> bool:
        return name in self.names.options

    def _side(self, outer: Binary, tree: Tree) -> Words:
        """Put an operand of `and` or `or` into words.

        An `or` inside an `and` gets brackets, and so does an `and` inside an `or`. A condition with a filter
        also gets brackets. Without them, the words after the condition would seem to belong to the filter.
        """
        words = self.condition(tree)
        mixed = (is_compound(tree) and tree.op != outer.op) or self._is_filtering(tree)
        return filled(phrases.IN_BRACKETS, a=words) if mixed else words

    def _is_filtering(self, tree: Tree) -> bool:
        """Return whether an expression says that any or all items of a list pass a condition."""
        if isinstance(tree, Unary):
            return self._is_filtering(tree.of)
        match tree:
            case Call(args=[Clause()]):
                return self.function(tree) in ("any", "all")
        return False

    def _comparison(self, tree: Binary) -> Words:
        right = self.items(tree.right) if tree.op == "in" else self.value(tree.right)
        return filled(phrases.COMPARISONS[tree.op], a=self.value(tree.left), b=right)

    def negated(self, tree: Tree) -> Words:
        """Return the negation of a condition in words."""
        match tree:
            case Is():
                return filled(phrases.STATES[tree.word, not tree.negated], a=self.value(tree.of))
            case Binary(op="=="):
                return self._comparison(Binary(tree.start, tree.end, "!=", tree.left, tree.right))
            case Binary(op="in"):
                return filled(phrases.NOT_AMONG, a=self.value(tree.left), b=self.items(tree.right))
            case Call(args=[of]) if self.function(tree) == "any":
                return self._existence(of, holds=False) or filled(phrases.NONE_AMONG, a=self.items(of))
            case Call(args=[Clause(where=where)]) if where is not None and self.function(tree) == "all":
                return self._every_item(tree.args[0], phrases.NOT_FOR_EACH)
            case Name() | Dot() | Index() | Call():
                return self._is_true(tree, holds=False)
        words = self.condition(tree)
        return filled(
            phrases.UNARY_OPERATORS["not"],
            a=filled(phrases.IN_BRACKETS, a=words) if is_compound(tree) else words,
        )

    def _every_item(self, clause: Tree, template: str) -> Words:
        assert isinstance(clause, Clause)
        assert clause.where is not None
        where = clause.where
        if self.is_players(clause.of):
            template = phrases.EVERY_PLAYER[template == phrases.NOT_FOR_EACH]
        passes = self.with_nearest(self.kind(clause.of), lambda: self.condition(where))
        return filled(template, a=self.items(clause.of), b=passes)

    def _existence(self, of: Tree, *, holds: bool) -> Words | None:
        """Return words for “there is a player, or a card in a zone, that passes a filter”.

        If `holds` is False, return words for “there is none”. Return None if the list has no filter, or is
        neither a list of players nor a zone.
        """
        if (
            not isinstance(of, Clause)
            or of.where is None
            or not (self.is_players(of.of) or self.is_zone(of.of))
        ):
            return None
        where, zone = of.where, self.value(of.of)
        if isinstance(where, Binary) and where.op in phrases.COMPARISONS and self.is_of_item(where.left):
            return filled(
                phrases.EXISTENCE["whose"][not holds], a=zone, b=self._item_compared(of, where, where.left)
            )
        kind = self.kind(of.of)
        passes = self.with_nearest(kind, lambda: self.condition(where))
        return filled(phrases.EXISTENCE[kind][not holds], a=zone, b=passes)

    def _item_compared(self, of: Clause, where: Binary, left: Name) -> Words:
        """Put a comparison of an attribute into words, such as “rank is 7”. `of`: the cards."""
        right = self.with_nearest(self.kind(of.of), lambda: self.value(where.right))
        return filled(phrases.COMPARISONS[where.op], a=self.bare(left), b=right)

    # Values

    def value(self, tree: Tree) -> Words:
        """Return a value in words."""
        match tree:
            case Number():
                return str(tree.value)
            case Literal():
                return filled(phrases.NAMES_BY_OWNER["all"], name=tree.value)
            case Constant():
                return phrases.VALUES[tree.value]
            case Name():
                return self.name(tree.name)
            case Dot():
                template = phrases.ATTRIBUTE_OF.get(tree.name, phrases.NAME_AFTER_DOT)
                return filled(template, name=self.bare(tree), of=self.value(tree.of))
            case Index():
                return self._item(tree)
            case Items():
                return filled(phrases.LIST, items=[self.value(item) for item in tree.items])
            case Unary(op="-"):
                return filled(phrases.UNARY_OPERATORS["-"], a=self._part(tree.of))
            case Binary() if tree.op in "+-*/%":
                words = (
                    phrases.LIST_OPERATORS
                    if tree.op in phrases.LIST_OPERATORS and self._has_list(tree)
                    else phrases.OPERATORS
                )
                return filled(words[tree.op], a=self._part(tree.left), b=self._part(tree.right))
            case Clause():
                return self.items(tree)
            case Call() if self.function(tree) not in ("any", "all"):
                return self.call(tree)
        return filled(phrases.CONDITION_AS_VALUE, a=self.condition(tree))

    def _part(self, tree: Tree) -> Words:
        """Return an operand in words. If it has operands of its own, it gets brackets."""
        words = self.value(tree)
        return filled(phrases.IN_BRACKETS, a=words) if isinstance(tree, Binary | Clause) else words

    def _has_list(self, tree: Binary) -> bool:
        return any(self.kind(side) != "any" for side in (tree.left, tree.right))

    def _item(self, tree: Index) -> Words:
        if self.is_zone(tree.of):
            return filled(phrases.OF_SUIT, name=tree.of.name, at=self.value(tree.at))
        return filled(phrases.ITEM, at=self.value(tree.at), of=self.value(tree.of))

    def name(self, name: str) -> Words:
        """Put a name that stands without a dot into words.

        The nearest items decide to which player or card the name belongs.
        """
        names = self.names
        is_standard = names.is_standard(name)
        if is_standard and name == "it" and self.near and not names.teams:
            return phrases.ITEM_AS.get(self.near[-1], phrases.STANDARD_NAMES["it"])
        if is_standard:
            return (phrases.STANDARD_NAMES_OF_ONE if "one" in self.near else phrases.STANDARD_NAMES).get(
                name, phrases.STANDARD_NAMES[name]
            )
        if name in names.attributes:
            return phrases.ATTRIBUTES_OF_IT.get(name) or filled(
                phrases.NAMES_BY_OWNER["card"], name=self._attribute(name)
            )
        owner = ""
        if name in names.zones:
            owner = names.zones[name].per
        elif name in names.variables:
            owner = names.variables[name].of
        elif name in names.options:
            return filled(phrases.NAMES_BY_OWNER["option"], name=name)
        if owner not in ("player", "team"):
            return filled(phrases.NAMES_BY_OWNER["all"], name=name)
        nearest = next((kind for kind in reversed(self.near) if kind != "card"), "me")
        return filled(
            phrases.NAMES_BY_OWNER[nearest if nearest in phrases.NAMES_BY_OWNER else "all"], name=name
        )

    def _attribute(self, name: str) -> Words:
        return phrases.ATTRIBUTES.get(name) or filled(phrases.NAMES_BY_OWNER["all"], name=name)

    def bare(self, tree: Name | Dot) -> Words:
        """Put a name into words, without its owner. The sentence names the owner elsewhere."""
        if tree.name in self.names.attributes:
            return self._attribute(tree.name)
        return filled(phrases.NAMES_BY_OWNER["all"], name=tree.name)

    # Lists

    def items(self, tree: Tree) -> Words:
        """Return a list, or the cards of a zone, in words."""
        match tree:
            case Clause(where=None):
                return self.items(tree.of)
            case Clause():
                return self.filtered(tree)
            case Name() if self.is_zone(tree):
                return filled(phrases.CARDS_OF, a=self.name(tree.name))
        return self.value(tree)

    def is_players(self, tree: Tree) -> bool:
        """Return whether an expression is the list of all players."""
        return isinstance(tree, Name) and tree.name == "players" and self.names.is_standard("players")

    def is_zone(self, tree: Tree) -> TypeGuard[Name | Dot]:
        """Return whether an expression is the name of a zone."""
        return isinstance(tree, Name | Dot) and tree.name in self.names.zones

    def filtered(self, tree: Clause) -> Words:
        """Return the items that pass a filter, in words."""
        of, where = self.items(tree.of), tree.where
        assert where is not None
        if isinstance(where, Binary) and where.op in phrases.COMPARISONS and self.is_of_item(where.left):
            return filled(phrases.FILTERED_BY_ATTRIBUTE, a=of, b=self._item_compared(tree, where, where.left))
        kind = self.kind(tree.of)
        match where:
            case Binary(op="!=", left=Name(name="it")):
                return filled(
                    phrases.EXCEPT, a=of, b=self.with_nearest(kind, lambda: self.value(where.right))
                )
        return filled(phrases.FILTERED[kind], a=of, b=self.with_nearest(kind, lambda: self.condition(where)))

    def is_of_item(self, tree: Tree) -> TypeGuard[Name]:
        """Return whether an expression is an attribute of the nearest card."""
        return isinstance(tree, Name) and tree.name in self.names.attributes

    def function(self, tree: Call) -> str:
        """Return the name of the called function; "" if the document defines the function."""
        return tree.name if tree.name in ARGUMENTS and tree.name not in self.names.definitions else ""

    def call(self, tree: Call) -> Words:
        """Put a call of a function or of a definition into words."""
        if not self.function(tree):
            return filled(
                phrases.DEFINITION_WITH_VALUES, name=tree.name, values=[self.value(arg) for arg in tree.args]
            )
        least, most = ARGUMENTS[tree.name]
        if not least <= len(tree.args) <= most:
            raise Wrong(tree.start, tree.end, "")
        if tree.name == "if":
            return self._if_call(tree.args)
        first = tree.args[0]
        if isinstance(first, Clause) and first.by is not None and tree.name in phrases.KEYED:
            return filled(
                phrases.KEYED[tree.name], a=self.items(replace(first, by=None)), key=self._key(first)
            )
        if tree.name == "any" and (existence := self._existence(first, holds=True)):
            return existence
        if tree.name == "count" and self.is_players(first):
            return phrases.COUNTED_PLAYERS
        if tree.name == "count" and self.is_zone(first):
            return filled(phrases.COUNTED_CARDS, a=self.value(first))
        if tree.name == "all" and isinstance(first, Clause) and first.where is not None:
            return self._every_item(first, phrases.FOR_EACH)
        tell = self.value if tree.name in OF_ZONES else self.items
        args = [tell(arg) for arg in tree.args]
        if tree.name in ("min", "max") and len(args) > 1:
            args = [filled("{items}", items=args)]
        templates = phrases.CALLS[tree.name]
        template = templates[min(len(args) - least, len(templates) - 1)]
        if not self.names.teams:
            template = phrases.END_OF.get((tree.name, self.kind(first)), template)
        return filled(template, **dict(zip("abcd", args, strict=False)))

    def _key(self, clause: Clause) -> Words:
        """Put the key after `by` into words."""
        by = clause.by
        assert by is not None
        kind = self.kind(clause.of)
        is_ones = kind == "one" and isinstance(by, Name) and by.name in self.names.variables
        if self.is_of_item(by) or is_ones:
            assert isinstance(by, Name)
            return self.bare(by)
        return self.with_nearest(kind, lambda: self.value(by))

    def _if_call(self, args: list[Tree]) -> Words:
        """Put a call of `if`, with its pairs of conditions and values, into words."""
        if len(args) < 3:
            return self.value(args[0]) if args else ""
        otherwise = self._if_call(args[2:]) if len(args) > 3 else self._part(args[2])
        return filled(phrases.CALLS["if"][0], a=self.condition(args[0]), b=self._part(args[1]), c=otherwise)

    def kind(self, tree: Tree) -> str:
        """Return the kind of a list's items: `card`, `one` (a player or team), or `any` if unclear."""
        names = self.names
        match tree:
            case Name(name="players" | "others" | "teams" | "members") if names.is_standard(tree.name):
                return "one"
            case Call() if self.function(tree) == "around":
                return "one"
            case Name(name="cards") if names.is_standard("cards"):
                return "card"
            case Name() | Dot() if tree.name in names.zones:
                return "card"
            case Name() | Dot() if tree.name in names.variables:
                item = names.variables[tree.name].type.of
                return {"card": "card", "player": "one"}.get(item.kind if item else "", "any")
            case Clause() | Index():
                return self.kind(tree.of)
            case Call() if tree.args and self.function(tree) in KEEPING:
                return self.kind(tree.args[0])
            case Items() if tree.items:
                return self.kind(tree.items[0])
            case Binary():
                sides = [self.kind(tree.left), self.kind(tree.right)]
                return next((side_kind for side_kind in sides if side_kind != "any"), "any")
        return "any"


def all_in_turn(items: Sequence[Words]) -> Words:
    """Join several items with the template `IN_TURN`, as in “a; b; c”."""
    words = items[0] if items else ""
    for item in items[1:]:
        words = filled(phrases.IN_TURN, a=words, b=item)
    return words


def is_compound(tree: Tree) -> TypeGuard[Binary]:
    """Return whether an expression is an `and` or an `or`."""
    return isinstance(tree, Binary) and tree.op in ("and", "or")


def filled(template: str, **args: Any) -> Text:
    """Return a template with values for its slots."""
    return Text(template, args)
