"""Claims about the bots of every game, at every level."""

from __future__ import annotations

import copy

import pytest

from cheat.bots import LEVELS, bot_for
from cheat.bots.arena import Arena, compare
from cheat.engine import engine
from cheat.engine.rng import Rng
from cheat.games import FAST, GAMES
from tests.games.walks import encode, with_hidden_cards_exchanged
from tests.sampling import pairs

SEED = "5eed" * 8
every_game = pytest.mark.parametrize("game", sorted(FAST))
every_level = pytest.mark.parametrize("level", LEVELS)


def moments(game: str, level: str, games: int, steps: int):
    """Yield tables of games of four bots, each before a move."""
    for number in range(games):
        arena = Arena(GAMES[game], [level] * 4, f"{number:032x}")
        for _ in range(steps):
            if arena.table.result is not None:
                break
            yield arena
            arena.step()


@every_game
@every_level
def test_hidden_cards_never_change_a_decision(game, level):
    """Each decision is made again with the hidden cards permuted."""
    rules, bot = GAMES[game], bot_for(game, level)
    chance, decisions, changed = Rng("ab" * 16), 0, 0
    for arena in moments(game, level, 2, 60):
        for player in arena.table.active():
            forms = engine.moves(rules, arena.table, player)
            if not forms:
                continue
            other = with_hidden_cards_exchanged(arena.table, player, chance)
            other.rng = Rng("ff" * 16)
            changed += other.zones != arena.table.zones
            made = [
                bot.choose(
                    engine.observation(rules, one, player),
                    player,
                    forms,
                    copy.deepcopy(arena.memories[player]),
                    Rng(SEED),
                )
                for one in (arena.table, other)
            ]
            decisions += 1
            assert made[0] == made[1]
    assert decisions > 40
    assert changed > 40


@every_game
@every_level
def test_a_decision_changes_nothing_but_the_memory(game, level):
    rules, bot = GAMES[game], bot_for(game, level)
    for arena in moments(game, level, 1, 30):
        for player in arena.table.active():
            forms = engine.moves(rules, arena.table, player)
            sight = engine.observation(rules, arena.table, player)
            before = encode([sight, forms])
            if forms:
                bot.choose(sight, player, forms, copy.deepcopy(arena.memories[player]), Rng(SEED))
            assert encode([sight, forms]) == before


@pytest.mark.parametrize(
    ("game_and_level", "seats"),
    pairs([(game, level) for game in sorted(FAST) for level in LEVELS], [2, 3, 5], every=3),
)
def test_bots_finish_a_game_without_an_illegal_move(game_and_level, seats):
    game, level = game_and_level
    if GAMES[game].min_players(GAMES[game].options_type()) > seats:
        seats = 3
    assert len(Arena(GAMES[game], [level] * seats, f"{77:032x}").play()) == 1


@every_game
def test_arena_is_reproducible_and_counts_every_game(game):
    one = compare(GAMES[game], ["hard", "easy", "normal"], 3, SEED)
    assert one == compare(GAMES[game], ["hard", "easy", "normal"], 3, SEED)
    assert sum(share.wins for share in one) == pytest.approx(3)


def test_line_up_that_a_game_does_not_take_is_refused():
    for levels in (["easy"] * 2, ["easy"] * 11):
        with pytest.raises(ValueError, match="3 to 10 players"):
            compare(GAMES["cheat"], levels, 1, "00" * 16)
