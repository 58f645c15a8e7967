"""A refusal of any game, anywhere in a walk, changes nothing and has a reason."""

from __future__ import annotations

import copy

import pytest

from cheat.engine import engine
from cheat.engine.forms import CardsField, check, sample
from cheat.engine.game import AnyGame
from cheat.engine.rng import Rng
from cheat.errors import CheatError, Refused

from .walks import Start, all_cards, check_legal, decode, encode, every_game, walk

JUNK = [
    None,
    1.5,
    {"a": 1},
    ["no such card"],
    [["x"]],
    "no such thing",
    10**30,
    -(10**30),
    [None],
    ["p1"] * 99,
]


def _refused(game: AnyGame, data: bytes, player: str, name: str, args: dict) -> CheatError:
    """Refused with a code and a sentence, and neither the table nor the arguments have changed."""
    table, given = decode(data), copy.deepcopy(args)
    with pytest.raises(CheatError) as caught:
        engine.act(game, table, player, name, args, table.now)
    assert encode(table) == data
    assert args == given
    assert caught.value.code.isidentifier()
    assert caught.value.code != CheatError.code
    assert str(caught.value).endswith((".", "!", "?"))
    return caught.value


@every_game
def test_moves_that_are_not_offered_are_refused(start: Start, rng: Rng) -> None:
    game = start.game
    known = {"start": {}, "": {}, "no_such_move": {"play": 1}}
    for moment in walk(start, 30, leaves=0.02):
        if moment.step and moment.step.kind == "act":
            known[moment.step.name] = moment.step.args
        table = moment.table
        for id in (*(player.id for player in table.players), "p99", ""):
            offered = {form.name for form in engine.moves(game, table, id)}
            name = rng.choice(sorted(known))
            if name not in offered:
                _refused(game, moment.data, id, name, known[name])
                _refused(game, moment.data, id, name, {})


@every_game
def test_garbage_is_refused(start: Start, rng: Rng) -> None:
    game = start.game
    for moment in walk(start, 20):
        table = moment.table
        for id in table.active():
            for form in engine.moves(game, table, id):
                args = sample(form, table.cards_of, rng)
                _refused(game, moment.data, id, form.name, {**args, "surplus": 1})
                required = [*form.ties, *(field.name for field in form.fields if not field.optional)]
                for name in required:
                    rest = {key: value for key, value in args.items() if key != name}
                    _refused(game, moment.data, id, form.name, rest)
                for name in args:
                    _refused(game, moment.data, id, form.name, {**args, name: rng.choice(JUNK)})


@every_game
def test_cards_that_are_not_offered_are_refused(start: Start, rng: Rng) -> None:
    game = start.game
    for moment in walk(start, 40):
        table = moment.table
        for id in table.active():
            for form in engine.moves(game, table, id):
                args = sample(form, table.cards_of, rng)
                for field in form.fields:
                    if isinstance(field, CardsField) and args.get(field.name):
                        mine = {card for zone in field.zones for card in table.cards_of(zone)}
                        foreign = sorted(set(all_cards(table)) - mine)
                        if foreign:
                            cards = [rng.choice(foreign), *args[field.name][1:]]
                            _refused(game, moment.data, id, form.name, {**args, field.name: cards})


@every_game
def test_arguments_of_another_moment_are_refused(start: Start, rng: Rng) -> None:
    game = start.game
    for moment in walk(start, 40):
        table = moment.table
        for id in table.active():
            for form in engine.moves(game, table, id):
                args = sample(form, table.cards_of, rng)
                for name, value in form.ties.items():
                    other = not value if isinstance(value, bool) else value * 2 + value
                    refusal = _refused(game, moment.data, id, form.name, {**args, name: other})
                    assert refusal.code == "stale_move"


@every_game
def test_a_move_sent_late_is_carried_out_or_refused(start: Start, rng: Rng) -> None:
    game = start.game
    done = []
    for moment in walk(start, 60, leaves=0.02):
        if moment.step and moment.step.kind == "act":
            done.append(moment.step)
        if not done:
            continue
        old, table = rng.choice(done), moment.table
        try:
            check(engine.moves(game, table, old.player), old.name, old.args, table.cards_of)
        except Refused:
            _refused(game, moment.data, old.player, old.name, old.args)
        else:
            assert engine.act(game, table, old.player, old.name, old.args, table.now)
            check_legal(game, table)


@every_game
def test_a_check_changes_nothing(start: Start, rng: Rng) -> None:
    game = start.game
    for moment in walk(start, 30):
        table = moment.table
        for id in table.active():
            forms = engine.moves(game, table, id)
            before = copy.deepcopy(forms)
            for form in forms:
                args = sample(form, table.cards_of, rng)
                check(forms, form.name, args, table.cards_of)
                with pytest.raises(CheatError):
                    check(forms, form.name, {**args, "surplus": 1}, table.cards_of)
            assert forms == before
        assert encode(table) == moment.data
