"""Kinds of decisions: everything about one kind in one place.

A game lists its decision kinds, one instance of each. The table keeps only the data of an open decision: its
kind, its players, its deadline and its moment. The kind says which forms those players get, what each form
does (a method with the name of the form and its fields as arguments), what the clock does for a player, what
becomes of the decision when a player leaves, and the sentences that the players and all others read.
"""

from __future__ import annotations

import abc
import keyword
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from cheat.engine.forms import Args, Form, by_chance, form, only_way
from cheat.engine.table import Decision, Mark, Table, Terms
from cheat.errors import Refused
from cheat.i18n.messages import Arg, Text, Words

T = TypeVar("T", bound=Table)

UNHURRIED = (0.4, 1.0)
"""Bounds of the fraction of its time for which a hushed reaction window stays open.

A hushed window hides whether any player can react, so it closes at a random time between these bounds.
"""


_METHODS = {name: f"{name}_" for name in keyword.kwlist}
"""The method names of forms whose names are keywords of Python."""


class Reason(NamedTuple):
    """A reason why a move is not offered.

    `move` is the name of the move; "" stands for every move. The reason holds for the player on turn only,
    unless `anybody` is set.
    """

    move: str
    sentence: str
    code: str = Refused.code
    anybody: bool = False


Reasons = tuple[Reason, ...]


class DecisionKind(abc.ABC, Generic[T]):
    """One kind of decision.

    `id` names it in the stored table. `clock` is the option that holds its seconds; without such an option
    the decision has no time limit. `optional`: letting the time pass is an answer. `behind` names a delay:
    until the delay is over, no player of the decision can do anything, and the clock does not run. The
    players that the game waits for read the prompt `held` during the delay, and `mine` after it; all others
    read `theirs`. All three are templates over `slots`. `always`: the forms, if they never change.
    `by_clock`: the name of a form without fields, which the clock carries out for a player. `settled`: if a
    player leaves, the clock decides for that player.
    """

    id: ClassVar[str]
    clock: ClassVar[str] = ""
    optional: ClassVar[bool] = False
    behind: ClassVar[str] = ""
    held: ClassVar[str] = ""
    mine: ClassVar[str] = ""
    theirs: ClassVar[str] = "Waiting for {asked}."
    reasons: ClassVar[Reasons] = ()
    always: ClassVar[tuple[Form, ...]] = ()
    by_clock: ClassVar[str] = ""
    settled: ClassVar[bool] = False
    terms: ClassVar[Terms]
    """All that the table needs each time it opens such a decision, in one tuple."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.terms = Terms(getattr(cls, "id", ""), cls.clock, cls.behind, cls.optional)

    def forms(self, t: T, player: str) -> list[Form]:
        """Return the forms of a player of this decision."""
        return [*self.always]

    def among(self, t: T, decision: Decision) -> list[str]:
        """Return the players that may have a form because of this decision: its own players."""
        return decision.players

    def offered(self, t: T, decision: Decision, players: Sequence[str]) -> dict[str, list[Form]]:
        """Return the forms of each of `players` that has any now. All of `players` are in `among`."""
        offered: dict[str, list[Form]] = {}
        if (behind := self.behind) and t.decision(behind):
            return offered
        for player in players:
            if forms := self.forms(t, player):
                offered[player] = forms
        return offered

    def put(self, t: T, player: str) -> bool:
        """Open the decision for a player if there is a choice; else carry out the only move.

        Returns whether the decision was opened.
        """
        offered = self.forms(t, player)
        values = only_way(offered[0], t.cards_of) if len(offered) == 1 else None
        if values is None:
            t.ask(type(self), player)
            return True
        self.carry_out(t, player, offered[0].name, values)
        return False

    def late(self, t: T, player: str) -> None:
        """Decide for a player because time is up.

        The clock takes the form `by_clock`, or else chooses by chance among all that the first form allows.
        """
        if self.by_clock:
            self.carry_out(t, player, self.by_clock, {})
            return
        chosen = self.forms(t, player)[0]
        self.carry_out(t, player, chosen.name, by_chance(chosen, t.cards_of, t.rng))

    def carry_out(self, t: T, player: str, name: str, values: Args) -> None:
        """Carry out an accepted form: call the method of its name (`pass_` for a keyword of Python)."""
        getattr(self, _METHODS.get(name, name))(t, player, **values)

    def gone(self, t: T, player: str) -> None:
        """Settle the decision for a player that leaves.

        If the kind is `settled`, the clock decides; otherwise the player's move in progress is dropped.
        """
        if self.settled:
            self.late(t, player)

    def without(self, t: T, leaver: str) -> None:
        """Adapt this open decision after a player has left the table."""

    def expire(self, t: T, decision: Decision) -> None:
        """Decide for all players that have not answered in time. The decision is no longer open."""
        for player in decision.waits_for():
            t.tell("timed_out", "{by} ran out of time.", by=player, tone="quiet")
            self.late(t, player)

    def explain(self, t: T, player: str, name: str, args: Args) -> Refused | None:
        """Return the reason of the rules for refusing these values, if they have a special one.

        If it returns None, the refusal says only that the values cannot be chosen. The player is one of the
        decision's players. `args` may be anything: they may have failed their check, or not been checked.
        """
        return None

    def refusal(self, t: T, player: str, name: str) -> Refused | None:
        """Return the reason why a move is not offered while this decision is open, if it has one.

        A method called `no_nope` returns the reason for the move `nope`. `reasons` lists the reasons that
        depend on nothing but the turn.
        """
        says: Callable[[T, str], Refused | None] | None = getattr(self, f"no_{name}", None)
        if says is not None:
            return says(t, player)
        for reason in self.reasons:
            if reason.move in ("", name) and (reason.anybody or t.turn == player):
                return Refused(reason.sentence, reason.code)
        return None

    @classmethod
    def marks(cls, t: Table, player: str) -> list[Mark]:
        """Return the public badges that this kind gives a player, even while it is not open."""
        return []

    def slots(self, t: T) -> dict[str, Arg]:
        """Return the values for the slots of `mine` and `theirs`."""
        asked = t.decisions[0].players
        return {"turn": t.turn or "", "asked": asked[0] if asked else ""}

    def prompt(self, t: T, player: str | None) -> Words:
        """Return the prompt of a viewer while this is the first open decision."""
        if player not in t.decisions[0].waits_for():
            return Text(self.theirs, self.slots(t))
        if self.held and t.decision(self.behind):
            return Text(self.held, self.slots(t))
        return self.yours(t)

    def yours(self, t: T) -> Words:
        """Return the prompt of the players that the game waits for."""
        return Text(self.mine, self.slots(t))

    def asked_now(self, t: T) -> Decision:
        """Return the open decision of this kind."""
        decision = t.decision(self.id)
        assert decision is not None, "it is asked"
        return decision


class OpenDecision(DecisionKind[T]):
    """A decision during which other players may act, too, for example by jumping in.

    `meanwhile` returns the forms of these other players. While none of them can act, an override of `among`
    may leave them out, which saves computing their forms.
    """

    @abc.abstractmethod
    def meanwhile(self, t: T, player: str) -> list[Form]:
        """Return the forms that any player has while this decision is open."""

    def among(self, t: T, decision: Decision) -> list[str]:
        """Return all active players."""
        return t.active()

    def offered(self, t: T, decision: Decision, players: Sequence[str]) -> dict[str, list[Form]]:
        """Return the forms of the decision's own players, and the forms for all meanwhile."""
        asked = super().offered(t, decision, [id for id in players if id in decision.players])
        offered = {id: [*asked.get(id, ()), *self.meanwhile(t, id)] for id in players}
        return {id: forms for id, forms in offered.items() if forms}


