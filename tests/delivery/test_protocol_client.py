"""A client that knows only the protocol plays games of every kind, each poll on a random worker.

Nothing here imports the service. Each player is a thread that polls and fills in one of the offered
forms, with `cheat.client`. Of a game, it knows only options for quick play and the likely moves.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import httpx
import pytest

from cheat.client import Client, Refused, Seat
from cheat.client.deflated import HEADER, inflated
from cheat.client.forms import pickable
from cheat.client.types import CardsField, Event, Field, Form, Table
from tests.servers import SharedWebs


class Setting(NamedTuple):
    """`few`, `many`: rooms in the gate and in `make long`, with their players and games.

    `likely`: moves in the order in which a player tries them. `quiet`: moves that make a version only if
    a visible event follows, by the type of that event.
    """

    few: list[tuple[int, int]]
    many: list[tuple[int, int]]
    options: dict[str, Any]
    likely: dict[str, float]
    quiet: dict[str, str]


SETTINGS = {
    "cheat": Setting(
        [(4, 1)],
        [(3, 6), (4, 5), (5, 4), (6, 4), (7, 3), (8, 3), (3, 6), (4, 5), (5, 5), (3, 6), (6, 3)],
        {
            "min_call_window_s": 0,
            "reveal_s": 0,
            "final_call_window_s": 3,
            "turn_s": 5,
            "max_cards_per_play": 8,
        },
        {"call_cheat": 0.08, "trust": 0.9, "place": 1},
        quiet={"trust": "trusted"},
    ),
    "uno": Setting(
        [(4, 1)],
        [(2, 3), (3, 3), (5, 2), (10, 1)],
        {
            "start_mode": "host",
            "hand_size": 3,
            "target_score": 60,
            "uno_grace_s": 0,
            "turn_s": 5,
            "seven_zero": True,
        },
        {"catch_uno": 0.5, "say_uno": 0.3, "challenge": 0.3}
        | dict.fromkeys(("ready", "accept", "choose_colour", "play", "keep", "draw"), 1),
        quiet={},
    ),
    "kittens": Setting(
        [(3, 1)],
        [(2, 4), (3, 3), (4, 3), (5, 2)],
        {"turn_s": 5, "choice_s": 5, "nope_window_s": 2, "deal_size": 5},
        {"nope": 0.3, "pass": 0.95, "play": 0.4}
        | dict.fromkeys(("target", "name", "pick", "give", "take", "done", "insert", "draw"), 1),
        quiet={"pass": "passed"},
    ),
    "ivanhoe": Setting(
        [(3, 1)],
        [(2, 2), (3, 2), (4, 2), (5, 2)],
        {"turn_s": 5, "choice_s": 5, "reaction_s": 2, "quick_reactions": True, "tokens_needed": 3},
        {"ivanhoe": 0.1, "pass": 0.95, "play_action": 0.9, "play_value": 0.6}
        | dict.fromkeys(("draw", "start", "keep", "return_token", "take_token", "end_turn", "withdraw"), 1),
        quiet={"pass": "passed", "keep": "answered"},
    ),
}
OF_THE_ROOM = {"rename": 0.02, "make_host": 0.02, "set_options": 0.02, "play_again": 1, "start": 1}
PRESSED_TWICE = 0.05
"""The chance that a player repeats a move before seeing the result of the first one.

