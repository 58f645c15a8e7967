"""The client's promises about retries, cursors and its own actions, without a server or a clock."""

from __future__ import annotations

import json
import zlib
from email.utils import formatdate
from random import Random
from typing import Any

import httpx
import pytest

from cheat.client import News, Refused, Unreachable, hub, steps
from cheat.client.calls import Pause, Request, RetryPolicy, Steps
from cheat.client.deflated import digest_of
from cheat.client.pace import LONGEST_S, delay_after, retry_after
from cheat.client.place import GRACE_S, Place

NOON = 1_700_000_000.0
HALF = RetryPolicy(chance=lambda: 0.5, clock=lambda: 0.0)
"""A policy with half of the maximum pauses, and with endless patience."""
LOST, NOT_CONNECTED = Unreachable("cut off", sent=True), Unreachable("nobody there", sent=False)


def ok(**body: Any) -> httpx.Response:
    return httpx.Response(200, json=body)


def refusal(status: int, code: str, wait: int | None = None) -> httpx.Response:
    headers = {} if wait is None else {"Retry-After": str(wait)}
    return httpx.Response(status, json={"code": code, "detail": "No."}, headers=headers)


def table(version: int, *moves: dict[str, Any]) -> dict[str, Any]:
    return {"version": version, "moves": list(moves)}


def answer(version: int, first: int | None = None, cursor: str = "", **more: Any) -> httpx.Response:
    """Return news of the versions from `first` on."""
    events = [{"v": v, "at": 0, "type": "x"} for v in range(first or version + 1, version + 1)]
    shown = {"events": events, "table": table(version)} if first else {}
    return ok(**{"version": version, "cursor": cursor or f"e.{version}", "hold": 20, **shown, **more})


def place(version: int = 1, *moves: dict[str, Any]) -> Place:
    seen: Any = {"version": version, "cursor": f"e.{version}", "table": table(version, *moves)}
    return Place("kwzpd", "p1", "token", seen)


class Outcome:
    """Return the outcome of steps: their value or error, the requests, and the pauses in seconds."""

    def __init__(self, to_do: Steps[Any], *answers: httpx.Response | Unreachable) -> None:
        self.requests: list[Request] = []
        self.pauses: list[float] = []
        self.value: Any = None
        self.error: Exception | None = None
        left = list(answers)
        try:
            step = next(to_do)
            while True:
                if isinstance(step, Pause):
                    self.pauses.append(step.seconds)
                    step = to_do.send(None)
                    continue
                self.requests.append(step)
                given = left.pop(0)
                step = to_do.throw(given) if isinstance(given, Unreachable) else to_do.send(given)
        except StopIteration as end:
            self.value = end.value
        except (Refused, Unreachable) as error:
            self.error = error
        assert left == [], "everything that was answered was asked for"


# Answers that remember the one before


