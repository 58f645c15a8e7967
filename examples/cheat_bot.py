"""A bot for Cheat: it counts cards, remembers who took which, and lies with what it needs last.

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
SAID = dict(zip(PLURALS, RANKS, strict=True))
"""The server's English word for a rank -> the rank, as in the codes of cards."""
MAX_PROBES = 3
"""A player with so few cards left may soon be out, so a lie that passes costs more."""
LAST, NEARLY_SURE, SURE = 0.3, 0.7, 0.8
"""Lowest probability of a lie for a call: of a last card, with few cards left, otherwise."""
KEPT = 0.7
HELD = {0: 0.3, 1: 0.5, 2: 0.16, 3: 0.035, 4: 0.005}
"""The part of a hand that is no longer random, by the number of its cards of the due rank."""
LIES = {1: 0.55, 2: 0.38, 3: 0.05, 4: 0.02}
"""The share of lies by number of cards."""


class CheatBot(Bot):
    """A bot that counts cards.

    `picked_up`: the cards that others certainly have. `own_in_pile`: own cards that lie in the pile. `claim`:
    the player, number and rank of the last play.
    """

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.picked_up: dict[str, Counter[str]] = {}
        self.own_in_pile: Counter[str] = Counter()
        self.claim: tuple[str, int, str] | None = None
        self.judged_version: object = None

    # What it remembers

    def told(self, news: News) -> None:
        """Follow who claimed what, and who took the pile."""
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
        count, rank = int(event["args"]["count"]), SAID[event["args"]["rank"]]
        self.claim = (by, count, rank)
        if by == me:
            self.own_in_pile.update(_faces(event))
        elif by in self.picked_up:
            right = Counter({card: n for card, n in self.picked_up[by].items() if card[0] == rank})
            self.picked_up[by] = self.picked_up[by] - right if right.total() >= count else Counter()

    def _picked_up(self, event: Event, by: str, me: str | None) -> None:
        shown = Counter(_faces(event))
        if by != me:
            self.picked_up[by] = self.picked_up.get(by, Counter()) + (self.own_in_pile | shown)
        self.own_in_pile, self.claim = Counter(), None

    # What it does

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
        due = next(fact["text"] for fact in table["facts"] if fact.get("kind") == "rank")
        ranks = [rank for said, rank in SAID.items() if said in due] or list(RANKS)
        rank = max(ranks, key=lambda one: sum(card[0] == one for card in hand))
        most = table["options"]["max_cards_per_play"]
        true = [card for card in hand if card[0] == rank][:most]
        claim = {"rank": rank} if len(form["fields"]) > 1 else {}
        return form, {"cards": true or [self._needed_last(table, hand, rank)], **claim}

    def _needed_last(self, table: Table, hand: list[str], rank: str) -> str:
        """The card whose rank comes up latest in this bot's turns."""
        players = sum(zone["kind"] == "hand" for zone in table["zones"])
        turns = {
            RANKS[(RANKS.index(rank) + players * turn) % len(RANKS)]: turn
            for turn in range(len(RANKS), 0, -1)
        }
        return max(hand, key=lambda card: turns.get(card[0], len(RANKS)))

    def _doubts(self, table: Table) -> bool:
        if self.claim is None:
            return False
        left = next((zone["count"] for zone in table["zones"] if zone["id"] == f"hand:{self.claim[0]}"), 0)
        return self._lie(table, left) > (LAST if left == 0 else SURE if left > MAX_PROBES else NEARLY_SURE)

    def _lie(self, table: Table, left: int) -> float:
        """Return the probability that the last play is a lie, by Bayes' rule.

        Its player has `left` cards now. A player that has cards of the rank places all of them. A liar has
        none, and usually places one card.
        """
        assert self.claim is not None, "something was claimed"
        player, count, rank = self.claim
        decks, most = table["options"]["decks"], table["options"]["max_cards_per_play"]
        elsewhere = Counter(_hand(table)) + self.own_in_pile
        for other, cards in self.picked_up.items():
            if other != player:
                elsewhere += cards
        missing = 4 * decks - sum(n for card, n in elsewhere.items() if card[0] == rank)
        if missing < count:
            return 1.0
        if sum(n for card, n in self.picked_up.get(player, Counter()).items() if card[0] == rank) >= count:
            return 0.0
        unseen, drawn = 52 * decks - elsewhere.total(), left + count
        dealt = [_exactly(hits, missing, drawn, unseen) for hits in range(missing + 1)]
        truth = KEPT * HELD.get(count, 0) + (1 - KEPT) * sum(
            dealt[count : None if count == most else count + 1]
        )
        lie = (KEPT * HELD[0] + (1 - KEPT) * dealt[0]) * LIES.get(count, 0.01)
        return lie / (truth + lie)


def _hand(table: Table) -> list[str]:
    return next(zone["cards"] for zone in table["zones"] if zone["id"] == f"hand:{table['you']}")


def _faces(event: Event) -> list[str]:
    return [card for moved in event.get("cards", []) for card in moved.get("faces", [])]


def _exactly(hits: int, marked: int, drawn: int, total: int) -> float:
    """The chance of so many marked cards among `drawn` out of `total`."""
    if drawn - hits > total - marked:
        return 0.0
    return (
        comb(marked, hits) * comb(total - marked, drawn - hits) / comb(total, drawn) if hits <= drawn else 0.0
    )


if __name__ == "__main__":
    main(CheatBot, "cheat-bot")
