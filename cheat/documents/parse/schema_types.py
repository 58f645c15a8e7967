"""Shapes: descriptions of the JSON values that a part of a document may have.

The check reads values by their shapes, and the JSON Schema and the reference are made from shapes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from typing import Any

from cheat.documents.parse.descriptions import sentence
from cheat.documents.parse.diagnostics import Path, Report
from cheat.i18n.messages import Text


class Shape:
    """A shape that a JSON value must have. `help` is a sentence about the value."""

    help = ""

    def read(self, value: Any, path: Path, report: Report) -> Any:
        """Report invalid parts of a value. Return the valid parts, or MISSING if there are none."""
        raise NotImplementedError

    def schema(self, defs: dict[str, Any]) -> dict[str, Any]:
        """Return the shape as JSON Schema (2020-12)."""
        raise NotImplementedError

    def words(self) -> Text | str:
        """Return a description of the shape. In messages, it follows “This must be”."""
        raise NotImplementedError

    def refuse(self, value: Any, path: Path, report: Report) -> Any:
        """Report that the value has the wrong shape, and return MISSING."""
        report.tell(
            "shape",
            path,
            "This must be {wanted}; it is {found}.",
            wanted=self.words(),
            found=value_text(value),
        )
        return MISSING


def too_many(value: Sized, most: int, path: Path, report: Report) -> Missing:
    """Report that a list or an object has too many parts, and return MISSING."""
    words = "At most {most} are allowed here; there are {count}."
    report.tell("limit", path, words, most=most, count=len(value))
    return MISSING


class Missing:
    """The type of `MISSING`, which replaces a value that could not be read."""


MISSING = Missing()


def value_text(value: Any) -> Text | str:
    """Return a JSON value in words, for messages."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return Text("“{value}”", {"value": value[:60]})
        case int() | float():
            return str(value)
        case list():
            return Text("a list")
        case dict():
            return Text("an object")
    return Text("null")


class Scalar(Shape):
    """A text, number or truth value within bounds.

    - `usual`: for an unknown value, the author gets only a warning, and the default is used
    - `format`: the kind of names that editors suggest for this value, such as names of phases; the check
      ignores it
    """

    def __init__(
        self,
        words: str,
        kinds: tuple[type, ...],
        *,
        least: float | None = None,
        most: float | None = None,
        letters: int = 0,
        values: Sequence[str] = (),
        usual: bool = False,
        format: str = "",
        help: str = "",
    ) -> None:
        self._words, self.kinds, self.format, self.help = words, kinds, format, help
        self.usual = usual
        self.least, self.most, self.letters, self.values = least, most, letters, values

    def words(self) -> Text | str:
        """Return a description of the allowed values."""
        return (
            Text("one of {values}", {"values": ", ".join(self.values)}) if self.values else Text(self._words)
        )

    def read(self, value: Any, path: Path, report: Report) -> Any:
        """Return the value if it is valid.

        For a misspelt word, return the most similar allowed word.
        """
        if type(value) not in self.kinds:
            return self.refuse(value, path, report)
        if self.values and self.usual and value not in self.values:
            words = "This should be {wanted}. The default is used instead."
            like = report.nearest(value, self.values)
            report.warn("shape", path, words, hint=like, wanted=self.words())
            return MISSING
        if self.values and value not in self.values:
            if like := report.nearest(str(value), self.values):
                report.tell("shape", path, "This must be {wanted}; it is {found}.", hint=like,
                    wanted=self.words(), found=value_text(value))  # fmt: skip
                return like
            return self.refuse(value, path, report)
        if isinstance(value, str):
            if len(value) > self.letters > 0:
                words = "A text can have at most {most} characters here; this one has {count}."
                report.tell("limit", path, words, most=self.letters, count=len(value))
                return MISSING
        elif not isinstance(value, bool) and (
            (self.least is not None and value < self.least) or (self.most is not None and value > self.most)
        ):
            return self.refuse(value, path, report)
        return value

    def schema(self, defs: dict[str, Any]) -> dict[str, Any]:
        """Return the types, bounds and values of the scalar as JSON Schema."""
        if self.values:
            return {"enum": list(self.values)}
        names = {str: "string", bool: "boolean", int: "integer", float: "number"}
        types = ["number" if kind is int and float in self.kinds else names[kind] for kind in self.kinds]
        types = list(dict.fromkeys(types))
        bounds = {
            "minimum": self.least,
            "maximum": self.most,
            "maxLength": self.letters or None,
            "format": self.format or None,
        }
        return {
            "type": types if len(types) > 1 else types[0],
            **{name: value for name, value in bounds.items() if value is not None},
        }


