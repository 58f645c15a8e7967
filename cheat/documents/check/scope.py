"""The names that a document declares, and their meanings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from cheat.documents.compile.emit import Expr, bound_at
from cheat.documents.parse.decks import Deck
from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.parse.expressions import WORDS, Tree, Wrong, parse, signature
from cheat.documents.parse.schema import FUNCTIONS, GIVEN, OF_CARDS, TYPES
from cheat.documents.parse.types import (
    ANY,
    ANYTHING,
    BOOL,
    BY_NAME,
    CARDS,
    NUMBER,
    PLAYER,
    TEXT,
    Type,
    list_of,
    maybe,
)
from cheat.documents.runtime.state import DeclaredZone
from cheat.i18n.messages import Text, Words

MOST_NAMES, MOST_LETTERS = 500, 32
_WORD = re.compile(r"\w+")
CLOCK = "turn_s"
"""The option for the seconds of a turn. All documents have it, and may read its value."""
RESERVED = (CLOCK, "on_leave", "spectators", "language")
"""Options that all documents have."""


class Variable(msgspec.Struct):
    """A variable of the game, of each player or of each team. `secret`: only its owner knows it."""

    name: str
    of: str
    type: Type
    start: Any
    secret: bool = False


class DeclaredOption(msgspec.Struct):
    """An option. `values`: the values of an option with “choice”."""

    name: str
    type: Type
    values: list[str] = []


class Definition(msgspec.Struct):
    """A named expression. `tree` is None if it could not be read."""

    name: str
    params: list[str]
    path: Path
    source: str
    tree: Tree | None = None
    used: bool = False


class Routine(msgspec.Struct):
    """Named effects."""

    name: str
    params: list[str]
    path: Path
    effects: list[Any]
    used: bool = False


CHANCE = 1 << 0
"""The bit of `reading` for random values, which are different at each evaluation."""
FIRST_PLACE = CHANCE.bit_length()


class Names:
    """All names that a document declares.

    `revealed`: words of expressions for zones that effects reveal; `places`: the number of places so far.
    """

    def __init__(self, doc: Mapping[str, Any], deck: Deck, report: Report) -> None:
        self.report, self.deck = report, deck
        self.places = FIRST_PLACE
        self.zones: dict[str, DeclaredZone] = {}
        self.variables: dict[str, Variable] = {}
        self.options: dict[str, DeclaredOption] = {}
        self.definitions: dict[str, Definition] = {}
        self.routines: dict[str, Routine] = {}
        self.phases: dict[str, Any] = doc.get("phases", {})
        self.teams = bool(doc["players"].get("team_size")) if "players" in doc else False
        self.revealed = _revealed(
            [doc.get(key) for key in ("start", "phases", "routines", "triggers", "leave")]
        )
        self.attributes = {name: at for at, name in enumerate(deck.attributes)}
        self._declared: dict[str, tuple[str, Path]] = dict.fromkeys(OF_CARDS, ("an attribute", ("deck",)))
        self._declare_all(doc)

    def place(self) -> int:
        """Return a new place for a value that is bound while rules run."""
        self.places += 1
        return self.places - 1

    def known(self) -> list[str]:
        """Return all names, to suggest a similar one for an unknown name."""
        return [*self._declared, *GIVEN]

    def is_declared(self, name: str) -> bool:
        """Return whether the document declares this name."""
        return name in self._declared

    def _declare_all(self, doc: Mapping[str, Any]) -> None:
        for name in doc.get("deck", {}).get("attributes", {}):
            if name not in OF_CARDS:
                self._declare(name, "an attribute of the cards", ("deck", "attributes", name))
        for name, zone in doc.get("zones", {}).items():
            self._declare(name, "a zone", ("zones", name))
            facts = {key: zone[key] for key in ("kind", "seen", "per", "refill", "refill_all") if key in zone}
            self.zones[name] = DeclaredZone(name, len(self.zones), sort=zone.get("sort", []), **facts)
        self._check_zones(doc)
        for name, option in doc.get("options", {}).items():
            self._declare(name, "an option", ("options", name))
            self.options[name] = _declared_option(name, option)
        for place, of in (("vars", "game"), ("player_vars", "player"), ("team_vars", "team")):
            for name, start in doc.get(place, {}).items():
                self._declare(name, "a variable", (place, name))
                self.variables[name] = self._variable(name, of, start, (place, name))
        for text, source in doc.get("define", {}).items():
            self._define(text, source, ("define", text))
        if CLOCK not in self._declared:
            self.options[CLOCK] = DeclaredOption(CLOCK, NUMBER)
        for text, effects in doc.get("routines", {}).items():
            self._routine(text, effects, ("routines", text))
        for name in (*self.phases, *self.options):
            self._lengths(name, ("phases" if name in self.phases else "options", name))
        if len(self._declared) > MOST_NAMES:
            self.report.tell("limit", (), "A document can have at most {most} names.", most=MOST_NAMES)

    def _lengths(self, name: str, path: Path) -> None:
        if signature(name) is None or len(name) > MOST_LETTERS:
            words = "A name begins with a letter and has at most {most} letters, digits and “_”."
            self.report.tell("limit" if len(name) > MOST_LETTERS else "shape", path, words, most=MOST_LETTERS,
                on_key=True)  # fmt: skip

    def _declare(self, name: str, what: str, path: Path) -> None:
        self._lengths(name, path)
        if name in WORDS or name in GIVEN:
            words = "“{name}” is a word of the language. Choose another name."
            self.report.tell("twice", path, words, on_key=True, name=name)
        elif name in self._declared:
            words = "“{name}” is already {what}. Choose another name."
            self.report.tell("twice", path, words, on_key=True, name=name, what=Text(self._declared[name][0]))
        self._declared[name] = (what, path)

    def _check_zones(self, doc: Mapping[str, Any]) -> None:
        for name, zone in self.zones.items():
            for key, refill_zone in (("refill", zone.refill), ("refill_all", zone.refill_all)):
                if refill_zone and refill_zone not in self.zones:
                    words = "There is no zone “{name}”."
                    like = self.report.nearest(refill_zone, self.zones)
                    self.report.tell("unknown_zone", ("zones", name, key), words, hint=like, name=refill_zone)
            for at, attribute in enumerate(zone.sort):
                if attribute not in self.attributes:
                    words = "The cards have no attribute “{name}”."
                    like = self.report.nearest(attribute, self.attributes)
                    self.report.tell(
                        "unknown_name", ("zones", name, "sort", at), words, hint=like, name=attribute
                    )
            if "team" in (zone.per, zone.seen) and not self.teams:
                self.report.tell(
                    "shape",
                    ("zones", name),
                    "This game has no teams. For teams, set “team_size” in “players”.",
                )

    def _variable(self, name: str, of: str, stated: Any, path: Path) -> Variable:
        secret = False
        if isinstance(stated, dict):
            secret, stated, path = stated.get("seen") == "owner", stated["start"], (*path, "start")
        if isinstance(stated, str) and stated not in TYPES:
            words = "A start value in quotes must be a type: one of {types}."
            like = self.report.nearest(stated, TYPES)
            self.report.tell("shape", path, words, hint=like, types=", ".join(TYPES))
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
        if name in FUNCTIONS:
            self.report.tell(
                "twice", path, "“{name}” is already a function. Choose another name.", on_key=True, name=name
            )
        self._params(params, path)
        definition = Definition(name, params, path, expression(source))
        self.definitions[name] = definition
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
        if head[0] in self.routines:
            self.report.tell(
                "twice",
                path,
                "There are two routines “{name}”. Rename or delete one.",
                on_key=True,
                name=head[0],
            )
        self.routines[head[0]] = Routine(head[0], head[1], path, effects)

    def _params(self, params: list[str], path: Path) -> None:
        for param in params:
            if params.count(param) > 1 or param in WORDS or param in GIVEN:
                self.report.tell(
                    "twice",
                    path,
                    "“{name}” cannot be a parameter here. Choose another name.",
                    on_key=True,
                    name=param,
                )
            elif param in self._declared:
                self.report.warn("shadow", path,
                    "The parameter “{name}” hides {what} of the same name.", on_key=True,
                    name=param,                    what=Text(self._declared[param][0]))  # fmt: skip


ME = Expr(PLAYER, 0, 0, lambda w: "r.me", is_mine=True)
TURN = Expr(PLAYER, 0, 0, lambda w: "r.me")
"""`me` in “by”: the player on turn, because each player evaluates “by”."""


class Local:
    """A name that is bound while rules run."""

    __slots__ = ("place", "type", "used")

    def __init__(self, place: int, type: Type) -> None:
        self.place, self.type, self.used = place, type, False


class Scope:
    """The meanings of names at one place of a document.

    A scope has the nearest card, player and team, the item `it`, and local names. “Nearest” means: the one
    before the dot, or the item of the innermost “where” or “by”.

    - `chance`: random functions are allowed
    - `leaver`: a player is leaving
    - `shown_as`: the name of the place in messages, if players see the result; then the result must not give
      away hidden faces
    - `public`: all players see the result, not only the acting player
    - `lenient`: giving hidden faces away is only a warning
    - `by`: the list of players in “by” of a move; each player only learns if the list contains them
    - `listing`: the value is a part of that list, so a condition on a player may read that player's cards
    """

    __slots__ = (
        "by", "card", "chance", "it", "leaver", "lenient", "listing", "names", "player", "public", "shown_as",
        "team",
    )  # fmt: skip

    def __init__(
        self,
        *,
        chance: bool = False,
        leaver: bool = False,
        shown_as: Words = "",
        public: bool = False,
        lenient: bool = False,
        by: bool = False,
    ) -> None:
        self.card: Expr | None = None
        self.player: Expr = TURN if by else ME
        self.team: Expr | None = None
        self.it: Local | None = None
        self.names: Mapping[str, Local] = {}
        self.chance, self.leaver, self.shown_as, self.public = chance, leaver, shown_as, public
        self.lenient, self.by, self.listing = lenient, by, by

    def copy(self) -> Scope:
        """Return a copy."""
        scope = Scope(chance=self.chance, leaver=self.leaver, shown_as=self.shown_as, public=self.public)
        scope.lenient, scope.by, scope.listing = self.lenient, self.by, self.listing
        scope.card, scope.player, scope.team = self.card, self.player, self.team
        scope.it, scope.names = self.it, self.names
        return scope

    def inside(self) -> Scope:
        """Return the scope for a part that does not belong to the list of “by” itself."""
        if not self.listing:
            return self
        scope = self.copy()
        scope.listing = False
        return scope

    @property
    def blanks(self) -> bool:
        """True if cards that the reader of the result does not see have no faces."""
        return bool(self.shown_as) and not self.lenient and not self.by

    def key(self) -> tuple[object, ...]:
        """Return a key. In scopes with equal keys, all names mean the same, apart from bound values."""
        near = self.card is None, self.player is ME or self.player is TURN, self.team is None, self.it is None
        flags = (
            self.chance,
            self.leaver,
            bool(self.shown_as),
            self.public,
            self.lenient,
            self.by,
            self.listing,
        )
        return (*near, *flags, *self.names)

    def nearest(self) -> dict[str, Expr]:
        """Return the nearest card, player, team and item by kind, as far as they are bound values."""
        item = None if self.it is None else bound_at(self.it.type, self.it.place)
        player = None if self.player is ME or self.player is TURN else self.player
        values = {"card": self.card, "player": player, "team": self.team, "it": item}
        return {name: value for name, value in values.items() if value is not None}

    def at(self, places: Mapping[str, int]) -> Scope:
        """Return the scope with the nearest values bound at other places. `places`: kind -> place."""
        scope = self.copy()
        for name, place in places.items():
            if name == "it":
                assert self.it is not None, "only values that are near have places"
                scope.it = Local(place, self.it.type)
            else:
                value: Expr = getattr(self, name)
                setattr(scope, name, bound_at(value.type, place, is_mine=value.is_mine))
        return scope

    def near(self, value: Expr) -> Scope:
        """Return the scope with this card, player or team as the nearest one."""
        scope = self.copy()
        match value.type.kind:
            case "card":
                scope.card = value
            case "player":
                scope.player, scope.team = value, None
            case "team":
                scope.team = value
            case "any":
                scope.card = scope.player = value
        return scope

    def within(self, item: Type, place: int) -> Scope:
        """Return the scope inside `where` or `by`. The item is bound at `place`."""
        scope = self.inside().near(bound_at(item, place, is_mine=self.listing and item.kind == "player"))
        scope.it = Local(place, item)
        return scope

    def binding(self, names: Mapping[str, Local]) -> Scope:
        """Return the scope with more local names."""
        scope = self.copy()
        scope.names = {**self.names, **names}
        return scope


def _revealed(part: Any) -> set[str]:
    """Return all words of the expressions for zones that effects reveal to more players."""
    if isinstance(part, list):
        return set().union(*map(_revealed, part))
    if not isinstance(part, Mapping):
        return set()
    words = set().union(*map(_revealed, part.values()))
    if isinstance(part.get("reveal"), str) and part.get("to") not in ("nobody", "owner"):
        words.update(_WORD.findall(part["reveal"]))
    return words


def expression(stated: Any) -> str:
    """Return the text of an expression.

    In JSON, the author may also write a number, true or false.
    """
    return str(stated).lower() if isinstance(stated, bool) else str(stated)


def tell_wrong(report: Report, path: Path, wrong: Wrong) -> None:
    """Report an expression that could not be read."""
    report.tell(wrong.code, path, wrong.text.template, span=(wrong.start, wrong.end), **wrong.text.args)  # type: ignore[arg-type]


def _declared_option(name: str, option: Mapping[str, Any]) -> DeclaredOption:
    if "choice" in option:
        return DeclaredOption(name, Type("option", name=name), list(option["choice"]))
    return DeclaredOption(name, NUMBER if "number" in option else BOOL)


_NOTHING = {"number": 0, "bool": False, "cards": [], "list": []}


def _start(stated: Any) -> tuple[Type, Any]:
    """Return the type and the start value of a variable."""
    if isinstance(stated, bool):
        return BOOL, stated
    if isinstance(stated, int):
        return NUMBER, stated
    if isinstance(stated, list):
        kinds = {type(item_value) for item_value in stated if type(item_value) in (bool, int, str)}
        item = {bool: BOOL, int: NUMBER, str: TEXT}[kinds.pop()] if len(kinds) == 1 else ANY
        return (list_of(maybe(item)) if stated else ANYTHING), list(stated)  # effects may put none into it
    if stated == "cards":
        return CARDS, []
    if stated == "list":
        return ANYTHING, []
    type_ = BY_NAME[stated]
    start = _NOTHING.get(stated)
    return (type_ if start is not None else maybe(type_)), start
