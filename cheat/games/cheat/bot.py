"""Bots for Cheat: easy is careless, normal counts its cards, hard remembers and estimates.

All of them judge a play only once, when they first consider it, and place truthful cards when they can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb

from cheat.bots.bot import Bot, BotMove, Level, Memory
from cheat.engine.forms import Form
from cheat.engine.rng import Rng
from cheat.engine.table import EventView, Table
from cheat.games.cheat.rules import CheatTable, Play
from cheat.games.french_deck import RANK_PLURALS, RANKS, by_rank, rank_of

SUITS = 4
LIE_COUNTS = {1: 0.55, 2: 0.38, 3: 0.05, 4: 0.02}
"""The share of lies by number of cards.

Most players lie with few cards, because a big lie is easily disproved.
"""

ARRANGED = 0.7
"""The share of a hand that is no longer as random as the deal.

Players lie with the cards that they need last. So when a rank comes up, players often hold cards of this
rank. Fitted, together with `ARRANGED_COUNTS`, to 600 games of normal bots.
"""
ARRANGED_COUNTS = {0: 0.3, 1: 0.5, 2: 0.16, 3: 0.035, 4: 0.005}


class CheatBot(Bot):
    """The base of the bots for Cheat: the order in which a bot considers its moves."""

    def choose(
        self, observation: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Call, place, or wait. In the final window, tell the others not to wait for this bot."""
        assert isinstance(observation, CheatTable), "these bots play Cheat"
        offered = {form.name: form for form in forms}
        if "ready" in offered:
            return "ready", dict(offered["ready"].ties)
        last = observation.last
        call = offered.get("call_cheat")
        if last and call and memory.get("judged") != call.ties["moment"]:
            memory["judged"] = call.ties["moment"]
            if self.doubts(observation, me, last, memory, rng):
                return "call_cheat", dict(call.ties)
        if "place" in offered:
            return self._place(observation, me, offered["place"], memory, rng)
        if "trust" in offered and observation.pending_winner():
            return "trust", dict(offered["trust"].ties)
        return None

    def _place(self, observation: CheatTable, me: str, place: Form, memory: Memory, rng: Rng) -> BotMove:
        hand = observation.hand(me).cards
        rank = max(observation.ranks, key=lambda one: sum(rank_of(card) == one for card in hand))
        most = min(observation.options.max_cards_per_play, len(hand))
        true = [card for card in hand if rank_of(card) == rank][:most]
        cards = self.truth(observation, me, true, most, rng) if true else self.lie(observation, me, most, rng)
        rank_arg = {"rank": RANKS[rank]} if len(place.fields) > 1 else {}
        return "place", {**place.ties, "cards": cards, **rank_arg}

    def truth(self, observation: CheatTable, me: str, true: list[str], most: int, rng: Rng) -> list[str]:
        """Return the cards to place if some have the right rank."""
        return true

    def lie(self, observation: CheatTable, me: str, most: int, rng: Rng) -> list[str]:
        """Return the cards to place if none has the right rank."""
        return [rng.choice(observation.hand(me).cards)]

    def doubts(self, observation: CheatTable, me: str, last: Play, memory: Memory, rng: Rng) -> bool:
        """Return whether to call the last play."""
        raise NotImplementedError


class Easy(CheatBot):
    """A bot that calls at random: one play in ten, every second last card."""

    def doubts(self, observation: CheatTable, me: str, last: Play, memory: Memory, rng: Rng) -> bool:
        """Return a random answer."""
        return rng.chance(0.5 if observation.pending_winner() else 0.1)


class Normal(CheatBot):
    """A bot that counts its own cards, and lies with the ones that it needs last."""

    def lie(self, observation: CheatTable, me: str, most: int, rng: Rng) -> list[str]:
        """Return one or two cards of the rank that this seat will need last."""
        return needed_last(observation, me)[: min(most, rng.between(1, 2))]

    def doubts(self, observation: CheatTable, me: str, last: Play, memory: Memory, rng: Rng) -> bool:
        """Call a certain lie. Otherwise call at random.

        It calls more often if the player has few cards left, and less often if the pile is big.
        """
        if own_count(observation, me, last.rank) + last.count > SUITS * observation.options.decks:
            return True
        if observation.pending_winner():
            return truth_chance(observation, me, last, Counter()) < 0.8
        few = max(0.0, 1 - len(observation.hand(last.player).cards) / 10)
        big = min(1.0, len(observation.pile.cards) / 20)
        return rng.chance(0.05 + 0.2 * max(0.0, few - 0.5 * big))


