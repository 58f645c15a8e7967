"""The examples of docs/games/documents.md work, and the page names everything that exists."""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator

from cheat.catalogue import DOCUMENTS
from cheat.documents import check, compiled
from cheat.documents.__main__ import main
from cheat.documents.parse.descriptions import EFFECTS, FUNCTIONS, STANDARD_NAMES
from cheat.documents.parse.schema import DOCUMENT, EFFECT_KINDS, json_schema
from cheat.documents.starters import template
from cheat.documents.trials.examination import examined
from cheat.documents.trials.trials import Trial, play_trial
from scripts.reference import TARGET as REFERENCE

from .small_documents import dealt, document, evaluated, written

PAGE = (Path(__file__).resolve().parents[2] / "docs/games/documents.md").read_text(encoding="utf-8")
MOVES = 60
"""Number of moves for which an added effect is tried."""
Doc = dict[str, Any]


class Example(NamedTuple):
    """A block of the page.

    `kind` is the word after `json`. It says how the block becomes a game:



    - `game`: it is one
    - `part`: its keys replace those of the last game; `part kept`: for all later blocks, too
    - `move`: another move of the first phase
    - `effects`: the first effects of the first move
    - `phases`: further phases; the game begins in the first of them
    """

    kind: str
    text: str
    line: int

    def __str__(self) -> str:
        return f"{self.kind} in line {self.line}"


