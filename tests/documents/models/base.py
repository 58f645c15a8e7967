"""The common part of second accounts of rules: the seats, and the results of chance."""

from __future__ import annotations

from keyword import iskeyword


class NotShuffled(Exception):
    """Cards that were not shuffled in this step."""


class Model:
    """A match as people would keep it on paper.

    It knows nothing of documents, forms and zones. It is told what is dealt, who did what, and the orders
    in which cards came to lie when they were shuffled (`orders`, of this step); everything else it works
    out by itself. `o`: the options; `here`: who is still in the match, in seat order; `winners`: None until
    the match is over; `pausing`: a hand is over, and the next one is yet to be dealt.
    """

    def __init__(self, seats, options):
        self.seats, self.here, self.o = list(seats), list(seats), options
        self.scores, self.orders = dict.fromkeys(seats, 0), []
        self.turn, self.winners, self.pausing, self.way, self.way_shown = None, None, False, 1, 0

    def after(self, player, steps=1):
        """The player so many places after this one, who may have left."""
        seats = self.seats[:: self.way]
        at = seats.index(player) + 1
        ring = [id for id in seats[at:] + seats[:at] if id in self.here]
        return ring[(steps - 1) % len(ring)]

    def around(self, player):
        """All players, from this one on."""
        first = self.here.index(player)
        return self.here[first:] + self.here[:first]

    def shuffled(self, cards):
        """These cards in the order that chance gave them. Raises NotShuffled."""
        wanted = sorted(cards)
        for order in reversed(self.orders):
            if sorted(order) == wanted:
                return list(order)
        raise NotShuffled(cards)

    def legal(self):
        """Return the legal moves: player -> set of moves, each a name and values."""
        raise NotImplementedError

    def late(self, player):
        """The moves among which the clock may choose for a player: one, unless several are equally good."""
        raise NotImplementedError

    def act(self, player, name, *values):
        """A player's move."""
        getattr(self, f"{name}_" if iskeyword(name) else name)(player, *values)

    def ways(self, player, move):
        """In how many ways a move may be carried out; `way_shown` is the number of the one that is meant."""
        return 1

    def can_leave(self, player):
        """Return whether the rules are clear about the leaver's cards."""
        return True

    def leave(self, player, cards):
        """A player is gone for good, with a hand in which the cards lay in this order."""
        raise NotImplementedError

    def state(self):
        """Return the comparable part of the table: piles in order, hands as sets, numbers."""
        raise NotImplementedError


def best(worth, most=max):
    """Return the players with the highest number, or the lowest."""
    return [id for id in worth if worth[id] == most(worth.values())]


def nonempty_hands(hands):
    """Hands as a state has them, those that are not empty."""
    return {f"hand:{id}": sorted(cards) for id, cards in hands.items() if cards}


def heap(cards):
    """The open card on top, and what lies below it, in whatever order."""
    return cards[-1:], sorted(cards[:-1])
