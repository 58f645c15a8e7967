"""All games that come with the project, as modules and as documents."""

from __future__ import annotations

from importlib.resources import files

from cheat.documents import DocumentGame, shipped
from cheat.engine.registry import GameRegistry
from cheat.games import GAMES


def documents() -> list[DocumentGame]:
    """Return the games of the project that are documents.

    Each is compiled when code first needs its rules.
    """
    folder = files("cheat.documents") / "bundled"
    paths = sorted(
        (path for path in folder.iterdir() if path.name.endswith(".json")), key=lambda path: path.name
    )
    return [shipped(path.read_bytes()) for path in paths]


DOCUMENTS = {game.slug: game for game in documents()}
"""The documents by their slugs."""

CATALOGUE = GameRegistry([*GAMES.values(), *DOCUMENTS.values()])
"""All games of the project. A server uses this registry unless `create_app` gets another."""
