"""Shared polls: caches may store their answers, because all spectators get the same bytes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from cheat.catalogue import CATALOGUE
from cheat.engine.table import sees
from cheat.load.choice import choose
from cheat.rooms.room import decode, encode
from cheat.service.delivery import long_poll
from cheat.service.delivery.shared_polls import SlotTimes, slot_times
from cheat.store.rooms import LoggedRoom, StoredRoom
from tests.sampling import sampled
from tests.servers import Running, in_background, wait_until

from .conftest import Api
from .test_compression import shuffle_hidden

Make = Callable[..., Api]
SOON = "public, max-age=1"


@pytest.fixture
def api(make_api: Make) -> Api:
    """An API with slots of ten seconds."""
    return make_api(hold_min_s=15, hold_max_s=15)


def watch(api: Api, code: str, since: str = "", **more: Any) -> TestResponse:
    query = {"since": since} if since else {}
    return api.call(
        "GET", f"/api/rooms/{code}/watch", query_string={**query, **more.pop("query", {})}, **more
    )


def cursor(response: TestResponse) -> str:
    text: str = response.get_json()["cursor"]
    return text


def set_time_left(api: Api, code: str, ms: int) -> None:
    """Move the clock to this time before the end of the room's slot."""
    _, left = slot_times(code, api.service.settings).now(api.clock.now)
    api.clock.now += left - ms


def hold(api: Api, code: str, since: str, polls: int = 1) -> list[Running]:
    """Return polls that wait."""
    before = api.service.shared_polls.count()
    held = [in_background(lambda: watch(api, code, since)) for _ in range(polls)]
    wait_until(lambda: api.service.shared_polls.count() == before + polls, "all wait")
    wait_until(lambda: all(feed.latest for feed in [api.service.feeds.feed(code)]), "the room is known")
    return held


# What caches see


def test_answer_depends_on_nothing_but_its_address(api: Api) -> None:
    host = api.create("Ada")
    path = f"/api/rooms/{host['code']}/watch"
    plain = api.call("GET", path)
    assert plain.status_code == 200
    assert plain.headers["Cache-Control"] == SOON
    assert plain.headers["Vary"] == "Accept-Encoding"
    assert plain.headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in plain.headers
    api.client.set_cookie("language", "es")
    strange = {"Accept-Language": "es", "Cookie": "language=es", "X-Forwarded-Proto": "https"}
    for token in (host["token"], "wrong"):
        other = api.call("GET", path, token, headers=strange)
        assert other.data == plain.data
        assert other.headers == plain.headers
    assert plain.get_json()["table"]["you"] is None


def test_address_chooses_the_language(api: Api) -> None:
    host = api.game()[0]
    english, spanish = (watch(api, host["code"], query={"lang": lang}).get_json() for lang in ("xx", "es-MX"))
    assert english["table"]["prompt"] != spanish["table"]["prompt"]


def test_first_answer_has_the_past(api: Api) -> None:
    host = api.game()[0]
    answer = watch(api, host["code"]).get_json()
    assert answer["events"][0]["type"] == "started"
    assert answer["names"] == {}


def test_events_come_as_spectators_see_them(api: Api) -> None:
    host = api.create("Ada")
    since = cursor(watch(api, host["code"]))
    (held,) = hold(api, host["code"], since)
    api.act(host, "rename", name="Bea")
    response = held.value()
    assert response.headers["Cache-Control"] == "public, max-age=2"
    answer = response.get_json()
    assert (answer["version"], [event["type"] for event in answer["events"]]) == (2, ["renamed"])
    assert answer["table"]["players"][0]["name"] == "Bea"
    again = watch(api, host["code"], since)
    assert again.get_json() == answer, "the same address has the same answer"


def test_answer_without_news_names_another_address(api: Api) -> None:
    host = api.create("Ada")
    set_time_left(api, host["code"], 400)
    since = cursor(watch(api, host["code"]))
    held = in_background(lambda: watch(api, host["code"], since))
    response = held.value()
    assert held.took >= 0.35
    assert response.headers["Cache-Control"] == SOON
    answer = response.get_json()
    assert (answer["version"], answer["events"], answer["retry_after"]) == (1, [], 0)
    assert "table" not in answer
    assert answer["cursor"] != since
    api.clock.now += 400
    hold(api, host["code"], answer["cursor"])
    api.act(host, "rename", name="Bea")


