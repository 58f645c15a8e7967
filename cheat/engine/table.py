"""The parts of every game's table: players, cards in zones, and open decisions."""

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
"""The public names: the table and its parts, and their views."""

MOST_STEPS = 20_000
"""Maximum number of steps of rules on a table within one call of the engine.

Steps of rules are small, such as moving a card or opening a decision. No real game comes near the maximum.
"""


class DecisionTerms(NamedTuple):
    """The data of a decision kind that a table needs to open a decision.

    - `clock`: the name of the option that gives the time limit in seconds
    - `after_delay`: the id of the delay after which the clock starts
    """

    id: str
    clock: str
    after_delay: str
    optional: bool


class HasTerms(Protocol):
    """The part of a decision kind that a table needs. The kinds are in `cheat.engine.decisions`."""

    terms: DecisionTerms


class OutOfSteps(Exception):
    """Raised when the rules of a game take too many steps. The argument is the game's id."""


class Player(msgspec.Struct, omit_defaults=True, gc=False):
    """A player of the game.

    - `active`: False once the player has left the game
    - `side`: players with the same side win and lose together. A player without a side plays alone.
    - `tally`: counts for awards, such as the number of bluffs, which are secret until the end
    """

    id: str
    active: bool = True
    score: int = 0
    side: str = ""
    tally: dict[str, int] = {}


DECISION_FIELDS = {"stays_open": "beside", "passed_players": "passed", "own_moments": "own"}
"""Field of a decision -> its name in stored tables, where they differ."""


class Decision(msgspec.Struct, omit_defaults=True, gc=False, rename=DECISION_FIELDS):
    """A decision that the game waits for.

    - `until`: the time at which the decision ends, in ms since 1970, or None for no time limit
    - `players`: the players that may answer. If there are none, the game waits until the time is up.
    - `optional`: a player may let the time run out, and then does not count as absent
    - `moment`: the number by which moves name the decision
    - `own_moments`: for a player that has acted, a newer number that this player's moves use instead
    - `stays_open`: the decision stays open when another decision is opened
    - `passed_players`, `answers`: the players that passed, and the answers so far. Each player knows only
      their own pass or answer.
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
        """Return the number by which moves of this player name the decision."""
        return self.own_moments.get(player, self.moment)

    def awaits(self, player: str | None) -> bool:
        """Return whether this decision still waits for a player."""
        if player is None or player in self.passed_players or player in self.answers:
            return False
        return player in self.players

    def waits_for(self) -> list[str]:
        """Return the players that have neither answered nor passed."""
        if not self.passed_players and not self.answers:
            return self.players[:]
        players_done = [*self.passed_players, *self.answers]
        return [id for id in self.players if id not in players_done]


class Standing(msgspec.Struct):
    """The place of one player in the final order.

    Players with equal results share a place: after two first places comes place 3. A side counts as one
    player.
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


TABLE_FIELDS = {"events": "news", "knowledge": "known", "steps_spent": "spent"}
"""Field of a table -> its name in stored tables, where they differ."""


