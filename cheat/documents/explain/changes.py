"""Explain the differences between two versions of a document to its author, in plain words.

Both versions are compared part by part. Each difference becomes a sentence that names the part and its value
before and after. A shape describes the JSON values that a part may have.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from cheat.documents.compile.scope import Names
from cheat.documents.explain.rules import contracted, echoes
from cheat.documents.parse.diagnostics import Path
from cheat.documents.parse.schema import DOCUMENT, EFFECT, EFFECTS, MOVE
from cheat.documents.parse.schema_types import AnyOf, Keys, ListOf, MapOf, Ref, Scalar, Shape
from cheat.documents.runtime.words import plain
from cheat.i18n.messages import ENGLISH, Language, Text, Words

MOST_CHANGES = 100
"""Maximum number of changes that an author reads.

If there are more, one last sentence says how many others there are.
"""
MOST_LETTERS = 300
"""Maximum number of characters of a value in a sentence."""
MOST_CARDS = 12
"""Maximum number of cards that a sentence names."""
LONG_TEXT = 160
"""Minimum length, in characters, of a text that is compared sentence by sentence."""
NOTHING = object()
"""Stands for the value of a part that a version does not have."""

NAMED_PARTS = {
    "phases": "phase “{name}”",
    "moves": "move “{name}”",
    "options": "option “{name}”",
    "presets": "preset “{name}”",
    "zones": "zone “{name}”",
    "vars": "variable “{name}”",
    "player_vars": "variable “{name}” of players",
    "team_vars": "variable “{name}” of teams",
    "define": "definition “{name}”",
    "routines": "routine “{name}”",
    "pick": "choice “{name}”",
    "extra": "card “{name}”",
}
"""Key with a list of named parts -> the words for such a part."""
NUMBERED_PARTS = {"triggers": "trigger {number}", "shows": "fact {number}", "marks": "mark {number}"}
"""Key with a list of parts without names -> the words for such a part."""
NEUTRAL = ("cardgame", "version", "forked_from")
"""Keys that do not change the game. Differences in their values are not explained."""
DECK_OF_KINDS = ("use", "suits", "ranks", "count")
"""Keys of a deck that say which cards the deck has."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")

Kind = Literal["added", "removed", "changed"]


class Change(msgspec.Struct):
    """A difference between two versions, as a sentence."""

    kind: Kind
    text: str


class Version(NamedTuple):
    """A version of a document, and the names that it declares."""

    doc: Mapping[str, Any]
    names: Names


def changes(old: Version, new: Version, language: Language = ENGLISH) -> list[Change]:
    """Return the differences between two versions, in the order of the keys in the schema.

    If there are more than `MOST_CHANGES`, one last change says how many more there are.
    """
    all_changes = [*_Comparison(old, new, language).document()]
    rest = len(all_changes) - MOST_CHANGES
    if rest <= 1:
        return all_changes
    words = language.say(Text("There are {count} more changes.", {"count": rest}))
    return [*all_changes[:MOST_CHANGES], Change("changed", words)]


class _Side(NamedTuple):
    """A part of one version, and the path of the part in this version."""

    value: Any
    path: Path


