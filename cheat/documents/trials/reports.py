"""Make a report for an author: numbers about games that bots play with a document.

Weighted bots choose moves at random, by weights in the document. To look ahead, a bot tries each of its moves
in several playouts. A playout is a simulation that plays the game to its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import ceil, sqrt
from typing import Any

import msgspec

from cheat.documents.game.game import DocumentGame
from cheat.documents.runtime.trial_notes import TrialNotes
from cheat.documents.trials.trials import InTime, Trial, moves_of, play_trial, seats_of, time_limit

GAMES = 200
"""Number of games of weighted bots for each number of players."""
SEARCHED = 10
"""Number of ordinary games for each game in which one player looks ahead.

A game in which one player looks ahead takes a hundred times as long as an ordinary game, although it has only
the minimum number of players.
"""
PLAYOUTS = 10
"""Number of playouts for each decision of the player that looks ahead.

A playout takes 10 ms.
"""
OPTION_GAMES, MOST_OPTION_GAMES = 4, 60
"""Maximum number of games with one value of an option, and for all options together."""
SURE = 1.96
"""Half the width of a 95 % interval, in standard errors."""
ROUND = 3
BARS = 12
"""Maximum number of bars of a histogram. A phone cannot show more bars clearly."""
ORDINARY_SHARE = 0.6
"""The share of the time for games of weighted bots. They come first, because they show most."""
OPTIONS_SHARE = 0.7
"""When this share of the time is over, the comparison of options ends."""


class Share(msgspec.Struct):
    """A share of games, with Wilson's 95 % interval for the true share."""

    part: float
    low: float
    high: float


class Lengths(msgspec.Struct):
    """A histogram of the numbers of moves in games.

    The first bar counts the games of `low` to `low + width - 1` moves.
    """

    low: int
    width: int
    counts: list[int]


class Games(msgspec.Struct, kw_only=True):
    """The results of games with one number of players.

    Reports of earlier releases lack some fields.

    - `wins`: the share of games that each seat won
    - `ties`: the share of games with several winners
    - `moves`, `phases`, `minutes`: the median numbers of moves, phases and minutes in the games that ended
    - `forced`: the share of moves for which the player had no choice
    - `widest`: the maximum number of forms that a player had at once
    - `faults`: reason why games did not end -> the number of these games
    - `causes`: limit -> the number of games in which rules exceeded this limit
    - `stuck`: phase -> the number of times that an asked player had no legal move
    - `cost`: the greatest number of steps of rules that an action used
    - `lengths`: the lengths of games that ended; null if no game ended
    """

    players: int
    games: int
    wins: list[Share]
    ties: float
    moves: int
    phases: int
    minutes: float
    forced: float
    widest: int
    faults: dict[str, int]
    lengths: Lengths | None = None
    causes: dict[str, int] = {}
    stuck: dict[str, int] = {}
    cost: int = 0


class Balance(msgspec.Struct, kw_only=True):
    """A report on a document.

    - `never`: the moves that were never legal
    - `unchosen`: the moves that were legal, but were never made
    - `unentered`: the phases that never began
    - `idle`: the options that change nothing
    - `skill`: the share of games won by the player that looks ahead
    - `fair`: the share of games that this player would win by chance
    - `whole`: True if there was time for all games
    """

    id: str
    tables: list[Games]
    never: list[str]
    unchosen: list[str]
    skill: Share | None
    fair: float
    whole: bool
    unentered: list[str] = []
    idle: list[str] = []


def no_time_limit() -> bool:
    """Return True: there is no time limit."""
    return True


def balance_within(game: DocumentGame, seconds: float, clock: Callable[[], float], games: int) -> Balance:
    """Return the report of `balance`. Take at most about `seconds` for it."""
    in_time, options_in_time, search_in_time = (
        time_limit(share * seconds, clock) for share in (ORDINARY_SHARE, OPTIONS_SHARE, 1)
    )
    return balance(game, in_time, search_in_time, games, options_in_time)


def balance(
    game: DocumentGame,
    in_time: InTime,
    search_in_time: InTime,
    games: int = GAMES,
    options_in_time: InTime = no_time_limit,
) -> Balance:
    """Play a document with each possible number of players, and return the report.

    With each number of players, up to `games` games are played. Three functions return True while there is
    time: `in_time` for these games, `options_in_time` for the comparison of options, and `search_in_time` for
    games in which one player looks ahead.
    """
    seats, noted_game = seats_of(game), game.with_trial_notes(TrialNotes())
    trials: dict[int, list[Trial]] = {count: [] for count in seats}
    for number in range(games):
        for count in seats:
            if in_time() and (trial := play_trial(noted_game, count, number, in_time)):
                trials[count].append(trial)
    idle = idle_options(noted_game, options_in_time)
    searched = _searched(game, seats[0], search_in_time, ceil(games / SEARCHED))
    all_trials = [trial for table_trials in trials.values() for trial in table_trials]
    entered = {phase for trial in all_trials for phase in trial.begun_phases}
    possible = {move for trial in all_trials for move in trial.possible_moves}
    chosen_moves = {move for trial in all_trials for move in trial.chosen_moves}
    moves = list(moves_of(game))
    wins = sum(number % seats[0] in trial.winners for number, trial in enumerate(searched))
    return Balance(
        id=game.id,
        tables=[
            _table(count, game.compiled.team_size or 1, table_trials)
            for count, table_trials in trials.items()
            if table_trials
        ],
        never=[".".join(move) for move in moves if move not in possible],
        unchosen=[".".join(move) for move in moves if move in possible and move not in chosen_moves],
        skill=wilson(wins, len(searched)) if searched else None,
        fair=round(1 / (game.compiled.shape(seats[0]).teams or seats[0]), ROUND),
        whole=len(all_trials) == games * len(seats) and len(searched) == ceil(games / SEARCHED),
        unentered=[name for name in game.compiled.phases if name not in entered] if all_trials else [],
        idle=idle,
    )


