"""Imports point down only. The table below is the architecture; any other direction fails."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

CHEAT = Path(__file__).resolve().parents[1] / "cheat"

MAY_IMPORT = {
    "words": set(),
    "languages": {"words"},
    "complaints": {"words"},
    "errors": {"words"},
    "settings": set(),
    "paces": {"locks"},
    "at_hand": set(),
    "locks": set(),
    "networks": set(),
    "garbage": set(),
    "variables": set(),
    "codes": set(),
    "metrics": set(),
    "logs": set(),
    "traces": {"settings"},
    "texts": set(),
    "client": set(),
    "play": {"client"},
    "load": {"client"},
    "games": {"errors", "texts", "words", "complaints"},
    "documents": {"games", "bots", "errors", "words"},
    "documents/__main__": {"documents", "languages", "words"},
    "offload": set(),
    "hub": {
        "at_hand",
        "documents",
        "games",
        "languages",
        "limits",
        "networks",
        "offload",
        "paces",
        "rooms",
        "store",
        "texts",
        "thinker",
        "errors",
        "words",
    },
    "catalogue": {"documents", "games"},
    "failures": {"errors", "metrics"},
    "thinker": {
        "catalogue",
        "garbage",
        "documents",
        "games",
        "bots",
        "rooms",
        "failures",
        "metrics",
        "languages",
    },
    "thoughts": {"answers", "thinker", "rooms", "bots", "games", "store"},
    "bots": {"games", "errors", "words"},
    "bots/__main__": {"bots", "catalogue"},
    "rooms": {"games", "bots", "texts", "errors", "words"},
    "store/wire": set(),
    "store": {"errors", "locks", "metrics"},
    "answers": {"rooms", "games", "store", "errors", "words"},
    "limits": {"networks", "paces", "store", "settings", "errors", "metrics", "words"},
    "polls": {"limits", "locks", "paces", "settings", "errors"},
    "wheel": {"locks"},
    "agendas": {"answers", "at_hand", "games", "rooms", "store", "errors", "wheel"},
    "waiting": {
        "agendas",
        "answers",
        "at_hand",
        "games",
        "polls",
        "rooms",
        "store",
        "settings",
        "errors",
        "metrics",
        "wheel",
        "words",
    },
    "replays": {"answers", "rooms", "games", "store", "errors", "words", "cheat"},
    "public": {"games", "rooms", "store"},
    "changes": {
        "answers",
        "codes",
        "errors",
        "failures",
        "games",
        "hub",
        "metrics",
        "public",
        "rooms",
        "settings",
        "store",
        "thoughts",
    },
    "service": {
        "changes",
        "public",
        "hub",
        "replays",
        "metrics",
        "answers",
        "waiting",
        "thinker",
        "thoughts",
        "limits",
        "rooms",
        "games",
        "bots",
        "store",
        "codes",
        "settings",
        "errors",
        "words",
    },
    "web": {
        "catalogue",
        "hub",
        "documents",
        "metrics",
        "service",
        "replays",
        "limits",
        "networks",
        "answers",
        "rooms",
        "games",
        "codes",
        "errors",
        "words",
        "languages",
        "complaints",
        "logs",
        "settings",
        "traces",
        "cheat",
    },
    "connections": set(),
    "overtime": {"rooms"},
    "serve": {"connections", "overtime", "variables"},
    "worker": {"connections", "web"},
    "server": {
        "worker",
        "connections",
        "web",
        "service",
        "waiting",
        "answers",
        "limits",
        "metrics",
        "errors",
        "words",
    },
    "cheat": {"catalogue", "games", "logs", "service", "settings", "store", "thinker", "web"},
}
"""Layer -> the layers that it may import; `cheat` is `cheat/__init__.py`, and a command may use more than the
layer that it stands in, and so may the one module of the store that knows of event loops.
"""

OTHERS = {
    "games": {"msgspec"},
    "documents": {"msgspec"},
    "documents/__main__": {"msgspec"},
    "offload": {"gevent"},
    "hub": {"msgspec"},
    "catalogue": set(),
    "bots": {"msgspec"},
    "bots/__main__": set(),
    "rooms": {"msgspec", "regex"},
    "client": {"httpx"},
    "play": {"textual", "rich"},
    "load": set(),
    "errors": set(),
    "words": {"msgspec"},
    "languages": set(),
    "complaints": set(),
    "texts": {"regex"},
    "codes": set(),
    "metrics": {"prometheus_client"},
    "logs": set(),
    "variables": set(),
    "traces": set(),
    "settings": {"msgspec", "limits"},
    "paces": set(),
    "at_hand": set(),
    "locks": {"gevent"},
    "networks": set(),
    "limits": {"limits", "redis"},
    "polls": set(),
    "wheel": set(),
    "agendas": set(),
    "failures": set(),
    "store": {"msgspec", "redis", "hiredis", "fakeredis"},
    "store/wire": {"gevent", "redis"},
    "answers": {"msgspec"},
    "thinker": {"msgspec", "quickjs"},
    "thoughts": {"msgspec"},
    "waiting": {"msgspec"},
    "replays": {"msgspec"},
    "public": set(),
    "changes": {"msgspec"},
    "service": {"msgspec", "redis"},
    "web": {"msgspec", "flask", "werkzeug", "_typeshed"},
    "connections": {"gevent"},
    "overtime": set(),
    "serve": {"flask", "gevent"},
    "worker": {"gevent", "gunicorn"},
    "server": {"gevent", "gunicorn"},
    "cheat": {"flask", "redis"},
}
"""Layer -> what it may import besides this project and the standard library."""

IMPURE = {
    "random", "secrets", "time", "datetime", "os", "io", "socket", "threading", "subprocess", "pathlib",
    "logging", "uuid", "asyncio", "tempfile",
}  # fmt: skip
"""Clock, chance, environment, input and output: arguments in games and rooms, never imports."""

PURE = {"games", "documents", "rooms"}


def layer_of(module: str) -> str:
    """`cheat.rooms.room` -> `rooms`; `cheat` itself -> `cheat`."""
    return module.split(".")[1] if "." in module else module


def imports(source: str) -> Iterator[str]:
    """All modules that are imported anywhere in the source, `from cheat import codes` as `cheat.codes`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                yield "." * node.level + (node.module or "")
            elif node.module == "cheat":
                known = MAY_IMPORT.keys() - {"cheat"}
                yield from (f"cheat.{one.name}" if one.name in known else "cheat" for one in node.names)
            else:
                yield str(node.module)


