"""Workers of one gunicorn exchange connections."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import gevent
import pytest

from cheat.server.room_affinity import MOST_BYTES, RoomAffinity
from tests.delivery.machines import Load
from tests.delivery.test_workers import told
from tests.servers import Client, Web, wait_until

from .raw_requests import answer, connected, poll, rename, request, statuses

WORKERS = 2
ROOMS = 24
"""Number of rooms: enough that each worker is the home of two, for any codes."""
TABLES, MOVES = 6, 2
"""Number of tables in the games, and number of moved connections to wait for."""
HEALTH = request("GET", "/healthz")
CODES = [f"{first}{second}QKA" for first in "ABCDEFGHJK" for second in "ABCDEFGHJK"]


class Taking:
    """The connections of a worker, as far as room affinity uses them."""

    def __init__(self) -> None:
        self.full = False
        self.taken: list[tuple[socket.socket, bytes]] = []

    def are_full(self) -> bool:
        return self.full

    def take(self, client: socket.socket, data: bytes) -> None:
        self.taken.append((client, data))


class Worker:
    """A worker: one of several in this process."""

    def __init__(self, folder: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.name = str(number)
        self.connections = Taking()
        self._clients: list[socket.socket] = []
        monkeypatch.setattr(os, "getpid", lambda: number)
        self.affinity = RoomAffinity(folder, self.connections)  # type: ignore[arg-type]
        monkeypatch.undo()

    def give(self, to: Worker, data: bytes) -> tuple[bool, socket.socket]:
        """Give a connection. Return whether the other worker takes it, and the client's end."""
        ours, theirs = socket.socketpair()
        self._clients.append(theirs)
        with ours:
            return self.affinity.give(to.name, ours, data), theirs

    def end(self) -> None:
        """Close everything that is open."""
        if self.affinity.started:
            self.affinity.close()
        for client in (*self._clients, *(taken for taken, _ in self.connections.taken)):
            client.close()


@pytest.fixture
def workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Worker]]:
    new_workers = [Worker(tmp_path, number, monkeypatch) for number in (11, 12, 13)]
    for worker in new_workers:
        worker.affinity.refresh()
    yield new_workers
    for worker in new_workers:
        worker.end()


def homes(worker: Worker) -> dict[str, str]:
    return {code: worker.affinity.home(code) or worker.name for code in CODES}


# The home of a room


def test_workers_agree_on_homes_and_share_rooms_evenly(workers: list[Worker]) -> None:
    first, *others = map(homes, workers)
    assert others == [first, first]
    assert all(20 < list(first.values()).count(worker.name) < 47 for worker in workers)
    assert workers[0].affinity.home("abqka") == workers[0].affinity.home("ABQKA")


def test_only_the_rooms_of_a_leaving_worker_move(workers: list[Worker]) -> None:
    stays, _, leaves = workers
    before, change = homes(stays), stays.affinity.changes
    leaves.affinity.leave()
    stays.affinity.refresh()
    after = homes(stays)
    moved = {code for code in CODES if before[code] != after[code]}
    assert moved == {code for code in CODES if before[code] == leaves.name}
    assert stays.affinity.changes == change + 1
    stays.affinity.refresh()
    assert stays.affinity.changes == change + 1


def test_leaving_worker_keeps_its_connections(workers: list[Worker]) -> None:
    leaves = workers[0]
    leaves.affinity.leave()
    leaves.affinity.refresh()
    assert set(homes(leaves).values()) == {leaves.name}


# The move of a connection


def look(until: Callable[[], object] = lambda: True) -> None:
    """Let the workers look once, and until a condition holds."""

    def looked() -> object:
        gevent.sleep(0.01)
        return until()

    wait_until(looked, "they have looked")


def test_connection_moves_with_its_unread_bytes(workers: list[Worker]) -> None:
    one, other, _ = workers
    is_taken, client = one.give(other, b"GET /")
    assert is_taken
    look(lambda: other.connections.taken)
    [(moved, data)] = other.connections.taken
    assert data == b"GET /"
    moved.sendall(b"HTTP/1.1")
    assert client.recv(100) == b"HTTP/1.1"
    assert not moved.get_inheritable()


