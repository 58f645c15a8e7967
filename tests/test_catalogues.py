"""Catalogues contain all messages of the sources, and every language translates all of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from cheat.i18n.languages import LANGUAGES
from scripts import catalogues
from scripts.catalogues import LOCALE, ROOT, messages_of, messages_of_page, read, reads_as_words, updated

from .pseudo_language import SLOT

POS = sorted(LOCALE.glob("*/LC_MESSAGES/messages.po"))
every_language = pytest.mark.parametrize("path", POS, ids=lambda path: path.parts[-3])
MADE_BY = "run `make words`, and say what is new in every language"


def slots(template: str) -> set[str]:
    return set(SLOT.findall(template))


def forms(words: str | tuple[str, ...]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else words


# The files


def test_catalogues_are_current() -> None:
    files = catalogues.files()
    assert {path for path in LOCALE.rglob("*") if path.is_file()} == set(files), MADE_BY
    assert [path.name for path, content in files.items() if path.read_bytes() != content] == [], MADE_BY


def test_every_language_is_one_that_can_be_answered_in() -> None:
    assert {path.parts[-3] for path in POS} == {*LANGUAGES} - {"en"}


@every_language
def test_nothing_is_missing(path: Path) -> None:
    missing = [one.id for one in read(path) if one.id and (one.fuzzy or not all(forms(one.string)))]
    assert missing == []


@every_language
def test_slots_are_those_of_the_template(path: Path) -> None:
    """A singular form may leave out the number, as in English."""
    for message in read(path):
        if not message.id:
            continue
        first, last = forms(message.id)[0], forms(message.id)[-1]
        *fewer, most = forms(message.string)
        assert slots(most) == slots(last), message.id
        for words in fewer:
            assert slots(first) & slots(last) <= slots(words) <= slots(first) | slots(last), message.id


@every_language
def test_sentence_stays_one(path: Path) -> None:
    """A label has no full stop, and a sentence has one, in every language."""
    for message in read(path):
        if message.id:
            for one, said in zip(forms(message.id), forms(message.string), strict=True):
                assert is_sentence(one) == is_sentence(said), message.id
                assert said == said.strip(), message.id
                assert one.count("\n\n") == said.count("\n\n"), message.id


def is_sentence(words: str) -> bool:
    return words.endswith((".", "?", "!"))


def test_spanish_questions_and_calls_are_opened() -> None:
    for message in read(LOCALE / "es/LC_MESSAGES/messages.po"):
        for words in forms(message.string) if message.id else ():
            asked = words.replace("!=", "")  # a function without a call
            assert [asked.count(mark) for mark in "¿¡«"] == [asked.count(mark) for mark in "?!»"], words


# Finding messages


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('raise Refused("Not now.")', ["Not now."]),
        ('told = "{by} passes."', ["{by} passes."]),
        ('form("draw", "Draw")', ["Draw"]),
        ('Choice("yes", "UNO!")', ["UNO!"]),
        ('Badge("ready", "good", "ready")', ["ready"]),
        ('Text("{one} {two}")', []),
        ('ActionFace(1, "IVANHOE", "*", "Cancels a card.")', ["IVANHOE", "Cancels a card."]),
        ('COLOURS = {"Red": "red", "B": "Blue"}', ["Blue"]),
        ('WORDS = {"red": Text("red")}', ["red"]),
        ('deck.NAMES.get("Red", "Open")', ["Open"]),
        ('option: Annotated[bool, says("Who leaves", "What then?")] = True', ["Who leaves", "What then?"]),
        ('plural("{count} card", "{count} cards", count=3)', [("{count} card", "{count} cards")]),
        (
            't.tell("drew", "{by} draws.", many="{by} draws {count}.")',
            [("{by} draws.", "{by} draws {count}.")],
        ),
        ('"""A docstring."""', []),
        ('def some() -> "Some Type":\n    """A docstring."""', []),
        ('state: "Some Type" = 1\n"""What it is."""', []),
        ('raise ValueError("no such card")', []),
        ('log.error("what went wrong: %s", error)', []),
        ('found = headers["Cache-Control"] == "no cache"', []),
        ('f"Room {code} is full."', []),
        ('BOT_NAMES = ("Biscuit", "Comet")', []),
        ('Meta(pattern="[A-Z ]+", description="For programmers.")', []),
        ('kinds = ["won", "not_host", "K-EXP", "KINDS", "/api/rooms"]', []),
    ],
)
def test_what_people_read_is_found(source: str, found: list[Any]) -> None:
    assert list(messages_of(source)) == found


def test_two_forms_have_to_stand_in_the_call() -> None:
    with pytest.raises(SyntaxError, match="plural"):
        list(messages_of('one, many = "{count} card", "{count} cards"\nplural(one, many, 3)'))


def test_pages_are_read() -> None:
    page = """<p>{{ say("One.") }} {{ say(title) }} {% if some %}{{ say('Two.') }}{% endif %}</p>"""
    assert list(messages_of_page(page)) == ["One.", "Two."]


def test_everything_that_is_left_out_is_still_there() -> None:
    assert all((ROOT / place).exists() for place in catalogues.UNREAD)
    sources = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("cheat/**/*.py"))
    for name in catalogues.NO_WORDS:
        assert re.search(rf"^ *{name}(: .+)? = ", sources, re.MULTILINE), name
    assert not reads_as_words("{epoch}")


def test_words_are_kept_and_what_is_gone_is_forgotten() -> None:
    before, sources = Catalog(locale="es"), Catalog()
    before.add("Red", "Rojo", user_comments=["A colour."])
    before.add("Gone", "Ido")
    before.add("{count} card", "{count} carta")
    for one in ("Red", "New", ("{count} card", "{count} cards")):
        sources.add(one, locations=[("cheat/some.py", 0)])
    after = updated(before, sources)
    assert {one.id: one.string for one in after if one.id} == {
        "Red": "Rojo",
        "New": "",
        ("{count} card", "{count} cards"): ("", ""),
    }
    assert after["Red"].user_comments == ["A colour."]
