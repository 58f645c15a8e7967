"""Refusals: their status and code, always in one shape, and never a 500."""

from __future__ import annotations

import json
from typing import Any

import pytest
from werkzeug.test import TestResponse

from cheat.web import schemas
from tests.servers import free_port

from .conftest import Api


def problem(response: TestResponse) -> tuple[int, str]:
    """Return status and code of a refusal, after a check of its shape."""
    assert response.mimetype == "application/problem+json"
    body = response.get_json(force=True)
    assert body.keys() == {"type", "title", "status", "detail", "code"}
    assert body["status"] == response.status_code
    assert body["detail"].endswith((".", "?", "!")), "a sentence for people"
    return response.status_code, body["code"]


POSTS = ["/api/rooms", "/api/rooms/{code}/players", "/api/rooms/{code}/actions"]
GOOD = {
    POSTS[0]: {"name": "Bob"},
    POSTS[1]: {"name": "Bob"},
    POSTS[2]: {"id": "12345678", "move": "rename", "args": {"name": "Bea"}},
}


def post(api: Api, host: dict[str, Any], path: str, **more: Any) -> TestResponse:
    token = host["token"] if path == POSTS[2] else None
    return api.call("POST", path.format(code=host["code"]), token, **more)


@pytest.fixture
def host(api: Api) -> dict[str, Any]:
    return api.create()


# Bodies

JUNK = {
    "nothing": b"",
    "blank": b"  ",
    "not json": b"name=Ada",
    "half": b'{"name": "Ada"',
    "two": b'{"name": "Ada"} {}',
    "single quotes": b"{'name': 'Ada'}",
    "list": b'["Ada"]',
    "string": b'"Ada"',
    "number": b"1",
    "null": b"null",
    "deep list": b"[" * 5000,
    "deep value": b'{"args": ' + b"[" * 4000 + b"]" * 4000 + b"}",
    "deep objects": b'{"args": ' + b'{"a":' * 2500 + b"1" + b"}" * 2500 + b"}",
    "deep name": b'{"name": ' + b"[" * 4000 + b"]" * 4000 + b"}",
    "utf-16": '{"name": "Ada"}'.encode("utf-16"),
    "invalid utf-8 in a text": b'{"name": "\xff\xfe", "id": "12345678", "move": "x", "args": {"a": "\xff"}}',
    "invalid utf-8 in a key": b'{"\xff": 1}',
    "half surrogate": b'{"name": "\\ud800", "id": "\\ud800aaaaaaa", "move": "x"}',
    "nan": b'{"name": NaN, "id": NaN}',
}


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("body", JUNK.values(), ids=JUNK.keys())
def test_junk_is_a_bad_request(api: Api, host: dict[str, Any], path: str, body: bytes) -> None:
    """Acceptance 31."""
    status, code = problem(post(api, host, path, data=body))
    if path == POSTS[1] and len(body) > schemas.MAX_PLAIN:
        assert (status, code) == (413, "too_large")
    elif body.startswith((b"[", b'"', b"1", b"null", b"name", b" ")) or not body:
        assert (status, code) == (400, "bad_json")
    else:
        assert (status, code) in ((400, "bad_json"), (422, "bad_field"))
    assert api.snapshot(host)["version"] == 1


