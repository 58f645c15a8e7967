"""docs/games/reference.md has every part of the language, with types and costs as the check has them."""

from __future__ import annotations

import re

import pytest

from cheat.bots import SHORT_DEPTH
from cheat.documents import DocumentGame
from cheat.documents.check.builtins import ARGUMENTS, BY
from cheat.documents.explain.wordbook import explained, language
from cheat.documents.parse import schema
from cheat.documents.parse.descriptions import (
    ATTRIBUTES,
    EFFECTS,
    FUNCTIONS,
    KEYS,
    LOG_KEYS,
    QUICK,
    STANDARD_NAMES,
    VALUES,
)
from cheat.documents.parse.schema_types import Keys
from cheat.documents.parse.types import Type, item_of
from cheat.documents.runtime.state import CALLING
from cheat.engine.registry import DataTable
from scripts import reference

from .small_documents import act, checked, dealt, document, doing, found, game_of, playing, spent, value_of

BESIDE = ("pick", "random")
"""Functions that can be used only in effects."""
SAMPLES = {
    "all": "all({} where it > 0)", "group": "group({} by it)", "index": "index({}, 0)", "take": "take({}, 2)",
    "top": "top(discard)", "bottom": "bottom(discard)", "drawable": "drawable(stock)",
    "owner": "owner(top(discard))", "after": "after(me)", "around": "around(me)", "next": "next(others)",
    "range": "range(1, count({}))", "if": "if(flag, 1, 2)", "abs": "abs(1)", "poker": "poker(hand)",
    "poker_name": "poker_name(hand)",
    "deadwood": "deadwood(hand, 3, 3)", "melds": "melds(hand, 3, 3)",
}  # fmt: skip
"""A call of some functions, with a list for {}. All other functions have the list as their only argument."""
ALIKE = {"item": "number", "value": "number", "condition": "bool", "text": "poker_name"}
"""The reference's name for a type -> the check's name, if the argument is a list of numbers."""


def test_reference_is_current() -> None:
    assert reference.TARGET.read_text(encoding="utf-8") == reference.reference_page(), "run `make reference`"


def shouted(text: str) -> str:
    """Return a text with all prose in capitals, as if it were another language. Code stays."""
    parts = re.split("(`[^`]*`)", text)
    parts[::2] = map(str.upper, parts[::2])
    return "".join(parts)


def test_signatures_in_the_designer_take_their_sentences_from_a_translated_reference() -> None:
    words = language()
    for word, other in zip(words, explained(words, shouted(reference.reference_page())), strict=True):
        assert (other.help, other.signature) == (shouted(word.help), word.signature)
    assert [*explained(words, "")] == words


def test_every_key_of_every_part_has_a_sentence_and_nothing_else_has() -> None:
    parts = reference.parts_of(schema.DOCUMENT, {})
    assert KEYS.keys() == parts.keys()
    for what, keys in parts.items():
        assert KEYS[what].keys() == keys.shapes.keys(), what


def test_every_effect_and_each_of_its_keys_has_a_sentence() -> None:
    assert EFFECTS.keys() == schema.EFFECT_KINDS.keys()
    for name, keys in schema.EFFECT_KINDS.items():
        own = keys.shapes.keys() - (LOG_KEYS.keys() if name != "say" else set())
        assert EFFECTS[name].keys.keys() == own, name


def test_every_function_has_a_sentence() -> None:
    assert ARGUMENTS.keys() == FUNCTIONS.keys()


def test_sentences_are_sentences() -> None:
    effects = [(one.help, *one.keys.values()) for one in EFFECTS.values()]
    functions = [one.help for one in FUNCTIONS.values()]
    keys = [help for part in KEYS.values() for help in part.values()]
    for help in (*keys, *functions, *STANDARD_NAMES.values(), *ATTRIBUTES.values(), *sum(effects, ())):
        assert re.fullmatch(r"[A-Z`1].*[.?]|.*`\.", help, re.DOTALL), help


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_takes_so_many_values(name: str) -> None:
    takes = FUNCTIONS[name].arguments
    values = takes.split(", ")
    fewest = sum(not value.endswith("?") for value in values)
    if name not in ("if", "min", "max"):
        assert ARGUMENTS[name] == (fewest, len(values))
    assert (" by " in takes) == (name in BY)


@pytest.fixture(scope="module")
def laid() -> tuple[DocumentGame, DataTable]:
    """Return a game and a table, in which `few` has three numbers and `many` six."""
    variables = {"few": [1, 2, 3], "many": [1, 2, 3, 4, 5, 6], "flag": True}
    game = game_of(vars=variables)
    table = dealt(game)
    return game, table


def kind_of(type_: Type) -> str:
    """Return the reference's name of a type."""
    return f"list of {item_of(type_).kind}s" if type_.kind == "list" else type_.kind


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in BESIDE])
def test_a_function_gives_and_costs_what_the_reference_says(
    name: str, laid: tuple[DocumentGame, DataTable]
) -> None:
    game, table = laid
    function, sample = FUNCTIONS[name], SAMPLES.get(name, f"{name}({{}})")
    given = kind_of(checked(game, sample.format("few")).type)
    assert given.startswith(ALIKE.get(function.result, function.result))
    if function.cost:
        return
    few, many = (spent(game, table, sample.format(one)) for one in ("few", "many"))
    if "{}" not in sample:
        players = function.item_cost * 2
        calling = 0 if name in QUICK else CALLING
        names = len(re.findall(r"[\w]+", sample))
        assert few == names + players + calling, "each name one, and what is listed"
    else:
        keys = 1 if " by it" in sample else 0
        assert (many - few) == 3 * (function.item_cost + keys)


