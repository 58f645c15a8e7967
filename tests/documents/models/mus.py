"""Mus once more. Numbers in comments are those of the situations in its rules."""

from __future__ import annotations

from itertools import combinations

from .base import Model, nonempty_hands

LANCES = ["grande", "chica", "pares", "juego"]
BEST_JUEGOS = [31, 32, 40, 37, 36, 35, 34, 33]
ALL = 0
"""The stake of an órdago."""


def rank(card, kings):
    """The rank that counts: with eight kings a 3 is a king, and a 2 an ace."""
    number = int(card[:-1])
    return {3: 12, 2: 1}.get(number, number) if kings == 8 else number


def grande(ranks):
    return sorted(ranks, reverse=True)


def chica(ranks):
    return [-one for one in sorted(ranks)]


def pares(ranks):
    """Duples before three alike before a pair, then ranks (4, 5); empty without."""
    counts = {one: ranks.count(one) for one in ranks}
    paired = sorted((one for one, count in counts.items() if count > 1), reverse=True)
    if len(paired) == 2:
        return [3, *paired]
    if not paired:
        return []
    kind = {2: 1, 3: 2, 4: 3}[counts[paired[0]]]
    return [kind, *paired * (2 if kind == 3 else 1)]


def total(ranks):
    return sum(min(10, one) for one in ranks)


def juego(ranks, cards, real_31):
    """Return the rank of a sum of 31 or more; 0 below."""
    if total(ranks) < 31:
        return 0
    real = real_31 and sorted(int(card[:-1]) for card in cards) == [7, 7, 7, 10]
    return len(BEST_JUEGOS) + real - BEST_JUEGOS.index(total(ranks))


