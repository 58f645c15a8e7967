"""The views of pages for people, and of URLs for monitoring and for editors."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from typing import Any, NamedTuple

import msgspec
from flask import Blueprint, Response, render_template, request

from cheat.documents.covers import Cover, cover_of
from cheat.documents.explain import wordbook
from cheat.documents.parse.schema import json_schema
from cheat.documents.starters import starters
from cheat.engine.game import AnyGame
from cheat.engine.registry import GameRegistry
from cheat.errors import StoreUnavailable, Unauthorized
from cheat.i18n.messages import ENGLISH, Language, plural, text
from cheat.ops import metrics
from cheat.rooms.chat import PHRASES, REACTIONS
from cheat.service import room_codes
from cheat.service.hub.bundle import manual_pages
from cheat.web.api import answer, revalidated_json, service
from cheat.web.errors import not_ready_response
from cheat.web.headers import API_HEADERS
from cheat.web.negotiation import request_language
from cheat.web.schemas import STANDARD_GAME, token_of

FIRST_TILES = 4
"""Number of games that the start page shows at first. After a click, it shows all games.

The number is small, so the buttons that start a game are visible, too.
"""
FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip")
"""Headers that proxies add.

A request with one of these headers is treated as a request from another machine.
"""

MAX_SLUG = 64
"""Maximum length of a slug in a URL. All further characters are ignored."""

MAX_LANGUAGES = 16
"""Maximum number of languages for which tiles and other texts are cached."""

pages = Blueprint("pages", __name__)


class Tile(NamedTuple):
    """A game on the start page, in the reader's language.

    `lesson`: True if the game offers a lesson, a first game against easy bots.
    """

    id: str
    slug: str
    name: str
    summary: str
    seats: str
    minutes: str
    rules: str
    lesson: bool


@pages.get("/", strict_slashes=False)
def index() -> str:
    """Return the start page, with the games to choose from."""
    tiles, covers = _tiles(service().games, request_language())
    return render_template(
        "index.html",
        games=tiles,
        first=FIRST_TILES,
        covers=covers,
        standard=STANDARD_GAME,
        offer=text("{count} card games", count=len(tiles)),
    )


@lru_cache(MAX_LANGUAGES)
def _tiles(games: GameRegistry, language: Language) -> tuple[list[Tile], dict[str, Any]]:
    """Return a tile for each game, and a dict: id of a game -> the cover of the game."""
    tiles = [_tile(game, language) for game in games]
    return tiles, {game.id: msgspec.to_builtins(_cover(game, language)) for game in games}


def _tile(game: AnyGame, language: Language) -> Tile:
    game = game.in_language(language.tag)
    say, options = language.say, game.options({})
    least, most = game.min_players(options), game.max_players(options)
    seats = text("{least} to {most} players", least=least, most=most)
    if least == most:
        seats = plural("{count} player", "{count} players", most)
    minutes = text("{minutes} minutes", minutes=game.minutes.replace("-", "–"))
    return Tile(
        game.id,
        game.slug,
        say(game.name),
        say(game.summary),
        say(seats),
        say(minutes),
        say(game.rules),
        game.lesson_options is not None,
    )


def _cover(game: AnyGame, language: Language) -> Cover:
    """Return the cover of a game, with the names of cards in the reader's language."""
    cover = cover_of(game.in_language(language.tag))
    return Cover({code: face.view(language.say) for code, face in cover.faces.items()}, cover.look)


@pages.get("/r/<code>")
def room(code: str) -> str:
    """Return the page of a room, on which people join the room and play.

    The path of a room is in lower case. `cheat.web.links` redirects other spellings to this path.
    """
    return _room(code)


@pages.get("/r/<code>/tv")
def tv(code: str) -> str:
    """Return the page that shows the table of a room on a television, for all players beside it."""
    return _room(code, screen="tv")


def _room(code: str, screen: str = "") -> str:
    code = room_codes.normalized(code)
    return render_template("room.html", code=code, screen=screen, sayings=_phrases(request_language()))


@lru_cache(MAX_LANGUAGES)
def _phrases(language: Language) -> dict[str, list[tuple[str, str]]]:
    """Return all reactions and phrases: their codes, and their words in the reader's language."""
    texts_by_kind = {"reactions": REACTIONS, "phrases": PHRASES}
    return {
        kind: [(code, language.say(words)) for code, words in texts.items()]
        for kind, texts in texts_by_kind.items()
    }


@pages.get("/r/<code>/replay")
def replay(code: str) -> str:
    """Return the page with the replay of the last game of a room."""
    return render_template("replay.html", code=room_codes.normalized(code))


