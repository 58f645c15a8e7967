"""Bots play documents: by weights, and by looking ahead; what all may conclude is true."""

from __future__ import annotations

import pytest

from cheat.bots import LEVELS, bot_called, bot_for
from cheat.catalogue import DOCUMENTS
from cheat.games import engine
from cheat.games.imagine import imagine
from cheat.games.rng import Rng
from tests.games.walks import Start, usual_seats, walk

from .vocabulary import dealt, game_of

SLUGS = sorted(DOCUMENTS)


@pytest.mark.parametrize("slug", ["go-fish", "hearts"])
def test_what_all_may_conclude_is_true_and_imagined(slug):
    """Of hidden zones; also of every table that somebody imagines."""
    game, chance, claims = DOCUMENTS[slug], Rng("5eed" * 8), 0
    for seed in range(1, 5):
        players = [f"p{number + 1}" for number in range(usual_seats(game))]
        for number, moment in enumerate(walk(Start(game, players, game.options({}), f"{seed:032x}"), 120)):
            worlds = [moment.table]
            if number % 10 == 0 and moment.table.result is None:
                worlds.append(imagine(game, moment.table, "p1", chance))
            for table in worlds:
                for claim in table.claims:
                    claims += 1
                    here = set(table.zones[claim.zone].cards) & set(claim.faces)
                    assert bool(here) == claim.has, (claim, moment.step)
    assert claims > 50


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("name", ["easy", "search:20"])
def test_a_bot_finds_moves_that_are_accepted(slug, name):
    game, chance = DOCUMENTS[slug], Rng("5eed" * 8)
    table, memories = dealt(game, usual_seats(game)), {}
    bot = bot_called(game, name)
    for _ in range(40 if name == "easy" else 1):
        if table.result is not None:
            break
        can = engine.to_act(game, table)
        if not can:
            engine.expire(game, table, table.due())
            continue
        player, forms = next(iter(can.items()))
        decided = bot.choose(
            engine.sight(game, table, player), player, forms, memories.setdefault(player, {}), chance
        )
        if decided is not None:
            assert engine.act(game, table, player, *decided, table.now)


def test_a_bot_chooses_moves_by_their_weights():
    moves = [{"name": name, "do": [{"next": "turn"}]} for name in ("often", "never", "seldom")]
    game = game_of(phases={"turn": {"moves": moves}}, bots={"weights": {"often": 9, "never": 0}})
    table, chance, bot = dealt(game), Rng("5eed" * 8), bot_for(game, "normal")
    forms = engine.moves(game, table, "p1")
    chosen = [bot.choose(table, "p1", forms, {}, chance)[0] for _ in range(1000)]
    assert (chosen.count("never"), 850 < chosen.count("often") < 950) == (0, True)
    assert [bot_for(game, level).searches for level in LEVELS] == [False, True, True]
