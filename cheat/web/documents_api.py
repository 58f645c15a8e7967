"""The HTTP API of published games: find, check, publish, fork, flag, remove.

docs/protocol.md describes the calls.
"""

from __future__ import annotations

from typing import get_args

import msgspec
from flask import Blueprint, Response, request

from cheat.documents.importer.archives import SentFiles
from cheat.documents.parse.json_text import BOM
from cheat.documents.trials.examination import Draft, Examined
from cheat.errors import BadRequest, BadValue
from cheat.i18n import validation
from cheat.service.hub.hub import Hub
from cheat.service.hub.index import Query, Sort
from cheat.service.hub.publishing import Requester
from cheat.web.api import answer, revalidated_json, same_site_data, service
from cheat.web.call_limits import address
from cheat.web.headers import revalidated
from cheat.web.negotiation import request_language
from cheat.web.schemas import (
    MAX_GAME,
    MAX_PLAIN,
    NOT_JSON,
    CheckDocument,
    Decide,
    FlagGame,
    ForkGame,
    PublishDocument,
    ReadDocument,
    RestoreVersion,
    WrittenDocument,
    body_of,
    players_of,
    token_of,
)

MAX_QUERY_PART = 80
"""Maximum length of each part of a search. All further characters are ignored."""

documents = Blueprint("documents", __name__, url_prefix="/api/documents")


class State(msgspec.Struct):
    """The state of a game: `listed`, `hidden`, `removed` or `barred`."""

    state: str


@documents.post("/check", provide_automatic_options=False)
def check() -> Response:
    """Return all faults of a document."""
    body = body_of(same_site_data(MAX_GAME), CheckDocument)
    result: Examined = hub().check(_files(body), request_language(), _requester())
    return answer(result)


@documents.post("/read", provide_automatic_options=False)
def read() -> Response:
    """Read a document, and return its errors, for editors.

    A check finds more errors, but takes longer.
    """
    body = body_of(same_site_data(), ReadDocument)
    result: Draft = hub().read(
        _text(body.document), request_language(), echo=body.echo, requester=_requester()
    )
    return answer(result)


@documents.post("/try", provide_automatic_options=False)
def try_out() -> Response:
    """Keep a document for trials in rooms."""
    body = body_of(same_site_data(), WrittenDocument)
    return answer(hub().store_trial(_text(body.document), request_language(), _requester()), 201)


@documents.post("")
def publish() -> Response:
    """Publish a game, or a version of one."""
    body = body_of(same_site_data(MAX_GAME), PublishDocument)
    return answer(hub().publish(_files(body), body.note.strip(), _key(), address(), request_language()), 201)


@documents.get("")
def games() -> Response:
    """Return a page of the list of games, or of the results of a search."""
    arguments = request.args
    sort = arguments.get("sort") or "new"
    if sort not in get_args(Sort):
        raise BadValue("“sort” must be new, played, name or recommended.")
    query = Query(
        words=arguments.get("q", "")[:MAX_QUERY_PART],
        tag=arguments.get("tag", "")[:MAX_QUERY_PART],
        players=players_of(arguments),
        sort=sort,  # type: ignore[arg-type]
        cursor=arguments.get("cursor", "")[: 2 * MAX_QUERY_PART],
        language=request_language().tag,
        built_in=bool(arguments.get("built_in")),
    )
    if arguments.get("flagged"):
        return answer(hub().flagged(_key(), query))
    return revalidated_json(hub().page(query))


@documents.post("/compare", provide_automatic_options=False)
def compare() -> Response:
    """Return what a publication would change in the author's game, in plain words."""
    body = body_of(same_site_data(MAX_GAME), CheckDocument)
    return answer(hub().changes_of(_files(body), _key(), request_language(), _requester()))


@documents.get("/<name>")
def game(name: str) -> Response:
    """Return a game with its document."""
    return revalidated_json(hub().details(name[:MAX_QUERY_PART], request_language().tag))


@documents.get("/<name>.zip", provide_automatic_options=False)
def file(name: str) -> Response:
    """Return a game as a file to keep."""
    response = Response(hub().file(name[:MAX_QUERY_PART], request_language().tag), mimetype="application/zip")
    response.headers["Content-Disposition"] = "attachment"  # browsers take the file's name from the URL
    return revalidated(response, request)


