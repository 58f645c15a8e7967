"""Asks: everything about one kind of decision in one place.

A game lists its asks, one instance of each. The table keeps only the data of what is asked: which ask,
of whom, until when, in which moment. An ask says which forms those who are asked get, what each of them
does (a method with the name of the form and its fields as arguments), what the clock does for them,
what becomes of the decision when they leave, and the sentences that they and the others read.
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
"""A window that hides who could react is open for a part of its time that is drawn between these."""


_METHODS = {name: f"{name}_" for name in keyword.kwlist}
"""The methods of forms whose names Python has for itself."""


class Reason(NamedTuple):
    """Why a move is not offered, or with "" why none is, for the player on turn or for `anybody`."""

    move: str
    sentence: str
    code: str = Refused.code
    anybody: bool = False


Reasons = tuple[Reason, ...]


class DecisionKind(abc.ABC, Generic[T]):
    """One kind of decision.

    `id` names it in the stored table. `clock` is the option that holds its seconds; without one it is not
    timed. `optional`: letting the time pass is an answer. `behind` names a pause: until it is over, nobody
    who is asked can do anything, and the clock does not run. `mine` and `theirs` are what those read who are
    waited for, and all others, and `held` what the former read during the pause; templates over `slots`.
    `always`: what may be done, where that is always the same. `by_clock`: the form without values that the
    clock takes for a player; `settled`: who leaves has answered as the clock would.
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
    """What the table asks of it each time, in one."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.terms = Terms(getattr(cls, "id", ""), cls.clock, cls.behind, cls.optional)

    def forms(self, t: T, player: str) -> list[Form]:
        """What this player, who is asked, may do."""
        return [*self.always]

    def among(self, t: T, decision: Decision) -> list[str]:
        """Who may have something to do now because of a decision of this kind: who is asked."""
        return decision.players

    def offered(self, t: T, decision: Decision, players: Sequence[str]) -> dict[str, list[Form]]:
        """What some of those `among` whom that is can do now, where that is anything."""
        offered: dict[str, list[Form]] = {}
        if (behind := self.behind) and t.decision(behind):
            return offered
        for player in players:
            if forms := self.forms(t, player):
                offered[player] = forms
        return offered

    def put(self, t: T, player: str) -> bool:
        """Ask a player, if there is anything to choose; else the only thing there is to do is done.

        Returns whether they are asked.
        """
        offered = self.forms(t, player)
        values = only_way(offered[0], t.cards_of) if len(offered) == 1 else None
        if values is None:
            t.ask(type(self), player)
            return True
        self.carry_out(t, player, offered[0].name, values)
        return False

    def late(self, t: T, player: str) -> None:
        """The clock decides for a player: what `by_clock` says, else by chance, among all that the first form
        allows.
        """
        if self.by_clock:
            self.carry_out(t, player, self.by_clock, {})
            return
        chosen = self.forms(t, player)[0]
        self.carry_out(t, player, chosen.name, by_chance(chosen, t.cards_of, t.rng))

    def carry_out(self, t: T, player: str, name: str, values: Args) -> None:
        """A form was accepted: call the method of its name (`pass_` where Python has the name for itself)."""
        getattr(self, _METHODS.get(name, name))(t, player, **values)

    def gone(self, t: T, player: str) -> None:
        """A player leaves instead of answering. What they had begun is dropped, unless it is `settled`."""
        if self.settled:
            self.late(t, player)

    def without(self, t: T, leaver: str) -> None:
        """Somebody has left the table while this is awaited: what that changes."""

    def expire(self, t: T, decision: Decision) -> None:
        """Time is up; the decision is no longer awaited."""
        for player in decision.waits_for():
            t.tell("timed_out", "{by} ran out of time.", by=player, tone="quiet")
            self.late(t, player)

    def explain(self, t: T, player: str, name: str, args: Args) -> Refused | None:
        """Why these values of a move are refused to a player who is asked, if the rules have more to say than
        that they cannot be chosen. Nothing is known of the values.
        """
        return None

    def refusal(self, t: T, player: str, name: str) -> Refused | None:
        """Why a move is not offered while this is asked, if this can tell: `no_nope` tells it of `nope`, and
        so do `reasons`, where nothing has to be looked at.
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
        """What all see of a player because of this, asked or not."""
        return []

    def slots(self, t: T) -> dict[str, Arg]:
        """What stands in the slots of `mine` and `theirs`."""
        asked = t.decisions[0].players
        return {"turn": t.turn or "", "asked": asked[0] if asked else ""}

    def prompt(self, t: T, player: str | None) -> Words:
        """What this viewer reads while this is the first thing that is asked."""
        if player not in t.decisions[0].waits_for():
            return Text(self.theirs, self.slots(t))
        if self.held and t.decision(self.behind):
            return Text(self.held, self.slots(t))
        return self.yours(t)

    def yours(self, t: T) -> Words:
        """What those read who are waited for."""
        return Text(self.mine, self.slots(t))

    def asked_now(self, t: T) -> Decision:
        """The decision of this ask that is awaited."""
        decision = t.decision(self.id)
        assert decision is not None, "it is asked"
        return decision