def shortened(answer: httpx.Response, last: httpx.Response, digest: str = "") -> httpx.Response:
    """Return an answer as the server deflates it with the last answer."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -15, zdict=last.content)
    content = packer.compress(answer.content) + packer.flush()
    return httpx.Response(200, content=content, headers={"Deflated": digest or digest_of(answer.content)})


def test_poll_names_the_last_answer_with_a_table_and_takes_the_next_one_deflated() -> None:
    here, first, second, third = place(), answer(2, 2), answer(3, 3), answer(4, 4)
    news = [
        Outcome(here.poll(1, HALF), given)
        for given in (first, shortened(second, first), answer(3), shortened(third, second))
    ]
    assert [one.value.version for one in news] == [2, 3, 3, 4]
    assert [one.value.table for one in news] == [table(2), table(3), table(3), table(4)]
    known = ["", digest_of(first.content), digest_of(second.content), digest_of(second.content)]
    assert [one.requests[0].query["known"] for one in news] == known


@pytest.mark.parametrize("how", ["another digest", "another answer", "cut off", "no deflate"])
def test_what_cannot_be_inflated_is_asked_for_again_plainly(how: str) -> None:
    here, first, second = place(), answer(2, 2), answer(3, 3)
    Outcome(here.poll(1, HALF), first)
    whole = shortened(second, first)
    wrong = {
        "another digest": shortened(second, first, "00000000"),
        "another answer": shortened(second, answer(2, 2, names={})),
        "cut off": httpx.Response(200, content=whole.content[:-3], headers=whole.headers),
        "no deflate": httpx.Response(200, content=b"\xff" * 20, headers=whole.headers),
    }[how]
    outcome = Outcome(here.poll(9, HALF), wrong, second)
    assert outcome.value.version == 3
    assert [one.query["known"] for one in outcome.requests] == [digest_of(first.content), ""]
    assert [one.query["wait"] for one in outcome.requests] == ["9", "0"]
    again = Outcome(here.poll(1, HALF), answer(4, 4))
    assert again.requests[0].query["known"] == digest_of(second.content)


def test_crc_is_the_one_that_the_protocol_names() -> None:
    assert (digest_of(b"123456789"), digest_of(b"")) == ("cbf43926", "")


# How long to wait


def test_jitter_is_full_doubles_and_ends_at_thirty_seconds() -> None:
    assert [delay_after(failures, 1) for failures in (1, 6, 7, 9, 10, 5000)] == [0.8, 3.2, 6.4, 25.6, 30, 30]
    assert delay_after(1, 0) == delay_after(6, 0) == 0
    assert delay_after(1, 0.5, at_least=7) == 7.4


def test_whoever_was_cut_off_is_back_within_five_seconds_of_a_fault_of_three() -> None:
    """With any random numbers, pauses are at most 1.6 s, and five tries last at least three seconds."""
    chance = Random(1)
    for _ in range(2000):
        at, failures = 0.0, 0
        while at < 3.0:
            failures += 1
            at += delay_after(failures, chance.choice((0.0, chance.random(), 0.999)))
        assert at < 5.0
    assert [delay_after(failures, 0) for failures in (2, 5)] == [0.8, 0.8]


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, 0),
        ("3", 3),
        ("0.5", 0.5),
        ("-3", 0),
        ("soon", 0),
        ("nan", 0),
        ("1e9", LONGEST_S),
        (formatdate(NOON + 9, usegmt=True), 9),
        (formatdate(NOON - 9, usegmt=True), 0),
    ],
)
def test_retry_after_is_seconds_or_a_date(header: str | None, seconds: float) -> None:
    assert retry_after(header, NOON) == seconds


# Retries


def test_action_is_sent_with_the_same_id_until_it_is_judged() -> None:
    told: list[str] = []
    manner = HALF._replace(trouble=lambda error: told.append(type(error).__name__))
    failures = [
        LOST,
        refusal(503, "store_unavailable", 2),
        refusal(429, "rate_limited", 1),
        refusal(409, "busy", 1),
    ]
    page = httpx.Response(502, text="<h1>Bad gateway</h1>")
    sent = Outcome(place().send("start", {}, manner), *failures, page, ok(version=2, cursor="e.2"))
    assert sent.value == {"version": 2, "cursor": "e.2"}
    assert len({request.body["id"] for request in sent.requests}) == 1
    assert sent.pauses == pytest.approx([0.4, 2.4, 1.4, 1.4, 1.2])
    assert told == ["Unreachable", "Refused", "Refused", "Refused", "Unreachable"]


def test_two_intentions_have_two_ids() -> None:
    made = [Outcome(place().send("start", {}, HALF), ok(version=2, cursor="e.2")) for _ in range(2)]
    ids = {one.requests[0].body["id"] for one in made}
    assert len(ids) == 2
    assert all(8 <= len(id) <= 64 for id in ids)


@pytest.mark.parametrize(("status", "code"), [(409, "illegal_move"), (403, "not_host"), (401, "bad_token")])
def test_what_does_not_pass_is_raised_at_once(status: int, code: str) -> None:
    outcome = Outcome(place().send("start", {}, HALF), refusal(status, code))
    assert isinstance(outcome.error, Refused)
    assert (outcome.error.status, outcome.error.code, outcome.error.detail) == (status, code, "No.")


def take_seat() -> Steps[Place]:
    return steps.take_seat("/api/rooms", "Ada", {"game": ""}, HALF)


def test_seat_is_not_asked_for_twice_where_it_may_have_been_given() -> None:
    assert Outcome(take_seat(), LOST).error is LOST
    assert isinstance(Outcome(take_seat(), refusal(503, "store_unavailable", 2)).error, Refused)


def test_seat_is_asked_for_again_where_it_was_certainly_not_given() -> None:
    joined = ok(code="kwzpd", player="p1", token="t", version=1, cursor="e.1", table=table(1))
    outcome = Outcome(take_seat(), NOT_CONNECTED, refusal(429, "rate_limited", 3), joined)
    assert outcome.value.saved("http://x")["token"] == "t"
    assert outcome.pauses == [0.4, 3.4]
    assert [request.body for request in outcome.requests] == [{"name": "Ada"}] * 3


def test_patience_ends_before_a_pause_that_is_too_long() -> None:
    manner = HALF._replace(patience=10)
    outcome = Outcome(steps.games(manner), NOT_CONNECTED, refusal(429, "rate_limited", 60))
    assert isinstance(outcome.error, Refused)
    assert outcome.error.retry_after == 60
    assert outcome.pauses == [0.4]


# Polls


def test_poll_goes_on_from_the_last_cursor_and_holds_as_long_as_the_server_means_to() -> None:
    at = place()
    first = Outcome(at.poll(25, HALF), answer(3, 2, hold=4)).requests[0]
    assert (first.query["since"], first.query["wait"], first.timeout) == ("e.1", "25", 25 + GRACE_S)
    second = Outcome(at.poll(25, HALF), answer(3)).requests[0]
    assert (second.query["since"], second.query["wait"]) == ("e.3", "4")
    assert first.query["client"] == second.query["client"]


def test_after_a_failure_the_poll_asks_without_waiting() -> None:
    outcome = Outcome(place().poll(25, HALF), LOST, refusal(503, "store_unavailable", 2), answer(1))
    assert [request.query["wait"] for request in outcome.requests] == ["25", "0", "0"]
    assert outcome.pauses == [0.4, 2.4]
    assert not outcome.value.fresh


def test_worker_that_goes_away_is_left_alone_for_as_long_as_it_says() -> None:
    at = place()
    assert Outcome(at.poll(25, HALF), answer(1, retry_after=1.5)).pauses == []
    assert Outcome(at.poll(25, HALF), answer(1)).pauses == [1.5]
    assert Outcome(at.poll(25, HALF), answer(1)).pauses == []


def test_no_event_is_told_twice() -> None:
    at = place(3)
    outcome = Outcome(at.poll(25, HALF), answer(5, 2))
    assert [event["v"] for event in outcome.value.events] == [4, 5]
    assert (at.version, at.table["version"]) == (5, 5)


def test_reset_brings_the_table_and_a_new_count_of_versions() -> None:
    at = place(9)
    news = Outcome(at.poll(25, HALF), ok(version=2, cursor="f.2", reset=True, table=table(2), hold=20)).value
    assert news == News(2, table(2), [], reset=True)  # type: ignore[arg-type]
    assert Outcome(at.poll(25, HALF), answer(3, 3, "f.3")).value.events[0]["v"] == 3


def test_seat_that_is_gone_ends_the_poll() -> None:
    for status, code in ((401, "bad_token"), (404, "room_not_found"), (403, "no_spectators")):
        assert isinstance(Outcome(place().poll(25, HALF), refusal(status, code)).error, Refused)


def test_past_ends_where_the_news_begin() -> None:
    at = place(2)
    events = [{"v": v, "at": 0, "type": "said", "args": {"text": f"line {v}"}} for v in (1, 2, 3)]
    lines = [{"at": 0, "by": "p1", "name": "Ada", "text": f"line {v}"} for v in (1, 2, 3)]
    known = ok(version=3, cursor="e.3", events=events, names={"p9": "Zed"}, chat=lines, hold=20)
    outcome = Outcome(at.past(HALF), known)
    assert outcome.requests[0].query == {"past": "1", "wait": "0"}
    assert [event["v"] for event in outcome.value.events] == [1, 2]
    assert [line["text"] for line in outcome.value.chat] == ["line 1", "line 2"]
    assert outcome.value.names == {"p9": "Zed"}
    Outcome(at.catch_up({"version": 3, "cursor": "e.3"}, HALF), answer(3, 3))
    assert [event["v"] for event in Outcome(at.past(HALF), known).value.events] == [1, 2], "3 is unread"
    Outcome(at.poll(25, HALF))
    assert [event["v"] for event in Outcome(at.past(HALF), known).value.events] == [1, 2, 3]


# Published games


def test_game_is_published_again_only_where_its_author_stays_the_same() -> None:
    published = ok(id="doc:x", slug="x", version="1.0.0")
    assert Outcome(hub.publish({}, "", "", HALF), LOST).error is LOST
    again = Outcome(hub.publish({"document": "{}"}, "new", "k" * 20, HALF), LOST, published)
    assert (again.requests[0].body, again.requests[0].token) == ({"document": "{}", "note": "new"}, "k" * 20)
    assert again.value["slug"] == "x"


def test_a_zip_is_sent_as_letters_and_texts_beside_a_document() -> None:
    assert hub.document_body(b"PK\x03", "", "", "") == {"archive": "UEsD"}
    body = hub.document_body("{}", "a script", "", "Mine")
    assert body == {"document": "{}", "script": "a script", "title": "Mine"}


def test_what_is_wrong_with_a_document_is_told_with_the_refusal() -> None:
    wrong = [{"code": "unknown_key", "text": "There is no such key."}]
    refused = httpx.Response(422, json={"code": "bad_document", "detail": "No.", "diagnostics": wrong})
    outcome = Outcome(hub.publish({}, "", "", HALF), refused)
    assert isinstance(outcome.error, Refused)
    assert outcome.error.diagnostics == wrong
    assert Outcome(hub.document("a/b@1.2", HALF), refused).requests[0].path == "/api/documents/a%2Fb@1.2"


# The own action


@pytest.mark.parametrize(
    ("acted", "answers", "told"),
    [
        ("e.3", [answer(2, 2), answer(3, 3)], [[2], [3]]),
        ("e.3", [answer(4, 2)], [[2, 3, 4]]),
        ("e.1.1", [ok(version=1, cursor="e.1.1", table=table(1), events=[], hold=20)], [[]]),
        (
            "e.1.1",
            [ok(version=1, cursor="e.1.2", table=table(1), events=[], hold=20), answer(1, cursor="e.1.2")],
            [[]],
        ),
        ("e.3", [refusal(401, "bad_token")], []),
    ],
    ids=["a worker behind", "others too", "private", "private from two pages", "a leave"],
)
def test_action_is_waited_for_and_what_comes_is_still_news(
    acted: str, answers: list[httpx.Response], told: list[list[int]]
) -> None:
    at = place()
    outcome = Outcome(at.catch_up({"version": int(acted.split(".")[1]), "cursor": acted}, HALF), *answers)
    assert outcome.error is None
    unread = [Outcome(at.poll(25, HALF)) for _ in told]
    assert [[event["v"] for event in one.value.events] for one in unread] == told
    assert all(one.requests == [] and one.value.fresh for one in unread)
    assert not at.unread


def test_move_takes_with_it_what_ties_it_to_its_moment() -> None:
    call: dict[str, Any] = {"name": "call", "label": "", "with": {"moment": 41}, "fields": []}
    rank = {"kind": "choice", "name": "rank", "of": []}
    of_two = {"name": "place", "label": "", "with": {"moment": 7}, "fields": [rank]}
    plain = {"name": "place", "label": "", "with": {"moment": 8}, "fields": []}

    def args(move: Any, **values: Any) -> Any:
        sent = Outcome(place(1, call, of_two, plain).send(move, values, HALF), ok(version=2, cursor="e.2"))
        return sent.requests[0].body["args"]

    assert args("call") == args(call) == {"moment": 41}
    assert args("place", rank="ace") == {"rank": "ace", "moment": 7}
    assert args("place") == {"moment": 8}
    assert args("not offered", a=1) == {"a": 1}, "the server says why not"


# A seat that was saved


def resumed(*answers: httpx.Response) -> Outcome:
    return Outcome(steps.resume(json.loads(json.dumps(place(2).saved("http://x"))), HALF), *answers)


def test_saved_seat_goes_on_with_what_happened_since() -> None:
    outcome = resumed(ok(version=4, cursor="e.4", table=table(4)), answer(4, 3))
    back = outcome.value
    assert {request.token for request in outcome.requests} == {"token"}
    assert (back.version, back.table["version"]) == (4, 4)
    assert [event["v"] for event in Outcome(back.poll(25, HALF)).value.events] == [3, 4]


def test_saved_seat_to_which_nothing_happened_has_no_news() -> None:
    back = resumed(ok(version=2, cursor="e.2", table=table(2))).value
    assert (back.version, list(back.unread)) == (2, [])


def test_spectator_that_is_not_counted_sends_only_language_and_cursor() -> None:
    first = ok(version=1, cursor="e.1-7", table={"code": "kwzpd"})
    watching = Outcome(steps.watch(" KWZPD ", HALF, "es"), first)
    place = watching.value
    news = Outcome(place.poll(25, HALF), ok(version=1, cursor="e.1-8", hold=10))
    lost = Outcome(
        place.poll(25, HALF), Unreachable("lost", sent=True), ok(version=1, cursor="e.1-9", hold=10)
    )
    past = Outcome(place.past(HALF), ok(version=1, cursor="e.1-9", hold=10, names={}))
    asked = [request for outcome in (watching, news, lost, past) for request in outcome.requests]
    assert {(request.path, request.token) for request in asked} == {("/api/rooms/kwzpd/watch", None)}
    assert [request.query for request in asked] == [
        {"lang": "es", **({"since": since} if since else {})} for since in ("", "e.1-7", "e.1-8", "e.1", "")
    ]
    assert not news.value.fresh


def test_spectator_has_nothing_to_be_saved() -> None:
    watching = Outcome(steps.watch(" KWZPD ", HALF), ok(version=1, cursor="e.1", table={"code": "kwzpd"}))
    assert watching.requests[0].path == "/api/rooms/kwzpd"
    with pytest.raises(ValueError, match="spectator"):
        watching.value.saved("http://x")
