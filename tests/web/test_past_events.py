"""A client that asks for past events gets those in the log that it may see."""

from __future__ import annotations

from typing import Any

from .conftest import Api


def past(api: Api, code: str, token: str | None = None, **query: object) -> dict[str, Any]:
    """Return the answer to a poll that asks for past events."""
    query_string = "&".join(f"{name}={value}" for name, value in {"past": 1, "wait": 0, **query}.items())
    answer: dict[str, Any] = api.call("GET", f"/api/rooms/{code}/events?{query_string}", token).get_json()
    return answer


def types(answer: dict[str, Any]) -> list[str]:
    return [event["type"] for event in answer["events"]]


def begun(api: Api, **options: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """A game of Cheat that Ada has started, and the seats of Ada and Ben. Dan has left before."""
    ada = api.create("Ada", options={"turn_s": 0, **options})
    ben, dan, _ = (api.join(ada["code"], name) for name in ("Ben", "Dan", "Cleo"))
    api.act(dan, "leave")
    api.act(ada, "start")
    return ada, ben


def test_the_past_comes_with_a_table_that_no_cursor_leads_up_to(api: Api) -> None:
    ada, ben = begun(api)
    answer = past(api, ada["code"], ben["token"])
    assert types(answer)[:4] == ["joined"] * 4 and "started" in types(answer) and "table" in answer
    assert [event["v"] for event in answer["events"]] == sorted(event["v"] for event in answer["events"])
    assert answer["names"] == {"p3": "Dan"}
    reset_answer = past(api, ada["code"], ben["token"], since="nonsense")
    assert reset_answer["reset"] and reset_answer["events"] == answer["events"]
    assert past(api, ada["code"], ben["token"], since=answer["cursor"])["events"] == []
    unasked = api.call("GET", f"/api/rooms/{ada['code']}/events?wait=0", ben["token"]).get_json()
    assert unasked["events"] == [] and "names" not in unasked


def test_the_past_shows_no_card_that_its_reader_may_not_see(api: Api) -> None:
    ada, ben = begun(api)
    zones = api.snapshot(ada)["table"]["zones"]
    hand = next(zone for zone in zones if zone["id"] == "hand:p1")["cards"]
    api.act(ada, "place", cards=hand[:2])

    def told(token: str | None) -> list[Any]:
        events = past(api, ada["code"], token)["events"]
        return [
            moved.get("faces") for event in events if event["type"] == "placed" for moved in event["cards"]
        ]

    assert told(ada["token"]) == [hand[:2]]
    assert told(ben["token"]) == told(None) == [None]


def test_spectators_learn_nothing_of_a_closed_game(api: Api) -> None:
    ada, ben = begun(api, spectators=False)
    api.act(ben, "leave")
    assert types(past(api, ada["code"])) == []
    assert "started" in types(past(api, ada["code"], ada["token"]))


def test_spectators_get_events_of_the_last_game_only(api: Api) -> None:
    ada, _ = begun(api)
    assert types(past(api, ada["code"]))[0] == "started"
