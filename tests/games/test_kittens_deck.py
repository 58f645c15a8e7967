"""Exploding Kittens: decks that people bring along (rules 2.1)."""

from __future__ import annotations

import json

import pytest

from cheat.errors import BadValue
from cheat.games.kittens.deck import CODES, deck_of
from cheat.rooms.lobby import act as act_in_room
from cheat.rooms.room import join, new_room
from cheat.rooms.room_moves import ActionContext

from .kittens_words import GAME, dealt, options

SMALL = {"ATTACK": 8, "NOPE": 7}
"""Enough for two who get seven cards each: fifteen."""


def document(cards, **more):
    return json.dumps({"name": "Mine", "cards": cards, **more})


def deck(text, deal_size=7):
    return deck_of(1, deal_size, text)


def problem(text, deal_size=7):
    with pytest.raises(BadValue) as caught:
        GAME.settle_options(options(custom_deck=text, deal_size=deal_size))
    return str(caught.value)


def test_a_custom_deck_is_played_with():
    # acceptance 19
    t = dealt(2, custom_deck=document({**SMALL, "DEFUSE": 3, "TACOCAT": 2}))
    everything = sorted(card for zone in t.zones.values() for card in zone.cards)
    assert everything == sorted(["K-ATT"] * 8 + ["K-NOP"] * 7 + ["K-DEF"] * 3 + ["K-TAC"] * 2 + ["K-EXP"])


def test_a_list_of_cards_is_a_deck_too():
    cards = ["attack"] * 8 + ["Nope"] * 7
    for text in (json.dumps(cards), document(cards)):
        assert sorted(deck(text).other_faces) == ["K-ATT"] * 8 + ["K-NOP"] * 7


def test_ids_are_known_in_any_case_and_add_up():
    assert (
        sorted(deck(document({"attack": 5, "Attack": 3, "nope": 7})).other_faces)
        == ["K-ATT"] * 8 + ["K-NOP"] * 7
    )


def test_every_id_of_the_game_is_known():
    found = deck(document(dict.fromkeys(CODES, 5)))
    assert {*found.other_faces, CODES["DEFUSE"], CODES["EXPLODING_KITTEN"]} == set(CODES.values())


def test_kittens_are_ignored():
    text = document({**SMALL, "EXPLODING_KITTEN": 30})
    t = dealt(2, custom_deck=text)
    assert sum(zone.cards.count("K-EXP") for zone in t.zones.values()) == 1


def test_six_defuses_are_assumed_for_up_to_five():
    found = deck(document({"ATTACK": 60, "NOPE": 60}))
    assert (found.defuses, found.seats) == (6, 5)


@pytest.mark.parametrize(
    ("cards", "deal_size", "seats"),
    [
        ({"ATTACK": 15, "DEFUSE": 9}, 7, 2),
        ({"ATTACK": 21, "DEFUSE": 9}, 7, 2),
        ({"ATTACK": 22, "DEFUSE": 9}, 7, 3),
        ({"ATTACK": 60, "DEFUSE": 4}, 7, 4),
        ({"ATTACK": 28, "DEFUSE": 60}, 3, 9),
        ({"ATTACK": 60, "DEFUSE": 60}, 3, 9),
    ],
)
def test_a_deck_serves_as_many_as_it_has_cards_for(cards, deal_size, seats):
    assert GAME.max_players(options(custom_deck=document(cards), deal_size=deal_size)) == seats


def test_the_largest_and_the_smallest_deck():
    assert (
        GAME.max_players(options(custom_deck=document({"ATTACK": 60, "SKIP": 60, "NOPE": 60, "DEFUSE": 60})))
        == 9
    )
    assert GAME.max_players(options(custom_deck=document({"ATTACK": 15, "DEFUSE": 2}))) == 2


# acceptance 19: each kind of invalid deck has a sentence of its own


@pytest.mark.parametrize(
    "text", ["{", "ATTACK", "{'cards': {}}", '{"cards": {"ATTACK": 4,}}', "[" * 7000, "\ud800"]
)
def test_a_deck_that_is_no_json_is_refused(text):
    assert problem(text) == "The deck isn't valid JSON."


@pytest.mark.parametrize("text", ["3", '"ATTACK"', "null", "{}", '{"cards": 3}', '{"ATTACK": 20}'])
def test_a_deck_without_cards_is_refused(text):
    assert problem(text) == "The deck must be an object with “cards”, or a list of cards."


