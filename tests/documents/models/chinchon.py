"""Chinchón once more. Numbers in comments are those of the situations in its rules."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from .base import Model, best, heap, nonempty_hands

MOST_HANDS = 50
RANKS = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]
JOKER, JOKER_POINTS = "JK", 25


def without(cards, *taken):
    """These cards but for some of them, each once."""
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)


def points(card):
    return JOKER_POINTS if card == JOKER else min(10, int(card[:-1]))


def total(cards):
    return sum(map(points, cards))


def plain(cards):
    return [card for card in cards if card != JOKER]


def is_run(cards):
    """Neighbours are those of the deck (4), and the 1 is the lowest (5)."""
    places = sorted(RANKS.index(int(card[:-1])) for card in plain(cards))
    alike = len({card[-1] for card in plain(cards)}) == 1 and len(set(places)) == len(places)
    return alike and places[-1] - places[0] < len(cards) <= len(RANKS)


@lru_cache(10_000)
def is_group(cards):
    """A set of three or four, or a run; at most one of three cards is a joker (13)."""
    if len(cards) < 3 or len(plain(cards)) < 2:
        return False
    return is_run(cards) or (len(cards) <= 4 and len({card[:-1] for card in plain(cards)}) == 1)


@lru_cache(10_000)
def groupings(cards):
    """All ways to lay cards in groups (6, 17): the groups, and the cards that are left."""
    if not cards:
        return [((), ())]
    first, rest = cards[0], cards[1:]
    found = [(groups, (first, *loose)) for groups, loose in groupings(rest)]
    for size in range(2, len(rest) + 1):
        for others in combinations(rest, size):
            if is_group((first, *others)):
                left = groupings(without(rest, *others))
                found += [(((first, *others), *groups), loose) for groups, loose in left]
    return found


def best_groupings(cards):
    """Return the groupings that leave the fewest points."""
    least = min(total(loose) for _, loose in groupings(cards))
    return [(groups, loose) for groups, loose in groupings(cards) if total(loose) == least]


def left_over(loose, groups):
    """The fewest points of cards that may be added to groups, one after the other, so that some fit only
    behind others (8).
    """
    least = total(loose)
    for card in loose:
        for at, group in enumerate(groups):
            if is_group((*group, card)):
                more = (*groups[:at], (*group, card), *groups[at + 1 :])
                least = min(least, left_over(without(loose, card), more))
    return least


def cost(cards, groups=()):
    """The fewest points of a hand whose loose cards may be added to these groups."""
    return min(left_over(loose, groups) for _, loose in groupings(cards))


class Chinchon(Model):
    """Hands by player, the open pile and the stock, their top cards last.

    `taken`: the card that was just taken from the open pile; `over`: who has had a turn in this hand. Where
    several groupings of who closes are equally good, any may be the one that is shown.
    """

    def __init__(self, seats, options):
        super().__init__(seats, options)
        self.dealer, self.hands_played, self.back = None, 0, set()

    def deal(self, hands, pile, stock, starter):
        """Seven cards each, and an open one."""
        assert {len(cards) for cards in hands.values()} == {7} and len(pile) == 1
        self.dealer = self.after(self.dealer) if self.dealer else self.after(starter, -1)
        assert starter == self.after(self.dealer)
        self.hands, self.pile, self.stock, self.pausing = hands, pile, stock, False
        self.turn, self.drawn, self.taken, self.over = starter, False, "", set()

    # What may be done

    def may_close(self, card):
        """With seven linked cards, or six and a low one (2), when all have had a turn (1)."""
        if self.over < set(self.here):
            return False
        loose = [left for _, left in groupings(without(self.hands[self.turn], card))]
        return any(not left or (len(left) == 1 and total(left) <= self.o.close_limit) for left in loose)

    def legal(self):
        if not self.drawn:
            found = {("draw", "discard")} if self.pile else set()
            return {self.turn: found | ({("draw", "stock")} if self.stock or len(self.pile) > 1 else set())}
        hand = self.hands[self.turn]
        found = {("discard", card) for card in hand if card != self.taken or self.o.retake_discard}  # 3
        return {self.turn: found | {("close", card) for card in hand if self.may_close(card)}}

    def late(self, player):
        """A card from the stock; then the one without which the fewest points are loose, the highest of
        them (16).
        """
        moves = self.legal()[player]
        if not self.drawn:
            return {("draw", "stock")} & moves or moves
        worth = {}
        for move in moves:
            if move[0] == "discard":
                left = cost(without(self.hands[player], move[1]))
                worth[move] = (-left, points(move[1]))
        return set(best(worth))

    def ways(self, player, move):
        """The groupings that may be shown."""
        if move[0] != "close":
            return 1
        return len(best_groupings(without(self.hands[player], move[1])))

    # Moves

    def draw(self, player, source):
        """From an empty stock after all but the open card are shuffled into it (9)."""
        if source == "discard":
            self.taken = card = self.pile.pop()
        else:
            if not self.stock:
                self.stock, self.pile = self.shuffled(self.pile[:-1]), self.pile[-1:]
            card = self.stock.pop()
        self.hands[player].append(card)
        self.drawn = True

    def discard(self, player, card):
        self.hands[player].remove(card)
        self.pile.append(card)
        self.over.add(player)
        self.turn_to(self.after(player))

    def turn_to(self, player):
        self.turn, self.drawn, self.taken = player, False, ""

    def close(self, player, card):
        self.hands[player].remove(card)
        groups, loose = best_groupings(tuple(self.hands[player]))[self.way_shown]
        if self.is_chinchon(player, pure=True) and self.o.chinchon_wins:
            self.pausing, self.winners = True, [player]
            return
        self.scores[player] += self.closing(player, loose)
        for id in self.here:
            if id != player:  # 7
                self.scores[id] += cost(tuple(self.hands[id]), groups if loose else ())
        self.hand_over()

    def is_chinchon(self, player, pure):
        """Seven neighbours of one suit, all of them themselves or not."""
        hand = self.hands[player]
        return is_run(hand) and (not pure or JOKER not in hand)

    def closing(self, player, loose):
        """Return the score for closing: minus ten for seven linked cards, more for a chinchón by the option
        (14).
        """
        if loose:
            return total(loose)
        if self.is_chinchon(player, pure=True):
            return -50
        if self.o.joker_chinchon and self.is_chinchon(player, pure=False):
            return -25
        return -10 if self.o.minus_ten else 0

    # The end of a hand

    def hand_over(self):
        """Take out players above the limit (12), which may come back once; the last one wins (10, 11)."""
        self.pausing, self.hands_played = True, self.hands_played + 1
        scores = {id: self.scores[id] for id in self.here}
        staying = [id for id in self.here if scores[id] <= self.o.limit]
        if not staying:
            self.winners = best(scores, min)
            return
        if self.o.reenter and len(staying) > 1:
            for id in self.here:
                if id not in staying and id not in self.back:
                    self.back.add(id)
                    self.scores[id] = max(scores[one] for one in staying)
        self.here = [id for id in self.here if self.scores[id] <= self.o.limit]
        if len(self.here) == 1:
            self.winners = list(self.here)
        elif self.hands_played >= MOST_HANDS:
            self.winners = best({id: self.scores[id] for id in self.here}, min)

    def leave(self, player, cards):
        """The cards go under the stock (15)."""
        self.stock = cards + self.stock
        following = self.after(player)
        self.here.remove(player)
        del self.hands[player]
        if self.turn == player:
            self.turn_to(following)

    def state(self):
        found = {"pile": heap(self.pile), "stock": self.stock, "scores": self.scores}
        return found | nonempty_hands(self.hands)
