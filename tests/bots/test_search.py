"""The searching bot: it plays every game, sees only its seat's view, and finds obvious moves."""

from __future__ import annotations

import copy

import pytest
from msgspec import UNSET

from cheat.bots import LEVELS, bot_for, bot_named, search_for
from cheat.bots.__main__ import main
from cheat.bots.arena import Arena, compare
from cheat.bots.bot import Bot
from cheat.bots.evaluation import BOT_MODULES
from cheat.bots.search import Candidate, QuickRng, Search, quick_rng, rewards
from cheat.engine import engine
from cheat.engine.determinize import determinize
from cheat.engine.knowledge import Knowledge, SeatKnowledge
from cheat.engine.registry import GameRegistry
from cheat.engine.rng import Rng
from cheat.engine.table import Result, Standing
from cheat.games import BUILT_IN, GAMES
from tests.games.test_knowledge import DESCRIBED
from tests.games.toy_game import GAME as TOY
from tests.games.walks import encode
from tests.sampling import pairs

SEED = "5eed" * 8
LIBRARY = GameRegistry([*BUILT_IN, TOY, DESCRIBED])
every_game = pytest.mark.parametrize("game", [*GAMES, TOY.id, DESCRIBED.id])


def moments(game, steps, seats=3):
    """Yield tables of games with the knowledge of seats, and a player with several forms."""
    for number in range(20):
        arena = Arena(LIBRARY.game(game), ["search:0", *["easy"] * (seats - 1)], f"{number:032x}")
        arena.bots = dict.fromkeys(arena.players, bot_named(arena.rules, "easy"))
        while arena.table.result is None and steps:
            steps -= 1
            for player, forms in engine.legal_moves(arena.rules, arena.table).items():
                if len(forms) > 1 or forms[0].fields:
                    yield arena, player, forms
                    break
            arena.step()


@pytest.mark.parametrize(("game", "help"), pairs([*GAMES, TOY.id, DESCRIBED.id], [True, False], every=2))
def test_a_decision_is_legal_and_depends_on_nothing_that_the_seat_cannot_see(game, help):
    """The bot does not change its arguments."""
    rules, rng, decisions = LIBRARY.game(game), Rng("ab" * 16), 0
    bot = search_for(rules, simulations=6) if help else Search(rules, 6, depth=4)
    for arena, player, forms in moments(game, 10):
        other = determinize(rules, arena.table, player, rng)
        other.knowledge, memory = arena.table.knowledge, arena.memories[player]
        decided = []
        for table in (arena.table, other):
            sight = engine.observation(rules, table, player)
            before = encode([sight, forms])
            decided.append(bot.choose(sight, player, forms, copy.deepcopy(memory), Rng(SEED)))
            assert encode([sight, forms]) == before
        one, two = decided
        assert one == two
        if one is not None:
            table = copy.deepcopy(arena.table)
            assert engine.act(rules, table, player, *one, table.now)
        decisions += 1
    assert decisions > 4


@pytest.mark.parametrize("game", ["kittens", TOY.id, DESCRIBED.id])
def test_it_finishes_a_game(game):
    for number in range(2):
        arena = Arena(LIBRARY.game(game), ["search:2", "easy", "search:2"], f"{number:032x}")
        assert arena.play()


def test_the_same_seed_decides_the_same():
    line_up = ["search:5", "easy", "easy"]
    kittens = GAMES["kittens"]
    assert compare(kittens, line_up, 2, SEED) == compare(kittens, line_up, 2, SEED)


def kittens_with_a_kitten_on_top():
    """Return a table at which p1 is on turn and has only a Skip."""
    rules = GAMES["kittens"]
    table, _ = engine.deal(rules, ["p1", "p2"], rules.options({"extra_defuses": 0}), SEED, 0, None)
    table.begin_visit("p1")
    for card in table.hand("p1").cards:
        table.removed_pile.cards.append(card)
    skip = next(zone for zone in table.zones.values() if "K-SKI" in zone.cards)
    skip.cards.remove("K-SKI")
    table.hand("p1").cards = ["K-SKI"]
    table.deck.cards.remove("K-EXP")
    table.deck.cards.append("K-EXP")
    return rules, table


@pytest.mark.parametrize("seed", ["01", "02", "03"])
def test_it_does_not_draw_a_kitten_that_it_has_seen(seed):
    rules, table = kittens_with_a_kitten_on_top()
    table.knowledge = Knowledge({"p1": SeatKnowledge(top={"deck": ["K-EXP"]})})
    forms = engine.moves(rules, table, "p1")
    sight = engine.observation(rules, table, "p1")
    name, args = Search(rules, 60).choose(sight, "p1", forms, {}, Rng(seed * 16))
    assert (name, args.get("cards")) == ("play", ["K-SKI"])


