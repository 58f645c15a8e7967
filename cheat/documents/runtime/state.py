"""The state of one run of a document's rules, and the limits of a run.

A run is one call of a document's rules, for example for one move. The work of rules is counted in steps. A
step is about as much work as computing one simple expression. A face is the code of a kind of card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from cheat.documents.parse.decks import Deck
from cheat.documents.parse.types import Type, item_of
from cheat.engine.cards import Face
from cheat.engine.registry import DataTable
from cheat.engine.table import Zone, following
from cheat.engine.visibility import Viewers, sees
from cheat.i18n.messages import Text, Words

FUEL = 50_000
"""Maximum number of steps for an action and its consequences, until a player has to act.

Finding the legal moves of one player may cost just as many steps, in addition.
"""
MOST_ITEMS = 600
MOST_NESTED_ITEMS = 6_000
"""Maximum number of items of a list. The items of lists inside the list count, too.

A list can contain the same list several times. Without this limit, a few steps of rules could make a list
that takes forever to compare.
"""
MOST_DEEP = 8
"""Maximum number of levels of nested lists. No bundled game uses more than two."""
MOST_NUMBER = 10**12
SHORTEST_S = 0.25
"""Minimum time of a phase, in seconds.

Phases without moves can follow each other forever. If phases could be shorter, they would keep a worker busy.
"""
ORDERING = 3
"""Number of steps that each item of a sorted list costs."""
DRAWING = 10
"""Number of steps that a random number costs. It takes as long as ten simple expressions."""
CALLING = 3
"""Number of steps that each call of a function on lists, players or zones costs."""
TELLING, MOVING, SETTING = 10, 20, 2
"""Number of steps for a log entry, for cards that move together, and for setting a variable."""


MOST_WORD_BYTES = 8_000
"""Maximum size of all texts from an action and its consequences, in bytes.

