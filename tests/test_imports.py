"""Imports point down only. The table below is the architecture; any other direction fails."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

CHEAT = Path(__file__).resolve().parents[1] / "cheat"

MAY_IMPORT = {
    # HTTP: the server, and the Flask application
    "cheat": {"web", "service", "service/jobs", "catalogue", "store", "engine", "ops", "settings"},
    "server": {
        "web",
        "service",
        "service/delivery",
        "service/limits",
        "rooms",
        "ops",
        "errors",
        "i18n",
    },
    "web": {
        *("service", "service/hub", "service/delivery", "service/limits", "catalogue"),
        *("documents", "rooms"),
        *("engine", "ops", "settings", "errors", "i18n"),
    },
    # All calls of clients: the only code that combines rooms and storage
    "service": {
        *("service/hub", "service/jobs", "service/delivery", "service/limits", "rooms"),
        *("games", "engine", "store", "ops", "settings", "errors", "i18n"),
    },
    "service/hub": {
        *(
            "service/jobs",
            "service/limits",
            "documents",
            "rooms",
            "engine",
            "store",
            "ops",
            "errors",
            "i18n",
        ),
    },
    "service/jobs": {
        *("service/delivery", "catalogue", "documents", "rooms", "bots", "engine", "store", "ops", "i18n"),
    },
    "service/delivery": {
        *("service/limits", "rooms", "games", "engine", "store", "ops", "settings"),
        *("errors", "i18n"),
    },
    "service/limits": {"rooms", "engine", "store", "ops", "settings", "errors", "i18n"},
    # Pure: rooms and games, without input, output, clock or chance
    "rooms": {"games", "bots", "engine", "errors", "i18n"},
    "catalogue": {"documents", "games", "engine"},
    "documents": {"games", "bots", "engine", "errors", "i18n"},
    "games": {"bots", "engine", "errors", "i18n"},
    "bots": {"engine", "errors"},
    "engine": {"errors", "i18n"},
    # Redis, and the base of all packages
    "store": {"ops", "errors"},
    "ops": {"settings", "errors"},
    "settings": set(),
    "errors": {"i18n"},
    "i18n": set(),
    # Clients, which know the protocol and nothing else
    "terminal": {"client"},
    "load": {"client"},
    "client": set(),
}
"""Package -> the packages that it may import; `cheat` is `cheat/__init__.py`.

A part of a package that has a row of its own, such as `service/hub`, is a package of its own here. The row
`settings` holds `version.py` as well. Imports for type checkers alone count like all others.
"""

PROGRAMS = {
    "bots/__main__": {"bots", "catalogue"},
    "documents/__main__": {"documents", "i18n"},
    "play/__main__": {"terminal"},
}
"""Programs that nothing imports, and the packages that they may import."""

OTHERS = {
    "cheat": {"flask", "redis"},
    "server": {"flask", "gevent", "gunicorn"},
    "web": {"msgspec", "flask", "werkzeug", "markupsafe", "markdown_it", "_typeshed"},
    "service": {"msgspec", "redis"},
    "service/hub": {"msgspec"},
    "service/jobs": {"msgspec", "quickjs", "PIL"},
    "service/delivery": {"msgspec", "redis"},
    "service/limits": {"limits", "redis"},
    "rooms": {"msgspec", "regex"},
    "documents": {"msgspec"},
    "bots": {"msgspec"},
    "games": {"msgspec"},
    "engine": {"msgspec"},
    "store": {"msgspec", "redis", "hiredis", "fakeredis", "gevent"},
    "ops": {"gevent", "prometheus_client"},
    "settings": {"msgspec", "limits"},
    "i18n": {"msgspec", "regex"},
    "terminal": {"textual", "rich"},
    "client": {"httpx"},
}
"""Package -> the third-party packages that it may import."""

ROWS = MAY_IMPORT | PROGRAMS

IMPURE = {
    "random", "secrets", "time", "datetime", "os", "io", "socket", "threading", "subprocess", "pathlib",
    "logging", "uuid", "asyncio", "tempfile",
}  # fmt: skip
"""Modules for clock, chance, environment, input and output.

Games and rooms get these as arguments instead.
"""

PURE = {"engine", "games", "documents", "rooms"}


def package_of(module: str) -> str:
    """Return the row of the table: `cheat.rooms.room` -> `rooms`; `cheat` itself -> `cheat`."""
    inside = module.split(".")[1:]
    if not inside:
        return "cheat"
    part = "/".join(inside[:2])
    if part in ROWS:
        return part
    return "settings" if part == "version" else inside[0]


def module_of(path: Path) -> str:
    """Return the dotted name of a file."""
    parts = path.relative_to(CHEAT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in sorted(CHEAT.rglob("*.py"))}


@cache
def source_of(module: str) -> str:
    """Return the source of a module."""
    return MODULES[module].read_text(encoding="utf-8")


@cache
def imports(source: str) -> list[str]:
    """Return all modules that a source imports, `from cheat.rooms import room` as `cheat.rooms.room`."""
    return list(_imports(source))


def _imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield "." * node.level + (node.module or "")
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in MODULES else str(node.module)


def problems(package: str, source: str, *, pure: bool) -> list[str]:
    """Return what a module of this package imports and must not."""
    found = []
    for module in imports(source):
        top = module.split(".")[0]
        if top == "cheat":
            allowed = package_of(module) in ROWS[package] | ({package} if package != "cheat" else set())
        elif top in sys.stdlib_module_names:
            allowed = not (pure and top in IMPURE)
        else:
            allowed = top in OTHERS.get(package.removesuffix("/__main__"), set())
        if not allowed:
            found.append(module)
    return found


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_down_only(module: str) -> None:
    package = package_of(module)
    assert package in ROWS, "a new package says in the table above which others it may import"
    assert problems(package, source_of(module), pure=package in PURE) == []


def test_every_row_has_modules() -> None:
    assert {package_of(module) for module in MODULES} == ROWS.keys()


def test_files_import_each_other_in_no_circle() -> None:
    below = {
        module: {one for one in imports(source_of(module)) if one in MODULES} - {module} for module in MODULES
    }
    free = {module: set(lower) for module, lower in below.items()}
    while leaves := {module for module, lower in free.items() if not lower & free.keys()}:
        for module in leaves:
            del free[module]
    assert [module for module in free if reaches(module, module, below)] == []


def reaches(start: str, end: str, below: Mapping[str, set[str]]) -> bool:
    """Return whether a module imports another one, directly or through others."""
    seen: set[str] = set()
    ahead = [*below[start]]
    while ahead:
        module = ahead.pop()
        if module == end:
            return True
        if module not in seen:
            seen.add(module)
            ahead += below[module]
    return False


def test_table_has_no_circle() -> None:
    assert [package for package in ROWS if reaches(package, package, ROWS)] == []


PARTS_OF_DOCUMENTS = [
    "parse",
    "runtime",
    "compile",
    "check",
    "game",
    "",
    "explain",
    "trials",
    "importer",
]
"""The folders of `cheat/documents`, from the lowest to the highest.