A move is always repeated until one repeat has been refused.
"""
AT_ONCE = 4
BY_CLOCK = {"timed_out", "game_over", "window_closed", "cancelled"}
"""Types of events that begin a due step, which no player made."""
RARELY_QUIET = {"ivanhoe"}
"""Games in which only a player with certain cards may answer. In eight such games that may never happen."""
LOST_RACE = {
    "stale_move", "not_your_turn", "illegal_move", "busy", "call_window_open", "nothing_to_call", "own_play",
    "game_over", "game_running", "card_not_there", "card_count", "not_together", "cards_are_shown",
    "not_started",
    "no_card_fits", "already_drawn", "no_uno", "nobody_to_catch", "round_over", "not_playing",
}  # fmt: skip
"""Codes of a 409 for a move that was offered, if another player was faster."""
GIVE_UP_S = 300
"""Seconds without a version, many times those of the longest timer."""
MOST_VERSIONS = 5_000
"""Seconds for a room: ten times as many as the longest game takes."""


class AnyServer(httpx.BaseTransport):
    """One player's requests: each goes to a random server, and some actions go twice.

    Faults that the client would repair silently fail here: answers without a decision, versions that come
    twice or not at all, and repeats with another answer.
    """

    def __init__(self, http: httpx.BaseTransport, servers: list[str], chance: random.Random) -> None:
        self.http, self.chance = http, chance
        self.servers = [httpx.URL(server) for server in servers]
        self.versions: dict[str, int] = {}
        self.last = b""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        since, kind = request.url.params.get("since"), request.url.path.rpartition("/")[2]
        response, answer = self._sent(request)
        if kind == "actions" and self.chance.random() < 0.1:
            first = answer
            response, answer = self._sent(request)
            assert "cursor" not in first or answer == first, "the repeat of an action answers as the first"
        elif kind == "events":
            self._check_events(self.versions[since], answer)
        if "cursor" in answer:
            self.versions[answer["cursor"]] = answer["version"]
        return response

    def _sent(self, request: httpx.Request) -> tuple[httpx.Response, dict[str, Any]]:
        server = self.chance.choice(self.servers)
        if request.url.port != server.port:
            request.url = request.url.copy_with(port=server.port)
        response = self.http.handle_request(request)
        content, digest = response.read(), response.headers.get(HEADER)
        if digest:
            content = inflated(content, self.last, digest)
        answer: dict[str, Any] = json.loads(content)
        assert response.status_code in (200, 201, 403, 409), answer
        if "events" in answer and answer.get("table"):
            self.last = content
        return response, answer

    def _check_events(self, since: int, answer: dict[str, Any]) -> None:
        numbers = list(dict.fromkeys(event["v"] for event in answer["events"]))
        assert numbers == list(range(since + 1, answer["version"] + 1))
        assert not answer["reset"]


class Player:
    """One player at one table."""

    def __init__(self, line: AnyServer, game: str, name: str, games: int) -> None:
        self.line, self.chance = line, line.chance
        self.game = game
        self.name = name
        self.games = games
        self.http = httpx.Client(transport=line)
        self.client = Client(str(line.servers[0]), http=self.http)
        self.seat: Seat
        self.over = self.refused = 0
        self.made: list[int] = []
        self.quiet: list[int] = []
        self.moves: Counter[str] = Counter()
        self.seen: list[int] = []
        self.events: list[Event] = []

    # Calls

    def create(self) -> None:
        self.seat = self.client.create(self.name, self.game, SETTINGS[self.game].options)

    def join(self, code: str) -> None:
        self.seat = self.client.join(code, self.name)

    def poll(self) -> None:
        """Wait for events and take them over: every version once, in order, none missing."""
        before, cursor = self.seat.version, self.seat.place.cursor
        events = self.seat.poll()
        assert events.fresh == (self.seat.place.cursor != cursor)
        numbers = list(dict.fromkeys(event["v"] for event in events.events))
        assert numbers == list(range(before + 1, events.version + 1))
        assert self.seat.table["version"] == self.seat.version == events.version
        self.seen += numbers
        self.events += events.events
        self.over += sum(event["type"] == "game_over" for event in events.events)

    def catch_up(self) -> None:
        """Poll until there are no more events, once no player acts any more."""
        newest = self.seat.snapshot()["version"]
        while self.seat.version < newest:
            self.poll()

    def made_all(self) -> list[int]:
        """The versions that this player made: a quiet move made one if it has an event."""
        event_versions = {event["v"] for event in self.events if self._is_own_quiet(event)}
        return self.made + [version for version in set(self.quiet) if version in event_versions]

    def _is_own_quiet(self, event: Event) -> bool:
        return event["type"] in SETTINGS[self.game].quiet.values() and event["by"] == self.seat.you

    # Playing

    def play(self, failures: list[BaseException]) -> None:
        """Play until all games are over, or another player of the room has failed."""
        version, at = self.seat.version, time.monotonic()
        while self.over < self.games and not failures:
            where = f"{self.over} of {self.games} games; {self.seat.table['prompt']}"
            assert time.monotonic() < at + GIVE_UP_S, f"nothing happens: {where}"
            assert self.seat.version < MOST_VERSIONS, f"there is no end: {where}"
            form = self._chosen()
            if form is not None:
                self._act(form)
            self.poll()
            if self.seat.version > version:
                version, at = self.seat.version, time.monotonic()

    def _chosen(self) -> Form | None:
        """Return an offered move, weighted so that games end; None to wait for the others."""
        for name, likely in {**SETTINGS[self.game].likely, **OF_THE_ROOM}.items():
            forms = [form for form in self.seat.table["moves"] if form["name"] == name]
            if forms and self.chance.random() < likely:
                return self.chance.choice(forms)
        return None

    def _act(self, form: Form) -> None:
        fields = [
            field for field in form["fields"] if not field.get("optional") or self.chance.random() < 0.5
        ]
        values = {field["name"]: self._value(field) for field in fields}
        try:
            version = self.seat.send(form, **values)["version"]
        except Refused as refusal:
            self._lost(refusal)
            return
        if form["name"] in SETTINGS[self.game].quiet:
            assert version >= self.seat.version
            self.quiet.append(version)
        else:
            assert version > self.seat.version
            self.made.append(version)
            if form["scope"] == "game" and (not self.refused or self.chance.random() < PRESSED_TWICE):
                self._act(form)
        self.moves[form["name"]] += 1

    def _lost(self, refusal: Refused) -> None:
        """Another player was faster."""
        who_is_first = (refusal.status, refusal.code) == (403, "not_host")
        assert who_is_first or (refusal.status == 409 and refusal.code in LOST_RACE), refusal
        newer = self.seat.snapshot()
        assert newer["cursor"] != self.seat.place.cursor, f"refused although nothing had happened: {refusal}"
        self.refused += 1

    def _value(self, field: Field) -> Any:
        match field["kind"]:
            case "cards":
                return self._cards(field)
            case "player":
                return self.chance.choice(field["of"])
            case "choice":
                return self.chance.choice(field["of"])["value"]
            case "number":
                return self.chance.randint(field["min"], field["max"])
            case "text":
                return f"{self.name} {self.chance.randrange(1000)}"
            case "options":
                return {"turn_s": self.chance.choice([5, 6])}
        raise AssertionError(f"a field of an unknown kind: {field}")

    def _cards(self, field: CardsField) -> list[str]:
        """Return the maximum number of picks."""
        cards = pickable(self.seat.table, field)
        counts = Counter(cards)
        if field.get("kinds") == "same":
            alike = self.chance.choice([card for card in counts if counts[card] >= field["min"]])
            cards = [alike] * counts[alike]
        elif field.get("kinds") == "distinct":
            cards = list(counts)
        return self.chance.sample(cards, min(field["max"], len(cards)))


def unclocked(table: Table) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key != "now"}


def play_room(
    http: httpx.BaseTransport, servers: list[str], game: str, seats: int, games: int, seed: int
) -> list[Player]:
    lines = [AnyServer(http, servers, random.Random(f"{seed} {seat}")) for seat in range(seats)]
    players = [Player(line, game, f"P{seat}", games) for seat, line in enumerate(lines)]
    players[0].create()
    for player in players[1:]:
        player.join(players[0].seat.code)
    failures: list[BaseException] = []

    def run(player: Player) -> None:
        try:
            player.play(failures)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=[player], daemon=True) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    for player in players:
        player.catch_up()
    return players


@pytest.fixture(scope="module")
def servers(_webs_of_all: SharedWebs) -> list[str]:
    return [web.url for web in _webs_of_all.get(2)]


FEW = [pytest.param((game, setting.few), id=game) for game, setting in SETTINGS.items()]
MANY = [
    pytest.param((game, setting.many), id=f"many of {game}", marks=pytest.mark.long)
    for game, setting in SETTINGS.items()
]


@pytest.fixture(scope="module", params=[*FEW, *MANY])
def rooms(servers: list[str], request: pytest.FixtureRequest) -> Iterator[list[list[Player]]]:
    """Return all rooms of a game, each after its last game."""
    game, rooms_of_game = request.param
    with httpx.HTTPTransport(limits=httpx.Limits(max_connections=None)) as http:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            played = [
                pool.submit(play_room, http, servers, game, seats, games, seed)
                for seed, (seats, games) in enumerate(rooms_of_game)
            ]
            rooms = [room.result() for room in played]
        assert [(len(room), room[0].over) for room in rooms] == rooms_of_game
        yield rooms


def test_there_are_settings_for_every_game_that_is_no_document(servers: list[str]) -> None:
    with Client(servers[0]) as client:
        assert {game["id"] for game in client.games() if "slug" not in game} == set(SETTINGS)
    assert sum(games for _, games in SETTINGS["cheat"].many) == 50


def test_all_games_are_played_to_their_end(rooms: list[list[Player]]) -> None:
    """Every refusal on the way was a lost race, and every wait ended."""
    for room in rooms:
        assert {player.seat.table["phase"] for player in room} == {"over"}
        assert sum(player["wins"] for player in room[0].seat.table["players"]) == room[0].games


def test_every_player_sees_every_version_once(rooms: list[list[Player]]) -> None:
    """Scenario j: versions are contiguous and come once, at any worker."""
    for room in rooms:
        last = room[0].seat.version
        for number, player in enumerate(room):
            assert player.seen == list(range(number + 2, last + 1))


def test_fresh_snapshot_equals_the_polled_table(rooms: list[list[Player]]) -> None:
    """Scenario i: the views agree for every viewer and on both workers, except the clock."""
    for room in rooms:
        for player in room:
            for server in list(player.line.servers):
                player.line.servers = [server]
                fresh = player.seat.snapshot()
                assert (fresh["version"], fresh["cursor"]) == (player.seat.version, player.seat.place.cursor)
                assert unclocked(fresh["table"]) == unclocked(player.seat.table)


def test_versions_are_the_accepted_actions_and_the_steps_that_were_due(rooms: list[list[Player]]) -> None:
    """Invariant 2: no action was lost, none counted twice."""
    for room in rooms:
        joined = list(range(1, len(room) + 1))
        versions = joined + [version for player in room for version in player.made_all()]
        assert len(versions) == len(set(versions))
        others = set(range(1, room[0].seat.version + 1)) - set(versions)
        due = {event["v"] for event in room[0].events if event["type"] in BY_CLOCK}
        assert others <= due


def test_private_acts_make_no_version(rooms: list[list[Player]]) -> None:
    players = [player for room in rooms for player in room]
    assert all(event["type"] != "hidden" for player in players for event in player.events)
    quiet = sum(len(player.quiet) for player in players)
    versions = sum(len(player.made_all()) - len(player.made) for player in players)
    if players[0].game in RARELY_QUIET or len(rooms) == len(SETTINGS[players[0].game].few):
        assert quiet >= versions
    else:
        assert (quiet > versions > 0) == bool(SETTINGS[players[0].game].quiet), (quiet, versions)


def test_races_were_lost_on_the_way(rooms: list[list[Player]]) -> None:
    """Otherwise the games would have proved too little."""
    assert sum(player.refused for room in rooms for player in room) > 0
