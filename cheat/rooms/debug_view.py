"""A table looked into: every card face up, and what its rules keep beside the cards.

Only for a trial, a room in which one person plays with bots: there is nobody from whom anything is kept. The
view is made by the functions that make all others, out of a table on which the cards lie open.
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
    """Something that the rules keep, in words. `of`: the players whose it is; none where it is the game's."""

    name: str
    of: list[str]
    text: str


class Inside(msgspec.Struct, kw_only=True):
    """A trial, looked into. `seed`: that of its chance; `phase`: where its rules are; `table` shows all cards
    and offers nothing.
    """

    version: int
    seed: str
    phase: str
    table: TableView
    kept: list[KeptView]


def face_up(table: Table) -> Table:
    """The table with every card open. The one it is made of stays as it is."""
    zones = {id: replace(zone, seen="all", shows=UNSET) for id, zone in table.zones.items()}
    return replace(table, zones=zones)


def inside(room: AnyRoom, version: int, seat: Seat | None, now: int, language: Language = ENGLISH) -> Inside:
    """All that there is at the table of a trial, for whoever tries the game. Raises Unauthorized
    (`no_token`), NotAllowed (`no_trial`), Refused (`not_started`) or RulesFailed.
    """
    if seat is None:
        raise Unauthorized("You need a seat at this table to look at everything.", "no_token")
    if not room.trial:
        raise NotAllowed(NO_TRIAL, "no_trial")
    if room.table is None:
        raise Refused("The game hasn't started.", "not_started")
    table = face_up(room.running())
    assert isinstance(table, DataTable), "documents alone are tried"
    shown = with_games(copy(room), room.games)  # for this look alone: what was played stays on the table
    shown.lost = room.lost
    shown.table, shown.phase = table, "playing" if table.result is None else "over"
    return Inside(
        version=version,
        seed=table.rng.seed,
        phase=table.phase,
        table=view(shown, version, None, now, language),
        kept=_kept(shown, language),
    )


def _kept(room: AnyRoom, language: Language) -> list[KeptView]:
    """What the rules keep of the game as who has no seat knows it, and of each player as that one does."""
    if room.failed:
        return []
    rules, say, names = room.dealt_rules, room.spoken_in(language).say, room.names()
    table, found = room.running(), list[KeptView]()
    with guarded(rules, "view"):
        for viewer in (None, *(player.id for player in table.players)):
            seen = engine.sight(rules, table, viewer)
            found += [KeptView(one.name, one.of, say(one.text, names)) for one in rules.keeps(seen, viewer)]
    return found
