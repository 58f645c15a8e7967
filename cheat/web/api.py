"""The HTTP API: each view parses a request, calls one method of the service, and answers.

docs/protocol.md describes the calls.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec
from flask import Blueprint, Response, current_app, request
from msgspec import UNSET, UnsetType
from werkzeug.exceptions import HTTPException

from cheat.documents.covers import fan_of
from cheat.engine.cards import Face
from cheat.engine.forms import OptionSpec
from cheat.engine.game import AnyGame, Preset
from cheat.engine.per_game_cache import PerGameCache
from cheat.errors import BadRequest
from cheat.i18n.messages import Language
from cheat.rooms.room import Newcomer
from cheat.rooms.tokens import hashed, token_hash_of
from cheat.rooms.view import ListedRoom
from cheat.service.delivery.answers import EventsAnswer
from cheat.service.replays import ReplayQuery
from cheat.service.service import Service
from cheat.web.access_log import POLL
from cheat.web.call_limits import address, guess_limited
from cheat.web.compression import DIGEST_HEADER, Encoded, accepts_gzip
from cheat.web.headers import (
    DEFLATED_TYPE,
    JSON_TYPE,
    BriefResponse,
    brief_headers,
    refuse_other_sites,
    revalidated,
    shared_headers,
)
from cheat.web.negotiation import language_of, request_language
from cheat.web.responses import encoded_answer, encoded_poll, life_of, refusal_of
from cheat.web.schemas import (
    MAX_BODY,
    MAX_PLAIN,
    MAX_REPLAY,
    Cheer,
    CreateRoom,
    JoinRoom,
    QuickPlay,
    TryAlone,
    action_of,
    body_of,
    poll_of,
    replay_query_of,
    token_of,
    too_large,
    watch_of,
)

MAX_GAME_ID = 80
"""Maximum length of the id of a game: a kind, a colon, and a hash."""

api = Blueprint("api", __name__, url_prefix="/api")

_encode = msgspec.json.Encoder().encode


class ListedGame(msgspec.Struct, kw_only=True):
    """A game in short, for a list to choose from.

    `slug`: a short name that calls also accept as the id; `version`: the version of its rules.
    """

    id: str
    slug: str | UnsetType = UNSET
    version: str | UnsetType = UNSET
    name: str
    summary: str
    minutes: str
    min_players: int
    max_players: int


class CatalogueGame(ListedGame, kw_only=True):
    """A game with everything that a table of it needs.

    `look`: the colours of the table, and the size and back of the cards, if the game's author has set them.
    `fan`: the codes of the cards in the picture of the game. `lesson`: true if quick play offers a lesson of
    the game.
    """

    rules: str
    hints: dict[str, str]
    options: list[OptionSpec]
    presets: list[Preset]
    faces: dict[str, Face]
    fan: list[str]
    look: dict[str, str] | UnsetType = UNSET
    lesson: bool | UnsetType = UNSET

    def brief(self) -> ListedGame:
        """Return the game with the fields of a `ListedGame` only."""
        return ListedGame(**{name: getattr(self, name) for name in ListedGame.__struct_fields__})


class Catalogue(msgspec.Struct):
    """All games in short."""

    games: list[ListedGame]


class AllGames(msgspec.Struct):
    """All games in full."""

    games: list[CatalogueGame]


class RoomList(msgspec.Struct):
    """Public rooms that players can join."""

    rooms: list[ListedRoom]


def answer(body: Any, status: int = 200) -> Response:
    """Return a JSON answer that clients must not store."""
    response = Response(_encode(body), status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def service() -> Service:
    """Return the service of this application."""
    return cast(Service, current_app.extensions["cheat"])


ENTRIES = PerGameCache[CatalogueGame](8)
"""A cache of the catalogue's entries, in up to eight languages for each game.