def test_late_spectators_join_the_present_slot_at_once(api: Api) -> None:
    host = api.create("Ada")
    set_time_left(api, host["code"], 5000)
    since = cursor(watch(api, host["code"]))
    present = since.partition("-")[2]
    for slot in ("0", str(int(present) - 1), str(int(present) + 1), str(int(present) + 10**9), ""):
        response = watch(api, host["code"], f"{since.partition('-')[0]}-{slot}".removesuffix("-"))
        assert (cursor(response), response.get_json()["events"]) == (since, [])
    answer = watch(api, host["code"], "junk").get_json()
    assert (answer["reset"], answer["cursor"]) == (True, since)


def test_plain_poll_takes_the_cursor_of_a_shared_one(api: Api) -> None:
    host = api.create("Ada")
    since = cursor(watch(api, host["code"]))
    api.act(host, "rename", name="Bea")
    answer = api.events(host, since, spectator=True)
    assert [event["type"] for event in answer["events"]] == ["renamed"]
    assert not answer["reset"]


@pytest.mark.parametrize("name", ["wait", "client", "known", "past", "x"])
def test_other_parameters_are_refused(api: Api, name: str) -> None:
    host = api.create("Ada")
    response = watch(api, host["code"], query={name: "1"})
    assert (response.status_code, response.get_json(force=True)["code"]) == (422, "bad_field")


def test_an_empty_answer_never_names_its_own_slot() -> None:
    times = SlotTimes(1000, 300)
    for now in range(0, 3000, 50):
        present, left = times.now(now)
        assert 0 < left <= 1000
        for slot in range(-1, 6):
            assert times.after(slot, now) != slot
            assert times.after(slot, now) in (present, slot + 1)
            assert times.time_left(slot, now) <= 2000


# What strangers may see


def with_other_cards(logged: LoggedRoom) -> tuple[LoggedRoom, int]:
    """Return a version with the cards dealt anew that strangers don't see, and how many are elsewhere."""
    stored = logged.stored
    room = decode(stored.data, CATALOGUE)
    moved = shuffle_hidden(room, None) if room.table else 0
    entries = [msgspec.json.encode(hide(msgspec.json.decode(entry))) for entry in logged.entries]
    return LoggedRoom(StoredRoom(stored.epoch, stored.version, encode(room), stored.private), entries), moved


def hide(entry: dict[str, Any]) -> dict[str, Any]:
    """Change the cards in an entry of the log that strangers don't see."""
    for event in entry["events"]:
        for move in event.get("cards", []):
            if not sees(move["seen"], None):
                move["faces"] = list(reversed(move["faces"]))
    return entry


@pytest.mark.parametrize("game", sampled([game.slug or game.id for game in CATALOGUE], every=3))
def test_hidden_cards_change_no_byte(api: Api, game: str) -> None:
    """Play at random. The answers stay the same if the hidden cards are dealt anew."""
    chance, names = random.Random(game), iter(("Bob", "Cyd", "Dot"))
    seats = [host := api.create("Ada", game=game)]
    rules = CATALOGUE.game(game)
    fewest, most = rules.min_players(rules.options({})), rules.max_players(rules.options({}))
    while len(seats) < max(fewest, min(4, most)):
        seats.append(api.join(host["code"], next(names)))
    code, since, version, events, moved = host["code"], "", 0, 0, 0
    for _ in range(10):
        if (newest := api.service.store.load(code).version) > version:
            answers = [watch(api, code, since), watch(api, code)]
            feed = api.service.feeds.feed(code)
            real = feed.latest
            feed.latest, changed = with_other_cards(real)
            again = [watch(api, code, since), watch(api, code)]
            feed.latest = real
            assert [answer.data for answer in again] == [answer.data for answer in answers]
            assert all(answer.get_json()["table"]["you"] is None for answer in answers)
            version, since, moved = newest, cursor(answers[0]), max(moved, changed)
            events += len(answers[0].get_json()["events"])
        choice = choose([api.snapshot(seat)["table"] for seat in seats], chance)  # type: ignore[misc]
        if choice is None:
            api.clock.now += 20_000
            api.service.transactions.apply_due(code)
        else:
            args = {**choice.values, **choice.form.get("with", {})}
            api.try_act(seats[choice.seat], choice.form["name"], **args)
    assert events > 3
    assert moved > 5


@pytest.mark.parametrize("way", ["asked", "held"])
def test_closed_game_is_refused_as_for_all_spectators(api: Api, way: str) -> None:
    host = api.create("Ada", options={"spectators": False})
    api.join(host["code"], "Bob")
    api.join(host["code"], "Cyd")
    held = hold(api, host["code"], cursor(watch(api, host["code"])))
    api.act(host, "start")
    response = held[0].value() if way == "held" else watch(api, host["code"])
    plain = api.call("GET", f"/api/rooms/{host['code']}/events")
    assert (response.status_code, response.get_json(force=True)) == (403, plain.get_json(force=True))
    assert response.get_json(force=True)["code"] == "no_spectators"
    assert response.headers["Cache-Control"] == SOON
    assert "Accept-Language" not in response.headers["Vary"]


