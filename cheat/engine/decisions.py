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

from cheat.engine.forms import Args, Form, form, only_values, random_values
from cheat.engine.table import Badge, Decision, DecisionTerms, Table
from cheat.errors import Refused
from cheat.i18n.messages import Arg, Text, Words

T = TypeVar("T", bound=Table)

HIDDEN_WINDOW_PARTS = (0.4, 1.0)
"""Bounds of the part of its time for which a window that hides its reactors stays open.

It hides whether any player can react, so it closes at a random time between these bounds.
"""


_METHODS = {name: f"{name}_" for name in keyword.kwlist}
"""The method names of forms whose names are keywords of Python."""


class Reason(NamedTuple):
    """A reason why a move is not offered.

    `move` is the name of the move; "" stands for every move. The reason holds for the player on turn only,
    unless `for_all` is set.
    """

    move: str
    sentence: str
    code: str = Refused.code
    for_all: bool = False


Reasons = tuple[Reason, ...]


class DecisionKind(abc.ABC, Generic[T]):
    """One kind of decision.

    `id` names it in the stored table. `clock` is the option that holds its seconds; without such an option
    the decision has no time limit. `optional`: letting the time pass is an answer. `after_delay` names a
    delay: until the delay is over, no player of the decision can do anything, and the clock does not run. The
    players that the game waits for read the prompt `delay_prompt` during the delay, and `own_prompt` after
    it; all others read `others_prompt`. All three are templates over `slots`. `fixed_forms`: the forms, if
    they never change. `timeout_form`: the name of a form without fields, which the clock carries out for a
    player. `times_out_leavers`: if a player leaves, the clock decides for that player.
    """

    id: ClassVar[str]
    clock: ClassVar[str] = ""
    optional: ClassVar[bool] = False
    after_delay: ClassVar[str] = ""
    delay_prompt: ClassVar[str] = ""
    own_prompt: ClassVar[str] = ""
    others_prompt: ClassVar[str] = "Waiting for {asked}."
    reasons: ClassVar[Reasons] = ()
    fixed_forms: ClassVar[tuple[Form, ...]] = ()
    timeout_form: ClassVar[str] = ""
    times_out_leavers: ClassVar[bool] = False
    terms: ClassVar[DecisionTerms]
    """All that the table needs each time it opens such a decision, in one tuple."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.terms = DecisionTerms(getattr(cls, "id", ""), cls.clock, cls.after_delay, cls.optional)

    def forms(self, t: T, player: str) -> list[Form]:
        """Return the forms of a player of this decision."""
        return [*self.fixed_forms]

    def possible_players(self, t: T, decision: Decision) -> list[str]:
        """Return the players that may have a form because of this decision: its own players."""
        return decision.players

    def forms_by_player(self, t: T, decision: Decision, players: Sequence[str]) -> dict[str, list[Form]]:
        """Return the forms of each of `players` that has any now. All are `possible_players`."""
        offered: dict[str, list[Form]] = {}
        if (delay := self.after_delay) and t.decision(delay):
            return offered
        for player in players:
            if forms := self.forms(t, player):
                offered[player] = forms
        return offered

    def open_if_choice(self, t: T, player: str) -> bool:
        """Open the decision for a player if there is a choice; else carry out the only move.

        Returns whether the decision was opened.
        """
        forms = self.forms(t, player)
        values = only_values(forms[0], t.cards_of) if len(forms) == 1 else None
        if values is None:
            t.open_decision(type(self), player)
            return True
        self.carry_out(t, player, forms[0].name, values)
        return False

    def time_out(self, t: T, player: str) -> None:
        """Decide for a player because time is up.

        The clock takes the form `timeout_form`, or else chooses by chance among all that the first form
        allows.
        """
        if self.timeout_form:
            self.carry_out(t, player, self.timeout_form, {})
            return
        chosen = self.forms(t, player)[0]
        self.carry_out(t, player, chosen.name, random_values(chosen, t.cards_of, t.rng))

    def carry_out(self, t: T, player: str, name: str, values: Args) -> None:
        """Carry out an accepted form: call the method of its name (`pass_` for a keyword of Python)."""
        getattr(self, _METHODS.get(name, name))(t, player, **values)

    def before_leave(self, t: T, player: str) -> None:
        """Settle the decision for a player that leaves.

        If the kind `times_out_leavers`, the clock decides; otherwise the player's move in progress is
        dropped.
        """
        if self.times_out_leavers:
            self.time_out(t, player)

    def after_leave(self, t: T, leaver: str) -> None:
        """Adapt this open decision after a player has left the table."""

    def expire(self, t: T, decision: Decision) -> None:
        """Decide for all players that have not answered in time. The decision is no longer open."""
        for player in decision.waits_for():
            t.tell("timed_out", "{by} ran out of time.", by=player, tone="quiet")
            self.time_out(t, player)

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
        reason_of_move: Callable[[T, str], Refused | None] | None = getattr(self, f"no_{name}", None)
        if reason_of_move is not None:
            return reason_of_move(t, player)
        for reason in self.reasons:
            if reason.move in ("", name) and (reason.for_all or t.turn == player):
                return Refused(reason.sentence, reason.code)
        return None

    @classmethod
    def badges(cls, t: Table, player: str) -> list[Badge]:
        """Return the public badges that this kind gives a player, even while it is not open."""
        return []

    def slots(self, t: T) -> dict[str, Arg]:
        """Return the values for the slots of `own_prompt` and `others_prompt`."""
        players = t.decisions[0].players
        return {"turn": t.turn or "", "asked": players[0] if players else ""}

    def prompt(self, t: T, player: str | None) -> Words:
        """Return the prompt of a viewer while this is the first open decision."""
        if player not in t.decisions[0].waits_for():
            return Text(self.others_prompt, self.slots(t))
        if self.delay_prompt and t.decision(self.after_delay):
            return Text(self.delay_prompt, self.slots(t))
        return self.prompt_of_players(t)

    def prompt_of_players(self, t: T) -> Words:
        """Return the prompt of the players that the game waits for."""
        return Text(self.own_prompt, self.slots(t))

    def current(self, t: T) -> Decision:
        """Return the open decision of this kind."""
        decision = t.decision(self.id)
        assert decision is not None, "it is open"
        return decision


class OpenDecision(DecisionKind[T]):
    """A decision during which other players may act, too, for example by jumping in.

    `forms_for_all` returns the forms of these other players. While none of them can act, an override of
    `possible_players` may leave them out, which saves computing their forms.
    """

    @abc.abstractmethod
    def forms_for_all(self, t: T, player: str) -> list[Form]:
        """Return the forms that any player has while this decision is open."""

    def possible_players(self, t: T, decision: Decision) -> list[str]:
        """Return all active players."""
        return t.active()

    def forms_by_player(self, t: T, decision: Decision, players: Sequence[str]) -> dict[str, list[Form]]:
        """Return the forms of the decision's own players, and the forms for all meanwhile."""
        own = super().forms_by_player(t, decision, [id for id in players if id in decision.players])
        offered = {id: [*own.get(id, ()), *self.forms_for_all(t, id)] for id in players}
        return {id: forms for id, forms in offered.items() if forms}


