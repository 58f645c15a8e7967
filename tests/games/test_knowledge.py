"""The knowledge of seats, and tables imagined from it, for every game and for described ones."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import comb
from typing import Any

import pytest
from msgspec import UNSET

from cheat.bots.evaluation import guess_of
from cheat.engine import determinize as imagining
from cheat.engine import engine
from cheat.engine.determinize import deck
from cheat.engine.game import AnyGame, Game
from cheat.engine.knowledge import SeatKnowledge
from cheat.engine.rng import Rng
from cheat.engine.table import Table
from cheat.errors import Refused
from cheat.games import GAMES

from . import walks
from .game_as_data import Described
from .knowledge_model import Beliefs
from .shortest_game import Simple
from .toy_game import GAME as TOY
from .walks import (
    Moment,
    Start,
    Temper,
    all_cards,
    check_legal,
    codes_in,
    concluded,
    encode,
    next_step,
    permitted,
    wait,
    walk,
    wire,
)

SEED = "5eed" * 8
MOST_SPREADS = 150
"""A face that may be spread in more ways at the deal takes too long to follow."""
DESCRIBED = Described(
    {
        "id": "doc:1",
        "name": "Show One",
        "cards": [f"{rank}{suit}" for suit in "CDHS" for rank in "23456789"],
        "hand": 3,
        "options": {"low_wins": False},
    }
)
every_game = walks.every_game(also=(TOY, DESCRIBED))
"""Each moment of a walk is looked at by one viewer, by all of them in turn."""


def imagine(game: AnyGame, table: Table, viewer: str | None, rng: Rng) -> Table:
    """As bots that look ahead do it, with what they guess."""
    return imagining.determinize(game, table, viewer, rng, guess_of(game))


def viewers(table: Table) -> list[str | None]:
    return [*(player.id for player in table.players), None]


def in_turn(table: Table, number: int) -> str | None:
    """Return one of the viewers, another one each time."""
    return viewers(table)[number % len(viewers(table))]


def known_to(table: Table, viewer: str | None) -> SeatKnowledge:
    assert table.knowledge is not UNSET
    return table.knowledge.of(viewer)


def seen_by(game: AnyGame, table: Table, viewer: str | None) -> Table:
    """Return the view without the seat's knowledge."""
    sight = engine.observation(game, table, viewer)
    sight.knowledge = UNSET
    return sight


def known_faces(known: SeatKnowledge) -> set[str]:
    return {face for faces in (*known.top.values(), *known.among.values()) for face in faces if face}


def place(table: Table, zones: str, face: str) -> int:
    """Return the number of such cards in these zones."""
    return sum(table.zones[id].cards.count(face) for id in zones.split() if id in table.zones)


def claims_hold(known: SeatKnowledge, table: Table) -> bool:
    """Return whether all claims of a seat are true: places, and numbers of cards in zones."""
    for zone, top in known.top.items():
        cards = table.zones[zone].cards[::-1]
        if any(face and cards[depth : depth + 1] != [face] for depth, face in enumerate(top)):
            return False
    claimed = Counter(face for faces in known.among.values() for face in faces)
    within = {face: [key for key in known.among if face in known.among[key]] for face in claimed}
    return all(
        claimed[face] <= place(table, " ".join(sorted({id for key in keys for id in key.split()})), face)
        and all(known.among[key].count(face) <= place(table, key, face) for key in keys)
        for face, keys in within.items()
    )


# What is known


@every_game
def test_the_deck_holds_all_that_is_on_the_table(start: Start, rng: Rng) -> None:
    game = start.game
    whole = type(game).deck is Game.deck  # it does not say that a deal leaves some out
    for moment in walk(start, 30, leaves=0.05):
        cards = Counter(deck(game, start.options, len(start.players)))
        assert cards == all_cards(moment.table) if whole else cards >= all_cards(moment.table)


@every_game
def test_a_table_that_nobody_follows_is_the_same_without_what_is_known(start: Start, rng: Rng) -> None:
    for plain, followed in zip(walk(start, 40), walk(start, 40, follow=True), strict=True):
        assert b'"known"' not in plain.data
        table = followed.table
        table.knowledge = UNSET
        assert encode(table) == plain.data


@every_game
def test_what_a_seat_knows_is_true(start: Start, rng: Rng) -> None:
    for moment in walk(start, 150, leaves=0.01, follow=True):
        table = moment.table
        for seat in table.players:
            known = known_to(table, seat.id)
            assert claims_hold(known, table), (seat.id, known)


