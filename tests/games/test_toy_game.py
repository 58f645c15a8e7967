"""The game that docs/games.md walks through is a game like every other."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cheat.bots.bot import Bot
from cheat.errors import CheatError
from cheat.games import engine
from cheat.games.moves import sample
from cheat.games.options import Options
from cheat.games.rng import Rng
from tests.games.toy import GAME, ToyTable

DOCS = Path(__file__).resolve().parents[2] / "docs/games.md"
SEED = "ab" * 16


def dealt(seats: int) -> ToyTable:
    players = [f"p{number + 1}" for number in range(seats)]
    table, events = engine.deal(GAME, players, Options(), SEED, 0, None)
    assert events
    assert isinstance(table, ToyTable)
    return table


def test_docs_show_the_code_that_is_tested():
    source = (Path(__file__).parent / "toy.py").read_text()
    shown = DOCS.read_text().partition("```python\n")[2].partition("```")[0]
    assert shown == source[source.index("class ToyTable") :]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_play_ends_and_cards_are_kept(seats):
    table, chance = dealt(seats), Rng(SEED)
    while table.result is None:
        player = table.turn
        (offered,) = engine.moves(GAME, table, player)
        engine.act(GAME, table, player, offered.name, sample(offered, table.cards_of, chance), 0)
        again = msgspec.json.decode(msgspec.json.encode(table), type=ToyTable)
        assert again == table
        assert sum(len(zone.cards) for zone in table.zones.values()) == 3 * seats
    assert table.result.winners


def test_the_clock_and_leaving_end_it_too():
    timed = dealt(2)
    while timed.result is None:
        assert engine.expire(GAME, timed, timed.due())
    left = dealt(3)
    engine.leave(GAME, left, "p1", 0)
    assert left.turn == "p2"
    for player in ("p2", "p3"):
        engine.act(GAME, left, player, "show", {"cards": left.hand(player).cards[:1]}, 0)
    assert left.result.standing[-1].id == "p1"


def test_what_is_not_offered_is_refused():
    table = dealt(2)
    for player, move, args in (
        ("p2", "show", {"cards": table.hand("p2").cards[:1]}),
        ("p1", "show", {"cards": table.hand("p2").cards[:1]}),
        ("p1", "show", {"cards": []}),
        ("p1", "pass", {}),
    ):
        with pytest.raises(CheatError):
            engine.act(GAME, table, player, move, args, 0)


def test_the_bot_that_knows_only_forms_plays_it():
    table = dealt(2)
    sight = engine.sight(GAME, table, "p1")
    name, args = Bot().choose(sight, "p1", engine.moves(GAME, table, "p1"), {}, Rng(SEED))
    assert engine.act(GAME, table, "p1", name, args, 0)
