"""Every limit of documents, reached exactly and exceeded by one; and a corpus of hostile documents."""

from __future__ import annotations

import contextlib
import json
import time
from typing import Any

import msgspec
import pytest

from cheat.documents import check, compiled
from cheat.documents.game.phases import MOST_TABLE_BYTES, MOST_VARIABLE_BYTES, stored_parts
from cheat.documents.runtime.state import FUEL, Run
from cheat.documents.runtime.trial_notes import TrialNotes
from cheat.documents.trials.examination import examined
from cheat.documents.trials.reports import no_time_limit
from cheat.documents.trials.trials import time_limit
from cheat.engine import engine
from cheat.errors import Refused

from .small_documents import SMALL, act, dealt, document, written

SOON_S = 10.0
"""Maximum processor time in seconds for reading any document: much more than a slow machine takes."""
TRIED_S = 8.0
"""Seconds in which a check plays games. Unfinished games are given up then."""


def sized(size: int) -> bytes:
    """Return the small document, filled with blanks up to this size."""
    data = written(document())
    return data + b" " * (size - len(data))


def nested(depth: int) -> Any:
    """Return a document with objects nested to this depth, the document itself included."""
    value: Any = 1
    for _ in range(depth - 1):
        value = {"x": value}
    return {**SMALL, "vars": value} if depth > 1 else SMALL


def effects(count: int) -> dict[str, Any]:
    """Return a document with `count` effects, in the start, in a move, and in a routine."""
    own = 3 + 4
    return document(routines={"idle": [{"shuffle": "stock"}] * (count - own)})


def named(count: int) -> dict[str, Any]:
    """Return a document with `count` names: zones, a variable, attributes and definitions."""
    return document(define={f"d{number}": "1" for number in range(count - 8)})


def cards_by(faces: int) -> dict[str, Any]:
    return document(deck={"suits": {"A": "as"}, "ranks": [str(number) for number in range(faces)]})


def zones(shared: int, own: int = 0, players: int = 4) -> dict[str, Any]:
    """Return a document with further zones, shared and of each player."""
    more = {f"s{number}": {"kind": "pile", "seen": "all"} for number in range(shared)}
    each = {f"p{number}": {"kind": "pile", "seen": "all", "per": "player"} for number in range(own)}
    return document(zones={**SMALL["zones"], **more, **each}, players={"min": 2, "max": players})


def with_summary(letters: int) -> dict[str, Any]:
    return document(summary="x" * letters)


READ: dict[str, tuple[Any, Any, str]] = {
    "bytes": (sized(64 * 1024), sized(64 * 1024 + 1), ""),
    "effects": (effects(2000), effects(2001), ""),
    "a text": (with_summary(400), with_summary(401), "summary"),
    "rules": (document(rules="x" * 8000), document(rules="x" * 8001), "rules"),
    "an expression": (
        document(standing="1" + " " * 399), document(standing="1" + " " * 400), "standing",
    ),
    "brackets": (document(standing="(" * 23 + "1" + ")" * 23), document(standing="(" * 24 + "1" + ")" * 24),
        "standing"),
    "letters of a name": (document(vars={"v" * 32: 0}), document(vars={"v" * 33: 0}), f"vars.{'v' * 33}"),
    "names": (named(500), named(501), ""),
    "zones": (zones(37), zones(38), "zones"),
    "zones of all players": (zones(8, 18, 10), zones(9, 18, 10), "zones"),
    "faces": (cards_by(150), cards_by(151), "deck.ranks"),
    "players": (document(players={"min": 1, "max": 10}), document(players={"min": 1, "max": 11}),
        "players.max"),
    "the fewest players": (document(players={"min": 1, "max": 4}), document(players={"min": 0, "max": 4}),
        "players.min"),
    "a team": (document(players={"min": 10, "max": 10, "team_size": 5}),
        document(players={"min": 6, "max": 6, "team_size": 6}), "players.team_size"),
    "a number": (document(standing=str(10**12)), document(standing=str(10**12 + 1)), "standing"),
    "languages": (
        document(name=dict.fromkeys(("en", "es", "de", "fr", "it", "pt", "nl", "eu"), "x")),
        document(name=dict.fromkeys(("en", "es", "de", "fr", "it", "pt", "nl", "eu", "ca"), "x")), "name",
    ),
    "items at the start": (document(vars={"v": [0] * 600}), document(vars={"v": [0] * 601}), "vars.v"),
    "choices of an option": (
        document(options={"o": {"choice": {f"c{n}": "x" for n in range(64)}, "default": "c0"}}),
        document(options={"o": {"choice": {f"c{n}": "x" for n in range(65)}, "default": "c0"}}),
        "options.o.choice",
    ),
}  # fmt: skip
"""For each limit: the largest allowed value, a value beyond it, and the place of the diagnostic."""


