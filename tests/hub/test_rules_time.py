"""Users' games take a bounded part of the processor, even if they go on without players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cheat.documents import compiled
from cheat.errors import StoreUnavailable
from cheat.ops import metrics
from cheat.service.hub import document_cache
from cheat.service.limits.networks import site_of
from cheat.service.limits.rules_time import BURST_S, RulesTime, payers_of
from cheat.service.transactions import MAX_OVERDUE_OF_USERS
from cheat.settings import from_environment
from cheat.store.published import DocumentStore
from tests.documents.small_documents import playing
from tests.servers import RedisServer, in_background, wait_until

from .conftest import Hub

Make = Callable[..., Hub]

HIGH = dict.fromkeys(("room_limit", "join_limit", "call_limit", "action_limit", "check_limit"), "9999/second")
EVE, ADA = "203.0.113.1", "198.51.100.1"
ADDRESS_SHARE = 0.25
MOVE_S = 0.1
"""Processor time of each call of rules in these tests, in seconds."""
TICKING: dict[str, Any] = {
    "vars": {"n": 0},
    "phases": playing(
        {"name": "finish", "do": [{"end": "me"}]},
        {"name": "go", "do": [{"add": {"n": 1}}, {"go": "turn"}]},
        time=0.25,
        timeout=[{"add": {"n": 1}}, {"go": "turn"}],
    ),
}
"""A game with the shortest possible timer: one step follows the other."""


class Processor:
    """A clock of processor time, by which each look takes as long as a call of rules."""

    def __init__(self) -> None:
        self.used = 0.0

    def __call__(self) -> float:
        self.used += MOVE_S
        return self.used


class Clock:
    """A clock whose time passes only when the test says so."""

    def __init__(self) -> None:
        self.now, self.looks = 1000.0, 0

    def __call__(self) -> float:
        self.looks += 1
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limited(make_hub: Make, clock: Clock) -> Hub:
    """A worker with a user's game. The test sets the time of debts."""
    hub = make_hub(rate_limits="on", rules_cpu=ADDRESS_SHARE, **HIGH)
    hub.service.rules_time.clock = clock
    hub.service.rules_time.processor = lambda: 0.0
    hub.published()
    return hub


def opening(hub: Hub, address: str, game: str = "small") -> Any:
    """Return the answer to a call that opens a room."""
    body = {"name": "Eve", "game": game}
    return hub.call("POST", "/api/rooms", json=body, headers={"X-Forwarded-For": address})


def opens(hub: Hub, address: str, game: str = "small") -> dict[str, Any]:
    return hub.made_by(opening(hub, address, game))


def tries(hub: Hub, address: str, game: str = "small") -> Any:
    """Return the answer to a call that begins a trial."""
    body = {"name": "Eve", "game": game, "bots": 1}
    return hub.call("POST", "/api/trials", json=body, headers={"X-Forwarded-For": address})


def uploads(hub: Hub, address: str, file: bytes = b"{}") -> Any:
    """Return the answer to a call that uploads a replay."""
    return hub.call("POST", "/api/replays", data=file, headers={"X-Forwarded-For": address})


def begins(hub: Hub, address: str, game: str = "small") -> dict[str, Any]:
    host = opens(hub, address, game)
    hub.join(host["code"], "Bob")
    hub.act(host, "start")
    return host


def takes(hub: Hub, address: str, seconds: float) -> None:
    """Let the games of an address use so much processor time, beyond the burst."""
    hub.service.rules_time.spend(payers_of(site_of(address)), BURST_S + seconds)


def refused() -> float:
    return metrics.registry.get_sample_value("cheat_limited_total", {"limit": "rules_cpu"}) or 0


CALLS: dict[str, Callable[[Hub, dict[str, Any]], Any]] = {
    "action": lambda hub, host: hub.try_act(host, "rename", name="Mallory"),
    "join": lambda hub, host: hub.call("POST", f"/api/rooms/{host['code']}/players", json={"name": "Dan"}),
    "table": lambda hub, host: hub.call("GET", f"/api/rooms/{host['code']}", host["token"]),
    "replay": lambda hub, host: hub.call(
        "GET", f"/api/rooms/{host['code']}/replay", host["token"], headers={"X-Forwarded-For": EVE}
    ),
    "uploaded replay": lambda hub, host: uploads(hub, EVE),
    "cheer": lambda hub, host: hub.call(
        "POST", f"/api/rooms/{host['code']}/cheers", json={"reaction": "wow"}
    ),
    "debug view": lambda hub, host: hub.call("GET", f"/api/rooms/{host['code']}/inside", host["token"]),
    "new room": lambda hub, host: opening(hub, EVE, "small"),
    "trial": lambda hub, host: tries(hub, EVE),
}


