"""A room with its people and a fake clock, as in the service, with checks after each step.

All people that are not `absent` poll all the time. Everything else happens only when a test calls for it.
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
"""A text in JSON. A text with a quote is found in parts, but no face has a quote."""
SETTLED = 60
"""Maximum number of due steps at one time. More steps would never end."""


class World:
    """One room and its clock. `absent`: people that have closed the page without leaving."""

    def __init__(self, data: bytes, now: int = NOON, seed: int = 1) -> None:
        self.data = data
        self.now = now
        self.last_polls: dict[str, int] = {}
        self.absent: set[str] = set()
        self.rng = Rng(f"{seed:032x}")
        self.history: list[str] = []
        self.blocks: list[bytes] = []

    @property
    def room(self) -> AnyRoom:
        """The stored room, newly decoded."""
        return decode(self.data)

    def copy(self) -> World:
        """Return a copy of the world, in which a test can try something."""
        copied = World(self.data, self.now, self.rng.between(1, 10**6))
        copied.last_polls, copied.absent, copied.history = (
            dict(self.last_polls),
            set(self.absent),
            list(self.history),
        )
        copied.blocks = list(self.blocks)
        return copied

    # What happens

    def step(self, change: Callable[[AnyRoom], list[Event]]) -> Refused | None:
        """Apply a change as the service does. Return the refusal if the change was refused."""
        room = self.room
        self._poll(room)
        try:
            events = change(room)
        except Refused as refusal:
            return refusal
        if events:
            before = self.room
            lobby.update_countdown(room, events, self.now)
            room_bots.update_plans(room, events, self.now)
            self._store(room, events)
            self.history += [event.type for event in events]
            check_leaks(before, room, events)
            check_shape(self.room, self.last_polls, self.now)
        return None

    def _store(self, room: AnyRoom, events: list[Event]) -> None:
        block = session.close(room, events, self.now)
        old_blocks = [] if block.first else self.blocks
        self.blocks = [*old_blocks, block.data] if block.data else old_blocks
        self.data = encode(room)

    def act(self, player: str, move: str, args: dict[str, Any]) -> Refused | None:
        """Carry out everything that is overdue, and then a move of a player."""
        self.settle()
        self.now += 10
        self.history.append(f"{player}:{move}{args}")

        def do(room: AnyRoom) -> list[Event]:
            seat = next((seat for seat in room.seats if seat.id == player), None)
            if seat is None or (seat.has_left and seat.bot_state is None):
                raise Refused("No such seat.")
            seat.last_heard_at = self.now
            return lobby.act(room, seat, move, args, ActionContext(self.now, self._seed()))

        return self.step(do)

    def join(self, name: str, *, next_game: bool = False) -> Refused | None:
        """Let a new player join."""
        self.settle()
        self.history.append(f"join {name}")

        def enter(room: AnyRoom) -> list[Event]:
            seat, events = join(room, name, f"token of {name}", next_game=next_game)
            seat.last_heard_at = self.now
            return events

        return self.step(enter)

    def settle(self) -> None:
        """Apply everything that is due now: steps of the game, plans of bots, and presence."""
        for _ in range(SETTLED):
            before = self.data
            self.step(self._overdue)
            if self.data == before:
                return
        raise AssertionError(f"something is due again and again, after {self.history[-6:]}")

    def _overdue(self, room: AnyRoom) -> list[Event]:
        events = lobby.expire(room, self.now, self._seed())
        return events or presence.update(room, self.last_polls, self.now)

    def forward(self) -> None:
        """Let time pass until something is due, and apply it."""
        room = self.room
        self._poll(room)
        times = [
            at
            for at in (room.next_due_at(), presence.next_due_at(room, self.last_polls, self.now))
            if at is not None
        ]
        self.now = max(self.now + 1, min(times, default=self.now + HOUR_MS))
        self.settle()

    def end(self) -> None:
        """End the game with a win of the first player, whatever the cards."""

        def finish(room: AnyRoom) -> list[Event]:
            table = room.running()
            winner = table.active()[0]
            table.finish([winner], "won", f"{{{winner}}} won.", lambda player: (player.id != winner,))
            table.decisions.clear()
            events, table.events = table.events, []
            return finish_step(room, events)

        assert self.step(finish) is None

    def _poll(self, room: AnyRoom) -> None:
        present = [seat.id for seat in room.people() if seat.id not in self.absent]
        self.last_polls.update(dict.fromkeys([*present, "~somebody"], self.now))

    def _seed(self) -> str:
        return f"{self.rng.below(1 << 64):032x}"

    # What people may do

    def people(self) -> list[Seat]:
        """Return the people that are at their pages."""
        return [seat for seat in self.room.people() if seat.id not in self.absent]

    def play(self) -> bool:
        """Make a random move of a random present player. Return False if no player has a move."""
        room = self.room
        if room.phase != "playing":
            return False
        able = [(seat.id, forms) for seat in self.people() if (forms := moves_of(room, seat.id))]
        if not able:
            return False
        player, forms = self.rng.choice(able)
        form = self.rng.choice(forms)
        self.act(player, form.name, sample(form, room.running().cards_of, self.rng))
        return True

    def check_waits(self) -> None:
        """Fail if the game waits for no present player, and passing time changes nothing."""
        room = self.room
        if room.phase != "playing" or not self.people() or self._is_somebody_awaited(room):
            return
        ahead, table = self.copy(), _game_of(room)
        while ahead.now < self.now + HOUR_MS:
            ahead.forward()
            if ahead.room.phase != "playing" or _game_of(ahead.room) != table:
                return
        waiting = [(decision.name, decision.players, decision.until) for decision in room.running().decisions]
        raise AssertionError(
            f"the game waits for ever: {waiting}, absent {self.absent}, after {self.history[-6:]}"
        )

    def _is_somebody_awaited(self, room: AnyRoom) -> bool:
        present = {seat.id for seat in self.people()}
        return any(
            present & set(decision.players) for decision in room.running().decisions if not decision.optional
        )


def moves_of(room: AnyRoom, player: str) -> list[Form]:
    """Return the forms of the game, without the forms of the room."""
    return engine.moves(room.rules, room.running(), player)


def _game_of(room: AnyRoom) -> Any:
    game = msgspec.to_builtins(room.running())
    return {key: value for key, value in game.items() if key != "now"}


def every_args(form: Form) -> Iterator[dict[str, Any]]:
    """Yield args for a form of the room: each choice, each player, one text, unchanged options."""
    values: list[dict[str, Any]] = [dict(form.ties)]
    for field in form.fields:
        match field:
            case ChoiceField():
                field_values: list[Any] = [choice.value for choice in field.of]
            case PlayerField():
                field_values = list(field.of)
            case TextField():
                field_values = ["Zed"]
            case OptionsField():
                field_values = [{}]
            case _:
                raise AssertionError(f"no room asks for {field}")
        values = [{**args, field.name: value} for args in values for value in field_values]
    yield from values


def option_values(rules: Any) -> Iterator[tuple[str, Any]]:
    """Yield every option with every value; for numbers, with the bounds and the default."""
    for spec in spec_of(rules.options_type):
        match spec.kind:
            case "bool":
                values: list[Any] = [True, False]
            case "choice":
                values = [choice.value for choice in spec.of if isinstance(choice, Choice)]  # type: ignore[union-attr]
            case "text":
                values = [""]
            case _:
                values = sorted({spec.min, spec.default, spec.max})  # type: ignore[type-var]
        yield from ((spec.name, value) for value in values)


# What must be true after each step


def check_shape(room: AnyRoom, last_polls: dict[str, int], now: int) -> None:
    """Check that all viewers can see the table without hidden faces, and that clocks can be read."""
    assert room.host in {"", *(seat.id for seat in room.people())}, "the host is a person who is here"
    assert len({seat.id for seat in room.seats}) == len(room.seats)
    listing(room)
    room.next_due_at()
    presence.next_due_at(room, last_polls, now)
    for seat in (*room.seats, None):
        table = view(room, 1, seat, now)
        leaked = faces_in(faces_of(room) - visible(room, seat), table)
        assert not leaked, f"{seat.id if seat else 'a spectator'} sees {leaked}"


def check_leaks(before: AnyRoom, after: AnyRoom, events: list[Event]) -> None:
    """Check that no event shows a face to a viewer that sees it neither before nor after.

    Faces that moved openly are excepted.
    """
    for seat in (*after.seats, None):
        viewer = seat.id if seat else None
        hidden = (faces_of(before) | faces_of(after)) - visible(before, seat) - visible(after, seat)
        for event in events:
            passing = {face for moved in event.cards if moved.viewers == "all" for face in moved.faces}
            leaked = faces_in(hidden - passing, event.view(viewer, 1, 0))
            assert not leaked, f"{viewer or 'a spectator'} is told {leaked} by {event.type}"


def visible(room: AnyRoom, seat: Seat | None) -> set[str]:
    """Return the faces in zones that a viewer may see."""
    viewer = seat.id if seat else None
    zones = room.table.zones.values() if isinstance(room.table, Table) else ()
    return {face for zone in zones if sees(zone.viewers, viewer) for face in zone.cards}


def faces_of(room: AnyRoom) -> set[str]:
    """Return all faces on the table."""
    return {face for zone in room.table.zones.values() for face in zone.cards} if room.table else set()


def faces_in(faces: set[str], answer: Any) -> set[str]:
    """Return those of the faces that an answer contains as a whole text.

    The JSON of nearly all answers contains no such face. Only otherwise, the parts of the answer are checked.
    """
    suspects = faces & set(TEXT.findall(msgspec.json.encode(answer).decode()))
    return suspects & texts(msgspec.to_builtins(answer)) if suspects else suspects


def texts(value: Any) -> set[str]:
    """Return all texts anywhere in an answer, except names of fields."""
    if isinstance(value, dict):
        return set().union(*(texts(one) for key, one in value.items() if key != "options"))
    if isinstance(value, list):
        return set().union(*map(texts, value))
    return {value} if isinstance(value, str) else set()


def waiting_room(game: str, people: int = 3, bots: int = 0, **options: Any) -> World:
    """Return a waiting room with people p1, p2, ... and then bots."""
    world = World(encode(new_room("kwzpt", "e1", game, options, public=True)))
    for number in range(people):
        assert world.join(f"Name{number}") is None
    for _ in range(bots):
        assert world.act("p1", "add_bot", {"level": "easy"}) is None
    return world


def begun(game: str, people: int = 3, bots: int = 0, **options: Any) -> World:
    """Return a game that was just dealt to these people and bots, or as many as the options allow."""
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
    """Return the forms of a player by name."""
    room = world.room
    return {form.name: form for form in lobby.moves(room, room.seat(player))}
