"""A replay shows to each seat the same as the live game did: with bots, over Redis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
import redis

from cheat.bots.evaluation import BOT_MODULES
from cheat.engine.table import EventView
from cheat.games import GAMES
from cheat.rooms.room import AnyRoom, decode
from cheat.rooms.tokens import hashed
from cheat.rooms.view import TableView, view
from cheat.service.delivery.answers import views_of_entries
from cheat.service.replays import ReplayPage, ReplayQuery
from cheat.service.service import Service
from cheat.settings import Settings
from cheat.store.rooms import connect
from tests.servers import RedisServer

from .conftest import Clock

CHANGES = 2500


class Live(msgspec.Struct):
    """The views of one commit, by viewer: events and table."""

    events: dict[str, list[EventView]]
    tables: dict[str, TableView]


class Watched:
    """A room with bots and one player that leaves all moves to the clock, with all its views."""

    def __init__(self, client: redis.Redis, game: str, options: dict[str, Any]) -> None:
        self.clock, self.game = Clock(), game
        settings = Settings(rate_limits="off", bot_pace=0.2, log_length=8)
        self.service = Service(client, settings, self.clock)
        self.live: list[Live] = []
        self.private = 0
        self._seen: dict[str, list[Any]] = {}
        commit = self.service.store.commit

        def watched(code: str, read: Any, data: bytes, entry: bytes | None, *rest: Any, **more: Any) -> bool:
            done = commit(code, read, data, entry, *rest, **more)
            if done:
                self.note(decode(data), read.version + bool(entry), entry)
            return done

        self.service.store.commit = watched  # type: ignore[method-assign]
        made = self.service.create("Ada", game, options, public=False)
        self.code, self.token = made.code, made.token
        for level in ("easy", "normal", "hard"):
            self.act("add_bot", level=level)
        if any(
            form.name == "start" for form in self.service.snapshot(self.code, hashed(self.token)).table.moves
        ):
            self.act("start")
        self.until(lambda room: room.phase == "playing")

    def act(self, move: str, **args: Any) -> None:
        self.service.act(self.code, hashed(self.token), f"action {self.clock.now} {args}", move, args)
        self.clock.now += 1

    def note(self, room: AnyRoom, version: int, entry: bytes | None) -> None:
        if room.table is None or room.recorder.count == len(self.live) - 1:
            return
        self.private += entry is None
        for seat in room.seats:
            seat.has_returned = False  # bots are back in the waiting room at once, and do not poll
        seats = {seat.id: seat for seat in room.seats}
        new_entries = [entry] if entry else []
        self.live.append(
            Live(
                {
                    id: views_of_entries(new_entries, version, seat)
                    for id, seat in {**seats, "": None}.items()
                },
                {id: view(room, version, seat, self.clock.now) for id, seat in {**seats, "": None}.items()},
            )
        )
        assert len(self.live) == room.recorder.count + 1, "each commit makes one input at most"

    def room(self) -> AnyRoom:
        stored = self.service.store.load(self.code)
        assert stored is not None
        return decode(stored.data)

    def until(self, condition: Callable[[AnyRoom], bool]) -> None:
        for _ in range(CHANGES):
            room = self.room()
            if condition(room):
                return
            due = room.next_due_at()
            assert due is not None, "bots and clocks go on"
            self.clock.now = max(self.clock.now, due)
            self.service.transactions.apply_due(self.code)
        pytest.fail("the game does not end")

    def frames(self, seat: str, *, is_open: bool = False) -> list[Any]:
        return self.pages(lambda wish: self.service.replay(self.code, None, wish), seat, is_open)

    def seen(self, seat: str) -> list[Any]:
        """Return the frames of a seat of a finished game. Several tests use the same frames."""
        if seat not in self._seen:
            self._seen[seat] = self.frames(seat)
        return self._seen[seat]

    def pages(self, ask: Callable[[ReplayQuery], ReplayPage], seat: str, is_open: bool = False) -> list[Any]:
        count, found = len(self.live), []
        while len(found) < count:
            page = ask(ReplayQuery(seat, is_open, len(found), 37))
            assert page.count == count
            found += page.frames
        return found


def bare_events(events: list[EventView]) -> list[Any]:
    return [{**msgspec.to_builtins(event), "v": 0, "at": 0} for event in events]


def bare_table(table: TableView) -> dict[str, Any]:
    """Return a view without clock, version, status and legal moves."""
    bare = msgspec.to_builtins(table)
    for name in ("version", "now", "moves", "watchers", "public", "host"):
        del bare[name]
    for player in bare["players"]:
        player["marks"] = [mark for mark in player["marks"] if mark["label"] != "bot playing"]
        del player["status"]
    return bare


@pytest.fixture(scope="module")
def client(_redis_of_all: RedisServer) -> Iterator[redis.Redis]:
    with _redis_of_all.client() as admin:
        admin.flushall()
    client = connect(_redis_of_all.url, 4)
    yield client
    client.close()
    client.connection_pool.disconnect()


OPTIONS: dict[str, dict[str, Any]] = {
    "cheat": {"turn_s": 5, "min_call_window_s": 2},
    "uno": {"turn_s": 5, "target_score": 100},
    "kittens": {"turn_s": 5},
    "ivanhoe": {"turn_s": 5, "reaction_s": 2, "tokens_needed": 3},
}


def begun(client: redis.Redis, game: str) -> Watched:
    """Return a game that has just begun."""
    rules, values = GAMES[game], OPTIONS.get(game, {})
    known_options = {
        name: value for name, value in values.items() if name in rules.options_type.__struct_fields__
    }
    return Watched(client, game, known_options)


@pytest.fixture(scope="module", params=GAMES)
def watched(request: pytest.FixtureRequest, client: redis.Redis) -> Watched:
    """Return a game that was played to its end. Tests do not change it."""
    made = begun(client, request.param)
    made.until(lambda room: room.phase != "playing")
    return made


def test_every_seat_sees_again_what_it_saw(watched: Watched) -> None:
    assert len(watched.live) > (15 if watched.game in BOT_MODULES else 5), "that was a game"
    for seat in watched.live[0].tables:
        for live, frame in zip(watched.live, watched.seen(seat), strict=True):
            assert bare_table(frame.table) == bare_table(live.tables[seat]), f"{seat} {frame.index}"
            replayed = bare_events(frame.events)
            if live.events[seat]:
                assert replayed == bare_events(live.events[seat]), f"{seat} {frame.index}"


def test_replay_shows_private_acts_to_their_player_only(watched: Watched) -> None:
    frames = {seat: watched.seen(seat) for seat in watched.live[0].tables}
    private = [number for number, live in enumerate(watched.live) if not any(live.events.values())]
    assert len(private) == watched.private
    for number in private:
        told = [seat for seat, seen in frames.items() if seen[number].events[0].type != "hidden"]
        assert len(told) == 1 and told != [""]


def test_file_of_a_room_is_the_same_replay(watched: Watched) -> None:
    data = msgspec.json.encode(watched.service.replay_file(watched.code, None))
    for seat in ("p2", ""):
        again = watched.pages(lambda wish: watched.service.replay_of(data, wish), seat)
        assert again == watched.seen(seat)


def test_open_cards_are_all_there(watched: Watched) -> None:
    for frame in watched.frames("", is_open=True):
        for zone in frame.table.zones:
            assert zone.cards is not msgspec.UNSET and len(zone.cards) == zone.count


@pytest.mark.parametrize("game", GAMES)
def test_record_ends_where_the_rules_failed(
    client: redis.Redis, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    watched = begun(client, game)
    watched.until(lambda room: room.phase == "playing" and room.recorder.count > 5)
    rules = type(watched.room().dealt_rules)
    with monkeypatch.context() as broken:
        for name in ("play", "timeout"):
            broken.setattr(rules, name, lambda *args: 1 / 0)
        watched.until(lambda room: room.phase == "over")
    assert watched.room().failed
    last = watched.frames("")[-1]
    assert last.table.result.reason == "rules_failed"
    assert last.events[-1].type == "game_over"
    data = msgspec.json.encode(watched.service.replay_file(watched.code, None))
    assert watched.service.replay_of(data, ReplayQuery("", False, last.index)).frames == [last]
