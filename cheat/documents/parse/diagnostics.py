"""Diagnostics: errors and warnings about a document, with places and suggested corrections.

Code that finds an error or a possible mistake tells a `Report`, which collects problems. Then each problem
becomes a diagnostic: it gets a line and a column, and its message in the author's language. If a name is
unknown, the report suggests the declared name that is most similar, as measured by Python's module `difflib`.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from cheat.i18n.messages import ENGLISH, Arg, Language, Text

Path = tuple[str | int, ...]
Severity = Literal["error", "warning"]

MOST_DIAGNOSTICS = 50
"""Maximum number of diagnostics that a check returns. Errors come before warnings."""
LEAST_LIKENESS = 0.6
"""Minimum likeness, from 0 to 1, of a wrong name and a name that is suggested instead."""
MOST_SHOWN = 60
"""Maximum number of characters of a name or value in a message."""
MOST_PROBLEMS = 4 * MOST_DIAGNOSTICS
"""Maximum number of problems of each severity that a report keeps.

A document of 64 KB may have ten thousand problems, but only a few are shown.
"""
MOST_COMPARISONS = 20_000
"""Maximum number of comparisons of names, for suggestions in one document.

If all names are long and similar, this many comparisons take up to 0.3 s. A document with fifty mistakes and
a hundred names needs a quarter of them.
"""
CLOSE_COMPARISON_COST = 50
"""A comparison by `difflib`, which is slow, counts as this many comparisons by `likeness`."""
MOST_CLOSE = 8
"""Maximum number of known names that `difflib` compares with a wrong name."""


UNKNOWN_NAME_CODES = frozenset(("unknown_name", "unknown_phase", "unknown_zone"))
"""Codes of problems about a name that is not declared."""


class Diagnostic(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An error or warning about a document, in the form that its author reads.

    - `start`, `end`: the offsets of the wrong part in the text to which `path` leads
    - `line`, `column`: the place in the file, counted from 1, or 0 if it is unknown
    - `hint`: the name that the author probably meant
    - `file`: the name of the file with the error, if another file came with the document; otherwise ""
    """

    code: str
    severity: Severity = "error"
    path: str = ""
    line: int = 0
    column: int = 0
    start: int | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="from")
    end: int | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="to")
    text: str
    hint: str = ""
    file: str = ""


class Problem(msgspec.Struct):
    """A diagnostic without line and column. `on_key`: True if the key is wrong, not its value."""

    code: str
    path: Path
    text: Text
    hint: str = ""
    span: tuple[int, int] | None = None
    severity: Severity = "error"
    on_key: bool = False


class Report:
    """Collects the problems of a document. A problem that is told twice is collected once."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._count: Counter[Severity] = Counter()
        self._comparisons_left = MOST_COMPARISONS
        self._reported: set[tuple[str, Path, tuple[int, int] | None, str]] = set()
        self.unread: set[str] = set()
        """Names whose declarations have errors.

        If such a name is used, `tell` does not report it as unknown, because the author has already got a
        message about its declaration.
        """

    def tell(
        self,
        code: str,
        path: Path,
        template: str,
        /,
        *,
        span: tuple[int, int] | None = None,
        hint: str = "",
        severity: Severity = "error",
        on_key: bool = False,
        **args: Arg,
    ) -> None:
        """Add a problem. Its message is `template`, with `args` in its slots."""
        if code in UNKNOWN_NAME_CODES and not self.unread.isdisjoint((args.get("name"), args.get("zone"))):
            return
        key = (code, path, span, "" if span else template)
        if key not in self._reported:
            self._reported.add(key)
            self._count[severity] += 1
            if self._count[severity] > MOST_PROBLEMS:
                return
            short_args = {name: _short(value) for name, value in args.items()}
            self.problems.append(
                Problem(code, path, Text(template, short_args), hint, span, severity, on_key)
            )

    def warn(self, code: str, path: Path, template: str, /, **args: Arg) -> None:
        """Add a warning about a part of the document that may be a mistake."""
        self.tell(code, path, template, severity="warning", **args)  # type: ignore[arg-type]

    @property
    def failed(self) -> bool:
        """True if there is at least one error. Warnings do not count."""
        return any(problem.severity == "error" for problem in self.problems)

    @property
    def unplayable(self) -> bool:
        """True if there are errors other than leaks.

        A leak is an expression that gives away hidden cards. Earlier releases accepted leaks, so stored
        documents with leaks can still be played. Most of these leaks reveal nothing: an expression whose
        result players see reads hidden cards without rank and suit (`Scope.blanks`).
        """
        return any(problem.severity == "error" and problem.code != "leak" for problem in self.problems)

    def nearest(self, name: str, names: Iterable[str]) -> str:
        """Return the name in `names` that is most similar to `name`, or "" if none is similar.

        After `MOST_COMPARISONS` comparisons for this document, returns "" for every name, to save time.
        """
        return next(iter(self.near(name, names, 1)), "")

    def near(self, name: str, names: Iterable[str], most: int, least: float = LEAST_LIKENESS) -> list[str]:
        """Return at most `most` names with a likeness of at least `least`, the most similar first."""
        if self._comparisons_left <= 0:
            return []
        name, known = name[:MOST_SHOWN], list(names)
        self._comparisons_left -= len(known)
        common = in_common(name)
        rated = [(likeness(name, candidate, common, least), place) for place, candidate in enumerate(known)]
        close = [known[place] for like, place in sorted(rated, key=_first) if like >= least][:MOST_CLOSE]
        self._comparisons_left -= CLOSE_COMPARISON_COST * len(close)
        return difflib.get_close_matches(name, close, most, least)


def in_common(name: str) -> Callable[[str], int]:
    """Return a function that counts the letters that another name shares with this name.

    The shared letters must be in the same order.

    The count is the length of the longest common subsequence. `difflib` never matches more letters than this.
    To compare a letter with all letters of the name at once, the function uses one number with a bit for each
    letter of the name (Hyyrö, 2004).
    """
    places: dict[str, int] = {}
    for place, letter in enumerate(name):
        places[letter] = places.get(letter, 0) | 1 << place
    all_bits = (1 << len(name)) - 1

    def common(candidate: str) -> int:
        row = all_bits
        for letter in candidate:
            matches = row & places.get(letter, 0)
            row = (row + matches | row - matches) & all_bits
        return len(name) - row.bit_count()

    return common


def likeness(name: str, candidate: str, common: Callable[[str], int], least: float) -> float:
    """Return an upper bound of the likeness that `difflib` measures.

    Returns 0 if the lengths are so different that the likeness is less than `least`.
    """
    letters = len(name) + len(candidate)
    if 2 * min(len(name), len(candidate)) < least * letters:
        return 0.0
    return 2 * common(candidate) / letters if letters else 1.0


def _first(rated: tuple[float, int]) -> tuple[float, int]:
    """Return the sort key of (likeness, index): highest likeness first, then lowest index."""
    return -rated[0], rated[1]


def message_of(problem: Problem, language: Language = ENGLISH) -> str:
    """Return the message of a problem, with the name that the author probably meant."""
    if not problem.hint:
        return language.say(problem.text)
    return language.say(Text("{words} Did you mean “{name}”?", {"words": problem.text, "name": problem.hint}))


def path_text(path: Path) -> str:
    """Return a path as text, such as `phases.turn.moves[1].label`."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(parts).removeprefix(".")


def _short(value: Arg) -> Arg:
    if isinstance(value, str) and len(value) > MOST_SHOWN:
        return value[: MOST_SHOWN - 1] + "…"
    return value
