"""Compiled documents take the memory that they report, and no cache exceeds its limit."""

from __future__ import annotations

import gc
import json
import tracemalloc
import weakref
from pathlib import Path

import pytest

from cheat.bots import search_for
from cheat.documents import DocumentGame, check, compiled
from cheat.documents.check.expressions import MOST_PARTS
from cheat.documents.compile.emit import Function
from cheat.documents.game.game import LEAST_WEIGHT, WEIGHT_OF_PART
from cheat.documents.runtime import hands
from cheat.engine import engine
from cheat.engine.determinize import determinize
from cheat.engine.registry import FOUND_MAX, FOUND_WEIGHT, GameRegistry, Payers
from cheat.engine.rng import Rng
from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import CACHED_LETTERS, ENGLISH, Text, parts_of
from cheat.web.api import catalogue_game
from tests.sampling import sampled

from .small_documents import dealt, document, game_of

SHIPPED = {path.stem: path.read_bytes() for path in Path("cheat/documents/bundled").glob("*.json")}
COUNTS = "count(cards where order == a) + count(cards where order > a)"
TIMES = 2
GO = {"name": "go", "do": [{"next": "turn"}]}


def packed(doc: object) -> bytes:
    """Return the bytes of a document with the fewest blanks."""
    return json.dumps(doc).encode()


def run_so_often(effect: object, times: int) -> bytes:
    """Return a document with an effect as often as its size allows."""
    return packed(
        document(vars={"k": 0}, routines={"r": [effect] * times}, start=[{"run": "r"}, {"go": "turn"}])
    )


FULL = {
    "definitions": packed(document(vars={"k": 0}, standing=" + ".join(["g(k)"] * TIMES),
        define={"f(a)": COUNTS, "g(a)": "+".join(["f(a)"] * 60)})),
    "sentences": run_so_often({"say": "{k}" * 133}, 8),
    "conditions": run_so_often({"set": {"k": "count(cards where order == 1) + " * 12 + "1"}}, 12),
    "numbers": run_so_often({"set": {"k": " + ".join(["1"] * 90)}}, 8),
    "effects": run_so_often({"shuffle": "stock"}, 1990),
    "names": packed(document(define={f"d{number}": "1" for number in range(490)})),
    "attributes": packed(document(deck={"suits": {"A": "as"}, "ranks": [str(rank) for rank in range(150)],
        "attributes": {f"a{number}": {"else": number} for number in range(440)}})),
    "phases": packed(document(phases={"turn": {"moves": [GO]}, **{f"p{number}": {"moves": [GO]}
        for number in range(440)}}, start=[{"deal": 1, "to": "hand"}, *({"if": f"count(hand) == {number}",
        "then": [{"go": f"p{number}"}]} for number in range(440)), {"go": "turn"}])),
    "moves": packed(document(phases={"turn": {"moves": [{**GO, "name": f"m{number}",
        "pick": {"c": {"from": "hand", "where": "order > 1"}, "p": {"player": "others"}}}
        for number in range(450)]}})),
    "triggers": packed(document(vars={"k": 0}, triggers=[{"if": "k == 7", "do": [{"next": "turn"}]}] * 20)),
    "options": packed(document(options={f"o{number}": {"choice": {f"c{at}": "x" for at in range(64)},
        "default": "c0"} for number in range(60)})),
}  # fmt: skip
"""Documents with the maximum number of one kind of part, or a good share of it."""


