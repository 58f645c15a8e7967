"""Crazy Eights once more, with its house rules. Numbers in comments are those of the situations in its
rules.
"""

from __future__ import annotations

from .base import best
from .shedding import Shedding

SUITS = "CDHS"
TENS = ("10", "J", "Q", "K")


class Eights(Shedding):
    """An empty stock is filled up where that is an option (7); a leaver's hand goes there (11), and those who
    are left go on (12). `named`: the suit that was.
    """

    def __init__(self, seats, options):
        super().__init__(seats, options)
        self.dealer = None

    def deal(self, hands, pile, stock, starter):
        """The open card is no eight (1); left of the dealer begins."""
        self.way = 1
        self.hands, self.pile, self.stock = hands, pile, stock
        self.named, self.drawn, self.passes, self.pausing, self.silent = "", "", 0, False, None
        self.dealer = self.after(self.dealer) if self.dealer else self.after(starter, -1)
        self.turn = starter
        assert starter == self.after(self.dealer)
        assert not self.is_wild(pile[-1]) and len(pile) == 1
        size = self.o.hand_size if isinstance(self.o.hand_size, int) else 7 if len(self.here) == 2 else 5
        assert {len(cards) for cards in hands.values()} == {size}

    def rank(self, card):
        return card[:-1]

    def is_wild(self, card):
        return self.rank(card) == self.o.wild_rank

    def points(self, card):
        rank = self.rank(card)
        return 50 if self.is_wild(card) else 10 if rank in TENS else 1 if rank == "A" else int(rank)

    def fits(self, card):
        """Rank or suit of the open card; an eight always; after an eight the named suit alone (3, 4, 5)."""
        top = self.pile[-1]
        if self.is_wild(card) or card[-1] == (self.named or top[-1]):
            return True
        return not self.named and self.rank(card) == self.rank(top)

    def can_draw(self):
        return super().can_draw() and (bool(self.stock) or self.o.reshuffle)

    # What may be done

    def on_turn(self):
        hand = [self.drawn] if self.drawn else self.hands[self.turn]
        plays = {way for card in hand if self.fits(card) for way in self.plays(card)}
        if self.drawn:
            return plays if self.o.forced_play else plays | {("keep",)}
        if plays and self.o.forced_play:
            return plays
        return plays | {("draw",) if self.can_draw() else ("pass",)}  # 8, 10

    def plays(self, card):
        """An eight names a suit (2), unless it is the last card (6); who has one left after it may say so."""
        left = len(self.hands[self.turn]) - 1
        suits = SUITS if self.is_wild(card) and left else [""]
        said = (0, 1) if self.o.last_card_call and left == 1 else (None,)
        return {("play", card, suit, one) for suit in suits for one in said}

    def late(self, player):
        """The clock draws, and keeps what was drawn (13)."""
        moves = self.on_turn()
        return {move for move in moves if move[0] in ("draw", "keep", "pass")} or moves

    # Moves

    def play(self, player, card, suit, said):
        self.hands[player].remove(card)
        self.silent = player if said == 0 else None
        self.pile.append(card)
        self.named, self.passes = suit, 0
        rank, two = self.rank(card), len(self.here) == 2
        if not self.hands[player]:
            self.won(player)
            return
        if self.o.ace_reverse and rank == "A":
            self.way = -self.way
        skips = (self.o.queen_skip and rank == "Q") or (self.o.ace_reverse and rank == "A" and two)
        if self.o.two_draws_two and rank == "2":
            self.take(self.after(player), 2)
            skips = True
        self.pass_turn(2 if skips else 1)

    def catch(self, player):
        """Let a player that has not said "last card" draw one, if caught before the next player acts."""
        self.take(self.silent, 1)
        self.silent = None

    def draw(self, player):
        self.passes, self.silent = 0, None
        (card,) = self.take(player, 1)
        while self.o.draw_rule == "until_playable" and not self.fits(card) and self.can_draw():  # 9
            (card,) = self.take(player, 1)
        if self.o.draw_rule != "one_end" and self.fits(card):
            self.drawn = card
        else:
            self.pass_turn()

    def pass_(self, player):
        """When all pass in a row, the lowest hand wins the differences; nobody where two are (8)."""
        self.passes, self.silent = self.passes + 1, None
        if self.passes < len(self.here):
            self.pass_turn()
            return
        lowest = best({id: sum(map(self.points, self.hands[id])) for id in self.here}, min)
        if len(lowest) == 1:
            self.won(*lowest)
        else:
            self.hand_over()

    # The end

    def won(self, player):
        sums = {id: sum(map(self.points, self.hands[id])) for id in self.here}
        self.scores[player] += sum(sums.values()) - len(sums) * sums[player] if self.o.target else 1
        self.hand_over()

    def hand_over(self):
        """One hand decides, or the first to reach the target."""
        self.pausing = True
        if not self.o.target or max(self.scores.values()) >= self.o.target:
            self.winners = best({id: self.scores[id] for id in self.here})