@pytest.mark.parametrize("name", READ)
def test_a_limit_may_be_met_and_not_passed(name: str) -> None:
    most, more, path = READ[name]
    data, above = (one if isinstance(one, bytes) else json.dumps(one).encode() for one in (most, more))
    assert [one for one in check(data)[1] if one.severity == "error"] == []
    game, told = check(above)
    assert game is None
    assert path in [one.path for one in told if one.code in ("limit", "shape")]


def test_nesting_ends_at_its_limit() -> None:
    """Deeper nesting is reported as such. Nesting at the limit may be wrong for another reason."""
    codes = [[one.code for one in check(json.dumps(nested(depth)).encode())[1]] for depth in (24, 25)]
    assert "limit" not in codes[0] and codes[1] == ["limit"]


def moving(*effects: Any, **changes: Any) -> dict[str, Any]:
    """Return a document with one move, which has these effects. A row of phases begins with `a0`."""
    row = {f"a{number}": {"start": [{"go": f"a{number + 1}"}]} for number in range(201)}
    moves = [{"name": "go", "do": [*effects, {"next": "turn"}]}]
    phases = {"turn": {"moves": moves}, **row, "a201": {"start": [{"next": "turn"}]}}
    return document(phases=phases, vars={"k": 0, "n": [0], "m": [0], **changes.pop("vars", {})}, **changes)


def rounds(count: int) -> dict[str, Any]:
    return moving({"while": f"k < {count}", "do": [{"add": {"k": 1}}]})


def following(count: int) -> dict[str, Any]:
    """Return a document with `count` phases that follow each other, including the turn at the end."""
    return moving({"go": f"a{202 - count + 1}"})


def choosing(values: int) -> dict[str, Any]:
    moves = [{"name": "choose", "pick": {"n": {"choice": f"range(1, {values})"}}, "do": [{"next": "turn"}]}]
    return document(phases={"turn": {"moves": moves}})


def offering(forms: int) -> dict[str, Any]:
    moves = [{"name": f"go{number}", "do": [{"end": "me"}]} for number in range(forms)]
    return document(phases={"turn": {"moves": moves}})


def packed(cards: int) -> dict[str, Any]:
    return moving(deck={"suits": {"A": "as"}, "ranks": ["1", "2", "3"], "count": {"1": cards - 2}})


PLAYED: dict[str, tuple[Any, Any]] = {
    "rounds of a while": (rounds(500), rounds(501)),
    "phases of a step": (following(200), following(201)),
    "values to choose from": (choosing(64), choosing(65)),
    "items": (moving({"set": {"k": "count(range(1, 600))"}}), moving({"set": {"k": "count(range(1, 601))"}})),
    "a number": (moving({"set": {"k": f"{10**12 - 1} + 1"}}), moving({"set": {"k": f"{10**12} + 1"}})),
    "a small number": (moving({"set": {"k": f"-{10**12}"}}), moving({"set": {"k": f"-{10**12} - 1"}})),
    "cards": (packed(300), packed(301)),
}  # fmt: skip


def plays(doc: dict[str, Any]) -> bool:
    """Return whether a game can be dealt, and its move be made."""
    game = compiled(json.dumps(doc).encode())
    with contextlib.suppress(Refused):
        table = dealt(game)
        (form,) = engine.moves(game, table, "p1")
        act(game, table, "p1", form.name, **({"n": 1} if form.name == "choose" else {}))
        return True
    return False


@pytest.mark.parametrize("name", PLAYED)
def test_a_limit_of_play_may_be_met_and_not_passed(name: str) -> None:
    assert [plays(doc) for doc in PLAYED[name]] == [True, False]


