"""The drawing of the table: seats around it, piles in its middle, and texts in columns of a terminal."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from rich.cells import cell_len

from cheat.terminal.full.canvas import Canvas, centred, shortened, wrapped
from cheat.terminal.full.drawing import seats_text
from cheat.terminal.full.felt import felt_text
from tests.terminal.test_form_dialog import NOBODY

NAMES = ("Ada", "Bob", "Cyd", "日本語の人", "Eve", "Fay", "Gus", "Zoë")
GAME: Any = {
    "id": "g",
    "name": "A Game",
    "faces": {
        "QH": {"kind": "playing", "name": "Queen of hearts", "rank": "Q", "suit": "hearts"},
        "TS": {"kind": "playing", "name": "Ten of spades", "rank": "T", "suit": "spades"},
        "R4": {"kind": "uno", "name": "Red 4", "colour": "red"},
        "SF": {"kind": "kittens", "name": "See the Future"},
    },
}
PILES: list[Any] = [
    {"id": "draw", "kind": "pile", "owner": None, "label": "Draw pile", "count": 27},
    {"id": "discard", "kind": "pile", "owner": None, "label": "Discard pile", "count": 3, "cards": ["R4"]},
]
SIZES = [(46, 9), (48, 13), (58, 10), (60, 18), (90, 28)]


def table(players: int, *zones: Any, you: str | None = "p1", **more: Any) -> Any:
    """Return a table with these zones, at which the second player is on turn."""
    seats = [
        {**NOBODY, "id": f"p{number}", "name": name, "turn": number == 2}
        for number, name in enumerate(NAMES[:players], 1)
    ]
    hands = [
        {"id": f"hand:{seat['id']}", "kind": "hand", "owner": seat["id"], "label": "Hand", "count": 7}
        for seat in seats
    ]
    empty = {"code": "kwzpd", "phase": "playing", "host": "p1", "facts": [], "watchers": 0, "result": None}
    return {**empty, "players": seats, "zones": [*hands, *zones], "you": you, **more}


def trick(players: int, *cards: str) -> list[Any]:
    """Return the row in front of each player, of whom the first ones have laid these cards."""
    return [
        {"id": f"trick:p{number}", "kind": "row", "owner": f"p{number}", "label": "Trick",
         "count": number <= len(cards), "cards": [*cards[number - 1 : number]]}
        for number in range(1, players + 1)
    ]  # fmt: skip


def drawn(one: Any, width: int, height: int) -> list[str]:
    """Return the lines of a drawing."""
    text = felt_text(one, GAME, width, height)
    assert text is not None, "there is room"
    return text.plain.split("\n")


@pytest.mark.parametrize("players", range(1, 9))
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_drawing_has_exactly_the_size_of_its_pane_also_with_wide_letters(
    players: int, width: int, height: int
) -> None:
    text = felt_text(table(players, *PILES), GAME, width, height)
    if text is not None:
        assert [cell_len(line) for line in text.plain.split("\n")] == [width] * height
        assert all(name in text.plain for name in NAMES[:players])
    else:
        assert (players, height) in {(n, 9) for n in (6, 7, 8)} | {(n, 10) for n in (6, 7, 8)}


def test_seats_sit_clockwise_around_the_table_with_the_viewer_at_the_lower_edge() -> None:
    lines = drawn(table(6, *PILES), 76, 20)
    rows = {name: next(row for row, line in enumerate(lines) if name in line) for name in NAMES[:6]}
    columns = {name: cell_len(lines[row][: lines[row].index(name)]) for name, row in rows.items()}
    assert rows["Ada"] == 19 and lines[19].strip() == "Ada  7 cards, you, host"
    assert rows["Cyd"] == rows["日本語の人"] == rows["Eve"] == 0
    assert columns["Cyd"] < columns["日本語の人"] < columns["Eve"]
    assert columns["Bob"] < 76 / 2 < columns["Fay"]
    assert 0 < rows["Bob"] == rows["Fay"] < 19
    assert "> Bob" in lines[rows["Bob"]], "the player on turn has a sign"
    spectator = drawn(table(6, *PILES, you=None), 76, 20)
    assert spectator[19].strip() == "Ada  7 cards, host"


def test_piles_are_drawn_with_their_names_and_numbers_of_cards() -> None:
    lines = drawn(table(2, *PILES), 48, 13)
    numbers, names = next((one, below) for one, below in pairwise(lines) if "27" in one)
    assert [" ".join(line.split()) for line in (numbers, names)] == [
        "│ ╰─────── 27 ╯ ╰────── 3 ╯ │",
        "╰─╮ Draw pile Discard pile ╭─╯",
    ]
    assert any("░░░" in line for line in lines) and any("Red 4" in line for line in lines)
    empty = drawn(table(2, {**PILES[0], "count": 0}), 48, 13)
    assert any("╎" in line for line in empty) and not any("░" in line for line in empty)
    assert "27 cards" in seats_text(table(2, *PILES), GAME).plain, "without the drawing, words say it"


def test_cards_of_a_trick_lie_in_front_of_those_who_laid_them() -> None:
    lines = drawn(table(4, *trick(4, "QH", "TS")), 48, 13)
    own, left = ([(row, line.index(card)) for row, line in enumerate(lines) if card in line]
                 for card in ("Q♥", "10♠"))  # fmt: skip
    assert left and own and max(left)[0] < min(own)[0], "the viewer's card is at the lower edge"
    assert left[0][1] < own[0][1], "the next player sits at the left"
    assert sum(len(re.findall("╭───(?:──)?╮", line)) for line in lines) == 2, "nobody else has laid a card"


def test_many_cards_become_small_labels_and_what_does_not_fit_is_counted() -> None:
    row: Any = {"id": "row", "kind": "row", "owner": None, "label": "Shown", "count": 9,
                "cards": ["QH", "TS"] * 4 + ["SF"], "wrong": [8]}  # fmt: skip
    lines = drawn(table(3, row), 48, 13)
    assert any("Shown" in line and "Q♥" in line and "10♠" in line for line in lines)
    assert any("… (false)" in line for line in lines), "a false card says so in any case"
    display: Any = {**row, "id": "d", "kind": "display", "owner": "p2", "wrong": []}
    assert any("+" in line for line in drawn(table(3, *PILES, display), 60, 14))


def test_table_without_room_is_a_list_and_the_result_is_in_the_middle() -> None:
    assert felt_text(table(4, *PILES), GAME, 35, 20) is None
    assert felt_text(table(4, *PILES), GAME, 80, 8) is None
    standing = [{"id": f"p{place}", "place": place, "score": 9 - place} for place in (1, 2)]
    over = table(2, phase="over", result={"text": "Ada won.", "standing": standing, "awards": []})
    lines = drawn(over, 48, 13)
    assert [line.strip("│ ") for line in lines[5:8]] == ["Ada won.", "1. Ada, 8", "2. Bob, 7"]
    lobby = drawn(table(2, phase="lobby", seats=8), 48, 13)
    assert any("Room KWZPD" in line for line in lobby) and any("2 players of 8" in line for line in lobby)


def test_seats_of_leavers_and_closed_zones_are_noted() -> None:
    one = table(2, {"id": "taken", "kind": "pile", "owner": "p2", "label": "Taken", "count": 4})
    one["players"][1] |= {"status": "left", "score": 5, "marks": [{"label": "dealer"}]}
    words = " ".join(drawn(one, 60, 13)[:2])
    assert "Taken: 4 cards" in words and "score 5" in words and "dealer" in words


# Columns


def test_texts_are_measured_in_columns() -> None:
    assert shortened("日本語の人", 6) == "日本…" and shortened("Ada", 3) == "Ada"
    assert shortened("e\u0301e\u0301e\u0301", 2) == "e\u0301…"
    assert shortened("Ada", 0) == ""
    assert centred("日本", 7) == " 日本  "
    assert wrapped("日本語の人 sits here", 6) == ["日本語", "の人", "sits", "here"]
    assert wrapped("", 5) == []


def test_half_of_a_wide_letter_never_remains() -> None:
    canvas = Canvas(6, 1)
    canvas.write(0, 0, ("日本", ""))
    canvas.write(1, 0, ("ab", ""))
    assert canvas.text().plain == " ab   "
    canvas.write(5, 0, ("日", ""))
    assert canvas.text().plain == " ab   ", "what is beyond the edge is not drawn"
    canvas.write(0, 0, ("👩\u200d🚀", ""), ("x", ""))
    assert cell_len(canvas.text().plain) == 6
