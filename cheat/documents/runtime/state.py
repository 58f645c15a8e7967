"""The state of a running document: cards, and all that an expression or an effect can use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from cheat.documents.parse.decks import Deck
from cheat.documents.parse.types import Type, item_of
from cheat.engine.cards import Face
from cheat.engine.registry import DataTable
from cheat.engine.table import Zone, following
from cheat.engine.visibility import Viewers

FUEL = 50_000
"""Most steps of one action, with all that follows until a player is asked.

Finding the legal moves of one player may cost as many again.
"""
MOST_ITEMS = 600
MOST_NESTED_ITEMS = 6_000
"""Most items of a list, together with the items of the lists in it.

A list can hold the same list twice, so without this limit a few steps would make a list that no machine can
compare.
"""
MOST_DEEP = 8
"""Most levels of lists within lists. No game of the project has more than two."""
MOST_NUMBER = 10**12
ORDERING = 3
"""Steps for each item of a list that is put in order: a key is made for each."""
DRAWING = 10
"""Steps for a number by chance: a hash takes as long as ten simple expressions."""
TELLING, MOVING, SETTING = 10, 20, 2
"""Steps for a line in the log, for cards that move together, and for setting a variable."""


MOST_WORD_BYTES = 8_000
"""Most bytes of words that one action reports, with all that follows.

No action of a bundled game reports more than a fifth of that.
"""


class Broken(Exception):
    """Raised when rules exceed a limit. The argument is its code, for the author of the rules."""


class Card:
    """A face, and the number of the zone that it is in.

    Cards with the same face are equal in any zone.
    """

    __slots__ = ("face", "values", "zone")

    def __init__(self, face: str, zone: int, values: tuple[Any, ...]) -> None:
        self.face, self.zone, self.values = face, zone, values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.face == other.face

    def __hash__(self) -> int:
        return hash(self.face)


class CardsOfZone(dict[str, Card]):
    """The cards of one zone by their faces, made when they are first used."""

    def __init__(self, zone: int, deck: dict[str, tuple[Any, ...]]) -> None:
        super().__init__()
        self.zone, self.deck = zone, deck

    def __missing__(self, face: str) -> Card:
        card = self[face] = Card(face, self.zone, self.deck.get(face) or self.deck[""])
        return card


class DeclaredZone(msgspec.Struct):
    """A declared zone. `number`: its position among the declared zones."""

    name: str
    number: int
    kind: str
    seen: str
    per: str = ""
    refill: str = ""
    refill_all: str = ""
    sort: list[str] = []


class Notes(Protocol):
    """Notes on a game that is only tried: see `runtime/trial_notes.py`."""

    def note_broken(self, error: Broken) -> None:
        """Note that rules exceeded a limit."""


class Shape:
    """The zones of a table with so many seats: their numbers, owners, viewers, and sort keys."""

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
        made = []
        for zone, part in self.zone_parts:
            name = {"player": ids, "suit": rules.deck.suits}.get(zone.per)
            suffix = "" if part is None else name[part] if name else str(part + 1)
            owner = ids[part] if zone.per == "player" and part is not None else None
            seen = self._seen(zone, part, ids)
            self_id = f"{zone.name}:{suffix}" if suffix else zone.name
            label = rules.labels.get(zone.name, "")
            made.append(Zone(id=self_id, kind=zone.kind, owner=owner, viewers=seen, label=label))  # type: ignore[arg-type]
        return made

    def seen(self, at: int, ids: list[str]) -> Viewers:
        """Return the viewers that the document states for a zone."""
        return self._seen(*self.zone_parts[at], ids)

    def _seen(self, zone: DeclaredZone, part: int | None, ids: list[str]) -> Viewers:
        if zone.seen in ("all", "nobody") or part is None:
            return "all" if zone.seen == "all" else "nobody"
        if zone.per == "player" and zone.seen == "owner":
            return [ids[part]]
        team = self.team[part] if zone.per == "player" else part
        return [id for seat, id in enumerate(ids) if self.team[seat] == team]


class Rules(Protocol):
    """The parts of a compiled document that a run needs: see `compile/compiled.py`.

    `options`: the names of its options; `places`: how many values are bound while rules run.
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
        """Notes on games that are only tried."""

    def shape(self, seats: int) -> Shape:
        """Return the zones of a table with so many seats."""

    def faces_in(self, language: str) -> dict[str, Face]:
        """Return the kinds of cards, named in a language of the document."""