def compiled_with_size(data: bytes) -> tuple[DocumentGame, int, int]:
    """Return a compiled document, and its bytes as Python counts them.

    The first number includes its catalogue entries in all languages, the second one also all generated
    functions.
    """
    warm = compiled(data)  # caches that the first one has filled do not count
    assert warm.compiled.phases
    assert all(catalogue_game(warm, language).options for language in LANGUAGES.values())
    del warm
    gc.collect()
    gc.freeze()  # from now on only the memory of the second one counts
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        game = compiled(data)
        assert game.compiled.phases
        assert all(catalogue_game(game, language).options for language in LANGUAGES.values())
        gc.collect()
        at_first = tracemalloc.get_traced_memory()[0] - before
        while waiting := [one for one in gc.get_objects() if type(one) is Function and one.is_waiting]:
            for function in waiting:
                function.compile(game.compiled.sources)
            del waiting, function
            gc.collect()
        return game, at_first, tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", sampled(list(FULL), every=3))
def test_a_document_takes_no_more_than_it_says(name: str) -> None:
    game, at_first, generated = compiled_with_size(FULL[name])
    assert at_first <= game.memory_bytes
    assert generated <= game.memory_bytes


@pytest.mark.parametrize("name", sampled(sorted(SHIPPED), every=4))
def test_a_document_of_ours_takes_a_megabyte_or_hardly_more(name: str) -> None:
    game, at_first, generated = compiled_with_size(SHIPPED[name])
    assert at_first <= min(game.memory_bytes, 1.3 * LEAST_WEIGHT)
    assert generated <= min(at_first, 0.92 * LEAST_WEIGHT)


def test_what_all_that_are_remembered_take_is_bounded() -> None:
    """Each counts as a megabyte. If some take more, fewer are kept."""
    assert (FOUND_MAX, FOUND_WEIGHT, LEAST_WEIGHT) == (64, 64 * LEAST_WEIGHT, 1_000_000)
    assert game_of().memory_bytes == LEAST_WEIGHT
    assert WEIGHT_OF_PART * MOST_PARTS <= FOUND_WEIGHT
    dear, asked = compiled(FULL["definitions"]), list[str]()
    at_once = FOUND_WEIGHT // dear.memory_bytes

    def find(id: str, payers: Payers) -> object:
        asked.append(id)
        return dear

    library = GameRegistry([], find)  # type: ignore[arg-type]
    ids = [f"doc:{number}" for number in range(at_once + 1)]
    for id in [*ids[:-1], *ids]:
        library.game(id)
    assert asked == ids, "so many are remembered"
    library.game(ids[0])
    assert asked == [*ids, ids[0]], "and no more"


def test_nothing_is_too_much_for_its_weight_to_be_told() -> None:
    for data in FULL.values():
        assert check(data)[0] is not None


def test_a_document_that_is_no_longer_remembered_is_gone() -> None:
    """It is freed, even after it was shown and searched."""
    game = game_of()
    gone = weakref.ref(game.compiled)
    table = dealt(game)
    assert catalogue_game(game, ENGLISH).id == game.id
    determinize(game, table, "p1", Rng("5eed" * 8))
    search_for(game).choose(
        engine.observation(game, table, "p1"), "p1", engine.moves(game, table, "p1"), {}, Rng("5eed" * 8)
    )
    del game, table
    gc.collect()
    assert gone() is None


def test_what_is_remembered_of_hands_and_texts_is_small() -> None:
    """This holds no matter what rules ask: long melds of others, or long texts, are computed again."""
    cards = [hands.Meldable(number, "H", 1) for number in range(24)]
    hands.forget_results()
    for size in (1, hands.MOST_LAID - 1, hands.MOST_LAID, 6_000):
        assert hands.deadwood(cards, 3, 3, [cards[:1] * size]) == 0
    assert hands.cached_results() == 2
    language = ENGLISH.with_terms({})
    for letters in (CACHED_LETTERS, CACHED_LETTERS + 1, 60_000):
        plain, template = "x" * letters, "{name}".ljust(letters, "x")
        before = parts_of.cache_info().currsize
        assert language.say(plain) == plain
        assert language.say(Text(template, {"name": "Ada"})) == "Ada" + template[6:]
        kept = letters == CACHED_LETTERS
        assert (plain in language.plain, parts_of.cache_info().currsize - before) == (kept, kept)
