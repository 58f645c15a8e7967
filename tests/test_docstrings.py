"""Docstrings are plain: a short first line names the actor, then the verb."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]

MOST_LETTERS = 90
"""Characters of a first line, so that it stands in one line of a list or a tooltip."""

ODD = {
    "app": 0,
    "bots": 0,
    "cheat": 0,
    "client": 0,
    "documents": 0,
    "engine": 0,
    "games": 0,
    "i18n": 0,
    "load": 0,
    "ops": 0,
    "play": 0,
    "rooms": 0,
    "scripts": 0,
    "server": 0,
    "service": 0,
    "store": 0,
    "terminal": 0,
    "web": 0,
}
"""Package -> the present number of its odd docstrings. It may only fall, finally to at most 2 % of a package.

`cheat` stands for the modules right below it, `app` for `app.py`. A package with 0 is done: all its first
lines are short, too.
"""

OPENERS = re.compile(
    r"\W*(?:who|whom|whose|whoever|what|whatever|whether|which|where|wherever|how|those|that)\b",
    re.IGNORECASE,
)
"""A relative clause as a subject: the reader waits for the actor, and the verb comes last."""
NAMELESS = re.compile(r"\b(?:who|whoever|whom|somebody|nobody|of which)\b", re.IGNORECASE)
"""Words for an actor that has a name: player, seat, bot, caller, worker, client, author, reader."""
QUOTED = re.compile(r"`[^`]*`|“[^”]*”|\"[^\"]*\"")
"""Code and quotations, in which all words are allowed."""


class Docstring(NamedTuple):
    """A docstring, or a string after a constant. `path`: from the root of the project."""

    path: str
    line: int
    text: str

    @property
    def first_line(self) -> str:
        """The line that lists and tooltips show."""
        return self.text.strip().split("\n", 1)[0]

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.first_line}"


def docstrings(path: str, source: str) -> Iterator[Docstring]:
    """Yield all docstrings of a module: of itself, of classes and functions, and after constants."""
    blocks: list[list[ast.stmt]] = [ast.parse(source).body]
    while blocks:
        for statement in blocks.pop():
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield Docstring(path, statement.lineno, text)
                case (
                    ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef() | ast.With() | ast.AsyncWith()
                ):
                    blocks.append(statement.body)
                case ast.If() | ast.For() | ast.AsyncFor() | ast.While():
                    blocks += [statement.body, statement.orelse]
                case ast.Try():
                    handlers = [handler.body for handler in statement.handlers]
                    blocks += [statement.body, *handlers, statement.orelse, statement.finalbody]


def is_odd(docstring: Docstring) -> bool:
    """Return whether a docstring begins with a relative pronoun, or contains a word without a name."""
    plain = QUOTED.sub("", docstring.text)
    return OPENERS.match(docstring.text) is not None or NAMELESS.search(plain) is not None


def package_of(path: Path) -> str:
    """Return the row of the table for a file."""
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "cheat" and len(parts) > 2 else Path(parts[0]).stem


@cache
def by_package() -> dict[str, list[Docstring]]:
    """Return the docstrings of the project by package."""
    found: dict[str, list[Docstring]] = {}
    for path in [*sorted(ROOT.glob("cheat/**/*.py")), *sorted(ROOT.glob("scripts/**/*.py")), ROOT / "app.py"]:
        here = docstrings(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
        found.setdefault(package_of(path), []).extend(here)
    return found


def new_ones(odd: list[Docstring]) -> list[Docstring]:
    """Return the docstrings that the last commit does not have, or all of them if git has no answer."""
    before: dict[str, str] = {}
    for path in {one.path for one in odd}:
        shown = subprocess.run(["git", "show", f"HEAD:{path}"], cwd=ROOT, capture_output=True, text=True)
        before[path] = shown.stdout
    return [one for one in odd if one.text not in before[one.path]] or odd


def listed(docstrings: list[Docstring]) -> str:
    """Return docstrings in lines."""
    return "".join(f"\n  {one}" for one in docstrings)


def test_every_package_has_a_row() -> None:
    assert by_package().keys() == ODD.keys()


@pytest.mark.parametrize("package", ODD)
def test_docstrings_name_the_actor_and_the_verb(package: str) -> None:
    allowed, odd = ODD[package], [one for one in by_package()[package] if is_odd(one)]
    if len(odd) > allowed:
        pytest.fail(
            f"{package} has {len(odd)} docstrings that begin with a relative pronoun, or say who, whoever, "
            f"whom, somebody, nobody or of which; {allowed} are allowed. Begin with a verb or a noun, and "
            f"name the actor:{listed(new_ones(odd))}"
        )
    assert len(odd) == allowed, (
        f"only {len(odd)} odd docstrings are left in {package}: lower its number in the table"
    )


@pytest.mark.parametrize("package", [package for package, allowed in ODD.items() if not allowed])
def test_first_lines_are_short_where_a_package_is_done(package: str) -> None:
    long = [one for one in by_package()[package] if len(one.first_line) > MOST_LETTERS]
    assert not long, f"first lines have at most {MOST_LETTERS} characters:{listed(long)}"


@pytest.mark.parametrize(
    "text",
    [
        "What a player may do.",
        "Whether the game is over.",
        "\n  Those that are left.",
        "Return the player who is on turn.",
        "Nobody is left.",
        "A list of which the first is shown.",
        "The `card`, as somebody sees it.",
    ],
)
def test_odd_docstrings_are_found(text: str) -> None:
    assert is_odd(Docstring("", 1, text))


@pytest.mark.parametrize(
    "text",
    [
        "Return the legal moves of a seat.",
        "Return whether the game is over.",
        "A choice of “Who leaves”.",
        "The viewers of a zone: `nobody`, or these players.",
        'Say "somebody has left" in the log.',
        "A howling wolf.",
    ],
)
def test_plain_docstrings_are_not_found(text: str) -> None:
    assert not is_odd(Docstring("", 1, text))


def test_strings_after_constants_are_docstrings() -> None:
    source = (
        '"""A module."""\nX = 1\n"""A constant."""\n'
        'class C:\n    """A class."""\n    Y = 2\n    """A field."""\n'
        'try:\n    Z = 3\n    """Another."""\nexcept KeyError:\n    pass\n'
        'async def f():\n    """A function."""\n    return "no docstring"\n'
    )
    texts = {one.text for one in docstrings("", source)}
    assert texts == {"A module.", "A constant.", "A class.", "A field.", "Another.", "A function."}
