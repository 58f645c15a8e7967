"""A bot for Cheat: it counts cards, remembers them, and lies with cards that it needs last.

python examples/cheat_bot.py http://localhost:8000 CODE [NAME]
"""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

from cheat.client import News
from cheat.client.bot import Bot, Decision, game_moves, main
from cheat.client.types import Event, Form, Table

RANKS = "A23456789TJQK"
PLURALS = (
    "Aces", "Twos", "Threes", "Fours", "Fives", "Sixes", "Sevens",
    "Eights", "Nines", "Tens", "Jacks", "Queens", "Kings",
)  # fmt: skip
RANK_OF_WORD = dict(zip(PLURALS, RANKS, strict=True))
"""The server's English word for a rank -> the rank, as in the codes of cards."""
FEW_CARDS = 3
"""With at most this many cards, a player may soon win, so missing a lie costs more."""
LAST_CARDS_DOUBT, FEW_CARDS_DOUBT, USUAL_DOUBT = 0.3, 0.7, 0.8
"""The bot calls a play if the probability of a lie is greater.

The numbers are for the last cards of a player, for a player with few cards left, and for all others.
"""
ARRANGED = 0.7
ARRANGED_COUNTS = {0: 0.3, 1: 0.5, 2: 0.16, 3: 0.035, 4: 0.005}
"""Number of cards of the required rank -> the chance that a player holds so many.

Players keep cards that they need soon, so a hand is not as random as the deal. `ARRANGED` is the weight of
these chances against a random deal.
"""
LIE_COUNTS = {1: 0.55, 2: 0.38, 3: 0.05, 4: 0.02}
"""Number of cards -> the assumed share of lies with so many cards among all lies."""