WRONG = {
    POSTS[0]: [
        {}, {"name": 1}, {"name": None}, {"name": ["Ada"]}, {"game": "cheat"}, {"name": "Bob", "public": 1},
        {"name": "Bob", "public": "yes"}, {"name": "Bob", "options": []}, {"name": "Bob", "options": None},
        {"name": "Bob", "game": 7}, {"name": "Bob", "game": "x" * 65}, {"name": "Bob", "more": 1},
        {"name": "Bob", "options": {"turn_s": "45"}}, {"name": "Bob", "options": {"unknown": 1}},
        {"name": "Bob", "options": {"turn_s": 10**30}}, {"Name": "Bob"},
    ],
    POSTS[1]: [{}, {"name": 1}, {"name": None}, {"name": "Bob", "token": "x"}, {"name": {"a": 1}}],
    POSTS[2]: [
        {}, {"id": "12345678"}, {"move": "rename"}, {"id": "1234567", "move": "start"},
        {"id": "x" * 65, "move": "start"}, {"id": 12345678, "move": "start"},
        {"id": "12345678", "move": ""}, {"id": "12345678", "move": "x" * 65},
        {"id": "12345678", "move": None}, {"id": "12345678", "move": "start", "args": []},
        {"id": "12345678", "move": "start", "args": None}, {"id": "12345678", "move": "start", "cards": []},
        {"id": "12345678", "move": "leave", "args": {"extra": 1}},
        {"id": "12345678", "move": "rename", "args": {"name": 1}},
        {"id": "12345678", "move": "rename", "args": {}},
        {"id": "12345678", "move": "set_options", "args": {"options": [[[[]]]]}},
        {"id": "12345678", "move": "say", "args": {"text": 1}},
    ],
}  # fmt: skip


@pytest.mark.parametrize(("path", "body"), [(path, body) for path in POSTS for body in WRONG[path]])
def test_wrong_types_and_unknown_fields_are_refused(
    api: Api, host: dict[str, Any], path: str, body: dict[str, Any]
) -> None:
    assert problem(post(api, host, path, json=body)) == (422, "bad_field")
    assert api.snapshot(host)["version"] == 1


# Texts

HUGE = "x" * 1500
"""A text that is small enough for every body."""


@pytest.mark.parametrize("path", ["/api/rooms", "/api/quick", "/api/rooms/{code}/players"])
@pytest.mark.parametrize("name", [HUGE, "\u0316\u0301" * 150, " " * 1500], ids=["letters", "marks", "blanks"])
def test_huge_name_is_too_long(api: Api, host: dict[str, Any], path: str, name: str) -> None:
    assert problem(post(api, host, path, json={"name": name})) == (422, "name_too_long")
    assert problem(api.try_act(host, "rename", name=name)) == (422, "name_too_long")


@pytest.mark.parametrize("name", ["👨\u200d👩\u200d👧\u200d👦" * 16, "🇩🇪" * 16])
def test_name_of_sixteen_emoji_is_accepted_wherever_names_are(
    api: Api, host: dict[str, Any], name: str
) -> None:
    assert api.join(host["code"], name)["table"]["players"][1]["name"] == name
    api.act(api.create(), "rename", name=name)


