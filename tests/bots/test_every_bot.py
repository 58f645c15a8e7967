"""What holds for the bots of every game: they know what their seat sees, and they play to the end."""

from __future__ import annotations

import copy

import pytest

from cheat.bots import LEVELS, bot_for
from cheat.bots.arena import Arena
from cheat.games import GAMES, engine
from cheat.games.rng import Rng
from tests.games.walks import with_hidden_cards_exchanged

SEED = "5eed" * 8
every_bot = pytest.mark.parametrize(("game", "level"), [(game, level) for game in GAMES for level in LEVELS])


@every_bot
def test_hidden_cards_never_change_a_decision(game, level):
    """Through whole games: each decision is made again with the hidden cards permuted."""
    chance, decisions, changed = Rng("ab" * 16), 0, 0
    for number in range(3):
        arena = Arena(game, [level] * 4, f"{number:032x}")
        for _ in range(150):
            if arena.table.result is not None:
                break
            for player in arena.table.active():
                forms = engine.moves(arena.rules, arena.table, player)
                if not forms:
                    continue
                other = with_hidden_cards_exchanged(arena.table, player, chance)
                other.rng = Rng("ff" * 16)
                changed += other.zones != arena.table.zones
                memory = arena.memories[player]
                made = [
                    bot_for(game, level).choose(
                        engine.sight(arena.rules, one, player),
                        player,
                        forms,
                        copy.deepcopy(memory),
                        Rng(SEED),
                    )
                    for one in (arena.table, other)
                ]
                decisions += 1
                assert made[0] == made[1]
            if not arena._somebody_acts():
                arena._let_time_pass()
    assert decisions > 100
    assert changed > 100


@every_bot
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_bots_finish_a_game_without_an_illegal_move(game, level, seats):
    least = GAMES[game].least(GAMES[game].options_type())
    for number in range(5):
        assert len(Arena(game, [level] * max(seats, least), f"{number + 77:032x}").play()) == 1
