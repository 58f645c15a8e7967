"""Hostile documents are refused, or ended within limits that are the same on every machine."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from cheat.documents import check
from cheat.documents.runtime.state import FUEL, Run
from cheat.engine import engine
from cheat.errors import Refused

from .small_documents import act, dealt, document, found, game_of, spent, written

LONG = 10.0
"""Maximum processor time of a check, in seconds."""


def doing(*effects: Any, **changes: Any) -> Any:
    """Return a game with one move, which has these effects."""
    moves = [{"name": "go", "do": [*effects, {"next": "turn"}]}]
    return game_of(phases={"turn": {"moves": moves}, "on": {"start": [{"go": "again"}]},
        "again": {"start": [{"go": "on"}]}}, **changes)  # fmt: skip


DOUBLING = {f"d{number}": f"d{number + 1} + d{number + 1}" for number in range(40)} | {"d40": "count(hand)"}
HOSTILE = {
    "deep": b"[" * 60_000,
    "long": b'{"cardgame": 1, "id": "' + b"a" * 70_000 + b'"}',
    "numbers": b'{"cardgame": ' + b"9" * 5000 + b"}",
    "keys": json.dumps({f"key{number}": 1 for number in range(4000)}).encode(),
    "doubling": written(document(define=DOUBLING, standing="d0")),
    "chain": written(document(define={f"d{n}": f"d{n + 1}" for n in range(499)} | {"d499": "1"},
        standing="d0")),
    "names": written(document(vars={f"v{number}": 0 for number in range(600)})),
    "faces": written(document(deck={"suits": {chr(65 + n): f"s{n}" for n in range(20)},
        "ranks": list("123456789")})),
    "zones": written(document(
        zones={f"z{n}": {"kind": "pile", "seen": "all", "per": "player"} for n in range(60)})),
    "nested effects": written(document(start=[json.loads('{"if": true, "then": [' * 20 + "]}" * 20)])),
    "brackets": written(document(standing="(" * 200 + "1" + ")" * 190)),
    "operators": written(document(standing="1" + "+1" * 199)),
    "routines": written(document(
        routines={f"r{n}": [{"run": f"r{n + 1}"}] for n in range(200)} | {"r200": []},
        start=[{"run": "r0"}, {"go": "turn"}])),
    "quotes": written(document(standing="'" * 399)),
    "null": b"null",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_a_document_that_means_harm_is_refused_soon(name):
    began = time.process_time()
    game, diagnostics = check(HOSTILE[name])
    assert time.process_time() - began < LONG
    assert game is None
    assert 0 < len(diagnostics) <= 50
    assert all(len(one.text) < 1000 for one in diagnostics)


@pytest.mark.parametrize(
    "effect",
    [
        {"while": "true", "do": []},
        {"while": "true", "do": [{"each": "cards", "as": "c", "do": [{"move": "c", "to": "discard"}]}]},
        {"go": "on"},
        {"each": "range(1, 500)", "as": "n", "do": [{"each": "range(1, 500)", "as": "m", "do": []}]},
        {"set": {"n": "range(1, 1000)"}},
        {"set": {"k": "1000000000000 * 1000000000000"}},
        {"each": "range(1, 12)", "as": "a", "do": [{"add": {"n": "n"}}]},
        {"set": {"n": "range(100000, 100590)"}},
    ],
)
def test_what_does_not_come_to_an_end_is_refused_and_changes_nothing(effect):
    game = doing(effect, vars={"n": [1], "k": 0})
    table = dealt(game)
    began = time.process_time()
    with pytest.raises(Refused) as caught:
        act(game, table, "p1", "go")
    assert caught.value.code == "rules_broken"
    assert time.process_time() - began < LONG


def test_where_nobody_can_be_refused_the_game_ends_without_a_winner():
    phases = document()["phases"]
    phases["turn"]["timeout"] = [{"while": "true", "do": []}, {"next": "turn"}]
    game = game_of(phases=phases, leave={"do": [{"while": "true", "do": []}]})
    table = dealt(game, 3)
    engine.expire(game, table, table.next_timeout())
    assert (table.result.reason, table.result.winners) == ("rules_broken", [])
    table = dealt(game, 3)
    engine.leave(game, table, "p2", 0)
    assert (table.result.reason, "p2" in table.active()) == ("rules_broken", False)


def test_fuel_is_counted_exactly():
    """One round more than the fuel allows is too many, in every run."""

    def left(rounds: int) -> int:
        game = doing(
            {"each": f"range(1, {rounds})", "as": "n", "do": [{"set": {"k": "n + 1"}}]}, vars={"k": 0}
        )
        table = dealt(game)
        r = Run(game.compiled, table, 0)
        game.compiled.phases["turn"].moves[0].carry_out.run(r)
        return FUEL - r.fuel

    one, two, three = left(1), left(2), left(3)
    assert two - one == three - two > 0
    assert left(400) == one + 399 * (two - one)


def test_the_forms_of_a_player_have_fuel_of_their_own():
    """Their cost takes no fuel from an action. Forms beyond the limit are not offered."""
    dear, define = "count(cards where worse(it)) == 0", {"worse(c)": "any(cards where order < -c.order)"}
    asking = game_of(define=define)
    each = spent(asking, dealt(asking), dear)
    fits = FUEL // each
    assert fits * each < FUEL < (fits + 1) * each
    long = {"each": f"range(1, {fits * each // 100})", "as": "n", "do": [{"set": {"k": "n"}}]}
    for count in (fits, fits + 1):
        moves = [{"name": f"m{at}", "if": dear, "do": [long, {"next": "turn"}]} for at in range(count)]
        game = game_of(phases={"turn": {"moves": moves}}, vars={"k": 0}, define=define)
        table = dealt(game)
        assert [form.name for form in engine.moves(game, table, "p1")] == [f"m{at}" for at in range(fits)]
        act(game, table, "p1", f"m{fits - 1}")
        assert table.turn == "p2"


def test_a_game_of_twenty_thousand_steps_ends_by_standing():
    game = doing({"add": {"score": 1}})
    table = dealt(game)
    table.steps_taken = 19_998
    act(game, table, "p1", "go")
    assert table.result is None
    act(game, table, "p2", "go")
    assert table.result.reason == "won"
    assert table.result.winners == ["p1", "p2"]


def test_too_many_choices_are_refused():
    moves = [{"name": "go", "do": [{"go": "many"}]}]
    many = {"moves": [{"name": "say", "pick": {"n": {"choice": "range(1, 65)"}}, "do": [{"next": "turn"}]}]}
    game = game_of(phases={"turn": {"moves": moves}, "many": many})
    with pytest.raises(Refused, match="failed here"):
        act(game, dealt(game), "p1", "go")


def test_what_is_within_the_limits_is_taken():
    assert [
        one for one in found(document(define={f"d{n}": "1" for n in range(400)})) if one.severity == "error"
    ] == []