def test_huge_token_is_refused_unread(
    api: Api, host: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cheat.rooms.tokens.hashed", pytest.fail)
    for call in ("", "/events"):
        assert problem(api.call("GET", f"/api/rooms/{host['code']}{call}", "x" * 7000)) == (401, "bad_token")


@pytest.mark.parametrize("since", [f"{'e' * 4000}.1", f"e.{'1' * 4000}", "." * 4000, HUGE])
def test_huge_cursor_is_no_cursor(api: Api, host: dict[str, Any], since: str) -> None:
    assert api.events(host, since)["reset"] is True


def test_huge_code_is_no_room(api: Api, host: dict[str, Any]) -> None:
    for code in (HUGE, f"{host['code']}{'x' * 4000}", f"{' ' * 4000}{host['code']}"):
        assert problem(api.call("GET", f"/api/rooms/{code}")) == (404, "room_not_found")
        assert problem(api.call("GET", f"/api/rooms/{code}/events")) == (404, "room_not_found")


@pytest.mark.parametrize("wait", ["1" * 4000, "0" * 33, "x" * 4000])
def test_huge_wait_is_no_number(api: Api, host: dict[str, Any], wait: str) -> None:
    path = f"/api/rooms/{host['code']}/events?wait={wait}"
    assert problem(api.call("GET", path, host["token"])) == (422, "bad_field")


def test_refusal_does_not_repeat_a_huge_text(api: Api, host: dict[str, Any]) -> None:
    refused = [
        api.call("POST", "/api/rooms", json={"name": "Bob", HUGE: 1}),
        api.call("POST", "/api/rooms", json={"name": "Bob", "options": {HUGE: 1}}),
        api.call(
            "POST", "/api/rooms", json={"name": "Bob", "game": "kittens", "options": {"custom_deck": HUGE}}
        ),
        api.try_act(host, "set_options", options={HUGE: 1}),
        api.try_act(host, "leave", **{HUGE: 1}),
        api.try_act(host, "set_game", game=HUGE),
        api.try_act(host, "add_bot", level=HUGE),
        api.try_act(host, "kick", player=HUGE),
        api.try_act(host, "set_public", public=HUGE),
    ]
    assert all(400 <= one.status_code < 500 and len(one.data) < 600 for one in refused)


SET_OPTIONS = {"id": "12345678", "move": "set_options", "args": {"options": {"turn_s": 30}}}


@pytest.mark.parametrize(
    ("path", "body", "most"),
    [
        (POSTS[0], GOOD[POSTS[0]], 144),
        ("/api/quick", {"name": "Bob"}, 2),
        (POSTS[1], GOOD[POSTS[1]], 2),
        (POSTS[2], GOOD[POSTS[2]], 2),
        (POSTS[2], SET_OPTIONS, 144),
        (POSTS[2], {"id": "12345678", "move": "say", "args": {"reaction": "wow"}}, 12),
    ],
)
def test_body_may_be_large_only_where_a_deck_travels(
    api: Api, host: dict[str, Any], path: str, body: dict[str, Any], most: int
) -> None:
    """The limit is 2 KB, or 144 KB with options. The refusal names it."""
    good, path = json.dumps(body).encode(), path.format(code=host["code"])
    response = api.call("POST", path, host["token"], data=good + b" " * (most * 1024 - len(good) + 1))
    assert problem(response) == (413, "too_large")
    assert response.get_json(force=True)["detail"] == f"The body is larger than {most} KB."
    response = api.call("POST", path, host["token"], data=good + b" " * (most * 1024 - len(good)))
    assert response.status_code in (200, 201)


@pytest.mark.parametrize("path", POSTS)
def test_media_type_of_a_body_does_not_matter(api: Api, host: dict[str, Any], path: str) -> None:
    data = json.dumps(GOOD[path])
    assert post(api, host, path, data=data, content_type="text/plain").status_code in (200, 201)


# Names, codes, games


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "name_too_short"), ("  ", "name_too_short"), ("x" * 17, "name_too_long"), ("\x00", "bad_field")],
)
@pytest.mark.parametrize("path", POSTS[:2])
def test_bad_names(api: Api, host: dict[str, Any], path: str, name: str, code: str) -> None:
    """Acceptance 4: the player is not added either."""
    assert problem(post(api, host, path, json={"name": name})) == (422, code)
    assert len(api.snapshot(host)["table"]["players"]) == 1


def test_taken_name(api: Api, host: dict[str, Any]) -> None:
    assert problem(post(api, host, POSTS[1], json={"name": " ADA "})) == (409, "name_taken")


def test_full_room(api: Api, host: dict[str, Any]) -> None:
    for number in range(9):
        api.join(host["code"], f"P{number}")
    assert problem(post(api, host, POSTS[1], json={"name": "Bob"})) == (409, "room_full")


def test_running_game_cannot_be_joined(api: Api) -> None:
    """Edge case 23 of the rules."""
    host = api.game()[0]
    response = post(api, host, POSTS[1], json={"name": "Dan"})
    assert problem(response) == (409, "game_running")
    assert response.get_json(force=True)["detail"] == "The game with the provided code is ongoing."


CODES = [
    "nobdy",
    "x",
    "%20",
    "a%2Fb",
    "%00",
    "%FF",
    "kw%7Bzp%7Dt",
    "ab%7Dcd",
    "room",
    "%F0%9F%92%A5",
    "x" * 300,
]


