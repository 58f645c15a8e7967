"""Choices of a move that depend on each other: their forms, their check, and the values that are accepted."""

from __future__ import annotations

from copy import deepcopy
from itertools import product
from typing import Any

import pytest

from cheat.bots.bot import WeightedBot
from cheat.documents import DocumentGame
from cheat.engine import engine
from cheat.engine.action_space import actions
from cheat.engine.forms import CardsField, ChoiceField, Form, NumberField, PlayerField, pickable
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.errors import Refused
from cheat.i18n.languages import LANGUAGES
from tests.games.walks import Start, walk

from .small_documents import dealt, document, doing, found, game_of, playing

PASS = {"name": "pass", "do": [{"next": "turn"}]}
NEXT = {"next": "turn"}


def picking(pick: dict[str, Any], *do: Any, seats: int = 3, **parts: Any) -> tuple[DocumentGame, DataTable]:
    """Return a game with a move of these choices, and a table in it."""
    game = game_of(phases=playing(doing(*do, NEXT, pick=pick), PASS), **parts)
    return game, dealt(game, seats)


def with_open_cards(*cards_of: str) -> dict[str, Any]:
    """Return the parts of a document in which each player has these open cards."""
    zones = document()["zones"] | {"open": {"kind": "row", "per": "player", "seen": "all"}}
    laid = [
        {"move": f"cards where it == '{card}'", "to": f"players[{seat}].open"}
        for seat, cards in enumerate(cards_of)
        for card in cards.split()
    ]
    return {"zones": zones, "start": [*laid, {"go": "turn"}]}


def forms_of(game: DocumentGame, table: DataTable) -> list[Form]:
    return [form for form in engine.moves(game, table, "p1") if form.name == "go"]


def combinations(form: Form, table: DataTable) -> list[tuple[Any, ...]]:
    """Return all combinations of values that a form offers; a card for a field of one card."""
    values: list[list[Any]] = []
    for field in form.fields:
        match field:
            case CardsField():
                values.append([*dict.fromkeys(pickable(field, table.cards_of))])
            case PlayerField():
                values.append(field.of)
            case ChoiceField():
                values.append([choice.value for choice in field.of])
            case NumberField():
                values.append([*range(field.min, field.max + 1)])
    return [*product(*values)]


def offered(game: DocumentGame, table: DataTable) -> list[tuple[Any, ...]]:
    """Return all combinations of values that the move offers, each once."""
    pairs = [pair for form in forms_of(game, table) for pair in combinations(form, table)]
    assert len(set(pairs)) == len(pairs)
    return sorted(pairs)


def sent(form: Form, *values: Any) -> dict[str, Any]:
    """Return the args of a move with these values in the fields of a form."""
    in_fields = {
        field.name: [value] if isinstance(field, CardsField) else value
        for field, value in zip(form.fields, values, strict=True)
    }
    return {**form.ties, **in_fields}


SEAT_AND_CARD = {"seat": {"player": "others"}, "card": {"from": "seat.open"}}


def test_a_player_chooses_a_seat_and_a_card_that_lies_there() -> None:
    game, table = picking(
        SEAT_AND_CARD, {"move": "card", "to": "hand"}, **with_open_cards("2C", "3C 4C", "5C")
    )
    assert offered(game, table) == [("p2", "3C"), ("p2", "4C"), ("p3", "5C")]
    form = forms_of(game, table)[0]
    engine.act(game, table, "p1", "go", sent(form, "p2", "4C"), 0)
    assert table.hand("p1").cards == ["4C"]


def test_choices_have_the_labels_of_the_author_in_each_form_and_language() -> None:
    pick = {
        "seat": {"player": "others", "label": {"en": "Victim", "es": "Víctima"}},
        "card": {"from": "seat.open", "label": "Loot"},
        "n": {"number": [1, "card.order"], "label": "How often"},
        "suit": {"choice": "suits", "label": "Suit"},
        "loud": {"yes": "Loudly?"},
        "mine": {"from": "hand"},
    }
    parts = with_open_cards("2C", "3C 4C", "5C")
    parts["start"].insert(-1, {"deal": 1, "to": "hand"})
    game, table = picking(pick, **parts)
    forms = forms_of(game, table)
    assert len(forms) > 1
    for form in forms:
        labels = [field.label for field in form.fields]
        assert labels == ["Victim", "Loot", "How often", "Suit", "Loudly?", ""]
    spanish = game.language_with_terms(LANGUAGES["es"])
    assert forms[0].view(spanish.say).fields[0].label == "Víctima"


