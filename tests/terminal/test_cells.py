"""The places of the full screen's parts, and the keys that choose them."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.terminal.form_dialog import InvalidAnswer
from cheat.terminal.full.cells import Cell, drawn_card, flow
from cheat.terminal.full.choices import answer_cells, digits_of, is_typed, move_keys
from cheat.terminal.full.drawing import (
    card_cells,
    cards_in,
    choosable,
    clock_text,
    moved_choice,
    seats_text,
    shown_zones,
)
from tests.terminal.test_form_dialog import GAME, GAMES, HAND, TABLE, dialog

GAME_MOVE: Any = {"name": "draw", "label": "Draw", "scope": "game", "fields": []}
LEAVE: Any = {"name": "leave", "label": "Leave", "scope": "room", "tone": "quiet", "fields": []}


def test_cells_flow_and_a_wide_one_has_a_line_of_its_own() -> None:
    cells = [Cell("a", "two"), Cell("b", "x" * 30), Cell("", "three")]
    assert flow(cells, 20) == [[(0, 0)], [(0, 1)], [(0, 2)]]
    assert flow(cells, 50) == [[(0, 0), (7, 1), (41, 2)]]
    assert flow([Cell("a", "漢字")] * 2, 16) == [[(0, 0), (8, 1)]], "wide letters take two columns"
    assert flow([], 20) == []


def test_own_cards_have_letters_and_what_cannot_be_chosen_has_none() -> None:
    zones = shown_zones(TABLE, HAND["from"])
    assert cards_in(zones) == ["R1", "R1", "B2"]
    cells = card_cells(zones, GAME, [1], ["R1", "B2"], keys=True)
    assert [(cell.key, cell.chosen, cell.faint) for cell in cells] == [
        ("a", False, False),
        ("", True, True),
        ("c", False, False),
    ]
    assert [zone["id"] for zone in shown_zones(TABLE, ["pile"])] == ["pile"]
    pile = card_cells(shown_zones(TABLE, ["pile"]), GAME, [], None, keys=True)
    assert [(cell.label, cell.card) for cell in pile] == [
        ("Pile (red) (sum 12):", None),
        ("a red one", 0),
        ("b wild", 1),
    ]


def test_chosen_cards_stay_chosen_where_they_lie_now() -> None:
    assert moved_choice(["R1", "R1", "B2"], [1, 2], ["B2", "R1"]) == [1, 0]
    assert moved_choice(["R1", "R1"], [0, 1], ["R1"]) == [0]
    assert choosable(
        [0, 1, 2], [Cell("", "Hand:"), Cell("a", "R1", card=0), Cell("", "R1", faint=True, card=1)]
    ) == [0, 2]


def test_cards_are_named_by_what_they_are() -> None:
    one = dialog(HAND, {**HAND, "name": "more"})
    one.answer(one.answer_for(["B2", "R1"]))
    assert one.values == {"cards": ["B2", "R1"]}
    with pytest.raises(InvalidAnswer, match="cannot be chosen"):
        one.answer_for(["B2"])


def test_leaving_has_a_digit_that_no_move_of_the_game_ever_has() -> None:
    assert move_keys([GAME_MOVE, GAME_MOVE, LEAVE], plays=True) == ["1", "2", "0"]
    assert move_keys([LEAVE], plays=True) == ["0"]
    assert move_keys([GAME_MOVE, LEAVE], plays=False) == ["1", "2"]
    many = move_keys([GAME_MOVE] * 12 + [LEAVE, LEAVE], plays=True)
    assert many == ["1", "2", "3", "4", "5", "6", "7", "8", "", "", "", "", "9", "0"]


@pytest.mark.parametrize(
    ("least", "most", "more", "numbers"),
    [(1, 8, {}, 8), (0, 3, {}, 4), (0, 3, {"optional": True}, 0), (0, 20, {}, 0), (-1, 3, {}, 0)],
)
def test_small_numbers_are_digits_and_others_are_typed(
    least: int, most: int, more: dict[str, Any], numbers: int
) -> None:
    field: Any = {"kind": "number", "name": "n", "min": least, "max": most, **more}
    assert len(digits_of(field)) == numbers
    assert is_typed(field) == (numbers == 0)


def test_what_is_not_listed_can_be_named_where_the_choice_is_open() -> None:
    assert [cell.label for cell in answer_cells(dialog(GAMES))] == [
        "1 Cheat",
        "2 Go Fish",
        "0 Type another name",
        "Esc Back",
    ]
    shut = answer_cells(dialog({**GAMES, "open": False, "optional": True}))
    assert [cell.label for cell in shut] == ["1 Cheat", "2 Go Fish", "0 Skip it", "Esc Back"]


def test_signs_stand_beside_colours() -> None:
    seats = seats_text(TABLE, GAME).plain.split("\n")
    assert seats[0] == "Pile: 9 cards, wild on top (red) (sum 12)"
    assert seats[1] == "> Ada  4 cards, host, program, ada.py, away, score 3, 1 win, UNO"
    assert seats[4] == "    Shown: red one, blue two (false)"
    assert [clock_text(left).plain for left in (None, 30, 3)] == ["", "30 s", "! 3 s !"]


def test_cards_of_the_hand_are_drawn_with_their_keys() -> None:
    ace, other = Cell("a", "A♣", card=0), Cell("b", "See the Future", chosen=True, card=1)
    assert [line.plain for line in drawn_card(ace, is_under_cursor=False)] == [" ╭───╮", " │A♣ │", " ╰─a─╯"]
    drawn = [line.plain for line in drawn_card(other, is_under_cursor=True)]
    assert drawn == [" ╭──────*───────╮", " >See the Future│", " ╰──────b───────╯"]
    assert flow([ace, other], 23, is_drawn=True) == [[(0, 0), (6, 1)]]
    name = Cell("", "漢字:")
    assert {line.cell_len for line in drawn_card(name, is_under_cursor=False)} == {name.drawn_width}
