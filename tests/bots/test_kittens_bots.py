"""Bots for Exploding Kittens: decisions, memory, and the difference between levels."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.bots import LEVELS, bot_for
from cheat.bots.arena import Arena, compare
from cheat.engine import engine
from cheat.engine.rng import Rng
from cheat.games import GAMES
from cheat.games.kittens import bot as kittens_bot
from cheat.games.kittens.bot import chance_of
from tests.games.kittens_words import GAME, act, cards, draw, nope, play, short, table, wait

SEED = "5eed" * 8


def choose(t, player: str, level: str, memory: dict[str, Any] | None = None, seed: str = SEED) -> Any:
    """Return the decision of a bot on this seat, without the moment."""
    forms = engine.moves(GAME, t, player)
    sight = engine.observation(GAME, t, player)
    bot = bot_for("kittens", level)
    decided = bot.choose(sight, player, forms, {} if memory is None else memory, Rng(seed))
    if decided is None:
        return None
    name, args = decided
    assert args.pop("moment") == t.moment
    return (name, short(args["cards"])) if "cards" in args else (name, *args.values())


def often(t, player: str, level: str, name: str) -> float:
    """Return how often a bot decides for this move."""
    return sum(choose(t, player, level, seed=f"{n:032x}")[0] == name for n in range(400)) / 400


def memory_after(t, player: str, level: str, events, memory: dict[str, Any]) -> dict[str, Any]:
    """Return the memory after these events."""
    views = [event.view(player, 0, t.now) for event in events]
    bot_for("kittens", level).remember(memory, player, views)
    return memory


def looked(level: str, hand: str, deck: str):
    """Return a table at which p1 has looked at the top cards, and the memory."""
    t = table(f"SEE {hand} / DEF TAC / DEF", deck=deck)
    memory = memory_after(t, "p1", level, play(t, "p1", "SEE"), {})
    return t, memory_after(t, "p1", level, act(t, "p1", "done"), memory)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "options", [{}, {"target_timing": "at_play"}, {"hide_capability": True, "defuse_mode": "manual"}]
)
def test_bots_play_whole_games_whatever_the_options(monkeypatch, level, options):
    # acceptance 18
    monkeypatch.setattr(kittens_bot, "FAST", {"turn_s": 0, **options})
    for seats in (2, 3, 4, 5):
        assert len(Arena(GAMES["kittens"], [level] * seats, f"{seats:032x}").play()) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_bots_defuse_and_put_back_what_they_looked_at(level):
    t = table("DEF / DEF", deck="TAC EXP", defuse_mode="manual")
    draw(t, "p1")
    assert choose(t, "p1", level) == ("defuse",)
    t = table("SEE / DEF")
    play(t, "p1", "SEE")
    assert choose(t, "p1", level) == ("done",)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("hide_capability", [False, True])
def test_bots_answer_every_window_whatever_they_hold(level, hide_capability):
    t = table("SKI / NOP / TAC", hide_capability=hide_capability)
    play(t, "p1", "SKI")
    assert choose(t, "p3", level) == ("pass",)
    assert choose(t, "p2", level)[0] in ("pass", "nope")


def test_easy_plays_three_times_in_ten_and_nopes_one_time_in_five():
    t = table("SHU SKI TAC TAC TAC / NOP / DEF")
    assert 0.24 < often(t, "p1", "easy", "play") < 0.36
    play(t, "p1", "SHU")
    assert 0.14 < often(t, "p2", "easy", "nope") < 0.26


def test_easy_never_plays_three_or_five():
    t = table("TAC TAC TAC BEA RAI POT MEL / SKI SKI / DEF")
    played = {choose(t, "p1", "easy", seed=f"{n:032x}") for n in range(200)}
    assert played == {("play", "TAC TAC"), ("draw",)}


def test_normal_draws_while_there_is_little_danger():
    t = table("SEE SKI ATT SHU / DEF / DEF", deck="TAC " * 9 + "EXP")
    assert choose(t, "p1", "normal") == ("draw",)


@pytest.mark.parametrize(("hand", "expected"), [
    ("SEE SKI ATT SHU", ("play", "SEE")),
    ("SKI ATT SHU", ("play", "SKI")),
    ("ATT SHU", ("play", "ATT")),
    ("SHU", ("play", "SHU")),
    ("DEF", ("draw",)),
])  # fmt: skip
def test_normal_would_rather_not_draw_above_a_quarter(hand, expected):
    t = table(f"{hand} / DEF / DEF", deck="TAC TAC EXP TAC EXP")
    assert choose(t, "p1", "normal") == expected


def test_normal_steals_with_cats_only():
    assert choose(table("TAC TAC / DEF / DEF", deck="TAC " * 20), "p1", "normal") == ("play", "TAC TAC")
    assert choose(table("SKI SKI / DEF / DEF", deck="TAC " * 20), "p1", "normal") == ("draw",)


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize(
    ("hand", "given"), [("DEF SKI BEA", "BEA"), ("DEF NOP", "NOP"), ("DEF NOP ATT", "ATT")]
)
def test_bots_give_what_they_need_least(level, hand, given):
    t = table(f"FAV / {hand}")
    play(t, "p1", "FAV")
    wait(t, 5)
    assert choose(t, "p2", level) == ("give", cards(given))


@pytest.mark.parametrize(("words", "target", "answer"), [
    ("ATT", None, "nope"), ("SKI", None, "pass"), ("SHU", None, "pass"),
    ("FAV", "p2", "nope"), ("FAV", "p3", "pass"), ("TAC TAC", "p2", "nope"),
])  # fmt: skip
def test_normal_nopes_what_is_aimed_at_itself(words, target, answer):
    t = table(f"{words} / NOP DEF / DEF", target_timing="at_play")
    play(t, "p1", words, **({"target": target} if target else {}))
    assert choose(t, "p2", "normal") == (answer,)


def test_normal_does_not_nope_what_is_noped_already():
    t = table("ATT NOP / NOP DEF / NOP")
    play(t, "p1", "ATT")
    nope(t, "p3")
    assert choose(t, "p2", "normal") == ("pass",)


def test_normal_puts_the_kitten_near_the_top_for_the_next_player():
    t = table("DEF / DEF", deck="TAC " * 12 + "EXP")
    draw(t, "p1")
    places = {choose(t, "p1", "normal", seed=f"{n:032x}")[1] for n in range(60)}
    assert places == {0, 1, 2}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_what_was_seen_is_remembered_until_it_is_drawn(level):
    t, memory = looked(level, "SKI DEF", "TAC BEA RAI EXP")
    assert choose(t, "p1", level, memory) == ("play", "SKI")
    safe, memory = looked(level, "SKI DEF", "EXP EXP EXP TAC")
    assert choose(safe, "p1", level, memory) == ("draw",)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_shuffle_makes_it_worthless(level):
    t, memory = looked(level, "SHU DEF", "TAC BEA RAI EXP")
    t.deck.cards = cards("TAC " * 12 + "EXP")
    memory_after(t, "p1", level, play(t, "p1", "SHU"), memory)
    assert not memory.get("next") and not memory.get("top")
    assert choose(t, "p1", level, memory) == ("draw",)


def test_hard_knows_where_it_put_the_kitten():
    t = table("DEF SKI / DEF / DEF", deck="TAC BEA RAI EXP")
    memory = memory_after(t, "p1", "hard", draw(t, "p1"), {})
    memory_after(t, "p1", "hard", act(t, "p1", "insert", position=2), memory)
    assert memory["top"] == ["", "", "K-EXP"]
    for player in ("p2", "p3"):
        memory_after(t, "p1", "hard", draw(t, player), memory)
    assert memory["top"] == ["K-EXP"]
    assert choose(t, "p1", "hard", memory) == ("play", "SKI")


def test_hard_memory_is_true_through_whole_games():
    known = 0
    for number in range(20):
        arena = Arena(GAMES["kittens"], ["hard", "normal", "easy", "hard"], f"{number + 5:032x}")
        for _ in range(600):
            if arena.table.result is not None:
                break
            peeked = arena.table.zones["peek"].cards if "peek" in arena.table.zones else []
            pile = [*arena.table.deck.cards, *peeked][::-1]
            for card, believed in zip(pile, arena.memories["p1"].get("top", []), strict=False):
                assert believed in ("", card)
                known += believed != ""
            arena.step()
    assert known > 100


def test_hard_puts_the_kitten_on_top_when_it_need_not_draw_itself():
    for hand, turns, place in (("DEF", 1, 0), ("DEF", 2, 3), ("DEF ATT", 2, 0)):
        t = table(f"{hand} / DEF / DEF", deck="TAC BEA RAI EXP", turns=turns, attack=turns - 1)
        draw(t, "p1")
        assert choose(t, "p1", "hard") == ("insert", place)


@pytest.mark.parametrize(("words", "hand", "answer"), [
    ("ATT", "NOP", "nope"),
    ("FAV", "NOP TAC", "pass"),
    ("FAV", "NOP NOP", "nope"),
    ("TAC TAC", "NOP DEF", "nope"),
    ("TAC TAC", "NOP DEF DEF", "pass"),
])  # fmt: skip
def test_hard_keeps_its_last_nope_for_the_worst(words, hand, answer):
    t = table(f"{words} / {hand} / DEF", target_timing="at_play")
    play(t, "p1", words, **({} if words == "ATT" else {"target": "p2"}))
    assert choose(t, "p2", "hard") == (answer,)


@pytest.mark.parametrize(("words", "answer"), [("ATT", "nope"), ("SHU", "pass")])
def test_hard_answers_a_nope_on_its_own_key_plays(words, answer):
    t = table(f"{words} NOP / NOP / DEF")
    play(t, "p1", words)
    nope(t, "p2")
    assert choose(t, "p1", "hard") == (answer,)


def test_hard_demands_a_defuse_of_who_has_most_cards():
    t = table("TAC TAC TAC / SKI SHU / SKI SHU DEF", deck="TAC " * 20)
    assert choose(t, "p1", "hard") == ("play", "TAC TAC TAC")
    play(t, "p1", "TAC TAC TAC")
    assert choose(t, "p1", "hard") == ("target", "p3")
    act(t, "p1", "target", player="p3")
    assert choose(t, "p1", "hard") == ("name", "DEFUSE")


def test_hard_takes_a_defuse_with_five_different():
    t = table("TAC BEA RAI POT SKI / SHU / SHU", discard="DEF ATT", deck="TAC " * 20)
    assert choose(t, "p1", "hard") == ("play", "TAC BEA RAI POT SKI")
    play(t, "p1", "TAC BEA RAI POT SKI")
    assert choose(t, "p1", "hard") == ("take", cards("DEF"))


def test_hard_never_spends_a_defuse_in_a_combination():
    for hand in ("DEF DEF", "DEF DEF DEF", "DEF TAC BEA RAI POT"):
        t = table(f"{hand} / SHU / SHU", discard="DEF", deck="TAC " * 20)
        assert choose(t, "p1", "hard") == ("draw",)


def test_the_chance_counts_what_is_known():
    t = table("DEF / DEF / DEF", deck="EXP TAC BEA RAI EXP")
    assert chance_of(t, []) == pytest.approx(2 / 5)
    assert chance_of(t, ["", "K-EXP"]) == pytest.approx(1 / 4)
    assert chance_of(t, ["K-EXP"]) == 1
    assert chance_of(t, ["K-TAC", "K-EXP"]) == 0


@pytest.mark.long
def test_levels_differ():
    """With few games, limits are wide. docs/bots.md has the figures over 2,000 games."""
    for line_up in (["hard", "normal", "normal", "normal"], ["normal", "easy", "easy", "easy"]):
        assert compare(GAMES["kittens"], line_up, 160, SEED)[0].low > 0.25
