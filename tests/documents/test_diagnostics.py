"""A mistake in a document is reported at its place, with the name that the author probably meant."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from cheat.catalogue import DOCUMENTS
from cheat.documents import Diagnostic, check
from cheat.documents.__main__ import main
from cheat.documents.importer.conversion import Files, convert, looks_older
from tests.pseudo_language import RAW, Pseudo, said_in

from .small_documents import document, found, written

SAMPLE = 34
"""Number of mutants in the gate; `make mutants` tries all."""


ZONES = document()["zones"]


def only(doc: Any) -> Diagnostic:
    (one,) = [one for one in found(doc) if one.severity == "error"]
    return one


def play(**changes: Any) -> dict[str, Any]:
    """Return the small document with another move."""
    doc = document()
    doc["phases"]["turn"]["moves"][0] |= changes
    return doc


def picking(where: str) -> dict[str, Any]:
    return play(pick={"card": {"from": "hand", "where": where}})


@pytest.mark.parametrize(
    ("where", "code", "text"),
    [
        ("rnak == '8'", "unknown_name", "“rnak” is not defined. Did you mean “rank”?"),
        ("suit == 'heart'", "type", "There is no suit ‘heart’. Did you mean “hearts”?"),
        (
            "hand_count > 3",
            "unknown_name",
            "“hand_count” is not defined. Declare it under “options”, “vars” or “define”.",
        ),
        ("it == 'QX'", "type", "There is no card ‘QX’."),
        ("count(hand)", "type", "This is a number, but “where” needs a condition."),
        ("top(discrad).suit == suit", "unknown_name", "“discrad” is not defined. Did you mean “discard”?"),
        ("conut(hand) > 2", "unknown_name", "There is no function “conut”. Did you mean “count”?"),
        ("points + suit == 3", "type", "This is a suit, but “+” needs a number."),
        ("me.hadn is empty", "unknown_name", "“hadn” is not a property of a player. Did you mean “hand”?"),
        ("any(others.hand where suit == 'hearts')", "leak", "reads cards"),
        ("pick(players) == me", "type", "“pick” is random, so it can only be used in effects."),
        ("suit == rank", "type", "“==” does not work with a suit and a rank."),
        ("leaver == me", "type", "“leaver” can only be used in “leave”."),
        ("team == 1", "type", "This game has no teams."),
        ("first(hand by suit) == it", "type", "“first” does not take “by”."),
        ("all(3)", "type", "“all” needs a list; this is a number."),
    ],
)
def test_a_condition_that_is_wrong_is_told_with_what_was_meant(where, code, text):
    one = next(one for one in found(picking(where)) if one.severity == "error")
    assert (one.code, one.path) == (code, "phases.turn.moves[0].pick.card.where")
    assert text in one.text
    assert one.line > 0 and one.column > 0


def test_an_attribute_without_a_card_says_how_to_name_one():
    one = only(play(**{"if": "suit == 'hearts'"}))
    assert one.code == "no_card_here"
    assert one.text.startswith("“suit” needs a card. Write “top(discard).suit”")
    assert (one.start, one.end) == (0, 4)


@pytest.mark.parametrize(
    ("changes", "code", "path", "hint"),
    [
        ({"optoins": {}}, "unknown_key", "optoins", "options"),
        ({"zones": ZONES | {"row": {"kind": "rwo", "seen": "all"}}}, "shape", "zones.row.kind", "row"),
        ({"turn": "trun"}, "unknown_phase", "turn", "turn"),
        ({"start": [{"shufle": "stock"}, {"go": "turn"}]}, "unknown_effect", "start[0].shufle", "shuffle"),
        ({"start": [{"shuffle": "stcok"}, {"go": "turn"}]}, "unknown_name", "start[0].shuffle", "stock"),
        ({"start": [{"run": "go"}]}, "unknown_name", "start[0].run", ""),
        ({"start": [{"set": {"scroe": 1}}, {"go": "turn"}]}, "unknown_name", "start[0].set.scroe", "score"),
        ({"start": [{"shuffle": "stock"}]}, "no_way_on", "start", ""),
        ({"vars": {"hand": 0}}, "twice", "vars.hand", ""),
        ({"vars": {"suit": 0}}, "twice", "vars.suit", ""),
        ({"vars": {"empty": 0}}, "twice", "vars.empty", ""),
        ({"vars": {"a": "nubmer"}}, "shape", "vars.a", "number"),
        ({"define": {"a": "b", "b": "a"}}, "recursion", "define.b", ""),
        ({"standing": "me"}, "type", "standing", ""),
        ({"players": {"min": 3, "max": 2}}, "shape", "players.max", ""),
        ({"bots": {"weights": {"paly": 1}}}, "unknown_name", "bots.weights.paly", "play"),
        ({"options": {"x": {"default": 3}}}, "shape", "options.x.default", ""),
        ({"deck": {"use": "french", "points": {"QX": 1}}}, "unknown_name", "deck.points.QX", "Q"),
        ({"zones": None}, "shape", "", ""),
        ({"cardgame": 2}, "shape", "cardgame", ""),
        ({"id": "Big One"}, "shape", "id", ""),
        ({"version": "1.0"}, "shape", "version", ""),
        ({"routines": {"a": [{"run": "b"}], "b": [{"run": "a"}]}}, "recursion", "routines.b[0].run", ""),
        ({"define": {"a(": "1"}}, "syntax", "define.a(", ""),
        ({"standing": "count(hand"}, "syntax", "standing", ""),
        ({"define": {"none": "1"}}, "twice", "define.none", ""),
        ({"options": {"spectators": {"default": True}}}, "twice", "options.spectators", ""),
        ({"leave": {"keep": ["hadn"]}}, "unknown_zone", "leave.keep[0]", "hand"),
        ({"start": [{"move": "hand", "to": "3"}, {"go": "turn"}]}, "unknown_zone", "start[0].to", ""),
        ({"phases": {**document()["phases"], "on": {"start": []}}}, "no_way_on", "phases.on", ""),
        ({"players": {"min": 2, "max": 4, "team_size": 2, "allowed": [3]}}, "shape", "players", ""),
        ({"players": {"min": 3, "max": 3, "team_size": 2}}, "shape", "players", ""),
        ({"start": [{"if": True, "then": [{"let": {"a": 1}}]}, {"set": {"turn.score": "a"}}, {"go": "turn"}]},
            "unknown_name", "start[1].set.turn.score", ""),
        ({"presets": [{"name": "x", "options": {"goal": 1}}]}, "unknown_name", "presets[0].options.goal", ""),
    ],
)  # fmt: skip
def test_a_part_that_is_wrong_is_told_at_its_path(changes, code, path, hint):
    doc = document(**{key: value for key, value in changes.items() if value is not None})
    for key, value in changes.items():
        if value is None:
            del doc[key]
    told = [(one.code, one.path, one.hint) for one in found(doc) if one.severity == "error"]
    assert (code, path, hint) in told


PLAY = document()["phases"]["turn"]["moves"][0]
OTHERS = {"name": "catch", "by": "others", "do": [{"end": True}]}


@pytest.mark.parametrize(
    ("changes", "code", "path", "words"),
    [
        ({"define": {"a": "1"}}, "unused", "define.a", "“a” is never used."),
        ({"routines": {"r": []}}, "unused", "routines.r", "No effect runs the routine “r”."),
        ({"phases": {**document()["phases"], "bonus": document()["phases"]["turn"]}}, "unreached",
            "phases.bonus", "No effect goes to phase “bonus”."),
        ({"start": [{"let": {"hand": 1}}, {"go": "turn"}]}, "shadow", "start[0].let.hand", "hides"),
        ({"routines": {"r(hand)": []}, "start": [{"run": "r(1)"}, {"go": "turn"}]}, "shadow",
            "routines.r(hand)", "The parameter “hand” hides a zone of the same name."),
        ({"routines": {"r(me)": []}, "start": [{"run": "r(1)"}, {"go": "turn"}]}, "shadow",
            "routines.r(me)", "The parameter “me” hides a standard name of the same name."),
        ({"players": {"min": 2, "max": 4, "team_size": 2}}, "shape", "players", "cannot form teams of 2"),
        ({"start": [{"say": "x", "tone": "goof"}, {"go": "turn"}]}, "shape", "start[0].tone", "Did you mean"),
        ({"phases": {"turn": {"moves": [{**document()["phases"]["turn"]["moves"][0], "tone": "loud"}]}}},
            "shape", "phases.turn.moves[0].tone", "one of primary, danger, plain, quiet"),
        ({"phases": {"turn": {"timeout": "catch", "moves": [PLAY, OTHERS]}}},
            "no_timeout_move", "phases.turn.timeout", "“catch” has “by”"),
        ({"phases": {"turn": {"moves": [PLAY | {"pick": PLAY["pick"] | {"below": {"from": "hand"}}}]}}},
            "same_title", "phases.turn.moves[0].pick.below", "Players cannot tell this choice from “card”."),
        ({"phases": {"turn": {"time": 0.1, "moves": [PLAY]}}}, "short_time", "phases.turn.time",
            "A time below 0.25 seconds counts as 0.25 seconds."),
    ],
)  # fmt: skip
def test_what_may_be_meant_so_is_a_warning(changes, code, path, words):
    (one,) = found(document(**changes))
    assert (one.severity, one.code, one.path) == ("warning", code, path)
    assert words in one.text


def test_a_way_that_leads_nowhere_is_told_with_the_branches_to_it():
    ends = [{"go": "turn"}]
    deep = [{"if": "true", "then": ends, "else": [{"if": "false", "then": ends, "else": []}]}]
    phases = {**document()["phases"], "count": {"start": deep}}
    one = only(document(phases=phases, start=[{"go": "count"}]))
    assert (one.code, one.path) == ("no_way_on", "phases.count")
    assert (
        one.text
        == "“count” must end in “go”, “next”, “pause” or “end”, but the path else → else → … does not."
    )


def test_a_diagnostic_says_where_in_the_line_and_in_the_expression_it_is():
    one = json.loads(msgspec.json.encode(only(picking("order > 2 and rnak == '8'"))))
    assert (one["from"], one["to"]) == (14, 18)
    assert one.keys() == {"code", "path", "line", "column", "from", "to", "text", "hint"}, "an error"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            b'{"a": 1\n "b": 2}',
            "Line 2, column 2: expected “,” or “}” after this value. The comma may be missing",
        ),
        (b'{"a": 1, "a": 2}', "this object has the key “a” twice. Rename or delete one."),
        (b"{'a': 1}", "expected a key in double quotes."),
        (b'{"a": [1, 2,]}', "expected a value. The “,” before it may be one too many."),
        (b'{"a" 1}', "expected “:” after the key “a”."),
        (b'{"a": "b', "this text has no closing quote"),
        (b'{"a": 1e9}', "write this number in plain digits, such as 12 or 0.5."),
        (b'{"a": NaN}', "expected a value."),
        (b"", "the document ends where a value is expected."),
        (b"{} {}", "there is more text after the end of the document. Remove it."),
        (b"\xff", "This is not UTF-8 text: byte 0 is wrong."),
        (b'{"a": "\\ud800"}', "half a character"),
    ],
)
def test_what_is_no_json_is_told_with_line_and_column(text, words):
    game, (one,) = check(text)
    assert game is None
    assert (one.code, words in one.text) == ("json", True), one.text


def test_all_that_is_wrong_is_told_at_once_in_the_order_of_the_file():
    doc = document(turn="trun", optoins={})
    doc["phases"]["turn"]["moves"][0]["if"] = "hnad is empty"
    told = found(doc)
    assert {one.hint for one in told} >= {"options", "hand", "turn"}
    assert [one.line for one in told] == sorted(one.line for one in told)


def test_at_most_fifty_things_are_told():
    doc = document(define={f"d{number}": "nothing_is_called_so" for number in range(80)})
    assert len(found(doc)) == 50


def test_a_terminal_is_told_the_same_with_what_is_wrong_underlined(tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_bytes(written(picking("rnak == '8'")))
    assert main(["check", str(file)]) == 1
    told = capsys.readouterr().out
    assert "\"rnak == '8'\"\n     ^^^^\n“rnak” is not defined. Did you mean “rank”?" in told
    file.write_bytes(written(document()))
    assert main(["check", str(file)]) == 0
    assert "small 1.0.0, errors: 0" in capsys.readouterr().out


def test_what_everybody_is_told_depends_on_no_hand():
    secret = "any(hand where rank == 'K')"
    for doc in (
        document(marks=[{"label": "King", "if": secret}]),
        document(marks=[{"label": "Kings", "value": "count(hand where rank == 'K')"}]),
        document(shows=[{"label": "King", "value": secret}]),
    ):
        one = only(doc)
        assert (one.code, one.text.partition(" reads ")[2]) == (
            "leak", "cards of hand that some players can't see, and would give them away.",
        )  # fmt: skip
    assert found(document(marks=[{"label": "Cards", "value": "count(hand)"}])) == []


# Languages


WRONG: list[Any] = [
    document(turn="trun", zones={"hand": {"kind": "pile", "seen": "everyone"}}),
    document(define={"a": "a", "b(": "1", "count": "1", "it": "2", "hand": "3", "c(x, x)": "x"}),
    document(vars={"x": "nubmer"}, routines={"r": [{"run": "r"}], "q(": []}, id="Big One", version="1"),
    document(players={"min": 4, "max": 2, "team_size": 3}, options={"a": {"default": 1, "choice": {}}}),
    document(deck={"use": "french", "points": {"ZZ": 1, "QS": "pip"}, "order": ["11"]}, style={"table": "x"}),
    document(start=[{"move": "1", "to": "hand"}, {"each": "3", "as": "x", "do": []}, {"set": {"hand": 1}}]),
    document(phases={"turn": {"start": [{"if": "true", "then": []}]}, "other": {"moves": []}}, turn="turn"),
    document(standing="(count(hand)", marks=[{"label": "x", "if": "any(others.hand where rank == 'K')"}]),
    document(standing="count(hand", shows=[{"label": "x", "value": "top(stock) is full"}]),
    document(standing="hand[1 2]", leave={"keep": ["hadn"]}, bots={"weights": {"paly": 1}}),
    document(standing="turn.", zones=7, unheard="of"), document(standing="'a"), document(standing="a = 1"),
    [], {}, "text", None, b"{", b'{"a" 1}', b'{"a": 1,}', b'{"a": 1, "a": 2}', b"{'a': 1}", b"[1e5]", b"\xff",
    b'["\\ud800"]', b"[" * 30 + b"]" * 30, b"[tru]", b'{"a": "b', b"[1] 2", b"[-]",
    {"deckId": "x", "gameLoop": "(1 OR 2)", "actions": [{"id": 1}], "config": {"whoStarts": {"type": "x"}}},
]  # fmt: skip
"""Documents with all kinds of mistakes."""


@pytest.mark.parametrize("at", range(len(WRONG)))
def test_what_is_wrong_is_said_in_every_language(at: int) -> None:
    data = WRONG[at] if isinstance(WRONG[at], bytes) else written(WRONG[at])
    pseudo = Pseudo()
    told = convert(Files(data), pseudo).diagnostics if looks_older(data) else check(data, pseudo)[1]
    assert told and pseudo.asked <= said_in("es"), "and in Spanish"
    for one in told:
        for slot in RAW.findall(one.text):
            names = slot.replace(" → ", ", ").split(", ")
            assert slot in str(WRONG[at]) or not any(" " in name for name in names), one.text


def test_who_checks_in_spanish_reads_spanish(tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_bytes(written(picking("rnak == '8'")))
    assert main(["check", str(file), "--language", "es"]) == 1
    assert "«rnak» no está definido. ¿Querías decir «rank»?" in capsys.readouterr().out


# Mutants


def keys_of(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every key of a document."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield (*path, key)
            yield from keys_of(value, (*path, key))
    elif isinstance(part, list):
        for at, value in enumerate(part):
            yield from keys_of(value, (*path, at))


def with_typo(doc: Any, path: tuple[Any, ...]) -> Any:
    """Return the document with a letter of this key doubled, or two letters exchanged."""
    made = json.loads(json.dumps(doc))
    part = made
    for step in path[:-1]:
        part = part[step]
    key = path[-1]
    head = key.partition("(")[0]
    other = head[:-1] + "q" + head[-1] + key[len(head) :]
    items = [(other if name == key else name, value) for name, value in part.items()]
    part.clear()
    part.update(items)
    return made


CALLED_BY_AUTHORS = {
    "options", "choice", "points", "zones", "vars", "player_vars", "define", "phases", "pick", "routines",
    "set", "add", "let", "weights", "name", "summary", "attributes", "suits", "extra",
}  # fmt: skip
"""Keys of objects whose keys the author chooses."""
LANGUAGES = ("en", "es")
"""Keys of texts. Any language may be a key there."""


def mutants(slug: str) -> list[tuple[Any, ...]]:
    """Return the paths of keys that belong to the document language."""
    doc = DOCUMENTS[slug].compiled.doc
    return [
        path
        for path in keys_of(doc)
        if len(path) < 2 or (path[-2] not in CALLED_BY_AUTHORS and path[-1] not in LANGUAGES)
    ]


@pytest.mark.parametrize("slug", sorted(DOCUMENTS))
def test_a_slip_in_any_key_is_told_at_its_path_with_the_right_name(slug, request):
    doc = DOCUMENTS[slug].compiled.doc
    paths = mutants(slug)
    if not request.config.getoption("mutants"):
        paths = random.Random(7).sample(paths, min(SAMPLE // len(DOCUMENTS), len(paths)))
    for path in paths:
        wrong = with_typo(doc, path)
        game, told = check(written(wrong))
        assert game is None, path
        assert any(one.hint == path[-1] for one in told if one.severity == "error"), (path, told[:2])


@pytest.mark.parametrize("slug", sorted(DOCUMENTS))
def test_a_slip_in_a_name_of_the_authors_is_told_where_it_is_used(slug, request):
    doc = DOCUMENTS[slug].compiled.doc
    own = [
        path
        for path in keys_of(doc)
        if len(path) == 2 and path[0] in ("zones", "phases", "routines", "define")
    ]
    if not request.config.getoption("mutants"):
        own = random.Random(7).sample(own, min(SAMPLE // len(DOCUMENTS) // 2, len(own)))
    for path in own:
        game, told = check(written(with_typo(doc, path)))
        if game is None:
            assert any(one.severity == "error" for one in told), path
        else:
            assert any(one.code in ("unused", "unreached") for one in told), path


def test_what_is_an_effect_of_its_own_does_not_stand_in_another_one() -> None:
    """`move` and `draw` may also have `say`; effects for each of several items may not."""
    each = {"each": "players", "as": "p", "do": [{"draw": 1, "to": "p.hand"}], "say": "All draw."}
    one = only(document(start=[each, {"go": "turn"}]))
    told = "“say” is not a key of “each”. It is an effect of its own: write it before or after this one."
    assert (one.code, one.path, one.text) == ("unknown_key", "start[0].say", told)
