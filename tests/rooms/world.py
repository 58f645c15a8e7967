"""A room with its people over a fake clock, as the service keeps it, and what must be true after each step.

Who is not `absent` polls all the time. Everything else happens only when a test says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from cheat.engine import engine
from cheat.engine.forms import Choice, ChoiceField, Form, OptionsField, PlayerField, TextField, sample
from cheat.engine.options import checked_options, spec_of
from cheat.engine.rng import Rng
from cheat.engine.table import Event, Table, sees
from cheat.errors import Refused
from cheat.games import GAMES
from cheat.rooms import bots as room_bots
from cheat.rooms import lobby, presence, session
from cheat.rooms.room import AnyRoom, Seat, decode, encode, join, new_room
from cheat.rooms.room_moves import ActionContext, finish_step
from cheat.rooms.view import listing, view

from .room_words import NOON

HOUR_MS = 3_600_000
"""Longer than any clock that an option can set."""
TEXT = re.compile(r'"([^"]*)"')
"""A text in JSON; one with a quote in it is found in parts, and faces have none."""
SETTLED = 60
"""Due steps at one moment; more of them would never end."""


class World:
    """One room and its time. `absent`: people who have closed the page without a word."""

    def __init__(self, data: bytes, now: int = NOON, seed: int = 1) -> None:
        self.data = data
        self.now = now
        self.seen: dict[str, int] = {}
        self.absent: set[str] = set()
        self.rng = Rng(f"{seed:032x}")
        self.told: list[str] = []
        self.blocks: list[bytes] = []

    @property
    def room(self) -> AnyRoom:
        """The room as it is stored, decoded afresh."""
        return decode(self.data)

    def copy(self) -> World:
        """The same world, to try something in."""
        other = World(self.data, self.now, self.rng.between(1, 10**6))
        other.seen, other.absent, other.told = dict(self.seen), set(self.absent), list(self.told)
        other.blocks = list(self.blocks)
        return other

    # What happens

    def step(self, what: Callable[[AnyRoom], list[Event]]) -> Refused | None:
        """Apply a change as the service does; the refusal, if it was refused."""
        room = self.room
        self._poll(room)
        try:
            events = what(room)
        except Refused as refusal:
            return refusal
        if events:
            before = self.room
            lobby.update_countdown(room, events, self.now)
            room_bots.update_plans(room, events, self.now)
            self._store(room, events)
            self.told += [event.type for event in events]
            check_leaks(before, room, events)
            check_shape(self.room, self.seen, self.now)
        return None

    def _store(self, room: AnyRoom, events: list[Event]) -> None:
        block = session.close(room, events, self.now)
        kept = [] if block.first else self.blocks
        self.blocks = [*kept, block.data] if block.data else kept
        self.data = encode(room)

    def act(self, player: str, move: str, args: dict[str, Any]) -> Refused | None:
        """A move of a player, after everything that is overdue."""
        self.settle()
        self.now += 10
        self.told.append(f"{player}:{move}{args}")

        def do(room: AnyRoom) -> list[Event]:
            seat = next((one for one in room.seats if one.id == player), None)
            if seat is None or (seat.has_left and seat.bot_state is None):
                raise Refused("No such seat.")
            seat.last_heard_at = self.now
            return lobby.act(room, seat, move, args, ActionContext(self.now, self._seed()))

        return self.step(do)

    def join(self, name: str, *, next_game: bool = False) -> Refused | None:
        """Somebody comes in."""
        self.settle()
        self.told.append(f"join {name}")

        def enter(room: AnyRoom) -> list[Event]:
            seat, events = join(room, name, f"token of {name}", next_game=next_game)
            seat.last_heard_at = self.now
            return events

        return self.step(enter)

    def settle(self) -> None:
        """Apply what is due by now: steps of the game, plans of bots, and who went away or came back."""
        for _ in range(SETTLED):
            before = self.data
            self.step(self._overdue)
            if self.data == before:
                return
        raise AssertionError(f"something is due again and again, after {self.told[-6:]}")

    def _overdue(self, room: AnyRoom) -> list[Event]:
        events = lobby.expire(room, self.now, self._seed())
        return events or presence.update(room, self.seen, self.now)

    def forward(self) -> None:
        """Let time pass until something is due, and apply it."""
        room = self.room
        self._poll(room)
        times = [at for at in (room.due(), presence.due(room, self.seen, self.now)) if at is not None]
        self.now = max(self.now + 1, min(times, default=self.now + HOUR_MS))
        self.settle()

    def end(self) -> None:
        """The first player wins, whatever the cards say."""

        def finish(room: AnyRoom) -> list[Event]:
            table = room.running()
            winner = table.active()[0]
            table.finish([winner], "won", f"{{{winner}}} won.", lambda player: (player.id != winner,))
            table.decisions.clear()
            events, table.events = table.events, []
            return finish_step(room, events)

        assert self.step(finish) is None

    def _poll(self, room: AnyRoom) -> None:
        here = [seat.id for seat in room.people() if seat.id not in self.absent]
        self.seen.update(dict.fromkeys([*here, "~somebody"], self.now))

    def _seed(self) -> str:
        return f"{self.rng.below(1 << 64):032x}"

    # What people may do

    def people(self) -> list[Seat]:
        """Return the people that are at their pages."""
        return [seat for seat in self.room.people() if seat.id not in self.absent]

    def play(self) -> bool:
        """Some present player makes some legal move of the game; False if nobody can."""
        room = self.room
        if room.phase != "playing":
            return False
        able = [(seat.id, forms) for seat in self.people() if (forms := moves_of(room, seat.id))]
        if not able:
            return False
        player, forms = self.rng.choice(able)
        chosen = self.rng.choice(forms)
        self.act(player, chosen.name, sample(chosen, room.running().cards_of, self.rng))
        return True

    def check_waits(self) -> None:
        """Fails if the game waits for nobody who is here, and time changes nothing."""
        room = self.room
        if room.phase != "playing" or not self.people() or self._is_somebody_awaited(room):
            return
        ahead, table = self.copy(), _game_of(room)
        while ahead.now < self.now + HOUR_MS:
            ahead.forward()
            if ahead.room.phase != "playing" or _game_of(ahead.room) != table:
                return
        waiting = [(one.name, one.players, one.until) for one in room.running().decisions]
        raise AssertionError(
            f"the game waits for ever: {waiting}, absent {self.absent}, after {self.told[-6:]}"
        )

    def _is_somebody_awaited(self, room: AnyRoom) -> bool:
        here = {seat.id for seat in self.people()}
        return any(here & set(one.players) for one in room.running().decisions if not one.optional)


def moves_of(room: AnyRoom, player: str) -> list[Form]:
    """The game's forms, not the room's."""
    return engine.moves(room.rules, room.running(), player)


def _game_of(room: AnyRoom) -> Any:
    game = msgspec.to_builtins(room.running())
    return {key: value for key, value in game.items() if key != "now"}


def every_args(form: Form) -> Iterator[dict[str, Any]]:
    """Args for a form of the room: each choice, each player, an honest text; options as they are."""
    values: list[dict[str, Any]] = [dict(form.ties)]
    for field in form.fields:
        match field:
            case ChoiceField():
                found: list[Any] = [choice.value for choice in field.of]
            case PlayerField():
                found = list(field.of)
            case TextField():
                found = ["Zed"]
            case OptionsField():
                found = [{}]
            case _:
                raise AssertionError(f"no room asks for {field}")
        values = [{**one, field.name: value} for one in values for value in found]
    yield from values


def option_values(rules: Any) -> Iterator[tuple[str, Any]]:
    """Every option with every value, of numbers the ends."""
    for spec in spec_of(rules.options_type):
        match spec.kind:
            case "bool":
                found: list[Any] = [True, False]
            case "choice":
                found = [one.value for one in spec.of if isinstance(one, Choice)]  # type: ignore[union-attr]
            case "text":
                found = [""]
            case _:
                found = sorted({spec.min, spec.default, spec.max})  # type: ignore[type-var]
        yield from ((spec.name, value) for value in found)


# What must be true after each step


def check_shape(room: AnyRoom, seen: dict[str, int], now: int) -> None:
    """Everybody can be shown the table; the list and the clocks can be asked."""
    assert room.host in {"", *(seat.id for seat in room.people())}, "the host is a person who is here"
    assert len({seat.id for seat in room.seats}) == len(room.seats)
    listing(room)
    room.due()
    presence.due(room, seen, now)
    for seat in (*room.seats, None):
        table = view(room, 1, seat, now)
        leaked = told(faces_of(room) - visible(room, seat), table)
        assert not leaked, f"{seat.id if seat else 'a spectator'} sees {leaked}"


def check_leaks(before: AnyRoom, after: AnyRoom, events: list[Event]) -> None:
    """No event tells a face to who sees it neither before nor after, unless all could see it pass."""
    for seat in (*after.seats, None):
        viewer = seat.id if seat else None
        hidden = (faces_of(before) | faces_of(after)) - visible(before, seat) - visible(after, seat)
        for event in events:
            passing = {face for moved in event.cards if moved.viewers == "all" for face in moved.faces}
            leaked = told(hidden - passing, event.view(viewer, 1, 0))
            assert not leaked, f"{viewer or 'a spectator'} is told {leaked} by {event.type}"


def visible(room: AnyRoom, seat: Seat | None) -> set[str]:
    """Faces in zones that a viewer may see."""
    viewer = seat.id if seat else None
    zones = room.table.zones.values() if isinstance(room.table, Table) else ()
    return {face for zone in zones if sees(zone.viewers, viewer) for face in zone.cards}


def faces_of(room: AnyRoom) -> set[str]:
    """All faces on the table."""
    return {face for zone in room.table.zones.values() for face in zone.cards} if room.table else set()


def told(faces: set[str], answer: Any) -> set[str]:
    """Return those of the faces that stand in an answer as a text of their own.

    The JSON of nearly all answers shows that none does; only then are the parts of the answer looked at.
    """
    suspects = faces & set(TEXT.findall(msgspec.json.encode(answer).decode()))
    return suspects & texts(msgspec.to_builtins(answer)) if suspects else suspects


def texts(value: Any) -> set[str]:
    """All texts anywhere in an answer, names of fields aside."""
    if isinstance(value, dict):
        return set().union(*(texts(one) for key, one in value.items() if key != "options"))
    if isinstance(value, list):
        return set().union(*map(texts, value))
    return {value} if isinstance(value, str) else set()


def waiting_room(game: str, people: int = 3, bots: int = 0, **options: Any) -> World:
    """A waiting room with people p1, p2, ... and then bots."""
    world = World(encode(new_room("kwzpt", "e1", game, options, public=True)))
    for number in range(people):
        assert world.join(f"Name{number}") is None
    for _ in range(bots):
        assert world.act("p1", "add_bot", {"level": "easy"}) is None
    return world


def begun(game: str, people: int = 3, bots: int = 0, **options: Any) -> World:
    """A game that has just been dealt, to as many people, and then bots, as the options allow."""
    rules = GAMES[game]
    typed = checked_options(rules.options_type, options)
    people = min(max(people, rules.min_players(typed)), rules.max_players(typed))
    world = waiting_room(game, people, min(bots, rules.max_players(typed) - people), **options)
    if "start" in offered(world, "p1"):
        assert world.act("p1", "start", {}) is None
    for _ in range(5):
        if world.room.phase == "lobby":  # it begins by itself
            world.forward()
    assert world.room.phase == "playing"
    return world


def offered(world: World, player: str) -> dict[str, Form]:
    """The forms of a player by name."""
    room = world.room
    return {form.name: form for form in lobby.moves(room, room.seat(player))}