@pytest.mark.parametrize("code", CODES)
def test_unknown_room(api: Api, host: dict[str, Any], code: str) -> None:
    """Acceptance 3: the error says that the room does not exist."""
    calls = [
        api.call("GET", f"/api/rooms/{code}", host["token"]),
        api.call("GET", f"/api/rooms/{code}"),
        api.call("GET", f"/api/rooms/{code}/events?wait=0", host["token"]),
        api.call("POST", f"/api/rooms/{code}/players", json=GOOD[POSTS[1]]),
        api.call("POST", f"/api/rooms/{code}/actions", host["token"], json=GOOD[POSTS[2]]),
    ]
    for response in calls:
        status, name = problem(response)
        assert status == 404
        assert name in (("room_not_found",) if "%2F" not in code else ("not_found",))
        if name == "room_not_found":
            assert (
                response.get_json(force=True)["detail"] == "There is no room with this code. Check the code."
            )


@pytest.mark.parametrize("written", ["upper", "blanks", "both"])
def test_codes_are_compared_without_case_and_blanks(api: Api, host: dict[str, Any], written: str) -> None:
    """Edge case 24 of the rules."""
    code = host["code"] if written == "blanks" else host["code"].upper()
    code = code if written == "upper" else f"%20{code}%20%09"
    joined = api.made_by(api.call("POST", f"/api/rooms/{code}/players", json={"name": "Bob"}))
    assert joined["code"] == host["code"]
    assert api.call("GET", f"/api/rooms/{code}", host["token"]).status_code == 200
    assert api.call("GET", f"/api/rooms/{code}/events?wait=0", host["token"]).status_code == 200
    action = {"id": "12345678", "move": "leave"}
    assert api.call("POST", f"/api/rooms/{code}/actions", joined["token"], json=action).status_code == 200


def test_unknown_game(api: Api) -> None:
    response = api.call("POST", "/api/rooms", json={"name": "Ada", "game": "chess"})
    assert problem(response) == (404, "game_not_found")


# Identity


def test_action_without_a_token(api: Api, host: dict[str, Any]) -> None:
    path = f"/api/rooms/{host['code']}/actions"
    assert problem(api.call("POST", path, json=GOOD[POSTS[2]])) == (401, "no_token")


BAD = [
    "Bearer",
    "Bearer  ",
    "Bearer wrong",
    "bearer x y",
    "Basic {token}",
    "{token}",
    "Bearer {token}x",
    "Bearer ☃",
]


@pytest.mark.parametrize("header", BAD)
def test_wrong_tokens(api: Api, host: dict[str, Any], header: str) -> None:
    headers = {"Authorization": header.format(token=host["token"])}
    room = f"/api/rooms/{host['code']}"
    for response in (
        api.call("POST", f"{room}/actions", headers=headers, json=GOOD[POSTS[2]]),
        api.call("GET", room, headers=headers),
        api.call("GET", f"{room}/events?wait=0", headers=headers),
    ):
        assert problem(response) == (401, "bad_token")


def test_scheme_of_a_token_is_compared_without_case(api: Api, host: dict[str, Any]) -> None:
    headers = {"Authorization": f"bEARER  {host['token']} "}
    response = api.call("GET", f"/api/rooms/{host['code']}", headers=headers)
    assert response.get_json()["table"]["you"] == "p1"


def test_token_opens_its_room_alone(api: Api, host: dict[str, Any]) -> None:
    other = api.create("Bob")
    crossed = {**host, "code": other["code"]}
    assert problem(api.try_act(crossed, "rename", name="Eve")) == (401, "bad_token")
    assert problem(api.call("GET", f"/api/rooms/{other['code']}", host["token"])) == (401, "bad_token")


def test_token_of_somebody_who_left_or_was_removed_opens_nothing(api: Api, host: dict[str, Any]) -> None:
    bob, cyd = api.join(host["code"], "Bob"), api.join(host["code"], "Cyd")
    api.act(bob, "leave")
    api.act(host, "kick", player="p3")
    for player in (bob, cyd):
        assert problem(api.try_act(player, "rename", name="Eve")) == (401, "bad_token")
        assert problem(api.call("GET", f"/api/rooms/{player['code']}", player["token"])) == (401, "bad_token")


def test_hash_of_a_token_opens_nothing(api: Api, host: dict[str, Any]) -> None:
    """A store that can only be read is not enough to play."""
    from cheat.rooms.tokens import hashed

    crossed = {**host, "token": hashed(host["token"])}
    assert problem(api.try_act(crossed, "rename", name="Eve")) == (401, "bad_token")


