"""Trials: games of weighted bots that are played only to try a document.

Weighted bots choose moves at random, by weights in the document. Trials show problems that the check of a
document cannot find: games that do not end, moves that are never legal, and false conclusions. A conclusion
is what the effect `know` tells all players about a hidden zone. A step is a unit of work of rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from cheat.bots import search_for
from cheat.bots.bot import Bot, Memory, WeightedBot
from cheat.documents.compile.effects import MOST_ROUNDS
from cheat.documents.compile.legal_moves import MOST_FORMS
from cheat.documents.game.game import DocumentGame
from cheat.documents.game.phases import (
    MOST_PHASES,
    MOST_TABLE_BYTES,
    MOST_VARIABLE_BYTES,
)
from cheat.documents.parse.decks import MOST_CARDS
from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.runtime.state import (
    FUEL,
    MOST_DEEP,
    MOST_ITEMS,
    MOST_NESTED_ITEMS,
    MOST_NUMBER,
    MOST_WORD_BYTES,
)
from cheat.documents.runtime.trial_notes import TOO_MANY_STEPS, TrialNotes
from cheat.engine import engine
from cheat.engine.forms import Form
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.engine.table import MOST_STEPS
from cheat.errors import Refused
from cheat.i18n.messages import Text

QUICK = 20
"""Number of trials before a document is published."""
TOO_SLOW, NEVER_ENDS = "too_slow", "never_ends"
"""Codes of two problems: no game ended in the given time, and games never end."""
UNFINISHED = "unfinished"
"""The fault of a game that did not end in the given time."""
ENOUGH = 200
"""Minimum number of moves with which an unfinished game counts as long, and not as slow.

A check has 1.5 seconds of processor time. So in a game with this many moves, a move takes less than 8 ms.
"""
LONGEST = 5000
"""Maximum number of moves and delays of a game.

