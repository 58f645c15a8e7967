"""Diagnostics: what is wrong with a document, where, and what was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Literal

import msgspec

from cheat.words import ENGLISH, Arg, Language, Text

Path = tuple[str | int, ...]
Severity = Literal["error", "warning"]

MOST = 50
"""More are told at another time: who has fifty mistakes begins with the first."""
NEAR = 0.6
"""Likeness from which on a name is taken for a slip of another one, as `difflib` counts it."""
MOST_SHOWN = 60
"""Characters of a name or a value of the author's that stand in a sentence."""


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
            shown = {name: _short(value) for name, value in args.items()}
            self.problems.append(Problem(code, path, Text(template, shown), hint, span, severity, on_key))

    def warn(self, code: str, path: Path, template: str, /, **more: Arg) -> None:
        """The same for what need not be wrong."""
        self.tell(code, path, template, severity="warning", **more)  # type: ignore[arg-type]

    @property
    def failed(self) -> bool:
        """Whether something is wrong for certain."""
        return any(one.severity == "error" for one in self.problems)


def said(problem: Problem, language: Language = ENGLISH) -> str:
    """The sentence, with what was probably meant."""
    if not problem.hint:
        return language.say(problem.text)
    return language.say(Text("{words} Did you mean “{name}”?", {"words": problem.text, "name": problem.hint}))


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that is most like this one, "" if none is."""
    found = difflib.get_close_matches(name[:MOST_SHOWN], list(known), 1, NEAR)
    return found[0] if found else ""


def path_text(path: Path) -> str:
    """A path as people write it: `phases.turn.moves[1].label`."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(parts).removeprefix(".")


def _short(value: Arg) -> Arg:
    if isinstance(value, str) and len(value) > MOST_SHOWN:
        return value[: MOST_SHOWN - 1] + "…"
    return value