def problems(layer: str, source: str) -> list[str]:
    """What a module of this layer imports and must not."""
    found = []
    for module in imports(source):
        top = module.split(".")[0]
        if top == "cheat":
            allowed = layer_of(module) in MAY_IMPORT[layer] | ({layer} if layer != "cheat" else set())
        elif top in sys.stdlib_module_names:
            allowed = not (layer in PURE and top in IMPURE)
        else:
            allowed = top in OTHERS[layer]
        if not allowed:
            found.append(module)
    return found


def modules() -> list[Path]:
    return sorted(CHEAT.rglob("*.py"))


def layer_of_path(path: Path) -> str:
    inside = path.relative_to(CHEAT)
    if (command := str(inside.with_suffix(""))) in MAY_IMPORT:
        return command
    first = inside.parts[0]
    return "cheat" if first == "__init__.py" else first.removesuffix(".py")


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(CHEAT)))
def test_imports_point_down_only(path: Path) -> None:
    layer = layer_of_path(path)
    assert layer in MAY_IMPORT, "a new layer says in the table above whom it may import"
    assert problems(layer, path.read_text(encoding="utf-8")) == []


def test_all_layers_are_read() -> None:
    assert {layer_of_path(path) for path in modules()} >= MAY_IMPORT.keys() - {"bots"}


def test_table_has_no_circle() -> None:
    def below(layer: str, path: tuple[str, ...] = ()) -> None:
        assert layer not in path, f"{path} imports {layer}"
        for lower in MAY_IMPORT[layer] - {"cheat"}:
            below(lower, (*path, layer))

    for layer in MAY_IMPORT:
        below(layer)


@pytest.mark.parametrize(
    ("layer", "source"),
    [
        ("games", "import cheat.rooms.room"),
        ("games", "from cheat.store.store import RoomStore"),
        ("games", "import random"),
        ("games", "def f():\n    from time import time"),
        ("games", "import os.path"),
        ("games", "from cheat import codes"),
        ("games", "from cheat import __version__"),
        ("games", "from ..rooms import room"),
        ("rooms", "from cheat.store import keys"),
        ("rooms", "from cheat.service import Service"),
        ("rooms", "import secrets"),
        ("store", "from cheat.games.table import Event"),
        ("store", "from cheat.rooms.room import decode"),
        ("store", "import flask"),
        ("service", "from flask import request"),
        ("service", "from cheat.web import api"),
        ("web", "import redis"),
        ("web", "from cheat.store.store import RoomStore"),
        ("web", "from cheat.waiting import Waiting"),
        ("waiting", "from cheat.service import Service"),
        ("answers", "import flask"),
        ("thinker", "from cheat.store.store import RoomStore"),
        ("thinker", "from cheat.service import Service"),
        ("errors", "import cheat.games"),
        ("games", "import numpy"),
        ("client", "from cheat.games.moves import sample"),
        ("load", "from cheat.bots import FAST"),
        ("load", "import httpx"),
        ("service", "from cheat.client import Client"),
    ],
)
def test_other_directions_are_found(layer: str, source: str) -> None:
    assert problems(layer, source) != []


@pytest.mark.parametrize(
    ("layer", "source"),
    [
        ("games", "import msgspec\nfrom collections import Counter\nfrom cheat.errors import Refused"),
        ("rooms", "from cheat.games import engine\nfrom cheat.rooms.room import Room"),
        ("web", "from cheat import __version__, codes\nfrom flask import Flask"),
        ("service", "import redis, time, random"),
    ],
)
def test_downward_imports_are_allowed(layer: str, source: str) -> None:
    assert problems(layer, source) == []