# Moves


def test_start_by_a_guest(api: Api, host: dict[str, Any]) -> None:
    """Edge case 2 of the rules."""
    assert problem(api.try_act(api.join(host["code"], "Bob"), "start")) == (403, "not_host")


def test_start_with_two(api: Api, host: dict[str, Any]) -> None:
    """Edge case 1 of the rules."""
    api.join(host["code"], "Bob")
    response = api.try_act(host, "start")
    assert problem(response) == (409, "too_few_players")
    detail = response.get_json(force=True)["detail"]
    assert detail == "Three or more people required to start the game."


def test_moves_in_a_game(api: Api) -> None:
    ada, bob, cyd = api.game()
    hand = api.snapshot(ada)["table"]["zones"][0]["cards"]
    theirs = api.snapshot(bob)["table"]["zones"][1]["cards"]
    for code, who, move, args in (
        ("not_your_turn", bob, "place", {"cards": theirs[:1]}),
        ("no_cards", ada, "place", {"cards": []}),
        ("card_count", ada, "place", {"cards": hand[:5]}),
        ("card_not_there", ada, "place", {"cards": theirs[:1]}),
        ("card_not_there", ada, "place", {"cards": hand[:1] * 2}),
        ("nothing_to_call", bob, "call_cheat", {"moment": 0}),
        ("illegal_move", ada, "no_such_move", {}),
        ("game_running", ada, "start", {}),
    ):
        assert problem(api.try_act(who, move, **args)) == (409, code)
    for args in ({}, {"cards": "AH"}, {"cards": [1]}, {"cards": hand[:1], "rank": "A"}, {"cards": {"a": 1}}):
        assert problem(api.try_act(ada, "place", **args)) == (422, "bad_field")
    before = api.snapshot(cyd)["version"]
    api.act(ada, "place", cards=hand[:1])
    late = api.moment(cyd, "call_cheat")
    api.act(bob, "place", cards=theirs[:1])
    assert problem(api.try_act(cyd, "call_cheat", **late)) == (409, "stale_move")
    assert api.snapshot(cyd)["version"] == before + 2


def test_refusal_changes_nothing_and_its_id_is_not_remembered(api: Api, host: dict[str, Any]) -> None:
    before = api.snapshot(host)
    assert problem(api.try_act(host, "start", "same-id-again")) == (409, "too_few_players")
    assert api.snapshot(host) == before
    assert api.act(host, "rename", "same-id-again", name="Bea")["version"] == 2


def test_repeated_action_answers_as_the_first(api: Api, host: dict[str, Any]) -> None:
    first = api.act(host, "rename", "same-id-again", name="Bea")
    api.join(host["code"], "Bob")
    assert api.act(host, "rename", "same-id-again", name="Bea") == first
    assert api.act(host, "rename", "same-id-again", name="Something else") == first
    assert api.snapshot(host)["version"] == first["version"] + 1


def test_repeated_leave_answers_as_the_first(api: Api, host: dict[str, Any]) -> None:
    bob = api.join(host["code"], "Bob")
    first = api.act(bob, "leave", "bob-is-leaving")
    api.act(host, "rename", name="Bea")
    assert api.act(bob, "leave", "bob-is-leaving") == first
    assert problem(api.try_act(bob, "leave", "bob-leaves-again")) == (401, "bad_token")


def test_actions_of_two_players_may_have_the_same_id(api: Api, host: dict[str, Any]) -> None:
    bob = api.join(host["code"], "Bob")
    assert api.act(host, "rename", "same-id-again", name="A")["version"] == 3
    assert api.act(bob, "rename", "same-id-again", name="B")["version"] == 4


# Polls


@pytest.mark.parametrize("wait", ["-1", "x", "nan", "-inf", "1s", " "])
def test_bad_waits(api: Api, host: dict[str, Any], wait: str) -> None:
    response = api.call("GET", f"/api/rooms/{host['code']}/events", query_string={"wait": wait})
    assert problem(response) == (422, "bad_field")


