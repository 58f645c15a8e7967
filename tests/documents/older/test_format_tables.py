"""Other parts of the older format's tables: usual values, unread parts, places in the end."""

from __future__ import annotations

from typing import Any

import pytest

from .older_documents import PILES, TAKE, TURN_UP, Played, converted, diagnostics_of, older, ours, playing
from .test_rules import ANY, DOWN, POINTED, UP, acting, zoned

BARE = {"id": 1}
NEVER = playing(("==", "suit"), ("!=", "suit"))


def test_zones_that_say_nothing_are_as_usual() -> None:
    """Of a hand, which its owner sees, any card can be taken; of piles the top one, and discards lie open."""
    take = {**TAKE, "origin": "DISCARD"}
    for zones in ({"hands": [BARE], "drawPiles": [BARE], "discardPiles": [BARE]}, None):
        bare = Played(acting(ANY, take, loop="1 OR 2" if zones else "1", zones=zones))
        bare.laid("4O 5O", "1B", discard0="6C 7C")
        assert bare.offers("p1", "act_1") == {"4O", "5O"}
        assert [bare.seen("p1", one) for one in ("hand_p1", "hand_p2", "draw0")] == [["4O", "5O"], None, None]
        assert bare.seen("p2", "discard0") == ["6C", "7C"]
        if zones:
            assert bare.do("p1", "act_2").cards("hand_p1")[-1] == "7C"


NAMED = {"AIs": ["Ada"], "AIPriorities": {"1": {"name": "Lays", "priorities": ["1"]}}}
RANDOM = {"type": "random", "cardValue": None, "cardSuit": None}


@pytest.mark.parametrize(
    "doc",
    [
        older({"whoStarts": RANDOM}),
        older({"canClose": True}, winConditions=[{"type": "points", "numCards": None, "order": "ASC"}]),
        older(wildcards=[{"id": 1, "value": "1"}, {"value": "2"}, {"id": None, "value": "3"}]),
        older(styles=[{"name": "Dark", "tableColor": "navy"}]),
        older(styleProperties={"tableColor": None, "cardWidth": None}, AIs=None, AIPriorities=None),
        older(actions=[playing((None, None)), {**TAKE, "preconditions": None}, TURN_UP]),
        older(zones={**PILES, "drawPiles": [{"id": 1, "pos-x": None}]}),
    ],
)
def test_a_document_without_ignored_keys_has_no_warnings(doc: Any) -> None:
    assert diagnostics_of(doc) == []


@pytest.mark.parametrize(
    ("doc", "path", "keys"),
    [
        (
            older(zones={**PILES, "hands": [{"id": 1, "pos-x": 1}, {"id": 2, "pos-x": 0, "pos-y": "4"}]}),
            "zones.hands[0].pos-x",
            "zones.hands.pos-x, zones.hands.pos-y",
        ),
        (older(wildcards=[{"id": "x", "value": "1"}]), "wildcards[0].id", "wildcards.id"),
        (older(wildcards={"id": [3], "value": "1"}), "wildcards.id", "wildcards.id"),
        (older(zones={**PILES, "drawPiles": [{"id": "x"}]}), "zones.drawPiles[0].id", "zones.drawPiles.id"),
        (
            older({"whoStarts": {"type": "random", "cardValue": "Joker", "cardSuit": 7}}),
            "config.whoStarts.cardValue",
            "config.whoStarts.cardValue, config.whoStarts.cardSuit",
        ),
        (
            older({"canClose": True}, winConditions=[{"type": "points", "numCards": "all"}]),
            "winConditions[0].numCards",
            "winConditions.numCards",
        ),
        (
            older(winConditions=[{"type": "numCards", "numCards": "0", "order": "UP"}]),
            "winConditions[0].order",
            "winConditions.order",
        ),
        (
            older(actions=[playing(("==", None)), TAKE, TURN_UP]),
            "actions[0].preconditions[0].condition",
            "actions.preconditions.condition",
        ),
        (
            older(round0={"perPlayer": True}, actions=[playing(), TAKE]),
            "round0.perPlayer",
            "round0.perPlayer",
        ),
        (older(**NAMED), "AIs", "AIs"),
    ],
)
def test_ignored_keys_are_named_in_one_warning(doc: Any, path: str, keys: str) -> None:
    (one,) = diagnostics_of(doc)
    assert (one.code, one.severity, one.path) == ("no_effect", "warning", path)
    assert one.text == f"These keys have no effect: {keys}."