class OpenDecision(DecisionKind[T]):
    """A decision of some during which others may do something, too, such as jumping in: `meanwhile`. Where
    nobody can, `among` may say so, which saves looking at them all.
    """

    @abc.abstractmethod
    def meanwhile(self, t: T, player: str) -> list[Form]:
        """What anybody may do while this is asked."""

    def among(self, t: T, decision: Decision) -> list[str]:
        """Everybody."""
        return t.active()

    def offered(self, t: T, decision: Decision, players: Sequence[str]) -> dict[str, list[Form]]:
        """What who is asked can do, and what anybody may do meanwhile."""
        asked = super().offered(t, decision, [id for id in players if id in decision.players])
        offered = {id: [*asked.get(id, ()), *self.meanwhile(t, id)] for id in players}
        return {id: forms for id, forms in offered.items() if forms}


class Delay(DecisionKind[T]):
    """A time in which those who are asked can do nothing; what follows comes by itself. `over`: the event
    of its end.
    """

    optional = True
    over: ClassVar[str] = ""

    def expire(self, t: T, decision: Decision) -> None:
        """The time is over."""
        t.tell(self.over, tone="quiet")

    def among(self, t: T, decision: Decision) -> list[str]:
        """Nobody."""
        return []


class ReactionWindow(DecisionKind[T]):
    """A time in which others may react. It closes early when nobody is left who could.

    Who passed, and who could have reacted, is nobody's business: a pass is told only to who passed. Where
    it is `hushed`, as the option `hush` says, even that nobody can react is hidden: the time at which the
    window closes is drawn when it opens and depends on nobody's cards, and only when all have passed it
    closes before.
    `answer` is the form of reacting. `way` names the form of passing, `let` labels it; `told` and `passed`
    are the event of it, and `final` says that who has passed cannot react any more.
    """

    optional = True
    hush: ClassVar[str] = ""
    answer: ClassVar[Form]
    way: ClassVar[str] = "pass"
    let: ClassVar[str] = "Let it happen"
    told: ClassVar[str] = "passed"
    passed: ClassVar[str] = "You let it happen."
    final: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        """Passing is carried out whatever it is called."""
        super().__init_subclass__()
        if cls.way not in ("", "pass", *vars(cls)):
            setattr(cls, cls.way, cls.pass_)

    @abc.abstractmethod
    def asked(self, t: T) -> list[str]:
        """Who may react."""

    def able(self, t: T, players: Sequence[str]) -> Sequence[str]:
        """Who could react, of these players who are asked."""
        return players

    @abc.abstractmethod
    def close(self, t: T) -> None:
        """Nobody reacts, or nobody any more: what follows."""

    def open(self, t: T) -> None:
        """Ask everybody who may react; close at once where nobody can."""
        decision = t.ask(type(self), *self.asked(t))
        hushed = self.hushed(t)
        if hushed and decision.until is not None:
            whole = decision.until - t.now
            decision.until = t.now + t.rng.between(*(round(part * whole) for part in UNHURRIED))
        self._close_unless(t, decision.players, hushed)

    def close_if_settled(self, t: T) -> None:
        """Close when all have passed, or when nobody is left who can react, unless that is hidden."""
        self._close_unless(t, self.asked_now(t).waits_for(), self.hushed(t))

    def _close_unless(self, t: T, waiting: Sequence[str], hushed: bool) -> None:
        if not waiting or not (hushed or self.able(t, waiting)):
            self.close(t)

    def without(self, t: T, leaver: str) -> None:
        """The leaver may have been the last who could react."""
        self.close_if_settled(t)

    def hushed(self, t: T) -> bool:
        """Whether it is hidden that nobody can react."""
        return bool(self.hush and getattr(t.options, self.hush))

    def offered(self, t: T, decision: Decision, players: Sequence[str]) -> dict[str, list[Form]]:
        """Reactions, and letting it pass; to who did, the reactions only where that is not `final`."""
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
        """The same for one of them."""
        return self.offered(t, self.asked_now(t), [player]).get(player, [])

    @cached_property
    def _offers(self) -> tuple[list[Form], list[Form], list[Form]]:
        """Reacting or letting it pass, only reacting, and only letting it pass."""
        letting = form(self.way, self.let, tone="quiet")
        return [self.answer, letting], [self.answer], [letting]

    def pass_(self, t: T, player: str) -> None:
        """A player lets it happen."""
        self.asked_now(t).passed.append(player)
        t.tell(self.told, self.passed, by=player, tone="quiet", seen=[player])
        self.close_if_settled(t)

    def expire(self, t: T, decision: Decision) -> None:
        """The time is over."""
        self.close(t)