class Table(msgspec.Struct, kw_only=True, tag_field="game", rename=TABLE_FIELDS):
    """One game in progress.

    Each game has a subclass with more fields, and with its own type of `options`. The tag of the subclass is
    the id of the game; stored tables contain the tag.

    - `now`: the time of the present step, in ms since 1970
    - `events`: the events of the present step. `cheat.engine.engine` removes them when the step is done.
    - `moment`: the newest number that a decision has got
    - `steps_spent`: the number of steps of rules within this call of the engine (see `MOST_STEPS`)
    - `hand_order`: the sort key of hands, if they are sorted
    - `knowledge`: the knowledge of seats about hidden cards, if the deal had `track_knowledge`. Tables in
      rooms do not have it.

    A step is one call of `deal`, `act`, `expire` or `leave` in `cheat.engine.engine`.
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
    steps_spent: int = 0
    knowledge: Knowledge | UnsetType = UNSET

    def spend(self, steps: int = 1) -> None:
        """Count steps of rules. Raises OutOfSteps if there are more than `MOST_STEPS`."""
        self.steps_spent += steps
        if self.steps_spent > MOST_STEPS:
            raise OutOfSteps(self.game)

    @property
    def game(self) -> str:
        """The id of the game for which the table was dealt."""
        return str(self.__struct_config__.tag)

    # Players

    def player(self, id: str) -> Player:
        """Return the player with this id. Raises KeyError."""
        for player in self.players:
            if player.id == id:
                return player
        raise KeyError(id)

    def active(self) -> list[str]:
        """Return the ids of the players still in the game, clockwise."""
        present = []
        for player in self.players:
            if player.active:
                present.append(player.id)
        return present

    def is_active(self, id: str) -> bool:
        """Return whether a player is still in the game. For an unknown id, return False."""
        for player in self.players:
            if player.id == id:
                return player.active
        return False

    def player_after(self, id: str, steps: int = 1) -> str:
        """Return the player that is `steps` active players clockwise of `id`.

        Negative steps go the other way. The player `id` need not be active.
        """
        present = self.active()
        if id in present:
            return present[(present.index(id) + steps) % len(present)]
        return following([p.id for p in self.players], id, set(present), steps)

    def others(self, player: str) -> list[str]:
        """Return all other players still in the game, clockwise from the first seat."""
        others = []
        for seat in self.players:
            if seat.active and seat.id != player:
                others.append(seat.id)
        return others

    def partners(self, player: str) -> list[str]:
        """Return all players on a player's side, including the player, in seat order."""
        side = self.player(player).side
        return [seat.id for seat in self.players if seat.id == player or (side and seat.side == side)]

    def depart(self, player: str) -> None:
        """Make a player inactive, and take the player out of all open decisions."""
        self.player(player).active = False
        for decision in self.decisions:
            decision.players = [id for id in decision.players if id != player]

    # Zones and cards

    def add(self, zone: Zone) -> Zone:
        """Add a zone to the table. Clients show zones in the order in which they were added."""
        self.zones[zone.id] = zone
        return zone

    def add_hand(self, player: str, cards: Sequence[str] = ()) -> Zone:
        """Give a player a hand that no other player can see."""
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
        """The draw pile, with the next card on top. Only some games have one."""
        return self.zones["deck"]

    @property
    def discard(self) -> Zone:
        """The discard pile. Only some games have one."""
        return self.zones["discard"]

    def dealt_shares(self, cards: Sequence[str], start: str, takers: Sequence[str]) -> dict[str, list[str]]:
        """Return the cards that each of these players gets if cards are dealt one at a time.

        The first card goes to the player to the left of `start`. `takers` are in seat order.
        """
        first_index = takers.index(following([player.id for player in self.players], start, set(takers)))
        return {
            id: list(cards[(index - first_index) % len(takers) :: len(takers)])
            for index, id in enumerate(takers)
        }

    def deal_hands(self, cards: Sequence[str], start: str) -> None:
        """Deal the cards to all players, one card at a time.

        The player to the left of `start` is first.
        """
        for id, share in self.dealt_shares(cards, start, self.active()).items():
            self.hand(id).cards = self._in_order(share)

    def add_piles(self, cards: Sequence[str] = ()) -> None:
        """Add a draw pile of these cards with hidden faces, and an open discard pile."""
        self.add(Zone(id="deck", kind="pile", viewers="nobody", label="Draw pile", cards=list(cards)))
        self.add(Zone(id="discard", kind="pile", viewers="all", label="Discard pile"))

    def gather(self) -> None:
        """Put all cards of the table into the draw pile, and shuffle it."""
        cards = [card for zone in self.zones.values() for card in zone.cards]
        self.rng.shuffle(cards)
        for zone in self.zones.values():
            zone.cards = cards if zone is self.deck else []
        self.forget_cards()

    def can_draw(self) -> bool:
        """Return whether a card can be drawn, perhaps after refilling the draw pile."""
        return bool(self.deck.cards) or len(self.discard.cards) > 1

    def refill(self, keep: int = 1) -> bool:
        """Refill an empty draw pile from the discard pile.

        Return whether the draw pile has cards then. The top `keep` cards of the discard pile stay there.
        """
        if not self.deck.cards and len(self.discard.cards) > keep:
            moved = self.move(self.discard.cards[: len(self.discard.cards) - keep], self.discard, self.deck)
            self.shuffle_zone(self.deck)
            self.tell("reshuffled", "The discard pile is shuffled into a new draw pile.", cards=[moved])
        return bool(self.deck.cards)

    def draw(self, player: str, count: int, enough: Callable[[str], bool] | None = None) -> list[Moved]:
        """Draw up to `count` cards one by one. Stop after a card for which `enough` returns True."""
        movements: list[Moved] = []
        while len(movements) < count and self.refill():
            card = self.deck.cards[-1]
            movements.append(self.move([card], self.deck, self.hand(player)))
            if enough and enough(card):
                break
        return movements

    def return_hand(self, leaver: str) -> None:
        """Put the hand of a leaver into the draw pile."""
        moved = self.move_all(self.hand(leaver), self.deck)
        self.shuffle_zone(self.deck)
        self.tell("hand_returned", tone="quiet", by=leaver, cards=[moved])

    def pass_hands(self, takers: Mapping[str, str]) -> list[Moved]:
        """Pass hands between players. `takers` maps each giver to the player that gets the hand."""
        hands = {id: list(self.hand(id).cards) for id in takers}
        return [self.move(hands[id], self.hand(id), self.hand(taker)) for id, taker in takers.items()]

    def shuffle_zone(self, zone: Zone) -> None:
        """Shuffle the cards of a zone. All players forget their order."""
        self.rng.shuffle(zone.cards)
        self.note_new_order(zone)

    def note_new_order(self, zone: Zone) -> None:
        """Note that a zone's cards have a new order.

        Players that do not see the zone forget the old order.
        """
        if self.knowledge is not UNSET:
            self.knowledge.note_shuffle(zone.id)

    def forget_cards(self) -> None:
        """Let all players forget all cards, because the cards are dealt anew."""
        if self.knowledge is not UNSET:
            self.knowledge.forget()

    def show(self, zone: Zone, viewers: Viewers) -> None:
        """Change which players see the faces of a zone.

        A player that loses sight of the zone still knows the cards that lie there.
        """
        earlier_viewers, zone.viewers = zone.viewers, viewers
        if self.knowledge is not UNSET:
            for player in self.players:
                self.knowledge.note_visibility(
                    player.id,
                    zone,
                    saw_before=sees(earlier_viewers, player.id),
                    sees_now=sees(viewers, player.id),
                )

    def declare_known(self, faces: Sequence[str], zones: Sequence[str]) -> None:
        """Note that each of these cards is in one of these zones, and that all players know this.

        This is recorded only for players that see none of the zones.
        """
        if self.knowledge is not UNSET:
            viewers = [self.zones[id].viewers for id in zones]
            unsighted = [
                player.id
                for player in self.players
                if not any(sees(zone_viewers, player.id) for zone_viewers in viewers)
            ]
            self.knowledge.declare(unsighted, faces, zones)

    def admits(self, zone: Zone, face: str) -> bool:
        """Return False if, as all players know, the rules exclude this card from a hidden zone."""
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
        """Move cards onto a zone, or to index `at` (0 is the bottom). Return the move, for an event.

        Of equal faces, the topmost is moved. A player that sees the cards before or after the move knows
        their faces. `placed`: the players that know the index `at`. Raises ValueError if a card is not in
        `source`.
        """
        faces = list(cards)
        self.steps_spent = steps = self.steps_spent + 1 + len(faces)
        if steps > MOST_STEPS:
            raise OutOfSteps(self.game)
        from_top = take(source, faces)
        if self.knowledge is not UNSET:
            depth = 0 if at is None else len(target.cards) - at
            movement = CardMovement(source, target, faces, from_top, depth, self.admits)
            self.knowledge.follow(movement, self._observers(movement, "all" if at is None else placed))
        target_cards = target.cards
        if target.kind == "hand" and (order := self.hand_order):
            target_cards.extend(faces)
            target_cards.sort(key=order)
        elif at is None:
            target_cards.extend(faces)
        else:
            target_cards[at:at] = faces
        return Moved(
            source=source.id, target=target.id, faces=faces, viewers=_union(source.viewers, target.viewers)
        )

    def _observers(self, movement: CardMovement, placed: Viewers) -> list[MoveObserver]:
        source, target = movement.source.viewers, movement.target.viewers
        return [
            MoveObserver(player.id, sees(source, player.id), sees(target, player.id), sees(placed, player.id))
            for player in self.players
        ]

    def move_all(self, source: Zone, target: Zone, *, at: int | None = None) -> Moved:
        """Move all cards without changing their order."""
        return self.move(source.cards, source, target, at=at)

    # Decisions

    @property
    def phase(self) -> str:
        """The name of the first open decision."""
        return self.decisions[0].name

    @property
    def actor(self) -> str:
        """The player on turn. Unlike `turn`, this is never None."""
        assert self.turn is not None, "a player is on turn until the end"
        return self.turn

    def open_decision(self, kind: HasTerms, *players: str, seconds: float | None = None) -> Decision:
        """Open this decision, and close all other decisions except those with `stays_open`.

        `seconds` is the time limit; 0 means that there is none. By default, the kind's option `clock` gives
        the time limit. The clock starts when the delay named by `after_delay` is over.
        """
        decision, earlier_decisions = self._new_decision(kind, players, seconds), self.decisions
        self.decisions = decisions = [decision]
        for earlier in earlier_decisions:
            if earlier.stays_open:
                decisions.append(earlier)
        return decision

    def add_decision(self, kind: HasTerms, *players: str, seconds: float | None = None) -> Decision:
        """Open this decision without closing others. It stays open when another decision is opened."""
        decision = self._new_decision(kind, players, seconds, stays_open=True)
        self.decisions.append(decision)
        return decision

    def add_timed_decision(self, kind: HasTerms, *players: str) -> None:
        """Open this decision without closing others.

        If the option for its time limit is 0, the decision is not opened.
        """
        if seconds := getattr(self.options, kind.terms.clock):
            self.decisions.append(self._new_decision(kind, players, seconds, stays_open=True))

    def _new_decision(
        self, kind: HasTerms, players: Sequence[str], seconds: float | None, stays_open: bool = False
    ) -> Decision:
        self.steps_spent = steps = self.steps_spent + 1
        if steps > MOST_STEPS:
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
        """Give a changed decision a new moment, so moves that name its old moment are refused."""
        self.moment += 1
        decision.moment = self.moment

    def decision(self, name: str) -> Decision | None:
        """Return the open decision with this name, if there is one."""
        for decision in self.decisions:
            if decision.name == name:
                return decision
        return None

    def decision_at(self, moment: int, player: str) -> Decision:
        """Return the open decision with this moment. Raises KeyError if there is none.

        If a decision has a newer moment for this player (`own_moments`), only the newer moment counts.
        """
        for decision in self.decisions:
            if (
                decision.own_moments.get(player, decision.moment) if decision.own_moments else decision.moment
            ) == moment:
                return decision
        raise KeyError(moment)

    def close_decisions(self, *names: str) -> None:
        """Close the decisions with these names."""
        decisions = []
        for decision in self.decisions:
            if decision.name not in names:
                decisions.append(decision)
        self.decisions = decisions

    def next_timeout(self) -> int | None:
        """Return the time at which the next decision times out, in ms since 1970, or None."""
        earliest = None
        for decision in self.decisions:
            if decision.until is not None and (earliest is None or decision.until < earliest):
                earliest = decision.until
        return earliest

    def overdue(self, now: int) -> Decision | None:
        """Return the first decision whose time is up at `now`, or None."""
        overdue, earliest = None, now + 1
        for decision in self.decisions:
            if decision.until is not None and decision.until < earliest:
                overdue, earliest = decision, decision.until
        return overdue

    def in_seconds(self, seconds: float) -> int:
        """Return the time that is `seconds` after the present step, in ms since 1970."""
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
        """Add an event to this step.

        `many`: the template that replaces `text` if the argument `count` is not 1. If there is `many` but no
        `count`, the number of cards becomes the argument `count`.
        """
        self.steps_spent = steps = self.steps_spent + 1
        if steps > MOST_STEPS:
            raise OutOfSteps(self.game)
        movements = []
        if cards:
            for movement in cards:
                if movement.faces:
                    movements.append(movement)
        if many and "count" not in args:
            args["count"] = sum(len(movement.faces) for movement in movements)
        self.events.append(Event(type, text, many, by, args, tone, kind, movements, viewers))

    def count(self, player: str, name: str, number: int = 1) -> None:
        """Add `number` to a player's count with this name, for the awards."""
        for seat in self.players:
            if seat.id == player:
                seat.tally[name] = seat.tally.get(name, 0) + number
                return
        raise KeyError(player)

    def finish(
        self, winners: list[str], reason: str, text: Words, order: Callable[[Player], tuple[int, ...]]
    ) -> None:
        """End the game. `order` is the sort key of `ranking`."""
        self.turn = None
        self.result = Result(winners, reason, text, ranking(self.players, order))
        tone: Tone = "good" if winners else "info"
        words = text if isinstance(text, Text) else Text(text)
        args = {player.id: player.id for player in self.players if f"{{{player.id}}}" in words.template}
        self.events.append(
            Event(
                type="game_over", text=words.template, many=words.many, args={**words.args, **args}, tone=tone
            )
        )


