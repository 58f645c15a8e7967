"""Decision kinds: base classes for the points at which a game waits for players or for time.

A game lists its decision kinds, one instance of each. The table stores only the data of an open decision: its
kind, its players, its deadline and its moment. The kind defines everything else:

- the forms of the players
- what each form does: a method with the name of the form, and with its fields as arguments
- what happens when the time of a player is up
- what happens to the decision when a player leaves
- the prompts: sentences that tell the decision's players, and all other viewers, what the game waits for
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
"""The earliest and latest closing time of a hiding window, as fractions of its full time.

A hiding window is a `ReactionWindow` that must not show whether any player can react. So, even if no player
can react, the window stays open until a random time between these two.
"""


_METHODS = {name: f"{name}_" for name in keyword.kwlist}
"""Keyword of Python that names a form -> the name of the form's method, such as `pass_`."""


class Reason(NamedTuple):
    """A reason why a move is not offered.

    `move` is the name of the move; "" stands for every move. The reason is given only to the player on turn,
    or to all players if `for_all` is set.
    """

    move: str
    sentence: str
    code: str = Refused.code
    for_all: bool = False


Reasons = tuple[Reason, ...]


class DecisionKind(abc.ABC, Generic[T]):
    """One kind of decision.

    - `id`: its name in the stored table
    - `clock`: the name of the option that gives the time limit in seconds, or "" for no time limit
    - `optional`: players may let the time run out, which counts as an answer
    - `after_delay`: the id of a delay. Until the delay is over, no player of the decision can act, and the
      clock does not run.
    - `own_prompt`: the prompt for players that the game waits for
    - `delay_prompt`: the prompt for these players while the delay lasts
    - `others_prompt`: the prompt for all other viewers
    - `reasons`: reasons why moves are not offered
    - `fixed_forms`: the forms, if they never change
    - `timeout_form`: the name of a form without fields, which is carried out when a player's time is up
    - `times_out_leavers`: if True, a player that leaves is treated like a player whose time is up

    The prompts are templates. `slots` gives the values for their slots.
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
    """The attributes that a table needs to open the decision."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.terms = DecisionTerms(getattr(cls, "id", ""), cls.clock, cls.after_delay, cls.optional)

    def forms(self, t: T, player: str) -> list[Form]:
        """Return the forms that a player of this decision has."""
        return [*self.fixed_forms]

    def possible_players(self, t: T, decision: Decision) -> list[str]:
        """Return the players that can have forms in this decision.

        By default, these are the decision's own players.
        """
        return decision.players

    def forms_by_player(self, t: T, decision: Decision, players: Sequence[str]) -> dict[str, list[Form]]:
        """Return the forms of each player that has any now.

        `players`: the players to ask, all of them in `possible_players`.
        """
        forms_by_player: dict[str, list[Form]] = {}
        if (delay := self.after_delay) and t.decision(delay):
            return forms_by_player
        for player in players:
            if forms := self.forms(t, player):
                forms_by_player[player] = forms
        return forms_by_player

    def open_if_choice(self, t: T, player: str) -> bool:
        """Open the decision for a player if there is a choice; otherwise carry out the only move.

        Returns True if the decision was opened.
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

        Carries out `timeout_form`. If there is none, takes the player's first form, fills its fields with
        random values, and carries it out.
        """
        if self.timeout_form:
            self.carry_out(t, player, self.timeout_form, {})
            return
        first_form = self.forms(t, player)[0]
        self.carry_out(t, player, first_form.name, random_values(first_form, t.cards_of, t.rng))

    def carry_out(self, t: T, player: str, name: str, values: Args) -> None:
        """Carry out a move that was checked: call the method that has the name of its form.

        If the name is a keyword of Python, the method's name ends in an underscore: `pass_`.
        """
        getattr(self, _METHODS.get(name, name))(t, player, **values)

    def before_leave(self, t: T, player: str) -> None:
        """Settle the decision for a player that leaves.

        If `times_out_leavers` is set, decides as if the player's time were up. Otherwise, does nothing.
        """
        if self.times_out_leavers:
            self.time_out(t, player)

    def after_leave(self, t: T, leaver: str) -> None:
        """Change this open decision as needed after a player has left. By default, changes nothing."""

    def expire(self, t: T, decision: Decision) -> None:
        """Decide for all players that have not answered in time. The decision is already closed."""
        for player in decision.waits_for():
            t.tell("timed_out", "{by} ran out of time.", by=player, tone="quiet")
            self.time_out(t, player)

    def explain(self, t: T, player: str, name: str, args: Args) -> Refused | None:
        """Return a special reason why the rules refuse the values in `args`, if there is one.

        Without a special reason, the refusal only says that the values cannot be chosen. The player is one of
        the decision's players. `args` have not been checked, so they may contain values of any type.
        """
        return None

    def refusal(self, t: T, player: str, name: str) -> Refused | None:
        """Return the reason why this decision does not offer a move, if the kind gives a reason.

        A subclass can have a method that returns the reason for one move. The method's name is `no_` and the
        name of the move, such as `no_draw`. Without such a method, the result is the first of the `reasons`
        that fits the move and the player.
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
        """Return the badges that this kind gives a player, even while no such decision is open."""
        return []

    def slots(self, t: T) -> dict[str, Arg]:
        """Return the values for the slots of the prompts."""
        players = t.decisions[0].players
        return {"turn": t.turn or "", "asked": players[0] if players else ""}

    def prompt(self, t: T, player: str | None) -> Words:
        """Return the prompt for a viewer. Only called for the first of the open decisions."""
        if not t.decisions[0].awaits(player):
            return Text(self.others_prompt, self.slots(t))
        if self.delay_prompt and t.decision(self.after_delay):
            return Text(self.delay_prompt, self.slots(t))
        return self.prompt_of_players(t)

    def prompt_of_players(self, t: T) -> Words:
        """Return the prompt for the players that the game waits for."""
        return Text(self.own_prompt, self.slots(t))

    def aside(self, t: T) -> Words:
        """Return what spectators read beside the prompt of another decision, or "".

        Players need no such sentence, because they see their own moves.
        """
        return ""

    def current(self, t: T) -> Decision:
        """Return the open decision of this kind."""
        decision = t.decision(self.id)
        assert decision is not None, "it is open"
        return decision


class OpenDecision(DecisionKind[T]):
    """A decision during which players besides its own may act, for example out of turn.

    `forms_for_all` returns the forms that any active player may have. A subclass can override
    `possible_players` to leave out players that cannot act now. This saves the time for computing their
    forms.
    """

    @abc.abstractmethod
    def forms_for_all(self, t: T, player: str) -> list[Form]:
        """Return the forms that this decision gives to `player`, even if the player is not on turn."""

    def possible_players(self, t: T, decision: Decision) -> list[str]:
        """Return all active players."""
        return t.active()

    def forms_by_player(self, t: T, decision: Decision, players: Sequence[str]) -> dict[str, list[Form]]:
        """Return the forms of each player that has any now.

        These are the forms from `forms_for_all` and, for the decision's own players, also those from `forms`.
        """
        own_forms = super().forms_by_player(t, decision, [id for id in players if id in decision.players])
        forms_by_player = {id: [*own_forms.get(id, ()), *self.forms_for_all(t, id)] for id in players}
        return {id: forms for id, forms in forms_by_player.items() if forms}


class Delay(DecisionKind[T]):
    """A pause in which no player can act. The game goes on after the pause.

    `end_event`: the type of the event at the end of the pause.
    """

    optional = True
    end_event: ClassVar[str] = ""

    def expire(self, t: T, decision: Decision) -> None:
        """Add the event that marks the end of the pause."""
        t.tell(self.end_event, tone="quiet")

    def possible_players(self, t: T, decision: Decision) -> list[str]:
        """Return no players."""
        return []


class ReactionWindow(DecisionKind[T]):
    """A time in which players may react to a move of another player, or pass.

    A player *may* react if the rules allow it, and *can* react if the player also has what the reaction
    needs, such as a certain card. Which players can react is secret. Only the player that passes sees the
    event of the pass. The window closes early when all players that can react have passed.

    If the option named by `hiding_option` is on, the window stays open even if no player can react, so that
    the players do not learn this. Such a window gets a random closing time when it opens. It closes earlier
    only if all have passed.

    - `reaction`: the form for reacting
    - `passing_name`, `passing_label`, `passing_help`: name, label and explanation of the form for passing
    - `passing_event`, `passing_text`: type and text of the event that a pass adds
    - `passing_is_final`: a player that has passed cannot react any more
    """

    optional = True
    hiding_option: ClassVar[str] = ""
    reaction: ClassVar[Form]
    passing_name: ClassVar[str] = "pass"
    passing_label: ClassVar[str] = "Let this happen"
    passing_help: ClassVar[str] = "You don't react to this."
    passing_event: ClassVar[str] = "passed"
    passing_text: ClassVar[str] = "You let this happen."
    passing_is_final: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        """Make `pass_` the method of the form for passing, even if that form has another name."""
        super().__init_subclass__()
        if cls.passing_name not in ("", "pass", *vars(cls)):
            setattr(cls, cls.passing_name, cls.pass_)

    @abc.abstractmethod
    def possible_reactors(self, t: T) -> list[str]:
        """Return the players that may react."""

    def able_reactors(self, t: T, players: Sequence[str]) -> Sequence[str]:
        """Return those of `players` that can react."""
        return players

    @abc.abstractmethod
    def close(self, t: T) -> None:
        """Go on with the game. No player has reacted, and no player can react any more."""

    def open(self, t: T) -> None:
        """Open the window for all players that may react.

        The window closes at once if there are no such players. A window that does not hide its reactors also
        closes at once if none of these players can react.
        """
        decision = t.open_decision(type(self), *self.possible_reactors(t))
        hides_reactors = self.hides_reactors(t)
        if hides_reactors and decision.until is not None:
            full_time = decision.until - t.now
            decision.until = t.now + t.rng.between(*(round(part * full_time) for part in HIDDEN_WINDOW_PARTS))
        self._close_unless(t, decision.players, hides_reactors)

    def close_if_settled(self, t: T) -> None:
        """Close the window if all have passed.

        A window that does not hide its reactors also closes if no waiting player can react.
        """
        self._close_unless(t, self.current(t).waits_for(), self.hides_reactors(t))

    def _close_unless(self, t: T, waiting: Sequence[str], hides_reactors: bool) -> None:
        if not waiting or not (hides_reactors or self.able_reactors(t, waiting)):
            self.close(t)

    def after_leave(self, t: T, leaver: str) -> None:
        """Close the window if it waits for no player any more."""
        self.close_if_settled(t)

    def hides_reactors(self, t: T) -> bool:
        """Return whether the window stays open even if no player can react."""
        return bool(self.hiding_option and getattr(t.options, self.hiding_option))

    def forms_by_player(self, t: T, decision: Decision, players: Sequence[str]) -> dict[str, list[Form]]:
        """Return the forms for reacting and for passing.

        A player that has passed gets only the form for reacting, and only if a pass is not final.
        """
        forms_by_player: dict[str, list[Form]] = {}
        if (delay := self.after_delay) and t.decision(delay):
            return forms_by_player
        passed_players, able, (either, react_only, pass_only) = (
            decision.passed_players,
            self.able_reactors(t, players),
            self._form_lists,
        )
        if able is players and not passed_players:
            return dict.fromkeys(players, either)
        for player in players:
            if player not in passed_players:
                forms_by_player[player] = either if player in able else pass_only
            elif player in able and not self.passing_is_final:
                forms_by_player[player] = react_only
        return forms_by_player

    def forms(self, t: T, player: str) -> list[Form]:
        """Return the forms of one player."""
        return self.forms_by_player(t, self.current(t), [player]).get(player, [])

    @cached_property
    def _form_lists(self) -> tuple[list[Form], list[Form], list[Form]]:
        """The three sets of forms: to react or pass, only to react, only to pass."""
        pass_form = form(self.passing_name, self.passing_label, tone="quiet", help=self.passing_help)
        return [self.reaction, pass_form], [self.reaction], [pass_form]

    def pass_(self, t: T, player: str) -> None:
        """Note that a player passes."""
        self.current(t).passed_players.append(player)
        t.tell(self.passing_event, self.passing_text, by=player, tone="quiet", viewers=[player])
        self.close_if_settled(t)

    def expire(self, t: T, decision: Decision) -> None:
        """Close the window, because time is up."""
        self.close(t)


class CardReactionWindow(ReactionWindow[T]):
    """A window in which players may react with one particular card, if they hold it.

    `own_prompt` and `others_prompt` begin with the slot `{play}`, for a sentence about the move to which
    players may react: “Ada plays a Skip.” The method `slots` of a subclass returns this sentence.
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
    """A decision that several players answer in secret.

    The method of each form calls `answer`. When all players have answered, `resolve` is called. Until
    `resolve` is called, the other players know neither a player's answer nor whether the player has answered.
    """

    answered_text: ClassVar[str] = "You have chosen."
    own_prompt = "Choose. Your choice is shown when all players have chosen."
    others_prompt = "Waiting for the other players to choose."

    @abc.abstractmethod
    def choices(self, t: T, player: str) -> list[Form]:
        """Return the forms for a player that has not answered yet."""

    @abc.abstractmethod
    def resolve(self, t: T, answers: dict[str, dict[str, Any]]) -> None:
        """Apply all answers. `answers`: player -> the values that the player has chosen."""

    def forms(self, t: T, player: str) -> list[Form]:
        """Return the choices until the player has answered."""
        return [] if player in self.current(t).answers else self.choices(t, player)

    def answer(self, t: T, player: str, **values: Any) -> None:
        """Store a player's answer. If it was the last answer, resolve the decision."""
        decision = self.current(t)
        decision.answers[player] = values
        t.tell("answered", self.answered_text, by=player, tone="quiet", viewers=[player])
        self.resolve_if_settled(t)

    def resolve_if_settled(self, t: T) -> None:
        """Resolve the decision if the game waits for no player any more."""
        decision = self.current(t)
        if not decision.waits_for():
            t.close_decisions(self.id)
            self.resolve(t, {id: decision.answers[id] for id in decision.players if id in decision.answers})

    def expire(self, t: T, decision: Decision) -> None:
        """Time out each player that has not answered, then resolve the decision."""
        t.decisions.insert(0, decision)
        super().expire(t, decision)

    def after_leave(self, t: T, leaver: str) -> None:
        """Resolve the decision if the leaver was the last player without an answer."""
        self.resolve_if_settled(t)
