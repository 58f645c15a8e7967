"""Explain rules to their author: put each rule into plain words, called the rule's echo.

A rule with a syntax error has no echo. If an effect contains other effects, its echo says only the condition
or the repetition. The effects inside have their own echoes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from cheat.documents.check.declarations import expression
from cheat.documents.compile.scope import Names
from cheat.documents.explain import phrases
from cheat.documents.explain.expressions import ExpressionWriter, all_in_turn, filled
from cheat.documents.parse.diagnostics import Path
from cheat.documents.parse.expressions import Call, Clause, Dot, Name, Number, Wrong, parse
from cheat.documents.parse.printing import printed
from cheat.documents.parse.schema import CHOICE_KINDS, DOCUMENT, EFFECT, EXPRESSION, MOVE
from cheat.documents.parse.schema_types import MISSING, AnyOf, Either, Keys, ListOf, MapOf, Ref, Shape
from cheat.documents.runtime.words import plain
from cheat.i18n.messages import ENGLISH, Language, Words

CONDITIONS = {"if", "where", "while", "has", "lacks", "remove"}
"""Keys with an expression that is a condition."""
OF_CARDS_HERE = {"where", "same", "has", "lacks", "remove"}
"""Keys with an expression that is evaluated for each card of a list."""
_SLOT = re.compile(r"\{([^{}]*)\}")


CONTRACTED = {"es": ((" de el ", " del "), (" a el ", " al "))}
"""Language -> pairs of words and their contractions.

