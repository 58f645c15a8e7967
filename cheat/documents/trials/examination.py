"""Examine a document: check it, and let bots play it."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from cheat.documents import Diagnostic, check, located, read_through
from cheat.documents.about import About, about
from cheat.documents.explain.changes import Change, Version, changes
from cheat.documents.explain.rules import Echo, echoes
from cheat.documents.explain.wordbook import Word, declared
from cheat.documents.game.opponents import RunScript
from cheat.documents.parse.diagnostics import Report
from cheat.documents.trials.diff import Difference, difference
from cheat.documents.trials.scripts import script_faults
from cheat.documents.trials.trials import QUICK, UNFINISHED, InTime, judge, quick_trials
from cheat.i18n.messages import ENGLISH, Language


class Examined(msgspec.Struct, kw_only=True):
    """The result of an examination.

    - `id`, `about`: the id and the metadata of the game; empty if the document has errors
    - `games`: the number of games that bots have played
    - `document`: the text of the document, if the client has not sent exactly this text: it was converted
      from the older format, came in an archive, or contains a script that was sent beside it. Otherwise "".
    - `converted`: True if the document was in the older format (see `importer/`)
    """

    id: str = ""
    about: About | None = None
    diagnostics: list[Diagnostic] = []
    games: int = 0
    document: str = ""
    converted: bool = False

    @property
    def is_sound(self) -> bool:
        """True if the game can be published."""
        return self.about is not None and all(
            diagnostic.severity != "error" for diagnostic in self.diagnostics
        )


def examined(
    data: bytes,
    in_time: InTime,
    games: int = QUICK,
    language: Language = ENGLISH,
    run_script: RunScript | None = None,
) -> Examined:
    """Check a document. If it has no errors, let bots play it.

    - `games`: the number of games. If time runs out, the bots play fewer.
    - `run_script`: a function that runs the script of the document, so that the script is tried, too. A
      script is the author's code for choosing the cards of bots.
    """
    game, diagnostics = check(data, language)
    if game is None:
        return Examined(diagnostics=diagnostics)
    result = Examined(id=game.id, about=about(game), diagnostics=diagnostics)
    if games:
        report = Report()
        faults = script_faults(game, run_script, in_time, language) if run_script else []
        trials = quick_trials(game, games, in_time)
        judge(game, trials, report)
        result.games = sum(trial.fault != UNFINISHED for trial in trials)
        result.diagnostics = [*diagnostics, *faults, *located(data, report.problems, language)]
    return result


class Draft(msgspec.Struct, kw_only=True):
    """The result of reading a document without playing it, for an author that edits it.

    - `names`: the names that the document declares; null if errors prevent reading them
    - `echo`: the rules in plain words, if the author wants to read them
    """

    id: str = ""
    about: About | None = None
    diagnostics: list[Diagnostic] = []
    names: list[Word] | None = None
    echo: list[Echo] | UnsetType = UNSET


class Compared(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The differences between two versions of a document, in plain words.

    - `changes`: one sentence for each difference
    - `differs`: the kind of the most important difference, such as “rules”
    - `diagnostics`: the problems of the new version, if they prevent the comparison
    """

    changes: list[Change] = []
    differs: Difference = ""
    diagnostics: list[Diagnostic] = []


def compared(old: bytes, new: bytes, language: Language = ENGLISH) -> Compared:
    """Compare two versions of a document.

    If this release cannot read the old version, the result is empty: `changes` is [], and `differs` is "".
    """
    before, after = read_through(old, language), read_through(new, language)
    if after.names is None or after.doc is None:
        return Compared(diagnostics=after.diagnostics)
    if before.names is None or before.doc is None:
        return Compared()
    return Compared(
        changes=changes(Version(before.doc, before.names), Version(after.doc, after.names), language),
        differs=difference(before.doc, after.doc),
    )


def drafted(data: bytes, language: Language = ENGLISH, *, echo: bool = False) -> Draft:
    """Read a document without playing it."""
    game, diagnostics, names, doc, _ = read_through(data, language)
    draft = Draft(diagnostics=diagnostics, names=None if names is None else declared(names, language))
    if game is not None:
        draft.id, draft.about = game.id, about(game)
    if echo and names is not None and doc is not None:
        draft.echo = echoes(doc, names, language)
    return draft