def test_completions_of_the_editor_bring_the_sentences() -> None:
    helps = {word.name: word.help for word in language() if word.kind == "function"}
    assert helps == {name: one.help for name, one in FUNCTIONS.items()}


def test_the_editor_has_a_signature_and_an_example_of_each_function_and_effect() -> None:
    words = {word.name: word for word in language() if word.kind in ("function", "effect")}
    assert words.keys() == {*FUNCTIONS, *EFFECTS}
    assert words["take"].signature == "take(list, number) → list"
    assert words["go"].signature == EFFECTS["go"].pattern
    assert all(word.signature and word.example and word.help for word in words.values())


def test_editors_get_the_sentences_with_the_schema() -> None:
    made = schema.json_schema()
    assert made["properties"]["deck"]["description"] == KEYS["a document"]["deck"]
    kinds = made["$defs"]["effect"]["anyOf"]
    (move,) = [one["properties"] for one in kinds if "move" in one["properties"]]
    assert move["to"]["description"] == EFFECTS["move"].keys["to"]
    assert move["say"]["description"] == LOG_KEYS["say"]


def test_every_part_is_one_that_authors_may_write() -> None:
    for keys in reference.parts_of(schema.DOCUMENT, {}).values():
        assert isinstance(keys, Keys)
        for shape in keys.shapes.values():
            assert "Text(" not in reference.accepted(shape)


def test_each_value_of_kind_and_seen_has_a_sentence() -> None:
    zone = schema.DOCUMENT.shapes["zones"].of
    for key, values in VALUES.items():
        assert tuple(values) == zone.shapes[key].values


def test_bots_look_as_far_ahead_as_the_reference_says() -> None:
    assert f" {SHORT_DEPTH} steps " in KEYS["“bots”"]["good"]


def test_a_card_without_a_suit_has_the_suit_none() -> None:
    assert value_of("count(cards where suit == 'none')", deck={"use": "french_jokers"}) == 2


def test_a_list_in_a_document_is_written_as_a_text() -> None:
    for written, codes in (([1, 2], ["shape"]), ("[1, 2]", [])):
        doc = document(vars={"row": [0]}, phases=playing(doing({"set": {"row": written}}, {"next": "turn"})))
        assert [one.code for one in found(doc)] == codes


def test_cards_are_removed_by_attributes_options_and_players() -> None:
    deck = {"use": "french", "remove": "few and count(players) == 2 and (suit == 'hearts' or order < 3)"}
    game = game_of(deck=deck, options={"few": {"default": True}})
    tables = [dealt(game, seats) for seats in (2, 3)]
    assert [sum(len(zone.cards) for zone in table.zones.values()) for table in tables] == [33, 52]


def test_a_move_that_goes_on_does_not_wait_for_the_others() -> None:
    moves = [doing({"go": "other"}), {"name": "wait", "do": [{"add": {"score": 1}}]}]
    phases = {
        "turn": {"who": "players", "moves": moves, "done": [{"set": {"players.score": 9}}, {"end": True}]},
        "other": {"moves": [doing({"end": "me"})]},
    }
    game = game_of(phases=phases)
    table = dealt(game)
    act(game, table, "p2", "wait")
    act(game, table, "p1", "go")
    assert (table.phase, table.values["score"]) == ("other", [0, 1])


def test_a_trigger_replaces_what_the_game_was_about_to_do_once_in_an_action() -> None:
    phases = {
        "turn": {"moves": [doing({"next": "turn"})]},
        "other": {"start": [{"add": {"seen": 1}}], "moves": [doing({"end": "me"})]},
    }
    triggers = [{"if": "top(discard) is none", "do": [{"add": {"me.score": 1}}, {"go": "other"}]}]
    game = game_of(phases=phases, triggers=triggers, vars={"seen": 0})
    table = dealt(game)
    assert (table.phase, table.values["score"], table.values["seen"]) == ("other", [1, 0], 1)


@pytest.mark.parametrize(
    ("condition", "codes"),
    [
        ("count(next.hand) > 2 or any(hand where rank == 'A') or top(discard) is none", []),
        ("any(next.hand where rank == 'A')", ["leak"]),
        ("top(stock).rank == 'A'", ["leak"]),
    ],
)
def test_conditions_read_what_the_player_sees(condition: str, codes: list[str]) -> None:
    move = doing({"next": "turn"}, **{"if": condition})
    assert [one.code for one in found(document(phases=playing(move)))] == codes


@pytest.mark.parametrize(("value", "codes"), [("count(hand)", []), ("sum(players.hand by order)", ["leak"])])
def test_facts_read_what_everybody_sees(value: str, codes: list[str]) -> None:
    assert [one.code for one in found(document(shows=[{"label": "Value", "value": value}]))] == codes


def keys_written(signature: str) -> tuple[list[str], list[str]]:
    """Return the required and the optional keys of a signature."""
    parts = re.findall(r'"(\w+)"(\??):', signature)
    return [key for key, may in parts if not may], [key for key, may in parts if may]


@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_is_written_with_its_keys_and_the_example_has_it(name: str) -> None:
    keys, own = schema.EFFECT_KINDS[name], () if name == "say" else LOG_KEYS
    must, may = keys_written(EFFECTS[name].pattern)
    assert must == [*keys.must]
    assert sorted(may) == sorted(key for key in keys.shapes if key not in keys.must and key not in own)
    assert f'"{name}":' in EFFECTS[name].example


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_an_example_that_calls_it(name: str) -> None:
    assert f"{name}(" in FUNCTIONS[name].example
