"""What the parts of a document mean: facts, players, options, the deck, zones, variables, phases, moves and
effects, one line of the reference an example.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from cheat.documents import identity
from cheat.documents.decks import FRENCH_RANKS
from cheat.documents.trials import seats_of
from cheat.errors import Refused
from cheat.games import engine
from cheat.words import ENGLISH

from .vocabulary import SMALL, act, dealt, document, evaluated, game_of, value_of

FIVE = {"suits": {"R": "red", "B": "blue"}, "ranks": ["1", "2", "10"]}
"""A small deck: 1R 2R 10R 1B 2B 10B."""


def playing(*moves: dict[str, Any], **more: Any) -> dict[str, Any]:
    """One phase with these moves."""
    return {"turn": {"moves": list(moves), **more}}


def doing(*effects: Any, **move: Any) -> dict[str, Any]:
    """A move that does this."""
    return {"name": "go", "do": list(effects), **move}


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
    assert [dealt(game, turn_s=seconds).due() for seconds in (30, 5)] == [60_000, 10_000]
    own = game_of(vars={"turn_s": 7}, phases=playing(doing({"next": "turn"}), time="turn_s"))
    assert dealt(own, turn_s=30).due() == 7000


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
        there[zone.id.partition(":")[0]].append(zone.seen)
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
        worth = game.promises(dealt(game))
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
    assert [[(ENGLISH.say(one.label), one.tone) for one in game.marks(table, id)] for id in ("p1", "p2")] == [
        [("Cards: 3", "info"), ("First", "good")], [("Cards: 3", "info")],
    ]  # fmt: skip


# What happens by itself


def left(**leave: Any) -> Any:
    """A table that somebody has left whose cards went to the stock."""
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
    engine.expire(game, table, table.due())
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


# Phases


def test_a_phase_asks_who_it_says_and_begins_with_its_start() -> None:
    for who, asked in (
        (None, ["p1"]),
        ("next", ["p2"]),
        ("others", ["p2", "p3"]),
        ("players", ["p1", "p2", "p3"]),
    ):
        phase = playing(
            doing({"end": True}), start=[{"set": {"began": "me"}}], **({"who": who} if who else {})
        )
        table = dealt(game_of(phases=phase, vars={"began": "player"}), 3)
        assert (table.decisions[0].players, table.values["began"]) == (asked, 0)


def test_moves_of_one_name_are_alternatives() -> None:
    game = game_of(phases=playing(
        doing({"set": {"n": "1"}}, pick={"card": {"from": "hand"}}),
        doing({"set": {"n": "2"}}, pick={"card": {"from": "discard"}}),
    ), vars={"n": 0}, start=[{"draw": 1}, {"draw": 1, "to": "discard"}, {"go": "turn"}])  # fmt: skip
    table = dealt(game)
    mine, open_card = table.zones["hand:p1"].cards[0], table.zones["discard"].cards[0]
    for card, n in ((open_card, 2), (mine, 1)):
        act(game, table, "p1", "go", card=[card])
        assert table.values["n"] == n


@pytest.mark.parametrize(
    ("more", "n"),
    [
        ({}, 1),  # the first legal move with its first values
        ({"timeout": "second"}, 20),
        ({"time": "if(count(hand) > 9, 1, turn_s)"}, 1),
        ({"timeout": [{"set": {"n": "9"}}, {"next": "turn"}]}, 9),
        ({"timeout": "never"}, 1),  # where that is not possible, the first that is
    ],
)
def test_the_clock_does_what_the_phase_says(more: Any, n: int) -> None:
    number = {"x": {"number": [20, 30]}}
    game = game_of(vars={"n": 0}, options={"turn_s": {"number": [5, 60], "default": 7}}, phases=playing(
        doing({"end": True}, name="never", **{"if": "false"}),
        doing({"set": {"n": "x"}}, {"next": "turn"}, name="first", pick={"x": {"choice": "[1, 2]"}}),
        doing({"set": {"n": "x"}}, {"next": "turn"}, name="second", pick=number), **more,
    ))  # fmt: skip
    table = dealt(game)
    assert table.due() == 7000
    engine.expire(game, table, 7000)
    assert (table.values["n"], table.turn) == (n, "p2")


def test_a_phase_without_moves_is_a_pause_that_nobody_can_cut_short() -> None:
    look = {"time": 1.5, "timeout": [{"set": {"n": "1"}}, {"next": "turn"}]}
    game = game_of(vars={"n": 0}, phases={**playing(doing({"go": "look"})), "look": look})
    table = dealt(game)
    act(game, table, "p1", "go")
    assert (table.decisions[0].players, table.due()) == ([], 1500)
    assert engine.to_act(game, table) == {}
    assert ENGLISH.say(game.prompt(table, "p1")) == "One moment, please."
    engine.expire(game, table, 1500)
    assert (table.values["n"], table.turn, table.phase) == (1, "p2", "turn")


def test_in_a_window_letting_the_time_pass_is_an_answer() -> None:
    phases = playing(doing({"set": {"n": "n + 1"}}), who="others", time=4, optional=True,
        done=[{"set": {"n": "n + 10"}}, {"end": True}])  # fmt: skip
    for seats, acting, n in ((2, [], 10), (3, ["p2"], 11), (3, ["p2", "p3"], 12)):
        game = game_of(vars={"n": 0}, phases=phases)
        table = dealt(game, seats)
        for id in acting:
            act(game, table, id, "go")
        if table.result is None:
            assert engine.to_act(game, table).keys() == {"p2", "p3"}.intersection(table.active()) - {*acting}
            engine.expire(game, table, table.due())
        assert (table.values["n"], table.result is not None) == (n, True)


def test_stuck_is_for_each_who_can_do_nothing() -> None:
    phases = playing(doing({"end": True}, **{"if": "count(hand) > 3"}), who="players", done=[{"end": True}],
        stuck=[{"add": {"me.score": 1}}])  # fmt: skip
    table = dealt(game_of(phases=phases, start=[{"draw": 4, "to": "next.hand"}, {"go": "turn"}]), 3)
    assert ([one.score for one in table.players], table.decisions[0].players) == ([1, 0, 1], ["p2"])


def test_who_is_asked_reads_the_prompt_and_the_others_for_whom_they_wait() -> None:
    game = game_of(phases=playing(doing(), prompt="You have {count(hand)}, {next} {count(next.hand)}."))
    table = dealt(game, 3)
    names = {"p1": "Ada", "p2": "Ben", "p3": "Cy"}
    told = [ENGLISH.say(game.prompt(table, id), names) for id in ("p1", "p2", None)]
    assert told == ["You have 3, Ben 3.", "Waiting for Ada.", "Waiting for Ada."]


# Moves


def test_a_move_has_a_form_as_the_document_words_it() -> None:
    move = doing(name="lay", label="Lay down", tone="danger", help="For ever.", confirm="Really?", pick={
        "some": {"from": "hand", "where": "it != first(hand)", "count": [1, 2]},
        "one": {"from": "discard"}, "to": {"player": "others"}, "suit_": {"choice": "suits"},
        "way": {"choice": "[1, 2]", "labels": {"1": "Up", "2": "Down"}},
        "n": {"number": [2, "count(hand) + 3"]}, "loud": {"yes": "Loudly"},
    })  # fmt: skip
    game = game_of(phases=playing(move), start=[{"draw": 3}, {"draw": 1, "to": "discard"}, {"go": "turn"}])
    table = dealt(game)
    (form,) = engine.moves(game, table, "p1")
    assert (form.name, form.label, form.tone, form.help, form.confirm) == (
        "lay", "Lay down", "danger", "For ever.", "Really?",
    )  # fmt: skip
    some, one, to, suit, way, n, loud = form.fields
    hand = table.zones["hand:p1"].cards
    assert (some.zones, some.min, some.max, some.of) == (["hand:p1"], 1, 2, hand[1:])
    assert (one.zones, one.min, one.max, to.of, n.min, n.max) == (["discard"], 1, 1, ["p2"], 2, 6)
    assert [choice.value for choice in suit.of] == ["clubs", "diamonds", "hearts", "spades"]
    assert [choice.label for choice in way.of] == ["Up", "Down"]
    assert (loud.label, [choice.value for choice in loud.of]) == ("Loudly", [1, 0])


def test_what_is_chosen_has_its_name_in_what_the_move_does() -> None:
    picks = {
        "some": {"from": "hand", "count": [1, 3]}, "one": {"from": "discard"}, "to": {"player": "players"},
        "s": {"choice": "suits"}, "n": {"number": [0, 9]}, "loud": {"yes": "Loudly"},
    }  # fmt: skip
    kept = {
        "kept_cards": "cards",
        "kept_card": "card",
        "who": "player",
        "kept_suit": "suit",
        "m": 0,
        "yes_": False,
    }
    sets = dict(zip(kept, ("some", "one", "to", "s", "n", "loud"), strict=True))
    game = game_of(vars=kept, phases=playing(doing({"set": sets}, {"next": "turn"}, pick=picks)),
        start=[{"draw": 3}, {"draw": 1, "to": "discard"}, {"go": "turn"}])  # fmt: skip
    table = dealt(game)
    hand, laid = list(table.zones["hand:p1"].cards), list(table.zones["discard"].cards)
    events = act(game, table, "p1", "go", some=hand[:2], one=laid, to="p2", s="hearts", n=7, loud=1)
    at = {id: place for place, id in enumerate(table.zones)}
    assert [table.values[name] for name in kept] == [
        [[card, at["hand:p1"]] for card in hand[:2]], [laid[0], at["discard"]], 1, "hearts", 7, True,
    ]  # fmt: skip
    assert events


# Effects


def test_a_move_shows_faces_to_all_only_where_it_says_so() -> None:
    zones = {**SMALL["zones"], "aside": {"kind": "pile", "seen": "nobody"}}
    for more, faces in (({}, None), ({"show": "all"}, 1)):
        effect = {"move": "first(hand)", "to": "aside", "say": "{me} lays {first(hand)}.", **more}
        game = game_of(zones=zones, phases=playing(doing(effect, {"next": "turn"})))
        table = dealt(game)
        (event, *_) = act(game, table, "p1", "go")
        seen = event.view("p2", 0, 0).cards[0].faces
        assert (len(seen) if seen else None) == faces
        assert event.view("p1", 0, 0).cards[0].faces, "who moved it knows it"


@pytest.mark.parametrize(
    ("effects", "expression", "value"),
    [
        ([{"move": "top(discard)", "to": "stock", "at": "bottom"}], "bottom(stock) == c", True),
        ([{"move": "top(discard)", "to": "stock"}], "top(stock) == c", True),
        ([{"move": "none", "to": "stock"}, {"move": "top(none)", "to": "hand"}], "count(stock)", 45),
        ([{"move": "hand", "to": "next.hand"}], "[count(hand), count(next.hand)]", [0, 6]),
        ([{"draw": 2}], "[count(hand), count(stock)]", [5, 43]),
        ([{"draw": 1, "from": "discard", "to": "next.hand"}], "count(next.hand where it == c)", 1),
        ([{"draw": 2, "as": "got"}, {"set": {"n": "count(got where it in hand)"}}], "n", 2),
        ([{"draw": 99, "as": "got"}, {"set": {"n": "count(got)"}}], "[n, count(stock)]", [45, 0]),
        ([{"deal": 2, "to": "hand"}], "map(players by count(hand))", [5, 5]),
        ([{"deal": "all", "to": "hand"}], "map(players by count(hand))", [26, 25]),
        ([{"deal": 1, "from": "discard", "to": "hand"}], "map(players by count(hand))", [4, 3]),
        ([{"set": {"n": "5", "next.score": "2"}}, {"add": {"n": 2, "players.score": 1}}],
            "[n, score, next.score]", [7, 1, 3]),
        ([{"set": {"row[1]": 9}}, {"add": {"row[0]": 1}}], "row", [2, 9, 3]),
        ([{"add": {"row": "n"}}], "row", [1, 2, 3, 0]),
        ([{"set": {"direction": -1}}], "[direction, index(around(me), next)]", [-1, 1]),
        ([{"let": {"a": "2", "b": "a + 1"}}, {"set": {"n": "b"}}], "n", 3),
        ([{"if": "n > 0", "then": [{"set": {"n": "1"}}], "else": [{"set": {"n": "2"}}]}], "n", 2),
        ([{"if": "none == 1", "then": [{"set": {"n": "1"}}]}], "n", 0),
        ([{"each": "row", "as": "x", "do": [{"add": {"n": "x"}}, {"set": {"row": "[]"}}]}], "n", 6),
        ([{"while": "n < 4", "do": [{"add": {"n": 1}}]}], "n", 4),
        ([{"run": "grow(3, 4)"}], "n", 7),
        ([{"run": "grow(3)"}], "n", -1),  # a missing argument is none
        ([{"run": "grow"}], "n", -1),
        ([{"set": {"n": "none.score"}}], "n", 0),  # not set where it is none
        ([{"reveal": "players.hand"}, {"set": {"n": "1"}}], "n", 1),
        ([{"set": {"n": "random(3, 5)"}}], "n in [3, 4, 5]", True),
        ([{"set": {"n": "random(4, 4)", "row[n]": "8"}}], "[n, row[0]]", [4, 1]),
        ([{"let": {"one": "pick(hand)"}}, {"move": "one", "to": "discard"}], "top(discard) in hand", False),
    ],
)  # fmt: skip
def test_an_effect_does_what_it_says(effects: list[Any], expression: str, value: Any) -> None:
    grow = [{"set": {"n": "a + b"}}, {"if": "a is none or b is none", "then": [{"set": {"n": "-1"}}]}]
    game = game_of(
        vars={"n": 0, "row": [1, 2, 3], "c": "card"}, routines={"grow(a, b)": grow},
        zones={**SMALL["zones"], "stock": {"kind": "pile", "seen": "nobody"}},
        start=[{"shuffle": "stock"}, {"deal": 3, "to": "hand"}, {"draw": 1, "to": "discard"},
            {"set": {"c": "top(discard)"}}, {"go": "turn"}],
        phases=playing(doing(*effects)),
    )  # fmt: skip
    table = dealt(game)
    act(game, table, "p1", "go")
    assert evaluated(game, table, expression) == value


@pytest.mark.parametrize(
    ("to", "seen"),
    [("all", "all"), ("nobody", "nobody"), ("owner", ["p1"]), ("next", ["p2"]), ("others", ["p2", "p3"])],
)
def test_a_zone_is_revealed_to_whom_it_says(to: str, seen: Any) -> None:
    game = game_of(phases=playing(doing({"reveal": "hand", "to": to}, {"next": "turn"})))
    table = dealt(game, 3)
    act(game, table, "p1", "go")
    assert table.zones["hand:p1"].seen == seen


def test_a_line_is_said_to_all_or_to_some_with_its_slots_filled() -> None:
    effects = [{"say": "{me} has {count(hand)}.", "tone": "good"}, {"say": "Psst.", "to": "next"}]
    game = game_of(phases=playing(doing(*effects, {"next": "turn"}, say="{me} is done.")))
    table = dealt(game, 3)
    events = [event for event in act(game, table, "p1", "go") if event.text]
    names = {"p1": "Ada"}
    read = [ENGLISH.fill(event.text, {**event.args, "by": event.by or ""}, names) for event in events]
    assert read == ["Ada has 3.", "Psst.", "Ada is done."]
    assert [event.tone for event in events] == ["good", "info", "info"]
    assert [[event.view(id, 0, 0).type for event in events] for id in ("p2", "p3")] == [
        ["said", "said", "said"], ["said", "hidden", "said"],
    ]  # fmt: skip


def test_the_newest_conclusions_are_kept_until_cards_move() -> None:
    know = {"each": "cards", "as": "c", "do": [
        {"know": "hand", "has": "it == c"}, {"know": "next.hand", "has": "it == c"}]}  # fmt: skip
    game = game_of(phases=playing(
        doing(know, {"know": "hand", "lacks": "suit == 'hearts'"}),
        doing({"draw": 1, "say": "{me} draws."}, name="draw"),
        doing({"move": "first(next.hand)", "to": "stock"}, name="take"),
    ), options={}, routines={})  # fmt: skip
    table = dealt(game)
    act(game, table, "p1", "go")
    assert [one.zone for one in table.claims] == ["hand:p2", *["hand:p1", "hand:p2"] * 31, "hand:p1"]
    assert table.claims[-1] == table.claims[-1].__class__("hand:p1", False, [f"{r}H" for r in FRENCH_RANKS])
    act(game, table, "p1", "draw")
    assert all(one.has for one in table.claims), "a card that nobody saw has come"
    act(game, table, "p1", "take")
    assert {one.zone for one in table.claims} == {"hand:p1"}, "and one has gone"


@pytest.mark.parametrize("effect", [{"go": "other"}, {"next": "other"}, {"pause": "other"}, {"end": "me"}])
def test_what_says_how_it_goes_on_ends_all_that_is_being_carried_out(effect: Any) -> None:
    routine = [
        {"each": "range(1, 3)", "as": "x", "do": [{"if": "true", "then": [effect]}]},
        {"set": {"n": "1"}},
    ]
    game = game_of(vars={"n": 0}, routines={"r": routine}, phases={
        **playing(doing({"run": "r"}, {"set": {"n": "2"}}, {"next": "turn"})),
        "other": {"moves": [doing({"end": True})]}})  # fmt: skip
    table = dealt(game)
    act(game, table, "p1", "go")
    assert table.values["n"] == 0
    if "end" in effect:
        assert table.result is not None and table.result.winners == ["p1"]
    elif "pause" in effect:
        assert (table.due(), [form.name for form in engine.moves(game, table, "p2")]) == (20_000, ["ready"])
        for id in ("p1", "p2"):
            act(game, table, id, "ready")
        assert (table.phase, table.turn) == ("other", "p1")
    else:
        assert (table.phase, table.turn) == ("other", "p1" if "go" in effect else "p2")


def test_a_phase_may_begin_with_another_player_on_turn() -> None:
    game = game_of(phases={**playing(doing({"go": "other", "turn": "last(players)"})),
        "other": {"moves": [doing({"next": "other"})]}})  # fmt: skip
    table = dealt(game, 3)
    act(game, table, "p1", "go")
    assert (table.phase, table.turn) == ("other", "p3")
    act(game, table, "p3", "go")
    assert table.turn == "p1"
