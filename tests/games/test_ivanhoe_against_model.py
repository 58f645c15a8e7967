"""Random games of Ivanhoe are, step by step, those of a second account of the rules."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from msgspec import UNSET

from cheat.engine import engine
from cheat.engine.forms import pickable
from cheat.engine.options import checked_options
from cheat.engine.rng import Rng
from cheat.games.ivanhoe import deck
from tests.sampling import few_and_many

from .ivanhoe_model import Model
from .ivanhoe_words import GAME
from .walks import Start, random_options, walk


def follow(model, step, events, after):
    """Tell the model what happened, and what chance has decided."""
    model.now, model.mixed = step.now, False
    model.drawn = iter([event.cards[0].faces[0] for event in events if event.type == "drew"])
    model.knocked = next((event.cards[0].faces[0] for event in events if event.type == "stole"), None)
    args = {name: value for name, value in step.args.items() if name != "moment"}
    if step.kind == "leave":
        model.leave(step.player)
    elif step.kind == "expire":
        model.late(next((chosen(event) for event in events if event.type == TOKENS.get(model.phase)), ""))
    elif step.name == "pass":
        model.let(step.player)
    else:
        getattr(model, step.name)(step.player, **args)
    assert next(model.drawn, None) is None
    if model.mixed:
        assert Counter(model.pile) == Counter(after.deck.cards)
        model.pile = list(after.deck.cards)


TOKENS = {"token_loss": "returned_token", "token_choice": "took_token"}
"""The event about each choice of a token."""


def chosen(event):
    """Return the colour of the token in an event."""
    return event.args["colour"].template.lower()


def compare(model, table):
    over = model.phase == "over"
    assert (table.result.winners if table.result else None) == model.winners
    for id in model.seats:
        assert Counter(table.hand(id).cards) == +model.hands[id]
        assert (table.display(id).cards, table.front(id).cards) == (model.displays[id], model.fronts[id])
        assert (set(table.tokens[id]), table.tournaments_won[id]) == (model.tokens[id], model.won[id])
        assert table.player(id).score == len(model.tokens[id])
        assert offered(table, id) == model.legal(id)
    assert Counter(table.discard.cards) == +model.thrown
    assert table.deck.cards == model.pile
    if over:
        return
    assert (table.phase, table.turn) == (model.phase, model.turn)
    assert (table.colour, table.last_colour) == (model.colour, model.last)
    assert set(table.in_play()) == set(model.inside())
    for id in model.here:
        is_in = table.colour and id in model.inside()
        assert table.display(id).view(None).note == (str(model.total(id)) if is_in else UNSET)
    (asked,) = table.decisions
    assert set(asked.waits_for()) == set(model.waits_for())
    assert asked.until == model.until or model.until <= asked.until <= model.latest


def offered(table, player):
    """All moves with everything that may be said with them, as the model puts them."""
    found = set()
    for form in engine.moves(GAME, table, player):
        said = [[(field.name, one) for one in values_of(field, table)] for field in form.fields]
        for chosen_ones in product(*said):
            named = dict(chosen_ones)
            match form.name:
                case "play_action":
                    rest = [named.get(name, "") for name in ("target", "colour", "own", "taken")]
                    move = (form.name, named["card"], *rest)
                case "end_turn":
                    move = (form.name, form.label == "End the turn: you stay in")
                case _:
                    move = (form.name, *named.values())
            assert move not in found, "no move is offered twice"
            found.add(move)
    return found


def values_of(field, table):
    """Return the values that a field takes."""
    if hasattr(field, "zones"):
        return dict.fromkeys(pickable(field, table.cards_of))
    return [getattr(one, "value", one) for one in field.of]


def random_start(number):
    """Return random options and a random number of seats."""
    rng = Rng(f"{number + 1:032x}")
    seats = rng.choice([2, 3, 3, 4, 5])
    players = [f"p{seat}" for seat in range(1, seats + 1)]
    return Start(
        GAME, players, checked_options(GAME.options_type, random_options(GAME, rng)), f"{number:032x}"
    )


VALUES = [card for card in deck.VALUES if not deck.is_supporter(card)]
RARE = [deck.BREAK_LANCE, deck.ADAPT] * 3
EQUAL = ["IP3", "IP4", "IR3", "IR4"] * 3 + ["IS3"] * 8
SMALL = [*deck.ACTION_FACES, *RARE, *VALUES, *EQUAL, *[deck.MAIDEN] * 14]
"""A small deck with many action cards, equal values, purple cards and Maidens."""


def check(cards, leaves, games, monkeypatch):
    """Whole games with this deck: which action cards were played how often, and what was asked."""
    monkeypatch.setattr(deck, "DECK", tuple(cards))
    played, phases = Counter(), Counter()
    for number in range(games):
        dealt, *moments = walk(random_start(number), 200, leaves=leaves)
        model = Model(dealt.table, len(cards))
        compare(model, dealt.table)
        for moment in moments:
            follow(model, moment.step, moment.events, moment.table)
            compare(model, moment.table)
            phases[model.phase] += 1
            played.update(moment.step.args.get("card", []) if moment.step.name == "play_action" else [])
            played[deck.IVANHOE] += moment.step.name == "ivanhoe"
    return played, phases


@pytest.mark.parametrize(("leaves", "games"), few_and_many((0, 8), (0.02, 12), many=60))
def test_every_step_of_random_games_is_that_of_the_model(leaves, games, monkeypatch):
    played, _ = check(deck.DECK, leaves, games, monkeypatch)
    assert played.total() > games


@pytest.mark.parametrize(("leaves", "games"), few_and_many((0, 20), (0.02, 30), many=60))
def test_so_it_is_where_everything_is_played_and_asked(leaves, games, monkeypatch):
    played, phases = check(SMALL, leaves, games, monkeypatch)
    assert set(played) == set(deck.ACTION_FACES), "every action card was played"
    assert set(phases) == {ask.id for ask in GAME.decision_kinds} | {"over"}, "everything was asked"
