"""Make the OpenAPI 3.1 document from the types of requests and answers."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import msgspec
from flask import Flask, Response

from cheat.catalogue import CATALOGUE
from cheat.documents.trials.examination import Draft, Examined
from cheat.documents.trials.reports import Balance
from cheat.rooms.debug_view import Inside
from cheat.service.delivery.answers import Acted, EventsAnswer, Joined, Snapshot
from cheat.service.hub.hub import AddedPictures, Changes, Published, Shown, Tried
from cheat.service.hub.records import Page
from cheat.service.replays import MOST_PAGE, PAGE, ReplayFile, ReplayPage
from cheat.version import __version__
from cheat.web.api import AllGames, Catalogue, CatalogueGame, RoomList, answer
from cheat.web.compression import DIGEST_HEADER
from cheat.web.documents_api import State
from cheat.web.errors import Problem
from cheat.web.headers import DEFLATED_TYPE
from cheat.web.schemas import (
    MAX_WAIT_S,
    Action,
    AddPictures,
    CheckDocument,
    Cheer,
    CreateRoom,
    Decide,
    FlagGame,
    ForkGame,
    JoinRoom,
    PublishDocument,
    QuickPlay,
    ReadDocument,
    RestoreVersion,
    TryAlone,
    WrittenDocument,
)

STATUS = {
    400: ("bad_json", "bad_request"),
    401: ("no_token", "bad_token"),
    403: (
        "not_host",
        "cross_site",
        "kicked",
        "no_spectators",
        "not_yours",
        "chat_muted",
        "crowd_off",
        "no_trial",
    ),
    404: ("room_not_found", "game_not_found", "picture_not_found", "not_found"),
    413: ("too_large",),
    422: (
        "name_too_short",
        "name_too_long",
        "text_too_long",
        "bad_field",
        "bad_replay",
        "bad_document",
    ),
    429: ("rate_limited",),
    500: ("internal_error",),
    503: ("server_full", "hub_full", "unchecked", "room_unreadable", "store_unavailable"),
}
"""Status -> its error codes. All other error codes have the status 409."""

EVERY_CALL = {400: ["bad_request"], 414: ["bad_request"], 431: ["bad_request"], 500: ["internal_error"]}
"""The error codes that every call may have, by status.