def examples() -> list[Example]:
    """Return all blocks of JSON."""
    found = re.finditer(r"^```json *(.*)\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)
    return [Example(one[1], one[2], PAGE.count("\n", 0, one.start()) + 1) for one in found]


EXAMPLES = examples()
GAMES = [one.text for one in EXAMPLES if one.kind == "game"]


@cache
def base() -> str:
    """Return the finished game with the kept parts, as JSON."""
    made = json.loads(GAMES[-1])
    for one in EXAMPLES:
        if one.kind == "part kept":
            made |= json.loads(f"{{{one.text}}}")
    return json.dumps(made)


def completed(example: Example) -> Doc:
    """Return the game to which an example belongs."""
    made: Doc = json.loads(base())
    match example.kind:
        case "game":
            return json.loads(example.text)
        case "part" | "part kept":
            return made | json.loads(f"{{{example.text}}}")
        case "phases":
            phases = json.loads(f"{{{example.text}}}")
            made["phases"] |= phases
            made["start"][-1]["go"] = next(iter(phases))
            return made
    (first, *_) = made["phases"].values()
    if example.kind == "move":
        first["moves"].append(json.loads(example.text))
    else:
        assert example.kind == "effects", example
        first["moves"][0]["do"][:0] = json.loads(f"[{example.text}]")
    return made


@pytest.mark.parametrize("example", [one for one in EXAMPLES if one.kind != "effects"], ids=str)
def test_every_example_is_a_game_or_a_part_of_one_that_bots_play_to_its_end(example: Example) -> None:
    doc = written(completed(example))
    found = examined(doc, lambda: True, games=3)
    assert [one.text for one in found.diagnostics if one.severity == "error"] == []
    assert found.games == 3
    if example.kind == "game":
        assert found.diagnostics == []


@pytest.mark.parametrize("example", [one for one in EXAMPLES if one.kind == "effects"], ids=str)
def test_every_example_of_effects_is_carried_out(example: Example) -> None:
    """The game is played for some moves only, because added effects may make it endless."""
    game, found = check(written(completed(example)))
    assert game is not None, [one.text for one in found]
    moves = iter(range(MOVES))
    trial = play_trial(game, 2, 0, lambda: next(moves, None) is not None)
    assert trial is None or trial.fault == ""


ROUTINES = {"penalty(p, n)": [{"draw": "n", "to": "p.hand"}]}
"""The routine of the page that an example of the reference runs."""


@pytest.mark.parametrize("name", EFFECTS)
def test_the_example_of_an_effect_in_the_reference_is_carried_out(name: str) -> None:
    doc = completed(Example("effects", EFFECTS[name].example, 0)) | {"routines": ROUTINES}
    game, found = check(written(doc))
    assert game is not None and [one.code for one in found if name == "run"] == []
    moves = iter(range(MOVES))
    trial = play_trial(game, 2, 0, lambda: next(moves, None) is not None)
    assert trial is None or trial.fault == ""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_example_of_a_function_in_the_reference_has_a_value(name: str) -> None:
    doc = completed(Example("effects", json.dumps({"let": {"value": FUNCTIONS[name].example}}), 0))
    game, found = check(written(doc))
    assert game is not None, [one.text for one in found]
    moves = iter(range(10))
    assert (play_trial(game, 2, 0, lambda: next(moves, None) is not None) or Trial(seats=2)).fault == ""


def test_the_finished_game_is_the_one_that_the_designer_offers() -> None:
    assert json.loads(GAMES[-1]) == json.loads(template())


def test_every_step_adds_to_the_one_before() -> None:
    steps = [json.loads(text) for text in GAMES]
    assert len(steps) == 4
    for before, after in pairwise(steps):
        assert before.keys() <= after.keys()
        assert before["zones"].keys() <= after["zones"].keys()


def test_the_terminal_says_what_the_page_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = re.findall(
        r"^```console\n\$ \.venv/bin/python -m cheat\.documents (.*)\n((?:.*\n)*?)```$", PAGE, re.M
    )
    slip = GAMES[1].replace('"from": "hand"', '"from": "hnad"')
    assert len(shown) == 2 and slip != GAMES[1]
    for text, (command, output) in zip((GAMES[0], slip), shown, strict=True):
        Path("high-card-out.json").write_text(text, encoding="utf-8")
        main([*command.split(), "--language", "en"])
        assert capsys.readouterr().out == output


def test_every_expression_of_the_table_is_one() -> None:
    table = PAGE.partition("| Expression | Gives |")[2].partition("\n\n")[0]
    found = re.findall(r"^\| `(.+?)` \|", table, re.MULTILINE)
    assert len(found) > 10
    game = compiled(base().encode())
    on_table = dealt(game)
    values = {one: evaluated(game, on_table, one) for one in found}
    assert (values["count(hand)"], values["if(score > 9, 2, score > 4, 1, 0)"]) == (5, 0)
    assert values["row[0] + row[1] * 2"] == 4 + 5 * 2


def test_a_word_of_the_language_is_no_name_as_the_page_says() -> None:
    doc = json.loads(GAMES[-1])
    doc["options"]["cards"] = doc["options"]["hand_size"]
    (told,) = [one for one in check(written(doc))[1] if one.path == "options.cards"]
    assert told.text in " ".join(PAGE.split())


def test_a_condition_on_hidden_faces_is_refused_as_the_page_says() -> None:
    doc = copy.deepcopy(json.loads(GAMES[-1]))
    doc["phases"]["turn"]["moves"][0]["if"] = "any(next.hand where rank == 'A')"
    assert [one.code for one in check(written(doc))[1]] == ["leak"]


def test_the_pages_name_every_key_effect_function_and_given_name() -> None:
    pages = PAGE + REFERENCE.read_text(encoding="utf-8")
    for name in (*DOCUMENT.shapes, *EFFECT_KINDS, *FUNCTIONS, *STANDARD_NAMES):
        assert re.search(rf"\b{name}\b", pages), name


def test_the_schema_takes_what_the_check_takes():
    schema = json_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for game in DOCUMENTS.values():
        assert list(validator.iter_errors(game.compiled.doc)) == []
    for wrong in ({"optoins": {}}, {"zones": {"a": {"kind": "pile"}}}, {"start": [{"sya": "Hi"}]}, {"id": 3}):
        assert not validator.is_valid(json.loads(json.dumps(document(**wrong))))


def test_the_rule_of_the_tutorial_lacks_an_option_as_it_says_and_then_draws_a_card() -> None:
    """Only the option is missing in the rule that the page adds."""
    (rule,) = re.findall(r'^ *`(\{"if": "three_draws .*\},)`', PAGE, re.MULTILINE)
    lines = DOCUMENTS["crazy-eights"].source.decode().split("\n")
    (at,) = [at for at, line in enumerate(lines) if line.lstrip().startswith('{"if": "two_draws_two')]
    changed = "\n".join([*lines[:at], rule, *lines[at:]])
    assert [one.text.split(".")[0] for one in check(changed.encode())[1]] == ["“three_draws” is not defined"]
    made = json.loads(changed)
    made["options"]["three_draws"] = {"label": "Three draws", "default": True}
    game, diagnostics = check(json.dumps(made).encode())
    assert game and diagnostics == []
