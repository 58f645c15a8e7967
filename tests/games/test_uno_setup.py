"""Uno: cards, seats, choosing the dealer, the deal and the start card (rules 1, 2)."""

from __future__ import annotations

from collections import Counter

import pytest

from cheat.games.uno.deck import COLOURS, DECK, FACES, is_black, points, total
from cheat.games.uno.rules import GAME

from .uno_words import deals, dealt, offered, one, options, sizes, texts, types

MANY = 150
"""Deals in which every kind of start card comes up."""


def started(card: str, seats: int, **values):
    """Tables whose start card has this symbol, with the events of the deal."""
    found = [
        (t, events)
        for t, events in deals(seats, MANY, **values)
        if t.discard.cards[0][1] == card and not is_black(t.discard.cards[0])
    ]
    assert found
    return found


# Cards: acceptance 7


@pytest.mark.parametrize("colour", COLOURS)
def test_each_colour_has_one_zero_and_two_of_everything_else(colour):  # acceptance 7
    mine = Counter(card[1] for card in DECK if card[0] == colour)
    assert mine == {"0": 1, **dict.fromkeys("123456789SRD", 2)}


def test_there_are_108_cards_and_no_blanks():  # acceptance 7
    assert len(DECK) == 108
    assert (DECK.count("WW"), DECK.count("WF")) == (4, 4)
    assert set(DECK) == set(FACES)
    assert len(FACES) == 4 * 13 + 2


def test_all_cards_count_1240_points():
    assert total(list(DECK)) == 1240
    assert [points(card) for card in ("R0", "G7", "YS", "BR", "RD", "WW", "WF")] == [0, 7, 20, 20, 20, 50, 50]


def test_faces_say_what_they_are():
    assert (FACES["R5"].name, FACES["R5"].rank, FACES["R5"].colour) == ("Red 5", "5", "red")
    assert {FACES[card].symbol for card in DECK} == {"", "skip", "reverse", "draw2", "wild", "wild4"}
    assert all(face.kind == "uno" and bool(face.text) == bool(face.symbol) for face in FACES.values())


# Seats: acceptance 10


def test_two_to_ten_play():  # acceptance 10
    assert (GAME.min_players(options()), GAME.max_players(options())) == (2, 10)


@pytest.mark.parametrize("most", range(2, 11))
def test_max_players_bounds_the_seats(most):
    assert GAME.max_players(options(max_players=most)) == most


def test_the_host_starts_the_game_unless_the_options_say_otherwise():
    assert GAME.countdown(options()) is None
    assert GAME.countdown(options(start_mode="countdown")) == 10  # acceptance 11


@pytest.mark.parametrize("seconds", [3, 60])
def test_countdown_s_is_the_length_of_the_countdown(seconds):
    assert GAME.countdown(options(start_mode="countdown", countdown_s=seconds)) == seconds


# The dealer: acceptance 8


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_the_highest_card_deals_and_only_those_who_share_it_draw_again(seats):  # acceptance 8
    repeated = 0
    for t, events in deals(seats, MANY):
        drawing = [f"p{seat}" for seat in range(1, seats + 1)]
        for worth in split(events, drawing):
            assert list(worth) == drawing
            drawing = [id for id in drawing if worth[id] == max(worth.values())]
            repeated += len(drawing) > 1
        assert [t.dealer] == drawing
        assert one(events, "dealer").by == t.dealer
    assert repeated


def split(events, players):
    """Rounds of drawing by the rule itself: each has as many cards as there are players left in it."""
    drawn = [(event.by, event.args["points"]) for event in events if event.type == "drew_for_deal"]
    drawing = len(players)
    while drawn:
        worth, drawn = dict(drawn[:drawing]), drawn[drawing:]
        drawing = list(worth.values()).count(max(worth.values()))
        yield worth


def test_cards_drawn_for_the_deal_count_their_points():
    for _, events in deals(4, 40):
        for event in events:
            if event.type == "drew_for_deal":
                (card,) = event.cards[0].faces
                assert event.args["points"] == points(card)
                assert event.cards[0].viewers == "all"


def test_with_dealer_symbols_zero_symbols_and_black_cards_count_nothing():
    counted = set()
    for _, events in deals(4, 60, dealer_symbols_zero=True):
        for event in events:
            if event.type == "drew_for_deal":
                (card,) = event.cards[0].faces
                counted.add(card[1])
                assert event.args["points"] == (int(card[1]) if card[1].isdigit() else 0)
    assert counted >= {"S", "R", "D", "W", "F"}


# The deal: acceptance 9


