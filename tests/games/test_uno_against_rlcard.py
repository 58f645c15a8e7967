"""Uno: which cards may be played agrees with the environment of rlcard, a toolkit for learning agents.

rlcard plays simplified rules, so only its list of legal actions is compared, and only as far as it
speaks of the same thing. Where it differs:

- It offers a Wild Draw Four only to a hand with nothing else to play. Here it is always accepted and may
  be challenged; the strict option looks at the colour in force, black cards and other numbers aside.
- It offers "draw" only to a hand that cannot play. Here drawing is always allowed.
- A drawn card that fits is played by itself there, so its states after drawing are not compared.
- A black start card keeps its place there. Black tops are compared after the choice of a colour.
"""

from __future__ import annotations

import warnings

from cheat.engine import engine
from cheat.engine.rng import Rng
from cheat.games.uno.deck import COLOURS, DECK, is_black
from cheat.games.uno.rules import GAME

from .uno_words import forms, table

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own affair
    from rlcard.games.uno.card import UnoCard
    from rlcard.games.uno.round import UnoRound

STATES = 2_500
TRAITS = {"S": "skip", "R": "reverse", "D": "draw_2", "W": "wild", "F": "wild_draw_4"}


def theirs(card: str, colour: str = "") -> UnoCard:
    """Return the card as rlcard names it; black cards include their chosen colour."""
    if is_black(card):
        return UnoCard("wild", (colour or "red")[0], TRAITS[card[1]])
    trait = TRAITS.get(card[1], card[1])
    return UnoCard("number" if trait.isdigit() else "action", card[0].lower(), trait)


class Holder:
    """Return all actions that rlcard offers a player."""

    def __init__(self, hand: list[str]) -> None:
        self.hand = [theirs(card) for card in hand]


def legal_there(hand: list[str], top: str, colour: str) -> set[str]:
    """Return the cards that rlcard allows for this hand."""
    game = UnoRound(dealer=None, num_players=2, np_random=None)
    game.target = theirs(top, colour)
    return set(game.get_legal_actions([Holder(hand)], 0))


def actions(card: str) -> set[str]:
    """Return a card as actions of rlcard: a black card once for each colour."""
    colours = [letter.lower() for letter in (COLOURS if is_black(card) else card[0])]
    return {f"{colour}-{TRAITS.get(card[1], card[1])}" for colour in colours}


def random_states(count: int):
    """Hands of one to twelve cards on a top card of any kind, a colour being chosen for a black one."""
    rng = Rng("5eed" * 8)
    t = table("R5 / G5")
    for _ in range(count):
        cards = list(DECK)
        rng.shuffle(cards)
        t.discard.cards, t.hand("p1").cards = cards[:1], cards[1 : 2 + rng.below(12)]
        top = cards[0]
        t.colour = rng.choice(list(COLOURS.values())) if is_black(top) else COLOURS[top[0]]
        yield t


def test_legal_cards_agree_with_rlcard():
    seen = {"black top": 0, "nothing": 0, "wild four only": 0, "wild four withheld": 0}
    for t in random_states(STATES):
        hand, top = t.hand("p1").cards, t.discard.cards[-1]
        mine = set(t.playable("p1"))
        there = legal_there(hand, top, t.colour)
        others = {action for card in mine if card != "WF" for action in actions(card)}
        if others:
            assert there == others
            seen["wild four withheld"] += "WF" in mine
        elif "WF" in mine:
            assert there == actions("WF")
            seen["wild four only"] += 1
        else:
            assert there == {"draw"}
            seen["nothing"] += 1
        seen["black top"] += is_black(top)
    assert all(count > 25 for count in seen.values()), seen


def test_forms_offer_what_was_compared():
    """The comparison above asks the table; the forms that people get say the same."""
    for t in random_states(300):
        offered = [card for form in forms(t, "p1", "play") for card in form.fields[0].of]
        assert sorted(offered) == sorted(t.playable("p1"))
        assert "draw" in {form.name for form in engine.moves(GAME, t, "p1")}


def test_a_strict_wild_draw_four_is_proper_wherever_rlcard_offers_it():
    found = 0
    for t in random_states(STATES):
        if t.playable("p1") == ["WF"]:
            found += 1
            assert t.may_play_wild_four("p1")
    assert found > 25