@pytest.mark.parametrize("call", CALLS)
def test_rooms_of_an_address_wait_when_their_games_have_used_up_their_time(
    limited: Hub, clock: Clock, call: str
) -> None:
    hub, before = limited, refused()
    eve, ada = opens(hub, EVE), opens(hub, ADA)
    assert CALLS[call](hub, eve).status_code != 429
    takes(hub, EVE, 10)
    answer = CALLS[call](hub, eve)
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (429, "rate_limited")
    assert answer.headers["Retry-After"] == "40", "ten seconds, at a quarter of a core"
    assert "processor time" in answer.get_json(force=True)["detail"]
    assert refused() == before + 1
    assert hub.try_act(ada, "rename", name="Ada L").status_code == 200, "others are not refused"
    clock.now += 40
    assert CALLS[call](hub, eve).status_code != 429


COUNTED: dict[str, Callable[[Hub, dict[str, Any], bytes], Any]] = {
    "deal of a trial": lambda hub, trial, file: tries(hub, EVE),
    "debug view": lambda hub, trial, file: CALLS["debug view"](hub, trial),
    "uploaded replay": lambda hub, trial, file: uploads(hub, EVE, file),
}


LOADING: dict[str, Callable[[Hub, dict[str, Any]], Any]] = {
    "table": CALLS["table"],
    "poll": lambda hub, host: hub.call(
        "GET", f"/api/rooms/{host['code']}/events", host["token"], headers={"X-Forwarded-For": ADA}
    ),
    "action": CALLS["action"],
    "new room": CALLS["new room"],
    "trial": CALLS["trial"],
    "game": lambda hub, host: hub.call("GET", "/api/games/small", headers={"X-Forwarded-For": EVE}),
    "rooms of a game": lambda hub, host: hub.call(
        "GET", "/api/rooms?game=small", headers={"X-Forwarded-For": EVE}
    ),
    "report": lambda hub, host: hub.call(
        "POST", "/api/documents/small/report", headers={"X-Forwarded-For": EVE}
    ),
}
"""Calls that need a document, in a room of EVE or by herself."""
LOAD_S = 1.0