class Delay(DecisionKind[T]):
    """A time in which its players can do nothing; the next step comes by itself.

    `end_event`: the type of the event that is told at its end.
    """

    optional = True
    end_event: ClassVar[str] = ""

    def expire(self, t: T, decision: Decision) -> None:
        """Tell that the time is over."""
        t.tell(self.end_event, tone="quiet")

    def possible_players(self, t: T, decision: Decision) -> list[str]:
        """Return no players."""
        return []


class ReactionWindow(DecisionKind[T]):
    """A time in which other players may react.

    It closes early if no player is left that could react. It is private which players could react, and a pass
    is told only to the player that passes. If the option named by `hiding_option` is on, the window
    even hides that no player can react. Its closing time is then drawn when it opens and
    depends on no player's cards, and it closes earlier only when all have passed.

    `reaction` is the form of reacting. `passing_name` is the name of the form of passing, and `passing_label`
    its label; `passing_event` and `passing_text` are the type and the text of the event of a pass.
    `passing_is_final`: a player that has passed cannot react any more.
    """

    optional = True
    hiding_option: ClassVar[str] = ""
    reaction: ClassVar[Form]
    passing_name: ClassVar[str] = "pass"
    passing_label: ClassVar[str] = "Let this happen"
    passing_event: ClassVar[str] = "passed"
    passing_text: ClassVar[str] = "You let this happen."
    passing_is_final: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        """Make `pass_` the method of the form of passing, which may have any name."""
        super().__init_subclass__()
        if cls.passing_name not in ("", "pass", *vars(cls)):
            setattr(cls, cls.passing_name, cls.pass_)

    @abc.abstractmethod
    def possible_reactors(self, t: T) -> list[str]:
        """Return the players that may react."""

    def able_reactors(self, t: T, players: Sequence[str]) -> Sequence[str]:
        """Return those of the decision's `players` that could react."""
        return players

    @abc.abstractmethod
    def close(self, t: T) -> None:
        """Go on with the game: no player has reacted, or none can react any more."""

    def open(self, t: T) -> None:
        """Open the window for all players that may react.

        It closes at once if there are none, or, unless that is hidden, if none of them can react.
        """
        decision = t.open_decision(type(self), *self.possible_reactors(t))
        hides_reactors = self.hides_reactors(t)
        if hides_reactors and decision.until is not None:
            whole = decision.until - t.now
            decision.until = t.now + t.rng.between(*(round(part * whole) for part in HIDDEN_WINDOW_PARTS))
        self._close_unless(t, decision.players, hides_reactors)

    def close_if_settled(self, t: T) -> None:
        """Close when all have passed, or, unless that is hidden, when no player left can react."""
        self._close_unless(t, self.current(t).waits_for(), self.hides_reactors(t))

    def _close_unless(self, t: T, waiting: Sequence[str], hides_reactors: bool) -> None:
        if not waiting or not (hides_reactors or self.able_reactors(t, waiting)):
            self.close(t)

    def after_leave(self, t: T, leaver: str) -> None:
        """Close if the leaver was the last player that could react."""
        self.close_if_settled(t)

    def hides_reactors(self, t: T) -> bool:
        """Return whether it is hidden that no player can react."""
        return bool(self.hiding_option and getattr(t.options, self.hiding_option))

    def forms_by_player(self, t: T, decision: Decision, players: Sequence[str]) -> dict[str, list[Form]]:
        """Return the forms of reacting and of passing.

        A player that has passed gets only the form of reacting, and only if a pass is not final.
        """
        offered: dict[str, list[Form]] = {}
        if (delay := self.after_delay) and t.decision(delay):
            return offered
        passed, able, (either, react_only, pass_only) = (
            decision.passed_players,
            self.able_reactors(t, players),
            self._form_lists,
        )
        if able is players and not passed:
            return dict.fromkeys(players, either)
        for player in players:
            if player not in passed:
                offered[player] = either if player in able else pass_only
            elif player in able and not self.passing_is_final:
                offered[player] = react_only
        return offered

    def forms(self, t: T, player: str) -> list[Form]:
        """Return the forms of one player."""
        return self.forms_by_player(t, self.current(t), [player]).get(player, [])

    @cached_property
    def _form_lists(self) -> tuple[list[Form], list[Form], list[Form]]:
        """The three offers: reacting or passing, only reacting, only passing."""
        pass_form = form(self.passing_name, self.passing_label, tone="quiet")
        return [self.reaction, pass_form], [self.reaction], [pass_form]

    def pass_(self, t: T, player: str) -> None:
        """Note that a player passes."""
        self.current(t).passed_players.append(player)
        t.tell(self.passing_event, self.passing_text, by=player, tone="quiet", viewers=[player])
        self.close_if_settled(t)

    def expire(self, t: T, decision: Decision) -> None:
        """Close the window: time is up."""
        self.close(t)