class ListOf(Shape):
    """A list of items of one shape."""

    def __init__(self, of: Shape, *, least: int = 0, most: int | None = None, help: str = "") -> None:
        self.of, self.least, self.most, self.help = of, least, most, help

    def words(self) -> Text:
        """Return a description of the list, with its minimum number of items."""
        if self.least and self.least == self.most:
            return Text("a list of {count}", {"count": self.least})
        return Text("a list with at least {count}", {"count": self.least}) if self.least else Text("a list")

    def read(self, value: Any, path: Path, report: Report) -> Any:
        """Return the valid items.

        In a list of objects, MISSING replaces each invalid item. So the other items keep their indices.
        """
        if type(value) is not list or len(value) < self.least:
            return self.refuse(value, path, report)
        if self.most is not None and len(value) > self.most:
            return too_many(value, self.most, path, report)
        items = [self.of.read(item, (*path, at), report) for at, item in enumerate(value)]
        if MISSING not in items or not isinstance(self.of, (Scalar, AnyOf, ListOf)):
            return items
        valid_items = [item for item in items if item is not MISSING]
        return MISSING if len(valid_items) < self.least else valid_items

    def schema(self, defs: dict[str, Any]) -> dict[str, Any]:
        """Return the schema of an array."""
        bounds = {"minItems": self.least or None, "maxItems": self.most}
        return {
            "type": "array",
            "items": self.of.schema(defs),
            **{name: value for name, value in bounds.items() if value is not None},
        }


class MapOf(Shape):
    """An object with any keys. `suggested_keys`: the keys that editors suggest."""

    def __init__(
        self,
        of: Shape,
        *,
        least: int = 0,
        most: int = 500,
        suggested_keys: Sequence[str] = (),
        help: str = "",
    ) -> None:
        self.of, self.least, self.most, self.suggested_keys, self.help = of, least, most, suggested_keys, help

    def words(self) -> Text:
        """Return a description of an object."""
        return Text("an object with at least one key") if self.least else Text("an object")

    def read(self, value: Any, path: Path, report: Report) -> Any:
        """Return the valid parts."""
        if type(value) is not dict or len(value) < self.least:
            return self.refuse(value, path, report)
        if len(value) > self.most:
            return too_many(value, self.most, path, report)
        parts = {key: self.of.read(part, (*path, key), report) for key, part in value.items()}
        valid_parts = {key: part for key, part in parts.items() if part is not MISSING}
        report.unread.update(key.partition("(")[0].strip() for key in parts if key not in valid_parts)
        return MISSING if len(valid_parts) < self.least else valid_parts

    def schema(self, defs: dict[str, Any]) -> dict[str, Any]:
        """Return the schema of an object with any keys."""
        least = {"minProperties": self.least} if self.least else {}
        suggested = (
            {"properties": {key: self.of.schema(defs) for key in self.suggested_keys}}
            if self.suggested_keys
            else {}
        )
        return {"type": "object", **suggested, "additionalProperties": self.of.schema(defs), **least}


class Keys(Shape):
    """An object with given keys. `name`: what messages call it, such as "a zone"."""

    def __init__(
        self,
        name: str,
        must: Mapping[str, Shape],
        may: Mapping[str, Shape],
        *,
        help: str = "",
        code: str = "unknown_key",
    ) -> None:
        self.name, self.must, self.may, self.help, self.code = name, must, may, help, code
        self.shapes: dict[str, Shape] = {**must, **may}

    def words(self) -> Text:
        """Return the name of the object."""
        return Text(self.name)

    def read(self, value: Any, path: Path, report: Report) -> Any:
        """Return the valid parts. The most similar known key replaces a misspelt key."""
        if type(value) is not dict:
            return self.refuse(value, path, report)
        parts = {}
        for key, part in value.items():
            shape = self.shapes.get(key)
            if shape is None:
                key = self.unknown(key, value, path, report)
                shape = self.shapes.get(key)
            if shape is not None and (valid_part := shape.read(part, (*path, key), report)) is not MISSING:
                parts[key] = valid_part
        missing = [key for key in self.must if key not in value and key not in parts]
        for key in missing:
            words = "“{key}” is missing in {what}."
            report.tell("shape", path, words, hint="", key=key, what=Text(self.name))
        return MISSING if any(key not in parts for key in self.must) else parts

    def unknown(self, key: str, value: Mapping[str, Any], path: Path, report: Report) -> str:
        """Report an unknown key, and return the most similar known key.

        Returns "" if no key is similar, or if the object already has that key.
        """
        like = report.nearest(key, [known for known in self.shapes if known not in value] or self.shapes)
        words = "“{key}” is not a key of {what}."
        report.tell(self.code, (*path, key), words, hint=like, on_key=True, key=key, what=Text(self.name))
        return "" if like in value else like

    def schema(self, defs: dict[str, Any]) -> dict[str, Any]:
        """Return the schema of an object with these keys."""
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {
                key: _described(shape, defs, sentence(self.name, key)) for key, shape in self.shapes.items()
            },
            "additionalProperties": False,
        }
        return schema | ({"required": list(self.must)} if self.must else {})


