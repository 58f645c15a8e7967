"""Fast simulations of documents, for bots that look ahead.

A simulation runs the same rules as a room. It is faster, because its runs are hushed: they make no texts. It
also caches the legal moves of a player until the moves may change. And all its steps share one `Run`. This is
safe, because each step sets a value in the `Run` before it reads the value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cheat.documents.compile.compiled import Compiled, Phase
from cheat.documents.compile.emit import UNKNOWN, Function
from cheat.documents.compile.legal_moves import ALL_MOVES, is_asked
from cheat.documents.game.phases import MOST_SEARCH_FUEL, EndGameWhenBroken, RefuseWhenBroken, Step
from cheat.documents.runtime.state import FUEL, Broken
from cheat.engine.forms import Args, Form
from cheat.engine.game import MOMENT, AnyGame
from cheat.engine.registry import DataTable
from cheat.engine.simulation import EngineSimulation
from cheat.engine.table import Decision, Event


class HushedStep(Step):
    """A series of steps that share one hushed run.

    - `known_forms`: cached legal moves, by seat
    - `shown_score`: the value of the variable `score` that was last copied to the players' scores
    """

    def __init__(self, game: Compiled, t: DataTable) -> None:
        super().__init__(game, t, t.seat, hushed=True)
        self.known_forms: dict[int, list[Form]] = {}
        self.shown_score: Any = UNKNOWN

    def begin(self, seat: int) -> None:
        """Begin the next step, in which this seat acts."""
        r = self.r
        r.me, r.fuel, r.has_public_event, r.transition = seat, FUEL, False, None
        self.fired_triggers.clear()
        self.search_fuel = MOST_SEARCH_FUEL

    def forget(self) -> None:
        """Forget the cached moves and score, because code outside this class will change the table."""
        self.known_forms.clear()
        self.shown_score = UNKNOWN

    def run(self, effects: Function) -> None:
        """Carry out effects. Forget the cached moves, because effects may change them."""
        self.known_forms.clear()
        effects.run(self.r)

    def sort(self) -> bool:
        """Sort zones. Forget the cached moves if the order of a zone changes."""
        sorted_ = bool(self.r.unsorted) and super().sort()
        if sorted_:
            self.known_forms.clear()
        return sorted_

    def show_scores(self) -> None:
        """Copy the variable `score` to the scores of players, if it has changed."""
        score = self.t.values.get("score")
        if score != self.shown_score:
            super().show_scores()
            self.shown_score = score[:] if isinstance(score, list) else score

    def can_act(self, phase: Phase, seat: int) -> bool:
        """Return whether a player has a legal move. Cache all legal moves for the next step."""
        r, me, fuel = self.r, self.r.me, self.r.fuel
        r.me = seat
        forms: list[Form] = []
        r.fuel = FUEL
        try:
            phase.moves_when_asked.find.run(r, forms, ALL_MOVES)
        except Broken:  # finding all moves costs too much, but finding one may be possible
            r.me, r.fuel = me, fuel
            return super().can_act(phase, seat)
        r.me, r.fuel = me, fuel
        self.known_forms[seat] = forms
        return bool(forms)

    def legal_forms(self, phase: Phase, decision: Decision) -> list[Form]:
        """Return the legal moves of the acting player, at most as many as rooms offer."""
        return (phase.moves_when_asked if is_asked(self.r, decision) else phase.moves_of_others).legal_forms(
            self.r
        )


class HushedTable(EngineSimulation[DataTable]):
    """The fast simulation of a table of a document."""

    def __init__(self, game: AnyGame, table: DataTable, compiled: Compiled) -> None:
        super().__init__(game, table)
        self.compiled, self.step = compiled, HushedStep(compiled, table)
        self.refuse_when_broken = RefuseWhenBroken(compiled)
        self.seats = {player.id: seat for seat, player in enumerate(table.players)}

    def _phase(self) -> Phase | None:
        """Return the phase that asks players, or None between rounds and after the end."""
        decisions = self.table.decisions
        return self.compiled.phases.get(decisions[0].name) if decisions else None

    def legal_moves(self) -> Mapping[str, Sequence[Form]]:
        """Return the legal moves of all players that can act."""
        t, phase = self.table, self._phase()
        if phase is None or t.result is not None:
            return super().legal_moves()
        decision, known_forms, r = t.decisions[0], self.step.known_forms, self.step.r
        players = t.active() if phase.moves_of_others.moves else decision.players
        forms_by_player = {}
        for player, seat in self.seats.items():
            if player in players:
                if seat not in known_forms:
                    r.me = seat
                    known_forms[seat] = self.step.legal_forms(phase, decision)
                if known_forms[seat]:
                    forms_by_player[player] = known_forms[seat]
        return forms_by_player

    def act(self, player: str, name: str, args: Args, forms: Sequence[Form]) -> Sequence[Event]:
        """Carry out a move. One of `forms` must accept its values."""
        t, phase, step = self.table, self._phase(), self.step
        if phase is None:
            step.forget()
            return super().act(player, name, args, forms)
        decision = t.decisions[0]
        values = (
            {field: value for field, value in args.items() if field != MOMENT} if MOMENT in args else args
        )
        with self.refuse_when_broken:
            step.begin(self.seats[player])
            step.play(phase, decision, name, values)
        return self._finish_step()

    def expire(self, now: int) -> Sequence[Event]:
        """Time out the decision whose time is up, if there is one."""
        t, phase, step = self.table, self._phase(), self.step
        decision = t.overdue(now)
        if phase is None or decision is None:
            step.forget()
            return super().expire(now)
        t.now, t.decisions = now, []
        with EndGameWhenBroken(step.game, t):
            step.begin(t.seat)
            step.time_out(phase, decision)
        return self._finish_step()

    def _finish_step(self) -> Sequence[Event]:
        """Finish a step: remove its events, and close decisions if the game is over."""
        t = self.table
        if t.result is not None:
            t.decisions.clear()
        t.events, t.steps_spent = [], 0
        return ()
