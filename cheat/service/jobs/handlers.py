"""What the thinker can do: a function for each kind of job, from its data to its answer."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from time import monotonic, process_time

import msgspec

from cheat.bots.bot import Bot, Decided, Level, Memory
from cheat.catalogue import CATALOGUE
from cheat.documents import DocumentGame, compiled
from cheat.documents.importer.archives import BadArchive, Brought, unpacked
from cheat.documents.importer.examination import examined_files, refused
from cheat.documents.runtime.opponents import Scripted
from cheat.documents.trials.examination import Draft, Examined, drafted
from cheat.documents.trials.reports import Balance, balance_within
from cheat.documents.trials.trials import TOO_SLOW, InTime, within
from cheat.engine.game import AnyGame
from cheat.engine.lru import LruCache
from cheat.engine.registry import GameRegistry
from cheat.i18n.languages import LANGUAGES
from cheat.rooms.bot_plans import plan_from_record
from cheat.rooms.record import ReplayRecorder, read
from cheat.service.jobs.child import Kind
from cheat.service.jobs.scripts import Scripts

PLAN, READ, EXAMINE, REPORT = "plan", "read", "examine", "report"
CHECK_CPU_S = 2.0
"""Seconds of the processor for what is found out about a document: a hundred times what it takes to read one
that is written for people. Others who want the core take nothing of them.
"""
PLAY_CPU_S = 1.5
"""Of these are for games: the step that is begun has to end, and what is wrong to be told."""
MARGIN = 0.9
"""Of its time a job that plays games takes so much: what is begun has to end, and the answer to be sent."""
DOCUMENTS_KEPT = LruCache[DocumentGame](8, 32_000_000)
"""Documents that stay compiled between two thoughts, and their bytes."""


class Situation(msgspec.Struct):
    """Whose move is looked for, and the record of the game up to now: its blocks and the tape of the room.
    `document`: that of the game, where it is none of the catalogue; `room` and `kept`: for opponents that a
    game brings along, where they play and what they keep.
    """

    blocks: list[bytes]
    tape: ReplayRecorder
    player: str
    level: Level
    seed: str
    document: bytes = b""
    room: str = ""
    kept: Memory = {}


SCRIPTS = Scripts()


def plan(data: msgspec.Raw, seconds: float) -> Decided | None:
    """A move for a bot, None where nothing was found or the record is not whole."""
    asked = msgspec.json.decode(data, type=Situation)
    recording = read(asked.blocks, asked.tape)
    if recording is None:
        return None
    games = _with(asked.document) if asked.document else CATALOGUE
    thinker = _scripted(games.called(recording[0].game), asked)
    return plan_from_record(
        games, *recording, asked.player, asked.level, asked.seed, seconds, thinker, asked.kept
    )


def _scripted(game: AnyGame, asked: Situation) -> Bot | None:
    """The opponent that a game brings along, if it is one who is to think."""
    if not isinstance(game, DocumentGame) or asked.level not in game.opponents:
        return None
    place = f"{asked.room} {game.id}"
    return Scripted(game, asked.level, lambda question: SCRIPTS.ask(question, place))


def _with(document: bytes) -> GameRegistry:
    """The catalogue, and the game of a document. Raises NotAGame."""
    game = DOCUMENTS_KEPT.get(document) or _compiled(document)
    return CATALOGUE.finding(lambda id: game if id == game.id else None)


def _compiled(document: bytes) -> DocumentGame:
    game = compiled(document)
    return DOCUMENTS_KEPT.put(document, game, game.weight_ahead)


class Unfinished(Exception):
    """There was no time in which to find out more, because others had the processor."""


class Questioned(msgspec.Struct):
    """A document, how many games it is to be tried in, and the language in which is told what is wrong.
    `echo`: its rules are wanted in plain words, too.
    """

    document: bytes
    games: int
    language: str
    echo: bool = False


class Questionable(msgspec.Struct):
    """What somebody has brought, in the same way."""

    brought: Brought
    games: int
    language: str


def read_draft(data: msgspec.Raw, seconds: float) -> Draft:
    """What reading tells of a document that anybody may have written."""
    asked = msgspec.json.decode(data, type=Questioned)
    return drafted(asked.document, LANGUAGES[asked.language], echo=asked.echo)


def examine(data: msgspec.Raw, seconds: float) -> Examined:
    """What can be found out about a document that anybody may have written, in `CHECK_CPU_S` of work. Raises
    Unfinished where there is no time for that: it is not the document that takes too long.
    """
    asked = msgspec.json.decode(data, type=Questionable)
    may_work = within(PLAY_CPU_S, process_time)
    has_time = within(MARGIN * seconds, monotonic)
    found = _examined(asked, lambda: may_work() and has_time())
    if may_work() and any(one.code == TOO_SLOW for one in found.diagnostics):
        raise Unfinished
    return found


def _examined(asked: Questionable, in_time: InTime) -> Examined:
    brought, language = asked.brought, LANGUAGES[asked.language]
    if not brought.archive:
        return examined_files(brought, in_time, asked.games, language)
    try:
        files = unpacked(BytesIO(brought.archive), brought.title)
    except BadArchive as bad:
        return refused(bad, language)
    found = examined_files(files, in_time, asked.games, language)
    found.document = found.document or files.document.decode(errors="replace")
    return found


def report(data: msgspec.Raw, seconds: float) -> Balance:
    """How a document plays. Raises NotAGame."""
    asked = msgspec.json.decode(data, type=Questioned)
    return balance_within(compiled(asked.document), MARGIN * seconds, monotonic, asked.games)


KINDS: Mapping[str, Kind] = {PLAN: plan, READ: read_draft, EXAMINE: examine, REPORT: report}
