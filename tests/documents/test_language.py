"""The meaning of expressions and effects, with one claim for each test."""

from __future__ import annotations

import pytest

from cheat.engine import engine
from cheat.engine.registry import DataTable
from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import ENGLISH

from .small_documents import act, dealt, document, evaluated, game_of, spent


@pytest.fixture(scope="module")
def two() -> tuple[object, DataTable]:
    """A table: p1 holds 2C QH 10S, p2 holds 2D 3D, KC is open, and the stock is in order."""
    game = game_of(vars={"named": "suit", "n": 7, "row": [4, 5, 6], "who": "player"}, define={
        "twos": "hand where rank == '2'", "more(a, b)": "a > b", "book": "first(group(hand by rank))",
    })  # fmt: skip
    table = dealt(game)
    zones = table.zones
    everything = [card for zone in zones.values() for card in zone.cards]
    zones["hand:p1"].cards, zones["hand:p2"].cards = ["2C", "QH", "10S"], ["2D", "3D"]
    zones["discard"].cards = ["AS", "KC"]
    lying = {*zones["hand:p1"].cards, *zones["hand:p2"].cards, "AS", "KC"}
    zones["stock"].cards = sorted(card for card in everything if card not in lying)
    return game, table


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7 / 2", 3), ("-7 / 2", -4), ("7 % 0", None), ("1 / 0 + 2", None), ("1 / 0 > 2", False),
        ("not (1 / 0 > 2)", True), ("2 * 3 - 4", 2), ("abs(-3)", 3),
        ("count(hand)", 3), ("count(others.hand)", 2), ("count(players.hand)", 5), ("count(cards)", 52),
        ("count(players where count(hand) == 2)", 1), ("first(players where count(hand) == 2) == next", True),
        ("top(discard).rank", "K"), ("count(top(stock, 3))", 3), ("top(discard).suit == 'clubs'", True),
        ("any(hand where suit == top(discard).suit)", True), ("all(hand where order > 1)", True),
        ("all(players where hand is empty)", False), ("all(hand where rank == '2')", False),
        ("sum(hand by order)", 24), ("max(hand by order)", 12), ("min(3, 1, 2)", 1), ("max(row)", 6),
        ("count(highest(hand by order))", 1), ("first(highest(hand by order)).rank", "Q"),
        ("first(lowest(hand by order)).rank", "2"), ("map(sort(hand by -order) by rank)", ["Q", "10", "2"]),
        ("distinct(players.hand by rank)", ["2", "Q", "10", "3"]), ("count(group(players.hand by rank))", 4),
        ("row[1]", 5), ("row[3]", None), ("row[-1]", None), ("index(row, 6)", 2), ("index(row, 9)", None),
        ("range(2, 4)", [2, 3, 4]), ("range(4, 2)", []), ("take(row, 2)", [4, 5]),
        ("reverse(row)", [6, 5, 4]),
        ("row + [7]", [4, 5, 6, 7]), ("row - 5", [4, 6]), ("count(hand - first(hand))", 2),
        ("[3, 1] > [2, 9]", True), ("[2] < [2, 0]", True), ("5 in row", True), ("'QH' in hand", True),
        ("'QD' in hand", False), ("first(hand) == '2C'", True), ("named is none", True),
        ("who is none", True),
        ("none.hand is empty", True), ("if(n > 9, 1, n > 6, 2, 3)", 2), ("if(n > 9, 1 / 0, 4)", 4),
        ("count(twos)", 1), ("count(others.twos)", 1), ("count(next.twos)", 1), ("more(n, 3)", True),
        ("count(me.book)", 1), ("players where more(count(hand), 2)", [0]), ("after(me)", 1),
        ("after(me, 2)", 0), ("last(row)", 6), ("bottom(discard) == 'AS'", True), ("index(players, me)", 0),
        ("sum(row)", 15), ("sort(row by -it)", [6, 5, 4]), ("max(players by count(hand))", 3),
        ("min(hand by order)", 2), ("count(players where it in others)", 1),
        ("first(row where it > 9)", None),
        ("'2C' in hand and 2 + 2 == 4", True), ("count([4, 4] - 4)", 1), ("count(row + row)", 6),
        ("count(top(stock, 99))", 45), ("top(none)", None), ("none.score", None), ("deadwood(hand, 3, 3)", 0),
        ("count(melds(hand, 3, 3))", 0), ("distinct(row)", [4, 5, 6]), ("-7 % 3", 2),
        ("[1, 2] == [1, 2]", True),
        ("around(next)", [1, 0]), ("next(players)", 1), ("owner(first(others.hand))", 1),
        ("owner(top(discard))", None), ("drawable(stock)", 46), ("direction", 1), ("count(suits)", 4),
        ("score", 0), ("players.score", [0, 0]), ("first(hand where rank == 'K') is none", True),
        ("first(hand where rank == 'K').order", None), ("players where it != me", [1]),
        ("true or 1 / 0 == 1", True), ("discard is not empty and n == 7", True),
    ],
)  # fmt: skip
def test_an_expression_has_this_value(two, expression, value):
    game, table = two
    assert evaluated(game, table, expression) == value


