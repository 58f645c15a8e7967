"""All texts of the page go through its language."""

from __future__ import annotations

import re

import pytest

from cheat.web.page_messages import Template, templates_of
from scripts.catalogues import ROOT
from tests.page_scripts import pieces_of, words_of

SCRIPTS = sorted((ROOT / "static/js").glob("**/*.js"))

NO_WORDS = {
    "Cheat", "Cheat · \0", "Bearer \0", "Deflated", "Enter", "Esc", "Escape", "Tab", "ABCDE",
    "blast blast-late", "glow glow-\0", "row dialog-buttons", "avatar avatar-\0", "facts facts-long",
    "facts facts-caption",
    ".log li:last-child", "input, select, textarea", "input, select, .side",
    "(prefers-reduced-motion: reduce)", "(prefers-color-scheme: dark)", "English",
    "1px solid var(--field-edge)", "3px solid var(--code-focus)",
    ".cm-tooltip-autocomplete ul li[aria-selected]",
    "match case", "by word", "replace all", "Go to line", "Fold line", "Unfold line", "folded code",
    "No diagnostics",
    "Bangers", "Cinzel", "Fredoka", "Luckiest Guy", "Patrick Hand",
}  # fmt: skip
"""Texts that need no translation.

They are names of the page, of languages, requests, keys and fonts, values for style sheets, and names of the
editor's messages, which have our words beside them.
"""
MARKUP = ("html", "svg")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_SENTENCE = re.compile(r"[^\W\d_]{2}[,;:]?\s+[^\W\d_]{2}|^[A-Z][a-z]+\W*$")


def english(script: str) -> set[str]:
    """Return the texts of a script that read as words but are in no catalogue."""
    words = ((piece.kind, text.strip(" ")) for piece in pieces_of(script) for text in words_of(piece))
    return {text for kind, text in words if (_LETTERS if kind in MARKUP else _SENTENCE).search(text)}


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("html`<p>Starts in <b>${left} s</b></p>`", {"Starts in"}),
        ('html`<p>${is ? html`<i>Here</i>` : "not there"}</p>`', {"Here", "not there"}),
        (
            'html`<a aria-label="Room menu" class="button quiet" title=${say("Log")}>${say("Join")}</a>`',
            {"Room menu"},
        ),
        ('svg`<path d=${path} class="face of"/>`', set()),
        ('say("Link copied.") + "Link copied"', {"Link copied"}),
        ('plural("{count} card is left", "{count} cards are left", { count })', set()),
        ("`Room ${code}`", {"Room \0"}),
        ("`seat-${nth} is-free`", set()),
        ("`this seat ${seat} is free`", {"this seat \0 is free"}),
        ('// "Not this"\n/* "nor this" */ x = /"[`] and so on/.test("that one")', {"that one"}),
    ],
)
def test_english_is_found(script: str, found: set[str]) -> None:
    assert english(script) == found


def test_nothing_that_the_page_says_is_english_alone() -> None:
    found = {words: path.name for path in SCRIPTS for words in english(path.read_text(encoding="utf-8"))}
    assert {words: name for words, name in found.items() if words not in NO_WORDS} == {}
    assert set(found) >= NO_WORDS


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ('say("Cancel")', ["Cancel"]),
        ('say("{a} of “{b}”", { a, b: say("that") })', ["{a} of “{b}”", "that"]),
        ('pieces("Room {code}", { code })', ["Room {code}"]),
        ('plural(\n  "{count} card", "{count} cards", { count })', [("{count} card", "{count} cards")]),
        (r'say("\"Oh\"")', ['"Oh"']),
        ('essay("No"); words.say("No"); say.call("No")', []),
    ],
)
def test_templates_stand_in_the_calls(script: str, found: list[Template]) -> None:
    assert list(templates_of(script)) == found


@pytest.mark.parametrize("script", ["say(title)", 'plural("{count} card", many, { count })', "say(`Room`)"])
def test_what_is_said_has_to_stand_in_the_call(script: str) -> None:
    with pytest.raises(SyntaxError, match="literal in the call"):
        list(templates_of(script))
