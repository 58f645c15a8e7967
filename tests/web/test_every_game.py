"""A client that knows only forms plays every game of the catalogue, from quick play to its result."""

from __future__ import annotations

import msgspec
import pytest

from cheat.engine.forms import Form, sample
from cheat.engine.rng import Rng
from cheat.games import GAMES
from cheat.rooms.lobby import MOVES

from .conftest import Api


@pytest.mark.parametrize("game", [*GAMES, "crazy-eights", "go-fish"])
def test_play_now_leads_to_a_result(api: Api, game: str) -> None:
    """Play against three bots. If no move is offered, or sometimes by chance, let a second pass."""
    ada = api.made_by(api.call("POST", "/api/quick", json={"name": "Ada", "game": game}))
    chance, table = Rng("ab" * 16), api.snapshot(ada)["table"]
    for _ in range(6000):
        if table["phase"] == "over":
            break
        forms = [msgspec.convert(move, Form) for move in table["moves"] if move["name"] not in MOVES]
        if forms and chance.chance(0.8):
            cards = {zone["id"]: zone.get("cards", []) for zone in table["zones"]}
            chosen = chance.choice(forms)
            response = api.try_act(ada, chosen.name, **sample(chosen, cards.__getitem__, chance))
            assert response.status_code == 200, (chosen, response.text)
        api.clock.now += 1000
        api.service.transactions.apply_due(ada["code"])
        table = api.events(ada, wait=0)["table"]
    result = api.snapshot(ada)["table"]["result"]
    assert result["winners"] or result["reason"] != "won"
    assert len(result["standing"]) == 4
    api.act(ada, "play_again")
    assert [player["bot"] for player in api.snapshot(ada)["table"]["players"]] == [None] + ["normal"] * 3
