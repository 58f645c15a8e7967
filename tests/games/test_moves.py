"""Move forms: what each kind of field accepts, what it refuses, and that samples are accepted."""

from __future__ import annotations

import copy
import re
from collections import Counter

import msgspec
import pytest

from cheat.engine.forms import (
    CardsField,
    Choice,
    ChoiceField,
    Form,
    NumberField,
    OptionsField,
    OptionSpec,
    PlayerField,
    TextField,
    check,
    form,
    only_values,
    pickable,
    sample,
)
from cheat.engine.rng import Rng
from cheat.errors import BadValue, CheatError, Refused

ZONES = {"hand": ["QH", "QH", "2C", "3C"], "display": ["5D"], "empty": []}


def field_of(kind, **values):
    """Return a form `move` with one field `x`."""
    return form("move", "Move", kind(name="x", **values))


CARDS = field_of(CardsField, zones=["hand", "display"], min=1, max=3)
PAIR = field_of(CardsField, zones=["hand"], min=2, max=2, kinds="same")
DIFFERENT = field_of(CardsField, zones=["hand", "display"], min=3, max=4, kinds="distinct")
SOME = field_of(CardsField, zones=["hand"], min=0, max=2, of=["QH", "9S"])
PLAYER = field_of(PlayerField, of=["p1", "p3"])
CHOICE = field_of(ChoiceField, of=[Choice("up", "Up"), Choice("down", "Down")])
LEVEL = field_of(ChoiceField, of=[Choice(1, "One"), Choice(2, "Two")])
NUMBER = field_of(NumberField, min=2, max=4)
TEXT = field_of(TextField, min=1, max=16)
OPTIONS = field_of(
    OptionsField, spec=[OptionSpec(name="rounds", kind="int", label="Rounds", help="", default=1)]
)
TIED = form("move", "Move", NumberField(name="x", min=1, max=9), play=7, deal="a", last=True)

SAMPLED = [CARDS, PAIR, DIFFERENT, SOME, PLAYER, CHOICE, LEVEL, NUMBER, TEXT, OPTIONS, TIED]


def try_(forms, args, name="move"):
    check(forms if isinstance(forms, list) else [forms], name, args, ZONES.__getitem__)


def code_of(forms, args, name="move"):
    """Return the code with which args are refused."""
    before = copy.deepcopy((forms, args))
    with pytest.raises(Refused) as caught:
        try_(forms, args, name)
    assert (forms, args) == before
    assert str(caught.value)
    return caught.value.code


@pytest.mark.parametrize(
    ("offered", "values"),
    [
        (CARDS, [["QH"], ["QH", "QH"], ["5D", "2C", "QH"]]),
        (SOME, [[], ["QH"], ["QH", "QH"]]),
        (PLAYER, ["p1", "p3"]),
        (CHOICE, ["up", "down"]),
        (LEVEL, [1, 2]),
        (NUMBER, [2, 3, 4]),
        (TEXT, ["a", "Anna B."]),
        (OPTIONS, [{}, {"rounds": 3}]),
    ],
)
def test_a_field_accepts_its_values(offered, values):
    for value in values:
        try_(offered, {"x": value})


@pytest.mark.parametrize(
    ("offered", "value", "code"),
    [
        (CARDS, [], "card_count"),
        (CARDS, ["QH", "QH", "2C", "3C"], "card_count"),
        (CARDS, ["KS"], "card_not_there"),
        (CARDS, ["QH", "QH", "QH"], "card_not_there"),
        (CARDS, ["5D", "5D"], "card_not_there"),
        (CARDS, "QH", "bad_field"),
        (CARDS, None, "bad_field"),
        (CARDS, {"QH": 1}, "bad_field"),
        (CARDS, [1], "bad_field"),
        (CARDS, [["QH"]], "bad_field"),
        (SOME, ["2C"], "card_not_there"),
        (SOME, ["9S"], "card_not_there"),
        (PLAYER, "p2", "illegal_move"),
        (PLAYER, None, "illegal_move"),
        (PLAYER, ["p1"], "illegal_move"),
        (PLAYER, {}, "illegal_move"),
        (CHOICE, "left", "illegal_move"),
        (CHOICE, ["up"], "illegal_move"),
        (CHOICE, True, "illegal_move"),
        (LEVEL, 3, "illegal_move"),
        (LEVEL, "1", "illegal_move"),
        (LEVEL, True, "illegal_move"),
        (LEVEL, 1.0, "illegal_move"),
        (NUMBER, 1, "illegal_move"),
        (NUMBER, 5, "illegal_move"),
        (NUMBER, True, "bad_field"),
        (NUMBER, 3.0, "bad_field"),
        (NUMBER, "3", "bad_field"),
        (NUMBER, None, "bad_field"),
        (TEXT, 3, "bad_field"),
        (TEXT, None, "bad_field"),
        (TEXT, ["a"], "bad_field"),
        (OPTIONS, [], "bad_field"),
        (OPTIONS, "rounds", "bad_field"),
        (OPTIONS, None, "bad_field"),
    ],
)
def test_a_field_refuses_other_values(offered, value, code):
    assert code_of(offered, {"x": value}) == code


