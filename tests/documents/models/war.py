"""War once more. Numbers in comments are those of the situations in its rules."""

from __future__ import annotations

from .base import Model, best

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


class War(Model):
    """Packets by player, their top card last, and what each has laid on the table, the open card last.

    `flipping`: the players in the battle, and `ready`: those of them that have flipped; `waiting`: the cards
    of a war without a winner, taken by the winner of the next battle; `taker`: the winner of a battle
    whose cards still lie there.
    """

    def deal(self, packets):
        """Equal packets; with three players one card is left out."""
        assert {len(cards) for cards in packets.values()} == {52 // len(packets)}
        self.packets, self.rounds, self.waiting, self.taker = packets, 0, [], None
        self.clear()
        self.new_round()

    def clear(self):
        self.laid = {id: [] for id in self.here}

    def new_round(self):
        """Begin a round. A player without cards is out (8); a player with all cards has won."""
        holding = [id for id in self.here if self.packets[id] or id == self.taker]
        if len(holding) < 2 or self.rounds >= self.o.max_rounds:
            self.collect()
        if len(holding) < 2:
            self.winners = holding
        elif self.rounds >= self.o.max_rounds:  # 9
            self.winners = best({id: len(self.packets[id]) for id in self.here})
        else:
            self.rounds += 1
            self.ask(holding, 0)

    def ask(self, flipping, down):
        self.flipping, self.down, self.ready = flipping, down, set()

    def legal(self):
        return {id: {("flip",)} for id in self.flipping if id not in self.ready}

    def late(self, player):
        """The card is turned without the player (11)."""
        return {("flip",)}

    def flip(self, player):
        """The cards that lie face down and an open one: with fewer cards, the last one is open (1)."""
        self.collect()
        for _ in range(min(self.down + 1, len(self.packets[player]))):
            self.laid[player].append(self.packets[player].pop())
        self.ready.add(player)
        if self.ready == set(self.flipping):
            self.battle()

    def battle(self):
        highest = best({id: RANKS.index(self.laid[id][-1][:-1]) for id in self.flipping})
        if len(highest) == 1:
            self.won_by(highest[0])
        else:
            self.war(highest)

    def war(self, tied):
        """Let the players that tie for the highest card go on, and only them (5, 6, 7)."""
        if self.o.short_war == "lose":
            able = [id for id in tied if len(self.packets[id]) > self.o.down_cards]
        else:
            able = [id for id in tied if self.packets[id]]
        if len(able) > 1:
            self.unable(set(tied) - set(able))
            self.ask(able, self.o.down_cards)
        elif able:
            self.unable(set(tied) - set(able))
            self.won_by(*able)
        else:
            self.unable(tied)
            self.undecided(tied)

    def undecided(self, tied):
        """A draw if no cards are left (3), else the other players go on and the cards wait for a winner."""
        if any(self.packets.values()):
            self.waiting += self.table()
            self.clear()
            self.new_round()
        else:
            self.winners = tied

    def unable(self, players):
        """Take out players with too few cards. Their cards go to the winner (2, 4)."""
        for id in players:
            self.laid[id] += self.packets[id]
            self.packets[id] = []

    def won_by(self, winner):
        """The cards of a battle lie there until the next card is turned."""
        self.taker = winner
        self.new_round()

    def collect(self):
        """All cards of the table go below the winner's packet, shuffled (12)."""
        if self.taker is not None:
            self.packets[self.taker] = self.shuffled(self.waiting + self.table()) + self.packets[self.taker]
            self.waiting, self.taker = [], None
            self.clear()

    def table(self):
        """Return the cards of this battle."""
        return [card for cards in self.laid.values() for card in cards]

    def can_leave(self, player):
        """The packet is dealt to the others (10), it is left open in which order."""
        return False

    def state(self):
        laid = sorted(self.waiting + self.table())
        return {f"packet:{id}": self.packets[id] for id in self.here} | {"laid": laid}
