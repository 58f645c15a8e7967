"""No byte of an answer reveals secrets: cards, tokens, the random generator."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from cheat.rooms.room import AnyRoom, decode
from cheat.rooms.tokens import hashed

from .conftest import Api

FACE = re.compile(r'"([A23456789TJQK][CDHS])"')


class Watched:
    """A game with every version as stored, to know which cards a viewer may see."""

    def __init__(self, api: Api, players: list[dict[str, Any]]) -> None:
        self.api = api
        self.players = players
        self.kept: dict[int, AnyRoom] = {}
        self.keep()

    def keep(self) -> None:
        stored = self.api.service.store.load(self.players[0]["code"])
        self.kept[stored.version] = decode(stored.data)

    def zone(self, version: int, name: str) -> set[str]:
        table = self.kept[version].table if version in self.kept else None
        return set(table.zones[name].cards) if table and name in table.zones else set()

    def allowed_now(self, version: int, viewer: str | None) -> set[str]:
        """Return the faces that a table of this version may show: the own hand and open cards."""
        return self.zone(version, f"hand:{viewer}") | self.zone(version, "reveal")

    def allowed_in_events(self, version: int, viewer: str | None) -> set[str]:
        """Return the faces that the events may name in addition: cards given or got, and called cards."""
        allowed = self.allowed_now(version, viewer) | self.allowed_now(version - 1, viewer)
        before, after = self.kept.get(version - 1), self.kept[version]
        if before and before.table and before.table.last and after.table and not after.table.last:
            called = [seen for seen in self.seen_by_all(version) if seen == "called"]
            if called:
                allowed |= set(before.table.pile.cards[-before.table.last.count :])
        return allowed

    def seen_by_all(self, version: int) -> list[str]:
        logged = self.api.service.store.load_with_log(self.players[0]["code"])
        (entry,) = logged.since(version - 1)[:1]
        return [event["type"] for event in json.loads(entry)["events"]]

    def check(self, version: int, who: dict[str, Any] | None) -> None:
        """Return every body of this version for this viewer."""
        anybody = who or self.players[0]
        viewer = who["player"] if who else None
        snapshot = self.api.call("GET", f"/api/rooms/{anybody['code']}", who and who["token"])
        epoch, _, *private = snapshot.get_json()["cursor"].split(".")
        query = {"since": ".".join([epoch, str(version - 1), *private]), "wait": 20}
        path = f"/api/rooms/{anybody['code']}/events"
        events = self.api.call("GET", path, who and who["token"], query_string=query)
        assert events.get_json()["version"] == snapshot.get_json()["version"] == version
        assert events.get_json()["events"], "the version has something for every viewer"
        now, then = self.allowed_now(version, viewer), self.allowed_in_events(version, viewer)
        assert set(FACE.findall(snapshot.text)) <= now
        assert set(FACE.findall(events.text)) <= now | then
        assert self.zone(version, f"hand:{viewer}") <= set(FACE.findall(snapshot.text))
        seed = self.kept[version].table.rng.seed if self.kept[version].table else "no seed"
        for text in (snapshot.text, events.text):
            assert seed not in text
            assert not re.search(r"[0-9a-f]{32}", text), "neither seeds nor hashes"
            assert not re.search(r'"(rng|seed|drawn|token|tokens|seats|seen|trusted|done)":', text)
            assert not any(player["token"] in text for player in self.players)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {}),
        pytest.param(4, {"reveal_s": 2}, marks=pytest.mark.long),
        (5, {"leaver_cards": "deal_out", "min_call_window_s": 1}),
        (4, {"reveal_whole_pile": True, "reveal_s": 2}),
        pytest.param(3, {"allow_pass": True, "rank_step": "up_same_down"}, marks=pytest.mark.long),
        (4, {"rounds": 2, "max_cards_per_play": 8}),
    ],
)
def test_no_answer_shows_a_card_to_somebody_who_may_not_see_it(
    make_api: Callable[..., Api], players: int, options: dict[str, Any]
) -> None:
    """Acceptance 30, invariant 4: every body of every version of a random game, for every viewer."""
    api = make_api(hold_min_s=20, hold_max_s=20)
    chance = random.Random(players)
    seats = api.game(*(f"P{number}" for number in range(players)), **options)
    watched = Watched(api, seats)
    present = list(seats)
    card_count = 0
    for step in range(40):
        if watched.kept[max(watched.kept)].phase == "over":
            break
        before = max(watched.kept)
        if step == 20 and len(present) > 3:
            api.act(present.pop(), "leave")
        else:
            play_something(api, chance, present)
        watched.keep()
        now = max(watched.kept)
        assert now - before <= 1, "the watcher must see every version"
        if now > before:
            card_count += 1
            for viewer in [*present, None]:
                watched.check(now, viewer)
    assert card_count > 15


def play_something(api: Api, chance: random.Random, players: list[dict[str, Any]]) -> None:
    """Make a random move of the game. If no move is legal, let time pass."""
    offered = []
    for who in players:
        table = api.snapshot(who)["table"]
        for form in table["moves"]:
            if form["name"] in ("place", "call_cheat", "trust", "pass", "ready"):
                often = 8 if form["name"] == "place" else 1
                offered += [(who, table, form)] * often
    if not offered:
        api.clock.now = max(api.clock.now, due(api, players[0]) or 0)
        settle(api, players[0])
        return
    who, table, form = chance.choice(offered)
    args = dict(form.get("with", {}))
    for field in form["fields"]:
        if field["kind"] == "cards":
            (hand,) = [zone["cards"] for zone in table["zones"] if zone["id"] == field["from"][0]]
            args[field["name"]] = chance.sample(hand, chance.randint(field["min"], field["max"]))
        else:
            args[field["name"]] = chance.choice(field["of"])["value"]
    api.act(who, form["name"], **args)


def due(api: Api, player: dict[str, Any]) -> int | None:
    return decode(api.service.store.load(player["code"]).data).next_due_at()


def settle(api: Api, player: dict[str, Any]) -> None:
    api.service.transactions.apply_due(player["code"])


def test_tokens_are_stored_only_as_hashes(api: Api) -> None:
    """A token is in no key, no value and no wake-up."""
    host = api.create()
    client = api.service.store.client
    pubsub = client.pubsub()
    pubsub.psubscribe("*")
    bob = api.join(host["code"], "Bob")
    api.act(bob, "rename", name="Bea")
    stored_texts = [repr(key) for key in client.keys("*")]
    for key in client.keys("*"):
        read = {b"hash": client.hgetall, b"list": lambda key: client.lrange(key, 0, -1)}
        stored_texts.append(repr(read.get(client.type(key), lambda key: client.zrange(key, 0, -1))(key)))
    while message := pubsub.get_message(timeout=0.05):
        stored_texts.append(repr(message))
    pubsub.close()
    everything = "\n".join(stored_texts)
    for who in (host, bob):
        assert who["token"] not in everything
        assert hashed(who["token"]) in everything, "the search would find it"
    assert len(stored_texts) > 4


def test_tokens_are_told_once_and_differ(api: Api) -> None:
    host = api.create()
    tokens = {api.join(host["code"], f"P{number}")["token"] for number in range(9)}
    assert len(tokens) == 9
    for token in (host["token"], *tokens):
        assert token not in api.call("GET", f"/api/rooms/{host['code']}", host["token"]).text


def test_pages_may_load_nothing_from_elsewhere_and_not_be_framed(api: Api) -> None:
    for path in ("/", "/r/bcdfg", "/nothing"):
        headers = api.call("GET", path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    for path in ("/", "/healthz", "/api/games", "/api/nothing", "/api/rooms/bcdfg/events"):
        assert api.call("GET", path).headers["X-Content-Type-Options"] == "nosniff"