class _Comparison:
    """Compares two versions part by part."""

    def __init__(self, old: Version, new: Version, language: Language) -> None:
        self.old, self.new, self.language = old, new, language
        self.old_rules, self.new_rules = (self._rules(version) for version in (old, new))

    def _rules(self, version: Version) -> dict[Path, str]:
        """Return the rules of a version in plain words, by path."""
        return {tuple(echo.path): echo.text for echo in echoes(version.doc, version.names, self.language)}

    def document(self) -> Iterator[Change]:
        """Yield all changes."""
        old, new = self.old.doc, self.new.doc
        yield from self._cards()
        for key, shape in DOCUMENT.shapes.items():
            if key in NEUTRAL:
                continue
            sides = [_Side(version.get(key, NOTHING), (key,)) for version in (old, new)]
            if key == "deck":
                sides = [_Side(_without(side.value, DECK_OF_KINDS), side.path) for side in sides]
            place = () if key in NAMED_PARTS or key in NUMBERED_PARTS else (self._key(key),)
            yield from self._part(shape, place, *sides)

    # Cards

    def _cards(self) -> Iterator[Change]:
        """Yield the cards that were added or removed."""
        counts = []
        for version in (self.old, self.new):
            extra, deck = version.doc["deck"].get("extra", {}), version.names.deck
            counts.append({code: kind.count for code, kind in deck.kinds.items() if code not in extra})
        before, after = counts
        more = {code: count - before.get(code, 0) for code, count in after.items()}
        less = {code: count - after.get(code, 0) for code, count in before.items()}
        yield from self._card_list("added", "Cards added: {cards}.", more)
        yield from self._card_list("removed", "Cards removed: {cards}.", less)

    def _card_list(self, kind: Kind, template: str, counts: Mapping[str, int]) -> Iterator[Change]:
        cards = [code if count == 1 else f"{count} × {code}" for code, count in counts.items() if count > 0]
        if cards:
            listed = ", ".join(cards[:MOST_CARDS]) + (", …" if len(cards) > MOST_CARDS else "")
            yield self._change(kind, template, cards=Text(listed))

    # Parts

    def _part(self, shape: Shape, place: tuple[Words, ...], old: _Side, new: _Side) -> Iterator[Change]:
        """Yield the changes of a part.

        `place`: the words for the part and for the parts around it, the outermost first.
        """
        if old.value is new.value or (NOTHING not in (old.value, new.value) and _same(old.value, new.value)):
            return
        if old.value is NOTHING or new.value is NOTHING:
            if isinstance(shape, MapOf | ListOf) and old.path[-1] in (*NAMED_PARTS, *NUMBERED_PARTS):
                empty: Any = {} if isinstance(shape, MapOf) else []
                old, new = (
                    side._replace(value=empty) if side.value is NOTHING else side for side in (old, new)
                )
            else:
                yield from self._whole(shape, place, old, new)
                return
        match shape:
            case Ref():
                yield from self._part(shape.shape, place, old, new)
            case AnyOf() if not _is_text(shape) and type(old.value) is type(new.value):
                yield from self._part(shape.by_type[type(old.value)], place, old, new)
            case Keys():
                yield from self._keys(shape, place, old, new)
            case MapOf():
                yield from self._map(shape, place, old, new)
            case ListOf() if shape.of is EFFECT:
                yield from self._effects(place, old, new)
            case ListOf() if shape.of is MOVE or old.path[-1] in ("presets", *NUMBERED_PARTS):
                yield from self._list(shape, place, old, new)
            case _:
                yield from self._leaf(shape, place, old, new)

    def _keys(self, shape: Keys, place: tuple[Words, ...], old: _Side, new: _Side) -> Iterator[Change]:
        for key, inner in shape.shapes.items():
            sides = [_Side(side.value.get(key, NOTHING), (*side.path, key)) for side in (old, new)]
            if any(side.value is not NOTHING for side in sides):
                is_list = key in NAMED_PARTS or key in NUMBERED_PARTS
                yield from self._part(inner, place if is_list else (*place, self._key(key)), *sides)

    def _map(self, shape: MapOf, place: tuple[Words, ...], old: _Side, new: _Side) -> Iterator[Change]:
        for name in dict.fromkeys([*old.value, *new.value]):
            sides = [_Side(side.value.get(name, NOTHING), (*side.path, name)) for side in (old, new)]
            yield from self._part(shape.of, (*place, self._name(old.path[-1], name)), *sides)

    def _list(self, shape: ListOf, place: tuple[Words, ...], old: _Side, new: _Side) -> Iterator[Change]:
        """Yield the changes of a list of parts with names or numbers, such as moves or presets."""
        key, old_items, new_items = old.path[-1], _items_by_name(old), _items_by_name(new)
        changes: list[Change] = []
        for name in dict.fromkeys([*old_items, *new_items]):
            olds, news = old_items.get(name, []), new_items.get(name, [])
            before, after = _not_among(olds, news), _not_among(news, olds)
            for at in range(max(len(before), len(after))):
                nothing = _Side(NOTHING, (key, 0))
                sides = [named[at] if at < len(named) else nothing for named in (before, after)]
                shown, alike = (sides[1], news) if at < len(after) else (sides[0], olds)
                number = alike.index(shown) + 1 if max(len(olds), len(news)) > 1 else 1
                changes += self._part(shape.of, (*place, self._name(key, name, number)), *sides)
        if not changes:
            words = "In {place}, “{key}” are in another order."
            changes = [self._change("changed", words, place=self._place(place), key=str(key))]
        yield from changes

    def _effects(self, place: tuple[Words, ...], old: _Side, new: _Side) -> Iterator[Change]:
        """Yield the changes of a list of effects."""
        old_keys, new_keys = (
            [json.dumps(effect, sort_keys=True) for effect in side.value] for side in (old, new)
        )
        matcher = difflib.SequenceMatcher(None, old_keys, new_keys, autojunk=False)
        for kind, i, j, k, m in matcher.get_opcodes():
            if kind == "equal":
                continue
            for at in range(max(j - i, m - k)):
                sides = [
                    _Side(side.value[start + at], (*side.path, start + at)) if start + at < end else None
                    for side, start, end in ((old, i, j), (new, k, m))
                ]
                yield from self._effect(place, sides[0], sides[1])

    def _effect(self, place: tuple[Words, ...], old: _Side | None, new: _Side | None) -> Iterator[Change]:
        if old is None or new is None:
            nothing = _Side(NOTHING, ())
            yield from self._whole(EFFECT, place, old or nothing, new or nothing)
            return
        either: Any = EFFECT.shape
        kinds = [either.kind(side.value) for side in (old, new)]
        lists = [key for key, inner in either.kinds[kinds[0]].shapes.items() if inner is EFFECTS]
        if kinds[0] != kinds[1] or not lists:
            yield from self._leaf(EFFECT, place, old, new)
            return
        heads = [_without(side.value, lists) for side in (old, new)]
        if not _same(*heads):
            yield self._changed(place, self._head(old, self.old_rules), self._head(new, self.new_rules))
        for key in lists:
            sides = [_Side(side.value.get(key, []), (*side.path, key)) for side in (old, new)]
            yield from self._effects(place, *sides)

    def _head(self, side: _Side, rules: Mapping[Path, str]) -> str:
        return rules.get(side.path, "").rstrip(":") or _quoted(side.value)

    # Sentences

    def _whole(self, shape: Shape, place: tuple[Words, ...], old: _Side, new: _Side) -> Iterator[Change]:
        """Yield the change of a part that only one version has."""
        is_new = old.value is NOTHING
        side, rules = (new, self.new_rules) if is_new else (old, self.old_rules)
        kind: Kind = "added" if is_new else "removed"
        words = self._words(shape, side, rules)
        is_named = len(side.path) > 1 and side.path[-2] in (*NAMED_PARTS, *NUMBERED_PARTS)
        if is_named:
            template = "New: {place}. {what}" if is_new else "Removed: {place}. {what}"
            if not words:
                template = "New: {place}." if is_new else "Removed: {place}."
        else:
            template = "In {place}, added: {what}" if is_new else "In {place}, removed: {what}"
        yield self._change(kind, template, place=self._place(place), what=Text(words[:1].upper() + words[1:]))

    def _leaf(self, shape: Shape, place: tuple[Words, ...], old: _Side, new: _Side) -> Iterator[Change]:
        if isinstance(shape, AnyOf) and _is_text(shape):
            yield from self._text(place, old.value, new.value)
            return
        before, after = self._words(shape, old, self.old_rules), self._words(shape, new, self.new_rules)
        yield self._changed(place, before, after)

    def _text(self, place: tuple[Words, ...], old: Any, new: Any) -> Iterator[Change]:
        """Yield the changes of a text. A long text is compared sentence by sentence."""
        before, after = (self._told(value) for value in (old, new))
        if before == after:
            yield self._change("changed", "{place}: changed in another language.", place=self._place(place))
        elif max(len(before), len(after)) < LONG_TEXT:
            yield self._changed(place, f"“{before}”", f"“{after}”")
        else:
            parts = [[part for part in _SENTENCE_END.split(text) if part] for text in (before, after)]
            matcher = difflib.SequenceMatcher(None, parts[0], parts[1], autojunk=False)
            for kind, i, j, k, m in matcher.get_opcodes():
                if kind == "equal":
                    continue
                gone, here = (" ".join(side[a:b]) for side, a, b in ((parts[0], i, j), (parts[1], k, m)))
                if gone and here:
                    yield self._changed(place, f"“{_cut(gone)}”", f"“{_cut(here)}”")
                else:
                    template = "In {place}, added: {what}" if here else "In {place}, removed: {what}"
                    what = Text(f"“{_cut(gone or here)}”")
                    yield self._change(
                        "added" if here else "removed", template, place=self._place(place), what=what
                    )

    def _told(self, value: Any) -> str:
        """Return a text for players. The sentences of a list follow each other."""
        texts = [part["text"] for part in value] if isinstance(value, list) else [value]
        return " ".join(plain(text, self.language.tag) for text in texts)

    def _changed(self, place: tuple[Words, ...], before: str, after: str) -> Change:
        words = "In {place}, now: {after} Before: {before}"
        args: dict[str, Words] = {"after": Text(_ended(after)), "before": Text(_ended(before))}
        return self._change("changed", words, place=self._place(place), **args)

    def _change(self, kind: Kind, template: str, **args: Words) -> Change:
        text = self.language.say(Text(template, {**args}))
        return Change(kind, contracted(text[:1].upper() + text[1:], self.language))

    def _words(self, shape: Shape, side: _Side, rules: Mapping[Path, str]) -> str:
        """Return a part of a version in words."""
        if shape is EFFECT:
            return _cut(_in_full(side, rules))
        if shape is EFFECTS:
            inner = [_in_full(_Side(effect, (*side.path, at)), rules) for at, effect in enumerate(side.value)]
            return _cut(" ".join(map(_ended, inner)))
        if side.path in rules:
            return _cut(_ended(rules[side.path]))
        if isinstance(shape, AnyOf) and _is_text(shape):
            return _cut(f"“{self._told(side.value)}”")
        if side.path[0] == "phases" and len(side.path) == 2:
            names = [f"“{move['name']}”" for move in side.value.get("moves", ())]
            return self.language.say(Text("Its moves: {names}.", {"names": [*names]})) if names else ""
        if side.path[0] == "options":
            return self._option(side)
        if isinstance(side.value, dict):
            parts = [_Side(part, (*side.path, key)) for key, part in side.value.items()]
            return _ended(_cut(", ".join(f"“{part.path[-1]}”: {_plainly(part, rules)}" for part in parts)))
        return _ended(_quoted(side.value))

    def _option(self, side: _Side) -> str:
        """Return the label of an option. For the key `default`, return the label of its value."""
        if isinstance(side.value, dict):
            label = side.value.get("label")
            return _cut(f"“{plain(label, self.language.tag)}”") if label else ""
        for version in (self.old, self.new):
            choice = version.doc.get("options", {}).get(side.path[1], {}).get("choice", {})
            if side.path[-1] == "default" and side.value in choice:
                return f"“{plain(choice[side.value], self.language.tag)}”"
        return _ended(_quoted(side.value))

    def _place(self, place: tuple[Words, ...]) -> Text:
        return Text(", ".join(part if isinstance(part, str) else self.language.say(part) for part in place))

    def _key(self, key: str) -> str:
        return f"“{key}”"

    def _name(self, key: str | int, name: str | int, number: int = 1) -> Words:
        """Return words for a part: `move “pass” (2)` is the second move with the name `pass`."""
        if key in NUMBERED_PARTS:
            return Text(NUMBERED_PARTS[str(key)], {"number": name})
        words = Text(NAMED_PARTS[str(key)], {"name": str(name)}) if key in NAMED_PARTS else f"“{name}”"
        return words if number == 1 else Text("{name} ({number})", {"name": words, "number": number})


