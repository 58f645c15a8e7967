"""Bots for Cheat: their knowledge, their decisions, and the difference between levels."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cheat.bots import LEVELS, bot_for
from cheat.bots.arena import Arena, compare, interval
from cheat.engine import engine
from cheat.engine.rng import Rng
from cheat.games import built_in_game
from cheat.games.cheat.bot import needed_last, truth_chance
from cheat.games.cheat.rules import CheatTable, Doubt, Play
from cheat.games.french_deck import FRENCH_DECK, rank_of

GAME = built_in_game("cheat")
SEED = "5eed" * 8


def table_of(hands: dict[str, str], pile: str = "", rank: int = 0, last: Play | None = None) -> CheatTable:
    """Return a table with these hands, with p1 on turn."""
    table, _ = engine.deal(GAME, list(hands), GAME.options_type(min_call_window_s=0), SEED, 0, None)
    for player, cards in hands.items():
        table.hand(player).cards = cards.split()
    table.pile.cards = pile.split()
    table.ranks, table.last = [rank], last
    if last:
        Doubt().open(table)
    return table


def choose(
    table: CheatTable, player: str, level: str, seed: str = SEED, memory: dict[str, Any] | None = None
) -> Any:
    """Return the decision of a bot on this seat."""
    forms = engine.moves(GAME, table, player)
    sight = engine.observation(GAME, table, player)
    return bot_for("cheat", level).choose(sight, player, forms, {} if memory is None else memory, Rng(seed))


@pytest.mark.parametrize("level", LEVELS)
def test_bots_place_all_true_cards(level):
    table = table_of({"p1": "QC QH 3S 5D 7H", "p2": "2C", "p3": "4C"}, pile="8C 8D 8H 9C", rank=11)
    name, args = choose(table, "p1", level)
    assert (name, sorted(args["cards"])) == ("place", ["QC", "QH"])


def test_normal_lies_with_what_it_needs_last():
    """Three players and twos due: threes come up last but five, fives in the next turn."""
    table = table_of({"p1": "5S AS 7D", "p2": "9C", "p3": "4C"}, rank=1)
    turns = [(1 + 3 * turn) % 13 for turn in range(1, 14)]
    expected = sorted(table.hand("p1").cards, key=lambda card: -turns.index(rank_of(card)))
    assert needed_last(table, "p1") == expected
    for number in range(10):
        _, args = choose(table, "p1", "normal", f"{number:032x}")
        assert args["cards"] == expected[: len(args["cards"])]
        assert len(args["cards"]) in (1, 2)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_bots_that_count_call_a_claim_that_cannot_be_true(level):
    """With three queens in the own hand, two claimed queens are one too many."""
    last = Play(player="p1", count=2, rank=11)
    table = table_of({"p1": "2C 3C 4C", "p2": "QC QD QH 5S", "p3": "4D"}, pile="2S 3S", last=last)
    for number in range(10):
        assert choose(table, "p2", level, f"{number:032x}") == ("call_cheat", {"moment": table.moment})


def test_easy_calls_one_play_in_ten_and_every_second_last_card():
    last = Play(player="p1", count=1, rank=11)
    usual = table_of({"p1": "2C 3C 4C", "p2": "QC 5S", "p3": "4D"}, pile="2S", last=last)
    final = table_of({"p1": "", "p2": "QC 5S", "p3": "4D"}, pile="2S", last=last)
    for table, low, high in ((usual, 0.05, 0.16), (final, 0.4, 0.6)):
        calls = [choose(table, "p3", "easy", f"{number:032x}") for number in range(400)]
        share = sum(one is not None and one[0] == "call_cheat" for one in calls) / 400
        assert low < share < high


def test_hard_never_lets_a_doubtful_last_card_pass():
    last = Play(player="p1", count=2, rank=11)
    table = table_of({"p1": "", "p2": "QC QD 5S", "p3": "4D 6S"}, pile="2S 3S", last=last)
    sight = engine.observation(GAME, table, "p2")
    assert truth_chance(sight, "p2", last, Counter()) < 0.7
    assert choose(table, "p2", "hard") == ("call_cheat", {"moment": table.moment})


def test_hard_remembers_what_was_shown_and_taken():
    """p3 took three queens that all have seen; p1 then claims two queens."""
    last = Play(player="p1", count=2, rank=11)
    table = table_of({"p1": "2C 3C 4C 6C", "p2": "5S 6S 7S", "p3": "QC QD QH 9S"}, pile="2S 3S", last=last)
    assert choose(table, "p2", "hard", memory={"held": {"p3": ["QC", "QD", "QH"]}}) == (
        "call_cheat",
        {"moment": table.moment},
    )
    assert choose(table, "p2", "hard", memory={}) is None


def test_hard_memory_follows_the_game():
    """The certain knowledge of a hard bot is true in whole games."""
    for number in range(8):
        arena = Arena(GAME, ["hard", "normal", "easy", "normal"], f"{number + 5:032x}")
        for _ in range(400):
            if arena.table.result is not None:
                break
            memory = arena.memories["p1"]
            for player, cards in memory.get("held", {}).items():
                assert not Counter(cards) - Counter(arena.table.hand(player).cards)
            shown = arena.table.zones["reveal"].cards if "reveal" in arena.table.zones else []
            assert not Counter(memory.get("under", [])) - Counter([*arena.table.pile.cards, *shown])
            arena.step()


def test_a_play_is_judged_once():
    last = Play(player="p1", count=1, rank=11)
    table = table_of({"p1": "2C 3C 4C", "p2": "8C 5S", "p3": "4D"}, pile="2S", last=last)
    memory: dict[str, Any] = {}
    choose(table, "p2", "easy", memory=memory)
    assert memory["judged"] == table.moment
    for number in range(200):
        assert choose(table, "p3", "easy", f"{number:032x}", dict(memory)) is None


def test_chance_of_the_truth_is_a_probability_and_falls_with_own_cards():
    last = Play(player="p1", count=2, rank=11)
    chances = []
    for own in ("", "QC", "QC QD", "QC QD QH"):
        table = table_of({"p1": "2C 3C 4C 6C", "p2": own + " 5S", "p3": "4D"}, pile="2S 3S", last=last)
        chances.append(truth_chance(engine.observation(GAME, table, "p2"), "p2", last, Counter()))
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] == 0
    assert all(0 <= chance <= 1 for chance in chances)


@pytest.mark.long
def test_levels_differ():
    """With few games, limits are wide. docs/bots.md has the figures over 2,000 games."""
    hard = compare(GAME, ["hard", "normal", "normal", "normal"], 80, SEED)[0]
    normal = compare(GAME, ["normal", "easy", "easy", "easy"], 80, SEED)[0]
    assert hard.low > 0.25
    assert normal.low > 0.25


def test_interval_is_wilsons():
    """Wilson (1927): 10 of 20 gives 0.299 to 0.701."""
    low, high = interval(10, 20)
    assert (round(low, 3), round(high, 3)) == (0.299, 0.701)


def test_the_deck_is_what_bots_count_with():
    assert Counter(map(rank_of, FRENCH_DECK)) == dict.fromkeys(range(13), 4)