@every_game
def test_a_sight_holds_what_its_own_seat_knows_and_no_more(start: Start, rng: Rng) -> None:
    game = start.game
    for number, moment in enumerate(walk(start, 60, leaves=0.01, follow=True)):
        table = moment.table
        viewer = in_turn(table, number)
        sight = engine.observation(game, table, viewer)
        assert set(sight.knowledge.seats) <= {viewer}
        assert sight.knowledge.of(viewer) == known_to(table, viewer)
        may = permitted(table, viewer, []) | known_faces(known_to(table, viewer)) | concluded(table)
        assert codes_in(game, encode(sight)) <= may


@every_game
def test_what_a_seat_learns_depends_on_nothing_that_it_cannot_see(start: Start, rng: Rng) -> None:
    """The same step in another world: where the seat is told the same, it knows the same."""
    game = start.game
    before: Moment | None = None
    for number, moment in enumerate(walk(start, 40, follow=True)):
        for viewer in [in_turn(before.table, number)] if before else []:
            world = imagine(game, before.table, viewer, rng)
            world.knowledge, world.rng = before.table.knowledge, before.table.rng
            told = [event.view(viewer, 0, 0) for event in moment.events]
            try:
                news = moment.step.take(game, world)
            except (Refused, ValueError, KeyError):  # a card is elsewhere in this world
                continue
            if [event.view(viewer, 0, 0) for event in news] == told:
                assert encode(known_to(world, viewer)) == encode(known_to(moment.table, viewer))
        before = moment


# What is imagined


@every_game
def test_an_imagined_table_looks_to_the_seat_like_the_real_one(start: Start, rng: Rng) -> None:
    game = start.game
    for number, moment in enumerate(walk(start, 60, leaves=0.01, follow=True)):
        table = moment.table
        viewer = in_turn(table, number)
        world = imagine(game, table, viewer, rng)
        assert encode(seen_by(game, world, viewer)) == encode(seen_by(game, table, viewer))
        assert wire(game, world, viewer, []) == wire(game, seen_by(game, table, viewer), viewer, [])
        assert Counter(deck(game, table.options, len(start.players))) >= all_cards(world)
        assert claims_hold(known_to(table, viewer), world), (viewer, known_to(table, viewer))
        sight = engine.observation(game, table, viewer)
        assert encode(imagine(game, sight, viewer, Rng(SEED))) == encode(
            imagine(game, table, viewer, Rng(SEED))
        )
        assert encode(table) == moment.data


def test_a_guess_that_contradicts_what_the_seat_knows_is_undone() -> None:
    def reversed_zones(table: Table, viewer: str | None, rng: Rng) -> None:
        for zone in table.zones.values():
            zone.cards = zone.cards[::-1]

    game, rng, undone = GAMES["cheat"], Rng(SEED), 0
    for number, moment in enumerate(walk(walks.some_start(game, 3, rng), 60, follow=True)):
        viewer = in_turn(moment.table, number)
        world = imagining.determinize(game, moment.table, viewer, rng, reversed_zones)
        assert claims_hold(known_to(moment.table, viewer), world)
        undone += bool(known_to(moment.table, viewer).top)
    assert undone, "a seat knows the place of a card at some moment"


def beliefs_of(viewer: str, moment: Moment, rng: Rng) -> list[Beliefs]:
    """For a few faces, those that are seldom."""
    table, start = moment.table, moment.start
    cards = Counter(deck(start.game, start.options, len(start.players)))
    outside = cards.total() - all_cards(table).total()
    places = len(table.zones) + bool(outside)
    faces = sorted(face for face, count in cards.items() if comb(places + count - 1, count) <= MOST_SPREADS)
    few = rng.sample(faces, min(6, len(faces)))
    return [Beliefs(face, cards[face], outside, viewer, table) for face in few]


@every_game
def test_an_imagined_table_agrees_with_every_view_that_the_seat_ever_had(start: Start, rng: Rng) -> None:
    """Told again from the views alone: each face lies where it may have come to."""
    game = start.game
    first, *moments = walk(start, 60, leaves=0.01, follow=True)
    viewer = rng.choice(first.table.players).id
    beliefs = beliefs_of(viewer, first, rng)
    for moment in moments:
        table = moment.table
        worlds = [imagine(game, table, viewer, rng) for _ in range(2)]
        for one in beliefs:
            one.hear(moment.events, table)
            assert one.allow(table), "the real table is one of those that are possible"
            for world in worlds:
                assert one.allow(world), (one.face, viewer, known_to(table, viewer))


