"""Read the names that a document declares.

These are names of zones, variables, options, definitions (named expressions) and routines (named lists of
effects). If two names are equal, or a name is too long, the author gets an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from typing import Any

from cheat.documents.compile.scope import DeclaredOption, Definition, Names, Routine, Variable
from cheat.documents.parse.decks import Deck
from cheat.documents.parse.descriptions import FUNCTIONS, STANDARD_NAMES
from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.parse.expressions import KEYWORDS, Wrong, parse, signature
from cheat.documents.parse.schema import CARD_ATTRIBUTES
from cheat.documents.parse.types import (
    ANY,
    ANY_LIST,
    BOOL,
    BY_NAME,
    NUMBER,
    TEXT,
    Type,
    list_of,
    maybe,
)
from cheat.documents.runtime.state import DeclaredZone
from cheat.i18n.messages import Text

MOST_NAMES, MOST_NAME_LETTERS = 500, 32
_WORD = re.compile(r"\w+")
CLOCK = "turn_s"
"""The name of the option that limits the time of a turn, in seconds.

All documents have this option, and their expressions may read it.
"""
RESERVED = (CLOCK, "on_leave", "spectators", "language")
"""Names of the options that all documents have."""


def declared_names(doc: Mapping[str, Any], deck: Deck, report: Report) -> Names:
    """Return the names that a document declares. Report names declared twice, and long names."""
    names = Names(doc, deck, report)
    names.revealed = _revealed([doc.get(key) for key in ("start", "phases", "routines", "triggers", "leave")])
    _Declarations(names).declare_all(doc)
    return names


class _Declarations:
    """Reads the declarations of a document, and adds them to its `Names`."""

    def __init__(self, names: Names) -> None:
        self.names, self.report = names, names.report

    def declare_all(self, doc: Mapping[str, Any]) -> None:
        for name in doc.get("deck", {}).get("attributes", {}):
            if name not in CARD_ATTRIBUTES:
                self._declare(name, "an attribute of the cards", ("deck", "attributes", name))
        for name, zone in doc.get("zones", {}).items():
            self._declare(name, "a zone", ("zones", name))
            facts = {key: zone[key] for key in ("kind", "seen", "per", "refill", "refill_all") if key in zone}
            self.names.zones[name] = DeclaredZone(
                name, len(self.names.zones), sort=zone.get("sort", []), **facts
            )
        self._check_zones(doc)
        for name, option in doc.get("options", {}).items():
            self._declare(name, "an option", ("options", name))
            self.names.options[name] = _declared_option(name, option)
        for place, of in (("vars", "game"), ("player_vars", "player"), ("team_vars", "team")):
            for name, start in doc.get(place, {}).items():
                self._declare(name, "a variable", (place, name))
                self.names.variables[name] = self._variable(name, of, start, (place, name))
        for text, source in doc.get("define", {}).items():
            self._define(text, source, ("define", text))
        if CLOCK not in self.names.declared:
            self.names.options[CLOCK] = DeclaredOption(CLOCK, NUMBER)
        for text, effects in doc.get("routines", {}).items():
            self._routine(text, effects, ("routines", text))
        for name in (*self.names.phases, *self.names.options):
            self._lengths(name, ("phases" if name in self.names.phases else "options", name))
        if len(self.names.declared) > MOST_NAMES:
            self.report.tell("limit", (), "A document can have at most {most} names.", most=MOST_NAMES)

    def _lengths(self, name: str, path: Path) -> None:
        if signature(name) is None or len(name) > MOST_NAME_LETTERS:
            words = "A name begins with a letter and has at most {most} letters, digits and “_”."
            code = "limit" if len(name) > MOST_NAME_LETTERS else "shape"
            self.report.tell(code, path, words, most=MOST_NAME_LETTERS, on_key=True)

    def _declare(self, name: str, meaning: str, path: Path) -> None:
        self._lengths(name, path)
        if name in KEYWORDS:
            words = "“{name}” is a word of the language. Choose another name."
            self.report.tell("twice", path, words, on_key=True, name=name)
        elif name in STANDARD_NAMES:
            # No error: when the document was published, the language may not have had this standard name.
            words = "“{name}” hides the standard name in this document. Choose another name."
            self.report.warn("shadow", path, words, on_key=True, name=name)
        if name in self.names.declared:
            words = "“{name}” is already {what}. Choose another name."
            self.report.tell(
                "twice", path, words, on_key=True, name=name, what=Text(self.names.declared[name])
            )
        self.names.declared[name] = meaning

    def _check_zones(self, doc: Mapping[str, Any]) -> None:
        for name, zone in self.names.zones.items():
            for key, refill_zone in (("refill", zone.refill), ("refill_all", zone.refill_all)):
                if refill_zone and refill_zone not in self.names.zones:
                    words = "There is no zone “{name}”."
                    like = self.report.nearest(refill_zone, self.names.zones)
                    self.report.tell("unknown_zone", ("zones", name, key), words, hint=like, name=refill_zone)
            for at, attribute in enumerate(zone.sort):
                if attribute not in self.names.attributes:
                    words = "The cards have no attribute “{name}”."
                    like = self.report.nearest(attribute, self.names.attributes)
                    self.report.tell(
                        "unknown_name", ("zones", name, "sort", at), words, hint=like, name=attribute
                    )
            if "team" in (zone.per, zone.seen) and not self.names.teams:
                self.report.tell(
                    "shape",
                    ("zones", name),
                    "This game has no teams. For teams, set “team_size” in “players”.",
                )

    def _variable(self, name: str, of: str, stated: Any, path: Path) -> Variable:
        secret = False
        if isinstance(stated, dict):
            secret, stated, path = stated.get("seen") == "owner", stated["start"], (*path, "start")
        if isinstance(stated, str) and stated not in BY_NAME:
            words = "A start value in quotes must be a type: one of {types}."
            like = self.report.nearest(stated, BY_NAME)
            self.report.tell("shape", path, words, hint=like, types=", ".join(BY_NAME))
            return Variable(name, of, ANY, None, secret)
        type, start = _start(stated)
        return Variable(name, of, type, start, secret)

    def _define(self, text: str, source: Any, path: Path) -> None:
        head = signature(text)
        if head is None:
            words = "Write the name of a definition as “name” or “name(a, b)”."
            self.report.tell("syntax", path, words, on_key=True)
            return
        name, params = head
        self._declare(name, "a definition", path)
        if name in FUNCTIONS and name not in STANDARD_NAMES:
            # no error, for the same reason as in `_declare`
            words = "“{name}” hides the function of the same name in this document. Choose another name."
            self.report.warn("shadow", path, words, on_key=True, name=name)
        self._params(params, path)
        definition = Definition(name, params, path, expression(source))
        self.names.definitions[name] = definition
        try:
            definition.tree = parse(definition.source)
        except Wrong as wrong:
            tell_wrong(self.report, path, wrong)

    def _routine(self, text: str, effects: list[Any], path: Path) -> None:
        head = signature(text)
        if head is None:
            self.report.tell(
                "syntax", path, "Write the name of a routine as “name” or “name(a, b)”.", on_key=True
            )
            return
        self._params(head[1], path)
        if head[0] in self.names.routines:
            self.report.tell(
                "twice",
                path,
                "There are two routines “{name}”. Rename or delete one.",
                on_key=True,
                name=head[0],
            )
        self.names.routines[head[0]] = Routine(head[0], head[1], path, effects)

    def _params(self, params: list[str], path: Path) -> None:
        for param in params:
            if params.count(param) > 1 or param in KEYWORDS:
                self.report.tell(
                    "twice",
                    path,
                    "“{name}” cannot be a parameter here. Choose another name.",
                    on_key=True,
                    name=param,
                )
            elif param in self.names.known_names():
                what = Text(self.names.declared.get(param, "a standard name"))
                words = "The parameter “{name}” hides {what} of the same name."
                self.report.warn("shadow", path, words, on_key=True, name=param, what=what)


def _revealed(part: Any) -> set[str]:
    """Return the words under all keys `reveal` that may show zones to more players.

    For `{"reveal": "winner.hand", "to": "all"}`, the words are `winner` and `hand`. `part`: a part of a
    document. If `reveal` names a zone through a definition or a parameter, the zone is not among the words.
    """
    if isinstance(part, list):
        return set().union(*map(_revealed, part))
    if not isinstance(part, Mapping):
        return set()
    words = set().union(*map(_revealed, part.values()))
    if isinstance(part.get("reveal"), str) and part.get("to") not in ("nobody", "owner"):
        words.update(_WORD.findall(part["reveal"]))
    return words


def expression(stated: Any) -> str:
    """Return an expression as text. In JSON, an author may also write a number, true or false."""
    return str(stated).lower() if isinstance(stated, bool) else str(stated)


def tell_wrong(report: Report, path: Path, wrong: Wrong) -> None:
    """Report an expression that could not be read."""
    report.tell(wrong.code, path, wrong.text.template, span=(wrong.start, wrong.end), **wrong.text.args)  # type: ignore[arg-type]


def _declared_option(name: str, option: Mapping[str, Any]) -> DeclaredOption:
    if "choice" in option:
        return DeclaredOption(name, Type("option", name=name), list(option["choice"]))
    return DeclaredOption(name, NUMBER if "number" in option else BOOL)


_EMPTY_VALUES = {"number": 0, "bool": False, "cards": [], "list": []}
"""Type -> the start value of its variables. Variables of other types start with `none`."""


def _start(stated: Any) -> tuple[Type, Any]:
    """Return the type and the start value of a variable."""
    if isinstance(stated, bool):
        return BOOL, stated
    if isinstance(stated, int):
        return NUMBER, stated
    if isinstance(stated, list):
        kinds = {type(item_value) for item_value in stated if type(item_value) in (bool, int, str)}
        item = {bool: BOOL, int: NUMBER, str: TEXT}[kinds.pop()] if len(kinds) == 1 else ANY
        return (list_of(maybe(item)) if stated else ANY_LIST), list(stated)  # effects may add `none`
    type_ = BY_NAME[stated]
    if stated not in _EMPTY_VALUES:
        return maybe(type_), None
    return type_, copy(_EMPTY_VALUES[stated])
