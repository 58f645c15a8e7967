"""Small documents, and their diagnostics."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from cheat.documents import Diagnostic, DocumentGame, check, compiled
from cheat.documents.check.expressions import Expressions
from cheat.documents.compile.emit import Expr, function_of
from cheat.documents.compile.scope import Scope
from cheat.documents.parse.diagnostics import Report
from cheat.documents.runtime.state import FUEL, Run
from cheat.engine import engine
from cheat.engine.registry import DataTable
from cheat.engine.table import Event

SMALL: dict[str, Any] = {
    "cardgame": 1,
    "id": "small",
    "name": "Small",
    "players": {"min": 2, "max": 4},
    "deck": {"use": "french"},
    "zones": {
        "stock": {"kind": "pile", "seen": "nobody", "refill": "discard"},
        "discard": {"kind": "pile", "seen": "all"},
        "hand": {"kind": "hand", "per": "player", "seen": "owner"},
    },
    "player_vars": {"score": 0},
    "start": [{"shuffle": "stock"}, {"deal": 3, "to": "hand"}, {"go": "turn"}],
    "phases": {
        "turn": {
            "moves": [
                {
                    "name": "play",
                    "pick": {"card": {"from": "hand"}},
                    "do": [
                        {"move": "card", "to": "discard"},
                        {"if": "hand is empty", "then": [{"end": "me"}]},
                        {"next": "turn"},
                    ],
                }
            ]
        }
    },
}

FIVE = {"suits": {"R": "red", "B": "blue"}, "ranks": ["1", "2", "10"]}
"""A small deck: 1R 2R 10R 1B 2B 10B."""


def document(**changes: Any) -> dict[str, Any]:
    """Return a small document with these parts; a part that is None is left out."""
    made = {**copy.deepcopy(SMALL), **changes}
    return {key: part for key, part in made.items() if part is not None}


def playing(*moves: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return one phase with these moves."""
    return {"turn": {"moves": list(moves), **more}}


def doing(*effects: Any, **move: Any) -> dict[str, Any]:
    """Return a move with these effects."""
    return {"name": "go", "do": list(effects), **move}


def written(doc: Any) -> bytes:
    return json.dumps(doc, ensure_ascii=False, indent=1).encode()


def game_of(**changes: Any) -> DocumentGame:
    return compiled(written(document(**changes)))


def found(doc: Any) -> list[Diagnostic]:
    """Return the diagnostics of a document."""
    return check(written(doc))[1]


def dealt(game: DocumentGame, seats: int = 2, seed: str = "ab" * 16, **options: Any) -> DataTable:
    players = [f"p{number + 1}" for number in range(seats)]
    table, _ = engine.deal(game, players, game.options(options), seed, 0, None)
    assert isinstance(table, DataTable)
    return table


def act(game: DocumentGame, table: DataTable, player: str, name: str, **args: Any) -> list[Event]:
    """Make a move with the moment of its form."""
    forms = [form for form in engine.moves(game, table, player) if form.name == name]
    ties = forms[0].ties if forms else {}
    return engine.act(game, table, player, name, {**ties, **args}, table.now)


def value_of(expression: str, seats: int = 2, **changes: Any) -> Any:
    """Return the value of an expression on a new table, for the first player."""
    shows = [{"label": "Value", "value": "0"}]
    game = game_of(define={"asked": expression, "used": "asked is none"}, shows=shows, **changes)
    table = dealt(game, seats)
    return evaluated(game, table, expression)


def evaluated(game: DocumentGame, table: DataTable, expression: str) -> Any:
    """Return the value of an expression on a table."""
    return evaluator(game, table, expression)()


def spent(game: DocumentGame, table: DataTable, expression: str) -> int:
    """Return the cost of evaluating an expression on a table."""
    typed = checked(game, expression)
    r = Run(game.compiled, table, 0)
    function_of(typed, ()).run(r)
    return FUEL - r.fuel


def evaluator(game: DocumentGame, table: DataTable, expression: str) -> Callable[[], Any]:
    """Return a function that evaluates an expression on a table, for the first player."""
    typed = checked(game, expression)
    function = function_of(typed, ())
    return lambda: function.run(Run(game.compiled, table, 0))


def checked(game: DocumentGame, expression: str) -> Expr:
    names, compiled = game.compiled.names, game.compiled
    names.report = Report()
    expressions = Expressions(names)
    typed = expressions.value(expressions.check(expression, (), Scope()), Scope())
    assert not names.report.failed, names.report.problems
    compiled.places = names.places
    return typed