@walks.every_game(plain=True, also=(TOY, DESCRIBED))
def test_an_imagined_table_is_legal_and_can_be_played_to_the_end(start: Start, rng: Rng) -> None:
    game = start.game
    for number, moment in enumerate(islice(walk(start, 40, follow=True), 0, None, 3)):
        viewer = in_turn(moment.table, number)
        world = imagine(game, moment.table, viewer, rng)
        check_legal(game, world)
        temper, cards = Temper(rng), all_cards(world)
        for _ in range(15):
            if world.result is None:
                next_step(game, world, rng, temper).take(game, world)
            check_legal(game, world)
            assert all_cards(world) == cards
        if number % 4 == 0:
            wait(game, world)
            assert world.result is not None


@every_game
def test_cards_that_a_seat_neither_sees_nor_knows_change_nothing_for_it(start: Start, rng: Rng) -> None:
    game = start.game
    changed = 0
    for number, moment in enumerate(walk(start, 30, leaves=0.01, follow=True)):
        table = moment.table
        viewer = in_turn(table, number)
        other = imagine(game, table, viewer, rng)
        other.knowledge = table.knowledge
        changed += other.zones != table.zones
        assert encode(engine.observation(game, other, viewer)) == encode(
            engine.observation(game, table, viewer)
        )
        one, two = (imagine(game, this, viewer, Rng(SEED)) for this in (table, other))
        assert encode(one) == encode(two)
    assert changed


# What some of it means


def kittens(**options: Any) -> Table:
    """Three players, p1 on turn, none of whom holds a Nope."""
    game = GAMES["kittens"]
    table, _ = engine.deal(
        game, ["p1", "p2", "p3"], game.options(options), SEED, 0, None, track_knowledge=True
    )
    table.begin_visit("p1")
    return table


def act(table: Table, player: str, name: str, **args: Any) -> None:
    game = GAMES[table.game]
    moment = next(one.ties["moment"] for one in engine.moves(game, table, player) if one.name == name)
    engine.act(game, table, player, name, {"moment": moment, **args}, table.now)


def give(table: Table, player: str, *cards: str) -> None:
    """The player holds these cards as well, dealt to them instead of others from the pile."""
    for card in cards:
        hand = table.hand(player).cards
        source = next(zone for zone in table.zones.values() if card in zone.cards and zone.owner != player)
        source.cards[source.cards.index(card)] = hand.pop()
        hand.append(card)


def test_by_the_deal_everybody_knows_of_a_defuse_in_each_hand() -> None:
    table = kittens(extra_defuses=0)
    assert known_to(table, "p1").among == {"hand:p2": ["K-DEF"], "hand:p3": ["K-DEF"]}


def test_who_has_looked_at_the_top_cards_knows_them_until_they_are_shuffled() -> None:
    table = kittens(extra_defuses=0)
    give(table, "p1", "K-SEE")
    for player in ("p2", "p3"):
        table.hand(player).cards[:] = [card for card in table.hand(player).cards if card != "K-NOP"]
    act(table, "p1", "play", cards=["K-SEE"])
    while table.phase != "peek":
        engine.expire(GAMES["kittens"], table, table.next_timeout())
    act(table, "p1", "done")
    top = table.deck.cards[::-1][:3]
    assert known_to(table, "p1").top == {"deck": top}
    assert known_to(table, "p2").top == {}
    table.shuffle_zone(table.deck)
    assert known_to(table, "p1").top == {}
    assert known_to(table, "p1").among["deck"] == sorted(top)


def test_who_puts_a_kitten_back_knows_where_it_lies() -> None:
    table = kittens(extra_defuses=0)
    table.deck.cards.remove("K-EXP")
    table.deck.cards.append("K-EXP")
    act(table, "p1", "draw")
    act(table, "p1", "insert", position=2)
    assert known_to(table, "p1").top["deck"] == ["", "", "K-EXP"]
    assert "deck" not in known_to(table, "p2").top
    assert known_to(table, "p2").among["deck"] == ["K-EXP"]


def test_who_sees_cards_in_the_open_knows_them_in_the_hand_that_takes_them() -> None:
    game = GAMES["cheat"]
    options = game.options({"min_call_window_s": 0, "reveal_s": 0})
    table, _ = engine.deal(game, ["p1", "p2", "p3"], options, SEED, 0, None, track_knowledge=True)
    liar = table.actor
    lie = next(card for card in table.hand(liar).cards if card[0] != "A")
    act(table, liar, "place", cards=[lie])
    caller, other = [id for id in table.active() if id != liar]
    act(table, caller, "call_cheat")
    assert known_to(table, other).among == {f"hand:{liar}": [lie]}


def test_a_game_that_has_more_cards_than_it_says_is_found_out() -> None:
    start = Start(Simple(), ["p1", "p2"], Simple().options({}), "ab" * 16)
    with pytest.raises(ValueError, match="has cards that its deck has not"):
        imagine(start.game, start.deal()[0], "p1", Rng(SEED))