LOOKED = 8 * 3 + 3 * 4
"""The cost of looking four times at three cards without a meld."""


@pytest.mark.parametrize(
    ("expression", "cost"),
    [
        ("n", 1), ("7", 1), ("n + 7 * n", 5), ("not n == 7 and n < 8", 5), ("me.score", 2),
        ("hand where n == 7", 2 + 3 * 3), ("sum(hand by order)", 2 + 3 * 1 + 3 + 3),
        ("range(1, 9)", 3 + 3 + 9),
        ("reverse(row)", 2 + 3), ("sort(row)", 2 + 3 + 3), ("if(n == 7, 1, 2 + 3)", 1 + 3 + 1),
        ("poker(hand)", 60 + 3 + 1 + 3 * 8),
        ("deadwood(hand, 3, 3)", 200 + 3 + 3 + LOOKED),
        ("melds(hand, 3, 3)", 200 + 3 + 3 + LOOKED), ("row == row", 3 + 3 + 2 * 3),
        ("row < row", 3 + 3 + 3 * 2 * 3),
        ("[row, row]", 3 + 3 + 2 + 2 * 3), ("sort(group(hand by suit))", 2 + 3 + 3 + 1 + 3 + 6 * 6 + 2 * 3),
        ("more(n, 3)", 1 + 2 + 3), ("twos", 1 + 2 + 3 * 3), ("n > 8 and 1 / 0 == 1", 1 + 3),
    ],
)  # fmt: skip
def test_what_is_evaluated_costs_one_and_lists_their_length(two, expression, cost):
    game, table = two
    assert spent(game, table, expression) == cost


def test_poker_hands_compare(two):
    game, table = two
    table.zones["hand:p1"].cards = ["2C", "QH", "10S"]
    assert evaluated(game, table, "poker(hand)") == [0, 12, 10, 2]
    assert evaluated(game, table, "poker(others.hand) < poker(hand)") is True


def moving(*effects, **changes):
    """Return a game with one move, which has these effects, and a table of it."""
    moves = [{"name": "go", "do": list(effects)}]
    game = game_of(phases={"turn": {"moves": moves}}, **changes)
    return game, dealt(game)


def said(events) -> list[str]:
    return [
        ENGLISH.fill(event.text, event.args, {"p1": "Ada", "p2": "Ben"}) for event in events if event.text
    ]


def test_a_move_that_does_not_say_how_it_goes_on_leaves_the_turn_where_it_is():
    game, table = moving({"add": {"score": 1}})
    act(game, table, "p1", "go")
    act(game, table, "p1", "go")
    assert (table.turn, [one.score for one in table.players]) == ("p1", [2, 0])


def test_a_doubled_click_is_stale():
    game, table = moving({"add": {"score": 1}})
    (form,) = engine.moves(game, table, "p1")
    engine.act(game, table, "p1", "go", dict(form.ties), 0)
    with pytest.raises(Exception, match="Too late"):
        engine.act(game, table, "p1", "go", dict(form.ties), 0)


def test_an_empty_pile_is_filled_up_but_for_its_top_card():
    game, table = moving({"draw": 1, "as": "got"}, {"next": "turn"})
    table.zones["discard"].cards, table.zones["stock"].cards = table.zones["stock"].cards, []
    top, count = table.zones["discard"].cards[-1], len(table.zones["discard"].cards)
    act(game, table, "p1", "go")
    assert (table.zones["discard"].cards, len(table.zones["stock"].cards)) == ([top], count - 2)


def test_what_is_said_of_drawn_cards_may_name_them():
    game, table = moving({"draw": 2, "as": "got", "say": "{me} draws {count(got)}."}, {"next": "turn"})
    assert said(act(game, table, "p1", "go")) == ["{by} draws 2."]