@pages.get("/replay")
def replay_of_file() -> str:
    """Return the page with the replay of a game from a file."""
    return render_template("replay.html", code="")


@pages.get("/games")
def games() -> str:
    """Return the list of published games."""
    return render_template("games.html", view="list", slug="")


@pages.get("/games/publish")
def publish() -> str:
    """Return the form to publish a game."""
    return render_template("games.html", view="publish", slug="")


@pages.get("/games/<slug>")
def published(slug: str) -> str:
    """Return the page of a published game."""
    return render_template("games.html", view="game", slug=slug[:MAX_SLUG])


@pages.get("/design")
def design() -> str:
    """Return the game designer, with example documents and the words for expressions."""
    examples = sorted(
        _examples(service().games, request_language()).items(), key=lambda example: example[1].casefold()
    )
    say = request_language().say
    small_games = [(name, say(title)) for name, title in starters().items()]
    words = _language(request_language().tag)
    return render_template("design.html", examples=examples, starters=small_games, language=words)


@pages.get("/design/language")
def language() -> str:
    """Return the manual of documents: the page that teaches them, and the reference."""
    return render_template("reference.html", manual=_manual(request_language().tag))


@lru_cache(MAX_LANGUAGES)
def _manual(tag: str) -> Any:
    """Return the manual in a language, or in English if there is no translation."""
    from cheat.web.manual import Manual  # imported here, because only this page needs Markdown

    english, pages = (
        {name: path.read_text(encoding="utf-8") for name, path in manual_pages(one).items()}
        for one in (ENGLISH.tag, tag)
    )
    return Manual(pages, tag, english) if pages else _manual(ENGLISH.tag)


@lru_cache(MAX_LANGUAGES)
def _examples(games: GameRegistry, language: Language) -> dict[str, str]:
    """Return the names of the catalogue's documents, by slug."""
    return {game.slug: language.say(game.in_language(language.tag).name) for game in games if game.source}


@lru_cache(MAX_LANGUAGES)
def _language(tag: str) -> list[Any]:
    """Return the words that every document may use in its expressions.

    Each word has its sentence from the reference in this language, or else in English.
    """
    words: Iterable[wordbook.Word] = wordbook.language()
    if tag != ENGLISH.tag and (pages := manual_pages(tag)):
        words = wordbook.explained(words, pages["reference.md"].read_text(encoding="utf-8"))
    return [msgspec.to_builtins(word) for word in words]


@pages.get("/schema/cardgame-1.json")
def schema() -> Response:
    """Return the JSON Schema of documents, for editors that complete and check their text."""
    return revalidated_json(json_schema())


@pages.get("/healthz")
def healthz() -> Response:
    """Report liveness: the worker answers."""
    return answer({"status": "ok"})


@pages.get("/readyz")
def readyz() -> Response:
    """Report readiness: 200 if the store answers, 503 otherwise.

    If the server cannot make new rooms, or if changes arrive late, the answer says why. The status is still
    200, because running games go on.
    """
    try:
        status, cause = service().readiness()
    except StoreUnavailable as failure:
        return not_ready_response(failure)
    return answer({"status": status, **({"cause": cause} if cause else {})})


@pages.get("/metrics")
def metrics_text() -> Response:
    """Return the metrics of the workers in the text format of Prometheus. Raises Unauthorized."""
    _check_reader(service().settings.metrics_token)
    service().update_metrics()
    return Response(
        metrics.text(service().redis_usage()), headers=API_HEADERS, content_type=metrics.CONTENT_TYPE
    )


def _check_reader(secret: str) -> None:
    """Raise Unauthorized if the client may not read the metrics.

    If a token is set, the client needs it. If no token is set, the client has to be on this machine.
    """
    token = token_of(request.headers.get("Authorization"))
    if secret:
        if token is None:
            raise Unauthorized("You need the METRICS_TOKEN to read the metrics.", "no_token")
        if not hmac.compare_digest(token.encode(), secret.encode()):
            raise Unauthorized("This isn't the METRICS_TOKEN.")
    elif not _is_local(request.remote_addr or ""):
        raise Unauthorized(
            "Without a METRICS_TOKEN, the metrics can be read only on this machine.", "no_token"
        )


def _is_local(address: str) -> bool:
    """Return whether a program on this machine sent the request, without a proxy in between."""
    try:
        is_loopback = ip_address(address.removeprefix("::ffff:")).is_loopback
    except ValueError:
        return False
    return is_loopback and not any(name in request.headers for name in FORWARDED)
