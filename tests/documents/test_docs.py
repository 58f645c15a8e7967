"""docs/games/documents.md tells of a game that can be played, and names what there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from jsonschema import Draft202012Validator

from cheat.catalogue import DOCUMENTS
from cheat.documents import check
from cheat.documents.check.builtins import ARGUMENTS
from cheat.documents.parse.schema import DOCUMENT, EFFECT_KINDS, FUNCTIONS, GIVEN, json_schema
from cheat.engine import engine
from cheat.engine.forms import sample
from cheat.engine.rng import Rng

from .vocabulary import dealt, document

PAGE = (Path(__file__).resolve().parents[2] / "docs/games/documents.md").read_text()


def tutorial() -> bytes:
    return "".join(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)).encode()


def test_the_tutorial_stumbles_as_it_says_and_then_ends_in_a_game():
    (told,) = [one for one in check(tutorial())[1] if one.path == "options.cards"]
    assert told.text == "“cards” is a word of the language; call this differently."
    game, diagnostics = check(tutorial().replace(b'"cards": {"label"', b'"hand_size": {"label"'))
    assert (diagnostics, game.slug) == ([], "high-card-out")
    chance = Rng("5eed" * 8)
    for seats in (2, 3, 4):
        table = dealt(game, seats)
        for _ in range(2000):
            if table.result is None:
                player, forms = next(iter(engine.to_act(game, table).items()))
                form = forms[0]
                engine.act(game, table, player, form.name, sample(form, table.cards_of, chance), 0)
        assert [len(table.hand(id).cards) for id in table.result.winners] == [0]


def test_the_page_names_every_key_effect_function_and_given_name():
    for name in (*DOCUMENT.all, *EFFECT_KINDS, *FUNCTIONS, *GIVEN):
        assert re.search(rf"\b{name}\b", PAGE), name
    assert set(ARGUMENTS) == FUNCTIONS


def test_the_schema_takes_what_the_check_takes():
    schema = json_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for game in DOCUMENTS.values():
        assert list(validator.iter_errors(game.compiled.doc)) == []
    for wrong in ({"optoins": {}}, {"zones": {"a": {"kind": "pile"}}}, {"start": [{"sya": "Hi"}]}, {"id": 3}):
        assert not validator.is_valid(json.loads(json.dumps(document(**wrong))))


def test_the_rule_of_the_tutorial_lacks_an_option_as_it_says_and_then_draws_a_card() -> None:
    """Everything else in it is right as it stands in the page."""
    (rule,) = re.findall(r'^ *`(\{"if": "three_draws .*\},)`', PAGE, re.MULTILINE)
    lines = DOCUMENTS["crazy-eights"].source.decode().split("\n")
    (at,) = [at for at, line in enumerate(lines) if line.lstrip().startswith('{"if": "two_draws_two')]
    written = "\n".join([*lines[:at], rule, *lines[at:]])
    assert [one.text.split(".")[0] for one in check(written.encode())[1]] == [
        "Nothing is called “three_draws”"
    ]
    made = json.loads(written)
    made["options"]["three_draws"] = {"label": "Three draws", "default": True}
    game, diagnostics = check(json.dumps(made).encode())
    assert game and diagnostics == []
