"""The meaning of the parts of a document, with one example for each line of the reference.

The parts are facts, players, options, the deck, zones, variables, and automatic steps.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from cheat.documents import identity
from cheat.documents.trials.trials import seats_of
from cheat.engine import engine
from cheat.errors import Refused
from cheat.i18n.messages import ENGLISH

from .small_documents import (
    FIVE,
    SMALL,
    act,
    dealt,
    document,
    doing,
    evaluated,
    found,
    game_of,
    playing,
    value_of,
)

ALL_TO_FIRST = [{"move": "stock", "to": "first(players).hand"}, {"go": "turn"}]

# Facts, players, options


def test_what_stands_first_comes_first_on_screen() -> None:
    """Zones, options, choices of an option and moves keep their order."""
    zones = {"b": {"kind": "pile", "seen": "all"}, **SMALL["zones"], "a": {"kind": "pile", "seen": "all"}}
    options = {
        "z": {"default": True}, "y": {"choice": {"q": "Q", "p": "P"}, "default": "p"}, "x": {"default": True},
    }  # fmt: skip
    moves = [doing(name=name) for name in "mlk"]
    game = game_of(zones=zones, options=options, phases=playing(*moves), start=[{"go": "turn"}])
    table = dealt(game)
    assert list(table.zones) == ["b", "stock", "discard", "hand:p1", "hand:p2", "a"]
    specs = [one.view(ENGLISH.say) for one in game.specs()]
    assert [one.name for one in specs][:3] == ["z", "y", "x"]
    assert [one.value for one in specs[1].of] == ["q", "p"]
    assert [form.name for form in engine.moves(game, table, "p1")] == ["m", "l", "k"]


def test_options_that_every_game_has_come_by_themselves() -> None:
    names = {spec.name for spec in game_of().specs()}
    assert {"turn_s", "on_leave", "spectators"} <= names and "language" not in names
    two = game_of(name={"en": "Small", "es": "Pequeño"})
    (language,) = [spec.view(ENGLISH.say) for spec in two.specs() if spec.name == "language"]
    assert [(one.value, one.label) for one in language.of] == [("en", "English"), ("es", "Español")]
    assert [game_of(leave={"bot": bot}).options({}).on_leave for bot in (True, False)] == ["bot", "rules"]
    assert game_of().options({}).on_leave == "bot"


def test_options_are_values_in_expressions_and_presets_set_them() -> None:
    options = {
        "quick": {"label": "Quick", "help": "Fewer cards.", "default": True},
        "size": {"number": [1, 9], "default": 4},
        "way": {"choice": {"up": "Up", "down": "Down"}, "default": "down"},
    }
    shown = "[if(quick, 1, 0), size, if(way == 'up', 1, 0)]"
    assert value_of(shown, options=options) == [1, 4, 0]
    long = {"name": "Long", "options": {"quick": False, "size": 9, "way": "up"}}
    game = game_of(options=options, presets=[{"name": "Usual"}, long])
    assert [one.name for one in game.presets] == ["Usual", "Long"]
    assert evaluated(game, dealt(game, **game.presets[1].options), shown) == [0, 9, 1]
    for wrong in ({"size": 10}, {"way": "left"}, {"quick": 3}):
        with pytest.raises((Refused, ValueError)):
            game.options(wrong)


def test_the_seconds_for_a_turn_may_be_read_where_the_document_has_no_such_option() -> None:
    game = game_of(phases=playing(doing({"next": "turn"}), time="turn_s * 2"))
    assert [dealt(game, turn_s=seconds).next_timeout() for seconds in (30, 5)] == [60_000, 10_000]
    own = game_of(vars={"turn_s": 7}, phases=playing(doing({"next": "turn"}), time="turn_s"))
    assert dealt(own, turn_s=30).next_timeout() == 7000


@pytest.mark.parametrize(("seconds", "due"), [(0.001, 250), (0.25, 250), (0.3, 300), ("-5", None), (0, None)])
def test_a_phase_waits_for_a_quarter_of_a_second_at_least(seconds: float | str, due: int | None) -> None:
    """This also holds after a move that does not change the turn."""
    game = game_of(vars={"n": 0}, phases=playing(doing({"add": {"n": 1}}), time=seconds))
    table = dealt(game)
    assert table.next_timeout() == due
    table.now = 1000
    act(game, table, "p1", "go")
    assert table.next_timeout() == (due and due + 1000)


def test_facts_may_be_numbers_and_name_the_schema() -> None:
    assert (game_of(minutes=20).minutes, game_of(minutes="5-10").minutes) == ("20", "5-10")
    game = game_of(**{"$schema": "https://cards.example/schema/cardgame-1.json"})
    assert "$schema" not in game.compiled.doc


def test_only_numbers_of_players_that_are_allowed_are_dealt() -> None:
    game = game_of(players={"min": 2, "max": 4, "allowed": [2, 4]})
    assert dealt(game, 4).players[3].id == "p4"
    with pytest.raises(Refused, match="cannot be played by"):
        dealt(game, 3)
    pairs = game_of(players={"min": 2, "max": 6, "team_size": 2})
    assert seats_of(pairs) == [2, 4, 6]
    with pytest.raises(Refused, match="cannot be played by"):
        dealt(pairs, 3)


def test_a_document_is_known_by_its_content_without_blanks_in_the_order_of_its_keys() -> None:
    doc = document(name={"es": "Ñu", "en": "Gnu"})
    plain = json.dumps(doc, ensure_ascii=False, separators=(",", ":")).encode()
    assert identity(doc) == "doc:" + hashlib.sha256(plain).hexdigest()[:32]
    assert game_of(name={"es": "Ñu", "en": "Gnu"}).id == identity(doc) != game_of().id
    assert identity(dict(reversed(doc.items()))) != identity(doc)


# The deck


@pytest.mark.parametrize(
    ("deck", "expression", "value"),
    [
        ({"use": "french"}, "count(cards)", 52),
        ({"use": "french_jokers"}, "[count(cards), count(cards where suit == 'none')]", [54, 2]),
        ({"use": "french_jokers"}, "'X1' in cards and 'X2' in cards and '10S' in cards", True),
        ({"use": "spanish"}, "[count(cards), count(ranks)]", [40, 10]),
        ({"use": "spanish48"}, "[count(cards), count(cards where rank == '8')]", [48, 4]),
        (FIVE, "map(sort(cards by [index(suits, suit), order]) by rank)", ["1", "2", "10"] * 2),
        (FIVE, "'10R' in cards and count(suits) == 2 and count(ranks) == 3", True),
        ({**FIVE, "count": {"1": 2, "blue": 3, "1R": 4}}, "count(cards)", 4 + 1 + 1 + 2 + 3 + 3),
        ({**FIVE, "extra": {"W": {"name": "Wild", "count": 4}}}, "count(cards where suit == 'none')", 4),
        ({**FIVE, "extra": {"W": {"count": 4}}}, "first(cards where it == 'W').rank", "W"),
        ({**FIVE, "copies": "1 + 1"}, "count(cards)", 12),
        ({**FIVE, "copies": "if(count(players) == 2, 3, 1)"}, "count(cards)", 18),
        ({**FIVE, "remove": "rank == '10' or it == '1B'"}, "count(cards)", 3),
        ({**FIVE, "order": ["10", "1", "2"]}, "first(cards where it == '10R').order", 1),
        ({**FIVE, "order": ["10", "1", "2"]}, "first(cards where it == '2R').order", 3),
        (
            {**FIVE, "points": {"red": 1, "2": 5, "2B": 7, "else": 9}},
            "map(sort(cards by [index(suits, suit), order]) by points)", [1, 5, 1, 9, 7, 9],
        ),
        ({**FIVE, "points": {"red": 1}}, "sum(cards by points)", 3),
        ({"use": "french", "points": {"hearts": 1, "QS": 13}}, "sum(cards by points)", 26),
        (
            {"use": "french", "points": {"else": "pips"}},
            "map(sort(cards where suit == 'clubs' by order) by points)", [1, *range(2, 11), 10, 10, 10],
        ),
        ({"use": "spanish", "points": {"else": "pips"}}, "sum(cards by points)", 4 * (28 + 30)),
        ({"use": "spanish", "points": "pips"}, "sum(cards by points)", 4 * (28 + 30)),
        ({**FIVE, "points": 2, "attributes": {"one": 1}}, "sum(cards by points + one)", 18),
        (
            {**FIVE, "attributes": {"force": {"1": 3, "else": 1}, "odd": {"blue": 2}}},
            "[sum(cards by force), sum(cards by odd)]", [10, 6],
        ),
    ],
)  # fmt: skip
def test_a_deck_is_as_the_document_says(deck: Any, expression: str, value: Any) -> None:
    start = [{"go": "turn"}]
    phases = playing(doing({"next": "turn"}))
    game = game_of(deck=deck, start=start, phases=phases)
    table = dealt(game)
    assert evaluated(game, table, expression) == value
    assert len(table.zones["stock"].cards) == evaluated(game, table, "count(cards)"), "all in the first zone"


# Zones and variables


def test_zones_are_there_once_or_for_each_player_team_or_suit_and_seen_as_they_say() -> None:
    zones = {
        f"{per}_{seen}": {"kind": "row", "seen": seen, **({} if per == "one" else {"per": per})}
        for per in ("one", "player", "team", "suit")
        for seen in ("all", "nobody", "owner", "team")
    }
    game = game_of(
        deck=FIVE, zones=zones, players={"min": 4, "max": 4, "team_size": 2},
        start=[{"go": "turn"}], phases=playing(doing({"next": "turn"})),
    )  # fmt: skip
    table = dealt(game, 4)
    there = {id.partition(":")[0]: [] for id in table.zones}
    for zone in table.zones.values():
        there[zone.id.partition(":")[0]].append(zone.viewers)
    p = [["p1"], ["p2"], ["p3"], ["p4"]]
    sides = [["p1", "p3"], ["p2", "p4"]]
    assert {name: seen for name, seen in there.items() if name.endswith("_all")} == {
        "one_all": ["all"], "player_all": ["all"] * 4, "team_all": ["all"] * 2, "suit_all": ["all"] * 2,
    }  # fmt: skip
    assert there["player_nobody"] == ["nobody"] * 4
    assert (there["player_owner"], there["player_team"]) == (p, sides * 2)
    assert there["team_team"] == there["team_owner"] == sides


def test_a_pile_is_filled_up_by_another_with_or_without_its_top_card() -> None:
    left = {}
    for key in ("refill", "refill_all"):
        zones = {**SMALL["zones"], "stock": {"kind": "pile", "seen": "nobody", key: "discard"}}
        start = [{"move": "stock", "to": "discard"}, {"draw": 1, "to": "hand"}, {"go": "turn"}]
        table = dealt(game_of(deck=FIVE, zones=zones, start=start))
        left[key] = (len(table.zones["discard"].cards), len(table.zones["stock"].cards))
    assert left == {"refill": (1, 4), "refill_all": (0, 5)}


def test_a_zone_keeps_itself_in_the_order_of_its_attributes() -> None:
    zones = {**SMALL["zones"], "hand": {**SMALL["zones"]["hand"], "sort": ["suit", "order"]}}
    deck = {**FIVE, "order": ["10", "2", "1"]}
    table = dealt(game_of(deck=deck, zones=zones, start=[{"shuffle": "stock"}, {"draw": 6}, {"go": "turn"}]))
    assert table.zones["hand:p1"].cards == ["10R", "2R", "1R", "10B", "2B", "1B"]


def test_the_owner_of_a_zone_sees_which_of_its_cards_belong_together() -> None:
    hand = {
        **SMALL["zones"]["hand"],
        "sort": ["suit", "order"],
        "groups": "group(hand by rank) where count(it) > 1",
    }
    table = dealt(game := game_of(deck=FIVE, zones={**SMALL["zones"], "hand": hand}, start=ALL_TO_FIRST))
    assert table.zones["hand:p1"].cards == ["1R", "2R", "10R", "1B", "2B", "10B"]
    assert game.groups(table, "p1") == {"hand:p1": [[0, 3], [1, 4], [2, 5]]}
    assert game.groups(table, "p2") == {}
    table.zones["hand:p1"].viewers = "nobody"
    assert game.groups(table, "p1") == {}


def test_equal_cards_are_in_one_group_each() -> None:
    hand = {**SMALL["zones"]["hand"], "groups": "[hand where rank == '1', hand where suit == 'red']"}
    table = dealt(
        game := game_of(
            deck={**FIVE, "copies": 2}, zones={**SMALL["zones"], "hand": hand}, start=ALL_TO_FIRST
        )
    )
    cards, groups = table.zones["hand:p1"].cards, game.groups(table, "p1")["hand:p1"]
    assert sorted(cards[index] for index in groups[0]) == ["1B", "1B", "1R", "1R"]
    assert sorted(cards[index] for index in groups[1]) == ["10R", "10R", "2R", "2R"]


def test_only_zones_of_players_have_groups() -> None:
    zones = {**SMALL["zones"], "stock": {**SMALL["zones"]["stock"], "groups": "[]"}}
    assert [(one.code, one.path) for one in found(document(zones=zones))] == [("shape", "zones.stock.groups")]


TYPES = ("number", "bool", "text", "suit", "rank", "card", "player", "team")


def test_variables_begin_with_their_value_or_with_nothing_of_their_type() -> None:
    stated = {"n": 7, "b": True, "row": [0, 0], **{f"a_{type}": type for type in (*TYPES, "cards")}}
    game = game_of(vars=stated, player_vars={"score": 3}, players={"min": 2, "max": 4, "team_size": 1},
        team_vars={"won": 2})  # fmt: skip
    values = dealt(game).values
    assert (values["n"], values["b"], values["row"], values["score"], values["won"]) == (
        7, True, [0, 0], [3, 3], [2, 2],
    )  # fmt: skip
    begin = {type: values[f"a_{type}"] for type in (*TYPES, "cards")}
    assert begin == {**dict.fromkeys(TYPES), "number": 0, "bool": False, "cards": []}
    assert [one.score for one in dealt(game).players] == [3, 3]


def test_teams_and_members_are_those_who_sit_opposite() -> None:
    game = game_of(players={"min": 4, "max": 4, "team_size": 2}, team_vars={"won": 3}, define={
        "mates": "players where team == me.team"})  # fmt: skip
    table = dealt(game, 4)
    asked = "[count(teams), count(members), count(mates), team.won, count(next.members), count(ranks)]"
    assert evaluated(game, table, asked) == [2, 2, 2, 3, 2, 13]
    assert evaluated(game, table, "members") == [0, 2] and evaluated(game, table, "next.members") == [1, 3]
    assert evaluated(game, table, "turn == me and me in members and not next in members") is True


def test_bots_think_a_position_as_good_as_the_document_says() -> None:
    start = [{"deal": 3, "to": "hand"}, {"draw": 4, "to": "next.hand"}, {"go": "turn"}]
    for more, better in (({"standing": "count(hand)"}, "p2"), ({"bots": {"good": "-count(hand)"}}, "p1")):
        game = game_of(start=start, **more)
        worth = game.evaluate(dealt(game))
        assert max(worth, key=lambda id: worth[id]) == better and sum(worth.values()) == 0


def test_facts_and_marks_are_told_where_they_hold() -> None:
    game = game_of(
        vars={"n": 7, "who": "player"},
        shows=[{"label": "Number", "value": "n + 1"}, {"label": "Never", "value": "n", "if": "n > 7"},
            {"label": "Suit", "value": "first(suits)"}],
        marks=[{"label": "Cards", "value": "count(hand)"},
            {"label": "First", "if": "it_is_mine", "tone": "good"}],
        define={"it_is_mine": "me == first(players)"},
    )  # fmt: skip
    table = dealt(game)
    assert [(one.label, ENGLISH.say(one.text)) for one in game.facts(table, None)] == [
        ("Number", "8"), ("Suit", "clubs"),
    ]  # fmt: skip
    shown = {id: game.badges(table, id) for id in ("p1", "p2")}
    assert [[(ENGLISH.say(one.label), one.tone) for one in badges] for badges in shown.values()] == [
        [("Cards: 3", "info"), ("First", "good")], [("Cards: 3", "info")],
    ]  # fmt: skip


# Automatic steps


def left(**leave: Any) -> Any:
    """Return a table after a player has left, whose cards went to the stock."""
    game = game_of(start=[{"deal": 3, "to": "hand"}, {"go": "turn"}], leave={"cards_to": "stock", **leave})
    table = dealt(game, 3)
    engine.leave(game, table, "p2", 0)
    return table


def test_triggers_are_looked_at_in_order_each_once_a_step_also_after_start_and_when_time_is_up() -> None:
    triggers = [
        {"if": "n > 0", "do": [{"set": {"log": "log + [1]"}}, {"set": {"m": "1"}}]},
        {"if": "m > 0", "do": [{"set": {"log": "log + [2]"}}]},
    ]
    phases = playing(doing({"set": {"n": "n + 1"}}, {"next": "turn"}), timeout=[{"next": "turn"}])
    game = game_of(vars={"n": 0, "m": 0, "log": "list"}, triggers=triggers, phases=phases,
        start=[{"set": {"n": 1}}, {"go": "turn"}])  # fmt: skip
    table = dealt(game)
    assert table.values["log"] == [1, 2]
    act(game, table, "p1", "go")
    assert table.values["log"] == [1, 2, 1, 2]
    engine.expire(game, table, table.next_timeout())
    assert table.values["log"] == [1, 2, 1, 2, 1, 2]


def test_who_leaves_gives_their_cards_and_the_next_has_the_turn() -> None:
    zones = {**SMALL["zones"], "kept": {"kind": "row", "seen": "all", "per": "player"},
        "laid": {"kind": "row", "seen": "all", "per": "player"}}  # fmt: skip
    each = {"each": "players", "as": "p", "do": [
        {"move": "top(stock)", "to": "p.kept"}, {"move": "top(stock)", "to": "p.laid"}]}  # fmt: skip
    game = game_of(
        deck=FIVE, zones=zones, start=[each, {"go": "other"}], vars={"gone": "player"}, turn="turn",
        phases={**playing(doing({"next": "turn"})), "other": {"moves": [doing({"next": "turn"})]}},
        leave={"cards_to": "discard", "keep": ["kept"], "do": [{"set": {"gone": "leaver"}}]},
    )  # fmt: skip
    table = dealt(game, 3)
    engine.leave(game, table, "p1", 0)
    assert (table.phase, table.turn, table.values["gone"]) == ("turn", "p2", 0)
    assert (len(table.zones["kept:p1"].cards), len(table.zones["laid:p1"].cards)) == (1, 0)
    assert len(table.zones["discard"].cards) == 1
    mixed = [list(after.zones["stock"].cards) for after in (left(shuffle=True), left(shuffle=False))]
    assert mixed[0] != mixed[1] and sorted(mixed[0]) == sorted(mixed[1])
    engine.leave(game, table, "p3", 0)
    assert table.result is not None and table.result.reason == "won", "fewer than “min” end it by standing"


def test_who_stands_best_wins_where_the_end_names_nobody() -> None:
    stop = doing({"set": {"first(players).score": 5, "last(players).score": 5}}, {"end": True})
    for standing, winners, places in (
        (None, ["p1", "p3"], [("p1", 1), ("p3", 1), ("p2", 3)]),
        ("-score", ["p2"], [("p2", 1), ("p1", 2), ("p3", 2)]),
        ("[score, count(hand)]", ["p1", "p3"], [("p1", 1), ("p3", 1), ("p2", 3)]),
    ):
        game = game_of(standing=standing, phases=playing(stop))
        table = dealt(game, 3)
        act(game, table, "p1", "go")
        assert table.result is not None and table.result.winners == winners
        assert [(one.id, one.place) for one in table.result.standing] == places
