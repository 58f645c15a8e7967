"""The examination of the files of a game, in the older format or in ours."""

from __future__ import annotations

from cheat.documents.game.opponents import RunScript
from cheat.documents.importer.archives import BadArchive
from cheat.documents.importer.conversion import Files, at_origins, looks_older, translate, with_script
from cheat.documents.trials.examination import Examined, examined
from cheat.documents.trials.trials import QUICK, InTime
from cheat.i18n.messages import ENGLISH, Language


def examined_files(
    files: Files,
    in_time: InTime,
    games: int = QUICK,
    language: Language = ENGLISH,
    run_script: RunScript | None = None,
) -> Examined:
    """Check a document, and play it `games` times with bots.

    A document in the older format is converted first. Its diagnostics have paths in the author's document.
    `run_script`: asks the script of the document for a card, so that the script is tried, too.
    """
    if not looks_older(files.document):
        updated = with_script(files)
        result = examined(updated or files.document, in_time, games, language, run_script)
        result.document = updated.decode()
        return result
    conversion = translate(files, language)
    if not conversion.document:
        return Examined(diagnostics=conversion.diagnostics)
    result = examined(conversion.document, in_time, games, language, run_script)
    in_script = [diagnostic for diagnostic in result.diagnostics if diagnostic.file]
    converted = [diagnostic for diagnostic in result.diagnostics if not diagnostic.file]
    diagnostics = at_origins(converted, conversion.origins, files.document, language)
    result.diagnostics = [*conversion.diagnostics, *in_script, *diagnostics]
    result.document, result.converted = conversion.document.decode(), True
    return result


def refused_archive(bad: BadArchive, language: Language = ENGLISH) -> Examined:
    """Return the result for an archive that cannot be unpacked."""
    return Examined(diagnostics=[bad.diagnostic(language)])