@pytest.mark.parametrize(
    ("card", "named"), [("ZOMBIE", "ZOMBIE"), ("", ""), ("K-ATT", "K-ATT"), ("x" * 99, "x" * 40)]
)
def test_an_unknown_card_is_refused_by_its_name(card, named):
    assert problem(document({**SMALL, card: 1})) == f"“{named}” isn't a card of this game."
    assert problem(json.dumps([card])) == f"“{named}” isn't a card of this game."


@pytest.mark.parametrize("card", [3, None, ["ATTACK"]])
def test_an_entry_of_a_list_must_be_a_card(card):
    assert problem(json.dumps([card])).endswith("isn't a card of this game.")


@pytest.mark.parametrize("count", [-1, 61, 2.5, "4", None, True, [4], 10**30])
def test_a_count_must_be_a_whole_number_up_to_sixty(count):
    assert (
        problem(document({**SMALL, "SKIP": count}))
        == "The number of SKIP must be a whole number from 0 to 60."
    )


def test_counts_that_add_up_to_more_than_sixty_are_refused():
    for text in (document({"skip": 31, "SKIP": 30}), json.dumps(["SKIP"] * 61)):
        assert problem(text) == "The number of SKIP must be a whole number from 0 to 60."


def test_a_deck_with_too_few_cards_is_refused():
    expected = "The deck has 14 cards besides kittens and Defuses; two players with 7 cards each need 15."
    assert problem(document({"ATTACK": 14, "DEFUSE": 20, "EXPLODING_KITTEN": 20})) == expected
    GAME.settle_options(options(custom_deck=document({"ATTACK": 14}), deal_size=6))


@pytest.mark.parametrize("defuses", [0, 1])
def test_a_deck_with_too_few_defuses_is_refused(defuses):
    expected = f"The deck has {defuses} Defuse cards; it needs one for each of at least two players."
    assert problem(document({**SMALL, "DEFUSE": defuses})) == expected


def test_a_deck_with_more_than_240_cards_is_refused():
    cards = {"ATTACK": 60, "SKIP": 60, "NOPE": 60, "DEFUSE": 60}
    assert deck(document(cards)).seats > 1
    assert problem(document({**cards, "FAVOR": 1})) == "The deck has 241 cards; it can have at most 240."


def test_a_deck_that_is_too_long_is_refused():
    text = document(SMALL)
    room = " " * (64 * 1024 - len(text))
    assert deck(text + room) == deck(text)
    assert problem(text + room + " ") == "The deck is larger than 64 KB. Make it smaller."


def test_of_a_deck_the_room_keeps_the_name_and_the_counts():
    long = json.dumps(
        {"name": "Mine" * 99, "by": "Ada", "cards": {"attack": 8, "NOPE": 7, "Skip": 0}}, indent=99
    )
    kept = GAME.settle_options(options(custom_deck=long)).custom_deck
    assert json.loads(kept) == {"name": ("Mine" * 99)[:60], "cards": {"ATTACK": 8, "NOPE": 7}}
    assert GAME.settle_options(options(custom_deck=kept)).custom_deck == kept
    assert deck(kept) == deck(long)


def test_a_deck_without_defuses_is_kept_without_them():
    for cards in ({**SMALL, "DEFUSE": 2}, SMALL):
        text = document(cards)
        assert json.loads(GAME.settle_options(options(custom_deck=text)).custom_deck)["cards"] == cards


def test_a_list_of_cards_is_kept_as_counts():
    kept = GAME.settle_options(
        options(custom_deck=json.dumps(["ATTACK", "attack", *["NOPE"] * 20]))
    ).custom_deck
    assert json.loads(kept) == {"cards": {"ATTACK": 2, "NOPE": 20}}


def test_a_refused_deck_leaves_the_old_one():
    # acceptance 19
    good = document(SMALL)
    room = new_room("kwzpt", "e1", "kittens", {"custom_deck": good}, public=False)
    before = room.options["custom_deck"]
    host, _ = join(room, "Ada", "a")
    with pytest.raises(BadValue, match="isn't valid JSON"):
        act_in_room(room, host, "set_options", {"options": {"custom_deck": "{"}}, ActionContext(0, "ab" * 16))
    assert json.loads(before) == json.loads(good)
    assert room.options["custom_deck"] == before


def test_a_deck_for_two_does_not_go_with_three_players():
    room = new_room("kwzpt", "e1", "kittens", {}, public=False)
    host, _ = join(room, "Ada", "a")
    join(room, "Bob", "b")
    join(room, "Cyd", "c")
    with pytest.raises(Exception, match="more players in the room") as caught:
        act_in_room(
            room,
            host,
            "set_options",
            {"options": {"custom_deck": document(SMALL)}},
            ActionContext(0, "ab" * 16),
        )
    assert caught.value.code == "room_full"
    assert room.options["custom_deck"] == ""