They are for requests that the server cannot read, for URLs or headers that are too long, and for server
errors.
"""

BODY = ("bad_json", "too_large", "bad_field")
SEAT = (*BODY, "name_too_short", "name_too_long", "cross_site", "busy", "rules_failed", "rate_limited")
ROOM = ("room_not_found", "rate_limited", "room_unreadable", "store_unavailable")
LOOK = (*ROOM, "bad_token", "no_spectators", "busy", "rules_failed")
OPEN = (*SEAT, "game_not_found", "server_full", "room_unreadable", "store_unavailable")
JOIN = (*SEAT, *ROOM, "kicked", "trial_room", "name_taken", "room_full", "game_running")
ACT = (
    *BODY, *ROOM, "no_token", "bad_token", "not_host", "busy", "rules_failed", "name_too_short",
    "name_too_long", "name_taken", "room_full", "game_running", "not_started", "game_over", "not_playing",
    "starts_by_itself", "too_few_players", "too_many_players", "not_your_turn", "illegal_move", "stale_move",
    "no_cards", "card_count", "card_not_there", "not_together", "chat_off", "chat_muted", "text_too_long",
    "game_not_found",
)  # fmt: skip
"""Error codes of a move. The rules of its game may add other codes."""
CHEER = (*BODY, *ROOM, "cross_site", "busy", "rules_failed", "crowd_off", "no_spectators")
REPLAY = (*LOOK, "no_replay", "game_running", "not_started")


HUB = ("rate_limited", "store_unavailable")
GAME = (*HUB, "game_not_found")
AUTHOR = (
    *BODY, *HUB, "bad_token", "not_yours", "cross_site", "hub_full", "slug_taken", "version_too_low", "busy",
)  # fmt: skip
CHANGE = (*BODY, *GAME, "bad_token", "not_yours", "cross_site", "busy")


class Call(NamedTuple):
    """One operation of the API.

    - `refusals`: its error codes, without those that every call may have
    - `answer`: the type of the answer, or `bytes` for a file
    """

    method: str
    path: str
    summary: str
    answer: Any
    status: int = 200
    body: type | None = None
    query: tuple[str, ...] = ()
    bearer: str = "none"
    refusals: tuple[str, ...] = ()


CALLS = (
    Call("get", "/api/catalogue", "List all games, in short", Catalogue, refusals=("rate_limited",)),
    Call(
        "get",
        "/api/games",
        "List all games with everything that a table needs",
        AllGames,
        refusals=("rate_limited",),
    ),
    Call(
        "get",
        "/api/games/{id}",
        "Get one game",
        CatalogueGame,
        refusals=("game_not_found", "rate_limited", "room_unreadable", "store_unavailable"),
    ),
    Call(
        "get",
        "/api/rooms",
        "List public rooms that you can join",
        RoomList,
        query=("game",),
        refusals=("rate_limited", "room_unreadable", "store_unavailable"),
    ),
    Call("post", "/api/rooms", "Create a room", Joined, 201, CreateRoom, refusals=OPEN),
    Call(
        "post",
        "/api/quick",
        "Play now with waiting players or bots",
        Joined,
        201,
        QuickPlay,
        refusals=(*OPEN, "kicked"),
    ),
    Call(
        "post",
        "/api/trials",
        "Try a document with bots only",
        Joined,
        201,
        TryAlone,
        refusals=(*OPEN, "too_few_players", "too_many_players"),
    ),
    Call(
        "get",
        "/api/rooms/{code}/inside",
        "Get everything at a table on which you try a document",
        Inside,
        bearer="required",
        refusals=(*ROOM, "no_token", "bad_token", "no_trial", "not_started", "busy", "rules_failed"),
    ),
    Call("post", "/api/rooms/{code}/players", "Join a room", Joined, 201, JoinRoom, refusals=JOIN),
    Call(
        "get", "/api/rooms/{code}", "Get the table as it is now", Snapshot, bearer="optional", refusals=LOOK
    ),
    Call(
        "get",
        "/api/rooms/{code}/events",
        "Wait for events after a cursor (long poll)",
        EventsAnswer,
        query=("since", "known", "wait", "client", "past"),
        bearer="optional",
        refusals=(*LOOK, "bad_field"),
    ),
    Call(
        "get",
        "/api/rooms/{code}/watch",
        "Wait for events as a spectator; caches may store the answer",
        EventsAnswer,
        query=("since",),
        refusals=(*ROOM, "no_spectators", "busy", "rules_failed", "bad_field"),
    ),
    Call(
        "post",
        "/api/rooms/{code}/actions",
        "Make a move",
        Acted,
        body=Action,
        bearer="required",
        refusals=ACT,
    ),
    Call(
        "post",
        "/api/rooms/{code}/cheers",
        "React as a spectator, if the room allows it",
        Acted,
        body=Cheer,
        refusals=CHEER,
    ),
    Call(
        "get",
        "/api/rooms/{code}/replay",
        "Get the finished game, frame by frame",
        ReplayPage,
        query=("seat", "open", "from", "limit"),
        bearer="optional",
        refusals=(*REPLAY, "bad_field"),
    ),
    Call(
        "get",
        "/api/rooms/{code}/replay/file",
        "Get the finished game as a file",
        ReplayFile,
        bearer="optional",
        refusals=REPLAY,
    ),
    Call(
        "post",
        "/api/replays",
        "Show a replay file, frame by frame",
        ReplayPage,
        body=ReplayFile,
        query=("seat", "open", "from", "limit"),
        refusals=(*BODY, "bad_replay", "cross_site", "busy", "rate_limited", "store_unavailable"),
    ),
    Call(
        "post",
        "/api/documents/check",
        "Check a document, and try it with bots",
        Examined,
        body=CheckDocument,
        refusals=(*BODY, *HUB, "cross_site", "unchecked", "hub_full"),
    ),
    Call(
        "post",
        "/api/documents/read",
        "Check a document without playing it",
        Draft,
        body=ReadDocument,
        refusals=(*BODY, *HUB, "cross_site", "unchecked"),
    ),
    Call(
        "post",
        "/api/documents/try",
        "Store a document for an hour, so that it can be played",
        Tried,
        201,
        WrittenDocument,
        refusals=(*BODY, *HUB, "cross_site", "unchecked", "bad_document", "hub_full"),
    ),
    Call(
        "get",
        "/api/documents",
        "List published games",
        Page,
        query=("q", "tag", "players", "sort", "cursor", "flagged", "built_in"),
        bearer="optional",
        refusals=(*HUB, "bad_field", "bad_token", "not_yours"),
    ),
    Call(
        "post",
        "/api/documents",
        "Publish a game, or a new version of one",
        Published,
        201,
        PublishDocument,
        bearer="optional",
        refusals=(*AUTHOR, "bad_document", "unchecked"),
    ),
    Call("get", "/api/documents/{name}", "Get a game with its document", Shown, refusals=GAME),
    Call("get", "/api/documents/{name}.zip", "Get a game as a zip file", bytes, refusals=GAME),
    Call(
        "get",
        "/api/documents/{name}.json",
        "Get only the document of a game",
        dict[str, Any],
        bearer="optional",
        refusals=(*GAME, "bad_token"),
    ),
    Call(
        "post",
        "/api/documents/compare",
        "Tell in plain words what publishing a game would change",
        Changes,
        body=CheckDocument,
        bearer="optional",
        refusals=(*BODY, *GAME, "bad_token", "cross_site", "unchecked", "bad_document", "slug_taken"),
    ),
    Call(
        "post",
        "/api/pictures",
        "Store pictures for an hour, so that a document can use them",
        AddedPictures,
        201,
        AddPictures,
        refusals=(*BODY, *HUB, "cross_site", "unchecked", "hub_full"),
    ),
    Call(
        "get",
        "/api/pictures/{picture}",
        "Get a picture",
        bytes,
        bearer="optional",
        refusals=(*HUB, "picture_not_found", "bad_token"),
    ),
    Call(
        "post",
        "/api/documents/{name}/fork",
        "Copy a game to another slug",
        Published,
        201,
        ForkGame,
        bearer="optional",
        refusals=(*AUTHOR, "game_not_found"),
    ),
    Call(
        "post",
        "/api/documents/{name}/changes",
        "Tell in plain words what a document changes in a published game",
        Changes,
        body=WrittenDocument,
        bearer="optional",
        refusals=(*BODY, *GAME, "bad_token", "cross_site", "unchecked", "bad_document"),
    ),
    Call(
        "post",
        "/api/documents/{name}/restore",
        "Publish an earlier version of a game once more",
        Published,
        201,
        RestoreVersion,
        bearer="required",
        refusals=(*AUTHOR, "no_token", "game_not_found", "bad_document", "unchecked"),
    ),
    Call(
        "post",
        "/api/documents/{name}/report",
        "Report how a game plays, in numbers",
        Balance,
        refusals=(*GAME, "cross_site", "too_large", "unchecked", "room_unreadable"),
    ),
    Call(
        "post",
        "/api/documents/{name}/flags",
        "Flag a game that should not be here",
        State,
        body=FlagGame,
        refusals=(*BODY, *GAME, "cross_site", "busy"),
    ),
    Call(
        "patch",
        "/api/documents/{name}",
        "List, hide or feature a game (operator)",
        State,
        body=Decide,
        bearer="required",
        refusals=CHANGE,
    ),
    Call(
        "delete",
        "/api/documents/{name}",
        "Remove a game from the list",
        State,
        bearer="required",
        refusals=(*CHANGE, "no_token"),
    ),
)

_QUERY = {
    "lang": (
        "Language of all messages; takes precedence over Accept-Language. English by default.",
        {"type": "string"},
    ),
    "game": ("Only rooms of this game.", {"type": "string"}),
    "since": ("The last cursor. Without it, the answer is the table as it is now.", {"type": "string"}),
    "known": (
        "CRC-32 of the last answer with a table, as eight hexadecimal digits; empty before the first one. "
        "The answer may then be raw DEFLATE with that answer as dictionary: its header Deflated has the "
        "CRC-32 of the JSON.",
        {"type": "string"},
    ),
    "wait": (
        "How long to wait for events, in seconds.",
        {"type": "number", "minimum": 0, "default": MAX_WAIT_S},
    ),
    "past": (
        "1: if the answer is a whole table, also return the events that are still known.",
        {"type": "string"},
    ),
    "seat": ("The player whose view is shown; by default a spectator's.", {"type": "string"}),
    "open": ("1: show all cards.", {"type": "string"}),
    "from": ("Number of the first frame.", {"type": "integer", "minimum": 0, "default": 0}),
    "limit": ("Number of frames.", {"type": "integer", "minimum": 1, "maximum": MOST_PAGE, "default": PAGE}),
    "q": ("Words or beginnings of words in name, summary, tags or author.", {"type": "string"}),
    "tag": ("Only games with this tag.", {"type": "string"}),
    "players": (
        "Only games for this number of players; 0: any number.",
        {"type": "integer", "minimum": 0, "default": 0},
    ),
    "sort": ("Order of the games.", {"enum": ["new", "played", "name", "recommended"], "default": "new"}),
    "cursor": ("Cursor from the previous page.", {"type": "string"}),
    "flagged": ("1: flagged games that await a decision. Needs the operator's key.", {"type": "string"}),
    "built_in": ("1: also games that come with the server.", {"type": "string"}),
    "client": (
        "An id of this page or program, to tell several of one player apart.",
        {"type": "string", "maxLength": 64},
    ),
}


def serve_openapi(app: Flask) -> None:
    """Serve the document at /api/openapi.json."""
    app.add_url_rule("/api/openapi.json", "openapi", openapi)


def openapi() -> Response:
    """Return the API description for programs."""
    return answer(document())


REFERENCE = "#/components/schemas/"
PUBLIC_NAMES = {"Highlight": "Moment", "RecordedSeat": "Chair", "RememberedValue": "KeptView"}
"""Class -> the name of its component in the document.

