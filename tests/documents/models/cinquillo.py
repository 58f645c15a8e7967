"""Cinquillo once more. Numbers in comments are those of the situations in its rules."""

from __future__ import annotations

from .base import Model, best, nonempty_hands

FIVES = ["5O", "5C", "5E", "5B"]


class Cinquillo(Model):
    """Hands by player, and of each suit that is open the ranks that lie there.

    `must`: the five with which the hand begins, until it lies; `drawn`: a card that was just drawn from the
    stock; `gone`: cards of those who have left, which are laid as soon as they fit; `passes`: how many
    passed in a row.
    """

    def __init__(self, seats, options):
        super().__init__(seats, options)
        self.ranks = [1, 2, 3, 4, 5, 6, 7, *([8, 9] if options.deck == 48 else []), 10, 11, 12]
        self.gone, self.bonus = [], 0

    def deal(self, hands, stock):
        """All cards, so that hands differ by one at most (9); with a stock ten each."""
        self.hands, self.stock, self.columns = hands, stock, {suit: [] for suit in "OCEB"}
        sizes = [len(cards) for cards in hands.values()]
        assert max(sizes) - min(sizes) <= 1 and sum(sizes) + len(stock) == 4 * len(self.ranks)
        assert min(sizes) >= 10 if self.has_stock() else not stock
        self.passes, self.pausing, self.gone, self.hand_won = 0, False, [], False
        self.bonus += 2
        self.begin(drawn_for=self.has_stock() and max(sizes) > 10)

    def has_stock(self):
        return self.o.two_player_stock and len(self.here) == 2

    def begin(self, drawn_for):
        """Let the player with the five of oros begin (1), or with the next five outside the stock (7).

        If all fives were in the stock, players have drawn until one came.
        """
        holders = {card: id for id, cards in self.hands.items() for card in cards if card in FIVES}
        first = next(five for five in FIVES if five in holders)
        assert len(holders) == 1 or not drawn_for
        self.turn, self.must, self.drawn = holders[first], first, first if drawn_for else ""

    # What fits

    def split(self, card):
        return int(card[:-1]), card[-1]

    def fits(self, card):
        """First the five with which the hand begins; then any, and what is above or below those that lie,
        and neighbours are those of the deck (3, 4).
        """
        rank, suit = self.split(card)
        column = self.columns[suit]
        if self.must:
            return card == self.must
        if not column:
            return rank == 5
        low, high = (self.ranks.index(one) for one in (min(column), max(column)))
        return self.ranks.index(rank) in (low - 1, high + 1)

    def playable(self, player):
        hand = [self.drawn] if self.drawn else self.hands[player]
        return {card for card in hand if self.fits(card)}

    def legal(self):
        """Return the moves.

        A player that can play must (2), unless passing is free and not all others have passed in a row.
        """
        plays = {("play", card) for card in self.playable(self.turn)}
        if self.drawn:
            return {self.turn: plays if self.must else plays | {("keep",)}}
        free = self.o.pass_rule == "free" and not self.must and self.passes < len(self.holding()) - 1
        if plays and not free:
            return {self.turn: plays}
        return {self.turn: plays | {("pass",)}}

    def late(self, player):
        """The card that is farthest from the five, else a pass (12)."""
        moves = self.legal()[player]
        far = {move: abs(self.ranks.index(self.split(move[1])[0]) - 4) for move in moves if move[0] == "play"}
        return set(best(far)) if far else moves

    # Moves

    def play(self, player, card):
        self.hands[player].remove(card)
        self.lay(card)
        self.passes = 0
        if self.o.oro_bonus and card == "1O":
            for id in self.side(player):
                self.scores[id] += self.bonus
        if self.hands[player]:
            self.turn_to(self.after(player))
        else:
            self.finished(player)

    def lay(self, card):
        """A card, and those of players who have left that fit now (10)."""
        rank, suit = self.split(card)
        self.columns[suit].append(rank)
        self.must = "" if card == self.must else self.must
        self.lay_of_leavers()

    def lay_of_leavers(self):
        fitting = next((one for one in self.gone if self.fits(one)), None)
        if fitting:
            self.gone.remove(fitting)
            self.lay(fitting)

    def keep(self, player):
        self.turn_to(self.after(player))

    def pass_(self, player):
        self.passes += 1
        self.turn_to(self.after(player))

    def holding(self):
        return [id for id in self.here if self.hands[id]]

    def turn_to(self, player):
        """This player, or the next one with cards. Who cannot play draws a card while there is a stock (8),
        and may play it; who cannot play then passes, where that comes by itself (6).
        """
        self.turn, self.drawn = player, ""
        while not self.hands[self.turn]:
            self.turn = self.after(self.turn)
        if self.playable(self.turn):
            return
        drawn = self.stock.pop() if self.stock else ""
        if drawn:
            self.hands[self.turn].append(drawn)
        if drawn and self.fits(drawn):
            self.drawn = drawn
        elif drawn or self.o.auto_pass:
            self.pass_(self.turn)

    # The end of a hand

    def finished(self, player):
        """End a player's hand.

        The first player without cards, also by a five (5), wins; others may play on for places.
        """
        if not self.hand_won:
            self.hand_won = True
            left = sum(len(self.hands[id]) for id in self.here if id not in self.side(player))
            for id in self.side(player):
                self.scores[id] += 5 + left if self.o.score_mode == "cards" else 1
        if self.o.play_on and not self.o.teams and len(self.holding()) > 1:
            self.turn_to(self.after(player))
        else:
            self.hand_over()

    def side(self, player):
        """Opposite seats win together."""
        partners = self.seats[self.seats.index(player) % 2 :: 2] if self.o.teams else [player]
        return [id for id in partners if id in self.here]

    def hand_over(self):
        self.pausing = True
        scores = {id: self.scores[id] for id in self.here}
        if max(scores.values()) >= self.o.target_score:
            self.winners = best(scores)

    def leave(self, player, cards):
        """The cards are laid as soon as they fit, without taking a turn (10), also the one that was to be
        first (11).
        """
        following = self.after(player)
        self.gone += cards
        self.here.remove(player)
        del self.hands[player]
        self.lay_of_leavers()
        if len(self.here) == 1:
            self.winners = list(self.here)
        elif not self.holding():
            self.hand_over()
        elif self.turn == player:
            self.turn_to(following)

    def state(self):
        found = {f"column:{suit}": sorted(ranks) for suit, ranks in self.columns.items()}
        found |= nonempty_hands(self.hands)
        return found | {"stock": self.stock, "scores": self.scores}