def test_of_too_many_forms_the_first_are_offered_and_a_check_tells_of_them() -> None:
    for count, offered in ((64, 64), (65, 64)):
        game = compiled(written(offering(count)))
        table = dealt(game)
        forms = engine.moves(game, table, "p1")
        assert [form.name for form in forms] == [f"go{number}" for number in range(offered)]
        act(game, table, "p1", forms[-1].name)
        assert table.result is not None and table.result.winners == ["p1"]
    found = examined(written(offering(65)), no_time_limit, 3)
    broken = [one.text for one in found.diagnostics if one.code == "rules_broken"]
    assert len(broken) == 1 and broken[0].endswith("a player had more than 64 moves at once.")


def cost(*effects: Any) -> int:
    """Return the cost of a move with these effects."""
    watch = TrialNotes()
    game = compiled(written(moving(*effects))).with_trial_notes(watch)
    table = dealt(game)
    watch.clear()
    act(game, table, "p1", "go")
    return watch.cost


def test_fuel_is_enough_to_its_last_drop() -> None:
    """Long loops use most of it, a shorter loop nearly all of the rest, and single steps what remains."""

    def loop(rounds: int) -> dict[str, Any]:
        return {"each": f"range(1, {rounds})", "as": "x", "do": [{"set": {"k": "x"}}]}

    small, larger = {"set": {"k": "0"}}, {"set": {"k": "-0"}}
    base = cost()
    long, short, one, two = (cost(effect) - base for effect in (loop(600), loop(1), small, larger))
    each = (long - short) // 599
    left = FUEL - base - 20 * one
    loops, left = left // long, left % long
    rounds, left = (left - short) // each + 1, (left - short) % each
    assert two == one + 1 and left < 20
    filled = [loop(600)] * loops + [loop(rounds)] + [larger] * left + [small] * (20 - left)
    assert cost(*filled) == FUEL
    assert [plays(moving(*filled)), plays(moving(*filled[:-1], larger))] == [True, False]


