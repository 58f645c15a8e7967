"""What differs between two versions of a document: only words and looks, new options, or the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from cheat.documents.parse.schema import DOCUMENT
from cheat.documents.parse.schema_types import AnyOf, Either, Keys, ListOf, MapOf, Ref, Scalar, Shape

Difference = Literal["", "words", "options", "rules"]
"""The greatest of what differs; empty where nobody knows."""
RANK: tuple[Difference, ...] = ("", "words", "options", "rules")
"""From the least to the greatest."""
NO_RULES = (
    "cardgame", "id", "version", "name", "summary", "minutes", "rules", "tags", "author", "licence",
    "forked_from", "bots", "style", "presets",
)  # fmt: skip
"""Keys of a document that change no game that is played with the same options."""
LOOKS = ("tone", "labels")
"""Keys of parts that only people care for, beside texts."""


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> Difference:
    """What differs for who plays. Where there are new options beside the old ones other rules are taken for
    what these need: that their defaults mean the old behaviour, nobody can tell by reading.
    """
    old, new = _rules(before), _rules(after)
    had, has = old.pop("options", {}), new.pop("options", {})
    if had == has and old == new:
        return "words" if before.get("presets") == after.get("presets") else "options"
    kept = all(has.get(name) == option for name, option in had.items())
    return "options" if kept and len(has) > len(had) else "rules"


def following(version: tuple[int, ...], differs: Difference) -> str:
    """The version that should follow."""
    major, minor, patch = version
    if differs == "rules":
        return f"{major + 1}.0.0"
    return f"{major}.{minor + 1}.0" if differs == "options" else f"{major}.{minor}.{patch + 1}"


def _rules(document: Mapping[str, Any]) -> dict[str, Any]:
    stated = {key: part for key, part in document.items() if key not in NO_RULES}
    made: dict[str, Any] = _without_words(DOCUMENT, stated)
    return made


def _without_words(shape: Shape, value: Any) -> Any:
    """A part of a document without what only people read. It has been checked, so it is of its shape."""
    match shape:
        case Ref():
            return _without_words(shape.shape, value)
        case AnyOf() if _is_words(shape):
            return None
        case AnyOf():
            return _without_words(shape.by_type[type(value)], value)
        case Either():
            return _without_words(shape.kinds[shape.kind(value)], value)
        case Keys():
            return {key: _without_words(shape.all[key], part) for key, part in value.items()
                if key in shape.all and key not in LOOKS and not _is_words(shape.all[key])}  # fmt: skip
        case MapOf():
            return {key: _without_words(shape.of, part) for key, part in value.items()}
        case ListOf():
            return [_without_words(shape.of, part) for part in value]
    return value


def _is_words(shape: Shape) -> bool:
    """Whether this is a text that people read."""
    return isinstance(shape, AnyOf) and any(
        isinstance(one, Scalar) and one.format == "text" for one in shape.shapes
    )
