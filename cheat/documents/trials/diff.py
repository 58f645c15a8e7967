"""Find how two versions of a document differ: only in words, by new options, or in rules.

Colours, pictures and other parts of the look count as words. A shape describes the JSON values that a part of
a document may have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from cheat.documents.parse.schema import DOCUMENT
from cheat.documents.parse.schema_types import AnyOf, Either, Keys, ListOf, MapOf, Ref, Scalar, Shape

Difference = Literal["", "words", "options", "rules"]
"""The most important difference between two versions, or "" if it is unknown."""
RANK: tuple[Difference, ...] = ("", "words", "options", "rules")
"""All differences, from the least important to the most important."""
NO_RULES = (
    "cardgame", "id", "version", "name", "summary", "minutes", "rules", "tags", "author", "licence",
    "forked_from", "bots", "style", "presets",
)  # fmt: skip
"""Keys of a document that cannot change how a game goes, if the options stay the same."""
LOOKS = ("tone", "labels", "place", "groups")
"""Keys inside parts of a document. Like texts, they cannot change how a game goes."""


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> Difference:
    """Return how two versions differ for players: in “words”, by “options”, or in “rules”.

    If the new version has all old options and some new ones, the difference is “options”, even if rules have
    changed, too. The new options probably switch on the new rules, but only playing games could show this.
    """
    old_rules, new_rules = _rules(old), _rules(new)
    old_options, new_options = old_rules.pop("options", {}), new_rules.pop("options", {})
    if old_options == new_options and old_rules == new_rules:
        return "words" if old.get("presets") == new.get("presets") else "options"
    keeps_options = all(new_options.get(name) == option for name, option in old_options.items())
    return "options" if keeps_options and len(new_options) > len(old_options) else "rules"


def next_version(version: tuple[int, ...], differs: Difference) -> str:
    """Return the number of the next version."""
    major, minor, patch = version
    if differs == "rules":
        return f"{major + 1}.0.0"
    return f"{major}.{minor + 1}.0" if differs == "options" else f"{major}.{minor}.{patch + 1}"


def _rules(document: Mapping[str, Any]) -> dict[str, Any]:
    stated = {key: part for key, part in document.items() if key not in NO_RULES}
    rules: dict[str, Any] = _without_words(DOCUMENT, stated)
    return rules


def _without_words(shape: Shape, value: Any) -> Any:
    """Return a part of a checked document without texts and looks."""
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
            return {key: _without_words(shape.shapes[key], part) for key, part in value.items()
                if key in shape.shapes and key not in LOOKS and not _is_words(shape.shapes[key])}  # fmt: skip
        case MapOf():
            return {key: _without_words(shape.of, part) for key, part in value.items()}
        case ListOf():
            return [_without_words(shape.of, part) for part in value]
    return value


def _is_words(shape: Shape) -> bool:
    """Return whether the values of a shape are texts for players."""
    return isinstance(shape, AnyOf) and any(
        isinstance(inner, Scalar) and inner.format == "text" for inner in shape.shapes
    )
