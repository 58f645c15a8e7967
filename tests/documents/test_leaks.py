"""Texts for players show no hidden face, and harmless expressions do not count as leaks."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.documents import DocumentGame, check, compiled
from cheat.engine import engine
from cheat.engine.registry import DataTable
from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import Text

from .small_documents import SMALL, dealt, document, doing, found, game_of, playing, written

SECRET = {"score": 0, "role": {"start": 0, "seen": "owner"}}
"""Variables of players; only its owner knows `role`."""
SHOWN = {"reveal": "hand", "to": "next"}
DEFINE = {"has(r)": "any(hand where rank == r)", "slappers": "others where has('7')"}


def leaks(*, reveal: Any = None, **changes: Any) -> list[tuple[str, str]]:
    """Return the severity and the path of each leak of a document."""
    doc = document(player_vars=SECRET, define=DEFINE, **changes)
    if reveal is not None:
        doc["start"].insert(0, reveal)
    return [(one.severity, one.path) for one in found(doc) if one.code == "leak"]


def with_move(**move: Any) -> dict[str, Any]:
    """Return the phases of the small document with one more move."""
    phases: dict[str, Any] = document()["phases"]
    phases["turn"]["moves"].append(doing({"next": "turn"}, **move))
    return phases


@pytest.mark.parametrize(
    ("who", "is_told"),
    [
        ("players where any(hand where rank == '7')", True),
        ("owner('2C')", True),
        ("players where role == 1", True),
        ("slappers", True),
        ("players where count(hand) > 1", False),
        ("players where not hand is empty", False),
        ("owner(top(discard))", False),
        ("lowest(players by score)", False),
    ],
)
def test_who_is_asked_stands_in_what_everybody_reads(who: str, is_told: bool) -> None:
    phases = document()["phases"]
    phases["turn"]["who"] = who
    told = leaks(phases=phases)
    assert [severity for severity, _ in told] == ["warning"] * is_told


SEVEN = {"card": {"from": "hand", "where": "rank == '7'"}}


@pytest.mark.parametrize(
    ("who", "moves", "is_told"),
    [
        ("others", [{"pick": SEVEN}], True),
        ("others", [{"pick": SEVEN}, {"name": "pass"}], False),
        ("others", [{"pick": {"card": {"from": "hand"}}}], False),
        ("others", [{"if": "has('7')"}, {"if": "has('8')"}, {"if": "role == 1"}], True),
        ("others", [{"if": "has('7')"}, {"if": "has('7')", "pick": SEVEN}], True),
        ("others", [{"if": "role == 1"}, {"if": "count(hand) > 2"}], False),
        ("others", [{"pick": SEVEN}, {"name": "pass", "by": "players"}], True),
        ("next", [{"pick": SEVEN}], False),
        (None, [{"pick": SEVEN}], False),
    ],
)
def test_that_a_player_can_act_tells_nobody_what_it_holds(who: Any, moves: Any, is_told: bool) -> None:
    """If several players are asked, the game waits for those that have a legal move."""
    phase = {"moves": [doing({"end": "me"}, **move) for move in moves]} | ({"who": who} if who else {})
    assert leaks(phases={"turn": phase}) == [("warning", "phases.turn.who")] * is_told


def test_the_time_of_a_phase_is_seen_by_everybody() -> None:
    time = "if(any(hand where rank == '7'), 9, 5)"
    assert leaks(phases=playing(doing({"end": "me"}), time=time)) == [("warning", "phases.turn.time")]


@pytest.mark.parametrize(
    ("groups", "is_leak"), [("group(hand by rank)", False), ("group(next.hand by rank)", True)]
)
def test_groups_of_cards_tell_the_owner_nothing_of_other_hands(groups: str, is_leak: bool) -> None:
    hand = {**SMALL["zones"]["hand"], "groups": groups}
    told = leaks(zones={**SMALL["zones"], "hand": hand})
    assert told == [("error", "zones.hand.groups")] * is_leak


@pytest.mark.parametrize(
    ("by", "is_leak"),
    [
        ("players where any(hand where rank == '7')", False),
        ("others where has('7') or role == 1", False),
        ("slappers + (players where hand is empty)", False),
        ("(others where role == 1) where any(hand)", False),
        ("if(count(next.hand) > 2, slappers, [])", False),
        ("owner('7C')", False),
        ("if(any(hand where rank == '7'), others, [])", True),
        ("players where any(turn.hand where rank == '7')", True),
        ("players where turn.role == 1", True),
        ("players where any(others where has('7'))", True),
        ("if(count(slappers) > 0, others, players)", True),
        ("first(slappers)", True),
        ("others where any(top(stock).points where it > 1)", True),
    ],
)
def test_a_player_may_learn_from_a_move_for_others_only_what_it_knows(by: str, is_leak: bool) -> None:
    assert bool(leaks(phases=with_move(by=by))) == is_leak


def test_a_move_by_its_own_hand_is_offered_to_those_that_hold_the_card() -> None:
    game = game_of(phases=with_move(by="players where 'KH' in hand", label="Slap"), start=DEALING)
    table = dealt(game, 3)
    slaps = [id for id, forms in engine.legal_moves(game, table).items() if "go" in [f.name for f in forms]]
    assert slaps == ["p2"]


DEALING = [
    {"move": "cards where it == 'KH'", "to": "after(turn).hand"},
    {"deal": 2, "to": "hand"},
    {"go": "turn"},
]
"""The second player gets the king of hearts, the others get none."""


@pytest.mark.parametrize("condition", ["any(next.hand where rank == '7')", "top(next.hand).suit == 'hearts'"])
def test_a_condition_may_read_a_hand_that_rules_reveal(condition: str) -> None:
    move = {"if": condition}
    assert leaks(phases=with_move(**move)) == [("error", "phases.turn.moves[1].if")]
    assert leaks(phases=with_move(**move), reveal=SHOWN) == []
    assert leaks(phases=with_move(**move), reveal={**SHOWN, "to": "nobody"}) != []
    assert leaks(phases=with_move(by=condition.replace("next", "turn"))) != []


def offered(game: DocumentGame, table: DataTable, player: str) -> list[str]:
    return [form.name for form in engine.moves(game, table, player)]


@pytest.mark.parametrize("revealed", [False, True])
def test_a_face_that_is_not_revealed_yet_counts_as_unknown(revealed: bool) -> None:
    """The condition asks for a king in the hand of the next player."""
    move = {"if": "any(next.hand where rank == 'K')"}
    always = {"name": "count", "if": "count(next.hand where rank != 'A') == 3", "do": [{"next": "turn"}]}
    start = [*DEALING[:-1], {"if": revealed, "then": [{"reveal": "next.hand", "to": "me"}]}, DEALING[-1]]
    game = game_of(phases={"turn": {"moves": [doing({"next": "turn"}, **move), always]}}, start=start)
    assert offered(game, dealt(game), "p1") == (["go", "count"] if revealed else ["count"])


def test_facts_and_marks_show_hands_once_all_see_them() -> None:
    shown = [{"label": "Sum", "value": "sum(first(players).hand by order)"}]
    marks = [{"label": "Kings", "value": "count(hand where rank == 'K')"}]
    opens = doing({"reveal": "players.hand"})
    game = game_of(phases=playing(opens), start=DEALING, shows=shown, marks=marks)
    table = dealt(game)
    before = game.facts(table, "p1")[0].text, game.badges(table, "p2")[0].label
    engine.act(game, table, "p1", "go", engine.moves(game, table, "p1")[0].ties, table.now)
    after = game.facts(table, "p1")[0].text, game.badges(table, "p2")[0].label
    values = [[str(part).count("'value': 0") for part in (sum_, mark)] for sum_, mark in (before, after)]
    assert values == [[1, 1], [0, 0]]


def test_a_card_in_a_variable_is_known_to_those_that_see_where_it_lies() -> None:
    start = [
        {"move": "cards where it == 'KH'", "to": "hand"},
        {"set": {"held": "first(hand)"}},
        {"go": "turn"},
    ]
    moves = [
        {"name": "mine", "if": "held.rank == 'K'", "do": [{"next": "turn"}]},
        {"name": "theirs", "by": "others", "if": "held == 'KH' or not owner(held) is none", "do": []},
        {"name": "rank", "by": "others", "if": "held.rank == 'K' or held.order > 0", "do": []},
        {"name": "place", "by": "others", "if": "owner('KH') is not none", "do": []},
    ]
    game = game_of(vars={"held": "card"}, phases=playing(*moves), start=start,
        shows=[{"label": "Held", "value": "held.order"}])  # fmt: skip
    table = dealt(game)
    assert offered(game, table, "p1") == ["mine"]
    assert offered(game, table, "p2") == ["theirs"]
    assert game.facts(table, "p1") == game.facts(table, None)
    assert "'value': 0" in str(game.facts(table, None)[0].text)


HIDDEN = """
    poker(next.hand) > [1] | deadwood(hand, 3, 3, melds(next.hand, 3, 3)) > 0 | 'QH' in next.hand
    count(group(next.hand by suit)) > 1 | first(sort(next.hand by order)).rank == 'A'
    owner(first(next.hand)) != next | max(next.hand by order) > 0 | index(next.hand, first(hand)) is not none
    any(kept where suit == 'hearts') | poker(kept) > [1] | count(column[held.suit]) > 0 | held in hand