class CardReactionWindow(ReactionWindow[T]):
    """A window in which one card answers: who holds it may play it. `play`, in its `slots`, says what was
    played.
    """

    card: ClassVar[str]
    mine, theirs = "{play} Do you let it happen?", "{play} Wait for the others."

    def able(self, t: T, players: Sequence[str]) -> Sequence[str]:
        """Who holds the card."""
        card, zones, able = self.card, t.zones, []
        for id in players:
            if card in zones[f"hand:{id}"].cards:
                able.append(id)
        return able


class SimultaneousDecision(DecisionKind[T]):
    """Several answer at once and secretly; it is resolved when all have.

    A form's method calls `answer`. What somebody answered, and that they did, is nobody else's business
    until then.
    """

    answered: ClassVar[str] = "Your choice is made."
    mine = "Choose. It is shown when all have chosen."
    theirs = "Waiting for the others to choose."

    @abc.abstractmethod
    def choices(self, t: T, player: str) -> list[Form]:
        """What a player who has not answered may do."""

    @abc.abstractmethod
    def resolve(self, t: T, answers: dict[str, dict[str, Any]]) -> None:
        """All have answered: what each of them gave."""

    def forms(self, t: T, player: str) -> list[Form]:
        """The choices, once."""
        return [] if player in self.asked_now(t).answers else self.choices(t, player)

    def answer(self, t: T, player: str, **values: Any) -> None:
        """Keep an answer, and resolve when it was the last."""
        decision = self.asked_now(t)
        decision.answers[player] = values
        t.tell("answered", self.answered, by=player, tone="quiet", seen=[player])
        self.resolve_if_settled(t)

    def resolve_if_settled(self, t: T) -> None:
        """Resolve when nobody is waited for any more."""
        decision = self.asked_now(t)
        if not decision.waits_for():
            t.settle(self.id)
            self.resolve(t, {id: decision.answers[id] for id in decision.players if id in decision.answers})

    def expire(self, t: T, decision: Decision) -> None:
        """The clock answers for those who have not."""
        t.decisions.insert(0, decision)
        super().expire(t, decision)

    def without(self, t: T, leaver: str) -> None:
        """The leaver may have been the last who had not answered."""
        self.resolve_if_settled(t)
