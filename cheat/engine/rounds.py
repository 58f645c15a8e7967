"""Matches: rounds that are dealt one after the other, until one of them ends the match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

from cheat.engine.cards import Face
from cheat.engine.decisions import DecisionKind
from cheat.engine.forms import form
from cheat.engine.table import Decision, Mark, Player, Table, following
from cheat.i18n.messages import Text, Words, all_of, text

NEXT_ROUND_S = 20
"""Time to look at the result of a round before the next is dealt; everybody may say "ready" earlier."""


class Rounds(Table, kw_only=True):
    """A table for matches. `dealer`: whose deal it is; `round_winner`: set between two rounds, "" where
    nobody has won; `worth`: what a card left in a hand counts.
    """

    worth: ClassVar[Any] = staticmethod(lambda card: 1)

    dealer: str = ""
    round_winner: str = ""

    def deal_round(self) -> None:
        """Everybody gets their cards for one round, and somebody begins."""
        raise NotImplementedError

    def fewest_win(self) -> bool:
        """Whether points are bad: an option called `scoring` may say `penalty`."""
        return bool(getattr(self.options, "scoring", "") == "penalty")

    def in_hand(self, player: str) -> int:
        """What the cards left in a hand count."""
        return sum(map(self.worth, self.hand(player).cards))

    def follow(self, previous: Self | None) -> None:
        """Begin where the last game of the room ended: the deal moves on, and its winner is known."""
        self.dealer = self._dealer_after(previous)
        if previous and previous.result and previous.result.winners:
            self.round_winner = previous.result.winners[0]

    def _dealer_after(self, previous: Self | None) -> str:
        """Who deals first: the last seat, and in later games the next one clockwise that is still here."""
        players = self.active()
        dealer, before = (previous.dealer, [one.id for one in previous.players]) if previous else ("", [])
        seats = players if dealer in players else before
        here = set(seats) & set(players)
        return following(seats, dealer, here) if here else players[-1]

    def clear(self) -> None:
        """A round is over: nothing of it is left but the cards."""

    def cut_for_deal(self, counts: Callable[[str], int], faces: Mapping[str, Face]) -> None:
        """Who draws the highest card deals; only those who share it draw again."""
        highest = self.active()
        while len(highest) > 1:
            self.gather()
            worth = {id: self._cut(id, counts, faces) for id in highest}
            highest = those_with(max, worth)
        self.dealer = highest[0]
        self.tell("dealer", "{by} has the highest card and deals.", by=self.dealer)

    def _cut(self, player: str, counts: Callable[[str], int], faces: Mapping[str, Face]) -> int:
        card = self.deck.cards[-1]
        moved, points = self.move([card], self.deck, self.discard), counts(card)
        words, told = Text(faces[card].name), "{by} draws {card} for the deal: {points}."
        self.tell("drew_for_deal", told, by=player, tone="quiet", cards=[moved], card=words, points=points)
        return points

    def score_hands(self, target: int, winner: str = "") -> None:
        """The round is over, for `winner` or else for the lowest hand, if there is a single one: the winner
        gets the points that the others still hold, or everybody their own where the fewest win. `target`
        ends the match.
        """
        held, penalty = {id: self.in_hand(id) for id in self.active()}, self.fewest_win()
        best = [winner] if winner else those_with(min, held)
        winner, first = best[0] if len(best) == 1 else "", best[0]
        gain = sum(held.values()) - held[first] * len(held) if winner else 0
        for id in held if penalty else best:
            self.player(id).score += held[id] if penalty else gain
        if not winner:
            self.tell("round_over", "The lowest hands are equal: nobody wins the round.")
        elif penalty:
            self.tell("round_over", "{by} wins the round.", by=winner, tone="good", kind="round")
        else:
            scored = "{by} wins the round and scores {points}."
            self.tell("round_over", scored, by=winner, tone="good", kind="round", points=gain)
        scores = {id: self.player(id).score for id in held}
        if max(scores.values()) < target:
            self.await_next_round(winner)
        else:
            winners = those_with(min, scores) if penalty else best
            words = text("{winners} won the match.", winners=all_of(winners))
            self.end_match(winners, "won", words)

    def await_next_round(self, winner: str) -> None:
        """Nobody is on turn until all have seen the result."""
        self.clear()
        self.round_winner, self.turn, self.decisions = winner, None, []
        self.ask(BetweenRounds, *self.active(), seconds=NEXT_ROUND_S)

    def go_on_without(self, leaver: str) -> None:
        """The last one here wins, unless a leaver ends the match for all, as the options may say."""
        here = self.active()
        if self.options.on_leave == "abort":
            self.end_match([], "aborted", text("The match ended because {player} left.", player=leaver))
        elif len(here) == 1:
            self.end_match(here, "won", text("{player} won: nobody else is left.", player=here[0]))
        elif self.dealer == leaver:
            self.dealer = self.after(leaver, -1)

    def end_match(self, winners: Sequence[str], reason: str, words: Words) -> None:
        """The match is over. Behind the winners points count, then few cards in hand; leavers come last."""
        self.clear()
        sign = 1 if self.fewest_win() else -1

        def order(one: Player) -> tuple[bool, bool, int, int]:
            return one.id not in winners, not one.active, sign * one.score, self.in_hand(one.id)

        self.finish(list(winners), reason, words, order)


class BetweenRounds(DecisionKind[Rounds]):
    """Everybody looks at the result of a round until all are ready, or for a while. The next player deals."""

    id = "next_round"
    optional = True
    always = (form("ready", "Next round", tone="primary"),)

    def ready(self, t: Rounds, player: str) -> None:
        """A player has seen enough, and is no longer waited for."""
        decision = self.asked_now(t)
        decision.players.remove(player)
        decision.answers[player] = {}
        t.tell("ready", by=player, tone="quiet")
        self.without(t, player)

    def without(self, t: Rounds, leaver: str) -> None:
        """The next round begins when nobody is waited for any more."""
        if not self.asked_now(t).players:
            self.begin(t)

    def expire(self, t: Rounds, decision: Decision) -> None:
        """Everybody has had the time to look."""
        self.begin(t)

    def begin(self, t: Rounds) -> None:
        """The next round is dealt."""
        t.dealer = t.after(t.dealer)
        t.deal_round()

    def prompt(self, t: Rounds, player: str | None) -> Words:
        """Who has won, for everybody."""
        if not t.round_winner:
            return "Nobody won the round. The next one begins when all are ready."
        return text("{winner} won the round. The next one begins when all are ready.", winner=t.round_winner)

    @classmethod
    def marks(cls, t: Table, player: str) -> list[Mark]:
        """Who is ready."""
        decision = t.decision(cls.id)
        return [Mark("ready", "good", "ready")] if decision and player in decision.answers else []


def those_with(best: Callable[[Iterable[int]], int], worth: dict[str, int]) -> list[str]:
    """Who has the highest number (`max`), or the lowest (`min`)."""
    return [id for id in worth if worth[id] == best(worth.values())]
