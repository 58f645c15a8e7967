"""Chat over the API: its limits and who gets it. The game does not change."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

from cheat.rooms.chat import REACTIONS
from tests.servers import wait_until

from .conftest import Api
from .test_openapi import schema_of
from .test_refusals import problem

CHEERS = "/api/rooms/{code}/cheers"
WRONG_CHEERS = [{}, {"reaction": 1}, {"reaction": ""}, {"reaction": "heart", "more": 1}, {"text": "hi"}]


def cheer(api: Api, code: str, body: Any = None, **more: Any) -> Any:
    return api.call("POST", CHEERS.format(code=code), json=body or {"reaction": "heart"}, **more)


def lines_of(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [event["args"] for event in answer["events"] if event["type"] == "said"]


def test_words_are_those_of_the_reader(api: Api) -> None:
    ada, bob, _ = api.game()
    start = api.snapshot(ada)["cursor"]
    assert api.act(bob, "say", reaction="laugh")["cursor"] == api.snapshot(bob)["cursor"]
    api.act(bob, "say", phrase="thanks")
    found = {}
    for language in ("en", "es"):
        query = {"since": start, "wait": 0, "lang": language}
        answer = api.call("GET", f"/api/rooms/{ada['code']}/events", query_string=query).get_json()
        assert [event["text"] for event in answer["events"]] == ["", ""]
        found[language] = [args["words"] for args in lines_of(answer)]
    assert found["en"] == ["Laughing", "Thank you!"]
    assert all(english != spanish for english, spanish in zip(found["en"], found["es"], strict=True))


def test_late_joiner_gets_the_last_lines_of_chat(api: Api) -> None:
    ada, bob, _ = api.game()
    api.act(ada, "set_chat", chat=True)
    api.act(bob, "say", text="<b>hello</b>")
    for number in range(30):
        api.act(ada, "say", reaction="wow")
        assert number or api.act(bob, "say", text="again")
    path = f"/api/rooms/{ada['code']}/events"
    for token in (ada["token"], None):
        answer = api.call("GET", path, token, query_string={"wait": 0, "past": 1}).get_json()
        assert [(line["name"], line["text"]) for line in answer["chat"]] == [
            ("Bob", "<b>hello</b>"),
            ("Bob", "again"),
        ]
        assert "chat" not in api.call("GET", path, token, query_string={"wait": 0}).get_json()
    api.act(ada, "set_chat", chat=False)
    wait_until(
        lambda: "chat" not in api.call("GET", path, query_string={"wait": 0, "past": 1}).get_json(),
        "nobody is told what is over",
    )


def test_talk_of_a_game_that_is_not_for_spectators_stays_among_players(api: Api) -> None:
    ada, bob, cyd = api.game(spectators=False)
    api.act(ada, "set_chat", chat=True)
    api.act(bob, "say", text="secret")
    for player in (ada, cyd):
        api.act(player, "leave")
    answer = api.call(
        "GET", f"/api/rooms/{ada['code']}/events", query_string={"wait": 0, "past": 1}
    ).get_json()
    assert answer["table"]["phase"] == "over"
    assert "chat" not in answer


def test_seat_says_four_things_at_once_and_then_one_in_two_seconds(make_api: Callable[..., Api]) -> None:
    """The room stores the time, so the limit holds over workers. A refused message does not count."""
    api = make_api(rate_limits="on", action_limit="1000/second")
    ada = api.create()
    bob = api.join(ada["code"], "Bob")
    for _ in range(4):
        api.act(bob, "say", reaction="heart")
    refused = api.try_act(bob, "say", phrase="sorry")
    assert (*problem(refused), refused.headers["Retry-After"]) == (429, "rate_limited", "2")
    assert problem(api.try_act(bob, "say", reaction="boo")) == (422, "bad_field")
    api.act(ada, "say", reaction="heart")
    api.act(bob, "rename", name="Rob")
    api.clock.now += 2000
    api.act(bob, "say", phrase="sorry")
    assert problem(api.try_act(bob, "say", phrase="sorry"))[0] == 429


def test_spectators_share_one_limit(make_api: Callable[..., Api]) -> None:
    api = make_api(rate_limits="on")
    ada = api.create()
    assert problem(cheer(api, ada["code"])) == (403, "crowd_off")
    api.act(ada, "set_crowd", crowd=True)
    before = api.snapshot(ada)
    for _ in range(4):
        cheered = cheer(api, ada["code"])
    assert cheered.get_json() == {
        key: api.snapshot(ada, spectator=True)[key] for key in ("version", "cursor")
    }
    assert problem(cheer(api, ada["code"])) == (429, "rate_limited")
    assert lines_of(api.events(ada, before["cursor"])) == [{"reaction": "heart", "words": "A heart"}] * 4
    assert problem(cheer(api, "zzzzz")) == (404, "room_not_found")
    assert problem(cheer(api, ada["code"], headers={"Sec-Fetch-Site": "cross-site"})) == (403, "cross_site")


@pytest.mark.parametrize("body", WRONG_CHEERS)
def test_cheer_is_one_reaction(api: Api, body: dict[str, Any]) -> None:
    ada = api.create()
    api.act(ada, "set_crowd", crowd=True)
    response = api.call("POST", CHEERS.format(code=ada["code"]), json=body)
    assert problem(response) == (422, "bad_field")
    with pytest.raises(jsonschema.ValidationError):
        schema_of(CHEERS).validate(body)


def test_action_that_says_something_counts_once_and_moves_stay_as_they_were(api: Api) -> None:
    ada, bob, _ = api.game()
    before = api.snapshot(ada)
    first = api.act(bob, "say", action_id="the-same-id", reaction="heart")
    assert api.act(bob, "say", action_id="the-same-id", reaction="heart") == first
    after = api.snapshot(ada)
    assert after["version"] == before["version"] + 1 == first["version"]
    assert after["table"] == {**before["table"], "version": first["version"]}


def test_longest_text_gets_through_however_it_is_written(api: Api) -> None:
    """Many programs escape JSON: then a code point beyond the first plane takes twelve bytes."""
    ada = api.create()
    api.act(ada, "set_chat", chat=True)
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 114
    assert len(family) == 798
    api.act(ada, "say", text=family)
    refused = api.try_act(ada, "say", text=family + "\U0001f468" * 3)
    assert problem(refused) == (422, "text_too_long")


def test_page_has_what_can_be_said_in_the_words_of_its_reader(api: Api) -> None:
    """The answer has the order of display, also for the page on the television."""
    for path in ("/r/kwzpt", "/r/kwzpt/tv"):
        page = api.call("GET", path, query_string={"lang": "es"}).text
        found = json.loads(page.partition('id="sayings">')[2].partition("</script>")[0])
        assert [code for code, _ in found["reactions"]] == list(REACTIONS)
        assert dict(found["phrases"])["thanks"] == "¡Gracias!"
        assert ('data-screen="tv"' in page) == path.endswith("/tv")
    moved = api.call("GET", "/r/KWZPT/tv")
    assert (moved.status_code, moved.headers["Location"]) == (308, "/r/kwzpt/tv")
