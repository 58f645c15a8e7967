"""Limits of addresses, of seats and of the server, and the messages beyond them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from werkzeug.test import TestResponse

from cheat.service.delivery import long_poll
from cheat.service.limits import gcra, rate_limits
from cheat.store import keys, room_count
from cheat.store.rooms import RoomStore
from tests.servers import free_port, in_background, wait_until

from .conftest import Api
from .test_refusals import problem

LIMITED = (429, "rate_limited")
Make = Callable[..., Api]


@pytest.fixture
def limited(make_api: Make) -> Make:
    """Makes an API with limits."""
    return lambda **settings: make_api(**{"rate_limits": "on", **settings})


def by(number: int) -> dict[str, Any]:
    """Return the header that a router adds for a client at this address."""
    return {"headers": {"X-Forwarded-For": f"10.9.9.9, 203.0.113.{number}"}}


def opens(api: Api, at: int = 1, path: str = "/api/rooms", **body: Any) -> TestResponse:
    return api.call("POST", path, json={"name": "Ada", **body}, **by(at))


def joins(api: Api, code: str, name: str, at: int = 1) -> TestResponse:
    return api.call("POST", f"/api/rooms/{code}/players", json={"name": name}, **by(at))


def wait_asked(response: TestResponse) -> int:
    return int(response.headers["Retry-After"])


# Addresses


def test_an_address_opens_five_rooms_a_minute(limited: Make) -> None:
    api = limited()
    statuses = [opens(api), *(opens(api, path="/api/quick") for _ in range(4))]
    assert [response.status_code for response in statuses] == [201] * 5
    for path in ("/api/rooms", "/api/quick"):
        response = opens(api, path=path)
        assert problem(response) == LIMITED
        assert 0 < wait_asked(response) <= 61
        detail = response.get_json(force=True)["detail"]
        assert detail.startswith("Too many rooms were opened from your network. Try again in ")
    assert opens(api, at=2).status_code == 201, "the neighbours go on"


def household(number: int) -> dict[str, Any]:
    """Return the header that a router adds for a client in a network of an IPv6 /56."""
    return {"headers": {"X-Forwarded-For": f"2001:db8:1:{number:x}::7"}}


def opens_from(api: Api, header: dict[str, Any], **body: Any) -> int:
    return api.call("POST", "/api/rooms", json={"name": "Ada", **body}, **header).status_code


def test_a_household_with_ipv6_has_the_limits_of_one_address(limited: Make) -> None:
    api = limited()
    assert [opens_from(api, household(number)) for number in range(12)] == [201] * 5 + [429] * 7
    assert opens_from(api, household(256)) == 201, "another line of the same provider"


def test_the_networks_of_one_owner_have_the_limits_of_four_addresses(limited: Make) -> None:
    api = limited(miss_limit="1/minute")
    lines = [household(256 * number) for number in range(40)]
    assert [opens_from(api, line) for line in lines] == [201] * 20 + [429] * 20
    missed = [api.call("GET", "/api/rooms/zzzzz", **line).status_code for line in lines[:6]]
    assert missed == [404] * 4 + [429] * 2, "nor may they guess more codes"
    assert api.call("GET", "/api/rooms/zzzzz", **by(1)).status_code == 404


def test_public_rooms_of_a_network_are_counted_together(limited: Make) -> None:
    api = limited(room_limit="99/minute")
    lines = [household(256 * number) for number in range(14)]
    assert [opens_from(api, line, public=True) for line in lines] == [201] * 12 + [429] * 2


def test_an_address_opens_thirty_rooms_an_hour(limited: Make) -> None:
    api = limited(room_limit="100/minute, 30/hour")
    assert [opens(api).status_code for _ in range(31)] == [201] * 30 + [429]
    assert wait_asked(opens(api)) > 3000


def test_an_address_joins_ten_times_a_minute(limited: Make) -> None:
    api = limited()
    code = api.create()["code"]
    assert [joins(api, code, f"P{number}").status_code for number in range(9)] == [201] * 9
    assert problem(joins(api, code, "P9")) == (409, "room_full"), "a try is a join, too"
    assert problem(joins(api, code, "P9")) == LIMITED
    assert problem(joins(api, code, "P9", at=2)) == (409, "room_full")


def test_an_address_makes_twenty_other_calls_a_second(limited: Make) -> None:
    api = limited(call_limit="20/minute")
    host = api.create()
    paths = [
        "/api/games",
        "/api/rooms",
        f"/api/rooms/{host['code']}",
        "/api/openapi.json",
        "/api/nothing",
    ] * 4
    assert LIMITED not in [api.call("GET", path, **by(1)).status_code for path in paths]
    for path in paths[:5]:
        assert problem(api.client.get(path, **by(1))) == LIMITED
    assert api.call("GET", "/api/games", **by(2)).status_code == 200
    for path in ("/", f"/r/{host['code']}", "/healthz", "/readyz"):
        assert api.client.get(path, **by(1)).status_code == 200, "pages and probes are not counted"


def test_refused_client_causes_no_commands(limited: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    api = limited(room_limit="1/minute")
    assert [opens(api).status_code for _ in range(2)] == [201, 429]
    monkeypatch.setattr(api.service.store.client, "execute_command", None)
    monkeypatch.setattr(api.service, "create", None)
    assert problem(opens(api)) == LIMITED


def test_some_calls_need_no_store(limited: Make) -> None:
    away = limited(redis_url=f"redis://127.0.0.1:{free_port()}/0")
    assert away.call("GET", "/api/games").status_code == 200
    assert problem(opens(away)) == (503, "store_unavailable")


def test_limits_can_be_switched_off(make_api: Make) -> None:
    api = make_api(
        room_limit="1/minute", miss_limit="1/minute", action_limit="1/minute", poll_limit="1/minute"
    )
    hosts = [api.create() for _ in range(5)]
    for number in range(5):
        assert api.call("GET", "/api/rooms/zzzzz").status_code == 404
        api.act(hosts[0], "rename", name=f"N{number}")
        api.events(hosts[0])


# Guesses


def guess(api: Api, code: str, how: str, at: int = 1) -> TestResponse:
    token = "wrong" if how.endswith("!") else None
    match how.rstrip("!"):
        case "look":
            return api.call("GET", f"/api/rooms/{code}", token, **by(at))
        case "poll":
            return api.call("GET", f"/api/rooms/{code}/events?wait=0", token, **by(at))
        case "join":
            return joins(api, code, "Eve", at)
        case _:
            body = {"id": "12345678", "move": "leave"}
            return api.call("POST", f"/api/rooms/{code}/actions", token, json=body, **by(at))


@pytest.mark.parametrize("how", ["look", "look!", "poll", "poll!", "join", "act!"])
def test_twenty_misses_block_an_address_for_ten_minutes(limited: Make, how: str) -> None:
    high = {"join_limit": "100/minute", "call_limit": "100/second", "action_limit": "100/second"}
    api = limited(**high)
    missed = [guess(api, f"zzz{one}z", how) for one in "bcdfghjkmnpqrtvwxzbc"]
    assert {problem(response) for response in missed} == {(404, "room_not_found")}
    response = guess(api, "zzzzz", how)
    assert problem(response) == LIMITED
    assert 540 < wait_asked(response) <= 600
    assert response.get_json(force=True)["detail"].endswith("Try again in 10 minutes.")


def test_a_wrong_token_is_a_miss(limited: Make) -> None:
    api = limited(miss_limit="2/minute")
    code = api.create()["code"]
    found = [problem(guess(api, code, how)) for how in ("look!", "poll!", "act!")]
    assert found == [(401, "bad_token"), (401, "bad_token"), LIMITED]


@pytest.fixture
def blocked(limited: Make) -> Api:
    """An API that has blocked address 1."""
    api = limited(miss_limit="1/minute", call_limit="1000/second", action_limit="1000/second")
    assert [guess(api, "zzzzz", "look").status_code for _ in range(2)] == [404, 429]
    return api


HOWS = ["look", "look!", "poll", "poll!", "join", "act!"]


@pytest.mark.parametrize("how", HOWS)
def test_blocked_address_learns_nothing_of_rooms(blocked: Api, how: str) -> None:
    code = blocked.create()["code"]
    real, none = guess(blocked, code, how), guess(blocked, "zzzzz", how)
    assert problem(real) == problem(none) == LIMITED
    assert real.get_json(force=True) == none.get_json(force=True)
    assert set(real.headers.keys()) == set(none.headers.keys())


def test_players_behind_a_blocked_address_play_on(blocked: Api) -> None:
    host = blocked.create()
    room = f"/api/rooms/{host['code']}"
    for number in range(20):
        body = {"id": f"action-{number:03}", "move": "rename", "args": {"name": f"N{number}"}}
        response = blocked.call("POST", f"{room}/actions", host["token"], json=body, **by(1))
        assert response.status_code == 200
        assert blocked.call("GET", f"{room}/events", host["token"], **by(1)).status_code == 200
        assert blocked.call("GET", room, host["token"], **by(1)).status_code == 200
    assert opens(blocked).status_code == 201, "and may open rooms: that guesses nothing"


def test_others_are_not_blocked(blocked: Api) -> None:
    code = blocked.create()["code"]
    assert guess(blocked, code, "join", at=2).status_code == 201
    assert problem(guess(blocked, "zzzzz", "look", at=2)) == (404, "room_not_found")


def test_made_up_tokens_of_a_blocked_address_are_cheap(blocked: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Any] = []
    act, now = blocked.service.act, time.monotonic()
    monkeypatch.setattr(blocked.service, "act", lambda *args: (looked.append(args), act(*args)))
    monkeypatch.setattr(gcra, "time", SimpleNamespace(monotonic=lambda: now))  # however long it takes
    assert {problem(guess(blocked, "zzzzz", "act!")) for _ in range(100)} == {LIMITED}
    assert len(looked) == rate_limits.BLOCKED_TRIES.amount


# Seats


def test_a_seat_acts_ten_times_a_second(limited: Make) -> None:
    api = limited()
    host = api.create()
    tries = [api.try_act(host, "rename", name=f"N{number}") for number in range(11)]
    assert [response.status_code for response in tries] == [200] * 10 + [429]
    assert wait_asked(tries[-1]) == 1
    assert problem(tries[-1]) == LIMITED


def test_refused_actions_count_too(limited: Make) -> None:
    api = limited(action_limit="3/minute")
    host = api.create()
    found = [problem(api.try_act(host, "start")) for _ in range(4)]
    assert found == [(409, "too_few_players")] * 3 + [LIMITED]


def test_the_pace_of_a_seat_is_part_of_the_room(limited: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that has seen no action refuses like the worker that has."""
    api = limited(action_limit="3/minute")
    host = api.create()
    bob = api.join(host["code"], "Bob")
    monkeypatch.setattr(api.service.action_rate, "attempt", lambda seat: None)
    tries = [api.try_act(host, "rename", name=f"N{number}") for number in range(4)]
    assert [response.status_code for response in tries] == [200, 200, 200, 429]
    assert wait_asked(tries[-1]) == 20
    api.act(bob, "rename", name="Bea")
    api.clock.now += 20_000
    api.act(host, "rename", name="Ada")