def test_who_need_not_act_thinks_about_a_moment_once():
    rules, memory = GAMES["cheat"], {}
    table, _ = engine.deal(rules, ["p1", "p2", "p3"], rules.options({}), SEED, 0, None, track_knowledge=True)
    actor = table.actor
    moment = table.moment
    engine.act(rules, table, actor, "place", {"moment": moment, "cards": table.hand(actor).cards[:1]}, 0)
    other = next(id for id in table.others(actor) if id != table.turn)
    forms = engine.moves(rules, table, other)
    bot, sight = Search(rules, 20), engine.observation(rules, table, other)
    bot.choose(sight, other, forms, memory, Rng(SEED))
    assert bot.choose(sight, other, forms, memory, Rng("07" * 16)) is None


class Recorded(Bot):
    """A bot that plays at random and counts its calls."""

    def __init__(self):
        self.asked = self.told = 0

    def remember(self, memory, me, events):
        self.told += 1

    def choose(self, sight, me, forms, memory, rng):
        self.asked += 1
        return super().choose(sight, me, forms, memory, rng)


def test_the_bots_of_a_game_play_its_playouts():
    rules, usual, quick = TOY, Recorded(), Recorded()
    table, _ = engine.deal(rules, ["p1", "p2"], rules.options({}), SEED, 0, None, track_knowledge=True)
    forms = engine.moves(rules, table, "p1")
    bot = Search(rules, 10, default_bot=usual, playout_bot=quick)
    assert bot.choose(engine.observation(rules, table, "p1"), "p1", forms, {}, Rng(SEED))
    assert usual.asked == 1
    assert quick.asked >= 10
    assert quick.told >= 10


def test_without_time_it_does_what_is_usual():
    rules = GAMES["kittens"]
    table, _ = engine.deal(rules, ["p1", "p2", "p3"], rules.options({}), SEED, 0, None, track_knowledge=True)
    forms, sight = engine.moves(rules, table, table.actor), engine.observation(rules, table, table.actor)
    bot = search_for(rules, seconds=0)
    assert bot.default_bot is not None
    usual = bot.default_bot.choose(sight, table.actor, forms, {}, Rng(SEED))
    assert bot.choose(sight, table.actor, forms, {}, Rng(SEED)) == usual


def test_better_by_chance_is_not_better():
    one, two = Candidate(None), Candidate(None)
    one.rewards, two.rewards = [1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 1.0, 0.0]
    assert not one.beats(two)
    one.rewards = [1.0, 1.0, 1.0, 0.5]
    assert one.beats(two)
    assert not two.beats(one)
    assert not Candidate(None).beats(two)


def test_a_reward_is_mostly_for_winning_and_then_by_place():
    rules = GAMES["kittens"]
    table, _ = engine.deal(rules, ["p1", "p2", "p3"], rules.options({}), SEED, 0, None)
    open_ended = rewards(rules, table)
    assert set(open_ended) == {"p1", "p2", "p3"}
    assert all(0 < share < 1 for share in open_ended.values())
    standing = [Standing("p2", 1, 2), Standing("p1", 2, 1), Standing("p3", 3, 0)]
    table.result = Result(["p2"], "last_alive", "", standing)
    assert rewards(rules, table) == {"p2": 1.0, "p1": 0.125, "p3": 0.0}


def test_quick_chance_is_within_its_bounds_and_the_same_for_the_same_seed():
    one, two = quick_rng(7), quick_rng(7)
    assert isinstance(one, QuickRng)
    drawn = [one.below(6) for _ in range(200)]
    assert drawn == [two.below(6) for _ in range(200)]
    assert set(drawn) == set(range(6))
    cards = list("abcdef")
    one.shuffle(cards)
    assert sorted(cards) == list("abcdef")
    assert {one.chance(0.5) for _ in range(50)} == {True, False}


def test_only_tables_of_those_who_search_follow_cards():
    assert Arena(GAMES["uno"], ["hard", "normal"], SEED).table.knowledge is UNSET
    assert Arena(GAMES["uno"], ["hard", "search:5"], SEED).table.knowledge is not UNSET


@pytest.mark.parametrize("name", ["best", "search:many", "search:-1", "searching"])
def test_an_unknown_level_is_named(name):
    with pytest.raises(ValueError, match="search"):
        bot_named(GAMES["uno"], name)


def test_the_arena_takes_it_by_name(monkeypatch, capsys):
    given = ["arena", "--game", "kittens", "--games", "2", "search:3,easy"]
    monkeypatch.setattr("sys.argv", ["cheat.bots", *given])
    main()
    assert "search:3" in capsys.readouterr().out


def test_where_a_game_has_no_bots_of_its_own_the_level_says_how_far_it_looks_ahead():
    assert [bot_for(TOY.id, level).searches for level in LEVELS] == [False, True, True]
    assert [search_for(DESCRIBED, level).simulations for level in ("normal", "hard")] == [24, 100]
    assert search_for(DESCRIBED, "normal", simulations=7).simulations == 7
    assert not any(bot_for(game, level).searches for game in BOT_MODULES for level in LEVELS)