def _items_by_name(side: _Side) -> dict[str | int, list[_Side]]:
    """Return the items of a list by name. Items without names are returned by number, from 1."""
    items: dict[str | int, list[_Side]] = {}
    for at, item in enumerate(side.value):
        name = plain(item["name"], ENGLISH.tag) if "name" in item else at + 1
        items.setdefault(name, []).append(_Side(item, (*side.path, at)))
    return items


def _not_among(sides: list[_Side], others: list[_Side]) -> list[_Side]:
    """Return those parts that are different from all `others`."""
    return [side for side in sides if not any(_same(side.value, other.value) for other in others)]


def _in_full(side: _Side, rules: Mapping[Path, str]) -> str:
    """Return an effect in words, together with the effects inside it."""
    either: Any = EFFECT.shape
    head = rules.get(side.path)
    if head is None:
        return _ended(_quoted(side.value))
    inner = []
    for key, shape in either.kinds[either.kind(side.value)].shapes.items():
        if shape is EFFECTS and isinstance(side.value.get(key), list):
            inner += [
                _in_full(_Side(effect, (*side.path, key, at)), rules)
                for at, effect in enumerate(side.value[key])
            ]
    return " ".join([head if inner else _ended(head), *inner])


def _plainly(side: _Side, rules: Mapping[Path, str]) -> str:
    """Return a part in words: its rule, its effects, or its value as written in the document."""
    if (*side.path, 0) in rules:
        effects = (_Side(effect, (*side.path, at)) for at, effect in enumerate(side.value))
        return " ".join(_in_full(effect, rules) for effect in effects).rstrip(".")
    return rules.get(side.path) or _quoted(side.value)


def _is_text(shape: AnyOf) -> bool:
    """Return whether a shape is the shape of texts for players."""
    return any(isinstance(inner, Scalar) and inner.format == "text" for inner in shape.shapes)


def _same(old: Any, new: Any) -> bool:
    """Return whether two parts are the same. `true` and 1 are different."""
    return json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True)


def _without(value: Any, keys: Sequence[str]) -> Any:
    return {key: part for key, part in value.items() if key not in keys} if isinstance(value, dict) else value


def _quoted(value: Any) -> str:
    """Return a value as it is written in the document."""
    return _cut(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _cut(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


def _ended(text: str) -> str:
    """Return a text with a full stop at its end."""
    is_whole = not text or text.rstrip("”").endswith((".", "…", "!", "?", ":"))
    return text if is_whole else f"{text}."