def test_a_seat_without_a_card_to_choose_is_not_offered() -> None:
    game, table = picking(SEAT_AND_CARD, **with_open_cards("2C", "", "5C"))
    assert offered(game, table) == [("p3", "5C")]
    game, table = picking(SEAT_AND_CARD, **with_open_cards("2C", "", ""))
    assert [form.name for form in engine.moves(game, table, "p1")] == ["pass"]


def test_a_suit_comes_with_the_ranks_that_the_player_holds_in_it() -> None:
    pick = {"wanted": {"choice": "suits"}, "of": {"choice": "map((open where suit == wanted) by rank)"}}
    game, table = picking(pick, **with_open_cards("2C 7C 7S", "9D"))
    assert offered(game, table) == [("clubs", "2"), ("clubs", "7"), ("spades", "7")]


def test_a_card_comes_with_the_piles_on_which_it_fits() -> None:
    pick = {"card": {"from": "open"}, "pile": {"choice": "[1, 2] where card.order > limit[it - 1]"}}
    parts = with_open_cards("2C 7C 8C KC")
    game, table = picking(pick, vars={"limit": [6, 12]}, **parts)
    assert offered(game, table) == [("7C", 1), ("8C", 1), ("KC", 1), ("KC", 2)]
    assert [combinations(form, table) for form in forms_of(game, table)] == [
        [("7C", 1), ("8C", 1)],
        [("KC", 1), ("KC", 2)],
    ], "cards that fit on the same piles share a form"


def test_three_choices_can_form_a_chain() -> None:
    pick = {
        "low": {"number": [1, 3]},
        "high": {"number": ["low + 1", 3]},
        "between": {"choice": "range(low, high) where it != low"},
    }
    game, table = picking(pick)
    assert offered(game, table) == [(1, 2, 2), (1, 3, 2), (1, 3, 3), (2, 3, 3)]


def test_successive_numbers_share_a_form() -> None:
    game, table = picking(
        {"n": {"number": [1, 9]}, "rest": {"choice": "if(n == 4, [1], n == 7, [1], [2, 3])"}}
    )
    numbers = [(field.min, field.max) for form in forms_of(game, table) for field in form.fields[:1]]  # type: ignore[union-attr]
    assert numbers == [(1, 3), (5, 6), (8, 9), (4, 4), (7, 7)]


def test_yes_or_no_decides_what_else_can_be_chosen() -> None:
    game, table = picking({"high": {"yes": "High?"}, "n": {"choice": "if(high, [8, 9], [1])"}})
    assert offered(game, table) == [(0, 1), (1, 8), (1, 9)]


def test_a_later_choice_leaves_out_the_card_that_was_picked() -> None:
    pick = {"first": {"from": "open"}, "second": {"from": "open", "where": "suit == first.suit"}}
    parts = with_open_cards("2C 7C 7S")
    game, table = picking(pick, {"move": "[first, second]", "to": "hand"}, **parts)
    assert offered(game, table) == [("2C", "7C"), ("7C", "2C")], "7S has no other spade"


def test_equal_cards_of_two_copies_can_both_be_picked() -> None:
    pick = {"first": {"from": "open"}, "second": {"from": "open", "where": "rank == first.rank"}}
    parts = with_open_cards() | {
        "deck": {"use": "french", "copies": "2"},
        "start": [{"move": "cards where rank == '7' and suit == 'clubs'", "to": "first(players).open"},
                  {"move": "first(cards where rank == '2')", "to": "first(players).open"}, {"go": "turn"}],
    }  # fmt: skip
    game, table = picking(pick, {"move": "[first, second]", "to": "hand"}, **parts)
    assert offered(game, table) == [("7C", "7C")]
    engine.act(game, table, "p1", "go", sent(forms_of(game, table)[0], "7C", "7C"), 0)
    assert table.hand("p1").cards == ["7C", "7C"]