Entries are cached, because about a hundred sentences of an entry have to be translated.
"""


def catalogue_game(game: AnyGame, language: Language) -> CatalogueGame:
    return ENTRIES.get(game, language, lambda: _entry(game, language))


def _entry(game: AnyGame, language: Language) -> CatalogueGame:
    say, game = language.say, game.in_language(language.tag)
    return CatalogueGame(
        id=game.id,
        slug=game.slug or UNSET,
        version=game.version or UNSET,
        name=say(game.name),
        summary=say(game.summary),
        minutes=game.minutes,
        min_players=game.min_players(game.options({})),
        max_players=game.max_players(game.options({})),
        rules=say(game.rules),
        hints={about: say(words) for about, words in game.hints.items()},
        options=[option.view(say) for option in game.specs()],
        presets=[preset.view(say) for preset in game.presets],
        faces={code: face.view(say) for code, face in game.faces.items()},
        fan=fan_of(game),
        look=dict(game.look) or UNSET,
        lesson=game.lesson_options is not None or UNSET,
    )


def revalidated_json(body: Any) -> Response:
    """Return a JSON answer that clients may store, but must check for changes before each use."""
    return revalidated(answer(body), request)


@api.get("/catalogue")
def catalogue() -> Response:
    """Return the catalogue: all games in short."""
    return revalidated_json(
        Catalogue([catalogue_game(game, request_language()).brief() for game in service().games])
    )


@api.get("/games")
def games() -> Response:
    """Return all games in full. A client that needs one game should ask for that game only."""
    return revalidated_json(AllGames([catalogue_game(game, request_language()) for game in service().games]))


@api.get("/games/<id>")
def game(id: str) -> Response:
    """Return one game, even if the catalogue does not list it."""
    return revalidated_json(catalogue_game(service().game(id[:MAX_GAME_ID], address()), request_language()))


def _newcomer(body: CreateRoom | JoinRoom | QuickPlay | TryAlone) -> Newcomer:
    return Newcomer(body.colour, body.client.strip(), address())


@api.get("/rooms")
def rooms() -> Response:
    """Return the public rooms that players can join."""
    return answer(RoomList(service().rooms(request.args.get("game") or None, address())))


@api.post("/rooms")
def create_room() -> Response:
    """Make a room."""
    body = body_of(same_site_data(), CreateRoom)
    seat = service().create(
        body.name,
        body.game,
        body.options,
        public=body.public,
        about=_newcomer(body),
        language=request_language(),
    )
    return answer(seat, 201)


@api.post("/quick")
def quick_play() -> Response:
    """Play at once."""
    body = body_of(same_site_data(MAX_PLAIN), QuickPlay)
    seat = service().quick(
        body.name,
        body.game,
        lesson=body.lesson,
        wait=body.wait,
        about=_newcomer(body),
        language=request_language(),
    )
    return answer(seat, 201)


@api.post("/trials")
def try_alone() -> Response:
    """Try a document alone, with bots."""
    body = body_of(same_site_data(), TryAlone)
    seat = service().try_alone(
        body.name,
        body.game,
        body.options,
        bots=body.bots,
        seed=body.seed,
        about=_newcomer(body),
        language=request_language(),
    )
    return answer(seat, 201)


@api.get("/rooms/<code>/inside")
def debug_view(code: str) -> Response:
    """Return the debug view of a trial."""
    token = token_of(_authorization())
    with guess_limited(token):
        return answer(service().debug_view(code, token_hash_of(token), request_language()))


@api.post("/rooms/<code>/players")
def join_room(code: str) -> Response:
    """Take a seat."""
    body = body_of(same_site_data(MAX_PLAIN), JoinRoom)
    with guess_limited(None):
        seat = service().join(
            code,
            body.name,
            next_game=body.next_game,
            about=_newcomer(body),
            language=request_language(),
        )
        return answer(seat, 201)


@api.get("/rooms/<code>")
def snapshot(code: str) -> Response:
    """Return the present table."""
    token = token_of(_authorization())
    with guess_limited(token):
        return answer(service().snapshot(code, token_hash_of(token), request_language()))


@api.get("/rooms/<code>/events")
def events(code: str) -> Response:
    """Return the events since a cursor; hold the call while there are none."""
    token, poll, known_digest = token_of(_authorization()), poll_of(request.args), request.args.get("known")
    token_hash = token_hash_of(token)
    with guess_limited(token):
        poll_answer = service().events(code, token_hash, poll, request_language())
    return (
        answer(poll_answer)
        if known_digest is None
        else _brief_answer(poll_answer, known_digest, token_hash, poll.client)
    )


def _brief_answer(
    poll_answer: EventsAnswer, known_digest: str, token_hash: str | None, client: str
) -> Response:
    """Return the answer to a poll. `known_digest`: digest of the client's last answer, or ""."""
    encoded = encoded_poll(
        poll_answer,
        known_digest,
        token_hash,
        client,
        current_app.extensions["cheat.sent"],
        gzip=accepts_gzip(request.headers.get("Accept-Encoding", "")),
    )
    response = BriefResponse(
        encoded.body, mimetype=DEFLATED_TYPE if encoded.coding == "deflated" else JSON_TYPE
    )
    if encoded.digest:
        response.headers[DIGEST_HEADER] = encoded.digest
    response.headers.update(brief_headers(encoded.coding))
    return response


