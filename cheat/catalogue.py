"""All games that come with the project, as modules and as documents."""

from __future__ import annotations

from importlib.resources import files

from cheat.documents import DocumentGame, shipped
from cheat.engine.registry import GameRegistry
from cheat.games import GAMES


def documents() -> list[DocumentGame]:
    """Return the documents of the project. Each is compiled when its rules are first needed."""
    folder = files("cheat.documents") / "bundled"
    found = sorted((one for one in folder.iterdir() if one.name.endswith(".json")), key=lambda one: one.name)
    return [shipped(one.read_bytes()) for one in found]


DOCUMENTS = {game.slug: game for game in documents()}
"""The documents by their slugs."""

CATALOGUE = GameRegistry([*GAMES.values(), *DOCUMENTS.values()])
"""The registry of a service that is given no other."""