def test_true_is_no_number_even_where_one_is_allowed():
    assert code_of(field_of(NumberField, min=0, max=1), {"x": True}) == "bad_field"


def test_a_wrong_type_is_a_bad_value_and_a_wrong_choice_is_not():
    with pytest.raises(BadValue):
        try_(NUMBER, {"x": "3"})
    with pytest.raises(Refused) as caught:
        try_(NUMBER, {"x": 9})
    assert not isinstance(caught.value, BadValue)


def test_a_missing_field_is_refused():
    for offered in (CARDS, SOME, PLAYER, CHOICE, NUMBER, TEXT, OPTIONS):
        assert code_of(offered, {}) == "bad_field"


def test_an_unknown_field_is_refused():
    assert code_of(NUMBER, {"x": 2, "y": 2}) == "bad_field"
    assert code_of(form("move", "Move"), {"x": 1}) == "bad_field"


def test_the_name_of_an_unknown_field_is_cut():
    with pytest.raises(BadValue) as caught:
        try_(NUMBER, {"x": 2, "y" * 10_000: 2})
    assert len(str(caught.value)) < 100


def test_an_optional_field_may_be_missing_but_not_wrong():
    offered = field_of(NumberField, min=2, max=4, optional=True)
    try_(offered, {})
    try_(offered, {"x": 2})
    assert code_of(offered, {"x": 9}) == "illegal_move"


def test_a_random_number_is_often_a_likely_one_but_may_be_any():
    offered = field_of(NumberField, min=1, max=900, likely=[20, 60])
    values = [sample(offered, ZONES.__getitem__, Rng(f"{seed:032x}"))["x"] for seed in range(60)]
    assert {20, 60} < {*values} and len({*values}) > 5
    try_(offered, {"x": 7})


def test_a_move_without_fields_takes_nothing():
    try_(form("move", "Move"), {})


def test_a_move_that_is_not_offered_is_refused():
    assert code_of(NUMBER, {"x": 2}, name="other") == "illegal_move"
    assert code_of([], {}) == "illegal_move"


def test_what_ties_a_move_to_its_moment_is_sent_back_unchanged():
    try_(TIED, {"x": 1, "play": 7, "deal": "a", "last": True})


@pytest.mark.parametrize(
    "other",
    [
        {"play": 6},
        {"play": 8},
        {"play": "7"},
        {"play": 7.0},
        {"play": None},
        {"deal": "b"},
        {"last": False},
        {"last": 1},
    ],
)
def test_another_moment_is_stale(other):
    assert code_of(TIED, {"x": 1, "play": 7, "deal": "a", "last": True, **other}) == "stale_move"


def test_one_is_not_true_for_a_tie():
    assert code_of(form("move", "Move", play=1), {"play": True}) == "stale_move"


@pytest.mark.parametrize("missing", ["play", "deal", "last"])
def test_a_missing_tie_is_refused(missing):
    args = {"x": 1, "play": 7, "deal": "a", "last": True}
    del args[missing]
    assert code_of(TIED, args) == "bad_field"


def test_a_stale_move_is_told_before_what_else_is_wrong_with_it():
    assert code_of(TIED, {"x": 99, "play": 6, "deal": "a", "last": True}) == "stale_move"