class Mus(Model):
    """Hands by player, the stock, what was laid off, and how far the betting is.

    `points`: of the game that is played, by the first player of each side; `scores`: games won. `settled`:
    what became of each lance, in order. Of the lance that is bet on: `speakers`, who take part, from the
    mano on; `asked`, who are still to say something; `bettor`, whose bet is on the table; `agreed` and
    `stake`, without and with that bet.
    """

    def __init__(self, seats, options):
        super().__init__(seats, options)
        self.dealer, self.points, self.corrido = None, dict.fromkeys(seats[:2], 0), options.mus_corrido

    def side(self, player):
        return self.seats[self.seats.index(player) % 2]

    def members(self, side):
        return [id for id in self.seats if self.side(id) == side]

    def other(self, side):
        return next(one for one in self.points if one != side)

    def deal(self, hands, stock, mano):
        assert {len(cards) for cards in hands.values()} == {4}
        self.dealer = self.after(self.dealer) if self.dealer else self.after(mano, -1)
        assert mano == self.after(self.dealer)
        self.hands, self.stock, self.thrown, self.mano = hands, stock, [], mano
        self.pausing, self.musses, self.settled, self.chosen = False, 0, {}, {}
        self.to_mus()

    # Mus

    def to_mus(self):
        self.phase, self.asked = "mus", self.around(self.mano)

    def mus(self, player):
        self.asked.remove(player)
        if not self.asked:
            self.musses += 1
            self.phase, self.chosen = "discard", {}

    def no_mus(self, player):
        """Note a cut. In the first hand, the player that cuts becomes mano, by the option."""
        if self.corrido:
            self.mano, self.dealer = player, self.after(player, -1)
        self.corrido = False
        self.begin("grande")

    def discard(self, player, cards):
        """At least one card (1); all choose at once, and get new ones from the mano on."""
        self.chosen[player] = cards
        self.hands[player] = [card for card in self.hands[player] if card not in cards]
        if len(self.chosen) == len(self.seats):
            for id in self.around(self.mano):
                self.hands[id] += [self.new_card() for _ in self.chosen[id]]
            self.thrown += [card for laid in self.chosen.values() for card in laid]
            self.to_mus()

    def new_card(self):
        """When the stock is used up, what was laid off before is shuffled (2)."""
        if not self.stock:
            self.stock, self.thrown = self.shuffled(self.thrown), []
        return self.stock.pop()

    # Hands

    def ranks(self, player):
        return [rank(card, self.o.kings) for card in self.hands[player]]

    def worth(self, player, lance):
        """Return the worth of a hand in a lance; false if it takes no part."""
        ranks = self.ranks(player)
        return {
            "grande": lambda: grande(ranks),
            "chica": lambda: chica(ranks),
            "pares": lambda: pares(ranks),
            "juego": lambda: juego(ranks, self.hands[player], self.o.real_31),
            "punto": lambda: total(ranks),
        }[lance]()

    def taking_part(self, lance):
        return [id for id in self.around(self.mano) if self.worth(id, lance)]

    def winner(self, lance):
        """The best hand, of equal ones that which is nearest to the mano (3)."""
        return max(self.taking_part(lance), key=lambda id: self.worth(id, lance))

    # Betting

    def begin(self, lance):
        """Begin a lance.

        A player with nothing to bet on does not speak (15); if a side has nothing, no player does (6, 7).
        """
        if lance == "juego" and not self.taking_part("juego"):
            lance = "punto"
        self.phase, self.lance, self.speakers = "bet", lance, self.taking_part(lance)
        self.bettor, self.agreed, self.stake, self.asked = None, 0, 0, list(self.speakers)
        if len({self.side(id) for id in self.speakers}) < 2:
            self.settle("paso")

    def pass_(self, player):
        self.asked.remove(player)
        if not self.asked:
            self.settle("paso")

    def answered_by(self, side):
        """Return the players of a side that take part, in order."""
        self.phase, self.asked = "answer", [id for id in self.speakers if self.side(id) == side]

    def bet(self, player, count):
        self.offer(player, count)

    def ordago(self, player):
        self.offer(player, ALL)

    def raise_(self, player, count):
        self.offer(player, self.stake + count)

    def offer(self, player, stake):
        """One answer binds the side (11); what was on the table before is agreed."""
        self.agreed, self.stake, self.bettor = self.stake, stake, self.side(player)
        self.answered_by(self.other(self.bettor))

    def accept(self, player):
        if self.stake == ALL:
            self.game_won(self.side(self.winner(self.lance)))
        else:
            self.settle("accepted")

    def decline(self, player):
        """When all have declined, the bet wins what was agreed before, at least 1 (8, 9, 10)."""
        self.asked.remove(player)
        if self.asked:
            return
        if not self.score(self.bettor, max(1, self.agreed)):  # 12
            self.settle("declined")

    def settle(self, how):
        """Settle a lance. Then comes the next one, or the count."""
        self.settled[self.lance] = (how, self.bettor, self.stake)
        if len(self.settled) < len(LANCES):
            self.begin(LANCES[len(self.settled)])
        else:
            self.count()

    # Counting

    def score(self, side, points):
        """Add points. Return whether they win the game."""
        self.points[side] += points
        if self.points[side] >= self.o.target_score:
            self.game_won(side)
            return True
        return False

    def count(self):
        """In the order of the lances, until a side has won (13, 14)."""
        for lance, (how, bettor, stake) in self.settled.items():
            if not self.taking_part(lance):
                continue
            side = bettor if how == "declined" else self.side(self.winner(lance))
            points = (
                stake if how == "accepted" else 1 if how == "paso" and lance in ("grande", "chica") else 0
            )
            if self.score(side, points + self.extra(lance, side)):
                return
        self.pausing = True

    def extra(self, lance, side):
        """Return the points of a side for the cards of its members in a lance that it has won."""
        worth = [self.worth(id, lance) for id in self.members(side)]
        if lance == "pares":
            return sum(one[0] for one in worth if one)
        if lance == "juego":
            best = len(BEST_JUEGOS)
            return sum(3 if one >= best else 2 for one in worth if one)
        return 1 if lance == "punto" else 0

    def game_won(self, side):
        """The match is for the most games of all that may be played."""
        for id in self.members(side):
            self.scores[id] += 1
        self.pausing = True
        if self.scores[side] > self.o.games // 2:
            self.winners = self.members(side)
        else:
            self.points = dict.fromkeys(self.points, 0)

    # What may be done

    def legal(self):
        if self.phase == "mus":
            spent = self.o.max_mus and self.musses >= self.o.max_mus
            return {self.asked[0]: {("no_mus",)} if spent else {("mus",), ("no_mus",)}}
        if self.phase == "discard":
            return {id: self.discards(id) for id in self.seats if id not in self.chosen}
        if self.phase == "bet":
            bets = {("bet", count) for count in range(2, self.o.target_score + 1)}
            return {self.asked[0]: {("pass",), ("ordago",)} | bets}
        found = {("accept",), ("decline",)}
        if self.stake != ALL:
            found |= {("ordago",)} | {("raise", count) for count in range(1, self.o.target_score + 1)}
        return {self.asked[0]: found}

    def discards(self, player):
        hand = sorted(self.hands[player])
        return {("discard", some) for size in (1, 2, 3, 4) for some in combinations(hand, size)}

    def late(self, player):
        """Mus, if there is any; no more than kings and aces is kept; no bet is made or accepted (16)."""
        moves = self.legal()[player]
        if self.phase == "discard":
            low = tuple(
                sorted(card for card in self.hands[player] if rank(card, self.o.kings) not in (1, 12))
            )
            return {("discard", low)} if low else {move for move in moves if len(move[1]) == 1}
        return {("mus",), ("pass",), ("decline",)} & moves or moves

    def can_leave(self, player):
        """Nobody is out of a side."""
        return False

    def state(self):
        points = {id: self.points[self.side(id)] for id in self.seats}
        found = {"stock": self.stock, "points": points, "scores": self.scores}
        return found | nonempty_hands(self.hands)
