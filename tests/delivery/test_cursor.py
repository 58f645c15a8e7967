"""The cursor: the answer to a poll depends only on the position that the client names."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from cheat.service.delivery.long_poll import EMPTY_ANSWER_S
from cheat.store.rooms import RoomStore
from tests.servers import LOG_LENGTH, PATIENCE_S, Client, RedisServer, Web, in_background, wait_until

from .test_workers import LONG_HOLDS

HOLD_S = 1.5


@pytest.fixture
def ada(two_workers: list[Web]) -> Client:
    """Return the host of a new room."""
    return host(two_workers)


@pytest.fixture
def patient(share_webs: Callable[..., list[Web]]) -> Client:
    """Return the host of a new room of workers that hold polls for long.

    A poll that was held to the end gets an answer without events, table or reset. So an answer with one
    of them was not held.
    """
    return host(share_webs(2, **LONG_HOLDS))


def host(workers: list[Web]) -> Client:
    ada = Client(workers)
    ada.create("Ada")
    return ada


def rename(client: Client, times: int) -> None:
    for number in range(times):
        client.act("rename", at=number % 2, name=f"Ada {number}")


def versions(answer: dict[str, Any]) -> list[int]:
    return [event["v"] for event in answer["events"]]


def followed(client: Client, at: int, upto: int) -> list[int]:
    """Return the versions of all events from the client's cursor to `upto`, polled at one server."""
    seen_versions, cursor = [], client.cursor
    while not seen_versions or seen_versions[-1] < upto:
        answer = client.events(at, since=cursor, wait=20)
        assert answer["events"], "a poll with news to come was answered with none"
        seen_versions, cursor = seen_versions + versions(answer), answer["cursor"]
    return seen_versions


def epoch_of(client: Client) -> str:
    return client.cursor.partition(".")[0]


def timed_poll(client: Client, at: int, **query: Any) -> tuple[dict[str, Any], float]:
    began_at = time.monotonic()
    return client.events(at, **query), time.monotonic() - began_at


@pytest.mark.parametrize("at", [0, 1])
def test_position_gets_every_later_event_in_order_and_the_table(patient: Client, at: int) -> None:
    """Scenario a: from a position."""
    rename(patient, 5)
    for version in range(1, 6):
        answer = patient.events(at, since=f"{epoch_of(patient)}.{version}", wait=20)
        assert versions(answer) == list(range(version + 1, 7))
        assert (answer["version"], answer["table"]["version"], answer["reset"]) == (6, 6, False)
        assert answer["cursor"] == f"{epoch_of(patient)}.6"


def test_before_the_first_version_the_log_of_a_new_room_is_whole(ada: Client) -> None:
    """Scenario a: the shortest log there is."""
    assert versions(ada.events(1, since=f"{epoch_of(ada)}.0", wait=5)) == [1]


def test_without_a_cursor_the_answer_is_the_table_now(patient: Client) -> None:
    answer = patient.poll(1, wait=20).json()
    assert answer["table"]["version"] == 1
    assert (answer["events"], answer["reset"]) == ([], False)


def test_current_cursor_is_held(ada: Client) -> None:
    """Scenario a: the same position."""
    polls = [in_background(lambda at=at: timed_poll(ada, at, wait=25)) for at in (0, 1)]
    for poll in polls:
        answer, took = poll.value()
        assert took >= HOLD_S
        assert answer["cursor"] == ada.cursor
        assert (answer["events"], answer["reset"], "table" in answer) == ([], False, False)


def test_trimmed_gap_is_a_reset_and_the_edge_of_the_log_is_not(ada: Client) -> None:
    """Scenario a: the log keeps so many versions and no more."""
    rename(ada, LOG_LENGTH + 1)
    covered = ada.events(0, since=f"{epoch_of(ada)}.2", wait=5)
    assert versions(covered) == list(range(3, LOG_LENGTH + 3))
    for at in (0, 1):
        answer = ada.events(at, since=f"{epoch_of(ada)}.1", wait=20)
        assert (answer["reset"], answer["events"], answer["table"]["version"]) == (True, [], LOG_LENGTH + 2)


@pytest.mark.parametrize("ahead", [1, 5, 10**9])
def test_cursor_from_the_future_is_a_reset(patient: Client, ahead: int) -> None:
    """Scenario a: not yet existing."""
    answer = patient.events(1, since=f"{epoch_of(patient)}.{1 + ahead}", wait=20)
    assert (answer["reset"], answer["events"], answer["table"]["version"]) == (True, [], 1)


JUNK = [
    "0",
    ".",
    "x.1",
    "1",
    "-1",
    "{epoch}",
    "{epoch}.",
    "{epoch}.x",
    "{epoch}.-1",
    "{epoch}.1.1",
    "{epoch}.٣",
]
JUNK += [
    "{epoch}.1e3",
    "{epoch}. 1",
    "null",
    "💥",
    "{epoch}." + "9" * 400,
    "A" * 2000,
    "%00",
    "..",
    "{epoch}\n.1",
]


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_a_reset(patient: Client, junk: str) -> None:
    """Scenario a: junk."""
    answer = patient.events(0, since=junk.replace("{epoch}", epoch_of(patient)), wait=20)
    assert (answer["reset"], answer["events"], answer["table"]["version"]) == (True, [], 1)


