"""Diagnostics: what is wrong with a document, where, and what was probably meant."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from cheat.i18n.messages import ENGLISH, Arg, Language, Text

Path = tuple[str | int, ...]
Severity = Literal["error", "warning"]

MOST = 50
"""More are told at another time: who has fifty mistakes begins with the first."""
NEAR = 0.6
"""Likeness from which on a name is taken for a slip of another one, as `difflib` counts it."""
MOST_SHOWN = 60
"""Characters of a name or a value of the author's that stand in a sentence."""
KEPT = 4 * MOST
"""Problems of each severity that are kept: 64 KB have room for ten thousand, of which few are told."""
LOOKS = 20_000
"""Names that are compared in search of what was meant, in a whole document: 0.3 s of work where all are long
and alike. Fifty mistakes among a hundred names take a quarter of them.
"""
LOOKS_CLOSELY = 50
"""As many comparisons a close one counts for."""
MOST_CLOSE = 8
"""Names that are looked at closely for one that is wrong."""


class Diagnostic(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One thing that is wrong. `start` and `end` are places in the text at `path`, `line` and `column` are
    those of the file, from 1; `hint` is the name that was probably meant; `file`: the one that came along
    with the document, if it is there.
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
    """A diagnostic before its place in the file is known."""

    code: str
    path: Path
    text: Text
    hint: str = ""
    span: tuple[int, int] | None = None
    severity: Severity = "error"
    on_key: bool = False


class Report:
    """Collects what is wrong, each thing once."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._count: Counter[Severity] = Counter()
        self._looks = LOOKS
        self._told: set[tuple[str, Path, tuple[int, int] | None, str]] = set()

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
        """Add a problem: a template, and what stands in its slots. `on_key`: it is the key that is wrong."""
        key = (code, path, span, "" if span else template)
        if key not in self._told:
            self._told.add(key)
            self._count[severity] += 1
            if self._count[severity] > KEPT:
                return
            shown = {name: _short(value) for name, value in args.items()}
            self.problems.append(Problem(code, path, Text(template, shown), hint, span, severity, on_key))

    def warn(self, code: str, path: Path, template: str, /, **more: Arg) -> None:
        """The same for what need not be wrong."""
        self.tell(code, path, template, severity="warning", **more)  # type: ignore[arg-type]

    @property
    def failed(self) -> bool:
        """Whether something is wrong for certain."""
        return any(one.severity == "error" for one in self.problems)

    def nearest(self, name: str, known: Iterable[str]) -> str:
        """Return the known name that is most like this one, "" if none is.

        After `LOOKS` comparisons none is looked for any more: that takes longer than all else of a check.
        """
        return next(iter(self.near(name, known, 1)), "")

    def near(self, name: str, known: Iterable[str], most: int, least: float = NEAR) -> list[str]:
        """Return the known names that are at least so much like this one, most like first."""
        if self._looks <= 0:
            return []
        name, known = name[:MOST_SHOWN], list(known)
        self._looks -= len(known)
        common = in_common(name)
        rated = [(_likeness(name, one, common, least), place) for place, one in enumerate(known)]
        close = [known[place] for like, place in sorted(rated, key=_first) if like >= least][:MOST_CLOSE]
        self._looks -= LOOKS_CLOSELY * len(close)
        return difflib.get_close_matches(name, close, most, least)


def in_common(name: str) -> Callable[[str], int]:
    """Return how many letters a text has in common with this name, in the same order at most.

    The length of a longest common subsequence, found for all letters of the name at once (Hyyrö, 2004): a
    number has a bit for each of them. `difflib` never finds more than that.
    """
    places: dict[str, int] = {}
    for place, letter in enumerate(name):
        places[letter] = places.get(letter, 0) | 1 << place
    every = (1 << len(name)) - 1

    def common(other: str) -> int:
        row = every
        for letter in other:
            found = row & places.get(letter, 0)
            row = (row + found | row - found) & every
        return len(name) - row.bit_count()

    return common


def _likeness(name: str, other: str, common: Callable[[str], int], least: float) -> float:
    """Return at least the likeness that `difflib` finds, 0 where lengths alone tell that it is too little."""
    letters = len(name) + len(other)
    if 2 * min(len(name), len(other)) < least * letters:
        return 0.0
    return 2 * common(other) / letters if letters else 1.0


def _first(rated: tuple[float, int]) -> tuple[float, int]:
    """The order of what is like a name: most like first, and then as they were declared."""
    return -rated[0], rated[1]


def said(problem: Problem, language: Language = ENGLISH) -> str:
    """The sentence, with what was probably meant."""
    if not problem.hint:
        return language.say(problem.text)
    return language.say(Text("{words} Did you mean “{name}”?", {"words": problem.text, "name": problem.hint}))


def path_text(path: Path) -> str:
    """A path as people write it: `phases.turn.moves[1].label`."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(parts).removeprefix(".")


def _short(value: Arg) -> Arg:
    if isinstance(value, str) and len(value) > MOST_SHOWN:
        return value[: MOST_SHOWN - 1] + "…"
    return value
