"""Compressed answers have the same content, and no client can inflate another client's answers."""

from __future__ import annotations

import gzip
import random
import zlib
from collections.abc import Iterator
from contextlib import suppress
from statistics import median
from typing import Any, NamedTuple

import pytest
from werkzeug.test import TestResponse

from cheat import create_app
from cheat.catalogue import CATALOGUE
from cheat.engine.table import sees
from cheat.load.choice import choose
from cheat.rooms.room import AnyRoom, decode
from cheat.rooms.view import Views
from cheat.service.delivery.answers import EventsAnswer
from cheat.settings import Settings
from cheat.web.compression import (
    ENTRY_BYTES,
    LARGE_BODY,
    LARGEST_STORED,
    Encoded,
    Recipient,
    SentAnswers,
    accepts_gzip,
    deflated,
    digest_of,
)
from cheat.web.responses import encoded_poll

from .conftest import NOON, Api, Clock

ADA, BOB = Recipient("bcdfg", "ada", "1"), Recipient("bcdfg", "bob", "1")


def inflated(packed: bytes, dictionary: bytes) -> bytes:
    """Return the answer as a client inflates it. Raises zlib.error."""
    unpacker = zlib.decompressobj(-15, zdict=dictionary)
    body = unpacker.decompress(packed) + unpacker.flush()
    if not unpacker.eof:
        raise zlib.error("the stream has no end")
    return body


class Page:
    """A page that remembers its last answer with a table, and all plain answers that it got."""

    def __init__(self, api: Api, player: dict[str, Any], client: str, *, watches: bool = False) -> None:
        self.api, self.code, self.client = api, player["code"], client
        self.token = None if watches else player["token"]
        self.version, self.cursor, self.known, self.last = 0, "", "", b""
        self.table: dict[str, Any] = {}
        self.got: list[bytes] = []
        self.packed: list[bytes] = []

    def ask(self, known: str | None = None, **headers: str) -> TestResponse:
        """Poll. `known`: the digest to send, or None for the digest of the page's last answer."""
        query = {
            "since": self.cursor,
            "known": self.known if known is None else known,
            "client": self.client,
            "wait": "0",
        }
        path = f"/api/rooms/{self.code}/events"
        return self.api.call("GET", path, self.token, query_string=query, headers=headers)

    def restart(self) -> None:
        """Forget everything, like a page that was just opened."""
        self.cursor = self.known = ""
        self.poll()
        self.cursor = ""

    def poll(self) -> None:
        response = self.ask()
        assert response.status_code == 200, response.text
        body = response.data
        if digest := response.headers.get("Deflated"):
            self.packed.append(body)
            body = inflated(body, self.last)
            assert digest_of(body) == digest
        answer: dict[str, Any] = self.api.client.application.json.loads(body)
        self.version, self.cursor = answer["version"], answer["cursor"]
        if "table" in answer:
            self.last, self.known, self.table = body, digest_of(body), answer["table"]
            self.got.append(body)


class Played(NamedTuple):
    pages: list[Page]
    watcher: Page


def play(api: Api, game: str, actions: int, players: int) -> Played:
    """Play at random. All pages poll after every version."""
    chance = random.Random(game)
    host = api.create("Ada", game=game)
    seats = [host, *(api.join(host["code"], name) for name in ("Bob", "Cyd", "Dot")[: players - 1])]
    pages = [Page(api, who, "page") for who in seats]
    watcher = Page(api, host, "page", watches=True)
    for _ in range(actions):
        version = api.service.store.load(host["code"]).version
        for page in (*pages, watcher):
            if page.version < version:
                page.poll()
        choice = choose([page.table for page in pages], chance)  # type: ignore[misc]
        if choice is None:
            api.clock.now += 20_000
            api.service.transactions.apply_due(host["code"])
            continue
        args = {**choice.values, **choice.form.get("with", {})}
        api.try_act(seats[choice.seat], choice.form["name"], **args)
    return Played(pages, watcher)


@pytest.fixture(scope="module")
def played() -> Iterator[Played]:
    """Play a few turns of Cheat."""
    settings, clock = Settings(hold_min_s=0.2, hold_max_s=0.3, rate_limits="off"), Clock()
    app = create_app(settings, clock)
    api = Api(app.test_client(), app.extensions["cheat"], clock)
    yield play(api, "cheat", 25, players=3)
    api.service.stop()