def test_full_worker_takes_connections_when_it_has_room_again(workers: list[Worker]) -> None:
    one, other, _ = workers
    other.connections.full = True
    is_taken, _ = one.give(other, b"1")
    look()
    assert (is_taken, other.connections.taken) == (True, [])
    other.connections.full = False
    other.affinity.start_accepting()
    look(lambda: other.connections.taken)
    assert [data for _, data in other.connections.taken] == [b"1"]


def test_connection_stays_if_no_worker_takes_it(workers: list[Worker]) -> None:
    one, other, ended_worker = workers
    other.connections.full = True
    ended_worker.affinity.close()
    assert not one.give(ended_worker, b"its process has ended")[0]
    ended_worker.affinity.leave()
    assert not one.give(ended_worker, b"it has left")[0]
    assert not one.give(other, b"x" * (MOST_BYTES + 1))[0]
    assert one.give(other, b"x" * MOST_BYTES)[0]
    tries = [one.give(other, b"too many at once")[0] for _ in range(2000)]
    assert tries[0]
    assert not tries[-1]


def test_leaving_worker_takes_pending_connections(workers: list[Worker]) -> None:
    one, other, _ = workers
    other.connections.full = True
    one.give(other, b"taken")
    other.affinity.leave()
    other.affinity.close()
    assert [data for _, data in other.connections.taken] == [b"taken"]


# Real workers


class Page:
    """Open a connection of a client that polls a room."""

    def __init__(self, web: Web, stack: ExitStack) -> None:
        self._line = stack.enter_context(connected(web))

    def ask(self, *requests: bytes) -> list[int]:
        """Return the statuses of the answers to these requests, sent at once."""
        self._line.sendall(b"".join(requests))
        data, unread = b"", b""
        for _ in requests:
            one, unread = answer(self._line, unread)
            data += one
        return statuses(data)

    @property
    def port(self) -> int:
        """Return this end of the connection."""
        return int(self._line.getsockname()[1])


def holders_of(web: Web, pages: list[Page]) -> list[int]:
    """Return the worker of each of these connections. A worker that gave one away has it a moment longer."""
    found: list[int] = []

    def is_one_each() -> bool:
        workers = {pid: peers(pid) for pid in web.children()}
        by_page = [[pid for pid in workers if page.port in workers[pid]] for page in pages]
        found[:] = [pids[0] for pids in by_page if len(pids) == 1]
        return len(found) == len(pages)

    wait_until(is_one_each, "one worker has each of them")
    return found


def peers(pid: int) -> set[int]:
    """Return the ports at the other ends of a process's connections."""
    own = set()
    for path in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            own.add(os.readlink(path))
    rows = [row.split() for row in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]]
    return {int(row[2].partition(":")[2], 16) for row in rows if f"socket:[{row[9]}]" in own}


def host(web: Web) -> Client:
    client = Client([web])
    client.create("Ada")
    return client


def workers_of(web: Web, pages: dict[Client, list[Page]]) -> list[set[int]]:
    """Return the workers that have connections of each room."""
    holders = iter(holders_of(web, [page for its in pages.values() for page in its]))
    return [{next(holders) for _ in its} for its in pages.values()]


