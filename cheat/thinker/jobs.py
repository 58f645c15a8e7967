"""What the thinker can do: a function for each kind of job, from its data to its answer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from time import monotonic

import msgspec

from cheat.bots.bot import Decided, Level
from cheat.catalogue import CATALOGUE
from cheat.documents import DocumentGame, compiled
from cheat.documents.examined import Draft, Examined, drafted, examined
from cheat.documents.reports import Balance, balance_within
from cheat.documents.trials import within
from cheat.games.library import Library
from cheat.rooms.record import Tape, read
from cheat.rooms.thoughts import plan_from_record
from cheat.thinker.child import Kind

PLAN, READ, EXAMINE, REPORT = "plan", "read", "examine", "report"
MARGIN = 0.9
"""Of its time a job that plays games takes so much: what is begun has to end, and the answer to be sent."""
DOCUMENTS_KEPT = 8
"""Documents that stay compiled between two thoughts."""


class Situation(msgspec.Struct):
    """Whose move is looked for, and the record of the game up to now: its blocks and the tape of the room.
    `document`: that of the game, where it is none of the catalogue.
    """

    blocks: list[bytes]
    tape: Tape
    player: str
    level: Level
    seed: str
    document: bytes = b""


def plan(data: msgspec.Raw, seconds: float) -> Decided | None:
    """A move for a bot, None where nothing was found or the record is not whole."""
    asked = msgspec.json.decode(data, type=Situation)
    recording = read(asked.blocks, asked.tape)
    if recording is None:
        return None
    games = _with(asked.document) if asked.document else CATALOGUE
    return plan_from_record(games, *recording, asked.player, asked.level, asked.seed, seconds)


def _with(document: bytes) -> Library:
    """The catalogue, and the game of a document. Raises NotAGame."""
    game = _compiled(document)
    return CATALOGUE.finding(lambda id: game if id == game.id else None)


@lru_cache(DOCUMENTS_KEPT)
def _compiled(document: bytes) -> DocumentGame:
    return compiled(document)


class Questioned(msgspec.Struct):
    """A document, and how many games it is to be tried in."""

    document: bytes
    games: int


def read_draft(data: msgspec.Raw, seconds: float) -> Draft:
    """What reading tells of a document that anybody may have written."""
    return drafted(msgspec.json.decode(data, type=Questioned).document)


def examine(data: msgspec.Raw, seconds: float) -> Examined:
    """What can be found out about a document that anybody may have written."""
    asked = msgspec.json.decode(data, type=Questioned)
    return examined(asked.document, within(MARGIN * seconds, monotonic), asked.games)


def report(data: msgspec.Raw, seconds: float) -> Balance:
    """How a document plays. Raises NotAGame."""
    asked = msgspec.json.decode(data, type=Questioned)
    return balance_within(compiled(asked.document), MARGIN * seconds, monotonic, asked.games)


KINDS: Mapping[str, Kind] = {PLAN: plan, READ: read_draft, EXAMINE: examine, REPORT: report}
