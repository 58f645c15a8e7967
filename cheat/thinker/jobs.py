"""What the thinker can do: a function for each kind of job, from its data to its answer."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cheat.bots.bot import Decided, Level
from cheat.catalogue import CATALOGUE
from cheat.rooms.record import Tape, read
from cheat.rooms.thoughts import plan_from_record
from cheat.thinker.child import Kind

PLAN = "plan"


class Situation(msgspec.Struct):
    """Whose move is looked for, and the record of the game up to now: its blocks and the tape of the room."""

    blocks: list[bytes]
    tape: Tape
    player: str
    level: Level
    seed: str


def plan(data: msgspec.Raw, seconds: float) -> Decided | None:
    """A move for a bot, None where nothing was found or the record is not whole."""
    asked = msgspec.json.decode(data, type=Situation)
    recording = read(asked.blocks, asked.tape)
    if recording is None:
        return None
    return plan_from_record(CATALOGUE, *recording, asked.player, asked.level, asked.seed, seconds)


KINDS: Mapping[str, Kind] = {PLAN: plan}
