"""Random games of the document Crazy Eights agree with a simple account of its rules after every step."""

from __future__ import annotations

import pytest

from cheat.catalogue import DOCUMENTS
from cheat.games import engine
from cheat.games.moves import sample
from cheat.games.rng import Rng

from .eights_model import Eights
from .vocabulary import dealt

GAME = DOCUMENTS["crazy-eights"]
LETTERS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
SEEDS = 6


def model_of(table) -> Eights:
    hands = {id: list(table.hand(id).cards) for id in table.active()}
    return Eights(hands, list(table.zones["discard"].cards), len(table.zones["stock"].cards), table.turn)


def agree(table, model: Eights) -> None:
    for id, cards in model.hands.items():
        assert sorted(table.hand(id).cards) == sorted(cards)
    assert table.zones["discard"].cards == model.pile
    assert len(table.zones["stock"].cards) == model.stock
    if table.result is not None:
        assert table.result.winners == model.winners
        return
    assert table.turn == model.turn
    forms = engine.moves(GAME, table, table.turn)
    offered: dict[str, set[str]] = {}
    for form in forms:
        picked = {card for field in form.fields if hasattr(field, "zones") for card in _cards(table, field)}
        offered[form.name] = offered.get(form.name, set()) | picked
    assert offered == model.may()


def _cards(table, field) -> list[str]:
    there = [card for zone in field.zones for card in table.cards_of(zone)]
    return there if not isinstance(field.of, list) else [card for card in there if card in field.of]


@pytest.mark.parametrize("seats", [2, 4])
def test_every_step_is_as_the_model_says(seats):
    for seed in range(1, SEEDS + 1):
        chance = Rng(f"{seed:032x}")
        table = dealt(GAME, seats, f"{seed + 99:032x}")
        model = model_of(table)
        agree(table, model)
        for _ in range(400):
            if table.result is not None:
                break
            player = table.turn
            form = chance.choice(engine.moves(GAME, table, player))
            args = sample(form, table.cards_of, chance)
            before = list(table.hand(player).cards)
            engine.act(GAME, table, player, form.name, args, 0)
            if form.name == "play":
                card = (args.get("card") or [model.drawn])[0]
                model.play(card, LETTERS.get(args.get("suit_named", ""), ""))
            elif form.name == "draw":
                after = list(table.hand(player).cards)
                for card in before:
                    after.remove(card)
                model.draw(after[0])
            elif form.name == "pass":
                model.pass_()
            else:
                model.next()
            agree(table, model)
