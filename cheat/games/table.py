"""What every game is made of: cards in zones, awaited decisions, and events that say what happened.

The one function that decides who sees a face is `sees`, below. Zones and events are shown to a
viewer only through `Zone.view` and `Event.view`, which ask it, so a game cannot leak a card by
forgetting to hide it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

from cheat.games.options import Options
from cheat.games.rng import Rng
from cheat.words import ENGLISH, NOBODY, Arg, Language, Names, Say, Text, Words

if TYPE_CHECKING:
    from cheat.games.asks import Ask

Seen = Literal["all", "nobody"] | list[str]
"""Who sees the faces: everybody, nobody, or these players."""

Tone = Literal["info", "good", "bad", "quiet"]
Scalar = int | str | bool

MOST_STEPS = 20_000
"""What rules may do to a table within one call; no game comes near it."""


class OutOfSteps(Exception):
    """Rules do not come to an end."""


def sees(seen: Seen, viewer: str | None) -> bool:
    """Whether `viewer` (a player's id, None for a spectator) sees what `seen` describes."""
    if isinstance(seen, str):
        return seen == "all"
    return viewer in seen


class Zone(msgspec.Struct, kw_only=True):
    """Ordered cards in one place, last card on top. `colour`: what its top card counts as, if the card
    itself does not say it. `note`: a few words about it, such as a sum. `shows`: whether those who see the
    faces are told all of them, or the top one only.
    """

    id: str
    kind: Literal["hand", "pile", "row", "display", "columns"]
    seen: Seen
    owner: str | None = None
    label: str = ""
    colour: str = ""
    note: Words | UnsetType = UNSET
    shows: Literal["top"] | UnsetType = UNSET
    cards: list[str] = []

    def view(self, viewer: str | None, say: Say = ENGLISH.say) -> ZoneView:
        """The zone as `viewer` may see it: hidden cards are a number."""
        return ZoneView(
            id=self.id,
            kind=self.kind,
            owner=self.owner,
            label=say(self.label),
            colour=self.colour or UNSET,
            note=UNSET if self.note is UNSET else say(self.note),
            count=len(self.cards),
            cards=self._shown() if sees(self.seen, viewer) else UNSET,
        )

    def _shown(self) -> list[str]:
        return self.cards[-1:] if self.shows == "top" else list(self.cards)


class ZoneView(msgspec.Struct, kw_only=True):
    """A zone in an answer; `cards` only where the viewer may see the faces."""

    id: str
    kind: str
    owner: str | None
    label: str
    colour: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    count: int
    cards: list[str] | UnsetType = UNSET


class Moved(msgspec.Struct, kw_only=True):
    """Cards that went from one zone to another, and who may know which."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    faces: list[str]
    seen: Seen

    def view(self, viewer: str | None) -> MovedView:
        """The movement as `viewer` may see it."""
        return MovedView(
            source=self.source,
            target=self.target,
            count=len(self.faces),
            faces=list(self.faces) if sees(self.seen, viewer) else UNSET,
        )


class MovedView(msgspec.Struct, kw_only=True):
    """Moved cards in an answer; `faces` only for those who may see them."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    count: int
    faces: list[str] | UnsetType = UNSET


class Event(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What happened, for log, animation and sound.

    `text` is a template: `{by}` and `{name of an argument}`; a value that is the id of a player
    stands for that player's name. `many` is its form where the argument `count` is not 1. `seen` says
    who may know that it happened at all; for others the version has an empty event.
    """

    type: str
    text: str = ""
    many: str = ""
    by: str | None = None
    args: dict[str, Arg] = {}
    tone: Tone = "info"
    cards: list[Moved] = []
    seen: Seen = "all"

    def view(
        self,
        viewer: str | None,
        version: int,
        at: int,
        language: Language = ENGLISH,
        names: Names = NOBODY,
    ) -> EventView:
        """The event as `viewer` may see it, in their language, with the version that it belongs to.

        `names` are for words within arguments; elsewhere a client puts them in.
        """
        if not sees(self.seen, viewer):
            return EventView(v=version, at=at, type="hidden", tone="quiet")
        return EventView(
            v=version,
            at=at,
            type=self.type,
            by=self.by,
            text=language.template(self.text, self.many, self.args) if self.text else "",
            args={name: _shown(value, language, names) for name, value in self.args.items()},
            tone=self.tone,
            cards=[moved.view(viewer) for moved in self.cards],
        )


class EventView(msgspec.Struct, kw_only=True):
    """An event in an answer."""

    v: int
    at: int
    type: str
    by: str | None = None
    text: str = ""
    args: dict[str, Scalar] = {}
    tone: Tone = "info"
    cards: list[MovedView] = []


class MarkView(msgspec.Struct):
    """A mark in an answer."""

    label: str
    tone: Tone = "info"
    kind: str = ""


class Mark(msgspec.Struct):
    """A small public fact about a player, such as UNO! `kind` says in every language which it is."""

    label: Words
    tone: Tone = "info"
    kind: str = ""

    def view(self, say: Say) -> MarkView:
        """The mark in the words of a reader."""
        return MarkView(say(self.label), self.tone, self.kind)


class FactView(msgspec.Struct):
    """A fact in an answer."""

    label: str
    text: str
    kind: str = ""
    value: Scalar | UnsetType = UNSET


class Fact(msgspec.Struct):
    """A public fact about the game. `kind` says in every language which it is, and `value` what it says,
    where that is a number or a code.
    """

    label: str
    text: Words
    kind: str = ""
    value: Scalar | UnsetType = UNSET

    def view(self, say: Say) -> FactView:
        """The fact in the words of a reader."""
        return FactView(say(self.label), say(self.text), self.kind, self.value)


class Player(msgspec.Struct, omit_defaults=True):
    """A seat of the game. `active` is False for one who has left it. Players with the same `side` win and
    lose together; without one everybody plays alone.
    """

    id: str
    active: bool = True
    score: int = 0
    side: str = ""


class Decision(msgspec.Struct, omit_defaults=True):
    """Something the game waits for: of whom, and until when (ms since 1970, None: for ever).

    `players` may be empty: then the step comes by itself when its time is up. `optional`: letting the
    time pass is an answer, too, so nobody is counted as absent for it. `moment`: the number by which
    moves name it. `beside`: it goes on when something else is asked. `passed`: who let it pass, and
    `answers`: what has been answered, both known only to those who did.
    """

    name: str
    players: list[str]
    until: int | None = None
    optional: bool = False
    moment: int = 0
    beside: bool = False
    passed: list[str] = []
    answers: dict[str, dict[str, Any]] = {}

    def waits_for(self) -> list[str]:
        """Those who have neither answered nor let it pass."""
        return [id for id in self.players if id not in self.passed and id not in self.answers]


class Standing(msgspec.Struct):
    """One line of the final order. Equal results share a place; the next place is skipped. A side takes one
    place, however many players it has.
    """

    id: str
    place: int
    score: int


class Result(msgspec.Struct):
    """How the game ended. `text` may name players as `{p1}`."""

    winners: list[str]
    reason: str
    text: Words
    standing: list[Standing]


class Table(msgspec.Struct, kw_only=True, tag_field="game"):
    """One game in progress. Each game adds its own fields in a subclass with its id as tag, and narrows
    `options` to its own.

    `now` is the time of the step that is being applied, in ms since 1970; `news` are the events
    of that step, taken away by `cheat.games.engine` when the step is done. `moment` counts what has
    been asked; `spent` is what rules did within this call. `order`: the sort key by which hands keep
    themselves in order, if they do.
    """

    order: ClassVar[Any] = None

    players: list[Player]
    rng: Rng
    options: Any = Options()
    now: int = 0
    moment: int = 0
    zones: dict[str, Zone] = {}
    turn: str | None = None
    decisions: list[Decision] = []
    result: Result | None = None
    news: list[Event] = []
    spent: int = 0

    def spend(self, steps: int = 1) -> None:
        """Count what rules do, so that no call of them is without an end. Raises OutOfSteps."""
        self.spent += steps
        if self.spent > MOST_STEPS:
            raise OutOfSteps(f"{self.game} did more than {MOST_STEPS} steps in one call")

    @property
    def game(self) -> str:
        """Id of the game that it was dealt for."""
        return str(self.__struct_config__.tag)

    # Players

    def player(self, id: str) -> Player:
        """The player with this id. Raises KeyError."""
        for player in self.players:
            if player.id == id:
                return player
        raise KeyError(id)

    def active(self) -> list[str]:
        """Ids of those still in the game, clockwise."""
        return [player.id for player in self.players if player.active]

    def after(self, id: str, steps: int = 1) -> str:
        """The active player `steps` seats clockwise (negative: the other way) of `id`, active or not."""
        return following([p.id for p in self.players], id, set(self.active()), steps)

    def others(self, player: str) -> list[str]:
        """Everybody else who is still in the game, clockwise from the first seat."""
        return [id for id in self.active() if id != player]

    def partners(self, player: str) -> list[str]:
        """Everybody who wins and loses with this player, who is one of them, in seat order."""
        side = self.player(player).side
        return [one.id for one in self.players if one.id == player or (side and one.side == side)]

    def depart(self, player: str) -> None:
        """A player is out of the game: no longer active, and waited for by nothing."""
        self.player(player).active = False
        for decision in self.decisions:
            decision.players = [id for id in decision.players if id != player]

    # Zones and cards

    def add(self, zone: Zone) -> Zone:
        """Put a new zone on the table; zones are shown in the order in which they were added."""
        self.zones[zone.id] = zone
        return zone

    def add_hand(self, player: str, cards: Sequence[str] = ()) -> Zone:
        """Give a player a hand, whose faces nobody else sees."""
        zone = Zone(id=f"hand:{player}", kind="hand", owner=player, seen=[player], label="Hand")
        zone.cards = list(cards)
        return self.add(zone)

    def hand(self, player: str) -> Zone:
        """The zone called `hand:<player>`."""
        return self.zones[f"hand:{player}"]

    @property
    def deck(self) -> Zone:
        """The draw pile, next card on top, in games that have one."""
        return self.zones["deck"]

    @property
    def discard(self) -> Zone:
        """The discard pile, in games that have one."""
        return self.zones["discard"]

    def add_piles(self, cards: Sequence[str]) -> None:
        """A draw pile of these cards, whose faces nobody sees, and an open discard pile."""
        self.add(Zone(id="deck", kind="pile", seen="nobody", label="Draw pile", cards=list(cards)))
        self.add(Zone(id="discard", kind="pile", seen="all", label="Discard pile"))

    def gather(self) -> None:
        """All cards of the table into the draw pile, shuffled."""
        cards = [card for zone in self.zones.values() for card in zone.cards]
        self.rng.shuffle(cards)
        for zone in self.zones.values():
            zone.cards = cards if zone is self.deck else []

    def refill(self, keep: int = 1) -> bool:
        """Whether there is a card to draw; the discard pile is shuffled if need be, but for its top cards, of
        which so many are kept.
        """
        if not self.deck.cards and len(self.discard.cards) > keep:
            moved = self.move(self.discard.cards[: len(self.discard.cards) - keep], self.discard, self.deck)
            self.rng.shuffle(self.deck.cards)
            self.tell("reshuffled", "The discard pile becomes the draw pile.", cards=[moved])
        return bool(self.deck.cards)

    def cards_of(self, zone: str) -> list[str]:
        """The faces in a zone, for checking forms."""
        return self.zones[zone].cards

    def move(self, cards: Sequence[str], source: Zone, target: Zone, *, at: int | None = None) -> Moved:
        """Move cards onto a zone (or to index `at`, 0 being the bottom) and say so for an event.

        Of equal faces the topmost goes. Whoever sees the faces before or after knows which cards
        moved. Raises ValueError where a card is not in `source`.
        """
        faces = list(cards)
        self.spend(1 + len(faces))
        if Counter(faces) - Counter(source.cards):
            raise ValueError(f"not all of {faces} are in {source.id}")
        for card in faces:
            del source.cards[-1 - source.cards[::-1].index(card)]
        place = len(target.cards) if at is None else at
        target.cards[place:place] = faces
        if target.kind == "hand" and type(self).order:
            target.cards.sort(key=type(self).order)
        return Moved(source=source.id, target=target.id, faces=faces, seen=_either(source.seen, target.seen))

    def move_all(self, source: Zone, target: Zone, *, at: int | None = None) -> Moved:
        """Move everything, keeping the order."""
        return self.move(list(source.cards), source, target, at=at)

    # What is awaited

    @property
    def phase(self) -> str:
        """The name of the decision that the game waits for."""
        return self.decisions[0].name

    @property
    def actor(self) -> str:
        """The player on turn, as a text."""
        assert self.turn is not None, "somebody is on turn until the end"
        return self.turn

    def ask(self, ask: type[Ask[Any]], *players: str, seconds: float | None = None) -> Decision:
        """Wait for this instead of what the game waited for; what was asked beside it goes on.

        The clock is what the options say under the name `ask.clock`, or `seconds`; 0: there is none.
        """
        beside = [one for one in self.decisions if one.beside]
        decision = self._decision(ask, players, seconds)
        self.decisions = [decision, *beside]
        return decision

    def ask_beside(self, ask: type[Ask[Any]], *players: str, seconds: float | None = None) -> Decision:
        """Wait for this, too."""
        decision = self._decision(ask, players, seconds)
        decision.beside = True
        self.decisions.append(decision)
        return decision

    def _decision(self, ask: type[Ask[Any]], players: Sequence[str], seconds: float | None) -> Decision:
        self.spend()
        self.moment += 1
        if seconds is None:
            seconds = getattr(self.options, ask.clock) if ask.clock else 0
        until = self.in_seconds(seconds) if seconds else None
        return Decision(ask.id, list(players), until, ask.optional, self.moment)

    def renew(self, decision: Decision) -> None:
        """What it asks is no longer the same: a move that was meant for it as it was comes too late."""
        self.moment += 1
        decision.moment = self.moment

    def decision(self, name: str) -> Decision | None:
        """The awaited decision with this name, if there is one."""
        return next((one for one in self.decisions if one.name == name), None)

    def settle(self, *names: str) -> None:
        """No longer wait for these decisions."""
        self.decisions = [one for one in self.decisions if one.name not in names]

    def due(self) -> int | None:
        """When the next decision times out, in ms since 1970; None: nothing is timed."""
        return min((one.until for one in self.decisions if one.until is not None), default=None)

    def overdue(self, now: int) -> Decision | None:
        """The decision whose time was up first, if that was by `now`."""
        timed = [one for one in self.decisions if one.until is not None and one.until <= now]
        return min(timed, key=lambda one: one.until or 0, default=None)

    def in_seconds(self, seconds: float) -> int:
        """The moment so many seconds after this step."""
        return self.now + round(seconds * 1000)

    # What happened

    def tell(
        self,
        type: str,
        text: str = "",
        *,
        many: str = "",
        by: str | None = None,
        tone: Tone = "info",
        cards: Iterable[Moved] = (),
        seen: Seen = "all",
        **args: Arg,
    ) -> None:
        """Add an event to the news of this step. `many`: the template where `count` is not 1."""
        self.spend()
        moved = [one for one in cards if one.faces]
        self.news.append(
            Event(type=type, text=text, many=many, by=by, args=args, tone=tone, cards=moved, seen=seen)
        )

    def finish(
        self, winners: list[str], reason: str, text: Words, order: Callable[[Player], tuple[int, ...]]
    ) -> None:
        """The game is over. `order` is the key of `ranking`."""
        self.turn = None
        self.result = Result(winners, reason, text, ranking(self.players, order))
        tone: Tone = "good" if winners else "info"
        said = text if isinstance(text, Text) else Text(text)
        args = {one.id: one.id for one in self.players if f"{{{one.id}}}" in said.template}
        self.news.append(
            Event(type="game_over", text=said.template, many=said.many, args={**said.args, **args}, tone=tone)
        )


def following(seats: Sequence[str], start: str, present: set[str], steps: int = 1) -> str:
    """The id `steps` present seats clockwise of `start`. Raises ValueError if nobody is present."""
    if not present.intersection(seats):
        raise ValueError("nobody is left at the table")
    direction = 1 if steps > 0 else -1
    index = seats.index(start)
    for _ in range(abs(steps)):
        index = (index + direction) % len(seats)
        while seats[index] not in present:
            index = (index + direction) % len(seats)
    return seats[index]


def ranking(players: Iterable[Player], order: Callable[[Player], tuple[int, ...]]) -> list[Standing]:
    """Final order, smallest key first; equal keys share a place and the places behind are skipped."""
    ordered = sorted(players, key=order)
    keys = [order(player) for player in ordered]
    sides = [player.side or player.id for player in ordered]
    places = [1 + len({*sides[: keys.index(key)]}) for key in keys]
    return [Standing(one.id, place, one.score) for one, place in zip(ordered, places, strict=True)]


def _either(one: Seen, other: Seen) -> Seen:
    if "all" in (one, other):
        return "all"
    return sorted({*(one if isinstance(one, list) else ()), *(other if isinstance(other, list) else ())})


def _shown(value: Arg, language: Language, names: Names) -> Scalar:
    return value if isinstance(value, (int, str)) else language.shown(value, names)