@pytest.mark.parametrize("wait", ["", "0", "0.01", "1e9", "inf", "25"])
def test_waits_are_cut_to_what_the_server_holds(api: Api, host: dict[str, Any], wait: str) -> None:
    query = {"wait": wait, "since": host["cursor"]}
    answer = api.call("GET", f"/api/rooms/{host['code']}/events", query_string=query)
    assert (answer.status_code, answer.get_json()["events"]) == (200, [])


# Addresses and the store


def test_unknown_addresses_and_methods(api: Api, host: dict[str, Any]) -> None:
    assert problem(api.call("GET", "/api/nothing")) == (404, "not_found")
    response = api.call("DELETE", f"/api/rooms/{host['code']}")
    assert problem(response) == (405, "method_not_allowed")
    assert "GET" in response.headers["Allow"]


def test_store_that_is_gone(make_api: Any) -> None:
    away = make_api(redis_url=f"redis://127.0.0.1:{free_port()}/0")
    for response in (
        away.call("GET", "/api/rooms"),
        away.call("POST", "/api/rooms", json={"name": "Ada"}),
        away.call("POST", "/api/rooms/kwzpt/players", json={"name": "Ada"}),
        away.call("GET", "/api/rooms/kwzpt"),
        away.call("GET", "/api/rooms/kwzpt/events"),
        away.call("POST", "/api/rooms/kwzpt/actions", "token", json=GOOD[POSTS[2]]),
    ):
        assert problem(response) == (503, "store_unavailable")
        assert int(response.headers["Retry-After"]) >= 1
    ready = away.call("GET", "/readyz")
    assert (ready.status_code, ready.get_json(force=True)["code"]) == (503, "store_unavailable")
    assert ready.get_json(force=True)["cause"] == "Redis cannot be reached."
    assert away.call("GET", "/healthz").status_code == 200
    assert away.call("GET", "/api/games").status_code == 200


def test_health_and_readiness(api: Api) -> None:
    assert api.call("GET", "/healthz").get_json() == {"status": "ok"}
    assert api.call("GET", "/readyz").get_json() == {"status": "ready"}


def test_unexpected_error_tells_nothing_of_the_inside(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any) -> None:
        raise ValueError("secret of the inside")

    monkeypatch.setattr(api.service, "rooms", fail)
    monkeypatch.setitem(api.client.application.config, "PROPAGATE_EXCEPTIONS", False)
    response = api.client.get("/api/rooms")
    assert problem(response) == (500, "internal_error")
    assert "secret" not in response.text


def test_busy_room_is_refused_after_a_bounded_number_of_tries(
    api: Api, host: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule 11."""
    tries = []
    monkeypatch.setattr(api.service.store, "commit", lambda *args, **more: tries.append(1))
    response = api.try_act(host, "rename", name="Bea")
    assert problem(response) == (409, "busy")
    assert response.headers["Retry-After"] == "1"
    assert len(tries) == 13


def test_join_whose_commit_seemed_to_fail_is_not_refused(
    api: Api, host: dict[str, Any], monkeypatch: Any
) -> None:
    """The store carried out the command, then the connection broke. The client library repeated it and
    was refused.
    """
    commit, commits = api.service.store.commit, []

    def tells_no(*args: Any, **more: Any) -> bool:
        commits.append(commit(*args, **more))
        return False if len(commits) == 1 else commits[-1]

    monkeypatch.setattr(api.service.store, "commit", tells_no)
    joined = api.join(host["code"], "Bob")
    assert (joined["player"], joined["version"]) == ("p2", 2)
    assert len(api.snapshot(host)["table"]["players"]) == 2
    commits.clear()
    assert api.act(host, "rename", name="Bea")["version"] == 3
    assert api.snapshot(host)["version"] == 3


def test_impossible_code_is_not_followed(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """A poll with an invalid code must not make the worker subscribe to anything."""
    monkeypatch.setattr(api.service.feeds, "enter", None)
    for code in CODES:
        assert api.call("GET", f"/api/rooms/{code}/events?wait=0").status_code == 404