@pytest.mark.parametrize("call", LOADING)
def test_address_pays_for_documents_that_a_worker_has_to_load(
    make_hub: Make, redis_server: RedisServer, clock: Clock, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    first, second = (
        make_hub(redis_url=redis_server.url, rate_limits="on", rules_cpu=ADDRESS_SHARE, **HIGH)
        for _ in range(2)
    )
    first.published()
    host, time = opens(first, EVE), second.service.rules_time
    loaded = list[bytes]()

    def load(data: bytes) -> Any:
        loaded.append(data)
        return compiled(data)

    monkeypatch.setattr(document_cache, "compiled", load)
    time.clock, time.processor = clock, lambda: LOAD_S * len(loaded)
    takes(second, EVE, 10)
    answer = LOADING[call](second, host)
    assert (answer.status_code, loaded) == (429, []), "it is not loaded while its address has to wait"
    clock.now += time.seconds_left(payers_of(EVE)) + BURST_S / ADDRESS_SHARE
    assert LOADING[call](second, host).status_code < 300
    assert len(loaded) == 1
    takes(second, EVE, 0)
    assert time.seconds_left(payers_of(EVE)) == LOAD_S / ADDRESS_SHARE


def finished(hub: Hub) -> tuple[dict[str, Any], bytes]:
    """Play a short game in a room of another address. Return its host, and the file of its replay."""
    hub.published(id="short", phases=playing({"name": "finish", "do": [{"end": "me"}]}))
    ada = begins(hub, ADA, "short")
    forms = {form["name"]: form for form in hub.snapshot(ada)["table"]["moves"]}
    hub.act(ada, "finish", **forms["finish"]["with"])
    return ada, hub.call("GET", f"/api/rooms/{ada['code']}/replay/file", ada["token"]).data


@pytest.mark.parametrize("whose", ["of a room", "of a file"])
def test_replay_waits_for_a_store_that_is_gone(
    make_hub: Make, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    """It is not the fault of the file, or of the room, if the document cannot be loaded now."""
    first, second = (make_hub(redis_url=redis_server.url) for _ in range(2))
    ada, file = finished(first)

    def gone(self: DocumentStore, id: str) -> bytes:
        raise StoreUnavailable("The server can't reach its store. Try again.")

    def answer() -> Any:
        if whose == "of a file":
            return uploads(second, EVE, file)
        return second.call("GET", f"/api/rooms/{ada['code']}/replay", ada["token"])

    with monkeypatch.context() as patch:
        patch.setattr(DocumentStore, "document", gone)
        assert answer().status_code == 503
    assert answer().status_code == 200


@pytest.mark.parametrize("call", COUNTED)
def test_time_counts_for_the_address(limited: Hub, call: str) -> None:
    """This holds even for work that is shorter than a slice of a replay."""
    hub, time = limited, limited.service.rules_time
    trial = hub.made_by(tries(hub, EVE))
    time.spend(payers_of(EVE), BURST_S)
    assert not time.seconds_left(payers_of(EVE))
    _, file = finished(hub)
    time.processor = Processor()
    assert COUNTED[call](hub, trial, file).status_code < 300
    assert time.seconds_left(payers_of(EVE)) > 0


def test_games_of_the_server_do_not_wait(limited: Hub) -> None:
    hub = limited
    hosts = [opens(hub, EVE, game) for game in ("cheat", "hearts")]
    takes(hub, EVE, 10)
    hosts += [opens(hub, EVE, game) for game in ("cheat", "hearts")]
    assert {hub.try_act(host, "rename", name="Mallory").status_code for host in hosts} == {200}


def test_network_of_ipv6_has_the_time_of_four_addresses(limited: Hub) -> None:
    hub, lines = limited, [f"2001:db8:1:{number}00::1" for number in range(6)]
    last = opens(hub, lines[5])
    for number, line in enumerate(lines[:5]):
        assert hub.try_act(last, "rename", name=f"Eve {number}").status_code == 200
        takes(hub, line, 0)
    assert hub.try_act(last, "rename", name="Eve").status_code == 429


def test_poll_with_news_comes_later(limited: Hub, clock: Clock) -> None:
    hub = limited
    eve = opens(hub, EVE)
    cursor = hub.events(eve)["cursor"]
    hub.act(eve, "rename", name="Mallory")
    path = f"/api/rooms/{eve['code']}/events?since={cursor}&wait=20"
    takes(hub, EVE, 0.1)
    looks = clock.looks
    waiting = in_background(lambda: hub.call("GET", path, eve["token"]).get_json())
    wait_until(lambda: clock.looks > looks + 2, "it looks again and again")
    assert not waiting.done
    clock.now += 1
    assert [event["type"] for event in waiting.value()["events"]] == ["renamed"]
    takes(hub, EVE, 10)
    assert hub.code("GET", path, eve["token"]) == (429, "rate_limited"), "that would take too long"


def test_action_waits_for_few_steps_that_a_game_makes_by_itself(
    limited: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them takes only little processor time."""
    hub = limited
    hub.published(id="ticking", **TICKING)
    host = begins(hub, EVE, "ticking")
    before = hub.service.store.load(host["code"]).version
    monkeypatch.setattr(type(hub.clock), "__call__", passing)
    answer = hub.try_act(host, "go")
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (409, "busy")
    assert hub.service.store.load(host["code"]).version == before + MAX_OVERDUE_OF_USERS


def passing(clock: Any) -> int:
    """A clock by which each look is later than the one before."""
    clock.now += 300
    now: int = clock.now
    return now


@pytest.mark.parametrize("asked", ["by an action", "by a poll"])
def test_game_that_goes_on_by_itself_is_stopped_when_its_time_is_used_up(
    limited: Hub, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    hub = limited
    hub.published(id="ticking", **TICKING)
    host = begins(hub, EVE, "ticking")
    cursor = hub.events(host)["cursor"]
    before = hub.service.store.load(host["code"]).version
    hub.service.rules_time.processor = Processor()
    monkeypatch.setattr(type(hub.clock), "__call__", passing)
    if asked == "by an action":
        assert hub.try_act(host, "go").status_code == 429
    else:
        hub.events(host, cursor)
        wait_until(lambda: hub.service.rules_time.seconds_left(payers_of(EVE)), "its time is used up")
    version = hub.service.store.load(host["code"]).version
    most = BURST_S / MOVE_S
    assert most / 3 < version - before <= most + 1
    assert hub.try_act(opens(hub, ADA), "rename", name="Ada L").status_code == 200


def test_time_of_other_requests_during_a_pause_is_not_charged() -> None:
    used = iter([1.0, 2.0, 90.0, 90.5])
    charges: list[float] = []
    time = RulesTime(from_environment({}), processor=lambda: next(used))
    time.spend = lambda _, seconds: charges.append(seconds)  # type: ignore[method-assign]
    with time.charge(["an address"]) as charged:
        charged.spend()
        charged.resume()
    assert charges == [1.0, 0.5]