def test_cursor_of_another_room_is_a_reset(ada: Client, two_workers: list[Web]) -> None:
    other = Client(two_workers).create("Bob")
    assert ada.events(0, since=other["cursor"], wait=20)["reset"]


def test_expired_room_is_not_found_also_for_a_held_poll(ada: Client, redis_server: RedisServer) -> None:
    """Scenarios a and e: the room goes away while a poll is held."""
    held = in_background(lambda: ada.poll(0, since=ada.cursor, wait=25))
    with redis_server.client() as client:
        wait_until(lambda: client.pubsub_numsub(f"cheat:{{{ada.code}}}:wake")[0][1], "the poll is held")
        client.flushall()
    answers = [held.value()]
    if answers[0].status_code == 200:
        assert answers[0].json()["events"] == []
    answers += [ada.poll(at, since=ada.cursor, wait=25) for at in (1, 0)]
    for answer in answers[1:]:
        assert (answer.status_code, answer.json()["code"]) == (404, "room_not_found")


def test_new_room_with_the_same_code_is_a_reset(ada: Client, redis_server: RedisServer) -> None:
    """Scenario a: the room was created anew, also while a poll is held."""
    rename(ada, 3)
    cursor = ada.snapshot()["cursor"]
    ada.events(0, wait=0, since=cursor)
    held = in_background(lambda: ada.events(0, since=cursor, wait=25))
    with redis_server.client() as client:
        store = RoomStore(client, LOG_LENGTH)
        stored = store.load(ada.code)
        assert stored is not None
        client.flushall()
        data = re.sub(rb'"epoch":"\w+"', b'"epoch":"newlife0"', stored.data)
        assert store.create(ada.code, "newlife0", data, b'{"at":1,"events":[]}', 60_000)
    fresh = ada.events(1, since=cursor, wait=20)
    assert (fresh["reset"], fresh["events"], fresh["cursor"]) == (True, [], "newlife0.1")
    answer = held.value()
    if not answer["reset"]:  # the hold ended before the sweep
        answer = ada.events(0, since=answer["cursor"], wait=20)
    assert (answer["reset"], answer["cursor"]) == (True, "newlife0.1")


def test_repeated_poll_gets_the_same_events_from_any_worker(ada: Client) -> None:
    """Scenario c: sending events does not use them up."""
    rename(ada, 4)
    answers = [ada.events(at, since=f"{epoch_of(ada)}.2", wait=20)["events"] for at in (0, 1, 0, 1)]
    assert [event["v"] for event in answers[0]] == [3, 4, 5]
    assert len({json.dumps(events) for events in answers}) == 1


def test_unread_answer_is_given_again(patient: Client) -> None:
    """Scenario c: the connection breaks after the answer was written. A repeated poll loses nothing."""
    host = ("127.0.0.1", patient.servers[0].port)
    path = f"/api/rooms/{patient.code}/events?since={quote(patient.cursor)}&wait=20"
    request = f"GET {path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer {patient.token}\r\n\r\n"
    with socket.create_connection(host) as held:
        held.sendall(request.encode())
        patient.act("rename", at=1, name="Ada 2")
        held.settimeout(PATIENCE_S)
        assert held.recv(20).startswith(b"HTTP/1.1 200")
    with socket.create_connection(host) as client:
        client.sendall(request.encode())
    patient.act("rename", at=1, name="Ada 3")
    for at in (0, 1):
        assert followed(patient, at, upto=3) == [2, 3]


def test_two_idle_polls_in_a_row_each_hold_their_full_time(ada: Client, patient: Client) -> None:
    """Scenario d: a hold never ends early, and lasts for the requested time if that is shorter."""
    for _ in range(2):
        _, took = timed_poll(ada, 0, wait=25)
        assert took >= HOLD_S
    longer = in_background(lambda: patient.events(1, wait=25, client="other page"))
    _, took = timed_poll(patient, 1, wait=0.8)
    assert took >= 0.8
    assert not longer.done
    patient.act("rename", name="Bea")
    longer.value()


def test_immediate_repeats_have_to_wait(ada: Client, two_workers: list[Web]) -> None:
    """Rule 3: no tight loops. Events still arrive at once."""
    first = min(timed_poll(host(two_workers), 0, wait=0)[1] for _ in range(10))
    assert first < EMPTY_ANSWER_S, "nobody is made to wait who has not asked before"
    began_at = time.monotonic()
    for _ in range(2):
        ada.events(0, wait=0)
    assert time.monotonic() - began_at >= EMPTY_ANSWER_S
    held = in_background(lambda: ada.events(0, wait=0))
    ada.act("rename", at=1, name="Bea")
    assert versions(ada.events(0, wait=0)) == [2]
    held.value()


def test_answer_is_not_to_be_stored(ada: Client) -> None:
    response = ada.poll(0, since=ada.cursor, wait=0)
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Content-Type"] == "application/json"
    assert HOLD_S <= response.json()["hold"] <= 2
    assert response.json()["retry_after"] == 0


def test_worker_trusts_a_newer_cursor(ada: Client) -> None:
    """A client moves from the worker that committed to a worker that follows the room: no reset, no loss."""
    for number in range(4):
        held = in_background(lambda: ada.events(0, wait=25, client="other page"))
        acted = ada.act("rename", at=1, name=f"N{number}")
        answer = ada.events(0, since=acted["cursor"], wait=0, client=f"c{number}")
        assert (answer["reset"], answer["events"]) == (False, [])
        held.value()
        ada.cursor = acted["cursor"]
