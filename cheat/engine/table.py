"""The parts of every game: players, cards in zones, and open decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from cheat.engine.knowledge import CardMovement, Knowledge, MoveObserver
from cheat.engine.options import Options
from cheat.engine.rng import Rng
from cheat.engine.visibility import (
    Badge,
    Event,
    EventView,
    Fact,
    FactView,
    MarkView,
    Moved,
    RememberedValue,
    Tone,
    Viewers,
    Zone,
    ZoneView,
    sees,
)
from cheat.i18n.messages import Arg, Text, Words

__all__ = (
    "Badge", "Decision", "Event", "EventView", "Fact", "FactView", "MarkView", "Moved", "Player",
    "RememberedValue", "Result", "Standing", "Table", "Tone", "Viewers", "Zone", "ZoneView", "following",
    "ranking", "sees", "take",
)  # fmt: skip
"""The public names: a table, and the views of it."""

MOST_STEPS = 20_000
"""Most steps of rules on a table within one call; no game comes near it."""


class DecisionTerms(NamedTuple):
    """Terms of a decision kind.

    `clock`: the option with its seconds; `after_delay`: the id of a delay that has to end before its clock
    starts.
    """

    id: str
    clock: str
    after_delay: str
    optional: bool


class HasTerms(Protocol):
    """A kind of decision, as far as a table knows it. `cheat.engine.decisions` has the kinds."""

    terms: DecisionTerms


class OutOfSteps(Exception):
    """Raised when the rules of a game, named by its id, do not come to an end."""


class Player(msgspec.Struct, omit_defaults=True, gc=False):
    """A seat of the game; `active` is False once its player has left.

    Players with the same `side` win and lose together; without one each plays alone. `tally`: how often they
    did the things for which there are awards; it is secret before the end.
    """

    id: str
    active: bool = True
    score: int = 0
    side: str = ""
    tally: dict[str, int] = {}


DECISION_FIELDS = {"stays_open": "beside", "passed_players": "passed", "own_moments": "own"}
"""Field of a decision -> its name in stored tables, where they differ."""


class Decision(msgspec.Struct, omit_defaults=True, gc=False, rename=DECISION_FIELDS):
    """A decision that the game waits for: its players, and its end (ms since 1970, None: never).

    `players` may be empty: then the step comes by itself when its time is up. `optional`: letting the time
    pass is an answer, too, so a player that does it is not counted as absent. `moment`: the number by which
    moves name it; `own_moments`: for each player that has acted since it was opened, a newer number to use
    instead. `stays_open`: it goes on when another decision is opened. `passed_players`: the players that let
    it pass, and `answers`: the answers so far, both known only to the players concerned.
    """

    name: str
    players: list[str]
    until: int | None = None
    optional: bool = False
    moment: int = 0
    stays_open: bool = False
    passed_players: list[str] = []
    answers: dict[str, dict[str, Any]] = {}
    own_moments: dict[str, int] = {}

    def moment_of(self, player: str) -> int:
        """Return the number by which moves of this player name it."""
        return self.own_moments.get(player, self.moment)

    def waits_for(self) -> list[str]:
        """Return the players that have neither answered nor let it pass."""
        if not self.passed_players and not self.answers:
            return self.players[:]
        answered = [*self.passed_players, *self.answers]
        return [id for id in self.players if id not in answered]


class Standing(msgspec.Struct):
    """One line of the final order.

    Equal results share a place; the next place is skipped. A side takes one place, however many players it
    has.
    """

    id: str
    place: int
    score: int


class Result(msgspec.Struct):
    """The end of the game. `text` may name players as `{p1}`."""

    winners: list[str]
    reason: str
    text: Words
    standing: list[Standing]


class Table(msgspec.Struct, kw_only=True, tag_field="game", rename={"events": "news", "knowledge": "known"}):
    """One game in progress.

    Each game adds its own fields in a subclass with its id as tag, and narrows `options` to its own.

    `now` is the time of the step that is being applied, in ms since 1970; `events` are the events of that
    step, taken away by `cheat.engine.engine` when the step is done. `moment` counts the decisions opened so
    far; `spent` is the number of steps of rules within this call. `hand_order`: the sort key by which hands
    keep themselves in order, if they do. `knowledge`: what seats know of cards that they cannot see. It is
    set only on tables that were dealt to record it, never in a room.
    """

    hand_order: ClassVar[Any] = None

    players: list[Player]
    rng: Rng
    options: Any = Options()
    now: int = 0
    moment: int = 0
    zones: dict[str, Zone] = {}
    turn: str | None = None
    decisions: list[Decision] = []
    result: Result | None = None
    events: list[Event] = []
    spent: int = 0
    knowledge: Knowledge | UnsetType = UNSET

    def spend(self, steps: int = 1) -> None:
        """Count steps of rules, so that every call of them ends. Raises OutOfSteps."""
        self.spent += steps
        if self.spent > MOST_STEPS:
            raise OutOfSteps(self.game)

    @property
    def game(self) -> str:
        """The id of the game that the table was dealt for."""
        return str(self.__struct_config__.tag)

    # Players

    def player(self, id: str) -> Player:
        """Return the player with this id.

        Raises KeyError.
        """
        for player in self.players:
            if player.id == id:
                return player
        raise KeyError(id)

    def active(self) -> list[str]:
        """Return the ids of the players still in the game, clockwise."""
        here = []
        for one in self.players:
            if one.active:
                here.append(one.id)
        return here

    def after(self, id: str, steps: int = 1) -> str:
        """Return the active player `steps` seats clockwise of `id` (negative: the other way).

        `id` may be active or not.
        """
        here = self.active()
        if id in here:
            return here[(here.index(id) + steps) % len(here)]
        return following([p.id for p in self.players], id, set(here), steps)

    def others(self, player: str) -> list[str]:
        """Return all other players still in the game, clockwise from the first seat."""
        here = []
        for one in self.players:
            if one.active and one.id != player:
                here.append(one.id)
        return here

    def partners(self, player: str) -> list[str]:
        """Return all players that win and lose with this player, the player included, in seat order."""
        side = self.player(player).side
        return [one.id for one in self.players if one.id == player or (side and one.side == side)]

    def depart(self, player: str) -> None:
        """Take a player out of the game: no longer active, and no decision waits for them."""
        self.player(player).active = False
        for decision in self.decisions:
            decision.players = [id for id in decision.players if id != player]

    # Zones and cards

    def add(self, zone: Zone) -> Zone:
        """Put a new zone on the table; zones are shown in the order in which they were added."""
        self.zones[zone.id] = zone
        return zone

    def add_hand(self, player: str, cards: Sequence[str] = ()) -> Zone:
        """Give a player a hand, with faces that no other player sees."""
        zone = Zone(id=f"hand:{player}", kind="hand", owner=player, viewers=[player], label="Hand")
        zone.cards = self._in_order(cards)
        return self.add(zone)

    def add_hands(self) -> None:
        """Add an empty hand for each player."""
        for id in self.active():
            self.add_hand(id)

    def _in_order(self, cards: Sequence[str]) -> list[str]:
        return sorted(cards, key=type(self).hand_order) if type(self).hand_order else list(cards)

    def hand(self, player: str) -> Zone:
        """Return the zone called `hand:<player>`."""
        return self.zones[f"hand:{player}"]

    @property
    def deck(self) -> Zone:
        """The draw pile, next card on top, in games that have one."""
        return self.zones["deck"]

    @property
    def discard(self) -> Zone:
        """The discard pile, in games that have one."""
        return self.zones["discard"]

    def dealt_shares(self, cards: Sequence[str], start: str, takers: Sequence[str]) -> dict[str, list[str]]:
        """Return the cards that each of these players gets, one at a time from the left of `start`.

        `takers` are in seat order.
        """
        first = takers.index(following([one.id for one in self.players], start, set(takers)))
        return {id: list(cards[(at - first) % len(takers) :: len(takers)]) for at, id in enumerate(takers)}

    def deal_hands(self, cards: Sequence[str], start: str) -> None:
        """Give all players the hands that fall to them, dealing from the left of `start`."""
        for id, share in self.dealt_shares(cards, start, self.active()).items():
            self.hand(id).cards = self._in_order(share)

    def add_piles(self, cards: Sequence[str] = ()) -> None:
        """Add a draw pile of these cards with hidden faces, and an open discard pile."""
        self.add(Zone(id="deck", kind="pile", viewers="nobody", label="Draw pile", cards=list(cards)))
        self.add(Zone(id="discard", kind="pile", viewers="all", label="Discard pile"))

    def gather(self) -> None:
        """Gather all cards of the table into the draw pile, shuffled."""
        cards = [card for zone in self.zones.values() for card in zone.cards]
        self.rng.shuffle(cards)
        for zone in self.zones.values():
            zone.cards = cards if zone is self.deck else []
        self.forget_cards()

    def can_draw(self) -> bool:
        """Return whether there is a card to draw, the discard pile below its top included."""
        return bool(self.deck.cards) or len(self.discard.cards) > 1

    def refill(self, keep: int = 1) -> bool:
        """Return whether there is a card to draw, after shuffling the discard pile if need be.

        The top `keep` cards of the discard pile stay.
        """
        if not self.deck.cards and len(self.discard.cards) > keep:
            moved = self.move(self.discard.cards[: len(self.discard.cards) - keep], self.discard, self.deck)
            self.shuffle_zone(self.deck)
            self.tell("reshuffled", "The discard pile is shuffled into a new draw pile.", cards=[moved])
        return bool(self.deck.cards)

    def draw(self, player: str, count: int, enough: Callable[[str], bool] | None = None) -> list[Moved]:
        """Draw up to `count` cards one by one, until none is left or a card is `enough`."""
        moved: list[Moved] = []
        while len(moved) < count and self.refill():
            card = self.deck.cards[-1]
            moved.append(self.move([card], self.deck, self.hand(player)))
            if enough and enough(card):
                break
        return moved

    def return_hand(self, leaver: str) -> None:
        """Put the hand of a leaver into the draw pile."""
        moved = self.move_all(self.hand(leaver), self.deck)
        self.shuffle_zone(self.deck)
        self.tell("hand_returned", tone="quiet", by=leaver, cards=[moved])

    def pass_hands(self, takers: Mapping[str, str]) -> list[Moved]:
        """Pass the hand of each player in `takers` to the player that `takers` names for it."""
        hands = {id: list(self.hand(id).cards) for id in takers}
        return [self.move(hands[id], self.hand(id), self.hand(taker)) for id, taker in takers.items()]

    def shuffle_zone(self, zone: Zone) -> None:
        """Shuffle the cards of a zone; no player knows their order any more."""
        self.rng.shuffle(zone.cards)
        self.note_new_order(zone)

    def note_new_order(self, zone: Zone) -> None:
        """Note that the cards of a zone were put into another order.

        Players that do not see them no longer know their places.
        """
        if self.knowledge is not UNSET:
            self.knowledge.note_shuffle(zone.id)

    def forget_cards(self) -> None:
        """Note that all cards are dealt anew: no player knows where any of them is."""
        if self.knowledge is not UNSET:
            self.knowledge.forget()

    def show(self, zone: Zone, viewers: Viewers) -> None:
        """Change which players see the faces of a zone.

        A player that loses sight of the zone still knows the cards that lie there.
        """
        before, zone.viewers = zone.viewers, viewers
        if self.knowledge is not UNSET:
            for one in self.players:
                self.knowledge.note_visibility(
                    one.id, zone, before=sees(before, one.id), after=sees(viewers, one.id)
                )

    def declare_known(self, faces: Sequence[str], zones: Sequence[str]) -> None:
        """Note that each of these cards is in one of these zones.

        The players that see none of the zones know this from then on.
        """
        if self.knowledge is not UNSET:
            viewers = [self.zones[id].viewers for id in zones]
            unsighted = [
                one.id
                for one in self.players
                if not any(sees(zone_viewers, one.id) for zone_viewers in viewers)
            ]
            self.knowledge.declare(unsighted, faces, zones)

    def admits(self, zone: Zone, face: str) -> bool:
        """Return whether a hidden zone can have this card, as all players know from the rules."""
        return True

    def cards_of(self, zone: str) -> list[str]:
        """Return the faces in a zone, for checking forms."""
        return self.zones[zone].cards

    def move(
        self,
        cards: Sequence[str],
        source: Zone,
        target: Zone,
        *,
        at: int | None = None,
        placed: Viewers = "nobody",
    ) -> Moved:
        """Move cards onto a zone, or to index `at` (0 is the bottom); return the move, for an event.

        Of equal faces the topmost goes. A player that sees the faces before or after knows which cards moved;
        `placed`: the players that know `at`. Raises ValueError if a card is not in `source`.
        """
        faces = list(cards)
        self.spent = spent = self.spent + 1 + len(faces)
        if spent > MOST_STEPS:
            raise OutOfSteps(self.game)
        from_top = take(source, faces)
        if self.knowledge is not UNSET:
            depth = 0 if at is None else len(target.cards) - at
            movement = CardMovement(source, target, faces, from_top, depth, self.admits)
            self.knowledge.follow(movement, self._observers(movement, "all" if at is None else placed))
        there = target.cards
        if target.kind == "hand" and (order := self.hand_order):
            there.extend(faces)
            there.sort(key=order)
        elif at is None:
            there.extend(faces)
        else:
            there[at:at] = faces
        return Moved(
            source=source.id, target=target.id, faces=faces, viewers=_union(source.viewers, target.viewers)
        )

    def _observers(self, movement: CardMovement, placed: Viewers) -> list[MoveObserver]:
        source, target = movement.source.viewers, movement.target.viewers
        return [
            MoveObserver(one.id, sees(source, one.id), sees(target, one.id), sees(placed, one.id))
            for one in self.players
        ]

    def move_all(self, source: Zone, target: Zone, *, at: int | None = None) -> Moved:
        """Move all cards, keeping the order."""
        return self.move(source.cards, source, target, at=at)

    # Decisions

    @property
    def phase(self) -> str:
        """The name of the decision that the game waits for."""
        return self.decisions[0].name

    @property
    def actor(self) -> str:
        """The player on turn; unlike `turn`, this is never None."""
        assert self.turn is not None, "somebody is on turn until the end"
        return self.turn

    def open_decision(self, kind: HasTerms, *players: str, seconds: float | None = None) -> Decision:
        """Open this decision in place of the present ones; decisions opened beside it go on.

        `seconds` is the time of its clock, by default the option that the kind names; 0 means no clock. The
        clock starts when the delay named by `after_delay` is over.
        """
        decision, before = self._new_decision(kind, players, seconds), self.decisions
        self.decisions = decisions = [decision]
        for one in before:
            if one.stays_open:
                decisions.append(one)
        return decision

    def add_decision(self, kind: HasTerms, *players: str, seconds: float | None = None) -> Decision:
        """Open this decision beside those that are open already."""
        decision = self._new_decision(kind, players, seconds, stays_open=True)
        self.decisions.append(decision)
        return decision

    def add_timed_decision(self, kind: HasTerms, *players: str) -> None:
        """Open this decision beside those that are open already, unless its clock is set to 0."""
        if seconds := getattr(self.options, kind.terms.clock):
            self.decisions.append(self._new_decision(kind, players, seconds, stays_open=True))

    def _new_decision(
        self, kind: HasTerms, players: Sequence[str], seconds: float | None, stays_open: bool = False
    ) -> Decision:
        self.spent = spent = self.spent + 1
        if spent > MOST_STEPS:
            raise OutOfSteps(self.game)
        self.moment = moment = self.moment + 1
        name, clock, after_delay, optional = kind.terms
        if seconds is None and clock:
            seconds = getattr(self.options, clock)
        until = None
        if seconds:
            until = self.now + round(seconds * 1000)
            if after_delay and (delay := self.decision(after_delay)) and delay.until:
                until += delay.until - self.now
        return Decision(name, [*players], until, optional, moment, stays_open)

    def renew(self, decision: Decision) -> None:
        """Give a changed decision a new moment: a move meant for its earlier state comes too late."""
        self.moment += 1
        decision.moment = self.moment

    def decision(self, name: str) -> Decision | None:
        """Return the open decision with this name, if there is one."""
        for one in self.decisions:
            if one.name == name:
                return one
        return None

    def decision_at(self, moment: int, player: str) -> Decision:
        """Return the open decision with this moment, for a player. Raises KeyError."""
        for one in self.decisions:
            if (one.own_moments.get(player, one.moment) if one.own_moments else one.moment) == moment:
                return one
        raise KeyError(moment)

    def close_decisions(self, *names: str) -> None:
        """Close these decisions."""
        decisions = []
        for one in self.decisions:
            if one.name not in names:
                decisions.append(one)
        self.decisions = decisions

    def due(self) -> int | None:
        """Return the time at which the next decision times out, in ms since 1970; None if none does."""
        due = None
        for one in self.decisions:
            if one.until is not None and (due is None or one.until < due):
                due = one.until
        return due

    def overdue(self, now: int) -> Decision | None:
        """Return the decision whose time was up first, if that was by `now`."""
        first, due = None, now + 1
        for one in self.decisions:
            if one.until is not None and one.until < due:
                first, due = one, one.until
        return first

    def in_seconds(self, seconds: float) -> int:
        """Return the time `seconds` after this step."""
        return self.now + round(seconds * 1000)

    # Events

    def tell(
        self,
        type: str,
        text: str = "",
        *,
        many: str = "",
        by: str | None = None,
        tone: Tone = "info",
        kind: str = "",
        cards: Iterable[Moved] = (),
        viewers: Viewers = "all",
        **args: Arg,
    ) -> None:
        """Add an event to the news of this step.

        `many`: the template if `count` is not 1. `count` is the number of cards unless it is an argument.
        """
        self.spent = spent = self.spent + 1
        if spent > MOST_STEPS:
            raise OutOfSteps(self.game)
        moved = []
        if cards:
            for one in cards:
                if one.faces:
                    moved.append(one)
        if many and "count" not in args:
            args["count"] = sum(len(one.faces) for one in moved)
        self.events.append(Event(type, text, many, by, args, tone, kind, moved, viewers))

    def count(self, player: str, what: str, number: int = 1) -> None:
        """Count something that a player has done `number` times, for the awards."""
        for one in self.players:
            if one.id == player:
                one.tally[what] = one.tally.get(what, 0) + number
                return
        raise KeyError(player)

    def finish(
        self, winners: list[str], reason: str, text: Words, order: Callable[[Player], tuple[int, ...]]
    ) -> None:
        """End the game. `hand_order` is the key of `ranking`."""
        self.turn = None
        self.result = Result(winners, reason, text, ranking(self.players, order))
        tone: Tone = "good" if winners else "info"
        words = text if isinstance(text, Text) else Text(text)
        args = {one.id: one.id for one in self.players if f"{{{one.id}}}" in words.template}
        self.events.append(
            Event(
                type="game_over", text=words.template, many=words.many, args={**words.args, **args}, tone=tone
            )
        )


def following(seats: Sequence[str], start: str, present: set[str], steps: int = 1) -> str:
    """Return the id `steps` present seats clockwise of `start`.

    Raises ValueError if no seat is present.
    """
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
    """Return the final order, smallest key first.

    Equal keys share a place, and the places behind are skipped.
    """
    ordered = sorted(players, key=order)
    keys = [order(player) for player in ordered]
    sides = [player.side or player.id for player in ordered]
    places = [1 + len({*sides[: keys.index(key)]}) for key in keys]
    return [Standing(one.id, place, one.score) for one, place in zip(ordered, places, strict=True)]


def take(source: Zone, faces: list[str]) -> bool:
    """Take these faces out of a zone, and return whether they were exactly its top cards.

    Of equal faces the topmost goes. If one is not there, it takes nothing and raises ValueError.
    """
    here = source.cards
    rest = len(here) - len(faces)
    if here[rest:] == faces:  # from the top, or all
        del here[rest:]
        return True
    left = here[::-1]
    try:
        for card in faces:
            left.remove(card)
    except ValueError:
        raise ValueError(f"not all of {faces} are in {source.id}") from None
    left.reverse()
    here[:] = left
    return False


def _union(one: Viewers, other: Viewers) -> Viewers:
    """Return the viewers that see the one or the other."""
    if not isinstance(other, str):
        one, other = other, one
    if isinstance(one, str):
        return "all" if one == "all" or other == "all" else []
    if isinstance(other, str):
        return "all" if other == "all" else one
    return sorted({*one, *other}) if one and other else one or other