No action of a bundled game makes more than a fifth of this.
"""


UNSEEN = "?"
"""The face, rank and suit of a hidden card."""


class Broken(Exception):
    """Raised when rules exceed a limit. The argument is a code for the limit."""


class Card:
    """A card: its face, and the number of its zone. Cards with the same face are equal.

    `values`: the values of the card's attributes.
    """

    __slots__ = ("face", "values", "zone")

    def __init__(self, face: str, zone: int, values: tuple[Any, ...]) -> None:
        self.face, self.zone, self.values = face, zone, values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.face == other.face

    def __hash__(self) -> int:
        return hash(self.face)


class CardsOfZone(dict[str, Card]):
    """The cards of one zone by face. Each card is created when it is first used."""

    def __init__(self, zone: int, deck: dict[str, tuple[Any, ...]]) -> None:
        super().__init__()
        self.zone, self.deck = zone, deck

    def __missing__(self, face: str) -> Card:
        card = self[face] = Card(face, self.zone, self.deck.get(face) or self.deck[""])
        return card


class DeclaredZone(msgspec.Struct):
    """A zone as the document declares it.

    `number`: the zone's position among all declared zones.
    """

    name: str
    number: int
    kind: str
    seen: str
    per: str = ""
    refill: str = ""
    refill_all: str = ""
    sort: list[str] = []


class Notes(Protocol):
    """The notes of a trial: a game that is played only to try a document."""

    def note_broken(self, error: Broken) -> None:
        """Note that rules exceeded a limit."""

    def note_none(self, number: int, phase: str) -> None:
        """Note, for the author, that an operand was `none` where its operator needs a value."""


class RulesFunction(Protocol):
    """The Python function of an expression or of effects. `compile/emit.py` generates it."""

    cost: int
    reads: int
    run: Callable[..., Any]

    def is_known_to_be_fixed(self) -> bool:
        """Return whether it is known that each call costs the same and never raises Broken."""


class Shape:
    """The zones and teams of all tables with the same number of seats.

    A zone that is declared “per player” becomes one zone for each seat. These zones have consecutive numbers.
    Zones for each team or suit work in the same way.

    - `teams`: the number of teams
    - `team`: the team of each seat
    - `bases`: for each declared zone, the number of the first zone that it becomes
    - `zone_parts`: for each zone, its declaration, and its seat, team or suit
    - `owners`: for each zone, the seat to which it belongs, or None
    - `keys`: number of a zone that is sorted -> the sort key of each face
    """

    def __init__(self, rules: Rules, seats: int) -> None:
        self.teams: int = seats // rules.team_size if rules.team_size else 0
        self.team: list[int | None] = (
            [seat % self.teams for seat in range(seats)] if self.teams else [None] * seats
        )
        self.bases: list[int] = []
        self.owners: list[int | None] = []
        self.zone_parts: list[tuple[DeclaredZone, int | None]] = []
        for zone in rules.zones:
            self.bases.append(len(self.zone_parts))
            for part in self._parts(zone, rules, seats):
                self.zone_parts.append((zone, part))
                self.owners.append(part if zone.per == "player" else None)
        self.cards = [CardsOfZone(at, rules.values_of) for at in range(len(self.zone_parts))]
        self.keys = {
            at: rules.sorts[zone.number]
            for at, (zone, _) in enumerate(self.zone_parts)
            if zone.number in rules.sorts
        }

    def _parts(self, zone: DeclaredZone, rules: Rules, seats: int) -> list[int | None]:
        match zone.per:
            case "player":
                return list(range(seats))
            case "team":
                return list(range(self.teams))
            case "suit":
                return list(range(len(rules.deck.suits)))
        return [None]

    def zones(self, rules: Rules, ids: list[str]) -> list[Zone]:
        """Return the zones of a new table."""
        table_zones = []
        for zone, part in self.zone_parts:
            name = {"player": ids, "suit": rules.deck.suits}.get(zone.per)
            suffix = "" if part is None else name[part] if name else str(part + 1)
            owner = ids[part] if zone.per == "player" and part is not None else None
            viewers = self._viewers(zone, part, ids)
            self_id = f"{zone.name}:{suffix}" if suffix else zone.name
            label = self._label(rules, zone, part, ids)
            table_zones.append(Zone(id=self_id, kind=zone.kind, owner=owner, viewers=viewers, label=label))  # type: ignore[arg-type]
        return table_zones

    def _label(self, rules: Rules, zone: DeclaredZone, part: int | None, ids: list[str]) -> Words:
        """Return the label of a zone. It may name a suit, or the players of a team."""
        label = rules.labels.get(zone.name, "")
        if part is None or "{" not in label:
            return label
        if zone.per == "suit":
            return Text(label, {"suit": Text(rules.deck.suits[part])})
        players: list[str | Text] = [id for seat, id in enumerate(ids) if self.team[seat] == part]
        return Text(label, {"team": players}) if zone.per == "team" else label

    def declared_viewers(self, at: int, ids: list[str]) -> Viewers:
        """Return the viewers that the document declares for a zone."""
        return self._viewers(*self.zone_parts[at], ids)

    def _viewers(self, zone: DeclaredZone, part: int | None, ids: list[str]) -> Viewers:
        if zone.seen in ("all", "nobody") or part is None:
            return "all" if zone.seen == "all" else "nobody"
        if zone.per == "player" and zone.seen == "owner":
            return [ids[part]]
        team = self.team[part] if zone.per == "player" else part
        return [id for seat, id in enumerate(ids) if self.team[seat] == team]


class Rules(Protocol):
    """The parts of a compiled document that a run needs (see `compile/compiled.py`).

    - `options`: the names of the document's options
    - `places`: the number of bound values: values that get names while rules run, such as the card of a loop
    - `values_of`: face -> the values of the card's attributes
    - `sorts`: number of a declared zone -> the sort key of each face
    - `card_variables`: the names of the variables that contain cards
    """

    doc: Mapping[str, Any]
    deck: Deck
    zones: list[DeclaredZone]
    labels: dict[str, str]
    team_size: int
    values_of: dict[str, tuple[Any, ...]]
    sorts: dict[int, dict[str, Any]]
    card_variables: list[str]
    options: list[str]
    places: int

    @property
    def trial_notes(self) -> Notes | None:
        """The notes of trials, or None outside of trials."""

    def shape(self, seats: int) -> Shape:
        """Return the shape of a table with this number of seats."""

    def names_in(self, language: str) -> dict[str, str]:
        """Return the deck's names of ranks and suits in one of the document's languages."""

    def faces_in(self, language: str) -> dict[str, Face]:
        """Return all faces by code. Their names are in one of the document's languages."""