@api.get("/rooms/<code>/watch")
def watch(code: str) -> Response:
    """Return the events since a cursor as any spectator may see them, for caches to store."""
    language = language_of(request.args.get("lang", ""))
    outcome: EventsAnswer | Exception
    try:
        since = watch_of(request.args)
        with guess_limited(None):
            outcome = service().watch(code, since, language)
    except Exception as error:  # any error, because `refusal_of` logs unexpected errors
        outcome = error
        status, headers, body = refusal_of(error, POLL, language)
        response, coding = BriefResponse(body, status, headers), Encoded(body).coding
    else:
        body, coding, _ = encoded_answer(
            outcome, gzip=accepts_gzip(request.headers.get("Accept-Encoding", ""))
        )
        response = BriefResponse(body, mimetype=JSON_TYPE)
    response.headers.update(shared_headers(coding, life_of(outcome)))
    return response


@api.get("/rooms/<code>/replay")
def replay(code: str) -> Response:
    """Return steps of the replay of the last game."""
    token = token_of(_authorization())
    with guess_limited(token):
        return answer(service().replay(code, token_hash_of(token), _replay_query(), address()))


@api.get("/rooms/<code>/replay/file")
def replay_file(code: str) -> Response:
    """Return the last game as a file."""
    token = token_of(_authorization())
    with guess_limited(token):
        return answer(service().replay_file(code, token_hash_of(token)))


@api.post("/replays")
def watch_file() -> Response:
    """Return steps of the replay of a file."""
    return answer(service().replay_of(same_site_data(MAX_REPLAY), _replay_query(), address()))


@api.post("/rooms/<code>/actions")
def act(code: str) -> Response:
    """Carry out a move."""
    token, action = action_of(_authorization(), _data())
    with guess_limited(token):
        return answer(service().act(code, hashed(token), action.id, action.move, action.args, address()))


@api.post("/rooms/<code>/cheers")
def cheer(code: str) -> Response:
    """React without a seat."""
    body = body_of(same_site_data(MAX_PLAIN), Cheer)
    with guess_limited(None):
        return answer(service().cheer(code, body.reaction))


def _replay_query() -> ReplayQuery:
    return replay_query_of(request.args)._replace(language=request_language())


def _authorization() -> str | None:
    return request.headers.get("Authorization")


def same_site_data(max_bytes: int = MAX_BODY) -> bytes:
    """Return the body of a call that needs no token.

    Raises NotAllowed if a page of another site made the browser send the call. Also raises the errors of
    `_data`.
    """
    refuse_other_sites(request.headers)
    return _data(max_bytes)


def _data(max_bytes: int = MAX_BODY) -> bytes:
    """Return the body. If it has more than `max_bytes`, raises TooLarge or werkzeug's own error."""
    request.max_content_length = max_bytes
    try:
        data = request.get_data()
    except HTTPException:
        raise
    except Exception as error:  # for broken chunks, each WSGI server raises its own exceptions
        raise BadRequest("The body can't be read to its end.") from error
    if request.content_length is None and len(data) >= max_bytes:
        raise too_large(max_bytes)  # if a body comes in chunks, it is cut off here without an error
    return data
