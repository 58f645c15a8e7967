"""Random games of Exploding Kittens are, step by step, those of a second account of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from cheat.engine import engine
from cheat.engine.options import checked_options, spec_of
from cheat.engine.rng import Rng
from cheat.games.kittens.deck import CARDS
from tests.sampling import few_and_many

from .cheat_words import english
from .kittens_model import KITTEN, Model
from .kittens_words import GAME
from .walks import Start, walk

IDS = {card.name: id for id, card in CARDS.items()}
BY_CLOCK = {"turn": "draw", "defuse": "explode", "peek": "done"}


def follow(model, step, events, after):
    """Tell the model what happened, with what chance, or a finger on a card, has decided."""
    model.now = step.now
    told = {event.type: event for event in events}
    if step.kind == "leave":
        hurried = step.player in model.asked and model.phase in ("insert", "give")
        model.leave(step.player, **(decided(model, told) if hurried else {}))
    elif step.kind == "expire" and model.phase == "nope":
        model.close()
    elif step.kind == "expire":
        act(model, BY_CLOCK.get(model.phase, model.phase), model.asked[0], decided(model, told))
    else:
        args = {key: one for key, one in step.args.items() if key not in ("moment", "index")}
        act(model, step.name, step.player, args or (decided(model, told) if step.name == "pick" else {}))
    if model.phase == "pick" and model.o.steal_mode == "random":
        model.pick(model.turn, **decided(model, told))
    if model.pile is None:
        model.pile = list(after.deck.cards)


def act(model, name, player, args):
    if name == "target":
        model.reach(args["player"])
    else:
        getattr(model, "let" if name == "pass" else name)(player, **args)


def decided(model, told):
    """Return the args of a move that the clock made for a player."""
    match model.phase:
        case "target":
            (event,) = [told[type] for type in ("aimed", "gave", "stole") if type in told]
            return {"player": event.by if event.type == "gave" else list(event.args.values())[-1]}
        case "name":
            return {"card": IDS[english(told["demanded"].args["card"])]}
        case "insert":
            return {"position": told["placed"].args["position"]}
        case "give" | "pick" | "take":
            (moved,) = next(told[type] for type in ("gave", "stole", "took") if type in told).cards
            return {"card": moved.faces}
    return {}


def compare(model, table):
    over = model.phase == "over"
    assert (table.result is not None, table.exploded_players) == (over, model.out)
    assert {player.id: player.score for player in table.players} == model.points
    for id in model.seats:
        assert Counter(table.hand(id).cards) == model.hands[id]
        assert set(offered(table, id)) == model.legal(id)
    assert Counter(table.discard.cards) == model.thrown
    assert Counter(table.cards_of("removed") if "removed" in table.zones else []) == model.gone
    if over:
        assert [line.id for line in table.result.standing] == [*model.here, *model.out[::-1]]
        return
    peeked = table.cards_of("peek") if "peek" in table.zones else []
    assert table.deck.cards + peeked == model.pile
    assert len(peeked) == (min(3, len(model.pile)) if model.phase == "peek" else 0)
    assert (table.phase, table.turn, table.turns_left) == (model.phase, model.turn, model.pending)
    (asked,) = table.decisions
    assert set(asked.players) == set(model.asked) & set(model.here)
    assert asked.until == model.until or model.until < asked.until <= model.latest
    assert (table.kittens_in_pile(), table.pile_size()) == (model.pile.count(KITTEN), len(model.pile))


def offered(table, player):
    for form in engine.moves(GAME, table, player):
        field = form.fields[0] if form.fields else None
        few = getattr(field, "of", None) or [getattr(field, "max", "")]
        if form.name == "give":
            few = table.hand(player).cards
        for one in few:
            yield form.name, field.min if form.name == "play" else 0, getattr(one, "value", one)


def random_start(number):
    """Return random options and a random number of seats."""
    rng = Rng(f"{number + 1:032x}")
    seats = rng.choice([2, 3, 3, 4, 5, 9])
    values = {}
    for spec in spec_of(GAME.options_type):
        if spec.kind in ("bool", "choice"):
            values[spec.name] = rng.chance(0.5) if spec.kind == "bool" else rng.choice(spec.of).value
        elif spec.kind != "text":
            values[spec.name] = rng.choice([spec.min, spec.max, spec.default])
    values |= {"decks": 2} if seats > 5 else {}
    players = [f"p{seat}" for seat in range(1, seats + 1)]
    return Start(GAME, players, checked_options(GAME.options_type, values), f"{number:032x}")


@pytest.mark.parametrize(("leaves", "games"), few_and_many((0, 30), (0.02, 50), many=150))
def test_every_step_of_random_games_is_that_of_the_model(leaves, games):
    for number in range(games):
        dealt, *moments = walk(random_start(number), 200, leaves=leaves)
        model = Model(dealt.table)
        compare(model, dealt.table)
        for moment in moments:
            follow(model, moment.step, moment.events, moment.table)
            compare(model, moment.table)