def test_one_of_several_forms_with_the_name_is_enough():
    forms = [form("move", "Move", play=1), form("other", "Other"), form("move", "Move", play=2)]
    try_(forms, {"play": 1})
    try_(forms, {"play": 2})
    assert code_of(forms, {"play": 3}) == "stale_move"


@pytest.mark.parametrize("forms", [[NUMBER, DIFFERENT, PAIR], [PAIR, DIFFERENT, NUMBER]])
def test_of_several_forms_the_one_that_fits_best_says_what_is_wrong(forms):
    assert code_of(forms, {"x": []}) == "card_count"
    assert code_of(forms, {"x": ["QH", "2C"]}) == "illegal_move"
    assert code_of(forms, {"x": "QH"}) == "bad_field"


def test_values_of_different_forms_do_not_go_together():
    fields = [
        (PlayerField(name="to", of=[id]), NumberField(name="n", min=n, max=n))
        for id, n in (("p1", 1), ("p2", 2))
    ]
    forms = [form("move", "Move", *pair, play=7) for pair in fields]
    try_(forms, {"to": "p2", "n": 2, "play": 7})
    assert code_of(forms, {"to": "p1", "n": 2, "play": 7}) == "not_together"
    assert code_of(forms, {"to": "p1", "n": 3, "play": 7}) == "illegal_move"
    assert code_of(forms, {"to": "p1", "n": 2, "play": 6}) == "stale_move"


def test_cards_must_be_alike_or_different_where_the_field_says_so():
    try_(PAIR, {"x": ["QH", "QH"]})
    assert code_of(PAIR, {"x": ["2C", "3C"]}) == "illegal_move"
    try_(DIFFERENT, {"x": ["5D", "2C", "QH"]})
    assert code_of(DIFFERENT, {"x": ["QH", "2C", "QH"]}) == "illegal_move"


@pytest.mark.parametrize(
    ("least", "most", "sentence"),
    [(1, 3, "Choose 1 to 3 cards."), (2, 2, "Choose 2 cards."), (1, 1, "Choose 1 card.")],
)
def test_the_number_of_cards_is_told(least, most, sentence):
    with pytest.raises(Refused, match=re.escape(sentence)):
        try_(field_of(CardsField, zones=["hand"], min=least, max=most), {"x": ["QH", "QH", "2C", "3C"]})


def test_a_cards_field_has_its_own_sentence_for_no_cards():
    offered = field_of(CardsField, zones=["hand"], min=1, max=2, empty="Place something.")
    with pytest.raises(Refused, match=r"Place something\.") as caught:
        try_(offered, {"x": []})
    assert caught.value.code == "no_cards"


TWO = form(
    "move",
    "Move",
    CardsField(name="x", zones=["hand"], min=1, max=3),
    CardsField(name="y", zones=["hand", "display"], min=1, max=3),
)
ROW = form("move", "Move", *(CardsField(name=name, zones=["hand"], min=1, max=1) for name in "abcd"))


@pytest.mark.parametrize(
    ("args", "allowed"),
    [
        ({"x": ["2C"], "y": ["3C"]}, True),
        ({"x": ["QH"], "y": ["QH"]}, True),
        ({"x": ["2C", "3C"], "y": ["5D"]}, True),
        ({"x": ["2C"], "y": ["2C"]}, False),
        ({"x": ["2C", "3C"], "y": ["5D", "3C"]}, False),
        ({"x": ["QH", "QH"], "y": ["QH"]}, False),
    ],
)
def test_a_card_that_is_there_once_is_no_answer_to_two_fields(args, allowed):
    if allowed:
        try_(TWO, args)
    else:
        assert code_of(TWO, args) == "card_not_there"


def test_three_fields_cannot_share_two_cards_though_each_pair_could():
    wants = {name: ["QH"] for name in "abc"}
    three = form("move", "Move", *ROW.fields[:3])
    with pytest.raises(Refused, match="same card twice"):
        try_(three, wants)
    try_(three, {**wants, "c": ["2C"]})


@pytest.mark.parametrize("offered", [TWO, ROW], ids=["two", "row"])
def test_samples_of_fields_that_share_cards_are_accepted(offered):
    for seed in range(300):
        try_(offered, sample(offered, ZONES.__getitem__, Rng(f"{seed:032x}")))


