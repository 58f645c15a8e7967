"""Oh Hell agrees with OpenSpiel: bids, playable cards, and points.

OpenSpiel always turns a card for trump and always has the hook, and a missed bid scores the tricks or a
penalty, so only these options are compared.
"""

from __future__ import annotations

import pytest

from tests.documents.scenes import Scene

pytest.importorskip("pyspiel", reason="`make referees` installs the referees")

from .spiel import Spiel, cards_of, chance_of, seat_of

SOME, MANY = 30, 1_000
MISSED = {"tricks": False, "minus": True}


def plays_alike(number: int) -> None:
    chance = chance_of("oh hell", number)
    seats, size = chance.randint(3, 7), chance.randint(1, 7)
    missed, dealer = chance.choice(sorted(MISSED)), chance.randrange(seats)
    scene = Scene("oh-hell", seats, f"{number:032x}", most_cards=7, shape="up", missed=missed)
    scene.given(hands=size - 1, dealer=dealer, score=[0] * seats).at("deal")
    other = Spiel("oh_hell", players=seats, num_tricks_fixed=size, off_bid_penalty=MISSED[missed])
    other.take(str(size))
    other.take(str(dealer))
    hands = [cards_of(scene, seat) for seat in range(seats)]
    for at in range(size * seats):
        other.take(hands[at % seats][at // seats])
    other.take(scene.cards("turned")[-1])
    while scene.phase not in ("pause", "over"):
        if scene.phase == "trick_end":
            scene.expire()
            continue
        player = scene.turn
        assert player is not None and seat_of(player) == other.seat
        if scene.phase == "bid":
            (form,) = scene.forms(player)
            offered = {choice.value: str(choice.value) for choice in form.fields[0].of}
        else:
            offered = {card: card for card in scene.offers(player, "play")}
        assert {*offered.values()} == set(other.choices())
        chosen = chance.choice(sorted(offered))
        scene.do(player, scene.phase, **{"number" if scene.phase == "bid" else "card": chosen})
        other.take(offered[chosen])
    assert scene["score"] == other.state.returns()


def test_each_bid_and_card_and_the_points_are_as_openspiel_has_them():
    for number in range(SOME):
        plays_alike(number)


@pytest.mark.long
def test_each_bid_and_card_of_many_hands_is_as_openspiel_has_it():
    for number in range(SOME, MANY):
        plays_alike(number)
