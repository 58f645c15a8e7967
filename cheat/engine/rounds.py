"""Matches: games of several rounds, each with its own deal, until a score ends the match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

from cheat.engine.cards import Face
from cheat.engine.decisions import DecisionKind
from cheat.engine.forms import form
from cheat.engine.table import Badge, Decision, Player, Table, following
from cheat.i18n.messages import Text, Words, all_of, text

NEXT_ROUND_S = 20
"""Seconds in which players can look at the result of a round before the next round is dealt.

If all players say "ready", the next round is dealt earlier.
"""


class Rounds(Table, kw_only=True):
    """A table for matches.

    - `dealer`: the player that deals
    - `round_winner`: between two rounds, the winner of the last round, or "" if no player won it
    - `card_points`: a function that returns the points of a card that is left in a hand
    """

    card_points: ClassVar[Any] = staticmethod(lambda card: 1)

    dealer: str = ""
    round_winner: str = ""

    def deal_round(self) -> None:
        """Deal the cards for one round, and choose the first player."""
        raise NotImplementedError

    def fewest_win(self) -> bool:
        """Return whether the lowest score wins, that is, whether the option `scoring` is `penalty`."""
        return bool(getattr(self.options, "scoring", "") == "penalty")

    def hand_points(self, player: str) -> int:
        """Return the points of the cards left in a hand."""
        return sum(map(self.card_points, self.hand(player).cards))

    def continue_from(self, previous: Self | None) -> None:
        """Choose the first dealer. `previous`: the table of the room's previous game, if any.

        The winner of the previous game becomes `round_winner`.
        """
        self.dealer = self._dealer_after(previous)
        if previous and previous.result and previous.result.winners:
            self.round_winner = previous.result.winners[0]

    def _dealer_after(self, previous: Self | None) -> str:
        """Return the first dealer of this match.

        In the first game of a room, the player in the last seat deals. In later games, the next player
        clockwise after the last dealer of the previous game deals. Players that do not play any more are
        skipped.
        """
        players = self.active()
        dealer, previous_seats = (
            (previous.dealer, [player.id for player in previous.players]) if previous else ("", [])
        )
        seats = players if dealer in players else previous_seats
        present = set(seats) & set(players)
        return following(seats, dealer, present) if present else players[-1]

    def clear_round(self) -> None:
        """Clear everything that belongs to the finished round, except the cards."""

    def cut_for_deal(self, counts: Callable[[str], int], faces: Mapping[str, Face]) -> None:
        """Let all players draw a card.

        The player with the highest card deals. Players that tie for the highest card draw again.
        """
        highest = self.active()
        while len(highest) > 1:
            self.gather()
            points = {id: self._draw_for_deal(id, counts, faces) for id in highest}
            highest = players_with(max, points)
        self.dealer = highest[0]
        self.tell("dealer", "{by} has the highest card and deals.", by=self.dealer)

    def _draw_for_deal(self, player: str, counts: Callable[[str], int], faces: Mapping[str, Face]) -> int:
        card = self.deck.cards[-1]
        moved, points = self.move([card], self.deck, self.discard), counts(card)
        words, template = Text(faces[card].name), "{by} draws {card} to decide who deals: {points}."
        self.tell(
            "drew_for_deal", template, by=player, tone="quiet", cards=[moved], card=words, points=points
        )
        return points

    def score_hands(self, target: int, winner: str = "") -> None:
        """Score a finished round.

        `winner` wins the round. Without a `winner`, the player with the fewest points in hand wins. If
        several players tie, no player wins the round.

        For each other player, the winner gets the points of that player's hand minus the points of the
        winner's own hand. In matches in which the lowest score wins, each player gets the points of their own
        hand instead. The match ends when a score reaches `target`.
        """
        points, penalty = {id: self.hand_points(id) for id in self.active()}, self.fewest_win()
        best = [winner] if winner else players_with(min, points)
        winner, best_player = best[0] if len(best) == 1 else "", best[0]
        gain = sum(points.values()) - points[best_player] * len(points) if winner else 0
        for id in points if penalty else best:
            self.player(id).score += points[id] if penalty else gain
        if not winner:
            self.tell("round_over", "The lowest hands are tied: no player wins the round.")
        elif penalty:
            self.tell("round_over", "{by} wins the round.", by=winner, tone="good", kind="round")
        else:
            template = "{by} wins the round and scores {points}."
            self.tell("round_over", template, by=winner, tone="good", kind="round", points=gain)
        scores = {id: self.player(id).score for id in points}
        if max(scores.values()) < target:
            self.await_next_round(winner)
        else:
            winners = players_with(min, scores) if penalty else best
            words = text("{winners} won the match.", winners=all_of(winners))
            self.end_match(winners, "won", words)

    def await_next_round(self, winner: str) -> None:
        """Open the pause in which players look at the result.

        During the pause, no player is on turn.
        """
        self.clear_round()
        self.round_winner, self.turn, self.decisions = winner, None, []
        self.open_decision(BetweenRounds, *self.active(), seconds=NEXT_ROUND_S)

    def go_on_after_leave(self, leaver: str) -> None:
        """End the match if the option `on_leave` says so, or if only one player is left.

        Otherwise, if the dealer has left, the player before the dealer becomes dealer. So the player after
        the leaver deals the next round.
        """
        present = self.active()
        if self.options.on_leave == "abort":
            self.end_match([], "aborted", text("The match ended because {player} left.", player=leaver))
        elif len(present) == 1:
            self.end_match(present, "won", text("{player} won: no other player is left.", player=present[0]))
        elif self.dealer == leaver:
            self.dealer = self.player_after(leaver, -1)

    def end_match(self, winners: Sequence[str], reason: str, words: Words) -> None:
        """End the match.

        In the final order, winners come first and leavers last. All others are ordered by score, best first.
        Players with equal scores are ordered by the points of the cards in their hands, fewest first.
        """
        self.clear_round()
        sign = 1 if self.fewest_win() else -1

        def order(player: Player) -> tuple[bool, bool, int, int]:
            return (
                player.id not in winners,
                not player.active,
                sign * player.score,
                self.hand_points(player.id),
            )

        self.finish(list(winners), reason, words, order)


class BetweenRounds(DecisionKind[Rounds]):
    """A pause to look at the result of a round. It ends when all are ready, or when time is up.

    After the pause, the next player deals.
    """

    id = "next_round"
    optional = True
    fixed_forms = (form("ready", "Next round", tone="primary"),)

    def ready(self, t: Rounds, player: str) -> None:
        """Note that a player is ready for the next round."""
        decision = self.current(t)
        decision.players.remove(player)
        decision.answers[player] = {}
        t.tell("ready", by=player, tone="quiet")
        self.after_leave(t, player)

    def after_leave(self, t: Rounds, leaver: str) -> None:
        """Begin the next round if the game waits for no player any more."""
        if not self.current(t).players:
            self.begin_round(t)

    def expire(self, t: Rounds, decision: Decision) -> None:
        """Begin the next round, because the pause is over."""
        self.begin_round(t)

    def begin_round(self, t: Rounds) -> None:
        """Deal the next round."""
        t.dealer = t.player_after(t.dealer)
        t.deal_round()

    def prompt(self, t: Rounds, player: str | None) -> Words:
        """Return a sentence about the winner of the round, for all viewers."""
        if not t.round_winner:
            return "No player won the round. The next round begins when all players are ready."
        return text(
            "{by} won the round. The next round begins when all players are ready.", by=t.round_winner
        )

    @classmethod
    def badges(cls, t: Table, player: str) -> list[Badge]:
        """Return a badge for a player that is ready."""
        decision = t.decision(cls.id)
        return [Badge("ready", "good", "ready")] if decision and player in decision.answers else []


def players_with(best: Callable[[Iterable[int]], int], worth: dict[str, int]) -> list[str]:
    """Return the players with the best number in `worth`; `best` is `max` or `min`."""
    return [id for id in worth if worth[id] == best(worth.values())]