def test_a_later_choice_can_take_several_alike_cards() -> None:
    pick = {
        "wanted": {"choice": "suits"},
        "alike": {"from": "open", "where": "it.suit != wanted", "count": 2, "same": "rank"},
    }
    game, table = picking(pick, **with_open_cards("2C 2D 3H 3S 3D"))
    offers = {
        (choice.value, tuple(cards.of))
        for form in forms_of(game, table)
        for suits, cards in [form.fields]
        if isinstance(suits, ChoiceField) and isinstance(cards, CardsField) and isinstance(cards.of, list)
        for choice in suits.of
    }
    assert offers == {
        ("clubs", ("3H", "3S", "3D")), ("diamonds", ("3H", "3S")), ("hearts", ("2C", "2D")),
        ("hearts", ("3S", "3D")), ("spades", ("2C", "2D")), ("spades", ("3H", "3D")),
    }  # fmt: skip


def test_definitions_may_read_an_earlier_choice() -> None:
    pick = {"card": {"from": "open"}, "n": {"choice": "[1, 2, 3] where fits(it, card) and near"}}
    define = {"fits(n, c)": "c.order > n", "near": "it + 1 == card.order"}
    game, table = picking(pick, define=define, **with_open_cards("AC 2C 3C"))
    assert offered(game, table) == [("2C", 1), ("3C", 2)]


def test_a_name_with_another_meaning_keeps_it() -> None:
    pick = {"limit": {"choice": "[1, 2]"}, "n": {"choice": "[limit]"}}
    game, table = picking(pick, vars={"limit": 7})
    assert offered(game, table) == [(1, 7), (2, 7)]
    assert len(forms_of(game, table)) == 1


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (("p2", "5C"), "not_together"),
        (("p1", "2C"), "illegal_move"),
        (("p2", "2C"), "card_not_there"),
        (("p3", "5C"), None),
    ],
)
def test_values_that_do_not_go_together_are_refused(values: tuple[str, str], code: str | None) -> None:
    game, table = picking(SEAT_AND_CARD, {"move": "card", "to": "hand"}, **with_open_cards("2C", "3C", "5C"))
    args = sent(forms_of(game, table)[0], *values)
    if code is None:
        engine.act(game, table, "p1", "go", args, 0)
        return
    with pytest.raises(Refused) as caught:
        engine.act(game, table, "p1", "go", args, 0)
    assert caught.value.code == code


def test_rules_accept_exactly_the_combinations_of_the_forms() -> None:
    game, table = picking(SEAT_AND_CARD, **with_open_cards("2C", "3C 4C", "5C"))
    moves = game.compiled.phases["turn"].moves_when_asked
    good = offered(game, table)
    for seat, card in product(["p1", "p2", "p3"], ["2C", "3C", "4C", "5C", "9C"]):
        ahead = game.quick_simulation(table)
        values = {"seat": seat, "card": [card]}
        try:
            accepted = moves.chosen_move(ahead.step.r, "go", values).name
        except Refused:
            accepted = ""
        assert (accepted == "go") == ((seat, card) in good)


def test_searches_find_the_same_forms_without_words() -> None:
    pick = SEAT_AND_CARD | {"n": {"number": [1, "card.order"]}, "loud": {"yes": "Loud?"}}
    game, table = picking(pick, **with_open_cards("2C", "3C 4C", "5C"))
    ahead = game.quick_simulation(table).legal_moves()["p1"]
    known = forms_of(game, table)
    hushed = [form for form in ahead if form.name == "go"]
    assert [combinations(form, table) for form in hushed] == [combinations(form, table) for form in known]
    assert [form.share for form in hushed] == [form.share for form in known] == [1 / len(known)] * len(known)


def test_bots_give_a_move_its_weight_however_many_forms_it_has() -> None:
    pick = {"a": {"number": [1, 8]}, "b": {"choice": "[a]"}}
    game, table = picking(pick)
    forms = engine.moves(game, table, "p1")
    assert len(forms) == 9
    bot, rng = WeightedBot({"pass": 1}), Rng("5eed" * 8)
    names = [(bot.choose(table, "p1", forms, {}, rng) or ("", {}))[0] for _ in range(400)]
    assert 150 < names.count("pass") < 250


