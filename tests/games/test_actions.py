"""All different actions of a form: in order, lazily, up to equal faces, and each one accepted."""

from __future__ import annotations

from itertools import islice

import pytest

from cheat.engine import engine
from cheat.engine.action_space import actions
from cheat.engine.forms import (
    CardsField,
    Choice,
    ChoiceField,
    NumberField,
    PlayerField,
    TextField,
    form,
    sample,
)
from cheat.engine.rng import Rng
from cheat.games import GAMES

from .walks import Start, every_game, walk

HAND = {"hand": ["7R", "7R", "9B", "2G"]}
BOUND = 200


def values(*fields, bound=BOUND):
    offered = form("play", "Play", *fields, moment=4)
    return [{name: one[name] for name in one if name != "moment"} for one in offered_actions(offered, bound)]


def offered_actions(offered, bound=BOUND):
    return list(actions(offered, HAND.__getitem__, bound))


def cards(low, high, **more):
    return CardsField(name="cards", zones=["hand"], min=low, max=high, **more)


def picked(*fields):
    return [" ".join(one["cards"]) for one in values(*fields)]


def test_equal_faces_are_one_action():
    assert picked(cards(1, 1)) == ["7R", "9B", "2G"]


def test_few_cards_come_before_many():
    assert picked(cards(1, 2)) == ["7R", "9B", "2G", "7R 7R", "7R 9B", "7R 2G", "9B 2G"]


def test_cards_that_must_be_alike_or_different_are():
    assert picked(cards(2, 3, kinds="same")) == ["7R 7R"]
    assert picked(cards(2, 3, kinds="distinct")) == ["7R 9B", "7R 2G", "9B 2G", "7R 9B 2G"]


def test_only_faces_that_are_offered_are_picked():
    assert picked(cards(1, 2, of=["7R", "KK"])) == ["7R", "7R 7R"]


def test_no_cards_may_be_an_action():
    assert picked(cards(0, 1, of=["9B"])) == ["", "9B"]


def test_an_optional_field_is_left_out_first():
    whom = PlayerField(name="whom", of=["p1", "p2"], optional=True)
    assert values(whom) == [{}, {"whom": "p1"}, {"whom": "p2"}]


def test_fields_are_combined():
    colour = ChoiceField(name="colour", of=[Choice("red", "Red"), Choice(2, "Two")])
    number = NumberField(name="n", min=0, max=1)
    assert values(colour, number) == [
        {"colour": "red", "n": 0},
        {"colour": "red", "n": 1},
        {"colour": 2, "n": 0},
        {"colour": 2, "n": 1},
    ]


def test_ties_are_in_every_action():
    assert offered_actions(form("draw", "Draw", moment=4)) == [{"moment": 4}]


def test_a_text_that_may_be_left_out_is():
    assert values(TextField(name="word", min=1, max=9, optional=True)) == [{}]
    assert values(TextField(name="word", min=1, max=9)) == []


def test_no_more_are_made_than_are_asked_for():
    huge = NumberField(name="n", min=0, max=10**12)
    assert [one["n"] for one in values(huge, huge, bound=3)] == [0, 1, 2]
    endless = actions(form("bid", "Bid", huge), HAND.__getitem__, 10**9)
    assert next(endless) == {"n": 0}


@every_game
def test_actions_are_accepted_and_different_and_hold_what_is_sampled(start: Start, rng: Rng) -> None:
    game = start.game
    for number, moment in enumerate(walk(start, 40)):
        table = moment.table
        for id, forms in engine.legal_moves(game, table).items():
            for offered in forms:
                found = list(actions(offered, table.cards_of, BOUND))
                said = [repr(sorted((name, _said(value)) for name, value in one.items())) for one in found]
                assert found
                assert len(set(said)) == len(said)
                args = sample(offered, table.cards_of, rng)
                if len(found) < BOUND:
                    assert repr(sorted((name, _said(value)) for name, value in args.items())) in said
                for one in islice(found, number % 7, None, 7):
                    engine.act(game, moment.table, id, offered.name, one, table.now)


def _said(value):
    return sorted(value) if isinstance(value, list) else value


def test_who_can_act_is_who_has_forms():
    for game in GAMES.values():
        options = game.options_type()
        table, _ = engine.deal(game, ["p1", "p2", "p3"], options, "ab" * 16, 0, None)
        assert engine.legal_moves(game, table) == {
            id: forms for id in ("p1", "p2", "p3") if (forms := engine.moves(game, table, id))
        }


@pytest.mark.parametrize("bound", [0, 1, 5])
def test_the_bound_is_kept(bound):
    assert len(values(cards(1, 4), bound=bound)) == bound
