"""A search on a document plays as a room does, with the same chance and the same cost."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from cheat.bots.bot import WeightedBot
from cheat.bots.search import SimulatedGame
from cheat.catalogue import DOCUMENTS
from cheat.documents import check
from cheat.documents.game.phases import Step
from cheat.engine import engine
from cheat.engine.determinize import determinize
from cheat.engine.forms import Form
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.engine.simulation import EngineSimulation
from cheat.errors import Refused
from tests.games.walks import encode, usual_seats

from .random_documents import Author
from .small_documents import dealt, game_of

STEPS = 50


def copy_of(table: DataTable) -> DataTable:
    """Return the table after encoding and decoding."""
    copy = msgspec.json.decode(encode(table), type=DataTable)
    copy.options = table.options
    return copy


def world_of(game: Any, table: DataTable, *, hushed: bool) -> SimulatedGame:
    world = SimulatedGame(
        game, table, table.rng, WeightedBot(game.move_weights) if game.move_weights else None, {}
    )
    assert type(world.simulation) is not EngineSimulation
    if not hushed:
        world.simulation = EngineSimulation(game, table)
    return world


def presets_of(slug: str) -> list[Any]:
    return [preset.options for preset in DOCUMENTS[slug].presets]


SAYS_TOO_MUCH = "the_rules_say_too_much"


@pytest.fixture
def spent(monkeypatch):
    """Record the remaining fuel after each step."""
    left: list[int] = []
    close = Step.close

    def closed(step: Step) -> None:
        close(step)
        left.append(step.r.fuel)

    monkeypatch.setattr(Step, "close", closed)
    return left


def play_both(game: Any, table: DataTable, steps: int, spent: list[int]) -> None:
    """Check step by step that tables, chance and cost are the same."""
    worlds = [world_of(game, copy_of(table), hushed=hushed) for hushed in (False, True)]
    for _ in range(steps):
        seen, left = [], []
        for world in worlds:
            spent.clear()
            world.play_on(1)
            world.table.conclusions = []  # nobody imagines cards from here
            seen.append(encode(world.table))
            left.append(list(spent))
            assert world.table.events == []
        assert seen[0] == seen[1]
        assert left[0] == left[1]
        if worlds[0].table.result is not None:
            return
        for world in worlds:
            if world.between_rounds():
                engine.expire(game, world.table, world.table.next_timeout())


@pytest.mark.parametrize(
    ("slug", "preset"),
    [
        pytest.param(slug, at, marks=[] if (number + at) % 3 == 0 else pytest.mark.long)
        for number, slug in enumerate(sorted(DOCUMENTS))
        for at in range(len(DOCUMENTS[slug].presets))
    ],
)
def test_it_goes_as_in_a_room(slug, preset, spent):
    game = DOCUMENTS[slug]
    table = dealt(game, usual_seats(game), "5eed" * 8, **presets_of(slug)[preset])
    play_both(game, determinize(game, table, "p1", Rng("ab" * 16)), STEPS, spent)


def bare(offers: Mapping[str, Sequence[Form]]) -> Any:
    """Return the offered forms by player, without words, moments and piles to press."""
    made = msgspec.json.decode(msgspec.json.encode({id: list(forms) for id, forms in offers.items()}))
    for form in (one for forms in made.values() for one in forms):
        for key in ("label", "tone", "confirm", "help", "pile", "with"):
            form.pop(key, None)
        for field in form["fields"]:
            field.pop("label", None)
            if field["kind"] == "choice":
                field["of"] = [one["value"] for one in field["of"]]
    return made


def lies(table: DataTable) -> Any:
    """Return the places of cards and the values of variables."""
    return {zone.id: (zone.cards, zone.viewers) for zone in table.zones.values()}, table.values


def step_on(world: SimulatedGame) -> tuple[str, str]:
    """Make one step of a world. Return the code of its refusal, and the reason if rules failed, or ""."""
    world.simulation.legal_moves()
    following = world.next_actor()
    try:
        if following is not None:
            world.carry_out(following[0], world.choose_at_random(*following), following[1])
        elif not world.pass_time():
            return "over", ""
    except Refused as refused:
        return refused.code, str(refused.__cause__ or "")
    return "", ""


def go_alike(game: Any, table: DataTable, steps: int, spent: list[int]) -> int:
    """Compare the offers and outcomes of both ways step by step. Return the number of steps.

    A step that costs too much is refused both ways, perhaps by another limit, because texts cost, too. Only
    a room refuses a step that says too much: in a game ahead, nothing is said. After a refusal, no table is
    compared: the room would drop it, half done.
    """
    worlds = [world_of(game, copy_of(table), hushed=hushed) for hushed in (False, True)]
    for number in range(steps):
        room, ahead = (bare(world.simulation.legal_moves()) for world in worlds)
        assert room == ahead
        ends, left = [], []
        for world in worlds:
            spent.clear()
            end, reason = step_on(world)
            if reason == SAYS_TOO_MUCH:
                return number
            ends.append(end)
            world.table.conclusions = []  # nobody imagines cards from here
            left.append(list(spent))
        assert (ends[0], left[0]) == (ends[1], left[1])
        if ends[0]:
            return number
        assert lies(worlds[0].table) == lies(worlds[1].table)
        if worlds[0].table.result is not None:
            return number
        assert encode(worlds[0].table) == encode(worlds[1].table)
    return steps


def random_document_goes_as_in_a_room(seed: int, steps: int, spent: list[int]) -> int:
    """Return the number of compared steps of the document with this number."""
    game, _ = check(json.dumps(Author(Random(seed)).document()).encode())
    if game is None:
        return 0
    try:
        table = dealt(game, 2 + seed % 3, f"{seed:032x}")
    except Refused:  # the game cannot even be dealt
        return 0
    return go_alike(game, table, steps, spent)


def test_random_documents_go_as_in_a_room(spent):
    counts = [random_document_goes_as_in_a_room(seed, 12, spent) for seed in range(40)]
    assert sum(counts) > 60, counts


@pytest.mark.long
def test_thousands_of_random_documents_go_as_in_a_room(spent):
    for seed in range(20_000, 23_000):
        random_document_goes_as_in_a_room(seed, 40, spent)


EVERYTHING = {
    "deck": {"use": "french", "copies": "2"},
    "zones": {
        "stock": {"kind": "pile", "seen": "nobody", "refill": "discard"},
        "discard": {"kind": "pile", "seen": "all"},
        "hand": {"kind": "hand", "per": "player", "seen": "owner", "sort": ["suit", "order"]},
        "given": {"kind": "row", "per": "player", "seen": "owner"},
    },
    "vars": {"last": "card", "rounds": 0, "caught": "player"},
    "triggers": [{"if": "count(stock) < 60", "do": [{"move": "discard", "to": "stock", "at": "bottom"}]}],
    "phases": {
        "turn": {
            "moves": [
                {
                    "name": "play",
                    "pick": {"card": {"from": "hand", "where": "suit == 'hearts' or order > 9"}},
                    "do": [
                        {"move": "card", "to": "discard", "say": "{me} plays {card}, {hand} stay."},
                        {"set": {"last": "card"}},
                        {
                            "if": "count(hand) < 2",
                            "then": [{"draw": 3, "as": "out"}, {"say": "Drawn: {out}."}],
                        },
                        {"next": "together"},
                    ],
                },
                {
                    "name": "play",
                    "pick": {"some": {"from": "hand", "count": [1, 2], "same": "rank"}},
                    "do": [{"move": "some", "to": "discard", "show": "all"}, {"next": "together"}],
                },
                {
                    "name": "play",
                    "pick": {"card": {"from": "hand"}, "loud": {"yes": "Loud"}},
                    "do": [{"move": "card", "to": "next.hand"}, {"say": "Psst: {loud}.", "to": "next"}],
                },
                {
                    "name": "shout",
                    "by": "others",
                    "if": "last is not none and last.order > 6",
                    "pick": {"who": {"player": "others"}, "n": {"number": [0, "count(hand)"]}},
                    "do": [{"set": {"caught": "who", "last": "none"}}, {"add": {"rounds": "n"}}],
                },
            ],
            "stuck": [{"draw": 1}, {"say": "{me} is stuck."}, {"next": "turn"}],
        },
        "together": {
            "who": "players",
            "start": [{"add": {"rounds": 1}}, {"if": "rounds > 150", "then": [{"end": True}]}],
            "moves": [
                {"name": "give", "pick": {"card": {"from": "hand"}}, "do": [{"move": "card", "to": "given"}]},
                {"name": "keep", "do": []},
            ],
            "done": [
                {"each": "players", "as": "p", "do": [{"move": "p.given", "to": "p.hand"}]},
                {"go": "window"},
            ],
        },
        "window": {
            "who": "others",
            "optional": True,
            "time": 5,
            "moves": [{"name": "take", "if": "count(hand) < 9", "do": [{"draw": 1, "say": "{me} draws."}]}],
            "done": [{"go": "look"}],
        },
        "look": {"time": 2, "timeout": [{"shuffle": "hand"}, {"next": "turn"}]},
    },
    "turn": "turn",
}


@pytest.mark.parametrize("weights", [None, {"shout": 0.3, "keep": 2}])
def test_it_does_so_with_everything_that_there_is(weights, spent):
    """This covers equal cards, alternatives, several asked players, moves out of turn, windows, triggers."""
    game = game_of(**EVERYTHING, bots={"weights": weights} if weights else None)
    for seed in ("5eed" * 8, "ab" * 16, "07" * 16):
        play_both(game, dealt(game, 3, seed), STEPS, spent)


def test_a_choice_of_whatever_there_is_goes_so_too(spent):
    """The choices are lists, cards and players, which differ at each moment."""
    picks = [
        "group(hand by suit)",
        "hand",
        "others",
        "players where hand is not empty",
        "range(1, count(hand))",
    ]
    moves = [
        {"name": f"m{at}", "pick": {"it_is": {"choice": values}}, "do": [{"draw": 1}, {"next": "turn"}]}
        for at, values in enumerate(picks)
    ]
    game = game_of(phases={"turn": {"moves": moves, "stuck": [{"end": True}]}})
    assert go_alike(game, dealt(game, 3), 30, spent) > 10


def test_what_rules_may_not_do_is_refused_ahead_too():
    """This covers an action that costs too much, and one whose forms do."""
    long = [{"each": "range(1, 500)", "as": "n", "do": [{"each": "range(1, 500)", "as": "m", "do": []}]}]
    moves = [{"name": "go", "do": [*long, {"next": "turn"}]}]
    game = game_of(phases={"turn": {"moves": moves, "timeout": [*long, {"next": "turn"}]}})
    table = dealt(game)
    ahead = game.quick_simulation(table)
    forms = ahead.legal_moves()["p1"]
    with pytest.raises(Refused) as caught:
        ahead.act("p1", "go", {}, forms)
    assert caught.value.code == "rules_broken"
    ahead.expire(table.next_timeout())
    assert (table.result.reason, table.result.winners) == ("rules_broken", [])


def test_a_form_that_costs_too_much_is_not_needed_to_be_asked():
    """The first possible move shows which players have a move.

    Forms that cost too much are not offered.
    """
    moves = [
        {"name": "first", "do": [{"next": "turn"}]},
        {"name": "many", "pick": {"n": {"choice": "range(1, 65)"}}, "do": [{"next": "turn"}]},
    ]
    game = game_of(
        phases={"wide": {"moves": moves}, "turn": {"moves": [{"name": "go", "do": [{"go": "wide"}]}]}}
    )
    table = dealt(game)
    ahead = game.quick_simulation(table)
    ahead.act("p1", "go", {}, ahead.legal_moves()["p1"])
    assert (table.phase, [one.players for one in table.decisions]) == ("wide", [["p1"]])
    for ask in (ahead.legal_moves, lambda: engine.legal_moves(game, table)):
        assert [form.name for form in ask()["p1"]] == ["first"]


def test_a_phase_that_costs_too_much_from_its_first_move_on_breaks_both_ways():
    moves = [
        {"name": "many", "pick": {"n": {"choice": "range(1, 65)"}}, "do": [{"next": "turn"}]},
        {"name": "other", "do": [{"next": "turn"}]},
    ]
    game = game_of(
        phases={"wide": {"moves": moves}, "turn": {"moves": [{"name": "go", "do": [{"go": "wide"}]}]}}
    )
    table = dealt(game)
    ahead = game.quick_simulation(dealt(game))
    forms = engine.legal_moves(game, table)["p1"]
    with pytest.raises(Refused) as in_a_room:
        engine.act(game, table, "p1", "go", forms[0].ties, 0)
    with pytest.raises(Refused) as looking_ahead:
        ahead.act("p1", "go", {}, ahead.legal_moves()["p1"])
    assert in_a_room.value.code == looking_ahead.value.code == "rules_broken"
