"""Play a document: go from phase to phase, until a player has to act or the game is over.

A phase is a named part of the rules. It asks players for moves, or only carries out effects. Effects are
instructions of the rules, such as moving cards. Some effects set the transition: how the game goes on, for
example in another phase.

The work of rules is counted in steps. In each action, rules may use only a limited number of steps. The fuel
is the number of steps that are left. A game step (the class `Step`) is something else: an action and all its
consequences, until a player has to act.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cheat.documents.compile import legal_moves
from cheat.documents.compile.compiled import Compiled, Phase
from cheat.documents.compile.emit import Function
from cheat.documents.compile.legal_moves import Move
from cheat.documents.runtime.operations import move, report_event, report_text, report_unstated, shuffle
from cheat.documents.runtime.state import FUEL, ORDERING, SHORTEST_S, Broken, Run, item_count, sort_key
from cheat.engine.forms import Args
from cheat.engine.registry import DataTable
from cheat.engine.rounds import NEXT_ROUND_S, BetweenRounds
from cheat.engine.table import Decision, OutOfSteps, Player
from cheat.errors import Refused
from cheat.i18n.messages import Words, all_of, text

MOST_PHASES = 200
MOST_STEPS_OF_GAME = 20_000
"""Maximum number of moves and timeouts in a game.

After that, the game ends, and the players with the best standing win.
"""
MOST_VARIABLE_BYTES = 4096
"""Maximum size of the variables of a game, in bytes."""
MOST_TABLE_BYTES = 32 * 1024
"""Maximum size of a stored table's zones, variables and conclusions together, in bytes.

A conclusion is something that all players know about a hidden zone. The effect `know` records it.
"""
MOST_EVENT_BYTES = 12 * 1024
"""Maximum size of the stored events of one game step, in bytes.

So a version's entry in the room's log stays below 16 KB, even with the events that the room adds.
"""
MOST_SEARCH_FUEL = FUEL // 2
"""Maximum number of steps that an action may use for finding out which players can move.

