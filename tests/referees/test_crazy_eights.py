"""Crazy Eights agrees with OpenSpiel: playable cards, skips, turns of the direction, and who is out first.

What is not the same, and what holds here:

- After drawing, OpenSpiel lets any card be played. Here it is the card that was drawn.
- A two can be answered there with another two; here the next player always draws. The referee never answers.
- A two has no effect there when the stock is used up. Here the next player misses the turn all the same, so
  the comparison ends there.
- A special first card counts there as the dealer's play. Here it has no effect, so no game begins with one.
- Between two players, an ace gives the other one the turn there. Here it skips.
- When the stock is used up, OpenSpiel shuffles at once. Here it is done when the next card is drawn, so games
  are compared without shuffling, until all pass.
- Its points are not compared: cards from two to ten count by their place in the deck, and aces as ten.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.documents.scenes import Scene

pytest.importorskip("pyspiel", reason="`make referees` installs the referees")

from .spiel import Spiel, cards_of, chance_of, seat_of

SOME, MANY = 40, 1_500
DEALER = 52
"""OpenSpiel's first action is this number and the dealer's place."""
SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


class Table:
    """A game here and there."""

    def __init__(self, number: int) -> None:
        self.chance = chance = chance_of("crazy eights", number)
        seats = self.seats = chance.randint(2, 8)
        special = seats > 2 and chance.random() < 0.6
        options = dict.fromkeys(("queen_skips", "ace_reverses", "two_draws_two"), special)
        self.scene = Scene("crazy-eights", seats, f"{number:032x}", reshuffle=False, **options)
        self.other = Spiel(
            "crazy_eights", players=seats, max_draw_cards=1, max_turns=100_000, use_special_cards=special
        )
        self.special, self.is_apart, self.drawn = special, False, ""
        dealer = (seat_of(self.scene.turn) - 1) % seats
        self.other.state.apply_action(DEALER + dealer)
        hands = [cards_of(self.scene, seat) for seat in range(seats)]
        for at in range(len(hands[0]) * seats):
            self.other.take(hands[(dealer + 1 + at) % seats][at // seats])
        self.other.take(self.scene.cards("discard")[-1])

    @property
    def is_comparable(self) -> bool:
        """False if the first card has an effect there."""
        return not self.special or self.scene.cards("discard")[-1][:-1] not in ("2", "A", "Q")

    def play(self) -> None:
        """Play to the end."""
        while self.scene.phase not in ("pause", "over"):
            player = self.scene.turn
            assert player is not None and seat_of(player) == self.other.seat
            self.turn(player)
            if self.is_apart:
                return
        hands = [len(cards_of(self.scene, seat)) for seat in range(self.seats)]
        if (
            0 not in hands and not self.other.state.is_terminal()
        ):  # all have passed, there one player once more
            self.other.take("Pass")
        assert self.other.state.is_terminal()

    def turn(self, player: str) -> None:
        """One decision."""
        scene, other, chance = self.scene, self.other, self.chance
        theirs = set(other.choices())
        cards = theirs - {"Draw", "Pass"}
        if scene.phase == "drawn":
            assert {self.drawn, "Pass"} <= theirs
            if chance.random() < 0.5:
                self.play_card(player, self.drawn, {"card": self.drawn})
            else:
                scene.do(player, "keep")
                other.take("Pass")
            return
        assert scene.offers(player, "play") == cards
        moves = scene.moves(player) - {"play"}
        assert moves == {one.lower() for one in theirs - cards}
        if cards and chance.random() < 0.8:
            card = chance.choice(sorted(cards))
            self.play_card(player, card, {"card": card})
        elif "draw" in moves:
            seat = seat_of(player)
            before = cards_of(scene, seat)
            scene.do(player, "draw")
            (self.drawn,) = (Counter(cards_of(scene, seat)) - Counter(before)).elements()
            other.take("Draw")
            other.take(self.drawn)
            if scene.phase != "drawn":
                assert self.drawn not in other.choices()
                other.take("Pass")
        else:
            scene.do(player, "pass")
            other.take("Pass")

    def play_card(self, player: str, card: str, args: dict[str, str]) -> None:
        """Play a card, and name a suit with an eight."""
        scene, other = self.scene, self.other
        suit = self.chance.choice(sorted(SUITS))
        is_last = len(cards_of(scene, seat_of(player))) == 1
        if card[:-1] == "8" and not is_last:
            args["suit_named"] = suit
        before = [cards_of(scene, seat) for seat in range(self.seats)]
        is_two = self.special and card[:-1] == "2" and not is_last
        self.is_apart = is_two and not scene.cards("stock")
        scene.do(player, "play", **args)
        other.take(card)
        if "suit_named" in args:
            other.take(SUITS[suit])
        if is_two and not self.is_apart:
            victim = other.seat
            assert victim is not None
            other.take("Draw")
            for drawn in (Counter(cards_of(scene, victim)) - Counter(before[victim])).elements():
                other.take(drawn)


def plays_alike(number: int) -> None:
    table = Table(number)
    if table.is_comparable:
        table.play()


def test_each_decision_is_as_openspiel_has_it():
    for number in range(SOME):
        plays_alike(number)


@pytest.mark.long
def test_each_decision_of_many_games_is_as_openspiel_has_it():
    for number in range(SOME, MANY):
        plays_alike(number)