def idle_options(game: DocumentGame, in_time: InTime, most_games: int = MOST_OPTION_GAMES) -> list[str]:
    """Return the options that change nothing: a few games stay the same with each value.

    The games have the minimum or the maximum number of players, and the same random numbers. At most
    `most_games` games are played. Options that would need more games are not returned.
    """
    seats, budget = seats_of(game), iter(range(most_games))
    tables = [(seats[-(number % 2)], number) for number in range(OPTION_GAMES)]

    def play(number: int, options: Mapping[str, Any]) -> Trial | None:
        may_play = next(budget, None) is not None
        return play_trial(game, *tables[number], in_time, chosen_options=options) if may_play else None

    default_trials = [play(number, {}) for number in range(OPTION_GAMES)]

    def is_idle(name: str, stated: Mapping[str, Any]) -> bool:
        return all(
            default_trials[number] is not None and play(number, {name: value}) == default_trials[number]
            for number in range(OPTION_GAMES)
            for value in _others(stated)
        )

    options: Mapping[str, Any] = game.compiled.doc.get("options", {})
    return [name for name, stated in options.items() if is_idle(name, stated)]


def _others(option: Mapping[str, Any]) -> list[Any]:
    """Return the values of an option to compare with its default; for a number, the bounds."""
    default = option["default"]
    values = option["number"] if "number" in option else option.get("choice", (False, True))
    return [value for value in values if value != default]


def wilson(wins: int, games: int) -> Share:
    """Return the share of games won, and Wilson's interval for the chance of winning."""
    part, correction = wins / games, SURE * SURE / games
    middle = (part + correction / 2) / (1 + correction)
    half = SURE * sqrt(part * (1 - part) / games + correction / games / 4) / (1 + correction)
    return Share(
        round(part, ROUND), round(max(0.0, middle - half), ROUND), round(min(1.0, middle + half), ROUND)
    )


def _searched(game: DocumentGame, seats: int, in_time: InTime, games: int) -> list[Trial]:
    """Play games in which one player looks ahead: seat 0 in the first game, seat 1 in the next."""
    trials = []
    for number in range(games):
        trial = play_trial(game, seats, number, in_time, {number % seats: PLAYOUTS})
        if trial is None:
            break
        trials.append(trial)
    return trials


def _table(players: int, side: int, trials: Sequence[Trial]) -> Games:
    """Return the results of these games. `side`: the number of players that win together."""
    ended_trials = [trial for trial in trials if not trial.fault]
    moves = sum(trial.moves for trial in trials)
    return Games(
        players=players,
        games=len(trials),
        wins=[
            wilson(sum(seat in trial.winners for trial in ended_trials), len(ended_trials))
            for seat in range(players)
        ]
        if ended_trials
        else [],
        ties=_share(sum(len(trial.winners) > side for trial in ended_trials), len(ended_trials)),
        moves=_middle([trial.moves for trial in ended_trials]),
        phases=_middle([trial.phases for trial in ended_trials]),
        minutes=round(_middle([trial.seconds for trial in ended_trials]) / 60, 1),
        forced=_share(sum(trial.forced for trial in trials), moves),
        widest=max(trial.widest for trial in trials),
        faults=dict(Counter(trial.fault for trial in trials if trial.fault)),
        lengths=lengths_of([trial.moves for trial in ended_trials]) if ended_trials else None,
        causes=dict(Counter(trial.cause for trial in trials if trial.cause)),
        stuck=dict(sum((Counter(trial.stuck) for trial in trials), Counter())),
        cost=max(trial.cost for trial in trials),
    )


def lengths_of(moves: Sequence[int]) -> Lengths:
    """Return the histogram of the lengths of games."""
    low = min(moves)
    width = ceil((max(moves) - low + 1) / BARS)
    counts = Counter((length - low) // width for length in moves)
    return Lengths(low, width, [counts[bar] for bar in range(max(counts) + 1)])


def _middle(values: Sequence[int]) -> int:
    return sorted(values)[len(values) // 2] if values else 0


def _share(count: int, of: int) -> float:
    return round(count / of, ROUND) if of else 0.0