class Either(Shape):
    """An object of one of several kinds, such as an effect. One key, the head, says which kind."""

    def __init__(self, name: str, kinds: Mapping[str, Keys], code: str, *, help: str = "") -> None:
        self.name, self.kinds, self.code, self.help = name, kinds, code, help

    def words(self) -> Text:
        """Return the name of the object."""
        return Text(self.name)

    def kind(self, value: Mapping[str, Any]) -> str:
        """Return the key that says which kind the object is, or "" if it has no such key."""
        heads = [key for key in value if key in self.kinds]
        owned = {key for head in heads for key in self.kinds[head].shapes if key != head}
        return next((key for key in heads if key not in owned), heads[0] if heads else "")

    def read(self, value: Any, path: Path, report: Report) -> Any:
        """Read the object by the shape of its kind."""
        if type(value) is not dict or not value:
            return self.refuse(value, path, report)
        head = self.kind(value)
        if not head or self._stands_beside(head, value, report):
            value, head = self._guessed(value, path, report, head)
        if not head:
            return MISSING
        return self.kinds[head].read(self._without_others(head, value, path, report), path, report)

    def _without_others(
        self, head: str, value: dict[str, Any], path: Path, report: Report
    ) -> Mapping[str, Any]:
        """Report the heads of other kinds, and return the object without these keys.

        For example, the author may have written two effects in one object.
        """
        others = [key for key in value if key in self.kinds and key not in self.kinds[head].shapes]
        words = "“{key}” is not a key of {of}. It is {what} of its own: write it before or after this one."
        for key in others:
            report.tell("unknown_key", (*path, key), words, on_key=True,
                key=key, of=Text(self.kinds[head].name), what=Text(self.name))  # fmt: skip
        return {key: part for key, part in value.items() if key not in others}

    def _stands_beside(self, head: str, value: Mapping[str, Any], report: Report) -> bool:
        """Return whether `head` is only an extra key, and the true head of the object is misspelt.

        For example, an effect `{"revael": "hand", "say": "…"}` is a misspelt `reveal` and not a `say`.
        """
        likes = [report.nearest(key, self.kinds) for key in value if key not in self.kinds[head].shapes]
        return any(like and like not in value and head in self.kinds[like].shapes for like in likes)

    def _guessed(
        self, value: dict[str, Any], path: Path, report: Report, head: str
    ) -> tuple[dict[str, Any], str]:
        kinds = [
            kind for kind in self.kinds if not head or (head in self.kinds[kind].shapes and kind != head)
        ]
        likes = {key: report.nearest(key, kinds) if key != head else "" for key in value}
        misspelt = [key for key, like in likes.items() if like]
        wrong = misspelt[0] if misspelt else next(iter(value))
        words = "“{key}” is not a key of {what}."
        report.tell(self.code, (*path, wrong), words, hint=likes[wrong], on_key=True,
            key=wrong, what=Text(self.name))  # fmt: skip
        if not misspelt:
            return value, ""
        return {likes[wrong] if key == wrong else key: part for key, part in value.items()}, likes[wrong]

    def schema(self, defs: dict[str, Any]) -> dict[str, Any]:
        """Return a schema that allows any of the kinds."""
        return {"anyOf": [kind.schema(defs) for kind in self.kinds.values()]}


class AnyOf(Shape):
    """A value of one of several shapes. The JSON type of the value says which shape."""

    def __init__(self, words: str, *by_type: tuple[tuple[type, ...], Shape], help: str = "") -> None:
        self._words, self.help = words, help
        self.by_type = {kind: shape for kinds, shape in by_type for kind in kinds}
        self.shapes = [shape for _, shape in by_type]

    def words(self) -> Text:
        """Return the description that was given to the constructor."""
        return Text(self._words)

    def read(self, value: Any, path: Path, report: Report) -> Any:
        """Read the value by the shape for its JSON type."""
        shape = self.by_type.get(type(value))
        return shape.read(value, path, report) if shape else self.refuse(value, path, report)

    def schema(self, defs: dict[str, Any]) -> dict[str, Any]:
        """Return a schema that allows any of the shapes."""
        return {"anyOf": [shape.schema(defs) for shape in self.shapes]}


class Ref(Shape):
    """A reference to a shape by its name. With references, a shape can contain itself."""

    def __init__(self, name: str, help: str = "") -> None:
        self.name, self.help = name, help
        self.shape: Shape = self

    def words(self) -> Text | str:
        """Return the description of the named shape."""
        return self.shape.words()

    def read(self, value: Any, path: Path, report: Report) -> Any:
        """Read the value by the named shape."""
        return self.shape.read(value, path, report)

    def schema(self, defs: dict[str, Any]) -> dict[str, Any]:
        """Return a reference to the shape. Put the shape itself into `defs`."""
        if self.name not in defs:
            defs[self.name] = {}
            defs[self.name] = _described(self.shape, defs)
        return {"$ref": f"#/$defs/{self.name}"}


def _described(shape: Shape, defs: dict[str, Any], help: str = "") -> dict[str, Any]:
    """Return the schema of a part. Its description is `help` or else the help of the shape."""
    schema, help = shape.schema(defs), help or shape.help
    return {**schema, "description": help} if help else schema