With weighted bots, no bundled game needs more than a fifth of this.
"""
LETS_PASS = 0.5
"""The probability that bots let the time run out when players may act, but need not."""

MISTAKE = "the rules failed with an error."
CAUSES = {
    "the_rules_take_too_long": ("one action, or the moves of one player, cost more than {most} steps.", FUEL),
    "while_does_not_come_to_an_end": ("a “while” was repeated more than {most} times.", MOST_ROUNDS),
    "phases_follow_each_other_without_an_end": (
        "more than {most} phases followed each other without a player acting.", MOST_PHASES,
    ),
    "a_phase_asks_nobody_and_does_not_go_on": (
        "no player could act, and the phase had no “time” after which it goes on.", 0),
    "a_list_holds_too_much": (
        "a list had more than {most} items, counting those of the lists in it.", MOST_NESTED_ITEMS,
    ),
    "lists_are_nested_too_deeply": ("lists were nested more than {most} deep.", MOST_DEEP),
    "the_rules_say_too_much": ("one action wrote more than {most} bytes to the log.", MOST_WORD_BYTES),
    "the_variables_take_too_much_room": ("the variables took more than {most} bytes.", MOST_VARIABLE_BYTES),
    "the_table_takes_too_much_room": ("the table took more than {most} bytes.", MOST_TABLE_BYTES),
    "a_list_has_too_many_items": ("a list had more than {most} items.", MOST_ITEMS),
    "a_number_is_too_large": ("a number was larger than {most}.", MOST_NUMBER),
    "too_many_cards": ("there were more than {most} cards.", MOST_CARDS),
    "too_many_forms": ("a player had more than {most} moves at once.", MOST_FORMS),
    "too_many_values_to_choose_from": ("there were more than {most} values to choose from.", MOST_FORMS),
    TOO_MANY_STEPS: ("cards were moved more than {most} times in one action.", MOST_STEPS),
}  # fmt: skip
"""Code of a limit that rules can exceed -> a description of the limit, and its number."""

FAILURES = (Refused, ValueError, LookupError, TypeError, ArithmeticError, RecursionError)
"""Exceptions that rules of a document may raise. They end a trial."""
NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})
Move = tuple[str, str]
"""A phase, and the name of a move in this phase."""
InTime = Callable[[], bool]
"""A function that returns whether there is still time."""


class Trial(msgspec.Struct, kw_only=True):
    """Facts about the game of one trial.

    - `moves`: the number of moves
    - `forced`: the number of moves for which the player had no choice
    - `widest`: the maximum number of forms that a player had at once
    - `seconds`: the duration of the game, by the clock of the game
    - `phases`: the number of phases that began
    - `begun_phases`: the names of these phases
    - `asking_phases`: the phases in which a player was asked
    - `possible_moves`, `chosen_moves`: the moves that were legal, and the moves that were made
    - `wrong_zones`: the zones with false conclusions
    - `fault`: the reason why the game did not end, or ""
    - `cause`: the limit that the rules exceeded, or ""
    - `phase`: the last phase
    - `stuck`: phase -> the number of times that an asked player had no legal move
    - `cost`: the greatest number of steps that an action used
    - `costliest_phase`: the phase in which this action happened
    - `none_operands`: number of an operand that was `none` -> the first phase in which this happened
    """

    seats: int
    winners: list[int] = []
    moves: int = 0
    forced: int = 0
    widest: int = 0
    seconds: int = 0
    phases: int = 0
    begun_phases: set[str] = set()
    asking_phases: set[str] = set()
    possible_moves: set[Move] = set()
    chosen_moves: set[Move] = set()
    wrong_zones: set[str] = set()
    fault: str = ""
    cause: str = ""
    phase: str = ""
    stuck: dict[str, int] = {}
    cost: int = 0
    costliest_phase: str = ""
    none_operands: dict[int, str] = {}


def seats_of(game: DocumentGame) -> list[int]:
    """Return the numbers of players with which trials are played.

    If the document states only a minimum and a maximum, there are no trials with one player, unless the
    maximum is 1.
    """
    stated = game.compiled.doc["players"]
    size = game.compiled.team_size or 1
    low, high = game.seats
    return [n for n in stated.get("allowed", range(min(max(low, 2), high), high + 1)) if n % size == 0]


def quick_trials(game: DocumentGame, count: int, in_time: InTime) -> list[Trial]:
    """Play `count` games, with each possible number of players and each preset in turn.

    A preset is a named choice of values for the options. If time runs out, the current game gets the fault
    `UNFINISHED`, and no further games are played.
    """
    seats, trials, game = seats_of(game), list[Trial](), game.with_trial_notes(TrialNotes())
    for number in range(count):
        trials.append(_play(game, seats[number % len(seats)], number, in_time))
        if trials[-1].fault == UNFINISHED:
            break
    return trials


def play_trial(
    game: DocumentGame,
    seats: int,
    number: int,
    in_time: InTime,
    searching: Mapping[int, int] | None = None,
    chosen_options: Mapping[str, Any] = NO_OPTIONS,
) -> Trial | None:
    """Play one game. Return None if time ran out.

    - `number`: the seed of the game. It also chooses the preset.
    - `searching`: seat of a player that looks ahead -> the number of playouts for each decision of this
      player. A playout is a simulation that plays the game to its end.
    - `chosen_options`: options that replace those of the preset

    The trial has the notes of the rules only if `game` was made by `with_trial_notes`.
    """
    trial = _play(game, seats, number, in_time, searching, chosen_options)
    return None if trial.fault == UNFINISHED else trial


def _play(
    game: DocumentGame,
    seats: int,
    number: int,
    in_time: InTime,
    searching: Mapping[int, int] | None = None,
    chosen_options: Mapping[str, Any] = NO_OPTIONS,
) -> Trial:
    """Play one game, as `play_trial` does.

    If time runs out, the trial has the fault `UNFINISHED`.
    """
    notes = game.compiled.trial_notes or TrialNotes()
    notes.clear()
    trial, chance = Trial(seats=seats), Rng(f"{number:032x}")
    players = [f"p{seat + 1}" for seat in range(seats)]
    weighted_bot = WeightedBot(game.move_weights)
    bots = {players[seat]: search_for(game, simulations=n) for seat, n in (searching or {}).items()}
    memories: dict[str, Memory] = {id: {} for id in players}
    try:
        options = game.options({**game.presets[number % len(game.presets)].options, **chosen_options})
        table, _ = engine.deal(
            game, players, options, f"{number + 1:032x}", 0, None, track_knowledge=bool(bots)
        )
        assert isinstance(table, DataTable), "that is what documents are played on"
        trial.cost, trial.costliest_phase = notes.cost, table.phase
        for _ in range(LONGEST):
            _look_at(trial, table)
            if table.result is not None or not in_time():
                break
            can, phase = _choices(game, trial, table), table.phase
            if _time_passes(table, can, chance):
                engine.expire(game, table, table.next_timeout() or 0)
            else:
                player = chance.choice(list(can))
                bot = bots.get(player, weighted_bot)
                _act(game, trial, table, player, can[player], bot, memories[player], chance)
            if notes.cost > trial.cost:
                trial.cost, trial.costliest_phase = notes.cost, phase
    except FAILURES as error:
        trial.fault = error.code if isinstance(error, Refused) else type(error).__name__
        return _with_notes(trial, notes)
    if table.result is None and not in_time():
        trial.fault = UNFINISHED
    else:
        _note_end(trial, table)
    return _with_notes(trial, notes)


def _with_notes(trial: Trial, notes: TrialNotes) -> Trial:
    trial.stuck, trial.cost, trial.cause = dict(notes.stuck), notes.cost, notes.cause
    trial.begun_phases, trial.none_operands = set(notes.begun_phases), dict(notes.none_operands)
    if trial.cause:
        trial.fault = "rules_broken"
    return trial


def _look_at(trial: Trial, table: DataTable) -> None:
    """Note the phase of the table, and zones with false conclusions."""
    trial.phase, trial.phases = table.phase, table.phases_begun
    for claim in table.conclusions:
        suitable = set(table.zones[claim.zone].cards) & set(claim.faces)
        if bool(suitable) != claim.is_there:
            trial.wrong_zones.add(claim.zone.partition(":")[0])


def _choices(game: DocumentGame, trial: Trial, table: DataTable) -> dict[str, list[Form]]:
    """Return the forms of all players that can act now, and note that their moves are possible."""
    can = engine.legal_moves(game, table)
    if can:
        trial.asking_phases.add(table.phase)
    for forms in can.values():
        trial.possible_moves.update((table.phase, form.name) for form in forms)
    return can


def _time_passes(table: DataTable, can: Mapping[str, Sequence[Form]], chance: Rng) -> bool:
    if not can:
        return True
    return (
        all(decision.optional for decision in table.decisions)
        and table.next_timeout() is not None
        and chance.chance(LETS_PASS)
    )


def _act(
    game: DocumentGame,
    trial: Trial,
    table: DataTable,
    player: str,
    forms: Sequence[Form],
    bot: Bot,
    memory: Memory,
    chance: Rng,
) -> None:
    sight = engine.observation(game, table, player) if bot.searches else table
    move = bot.choose(sight, player, forms, memory, chance)
    if move is None:
        engine.expire(game, table, table.next_timeout() or 0)
        return
    name, args = move
    trial.moves += 1
    trial.forced += len(forms) == 1 and not forms[0].fields
    trial.widest = max(trial.widest, len(forms))
    trial.chosen_moves.add((table.phase, name))
    engine.act(game, table, player, name, args, table.now + 1000, forms)


def _note_end(trial: Trial, table: DataTable) -> None:
    trial.seconds = table.now // 1000
    if table.result is None:
        trial.fault = NEVER_ENDS
    elif table.result.reason == "rules_broken":
        trial.fault = "rules_broken"
    else:
        ids = [player.id for player in table.players]
        trial.winners = [ids.index(id) for id in table.result.winners]


def judge(game: DocumentGame, trials: Sequence[Trial], report: Report) -> None:
    """Report the problems that these trials show."""
    finished = [trial for trial in trials if trial.fault != UNFINISHED]
    if trials and not finished:
        _judge_unfinished(game, trials[0], report)
    _judge_endless(game, finished, report)
    broken = [trial for trial in trials if trial.fault not in ("", NEVER_ENDS, UNFINISHED)]
    if broken:
        words = "In {count} of {games} trial games the rules exceeded a limit in phase “{phase}”: {cause}"
        path = ("phases", broken[0].phase) if broken[0].phase else ("start",)
        report.tell(
            "rules_broken", path, words,
            count=len(broken), games=len(finished), phase=broken[0].phase, cause=_cause_in_words(broken[0]),
        )  # fmt: skip
    for zone in sorted({zone for trial in trials for zone in trial.wrong_zones}):
        words = "In a trial game, “know” said something untrue about this zone."
        report.warn("false_claim", ("zones", zone), words, on_key=True)
    _tell_none_operands(game, trials, report)
    if finished and not report.failed:
        _tell_unreached(game, finished, report)


def _judge_unfinished(game: DocumentGame, trial: Trial, report: Report) -> None:
    """Report that the first game did not end in time: the game is long, or its rules are slow."""
    if trial.moves >= ENOUGH and _can_end(game, trial.begun_phases):
        report.warn(
            TOO_SLOW,
            ("phases", trial.phase),
            "The first trial game was not over after {moves} moves of bots that choose at random, when the "
            "time for the check was up. It was in phase “{phase}”. Check that players can end the game.",
            moves=trial.moves,
            phase=trial.phase,
        )
        return
    report.tell(
        TOO_SLOW,
        ("phases", trial.costliest_phase) if trial.costliest_phase else (),
        "No trial game ended within the time limit, which was up after {moves} moves. The most expensive "
        "action, in phase “{phase}”, cost {cost} steps. Make the game shorter or its rules cheaper.",
        moves=trial.moves,
        phase=trial.costliest_phase,
        cost=trial.cost,
    )


def _judge_endless(game: DocumentGame, trials: Sequence[Trial], report: Report) -> None:
    """Report games that did not end. If the rules can end the game, this is only a warning.

    Bots that choose at random may never end a game that people end, such as a game to 500 points.
    """
    endless = [trial for trial in trials if trial.fault == NEVER_ENDS]
    if not endless:
        return
    path: Path = ("phases", endless[0].phase)
    facts: dict[str, Any] = {
        "count": len(endless),
        "games": len(trials),
        "moves": min(trial.moves for trial in endless),
        "phase": endless[0].phase,
    }
    lengths = [trial.moves for trial in trials if not trial.fault]
    if lengths:
        words = (
            "{count} of {games} trial games were not over after {moves} moves of bots that choose at random, "
            "one of them in phase “{phase}”. The others took these bots up to {most} moves."
        )
        report.warn(NEVER_ENDS, path, words, most=max(lengths), **facts)
    elif _can_end(game, {phase for trial in trials for phase in trial.begun_phases}):
        words = (
            "{count} of {games} trial games were not over after {moves} moves of bots that choose at random, "
            "one of them in phase “{phase}”. Check that players can end the game."
        )
        report.warn(NEVER_ENDS, path, words, **facts)
    else:
        words = (
            "{count} of {games} trial games were not over after {moves} moves, one of them in phase "
            "“{phase}”. No rule with “end” can be reached from there. Add one."
        )
        report.tell(NEVER_ENDS, path, words, **facts)


def _can_end(game: DocumentGame, begun_phases: Collection[str]) -> bool:
    """Return whether the rules can reach an effect `end`.

    Looks for it in triggers, in the phases that have begun, and in phases that can follow. Conditions are
    ignored, because people may meet a condition that random moves never meet.
    """
    doc = game.compiled.doc
    routines = {head.partition("(")[0].strip(): body for head, body in doc.get("routines", {}).items()}
    reached = set(begun_phases)
    parts: list[Any] = [doc.get("triggers"), *(doc["phases"][name] for name in reached)]
    while parts:
        part = parts.pop()
        if isinstance(part, Mapping):
            if part.keys() == {"end"}:
                return True
            if "run" in part:  # the search ends, because a routine cannot run itself
                parts.append(routines.get(str(part["run"]).partition("(")[0].strip()))
            following = {str(part[effect]) for effect in ("go", "next", "pause") if effect in part}
            following = following & doc["phases"].keys() - reached
            reached |= following
            parts.extend(doc["phases"][name] for name in following)
            parts.extend(part.values())
        elif isinstance(part, list | tuple):
            parts.extend(part)
    return False


def _cause_in_words(trial: Trial) -> Text:
    """Return the limit that the rules exceeded, in words."""
    template, limit = CAUSES.get(trial.cause, (MISTAKE, 0))
    return Text(template, {"most": limit})


def _tell_unreached(game: DocumentGame, trials: Sequence[Trial], report: Report) -> None:
    """Warn about phases in which no player was asked, and moves that were never possible."""
    asking = {phase for trial in trials for phase in trial.asking_phases}
    possible = {move for trial in trials for move in trial.possible_moves}
    for phase in game.compiled.phases.values():
        if phase.moves and phase.name not in asking:
            words = "No player could act in phase “{name}” in {games} trial games."
            path: Path = ("phases", phase.name)
            report.warn("unreached", path, words, on_key=True, name=phase.name, games=len(trials))
            continue
        for at, move in enumerate(phase.moves):
            if (phase.name, move.name) not in possible:
                words = "The move “{name}” was never possible in {games} trial games."
                place: Path = ("phases", phase.name, "moves", at)
                report.warn("unreached", place, words, name=move.name, games=len(trials))


def _tell_none_operands(game: DocumentGame, trials: Sequence[Trial], report: Report) -> None:
    """Warn about operands that were `none`. Name the first trial in which this happened."""
    for number, suspect in enumerate(game.compiled.suspects):
        for at, trial in enumerate(trials, 1):
            if number not in trial.none_operands:
                continue
            words = (
                "In trial game {game}, with {players} players, this was none in phase “{phase}”, and so was "
                "the result of “{op}”. Use “if” where it may be missing."
            )
            phase: Any = trial.none_operands[number] or "start"
            facts: dict[str, Any] = {"game": at, "players": trial.seats, "phase": phase, "op": suspect.op}
            report.warn("maybe_none", suspect.path, words, span=suspect.span, **facts)
            break


def moves_of(game: DocumentGame) -> Iterator[Move]:
    """Yield all moves of a document, by phase."""
    for phase in game.compiled.phases.values():
        yield from dict.fromkeys((phase.name, move.name) for move in phase.moves)


def time_limit(seconds: float, clock: Callable[[], float]) -> InTime:
    """Return a function that returns True for `seconds` from now on."""
    until = clock() + seconds
    return lambda: clock() < until
