"""Random matches of Uno are, step by step, those of a second account of the rules."""

from __future__ import annotations

import pytest

from cheat.engine import engine
from cheat.engine.options import checked_options, spec_of
from cheat.engine.rng import Rng
from cheat.games.uno.deck import in_order
from cheat.games.uno.rules import GAME
from tests.sampling import few_and_many

from .uno_model import Model
from .walks import Start, walk


def follow(model, step, before, after):
    """Tell the model what happened. Chance is in the generator as it was before the step."""
    model.now, model.rng = step.now, before.rng
    if step.kind == "leave":
        model.leave(step.player)
    elif step.kind == "expire":
        model.expire(after.colour)
    else:
        model.act(step.name, step.player, **{key: one for key, one in step.args.items() if key != "moment"})
    if model.phase == "next_round" and model.winners is None and model.ready >= set(model.here):
        model.way = 1
        model.dealer = model.next(model.dealer)
        model.deal(after)


def compare(model, table):
    assert (table.result and table.result.winners) == model.winners
    assert {player.id: player.score for player in table.players} == model.scores
    assert (table.deck.cards, table.discard.cards, table.dealer) == (model.pile, model.thrown, model.dealer)
    for id in model.seats:
        assert table.hand(id).cards == sorted(model.hands[id], key=in_order)
    if model.winners is not None:
        return
    assert (table.turn, table.phase, table.drawn_card) == (model.turn, model.phase, model.drawn)
    assert (table.direction, table.colour, table.due_cards) == (model.way, model.colour, model.due)
    assert (table.forgot_uno, set(table.said_uno), set(table.passed_in_a_row)) == (
        model.silent,
        model.said,
        model.passes,
    )
    wild = table.wild_four
    assert (wild and (wild.player, not wild.proper)) == model.suspect
    one = {"colour": "turn", "challenge": "turn", "keep": "turn"}
    timed = {one.get(what.name, what.name): what.until for what in table.decisions if what.until is not None}
    assert timed == model.clocks
    for id in model.seats:
        assert sorted(offered(table, id)) == sorted(model.legal(id))


def offered(table, player):
    for form in engine.moves(GAME, table, player):
        named = [field for field in form.fields if field.name in ("cards", "target")]
        yield from ((form.name, one) for one in (named[0].of if named else [""]))


def random_start(number):
    """Any options, many of them as they are by default. Leaving and rounds seldom end the match."""
    rng = Rng(f"{number + 1:032x}")
    values = {}
    for spec in spec_of(GAME.options_type):
        if spec.kind == "bool":
            values[spec.name] = rng.chance(0.4)
        elif spec.kind == "choice":
            values[spec.name] = rng.choice(spec.of).value
        elif rng.chance(0.5):
            values[spec.name] = rng.choice([spec.min, spec.max, spec.default])
    values |= {"on_leave": rng.choice(["rules", "rules", "rules", "abort"])}
    values |= {"max_players": 10, "target_score": rng.choice([0, 100, 500])}
    players = [f"p{seat}" for seat in range(1, rng.choice([2, 2, 3, 3, 4, 6, 10]) + 1)]
    return Start(GAME, players, checked_options(GAME.options_type, values), f"{number:032x}")


@pytest.mark.parametrize(("leaves", "matches"), few_and_many((0, 20), (0.02, 35), many=100))
def test_every_step_of_random_matches_is_that_of_the_model(leaves, matches):
    for number in range(matches):
        tables = ((moment.step, moment.table) for moment in walk(random_start(number), 200, leaves=leaves))
        _, dealt = next(tables)
        model, before = Model(dealt), dealt
        compare(model, dealt)
        for step, table in tables:
            follow(model, step, before, table)
            compare(model, table)
            before = table
