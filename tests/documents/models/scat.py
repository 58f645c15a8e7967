"""Scat once more. Numbers in comments are those of the situations in its rules."""

from __future__ import annotations

from .base import Model, best, heap, nonempty_hands

MOST_TURNS = 50
"""Of each player, in one hand."""


class Scat(Model):
    """Hands by player, the open pile and the stock, their top cards last.

    `taken`: the card that was just taken from the open pile; `closer`: who has knocked or closed; `due`:
    who has one more turn after a knock; `over`: who has had a turn; `turns`: how many there were.
    """

    def __init__(self, seats, options):
        super().__init__(seats, options)
        self.lives, self.hands_played, self.dealer = dict.fromkeys(seats, options.lives), 0, None

    def deal(self, hands, pile, stock, starter):
        """Three cards each; 31 ends the hand at once (3). The deal moves on by a seat."""
        self.dealer = self.after(self.dealer) if self.dealer else starter and self.after(starter, -1)
        assert starter is None or starter == self.after(self.dealer)
        assert {len(cards) for cards in hands.values()} == {3} and len(pile) == 1
        self.hands, self.pile, self.stock = hands, pile, stock
        self.closer, self.due, self.over, self.turns, self.pausing = None, None, set(), 0, False
        if self.o.scat_ends and any(self.is_scat(id) for id in self.here):
            self.showdown()
        else:
            self.turn_to(starter)

    # Worth

    def pips(self, card):
        rank = card[:-1]
        return 11 if rank == "A" else 10 if rank in ("J", "Q", "K") else int(rank)

    def worth_of(self, cards):
        """In halves of points, for three of a kind are 30 and a half where suits count."""
        if self.o.hand_value == "plain_sum":
            return 2 * sum(map(self.pips, cards))
        if self.o.three_of_a_kind and len(cards) == 3 and len({card[:-1] for card in cards}) == 1:
            return 61
        return 2 * max(sum(self.pips(card) for card in cards if card[-1] == suit) for suit in "CDHS")

    def worth(self, player):
        return self.worth_of(self.hands[player])

    def is_scat(self, player):
        return self.worth(player) == 62

    # What may be done

    def may_close(self, player):
        """Nobody closes after a knock (5), too low, or in the first lap where that is not allowed (4)."""
        return self.closer is None and (self.o.close_first_round or player in self.over)

    def legal(self):
        if self.drawn:
            return {self.turn: self.discards()}
        found = {("draw", "discard")} if self.pile else set()
        if self.stock or len(self.pile) > 1:
            found.add(("draw", "stock"))
        high_enough = self.worth(self.turn) >= 2 * self.o.min_knock
        if self.o.close_mode == "knock" and self.may_close(self.turn) and high_enough:
            found.add(("knock",))
        return {self.turn: found}

    def discards(self):
        """Any card but the one that was taken from the open pile (1, 2)."""
        found = set()
        for card in self.hands[self.turn]:
            if card != self.taken:
                found.add(("discard", card, 0))
                rest = [one for one in self.hands[self.turn] if one != card]
                high_enough = self.worth_of(rest) >= 2 * self.o.min_knock
                if self.o.close_mode == "close" and self.may_close(self.turn) and high_enough:
                    found.add(("discard", card, 1))
        return found

    def late(self, player):
        """A card from the stock; then the one without which the hand is worth most (14)."""
        moves = self.legal()[player]
        if not self.drawn:
            return {("draw", "stock")} & moves or moves
        rest = {
            move: self.worth_of([card for card in self.hands[player] if card != move[1]]) for move in moves
        }
        return {move for move in best(rest) if move[2] == 0}

    # Moves

    def draw(self, player, source):
        """From an empty stock after all but the open card are shuffled into it (10)."""
        if source == "discard":
            self.taken = card = self.pile.pop()
        else:
            if not self.stock:
                self.stock, self.pile = self.shuffled(self.pile[:-1]), self.pile[-1:]
            card = self.stock.pop()
        self.hands[player].append(card)
        self.drawn = True

    def discard(self, player, card, close):
        self.hands[player].remove(card)
        self.pile.append(card)
        if self.o.scat_ends and self.is_scat(player):  # 6
            self.showdown()
        elif close:
            self.closer = player
            self.showdown()
        else:
            self.turn_is_over(player)

    def knock(self, player):
        self.closer, self.due = player, [id for id in self.here if id != player]
        self.turn_is_over(player)

    def turn_is_over(self, player):
        """After a knock everybody else has one more turn."""
        self.over.add(player)
        if self.due is not None and player in self.due:
            self.due.remove(player)
        self.turn_to(self.after(player))

    def turn_to(self, player):
        """The next turn, unless those who had one more have had it, or nobody has closed for long (11)."""
        if self.due == [] or self.turns >= MOST_TURNS * len(self.here):
            self.showdown()
        else:
            self.turn, self.drawn, self.taken = player, False, ""
            self.turns += 1

    # The end of a hand

    def showdown(self):
        self.pausing, self.turn = True, None
        self.hands_played += 1
        worth = {id: self.worth(id) for id in self.here}
        scat = [id for id in self.here if self.is_scat(id)] if self.o.scat_ends else []
        if self.o.match == "single":
            self.single(scat or best(worth))
        else:
            self.lose_lives(worth, scat)

    def single(self, winners):
        """The highest hand wins, and equal ones share that (8)."""
        for id in winners:
            self.scores[id] += 1
        if self.hands_played >= self.o.rounds:
            self.winners = best({id: self.scores[id] for id in self.here})

    def lose_lives(self, worth, scat):
        """The lowest lose a life; who knocked two if they are lowest alone, and none if others are, too
        (7). Without lives a player is out; on the bus, with the next loss.
        """
        lowest = best(worth, min)
        knocker = self.closer if self.o.close_mode == "knock" else None
        if scat:
            cost = {id: 1 for id in self.here if id not in scat}
        elif lowest == [knocker]:
            cost = {knocker: 2}
        else:
            cost = {id: 1 for id in lowest if id != knocker}
        left = {id: max(0, self.lives[id] - cost.get(id, 0)) for id in self.here}
        out = [id for id in cost if not left[id] and not (self.o.bus and self.lives[id])]
        if out == self.here:  # 9
            left |= dict.fromkeys(best(worth), 1)
            out = [id for id in out if not left[id]]
        self.lives |= left
        self.here = [id for id in self.here if id not in out]
        if len(self.here) == 1:
            self.winners = list(self.here)

    def leave(self, player, cards):
        """The hand goes under the open pile (12); a knock remains (13)."""
        self.pile = cards + self.pile
        following = self.after(player)
        self.here.remove(player)
        del self.hands[player]
        if self.due is not None and player in self.due:
            self.due.remove(player)
        if self.turn == player:
            self.turn_to(following)

    def state(self):
        scores = self.scores if self.o.match == "single" else self.lives
        found = {"pile": heap(self.pile), "stock": self.stock, "scores": scores}
        return found | nonempty_hands(self.hands)
