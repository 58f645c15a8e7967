"""Options of games: their specs for clients, and refused values."""

from __future__ import annotations

import re

import msgspec
import pytest

from cheat.bots.evaluation import BOT_MODULES
from cheat.engine.options import Options, checked_options, spec_of
from cheat.errors import BadValue, NotFound
from cheat.games import GAMES, built_in_game
from cheat.i18n.messages import ENGLISH

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
every_option = pytest.mark.parametrize(
    ("game", "spec"),
    [
        pytest.param(game, spec, id=f"{game.id}-{spec.name}")
        for game in GAMES.values()
        for spec in spec_of(game.options_type)
    ],
)

CHEAT = {
    "min_players": ("int", 3, (2, 10)),
    "decks": ("choice", 1, [1, 2]),
    "max_cards_per_play": ("int", 4, (1, 8)),
    "first_player": ("choice", "left_of_dealer", ["left_of_dealer", "random", "last_winner"]),
    "first_rank": ("choice", "ace", ["ace", "free"]),
    "rank_step": ("choice", "up", ["up", "up_or_same", "up_or_down", "up_same_down"]),
    "rank_after_pickup": ("choice", "continue", ["continue", "free", "ace"]),
    "turn_after_call": ("choice", "after_challenged", ["after_challenged", "after_picker", "winner_of_call"]),
    "allow_pass": ("bool", False, None),
    "reveal_whole_pile": ("bool", False, None),
    "min_call_window_s": ("number", 2, (0, 10)),
    "final_call_window_s": ("number", 10, (3, 30)),
    "turn_s": ("int", 45, (0, 180)),
    "reveal_s": ("number", 4, (0, 10)),
    "rounds": ("int", 1, (1, 20)),
    "leaver_cards": ("choice", "pile", ["pile", "deal_out"]),
}
KITTENS = {
    "decks": ("choice", 1, [1, 2]),
    "deal_size": ("int", 7, (3, 8)),
    "extra_defuses": ("int", 2, (0, 6)),
    "faster_game": ("bool", False, None),
    "attack_mode": ("choice", "until_draw", ["until_draw", "stack", "reset"]),
    "target_timing": ("choice", "after_window", ["after_window", "at_play"]),
    "steal_mode": ("choice", "pick_index", ["pick_index", "random"]),
    "cats_only_pairs": ("bool", False, None),
    "enable_triple": ("bool", True, None),
    "enable_five": ("bool", True, None),
    "five_excludes_own": ("bool", False, None),
    "exploded_hand": ("choice", "removed", ["removed", "discard"]),
    "omniscient_dead": ("bool", False, None),
    "defuse_mode": ("choice", "auto", ["auto", "manual"]),
    "nope_window_s": ("number", 5, (2, 15)),
    "hide_capability": ("bool", False, None),
    "turn_s": ("int", 60, (0, 180)),
    "choice_s": ("int", 20, (5, 120)),
    "defuse_s": ("int", 10, (3, 60)),
    "show_probability": ("bool", True, None),
    "custom_deck": ("text", "", (0, 65536)),
    "start_player": ("choice", "random", ["random", "host", "last_loser"]),
}
IVANHOE = {
    "purple_drawer": ("choice", "starts", ["starts", "deals"]),
    "hand_size": ("int", 8, (5, 10)),
    "voluntary_withdraw": ("bool", False, None),
    "mass_effects": ("choice", "opponents", ["opponents", "all"]),
    "break_lance_any_colour": ("bool", False, None),
    "shield_blocks_knock_down": ("bool", True, None),
    "shield_blocks_outwit_display": ("bool", False, None),
    "ivanhoe_scope": ("choice", "any", ["any", "targeted"]),
    "maiden_penalty": ("bool", True, None),
    "ties_stay": ("bool", False, None),
    "must_play_card": ("bool", False, None),
    "reveal_unable_hand": ("bool", False, None),
    "tokens_needed": ("choice", "auto", ["auto", 3, 4, 5]),
    "auto_draw": ("bool", False, None),
    "reaction_s": ("number", 6, (2, 20)),
    "quick_reactions": ("bool", False, None),
    "turn_s": ("int", 90, (0, 180)),
    "choice_s": ("int", 20, (5, 120)),
}
COMMON = {
    "on_leave": ("choice", "rules", ["rules", "bot"]),
    "spectators": ("bool", True, None),
}


@pytest.mark.parametrize(("game", "expected"), [("cheat", CHEAT), ("kittens", KITTENS), ("ivanhoe", IVANHOE)])
def test_a_game_has_the_options_of_its_rules(game, expected):
    found = {}
    for spec in spec_of(GAMES[game].options_type):
        values = None if spec.kind == "bool" else (spec.min, spec.max)
        if spec.kind == "choice":
            values = [choice.value for choice in spec.of]
        found[spec.name] = (spec.kind, spec.default, values)
    assert found == {**expected, **COMMON}