Programs that are generated from the document use this name.
"""


@cache
def document() -> dict[str, Any]:
    """Return the complete document."""
    types = [kind for call in CALLS for kind in (call.answer, call.body) if kind not in (None, bytes)]
    unique_types = list(dict.fromkeys([*types, Problem]))
    schemas, components = msgspec.json.schema_components(unique_types, ref_template=REFERENCE + "{name}")
    by_type = dict(zip(unique_types, map(_with_public_names, schemas), strict=True))
    paths: dict[str, Any] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cheat", "version": __version__, "description": "Card games over plain HTTP."},
        "paths": paths,
        "components": {
            "schemas": {
                PUBLIC_NAMES.get(name, name): _with_public_names(schema)
                for name, schema in components.items()
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _with_public_names(schema: Any) -> Any:
    """Return a schema with the public names of components in its title and references."""
    if isinstance(schema, list):
        return [_with_public_names(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    renamed = {key: _with_public_names(part) for key, part in schema.items()}
    for key, prefix in (("$ref", REFERENCE), ("title", "")):
        if isinstance(name := renamed.get(key), str):
            renamed[key] = prefix + PUBLIC_NAMES.get(name.removeprefix(prefix), name.removeprefix(prefix))
    return renamed


def _operation(call: Call, schemas: dict[type, dict[str, Any]]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": _operation_id(call),
        "summary": call.summary,
        "parameters": _parameters(call),
        "responses": {str(call.status): _answer(call, schemas)},
    }
    for status, codes in refusals_of(call).items():
        refusal = _content(f"Refused: {', '.join(codes)}", "application/problem+json", schemas[Problem])
        operation["responses"][str(status)] = {**refusal, "x-codes": codes}
    if call.body is not None:
        content = {"application/json": {"schema": schemas[call.body]}}
        operation["requestBody"] = {"required": True, "content": content}
    if call.bearer != "none":
        operation["security"] = [{"token": []}] if call.bearer == "required" else [{}, {"token": []}]
    return operation


def _answer(call: Call, schemas: dict[type, dict[str, Any]]) -> dict[str, Any]:
    if call.answer is bytes:
        kind = "application/zip" if call.path.endswith(".zip") else "image/webp"
        return _content("The file", kind, {"type": "string", "format": "binary"})
    content = _content("The answer", "application/json", schemas[call.answer])
    if "known" in call.query:
        content["content"][DEFLATED_TYPE] = {"schema": {"type": "string", "format": "binary"}}
        digest = "For a deflated answer only: the CRC-32 of its JSON, as eight hexadecimal digits."
        content["headers"] = {DIGEST_HEADER: {"description": digest, "schema": {"type": "string"}}}
    return content


def refusals_of(call: Call) -> dict[int, list[str]]:
    """Return the error codes of a call, by status.

    Later releases may add codes, so clients have to accept any text as `code`.
    """
    codes = {*call.refusals, *(_rule_refusals() if call.refusals is ACT else ())}
    codes |= {"not_found"} if "{" in call.path else set()  # a value with a slash makes an unknown path
    by_status = {status: list(always) for status, always in EVERY_CALL.items()}
    for code in sorted(codes):
        status = next((status for status, codes_of_status in STATUS.items() if code in codes_of_status), 409)
        by_status.setdefault(status, []).append(code)
    return dict(sorted(by_status.items()))


def _rule_refusals() -> set[str]:
    """Return the codes with which the rules of the built-in games refuse moves."""
    reasons = {
        reason.code for game in CATALOGUE for decision in game.decision_kinds for reason in decision.reasons
    }
    return reasons.union(*(game.refusals for game in CATALOGUE))


def _operation_id(call: Call) -> str:
    words = [word for word in call.path.split("/")[2:] if not word.startswith("{")]
    if call.path.endswith("}"):
        words.append("one")
    elif call.path.endswith("}.zip"):
        words.append("file")
    elif call.path.endswith("}.json"):
        words.append("document")
    return "_".join([call.method, *words])


def _parameters(call: Call) -> list[dict[str, Any]]:
    parameters = []
    if "{code}" in call.path:
        code = {"name": "code", "in": "path", "required": True, "schema": {"type": "string"}}
        parameters.append({**code, "description": "Five letters; case and blanks around them do not matter."})
    if "{id}" in call.path:
        id = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
        parameters.append({**id, "description": "The id of a game, as the catalogue and tables name it."})
    if "{picture}" in call.path:
        picture = {"name": "picture", "in": "path", "required": True, "schema": {"type": "string"}}
        parameters.append({**picture, "description": "The id of a picture, as faces and looks name it."})
    if "{name}" in call.path:
        slug = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}
        parameters.append(
            {**slug, "description": "The slug of a game, where possible followed by @ and a version."}
        )
    for name in (*call.query, "lang"):
        description, schema = _QUERY[name]
        parameters.append({"name": name, "in": "query", "description": description, "schema": schema})
    return parameters


def _content(description: str, kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {kind: {"schema": schema}}}
