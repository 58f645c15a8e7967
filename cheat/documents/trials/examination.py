"""The examination of a document, by reading it and by playing it."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from cheat.documents import Diagnostic, check, located, read_through
from cheat.documents.about import About, about
from cheat.documents.explain.rules import Echo, echoes
from cheat.documents.explain.wordbook import Word, declared
from cheat.documents.parse.diagnostics import Report
from cheat.documents.trials.trials import QUICK, UNFINISHED, InTime, judge, quick_trials
from cheat.i18n.messages import ENGLISH, Language


class Examined(msgspec.Struct, kw_only=True):
    """The result of an examination.

    `id` and `about` are empty if the document is no game. `games`: the number of games tried. `document`: the
    document that was found in an archive, or the result of converting a document in the older format
    (`converted`).
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


def examined(data: bytes, in_time: InTime, games: int = QUICK, language: Language = ENGLISH) -> Examined:
    """Check a document. If it is a game, play it `games` times, or fewer if the time is over."""
    game, diagnostics = check(data, language)
    if game is None:
        return Examined(diagnostics=diagnostics)
    result = Examined(id=game.id, about=about(game), diagnostics=diagnostics)
    if games:
        report = Report()
        trials = quick_trials(game, games, in_time)
        judge(game, trials, report)
        result.games = sum(trial.fault != UNFINISHED for trial in trials)
        result.diagnostics = [*diagnostics, *located(data, report.problems, language)]
    return result


class Draft(msgspec.Struct, kw_only=True):
    """The result of only reading a document, while an author writes.

    `names`: the names that the document declares; null if it cannot be read that far. `echo`: its rules in
    plain words, if the author asked for them.
    """

    id: str = ""
    about: About | None = None
    diagnostics: list[Diagnostic] = []
    names: list[Word] | None = None
    echo: list[Echo] | UnsetType = UNSET


def drafted(data: bytes, language: Language = ENGLISH, *, echo: bool = False) -> Draft:
    """Read a document without playing it."""
    game, diagnostics, names, doc, _ = read_through(data, language)
    draft = Draft(diagnostics=diagnostics, names=None if names is None else declared(names, language))
    if game is not None:
        draft.id, draft.about = game.id, about(game)
    if echo and names is not None and doc is not None:
        draft.echo = echoes(doc, names, language)
    return draft
