"""Forms that are filled in by words, and a table in words."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cheat.client.forms import alternatives
from cheat.client.types import Saved
from cheat.terminal.chat import chat_choices, chat_event_line, chat_line, chat_message
from cheat.terminal.form_dialog import FormDialog, InvalidAnswer
from cheat.terminal.links import address, code_of
from cheat.terminal.saved_seats import MAX_SEATS, SavedSeats
from cheat.terminal.session import Session
from cheat.terminal.table_text import result_lines, seconds_left, table_lines

FACES = {
    code: {"kind": "x", "name": name} for code, name in (("R1", "red one"), ("B2", "blue two"), ("W", "wild"))
}
GAME: Any = {
    "id": "g",
    "name": "A Game",
    "faces": FACES,
    "presets": [{"name": "Short", "options": {"turn_s": 10}}, {"name": "Standard"}],
}
SPEC = [
    {"name": "turn_s", "kind": "int", "label": "Turn clock", "help": "", "default": 45, "min": 0, "max": 60},
    {"name": "open", "kind": "bool", "label": "Open", "help": "", "default": False},
    {"name": "mode", "kind": "choice", "label": "Mode", "help": "", "default": "a", "of": [
        {"value": "a", "label": "By turns"}, {"value": "b", "label": "At once"}]},
]  # fmt: skip
SAID: Any = [
    {"type": "said", "by": "p1", "text": "", "args": {"reaction": "laugh", "words": "Laughing"}},
    {"type": "said", "by": "p1", "text": "", "args": {"text": "{by} has nothing"}},
    {"type": "said", "by": None, "text": "", "args": {"reaction": "heart", "words": "A heart"}},
    {"type": "placed", "by": "p1", "text": "{by} placed a card."},
]
NOBODY = {"bot": None, "status": "here", "turn": False, "score": 0, "wins": 0, "marks": []}
TABLE: Any = {
    "code": "kwzpd",
    "game": "g",
    "phase": "playing",
    "version": 7,
    "you": "p2",
    "host": "p1",
    "options": {"turn_s": 45, "open": False, "mode": "a"},
    "watchers": 2,
    "players": [
        {**NOBODY, "id": "p1", "name": "Ada", "client": "ada.py", "status": "away", "turn": True, "score": 3,
         "wins": 1, "marks": [{"label": "UNO"}]},
        {**NOBODY, "id": "p2", "name": "Bob"},
        {**NOBODY, "id": "p3", "name": "Zed", "bot": "hard"},
    ],
    "zones": [
        {"id": "hand:p1", "kind": "hand", "owner": "p1", "label": "Hand", "count": 4},
        {"id": "row:p3", "kind": "display", "owner": "p3", "label": "Shown", "count": 2,
         "cards": ["R1", "B2"], "wrong": [1]},
        {"id": "pile", "kind": "pile", "owner": None, "label": "Pile", "count": 9, "cards": ["R1", "W"],
         "colour": "red", "note": "sum 12"},
        {"id": "aside", "kind": "pile", "owner": None, "label": "", "count": 0},
        {"id": "hand:p2", "kind": "hand", "owner": "p2", "label": "Hand", "count": 3,
         "cards": ["R1", "R1", "B2"]},
    ],
    "facts": [{"label": "Next", "text": "red"}],
    "prompt": "Wait.",
    "situation": "You lead.",
    "moves": [],
    "deadline": 9_500,
    "now": 1_000,
    "result": None,
}  # fmt: skip
GAMES = {"kind": "choice", "name": "game", "open": True, "of": [
    {"value": "cheat", "label": "Cheat"}, {"value": "go-fish", "label": "Go Fish"}]}  # fmt: skip
HAND = {"kind": "cards", "name": "cards", "from": ["hand:p2"], "min": 1, "max": 2}


def dialog(*fields: Any, **more: Any) -> FormDialog:
    names = {player["id"]: player["name"] for player in TABLE["players"]}
    return FormDialog({"name": "m", "label": "M", "fields": list(fields), **more}, TABLE, GAME, names)


def filled(text: str, field: Any) -> Any:
    one = dialog(field)
    one.answer(text)
    assert one.question is None
    return one.values.get(field["name"])


@pytest.mark.parametrize(
    ("changes", "question", "task"),
    [
        ({}, "Cards from your hand: choose 1 to 2 cards by number", "M: Choose 1 to 2 cards from your hand."),
        (
            {"from": ["pile"]},
            "Cards from “Pile”: choose 1 to 2 cards by number",
            "M: Choose 1 to 2 cards from “Pile”.",
        ),
        (
            {"from": ["row:p3"]},
            "Cards from Zed: choose 1 to 2 cards by number",
            "M: Choose 1 to 2 cards from Zed.",
        ),
        (
            {"from": ["aside", "pile", "row:p3"]},
            "Cards: choose 1 to 2 cards by number",
            "M: Choose 1 to 2 cards.",
        ),
        (
            {"label": "Give away"},
            "Give away: choose 1 to 2 cards by number",
            "Give away: Choose 1 to 2 cards.",
        ),
    ],
)
def test_question_says_where_cards_come_from_unless_the_author_does(
    changes: Any, question: str, task: str
) -> None:
    one = dialog({**HAND, **changes})
    assert (one.question, one.task) == (question, task)


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("1", HAND, ["R1"]),
        (" 2, 1 ", HAND, ["R1", "R1"]),
        ("blue", HAND, ["B2"]),
        ("3", {**HAND, "of": ["R1", "B2"]}, ["B2"]),
        ("", {**HAND, "optional": True}, None),
        ("1 2", {**HAND, "kinds": "same"}, ["R1", "R1"]),
        ("2", {"kind": "player", "name": "who", "of": ["p1", "p3"]}, "p3"),
        ("zed", {"kind": "player", "name": "who", "of": ["p1", "p3"]}, "p3"),
        ("1", {"kind": "choice", "name": "which", "of": [{"value": 7, "label": "Seven"}]}, 7),
        ("2", GAMES, "go-fish"),
        ("fish", GAMES, "go-fish"),
        ("my-game@1.2", GAMES, "my-game@1.2"),
        ("-3", {"kind": "number", "name": "n", "min": -5, "max": 5}, -3),
        ("Bea", {"kind": "text", "name": "name", "min": 1, "max": 16}, "Bea"),
    ],
)
def test_answer_is_a_number_or_words(text: str, field: Any, value: Any) -> None:
    assert filled(text, field) == value


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        ("4", HAND, "1 to 3"),
        ("red", HAND, "1 to 3"),
        ("", HAND, "Choose 1 to 2 cards."),
        ("1 1", HAND, "twice"),
        ("1 2 3", HAND, "Choose 1 to 2 cards."),
        ("1 3", {**HAND, "kinds": "same"}, "same kind"),
        ("1 2", {**HAND, "kinds": "distinct"}, "different"),
        ("3", GAMES, "1 to 2"),
        ("h", GAMES, "1 to 2"),
        ("", GAMES, "1 to 2"),
        ("9", {"kind": "number", "name": "n", "min": 0, "max": 5}, "0 to 5"),
        ("x", {"kind": "number", "name": "n", "min": 0, "max": 5}, "0 to 5"),
        ("", {"kind": "text", "name": "name", "min": 1, "max": 16}, "1 character"),
    ],
)
def test_what_is_no_answer_is_said_and_asked_again(text: str, field: Any, words: str) -> None:
    one = dialog(field)
    question = one.question
    with pytest.raises(InvalidAnswer, match=words):
        one.answer(text)
    assert (one.question, one.values) == (question, {})


def test_card_is_picked_once_for_all_fields_and_a_question_confirms() -> None:
    one = dialog(HAND, {**HAND, "name": "more", "min": 1}, confirm="Sure?")
    one.answer("1")
    assert one.answers == ["red one", "blue two"]
    one.answer("1 2")
    assert one.question == "Sure? (yes or no)"
    with pytest.raises(InvalidAnswer):
        one.answer("no")
    one.answer("yes")
    assert (one.question, one.values) == (None, {"cards": ["R1"], "more": ["R1", "B2"]})


def test_options_are_set_one_by_one_or_by_a_preset() -> None:
    one = dialog({"kind": "options", "name": "options", "spec": SPEC})
    assert one.answers == [
        "Turn clock: 45 (0 to 60)",
        "Open: no (yes or no)",
        "Mode: By turns (1 By turns, 2 At once)",
    ]
    for text in ("preset 1", "2 = yes", "3 2"):
        one.answer(text)
    assert one.answers[0] == "Turn clock: 10 (0 to 60)"
    for wrong in ("4 = 1", "1 = x", "2 = maybe", "preset 3"):
        with pytest.raises(InvalidAnswer):
            one.answer(wrong)
    one.answer("")
    assert (one.question, one.values) == (None, {"options": {"turn_s": 10, "open": True, "mode": "b"}})


def test_table_in_words_says_all_that_may_be_seen() -> None:
    assert table_lines(TABLE, GAME) == [
        "A Game, room KWZPD",
        "> Ada: host, program, ada.py, away, 4 cards, score 3, 1 win, UNO",
        "  Bob: you, 3 cards",
        "  Zed: bot, hard",
        "    Shown: red one, blue two (false)",
        "  2 people are watching",
        "Pile: 9 cards, wild on top (red) (sum 12)",
        "Next: red",
        "You lead.",
        "Your Hand: red one, red one, blue two",
    ]


def test_result_and_clock_in_words() -> None:
    award = {"kind": "lies", "label": "Boldest liar", "text": "4 lies", "players": ["p1", "p2"]}
    result = {"text": "Ada won.", "standing": [{"id": "p1", "place": 1, "score": 3}], "awards": [award]}
    assert result_lines({**TABLE, "result": result}) == [
        "Ada won.",
        "  1. Ada, 3",
        "  Boldest liar: Ada, Bob, 4 lies",
    ]
    assert result_lines(TABLE) == []
    assert seconds_left(TABLE, offset=500, now=2_000) == 7
    assert seconds_left({**TABLE, "deadline": None}, offset=0, now=0) is None


def test_what_people_say_is_read_with_who_says_it() -> None:
    assert [chat_event_line(event, {"p1": "Ada"}) for event in SAID] == [
        "Ada: Laughing",
        "Ada: {by} has nothing",
        "Spectator: A heart",
        "",
    ]
    assert chat_line({"at": 1, "by": "p9", "name": "Zed", "text": "Bye."}) == "Zed: Bye."


def test_what_is_typed_is_one_of_the_known_lines_or_words_of_ones_own() -> None:
    sits, watches = {**TABLE, "crowd": False}, {**TABLE, "you": None, "crowd": True}
    assert chat_message("hello", sits) == {"phrase": "hello"}
    assert chat_message("a HEART", watches) == {"reaction": "heart"}
    assert chat_message("a", sits) == {"text": "a"}, "three of them begin so"
    assert chat_message("Well, well", sits) == {"text": "Well, well"}
    assert [len(chat_choices(table)) for table in (sits, watches, {**watches, "crowd": False})] == [16, 8, 0]


def test_seats_are_kept_newest_last_and_not_for_ever(tmp_path: Path) -> None:
    kept = SavedSeats(tmp_path / "new" / "seats.json")
    assert kept.seats() == []
    for number in range(MAX_SEATS + 2):
        kept.keep(Saved(url="u", code=f"c{number}", player="p1", token="t", version=1, cursor="c"))
    kept.keep(Saved(url="u", code="c5", player="p2", token="t2", version=1, cursor="c"))
    assert [seat["code"] for seat in kept.seats()][-2:] == [f"c{MAX_SEATS + 1}", "c5"]
    assert (found := kept.of("u", " C5 ")) and found["token"] == "t2"
    kept.forget("u", "c5")
    assert kept.of("u", "c5") is None
    kept.file.write_text("no JSON")
    assert kept.seats() == []


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (("http://a.b:8000", "KWZPD"), ("http://a.b:8000", "KWZPD")),
        (("https://a.b/r/kwzpd", ""), ("https://a.b", "kwzpd")),
        (("localhost:8000", ""), ("http://localhost:8000", "")),
        (("a.b/r/kwzpd/", ""), ("http://a.b", "kwzpd")),
    ],
)
def test_link_of_a_room_leads_there(typed: tuple[str, str], found: tuple[str, str]) -> None:
    assert address(*typed) == found
    assert code_of(" https://a.b/r/kwzpd ") == code_of(" kwzpd ") == "kwzpd"


def of_choices(*values: str | int) -> list[dict[str, Any]]:
    return [{"value": value, "label": f"{value}!"} for value in values]


def asks(*pairs: tuple[list[str], list[int]]) -> list[Any]:
    """Return the forms of a move that asks for a suit and a rank which go together."""
    return [
        {"name": "ask", "label": "Ask", "fields": [
            {"kind": "choice", "name": "suit", "of": of_choices(*suits)},
            {"kind": "choice", "name": "rank", "of": of_choices(*ranks)}]}
        for suits, ranks in pairs
    ]  # fmt: skip


def takes() -> list[Any]:
    """Return the forms of a move that asks for a player and a card of that player."""
    return [
        {"name": "take", "label": "Take", "fields": [
            {"kind": "player", "name": "seat", "of": [seat]},
            {"kind": "cards", "name": "card", "from": [zone], "min": 1, "max": 1}]}
        for seat, zone in (("p2", "hand:p2"), ("p3", "row:p3"))
    ]  # fmt: skip


def dialog_of(*forms: Any) -> FormDialog:
    table = {**TABLE, "moves": [*forms, {"name": "pass", "label": "Pass", "fields": []}]}
    names = {player["id"]: player["name"] for player in TABLE["players"]}
    return FormDialog(forms[0], table, GAME, names, alternatives(table, forms[0]))


def test_each_question_offers_what_goes_with_the_answers_before() -> None:
    one = dialog_of(*asks((["red"], [1, 2]), (["blue", "green"], [2])))
    assert one.answers == ["red!", "blue!", "green!"]
    one.answer("blue")
    assert one.answers == ["2!"]
    one.answer("1")
    assert (one.question, one.values) == (None, {"suit": "blue", "rank": 2})


def test_a_player_is_chosen_before_a_card_that_lies_there() -> None:
    one = dialog_of(*takes())
    assert one.answers == ["Bob", "Zed"]
    one.answer("Zed")
    assert one.cards == ["R1", "B2"]
    one.answer("2")
    assert (one.form, one.values) == (takes()[1], {"seat": "p3", "card": ["B2"]})


def test_alternatives_are_one_move_of_the_list() -> None:
    table = {**TABLE, "moves": [*takes(), {"name": "leave", "label": "Leave", "fields": [], "scope": "room"}]}
    session: Any = SimpleNamespace(table=table, game=GAME, names={})
    session.moves = partial(Session.moves, session)
    session.current_form = partial(Session.current_form, session)
    assert session.moves() == [takes()[0], table["moves"][-1]]
    assert session.current_form(takes()[1]) == takes()[1]
    one = Session.start_dialog(session, session.moves()[0])
    assert one is not None and one.answers == ["p2", "p3"]


def test_numbers_with_gaps_become_answers() -> None:
    forms: list[Any] = [
        {"name": "n", "label": "N", "fields": [
            {"kind": "number", "name": "n", "min": low, "max": high},
            {"kind": "choice", "name": "way", "of": of_choices(way)}]}
        for low, high, way in ((1, 2, "low"), (5, 5, "high"))
    ]  # fmt: skip
    one = dialog_of(*forms)
    assert one.answers == ["1", "2", "5"]
    one.answer("3")
    assert (one.values, one.answers) == ({"n": 5}, ["high!"])
    near = [forms[0], {**forms[1], "fields": [{**forms[1]["fields"][0], "min": 3}, forms[1]["fields"][1]]}]
    assert dialog_of(*near).field == {"kind": "number", "name": "n", "min": 1, "max": 5}


def test_cards_that_no_form_takes_together_are_told() -> None:
    wanted = {"kind": "choice", "name": "wanted", "of": of_choices("red")}
    forms: list[Any] = [
        {"name": "lay", "label": "Lay", "fields": [wanted, {**HAND, "max": 1, "of": [face]}]}
        for face in ("R1", "B2")
    ]
    for form in forms:
        form["fields"][1] |= {"min": 2, "max": 2}
    one = dialog_of(*forms)
    one.answer("1")
    with pytest.raises(InvalidAnswer, match="don't go together"):
        one.answer("1 3")
    one.answer("1 2")
    assert one.values == {"wanted": "red", "cards": ["R1", "R1"]}