def test_a_script_is_asked_only_for_cards_of_a_hand() -> None:
    asking = {**TAKE, "AIChooseCardCode": True}
    script = b"function AIChooseCardCode() { return null; }"
    (one,) = converted(older(actions=[playing(), asking, TURN_UP], **NAMED), script=script).diagnostics
    assert one.text == "These keys have no effect: actions.AIChooseCardCode."
    names = [f"Bot {number}" for number in range(17)]
    (one,) = converted(older(actions=[playing(AIChooseCardCode=True), TAKE, TURN_UP], AIs=names),
        script=script).diagnostics  # fmt: skip
    assert one.text == "These keys have no effect: AIs."


@pytest.mark.parametrize("part", ["zones", "wildcards"])
def test_ids_that_are_there_twice_are_told(part: str) -> None:
    piles = {**PILES, "discardPiles": [{"id": 2}, {"face": "up"}, {"id": "1"}]}
    wild = [{"id": 2, "value": "1"}, {"value": "2"}, {"id": "1", "value": "3"}]
    doc = older(zones=piles) if part == "zones" else older(wildcards=wild)
    path = "zones.discardPiles[1].id" if part == "zones" else "wildcards[1].id"
    assert [(one.code, one.severity, one.path) for one in diagnostics_of(doc)] == [("twice", "warning", path)]


def test_a_picture_of_a_deck_has_no_effect_and_its_name_is_told() -> None:
    deck = {"id": 9, "suits": ["S", "T"], "values": list("123456"), "spriteSheet": "cards.png"}
    for stated, name in (({}, "Deck 9"), ({"deckName": "Runes"}, "Runes")):
        decks = {"decks": [{**deck, **stated}]}
        (one,) = diagnostics_of(older(deckId=9), decks)
        assert (one.code, one.severity, one.file) == ("no_effect", "warning", "deck.json")
        assert one.text == "These keys have no effect: decks.spriteSheet."
        assert ours(older(deckId=9), decks)["rules"]["en"].startswith(f"Cards: {name}.\n")
    assert ours(older(deckId=3))["rules"]["es"].startswith(
        "Cartas: baraja de póquer de 52 cartas con puntos.\n"
    )


def test_a_deck_that_is_there_twice_is_an_error() -> None:
    deck = {"id": 9, "suits": ["S", "T"], "values": list("123456")}
    (one,) = diagnostics_of(older(), {"decks": [deck, {**deck, "id": "9"}]})
    assert (one.severity, one.file, one.path) == ("error", "deck.json", "decks[1].id")


def test_of_several_looks_the_first_is_taken_where_there_is_no_other() -> None:
    several = [{"name": "Dark", "tableColor": "navy", "cardWidth": 80}, {"name": "Light"}]
    assert ours(older(styles=several))["style"] == {"table": "navy", "card_width": "80"}
    one = older(styles=several, styleProperties={"tableColor": "red", "cardHeight": 999})
    assert ours(one)["style"] == {"table": "red", "card_height": "180"}
    assert [(told.code, told.path) for told in diagnostics_of(older(styles=several))] == [
        ("no_effect", "styles[1]")
    ]
    assert [told.path for told in diagnostics_of(one)] == ["styles[0]"]


def test_onto_an_open_draw_pile_cards_are_compared() -> None:
    doc = acting(playing(("==", "suit"), destination="DRAW"), zones=zoned(drawPiles=[UP]))
    table = Played(doc).laid("4O 5C", "1B", rest="hand_p2", draw0="7O")
    assert table.playable() == {"4O"}
    assert table.do("p1", "act_1", chosen="4O").cards("draw0") == ["7O", "4O"]


@pytest.mark.parametrize(
    ("origin", "zone"), [("DRAW", "draw0"), ("OWN-HAND", "hand_p1"), ("DISCARD", "discard0")]
)
def test_with_fewer_cards_than_it_moves_an_action_is_not_there(origin: str, zone: str) -> None:
    place = "OWN-HAND" if origin == "DISCARD" else "DISCARD"
    doc = acting({**TAKE, "origin": origin, "destination": place, "numCards": 3}, loop="2",
        config={"canPass": True})  # fmt: skip
    table = Played(doc)
    for cards, moves in (("2O 3O", {"pass"}), ("2O 3O 4O", {"act_2", "pass"})):
        table.laid(**{"rest": "hand:p2", zone: cards})
        assert table.moves("p1") == moves


def test_seats_act_in_order_and_round_again() -> None:
    table = Played(acting(TAKE, loop="2"), 3).laid("1B", "2B", "3B")
    turns = [table.do(table.turn or "", "act_2").turn for _ in range(4)]
    assert turns == ["p2", "p3", "p1", "p2"]


# The end