class Hard(CheatBot):
    """A bot that remembers cards, and weighs the cost of a call against its gain.

    It remembers the cards that were shown and taken.
    """

    LAST_CARD_DOUBT = 0.3
    """The highest probability of a lie at which the bot does not call a last play."""
    SMALL_PILE = 1
    """The largest pile at which an extra wrong card is sometimes worth the risk."""
    SURPLUS = 0.15

    def remember(self, memory: Memory, me: str, events: Sequence[EventView]) -> None:
        """Keep `held`, cards that others certainly picked up, and `under`, own cards in the pile."""
        held: dict[str, list[str]] = memory.setdefault("held", {})
        under: list[str] = memory.setdefault("under", [])
        for event in events:
            if event.type == "dealt":
                held.clear()
                under.clear()
            elif event.type == "placed" and event.by == me:
                under += [card for moved in event.cards for card in moved.faces or ()]
            elif event.type == "placed" and event.by in held:
                held[event.by] = _certainly_held(held[event.by], event)
            elif event.type == "picked_up" and event.by is not None:
                shown = [
                    card for moved in event.cards if moved.source == "reveal" for card in moved.faces or ()
                ]
                if event.by != me:
                    held.setdefault(event.by, []).extend([*shown, *_hidden_of(under, shown)])
                under.clear()

    def truth(self, observation: CheatTable, me: str, true: list[str], most: int, rng: Rng) -> list[str]:
        """Return the true cards. On a small pile, sometimes add a card of another rank."""
        hand = observation.hand(me).cards
        spare = [card for card in needed_last(observation, me) if card not in true]
        small = len(observation.pile.cards) <= self.SMALL_PILE
        risky = len(true) + 1 >= SUITS * observation.options.decks or len(hand) <= len(true) + 1
        if small and spare and len(true) < most and not risky and rng.chance(self.SURPLUS):
            return [*true, spare[0]]
        return true

    def lie(self, observation: CheatTable, me: str, most: int, rng: Rng) -> list[str]:
        """Return as few cards as possible. On a small pile, sometimes return a second one."""
        small = len(observation.pile.cards) <= self.SMALL_PILE and len(observation.hand(me).cards) > 3
        return needed_last(observation, me)[: min(most, 2 if small and rng.chance(self.SURPLUS) else 1)]

    def doubts(self, observation: CheatTable, me: str, last: Play, memory: Memory, rng: Rng) -> bool:
        """Return whether a call is expected to cost less than letting the play pass."""
        known: Counter[str] = Counter(memory.get("under", ()))
        for player, cards in memory.get("held", {}).items():
            if player != last.player:
                known.update(cards)
        lie = 1 - truth_chance(observation, me, last, known, memory.get("held", {}).get(last.player, []))
        if observation.pending_winner():
            return lie > self.LAST_CARD_DOUBT
        return lie > self._call_threshold(observation, me, last)

    def _call_threshold(self, observation: CheatTable, me: str, last: Play) -> float:
        """Return the lowest probability of a lie at which a call is worth it.

        A wrong call puts the pile into this hand. A right call gives the pile to one of several opponents,
        which helps a little. It helps more if this opponent was about to finish.
        """
        threat = 0.4 if len(observation.hand(last.player).cards) <= 3 else 0.2
        return 1 / (1 + threat)


BOTS: dict[Level, Bot] = {"easy": Easy(), "normal": Normal(), "hard": Hard()}
FAST = {"min_call_window_s": 0, "reveal_s": 0, "turn_s": 0}

CARDS_THAT_MATTER = 5
"""The lead in cards that is a clear advantage: more cards than one turn can place."""