def test_answers_to_a_page_that_remembers_are_small(played: Played) -> None:
    for page in (*played.pages, played.watcher):
        assert len(page.packed) == len(page.got) - 1 > 10, "all but the first"
        assert median(map(len, page.packed)) < 300 < 1_000 < median(map(len, page.got))


def test_no_answer_can_be_inflated_by_an_answer_to_another_seat(played: Played) -> None:
    readers = [*played.pages, played.watcher]
    for page in readers:
        others = [body for other in readers if other is not page for body in other.got]
        for packed, body in zip(page.packed, page.got[1:], strict=True):
            for dictionary in others:
                with suppress(zlib.error):
                    assert inflated(packed, dictionary) != body


def test_answer_to_another_seat_is_never_the_dictionary(played: Played) -> None:
    """With the digest of another seat's answer, a client gets the same answer as without a digest."""
    ada, bob, _ = played.pages
    for thief, victim in ((bob, ada), (played.watcher, ada), (ada, played.watcher)):
        thief.restart()
        victim.restart()
        response = thief.ask(victim.known)
        assert "Deflated" not in response.headers
        assert response.get_json()["table"]["you"] == thief.table["you"]


@pytest.mark.parametrize("known", ["", "0", "00000000", "nothing", "ÿ" * 500])
def test_a_digest_of_nothing_is_no_error(played: Played, known: str) -> None:
    page = played.pages[0]
    page.restart()
    response = page.ask(known)
    assert response.status_code == 200
    assert "Deflated" not in response.headers
    assert response.get_json()["table"]["you"] == page.table["you"]


def test_an_old_digest_is_no_error(played: Played) -> None:
    page = played.pages[0]
    page.restart()
    page.api.clock.now += 1  # otherwise the lost answer would be the same as the previous one
    assert "Deflated" not in page.ask(digest_of(page.got[0])).headers
    assert "Deflated" not in page.ask().headers, "that answer was lost on its way"


def test_client_that_does_not_ask_gets_what_it_always_got(api: Api) -> None:
    host = api.create("Ada")
    response = api.call("GET", f"/api/rooms/{host['code']}/events?wait=0", host["token"])
    assert response.mimetype == "application/json"
    assert not {"Deflated", "Content-Encoding"} & set(response.headers.keys())
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Language"] == "en"


def test_answer_without_news_is_plain_and_does_not_replace_the_table(played: Played) -> None:
    page = played.pages[0]
    page.restart()
    page.cursor = page.api.client.application.json.loads(page.last)["cursor"]
    assert "table" not in page.ask().get_json()
    page.cursor = ""
    assert page.ask().headers["Deflated"]


# Hidden cards


@pytest.mark.parametrize("game", ["cheat", "uno", "kittens", "ivanhoe", "hearts"])
def test_length_tells_nothing_of_hidden_cards(api: Api, game: str) -> None:
    """The answers have the same bytes for every deal of the cards that the reader cannot see."""
    played = play(api, game, 12, players=4)
    stored = api.service.store.load(played.pages[0].code)
    for page in (*played.pages, played.watcher):
        viewer = page.table["you"]
        rooms = [decode(stored.data, CATALOGUE) for _ in range(2)]
        assert shuffle_hidden(rooms[1], viewer) > 10, "there is something to be told"
        answers = [answer_of(room, stored.version, viewer, page) for room in rooms]
        assert answers[0].coding == "deflated"
        assert answers[0] == answers[1]


def shuffle_hidden(room: AnyRoom, viewer: str | None) -> int:
    """Deal the hidden cards of a viewer again. Return how many are elsewhere then."""
    assert room.table is not None
    zones = [value for value in room.table.zones.values() if not sees(value.viewers, viewer)]
    before = [card for zone in zones for card in zone.cards]
    cards = random.Random(1).sample(before, len(before))
    moved = sum(old != new for old, new in zip(before, cards, strict=True))
    for zone in zones:
        zone.cards, cards = cards[: len(zone.cards)], cards[len(zone.cards) :]
    return moved


