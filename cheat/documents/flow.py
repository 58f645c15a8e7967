"""How a document's game goes on: from phase to phase, until somebody is asked or the game is over."""

from __future__ import annotations

from typing import Any

import msgspec

from cheat.documents import offering
from cheat.documents.compiled import Compiled, Move, Phase
from cheat.documents.doing import move, tell
from cheat.documents.typed import Fn
from cheat.documents.values import FUEL, Broken, Run, ordered
from cheat.games.library import DataTable
from cheat.games.rounds import NEXT_ROUND_S, BetweenRounds
from cheat.games.table import Decision, Player
from cheat.words import Words, all_of, text

MOST_PHASES = 200
MOST_TAKEN = 20_000
"""Steps of one game; then it ends by standing."""
MOST_VALUES = 4096
"""Bytes of a game's variables."""


class Step:
    """One step of a game: what happens, and everything that follows until somebody is asked."""

    def __init__(self, game: Compiled, t: DataTable, me: int) -> None:
        self.game, self.t = game, t
        self.r = Run(game, t, me)
        self.fired: set[int] = set()

    # From phase to phase

    def go_on(self) -> None:
        """Follow what was said about how the game goes on. Raises Broken."""
        for entered in range(MOST_PHASES + 1):
            self.look_at_triggers()
            going, self.r.going = self.r.going, None
            if going is None:
                return None
            kind, phase, value = going
            if kind == "end" or self.t.taken >= MOST_TAKEN:
                return self.end(value if kind == "end" else None)
            if kind == "pause":
                return self.pause(phase, value)
            if entered < MOST_PHASES:
                self.enter(phase, value)
        raise Broken("phases_follow_each_other_without_an_end")

    def look_at_triggers(self) -> None:
        """Carry out the triggers whose condition holds, each once."""
        for number, (condition, do) in enumerate(self.game.triggers):
            if number not in self.fired:
                going, self.r.going, self.r.me = self.r.going, None, self.t.seat
                if condition(self.r):
                    self.fired.add(number)
                    do(self.r)
                self.r.going = self.r.going or going

    def enter(self, name: str, seat: int) -> None:
        """A phase begins: its effects, and then it asks."""
        t, r = self.t, self.r
        t.phase, t.seat, t.entered, t.after_pause = name, seat, t.entered + 1, ""
        t.decisions, r.me = [], seat
        t.turn = r.seats[seat] if seat in r.active else None
        phase = self.game.phases[name]
        if phase.start is not None:
            phase.start(r)
        if r.going is None:
            self.look_at_triggers()
        if r.going is None:
            self.ask(phase)

    def ask(self, phase: Phase) -> None:
        """Ask everybody whom a phase asks and who can do something."""
        r, t = self.r, self.t
        if not phase.moves:
            self.wait(phase, [])
            return
        if t.seat not in r.active and phase.who is None:  # who had the turn has left
            t.seat = r.after(t.seat)
            t.turn = r.seats[t.seat]
        r.me = t.seat
        asked = [t.seat] if phase.who is None else [seat for seat in phase.who(r) if seat in r.active]
        able = [seat for seat in asked if self.can(phase, seat)]
        if self.game.watch is not None and len(able) < len(asked):
            self.game.watch.stuck[phase.name] += len(asked) - len(able)
        for seat in asked:
            if seat not in able and phase.stuck is not None and r.going is None:
                r.me = seat
                phase.stuck(r)
        r.me = t.seat
        if r.going is not None:
            return
        if able:
            self.wait(phase, able)
        elif phase.done is not None:
            phase.done(r)
        else:
            r.me = asked[0] if asked else t.seat
            tell(r, "stuck", "{by} cannot do anything.", {}, [], by=True, tone="quiet")
            r.going = ("go", phase.name, r.after(t.seat))

    def can(self, phase: Phase, seat: int) -> bool:
        """Whether a player who is asked could do something."""
        r, me, fuel = self.r, self.r.me, self.r.fuel
        r.me, r.fuel = seat, FUEL
        found = any(offering.is_possible(r, one) for one in phase.moves)
        r.me, r.fuel = me, fuel
        return found

    def wait(self, phase: Phase, seats: list[int]) -> None:
        """Wait for these players, or for the time to pass."""
        t = self.t
        t.moment += 1
        seconds = phase.time(self.r) if phase.time is not None else 0
        if not seats and not seconds:
            raise Broken("a_phase_asks_nobody_and_does_not_go_on")
        until = t.in_seconds(seconds) if seconds else None
        players = [self.r.seats[seat] for seat in seats]
        t.decisions = [Decision(phase.name, players, until, phase.optional, t.moment)]

    # What players do

    def act(self, phase: Phase, decision: Decision, move: Move) -> None:
        """A move whose values are bound."""
        self.carry_out(phase, decision, move)
        self.settle(phase, decision)

    def carry_out(self, phase: Phase, decision: Decision, move: Move) -> None:
        """The effects of a move, and what it says."""
        r, t = self.r, self.t
        move.do(r)
        if move.say is not None:
            template, args, by = move.say(r, [])
            tell(r, "said", template, args, [], by=by)
        me = r.seats[r.me]
        if not r.told:
            t.tell("moved", by=me, tone="quiet")
        if phase.done is not None and me in decision.players:
            decision.players.remove(me)
        else:
            t.moment += 1
            decision.own[me] = t.moment

    def settle(self, phase: Phase, decision: Decision) -> None:
        """After a move or when time was up: the next phase, or the same one again."""
        r, t = self.r, self.t
        if r.going is None:
            self.look_at_triggers()
        if r.going is None:
            if phase.done is not None and not decision.waits_for():
                r.me = t.seat
                phase.done(r)
            elif phase.done is None:
                self.again(phase, decision)
        self.go_on()

    def again(self, phase: Phase, decision: Decision) -> None:
        """A move did not say how it goes on: the turn stays where it is."""
        r = self.r
        seats = [r.seats.index(id) for id in decision.players]
        if not any(self.can(phase, seat) for seat in seats):
            own, moment = decision.own, decision.moment
            self.ask(phase)
            for asked in self.t.decisions:
                asked.own, asked.moment = own, moment
        elif len(seats) == 1 and phase.time is not None:
            seconds = phase.time(r)
            decision.until = self.t.in_seconds(seconds) if seconds else None

    # Without players

    def late(self, phase: Phase, decision: Decision) -> None:
        """Time is up."""
        r, t = self.r, self.t
        r.me = t.seat
        if not phase.moves or phase.optional:
            effects = phase.done if phase.optional and phase.done is not None else phase.timeout
            if effects is not None:
                effects(r)
        else:
            t.decisions = [decision]
            for id in decision.waits_for():
                if r.going is None and t.result is None:
                    r.me = r.seats.index(id)
                    t.tell("timed_out", "{by} ran out of time.", by=id, tone="quiet")
                    self.decide_for(phase, decision)
        if r.going is None and phase.done is not None and t.result is None:
            r.me = t.seat
            phase.done(r)
        if r.going is None:
            r.going = ("go", t.phase, r.after(t.seat))
        if not t.news:
            t.tell("time_over", tone="quiet")
        self.go_on()

    def decide_for(self, phase: Phase, decision: Decision) -> None:
        """What the clock does for one player: effects, the move that is named, or the first one."""
        r = self.r
        if phase.timeout is not None:
            phase.timeout(r)
            if phase.done is not None and r.seats[r.me] in decision.players:
                decision.players.remove(r.seats[r.me])
            return
        named = [one for one in phase.moves if one.name == phase.timeout_move and one.by is None]
        for one in (*named, *phase.moves):
            for form in offering.forms_of(r, one, decision):
                offering.bind(r, one, offering.first_values(r, form))
                self.carry_out(phase, decision, one)
                return

    def pause(self, phase: str, seat: int) -> None:
        """Everybody looks at the result until all are ready."""
        t = self.t
        t.after_pause, t.seat, t.turn = phase, seat, None
        t.moment += 1
        players = [self.r.seats[one] for one in self.r.active]
        until = t.in_seconds(NEXT_ROUND_S)
        t.decisions = [Decision(BetweenRounds.id, players, until, optional=True, moment=t.moment)]

    # Who leaves

    def leave(self, seat: int) -> None:
        """A player is gone: what the document says of that, their cards, and how it goes on without them."""
        r, t, game = self.r, self.t, self.game
        r.leaver, id = seat, r.seats[seat]
        r.me = t.seat
        if game.leave is not None:
            game.leave(r)
        self.give_back(seat)
        t.depart(id)
        t.tell("departed", by=id, tone="quiet")
        r.active.remove(seat)
        asked = t.decisions[0] if t.decisions else None
        if len(r.active) < game.doc["players"]["min"]:
            r.going = ("end", "", None)
        elif r.going is None and asked is not None:
            self.without(seat, asked)
        self.go_on()

    def without(self, leaver: int, asked: Decision) -> None:
        """Somebody has left, and the game goes on with what it asks."""
        r, t = self.r, self.t
        phase = self.game.phases.get(t.phase)
        if t.after_pause:
            if not asked.players:
                r.going = ("go", t.after_pause, t.seat)
        elif phase is None or not phase.moves:
            pass  # it goes on when the time is over
        elif phase.done is not None and not asked.waits_for():
            r.me = t.seat
            phase.done(r)
        elif not asked.waits_for() or (leaver == t.seat and phase.who is None):
            r.going = ("go", self.game.turn, r.after(leaver))
        if r.going is None and leaver == t.seat:
            t.seat = r.after(leaver)
            t.turn = None if t.after_pause else r.seats[t.seat]

    def give_back(self, seat: int) -> None:
        """The cards of a leaver go where the document says."""
        r, game = self.r, self.game
        target = game.cards_to(r) if game.cards_to is not None else None
        if target is None:
            return
        stated = game.doc["leave"]
        moved = []
        for zone, (declared, part) in enumerate(r.shape.made):
            if declared.per == "player" and part == seat and declared.name not in stated.get("keep", ()):
                moved += move(r, r.in_zone(zone), target)
        if stated.get("shuffle"):
            self.t.mix(r.zones[target])
        r.me = seat
        tell(r, "hand_returned", "", {}, moved, tone="quiet")
        r.me = self.t.seat

    # The end

    def end(self, winners: list[int] | None) -> None:
        """These win; None: who stands best."""
        r, t = self.r, self.t
        self.show_scores()
        worth = {seat: ordered(self.value_for(self.game.standing, seat)) for seat in range(len(r.seats))}
        if winners is None:
            best = max((worth[seat] for seat in r.active), default=())
            winners = [seat for seat in r.active if worth[seat] == best]
        if self.game.team_size:
            teams = {r.shape.team[seat] for seat in winners}
            winners = [seat for seat in range(len(r.seats)) if r.shape.team[seat] in teams]
        ids = [r.seats[seat] for seat in winners]
        places = {_frozen(key): -place for place, key in enumerate(sorted(worth.values()))}

        def order(one: Player) -> tuple[int, ...]:
            return one.id not in ids, not one.active, places[_frozen(worth[r.seats.index(one.id)])]

        words: Words = "Nobody won the game."
        if ids:
            words = text("{winners} won the game.", winners=all_of(ids))
        t.finish(ids, "won", words, order)

    def value_for(self, of: tuple[Fn, int] | None, seat: int) -> Any:
        """An expression for one player; the score where there is none."""
        r = self.r
        if of is None:
            return self.t.players[seat].score
        r.v[of[1]] = r.me = seat
        value = of[0](r)
        r.me = self.t.seat
        return value

    # After every step

    def close(self) -> None:
        """Sort zones, show scores, and see that the table stays within its limits. Raises Broken."""
        t, r = self.t, self.r
        for number, keys in self.game.sorts:
            last = r.shape.bases[number + 1] if number + 1 < len(r.shape.bases) else len(r.zones)
            for zone in r.zones[r.shape.bases[number] : last]:
                cards = sorted(zone.cards, key=keys.__getitem__)
                if cards != zone.cards:
                    zone.cards = cards
                    t.resorted(zone)
        self.show_scores()
        if len(msgspec.json.encode(t.values)) > MOST_VALUES:
            raise Broken("the_variables_take_too_much_room")
        if self.game.watch is not None:
            self.game.watch.cost = max(self.game.watch.cost, FUEL - r.fuel)

    def show_scores(self) -> None:
        """The variable “score” is what people see as such."""
        scores = self.t.values.get("score")
        for seat, player in enumerate(self.t.players if scores is not None else ()):
            held = scores[self._owner("score", seat)] if isinstance(scores, list) else scores
            player.score = held if type(held) is int else 0

    def _owner(self, name: str, seat: int) -> int:
        of = self.game.names.variables[name].of
        return self.r.shape.team[seat] if of == "team" else seat  # type: ignore[return-value]


def _frozen(key: Any) -> Any:
    return tuple(map(_frozen, key)) if isinstance(key, list | tuple) else key
