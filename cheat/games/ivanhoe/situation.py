"""The sentence about a player's situation in a tournament: leader and cost of withdrawing."""

from __future__ import annotations

from cheat.games.ivanhoe.table import IvanhoeTable
from cheat.i18n.messages import Text, Words, plural, text

CONTESTANTS = 2
"""A tournament with at least this number of players has no winner yet."""


def situation(t: IvanhoeTable, player: str | None) -> Words:
    """Return a sentence about the leader, and about the cost of withdrawing if that is possible.

    The sentence is empty if no tournament is running, or if the tournament has a winner.
    """
    if not t.colour or len(t.in_play()) < CONTESTANTS:
        return ""
    if player is None or not t.is_active(player):
        return _lead(t, player)
    if player in t.withdrawn_players:
        return text("{lead} You have withdrawn.", lead=_lead(t, player))
    if not _can_withdraw(t, player):
        return _lead(t, player)
    return text("{lead} {cost}", lead=_lead(t, player), cost=_cost(t, player))


def _can_withdraw(t: IvanhoeTable, player: str) -> bool:
    """Return whether a move that the player has now withdraws from the tournament."""
    decision = t.decision("turn")
    if decision is None or not decision.awaits(player) or t.must_open(player):
        return False
    return not t.stays(player) or (t.options.voluntary_withdraw and not t.opening)


def _lead(t: IvanhoeTable, viewer: str | None) -> Text:
    totals = {id: t.total(id) for id in t.in_play()}
    best = max(totals.values(), default=0)
    leaders: list[str | Text] = [id for id, total in totals.items() if total == best]
    own = totals.get(viewer) if viewer else None
    if not best:
        return Text("No card has been played yet.")
    if leaders == [viewer]:
        return text("You lead with {total}.", total=best)
    if viewer in leaders:
        others = [id for id in leaders if id != viewer]
        return text("You are tied at {total} with {leaders}.", total=best, leaders=others)
    if len(leaders) > 1 and own is not None:
        return text("You have {own}; {leaders} are tied at {total}.", own=own, total=best, leaders=leaders)
    if len(leaders) > 1:
        return text("Tied at {total}: {leaders}.", total=best, leaders=leaders)
    if own is not None:
        return text("You have {own}; {leader} leads with {total}.", own=own, leader=leaders[0], total=best)
    return text("{leader} leads with {total}.", leader=leaders[0], total=best)


def _cost(t: IvanhoeTable, player: str) -> Text:
    count = len(t.display(player).cards)
    if not count:
        return Text("Withdrawing costs you nothing.")
    if t.costs_token(player):
        return plural(
            "Withdrawing costs you {count} card and a token.",
            "Withdrawing costs you {count} cards and a token.",
            count=count,
        )
    return plural("Withdrawing costs you {count} card.", "Withdrawing costs you {count} cards.", count=count)