def test_spectators_of_shared_polls_are_not_counted(api: Api) -> None:
    host = api.create("Ada")
    hold(api, host["code"], cursor(watch(api, host["code"])), polls=3)
    assert api.service.feeds.feed(host["code"]).heartbeats == {}
    api.act(host, "rename", name="Bea")
    assert watch(api, host["code"]).get_json()["table"]["watchers"] == 0


def test_unknown_room_is_cached_for_a_second(api: Api) -> None:
    response = watch(api, "zzzzz")
    assert (response.status_code, response.headers["Cache-Control"]) == (404, SOON)
    assert response.mimetype == "application/problem+json"


# Limits


def test_polls_that_ask_the_same_share_one_answer(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    make = long_poll.Poll._answer_with_table

    def counted(*args: Any, **options: Any) -> Any:
        made.append(args)
        return make(*args, **options)

    host = api.create("Ada")
    since = cursor(watch(api, host["code"]))
    monkeypatch.setattr(long_poll.Poll, "_answer_with_table", counted)
    held = hold(api, host["code"], since, polls=12)
    assert api.service.feeds.count_waiters() == 1
    api.act(host, "rename", name="Bea")
    assert len({poll.value().data for poll in held}) == len(made) == 1
    assert api.service.shared_polls.count() == 0


def test_invented_cursors_hold_no_polls_of_their_own(api: Api) -> None:
    host = api.create("Ada")
    since = cursor(watch(api, host["code"]))
    position, _, slot = since.partition("-")
    epoch, _, version = position.partition(".")
    hold(api, host["code"], since)
    hold(api, host["code"], f"{epoch}.0{version}-{slot}")
    hold(api, host["code"], f"{epoch}.{version}-00{slot}")
    assert api.service.feeds.count_waiters() == 1
    api.act(host, "rename", name="Bea")


def test_shared_polls_of_a_room_and_of_a_worker_are_limited(make_api: Make) -> None:
    api = make_api(rate_limits="on", hold_min_s=15, hold_max_s=15, shared_polls=3, max_held_polls=20)
    ada, bob, cyd = api.create("Ada"), api.create("Bob"), api.create("Cyd")
    of_ada, of_bob, of_cyd = (cursor(watch(api, who["code"])) for who in (ada, bob, cyd))
    hold(api, ada["code"], of_ada, polls=3)
    refused = watch(api, ada["code"], of_ada)
    assert (refused.status_code, refused.headers["Cache-Control"]) == (429, "no-store")
    assert refused.headers["Retry-After"] == "3"
    hold(api, bob["code"], of_bob, polls=2)
    assert watch(api, cyd["code"], of_cyd).status_code == 429, "a quarter of the polls of the worker"
    plain = in_background(lambda: api.events(ada, ada["cursor"], spectator=True, wait=15))
    wait_until(lambda: api.service.polls.limits.count() == 1, "a plain spectator may wait")
    for who in (ada, bob):
        api.act(who, "rename", name="Dot")
    assert plain.value()["version"] == 2
    assert watch(api, cyd["code"]).status_code == 200


def test_shared_polls_do_not_slow_down_plain_spectators(make_api: Make) -> None:
    api = make_api(rate_limits="on", watch_limit="2/minute")
    host = api.create("Ada")
    assert [watch(api, host["code"]).status_code for _ in range(2)] == [200, 200]
    waits = in_background(lambda: watch(api, host["code"]))
    wait_until(lambda: api.service.shared_polls.count() == 1, "the third has to wait")
    assert api.call("GET", f"/api/rooms/{host['code']}/events?wait=0").status_code == 200
    api.service.polls.drain()
    assert waits.value().status_code == 429


def test_blocked_address_gets_no_cached_answer(make_api: Make) -> None:
    api = make_api(rate_limits="on", miss_limit="2/minute")
    host = api.create("Ada")
    codes = [f"zzzz{letter}" for letter in "bcd"]
    assert [watch(api, code).status_code for code in codes] == [404, 404, 429]
    response = watch(api, host["code"])
    assert (response.status_code, response.headers["Cache-Control"]) == (429, "no-store")


def test_a_worker_that_ends_answers_with_another_address(api: Api) -> None:
    host = api.create("Ada")
    since = cursor(watch(api, host["code"]))
    held = hold(api, host["code"], since, polls=2)
    api.service.drain()
    answers = [poll.value().get_json() for poll in held]
    assert answers[0] == answers[1]
    assert (answers[0]["version"], answers[0]["events"]) == (1, [])
    assert answers[0]["cursor"] != since
