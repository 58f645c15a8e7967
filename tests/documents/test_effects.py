"""The meaning of effects, with one example for each line of the reference."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.documents.parse.decks import FRENCH_RANKS
from cheat.engine import engine
from cheat.i18n.messages import ENGLISH

from .small_documents import SMALL, act, dealt, doing, evaluated, game_of, playing


def test_a_move_shows_faces_to_all_only_where_it_says_so() -> None:
    zones = {**SMALL["zones"], "aside": {"kind": "pile", "seen": "nobody"}}
    for more, faces in (({}, None), ({"show": "all"}, 1)):
        effect = {"move": "first(hand)", "to": "aside", "say": "{me} lays {first(hand)}.", **more}
        game = game_of(zones=zones, phases=playing(doing(effect, {"next": "turn"})))
        table = dealt(game)
        (event, *_) = act(game, table, "p1", "go")
        seen = event.view("p2", 0, 0).cards[0].faces
        assert (len(seen) if seen else None) == faces
        assert event.view("p1", 0, 0).cards[0].faces, "who moved it knows it"


@pytest.mark.parametrize(
    ("effects", "expression", "value"),
    [
        ([{"move": "top(discard)", "to": "stock", "at": "bottom"}], "bottom(stock) == c", True),
        ([{"move": "top(discard)", "to": "stock"}], "top(stock) == c", True),
        ([{"move": "none", "to": "stock"}, {"move": "top(none)", "to": "hand"}], "count(stock)", 45),
        ([{"move": "hand", "to": "next.hand"}], "[count(hand), count(next.hand)]", [0, 6]),
        ([{"draw": 2}], "[count(hand), count(stock)]", [5, 43]),
        ([{"draw": 1, "from": "discard", "to": "next.hand"}], "count(next.hand where it == c)", 1),
        ([{"draw": 2, "as": "got"}, {"set": {"n": "count(got where it in hand)"}}], "n", 2),
        ([{"draw": 99, "as": "got"}, {"set": {"n": "count(got)"}}], "[n, count(stock)]", [45, 0]),
        ([{"deal": 2, "to": "hand"}], "map(players by count(hand))", [5, 5]),
        ([{"deal": "all", "to": "hand"}], "map(players by count(hand))", [26, 25]),
        ([{"deal": 1, "from": "discard", "to": "hand"}], "map(players by count(hand))", [4, 3]),
        ([{"set": {"n": "5", "next.score": "2"}}, {"add": {"n": 2, "players.score": 1}}],
            "[n, score, next.score]", [7, 1, 3]),
        ([{"set": {"row[1]": 9}}, {"add": {"row[0]": 1}}], "row", [2, 9, 3]),
        ([{"add": {"row": "n"}}], "row", [1, 2, 3, 0]),
        ([{"set": {"direction": -1}}], "[direction, index(around(me), next)]", [-1, 1]),
        ([{"let": {"a": "2", "b": "a + 1"}}, {"set": {"n": "b"}}], "n", 3),
        ([{"if": "n > 0", "then": [{"set": {"n": "1"}}], "else": [{"set": {"n": "2"}}]}], "n", 2),
        ([{"if": "none == 1", "then": [{"set": {"n": "1"}}]}], "n", 0),
        ([{"each": "row", "as": "x", "do": [{"add": {"n": "x"}}, {"set": {"row": "[]"}}]}], "n", 6),
        ([{"while": "n < 4", "do": [{"add": {"n": 1}}]}], "n", 4),
        ([{"run": "grow(3, 4)"}], "n", 7),
        ([{"run": "grow(3)"}], "n", -1),  # a missing argument is none
        ([{"run": "grow"}], "n", -1),
        ([{"set": {"n": "none.score"}}], "n", 0),  # not set where it is none
        ([{"reveal": "players.hand"}, {"set": {"n": "1"}}], "n", 1),
        ([{"set": {"n": "random(3, 5)"}}], "n in [3, 4, 5]", True),
        ([{"set": {"n": "random(4, 4)", "row[n]": "8"}}], "[n, row[0]]", [4, 1]),
        ([{"let": {"one": "pick(hand)"}}, {"move": "one", "to": "discard"}], "top(discard) in hand", False),
    ],
)  # fmt: skip
def test_an_effect_does_what_it_says(effects: list[Any], expression: str, value: Any) -> None:
    grow = [{"set": {"n": "a + b"}}, {"if": "a is none or b is none", "then": [{"set": {"n": "-1"}}]}]
    game = game_of(
        vars={"n": 0, "row": [1, 2, 3], "c": "card"}, routines={"grow(a, b)": grow},
        zones={**SMALL["zones"], "stock": {"kind": "pile", "seen": "nobody"}},
        start=[{"shuffle": "stock"}, {"deal": 3, "to": "hand"}, {"draw": 1, "to": "discard"},
            {"set": {"c": "top(discard)"}}, {"go": "turn"}],
        phases=playing(doing(*effects)),
    )  # fmt: skip
    table = dealt(game)
    act(game, table, "p1", "go")
    assert evaluated(game, table, expression) == value


@pytest.mark.parametrize(
    ("to", "seen"),
    [("all", "all"), ("nobody", "nobody"), ("owner", ["p1"]), ("next", ["p2"]), ("others", ["p2", "p3"])],
)
def test_a_zone_is_revealed_to_whom_it_says(to: str, seen: Any) -> None:
    game = game_of(phases=playing(doing({"reveal": "hand", "to": to}, {"next": "turn"})))
    table = dealt(game, 3)
    act(game, table, "p1", "go")
    assert table.zones["hand:p1"].viewers == seen


def test_a_line_is_said_to_all_or_to_some_with_its_slots_filled() -> None:
    effects = [{"say": "{me} has {count(hand)}.", "tone": "good"}, {"say": "Psst.", "to": "next"}]
    game = game_of(phases=playing(doing(*effects, {"next": "turn"}, say="{me} is done.")))
    table = dealt(game, 3)
    events = [event for event in act(game, table, "p1", "go") if event.text]
    names = {"p1": "Ada"}
    read = [ENGLISH.fill(event.text, {**event.args, "by": event.by or ""}, names) for event in events]
    assert read == ["Ada has 3.", "Psst.", "Ada is done."]
    assert [event.tone for event in events] == ["good", "info", "info"]
    assert [[event.view(id, 0, 0).type for event in events] for id in ("p2", "p3")] == [
        ["said", "said", "said"], ["said", "hidden", "said"],
    ]  # fmt: skip


def test_the_newest_conclusions_are_kept_until_cards_move() -> None:
    know = {"each": "cards", "as": "c", "do": [
        {"know": "hand", "has": "it == c"}, {"know": "next.hand", "has": "it == c"}]}  # fmt: skip
    game = game_of(phases=playing(
        doing(know, {"know": "hand", "lacks": "suit == 'hearts'"}),
        doing({"draw": 1, "say": "{me} draws."}, name="draw"),
        doing({"move": "first(next.hand)", "to": "stock"}, name="take"),
    ), options={}, routines={})  # fmt: skip
    table = dealt(game)
    act(game, table, "p1", "go")
    assert [one.zone for one in table.conclusions] == ["hand:p2", *["hand:p1", "hand:p2"] * 31, "hand:p1"]
    assert table.conclusions[-1] == table.conclusions[-1].__class__(
        "hand:p1", False, [f"{r}H" for r in FRENCH_RANKS]
    )
    act(game, table, "p1", "draw")
    assert all(one.is_there for one in table.conclusions), "a card that nobody saw has come"
    act(game, table, "p1", "take")
    assert {one.zone for one in table.conclusions} == {"hand:p1"}, "and one has gone"


@pytest.mark.parametrize("effect", [{"go": "other"}, {"next": "other"}, {"pause": "other"}, {"end": "me"}])
def test_what_says_how_it_goes_on_ends_all_that_is_being_carried_out(effect: Any) -> None:
    routine = [
        {"each": "range(1, 3)", "as": "x", "do": [{"if": "true", "then": [effect]}]},
        {"set": {"n": "1"}},
    ]
    game = game_of(vars={"n": 0}, routines={"r": routine}, phases={
        **playing(doing({"run": "r"}, {"set": {"n": "2"}}, {"next": "turn"})),
        "other": {"moves": [doing({"end": True})]}})  # fmt: skip
    table = dealt(game)
    act(game, table, "p1", "go")
    assert table.values["n"] == 0
    if "end" in effect:
        assert table.result is not None and table.result.winners == ["p1"]
    elif "pause" in effect:
        assert (table.next_timeout(), [form.name for form in engine.moves(game, table, "p2")]) == (
            20_000,
            ["ready"],
        )
        for id in ("p1", "p2"):
            act(game, table, id, "ready")
        assert (table.phase, table.turn) == ("other", "p1")
    else:
        assert (table.phase, table.turn) == ("other", "p1" if "go" in effect else "p2")


def test_a_phase_may_begin_with_another_player_on_turn() -> None:
    game = game_of(phases={**playing(doing({"go": "other", "turn": "last(players)"})),
        "other": {"moves": [doing({"next": "other"})]}})  # fmt: skip
    table = dealt(game, 3)
    act(game, table, "p1", "go")
    assert (table.phase, table.turn) == ("other", "p3")
    act(game, table, "p3", "go")
    assert table.turn == "p1"