An action may pass through 200 phases with ten players each. Without this limit, finding the players could
cost 2,000 times as much as the action itself.
"""


BROKEN = "The rules of this game failed here."


class RefuseWhenBroken:
    """A context that raises Refused if rules exceed a limit. The caller then discards the table."""

    def __init__(self, game: Compiled) -> None:
        self.trial_notes = game.trial_notes

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (Broken, OutOfSteps)):
            if self.trial_notes is not None:
                self.trial_notes.note_broken(error)
            raise Refused(BROKEN, "rules_broken") from error


class EndGameWhenBroken:
    """A context that ends the game without a winner if rules exceed a limit.

    It is used for game steps without a move that could be refused, such as timeouts.
    """

    def __init__(self, game: Compiled, t: DataTable) -> None:
        self.trial_notes, self.t = game.trial_notes, t

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, (Broken, OutOfSteps)):
            return False
        if self.trial_notes is not None:
            self.trial_notes.note_broken(error)
        self.t.steps_spent = 0
        if len(msgspec.json.encode(self.t.events)) > MOST_EVENT_BYTES:
            self.t.events = []
        self.t.finish([], "rules_broken", BROKEN, lambda player: (not player.active,))
        return True


class Step:
    """A game step: an action and all its consequences, until a player has to act.

    `r` is the current run of the rules; `r.me` is the seat of the acting player.
    """

    def __init__(self, game: Compiled, t: DataTable, me: int, *, hushed: bool = False) -> None:
        self.game, self.t = game, t
        self.r = Run(game, t, me, hushed=hushed)
        self.fired_triggers: set[int] = set()
        self.search_fuel = MOST_SEARCH_FUEL

    def run(self, effects: Function) -> None:
        """Carry out effects."""
        effects.run(self.r)

    # From phase to phase

    def go_on(self) -> None:
        """Go from phase to phase, as long as effects set a transition. Raises Broken."""
        for entered in range(MOST_PHASES + 1):
            self.run_triggers()
            transition, self.r.transition = self.r.transition, None
            if transition is None:
                return None
            kind, phase, value = transition
            if kind == "end" or self.t.steps_taken >= MOST_STEPS_OF_GAME:
                return self.end(value if kind == "end" else None)
            if kind == "pause":
                return self.pause(phase, value)
            if entered < MOST_PHASES:
                self.enter(phase, value)
        raise Broken("phases_follow_each_other_without_an_end")

    def run_triggers(self) -> None:
        """Carry out the effects of all triggers whose conditions are true.

        A trigger is a condition with effects. Triggers are tested in all phases. Each trigger is carried out
        at most once in a game step.
        """
        if not self.game.triggers:
            return
        for number, (condition, do) in enumerate(self.game.triggers):
            if number not in self.fired_triggers:
                transition, self.r.transition, self.r.me = self.r.transition, None, self.t.seat
                if condition.run(self.r):
                    self.fired_triggers.add(number)
                    self.run(do)
                self.r.transition = self.r.transition or transition

    def enter(self, name: str, seat: int) -> None:
        """Begin a phase: carry out the phase's effects in “start”, and then ask players."""
        t, r = self.t, self.r
        t.phase, t.seat, t.phases_begun, t.after_pause = name, seat, t.phases_begun + 1, ""
        t.decisions, r.me = [], seat
        t.turn = r.seats[seat] if seat in r.active else None
        phase = self.game.phases[name]
        if self.game.trial_notes is not None:
            self.game.trial_notes.begun_phases.add(name)
        if phase.start is not None:
            self.run(phase.start)
        if r.transition is None:
            self.run_triggers()
        if r.transition is None:
            self.ask(phase)

    def ask(self, phase: Phase) -> None:
        """Ask those players of a phase that have a legal move. If there are none, go on.

        First carry out the phase's effects in “stuck”, for each of its players without a legal move.
        """
        r, t = self.r, self.t
        if not phase.moves:
            self.wait(phase, [])
            return
        if t.seat not in r.active and phase.who is None:  # the player on turn has left
            t.seat = r.seat_after(t.seat)
            t.turn = r.seats[t.seat]
        r.me = t.seat
        asked_seats = (
            [t.seat] if phase.who is None else [seat for seat in phase.who.run(r) if seat in r.active]
        )
        able_seats = [seat for seat in asked_seats if self.can_act(phase, seat)]
        if self.game.trial_notes is not None and len(able_seats) < len(asked_seats):
            self.game.trial_notes.stuck[phase.name] += len(asked_seats) - len(able_seats)
        for seat in asked_seats:
            if seat not in able_seats and phase.stuck is not None and r.transition is None:
                r.me = seat
                self.run(phase.stuck)
        r.me = t.seat
        if r.transition is not None:
            return
        if able_seats:
            self.wait(phase, able_seats)
        elif phase.done is not None:
            self.run(phase.done)
        else:
            r.me = asked_seats[0] if asked_seats else t.seat
            report_event(r, "stuck", "{by} cannot do anything.", {}, [], by=True, tone="quiet")
            r.transition = ("go", phase.name, r.seat_after(t.seat))

    def can_act(self, phase: Phase, seat: int) -> bool:
        """Return whether a player of the phase has a legal move."""
        r, me, fuel, words_left = self.r, self.r.me, self.r.fuel, self.r.words_left
        r.me, r.fuel, r.words_left = seat, min(FUEL, self.search_fuel), legal_moves.MOST_OFFERED
        self.search_fuel -= r.fuel
        can = bool(phase.moves_when_asked.find.run(r, [], legal_moves.ANY_MOVE))
        self.search_fuel += r.fuel
        r.me, r.fuel, r.words_left = me, fuel, words_left
        return can

    def wait(self, phase: Phase, seats: list[int]) -> None:
        """Open the decision of a phase: wait for these players, or for the end of the time."""
        t = self.t
        t.moment += 1
        until = self.deadline_of(phase)
        if not seats and until is None:
            raise Broken("a_phase_asks_nobody_and_does_not_go_on")
        players = [self.r.seats[seat] for seat in seats]
        t.decisions = [Decision(phase.name, players, until, phase.optional, t.moment)]

    def deadline_of(self, phase: Phase) -> int | None:
        """Return the deadline of a phase that begins now, or None if it has no time limit."""
        seconds = phase.time(self.r) if phase.time is not None else None
        return self.t.in_seconds(max(seconds, SHORTEST_S)) if seconds is not None and seconds > 0 else None

    # Moves of players

    def play(self, phase: Phase, decision: Decision, name: str, values: Args) -> None:
        """Make a move, and go on until a player has to act. Raises Refused or Broken."""
        move = self.accepted_move(phase, decision, name, values)
        self.t.steps_taken += 1
        self.carry_out(phase, decision, move)
        self.settle(phase, decision)
        self.close()

    def accepted_move(self, phase: Phase, decision: Decision, name: str, values: Args) -> Move:
        """Return the move with this name that accepts these values. Raises Refused if there is none."""
        choosing = phase.moves_when_asked if legal_moves.is_asked(self.r, decision) else phase.moves_of_others
        return choosing.chosen_move(self.r, name, values)

    def carry_out(self, phase: Phase, decision: Decision, move: Move) -> None:
        """Carry out the effects of a move. Make sure that there is an event that all players read."""
        r, t = self.r, self.t
        self.run(move.carry_out)
        if move.say is not None:
            report_text(r, "said", move.say, [])
        me = r.seats[r.me]
        if not r.has_public_event:
            report_unstated(r, "moved", by=me, tone="quiet")
        if phase.done is not None and me in decision.players:
            decision.players.remove(me)
        else:
            t.moment += 1
            decision.own_moments[me] = t.moment

    def settle(self, phase: Phase, decision: Decision) -> None:
        """Go on after a move, in another phase or in the same phase."""
        r, t = self.r, self.t
        if r.transition is None:
            self.run_triggers()
        if r.transition is None:
            if phase.done is not None and not decision.waits_for():
                r.me = t.seat
                self.run(phase.done)
            elif phase.done is None:
                self.ask_again(phase, decision)
        self.go_on()

    def ask_again(self, phase: Phase, decision: Decision) -> None:
        """Stay in the same phase, because no effect of the move has set a transition."""
        r = self.r
        seats = [r.seats.index(id) for id in decision.players]
        if not any(self.can_act(phase, seat) for seat in seats):
            own, moment = decision.own_moments, decision.moment
            self.ask(phase)
            for decision in self.t.decisions:
                decision.own_moments, decision.moment = own, moment
        elif len(seats) == 1 and phase.time is not None:
            decision.until = self.deadline_of(phase)

    # Without players

    def time_out(self, phase: Phase, decision: Decision) -> None:
        """Handle the timeout of a decision that the caller has closed. Raises Broken."""
        self.t.steps_taken += 1
        self.carry_out_timeout(phase, decision)
        self.close()

    def carry_out_timeout(self, phase: Phase, decision: Decision) -> None:
        """Carry out the effects of the timeout, and go on."""
        r, t = self.r, self.t
        r.me = t.seat
        if not phase.moves or phase.optional:
            effects = phase.done if phase.optional and phase.done is not None else phase.timeout
            if effects is not None:
                self.run(effects)
        else:
            t.decisions = [decision]
            for id in decision.waits_for():
                if r.transition is None and t.result is None:
                    r.me = r.seats.index(id)
                    report_unstated(r, "timed_out", "{by} ran out of time.", by=id, tone="quiet")
                    self.decide_for(phase, decision)
        if r.transition is None and phase.done is not None and t.result is None:
            r.me = t.seat
            self.run(phase.done)
        if r.transition is None:
            r.transition = ("go", t.phase, r.seat_after(t.seat))
        if not t.events:
            report_unstated(r, "time_over", tone="quiet")
        self.go_on()

    def decide_for(self, phase: Phase, decision: Decision) -> None:
        """Act for the acting player, whose time is up.

        Carries out the effects in the phase's “timeout”, or makes the move that “timeout” names. If there is
        no “timeout”, or if the named move is not legal, makes the first legal move.
        """
        r = self.r
        if phase.timeout is not None:
            self.run(phase.timeout)
            if phase.done is not None and r.seats[r.me] in decision.players:
                decision.players.remove(r.seats[r.me])
            return
        moves = [*enumerate(phase.moves, 1)]
        preferred = [
            pair for pair in moves if pair[1].name == phase.timeout_move and not pair[1].is_for_others
        ]
        for at, candidate in (*preferred, *moves):
            for form in phase.moves_when_asked.forms_of(r, at):
                phase.moves_when_asked.accept[candidate.name].run(r, legal_moves.first_values(r, form), at)
                self.carry_out(phase, decision, candidate)
                return

    def pause(self, phase: str, seat: int) -> None:
        """Open the pause between rounds, in which players look at the result until all are ready."""
        t = self.t
        t.after_pause, t.seat, t.turn = phase, seat, None
        t.moment += 1
        players = [self.r.seats[seat_number] for seat_number in self.r.active]
        until = t.in_seconds(NEXT_ROUND_S)
        t.decisions = [Decision(BetweenRounds.id, players, until, optional=True, moment=t.moment)]

    # Leaving

    def leave(self, seat: int) -> None:
        """Carry out the effects in “leave”, move the player's cards, remove the player, and go on."""
        r, t, game = self.r, self.t, self.game
        r.leaver, id = seat, r.seats[seat]
        r.me = t.seat
        if game.leave is not None:
            self.run(game.leave)
        self.give_back(seat)
        t.depart(id)
        t.tell("departed", by=id, tone="quiet")
        r.active.remove(seat)
        decision = t.decisions[0] if t.decisions else None
        if len(r.active) < game.doc["players"]["min"]:
            r.transition = ("end", "", None)
        elif r.transition is None and decision is not None:
            self.go_on_without(seat, decision)
        self.go_on()

    def go_on_without(self, leaver: int, decision: Decision) -> None:
        """Decide how the game goes on if a player has left during this decision."""
        r, t = self.r, self.t
        phase = self.game.phases.get(t.phase)
        if t.after_pause:
            if not decision.players:
                r.transition = ("go", t.after_pause, t.seat)
        elif phase is None or not phase.moves:
            pass  # the phase asks no player: the game goes on when the time is up
        elif phase.done is not None and not decision.waits_for():
            r.me = t.seat
            self.run(phase.done)
        elif not decision.waits_for() or (leaver == t.seat and phase.who is None):
            r.transition = ("go", self.game.turn, r.seat_after(leaver))
        if r.transition is None and leaver == t.seat:
            t.seat = r.seat_after(leaver)
            t.turn = None if t.after_pause else r.seats[t.seat]

    def give_back(self, seat: int) -> None:
        """Move the cards of a leaver to the zone that the document names in “cards_to”."""
        r, game = self.r, self.game
        target = game.cards_to.run(r) if game.cards_to is not None else None
        if target is None:
            return
        stated = game.doc["leave"]
        returned_cards = []
        for zone, (declared, part) in enumerate(r.shape.zone_parts):
            if declared.per == "player" and part == seat and declared.name not in stated.get("keep", ()):
                returned_cards += move(r, r.in_zone(zone), target)
        if stated.get("shuffle"):
            shuffle(r, target)
        r.me = seat
        report_event(r, "hand_returned", "", {}, returned_cards, tone="quiet")
        r.me = self.t.seat

    # The end

    def end(self, winners: list[int] | None) -> None:
        """End the game. If `winners` is None, the players with the best standing win."""
        r, t = self.r, self.t
        self.show_scores()
        standing = {seat: self.value_for(self.game.standing, seat) for seat in range(len(r.seats))}
        r.spend(ORDERING * sum([item_count(value) for value in standing.values()]))
        worth = {seat: sort_key(value) for seat, value in standing.items()}
        if winners is None:
            best = max((worth[seat] for seat in r.active), default=())
            winners = [seat for seat in r.active if worth[seat] == best]
        if self.game.team_size:
            teams = {r.shape.team[seat] for seat in winners}
            winners = [seat for seat in range(len(r.seats)) if r.shape.team[seat] in teams]
        ids = [r.seats[seat] for seat in winners]
        places = {_frozen(key): -place for place, key in enumerate(sorted(worth.values()))}

        def order(player: Player) -> tuple[int, ...]:
            return player.id not in ids, not player.active, places[_frozen(worth[r.seats.index(player.id)])]

        words: Words = "Nobody won the game."
        if ids:
            words = text("{winners} won the game.", winners=all_of(ids))
        t.finish(ids, "won", words, order)

    def value_for(self, of: Function | None, seat: int) -> Any:
        """Return the value of the expression `of` for a player. Without `of`, return the score."""
        r = self.r
        if of is None:
            return self.t.players[seat].score
        r.me = seat
        value = of.run(r, seat)
        r.me = self.t.seat
        return value

    # After every step

    def close(self) -> None:
        """Finish a game step: sort zones, show scores, check the table's limits. Raises Broken."""
        self.sort()
        self.show_scores()
        if len(msgspec.json.encode(self.t.values)) > MOST_VARIABLE_BYTES:
            raise Broken("the_variables_take_too_much_room")
        if not self.r.hushed:
            if len(msgspec.json.encode(stored_parts(self.t))) > MOST_TABLE_BYTES:
                raise Broken("the_table_takes_too_much_room")
            if len(msgspec.json.encode(self.t.events)) > MOST_EVENT_BYTES:
                raise Broken("the_rules_say_too_much")
        if self.game.trial_notes is not None:
            self.game.trial_notes.cost = max(self.game.trial_notes.cost, FUEL - self.r.fuel)

    def sort(self) -> bool:
        """Sort the zones for which the document sets an order. Return whether any zone changed."""
        r, has_changed = self.r, False
        if not r.unsorted:
            return False
        for at in sorted(r.unsorted):
            zone = r.zones[at]
            cards = sorted(zone.cards, key=r.shape.keys[at].__getitem__)
            if cards != zone.cards:
                zone.cards, has_changed = cards, True
                self.t.note_new_order(zone)
        r.unsorted.clear()
        return has_changed

    def show_scores(self) -> None:
        """Copy the variable “score” of the document to the scores of players."""
        scores = self.t.values.get("score")
        if scores is None:
            return
        players = self.t.players
        if not isinstance(scores, list):
            scores = [scores] * len(players)
        elif self.game.names.variables["score"].of == "team":
            scores = [scores[team] for team in self.r.shape.team if team is not None]
        for player, score in zip(players, scores, strict=True):
            player.score = score if type(score) is int else 0


def stored_parts(t: DataTable) -> tuple[Any, ...]:
    """Return the parts of a table whose stored size is limited."""
    return t.zones, t.values, t.conclusions


def _frozen(key: Any) -> Any:
    return tuple(map(_frozen, key)) if isinstance(key, list | tuple) else key