def test_zones_that_are_revealed_are_hidden_again_when_they_are_empty():
    game, table = moving({"reveal": "hand"}, {"next": "turn"})
    act(game, table, "p1", "go")
    assert table.zones["hand:p1"].viewers == "all"
    game, table = moving({"reveal": "hand"}, {"move": "cards", "to": "stock"}, {"next": "turn"})
    act(game, table, "p1", "go")
    assert table.zones["hand:p1"].viewers == ["p1"]


def test_a_name_that_was_let_does_not_change():
    game, table = moving(
        {"let": {"before": "score"}}, {"add": {"score": 3}}, {"set": {"score": "score + before"}}
    )
    act(game, table, "p1", "go")
    assert table.player("p1").score == 3


def test_each_walks_over_the_list_as_it_was():
    move_all = {"each": "hand", "as": "c", "do": [{"move": "c", "to": "discard"}]}
    game, table = moving(move_all, {"next": "turn"})
    act(game, table, "p1", "go")
    assert len(table.zones["discard"].cards) == 3


def test_what_is_set_for_players_is_set_for_all_of_them():
    game, table = moving({"set": {"players.score": 4}}, {"next": "turn"})
    act(game, table, "p1", "go")
    assert [one.score for one in table.players] == [4, 4]


def test_items_of_lists_can_be_set_and_added_to():
    game, table = moving(
        {"set": {"row[1]": 9}}, {"add": {"row[0]": 2}}, {"add": {"row[7]": 2}}, vars={"row": [1, 2]}
    )
    act(game, table, "p1", "go")
    assert table.values["row"] == [3, 9]


def test_a_card_in_a_variable_is_followed_where_it_goes():
    game, table = moving(
        {"set": {"kept": "first(hand)"}},
        {"move": "kept", "to": "discard"},
        {"say": "{kept}"},
        vars={"kept": "card"},
    )
    card = table.zones["hand:p1"].cards[0]
    (*_, event) = act(game, table, "p1", "go")
    assert table.values["kept"][0] == card
    assert said([event]) == [game.faces[card].name]


def test_a_card_that_not_all_see_is_not_named():
    game, table = moving({"say": "{me} has {first(hand)}."}, {"next": "turn"})
    assert said(act(game, table, "p1", "go")) == ["{by} has a card."]


def test_a_secret_card_is_blank_for_others_and_imagined_for_them():
    game, table = moving({"set": {"kept": "first(hand)"}}, vars={"kept": "card"})
    act(game, table, "p1", "go")
    assert engine.observation(game, table, "p2").values["kept"] == ["?", 2]
    assert engine.observation(game, table, "p1").values["kept"] == table.values["kept"]


def test_a_secret_number_is_blank_for_others():
    game, table = moving({"set": {"bid": 5}}, player_vars={"score": 0, "bid": {"start": 0, "seen": "owner"}})
    act(game, table, "p1", "go")
    assert engine.observation(game, table, "p2").values["bid"] == [0, 0]
    assert engine.observation(game, table, "p1").values["bid"] == [5, 0]


def test_a_trigger_ends_the_game_before_the_next_phase():
    trigger = {"if": "any(players where score > 4)", "do": [{"end": "highest(players by score)"}]}
    game, table = moving({"add": {"score": 5}}, {"next": "turn"}, triggers=[trigger])
    act(game, table, "p1", "go")
    assert table.result.winners == ["p1"]


def test_who_can_do_nothing_passes_the_turn():
    moves = [{"name": "go", "if": "me == first(players)", "do": [{"next": "turn"}]}]
    game = game_of(phases={"turn": {"moves": moves}})
    table = dealt(game, 3)
    events = act(game, table, "p1", "go")
    assert [event.by for event in events if event.type == "stuck"] == ["p2", "p3"]
    assert table.turn == "p1"


def test_players_choose_at_once_and_what_follows_waits_for_the_last():
    moves = [{"name": "give", "pick": {"card": {"from": "hand"}}, "do": [{"move": "card", "to": "discard"}]}]
    game = game_of(phases={"turn": {"who": "players", "moves": moves, "done": [{"end": "true"}]}})
    table = dealt(game)
    act(game, table, "p2", "give", card=table.zones["hand:p2"].cards[:1])
    assert engine.moves(game, table, "p2") == []
    act(game, table, "p1", "give", card=table.zones["hand:p1"].cards[:1])
    assert table.result is not None


