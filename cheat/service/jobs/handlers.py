"""The jobs of the child process: one function for each kind of job.

Each function takes the data of a job, and returns the answer. A bot search looks for the move of a bot. The
other jobs check, compare and try documents.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from time import monotonic, process_time

import msgspec

from cheat.bots.bot import Bot, BotMove, Level, Memory
from cheat.catalogue import CATALOGUE
from cheat.documents import DocumentGame, compiled
from cheat.documents.game.opponents import ScriptedBot
from cheat.documents.importer.archives import BadArchive, SentFiles, unpacked
from cheat.documents.importer.conversion import Files
from cheat.documents.importer.examination import examined_files, refused_archive
from cheat.documents.importer.pictures import (
    PICTURE,
    Picture,
    Pictures,
    left_out,
    unused,
    used_pictures,
    with_ids,
)
from cheat.documents.parse import json_text
from cheat.documents.parse.diagnostics import Report, path_text
from cheat.documents.parse.pictures import named_pictures
from cheat.documents.trials.examination import Compared, Draft, Examined, compared, drafted
from cheat.documents.trials.reports import Balance, balance_within
from cheat.documents.trials.trials import TOO_SLOW, InTime, time_limit
from cheat.engine.game import AnyGame
from cheat.engine.lru import LruCache
from cheat.engine.registry import GameRegistry
from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import Language
from cheat.rooms.bot_plans import plan_from_recording
from cheat.rooms.replay_recorder import ReplayRecorder, read_recording
from cheat.service.jobs import pictures
from cheat.service.jobs.child import Kind
from cheat.service.jobs.job_clock import JOB_CLOCK
from cheat.service.jobs.scripts import Scripts

PLAN, READ, EXAMINE, REPORT, COMPARE, DRAW = "plan", "read", "examine", "report", "compare", "draw"
CHECK_CPU_S = 2.0
"""Seconds of processor time for a check of a document.

To read a normal document takes a hundredth of this time. The time of the document's script (`scripts.py`)
counts. Time in which other processes use the core does not count.
"""
PLAY_CPU_S = 1.5
"""Seconds of processor time after which a check begins no new step of a game.

The rest of `CHECK_CPU_S` is for finishing the step that has begun, and for reporting errors.
"""
PICTURES_CPU_S = 3.0
"""Seconds of processor time for the pictures of a game, in addition to `CHECK_CPU_S`.

A picture takes 10 to 30 ms, a PNG with the most pixels 150 ms.
"""
MARGIN = 0.9
"""The part of a job's time after which the job begins no new step of a game.

The rest of the time is for finishing the step that has begun, and for sending the answer.
"""
DOCUMENT_CACHE = LruCache[DocumentGame](8, 32_000_000)
"""Compiled documents that a child keeps between searches: at most 8, with 32 MB together."""


class Situation(msgspec.Struct):
    """The data of a bot search: a bot, and the recording of its game (see `replay_recorder.py`).

    - `chunks`, `recorder`: the packed chunks of the recording, and the recorder with its newest inputs
    - `player`, `level`, `seed`: the id of the bot's seat, the bot's level, and the seed of its random numbers
    - `document`: the game's document, if the game is not in the catalogue
    - `room`: the code of the room, under which failures of the game's script are counted
    - `memory`: the memory of the bot, if the bot is one of the game's own bots
    """

    chunks: list[bytes]
    recorder: ReplayRecorder
    player: str
    level: Level
    seed: str
    document: bytes = b""
    room: str = ""
    memory: Memory = {}


SCRIPTS = Scripts(charge=JOB_CLOCK.charge)
CHECKED_SCRIPTS = Scripts(answer_s=1.0, start_s=2.0, charge=JOB_CLOCK.charge)
"""The scripts of documents in checks.

In checks, scripts may take longer to answer than in games, because a slow machine must not look like a slow
script. The interpreter still stops a script after 50 ms of work.
"""


def plan(data: msgspec.Raw, seconds: float) -> BotMove | None:
    """Return a move for a bot, or None if the search finds none or the recording is incomplete."""
    task = msgspec.json.decode(data, type=Situation)
    recording = read_recording(task.chunks, task.recorder)
    if recording is None:
        return None
    games = _catalogue_with(task.document) if task.document else CATALOGUE
    bot = _scripted_bot(games.game(recording[0].game), task)
    return plan_from_recording(
        games, *recording, task.player, task.level, task.seed, seconds, bot, task.memory
    )


def _scripted_bot(game: AnyGame, task: Situation) -> Bot | None:
    """Return the game's own opponent at this level, or None if the game has no such opponent."""
    if not isinstance(game, DocumentGame) or task.level not in game.bot_names:
        return None
    place = f"{task.room} {game.id}"
    return ScriptedBot(game, task.level, lambda question: SCRIPTS.run(question, place))


def _catalogue_with(document: bytes) -> GameRegistry:
    """Return the catalogue with the game of a document added. Raises NotAGame."""
    game = DOCUMENT_CACHE.get(document) or _compiled(document)
    return CATALOGUE.with_finder(lambda id, payers: game if id == game.id else None)