def following(seats: Sequence[str], start: str, present: set[str], steps: int = 1) -> str:
    """Return the seat that is `steps` seats clockwise of `start`.

    Seats that are not `present` are skipped. Raises ValueError if no seat is present.
    """
    if not present.intersection(seats):
        raise ValueError("no player is left at the table")
    direction = 1 if steps > 0 else -1
    index = seats.index(start)
    for _ in range(abs(steps)):
        index = (index + direction) % len(seats)
        while seats[index] not in present:
            index = (index + direction) % len(seats)
    return seats[index]


def ranking(players: Iterable[Player], order: Callable[[Player], tuple[int, ...]]) -> list[Standing]:
    """Return the final order: the player with the smallest `order` comes first.

    Players with equal results share a place: after two first places comes place 3.
    """
    ordered = sorted(players, key=order)
    keys = [order(player) for player in ordered]
    sides = [player.side or player.id for player in ordered]
    places = [1 + len({*sides[: keys.index(key)]}) for key in keys]
    return [Standing(player.id, place, player.score) for player, place in zip(ordered, places, strict=True)]


def take(source: Zone, faces: list[str]) -> bool:
    """Take these faces out of a zone. Return whether they were exactly the zone's top cards.

    Of equal faces, the topmost is taken. If a face is missing, takes nothing and raises ValueError.
    """
    cards = source.cards
    first_index = len(cards) - len(faces)
    if cards[first_index:] == faces:  # the top cards, or all cards
        del cards[first_index:]
        return True
    remaining = cards[::-1]
    try:
        for card in faces:
            remaining.remove(card)
    except ValueError:
        raise ValueError(f"not all of {faces} are in {source.id}") from None
    remaining.reverse()
    cards[:] = remaining
    return False


def _union(first: Viewers, second: Viewers) -> Viewers:
    """Return the viewers that are in at least one of the two groups."""
    if not isinstance(second, str):
        first, second = second, first
    if isinstance(first, str):
        return "all" if first == "all" or second == "all" else []
    if isinstance(second, str):
        return "all" if second == "all" else first
    return sorted({*first, *second}) if first and second else first or second
