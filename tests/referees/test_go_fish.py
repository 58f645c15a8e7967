"""Go Fish agrees with OpenSpiel: who may be asked for what, books, and the winners.

OpenSpiel passes the turn after a book that was fished by chance, so the option for going on is switched off.
When a player has the last cards outside the pool, that player draws one here, and the turn passes; there the
next player draws. The comparison ends there. There, who is dealt a book is dealt more cards; such a deal is
not compared.
"""

from __future__ import annotations

import pytest

from tests.documents.scenes import Scene

pytest.importorskip("pyspiel", reason="`make referees` installs the referees")

from .spiel import Spiel, cards_of, chance_of, seat_of

SOME, MANY = 20, 1_000
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def rank_of(card: str) -> int:
    """The number by which OpenSpiel knows the rank of a card."""
    return RANKS.index(card[:-1])


class Table:
    """A game here and there. OpenSpiel's first player is the one who begins here."""

    def __init__(self, number: int) -> None:
        self.chance = chance = chance_of("go fish", number)
        self.seats = chance.randint(2, 6)
        self.scene = Scene("go-fish", self.seats, f"{number:032x}", book_goes_on=False)
        self.first = seat_of(self.scene.turn)
        size = 7 if self.seats <= 3 else 5
        self.other = Spiel("go_fish", players=self.seats, initial_cards=size)
        self.has_dealt_book = any(self.scene.cards(f"books_p{seat + 1}") for seat in self.order)
        if not self.has_dealt_book:
            for seat in self.order:
                for card in cards_of(self.scene, seat):
                    self.other.state.apply_action(rank_of(card))

    @property
    def order(self) -> list[int]:
        """The seats here, in the order of those there."""
        return [(self.first + at) % self.seats for at in range(self.seats)]

    def play(self) -> None:
        """Play to the end, or to the last player with cards."""
        while self.scene.phase == "turn":
            player = self.scene.turn
            assert player is not None and seat_of(player) == self.order[self.other.seat or 0]
            if not self.turn(player):
                return
        assert self.other.state.is_terminal()
        best = {f"p{self.order[at] + 1}" for at, won in enumerate(self.other.state.returns()) if won > 0}
        everybody = {f"p{seat + 1}" for seat in range(self.seats)}
        assert {*self.scene.winners} == (best or everybody)

    def turn(self, player: str) -> bool:
        """One question; returns whether both games can go on."""
        scene, other = self.scene, self.other
        (form,) = scene.forms(player)
        asks = {
            self.order.index(seat_of(one)) * len(RANKS) + rank_of(card): (one, card)
            for one in form.fields[0].of
            for card in cards_of(scene, seat_of(player))
        }
        assert set(asks) == set(other.state.legal_actions())
        ask = self.chance.choice(sorted(asks))
        asked, card = asks[ask]
        pool = list(scene.cards("pool"))
        scene.do(player, "ask", whom=asked, card=card)
        goes_on = any("hands over" in said or "fishes" in said for said in scene.said())
        at = other.seat
        other.state.apply_action(ask)
        for card in pool[len(scene.cards("pool")) :][::-1]:
            if goes_on and self.next_draws_there(at):
                return False
            other.state.apply_action(rank_of(card))
        return True

    def next_draws_there(self, at: int | None) -> bool:
        """Return true if another player draws there, although this one goes on with cards."""
        phase, player, *hands = str(self.other.state).splitlines()
        return phase == "EmptyDraw" and int(player) != at and not hands[at or 0].startswith(":")


def plays_alike(number: int) -> None:
    table = Table(number)
    if not table.has_dealt_book:
        table.play()


def test_each_question_and_the_winners_are_as_openspiel_has_them():
    for number in range(SOME):
        plays_alike(number)


@pytest.mark.long
def test_each_question_of_many_games_is_as_openspiel_has_it():
    for number in range(SOME, MANY):
        plays_alike(number)
