"""Hooks that `st run` calls with each generated request, so that most requests meet a real room.

ROOM is the code of a room, MOVES are names of its moves. The same SEED repeats the choices.
"""

from __future__ import annotations

import os
import random
from typing import Any

import schemathesis

ROOM = os.environ["ROOM"]
MOVES = os.environ["MOVES"].split()
CHANCE = random.Random(os.environ["SEED"])


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """One request in four stays as it was generated."""
    if "code" in (case.path_parameters or {}) and CHANCE.random() < 0.75:
        case.path_parameters["code"] = ROOM
    if isinstance(case.body, dict) and isinstance(case.body.get("move"), str) and CHANCE.random() < 0.75:
        case.body["move"] = CHANCE.choice(MOVES)
