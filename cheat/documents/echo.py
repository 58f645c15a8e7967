"""Rules told back to their author in plain words, out of the trees that are checked.

An echo says what a rule says and not whether it is right; of what cannot be read there is none. Effects that
hold others tell only what they ask or repeat: what is in them is told at its own place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

import msgspec
from msgspec.structs import replace

from cheat.documents import phrases as say
from cheat.documents.diagnostics import Path
from cheat.documents.functions import ARGUMENTS
from cheat.documents.language import (
    CHOICE_KINDS,
    DOCUMENT,
    EFFECT,
    EXPRESSION,
    MOVE,
)
from cheat.documents.names import Names, expression
from cheat.documents.printing import printed
from cheat.documents.shapes import MISSING, AnyOf, Either, Keys, ListOf, MapOf, Ref, Shape
from cheat.documents.syntax import (
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
from cheat.documents.texts import plain
from cheat.words import ENGLISH, Language, Text, Words

CONDITIONS = {"if", "where", "while", "has", "lacks", "remove"}
"""Keys whose expressions hold or do not."""
OF_CARDS_HERE = {"where", "same", "has", "lacks", "remove"}
"""Keys whose expressions are about one card after the other."""
KEEPING = {
    "sort", "highest", "lowest", "reverse", "first", "last", "take", "distinct", "pick", "top", "bottom",
    "next",
}  # fmt: skip
"""Functions that give items of their first value."""
OF_ZONES = {"top", "bottom", "drawable"}
"""Functions of a zone rather than of its cards."""
_SLOT = re.compile(r"\{([^{}]*)\}")


class Echo(msgspec.Struct):
    """A rule in plain words; `path` leads to it from the document."""

    path: list[str | int]
    text: str


def echoes(doc: Mapping[str, Any], names: Names, language: Language = ENGLISH) -> list[Echo]:
    """Every expression, choice, effect and move of a document in the words of a reader."""
    teller = Teller(names, language)
    found = []
    for path, kind, part in _rules(DOCUMENT, doc, ()):
        try:
            text = language.say(kind(teller, path, part))
        except Wrong:  # that is told by a diagnostic
            continue
        if text:
            found.append(Echo([*path], text))
    return found


Rule = tuple[Path, Callable[["Teller", Path, Any], Words], Any]


def _rules(shape: Shape, value: Any, path: Path) -> Iterator[Rule]:
    """All rules of a part of a document: where they stand, how they are told, and what they are."""
    if value is MISSING:
        return
    if shape is EXPRESSION:
        yield path, Teller.rule, value
        return
    if shape is EFFECT:
        yield path, Teller.effect, value
    elif shape is MOVE:
        yield path, Teller.move, value
    match shape:
        case Ref():
            yield from _rules(shape.shape, value, path)
        case AnyOf():
            if part := shape.by_type.get(type(value)):
                yield from _rules(part, value, path)
        case ListOf() if isinstance(value, list):
            for at, one in enumerate(value):
                yield from _rules(shape.of, one, (*path, at))
        case MapOf() if isinstance(value, dict):
            for key, one in value.items():
                yield from _rules(shape.of, one, (*path, key))
        case Either() if isinstance(value, dict):
            kind = shape.kind(value)
            if shape.kinds is CHOICE_KINDS and kind:
                yield path, Teller.choice, value
            if kind:
                yield from _rules(shape.kinds[kind], value, path)
        case Keys() if isinstance(value, dict):
            for key, one in value.items():
                if key in shape.all:
                    yield from _rules(shape.all[key], one, (*path, key))


class Teller:
    """Tells the rules of one document. `near`: what is looked at just now, from the inside out: card, one (of
    several players) or any.
    """

    def __init__(self, names: Names, language: Language) -> None:
        self.names, self.language = names, language
        self.near: list[str] = []

    # Whole rules

    def rule(self, path: Path, source: Any) -> Words:
        """An expression that stands at a path. Raises Wrong."""
        tell = self.condition_of if path[-1] in CONDITIONS else self.plainly
        if path[-1] in OF_CARDS_HERE:
            return self.within("card", lambda: tell(source))
        return tell(source)

    def plainly(self, source: Any) -> Words:
        """An expression. Raises Wrong."""
        return self.value(parse(expression(source)))

    def condition_of(self, source: Any) -> Words:
        """An expression that holds or does not. Raises Wrong."""
        return self.condition(parse(expression(source)))

    def list_of(self, source: Any) -> Words:
        """An expression that is a list. Raises Wrong."""
        return self.listed(parse(expression(source)))

    def within(self, kind: str, tell: Callable[[], Words]) -> Words:
        """What is told while something of this kind is looked at."""
        self.near.append(kind)
        try:
            return tell()
        finally:
            self.near.pop()

    # Conditions

    def condition(self, tree: Tree) -> Words:
        """What has to be so."""
        match tree:
            case Binary(op="and" | "or"):
                sides = self._side(tree, tree.left), self._side(tree, tree.right)
                return _filled(say.JOINED[tree.op], a=sides[0], b=sides[1])
            case Unary(op="not"):
                return self.negated(tree.of)
            case Binary() if tree.op in say.COMPARED:
                return self._compared(tree)
            case Is():
                return _filled(say.STATES[tree.what, tree.negated], a=self.value(tree.of))
            case Call(name="any" | "all"):
                return self.call(tree)
        return _filled(say.HOLDS, a=self.value(tree))

    def _side(self, above: Binary, tree: Tree) -> Words:
        """A side of `and` or `or`; the other one of both stands in brackets."""
        told = self.condition(tree)
        mixed = _is_compound(tree) and tree.op != above.op
        return _filled(say.WITHIN, a=told) if mixed else told

    def _compared(self, tree: Binary) -> Words:
        right = self.listed(tree.right) if tree.op == "in" else self.value(tree.right)
        return _filled(say.COMPARED[tree.op], a=self.value(tree.left), b=right)

    def negated(self, tree: Tree) -> Words:
        """What must not be so."""
        match tree:
            case Is():
                return _filled(say.STATES[tree.what, not tree.negated], a=self.value(tree.of))
            case Binary(op="=="):
                return self._compared(Binary(tree.start, tree.end, "!=", tree.left, tree.right))
            case Call(name="any", args=[of]):
                return _filled(say.NONE_AMONG, a=self.listed(of))
            case Call(name="all", args=[Clause(where=where)]) if where is not None:
                return self._each(tree.args[0], say.UNPASSED)
            case Name() | Dot() | Index() | Call():
                return _filled(say.FAILS, a=self.value(tree))
        told = self.condition(tree)
        return _filled(say.ALONE["not"], a=_filled(say.WITHIN, a=told) if _is_compound(tree) else told)

    def _each(self, clause: Tree, template: str) -> Words:
        assert isinstance(clause, Clause)
        assert clause.where is not None
        where = clause.where
        passes = self.within(self.kind(clause.of), lambda: self.condition(where))
        return _filled(template, a=self.listed(clause.of), b=passes)

    # Values

    def value(self, tree: Tree) -> Words:
        """What something is."""
        match tree:
            case Number():
                return str(tree.value)
            case Literal():
                return _filled(say.WHOSE["all"], name=tree.value)
            case Constant():
                return say.VALUES[tree.value]
            case Name():
                return self.name(tree.name)
            case Dot():
                return _filled(say.OF_ONE, name=self.bare(tree), of=self.value(tree.of))
            case Index():
                return self._item(tree)
            case Items():
                return _filled(say.LIST, items=[self.value(one) for one in tree.items])
            case Unary(op="-"):
                return _filled(say.ALONE["-"], a=self._part(tree.of))
            case Binary() if tree.op in "+-*/%":
                words = say.LISTS if tree.op in say.LISTS and self._has_list(tree) else say.JOINED
                return _filled(words[tree.op], a=self._part(tree.left), b=self._part(tree.right))
            case Clause():
                return self.listed(tree)
            case Call() if tree.name not in ("any", "all"):
                return self.call(tree)
        return _filled(say.WHETHER, a=self.condition(tree))

    def _part(self, tree: Tree) -> Words:
        """A side of a sum or a product; what is put together itself stands in brackets."""
        told = self.value(tree)
        return _filled(say.WITHIN, a=told) if isinstance(tree, Binary | Clause) else told

    def _has_list(self, tree: Binary) -> bool:
        return any(self.kind(side) != "any" for side in (tree.left, tree.right))

    def _item(self, tree: Index) -> Words:
        if isinstance(tree.of, Name) and tree.of.name in self.names.zones:
            return _filled(say.OF_SUIT, name=tree.of.name, at=self.value(tree.at))
        return _filled(say.ITEM, at=self.value(tree.at), of=self.value(tree.of))

    def name(self, name: str) -> Words:
        """A name as it stands alone: whose it is the place says."""
        names = self.names
        if name in say.GIVEN_WORDS:
            return (say.THEIRS if "one" in self.near else say.GIVEN_WORDS).get(name, say.GIVEN_WORDS[name])
        if name in names.attributes:
            return _filled(say.WHOSE["card"], name=self._attribute(name))
        owner = ""
        if name in names.zones:
            owner = names.zones[name].per
        elif name in names.variables:
            owner = names.variables[name].of
        elif name in names.options:
            return _filled(say.WHOSE["option"], name=name)
        if owner not in ("player", "team"):
            return _filled(say.WHOSE["all"], name=name)
        nearest = next((one for one in reversed(self.near) if one != "card"), "me")
        return _filled(say.WHOSE[nearest if nearest in say.WHOSE else "all"], name=name)

    def _attribute(self, name: str) -> Words:
        return say.ATTRIBUTES.get(name) or _filled(say.WHOSE["all"], name=name)

    def bare(self, tree: Name | Dot) -> Words:
        """A name without whose it is, where that is said beside it."""
        if tree.name in self.names.attributes:
            return self._attribute(tree.name)
        return _filled(say.WHOSE["all"], name=tree.name)

    # Lists

    def listed(self, tree: Tree) -> Words:
        """A list: of a zone its cards, of a filter what passes it."""
        match tree:
            case Clause(where=None):
                return self.listed(tree.of)
            case Clause():
                return self._filtered(tree)
            case Name() if tree.name in self.names.zones:
                return _filled(say.CARDS_OF, a=self.name(tree.name))
        return self.value(tree)

    def _filtered(self, tree: Clause) -> Words:
        of, where = self.listed(tree.of), tree.where
        assert where is not None
        if isinstance(where, Binary) and where.op in say.COMPARED and self._is_of_item(where.left):
            left = self.bare(where.left)
            right = self.within(self.kind(tree.of), lambda: self.value(where.right))
            return _filled(say.WHOSE_IS, a=of, b=_filled(say.COMPARED[where.op], a=left, b=right))
        return _filled(say.WHERE, a=of, b=self.within(self.kind(tree.of), lambda: self.condition(where)))

    def _is_of_item(self, tree: Tree) -> TypeGuard[Name]:
        return isinstance(tree, Name) and tree.name in self.names.attributes

    def call(self, tree: Call) -> Words:
        """A function or a definition with values."""
        if tree.name not in ARGUMENTS:
            return _filled(say.CALLED, name=tree.name, values=[self.value(one) for one in tree.args])
        least, most = ARGUMENTS[tree.name]
        if not least <= len(tree.args) <= most:
            raise Wrong(tree.start, tree.end, "")
        if tree.name == "if":
            return self._chosen(tree.args)
        first = tree.args[0]
        if isinstance(first, Clause) and first.by is not None and tree.name in say.KEYED:
            return _filled(say.KEYED[tree.name], a=self.listed(replace(first, by=None)), key=self._key(first))
        if tree.name == "all" and isinstance(first, Clause) and first.where is not None:
            return self._each(first, say.EACH_PASSES)
        tell = self.value if tree.name in OF_ZONES else self.listed
        told = [tell(one) for one in tree.args]
        if tree.name in ("min", "max") and len(told) > 1:
            told = [_filled("{items}", items=told)]
        ways = say.CALLS[tree.name]
        way = ways[min(len(told) - least, len(ways) - 1)]
        return _filled(way, **dict(zip("abcd", told, strict=False)))

    def _key(self, clause: Clause) -> Words:
        """By what a list is looked at."""
        by = clause.by
        assert by is not None
        kind = self.kind(clause.of)
        is_ones = kind == "one" and isinstance(by, Name) and by.name in self.names.variables
        if self._is_of_item(by) or is_ones:
            assert isinstance(by, Name)
            return self.bare(by)
        return self.within(kind, lambda: self.value(by))

    def _chosen(self, args: list[Tree]) -> Words:
        """`if` with its pairs of conditions and values."""
        if len(args) < 3:
            return self.value(args[0]) if args else ""
        rest = self._chosen(args[2:]) if len(args) > 3 else self._part(args[2])
        return _filled(say.CALLS["if"][0], a=self.condition(args[0]), b=self._part(args[1]), c=rest)

    def kind(self, tree: Tree) -> str:
        """Of what a list is, as far as that is seen at once: card, one (player or team), any."""
        names = self.names
        match tree:
            case Name(name="players" | "others" | "teams" | "members") | Call(name="around"):
                return "one"
            case Name(name="cards") | Call(name="melds"):
                return "card"
            case Name() | Dot() if tree.name in names.zones:
                return "card"
            case Name() | Dot() if tree.name in names.variables:
                item = names.variables[tree.name].type.of
                return {"card": "card", "player": "one"}.get(item.kind if item else "", "any")
            case Clause() | Index():
                return self.kind(tree.of)
            case Call() if tree.args and tree.name in KEEPING:
                return self.kind(tree.args[0])
            case Items() if tree.items:
                return self.kind(tree.items[0])
            case Binary():
                sides = [self.kind(tree.left), self.kind(tree.right)]
                return next((one for one in sides if one != "any"), "any")
        return "any"

    # Effects

    def effect(self, path: Path, effect: Mapping[str, Any]) -> Words:
        """One effect, without those that it holds. Raises Wrong."""
        kind = EFFECT.shape.kind(effect)  # type: ignore[attr-defined]  # one of several kinds
        tell: Callable[[Mapping[str, Any]], Words] = getattr(self, f"on_{kind}")
        told = tell(effect)
        if kind != "say" and "say" in effect:
            told = _filled(say.MORE, a=told, b=_filled(say.SAYING, a=self.spoken(effect["say"])))
        return told

    def _also(self, told: Words, *more: Words | None) -> Words:
        for one in more:
            told = told if one is None else _filled(say.MORE, a=told, b=one)
        return told

    def spoken(self, text: Any) -> Words:
        """What is said: what stands in its slots in plain words."""

        def slot(match: re.Match[str]) -> str:
            return f"‹{self.language.say(self.plainly(match[1]))}›"

        return _filled(say.WHOSE["all"], name=_SLOT.sub(slot, plain(text, self.language.tag)))

    def on_move(self, effect: Mapping[str, Any]) -> Words:
        """Cards from one place to another."""
        told = _filled(say.EFFECTS["move"], a=self.list_of(effect["move"]), b=self.plainly(effect["to"]))
        bottom = say.AT_BOTTOM if effect.get("at") == "bottom" else None
        return self._also(told, bottom, say.FACES_SHOWN if "show" in effect else None)

    def _cards(self, count: Any) -> Words:
        """So many cards."""
        if count in (1, "1"):
            return say.ONE_CARD
        if count == "all":
            return say.ALL_CARDS
        tree = parse(expression(count))
        told = self.value(tree)
        is_short = isinstance(tree, Number | Name | Dot)
        return _filled(say.SOME_CARDS, a=told if is_short else _filled(say.WITHIN, a=told))

    def _place(self, effect: Mapping[str, Any], key: str, usual: str) -> Words:
        return self.plainly(effect[key]) if key in effect else say.DEFAULTS[usual]

    def on_draw(self, effect: Mapping[str, Any]) -> Words:
        """Cards from the top."""
        told = _filled(
            say.EFFECTS["draw"], a=self._cards(effect["draw"]),
            b=self._place(effect, "from", "stock"), c=self._place(effect, "to", "hand"),
        )  # fmt: skip
        return self._also(told, _filled(say.DRAWN_AS, a=effect["as"]) if "as" in effect else None)

    def on_deal(self, effect: Mapping[str, Any]) -> Words:
        """Cards for all."""
        to = self.within("one", lambda: self.plainly(effect["to"]))
        return _filled(
            say.EFFECTS["deal"], a=self._cards(effect["deal"]), b=self._place(effect, "from", "stock"), c=to
        )

    def on_shuffle(self, effect: Mapping[str, Any]) -> Words:
        """Another order."""
        return _filled(say.EFFECTS["shuffle"], a=self.plainly(effect["shuffle"]))

    def on_reveal(self, effect: Mapping[str, Any]) -> Words:
        """Who sees the faces from then on."""
        to = effect.get("to", "all")
        eyes = say.EYES[to] if isinstance(to, str) and to in say.EYES else self.plainly(to)
        return _filled(say.EFFECTS["reveal"], a=self.plainly(effect["reveal"]), b=eyes)

    def _named(self, template: str, values: Mapping[str, Any]) -> Words:
        """Something done to each of some names."""
        told = [_filled(template, a=self.plainly(name), b=self.plainly(one)) for name, one in values.items()]
        return _all(told)

    def on_set(self, effect: Mapping[str, Any]) -> Words:
        """Variables, and what they are."""
        return self._named(say.EFFECTS["set"], effect["set"])

    def on_add(self, effect: Mapping[str, Any]) -> Words:
        """Variables, and what they grow by."""
        return self._named(say.EFFECTS["add"], effect["add"])

    def on_let(self, effect: Mapping[str, Any]) -> Words:
        """Names for values."""
        told = [
            _filled(say.EFFECTS["let"], a=name, b=self.plainly(one)) for name, one in effect["let"].items()
        ]
        return _all(told)

    def on_if(self, effect: Mapping[str, Any]) -> Words:
        """On what it depends."""
        template = say.IF_ELSE if effect.get("else") else say.EFFECTS["if"]
        return _filled(template, a=self.condition_of(effect["if"]))

    def on_each(self, effect: Mapping[str, Any]) -> Words:
        """For what it is done."""
        return _filled(say.EFFECTS["each"], a=self.list_of(effect["each"]), b=effect["as"])

    def on_while(self, effect: Mapping[str, Any]) -> Words:
        """How long it is done."""
        return _filled(say.EFFECTS["while"], a=self.condition_of(effect["while"]))

    def on_run(self, effect: Mapping[str, Any]) -> Words:
        """A routine."""
        tree = parse(effect["run"])
        args = [self.value(one) for one in tree.args] if isinstance(tree, Call) else []
        told = _filled(say.EFFECTS["run"], a=tree.name if isinstance(tree, Call | Name) else printed(tree))
        return self._also(told, _filled(say.WITH_VALUES, a=args) if args else None)

    def on_say(self, effect: Mapping[str, Any]) -> Words:
        """A line of the log."""
        words = self.spoken(effect["say"])
        if "to" in effect:
            return _filled(say.TELLING, a=words, b=self.plainly(effect["to"]))
        return _filled(say.EFFECTS["say"], a=words)

    def on_know(self, effect: Mapping[str, Any]) -> Words:
        """What all may conclude of a zone."""
        template, source = (
            (say.HAS, effect["has"]) if "has" in effect else (say.LACKS, effect.get("lacks", False))
        )
        told = self.within("card", lambda: self.condition_of(source))
        return _filled(say.EFFECTS["know"], a=self.plainly(effect["know"]), b=_filled(template, a=told))

    def on_go(self, effect: Mapping[str, Any]) -> Words:
        """The next phase."""
        told = _filled(say.EFFECTS["go"], a=effect["go"])
        turn = _filled(say.ON_TURN, a=self.plainly(effect["turn"])) if "turn" in effect else None
        return self._also(told, turn)

    def on_next(self, effect: Mapping[str, Any]) -> Words:
        """The next turn."""
        return _filled(say.EFFECTS["next"], a=effect["next"])

    def on_pause(self, effect: Mapping[str, Any]) -> Words:
        """A pause."""
        return _filled(say.EFFECTS["pause"], a=effect["pause"])

    def on_end(self, effect: Mapping[str, Any]) -> Words:
        """The end."""
        if effect["end"] in (True, "true"):
            return say.BEST_WINS
        return _filled(say.EFFECTS["end"], a=self.plainly(effect["end"]))

    # Moves

    def move(self, path: Path, move: Mapping[str, Any]) -> Words:
        """A move: when and to whom it is offered, and what is chosen in it. Raises Wrong."""
        parts: list[Words] = []
        if "by" in move:
            parts.append(_filled(say.BY, a=self.plainly(move["by"])))
        if "if" in move:
            parts.append(_filled(say.ONLY_IF, a=self.condition_of(move["if"])))
        picks = move.get("pick", {}).items()
        parts += [_filled(say.CHOOSING, a=self.choice((name,), one)) for name, one in picks]
        if not parts:
            return _filled(say.MOVES, name=move["name"])
        return _filled(say.MOVE_PARTS, name=move["name"], parts=_all(parts))

    def choice(self, path: Path, stated: Mapping[str, Any]) -> Words:
        """What is chosen in a move, and out of what. Raises Wrong."""
        kind = next(one for one in CHOICE_KINDS if one in stated)
        template, name = say.CHOICES[kind], path[-1]
        if kind == "from":
            return self._cards_chosen(template, name, stated)
        if kind == "number":
            low, high = (self.plainly(one) for one in stated[kind])
            return _filled(template, name=name, a=low, b=high)
        if kind == "yes":
            return _filled(template, name=name)
        return _filled(template, name=name, a=self.list_of(stated[kind]))

    def _cards_chosen(self, template: str, name: str | int, stated: Mapping[str, Any]) -> Words:
        of, count = self.list_of(stated["from"]), stated.get("count", 1)
        if "where" in stated:
            where = parse(expression(stated["where"]))
            of = self._filtered(Clause(0, 0, parse(expression(stated["from"])), where, None))
        if isinstance(count, list):
            low, high = (self.plainly(one) for one in count)
            many: Words = _filled(say.FROM_TO, a=low, b=high)
        else:
            many = self._cards(count)
        chosen = _filled(template, name=name, count=many, a=of)
        if "same" not in stated:
            return chosen
        same = parse(expression(stated["same"]))
        key = self.bare(same) if self._is_of_item(same) else self.within("card", lambda: self.value(same))
        return _filled(say.MORE, a=chosen, b=_filled(say.SAME, a=key))


def _is_compound(tree: Tree) -> TypeGuard[Binary]:
    """Whether it is put together by `and` or `or`."""
    return isinstance(tree, Binary) and tree.op in ("and", "or")


def _filled(template: str, **args: Any) -> Text:
    """A template with what stands in its slots."""
    return Text(template, args)


def _all(told: Sequence[Words]) -> Words:
    """Several things one after the other."""
    words = told[0] if told else ""
    for one in told[1:]:
        words = _filled(say.THEN, a=words, b=one)
    return words
