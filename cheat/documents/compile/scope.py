"""The names that a document declares, and their meanings at one point of the document.

- A bound value is a value that gets a name while rules run, such as an argument of a definition or the item
  of a loop.
- A place is the number of a bound value. Places are given out in order, so the values of an inner loop have
  higher places than those of an outer loop.
- A name such as `suit` or `hand` belongs to the nearest card, player or team. The nearest one is the value
  before the dot (in `winner.hand`), or else the item of the innermost “where” or “by” of an expression.
- “by” has two meanings. In a move, it is a key with a list of the players that may make the move. In an
  expression, it comes before the value by which items are sorted or grouped.
- The readers of an expression are the players that see its result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from cheat.documents.compile.emit import Expr, bound_at
from cheat.documents.parse.decks import Deck
from cheat.documents.parse.descriptions import STANDARD_NAMES
from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.parse.expressions import Tree
from cheat.documents.parse.schema import CARD_ATTRIBUTES
from cheat.documents.parse.types import PLAYER, Type
from cheat.documents.runtime.state import DeclaredZone
from cheat.i18n.messages import Words


class Variable(msgspec.Struct):
    """A variable that a document declares.

    - `of`: `player` or `team` if each player or team has its own value, otherwise `game`
    - `start`: the value at the beginning of the game
    - `secret`: only the owner of a value knows the value
    """

    name: str
    of: str
    type: Type
    start: Any
    secret: bool = False


class DeclaredOption(msgspec.Struct):
    """An option that a document declares. `values`: the possible values of a “choice”."""

    name: str
    type: Type
    values: list[str] = []


class Definition(msgspec.Struct):
    """A definition: an expression with a name.

    - `params`: the names of the parameters
    - `source`: the text of the expression
    - `tree`: the syntax tree of the text, or None if there is a syntax error
    - `used`: True if an expression uses the definition
    """

    name: str
    params: list[str]
    path: Path
    source: str
    tree: Tree | None = None
    used: bool = False


class Routine(msgspec.Struct):
    """A routine: a list of effects with a name.

    `params`: the names of the parameters; `used`: True if an effect runs the routine.
    """

    name: str
    params: list[str]
    path: Path
    effects: list[Any]
    used: bool = False


CHANCE = 1 << 0
"""The bit for random values in `Expressions.reading`.

`reading` is a number with a bit for each thing that an expression reads. If the bit for random values is set,
each evaluation of the expression may have a different result. All other bits stand for bound values, by
place.
"""
FIRST_PLACE = CHANCE.bit_length()
"""The first place. In `reading`, lower bits do not stand for places."""


class Names:
    """All names that a document declares. `check/declarations.py` fills them in.

    - `declared`: name -> words for the thing that has this name, such as “a zone”
    - `revealed`: the words under all keys `reveal` that may show zones to more players, such as `winner` and
      `hand` for the expression `winner.hand`
    - `attributes`: name of an attribute of cards -> the index of the attribute
    - `places`: the next free place
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
        self.revealed: set[str] = set()
        self.attributes = {name: at for at, name in enumerate(deck.attributes)}
        self.declared: dict[str, str] = dict.fromkeys(CARD_ATTRIBUTES, "an attribute")

    def place(self) -> int:
        """Return a new place for a bound value."""
        self.places += 1
        return self.places - 1

    def is_standard(self, name: str) -> bool:
        """Return whether a name has the meaning that it has in all documents.

        If a document declares the name, the declaration hides this meaning.
        """
        return name in STANDARD_NAMES and name not in self.declared

    def known_names(self) -> list[str]:
        """Return all names. An author that misspells a name gets a suggestion from these names."""
        return [*self.declared, *STANDARD_NAMES]


ME = Expr(PLAYER, 0, 0, lambda w: "r.me", is_mine=True)
TURN = Expr(PLAYER, 0, 0, lambda w: "r.me")
"""The meaning of the name `me` in “by” of a move: the player on turn.

`is_mine` is False: all players read the result of “by”, and not all of them see the cards of the player on
turn.
"""


