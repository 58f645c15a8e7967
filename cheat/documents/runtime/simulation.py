"""Documents on which somebody looks ahead: what rooms run, without words, and nothing made twice.

What a player may do is found out when they are asked, and holds until something happens. All steps run in one
`Run`; what a step bound is bound again before it is read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cheat.documents.check.phases import MOST_LOOKING, Ending, Refusing, Step
from cheat.documents.compile import forms as offering
from cheat.documents.compile.blocks import Whole
from cheat.documents.compile.compiled import Compiled, Move, Phase
from cheat.documents.compile.emit import UNKNOWN
from cheat.documents.runtime.state import FUEL, Broken
from cheat.engine.forms import Args, Form
from cheat.engine.game import MOMENT, AnyGame
from cheat.engine.registry import DataTable
from cheat.engine.simulation import EngineSimulation
from cheat.engine.table import Decision, Event


class HushedStep(Step):
    """One step after the other. `offers`: what players may do, by their seats, as long as that is so.
    `shown`: the scores that players have.
    """

    def __init__(self, game: Compiled, t: DataTable) -> None:
        super().__init__(game, t, t.seat, hushed=True)
        self.offers: dict[int, list[Form]] = {}
        self.shown: Any = UNKNOWN

    def begin(self, seat: int) -> None:
        """The next step, of this seat."""
        r = self.r
        r.me, r.fuel, r.told, r.going = seat, FUEL, False, None
        self.fired.clear()
        self.looking = MOST_LOOKING

    def forget(self) -> None:
        """Something else happens than such a step."""
        self.offers.clear()
        self.shown = UNKNOWN

    def run(self, effects: Whole) -> None:
        """Whatever happens may change what somebody may do."""
        self.offers.clear()
        effects.quick(self.r)

    def sort(self) -> bool:
        """So may another order of cards: of those from which one is drawn."""
        sorted_ = bool(self.r.unsorted) and super().sort()
        if sorted_:
            self.offers.clear()
        return sorted_

    def show_scores(self) -> None:
        """Where they are others than before."""
        held = self.t.values.get("score")
        if held != self.shown:
            super().show_scores()
            self.shown = held[:] if isinstance(held, list) else held

    def can(self, phase: Phase, seat: int) -> bool:
        """Whoever could do something is asked what right afterwards."""
        r, me, fuel = self.r, self.r.me, self.r.fuel
        r.me = seat
        forms: list[Form] = []
        try:
            self.find(forms, phase, asked=True)
        except Broken:  # the whole may cost more than it may, and the first of it still be possible
            r.me, r.fuel = me, fuel
            return super().can(phase, seat)
        r.me, r.fuel = me, fuel
        self.offers[seat] = forms
        return bool(forms)

    def find(self, forms: list[Form], phase: Phase, *, asked: bool) -> None:
        """Add what the player who acts may do. Raises Broken where that is too much."""
        self.r.fuel = FUEL
        (phase.asked if asked else phase.others).find(self.r, forms)

    def offered(self, phase: Phase, decision: Decision) -> list[Form]:
        """The same, where it is too much only the first of it."""
        asked = offering.is_asked(self.r, decision)
        return offering.first_of(self.r, lambda forms: self.find(forms, phase, asked=asked))

    def chosen(self, phase: Phase, decision: Decision, name: str, values: Args) -> Move:
        """The move that takes these values. Raises Refused."""
        choosing = phase.asked if offering.is_asked(self.r, decision) else phase.others
        return choosing.taken(self.r, name, values) or offering.refused()


class HushedTable(EngineSimulation[DataTable]):
    """A table of a document."""

    def __init__(self, game: AnyGame, table: DataTable, compiled: Compiled) -> None:
        super().__init__(game, table)
        self.compiled, self.step = compiled, HushedStep(compiled, table)
        self.refusing = Refusing(compiled)
        self.seats = {one.id: seat for seat, one in enumerate(table.players)}

    def _phase(self) -> Phase | None:
        """The phase that asks; None between two rounds, and at the end."""
        decisions = self.table.decisions
        return self.compiled.phases.get(decisions[0].name) if decisions else None

    def to_act(self) -> Mapping[str, Sequence[Form]]:
        """Those whose forms are not known are asked for them."""
        t, phase = self.table, self._phase()
        if phase is None or t.result is not None:
            return super().to_act()
        decision, known, r = t.decisions[0], self.step.offers, self.step.r
        players = t.active() if phase.open_moves else decision.players
        can = {}
        for player, seat in self.seats.items():
            if player in players:
                if seat not in known:
                    r.me = seat
                    known[seat] = self.step.offered(phase, decision)
                if known[seat]:
                    can[player] = known[seat]
        return can

    def act(self, player: str, name: str, args: Args, forms: Sequence[Form]) -> Sequence[Event]:
        """A move, with values that one of the forms accepts."""
        t, phase, step = self.table, self._phase(), self.step
        if phase is None:
            step.forget()
            return super().act(player, name, args, forms)
        decision = t.decisions[0]
        values = (
            {field: value for field, value in args.items() if field != MOMENT} if MOMENT in args else args
        )
        with self.refusing:
            step.begin(self.seats[player])
            step.play(phase, decision, name, values)
        return self._done()

    def expire(self, now: int) -> Sequence[Event]:
        """Time is up for what is awaited."""
        t, phase, step = self.table, self._phase(), self.step
        decision = t.overdue(now)
        if phase is None or decision is None:
            step.forget()
            return super().expire(now)
        t.now, t.decisions = now, []
        with Ending(step.game, t):
            step.begin(t.seat)
            step.time_out(phase, decision)
        return self._done()

    def _done(self) -> Sequence[Event]:
        """A step is over."""
        t = self.table
        if t.result is not None:
            t.decisions.clear()
        t.news, t.spent = [], 0
        return ()