@every_option
def test_every_option_is_explained(game, spec):
    assert spec.label and spec.label != spec.name
    assert spec.label[0].isupper()
    assert re.fullmatch(r"[A-Z].*[.?!]", spec.help)


@every_option
def test_every_default_is_within_its_bounds(game, spec):
    kinds = {"int": int, "number": (int, float), "bool": bool, "choice": (str, int), "text": str}
    assert isinstance(spec.default, kinds[spec.kind])
    assert getattr(game.options_type(), spec.name) == spec.default
    if spec.kind in ("int", "number"):
        assert spec.min <= spec.default <= spec.max
    if spec.kind == "choice":
        assert spec.default in [choice.value for choice in spec.of]


@every_option
def test_every_choice_has_words(game, spec):
    if spec.kind == "choice":
        assert len(spec.of) > 1
        assert all(choice.label and choice.label != str(choice.value) for choice in spec.of)
        assert len({choice.label for choice in spec.of}) == len(spec.of)


@every_option
def test_every_allowed_value_is_taken(game, spec):
    values = {"bool": [True, False], "choice": [one.value for one in spec.of or []], "text": ["", "any"]}
    for value in values.get(spec.kind, [spec.min, spec.max, spec.default]):
        options = checked_options(game.options_type, {spec.name: value})
        assert getattr(options, spec.name) == value


@every_option
def test_values_out_of_bounds_and_of_other_types_are_refused(game, spec):
    wrong = {
        "bool": [0, 1, "true", None, []],
        "choice": ["no such value", None, [], 99, True, {}],
        "int": [spec.min, spec.max, "3", None, True, 2.5, [], 10**30],
        "number": [spec.min, spec.max, "3", None, True, [], float("nan"), float("inf")],
        "text": [1, None, True, [], {}],
    }[spec.kind]
    if spec.kind in ("int", "number"):
        wrong[:2] = [spec.min - 1, spec.max + 1]
    for value in wrong:
        with pytest.raises(BadValue) as caught:
            checked_options(game.options_type, {spec.name: value})
        assert caught.value.code == "bad_field"
        assert f"“{spec.label}” must be" in str(caught.value)


@every_game
def test_unknown_options_are_refused(game):
    with pytest.raises(BadValue) as caught:
        checked_options(game.options_type, {"no_such_option": 1})
    assert caught.value.code == "bad_field"


@every_game
def test_default_options_are_valid(game):
    assert checked_options(game.options_type, {}) == game.options_type()
    assert checked_options(game.options_type, msgspec.to_builtins(game.options_type())) == game.options_type()


@every_game
def test_options_keep_their_form_when_they_are_stored(game):
    stored = msgspec.json.encode(game.options_type())
    assert msgspec.json.encode(msgspec.json.decode(stored, type=game.options_type)) == stored


@every_game
def test_options_do_not_change(game):
    with pytest.raises(AttributeError):
        setattr(game.options_type(), spec_of(game.options_type)[0].name, 1)
    assert issubclass(game.options_type, Options)


# The catalogue


@every_game
def test_a_game_says_what_it_is(game):
    assert GAMES[game.id] is built_in_game(game.id) is game
    assert re.fullmatch(r"[a-z][a-z0-9_]*", game.id)
    assert game.name and game.rules.strip() and game.summary.endswith(".")
    assert re.fullmatch(r"\d+(-\d+)?", game.minutes)
    assert (
        1 <= game.seats[0] <= game.min_players(game.options_type()) <= game.max_players(game.options_type())
    )
    assert game.max_players(game.options_type()) <= game.seats[1]
    assert ENGLISH.say(game.too_few(game.options_type())).endswith("required to start the game.")


@every_game
def test_every_face_can_be_drawn_and_read_aloud(game):
    assert game.faces
    assert all(face.kind and face.name for face in game.faces.values())
    assert len({face.name for face in game.faces.values()}) == len(game.faces)


def test_the_catalogue_is_in_the_order_of_names():
    names = [game.name for game in GAMES.values()]
    assert names == sorted(names)
    assert "cheat" in GAMES


def test_an_unknown_game_is_not_found():
    with pytest.raises(NotFound) as caught:
        built_in_game("no_such_game")
    assert caught.value.code == "game_not_found"


@every_game
def test_classic_comes_first_and_every_preset_changes_something_else(game):
    classic, *others = game.presets
    assert (classic.name, classic.options) == ("Classic", {})
    assert len(others) > 0 or game.id not in BOT_MODULES
    assert len({preset.name for preset in game.presets}) == len(game.presets)
    for preset in others:
        chosen = game.settle_options(checked_options(game.options_type, preset.options))
        assert all(getattr(chosen, name) != spec for name, spec in defaults(game, preset.options).items())


def defaults(game, names):
    return {spec.name: spec.default for spec in spec_of(game.options_type) if spec.name in names}