@documents.get("/<name>.json", provide_automatic_options=False)
def source(name: str) -> Response:
    """Return the document of a game alone, as it was written.

    With their key, authors also get games that are not listed.
    """
    key = _key()
    response = Response(hub().source(name[:MAX_QUERY_PART], key), mimetype="application/json")
    if key is None:
        return revalidated(response, request)
    response.headers["Cache-Control"] = "no-store"
    return response


@documents.post("/<name>/fork")
def fork(name: str) -> Response:
    """Copy a game under another slug."""
    body = body_of(same_site_data(MAX_PLAIN), ForkGame)
    return answer(hub().fork(name[:MAX_QUERY_PART], body.slug, _key(), address(), request_language()), 201)


@documents.post("/<name>/changes")
def changes(name: str) -> Response:
    """Return the differences between a published game and a document, in plain words."""
    body = body_of(same_site_data(), WrittenDocument)
    result = hub().changes(
        name[:MAX_QUERY_PART], _text(body.document), _key(), request_language(), _requester()
    )
    return answer(result)


@documents.post("/<name>/restore")
def restore(name: str) -> Response:
    """Publish an earlier version of a game once more."""
    body = body_of(same_site_data(MAX_PLAIN), RestoreVersion)
    published = hub().restore(
        name[:MAX_QUERY_PART], body.version, body.note.strip(), _key(), address(), request_language()
    )
    return answer(published, 201)


@documents.post("/<name>/report")
def report(name: str) -> Response:
    """Return a report on how a game plays, in numbers."""
    same_site_data(MAX_PLAIN)
    return answer(hub().report(name[:MAX_QUERY_PART], _requester()))


@documents.post("/<name>/flags")
def flag(name: str) -> Response:
    """Report that a game should not be here."""
    body = body_of(same_site_data(MAX_PLAIN), FlagGame)
    return answer(State(hub().flag(name[:MAX_QUERY_PART], body.reason.strip(), address())))


@documents.patch("/<name>")
def decide(name: str) -> Response:
    """Apply a decision of the operator."""
    body = body_of(same_site_data(MAX_PLAIN), Decide)
    return answer(
        State(hub().decide(name[:MAX_QUERY_PART], _key(), listed=body.listed, featured=body.featured))
    )


@documents.delete("/<name>")
def remove(name: str) -> Response:
    """Remove a game."""
    same_site_data(MAX_PLAIN)
    return answer(State(hub().remove(name[:MAX_QUERY_PART], _key())))


# Without these views, Flask would answer OPTIONS for these paths with the methods of `/<name>`.


@documents.route("/check", methods=["OPTIONS"])
@documents.route("/compare", methods=["OPTIONS"])
@documents.route("/read", methods=["OPTIONS"])
@documents.route("/try", methods=["OPTIONS"])
def check_methods() -> Response:
    """Return the allowed methods of the check and similar calls."""
    return _allowed_methods("POST", "OPTIONS")


@documents.route("/<name>.zip", methods=["OPTIONS"])
@documents.route("/<name>.json", methods=["OPTIONS"])
def file_methods(name: str) -> Response:
    """Return the allowed methods of a file."""
    return _allowed_methods("GET", "HEAD", "OPTIONS")


def _allowed_methods(*methods: str) -> Response:
    response = Response()
    response.allow.update(methods)
    return response


def hub() -> Hub:
    """Return the published games of this application."""
    return service().hub


def _requester() -> Requester:
    return Requester(address())


def _key() -> str | None:
    return token_of(request.headers.get("Authorization"))


def _files(body: CheckDocument | PublishDocument) -> SentFiles:
    """Return the parts of a game that a client sends. Raises BadValue if there are none."""
    document, decks = _text(body.document), _text(body.decks)
    if not document and not body.archive:
        raise BadValue(validation.missing("document"))
    return SentFiles(document, body.script.encode(), decks, body.title, archive=body.archive)


def _text(raw: msgspec.Raw) -> bytes:
    """Return the bytes of a document that was sent as JSON, or as a string that contains JSON.

    A byte order mark at the beginning of the string is removed.
    """
    data = bytes(raw)
    if not data.startswith(b'"'):
        return data
    try:
        return msgspec.json.decode(data, type=str).encode().removeprefix(BOM)
    except NOT_JSON:
        raise BadRequest("The body isn't JSON.") from None