def test_rooms_spread_over_workers_and_each_has_one(share_webs: Callable[..., list[Web]]) -> None:
    (web,) = share_webs(1, WEB_CONCURRENCY=WORKERS)
    moved = "cheat_connections_moved_total"
    before = told(web, moved)
    with ExitStack() as stack:
        pages: dict[Client, list[Page]] = {host(web): [] for _ in range(ROOMS)}

        def are_spread() -> bool:
            """Open more connections until two workers have connections of one room."""
            for its in pages.values():
                its.append(Page(web, stack))
            return any(len(workers) > 1 for workers in workers_of(web, pages))

        wait_until(are_spread, "a room's people are with two workers")
        all_of_them = [page for its in pages.values() for page in its]
        first = holders_of(web, all_of_them)

        def have_gathered() -> bool:
            for who, its in pages.items():
                assert [page.ask(poll(who, since="")) for page in its] == [[200]] * len(its)
            holders = workers_of(web, pages)
            return all(len(its) == 1 for its in holders) and set().union(*holders) == set(web.children())

        wait_until(have_gathered, "each room is with one worker, and each worker has rooms")
        went = sum(now != then for now, then in zip(holders_of(web, all_of_them), first, strict=True))
        assert went > 0
        # The metrics show each worker's state at its last sweep.
        wait_until(lambda: told(web, moved) >= before + went, f"the workers have told that {went} moved")


def test_requests_that_were_sent_ahead_move_too(share_webs: Callable[..., list[Web]]) -> None:
    (web,) = share_webs(1, WEB_CONCURRENCY=WORKERS)
    ada = host(web)
    with ExitStack() as stack:
        pages = [Page(web, stack) for _ in range(12)]

        def have_gathered() -> bool:
            for number, page in enumerate(pages):
                ahead = [poll(ada), rename(ada, f"Ada {number}"), poll(ada), rename(ada, "Ada"), HEALTH]
                assert page.ask(*ahead) == [200] * len(ahead)
            return len({*holders_of(web, pages)}) == 1

        wait_until(have_gathered, "all are with one worker")


def test_connection_with_many_rooms_stays(share_webs: Callable[..., list[Web]]) -> None:
    """Such a connection is like the connection of a router."""
    (web,) = share_webs(1, WEB_CONCURRENCY=WORKERS)
    rooms = [host(web) for _ in range(ROOMS)]
    with ExitStack() as stack:
        page, *others = [Page(web, stack) for _ in range(12)]
        before = holders_of(web, [page])

        def have_gathered() -> bool:
            assert [other.ask(poll(rooms[0], since="")) for other in others] == [[200]] * len(others)
            return len({*holders_of(web, others)}) == 1

        wait_until(have_gathered, "workers know each other")
        for _ in range(3):
            assert [page.ask(poll(who, since="")) for who in rooms] == [[200]] * ROOMS
        assert holders_of(web, [page]) == before


def test_connections_stay_if_affinity_is_off(start_web: Callable[..., Web]) -> None:
    web = start_web(WEB_CONCURRENCY=WORKERS, ROOM_AFFINITY="off")
    ada = host(web)
    with ExitStack() as stack:
        pages = [Page(web, stack) for _ in range(12)]
        before = holders_of(web, pages)
        for _ in range(3):
            assert [page.ask(poll(ada, since="")) for page in pages] == [[200]] * len(pages)
        assert holders_of(web, pages) == before
    assert told(web, "cheat_connections_moved_total") == 0


def test_nothing_is_lost_while_workers_come_and_go(start_web: Callable[..., Web]) -> None:
    web = start_web(WEB_CONCURRENCY=WORKERS)
    with Load(web.url, tables=TABLES) as games:
        await_moves(web, MOVES)
        for number in (signal.SIGKILL, signal.SIGTERM):
            before = moves(web)  # connections begin to move while the worker is being replaced
            replaced(web, number)
            await_moves(web, before + MOVES)
        assert games.end() == 0


def moves(web: Web) -> float:
    """Return the number of connections that have moved."""
    return told(web, "cheat_connections_moved_total", unset=0)


def await_moves(web: Web, number: float) -> None:
    """Wait until so many connections have moved."""
    wait_until(lambda: moves(web) >= number, "they move")


def replaced(web: Web, number: signal.Signals) -> None:
    """End the oldest worker, and wait until another has replaced it."""
    oldest = min(web.children())
    os.kill(oldest, number)
    wait_until(lambda: len(set(web.children()) - {oldest}) == WORKERS, "there is another")
