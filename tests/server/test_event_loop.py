"""The event loop never calls code that waits, however many documents a worker has in play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import redis

from cheat.documents import compiled
from cheat.store.published import DocumentStore
from tests.documents.small_documents import document, playing, written
from tests.servers import Client, RedisServer, Web, in_background, procfile, wait_until

ROUNDS = 3


def test_more_documents_than_the_cache_holds_lose_no_answer(
    start_web: Callable[..., Web], redis_server: RedisServer
) -> None:
    """Another worker changes a room without a poll here, so the next poll here decodes the room."""
    store, rooms = DocumentStore(redis.Redis(port=redis_server.port)), []
    crowded = start_web(line=procfile().replace("app:app", "tests.server.one_document_app:app"))
    other = start_web()
    for number in range(3):
        data = written(document(summary=f"Number {number}"))
        store.keep(id := compiled(data).id, 0, data)
        ada, bob = Client([crowded, other]), Client([crowded, other])
        ada.create("Ada", game=id)
        bob.join(ada.code, "Bob")
        ada.act("start")
        bob.events(since=bob.snapshot()["cursor"])
        rooms.append((ada, bob))
    for _ in range(ROUNDS):
        for ada, bob in rooms:
            bob.cursor = bob.snapshot()["cursor"]
            ada.act("say", at=1, reaction="heart")
        for ada, bob in rooms:
            ada.cursor = bob.cursor
            polls = [in_background(partial(who.poll, since=who.cursor, wait=20)) for who in (ada, bob)]
            assert [poll.value().json()["events"][0]["type"] for poll in polls] == ["said", "said"]
        for ada, bob in rooms:
            held = in_background(partial(bob.poll, since=bob.snapshot()["cursor"], wait=20))
            ada.act("say", at=0, reaction="heart")
            assert held.value().status_code == 200
    assert "event loop" not in crowded.printed() and "Traceback" not in crowded.printed()


def test_timer_goes_off_although_the_document_was_dropped_meanwhile(
    start_web: Callable[..., Web], redis_server: RedisServer
) -> None:
    store, clients = DocumentStore(redis.Redis(port=redis_server.port)), []
    crowded = start_web(line=procfile().replace("app:app", "tests.server.one_document_app:app"))
    timed = playing({"name": "go", "do": [{"next": "turn"}]}, time=1, timeout=[{"say": "Late."}])
    for changes in ({"phases": timed}, {}):
        data = written(document(**changes))
        store.keep(id := compiled(data).id, 0, data)
        ada, bob = Client([crowded]), Client([crowded])
        ada.create("Ada", game=id)
        bob.join(ada.code, "Bob")
        clients.append((ada, bob))
    (ada, bob), (other, _) = clients
    ada.act("start")
    cursor = bob.snapshot()["cursor"]
    held = in_background(partial(bob.poll, since=cursor, wait=20))
    wait_until(lambda: crowded.held_polls() == 1, "the poll is held, and the timer is set")
    other.snapshot()
    assert "Late." in [event["text"] for event in held.value().json()["events"]]