"" stands for the other files in `cheat/documents` itself.
"""


def part_of_documents(module: str) -> str:
    """Return the folder of a module in `cheat/documents`: `cheat.documents.check.texts` -> `check`."""
    part = [*module.split("."), ""][2]
    return part if part in PARTS_OF_DOCUMENTS else ""


@pytest.mark.parametrize("module", [module for module in MODULES if package_of(module) == "documents"])
def test_folders_of_documents_import_lower_folders_only(module: str) -> None:
    own_level = PARTS_OF_DOCUMENTS.index(part_of_documents(module))
    higher = PARTS_OF_DOCUMENTS[own_level + 1 :]
    assert [
        imported
        for imported in imports(source_of(module))
        if package_of(imported) == "documents" and part_of_documents(imported) in higher
    ] == []


NOT_DRAWN = {"cheat", "terminal", "load", "client"}
"""Rows of the table without a box in the picture: the root, clients."""


def test_picture_of_the_architecture_shows_the_table() -> None:
    """Each import that the table allows is an arrow of the picture, or a path of arrows."""
    page = (CHEAT.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    picture = page.partition("```mermaid")[2].partition("```")[0]
    names = {"hub": "service/hub", "jobs": "service/jobs", "delivery": "service/delivery"}
    names["limits"] = "service/limits"
    arrows: dict[str, set[str]] = {}
    for line in picture.splitlines():
        if "-->" in line:
            above, below = (names.get(box := end.split("[")[0].strip(), box) for end in line.split("-->"))
            arrows.setdefault(above, set()).add(below)
            arrows.setdefault(below, set())
    assert arrows.keys() == MAY_IMPORT.keys() - NOT_DRAWN
    drawn = {package: MAY_IMPORT[package] - NOT_DRAWN for package in arrows}
    assert [(above, below) for above in arrows for below in arrows[above] if below not in drawn[above]] == []
    assert [
        (above, below) for above in drawn for below in drawn[above] if not reaches(above, below, arrows)
    ] == []


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("games", "import cheat.rooms.room"),
        ("games", "from cheat.store.rooms import RoomStore"),
        ("games", "import random"),
        ("games", "def f():\n    from time import time"),
        ("games", "import os.path"),
        ("games", "from cheat.service import room_codes"),
        ("games", "from cheat import __version__"),
        ("games", "from cheat.version import __version__"),
        ("bots", "from cheat.games import FAST"),
        ("bots", "from cheat.catalogue import CATALOGUE"),
        ("bots", "from cheat.bots.__main__ import main"),
        ("documents", "from cheat.documents.__main__ import main"),
        ("play/__main__", "from cheat.client import Client"),
        ("games", "from ..rooms import room"),
        ("engine", "from cheat.games import GAMES"),
        ("engine", "if TYPE_CHECKING:\n    from cheat.rooms.room import Room"),
        ("rooms", "from cheat.store import keys"),
        ("rooms", "from cheat.service.service import Service"),
        ("rooms", "import secrets"),
        ("store", "from cheat.engine.table import Event"),
        ("store", "from cheat.rooms.room import decode"),
        ("store", "import flask"),
        ("service", "from flask import request"),
        ("service", "from cheat.web import api"),
        ("service/delivery", "from cheat.service.service import Service"),
        ("service/delivery", "from cheat.service.hub.hub import Hub"),
        ("service/jobs", "from cheat.service.service import Service"),
        ("web", "import redis"),
        ("web", "from cheat.store.rooms import RoomStore"),
        ("web", "from cheat.service.jobs.queue import JobQueue"),
        ("errors", "import cheat.games"),
        ("games", "import numpy"),
        ("client", "from cheat.engine.forms import sample"),
        ("load", "from cheat.bots import FAST"),
        ("load", "import httpx"),
        ("service", "from cheat.client import Client"),
    ],
)
def test_other_directions_are_found(package: str, source: str) -> None:
    assert problems(package, source, pure=package in PURE) != []


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("games", "import msgspec\nfrom collections import Counter\nfrom cheat.errors import Refused"),
        ("rooms", "from cheat.engine import engine\nfrom cheat.rooms.room import Room"),
        (
            "web",
            "from cheat.service import room_codes\nfrom flask import Flask",
        ),
        ("service", "import redis, time, random"),
    ],
)
def test_downward_imports_are_allowed(package: str, source: str) -> None:
    assert problems(package, source, pure=package in PURE) == []
