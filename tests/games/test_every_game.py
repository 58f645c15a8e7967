"""Claims about every game, with every number of seats and any options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from cheat.engine import engine
from cheat.engine.decisions import ReactionWindow, SimultaneousDecision
from cheat.engine.forms import sample
from cheat.engine.game import AnyGame
from cheat.engine.options import checked_options
from cheat.engine.rng import Rng
from cheat.engine.table import Table
from cheat.games import GAMES

from . import ivanhoe_words
from .walks import (
    Moment,
    Start,
    Temper,
    after,
    all_cards,
    check_legal,
    codes_in,
    concluded,
    decode,
    encode,
    every_game,
    is_private,
    next_step,
    permitted,
    random_options,
    wait,
    walk,
    walk_from,
    wire,
    with_hidden_cards_exchanged,
)


def viewers(table: Table) -> list[str | None]:
    return [*(player.id for player in table.players), None]


# Play


@every_game(plain=True)
def test_random_play_ends(start: Start, rng: Rng) -> None:
    game = start.game
    table = after(start, 60)
    wait(game, table)
    assert table.result is not None
    check_legal(game, table)


@every_game
def test_when_nobody_acts_a_game_ends_or_waits_for_somebody_who_can(start: Start, rng: Rng) -> None:
    game = start.game
    table, _ = start.deal()
    wait(game, table)
    check_legal(game, table)
    if table.result is None:
        assert any(engine.moves(game, table, id) for id in table.active())


@every_game
def test_every_sampled_move_is_accepted_and_told_to_everybody(start: Start, rng: Rng) -> None:
    game = start.game
    for moment in walk(start, 40):
        table = moment.table
        for id in table.active():
            for form in engine.moves(game, table, id):
                other = moment.table
                events = engine.act(game, other, id, form.name, sample(form, other.cards_of, rng), other.now)
                for viewer in viewers(table):
                    assert [event.view(viewer, 1, 0).v for event in events], "nothing was told"
                assert encode(other) != moment.data, "nothing has changed"


@every_game
def test_who_can_act_are_those_who_have_moves(start: Start, rng: Rng) -> None:
    game = start.game
    for moment in walk(start, 60, leaves=0.02):
        table = moment.table
        moves = {id: engine.moves(game, table, id) for id in table.active()}
        assert engine.legal_moves(game, table) == {id: forms for id, forms in moves.items() if forms}


@every_game
def test_a_move_has_the_same_effect_whoever_has_asked_for_its_forms(start: Start, rng: Rng) -> None:
    game = start.game
    for moment in walk(start, 20):
        for id, forms in engine.legal_moves(game, moment.table).items():
            one, other = moment.table, moment.table
            chosen = rng.choice(forms)
            args = sample(chosen, one.cards_of, rng)
            events = engine.act(game, one, id, chosen.name, args, one.now)
            assert engine.act(game, other, id, chosen.name, args, other.now, forms) == events
            assert encode(other) == encode(one)


@every_game
def test_every_table_on_the_way_is_legal(start: Start, rng: Rng) -> None:
    game = start.game
    for moment in walk(start, 80, leaves=0.02):
        check_legal(game, moment.table)


@every_game
def test_cards_are_conserved(start: Start, rng: Rng) -> None:
    dealt, *moments = walk(start, 100, leaves=0.02)
    cards = all_cards(dealt.table)
    assert sum(cards.values()) > 0
    for moment in moments:
        assert all_cards(moment.table) == cards


@every_game
def test_state_survives_json(start: Start, rng: Rng) -> None:
    game = start.game
    table, _ = start.deal()
    rng = Rng(start.seed)
    temper = Temper(rng)
    for _ in range(80):
        again = decode(encode(table))
        assert again == table
        assert type(again) is type(table)
        if table.result is not None:
            break
        next_step(game, table, rng, temper, leaves=0.02).take(game, table)


@every_game
def test_a_replay_from_the_seed_is_identical(start: Start, rng: Rng) -> None:
    game = start.game
    first, *moments = walk(start, 80, leaves=0.02)
    table, events = start.deal()
    assert (encode(table), encode(events)) == (first.data, encode(first.events))
    for moment in moments:  # this time without storing the table between the steps
        events = moment.step.take(game, table)
        assert (encode(table), encode(events)) == (moment.data, encode(moment.events))


@every_game
def test_another_seed_deals_other_cards(start: Start, rng: Rng) -> None:
    zones = [start._replace(seed=seed * 16).deal()[0].zones for seed in ("01", "02", "03")]
    assert zones[0] != zones[1] or zones[1] != zones[2]


# Secrets


@every_game
def test_nothing_hidden_leaks(start: Start, rng: Rng) -> None:
    game = start.game
    for moment in walk(start, 60, leaves=0.02):
        table = moment.table
        for viewer in viewers(table):
            sent = wire(game, table, viewer, moment.events)
            assert codes_in(game, sent) <= permitted(table, viewer, moment.events)
            assert start.seed.encode() not in sent
            assert b'"drawn":' not in sent


@every_game
def test_an_answer_does_not_depend_on_hidden_cards(start: Start, rng: Rng) -> None:
    game = start.game
    for moment in walk(start, 30):
        for viewer in viewers(moment.table):
            other = with_hidden_cards_exchanged(moment.table, viewer, rng)
            assert wire(game, other, viewer, []) == wire(game, moment.table, viewer, [])


@every_game
def test_a_bot_sees_no_more_than_its_player(start: Start, rng: Rng) -> None:
    game = start.game
    for moment in walk(start, 30, leaves=0.02):
        table = moment.table
        for viewer in viewers(table):
            seen = engine.observation(game, table, viewer)
            assert codes_in(game, encode(seen)) <= permitted(table, viewer, []) | concluded(table)
            assert start.seed.encode() not in encode(seen)
            for id, zone in seen.zones.items():
                assert zone.view(viewer).cards == table.zones[id].view(viewer).cards
                assert len(zone.cards) == len(table.zones[id].cards)
            other = with_hidden_cards_exchanged(table, viewer, rng)
            assert engine.observation(game, other, viewer) == seen
        assert encode(table) == moment.data


@every_game
def test_while_somebody_is_on_turn_a_hand_is_seen_by_no_other_player(start: Start, rng: Rng) -> None:
    game = start.game
    for moment in walk(start, 30, leaves=0.02):
        hands = [zone for zone in moment.table.zones.values() if zone.kind == "hand"]
        assert hands or game.slug in WITHOUT_HANDS
        active = set(moment.table.active())
        if moment.table.turn is not None:
            assert all(zone.owner in zone.viewers for zone in hands)
            assert all(active & set(zone.viewers) <= {zone.owner} for zone in hands)


WITHOUT_HANDS = {"as-dos-tres", "war"}
"""Events without a viewer that may see the cards."""


def awaited(table: Table) -> list[tuple[str, list[str], int | None]]:
    return [(one.name, one.players, one.until) for one in table.decisions]


def check_private_steps(walked: Iterable[Moment]) -> list[tuple[str, str]]:
    """Nobody else is sent anything, no bot knows more, and nothing is due at another time; of the moves that
    were private what was awaited of their player, and their names.
    """
    before, *moments = walked
    found = []
    for moment in moments:
        was, now = before.table, moment.table
        before = moment
        if not is_private(moment.events):
            continue
        asked = next(one.name for one in was.decisions if moment.step.player in one.players)
        found.append((asked, moment.step.name))
        assert (now.next_timeout(), awaited(now)) == (was.next_timeout(), awaited(was))
        knowing = {id for event in moment.events for id in event.viewers}
        was.now = now.now
        game = moment.start.game
        for viewer in set(viewers(now)) - knowing:
            assert wire(game, now, viewer, []) == wire(game, was, viewer, [])
            assert engine.observation(game, now, viewer) == engine.observation(game, was, viewer)
    return found


@every_game
def test_a_private_step_changes_nothing_for_anybody_else(start: Start, rng: Rng) -> None:
    check_private_steps(walk(start, 80))


RARE = {
    "ivanhoe adapt": lambda: ivanhoe_words.table(
        " / ".join(["ADA ADA R3 S3 S2"] * 4), " / ".join(["R3 S3"] * 4), quick_reactions=False
    )
}
"""Decisions that no walk from a deal reaches, each with a table that reaches it."""
SECRET = [
    pytest.param(game, ask, plain, id=f"{game.id}-{ask.id}-{'usual' if plain else 'any'}")
    for game in GAMES.values()
    for ask in game.decision_kinds
    if isinstance(ask, ReactionWindow | SimultaneousDecision)
    for plain in (True, False)
    if plain or f"{game.id} {ask.id}" not in RARE
]
"""Every secret answer of every game, with the usual options and with any options."""
ENOUGH, MOST_WALKS = 20, 200


@pytest.mark.parametrize(("game", "ask", "plain"), SECRET)
def test_there_are_private_steps_in_walks(
    game: AnyGame, ask: ReactionWindow[Any] | SimultaneousDecision[Any], plain: bool
) -> None:
    """The walks reach these moments, so claims about them are tested."""
    found: list[str] = []
    for number in range(MOST_WALKS):
        walked = some_walk(game, f"{number + 1:032x}", plain, RARE.get(f"{game.id} {ask.id}"))
        found += [move for asked, move in check_private_steps(walked) if asked == ask.id]
        if len(found) > ENOUGH:
            break
    assert len(found) > ENOUGH
    if isinstance(ask, ReactionWindow):
        assert set(found) == {ask.passing_name}


def some_walk(game: AnyGame, seed: str, plain: bool, likely: Callable[[], Table] | None) -> Iterator[Moment]:
    """With the usual options or any, from the deal or from a `likely` table."""
    if likely is not None:
        table = likely()
        players = [player.id for player in table.players]
        return walk_from(Start(game, players, table.options, seed), table, [], 40)
    options = checked_options(game.options_type, {} if plain else random_options(game, Rng(seed)))
    seats = max(game.min_players(options), min(game.max_players(options), 4))
    return walk(Start(game, [f"p{seat + 1}" for seat in range(seats)], options, seed), 80)


@every_game
def test_a_hidden_event_tells_nothing(start: Start, rng: Rng) -> None:
    for moment in walk(start, 60):
        for event in moment.events:
            for viewer in viewers(moment.table):
                if event.viewers != "all" and viewer not in event.viewers:
                    view = event.view(viewer, 3, 4)
                    assert (view.type, view.by, view.text, view.args, view.cards) == (
                        "hidden",
                        None,
                        "",
                        {},
                        [],
                    )


# Without the player


@every_game
def test_after_a_leave_at_any_moment_a_game_goes_on_or_has_ended(start: Start, rng: Rng) -> None:
    game = start.game
    stored = encode(after(start, rng.between(0, 50), leaves=0.02))
    for leaver in start.players:
        table = decode(stored)
        cards, ended = all_cards(table), table.result is not None
        engine.leave(game, table, leaver, table.now)
        check_legal(game, table)
        assert all_cards(table) == cards
        assert ended or leaver not in table.active()


@every_game
def test_when_all_leave_the_game_has_ended(start: Start, rng: Rng) -> None:
    game = start.game
    table = after(start, rng.between(0, 50))
    for leaver in table.active():
        engine.leave(game, table, leaver, table.now)
        check_legal(game, table)
    assert table.result is not None


@every_game
def test_timing_out_at_any_moment_goes_on_or_ends(start: Start, rng: Rng) -> None:
    game = start.game
    length, late = rng.between(0, 50), rng.choice([0, 1, 60_000, 10**9])
    table = after(start, length, leaves=0.02)
    for _ in range(10):
        due = table.next_timeout()
        if due is None:
            return
        before, cards = encode(table), all_cards(table)
        assert engine.expire(game, table, due - 1) == []
        assert encode(table) == before
        now = max(due, table.now) + late
        assert engine.expire(game, table, now), "an expired decision is told"
        assert table.result is not None or table.now == now
        assert all_cards(table) == cards
        for _ in range(5):  # what else was overdue
            engine.expire(game, table, now)
        check_legal(game, table)


WON_AT_THE_DEAL = {"scat"}
"""Games in which a hand may win as it is dealt."""


@every_game
def test_the_next_game_can_be_dealt_to_whoever_is_there(start: Start, rng: Rng) -> None:
    game = start.game
    length, gone, new = rng.between(0, 30), rng.between(0, 9), rng.between(0, 9)
    previous = after(start, length, leaves=0.05)
    for leaver in previous.active():
        engine.leave(game, previous, leaver, previous.now)
    seats = len(start.players)
    players = [*start.players[gone:], *(f"p{90 + one}" for one in range(new))]
    players = (players + [f"p{70 + one}" for one in range(seats)])[:seats]
    before = encode(previous)
    again = Start(game, players, start.options, "ab" * 16)
    table, events = again.deal(previous)
    assert encode(previous) == before
    assert events
    check_legal(game, table)
    assert [player.id for player in table.players] == players
    assert table.result is None or game.slug in WON_AT_THE_DEAL
    wait(game, table)
    check_legal(game, table)