"""
"""Conditions on faces that the player does not see."""


def test_rules_that_meet_a_card_without_a_face_go_on() -> None:
    sources = [one.strip() for one in HIDDEN.replace("\n", "|").split("|") if one.strip()]
    moves = [doing({"reveal": "hand", "to": "next"}, **{"if": one}) for one in sources]
    choice = {"name": "choose", "pick": {"c": {"choice": "kept + [held, first(hand)]"}}, "do": []}
    game = game_of(
        zones={**document()["zones"], "column": {"kind": "columns", "seen": "all", "per": "suit"}},
        vars={"held": "card", "kept": "cards"},
        phases=playing(*moves, choice),
        start=[*document()["start"][:-1], {"set": {"held": "top(stock)", "kept": "top(stock, 5)"}}, TURN],
    )
    table = dealt(game)
    (form,) = [form for form in engine.moves(game, table, "p1") if form.name == "choose"]
    assert [one.value for one in form.fields[0].of] == table.zones["hand:p1"].cards[:1]


TURN = {"go": "turn"}


@pytest.mark.parametrize(
    ("changes", "paths"),
    [
        ({"marks": [{"label": "Role", "value": "role"}]}, ["marks[0].value"]),
        ({"marks": [{"label": "Wolf", "if": "role == 1"}]}, ["marks[0].if"]),
        ({"shows": [{"label": "Wolves", "value": "count(players where role == 1)"}]}, ["shows[0].value"]),
        ({"phases": with_move(**{"if": "role == 1"})}, []),
        ({"phases": with_move(**{"if": "next.role == 1"})}, ["phases.turn.moves[1].if"]),
        ({"phases": playing(doing({"end": "me"}), prompt="You are {role}.")}, []),
        ({"phases": playing(doing({"end": "me"}), prompt="It is {next.role}.")}, ["phases.turn.prompt"]),
        ({"phases": playing(doing({"say": "{next.role}"}, {"end": "me"}))}, []),
    ],
)
def test_a_variable_that_its_owner_knows_is_shown_to_no_other(changes: Any, paths: list[str]) -> None:
    assert leaks(**changes) == [("error", path) for path in paths]


def test_a_stored_game_that_leaks_is_played_on() -> None:
    doc = document(player_vars=SECRET, marks=[{"label": "Role", "value": "role"}])
    assert check(written(doc))[0] is None
    table = dealt(game := compiled(written(doc)))
    assert offered(game, table, "p1") == ["play"]


@pytest.mark.parametrize(("of", "mine"), [("player", [7, 0, 0, 0]), ("team", [7, 0])])
def test_a_secret_of_a_player_or_a_team_is_concealed_from_the_others(of: str, mine: list[int]) -> None:
    game = game_of(
        players={"min": 4, "max": 4, "team_size": 2},
        **{f"{of}_vars": {"plan": {"start": 7, "seen": "owner"}}},
    )
    for viewer, known in (("p1", mine), ("p2", [0, 7, 0, 0] if of == "player" else [0, 7]), (None, None)):
        table = dealt(game, 4)
        game.conceal(table, viewer)
        assert table.values["plan"] == (known or [0] * len(mine))


def test_a_zone_with_a_mistake_is_told_once() -> None:
    zones = document()["zones"]
    zones["hand"]["seen"] = "others"
    (told,) = found(document(zones=zones))
    assert (told.code, told.path) == ("shape", "zones.hand.seen")


def test_labels_name_the_suit_or_the_players_of_a_team() -> None:
    zones = {
        **document()["zones"],
        "column": {"kind": "columns", "seen": "all", "per": "suit",
            "label": {"en": "Column of {suit}", "es": "Columna de {suit}"}},
        "taken": {"kind": "pile", "seen": "all", "per": "team", "label": "Taken by {team}"},
    }  # fmt: skip
    pick = {"side": {"choice": "teams"}}
    game = game_of(zones=zones, players={"min": 4, "max": 4, "team_size": 2},
        phases=playing(doing({"end": "me"}, pick=pick)))  # fmt: skip
    table, names = dealt(game, 4), {"p1": "Ann", "p2": "Ben", "p3": "Cai", "p4": "Dan"}
    says = [game.language_with_terms(LANGUAGES[tag]).say for tag in ("en", "es")]
    hearts, second = table.zones["column:hearts"].label, table.zones["taken:2"].label
    assert [say(hearts, names) for say in says] == ["Column of hearts", "Columna de corazones"]
    assert says[0](second, names) == "Taken by Ben and Dan"
    (form,) = engine.moves(game, table, "p1")
    assert [says[0](one.label, names) for one in form.fields[0].of] == ["Ann, Cai", "Ben, Dan"]


def test_a_term_that_is_the_same_in_two_languages_is_not_translated() -> None:
    zones = document()["zones"]
    zones["hand"]["label"] = {"en": "Hand", "es": "Mano"}
    marks = [{"label": {"en": "Mano", "es": "Mano"}, "if": "true"}]
    game = game_of(zones=zones, marks=marks)
    says = [game.language_with_terms(LANGUAGES[tag]).say for tag in ("en", "es")]
    assert [say(Text(word), {}) for say in says for word in ("Mano", "Hand")] == [
        "Mano",
        "Hand",
        "Mano",
        "Mano",
    ]


def test_a_slot_in_a_text_without_slots_is_told() -> None:
    zones = document()["zones"]
    zones["discard"]["label"] = "Pile of {suit}"
    told = found(document(zones=zones, phases=with_move(label={"en": "Go, {me}", "es": "Ve"})))
    assert [(one.code, one.path) for one in told] == [
        ("no_slot", "zones.discard.label"), ("no_slot", "phases.turn.moves[1].label"),
    ]  # fmt: skip


def test_label_of_a_button_shows_numbers() -> None:
    label = {"en": "Call {n + count(hand)}", "es": "Ver {n + count(hand)}"}
    game = game_of(vars={"n": 2}, phases=playing({"name": "go", "label": label, "do": [{"next": "turn"}]}))
    (form,) = engine.moves(game, dealt(game), "p1")
    labels = [form.view(game.language_with_terms(LANGUAGES[tag]).say).label for tag in ("en", "es")]
    assert labels == ["Call 5", "Ver 5"]


@pytest.mark.parametrize(
    ("slot", "english", "spanish"),
    [
        ("led", "Follow hearts", "Sigue corazones"), ("top(discard).rank", "Follow Q", "Sigue Q"),
        ("next", "Follow Ben", "Sigue Ben"), ("team", "Follow Ann and Cai", "Sigue Ann y Cai"),
    ],
)  # fmt: skip
def test_label_of_a_button_shows_suits_players_and_teams(slot: str, english: str, spanish: str) -> None:
    label = {"en": f"Follow {{{slot}}}", "es": f"Sigue {{{slot}}}"}
    game = game_of(vars={"led": "suit"}, players={"min": 4, "max": 4, "team_size": 2},
        start=[{"set": {"led": "'hearts'"}}, {"move": "cards where it == 'QH'", "to": "discard"},
            {"go": "turn"}],
        phases=playing({"name": "go", "label": label, "do": [{"next": "turn"}]}))  # fmt: skip
    (form,) = engine.moves(game, dealt(game, 4), "p1")
    names = {"p1": "Ann", "p2": "Ben", "p3": "Cai", "p4": "Dan"}
    says = [game.language_with_terms(LANGUAGES[tag]).say for tag in ("en", "es")]
    assert [form.view(lambda words, say=say: say(words, names)).label for say in says] == [english, spanish]


@pytest.mark.parametrize(
    ("label", "code"),
    [
        ("Call {m}", "unknown_name"), ("Call {top(stock)}", "leak"), ("Call {hand}", "no_slot"),
        ("Call {me}", "no_slot"),
    ],
)  # fmt: skip
def test_label_with_a_mistake_in_braces_is_shown_as_it_stands(label: str, code: str) -> None:
    """Earlier releases showed all braces, so games with them are still played."""
    parts = {"phases": playing({"name": "go", "label": label, "do": [{"next": "turn"}]})}
    problems = found(document(**parts))
    assert (problems[0].code, {problem.severity for problem in problems}) == (code, {"warning"})
    game = game_of(**parts)
    (form,) = engine.moves(game, dealt(game), "p1")
    assert form.view(LANGUAGES["en"].say).label == label


def test_label_with_a_mistake_is_found_among_many_warnings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report keeps only so many warnings."""
    monkeypatch.setattr("cheat.documents.parse.diagnostics.MOST_PROBLEMS", 0)
    game = game_of(phases=playing({"name": "go", "label": "Call {me}", "do": [{"next": "turn"}]}))
    (form,) = engine.moves(game, dealt(game), "p1")
    assert form.view(LANGUAGES["en"].say).label == "Call {me}"
