"""Crazy Eights without house rules once more, in plain Python: who may play what, and who has which cards."""

from __future__ import annotations

PIPS = {"A": 1, "J": 10, "Q": 10, "K": 10, "8": 50}


def points(card: str) -> int:
    rank = card[:-1]
    return PIPS.get(rank) or int(rank)


class Eights:
    """Hands by player, the pile with the open card on top, the size of the stock, the suit that was named."""

    def __init__(self, hands: dict[str, list[str]], pile: list[str], stock: int, turn: str) -> None:
        self.hands, self.pile, self.stock, self.turn = hands, pile, stock, turn
        self.named, self.drawn, self.passes = "", "", 0
        self.winners: list[str] = []

    def fits(self, card: str) -> bool:
        due = self.named or self.pile[-1][-1]
        return card[:-1] == "8" or card[-1] == due or (not self.named and card[:-1] == self.pile[-1][:-1])

    def may(self) -> dict[str, set[str]]:
        """The moves of who is on turn, and the cards of each."""
        mine = [self.drawn] if self.drawn else self.hands[self.turn]
        fitting = {card for card in mine if self.fits(card)}
        found = {"play": fitting} if fitting else {}
        if self.drawn:
            return {"play": set(), "keep": set()}
        left = self.stock or len(self.pile) > 1
        return found | ({"draw": set()} if left else {"pass": set()})

    def next(self) -> None:
        players = list(self.hands)
        self.turn, self.drawn = players[(players.index(self.turn) + 1) % len(players)], ""

    def play(self, card: str, suit: str) -> None:
        self.hands[self.turn].remove(card)
        self.pile.append(card)
        self.named, self.passes = suit, 0
        if not self.hands[self.turn]:
            self.winners = [self.turn]
        self.next()

    def draw(self, card: str) -> None:
        """The card that came; only the real stock knows it."""
        if not self.stock:
            self.stock, self.pile = len(self.pile) - 1, self.pile[-1:]
        self.stock, self.passes = self.stock - 1, 0
        self.hands[self.turn].append(card)
        if self.fits(card):
            self.drawn = card
        else:
            self.next()

    def pass_(self) -> None:
        self.passes += 1
        if self.passes == len(self.hands):
            sums = {id: sum(map(points, cards)) for id, cards in self.hands.items()}
            least = [id for id in sums if sums[id] == min(sums.values())]
            self.winners = least if len(least) == 1 else list(self.hands)
        self.next()
