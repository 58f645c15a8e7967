"""Examine the files of a game in either format: check the document, and let bots play it."""

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
    """Check a document, and let bots play it `games` times.

    A document in the older format is converted first. Diagnostics have paths in the document that the author
    wrote. A script is the author's code for choosing the cards of bots. `run_script` runs the script, so
    it is tried, too.
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
