"""Bots for Cheat: easy is careless, normal counts its cards, hard remembers and estimates.

A play is the cards that a player places face down in one turn, while claiming a rank for them. The play is a
lie if a card has another rank. To call a play means to say that it is a lie. The bots decide only once
whether to call a play: when they first see it. They place cards of the required rank if they have any.
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

SUIT_COUNT = 4
LIE_COUNTS = {1: 0.55, 2: 0.38, 3: 0.05, 4: 0.02}
"""Number of cards in a lie -> the assumed share of such lies among all lies.

Most players lie with few cards, because other players often hold enough cards to disprove a larger lie.
"""

ARRANGED = 0.7
"""The weight of `ARRANGED_COUNTS` in `truth_chance`. A random deal has the remaining weight.

A hand is not like a random deal: players lie with the cards that they need last, so they often hold cards of
the rank that comes up next. `ARRANGED` and `ARRANGED_COUNTS` were fitted to 600 games of normal bots.
"""
ARRANGED_COUNTS = {0: 0.3, 1: 0.5, 2: 0.16, 3: 0.035, 4: 0.005}
"""Number of cards of the required rank -> the chance that a player's hand has this number."""


class CheatBot(Bot):
    """The base of the bots for Cheat. It defines the order in which a bot considers its moves."""

    def choose(
        self, observation: Table, me: str, forms: Sequence[Form], memory: Memory, rng: Rng
    ) -> BotMove | None:
        """Return a call of the last play, or a play of the bot's own cards, or None to wait.

        If the last play has the last card of a hand, the bot does not wait: it calls the play, or says that
        it trusts the play.
        """
        assert isinstance(observation, CheatTable), "these bots play Cheat"
        forms_by_name = {form.name: form for form in forms}
        if "ready" in forms_by_name:
            return "ready", dict(forms_by_name["ready"].ties)
        last = observation.last
        call = forms_by_name.get("call_cheat")
        if last and call and memory.get("judged") != call.ties["moment"]:
            memory["judged"] = call.ties["moment"]
            if self.doubts(observation, me, last, memory, rng):
                return "call_cheat", dict(call.ties)
        if "place" in forms_by_name:
            return self._place(observation, me, forms_by_name["place"], memory, rng)
        if "trust" in forms_by_name and observation.pending_winner():
            return "trust", dict(forms_by_name["trust"].ties)
        return None

    def _place(self, observation: CheatTable, me: str, place: Form, memory: Memory, rng: Rng) -> BotMove:
        hand = observation.hand(me).cards
        rank = max(observation.ranks, key=lambda rank: sum(rank_of(card) == rank for card in hand))
        max_cards = min(observation.options.max_cards_per_play, len(hand))
        true_cards = [card for card in hand if rank_of(card) == rank][:max_cards]
        cards = (
            self.truth(observation, me, true_cards, max_cards, rng)
            if true_cards
            else self.lie(observation, me, max_cards, rng)
        )
        rank_arg = {"rank": RANKS[rank]} if len(place.fields) > 1 else {}
        return "place", {**place.ties, "cards": cards, **rank_arg}

    def truth(
        self, observation: CheatTable, me: str, true_cards: list[str], max_cards: int, rng: Rng
    ) -> list[str]:
        """Return the cards to place. `true_cards`: the cards of the hand with the required rank."""
        return true_cards

    def lie(self, observation: CheatTable, me: str, max_cards: int, rng: Rng) -> list[str]:
        """Return the cards to place when the hand has no card with the required rank."""
        return [rng.choice(observation.hand(me).cards)]

    def doubts(self, observation: CheatTable, me: str, last: Play, memory: Memory, rng: Rng) -> bool:
        """Return whether to call the last play."""
        raise NotImplementedError


class Easy(CheatBot):
    """A bot that calls at random: one play in ten, but half of the plays that empty a hand."""

    def doubts(self, observation: CheatTable, me: str, last: Play, memory: Memory, rng: Rng) -> bool:
        """Decide at random whether to call the last play."""
        return rng.chance(0.5 if observation.pending_winner() else 0.1)


class Normal(CheatBot):
    """A bot that counts the cards of its hand, and lies with the cards that it needs last."""

    def lie(self, observation: CheatTable, me: str, max_cards: int, rng: Rng) -> list[str]:
        """Return one or two of the cards that this seat will need last."""
        return needed_last(observation, me)[: min(max_cards, rng.between(1, 2))]

    def doubts(self, observation: CheatTable, me: str, last: Play, memory: Memory, rng: Rng) -> bool:
        """Return whether to call the play a lie: always if it certainly is one.

        If the play would win the game, the bot calls it if the probability of a lie is more than 0.2. In all
        other cases, the bot decides at random: a call is more likely if the player has few cards left, and
        less likely if the pile is large.
        """
        if own_count(observation, me, last.rank) + last.count > SUIT_COUNT * observation.options.decks:
            return True
        if observation.pending_winner():
            return truth_chance(observation, me, last, Counter()) < 0.8
        shortness = max(0.0, 1 - len(observation.hand(last.player).cards) / 10)
        pile_share = min(1.0, len(observation.pile.cards) / 20)
        return rng.chance(0.05 + 0.2 * max(0.0, shortness - 0.5 * pile_share))