@pytest.mark.parametrize("seats", range(2, 11))
def test_everybody_gets_seven_cards(seats):  # acceptance 9, edge 33
    for t, events in deals(seats, 20):
        extra = 2 * (t.discard.cards[0][1] == "D")
        assert sorted(len(t.hand(id).cards) for id in t.active()) == sorted([7] * (seats - 1) + [7 + extra])
        assert len(t.discard.cards) == 1
        assert len(t.deck.cards) == 107 - 7 * seats - extra
        assert one(events, "dealt").args["count"] == 7


def test_ten_players_leave_37_cards():  # edge 33
    t, _ = next((t, e) for t, e in deals(10, 20) if t.discard.cards[0][1].isdigit())
    assert (sizes(t), len(t.deck.cards)) == (" ".join(["7"] * 10), 37)


@pytest.mark.parametrize("size", [3, 10])
def test_hand_size_is_what_everybody_gets(size):
    t, _ = next((t, e) for t, e in deals(10, 20, hand_size=size) if t.discard.cards[0][1].isdigit())
    assert sizes(t) == " ".join([str(size)] * 10)


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer():
    t = dealt(3)
    order = [t.player_after(t.dealer, step) for step in (1, 2, 3)]
    again = dealt(3)
    assert [again.hand(id).cards for id in order] == [t.hand(id).cards for id in order]
    assert len({tuple(t.hand(id).cards) for id in order}) == 3


# The start card: acceptance 6, 9


def test_a_black_start_card_goes_back():  # edge 7
    back = 0
    for t, events in deals(3, MANY):
        assert not is_black(t.discard.cards[0])
        for event in events:
            if event.type == "start_card_back":
                back += 1
                assert is_black(event.cards[0].faces[0])
                assert event.cards[1].target == "deck"
        assert Counter(c for zone in t.zones.values() for c in zone.cards) == Counter(DECK)
    assert back > 5


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_a_number_lets_the_left_of_the_dealer_begin(seats):  # acceptance 9
    for t, events in started("5", seats):
        assert (t.turn, t.direction) == (t.player_after(t.dealer), 1)
        assert t.colour == COLOURS[t.discard.cards[0][0]]
        assert types(events)[-1] == "start_card"


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_a_skip_skips_the_left_of_the_dealer(seats):  # acceptance 6, 9
    for t, _ in started("S", seats):
        assert (t.turn, t.direction) == (t.player_after(t.dealer, 2), 1)


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_a_draw_two_hits_the_left_of_the_dealer(seats):  # edge 9, acceptance 6, 9
    for t, events in started("D", seats):
        hit = t.player_after(t.dealer)
        assert (t.turn, one(events, "drew").by) == (t.player_after(hit), hit)
        assert len(t.hand(hit).cards) == 9


@pytest.mark.parametrize("seats", [3, 10])
def test_a_reverse_lets_the_right_of_the_dealer_begin(seats):  # acceptance 6, 9
    dealers = set()
    for t, _ in started("R", seats):
        dealers.add(t.dealer)
        assert (t.turn, t.direction) == (t.player_after(t.dealer, -1), -1)
    assert dealers


def test_a_reverse_may_let_the_dealer_begin():
    for t, _ in started("R", 3, start_reverse_first="dealer"):
        assert (t.turn, t.direction) == (t.dealer, -1)


@pytest.mark.parametrize("first", ["right_of_dealer", "dealer"])
def test_a_reverse_with_two_players_lets_the_dealer_begin(first):  # edge 8
    for t, _ in started("R", 2, start_reverse_first=first):
        assert t.turn == t.dealer


def wild_starts():
    """Tables on which the first player chooses the colour."""
    found = [t for t, _ in deals(3, MANY, start_wild="first_player_chooses") if is_black(t.discard.cards[0])]
    assert found
    return found


def test_start_wild_lets_the_first_player_choose():
    for t in wild_starts():
        assert t.discard.cards == ["WW"]
        assert t.turn == t.player_after(t.dealer)
        assert offered(t, t.turn) == {"choose_colour"}
        assert all(offered(t, id) == set() for id in t.active() if id != t.turn)


def test_a_wild_draw_four_never_starts():
    back = 0
    for t, events in deals(3, MANY, start_wild="first_player_chooses"):
        assert t.discard.cards != ["WF"]
        back += types(events).count("start_card_back")
    assert back


def test_the_deal_is_told_with_names_of_cards():
    _, events = deals(2, 1)[0]
    told = texts(events)
    assert any("to decide who deals" in text for text in told)
    assert told[-1].startswith("The first card is ")
