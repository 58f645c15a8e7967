"""Rooms in Redis: the same tests for the real Redis and the one in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis
from redis.crc import key_slot

from cheat.errors import StoreUnavailable
from cheat.rooms.presence import AWAY_MS
from cheat.store import keys
from cheat.store import rooms as store_module
from cheat.store.in_memory import embedded
from cheat.store.redis.cluster import Cluster
from cheat.store.rooms import LoggedRoom, RoomStore, StoredRoom, connect
from tests.servers import LOG_LENGTH, RedisServer, free_port, in_background, wait_until

from .sweeps import heartbeats_of, versions

MINUTE = 60_000
SLACK_MS = 30_000
"""Milliseconds of a time to live, enough for a busy machine."""


def create_room(store: RoomStore, code: str = "room", epoch: str = "e1") -> StoredRoom:
    assert store.create(code, epoch, b'{"n":1}', b'"log 1"', MINUTE)
    stored = store.load(code)
    assert stored is not None
    return stored


def commit(store: RoomStore, read: StoredRoom, number: int, code: str = "room", ttl: int = MINUTE) -> bool:
    return store.commit(code, read, b'{"n":%d}' % number, b'"log %d"' % number, ttl)


def privately(store: RoomStore, read: StoredRoom, number: int, code: str = "room", ttl: int = MINUTE) -> bool:
    return store.commit(code, read, b'{"n":%d}' % number, None, ttl)


def newest(store: RoomStore, code: str = "room") -> StoredRoom:
    stored = store.load(code)
    assert stored is not None
    return stored


EVERY_KEY = (keys.room_key("room"), keys.log_key("room"), keys.recording_key("room"))


def recorded(store: RoomStore) -> StoredRoom:
    """Make a room with a record of three chunks. The room was made with the first one."""
    assert store.create("room", "e1", b'{"n":1}', b'"log 1"', MINUTE, b"dealt")
    assert store.commit("room", newest(store), b'{"n":2}', b'"log 2"', MINUTE, b"\x00\xff", first=False)
    assert store.commit("room", newest(store), b'{"n":2}', None, MINUTE, b"more")
    return newest(store)


def test_new_room_has_version_one(store: RoomStore) -> None:
    assert create_room(store) == StoredRoom("e1", 1, b'{"n":1}')
    assert store.load_with_log("room") == LoggedRoom(StoredRoom("e1", 1, b'{"n":1}'), [b'"log 1"'])


def test_taken_code_is_not_made_again_and_stays_as_it_was(store: RoomStore) -> None:
    before = create_room(store)
    assert store.create("room", "e2", b"{}", b'"other"', 1) is False
    assert store.load_with_log("room") == LoggedRoom(before, [b'"log 1"'])


def test_missing_room_is_none_for_every_method(store: RoomStore) -> None:
    assert store.load("nobody") is None
    assert store.load_with_log("nobody") is None
    assert versions(store, ["nobody"]) == [None]


def test_commit_raises_the_version_by_exactly_one(store: RoomStore) -> None:
    read = create_room(store)
    for version in range(2, 8):
        assert commit(store, read, version)
        read = newest(store)
        assert read == StoredRoom("e1", version, b'{"n":%d}' % version)


def test_the_log_keeps_fewer_versions_where_they_are_long(store: RoomStore) -> None:
    """The log has at most 64 KB of long entries, and always the newest."""
    long = b'"' + b"x" * 30_000 + b'"'
    create_room(store)
    for entries in ([long], [long] * 2, [long] * 2):
        assert store.commit("room", newest(store), b"{}", long, MINUTE)
        logged = store.load_with_log("room")
        assert logged is not None
        assert logged.entries[-len(entries) :] == entries
        assert sum(map(len, logged.entries)) <= 65_536
    assert store.commit("room", newest(store), b"{}", b'"' + b"x" * 70_000 + b'"', MINUTE)
    logged = store.load_with_log("room")
    assert logged is not None
    assert [len(entry) for entry in logged.entries] == [70_002]


def test_commit_on_an_older_version_changes_nothing(store: RoomStore) -> None:
    read = create_room(store)
    assert commit(store, read, 2)
    before = store.load_with_log("room")
    assert not commit(store, read, 99)
    assert store.load_with_log("room") == before


@pytest.mark.parametrize("version", [0, 2, 10, 11])
def test_commit_compares_versions_as_numbers_and_exactly(store: RoomStore, version: int) -> None:
    create_room(store)
    assert not commit(store, StoredRoom("e1", version, b""), 99)
    assert newest(store).version == 1


def test_commit_past_nine_compares_numbers_not_letters(store: RoomStore) -> None:
    create_room(store)
    for version in range(1, 12):
        assert commit(store, StoredRoom("e1", version, b""), version + 1)
    assert not commit(store, StoredRoom("e1", 9, b""), 99)


def test_commit_of_another_life_of_the_room_changes_nothing(store: RoomStore) -> None:
    create_room(store, epoch="e2")
    assert not commit(store, StoredRoom("e1", 1, b""), 99)
    assert newest(store) == StoredRoom("e2", 1, b'{"n":1}')


def test_commit_does_not_bring_back_a_room_that_is_gone(store: RoomStore, client: redis.Redis) -> None:
    read = create_room(store)
    client.delete(*EVERY_KEY)
    assert not commit(store, read, 2)
    assert store.load("room") is None
    assert client.exists(*EVERY_KEY) == 0


def test_new_life_of_a_code_does_not_inherit_the_log(store: RoomStore, client: redis.Redis) -> None:
    commit(store, create_room(store), 2)
    client.delete(keys.room_key("room"))
    create_room(store, epoch="e2")
    logged = store.load_with_log("room")
    assert logged is not None
    assert logged.entries == [b'"log 1"']


# Private versions


def test_private_act_changes_the_room_and_neither_version_nor_log(store: RoomStore) -> None:
    read = create_room(store)
    for private in range(1, 4):
        assert privately(store, read, 10 + private)
        logged = store.load_with_log("room")
        assert logged == LoggedRoom(StoredRoom("e1", 1, b'{"n":%d}' % (10 + private), private), [b'"log 1"'])
        read = logged.stored


def test_version_after_private_acts_is_the_next_one(store: RoomStore) -> None:
    assert privately(store, create_room(store), 10)
    assert privately(store, newest(store), 11)
    assert commit(store, newest(store), 2)
    assert store.load_with_log("room") == LoggedRoom(
        StoredRoom("e1", 2, b'{"n":2}'), [b'"log 1"', b'"log 2"']
    )


@pytest.mark.parametrize("first", [commit, privately])
@pytest.mark.parametrize("second", [commit, privately])
def test_one_of_two_writers_of_the_same_version_wins(store: RoomStore, first: Any, second: Any) -> None:
    """A public version must not undo a private version, nor the other way round."""
    for before in range(2):
        store.client.delete(*EVERY_KEY)
        read = create_room(store)
        for _ in range(before):
            assert privately(store, read, 10)
            read = newest(store)
        assert first(store, read, 20)
        after = store.load_with_log("room")
        assert not second(store, read, 30)
        assert store.load_with_log("room") == after


def test_private_act_renews_all_times_to_live(store: RoomStore, client: Any) -> None:
    read = recorded(store)
    assert privately(store, read, 2, ttl=2 * MINUTE)
    for key in EVERY_KEY:
        assert 2 * MINUTE - SLACK_MS < client.pttl(key) <= 2 * MINUTE


def test_room_of_a_release_without_private_acts_is_read_and_written(store: RoomStore, client: Any) -> None:
    for write in (commit, privately):
        client.delete(*EVERY_KEY)
        create_room(store)
        assert commit(store, newest(store), 2)
        client.hdel(keys.room_key("room"), "private")
        read = newest(store)
        assert read == StoredRoom("e1", 2, b'{"n":2}')
        assert versions(store, ["room"]) == [("e1", 2, 0)]
        assert write(store, read, 3)


# The record


def test_blocks_are_kept_in_order_as_they_are(store: RoomStore) -> None:
    read = recorded(store)
    assert store.load_with_recording("room") == (read, [b"dealt", b"\x00\xff", b"more"])
    assert commit(store, read, 3)
    assert store.load_with_recording("room") == (newest(store), [b"dealt", b"\x00\xff", b"more"])
    assert store.load_with_recording("nobody") is None


def test_first_block_of_a_game_takes_the_place_of_the_game_before(store: RoomStore) -> None:
    assert store.commit("room", recorded(store), b"{}", b"1", MINUTE, b"dealt again", first=True)
    assert store.load_with_recording("room") == (newest(store), [b"dealt again"])
    assert store.commit("room", newest(store), b"{}", b"1", MINUTE, first=True)
    assert store.load_with_recording("room") == (newest(store), [])


def test_refused_commit_keeps_no_block(store: RoomStore) -> None:
    read = recorded(store)
    assert not store.commit("room", StoredRoom("e1", 7, b""), b"{}", b"1", MINUTE, b"late", first=True)
    assert store.load_with_recording("room") == (read, [b"dealt", b"\x00\xff", b"more"])


def test_new_life_of_a_code_does_not_inherit_the_record(store: RoomStore, client: Any) -> None:
    recorded(store)
    client.delete(keys.room_key("room"))
    assert store.load_with_recording("room") is None
    create_room(store, epoch="e2")
    assert store.load_with_recording("room") == (newest(store), [])


# The log


def test_log_has_a_fixed_length_and_ends_with_the_newest(store: RoomStore) -> None:
    read = create_room(store)
    for version in range(2, 10):
        commit(store, read, version)
        logged = store.load_with_log("room")
        assert logged is not None
        read = logged.stored
        oldest = max(1, version - 3)
        assert logged.entries == [b'"log %d"' % number for number in range(oldest, version + 1)]


def test_log_knows_what_it_covers() -> None:
    logged = LoggedRoom(StoredRoom("e1", 9, b""), [b"6", b"7", b"8", b"9"])
    assert logged.since(9) == []
    assert logged.since(8) == [b"9"]
    assert logged.since(5) == [b"6", b"7", b"8", b"9"]
    assert logged.since(4) is None
    assert logged.since(10) is None


def test_version_and_log_are_read_together(real: redis.Redis) -> None:
    """A reader beside a fast writer never sees a version with the log of another version."""
    store = RoomStore(real, LOG_LENGTH)
    create_room(store)

    def write() -> None:
        for version in range(1, 150):
            assert commit(store, StoredRoom("e1", version, b""), version + 1)

    writer = in_background(write)
    read = 0
    while not writer.done or read <= 10:
        logged = store.load_with_log("room")
        assert logged is not None
        version = logged.stored.version
        assert (logged.stored.data, logged.entries[-1]) == (b'{"n":%d}' % version, b'"log %d"' % version)
        read += 1
    writer.value()


def test_every_commit_renews_all_times_to_live(store: RoomStore, client: Any) -> None:
    read = recorded(store)
    assert all(MINUTE - SLACK_MS < client.pttl(key) <= MINUTE for key in EVERY_KEY)
    for key in EVERY_KEY:
        client.pexpire(key, 5000)
    commit(store, read, 2, ttl=2 * MINUTE)
    assert all(2 * MINUTE - SLACK_MS < client.pttl(key) <= 2 * MINUTE for key in EVERY_KEY)


def test_refused_commit_renews_nothing(store: RoomStore, client: Any) -> None:
    create_room(store)
    client.pexpire(keys.room_key("room"), 5000)
    commit(store, StoredRoom("e1", 7, b""), 2)
    assert client.pttl(keys.room_key("room")) <= 5000


def test_room_expires_with_its_log(store: RoomStore, client: Any) -> None:
    store.create("room", "e1", b"{}", b'"log"', 30)
    wait_until(lambda: store.load("room") is None, "the room expires")
    wait_until(lambda: client.keys("*") == [], "its log expires")


def following(client: Any) -> Any:
    """Listen for commits of a room, at its server."""
    channel = keys.wake_channel("room")
    if isinstance(client, Cluster):
        pubsub: Any = client.slots.owner(channel).client.pubsub()  # type: ignore[no-untyped-call]
        pubsub.ssubscribe(channel)
    else:
        pubsub = client.pubsub()
        pubsub.subscribe(channel)
    wait_until(lambda: pubsub.get_message(timeout=1), "the subscription")
    return pubsub


def by(client: Cluster) -> str:
    """Return the name that announcements give the server of the room."""
    node = client.slots.owner(keys.room_key("room"))
    return f"{node.host}:{node.port}"


def test_commit_announces_itself_after_it_is_written(store: RoomStore, client: Any) -> None:
    read, pubsub = create_room(store), following(client)
    assert not commit(store, StoredRoom("e1", 5, b""), 5)
    assert commit(store, read, 2)
    message = wait_until(lambda: pubsub.get_message(timeout=1), "the announcement")
    assert newest(store).version == 2
    assert keys.code_of(message["channel"].decode()) == "room"
    payload = msgspec.json.decode(message["data"])
    server = {"by": by(client)} if isinstance(client, Cluster) else {}
    assert payload == {
        "epoch": "e1",
        "version": 2,
        "private": 0,
        "entry": "log 2",
        "data": {"n": 2},
        **server,
    }
    assert privately(store, newest(store), 3)
    message = wait_until(lambda: pubsub.get_message(timeout=1), "the announcement to other workers")
    payload = msgspec.json.decode(message["data"])
    assert payload == {"epoch": "e1", "version": 2, "private": 1, "entry": None, "data": {"n": 3}, **server}
    assert pubsub.get_message(timeout=0.05) is None, "a refused commit announces nothing"
    pubsub.close()


def test_versions_come_in_the_order_of_the_rooms(store: RoomStore) -> None:
    for number in range(20):
        create_room(store, f"room{number}", f"e{number}")
    commit(store, newest(store, "room3"), 2, "room3")
    privately(store, newest(store, "room7"), 2, "room7")
    codes = [f"room{number}" for number in range(20)]
    assert versions(store, [*codes, "nobody"]) == [
        *((f"e{number}", 2 if number == 3 else 1, int(number == 7)) for number in range(20)),
        None,
    ]
    assert versions(store, []) == []


def test_many_versions_need_one_round_trip(real: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    store, sent = RoomStore(real, LOG_LENGTH), []
    real.ping()
    send = redis.Connection.send_packed_command
    monkeypatch.setattr(
        redis.Connection,
        "send_packed_command",
        lambda self, command, *more, **named: (sent.append(command), send(self, command, *more, **named))[1],
    )
    versions(store, [f"room{number}" for number in range(50)])
    assert len(sent) == 1


def test_public_list_is_newest_first_and_tells_expired_rooms(store: RoomStore, client: Any) -> None:
    for number, code in enumerate(("one", "two", "three")):
        create_room(store, code)
        store.list_publicly(code, 1000 + number)
    client.delete(keys.room_key("two"))
    listed = store.listed_rooms(10)
    assert list(listed) == ["three", "two", "one"]
    assert [stored is None for stored in listed.values()] == [False, True, False]
    assert list(store.listed_rooms(2)) == ["three", "two"]
    store.unlist("two", "three")
    assert list(store.listed_rooms(10)) == ["one"]
    store.list_publicly("one", 5000)
    assert list(store.listed_rooms(10)) == ["one"]


def test_part_of_the_public_list_is_read_from_where_it_is_asked(store: RoomStore) -> None:
    for number in range(5):
        store.list_publicly(f"r{number}", number)
    assert [list(store.listed_rooms(2, start)) for start in (0, 2, 4, 6)] == [
        ["r4", "r3"],
        ["r2", "r1"],
        ["r0"],
        [],
    ]


def test_listing_returns_the_newest_room(store: RoomStore) -> None:
    """So a listing worker sees a version that was committed meanwhile."""
    read = create_room(store)
    assert store.list_publicly("room", 1) == read
    assert store.list_publicly("nobody", 1) is None
    commit(store, read, 2)
    assert store.unlist("nobody", "room") == {"nobody": None, "room": StoredRoom("e1", 2, b'{"n":2}')}
    assert store.listed_rooms(10) == {}


NOW = 1_700_000_000_000


def fields(client: Any) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = client.hgetall(keys.seen_key("room"))
    return found


def test_heartbeats_of_all_workers_are_merged(store: RoomStore) -> None:
    assert heartbeats_of(store, {"room": {"p1": NOW}, "other": {}}, NOW) == {
        "room": {"p1": NOW},
        "other": {},
    }
    heartbeats = heartbeats_of(store, {"room": {"p2": NOW + 1, "~one": NOW}, "other": {"p1": NOW}}, NOW + 2)
    assert heartbeats == {"room": {"p1": NOW, "p2": NOW + 1, "~one": NOW}, "other": {"p1": NOW}}
    assert heartbeats_of(store, {}, NOW) == {}


def test_heartbeat_never_goes_back_unless_a_clock_was_set(store: RoomStore) -> None:
    heartbeats_of(store, {"room": {"p1": NOW}}, NOW)
    assert heartbeats_of(store, {"room": {"p1": NOW - 5000}}, NOW) == {"room": {"p1": NOW}}
    assert heartbeats_of(store, {"room": {"p1": NOW - 9000}}, NOW - 9000) == {"room": {"p1": NOW - 9000}}


def test_page_that_plays_is_not_made_a_watcher_by_another_poll(store: RoomStore, client: Any) -> None:
    """Another worker may not have sent its last poll yet, or another program uses its name to watch."""
    heartbeats_of(store, {"room": {"~one": NOW, "~two": NOW}}, NOW)
    others = {"room": {"~two": NOW}}
    assert heartbeats_of(store, {"room": {"~one": -NOW - 1000}}, NOW + 1000) == others
    for at in (NOW, NOW + 900, NOW + 6000, NOW + 1000 + AWAY_MS):
        assert heartbeats_of(store, {"room": {"~one": at}}, NOW + 7000) == others
    assert store.sweep({"room": {"~one": -NOW}}, NOW + 7000)["room"].heartbeats == {
        "~one": -NOW - 1000,
        "~two": NOW,
    }, "all workers learn when it last polled as a player"
    late = NOW + 1001 + AWAY_MS
    again = heartbeats_of(store, {"room": {"~one": late}}, late)["room"]
    assert again["~one"] == late, "it watches again"
    assert set(fields(client)) == {b"~one", b"~two"}


def test_forgotten_names_are_bounded_and_do_not_stay(
    store: RoomStore, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MAX_HEARTBEATS", 20)
    for number in range(100):
        assert heartbeats_of(store, {"room": {"p1": NOW, f"~{number}": -NOW}}, NOW) == {"room": {"p1": NOW}}
        assert len(fields(client)) <= 21
    late = NOW + store_module.HEARTBEAT_TTL_MS
    assert heartbeats_of(store, {"room": {"p1": late}}, late) == {"room": {"p1": late}}
    assert list(fields(client)) == [b"p1"]


def test_clock_that_was_set_back_brings_a_forgotten_name_back(store: RoomStore) -> None:
    heartbeats_of(store, {"room": {"~one": -NOW}}, NOW)
    earlier = NOW - 60_000
    assert heartbeats_of(store, {"room": {"~one": earlier}}, earlier) == {"room": {"~one": earlier}}


def test_heartbeats_are_dropped_one_by_one_while_the_room_lives(store: RoomStore, client: Any) -> None:
    """Otherwise each visitor of the day would stay in it, because some visitor is always here."""
    for minute in range(10):
        now = NOW + minute * MINUTE
        heartbeats_of(store, {"room": {"p1": now, f"~{minute}": now}}, now)
        assert len(fields(client)) <= 3
    assert set(fields(client)) == {b"p1", b"~8", b"~9"}
    assert 0 < client.pttl(keys.seen_key("room")) <= store_module.HEARTBEAT_TTL_MS


def test_heartbeats_of_a_room_are_bounded_and_the_newest_stay(
    store: RoomStore, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MAX_HEARTBEATS", 20)
    for first in range(0, 100, 10):
        sent_heartbeats = {f"~{number}": NOW + number for number in range(first, first + 10)}
        heartbeats = heartbeats_of(
            store, {"room": {"p1": NOW + first + 9, **sent_heartbeats}}, NOW + first + 10
        )["room"]
        assert len(heartbeats) == len(fields(client)) == min(20, first + 11)
        assert heartbeats["p1"] == NOW + first + 9


FORMER = "former_exchange.lua"
"""The script with which the former release exchanges heartbeats, every four seconds for each room."""


def test_former_release_exchanges_the_same_heartbeats(store: RoomStore, client: Any) -> None:
    """Workers of both serve the same rooms during a deployment. Each finds what the other has written."""
    former = client.register_script((Path(__file__).parent / FORMER).read_text())

    def exchange(now: int, **times: int) -> dict[str, int]:
        pairs = [part for pair in times.items() for part in pair]
        limits = (store_module.HEARTBEAT_TTL_MS, store_module.MAX_HEARTBEATS)
        row = former([keys.seen_key("room")], [now, *limits, *pairs], client=client)
        return {name.decode(): int(at) for name, at in zip(row[::2], row[1::2], strict=True)}

    assert exchange(NOW, p1=NOW) == {"p1": NOW}
    both = {"p1": NOW, "p2": NOW + 1000, "~one": NOW + 1000}
    here = {"room": {"p2": NOW + 1000, "~one": NOW + 1000}}
    assert heartbeats_of(store, here, NOW + 1000) == {"room": both}
    assert exchange(NOW + 4000) == both
    assert heartbeats_of(store, {"room": {"~one": -NOW - 13_000}}, NOW + 13_000) == {
        "room": {"p1": NOW, "p2": NOW + 1000}
    }
    assert exchange(NOW + 16_000, p1=NOW + 16_000) == {"p1": NOW + 16_000, "p2": NOW + 1000}
    assert heartbeats_of(store, {"room": {"~two": -NOW - 17_000}}, NOW + 17_000)["room"].keys() == {
        "p1",
        "p2",
    }
    assert exchange(NOW + 18_000, **{"~two": NOW + 18_000})["~two"] == NOW + 18_000
    heartbeats_of(store, {"room": {"~two": -NOW - 19_000}}, NOW + 19_000)
    late = NOW + store_module.HEARTBEAT_TTL_MS + 1000
    assert heartbeats_of(store, {"room": {}}, late) == {"room": {"p1": NOW + 16_000}}
    assert exchange(late) == {"p1": NOW + 16_000}


def test_rooms_do_not_touch_each_other(store: RoomStore) -> None:
    create_room(store, "one"), create_room(store, "two")
    commit(store, newest(store, "one"), 2, "one")
    assert (newest(store, "one").version, newest(store, "two").version) == (2, 1)


def test_keys_of_a_room_share_a_slot() -> None:
    """Redis Cluster runs only scripts that name all their keys, in one slot."""
    slots = set()
    for code in ("kwzpa", "bcdfg", "xxxxx"):
        slots_by_room = {
            key_slot(key(code).encode())
            for key in (keys.room_key, keys.log_key, keys.recording_key, keys.wake_channel)
        }
        assert len(slots_by_room) == 1
        slots |= slots_by_room
    assert len(slots) == 3, "different rooms are spread"


@pytest.mark.parametrize("code", ["kwzpa", "a", "x-y"])
def test_channel_tells_its_room(code: str) -> None:
    assert keys.code_of(keys.wake_channel(code)) == code
    assert keys.code_of("cheat:probe") == ""


CALLS = {
    "create": lambda store: store.create("room", "e", b"{}", b"1", 1000),
    "load": lambda store: store.load("room"),
    "load_with_log": lambda store: store.load_with_log("room"),
    "commit": lambda store: commit(store, StoredRoom("e1", 1, b""), 2),
    "list_publicly": lambda store: store.list_publicly("room", 1),
    "unlist": lambda store: store.unlist("room"),
    "listed": lambda store: store.listed_rooms(1),
    "sweep": lambda store: store.sweep({"room": {"p1": 1}}, 1),
    "trial": lambda store: store.test_servers(),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_every_call_fails_if_redis_is_gone(call: Any) -> None:
    client = connect(f"redis://127.0.0.1:{free_port()}/0", 2)
    with pytest.raises(StoreUnavailable) as caught:
        call(RoomStore(client, LOG_LENGTH))
    assert (caught.value.status, caught.value.code) == (503, "store_unavailable")
    client.connection_pool.disconnect()


def test_store_works_again_when_the_server_is_back(start_redis: Any) -> None:
    server: RedisServer = start_redis(durable=True)
    client = connect(server.url, 2)
    store = RoomStore(client, LOG_LENGTH)
    read = create_room(store)
    server.kill()
    with pytest.raises(StoreUnavailable):
        commit(store, read, 2)
    server.start()
    assert commit(store, read, 2)
    assert newest(store).version == 2
    client.connection_pool.disconnect()


def test_pool_is_bounded_and_waiting_for_it_ends(real: Any, redis_server: RedisServer) -> None:
    """Rule 14: a request without a free connection is answered with 503 instead of waiting forever."""
    small = connect(redis_server.url, 2)
    connections = [small.connection_pool.get_connection() for _ in range(2)]
    with pytest.raises(StoreUnavailable):
        RoomStore(small, LOG_LENGTH).load("room")
    for connection in connections:
        small.connection_pool.release(connection)
    assert RoomStore(small, LOG_LENGTH).load("room") is None
    small.connection_pool.disconnect()


def test_rooms_in_memory_are_not_shared_between_two_stores() -> None:
    one, two = RoomStore(embedded(), LOG_LENGTH), RoomStore(embedded(), LOG_LENGTH)
    create_room(one)
    assert two.load("room") is None
