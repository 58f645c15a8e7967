"""The debug view of a trial: every card face up, and the values that the rules remember.

Only a trial has a debug view. In a trial, one person plays with bots, so the view need not hide cards from
other people. The functions that make all other views also make this view. They get a table with all cards
face up.
"""

from __future__ import annotations

from copy import copy

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from cheat.engine import engine
from cheat.engine.registry import DataTable
from cheat.engine.table import Table
from cheat.errors import NotAllowed, Refused, Unauthorized
from cheat.i18n.messages import ENGLISH, Language
from cheat.rooms.room import AnyRoom, Seat, with_games
from cheat.rooms.rules_guard import guarded
from cheat.rooms.view import TableView, view

NO_TRIAL = "You can look at everything only when you try a game alone."


class RememberedValue(msgspec.Struct):
    """A value that the rules remember, in words.

    `of`: the players that have this value, or an empty list for a value of the whole game.
    """

    name: str
    of: list[str]
    text: str


class Inside(msgspec.Struct, kw_only=True, rename={"remembered": "kept"}):
    """The debug view of a trial.

    `seed`: the seed of the table's random generator. `phase`: the phase of the rules. `table`: a view without
    moves, with all cards face up.
    """

    version: int
    seed: str
    phase: str
    table: TableView
    remembered: list[RememberedValue]


def face_up(table: Table) -> Table:
    """Return a copy of the table with every card face up. The given table stays as it is."""
    zones = {id: replace(zone, viewers="all", shows=UNSET) for id, zone in table.zones.items()}
    return replace(table, zones=zones)


def debug_view(
    room: AnyRoom, version: int, seat: Seat | None, now: int, language: Language = ENGLISH
) -> Inside:
    """Return the debug view of a trial for its player.

    Raises Unauthorized (`no_token`), NotAllowed (`no_trial`), Refused (`not_started`) or RulesFailed.
    """
    if seat is None:
        raise Unauthorized("You need a seat at this table to look at everything.", "no_token")
    if not room.trial:
        raise NotAllowed(NO_TRIAL, "no_trial")
    if room.table is None:
        raise Refused("The game hasn't started.", "not_started")
    table = face_up(room.running())
    assert isinstance(table, DataTable), "only documents have trials"
    open_room = with_games(copy(room), room.games)  # change only a copy of the room
    open_room.lost_games = room.lost_games
    open_room.table, open_room.phase = table, "playing" if table.result is None else "over"
    return Inside(
        version=version,
        seed=table.rng.seed,
        phase=table.phase,
        table=view(open_room, version, None, now, language),
        remembered=_remembered_values(open_room, language),
    )


def _remembered_values(room: AnyRoom, language: Language) -> list[RememberedValue]:
    """Return the values that the rules remember.

    Values of the game appear as a spectator may see them. Values of a player appear as this player may see
    them.
    """
    if room.failed:
        return []
    rules, say, names = room.dealt_rules, room.language_with_terms(language).say, room.names()
    table, views = room.running(), list[RememberedValue]()
    with guarded(rules, "view"):
        for viewer in (None, *(player.id for player in table.players)):
            observation = engine.observation(rules, table, viewer)
            views += [
                RememberedValue(value.name, value.players, say(value.text, names))
                for value in rules.remembered_values(observation, viewer)
            ]
    return views