Words are contracted after a template is filled, because the first word of a pair may be in the template, and
the second in a value that fills the template.
"""


class Echo(msgspec.Struct):
    """A rule in plain words. `path` leads to the rule in the document."""

    path: list[str | int]
    text: str


def echoes(doc: Mapping[str, Any], names: Names, language: Language = ENGLISH) -> list[Echo]:
    """Return the echoes of all expressions, choices, effects and moves of a document."""
    teller = RulesWriter(names, language)
    all_echoes = []
    for path, kind, part in _rules(DOCUMENT, doc, ()):
        try:
            text = contracted(language.say(kind(teller, path, part)), language)
        except Wrong:  # the check has reported the error already
            continue
        if text:
            all_echoes.append(Echo([*path], text))
    return all_echoes


def contracted(text: str, language: Language) -> str:
    """Return a sentence with contracted words, such as "del palo" instead of "de el palo"."""
    for separate, together in CONTRACTED.get(language.tag, ()):
        text = text.replace(separate, together)
    return text


Rule = tuple[Path, Callable[["RulesWriter", Path, Any], Words], Any]


def _rules(shape: Shape, value: Any, path: Path) -> Iterator[Rule]:
    """Yield the rules of a part of a document.

    Each rule is a tuple: its path, the method of `RulesWriter` that explains it, and its JSON value.
    """
    if value is MISSING:
        return
    if shape is EXPRESSION:
        yield path, RulesWriter.rule, value
        return
    if shape is EFFECT:
        yield path, RulesWriter.effect, value
    elif shape is MOVE:
        yield path, RulesWriter.move, value
    match shape:
        case Ref():
            yield from _rules(shape.shape, value, path)
        case AnyOf():
            if part := shape.by_type.get(type(value)):
                yield from _rules(part, value, path)
        case ListOf() if isinstance(value, list):
            for at, inner in enumerate(value):
                yield from _rules(shape.of, inner, (*path, at))
        case MapOf() if isinstance(value, dict):
            for key, inner in value.items():
                yield from _rules(shape.of, inner, (*path, key))
        case Either() if isinstance(value, dict):
            kind = shape.kind(value)
            if shape.kinds is CHOICE_KINDS and kind:
                yield path, RulesWriter.choice, value
            if kind:
                yield from _rules(shape.kinds[kind], value, path)
        case Keys() if isinstance(value, dict):
            for key, inner in value.items():
                if key in shape.shapes:
                    yield from _rules(shape.shapes[key], inner, (*path, key))


class RulesWriter(ExpressionWriter):
    """Puts the rules of one document into words."""

    def rule(self, path: Path, source: Any) -> Words:
        """Put the expression at a path into words. Raises Wrong."""
        tell = self.condition_of if path[-1] in CONDITIONS else self.plainly
        if path[-1] in OF_CARDS_HERE:
            return self.with_nearest("card", lambda: tell(source))
        return tell(source)

    # Effects

    def effect(self, path: Path, effect: Mapping[str, Any]) -> Words:
        """Return an effect in words, without the effects inside it. Raises Wrong."""
        kind = EFFECT.shape.kind(effect)  # type: ignore[attr-defined]  # one of several kinds
        tell: Callable[[Mapping[str, Any]], Words] = getattr(self, f"on_{kind}")
        words = tell(effect)
        if kind != "say" and "say" in effect:
            words = filled(
                phrases.WITH_ADDITION, a=words, b=filled(phrases.SAYING, a=self.quoted(effect["say"]))
            )
        return words

    def _also(self, words: Words, *additions: Words | None) -> Words:
        for addition in additions:
            words = words if addition is None else filled(phrases.WITH_ADDITION, a=words, b=addition)
        return words

    def quoted(self, text: Any) -> Words:
        """Return a text for players. The expressions in its slots are put into words."""

        def slot(match: re.Match[str]) -> str:
            return f"‹{self.language.say(self.plainly(match[1]))}›"

        return filled(phrases.NAMES_BY_OWNER["all"], name=_SLOT.sub(slot, plain(text, self.language.tag)))

    def on_move(self, effect: Mapping[str, Any]) -> Words:
        """Return `move` in words."""
        words = filled(phrases.EFFECTS["move"], a=self.list_of(effect["move"]), b=self.plainly(effect["to"]))
        bottom = phrases.AT_BOTTOM if effect.get("at") == "bottom" else None
        return self._also(words, bottom, phrases.FACES_SHOWN if "show" in effect else None)

    def _cards(self, count: Any) -> Words:
        """Return a number of cards in words."""
        if count in (1, "1"):
            return phrases.ONE_CARD
        if count == "all":
            return phrases.ALL_CARDS
        tree = parse(expression(count))
        words = self.value(tree)
        is_short = isinstance(tree, Number | Name | Dot)
        return filled(phrases.SOME_CARDS, a=words if is_short else filled(phrases.IN_BRACKETS, a=words))

    def _place(self, effect: Mapping[str, Any], key: str, usual: str) -> Words:
        return self.plainly(effect[key]) if key in effect else phrases.DEFAULTS[usual]

    def on_draw(self, effect: Mapping[str, Any]) -> Words:
        """Return `draw` in words."""
        words = filled(
            phrases.EFFECTS["draw"], a=self._cards(effect["draw"]),
            b=self._place(effect, "from", "stock"), c=self._place(effect, "to", "hand"),
        )  # fmt: skip
        return self._also(words, filled(phrases.DRAWN_AS, a=effect["as"]) if "as" in effect else None)

    def on_deal(self, effect: Mapping[str, Any]) -> Words:
        """Return `deal` in words."""
        to = self.with_nearest("one", lambda: self.plainly(effect["to"]))
        return filled(
            phrases.EFFECTS["deal"],
            a=self._cards(effect["deal"]),
            b=self._place(effect, "from", "stock"),
            c=to,
        )

    def on_shuffle(self, effect: Mapping[str, Any]) -> Words:
        """Return `shuffle` in words."""
        return filled(phrases.EFFECTS["shuffle"], a=self.plainly(effect["shuffle"]))

    def on_reveal(self, effect: Mapping[str, Any]) -> Words:
        """Return `reveal` in words, with the new viewers."""
        to = effect.get("to", "all")
        eyes = phrases.VIEWERS[to] if isinstance(to, str) and to in phrases.VIEWERS else self.plainly(to)
        return filled(phrases.EFFECTS["reveal"], a=self.plainly(effect["reveal"]), b=eyes)

    def _names_and_values(self, kind: str, values: Mapping[str, Any]) -> Words:
        """Put the effect `set` or `add` into words: its variables, each with a value."""
        pair = phrases.PAIRS[kind]
        parts = [filled(pair, a=self.plainly(name), b=self.plainly(value)) for name, value in values.items()]
        return filled(phrases.EFFECTS[kind], pairs=parts)

    def on_set(self, effect: Mapping[str, Any]) -> Words:
        """Return `set` in words: variables and their values."""
        return self._names_and_values("set", effect["set"])

    def on_add(self, effect: Mapping[str, Any]) -> Words:
        """Return `add` in words: variables and the values added to them."""
        return self._names_and_values("add", effect["add"])

    def on_let(self, effect: Mapping[str, Any]) -> Words:
        """Return `let` in words: names and their values."""
        parts = [
            filled(phrases.EFFECTS["let"], a=name, b=self.plainly(value))
            for name, value in effect["let"].items()
        ]
        return all_in_turn(parts)

    def on_if(self, effect: Mapping[str, Any]) -> Words:
        """Return `if` in words: its condition."""
        template = phrases.IF_ELSE if effect.get("else") else phrases.EFFECTS["if"]
        return filled(template, a=self.condition_of(effect["if"]))

    def on_each(self, effect: Mapping[str, Any]) -> Words:
        """Return `each` in words: its list."""
        if effect["each"] == "players":
            return filled(phrases.EVERY_TURN, b=effect["as"])
        return filled(phrases.EFFECTS["each"], a=self.list_of(effect["each"]), b=effect["as"])

    def on_while(self, effect: Mapping[str, Any]) -> Words:
        """Return `while` in words: its condition."""
        return filled(phrases.EFFECTS["while"], a=self.condition_of(effect["while"]))

    def on_run(self, effect: Mapping[str, Any]) -> Words:
        """Return `run` in words: the routine and its arguments."""
        tree = parse(effect["run"])
        args = [self.value(arg) for arg in tree.args] if isinstance(tree, Call) else []
        words = filled(
            phrases.EFFECTS["run"], a=tree.name if isinstance(tree, Call | Name) else printed(tree)
        )
        return self._also(words, filled(phrases.WITH_VALUES, a=args) if args else None)

    def on_say(self, effect: Mapping[str, Any]) -> Words:
        """Return `say` in words: a line of the log."""
        words = self.quoted(effect["say"])
        if "to" in effect:
            return filled(phrases.TELLING, a=words, b=self.plainly(effect["to"]))
        return filled(phrases.EFFECTS["say"], a=words)

    def on_know(self, effect: Mapping[str, Any]) -> Words:
        """Return `know` in words: the conclusion about a zone."""
        template, source = (
            (phrases.KNOWN_PRESENT, effect["has"])
            if "has" in effect
            else (phrases.KNOWN_ABSENT, effect.get("lacks", False))
        )
        condition = self.with_nearest("card", lambda: self.condition_of(source))
        return filled(
            phrases.EFFECTS["know"], a=self.plainly(effect["know"]), b=filled(template, a=condition)
        )

    def on_go(self, effect: Mapping[str, Any]) -> Words:
        """Return `go` in words: the next phase."""
        words = filled(phrases.EFFECTS["go"], a=effect["go"])
        turn = filled(phrases.ON_TURN, a=self.plainly(effect["turn"])) if "turn" in effect else None
        return self._also(words, turn)

    def on_next(self, effect: Mapping[str, Any]) -> Words:
        """Return `next` in words: the next turn."""
        return filled(phrases.EFFECTS["next"], a=effect["next"])

    def on_pause(self, effect: Mapping[str, Any]) -> Words:
        """Return `pause` in words."""
        return filled(phrases.EFFECTS["pause"], a=effect["pause"])

    def on_end(self, effect: Mapping[str, Any]) -> Words:
        """Return `end` in words."""
        if effect["end"] in (True, "true"):
            return phrases.BEST_WINS
        return filled(phrases.EFFECTS["end"], a=self.plainly(effect["end"]))

    # Moves

    def move(self, path: Path, move: Mapping[str, Any]) -> Words:
        """Return a move in words: its condition, its players and its choices. Raises Wrong."""
        parts: list[Words] = []
        if "by" in move:
            parts.append(filled(phrases.MADE_BY_OTHERS, a=self.plainly(move["by"])))
        if "if" in move:
            parts.append(filled(phrases.ONLY_IF, a=self.condition_of(move["if"])))
        picks = move.get("pick", {}).items()
        parts += [filled(phrases.CHOOSING, a=self.choice((name,), stated)) for name, stated in picks]
        if not parts:
            return filled(phrases.MOVE, name=move["name"])
        return filled(phrases.MOVE_PARTS, name=move["name"], parts=all_in_turn(parts))

    def choice(self, path: Path, stated: Mapping[str, Any]) -> Words:
        """Return a choice of a move in words: its name and its values. Raises Wrong."""
        kind = next(key for key in CHOICE_KINDS if key in stated)
        template, name = phrases.CHOICES[kind], path[-1]
        if kind == "from":
            return self._cards_chosen(template, name, stated)
        if kind == "number":
            low, high = (self.plainly(key) for key in stated[kind])
            return filled(template, name=name, a=low, b=high)
        if kind == "yes":
            return filled(template, name=name)
        return filled(template, name=name, a=self.list_of(stated[kind]))

    def _cards_chosen(self, template: str, name: str | int, stated: Mapping[str, Any]) -> Words:
        zone = parse(expression(stated["from"]))
        of = self.value(zone) if self.is_zone(zone) else self.items(zone)
        count = stated.get("count", 1)
        if "where" in stated:
            where = parse(expression(stated["where"]))
            of = self.filtered(Clause(0, 0, zone, where, None))
        if isinstance(count, list):
            low, high = (self.plainly(bound) for bound in count)
            amount: Words = filled(phrases.FROM_TO, a=low, b=high)
        else:
            amount = self._cards(count)
        words = filled(template, name=name, count=amount, a=of)
        if "same" not in stated:
            return words
        same = parse(expression(stated["same"]))
        key = (
            self.bare(same) if self.is_of_item(same) else self.with_nearest("card", lambda: self.value(same))
        )
        return filled(phrases.WITH_ADDITION, a=words, b=filled(phrases.SAME_VALUE, a=key))
