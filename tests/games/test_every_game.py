"""What holds for every game there is, with every number of seats and any options."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cheat.errors import CheatError, Refused
from cheat.games import GAMES, engine
from cheat.games.game import AnyGame
from cheat.games.moves import CardsField, check, sample
from cheat.games.rng import Rng
from cheat.games.table import Table

from .walks import (
    Start,
    Temper,
    after,
    all_cards,
    check_legal,
    codes_in,
    decode,
    encode,
    next_step,
    permitted,
    starts,
    wait,
    walk,
    wire,
    with_hidden_cards_exchanged,
)

SEATS = [
    pytest.param(game, seats, id=f"{game.id}-{seats}")
    for game in GAMES.values()
    for seats in range(game.seats[0], game.seats[1] + 1)
]
every_game = pytest.mark.parametrize(("game", "seats"), SEATS)
few = settings(max_examples=5, derandomize=True, deadline=None, database=None)
"""Few examples for each number of seats are many for each game."""

SEED = "5eed" * 8
JUNK = [
    None,
    1.5,
    {"a": 1},
    ["no such card"],
    [["x"]],
    "no such thing",
    10**30,
    -(10**30),
    [None],
    ["p1"] * 99,
]


def viewers(table: Table) -> list[str | None]:
    return [*(player.id for player in table.players), None]


# Play


@every_game
@few
@given(data=st.data())
def test_random_play_ends(game: AnyGame, seats: int, data: st.DataObject) -> None:
    start = data.draw(starts(game, seats, plain=True))
    table = after(start, 60)
    wait(game, table)
    assert table.result is not None
    check_legal(game, table)


@every_game
@few
@given(data=st.data())
def test_when_nobody_acts_a_game_ends_or_waits_for_somebody_who_can(
    game: AnyGame, seats: int, data: st.DataObject
) -> None:
    table, _ = data.draw(starts(game, seats)).deal()
    wait(game, table)
    check_legal(game, table)
    if table.result is None:
        assert any(engine.moves(game, table, id) for id in table.active())


@every_game
@few
@given(data=st.data())
def test_every_sampled_move_is_accepted_and_told_to_everybody(
    game: AnyGame, seats: int, data: st.DataObject
) -> None:
    rng = Rng(SEED)
    for moment in walk(data.draw(starts(game, seats)), 40):
        table = moment.table
        for id in table.active():
            for form in engine.moves(game, table, id):
                other = moment.table
                events = engine.act(game, other, id, form.name, sample(form, other.cards_of, rng), other.now)
                for viewer in viewers(table):
                    assert [event.view(viewer, 1, 0).v for event in events], "nothing was told"
                assert encode(other) != moment.data, "nothing has changed"


@every_game
@few
@given(data=st.data())
def test_every_table_on_the_way_is_legal(game: AnyGame, seats: int, data: st.DataObject) -> None:
    for moment in walk(data.draw(starts(game, seats)), 80, leaves=0.02):
        check_legal(game, moment.table)


@every_game
@few
@given(data=st.data())
def test_cards_are_conserved(game: AnyGame, seats: int, data: st.DataObject) -> None:
    dealt, *moments = walk(data.draw(starts(game, seats)), 100, leaves=0.02)
    cards = all_cards(dealt.table)
    assert sum(cards.values()) > 0
    for moment in moments:
        assert all_cards(moment.table) == cards


@every_game
@few
@given(data=st.data())
def test_state_survives_json(game: AnyGame, seats: int, data: st.DataObject) -> None:
    start = data.draw(starts(game, seats))
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
@few
@given(data=st.data())
def test_a_replay_from_the_seed_is_identical(game: AnyGame, seats: int, data: st.DataObject) -> None:
    start = data.draw(starts(game, seats))
    first, *moments = walk(start, 80, leaves=0.02)
    table, events = start.deal()
    assert (encode(table), encode(events)) == (first.data, encode(first.events))
    for moment in moments:  # this time without storing the table between the steps
        events = moment.step.take(game, table)
        assert (encode(table), encode(events)) == (moment.data, encode(moment.events))


@every_game
@few
@given(data=st.data())
def test_another_seed_deals_other_cards(game: AnyGame, seats: int, data: st.DataObject) -> None:
    start = data.draw(starts(game, seats))
    zones = [start._replace(seed=seed * 16).deal()[0].zones for seed in ("01", "02", "03")]
    assert zones[0] != zones[1] or zones[1] != zones[2]


# Refusals


def _refused(game: AnyGame, data: bytes, player: str, name: str, args: dict) -> CheatError:
    """Refused with a code and a sentence, and neither the table nor the arguments have changed."""
    table, given = decode(data), copy.deepcopy(args)
    with pytest.raises(CheatError) as caught:
        engine.act(game, table, player, name, args, table.now)
    assert encode(table) == data
    assert args == given
    assert caught.value.code.isidentifier()
    assert caught.value.code != CheatError.code
    assert caught.value.detail.endswith((".", "!", "?"))
    return caught.value


@every_game
@few
@given(data=st.data())
def test_moves_that_are_not_offered_are_refused(game: AnyGame, seats: int, data: st.DataObject) -> None:
    start, rng = data.draw(starts(game, seats)), Rng(SEED)
    known = {"start": {}, "": {}, "no_such_move": {"play": 1}}
    for moment in walk(start, 60, leaves=0.02):
        if moment.step and moment.step.kind == "act":
            known[moment.step.name] = moment.step.args
        table = moment.table
        for id in (*(player.id for player in table.players), "p99", ""):
            offered = {form.name for form in engine.moves(game, table, id)}
            name = rng.choice(sorted(known))
            if name not in offered:
                _refused(game, moment.data, id, name, known[name])
                _refused(game, moment.data, id, name, {})


@every_game
@few
@given(data=st.data())
def test_garbage_is_refused(game: AnyGame, seats: int, data: st.DataObject) -> None:
    start, rng = data.draw(starts(game, seats)), Rng(SEED)
    for moment in walk(start, 40):
        table = moment.table
        for id in table.active():
            for form in engine.moves(game, table, id):
                args = sample(form, table.cards_of, rng)
                _refused(game, moment.data, id, form.name, {**args, "surplus": 1})
                required = [*form.ties, *(field.name for field in form.fields if not field.optional)]
                for name in required:
                    rest = {key: value for key, value in args.items() if key != name}
                    _refused(game, moment.data, id, form.name, rest)
                for name in args:
                    _refused(game, moment.data, id, form.name, {**args, name: rng.choice(JUNK)})


@every_game
@few
@given(data=st.data())
def test_cards_that_are_not_offered_are_refused(game: AnyGame, seats: int, data: st.DataObject) -> None:
    start, rng = data.draw(starts(game, seats)), Rng(SEED)
    for moment in walk(start, 40):
        table = moment.table
        for id in table.active():
            for form in engine.moves(game, table, id):
                args = sample(form, table.cards_of, rng)
                for field in form.fields:
                    if isinstance(field, CardsField) and args.get(field.name):
                        mine = {card for zone in field.zones for card in table.cards_of(zone)}
                        foreign = sorted(set(all_cards(table)) - mine)
                        if foreign:
                            cards = [rng.choice(foreign), *args[field.name][1:]]
                            _refused(game, moment.data, id, form.name, {**args, field.name: cards})


@every_game
@few
@given(data=st.data())
def test_arguments_of_another_moment_are_refused(game: AnyGame, seats: int, data: st.DataObject) -> None:
    start, rng = data.draw(starts(game, seats)), Rng(SEED)
    for moment in walk(start, 40):
        table = moment.table
        for id in table.active():
            for form in engine.moves(game, table, id):
                args = sample(form, table.cards_of, rng)
                for name, value in form.ties.items():
                    other = not value if isinstance(value, bool) else value * 2 + value
                    refusal = _refused(game, moment.data, id, form.name, {**args, name: other})
                    assert refusal.code == "stale_move"


@every_game
@few
@given(data=st.data())
def test_a_move_sent_late_is_carried_out_or_refused(game: AnyGame, seats: int, data: st.DataObject) -> None:
    start, rng = data.draw(starts(game, seats)), Rng(SEED)
    done = []
    for moment in walk(start, 60, leaves=0.02):
        if moment.step and moment.step.kind == "act":
            done.append(moment.step)
        if not done:
            continue
        old, table = rng.choice(done), moment.table
        try:
            check(engine.moves(game, table, old.player), old.name, old.args, table.cards_of)
        except Refused:
            _refused(game, moment.data, old.player, old.name, old.args)
        else:
            assert engine.act(game, table, old.player, old.name, old.args, table.now)
            check_legal(game, table)


@every_game
@few
@given(data=st.data())
def test_a_check_changes_nothing(game: AnyGame, seats: int, data: st.DataObject) -> None:
    start, rng = data.draw(starts(game, seats)), Rng(SEED)
    for moment in walk(start, 30):
        table = moment.table
        for id in table.active():
            forms = engine.moves(game, table, id)
            before = copy.deepcopy(forms)
            for form in forms:
                args = sample(form, table.cards_of, rng)
                check(forms, form.name, args, table.cards_of)
                with pytest.raises(CheatError):
                    check(forms, form.name, {**args, "surplus": 1}, table.cards_of)
            assert forms == before
        assert encode(table) == moment.data


# Secrets


@every_game
@few
@given(data=st.data())
def test_nothing_hidden_leaks(game: AnyGame, seats: int, data: st.DataObject) -> None:
    start = data.draw(starts(game, seats))
    for moment in walk(start, 60, leaves=0.02):
        table = moment.table
        for viewer in viewers(table):
            sent = wire(game, table, viewer, moment.events)
            assert codes_in(game, sent) <= permitted(table, viewer, moment.events)
            assert start.seed.encode() not in sent
            assert b"drawn" not in sent


@every_game
@few
@given(data=st.data())
def test_an_answer_does_not_depend_on_hidden_cards(game: AnyGame, seats: int, data: st.DataObject) -> None:
    rng = Rng(SEED)
    for moment in walk(data.draw(starts(game, seats)), 30):
        for viewer in viewers(moment.table):
            other = with_hidden_cards_exchanged(moment.table, viewer, rng)
            assert wire(game, other, viewer, []) == wire(game, moment.table, viewer, [])


@every_game
@few
@given(data=st.data())
def test_a_hand_is_seen_by_its_owner_alone(game: AnyGame, seats: int, data: st.DataObject) -> None:
    for moment in walk(data.draw(starts(game, seats)), 30, leaves=0.02):
        hands = [zone for zone in moment.table.zones.values() if zone.kind == "hand"]
        assert hands
        assert all(zone.seen == [zone.owner] for zone in hands)


@every_game
@few
@given(data=st.data())
def test_a_hidden_event_tells_nothing(game: AnyGame, seats: int, data: st.DataObject) -> None:
    for moment in walk(data.draw(starts(game, seats)), 60):
        for event in moment.events:
            for viewer in viewers(moment.table):
                if event.seen != "all" and viewer not in event.seen:
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
@few
@given(data=st.data(), length=st.integers(0, 50))
def test_after_a_leave_at_any_moment_a_game_goes_on_or_has_ended(
    game: AnyGame, seats: int, data: st.DataObject, length: int
) -> None:
    start = data.draw(starts(game, seats))
    stored = encode(after(start, length, leaves=0.02))
    for leaver in start.players:
        table = decode(stored)
        cards, ended = all_cards(table), table.result is not None
        engine.leave(game, table, leaver, table.now)
        check_legal(game, table)
        assert all_cards(table) == cards
        assert ended or leaver not in table.active()


@every_game
@few
@given(data=st.data(), length=st.integers(0, 50))
def test_when_all_leave_the_game_has_ended(
    game: AnyGame, seats: int, data: st.DataObject, length: int
) -> None:
    table = after(data.draw(starts(game, seats)), length)
    for leaver in table.active():
        engine.leave(game, table, leaver, table.now)
        check_legal(game, table)
    assert table.result is not None


@every_game
@few
@given(data=st.data(), length=st.integers(0, 50), late=st.sampled_from([0, 1, 60_000, 10**9]))
def test_timing_out_at_any_moment_goes_on_or_ends(
    game: AnyGame, seats: int, data: st.DataObject, length: int, late: int
) -> None:
    table = after(data.draw(starts(game, seats)), length, leaves=0.02)
    for _ in range(10):
        due = table.due()
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


@every_game
@few
@given(data=st.data(), length=st.integers(0, 30), gone=st.integers(0, 9), new=st.integers(0, 9))
def test_the_next_game_can_be_dealt_to_whoever_is_there(
    game: AnyGame, seats: int, data: st.DataObject, length: int, gone: int, new: int
) -> None:
    start = data.draw(starts(game, seats))
    previous = after(start, length, leaves=0.05)
    for leaver in previous.active():
        engine.leave(game, previous, leaver, previous.now)
    players = [*start.players[gone:], *(f"p{90 + one}" for one in range(new))]
    players = (players + [f"p{70 + one}" for one in range(seats)])[: max(seats, 1)]
    before = encode(previous)
    again = Start(game, players, start.options, "ab" * 16)
    table, events = again.deal(previous)
    assert encode(previous) == before
    assert events
    check_legal(game, table)
    assert [player.id for player in table.players] == players
    assert table.result is None
    wait(game, table)
    check_legal(game, table)