class Run:
    """The state of one call of a document's rules.

    Rules refer to players by seat number, and to teams and zones by number.

    - `v`: values that get names while rules run, such as the card of a loop. Their indices are called places.
    - `t`: the table
    - `me`: the acting seat
    - `active`: the seats that are still in the game
    - `fuel`: the number of steps that are left
    - `transition`: how the game goes on, such as `("go", "turn", 2)` for the phase `turn` with seat 2 on
      turn. None means that no effect has set it.
    - `has_public_event`: True if there is an event that all players read
    - `reader`: the only reader of the texts of this call, or None if all players read them
    - `hushed`: True in simulations. No player reads events there, so no texts are made. Conclusions, which
      are facts that all players learn about hidden zones, are not recorded.
    - `option_values`: the values of the options
    - `words_left`: the number of bytes that are left for texts
    - `unsorted`: zones that may have to be sorted. At first, these are all zones that are sorted by the
      rules, because a determinization (a guess at all hidden cards) leaves such zones unsorted.
    """

    __slots__ = (
        "active", "cards", "fuel", "game", "has_public_event", "hushed", "leaver", "me", "option_values",
        "reader", "rng", "seats", "shape", "t", "transition", "unsorted", "v", "values", "words_left",
        "zones",
    )  # fmt: skip

    def __init__(self, game: Rules, t: DataTable, me: int, *, hushed: bool = False) -> None:
        self.game, self.t, self.me, self.fuel, self.hushed = game, t, me, FUEL, hushed
        self.seats = [player.id for player in t.players]
        self.active: list[int] = [at for at, player in enumerate(t.players) if player.active]
        self.v: list[Any] = [None] * game.places
        self.values = t.values
        self.zones: list[Zone] = list(t.zones.values())
        self.shape: Shape = game.shape(len(t.players))
        self.cards = self.shape.cards
        self.unsorted = set(self.shape.keys)
        self.rng = t.rng
        self.words_left = MOST_WORD_BYTES
        self.transition: Any = None
        self.leaver: int | None = None
        self.reader: str | None = None
        self.has_public_event = False
        self.option_values = [getattr(t.options, name) for name in game.options]

    def spend(self, cost: int) -> None:
        """Subtract the cost of work from the steps left. Raises Broken if too few are left."""
        self.fuel -= cost
        if self.fuel < 0:
            raise Broken("the_rules_take_too_long")

    def say(self, length: int) -> None:
        """Subtract the length of words from the bytes left. Raises Broken if too few are left."""
        self.words_left -= length
        if self.words_left < 0:
            raise Broken("the_rules_say_too_much")

    def in_zone(self, zone: int) -> list[Card]:
        """Return the cards of a zone as a list. This costs steps."""
        faces = self.zones[zone].cards
        self.fuel -= len(faces) >> 2
        if self.fuel < 0:
            self.spend(0)
        return [*map(self.cards[zone].__getitem__, faces)]

    def seat_after(self, seat: int, steps: int = 1) -> int:
        """Return the seat that comes `steps` active seats after `seat` in the direction of turns."""
        active, steps = self.active, steps * self.t.direction
        if seat in active:
            return active[(active.index(seat) + steps) % len(active)]
        if not active or not steps:
            return seat
        active_ids = {self.seats[at] for at in active}
        forward = 1 if steps > 0 else -1
        first = self.seats.index(following(self.seats, self.seats[seat], active_ids, forward))
        return active[(active.index(first) + steps - forward) % len(active)]

    def place_of(self, card: Card) -> int | None:
        """Return the zone in which a card is now: `card.zone`, or another zone if it has moved."""
        if self.weigh_place(card):
            return card.zone
        return next((at for at, zone in enumerate(self.zones) if card.face in zone.cards), None)

    def is_visible(self, zone: int, *, public: bool) -> bool:
        """Return whether the acting player sees the faces of a zone.

        `public`: return whether all players see the faces.
        """
        viewers = self.zones[zone].viewers
        return viewers == "all" if public else sees(viewers, self.seats[self.me])

    def weigh_place(self, card: Card) -> bool:
        """Charge the steps of `place_of`. Return whether the card is still in `card.zone`."""
        cards = self.zones[card.zone].cards
        self.spend(1 + (len(cards) >> 3))
        if card.face in cards:
            return True
        self.spend(len(self.zones) + sum([len(zone.cards) for zone in self.zones]) // 8)
        return False


def sort_key(value: Any) -> Any:
    """Return a sort key for a value of any type.

    Any two sort keys can be compared. The key of `none` is the smallest.
    """
    if value is None:
        return ()
    if isinstance(value, list):
        return (2, [sort_key(item) for item in value])
    if isinstance(value, Card):
        return (1, value.values[2], value.face)
    if isinstance(value, str):
        return (3, value)
    return (1, value)


def hashable(value: Any) -> Any:
    """Return a dictionary key for a value. Equal values have equal keys."""
    return tuple(map(hashable, value)) if type(value) is list else value


def checked_length(values: list[Any]) -> list[Any]:
    """Return the list if it is not too long. Raises Broken otherwise."""
    if len(values) > MOST_ITEMS:
        raise Broken("a_list_has_too_many_items")
    return values


def item_count(values: Any, levels: int = MOST_DEEP) -> int:
    """Return the number of items of a list, and of the lists inside it. Other values count 0.

    Raises Broken if there are too many items, or if the lists are nested too deeply.
    """
    if type(values) is not list:
        return 0
    if not levels:
        raise Broken("lists_are_nested_too_deeply")
    count = len(values)
    for item in values:
        if type(item) is list:
            count += item_count(item, levels - 1)
            if count > MOST_NESTED_ITEMS:
                raise Broken("a_list_holds_too_much")
    return count


def card_or_none(value: Any) -> Card | None:
    """Return a card unchanged, and None for a value of another type."""
    return value if isinstance(value, Card) else None


def seat_or_none(r: Run, value: Any) -> int | None:
    """Return a seat unchanged, and None for any other value."""
    return value if type(value) is int and 0 <= value < len(r.seats) else None


def list_or_none(value: Any) -> list[Any] | None:
    """Return a list unchanged, and None for a value of another type."""
    return value if isinstance(value, list) else None


_INSTANCES: dict[str, type] = {"number": int, "bool": bool, "card": Card}


def conforms(value: Any, expected: Type, r: Run) -> bool:
    """Return whether a value has the expected type.

    Rules call this function for values with types that the check of the document could not infer.
    """
    if value is None:
        return True
    match expected.kind:
        case "list":
            item = item_of(expected)
            return isinstance(value, list) and all(conforms(item_value, item, r) for item_value in value)
        case "player" | "team":
            return type(value) is int and 0 <= value < len(r.seats)
        case "number":
            return type(value) is int
    return isinstance(value, _INSTANCES.get(expected.kind, str))