class CardReactionWindow(ReactionWindow[T]):
    """A window in which players may react with one particular card, if they hold it.

    Its `slots` have a sentence `play`, which tells the move that players may react to.
    """

    card: ClassVar[str]
    own_prompt, others_prompt = "{play} Do you let this happen?", "{play} Wait for the others."

    def able_reactors(self, t: T, players: Sequence[str]) -> Sequence[str]:
        """Return the players that hold the card."""
        card, zones, able = self.card, t.zones, []
        for id in players:
            if card in zones[f"hand:{id}"].cards:
                able.append(id)
        return able


class SimultaneousDecision(DecisionKind[T]):
    """A decision that several players answer in secret; it is resolved when all have.

    The method of a form calls `reaction`. Until the decision is resolved, only the player that has answered
    knows the answer, and even that there is one.
    """

    answered_text: ClassVar[str] = "You have chosen."
    own_prompt = "Choose. Your choice is shown when all players have chosen."
    others_prompt = "Waiting for the other players to choose."

    @abc.abstractmethod
    def choices(self, t: T, player: str) -> list[Form]:
        """Return the forms of a player that has not answered."""

    @abc.abstractmethod
    def resolve(self, t: T, answers: dict[str, dict[str, Any]]) -> None:
        """Apply the answers, by player, now that all have answered."""

    def forms(self, t: T, player: str) -> list[Form]:
        """Return the choices until the player has answered."""
        return [] if player in self.current(t).answers else self.choices(t, player)

    def answer(self, t: T, player: str, **values: Any) -> None:
        """Keep an answer, and resolve the decision if it was the last."""
        decision = self.current(t)
        decision.answers[player] = values
        t.tell("answered", self.answered_text, by=player, tone="quiet", viewers=[player])
        self.resolve_if_settled(t)

    def resolve_if_settled(self, t: T) -> None:
        """Resolve the decision when the game waits for no player any more."""
        decision = self.current(t)
        if not decision.waits_for():
            t.close_decisions(self.id)
            self.resolve(t, {id: decision.answers[id] for id in decision.players if id in decision.answers})

    def expire(self, t: T, decision: Decision) -> None:
        """Let the clock answer for the players that have not."""
        t.decisions.insert(0, decision)
        super().expire(t, decision)

    def after_leave(self, t: T, leaver: str) -> None:
        """Resolve the decision if the leaver was the last without an answer."""
        self.resolve_if_settled(t)
