"""The list of public rooms that players can join now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cheat.service import public_rooms

from .conftest import Api


@pytest.fixture(autouse=True)
def _read_the_list_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_rooms, "LISTED_FOR_S", -1)


def listed(api: Api, **query: Any) -> list[str]:
    return [room["code"] for room in api.call("GET", "/api/rooms", query_string=query).get_json()["rooms"]]


def test_public_room_is_listed_and_private_is_not(api: Api) -> None:
    api.create("Ada")
    host = api.create("Bob", public=True)
    assert listed(api) == [host["code"]]


def test_newest_room_is_first(api: Api) -> None:
    codes = []
    for number in range(4):
        api.clock.now += 1000
        codes.append(api.create(f"P{number}", public=True)["code"])
    assert listed(api) == codes[::-1]


def test_list_follows_the_host_who_switches(api: Api) -> None:
    host = api.create()
    api.act(host, "set_public", public=True)
    assert listed(api) == [host["code"]]
    api.act(host, "set_public", public=False)
    assert listed(api) == []


def test_full_room_disappears_and_comes_back(api: Api) -> None:
    host = api.create("P0", public=True)
    others = [api.join(host["code"], f"P{number}") for number in range(1, 10)]
    assert listed(api) == []
    api.act(others[3], "leave")
    assert listed(api) == [host["code"]]


def test_running_game_disappears_and_its_result_comes_back(api: Api) -> None:
    host = api.create(public=True)
    others = [api.join(host["code"], name) for name in ("Bob", "Cyd")]
    api.act(host, "start")
    assert listed(api) == []
    api.act(others[0], "leave")
    (room,) = api.call("GET", "/api/rooms").get_json()["rooms"]
    assert (room["phase"], room["players"]) == ("over", 2)


def test_empty_and_expired_rooms_disappear(api: Api) -> None:
    empty, expired = api.create(public=True), api.create(public=True)
    api.act(empty, "leave")
    assert listed(api) == [expired["code"]]
    api.service.store.client.delete(f"cheat:{{{expired['code']}}}:room")
    assert listed(api) == []
    assert api.service.store.client.zcard("cheat:public") == 0, "the list is tidied up"


BROKEN = [b"{}", b"[1]", b"\xff", b'{"code":"bbbbb","epoch":"e","format":1,"game":"gone","options":{}}']


@pytest.mark.parametrize("data", BROKEN, ids=["empty", "list", "bytes", "of a game that is gone"])
def test_room_that_cannot_be_read_is_passed_by_and_taken_off_the_list(
    api: Api, data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """The list and quick play go on without the unreadable room, which is logged once."""
    host = api.create("Ada", public=True)
    api.service.store.create("bbbbb", "e", data, b"{}", 60_000)
    api.service.store.list_publicly("bbbbb", api.clock.now + 1)
    quick = api.call("POST", "/api/quick", json={"name": "Ben", "game": "cheat"})
    assert (quick.status_code, quick.get_json()["code"]) == (201, host["code"])
    assert listed(api) == [host["code"]]
    assert api.service.store.client.zscore("cheat:public", "bbbbb") is None
    assert [record for record in caplog.records if "bbbbb" in record.getMessage()]


def test_dead_rooms_do_not_hide_the_living(api: Api) -> None:
    host = api.create("Ada", public=True)
    for number in range(250):
        api.service.store.list_publicly(f"dead{number}", api.clock.now + 1 + number)
    assert listed(api) == [host["code"]]
    assert api.service.store.client.zcard("cheat:public") == 1


def test_list_has_a_hundred_rooms_although_some_are_dead(api: Api) -> None:
    codes = []
    for number in range(104):
        api.clock.now += 1
        codes.append(api.create("Ada", public=True)["code"])
        if number % 4 == 0:
            api.clock.now += 1
            api.service.store.list_publicly(f"dead{number}", api.clock.now)
    assert listed(api) == codes[:3:-1]


def test_one_reading_of_the_list_is_bounded_and_the_next_goes_on(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_rooms, "LISTED_ROOMS", 2)
    host = api.create("Ada", public=True)
    for number in range(30):
        api.service.store.list_publicly(f"dead{number}", api.clock.now + 1 + number)
    assert listed(api) == []
    assert api.service.store.client.zcard("cheat:public") == 11
    assert listed(api) == [host["code"]]


def crossing(api: Api, monkeypatch: pytest.MonkeyPatch, name: str, change: Callable[[], Any]) -> None:
    """One worker's change of the list is late: another worker changes room and list before it."""
    write, late = getattr(api.service.store, name), [change]

    def written(*args: Any) -> Any:
        if late:
            late.pop()()
        return write(*args)

    monkeypatch.setattr(api.service.store, name, written)


def test_late_removal_from_the_list_does_not_erase_the_newer_listing(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = api.create(public=True)
    crossing(api, monkeypatch, "unlist", lambda: api.act(host, "set_public", public=True))
    api.act(host, "set_public", public=False)
    assert api.snapshot(host)["table"]["public"]
    assert listed(api) == [host["code"]]


def test_late_listing_does_not_undo_the_newer_removal(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    host = api.create()
    crossing(api, monkeypatch, "list_publicly", lambda: api.act(host, "set_public", public=False))
    api.act(host, "set_public", public=True)
    assert not api.snapshot(host)["table"]["public"]
    assert api.service.store.client.zcard("cheat:public") == 0


def test_reader_of_the_list_does_not_erase_a_room_that_is_joinable_again(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = api.create()
    api.service.store.list_publicly(host["code"], api.clock.now)
    crossing(api, monkeypatch, "unlist", lambda: api.act(host, "set_public", public=True))
    listed(api)
    assert listed(api) == [host["code"]]


def test_list_costs_nothing_where_nothing_changes(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    host = api.create(public=True)
    for name in ("list_publicly", "unlist"):
        monkeypatch.setattr(api.service.store, name, None)
    api.act(host, "rename", name="Bea")
    api.join(host["code"], "Cyd")


def test_list_can_be_limited_to_a_game(api: Api) -> None:
    host = api.create(public=True)
    assert listed(api, game="cheat") == [host["code"]]
    assert listed(api, game="") == [host["code"]]
    assert listed(api, game="chess") == []


def test_list_is_read_once_a_second_however_often_it_is_asked_for(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_rooms, "LISTED_FOR_S", 60)
    reads: list[int] = []
    read = api.service.store.listed_rooms
    monkeypatch.setattr(
        api.service.store, "listed_rooms", lambda limit, start: (reads.append(limit), read(limit, start))[1]
    )
    for _ in range(10):
        listed(api)
    assert reads == [100]


def test_rooms_live_an_hour_and_games_a_day(api: Api) -> None:
    def ttl(code: str) -> list[float]:
        client = api.service.store.client
        return [client.pttl(f"cheat:{{{code}}}:{key}") / 3_600_000 for key in ("room", "log")]

    host = api.create()
    assert ttl(host["code"]) == pytest.approx([1, 1], abs=0.01)
    others = [api.join(host["code"], name) for name in ("Bob", "Cyd")]
    assert ttl(host["code"]) == pytest.approx([1, 1], abs=0.01)
    api.act(host, "start")
    assert ttl(host["code"]) == pytest.approx([24, 24], abs=0.01)
    api.act(others[0], "leave")
    assert api.snapshot(host)["table"]["phase"] == "over"
    assert ttl(host["code"]) == pytest.approx([1, 1], abs=0.01)
