"""The examination of the files of a game, in the older format or in ours."""

from __future__ import annotations

from cheat.documents.importer.archives import BadArchive
from cheat.documents.importer.conversion import Files, at_origins, looks_older, translate, with_script
from cheat.documents.trials.examination import Examined, examined
from cheat.documents.trials.trials import QUICK, InTime
from cheat.i18n.messages import ENGLISH, Language


def examined_files(
    files: Files, in_time: InTime, games: int = QUICK, language: Language = ENGLISH
) -> Examined:
    """Check a document and play it so many times. Convert it first if it is in the older format.

    In that case, diagnostics name places in the author's own document.
    """
    if not looks_older(files.document):
        again = with_script(files)
        found = examined(again or files.document, in_time, games, language)
        found.document = again.decode()
        return found
    made = translate(files, language)
    if not made.document:
        return Examined(diagnostics=made.diagnostics)
    found = examined(made.document, in_time, games, language)
    told = at_origins(found.diagnostics, made.origins, files.document, language)
    found.diagnostics = [*made.diagnostics, *told]
    found.document, found.converted = made.document.decode(), True
    return found


def refused(bad: BadArchive, language: Language = ENGLISH) -> Examined:
    """Return the result for an archive that is not unpacked."""
    return Examined(diagnostics=[bad.diagnostic(language)])
