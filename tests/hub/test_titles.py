"""Titles and texts of published games: readable, and different from those of other games."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.i18n.graphemes import is_harmless
from cheat.service.hub import titles

from .conftest import Hub

UNREADABLE = {
    "empty": "",
    "blank": " \t\n",
    "no-break spaces": "\N{NO-BREAK SPACE}" * 3,
    "invisible": "\N{ZERO WIDTH SPACE}\N{HANGUL FILLER}",
    "invisible within": "Sm\N{ZERO WIDTH SPACE}all",
    "right to left": "Small \N{RIGHT-TO-LEFT OVERRIDE}llams",
    "NUL": "Small\0",
    "accents": "Small e" + "\N{COMBINING ACUTE ACCENT}" * 60,
    "tags": "Small" + "".join(chr(0xE0000 + ord(one)) for one in "hidden"),
    "blank picture": "\N{BRAILLE PATTERN BLANK}",
    "in one language": {"en": "Small", "es": " "},
}


def problems(hub: Hub, **changes: Any) -> list[tuple[str, str]]:
    """Return the paths and texts of the faults, which publishing and checking find alike."""
    refused = hub.publish(**changes)
    diagnostics = refused.get_json(force=True).get("diagnostics", [])
    assert (refused.status_code == 422) == bool(diagnostics), refused.text
    return [(diagnostic["path"], diagnostic["text"]) for diagnostic in diagnostics]


def test_unreadable_title_is_refused(hub: Hub) -> None:
    for title in UNREADABLE.values():
        faults = problems(hub, name=title)
        assert faults and {path.partition(".")[0] for path, _ in faults} == {"name"}, title
    assert hub.listed() == []


@pytest.mark.parametrize(
    "title",
    ["Mus", "¡Órdago! 7½", "Король", "ไพ่ป๊อกเด้ง", "ハーツ", "شلم", "🃏 Jokers 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "Rock 'n' Roll – II"],
)
def test_titles_in_any_language_are_readable(title: str) -> None:
    assert titles.is_readable(title) and is_harmless(title)


TEXTS = {
    "NUL": "\0", "escape": "\x1b[31m", "override": "\N{RIGHT-TO-LEFT OVERRIDE}",
    "isolate": "\N{LEFT-TO-RIGHT ISOLATE}",
    "tag": "\U000E0041", "no character": "\uFFFF", "accents": "e" + "\N{COMBINING ACUTE ACCENT}" * 60,
}  # fmt: skip


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_text_that_misleads_its_readers_is_harmful(text: str) -> None:
    assert not is_harmless(f"Take {text} cards")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "One\n\tTwo\r\n",
        "Prix\N{NARROW NO-BREAK SPACE}: 5",
        "می\N{ZERO WIDTH NON-JOINER}خواهم",
        "👩🏽‍🚀 🇫🇷 🏴󠁧󠁢󠁷󠁬󠁳󠁿",
        "\N{RIGHT-TO-LEFT MARK}א!",
    ],
)
def test_text_of_several_lines_in_any_language_is_not(text: str) -> None:
    assert is_harmless(text)


def test_every_text_of_a_document_is_looked_at(hub: Hub) -> None:
    assert problems(hub, summary="Nice\0", author="A\N{RIGHT-TO-LEFT OVERRIDE}b") == [
        (
            "summary",
            "This text has invisible characters or characters that change how it reads. Type it again.",
        ),
        (
            "author",
            "This text has invisible characters or characters that change how it reads. Type it again.",
        ),
    ]


@pytest.mark.parametrize(
    "title", ["Uno", "  UNO ", "Unо", "Ｕｎｏ", "Crazy Eights", "Ocho LOCO", {"en": "Mine", "es": "Uno"}]
)
def test_title_of_a_game_of_the_server_is_taken(hub: Hub, title: Any) -> None:
    assert [path for path, _ in problems(hub, name=title)] == ["name"]


def test_two_games_have_two_titles(hub: Hub) -> None:
    key = hub.published(id="one", name="Harbour Nights")["key"]
    title_taken = [("name", "Another game here has this title or a similar one. Choose another.")]
    for title in (
        "Harbour Nights",
        "HARBOUR  NIGHTS",
        "Harbоur Nights",
        {"en": "Mine", "es": "Harbour nights"},
    ):
        assert problems(hub, id="two", name=title) == title_taken
        assert problems(hub, key=key, id="two", name=title) == title_taken
    hub.published(key, id="one", name="Harbour Nights", version="1.1.0")
    hub.published(id="two", name="Harbour Nights 2")
    copies = [
        hub.call("POST", "/api/documents/one/fork", json={"slug": slug}).get_json()["slug"]
        for slug in ("a", "b")
    ]
    named = [hub.call("GET", f"/api/documents/{slug}").get_json()["game"]["name"] for slug in copies]
    assert named == ["Harbour Nights 3", "Harbour Nights 4"]


def test_title_of_a_game_that_is_gone_is_free(hub: Hub) -> None:
    key = hub.published(id="one", name="Harbour Nights")["key"]
    hub.call("DELETE", "/api/documents/one", key)
    hub.published(id="two", name="Harbour Nights")


def test_game_that_has_a_title_already_keeps_it(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Older releases did not check titles."""
    monkeypatch.setattr(type(hub.service.hub), "is_title_taken", lambda self, title, slug: False)
    key = hub.published(id="one", name="Uno")["key"]
    monkeypatch.undo()
    hub.published(key, id="one", name="Uno", version="1.1.0")