class Local:
    """The local name of a bound value. `used`: True if an expression reads the name."""

    __slots__ = ("place", "type", "used")

    def __init__(self, place: int, type: Type) -> None:
        self.place, self.type, self.used = place, type, False


class Scope:
    """The meanings of names at one point of a document.

    - `card`, `player`, `team`: the nearest card, player and team. Without a nearest player, `player` is the
      acting player. Without a nearest card or team, `card` or `team` is None.
    - `item`: the item of the innermost “where” or “by” of an expression; its name is `it`
    - `names`: local names
    - `chance`: True if random functions are allowed
    - `leaver`: True if a player is leaving, so the name `leaver` is allowed
    - `shown_as`: the words for this point in messages, if players see the result; otherwise "". A result
      that players see must not give away hidden faces.
    - `public`: True if all players see the result, and not only the acting player
    - `lenient`: True if the author gets only a warning, and no error, for a result that gives away faces
    - `by`: True if this point is in “by” of a move
    - `listing`: True if the value becomes part of the list of players in “by” of a move. Each player learns
      only whether the list contains that player. So a “where” on players may read each player's own cards.
    """

    __slots__ = (
        "by", "card", "chance", "item", "leaver", "lenient", "listing", "names", "player", "public",
        "shown_as", "team",
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
        self.item: Local | None = None
        self.names: Mapping[str, Local] = {}
        self.chance, self.leaver, self.shown_as, self.public = chance, leaver, shown_as, public
        self.lenient, self.by, self.listing = lenient, by, by

    def copy(self) -> Scope:
        """Return a copy."""
        scope = Scope(chance=self.chance, leaver=self.leaver, shown_as=self.shown_as, public=self.public)
        scope.lenient, scope.by, scope.listing = self.lenient, self.by, self.listing
        scope.card, scope.player, scope.team = self.card, self.player, self.team
        scope.item, scope.names = self.item, self.names
        return scope

    def inside(self) -> Scope:
        """Return the scope for an expression whose value does not get into the list of “by”.

        An example is an argument of a function in “by” of a move.
        """
        if not self.listing:
            return self
        scope = self.copy()
        scope.listing = False
        return scope

    @property
    def blanks(self) -> bool:
        """True if a card that the readers of the result do not see has no face at this point."""
        return bool(self.shown_as) and not self.lenient and not self.by

    def key(self) -> tuple[object, ...]:
        """Return a key. Scopes with equal keys differ only in bound values and in `shown_as`."""
        near = (
            self.card is None,
            self.player is ME or self.player is TURN,
            self.team is None,
            self.item is None,
        )
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
        """Return the nearest values: `card`, `player`, `team` or `item` -> the value.

        Kinds without a nearest value are left out. The acting player does not count as a nearest player.
        """
        item = None if self.item is None else bound_at(self.item.type, self.item.place)
        player = None if self.player is ME or self.player is TURN else self.player
        values = {"card": self.card, "player": player, "team": self.team, "item": item}
        return {name: value for name, value in values.items() if value is not None}

    def at(self, places: Mapping[str, int]) -> Scope:
        """Return the scope with the nearest values at other places.

        `places`: `card`, `player`, `team` or `item` -> the new place of the nearest one.
        """
        scope = self.copy()
        for name, place in places.items():
            if name == "item":
                assert self.item is not None, "only values that are near have places"
                scope.item = Local(place, self.item.type)
            else:
                value: Expr = getattr(self, name)
                setattr(scope, name, bound_at(value.type, place, is_mine=value.is_mine))
        return scope

    def near(self, value: Expr) -> Scope:
        """Return the scope in which this card, player or team is the nearest one."""
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
        """Return the scope inside “where” or “by” of an expression. The item is bound at `place`."""
        scope = self.inside().near(bound_at(item, place, is_mine=self.listing and item.kind == "player"))
        scope.item = Local(place, item)
        return scope

    def binding(self, names: Mapping[str, Local]) -> Scope:
        """Return the scope with more local names."""
        scope = self.copy()
        scope.names = {**self.names, **names}
        return scope