def guess(table: CheatTable, viewer: str | None, rng: Rng) -> None:
    """Assume that a player places cards of the claimed rank if the hand has any.

    Wrong cards in the last play are swapped for cards of that rank from the hand. So the play is a lie only
    if the hand has too few of them.
    """
    last = table.last
    if last is None or last.caller or last.player == viewer:
        return
    hand, pile = table.hand(last.player).cards, table.pile.cards
    for place in range(len(pile) - last.count, len(pile)):
        held = [at for at, card in enumerate(hand) if rank_of(card) == last.rank]
        if held and rank_of(pile[place]) != last.rank:
            pile[place], hand[held[0]] = hand[held[0]], pile[place]
    hand.sort(key=by_rank)


def evaluate_player(table: CheatTable, player: str) -> float:
    """Return the score of a player. Rounds won count, and so do few cards in hand."""
    return table.player(player).score - len(table.hand(player).cards) / CARDS_THAT_MATTER


def own_count(observation: CheatTable, me: str, rank: int) -> int:
    """Return the number of cards of a rank in this seat's hand."""
    return sum(rank_of(card) == rank for card in observation.hand(me).cards)


def needed_last(observation: CheatTable, me: str) -> list[str]:
    """Return the hand, beginning with the cards whose rank comes up last in this seat's turns.

    From one turn of a seat to its next turn, the rank moves on by the number of players.
    """
    players, ranks = len(observation.active()), len(RANKS)
    turns = {(observation.ranks[0] + players * turn) % ranks: turn for turn in range(ranks, 0, -1)}
    return sorted(observation.hand(me).cards, key=lambda card: -turns.get(rank_of(card), 0))


def truth_chance(
    observation: CheatTable, me: str, last: Play, known: Counter[str], held: Sequence[str] = ()
) -> float:
    """Return the probability that the last play is what it claims to be, by Bayes' rule.

    A truthful player places all cards of the rank. So a play is true if the hand before it had exactly
    `count` cards of the rank. If `count` is the most that may be placed, the hand had at least `count`. This
    probability is hypergeometric over the cards that this seat has not seen. A liar had no such card, and
    chose the number of cards by `LIE_COUNTS`. `known`: cards that are certainly elsewhere; `held`: cards that
    the player certainly had before the play.
    """
    decks = observation.options.decks
    sure = sum(rank_of(card) == last.rank for card in held)
    elsewhere = own_count(observation, me, last.rank) + sum(
        n for card, n in known.items() if rank_of(card) == last.rank
    )
    left = SUITS * decks - elsewhere - sure
    if last.count > left + sure:
        return 0.0
    if sure >= last.count:
        return 0.95
    unseen = 52 * decks - len(observation.hand(me).cards) - known.total() - len(held)
    drawn = max(0, len(observation.hand(last.player).cards) + last.count - len(held))
    most = left + sure if last.count == observation.options.max_cards_per_play else last.count
    by_deal = sum(_exactly(count - sure, left, drawn, unseen) for count in range(last.count, most + 1))
    none_by_deal = _exactly(0, left, drawn, unseen) if not sure else 0.0
    truth = ARRANGED * ARRANGED_COUNTS.get(last.count, 0.01) + (1 - ARRANGED) * by_deal
    lie = (ARRANGED * ARRANGED_COUNTS[0] + (1 - ARRANGED) * none_by_deal) * LIE_COUNTS.get(last.count, 0.01)
    return truth / (truth + lie) if truth + lie > 0 else 0.0


def _exactly(hits: int, marked: int, drawn: int, total: int) -> float:
    """Return the hypergeometric probability of `hits` marked cards among `drawn` from `total`."""
    if hits > marked or hits > drawn or drawn - hits > total - marked:
        return 0.0
    return comb(marked, hits) * comb(total - marked, drawn - hits) / comb(total, drawn)


def _certainly_held(held: list[str], event: EventView) -> list[str]:
    """Return the cards that a player certainly still has after placing some.

    If enough cards in `held` have the claimed rank, these were placed. Otherwise any of them may have been
    placed, and nothing is certain any more.
    """
    claimed, count = RANK_PLURALS.index(str(event.args["rank"])), event.args["count"]
    rest = [card for card in held if rank_of(card) != claimed]
    return rest if len(held) - len(rest) >= int(count) else []


def _hidden_of(under: Sequence[str], shown: Sequence[str]) -> list[str]:
    rest = Counter(under) - Counter(shown)
    return list(rest.elements())