class Hard(CheatBot):
    """A bot that remembers which cards players took, and compares cost and gain of a call."""

    LAST_CARD_DOUBT = 0.3
    """The bot calls a player's last cards if the probability of a lie is higher than this."""
    SMALL_PILE = 1
    """Maximum size of a pile for which an extra wrong card is sometimes worth the risk."""
    SURPLUS = 0.15
    """The probability with which the bot places an extra wrong card."""

    def remember(self, memory: Memory, me: str, events: Sequence[EventView]) -> None:
        """Note two things in `memory`.

        - `held`: other player -> the cards that this player has certainly taken with a pile
        - `under`: the bot's own cards in the pile
        """
        held_cards: dict[str, list[str]] = memory.setdefault("held", {})
        own_in_pile: list[str] = memory.setdefault("under", [])
        for event in events:
            if event.type == "dealt":
                held_cards.clear()
                own_in_pile.clear()
            elif event.type == "placed" and event.by == me:
                own_in_pile += [card for movement in event.cards for card in movement.faces or ()]
            elif event.type == "placed" and event.by in held_cards:
                held_cards[event.by] = _certainly_held(held_cards[event.by], event)
            elif event.type == "picked_up" and event.by is not None:
                shown_cards = [
                    card
                    for movement in event.cards
                    if movement.source == "reveal"
                    for card in movement.faces or ()
                ]
                if event.by != me:
                    held_cards.setdefault(event.by, []).extend(
                        [*shown_cards, *_hidden_of(own_in_pile, shown_cards)]
                    )
                own_in_pile.clear()

    def truth(
        self, observation: CheatTable, me: str, true_cards: list[str], max_cards: int, rng: Rng
    ) -> list[str]:
        """Return the true cards. If the pile is small, sometimes add a card of another rank."""
        hand = observation.hand(me).cards
        spare = [card for card in needed_last(observation, me) if card not in true_cards]
        is_small_pile = len(observation.pile.cards) <= self.SMALL_PILE
        is_risky = (
            len(true_cards) + 1 >= SUIT_COUNT * observation.options.decks or len(hand) <= len(true_cards) + 1
        )
        if (
            is_small_pile
            and spare
            and len(true_cards) < max_cards
            and not is_risky
            and rng.chance(self.SURPLUS)
        ):
            return [*true_cards, spare[0]]
        return true_cards

    def lie(self, observation: CheatTable, me: str, max_cards: int, rng: Rng) -> list[str]:
        """Return one wrong card. If the pile is small, sometimes return two."""
        is_small_pile = len(observation.pile.cards) <= self.SMALL_PILE and len(observation.hand(me).cards) > 3
        return needed_last(observation, me)[
            : min(max_cards, 2 if is_small_pile and rng.chance(self.SURPLUS) else 1)
        ]

    def doubts(self, observation: CheatTable, me: str, last: Play, memory: Memory, rng: Rng) -> bool:
        """Return whether the play is likely enough to be a lie."""
        known_cards: Counter[str] = Counter(memory.get("under", ()))
        for player, cards in memory.get("held", {}).items():
            if player != last.player:
                known_cards.update(cards)
        lie = 1 - truth_chance(
            observation, me, last, known_cards, memory.get("held", {}).get(last.player, [])
        )
        if observation.pending_winner():
            return lie > self.LAST_CARD_DOUBT
        return lie > self._call_threshold(observation, me, last)

    def _call_threshold(self, observation: CheatTable, me: str, last: Play) -> float:
        """Return the probability of a lie above which the bot calls.

        After a wrong call, this bot takes the pile. After a right call, one of several opponents takes the
        pile, which helps this bot a little. It helps more if this opponent was about to finish.
        """
        threat = 0.4 if len(observation.hand(last.player).cards) <= 3 else 0.2
        return 1 / (1 + threat)


BOTS: dict[Level, Bot] = {"easy": Easy(), "normal": Normal(), "hard": Hard()}
FAST = {"min_call_window_s": 0, "reveal_s": 0, "turn_s": 0}

CARDS_THAT_MATTER = 5
"""The lead in cards that is a clear advantage: more cards than one turn can place."""


