"""The common part of second accounts of games in which hands are played onto one pile."""

from __future__ import annotations

from .base import Model, heap, nonempty_hands


class Shedding(Model):
    """Hands by player, the pile with the open card on top, and the stock.

    `drawn`: the card that was just drawn and may be played; `silent`: who has one card left and has not said
    so.
    """

    def can_draw(self):
        """Return whether there is a card to draw, after shuffling if needed."""
        return bool(self.stock) or len(self.pile) > 1

    def on_turn(self):
        """Return the moves of the player on turn."""
        raise NotImplementedError

    def legal(self):
        found = {self.turn: self.on_turn()}
        if self.silent and not self.drawn:
            for id in self.here:
                if id != self.silent:
                    found[id] = found.get(id, set()) | {("catch",)}
        return found

    def take(self, player, count):
        """So many cards; into an empty stock all but the open card are shuffled."""
        got = []
        while len(got) < count and self.can_draw():
            if not self.stock:
                self.stock, self.pile = self.shuffled(self.pile[:-1]), self.pile[-1:]
            got.append(self.stock.pop())
        self.hands[player] += got
        return got

    def keep(self, player):
        self.pass_turn()

    def pass_turn(self, steps=1):
        self.turn, self.drawn = self.after(self.turn, steps), ""

    def leave(self, player, cards):
        """The hand is shuffled into the stock, and those who are left go on."""
        self.stock = self.shuffled(self.stock + cards)
        if self.turn == player:
            self.pass_turn()
        self.here.remove(player)
        self.silent = None if self.silent == player else self.silent
        del self.hands[player]

    def state(self):
        found = {"pile": heap(self.pile), "stock": self.stock, "scores": self.scores}
        return found | nonempty_hands(self.hands)