def test_anybody_may_jump_in_where_a_move_says_by_whom():
    phases = document()["phases"]
    phases["turn"]["moves"].append({"name": "catch", "by": "others", "do": [{"add": {"score": 1}}]})
    game = game_of(phases=phases)
    table = dealt(game, 3)
    names = {id: [form.name for form in engine.moves(game, table, id)] for id in table.active()}
    assert names == {"p1": ["play"], "p2": ["catch"], "p3": ["catch"]}
    before = engine.moves(game, table, "p1")
    act(game, table, "p3", "catch")
    assert engine.moves(game, table, "p1") == before, "what others do spoils no move"


def test_cards_that_are_alike_are_a_form_for_each_group():
    moves = [{"name": "lay", "pick": {"set": {"from": "hand", "count": [2, 4], "same": "rank"}},
        "do": [{"move": "set", "to": "discard"}]}]  # fmt: skip
    stay = {"name": "stay", "do": [{"next": "turn"}]}
    game = game_of(phases={"turn": {"moves": [*moves, stay]}})
    table = dealt(game)
    table.zones["hand:p1"].cards = ["2C", "2D", "3C", "3D", "3H", "9S"]
    forms = [form for form in engine.moves(game, table, "p1") if form.name == "lay"]
    assert [(form.fields[0].of, form.fields[0].max) for form in forms] == [
        (["2C", "2D"], 2),
        (["3C", "3D", "3H"], 3),
    ]


def test_teams_share_what_is_theirs():
    game = game_of(
        players={"min": 4, "max": 4, "team_size": 2},
        team_vars={"tricks": 0},
        phases={"turn": {"moves": [{"name": "go", "do": [{"add": {"team.tricks": 1}}, {"next": "turn"}]},
            {"name": "stop", "do": [{"end": "players where tricks > 0"}]}]}},
    )  # fmt: skip
    table = dealt(game, 4)
    act(game, table, "p1", "go")
    assert table.values["tricks"] == [1, 0]
    act(game, table, "p2", "stop")
    assert (table.result.winners, [one.place for one in table.result.standing]) == (
        ["p1", "p3"],
        [1, 1, 2, 2],
    )


def test_texts_come_in_the_language_of_the_room():
    doc = document()
    doc["phases"]["turn"]["moves"][0]["label"] = {"en": "Play", "es": "Jugar"}
    game = game_of(phases=doc["phases"])
    table = dealt(game, language="es")
    assert [form.label for form in engine.moves(game, table, "p1")] == ["Jugar"]


def test_who_has_left_is_asked_nothing_more_also_where_the_turn_stays():
    phases = document()["phases"]
    phases["turn"] |= {"optional": True, "done": [{"go": "turn"}]}
    game = game_of(phases=phases)
    table = dealt(game, 3)
    engine.leave(game, table, "p1", 0)
    assert (table.turn, table.decisions[0].players) == ("p2", ["p2"])


def test_a_suit_is_asked_for_and_told_in_the_readers_language():
    wish = {"name": "wish", "pick": {"s": {"choice": "suits"}},
        "do": [{"say": "{me} wants {s}."}, {"next": "turn"}]}  # fmt: skip
    game, spanish = game_of(phases={"turn": {"moves": [wish]}}), LANGUAGES["es"]
    table = dealt(game)
    (form,) = engine.moves(game, table, "p1")
    labels = [choice.label for choice in form.fields[0].of]
    assert [spanish.say(label) for label in labels] == ["tréboles", "diamantes", "corazones", "picas"]
    (said,) = act(game, table, "p1", "wish", s="hearts")
    assert "corazones" in [spanish.slot_text(value, {}) for value in said.args.values()]


def test_a_definition_stands_for_its_text_wherever_it_is_used() -> None:
    """This holds for the acting player, for others, and in a routine with different values."""
    game = game_of(
        vars={"a": 0, "b": 0, "most": 0},
        player_vars={"seen": 0},
        define={"more": "n0 + count(hand)", "mine": "count(hand)", "largest": "max(players by mine)"},
        routines={"r(n0)": [{"set": {"a": "a * 10 + more"}}], "q(n0)": [{"set": {"b": "more * 10 + mine"}}]},
        phases={"turn": {"moves": [{"name": "go", "do": [
            {"run": "r(1)"}, {"draw": 1}, {"run": "r(2)"}, {"run": "q(3)"}, {"set": {"most": "largest"}},
            {"each": "players", "as": "p", "do": [{"set": {"p.seen": "p.mine"}}]}, {"next": "turn"}]}]}},
        start=[{"deal": 2, "to": "hand"}, {"go": "turn"}],
    )  # fmt: skip
    table = dealt(game)
    act(game, table, "p1", "go")
    values = {"a": 35, "b": 63, "most": 3, "seen": [3, 2]}
    assert {name: table.values[name] for name in values} == values
