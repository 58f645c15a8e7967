"""Chat over two workers: every player gets each message once, and both workers keep the limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.servers import Client, Web, in_background, wait_until

SAID = ["reaction", "text", "phrase", "reaction"]


def said(answer: dict[str, Any]) -> list[tuple[str | None, dict[str, Any]]]:
    return [(event["by"], event["args"]) for event in answer["events"] if event["type"] == "said"]


def kinds(player: Client, since: str, at: int) -> list[str]:
    """Return the chat since then, from one worker."""
    return [next(iter(args)) for _, args in said(player.events(at, since=since))]


def test_everybody_is_told_once_and_limits_hold_on_both_workers(share_webs: Callable[..., list[Web]]) -> None:
    """This includes spectators, repeated actions, and a return with an older cursor.

    The limit is long enough for a busy machine.
    """
    limits = {"RATE_LIMITS": "on", "CALL_LIMIT": "1000/second", "TALK_LIMIT": "4/hour"}
    servers = share_webs(2, HOLD_MIN_S=20, HOLD_MAX_S=20, **limits)
    ada, bob, watching = (Client(servers) for _ in range(3))
    ada.create("Ada")
    bob.join(ada.code, "Bob", at=1)
    watching.code = ada.code
    start = ada.act("set_chat", chat=True)["cursor"]
    held = [in_background(lambda w=who, at=at: w.events(at, since=start, wait=25)) for who, at in (
        (ada, 0), (bob, 1), (bob, 0), (watching, 1),
    )]  # fmt: skip
    acted = [bob.act("say", at, id="one-and-the-same", reaction="laugh") for at in (1, 0)]
    assert acted[0] == acted[1]
    for poll in held:
        answer = poll.value()
        assert said(answer) == [("p2", {"reaction": "laugh", "words": "Laughing"})]
        assert answer["cursor"] == acted[0]["cursor"]

    bob.act("say", 0, text="hm")
    bob.act("say", 1, phrase="sorry")
    bob.act("say", 0, reaction="heart")
    refused = bob.try_act("say", 1, reaction="heart")
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert 0 < int(refused.headers["Retry-After"]) <= 900, "a quarter of an hour for each"
    for at in (0, 1):
        wait_until(lambda at=at: kinds(watching, start, at) == SAID, "who comes back is told all, in order")
    ada.act("mute", 1, player="p2")
    refused = bob.try_act("say", 0, text="unheard")
    assert (refused.status_code, refused.json()["code"]) == (403, "chat_muted")
    past = watching.call("GET", f"/api/rooms/{ada.code}/events", 1, wait=0, past=1).json()
    assert [(line["name"], line["text"]) for line in past["chat"]] == [("Bob", "hm")]