class Delay(DecisionKind[T]):
    """A time in which its players can do nothing; the next step comes by itself.

    `over`: the type of the event that is told at its end.
    """

    optional = True
    over: ClassVar[str] = ""

    def expire(self, t: T, decision: Decision) -> None:
        """Tell that the time is over."""
        t.tell(self.over, tone="quiet")

    def among(self, t: T, decision: Decision) -> list[str]:
        """Return no players."""
        return []


class ReactionWindow(DecisionKind[T]):
    """A time in which other players may react.

    It closes early if no player is left that could react. It is private which players could react, and a pass
    is told only to the player that passes. If the option named by `hush` is on, the window is `hushed`: it
    even hides that no player can react. Its closing time is then drawn when it opens and depends on no
    player's cards, and it closes earlier only when all have passed.

    `answer` is the form of reacting. `way` is the name of the form of passing, and `let` its label; `told`
    and `passed` are the type and the text of the event of a pass. `final`: a player that has passed cannot
    react any more.
    """

    optional = True
    hush: ClassVar[str] = ""
    answer: ClassVar[Form]
    way: ClassVar[str] = "pass"
    let: ClassVar[str] = "Let this happen"
    told: ClassVar[str] = "passed"
    passed: ClassVar[str] = "You let this happen."
    final: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        """Make `pass_` the method of the form of passing, which may have any name."""
        super().__init_subclass__()
        if cls.way not in ("", "pass", *vars(cls)):
            setattr(cls, cls.way, cls.pass_)

    @abc.abstractmethod
    def asked(self, t: T) -> list[str]:
        """Return the players that may react."""

    def able(self, t: T, players: Sequence[str]) -> Sequence[str]:
        """Return those of the decision's `players` that could react."""
        return players

    @abc.abstractmethod
    def close(self, t: T) -> None:
        """Go on with the game: no player has reacted, or none can react any more."""

    def open(self, t: T) -> None:
        """Open the window for all players that may react.

        It closes at once if there are none, or, unless it is hushed, if none of them can react.
        """
        decision = t.ask(type(self), *self.asked(t))
        hushed = self.hushed(t)
        if hushed and decision.until is not None:
            whole = decision.until - t.now
            decision.until = t.now + t.rng.between(*(round(part * whole) for part in UNHURRIED))
        self._close_unless(t, decision.players, hushed)

    def close_if_settled(self, t: T) -> None:
        """Close when all have passed, or, unless that is hidden, when no player left can react."""
        self._close_unless(t, self.asked_now(t).waits_for(), self.hushed(t))

    def _close_unless(self, t: T, waiting: Sequence[str], hushed: bool) -> None:
        if not waiting or not (hushed or self.able(t, waiting)):
            self.close(t)

    def without(self, t: T, leaver: str) -> None:
        """Close if the leaver was the last player that could react."""
        self.close_if_settled(t)

    def hushed(self, t: T) -> bool:
        """Return whether it is hidden that no player can react."""
        return bool(self.hush and getattr(t.options, self.hush))

    def offered(self, t: T, decision: Decision, players: Sequence[str]) -> dict[str, list[Form]]:
        """Return the forms of reacting and of passing.

        A player that has passed gets only the form of reacting, and only if passing is not `final`.
        """
        offered: dict[str, list[Form]] = {}
        if (behind := self.behind) and t.decision(behind):
            return offered
        passed, able, (either, reacting, letting) = decision.passed, self.able(t, players), self._offers
        if able is players and not passed:
            return dict.fromkeys(players, either)
        for player in players:
            if player not in passed:
                offered[player] = either if player in able else letting
            elif player in able and not self.final:
                offered[player] = reacting
        return offered

    def forms(self, t: T, player: str) -> list[Form]:
        """Return the forms of one player."""
        return self.offered(t, self.asked_now(t), [player]).get(player, [])

    @cached_property
    def _offers(self) -> tuple[list[Form], list[Form], list[Form]]:
        """The three offers: reacting or passing, only reacting, only passing."""
        letting = form(self.way, self.let, tone="quiet")
        return [self.answer, letting], [self.answer], [letting]

    def pass_(self, t: T, player: str) -> None:
        """Note that a player passes."""
        self.asked_now(t).passed.append(player)
        t.tell(self.told, self.passed, by=player, tone="quiet", seen=[player])
        self.close_if_settled(t)

    def expire(self, t: T, decision: Decision) -> None:
        """Close the window: time is up."""
        self.close(t)