def guess(table: CheatTable, viewer: str | None, rng: Rng) -> None:
    """Change an imagined table so that the last play is true if the player's cards allow it.

    Players are assumed to place cards of the claimed rank if they have any. So wrong cards in the last play
    are swapped for cards of the claimed rank from the player's hand.
    """
    last = table.last
    if last is None or last.caller or last.player == viewer:
        return
    hand, pile = table.hand(last.player).cards, table.pile.cards
    for place in range(len(pile) - last.count, len(pile)):
        matching = [at for at, card in enumerate(hand) if rank_of(card) == last.rank]
        if matching and rank_of(pile[place]) != last.rank:
            pile[place], hand[matching[0]] = hand[matching[0]], pile[place]
    hand.sort(key=by_rank)


def evaluate_player(table: CheatTable, player: str) -> float:
    """Return the number of rounds won, minus the number of cards in hand / `CARDS_THAT_MATTER`."""
    return table.player(player).score - len(table.hand(player).cards) / CARDS_THAT_MATTER


def own_count(observation: CheatTable, me: str, rank: int) -> int:
    """Return the number of cards of a rank in this seat's hand."""
    return sum(rank_of(card) == rank for card in observation.hand(me).cards)


def needed_last(observation: CheatTable, me: str) -> list[str]:
    """Return the hand, sorted: first the cards whose rank this seat has to claim latest.

    Between two turns of a seat, the required rank moves on by the number of players.
    """
    players, ranks = len(observation.active()), len(RANKS)
    turns = {(observation.ranks[0] + players * turn) % ranks: turn for turn in range(ranks, 0, -1)}
    return sorted(observation.hand(me).cards, key=lambda card: -turns.get(rank_of(card), 0))


def truth_chance(
    observation: CheatTable, me: str, last: Play, known_cards: Counter[str], held_cards: Sequence[str] = ()
) -> float:
    """Return the probability that the claim of the last play is true, by Bayes' rule.

    A truthful player is assumed to place all cards of the rank. So a play is true if the hand had exactly
    `count` cards of the rank, or at least `count` if no more cards may be placed. If all hands were random,
    the number of cards of the rank in a hand would follow a hypergeometric distribution over the cards that
    this seat has not seen. But players keep certain cards, so `ARRANGED_COUNTS` also counts, with the weight
    `ARRANGED`. A liar is assumed to have no card of the rank, and to choose the number of cards by
    `LIE_COUNTS`.

    - `known_cards`: cards that are certainly not in the play
    - `held_cards`: cards that the player certainly had before the play
    """
    decks = observation.options.decks
    sure_count = sum(rank_of(card) == last.rank for card in held_cards)
    elsewhere = own_count(observation, me, last.rank) + sum(
        n for card, n in known_cards.items() if rank_of(card) == last.rank
    )
    unseen_of_rank = SUIT_COUNT * decks - elsewhere - sure_count
    if last.count > unseen_of_rank + sure_count:
        return 0.0
    if sure_count >= last.count:
        return 0.95
    unseen = 52 * decks - len(observation.hand(me).cards) - known_cards.total() - len(held_cards)
    unknown_in_hand = max(0, len(observation.hand(last.player).cards) + last.count - len(held_cards))
    max_count = (
        unseen_of_rank + sure_count if last.count == observation.options.max_cards_per_play else last.count
    )
    by_deal = sum(
        _exactly(count - sure_count, unseen_of_rank, unknown_in_hand, unseen)
        for count in range(last.count, max_count + 1)
    )
    none_by_deal = _exactly(0, unseen_of_rank, unknown_in_hand, unseen) if not sure_count else 0.0
    truth = ARRANGED * ARRANGED_COUNTS.get(last.count, 0.01) + (1 - ARRANGED) * by_deal
    lie = (ARRANGED * ARRANGED_COUNTS[0] + (1 - ARRANGED) * none_by_deal) * LIE_COUNTS.get(last.count, 0.01)
    return truth / (truth + lie) if truth + lie > 0 else 0.0


def _exactly(hits: int, marked_count: int, draw_count: int, total: int) -> float:
    """Return the probability that `draw_count` cards contain exactly `hits` marked cards.

    The cards are drawn at random from `total` cards. `marked_count` of these are marked.
    """
    if hits > marked_count or hits > draw_count or draw_count - hits > total - marked_count:
        return 0.0
    return comb(marked_count, hits) * comb(total - marked_count, draw_count - hits) / comb(total, draw_count)


def _certainly_held(held_cards: list[str], event: EventView) -> list[str]:
    """Return the cards of `held_cards` that a player certainly still has after placing cards.

    If enough of `held_cards` have the claimed rank, the player has placed those. Otherwise, the player may
    have placed any cards, and no card is certain any more.
    """
    claimed_rank, count = RANK_PLURALS.index(str(event.args["rank"])), event.args["count"]
    other_cards = [card for card in held_cards if rank_of(card) != claimed_rank]
    return other_cards if len(held_cards) - len(other_cards) >= int(count) else []


def _hidden_of(own_in_pile: Sequence[str], shown_cards: Sequence[str]) -> list[str]:
    hidden = Counter(own_in_pile) - Counter(shown_cards)
    return list(hidden.elements())
