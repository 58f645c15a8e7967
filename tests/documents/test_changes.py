"""Differences between two versions of a document, in plain words."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from cheat.catalogue import DOCUMENTS
from cheat.documents import read_through
from cheat.documents.explain import changes as words
from cheat.documents.trials.examination import Compared, compared
from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import ENGLISH, Language
from tests.documents.small_documents import document, written
from tests.sampling import sampled

Document = dict[str, Any]
PLAY = {
    "name": "play",
    "label": "Play",
    "if": "count(hand) > 1",
    "pick": {"card": {"from": "hand"}},
    "do": [
        {"move": "card", "to": "pile"},
        {"if": "hand is empty", "then": [{"end": "me"}]},
        {"next": "turn"},
    ],
}
PASS = {"name": "pass", "do": [{"next": "turn"}]}
BASE = document(
    summary={"en": "Play all cards.", "es": "Juega todas las cartas."},
    rules="Play one card. Then the next player is on turn. " * 5 + "Who has none wins.",
    deck={"use": "french"},
    zones={"stock": {"kind": "pile", "seen": "nobody"},
        "hand": {"kind": "hand", "per": "player", "seen": "owner"}, "pile": {"kind": "pile", "seen": "all"}},
    options={"size": {"label": "Cards", "choice": {"few": "Few cards", "many": "Many cards"},
        "default": "few"}},
    define={"dealt": "if(size == 'few', 3, 7)"},
    start=[{"shuffle": "stock"}, {"deal": "dealt", "to": "hand"}, {"go": "turn"}],
    phases={"turn": {"moves": [PLAY, PASS]}},
)  # fmt: skip


def told(change: Callable[[Document], Any], language: Language = ENGLISH) -> list[tuple[str, str]]:
    """Return the changes that this change of a document makes."""
    new = copy.deepcopy(BASE)
    change(new)
    result = compared(written(BASE), written(new), language)
    assert not result.diagnostics, result.diagnostics
    return [(one.kind, one.text) for one in result.changes]


def moves(doc: Document) -> list[Document]:
    found: list[Document] = doc["phases"]["turn"]["moves"]
    return found


@pytest.mark.parametrize(
    ("change", "sentences"),
    [
        (lambda doc: doc.update(version="2.0.0"), []),
        (
            lambda doc: moves(doc).append({"name": "wait", "if": "hand is empty", "do": [{"next": "turn"}]}),
            ["+New: phase “turn”, move “wait”. The move “wait”: if your “hand” is empty."],
        ),
        (lambda doc: moves(doc).pop(), ["-Removed: phase “turn”, move “pass”. The move “pass”."]),
        (lambda doc: moves(doc).reverse(), ["In phase “turn”, “moves” are in another order."]),
        (
            lambda doc: moves(doc)[0].update({"if": "count(hand) > 2"}),
            [
                "In phase “turn”, move “play”, “if”, now: the number of cards in your “hand” is more than 2. "
                "Before: the number of cards in your “hand” is more than 1."
            ],
        ),
        (
            lambda doc: moves(doc)[0]["do"][1]["then"].insert(0, {"say": "{me} is out."}),
            ["+In phase “turn”, move “play”, “do”, added: Tell everybody: “‹the player who acts› is out.”"],
        ),
        (
            lambda doc: moves(doc)[0]["do"][1].update({"if": "count(hand) == 1"}),
            [
                "In phase “turn”, move “play”, “do”, now: If the number of cards in your “hand” is 1. "
                "Before: If your “hand” is empty."
            ],
        ),
        (lambda doc: moves(doc)[0].pop("if"), [
            "-In phase “turn”, move “play”, “if”, removed: "
            "The number of cards in your “hand” is more than 1."]),
        (lambda doc: doc["deck"].update(use="french_jokers"), ["+Cards added: X1, X2."]),
        (lambda doc: doc["deck"].update(count={"QS": 3, "2H": 0}), [
            "+Cards added: 2 × QS.", "-Cards removed: 2H."]),
        (lambda doc: doc["deck"].update(points={"QS": 13}), ["+In “deck”, “points”, added: “QS”: 13."]),
        (
            lambda doc: doc["options"]["size"].update(default="many"),
            ["In option “size”, “default”, now: “Many cards”. Before: “Few cards”."],
        ),
        (
            lambda doc: doc["options"].update(open={"label": "Open hands", "default": False}),
            ["+New: option “open”. “Open hands”"],
        ),
        (lambda doc: doc["zones"].update(bin={"kind": "pile", "seen": "nobody"}), [
            "+New: zone “bin”. “kind”: pile, “seen”: nobody."]),
        (lambda doc: doc["summary"].update(en="Play."), [
            "In “summary”, now: “Play.” Before: “Play all cards.”"]),
        (lambda doc: doc["summary"].update(es="Juega."), ["“summary”: changed in another language."]),
        (lambda doc: doc.update(rules=doc["rules"] + " Aces are high."), [
            "+In “rules”, added: “Aces are high.”"]),
        (lambda doc: doc["phases"]["turn"].update(prompt=[
            {"if": "hand is empty", "text": "Wait."}, {"text": {"en": "Play.", "es": "Juega."}}]), [
            "+In phase “turn”, “prompt”, added: “Wait. Play.”"]),
        (
            lambda doc: doc["phases"].update(rest={"moves": [PASS]}),
            ["+New: phase “rest”. Its moves: “pass”."],
        ),
        (lambda doc: doc.update(triggers=[{"if": "stock is empty", "do": [{"end": "true"}]}]), [
            "+New: trigger 1. “if”: “stock” is empty, “do”: The game is over, "
            "and the players who stand best win."]),
    ],
)  # fmt: skip
def test_changes_are_sentences(change: Callable[[Document], Any], sentences: list[str]) -> None:
    signs = {"added": "+", "removed": "-", "changed": ""}
    assert [signs[kind] + text for kind, text in told(change)] == sentences


def test_alternatives_of_a_move_are_told_apart() -> None:
    other = {**PLAY, "if": "count(hand) == 1", "do": [{"end": "me"}]}
    two = {**BASE, "phases": {"turn": {"moves": [other, PLAY, PASS]}}}
    (change,) = compared(written(two), written(BASE)).changes
    assert change.text.startswith("Removed: phase “turn”, move “play” (1)") or change.text.startswith(
        "Removed: phase “turn”, move “play”. The move “play”: if the number of cards in your “hand” is 1"
    )


def test_changes_are_told_in_spanish() -> None:
    ((_, text),) = told(lambda doc: doc["options"]["size"].update(default="many"), LANGUAGES["es"])
    assert text == "En opción «size», “default”, ahora: “Many cards”. Antes: “Few cards”."


def test_document_that_is_no_game_has_problems_instead() -> None:
    result = compared(written(BASE), b'{"cardgame": 1')
    assert (result.changes, bool(result.diagnostics)) == ([], True)
    assert compared(b"{}", written(BASE)) == Compared(), "an old version that cannot be read"


@pytest.mark.parametrize(("old", "new"), [*pairwise(sorted(DOCUMENTS))][::3])
def test_any_two_documents_can_be_compared(old: str, new: str) -> None:
    sources = DOCUMENTS[old].source, DOCUMENTS[new].source
    for language in LANGUAGES.values():
        found = compared(*sources, language).changes
        assert 10 < len(found) <= words.MOST_CHANGES + 1
        assert all(change.text for change in found)
    assert compared(sources[0], sources[0]).changes == []


@pytest.mark.parametrize("slug", sampled(["crazy-eights", "mus", "poker"], every=3))
def test_every_part_of_a_document_is_compared(slug: str) -> None:
    doc = json.loads(DOCUMENTS[slug].source)
    for key in set(doc) - set(words.NEUTRAL):
        without = written({name: part for name, part in doc.items() if name != key})
        if read_through(without).names is not None:
            assert compared(DOCUMENTS[slug].source, without).changes, key
