"""Random documents: each is refused with diagnostics at the right place, or is a sound game.

A sound game keeps its cards and its secrets.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from cheat.documents import DocumentGame, check
from cheat.documents.parse.schema import CHOICE_KINDS, EFFECT_KINDS
from cheat.engine.rng import Rng
from cheat.errors import Refused
from tests.games.walks import (
    Moment,
    Start,
    Temper,
    all_cards,
    check_legal,
    encode,
    next_step,
    wire,
    with_hidden_cards_exchanged,
)

from .random_documents import USED, WORDS, Author

MOVES = 50
GAMES = 40


def test_everything_of_the_language_is_tried() -> None:
    author = Author(Random(0))
    assert set(author.leads) == set(EFFECT_KINDS) and set(author.choices) == set(CHOICE_KINDS)
    assert set(re.findall(r"[a-z_]+", USED)) >= WORDS


def stands(doc: Any, path: str) -> bool:
    """Return whether the document has this place. Keys may contain dots."""
    if not path:
        return True
    if isinstance(doc, list):
        at, _, rest = path.removeprefix("[").partition("]")
        return path.startswith("[") and int(at) < len(doc) and stands(doc[int(at)], rest.removeprefix("."))
    keys = doc if isinstance(doc, dict) else {}
    return any(
        path.startswith(key)
        and path[len(key) :][:1] in ("", ".", "[")
        and stands(part, path[len(key) :].removeprefix("."))
        for key, part in keys.items()
    )


def is_dealt_with(seed: int) -> str:
    """Return the outcome for the document with this number: refused, or played."""
    doc = Author(Random(seed)).document()
    data = json.dumps(doc).encode()
    game, told = check(data)
    for one in told:
        assert stands(doc, one.path) and (one.line or not one.path), one
    if game is None:
        assert any(one.severity == "error" for one in told)
        return "refused"
    return plays(game, 2 + seed % 3, seed)


def expect_broken(refused: Refused) -> None:
    """Check that the offered move is refused for a single reason."""
    assert refused.code == "rules_broken"


def plays(game: DocumentGame, seats: int, seed: int) -> str:
    """Play some moves. Check that each is legal, or refused as a whole."""
    rng = Rng(f"{seed + 1:032x}")
    players = [f"p{seat + 1}" for seat in range(seats)]
    start = Start(game, players, game.options({}), f"{seed:032x}")
    try:
        table, events = start.deal()
    except Refused as refused:
        expect_broken(refused)
        return "broken"
    temper, cards = Temper(rng), all_cards(table)
    for _ in range(MOVES):
        check_legal(game, table)
        assert all_cards(table) == cards
        for viewer in (None, players[0]):
            other = with_hidden_cards_exchanged(table, viewer, rng)
            other.options = table.options
            assert wire(game, other, viewer, []) == wire(game, table, viewer, [])
        if table.result is not None:
            break
        before = Moment(None, events, encode(table), start)
        step = next_step(game, table, rng, temper, leaves=0.02)
        try:
            events = step.take(game, table)
        except Refused as refused:
            expect_broken(refused)
            table = before.table
        else:
            table = Moment(step, events, encode(table), start).table
    return "played"


def test_a_random_document_is_refused_or_keeps_its_cards_and_secrets() -> None:
    fates = [is_dealt_with(seed) for seed in range(GAMES)]
    assert fates.count("played") > GAMES // 5 and fates.count("refused") > 0, fates


@pytest.mark.long
def test_thousands_of_random_documents_are_refused_or_keep_their_cards_and_secrets() -> None:
    for seed in range(10_000, 13_000):
        is_dealt_with(seed)