def test_a_form_with_too_few_cards_for_its_fields_has_no_sample():
    with pytest.raises(ValueError, match="too few cards"):
        sample(ROW, {"hand": ["QH", "2C", "3C"]}.__getitem__, Rng("ab" * 16))


def test_pickable_are_the_cards_of_all_zones_as_often_as_they_are_there():
    both = CARDS.fields[0]
    assert Counter(pickable(both, ZONES.__getitem__)) == Counter(["QH", "QH", "2C", "3C", "5D"])
    assert pickable(SOME.fields[0], ZONES.__getitem__) == ["QH", "QH"]


@pytest.mark.parametrize("offered", SAMPLED)
def test_samples_are_accepted(offered):
    rng = Rng("ab" * 16)
    for _ in range(100):
        try_(offered, sample(offered, ZONES.__getitem__, rng))


@pytest.mark.parametrize(
    ("offered", "way"),
    [
        (form("move", "Move"), {}),
        (field_of(CardsField, zones=["display"], min=1, max=1), {"x": ["5D"]}),
        (field_of(PlayerField, of=["p3"]), {"x": "p3"}),
        (field_of(ChoiceField, of=[Choice("up", "Up")]), {"x": "up"}),
        (field_of(NumberField, min=2, max=2), {"x": 2}),
        (
            form("move", "Move", NumberField(name="x", min=1, max=1), PlayerField(name="y", of=["p1"])),
            {"x": 1, "y": "p1"},
        ),
    ],
)
def test_a_form_that_can_be_filled_in_in_one_way_only_has_that_one(offered, way):
    assert only_values(offered, ZONES.__getitem__) == way
    check([offered], "move", way, ZONES.__getitem__)


@pytest.mark.parametrize(
    "offered",
    [
        field_of(CardsField, zones=["hand"], min=1, max=1, of=["QH"]),
        field_of(CardsField, zones=["display"], min=0, max=1),
        field_of(NumberField, min=2, max=2, optional=True),
        PLAYER,
        CHOICE,
        NUMBER,
        TEXT,
        OPTIONS,
    ],
)
def test_a_form_that_leaves_a_choice_has_no_only_way(offered):
    assert only_values(offered, ZONES.__getitem__) is None


def test_samples_reach_every_count_and_value():
    rng = Rng("ab" * 16)
    samples = [sample(CARDS, ZONES.__getitem__, rng)["x"] for _ in range(300)]
    assert {len(cards) for cards in samples} == {1, 2, 3}
    assert {card for cards in samples for card in cards} == {"QH", "2C", "3C", "5D"}
    assert {sample(NUMBER, ZONES.__getitem__, rng)["x"] for _ in range(100)} == {2, 3, 4}
    assert {sample(PLAYER, ZONES.__getitem__, rng)["x"] for _ in range(100)} == {"p1", "p3"}
    assert {sample(LEVEL, ZONES.__getitem__, rng)["x"] for _ in range(100)} == {1, 2}


def test_samples_leave_out_an_optional_field_now_and_then():
    offered = field_of(NumberField, min=2, max=4, optional=True)
    rng = Rng("ab" * 16)
    assert {"x" in sample(offered, ZONES.__getitem__, rng) for _ in range(50)} == {True, False}


def test_a_sample_does_not_change_its_form():
    before = copy.deepcopy(TIED)
    args = sample(TIED, ZONES.__getitem__, Rng("ab" * 16))
    args["play"] = 0
    assert before == TIED


def test_a_form_is_sent_with_the_names_of_the_protocol():
    offered = form(
        "call_cheat", "Cheat!", CardsField(name="x", zones=["hand"], min=1, max=1), tone="danger", play=4
    )
    sent = msgspec.to_builtins(offered)
    assert sent["with"] == {"play": 4}
    assert sent["fields"] == [{"kind": "cards", "name": "x", "from": ["hand"], "min": 1, "max": 1}]
    assert msgspec.convert(sent, Form) == offered


def test_every_refusal_of_a_check_is_an_error_of_this_project():
    for junk in (None, True, 1.5, "", [], {}, [[]], [None], float("nan"), 10**40):
        for offered in (CARDS, PLAYER, CHOICE, LEVEL, NUMBER, TIED):
            with pytest.raises(CheatError):
                try_(offered, {"x": junk, "y": junk})
