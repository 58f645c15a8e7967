"""The debug view of a trial: every card face up, and the values that the rules keep.

It exists only for a trial. In a trial one person plays with bots, so no card has to be hidden from other
players. The functions behind all other views make this one, too: they get a table with all cards open.
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


class KeptView(msgspec.Struct):
    """A value that the rules keep, in words. `of`: its players; empty if it belongs to the game."""

    name: str
    of: list[str]
    text: str


class Inside(msgspec.Struct, kw_only=True, rename={"remembered": "kept"}):
    """The debug view of a trial.

    `seed`: the seed of its random generator; `phase`: the phase of its rules; `table` shows all cards and
    offers no moves.
    """

    version: int
    seed: str
    phase: str
    table: TableView
    remembered: list[KeptView]


def face_up(table: Table) -> Table:
    """Return a copy of the table with every card open. The given table is not changed."""
    zones = {id: replace(zone, viewers="all", shows=UNSET) for id, zone in table.zones.items()}
    return replace(table, zones=zones)


def inside(room: AnyRoom, version: int, seat: Seat | None, now: int, language: Language = ENGLISH) -> Inside:
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
    assert isinstance(table, DataTable), "documents alone are tried"
    shown = with_games(copy(room), room.games)  # a copy for this view: the room keeps its own table
    shown.lost_games = room.lost_games
    shown.table, shown.phase = table, "playing" if table.result is None else "over"
    return Inside(
        version=version,
        seed=table.rng.seed,
        phase=table.phase,
        table=view(shown, version, None, now, language),
        remembered=_remembered_values(shown, language),
    )


def _remembered_values(room: AnyRoom, language: Language) -> list[KeptView]:
    """Return the values that the rules keep.

    Values of the game are shown as a spectator may know them, and values of a player as this player may.
    """
    if room.failed:
        return []
    rules, say, names = room.dealt_rules, room.language_with_terms(language).say, room.names()
    table, found = room.running(), list[KeptView]()
    with guarded(rules, "view"):
        for viewer in (None, *(player.id for player in table.players)):
            seen = engine.observation(rules, table, viewer)
            found += [
                KeptView(one.name, one.players, say(one.text, names))
                for one in rules.remembered_values(seen, viewer)
            ]
    return found
