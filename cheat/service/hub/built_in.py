"""The games that come with the server, as entries of the list of games."""

from __future__ import annotations

from cheat.documents.about import About, LocalizedText, about
from cheat.documents.covers import cover_of
from cheat.documents.game.game import DocumentGame
from cheat.engine.game import AnyGame
from cheat.engine.registry import GameRegistry
from cheat.i18n.languages import LANGUAGES
from cheat.service.hub.records import Record, Version


def records_of(games: GameRegistry) -> list[Record]:
    """Return a record for each game of the catalogue, including games that are code.

    The owner in such a record is "". A real owner is the hash of an author key, and no hash is "", so no
    author owns a built-in game.
    """
    return [built_in(game) for game in games]


def built_in(game: AnyGame) -> Record:
    """Return the record of one game of the catalogue. Its only version has no date."""
    facts = about(game) if isinstance(game, DocumentGame) else _about_code(game)
    return Record(owner="", about=facts, versions=[Version(facts.version, game.id, 0)])


def _about_code(game: AnyGame) -> About:
    """Return the metadata of a game that is code.

    Its version is "", because its rules change with the release of the server.
    """
    options = game.options({})
    return About(
        slug=game.id,
        version="",
        name=_by_language({tag: language.say(game.name) for tag, language in LANGUAGES.items()}),
        summary=_by_language({tag: language.say(game.summary) for tag, language in LANGUAGES.items()}),
        minutes=game.minutes,
        least=game.min_players(options),
        most=game.max_players(options),
        tags=list(game.tags),
        languages=list(LANGUAGES),
        cover=cover_of(game),
    )


def _by_language(texts: dict[str, str]) -> LocalizedText:
    """Return the texts by language, or a single text if all of them are equal."""
    first, *others = dict.fromkeys(texts.values())
    return texts if others else first