class CheatBot(Bot):
    """A bot that counts cards.

    - `picked_up`: id of another player -> the cards that this player certainly has
    - `own_in_pile`: the bot's own cards in the pile
    - `claim`: the player, the number of cards, and the rank of the last play
    """

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.picked_up: dict[str, Counter[str]] = {}
        self.own_in_pile: Counter[str] = Counter()
        self.claim: tuple[str, int, str] | None = None
        self.judged_version: object = None

    # Memory

    def remember(self, news: News) -> None:
        """Note claims, and cards that players pick up."""
        if news.reset:
            self._forget()
        for event in news.events:
            if event["type"] == "dealt":
                self._forget()
            elif event["type"] == "placed":
                self._placed(event, str(event.get("by")), news.table["you"])
            elif event["type"] == "picked_up":
                self._picked_up(event, str(event.get("by")), news.table["you"])

    def _forget(self) -> None:
        self.picked_up, self.own_in_pile, self.claim = {}, Counter(), None

    def _placed(self, event: Event, by: str, me: str | None) -> None:
        count, rank = int(event["args"]["count"]), RANK_OF_WORD[event["args"]["rank"]]
        self.claim = (by, count, rank)
        if by == me:
            self.own_in_pile.update(_faces(event))
        elif by in self.picked_up:
            placed_cards = Counter(
                {card: number for card, number in self.picked_up[by].items() if card[0] == rank}
            )
            self.picked_up[by] = (
                self.picked_up[by] - placed_cards if placed_cards.total() >= count else Counter()
            )

    def _picked_up(self, event: Event, by: str, me: str | None) -> None:
        shown_cards = Counter(_faces(event))
        if by != me:
            self.picked_up[by] = self.picked_up.get(by, Counter()) + (self.own_in_pile | shown_cards)
        self.own_in_pile, self.claim = Counter(), None

    # Decisions

    def choose(self, table: Table) -> Decision | None:
        """Call a lie, place, or wait."""
        forms = {form["name"]: form for form in game_moves(table)}
        call = forms.get("call_cheat")
        if call and self.judged_version != call["with"]:
            self.judged_version = call["with"]
            if self._doubts(table):
                return call, {}
        if "place" in forms:
            return self._place(table, forms["place"])
        quiet = forms.get("ready") or forms.get("pass") or forms.get("trust")
        return (quiet, {}) if quiet else None

    def _place(self, table: Table, form: Form) -> Decision:
        hand = _hand(table)
        required = next(fact["text"] for fact in table["facts"] if fact.get("kind") == "rank")
        ranks = [rank for word, rank in RANK_OF_WORD.items() if word in required] or list(RANKS)
        rank = max(ranks, key=lambda candidate: sum(card[0] == candidate for card in hand))
        max_cards = table["options"]["max_cards_per_play"]
        true_cards = [card for card in hand if card[0] == rank][:max_cards]
        claim = {"rank": rank} if len(form["fields"]) > 1 else {}
        return form, {"cards": true_cards or [self._needed_last(table, hand, rank)], **claim}

    def _needed_last(self, table: Table, hand: list[str], rank: str) -> str:
        """Return the card that the bot will need last: its rank comes up latest in the bot's turns."""
        players = sum(zone["kind"] == "hand" for zone in table["zones"])
        turns = {
            RANKS[(RANKS.index(rank) + players * turn) % len(RANKS)]: turn
            for turn in range(len(RANKS), 0, -1)
        }
        return max(hand, key=lambda card: turns.get(card[0], len(RANKS)))

    def _doubts(self, table: Table) -> bool:
        if self.claim is None:
            return False
        hand_size = next(
            (zone["count"] for zone in table["zones"] if zone["id"] == f"hand:{self.claim[0]}"), 0
        )
        return self._lie(table, hand_size) > (
            LAST_CARDS_DOUBT if hand_size == 0 else USUAL_DOUBT if hand_size > FEW_CARDS else FEW_CARDS_DOUBT
        )

    def _lie(self, table: Table, hand_size: int) -> float:
        """Return the probability that the last play is a lie, by Bayes' rule.

        `hand_size`: the number of cards that the player has left. A player that has cards of the rank is
        assumed to place all of them; a liar has none, and usually places one card.
        """
        assert self.claim is not None, "a player has placed cards"
        player, count, rank = self.claim
        decks, max_cards = table["options"]["decks"], table["options"]["max_cards_per_play"]
        elsewhere = Counter(_hand(table)) + self.own_in_pile
        for holder, cards in self.picked_up.items():
            if holder != player:
                elsewhere += cards
        missing = 4 * decks - sum(n for card, n in elsewhere.items() if card[0] == rank)
        if missing < count:
            return 1.0
        if sum(n for card, n in self.picked_up.get(player, Counter()).items() if card[0] == rank) >= count:
            return 0.0
        unseen, draw_count = 52 * decks - elsewhere.total(), hand_size + count
        by_deal = [_exactly(hits, missing, draw_count, unseen) for hits in range(missing + 1)]
        truth = ARRANGED * ARRANGED_COUNTS.get(count, 0) + (1 - ARRANGED) * sum(
            by_deal[count : None if count == max_cards else count + 1]
        )
        lie = (ARRANGED * ARRANGED_COUNTS[0] + (1 - ARRANGED) * by_deal[0]) * LIE_COUNTS.get(count, 0.01)
        return lie / (truth + lie)


def _hand(table: Table) -> list[str]:
    return next(zone["cards"] for zone in table["zones"] if zone["id"] == f"hand:{table['you']}")


def _faces(event: Event) -> list[str]:
    return [card for travel in event.get("cards", []) for card in travel.get("faces", [])]


def _exactly(hits: int, marked_count: int, draw_count: int, total: int) -> float:
    """Return the chance of `hits` marked cards among `draw_count` cards from `total`."""
    if draw_count - hits > total - marked_count:
        return 0.0
    if hits > draw_count:
        return 0.0
    ways = comb(marked_count, hits) * comb(total - marked_count, draw_count - hits)
    return ways / comb(total, draw_count)


if __name__ == "__main__":
    main(CheatBot, "cheat-bot")