def test_fuel_of_the_forms_of_a_player_is_enough_to_its_last_drop() -> None:
    """The form that is one too many is not offered; all forms before it are."""
    worse = {"worse(c)": "any(cards where order < -c.order)"}

    def condition(nodes: int) -> str:
        first, more = ("", 1) if nodes % 2 else ("-0+", 4)
        return first + "+".join(["1"] * ((nodes - more) // 2)) + " > 0"

    def looked(*conditions: str) -> tuple[int, int]:
        """Return the number of forms, and the cost of finding them."""
        moves = [{"name": f"m{at}", "if": one, "do": [{"next": "turn"}]} for at, one in enumerate(conditions)]
        game = compiled(written(document(phases={"turn": {"moves": moves}}, define=worse)))
        table = dealt(game)
        r = Run(game.compiled, table, 0)
        return len(game.compiled.phases["turn"].moves_when_asked.legal_forms(r)), FUEL - r.fuel

    dear, small = "count(cards where worse(it)) == 0", condition(7)
    one, two, more = looked(small)[1], looked(small, small)[1], looked(small, dear)[1]
    of_form, of_dear = two - one - 7, more - one
    times = (FUEL - one - 1000) // of_dear
    left = FUEL - (one - 7 - of_form) - times * of_dear
    filled = [dear] * times
    while left - of_form > 385:
        filled.append(condition(181))
        left -= 181 + of_form
    forms = len(filled)
    assert looked(*filled, condition(left - of_form)) == (forms + 1, FUEL)
    assert looked(*filled, condition(left - of_form + 1))[0] == forms


def test_what_may_be_concluded_is_the_last_of_so_many_things() -> None:
    def knowing(count: int) -> list[str]:
        each = {"each": f"range(1, {count})", "as": "n", "do": [{"know": "hand", "has": "order == n"}]}
        deck = {"suits": {"A": "as"}, "ranks": [str(rank) for rank in range(1, 101)]}
        table = dealt(compiled(written(moving(each, deck=deck))))
        act(compiled(written(moving(each, deck=deck))), table, "p1", "go")
        return [one.faces[0] for one in table.conclusions]

    assert knowing(64) == [f"{rank}A" for rank in range(1, 65)]
    assert knowing(65) == [f"{rank}A" for rank in range(2, 66)]


def test_variables_take_so_many_bytes_and_no_more() -> None:
    def holding(items: int, number: int) -> dict[str, Any]:
        return moving({"set": {"n": f"map(range(1, {items}) by 1000000)", "k": str(number)}})

    game = compiled(written(holding(500, 0)))
    table = dealt(game)
    act(game, table, "p1", "go")
    left = MOST_VARIABLE_BYTES - len(msgspec.json.encode(table.values))
    items, digits = 500 + left // 8, left % 8  # a million and its comma
    assert [plays(holding(items, 10**digits)), plays(holding(items, 10 ** (digits + 1)))] == [True, False]


def test_a_table_takes_so_many_bytes_and_no_more() -> None:
    """The names of zones fill it, because each zone contains its name."""

    def labelled(letters: int) -> dict[str, Any]:
        full, rest = divmod(letters, 4 * 400)
        sizes = [400] * full + [rest // 4]
        row = {"kind": "row", "seen": "all", "per": "suit"}
        more = {f"z{at}": {**row, "label": "x" * size} for at, size in enumerate(sizes)}
        return moving(zones={**SMALL["zones"], **more, "last": {"kind": "row", "seen": "all",
            "label": "x" * (rest % 4)}})  # fmt: skip

    def size(letters: int) -> int:
        table = dealt(compiled(written(labelled(letters))))
        act(compiled(written(labelled(letters))), table, "p1", "go")
        return len(msgspec.json.encode(stored_parts(table)))

    most = 24_000 + MOST_TABLE_BYTES - size(24_000)
    assert [plays(labelled(letters)) for letters in (most, most + 1)] == [True, False]
    assert not plays(document(deck={"suits": {"A" * 20_000: "as"}, "ranks": ["1", "2", "3"]})), "long codes"


# Hostile documents

LONG_WORDS = "a" * 390
CODES = "".join(chr(at) for at in (0x202E, 0x200B, 0xFEFF, 0x0301, 0xE0041, 0x1F4A9))
HOSTILE: dict[str, Any] = {
    **{f"bytes {at}": data for at, data in enumerate((
        b"", b"\x00" * 999, b"\xef\xbb\xbf{}", b"\xff\xfe{", b"{" * 65_000,
        b'{"a":' * 9000, b'"' + b"\\u0041" * 9000, b"[" + b"1," * 30_000, b"-" * 60_000, b"9" * 60_000,
        b'{"a":1e999}', b"[NaN]", b'{"cardgame":1,"cardgame":1}', b'["\\ud800\\udc00\\ud800"]'))},
    "macros that double": document(define={f"d{n}": f"d{n + 1} + d{n + 1}" for n in range(60)} | {"d60": "1"},
        standing="d0"),
    "macros that multiply": document(
        define={f"d{n}(a, b)": f"d{n + 1}(a + b, b + a) * d{n + 1}(b, a)" for n in range(30)}
        | {"d30(a, b)": "a"},
        standing="d0(1, 2)"),
    "macros in a circle": document(define={f"d{n}": f"d{(n + 1) % 400}" for n in range(400)}),
    "a long chain": document(define={f"d{n}": f"d{n + 1}" for n in range(480)} | {"d480": "1"},
        standing="d0"),
    "routines that double": document(
        routines={f"r{n}": [{"run": f"r{n + 1}"}, {"run": f"r{n + 1}"}] for n in range(50)} | {"r50": []},
        start=[{"run": "r0"}, {"go": "turn"}]),
    "lists in lists": document(standing="[" * 20 + "cards" + "]" * 20),
    "sorts of sorts": document(
        standing="count(sort(cards by count(sort(cards by count(sort(cards by order))))))"),
    "all of all of all": document(
        standing="count(cards where any(cards where any(cards where any(cards where rank == suit))))"),
    "melds of everything": moving({"set": {"k": "deadwood(cards, 3, 3)"}},
        deck={"use": "french", "copies": "5"}),
    "a million of one": moving(deck={"use": "french", "copies": "1000000"}),
    "a million by an option": moving(deck={"use": "french", "copies": "many"},
        options={"many": {"number": [1, 10**12], "default": 10**12}}),
    "less than nothing": moving(deck={"use": "french", "copies": "-1"}),
    "draws without an end": moving({"draw": "10 ** 12"}, {"draw": 10**12, "to": "stock"}),
    "deals without an end": document(start=[{"deal": 10**12, "to": "hand"}, {"go": "turn"}]),
    "a while in a while": moving({"while": "true", "do": [{"while": "true", "do": [{"draw": 1}]}]}),
    "a while that moves to and fro": moving({"while": "true", "do": [
        {"move": "stock", "to": "discard"}, {"move": "discard", "to": "stock"}]}),
    "triggers that set each other off": document(vars={"k": 0}, triggers=[
        {"if": "k == 0", "do": [{"set": {"k": 1}}]}, {"if": "k == 1", "do": [{"set": {"k": 0}}]}] * 20),
    "a pause in a pause": moving({"pause": "a0"}),
    "a phase of no time": document(phases={"turn": {"time": "0 * 1", "timeout": [{"go": "turn"}]}}),
    "a phase of nobody": document(phases={"turn": {**SMALL["phases"]["turn"], "who": "players where false"}}),
    "everybody for ever": document(phases={"turn": {"who": "players", "moves": [{"name": "go", "do": []}]}}),
    "much to say": moving({"each": "range(1, 600)", "as": "x", "do": [{"say": "{k} " * 99}]}),
    "like a pattern": document(id="a" * 40, version="1." * 10, tags=["(a+)+$"] * 16, standing="a" * 400,
        define={"a" * 400 + "(": "1", "(" * 300: "1", "a(" + "b," * 150: "1", "a (b, c)": "((((a+)+)+)+)+"}),
    "quotes and slots": moving({"say": "{" * 200 + "}" * 200}, {"say": "{{me}} {me.{me}} {'}'} {"}),
    "names that look alike": document(
        vars={"hand": 0, "һand": 0, "hаnd": 0, "ｈand": 0, "ha\u200bnd": 0, CODES: 0}),
    "words that turn round": document(name=CODES, author=CODES,
        summary={"en": CODES * 40, "../../x": "x", "": "x"}),
    "markup": document(
        name="<script>alert(1)</script>", summary="<img src=x onerror=alert(1)>", rules="</div>" * 999,
        zones={**SMALL["zones"], "stock": {**SMALL["zones"]["stock"], "label": "<b onclick=x>"}}),
    "paths": document(id="../../etc/passwd", forked_from="/etc/passwd", licence="file:///etc/passwd"),
    "keys of the machine": document(vars={"__class__": 0, "__init__": 0, "constructor": 0, "__proto__": [0]}),
    "a routine that runs nothing, often": document(
        routines={"idle": []}, start=[{"each": "range(1, 600)", "as": "x", "do": [{"run": "idle"}] * 1800}]),
    "code": document(standing="__import__('os').system('id')", define={"x": "().__class__.__bases__[0]"}),
    "templates": document(name="{{7*7}} ${7*7} <%= 7 %> #{7}", prompt="x"),
    "types that are others": {key: [{}] for key in document()},
    "nothing at all": dict.fromkeys(document()),
    "everything twice over": document(zones={f"z{n}": SMALL["zones"]["hand"] for n in range(40)}, players={
        "min": 1, "max": 10, "team_size": 5, "allowed": list(range(1, 11)) * 50}),
    "bots": document(bots={"weights": {"play": 1000},
        "good": "count(cards where any(cards where any(cards)))"}),
    "cards to nowhere": document(leave={"cards_to": "hand", "do": [{"while": "true", "do": []}]}),
    "a look": document(
        style={"table": "red;}*{display:none", "card_back": "../../x", LONG_WORDS: LONG_WORDS}),
}  # fmt: skip
EVERY = 4
"""One of this number of documents is in the gate; which ones changes when the corpus grows."""


def is_dealt_with(name: str) -> None:
    """Check that a document is refused with diagnostics, or played within its limits."""
    doc = HOSTILE[name]
    data = doc if isinstance(doc, bytes) else json.dumps(doc).encode()
    began = time.process_time()
    game, told = check(data)
    assert time.process_time() - began < SOON_S
    assert len(told) <= 50 and all(len(one.text) < 2000 for one in told)
    assert game is not None or told
    if game is not None:
        began = time.process_time()
        found = examined(data, time_limit(TRIED_S, time.process_time), 6)
        assert time.process_time() - began < 5 * TRIED_S, "what is begun comes to an end soon"
        assert found.is_sound or found.diagnostics


@pytest.mark.parametrize("name", list(HOSTILE)[::EVERY])
def test_a_document_that_means_harm_is_dealt_with(name: str) -> None:
    is_dealt_with(name)


@pytest.mark.long
@pytest.mark.parametrize("name", HOSTILE)
def test_every_document_that_means_harm_is_dealt_with(name: str) -> None:
    is_dealt_with(name)
