"""The terminal speaks the user's language, without any English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.errors import StyleSyntaxError
from rich.style import Style

from cheat.terminal.messages import begins, number, plural, say, set_language
from cheat.terminal.plain_table import PlainTable
from scripts.catalogues import ROOT, messages_in_calls, messages_of

MODULES = sorted((ROOT / "cheat/terminal").rglob("*.py"))
LETTERS = re.compile(r"[^\W\d_]{2}")
KEYS = {"Esc", "Enter", "F1 ?", "a … Z"}
NO_WORDS = {
    *KEYS,
    "Terminal",
    ".json",
    "http://",
    "python -m cheat.play",
    "FILE",
    'pip install "./client[play]"',
}
"""A type, how files end and addresses begin, what is typed into a shell, and what stands on keys."""


@pytest.fixture
def spanish() -> Iterator[None]:
    set_language("es")
    yield
    set_language("en")


def test_language_is_the_one_that_is_asked_for_or_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, spanish: None
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    assert [set_language(tag) for tag in ("es", "es_AR", "xx", "en")] == ["es", "es", "en", "en"]
    for tag, environment in (("es", "es_ES.UTF-8"), ("en", "C.UTF-8"), ("en", "de_DE.UTF-8")):
        monkeypatch.setenv("LANG", environment)
        assert set_language("") == tag


def test_sentences_are_those_of_the_language(spanish: None) -> None:
    assert say("Step {step} of {last}", step=1, last=9) == "Paso 1 de 9"
    assert plural("{count} card", "{count} cards", 1) == "1 carta"
    assert plural("{count} card", "{count} cards", 3) == "3 cartas"
    assert (number(2.5), number(45)) == ("2,5", "45")
    assert begins(say("yes"), "SI")
    assert not begins(say("yes"), "")


def test_first_letters_of_words_that_are_typed_are_all_different(spanish: None) -> None:
    for tag in ("en", "es"):
        set_language(tag)
        words = [word for word, _, _ in PlainTable.commands(PlainTable.__new__(PlainTable))]
        assert len({word[0] for word in words}) == len(words)
        assert len({say(word)[0] for word in ("open", "back", "quit")}) == 3


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT / "cheat/terminal")))
def test_nothing_that_the_terminal_says_is_english_alone(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    texts = set(messages_of(source)) - set(messages_in_calls(source)) | put_together(source)
    assert {text for text in texts - NO_WORDS if not is_style(text)} == set()


def is_style(text: str) -> bool:
    """Return whether a text is a style of the library rich, such as “bold red”."""
    try:
        Style.parse(text)
    except StyleSyntaxError:
        return False
    return True


def put_together(source: str) -> set[str]:
    """Yield the words in f-strings, which no catalogue contains."""
    strings = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr)]
    parts = [part.value for one in strings for part in one.values if isinstance(part, ast.Constant)]
    return {part for part in parts if LETTERS.search(part)}


def test_what_is_said_has_to_stand_in_the_call() -> None:
    assert list(messages_in_calls('say("Help")\nplural("{count} card", "{count} cards", 2)')) == [
        "Help",
        ("{count} card", "{count} cards"),
    ]
    for source in ("say(words)", 'plural("{count} card", many, 2)'):
        with pytest.raises(SyntaxError, match="belongs into the call"):
            list(messages_in_calls(source))
    assert put_together('f"Room {code}: {name}"') == {"Room "}
    assert [is_style(text) for text in ("bold #ffffff on red", "Room ", "not bold")] == [True, False, True]