def answer_of(room: AnyRoom, version: int, viewer: str | None, page: Page) -> Encoded:
    """Return the answer of a worker to a page that has its last answer."""
    sent = SentAnswers()
    sent.deflate(Recipient(page.code, "", page.client), "", page.last)
    seat = None if viewer is None else room.seat(viewer)
    table = Views(room, version).view_of(seat, NOON)
    answer = EventsAnswer(version=version, cursor=page.cursor, table=table, hold=20)
    return encoded_poll(answer, page.known, None, page.client, sent, gzip=False)


# The answers that a worker keeps


def test_kept_answers_are_bounded_in_bytes_and_the_oldest_go_first() -> None:
    sent = SentAnswers(max_bytes=3 * (1000 + ENTRY_BYTES))
    readers = [Recipient("bcdfg", f"{number}", "") for number in range(5)]
    bodies = [bytes([65 + number]) * 1000 for number in range(5)]
    for reader, body in zip(readers, bodies, strict=True):
        sent.deflate(reader, "", body)
    assert sent.weight == 3 * (1000 + ENTRY_BYTES)
    remembered = [
        sent.deflate(reader, digest_of(body), b"") is not None
        for reader, body in reversed(list(zip(readers, bodies, strict=True)))
    ]
    assert remembered == [True, True, True, False, False]


def test_replaced_answers_are_not_counted_twice() -> None:
    sent = SentAnswers()
    for length in (900, 100, 500):
        sent.deflate(ADA, "", b"x" * length)
    assert sent.weight == 500 + ENTRY_BYTES


def test_an_answer_too_large_to_keep_makes_the_next_one_plain() -> None:
    sent, large = SentAnswers(), b"x" * (LARGEST_STORED + 1)
    sent.deflate(ADA, "", b"small")
    packed = sent.deflate(ADA, digest_of(b"small"), large)
    assert packed is not None
    assert inflated(packed.body, b"small") == large
    assert sent.weight == 0
    assert sent.deflate(ADA, digest_of(large), b"next") is None


def test_page_and_seat_and_room_have_answers_of_their_own() -> None:
    sent, body = SentAnswers(), b"of ada"
    sent.deflate(ADA, "", body)
    for other in (BOB, ADA._replace(client="2"), ADA._replace(code="other"), ADA._replace(token_hash="")):
        assert sent.deflate(other, digest_of(body), b"next") is None
    assert sent.deflate(ADA, digest_of(body), b"next") is not None


@pytest.mark.parametrize("length", [10, 2_000, LARGE_BODY - 1, LARGE_BODY, 20_000])
def test_a_body_of_any_length_is_found_again_in_the_one_before(length: int) -> None:
    chance = random.Random(length)
    before = chance.randbytes(length)
    body = before[: length // 2] + b"news" + before[length // 2 :]
    packed = deflated(body, before)
    assert inflated(packed, before) == body
    assert len(packed) < 40 + length // 50


# Without an earlier answer


def test_tables_are_compressed_for_clients_that_accept_it(api: Api) -> None:
    host = api.create("Ada")
    paths = [
        f"/api/rooms/{host['code']}",
        *(f"/api/rooms/{host['code']}/events?{more}" for more in ("", "known=")),
    ]
    for path in paths:
        plain = api.call("GET", path, host["token"])
        response = api.client.get(
            path, headers={"Authorization": f"Bearer {host['token']}", "Accept-Encoding": "gzip, br"}
        )
        assert response.headers["Content-Encoding"] == "gzip"
        assert len(response.data) < len(plain.data) < 2 * len(gzip.decompress(response.data))
        assert (
            api.client.application.json.loads(gzip.decompress(response.data)).keys()
            == plain.get_json().keys()
        )


def test_short_answers_are_not_compressed(api: Api) -> None:
    host = api.create("Ada")
    response = api.try_act(host, "rename", name="Bea")
    assert response.status_code == 200
    refusal = api.call("GET", "/api/rooms/zzzzz", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in refusal.headers


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("", False), ("gzip", True), ("br, gzip;q=0.5", True), ("gzip;q=0", False), ("*", True),
        ("identity", False), ("*;q=0, gzip", True), ("x" * 300 + ", gzip", False),
    ],
)  # fmt: skip
def test_gzip_is_sent_only_where_it_is_accepted(header: str, accepted: bool) -> None:
    assert accepts_gzip(header) == accepted