class CardReactionWindow(ReactionWindow[T]):
    """A window in which players may react with one particular card, if they hold it.

    Its `slots` have a sentence `play`, which tells the move that players may react to.
    """

    card: ClassVar[str]
    mine, theirs = "{play} Do you let this happen?", "{play} Wait for the others."

    def able(self, t: T, players: Sequence[str]) -> Sequence[str]:
        """Return the players that hold the card."""
        card, zones, able = self.card, t.zones, []
        for id in players:
            if card in zones[f"hand:{id}"].cards:
                able.append(id)
        return able


class SimultaneousDecision(DecisionKind[T]):
    """A decision that several players answer in secret; it is resolved when all have.

    The method of a form calls `answer`. Until the decision is resolved, only the player that has answered
    knows the answer, and even that there is one.
    """

    answered: ClassVar[str] = "You have chosen."
    mine = "Choose. Your choice is shown when all players have chosen."
    theirs = "Waiting for the other players to choose."

    @abc.abstractmethod
    def choices(self, t: T, player: str) -> list[Form]:
        """Return the forms of a player that has not answered."""

    @abc.abstractmethod
    def resolve(self, t: T, answers: dict[str, dict[str, Any]]) -> None:
        """Apply the answers, by player, now that all have answered."""

    def forms(self, t: T, player: str) -> list[Form]:
        """Return the choices until the player has answered."""
        return [] if player in self.asked_now(t).answers else self.choices(t, player)

    def answer(self, t: T, player: str, **values: Any) -> None:
        """Keep an answer, and resolve the decision if it was the last."""
        decision = self.asked_now(t)
        decision.answers[player] = values
        t.tell("answered", self.answered, by=player, tone="quiet", seen=[player])
        self.resolve_if_settled(t)

    def resolve_if_settled(self, t: T) -> None:
        """Resolve the decision when the game waits for no player any more."""
        decision = self.asked_now(t)
        if not decision.waits_for():
            t.settle(self.id)
            self.resolve(t, {id: decision.answers[id] for id in decision.players if id in decision.answers})

    def expire(self, t: T, decision: Decision) -> None:
        """Let the clock answer for the players that have not."""
        t.decisions.insert(0, decision)
        super().expire(t, decision)

    def without(self, t: T, leaver: str) -> None:
        """Resolve the decision if the leaver was the last without an answer."""
        self.resolve_if_settled(t)