def _compiled(document: bytes) -> DocumentGame:
    game = compiled(document)
    return DOCUMENT_CACHE.put(document, game, game.memory_bytes)


class Unfinished(Exception):
    """Raised if a check got too little time, because other processes used the processor."""


class DocumentTask(msgspec.Struct):
    """The data of a job about a document.

    - `games`: the number of games that the job plays to try the document
    - `language`: the language of the answer
    - `echo`: whether to also return the rules of the document in plain words
    - `former`: the version to compare with the document
    """

    document: bytes
    games: int
    language: str
    echo: bool = False
    former: bytes = b""


class FilesTask(msgspec.Struct):
    """The data of a job about the files that an author sends. See `DocumentTask`."""

    files: SentFiles
    games: int
    language: str


class PicturesTask(msgspec.Struct):
    """Files of pictures by name, and the language of the answer."""

    files: dict[str, bytes]
    language: str


class WithPictures(Examined, kw_only=True):
    """The result of a check, and the pictures that came in an archive."""

    pictures: list[Picture] = []


def read_draft(data: msgspec.Raw, seconds: float) -> Draft:
    """Check a draft, a document on which its author is still working, and return the result."""
    task = msgspec.json.decode(data, type=DocumentTask)
    return drafted(task.document, LANGUAGES[task.language], echo=task.echo)


def compare(data: msgspec.Raw, seconds: float) -> Compared:
    """Return the differences between two versions of a document."""
    task = msgspec.json.decode(data, type=DocumentTask)
    return compared(task.former, task.document, LANGUAGES[task.language])


def examine(data: msgspec.Raw, seconds: float) -> WithPictures:
    """Check the files of a game within `CHECK_CPU_S` of work, and return the result.

    Before that, pictures may take `PICTURES_CPU_S`. Raises Unfinished if other processes have left too little
    time for the check.
    """
    task = msgspec.json.decode(data, type=FilesTask)
    has_time = time_limit(MARGIN * seconds, monotonic)
    try:
        files, found = _opened(task.files, LANGUAGES[task.language])
    except BadArchive as bad:
        return _with_pictures(refused_archive(bad, LANGUAGES[task.language]), Pictures())
    may_work = time_limit(PLAY_CPU_S, JOB_CLOCK)
    result = _examined(task, files, found, lambda: may_work() and has_time())
    if may_work() and any(diagnostic.code == TOO_SLOW for diagnostic in result.diagnostics):
        raise Unfinished
    return result


def _opened(sent_files: SentFiles, language: Language) -> tuple[Files, Pictures]:
    """Return the files of a game, and their pictures.

    The call writes the ids of the pictures into the document. Raises BadArchive.
    """
    if not sent_files.archive:
        return sent_files, Pictures()
    files = unpacked(BytesIO(sent_files.archive), sent_files.title)
    used = used_pictures(files.document, files.pictures)
    found = pictures.taken(used, language, time_limit(PICTURES_CPU_S, process_time))
    files.document = with_ids(files.document, {picture.name: picture.id for picture in found.pictures})
    others = [name for name in files.pictures if name not in used]
    found.diagnostics += [*unused(others, language), *left_out(files.left_out, language)]
    return files, found


def _examined(task: FilesTask, files: Files, found: Pictures, in_time: InTime) -> WithPictures:
    result = examined_files(files, in_time, task.games, LANGUAGES[task.language], CHECKED_SCRIPTS.ask)
    if task.files.archive:
        result.document = result.document or files.document.decode(errors="replace")
    return _with_pictures(result, found)


def _with_pictures(result: Examined, found: Pictures) -> WithPictures:
    """Add the pictures to a result. Do not also report a refused picture as missing."""
    refused = {diagnostic.file for diagnostic in found.diagnostics}
    value = json_text.read(result.document.encode(), Report()) if refused and result.document else None
    places = named_pictures(value) if isinstance(value, dict) else {}
    refused_paths = {path_text(path) for name, path in places.items() if name in refused}
    others = [one for one in result.diagnostics if one.code != PICTURE or one.path not in refused_paths]
    fields = {name: getattr(result, name) for name in Examined.__struct_fields__}
    fields["diagnostics"] = [*others, *found.diagnostics]
    return WithPictures(**fields, pictures=found.pictures)


def draw(data: msgspec.Raw, seconds: float) -> Pictures:
    """Return pictures in the form that the store keeps, within `PICTURES_CPU_S` of work."""
    task = msgspec.json.decode(data, type=PicturesTask)
    return pictures.taken(task.files, LANGUAGES[task.language], time_limit(PICTURES_CPU_S, process_time))


def report(data: msgspec.Raw, seconds: float) -> Balance:
    """Return a report on how a document plays. Raises NotAGame."""
    task = msgspec.json.decode(data, type=DocumentTask)
    return balance_within(compiled(task.document), MARGIN * seconds, monotonic, task.games)


KINDS: Mapping[str, Kind] = {
    PLAN: plan, READ: read_draft, EXAMINE: examine, REPORT: report, COMPARE: compare, DRAW: draw,
}  # fmt: skip