class Run:
    """One call of a document's rules.

    Players are seats; teams and zones are numbers.

    - `v`: the values of names that are bound during the run, each at its own place
    - `me`: the acting seat
    - `transition`: how the game goes on: the effect that said it, a phase, and a value such as the seat on
      turn
    - `has_public_event`: an event was reported to all players
    - `hushed`: no player reads the events, as in a simulation, so no words are made and no conclusions drawn
    - `option_values`: the values of the options
    - `words_left`: bytes of words that may still be used
    - `unsorted`: zones whose cards may be out of order; at first all zones that have an order, because the
      table may come from a determinization, which does not sort
    """

    __slots__ = (
        "active", "cards", "fuel", "game", "has_public_event", "hushed", "leaver", "me", "option_values",
        "rng", "seats", "shape", "t", "transition", "unsorted", "v", "values", "words_left", "zones",
    )  # fmt: skip

    def __init__(self, game: Rules, t: DataTable, me: int, *, hushed: bool = False) -> None:
        self.game, self.t, self.me, self.fuel, self.hushed = game, t, me, FUEL, hushed
        self.seats = [one.id for one in t.players]
        self.active: list[int] = [at for at, one in enumerate(t.players) if one.active]
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
        self.has_public_event = False
        self.option_values = [getattr(t.options, name) for name in game.options]

    def spend(self, cost: int) -> None:
        """Charge steps. Raises Broken if they are too many."""
        self.fuel -= cost
        if self.fuel < 0:
            raise Broken("the_rules_take_too_long")

    def say(self, length: int) -> None:
        """Count bytes of words in messages. Raises Broken if they are too many."""
        self.words_left -= length
        if self.words_left < 0:
            raise Broken("the_rules_say_too_much")

    def in_zone(self, zone: int) -> list[Card]:
        """Return the cards of a zone, and charge for the list."""
        cards, faces = self.cards[zone], self.zones[zone].cards
        self.spend(len(faces) >> 2)
        return [cards[face] for face in faces]

    def after(self, seat: int, steps: int = 1) -> int:
        """Return the active player so many seats on, in the direction of turns."""
        active, steps = self.active, steps * self.t.direction
        if seat in active:
            return active[(active.index(seat) + steps) % len(active)]
        if not active or not steps:
            return seat
        here = {self.seats[at] for at in active}
        forward = 1 if steps > 0 else -1
        first = self.seats.index(following(self.seats, self.seats[seat], here, forward))
        return active[(active.index(first) + steps - forward) % len(active)]

    def place_of(self, card: Card) -> int | None:
        """Return the zone of a card: the one that the card names, if it is still there, or another."""
        if self.weigh_place(card):
            return card.zone
        return next((at for at, zone in enumerate(self.zones) if card.face in zone.cards), None)

    def weigh_place(self, card: Card) -> bool:
        """Charge the cost of `place_of`, and return whether the card is still in its zone."""
        cards = self.zones[card.zone].cards
        self.spend(1 + (len(cards) >> 3))
        if card.face in cards:
            return True
        self.spend(len(self.zones) + sum([len(zone.cards) for zone in self.zones]) // 8)
        return False


def sort_key(value: Any) -> Any:
    """Return a sort key for a value.

    Keys of any two values compare; `none` is the least.
    """
    if value is None:
        return ()
    if isinstance(value, list):
        return (2, [sort_key(one) for one in value])
    if isinstance(value, Card):
        return (1, value.values[2], value.face)
    if isinstance(value, str):
        return (3, value)
    return (1, value)


def hashable(value: Any) -> Any:
    """Return a value as a key that is equal for equal values."""
    return tuple(map(hashable, value)) if type(value) is list else value


def checked_length(values: list[Any]) -> list[Any]:
    """Return the list if it is not too long. Raises Broken."""
    if len(values) > MOST_ITEMS:
        raise Broken("a_list_has_too_many_items")
    return values


def item_count(values: Any, deep: int = MOST_DEEP) -> int:
    """Return how many items a list and the lists in it have together; 0 if the value is no list.

    Raises Broken if there are too many, or if they are too deeply nested.
    """
    if type(values) is not list:
        return 0
    if not deep:
        raise Broken("lists_are_nested_too_deeply")
    count = len(values)
    for one in values:
        if type(one) is list:
            count += item_count(one, deep - 1)
            if count > MOST_NESTED_ITEMS:
                raise Broken("a_list_holds_too_much")
    return count


def card_or_none(value: Any) -> Card | None:
    """Return a card as it is, None for a value of another type."""
    return value if isinstance(value, Card) else None


def seat_or_none(r: Run, value: Any) -> int | None:
    """Return a seat as it is, None for a value that is none."""
    return value if type(value) is int and 0 <= value < len(r.seats) else None


def list_or_none(value: Any) -> list[Any] | None:
    """Return a list as it is, None for a value of another type."""
    return value if isinstance(value, list) else None


_INSTANCES: dict[str, type] = {"number": int, "bool": bool, "card": Card}


def conforms(value: Any, wanted: Type, r: Run) -> bool:
    """Return whether a value has the wanted type.

    For values whose type the check could not infer.
    """
    if value is None:
        return True
    match wanted.kind:
        case "list":
            item = item_of(wanted)
            return isinstance(value, list) and all(conforms(one, item, r) for one in value)
        case "player" | "team":
            return type(value) is int and 0 <= value < len(r.seats)
        case "number":
            return type(value) is int
    return isinstance(value, _INSTANCES.get(wanted.kind, str))
