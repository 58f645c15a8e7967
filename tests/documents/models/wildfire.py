"""Wildfire once more, with its options, after the rules that its players read."""

from __future__ import annotations

from .base import best
from .shedding import Shedding

ELEMENTS = "FWEA"
SPARKS = ("SPARK", "BLAZE")
DRAWN_FOR = {"plus2": 2, "BLAZE": 4}


class Wildfire(Shedding):
    """`element`: the one that counts; `due`: cards that the player on turn has to draw, or to pass on;
    `passes`: so many in a row.
    """

    def __init__(self, seats, options):
        super().__init__(seats, options)
        self.dealer = None

    def deal(self, hands, pile, stock, starter):
        """The open card is of an element, and does nothing; left of the dealer begins."""
        self.way, self.pausing = 1, False
        self.hands, self.pile, self.stock = hands, pile, stock
        self.due, self.drawn, self.silent, self.passes = 0, "", None, 0
        self.dealer = self.after(self.dealer) if self.dealer else self.after(starter, -1)
        self.turn, self.element = starter, pile[-1][-1]
        assert starter == self.after(self.dealer)
        assert len(pile) == 1 and pile[0] not in SPARKS
        assert {len(cards) for cards in hands.values()} == {self.o.hand_size}

    def rank(self, card):
        return card if card in SPARKS else card[:-1]

    def is_of_the_element(self, card):
        return card not in SPARKS and card[-1] == self.element

    def points(self, card):
        rank = self.rank(card)
        return 50 if rank in SPARKS else int(rank) if rank.isdecimal() else 20

    def fits(self, card):
        """Return whether a card fits. While cards are due, only the same kind does."""
        if self.due:
            return self.o.stacking and self.rank(card) == self.rank(self.pile[-1])
        if card == "BLAZE":
            return not (self.o.blaze_last_resort and any(map(self.is_of_the_element, self.hands[self.turn])))
        return card == "SPARK" or self.is_of_the_element(card) or self.rank(card) == self.rank(self.pile[-1])

    # What may be done

    def on_turn(self):
        hand = [self.drawn] if self.drawn else self.hands[self.turn]
        plays = {way for card in hand if self.fits(card) for way in self.plays(card)}
        if self.drawn:
            return plays | {("keep",)}
        return plays | {("draw",) if self.due or self.can_draw() else ("pass",)}

    def plays(self, card):
        """A spark or a blaze names an element unless it is the last card; before that one shouts, or not."""
        left = len(self.hands[self.turn]) - 1
        elements = ELEMENTS if card in SPARKS and left else [""]
        said = (0, 1) if self.o.must_shout and left == 1 else (None,)
        return {("play", card, element, one) for element in elements for one in said}

    def late(self, player):
        """The clock draws, and keeps what was drawn."""
        moves = self.on_turn()
        return {move for move in moves if move[0] in ("draw", "keep")} or moves

    # Moves

    def play(self, player, card, element, said):
        self.hands[player].remove(card)
        self.pile.append(card)
        self.element, self.passes = element or card[-1], 0
        self.silent = player if said == 0 else None
        if not self.hands[player]:
            self.won(player)
            return
        rank = self.rank(card)
        self.due += DRAWN_FOR.get(rank, 0)
        if rank == "turn":
            self.way = -self.way
        misses = rank == "skip" or (rank == "turn" and len(self.here) == 2)
        if self.due and not self.o.stacking:
            self.take(self.after(player), self.due)
            self.due, misses = 0, True
        self.pass_turn(2 if misses else 1)

    def draw(self, player):
        """Draw the due cards and end the turn; without any, draw one card, or until one fits."""
        self.silent = None
        if self.due:
            self.take(player, self.due)
            self.due = 0
            self.pass_turn()
            return
        self.passes = 0
        (card,) = self.take(player, 1)
        while self.o.draw_until and not self.fits(card) and self.can_draw():
            (card,) = self.take(player, 1)
        if self.fits(card):
            self.drawn = card
        else:
            self.pass_turn()

    def pass_(self, player):
        """When nobody can do anything, nobody wins the hand; where that decides, the fewest cards do."""
        self.passes += 1
        if self.passes < len(self.here):
            self.pass_turn()
        else:
            self.won(None)

    def catch(self, player):
        self.take(self.silent, 2)
        self.silent = None

    # The end

    def won(self, player):
        """One hand decides, or the first who has enough points."""
        self.pausing = True
        if player:
            worth = sum(self.points(card) for cards in self.hands.values() for card in cards)
            self.scores[player] += worth if self.o.target else 1
        if not self.o.target:
            self.winners = [player] if player else best({id: len(self.hands[id]) for id in self.here}, min)
        elif max(self.scores[id] for id in self.here) >= self.o.target:
            self.winners = best({id: self.scores[id] for id in self.here})

    def can_leave(self, player):
        return not self.passes

    def state(self):
        return super().state() | {"due": self.due}
