"""The meaning of phases and moves, with one example for each line of the reference."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.engine import engine
from cheat.i18n.messages import ENGLISH

from .small_documents import act, dealt, doing, game_of, playing


def test_a_phase_asks_who_it_says_and_begins_with_its_start() -> None:
    for who, asked in (
        (None, ["p1"]),
        ("next", ["p2"]),
        ("others", ["p2", "p3"]),
        ("players", ["p1", "p2", "p3"]),
    ):
        phase = playing(
            doing({"end": True}), start=[{"set": {"began": "me"}}], **({"who": who} if who else {})
        )
        table = dealt(game_of(phases=phase, vars={"began": "player"}), 3)
        assert (table.decisions[0].players, table.values["began"]) == (asked, 0)


def test_moves_of_one_name_are_alternatives() -> None:
    game = game_of(phases=playing(
        doing({"set": {"n": "1"}}, pick={"card": {"from": "hand"}}),
        doing({"set": {"n": "2"}}, pick={"card": {"from": "discard"}}),
    ), vars={"n": 0}, start=[{"draw": 1}, {"draw": 1, "to": "discard"}, {"go": "turn"}])  # fmt: skip
    table = dealt(game)
    mine, open_card = table.zones["hand:p1"].cards[0], table.zones["discard"].cards[0]
    for card, n in ((open_card, 2), (mine, 1)):
        act(game, table, "p1", "go", card=[card])
        assert table.values["n"] == n


@pytest.mark.parametrize(
    ("more", "n"),
    [
        ({}, 1),  # the first legal move with its first values
        ({"timeout": "second"}, 20),
        ({"time": "if(count(hand) > 9, 1, turn_s)"}, 1),
        ({"timeout": [{"set": {"n": "9"}}, {"next": "turn"}]}, 9),
        ({"timeout": "never"}, 1),  # where that is not possible, the first that is
    ],
)
def test_the_clock_does_what_the_phase_says(more: Any, n: int) -> None:
    number = {"x": {"number": [20, 30]}}
    game = game_of(vars={"n": 0}, options={"turn_s": {"number": [5, 60], "default": 7}}, phases=playing(
        doing({"end": True}, name="never", **{"if": "false"}),
        doing({"set": {"n": "x"}}, {"next": "turn"}, name="first", pick={"x": {"choice": "[1, 2]"}}),
        doing({"set": {"n": "x"}}, {"next": "turn"}, name="second", pick=number), **more,
    ))  # fmt: skip
    table = dealt(game)
    assert table.next_timeout() == 7000
    engine.expire(game, table, 7000)
    assert (table.values["n"], table.turn) == (n, "p2")


def test_a_phase_without_moves_is_a_pause_that_nobody_can_cut_short() -> None:
    look = {"time": 1.5, "timeout": [{"set": {"n": "1"}}, {"next": "turn"}]}
    game = game_of(vars={"n": 0}, phases={**playing(doing({"go": "look"})), "look": look})
    table = dealt(game)
    act(game, table, "p1", "go")
    assert (table.decisions[0].players, table.next_timeout()) == ([], 1500)
    assert engine.legal_moves(game, table) == {}
    assert ENGLISH.say(game.prompt(table, "p1")) == "One moment, please."
    engine.expire(game, table, 1500)
    assert (table.values["n"], table.turn, table.phase) == (1, "p2", "turn")


def test_in_a_window_letting_the_time_pass_is_an_answer() -> None:
    phases = playing(doing({"set": {"n": "n + 1"}}), who="others", time=4, optional=True,
        done=[{"set": {"n": "n + 10"}}, {"end": True}])  # fmt: skip
    for seats, acting, n in ((2, [], 10), (3, ["p2"], 11), (3, ["p2", "p3"], 12)):
        game = game_of(vars={"n": 0}, phases=phases)
        table = dealt(game, seats)
        for id in acting:
            act(game, table, id, "go")
        if table.result is None:
            assert engine.legal_moves(game, table).keys() == {"p2", "p3"}.intersection(table.active()) - {
                *acting
            }
            engine.expire(game, table, table.next_timeout())
        assert (table.values["n"], table.result is not None) == (n, True)


def test_stuck_is_for_each_who_can_do_nothing() -> None:
    phases = playing(doing({"end": True}, **{"if": "count(hand) > 3"}), who="players", done=[{"end": True}],
        stuck=[{"add": {"me.score": 1}}])  # fmt: skip
    table = dealt(game_of(phases=phases, start=[{"draw": 4, "to": "next.hand"}, {"go": "turn"}]), 3)
    assert ([one.score for one in table.players], table.decisions[0].players) == ([1, 0, 1], ["p2"])


def test_who_is_asked_reads_the_prompt_and_the_others_for_whom_they_wait() -> None:
    game = game_of(phases=playing(doing(), prompt="You have {count(hand)}, {next} {count(next.hand)}."))
    table = dealt(game, 3)
    names = {"p1": "Ada", "p2": "Ben", "p3": "Cy"}
    told = [ENGLISH.say(game.prompt(table, id), names) for id in ("p1", "p2", None)]
    assert told == ["You have 3, Ben 3.", "Waiting for Ada.", "Waiting for Ada."]


# Moves


def test_a_move_has_a_form_as_the_document_words_it() -> None:
    move = doing(name="lay", label="Lay down", tone="danger", help="For ever.", confirm="Really?", pick={
        "some": {"from": "hand", "where": "it != first(hand)", "count": [1, 2]},
        "one": {"from": "discard"}, "to": {"player": "others"}, "suit_": {"choice": "suits"},
        "way": {"choice": "[1, 2]", "labels": {"1": "Up", "2": "Down"}},
        "n": {"number": [2, "count(hand) + 3"]}, "loud": {"yes": "Loudly"},
    })  # fmt: skip
    game = game_of(phases=playing(move), start=[{"draw": 3}, {"draw": 1, "to": "discard"}, {"go": "turn"}])
    table = dealt(game)
    (form,) = engine.moves(game, table, "p1")
    assert (form.name, form.label, form.tone, form.help, form.confirm) == (
        "lay", "Lay down", "danger", "For ever.", "Really?",
    )  # fmt: skip
    some, one, to, suit, way, n, loud = form.fields
    hand = table.zones["hand:p1"].cards
    assert (some.zones, some.min, some.max, some.of) == (["hand:p1"], 1, 2, hand[1:])
    assert (one.zones, one.min, one.max, to.of, n.min, n.max) == (["discard"], 1, 1, ["p2"], 2, 6)
    assert [choice.value for choice in suit.of] == ["clubs", "diamonds", "hearts", "spades"]
    assert [choice.label for choice in way.of] == ["Up", "Down"]
    assert (loud.label, [choice.value for choice in loud.of]) == ("Loudly", [1, 0])


def test_what_is_chosen_has_its_name_in_what_the_move_does() -> None:
    picks = {
        "some": {"from": "hand", "count": [1, 3]}, "one": {"from": "discard"}, "to": {"player": "players"},
        "s": {"choice": "suits"}, "n": {"number": [0, 9]}, "loud": {"yes": "Loudly"},
    }  # fmt: skip
    kept = {
        "kept_cards": "cards",
        "kept_card": "card",
        "who": "player",
        "kept_suit": "suit",
        "m": 0,
        "yes_": False,
    }
    sets = dict(zip(kept, ("some", "one", "to", "s", "n", "loud"), strict=True))
    game = game_of(vars=kept, phases=playing(doing({"set": sets}, {"next": "turn"}, pick=picks)),
        start=[{"draw": 3}, {"draw": 1, "to": "discard"}, {"go": "turn"}])  # fmt: skip
    table = dealt(game)
    hand, laid = list(table.zones["hand:p1"].cards), list(table.zones["discard"].cards)
    events = act(game, table, "p1", "go", some=hand[:2], one=laid, to="p2", s="hearts", n=7, loud=1)
    at = {id: place for place, id in enumerate(table.zones)}
    assert [table.values[name] for name in kept] == [
        [[card, at["hand:p1"]] for card in hand[:2]], [laid[0], at["discard"]], 1, "hearts", 7, True,
    ]  # fmt: skip
    assert events
