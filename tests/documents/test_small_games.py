"""The small games of docs/games/examples.md show their subjects, and bots play them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec import UNSET

from cheat.documents import DocumentGame, compiled
from cheat.documents.trials.examination import examined
from cheat.engine import engine
from cheat.engine.determinize import determinize
from cheat.engine.forms import CardsField, pickable
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from scripts import reference
from tests.games.walks import Moment, Start, walk

from .small_documents import act, dealt, evaluated

GAMES = sorted(path.stem for path in reference.GAMES.glob("*.json"))


@cache
def game_named(name: str) -> DocumentGame:
    return compiled((reference.GAMES / f"{name}.json").read_bytes())


def moments(name: str, seats: int, *, games: int = 3, steps: int = 250) -> Iterator[Moment]:
    """Yield the moments of random games."""
    game, players = game_named(name), [f"p{number + 1}" for number in range(seats)]
    for seed in range(games):
        yield from walk(Start(game, players, game.options({}), f"{seed:032x}"), steps)


def finished(name: str, seats: int, *, games: int = 3) -> Iterator[DataTable]:
    """Yield the tables of finished games."""
    for moment in moments(name, seats, games=games, steps=2000):
        if moment.table.result is not None:
            yield moment.table


def test_the_page_shows_every_game() -> None:
    assert sorted(reference.SHOWN_GAMES) == GAMES
    assert reference.EXAMPLES.read_text(encoding="utf-8") == reference.examples_page(), "run `make reference`"


@pytest.mark.parametrize("name", GAMES)
def test_a_small_game_has_no_fault_and_ends(name: str) -> None:
    found = examined((reference.GAMES / f"{name}.json").read_bytes(), lambda: True, 6)
    assert (found.games, found.diagnostics) == (6, [])


@pytest.mark.parametrize("name", GAMES)
def test_a_small_game_goes_on_when_players_leave(name: str) -> None:
    game = game_named(name)
    players = [f"p{number + 1}" for number in range(game.seats[1])]
    for moment in walk(Start(game, players, game.options({}), "5eed" * 8), 120, leaves=0.1):
        table = moment.table
        assert table.result is None or table.result.reason != "rules_broken"
        for claim in table.conclusions:
            here = set(table.zones[claim.zone].cards) & set(claim.faces)
            assert bool(here) == claim.is_there


def test_a_player_who_is_out_is_asked_no_more_and_the_last_one_wins() -> None:
    out = 0
    for moment in moments("dropping-out", 4, steps=100):
        table = moment.table
        lives: list[int] = table.values["lives"]
        if table.phase == "turn" and table.decisions and table.result is None:
            asked = [int(id[1:]) - 1 for id in table.decisions[0].players]
            assert all(lives[seat] > 0 for seat in asked)
            out += 0 in lives
        if table.result is not None and len(table.active()) == 4:
            winners = [int(id[1:]) - 1 for id in table.result.winners]
            assert [seat for seat, left in enumerate(lives) if left > 0] in (winners, [])
    assert out > 5


def test_partners_win_together() -> None:
    sides = {frozenset(table.result.winners) for table in finished("partners", 4) if table.result}
    assert sides <= {frozenset(("p1", "p3")), frozenset(("p2", "p4"))} and sides


def test_the_highest_bidder_pays_and_gets_the_card() -> None:
    game = game_named("bidding")
    table = dealt(game, 3)
    first, *others = [table.players[(table.seat + n) % 3].id for n in range(3)]
    act(game, table, first, "bid", amount=4)
    assert [form.fields[0].min for form in engine.moves(game, table, others[0])[:1]] == [5]
    act(game, table, others[0], "pass")
    act(game, table, others[1], "bid", amount=7)
    act(game, table, first, "pass")
    seat = int(others[1][1:]) - 1
    assert table.values["chips"][seat] == 30 - 7
    assert len(table.zones[f"won:{others[1]}"].cards) == 1
    assert (table.phase, table.values["bid"]) == ("auction", 0)


def test_players_follow_suit_and_the_five_tricks_are_shared_out() -> None:
    game = game_named("trick-taking")
    for moment in moments("trick-taking", 4):
        table = moment.table
        if table.phase == "turn" and table.decisions and table.result is None and table.values["led"]:
            (player,) = table.decisions[0].players
            suits = {card[-1] for card in table.zones[f"hand:{player}"].cards}
            (form,) = engine.moves(game, table, player)
            of = form.fields[0].of
            led = table.values["led"][0].upper()
            assert led not in suits or (of if isinstance(of, list) else [led])[0][-1] == led
        if table.result is not None and len(table.active()) == 4:
            assert sum(table.values["score"]) == 5


def test_chips_are_neither_made_nor_lost() -> None:
    for moment in moments("betting", 3):
        table = moment.table
        assert sum(table.values["chips"]) + table.values["pot"] == 30
        assert min(table.values["chips"]) >= 0


def test_melds_are_laid_out_and_the_fewest_points_win() -> None:
    game, ends = game_named("melding"), 0
    for table in finished("melding", 2):
        if table.result is not None and len(table.active()) == 2 and table.phase == "count":
            left = [evaluated(game, table, f"sum(players[{seat}].hand by points)") for seat in (0, 1)]
            assert [f"p{seat + 1}" for seat in (0, 1) if left[seat] == min(left)] == table.result.winners
            ends += 1
    assert ends


@pytest.mark.parametrize("honest", [True, False])
def test_whoever_is_wrong_takes_the_pile(honest: bool) -> None:
    game = game_named("challenges")
    table = dealt(game, 3)
    card = table.zones["hand:p1"].cards[0]
    table.values["claim"] = int(card[0]) - 1 if honest else int(card[0]) % 8
    act(game, table, "p1", "lay", chosen=[card])
    assert table.zones["pile"].view("p2").cards is UNSET
    before = {id: len(table.zones[f"hand:{id}"].cards) for id in ("p1", "p3")}
    act(game, table, "p3", "doubt")
    loser = "p3" if honest else "p1"
    assert len(table.zones[f"hand:{loser}"].cards) == before[loser] + 1
    assert (table.zones["pile"].cards, table.phase, table.seat) == ([], "lay", 1)


def test_a_choice_stays_secret_until_all_have_chosen() -> None:
    game = game_named("secret-choices")
    table = dealt(game, 2)
    act(game, table, "p1", "bid", card=[table.zones["hand:p1"].cards[0]])
    assert table.zones["chosen:p1"].viewers == ["p1"]
    act(game, table, "p2", "bid", card=[table.zones["hand:p2"].cards[-1]])
    assert table.zones["chosen:p1"].viewers == table.zones["chosen:p2"].viewers == "all"
    engine.expire(game, table, table.next_timeout() or 0)
    assert table.values["score"][1] == max(table.values["score"]) > 0


def test_the_second_choice_is_among_the_cards_of_the_first() -> None:
    game = game_named("choices-in-a-row")
    table = dealt(game, 3)
    me = table.turn or ""
    first, second = (player.id for player in table.players if player.id != me)
    cards = {id: table.zones[f"open:{id}"].cards for id in (me, first, second)}
    deck = game.compiled.deck.kinds
    for form in engine.moves(game, table, me):
        if form.name == "take":
            (victim,), card = form.fields[0].of, form.fields[1]  # type: ignore[union-attr, misc]
            assert isinstance(card, CardsField)
            low = [face for face in cards[victim] if face[0] not in "1JQK"]  # type: ignore[index]
            assert (card.zones, pickable(card, table.cards_of)) == ([f"open:{victim}"], low)
        if form.name == "swap":
            mine, theirs = form.fields[0], form.fields[2]
            assert isinstance(mine, CardsField) and isinstance(theirs, CardsField)
            faces = [*pickable(mine, table.cards_of), *pickable(theirs, table.cards_of)]
            assert len({deck[face].suit for face in faces}) == 1
    low = next(face for face in cards[first] if face[0] not in "1JQK")
    act(game, table, me, "take", victim=first, card=[low])
    assert [len(table.zones[f"open:{id}"].cards) for id in cards] == [4, 4, 4]


def clue(table: DataTable, to: str, slot: str) -> tuple[str, str]:
    """Return the card in a place of a player, and its suit."""
    card = table.zones[f"{slot}:{to}"].cards[0]
    return card, {"R": "red", "G": "green", "B": "blue"}[card[-1]]


def test_a_clue_is_known_of_the_single_card_until_it_moves() -> None:
    game = game_named("co-operation")
    table = dealt(game, 2)
    me, other = (table.players[seat].id for seat in (table.seat, 1 - table.seat))
    card, colour = clue(table, other, "left")
    assert table.zones[f"left:{other}"].viewers == [me], "players do not see their own cards"
    act(game, table, me, "colour", to=other, colour=colour)
    about = {(one.zone, one.is_there) for one in table.conclusions}
    assert (f"left:{other}", True) in about and len(about) == 2
    chance = Rng("5eed" * 8)
    worlds = [determinize(game, table, other, chance) for _ in range(20)]
    lefts = {world.zones[f"left:{other}"].cards[0] for world in worlds}
    assert {one[-1] for one in lefts} == {card[-1]} and len(lefts) > 1, "its colour is known, its number not"
    act(game, table, other, "discard", slot=1)
    assert f"left:{other}" not in {one.zone for one in table.conclusions}


def test_all_win_together_or_nobody_does() -> None:
    results: list[Any] = [table.result for table in finished("co-operation", 3, games=2)]
    assert results and all(len(one.winners) in (0, 3) for one in results)