def test_clients_do_not_get_the_share_of_a_form() -> None:
    game, table = picking(SEAT_AND_CARD, **with_open_cards("2C", "3C", "5C"))
    form = forms_of(game, table)[0]
    assert form.share < 1
    assert form.view(lambda words: str(words)).share == 1


def test_everything_that_is_offered_in_a_game_is_accepted() -> None:
    pick = {
        "seat": {"player": "players where any(open)"},
        "card": {"from": "seat.open"},
        "other": {"from": "seat.open", "where": "suit != card.suit"},
    }
    do = [{"move": "[card, other]", "to": "stock"}, {"if": "players.open is empty", "then": [{"end": "me"}]}]
    parts = with_open_cards("2C 3D 4H 5S", "2D 3D 4D 5C", "2S 3S 4C")
    game, _ = picking(pick, *do, **parts)
    made = 0
    for moment in walk(Start(game, ["p1", "p2", "p3"], game.options({}), "5eed" * 8), 20):
        for player, forms in engine.legal_moves(game, moment.table).items():
            for form in forms:
                for args in actions(form, moment.table.cards_of, 50):
                    engine.act(game, deepcopy(moment.table), player, form.name, args, moment.table.now)
                    made += 1
    assert made > 50


def test_too_many_combinations_are_cut_off() -> None:
    game, table = picking({"a": {"number": [1, 9]}, "b": {"number": [1, 9]}, "c": {"choice": "[a, b, 10]"}})
    assert len(forms_of(game, table)) == 64


def test_a_number_on_which_others_depend_has_few_values() -> None:
    move = doing(NEXT, pick={"a": {"number": [1, 65]}, "b": {"choice": "[a]"}})
    (told,) = found(document(phases=playing(move)))
    assert (told.code, told.path) == ("limit", "phases.turn.moves[0].pick.a.number")
    assert told.text == "Other choices depend on “a”, so it can have at most 64 values."


@pytest.mark.parametrize(
    ("move", "path", "words"),
    [
        (
            {"pick": {"card": {"from": "hand"}}, "if": "card.points > 1"},
            "if",
            "“card” is chosen in this move, so “if” and “by” of the move cannot depend on it.",
        ),
        (
            {"pick": {"card": {"from": "hand", "where": "card.order > 3"}}},
            "pick.card.where",
            "“card” is chosen here, so it has no value yet. After “where”, write “it”.",
        ),
        (
            {"pick": {"n": {"number": [1, "m"]}, "m": {"number": [1, 3]}}},
            "pick.n.number[1]",
            "“m” is chosen after “n”. Write it first in “pick”.",
        ),
        (
            {"pick": {"two": {"from": "hand", "count": 2}, "n": {"number": [1, "count(two)"]}}},
            "pick.n.number[1]",
            "“two” takes several cards, and other choices can only depend on a single one.",
        ),
        (
            {"pick": {"card": {"from": "hand"}, "n": {"number": [1, "crd.order"]}}},
            "pick.n.number[1]",
            "“crd” is not defined. Did you mean “card”?",
        ),
    ],
)
def test_the_check_says_what_to_write_instead(move: dict[str, Any], path: str, words: str) -> None:
    told = [one for one in found(document(phases=playing(doing(NEXT, **move)))) if one.severity == "error"]
    assert [(one.code, one.path) for one in told] == [("unknown_name", f"phases.turn.moves[0].{path}")]
    assert told[0].text.startswith(words)


def test_a_choice_may_not_give_away_hidden_cards() -> None:
    pick = {"seat": {"player": "others"}, "n": {"number": [1, "count(seat.hand where rank == '7')"]}}
    told = [one for one in found(document(phases=playing(doing(NEXT, pick=pick)))) if one.severity == "error"]
    assert [one.code for one in told] == ["leak"]


def test_a_phase_is_suspicious_if_its_only_move_depends_on_cards_in_the_hand() -> None:
    pick = {"card": {"from": "hand"}, "n": {"choice": "[1] where card.points > 5"}}
    phases = {"turn": {"who": "others", "moves": [doing(NEXT, pick=pick)]}}
    told = [one for one in found(document(phases=phases)) if one.code == "leak"]
    assert [(one.severity, one.path) for one in told] == [("warning", "phases.turn.who")]
