"""The store in memory and the store in Redis give the same results for the same steps."""

from __future__ import annotations

import json
from typing import Any

import pytest
import redis
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from cheat.store import keys
from cheat.store.in_memory import embedded
from cheat.store.rooms import RoomStore, StoredRoom

CODES = ("one", "two", "ten")
CODE = st.sampled_from(CODES)
EPOCH = st.sampled_from(["e1", "e2"])
TEXT = st.text('ab"\\é💥\n', max_size=4)
MINUTE = 60_000


def quoted(text: str) -> bytes:
    return json.dumps(text).encode()


EVERY_KEY = (keys.room_key, keys.log_key, keys.recording_key)


class Both(RuleBasedStateMachine):
    """Make the same call on both stores."""

    real: redis.Redis

    def __init__(self) -> None:
        super().__init__()
        self.real.flushdb()
        self.clients: list[Any] = [embedded(), self.real]
        self.stores = [RoomStore(client, log_length=3) for client in self.clients]

    def teardown(self) -> None:
        for store in self.stores:
            store.close()

    def both(self, call: Any) -> Any:
        one, two = (call(store) for store in self.stores)
        assert one == two
        return one

    @rule(code=CODE, epoch=EPOCH, data=TEXT)
    def create(self, code: str, epoch: str, data: str) -> None:
        is_taken = self.both(lambda store: store.load(code)) is not None
        is_created = self.both(lambda store: store.create(code, epoch, quoted(data), quoted(data), MINUTE))
        assert is_created is not is_taken

    @rule(code=CODE, data=TEXT)
    def commit_what_was_read(self, code: str, data: str) -> None:
        read = self.both(lambda store: store.load(code))
        if read:
            assert self.both(lambda store: store.commit(code, read, quoted(data), quoted(data), MINUTE))
            assert self.both(lambda store: store.load(code)).version == read.version + 1

    @rule(code=CODE, block=st.binary(max_size=40), first=st.booleans(), private=st.booleans())
    def commit_a_block(self, code: str, block: bytes, first: bool, private: bool) -> None:
        read = self.both(lambda store: store.load(code))
        if read:
            entry = None if private else b"1"
            assert self.both(lambda store: store.commit(code, read, b"1", entry, MINUTE, block, first=first))

    @rule(code=CODE, data=TEXT)
    def act_privately(self, code: str, data: str) -> None:
        read = self.both(lambda store: store.load(code))
        if read:
            assert self.both(lambda store: store.commit(code, read, quoted(data), None, MINUTE))
            now = self.both(lambda store: store.load(code))
            assert now.revision == (read.version, read.private + 1)

    @rule(
        code=CODE,
        epoch=EPOCH,
        version=st.integers(0, 12),
        private=st.integers(0, 2),
        data=TEXT,
        entry=st.booleans(),
    )
    def commit_anything(
        self, code: str, epoch: str, version: int, private: int, data: str, entry: bool
    ) -> None:
        read, now = StoredRoom(epoch, version, b"", private), self.both(lambda store: store.load(code))
        entry_bytes = quoted(data) if entry else None
        is_committed = self.both(lambda store: store.commit(code, read, quoted(data), entry_bytes, MINUTE))
        assert is_committed is (now is not None and (now.epoch, *now.revision) == (epoch, version, private))

    @rule(code=CODE)
    def expire(self, code: str) -> None:
        for client in self.clients:
            client.delete(keys.room_key(code), keys.log_key(code), keys.recording_key(code))

    @rule(code=CODE)
    def expire_only_the_room(self, code: str) -> None:
        for client in self.clients:
            client.delete(keys.room_key(code))

    @rule(code=CODE, now=st.integers(1, 5))
    def list_publicly(self, code: str, now: int) -> None:
        self.both(lambda store: store.list_publicly(code, now))

    @rule(codes=st.lists(CODE, min_size=1, unique=True))
    def unlist(self, codes: list[str]) -> None:
        self.both(lambda store: store.unlist(*codes))

    @rule(limit=st.integers(1, 4))
    def listed(self, limit: int) -> None:
        self.both(lambda store: list(store.listed_rooms(limit).items()))

    @rule(
        code=CODE,
        times=st.dictionaries(CODE, st.integers(0, 200_000), max_size=3),
        now=st.integers(0, 200_000),
    )
    def exchange_seen(self, code: str, times: dict[str, int], now: int) -> None:
        self.both(lambda store: store.sweep({**{each: {} for each in CODES}, code: times}, now))

    @invariant()
    def all_that_can_be_read_is_the_same(self) -> None:
        self.both(lambda store: [store.load_with_log(code) for code in CODES])
        self.both(lambda store: [store.load_with_recording(code) for code in CODES])
        alive = [
            [client.pttl(key(code)) > 0 for code in CODES for key in EVERY_KEY] for client in self.clients
        ]
        assert alive[0] == alive[1]

    @invariant()
    def log_ends_with_the_version_and_has_no_hole(self) -> None:
        for code in CODES:
            logged = self.stores[1].load_with_log(code)
            if logged:
                assert 1 <= len(logged.entries) <= 3
                assert len(logged.entries) == min(3, logged.stored.version)
                assert logged.stored.private or logged.entries[-1] == logged.stored.data


@pytest.mark.parametrize("examples", [6, pytest.param(100, marks=pytest.mark.long)])
def test_store_in_memory_does_what_redis_does(real: redis.Redis, examples: int) -> None:
    machine = type("Machine", (Both,), {"real": real})
    checks = [HealthCheck.too_slow]
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=checks,
        ),
    )
