"""What the thinker can do: a function for each kind of job, from its data to its answer."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cheat.bots.bot import Level
from cheat.rooms.record import Tape
from cheat.thinker.child import Kind

PLAN = "plan"


class Situation(msgspec.Struct):
    """Whose move is looked for, and the record of the game up to now: its blocks and the tape of the room."""

    blocks: list[bytes]
    tape: Tape
    player: str
    level: Level
    seed: str


KINDS: Mapping[str, Kind] = {}