@pytest.mark.parametrize(
    ("win", "hands", "places"),
    [
        ({"type": "numCards", "numCards": "2"}, ("1a 2a 3a 1b", "1c", "2b 3b 1d 2d 3d"), [2, 1, 3]),
        ({"type": "flush", "numCards": 9}, ("1a 2a 1b", "1c 2c 3c", "1d"), [2, 1, 3]),
        ({"type": "points"}, ("1a 1b", "3a", "1c 3c"), [3, 2, 1]),
        ({"type": "points", "order": "DSC"}, ("1a 1b", "3a", "1c 3c"), [1, 2, 3]),
    ],
)
def test_who_stands_best_where_a_game_does_not_end_by_itself(win: Any, hands: Any, places: list[int]) -> None:
    """Points never end it, whatever the hands hold; nor does a flush that is one short."""
    decks = {"decks": [{**POINTED["decks"][0], "suits": list("STUV")}]}
    config = {"canPass": True, "numPlayers": [3], "startCardsPerPlayer": 1}
    table = Played(acting(NEVER, config=config, deckId=9, winConditions=[win]), 3, decks=decks)
    table.laid(*hands, rest="discard0")
    for player in ("p1", "p2", "p3") * 2:
        assert table.phase == "block0"
        table.do(player, "pass")
    assert table.places == dict(zip(("p1", "p2", "p3"), places, strict=True))
    assert table.seen("p1", "hand_p2") == hands[1].split(), "all hands are shown"


def test_a_flush_may_be_longer_and_a_number_of_cards_is_exact() -> None:
    doc = acting(TAKE, loop="2", winConditions=[{"type": "flush", "numCards": 2}])
    assert Played(doc).laid("4O 5O", "1B", rest="hand_p2", draw0="6O").do("p1", "act_2").winners == ["p1"]
    doc = acting(TAKE, loop="2", winConditions=[{"type": "numCards", "numCards": 2}])
    assert Played(doc).laid("4O 5O", "1B", rest="discard0", draw0="6O").do("p1", "act_2").phase == "block0"


def test_hands_are_shown_where_too_few_stay() -> None:
    table = Played(acting(ANY, config={"numPlayers": [3]}), 3).laid("4O", "1B", "2B", discard0="1C")
    table.leave("p1")
    assert (table.phase, table.seen("p2", "hand_p3")) == ("over", ["2B"])
    table = Played(acting(ANY), 3).laid("4O", "1B", "2B", discard0="1C")
    table.leave("p1")
    assert (table.phase, table.seen("p2", "hand_p3")) == ("block0", None)


def test_what_is_done_is_told_by_its_description() -> None:
    table = (
        Played(acting(ANY, zones=zoned(drawPiles=[DOWN]))).laid("4O 5O", "1B").do("p1", "act_1", chosen="4O")
    )
    (event, *_) = table.events
    assert str(event.view("p2", 1, 0).text) == "{by}: Play the same suit – {a0}"


def test_cards_are_drawn_over_the_end_of_the_pile() -> None:
    doc = acting({**TAKE, "numCards": 3}, loop="2", config={"canPass": True})
    table = Played(doc).laid("1B", "2B", rest="hand_p2", draw0="4O", discard0="5O 6O 7O")
    table.do("p1", "act_2")
    assert (table.count("hand_p1"), table.cards("hand_p1")[1]) == (4, "4O")
    assert (table.cards("discard0"), table.count("draw0")) == (["7O"], 0)
    assert table.at("block0").moves("p1") == {"pass"}, "there are no three left"


def test_who_leaves_takes_back_that_the_game_is_closed() -> None:
    doc = acting(TAKE, loop="2", config={"canClose": True}, winConditions=[{"type": "points"}])
    table = Played(doc, 3).laid("1B", "2B", "3B").do("p1", "close")
    table.leave("p1")
    assert (table.phase, table.turn, table["closing"]) == ("block0", "p2", False)


def test_a_card_that_was_played_before_the_first_turn_begins_nothing() -> None:
    """The one whose holder starts: then the first turn is an ordinary one, of the same player."""
    doc = older(
        {"whoStarts": {"type": "card", "cardValue": "5", "cardSuit": "Oros"}, "startCardsPerPlayer": "ALL"},
        actions=[ANY, TAKE, TURN_UP], round0={"loop": "1{1}", "perPlayer": False},
    )  # fmt: skip
    table = Played(doc)
    starter = table.turn or ""
    assert (table.phase, "5O" in table.cards(f"hand_{starter}")) == ("round0_0", True)
    table.do(starter, "act_1", chosen="5O")
    assert (table.phase, table.turn, table.cards("discard0")) == ("block0", starter, ["5O"])
