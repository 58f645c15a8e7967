"""Bots play documents by weights and by looking ahead. Conclusions of `know` are true."""

from __future__ import annotations

import copy

import pytest

from cheat.bots import LEVELS, bot_for, bot_named
from cheat.bots.arena import Arena
from cheat.catalogue import DOCUMENTS
from cheat.engine import engine
from cheat.engine.determinize import determinize
from cheat.engine.rng import Rng
from tests.games.walks import Start, usual_seats, walk, with_hidden_cards_exchanged
from tests.sampling import sampled

from .small_documents import dealt, game_of

SLUGS = sorted(DOCUMENTS)


def searching(first, *how):
    """Return arguments, each with every game.

    Every second game from `first` on is in the gate, the rest is `long`.
    """
    return [
        pytest.param(*how, slug, marks=[] if at % 2 == first else pytest.mark.long)
        for at, slug in enumerate(SLUGS)
    ]


@pytest.mark.parametrize("slug", ["go-fish", "hearts"])
def test_what_all_may_conclude_is_true_and_imagined(slug):
    """This holds for hidden zones, and for every table that a bot imagines."""
    game, chance, claims = DOCUMENTS[slug], Rng("5eed" * 8), 0
    for seed in range(1, 5):
        players = [f"p{number + 1}" for number in range(usual_seats(game))]
        for number, moment in enumerate(walk(Start(game, players, game.options({}), f"{seed:032x}"), 120)):
            worlds = [moment.table]
            if number % 10 == 0 and moment.table.result is None:
                worlds.append(determinize(game, moment.table, "p1", chance))
            for table in worlds:
                for claim in table.conclusions:
                    claims += 1
                    here = set(table.zones[claim.zone].cards) & set(claim.faces)
                    assert bool(here) == claim.is_there, (claim, moment.step)
    assert claims > 50


@pytest.mark.parametrize(("name", "slug"), [*(("easy", slug) for slug in SLUGS), *searching(0, "search:20")])
def test_a_bot_finds_moves_that_are_accepted(name, slug):
    game, chance = DOCUMENTS[slug], Rng("5eed" * 8)
    table, memories = dealt(game, usual_seats(game)), {}
    bot = bot_named(game, name)
    for _ in range(40 if name == "easy" else 1):
        if table.result is not None:
            break
        can = engine.legal_moves(game, table)
        if not can:
            engine.expire(game, table, table.next_timeout())
            continue
        player, forms = next(iter(can.items()))
        decided = bot.choose(
            engine.observation(game, table, player), player, forms, memories.setdefault(player, {}), chance
        )
        if decided is not None:
            assert engine.act(game, table, player, *decided, table.now)


def played(slug, first, seed):
    """Play a game with the usual number of players, all easy bots but the first."""
    game = DOCUMENTS[slug]
    levels = [first, *["easy"] * (usual_seats(game) - 1)]
    return Arena(game, levels, seed)


def decisions(slug, steps):
    """Yield tables of random games that follow the knowledge of seats, with the players that can choose."""
    arena = None
    for number in range(steps):
        if arena is None or arena.table.result is not None:
            arena = played(slug, "search:0", f"{number:032x}")
            arena.bots = dict.fromkeys(arena.players, bot_named(arena.rules, "easy"))
        for player, forms in engine.legal_moves(arena.rules, arena.table).items():
            if len(forms) > 1 or forms[0].fields:
                yield arena, player, forms
        arena.step()


@pytest.mark.parametrize(
    ("name", "most", "few", "slug"),
    [*(("easy", 40, 6, slug) for slug in SLUGS), *searching(1, "search:4", 8, 2)],
)
def test_hidden_cards_never_change_a_decision(name, most, few, slug):
    """Each decision is made again with the hidden cards permuted.

    A bot that uses its seat's knowledge decides again on another table that agrees with this knowledge.
    """
    game, chance, compared, changed = DOCUMENTS[slug], Rng("ab" * 16), 0, 0
    bot = bot_named(game, name)
    for arena, player, forms in decisions(slug, most):
        if name == "easy":
            other = with_hidden_cards_exchanged(arena.table, player, chance)
        else:
            other = determinize(game, arena.table, player, chance)
        other.knowledge, other.rng = arena.table.knowledge, Rng("ff" * 16)
        changed += other.zones != arena.table.zones
        one, two = (
            bot.choose(
                engine.observation(game, table, player),
                player,
                forms,
                copy.deepcopy(arena.memories[player]),
                Rng("5eed" * 8),
            )
            for table in (arena.table, other)
        )
        assert one == two
        compared += 1
    if slug in LUCK:
        assert compared == 0
    else:
        assert min(compared, changed) > few


LUCK = {"as-dos-tres", "war"}
"""Games without decisions."""


@pytest.mark.parametrize("slug", sampled(SLUGS, every=4))
def test_who_looks_ahead_finishes_a_game(slug):
    arena = played(slug, "search:2", SHORT)
    for _ in range(MOST_STEPS):
        if arena.table.result is not None:
            break
        arena.step()
    assert arena.table.result is not None
    assert arena.table.result.reason != "rules_broken"


SHORT = f"{5:032x}"
"""A seed with which every match is short."""
MOST_STEPS = 2000
"""More than twice the steps of the longest match, which is Hearts to 100."""


def test_a_bot_chooses_moves_by_their_weights():
    moves = [{"name": name, "do": [{"next": "turn"}]} for name in ("often", "never", "seldom")]
    game = game_of(phases={"turn": {"moves": moves}}, bots={"weights": {"often": 9, "never": 0}})
    table, chance, bot = dealt(game), Rng("5eed" * 8), bot_for(game, "normal")
    forms = engine.moves(game, table, "p1")
    chosen = [bot.choose(table, "p1", forms, {}, chance)[0] for _ in range(1000)]
    assert (chosen.count("never"), 850 < chosen.count("often") < 950) == (0, True)
    assert [bot_for(game, level).searches for level in LEVELS] == [False, True, True]