def test_a_repeated_action_is_not_counted_by_the_room(limited: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    api = limited(action_limit="1/minute")
    host = api.create()
    monkeypatch.setattr(api.service.action_rate, "attempt", lambda seat: None)
    first = api.act(host, "rename", "same-id-again", name="Bea")
    assert api.act(host, "rename", "same-id-again", name="Bea") == first


# Polls


@pytest.fixture
def patient(limited: Make) -> Api:
    """Poll settings with such a long hold that no poll ends because of it."""
    return limited(hold_min_s=15, hold_max_s=15)


def polls(api: Api, player: dict[str, Any], **query: Any) -> Callable[[], TestResponse]:
    """Begin a call that waits for events."""
    token, code = player.get("token"), player["code"]
    query = {"since": player["cursor"], **query}
    return lambda: api.call("GET", f"/api/rooms/{code}/events", token, query_string=query)


def admitted(api: Api) -> int:
    """Wait for so many held polls. Polls that are only registered may still be looking."""
    return api.service.polls.limits.count()


def test_a_fifth_poll_of_a_seat_ends_the_oldest(patient: Api) -> None:
    host = patient.create()
    held = []
    for number in range(4):
        held.append(in_background(polls(patient, host, client=f"page {number}")))
        wait_until(lambda: admitted(patient) == len(held), "it waits")
    fifth = in_background(polls(patient, host, client="page 4"))
    oldest = held[0].value().get_json()
    assert (oldest["events"], oldest["cursor"], oldest["retry_after"]) == ([], host["cursor"], 2)
    assert not any(poll.done for poll in (*held[1:], fifth))
    patient.act(host, "rename", name="Bea")
    for poll in (*held[1:], fifth):
        assert poll.value().get_json()["version"] == 2


def test_fifty_may_watch_without_a_seat_and_one_more_may_not(limited: Make) -> None:
    api = limited(hold_min_s=15, hold_max_s=15, watch_polls=3)
    host = api.create()
    watcher = {"code": host["code"], "cursor": host["cursor"]}
    held = [in_background(polls(api, watcher)) for _ in range(3)]
    wait_until(lambda: admitted(api) == 3, "all wait")
    assert problem(polls(api, watcher, client="new")()) == LIMITED
    mine = in_background(polls(api, host))
    wait_until(lambda: admitted(api) == 4, "the player waits, too")
    api.act(host, "rename", name="Bea")
    assert all(poll.value().get_json()["version"] == 2 for poll in (*held, mine))


@pytest.mark.parametrize("query", [{}, {"client": "{}"}, {"since": "junk"}, {"since": "{}", "client": "{}"}])
@pytest.mark.parametrize("seated", [True, False])
def test_no_query_avoids_the_poll_limit(limited: Make, query: dict[str, str], seated: bool) -> None:
    """A new page each time, a missing cursor, or many connections: still ten at once, then ten a second."""
    api = limited(poll_limit="10/second", watch_limit="10/second")
    host = api.create()
    token = host["token"] if seated else None

    def poll(number: int) -> TestResponse:
        filled = {name: text.format(number) for name, text in query.items()}
        return api.call("GET", f"/api/rooms/{host['code']}/events", token, query_string=filled)

    def thirty() -> list[TestResponse]:
        with ThreadPoolExecutor(4) as pool:
            return list(pool.map(poll, range(30)))

    run = in_background(thirty)
    assert {response.status_code for response in run.value()} == {200}
    assert run.took > 1.8


def test_empty_answers_come_once_a_second(api: Api) -> None:
    host = api.create()
    began = time.monotonic()
    polls(api, host, wait=0, client="one")()
    again = [in_background(polls(api, host, wait=0, client=client)) for client in ("one", "two", "three")]
    for poll in again:
        assert poll.value().get_json()["events"] == []
        assert poll.ended - began >= long_poll.EMPTY_ANSWER_S


@pytest.fixture
def reads(api: Api, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Note the codes of the rooms that are read."""
    read, load = [], RoomStore.load_with_log

    def counted(store: RoomStore, code: str) -> Any:
        read.append(code)
        return load(store, code)

    monkeypatch.setattr(RoomStore, "load_with_log", counted)
    return read


@pytest.mark.parametrize("known", ["nothing", "a wrong token", "a cursor from the future"])
def test_wrong_cursors_cause_one_read_a_second(
    api: Api, reads: list[str], monkeypatch: pytest.MonkeyPatch, known: str
) -> None:
    host = api.create()
    api.events(host)
    reads.clear()
    monkeypatch.setattr(long_poll, "CHECK_PAUSE_S", 0.5)
    began = time.monotonic()
    token = "wrong" if known == "a wrong token" else host["token"]
    since = host["cursor"] + ("99" if known == "a cursor from the future" else "")
    answers = [
        in_background(polls(api, {**host, "token": token, "cursor": since}, client=str(page), wait=0.6))
        for page in range(8)
    ]
    found = [poll.value().get_json(force=True) for poll in answers]
    if known == "nothing":
        assert (reads, [one["reset"] for one in found]) == ([], [False] * 8)
    elif known == "a wrong token":
        assert [one["code"] for one in found] == ["bad_token"] * 8
    else:
        assert [one["reset"] for one in found] == [True] * 8
    assert len(reads) <= 2 + max(0, time.monotonic() - began - 0.6) / 0.5


def test_a_cursor_of_a_commit_that_is_on_its_way_waits_for_it_and_is_no_reset(
    api: Api, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_poll, "CHECK_PAUSE_S", 600)
    host = api.create()
    api.events(host)
    epoch = host["cursor"].partition(".")[0]
    assert api.events(host, since=f"{epoch}.9")["reset"], "read just now"
    reads.clear()
    ahead = in_background(polls(api, {**host, "cursor": f"{epoch}.2"}, wait=0, client="new"))
    wait_until(lambda: api.service.feeds.count_waiters() == 1, "it waits")
    api.act(host, "rename", name="Bea")
    answer = ahead.value().get_json()
    assert (answer["reset"], answer["version"], reads) == (False, 2, [])


# Public rooms


def test_three_public_rooms_of_an_address_may_wait(limited: Make) -> None:
    api = limited(room_limit="100/minute")
    hosts = [opens(api, public=True).get_json() for _ in range(3)]
    response = opens(api, public=True)
    assert problem(response) == LIMITED
    assert "public rooms" in response.get_json(force=True)["detail"]
    assert opens(api).status_code == 201, "a private one is no burden for the others"
    assert opens(api, at=2, public=True).status_code == 201
    for name in ("Bob", "Cyd"):
        api.join(hosts[0]["code"], name)
    api.act(hosts[0], "start")
    api.clock.now += room_count.FRESH_MS + 1
    assert [opens(api, public=True).status_code for _ in range(2)] == [201, 429]


def test_a_room_cannot_be_made_public_in_a_roundabout_way(limited: Make) -> None:
    api = limited(room_limit="100/minute")
    hosts = [opens(api).get_json() for _ in range(4)]
    found = []
    for host in hosts:
        body = {"id": "12345678", "move": "set_public", "args": {"public": True}}
        path = f"/api/rooms/{host['code']}/actions"
        found.append(api.call("POST", path, host["token"], json=body, **by(1)).status_code)
    assert found == [200, 200, 200, 429]
    assert not api.snapshot(hosts[3])["table"]["public"]


# The server


def test_no_room_is_made_beyond_the_most(make_api: Make, caplog: pytest.LogCaptureFixture) -> None:
    api = make_api(max_rooms=3)
    hosts = [api.create(public=True) for _ in range(3)]
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            response = opens(api)
            assert problem(response) == (503, "server_full")
            assert wait_asked(response) == 60
    why = "3 rooms are open, and MAX_ROOMS is 3."
    assert [record.getMessage() for record in caplog.records] == [f"no room can be opened: {why}"]
    ready = api.call("GET", "/readyz")
    assert (ready.status_code, ready.get_json()) == (200, {"status": "full", "cause": why})
    api.act(hosts[0], "rename", name="Bea")
    assert api.join(hosts[1]["code"], "Bob")["player"] == "p2"
    assert opens(api, path="/api/quick").status_code == 201, "there is a room to play in"


def test_rooms_that_are_gone_make_place(make_api: Make) -> None:
    api = make_api(max_rooms=2)
    gone_room, stays = api.create(), api.create()
    assert opens(api).status_code == 503
    api.service.store.client.delete(keys.room_key(gone_room["code"]))
    api.clock.now += 3_600_001
    assert [opens(api).status_code for _ in range(2)] == [201, 503]
    counted = {code.decode() for code in api.service.store.client.zrange(keys.ROOMS, 0, -1)}
    assert stays["code"] in counted and gone_room["code"] not in counted


def test_a_count_that_is_far_out_of_date_mends_itself(
    make_api: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_count, "BATCH", 10)
    api = make_api(max_rooms=5)
    old = {f"old{number}": api.clock.now - 1 for number in range(95)}
    api.service.store.client.zadd(keys.ROOMS, old)
    assert opens(api).status_code == 201


@pytest.mark.parametrize(
    ("used", "most", "status"), [(69, 100, 201), (70, 100, 503), (10**9, 0, 201), (None, None, 201)]
)
def test_no_room_is_made_when_redis_is_nearly_full(
    make_api: Make, monkeypatch: pytest.MonkeyPatch, used: int | None, most: int | None, status: int
) -> None:
    api = make_api()
    messages: list[str] = []

    def info(section: str) -> dict[str, Any]:
        messages.append(section)
        return {} if used is None else {"used_memory": used, "maxmemory": most}

    monkeypatch.setattr(api.service.store.client, "info", info)
    assert [opens(api).status_code for _ in range(10)] == [status] * 10
    assert messages in (["memory"], ["memory"] * 2), "read every few seconds, and again where it is short"
    if status == 503:
        cause = "Redis uses 70% of its maxmemory, and MAX_MEMORY_SHARE is 0.7."
        assert api.call("GET", "/readyz").get_json()["cause"] == cause


def test_a_room_of_quick_play_lives_fifteen_minutes_until_somebody_joins(api: Api) -> None:
    def minutes(player: dict[str, Any]) -> float:
        return float(api.service.store.client.pttl(keys.room_key(player["code"])) / 60_000)

    alone = api.made_by(opens(api, path="/api/quick"))
    assert minutes(alone) == pytest.approx(15, abs=0.1)
    assert alone["table"]["phase"] == "playing"
    second = {"name": "Bob", "next_game": True}
    assert api.call("POST", f"/api/rooms/{alone['code']}/players", json=second).status_code == 201
    assert minutes(alone) == pytest.approx(24 * 60, abs=1)


def test_rooms_with_one_person_that_are_not_of_quick_play_live_as_before(api: Api) -> None:
    host = api.create()
    assert api.service.store.client.pttl(keys.room_key(host["code"])) > 59 * 60_000
