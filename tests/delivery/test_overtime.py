"""Endless rules in a real worker are ended, and other players notice nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.servers import Client, Web, in_background

GUNICORN = "gunicorn tests.delivery.stalling:app"
ALONE = "python -m tests.delivery.stalling"


@pytest.mark.parametrize("line", [GUNICORN, pytest.param(ALONE, marks=pytest.mark.long)])
def test_endless_call_is_ended_and_others_lose_nothing(tmp_path: Path, line: str) -> None:
    web = Web(tmp_path, line).start()
    try:
        ada, bob, eve = (Client([web]) for _ in range(3))
        ada.create("Ada", game="stalling")
        bob.join(ada.code, "Bob")
        eve.create("Eve", game="war")
        ada.act("start")
        watching = in_background(lambda: bob.events(wait=30))
        polling = in_background(lambda: eve.events(wait=30))
        refused = ada.try_act("stall")
        assert (refused.status_code, refused.json()["code"]) == (409, "rules_failed")
        for player in (ada, bob):
            table = player.snapshot()["table"]
            assert (table["phase"], table["result"]["reason"]) == ("over", "rules_failed")
        watching.value()
        eve.act("add_bot", level="easy")
        assert [event["type"] for event in polling.value()["events"]] == ["bot_added"]
        eve.act("start")
        assert eve.snapshot()["table"]["phase"] == "playing"
        ada.act("play_again")
        ada.act("set_game", game="war")
        ada.act("start")
    finally:
        web.stop()
