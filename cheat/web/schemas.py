"""The types of requests.

The server checks requests against them, and OpenAPI describes them. The docstrings of these types are part of
the OpenAPI document, so they address its readers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, TypeVar, get_type_hints

import msgspec
from msgspec import Meta, inspect

from cheat.documents.parse.pictures import MOST_PICTURES
from cheat.documents.parse.schema import MOST_ID
from cheat.errors import BadRequest, BadValue, TooLarge, Unauthorized
from cheat.i18n import validation
from cheat.i18n.messages import Text, text
from cheat.rooms.player_names import NAME_BOUND
from cheat.service.delivery.answers import PollQuery
from cheat.service.replays import MOST_PAGE, PAGE, ReplayQuery

STANDARD_GAME = "cheat"
"""The game that is played if the client does not name a game."""

MAX_BODY = 144 * 1024
"""Maximum size of a body in bytes, if a call has no other limit.

An option may contain a file of 64 KB. If all quotes and line breaks are escaped, it is at most twice as long.
The rest is for the other fields.
"""
MAX_PLAIN = 2 * 1024
"""Maximum size of a body without options, in bytes. This is enough for three hundred cards."""
MAX_GAME = 1408 * 1024
"""Maximum size of a body with a game, in bytes.

This is enough for three files of 64 KB with escaped quotes and line breaks, or for a zip of 1 MB in base64.
"""
MAX_REPLAY = 512 * 1024
"""Maximum size of a replay file, in bytes.

A replay has at most 4000 inputs of up to 120 bytes each.
"""
MAX_SAID = 12 * 1024
"""Maximum size of an action with a chat message, in bytes.

A message has at most 800 code points. JSON can escape each code point as two surrogates, which take 12 bytes.
"""
MAX_BY_MOVE = {"set_options": MAX_BODY, "say": MAX_SAID}
"""Move with a file or a text as argument -> maximum size of the action, in bytes."""
MAX_WAIT_S = 25.0
MAX_CLIENT = 64
MAX_NUMBER = 32
"""Maximum length of a number in a query."""
MAX_AUTHORIZATION = 256
"""Maximum length of the Authorization header. The tokens of this server have 32 characters."""
NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Exceptions that decoding raises if bytes are not JSON."""

Name = Annotated[
    str,
    Meta(
        description="1 to 16 visible characters after trimming; not used by another player in the room",
        extra_json_schema={"minLength": 1, "maxLength": NAME_BOUND},
    ),
]
"""A player's name.

`cheat.rooms.player_names` checks the name, and refuses a name that is too long.
"""

Program = Annotated[
    str,
    Meta(
        pattern=r"^([A-Za-z0-9][A-Za-z0-9 ._+-]{0,31})?$",
        description="name of the program that plays; up to 32 letters, digits, spaces and ._+-",
    ),
]
"""The name of a program.

Other players see this name beside the player's name, so it may have only plain characters.
"""


Colour = Annotated[int, Meta(ge=0, le=9, description="colour of the avatar, 0 to 9")] | None
"""One of ten colours. There are as many colours as a table can have seats."""


Seed = Annotated[
    str,
    Meta(
        pattern="^(([0-9a-f]{2}){16,64})?$",
        description="seed of all randomness, as hexadecimal digits; by default secret and random",
    ),
]


class Body(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Base of all bodies. Undeclared fields are refused."""


class CreateRoom(Body):
    """Create a room and become its host."""

    name: Name
    game: Annotated[str, Meta(max_length=64)] = STANDARD_GAME
    options: dict[str, Any] = {}
    public: bool = False
    colour: Colour = None
    client: Program = ""


class JoinRoom(Body):
    """Take a seat. With `next_game`, you can also take a seat during a game.

    In that case, you watch the game, and play in the next one.
    """

    name: Name
    next_game: bool = False
    colour: Colour = None
    client: Program = ""


class QuickPlay(Body):
    """Play now with waiting players or bots. In a `lesson`, you play with easy bots only.

    With `wait`, a new room waits some seconds for other players before bots take its free seats.
    """

    name: Name
    game: Annotated[str, Meta(max_length=64)] = STANDARD_GAME
    lesson: bool = False
    wait: bool = False
    colour: Colour = None
    client: Program = ""


class TryAlone(Body):
    """Try a document with bots only. The same `seed` deals the same cards again."""

    name: Name
    game: Annotated[str, Meta(max_length=64)]
    options: dict[str, Any] = {}
    bots: Annotated[int, Meta(ge=0, le=9)] = 3
    seed: Seed = ""
    colour: Colour = None
    client: Program = ""


class Cheer(Body):
    """A reaction of a spectator."""

    reaction: Annotated[str, Meta(min_length=1, max_length=32)]


class Action(Body):
    """A move. Use a new `id` for each move, and the same `id` for each retry of it."""

    id: Annotated[str, Meta(min_length=8, max_length=64)]
    move: Annotated[str, Meta(min_length=1, max_length=64)]
    args: dict[str, Any] = {}


class CheckDocument(Body):
    """Check a document: an object, or its text. Diagnostics have line numbers only for a text.

    A document in the older format may come with its script and its decks. Instead of these, you can send
    `archive`: a zip that contains them. `title` is used if the document has no title.
    """

    document: msgspec.Raw = msgspec.field(default_factory=msgspec.Raw)
    script: str = ""
    decks: msgspec.Raw = msgspec.field(default_factory=msgspec.Raw)
    archive: bytes = b""
    title: Annotated[str, Meta(max_length=80)] = ""


class WrittenDocument(Body):
    """A draft of a document: an object, or its text.

    Diagnostics have line numbers only for a text.
    """

    document: msgspec.Raw


class ReadDocument(WrittenDocument):
    """A draft of a document. With `echo`, the answer also contains its rules in plain words."""

    echo: bool = False


class PublishDocument(CheckDocument):
    """Publish a document. `note` says what is new in this version."""

    note: Annotated[str, Meta(max_length=400)] = ""


class RestoreVersion(Body):
    """Publish an earlier version of a game once more. `note` says what is new."""

    version: Annotated[str, Meta(max_length=MAX_NUMBER)]
    note: Annotated[str, Meta(max_length=400)] = ""


class ForkGame(Body):
    """Copy a game. `slug` is the slug of the copy."""

    slug: Annotated[str, Meta(max_length=MOST_ID)]


class SentPicture(Body):
    """A picture: the name of its file, and its bytes in base64."""

    name: Annotated[str, Meta(max_length=80)]
    data: bytes


class AddPictures(Body):
    """Pictures for a document: PNG, WebP or JPEG."""

    pictures: Annotated[list[SentPicture], Meta(min_length=1, max_length=MOST_PICTURES)]


class FlagGame(Body):
    """Report why a game should not be here."""

    reason: Annotated[str, Meta(min_length=1, max_length=400)]


class Decide(Body):
    """A decision of the operator: list or hide a game, feature it or not."""

    listed: bool | None = None
    featured: bool | None = None


def players_of(query: Mapping[str, str]) -> int:
    """Return the number of players in a search for games; 0 means any number.

    Raises BadValue (`bad_field`).
    """
    return _whole_number(query, "players", 0)


def replay_query_of(query: Mapping[str, str]) -> ReplayQuery:
    """Return the query of a replay call: seat, open cards, and steps.

    Raises BadValue (`bad_field`).
    """
    index = _whole_number(query, "from", 0)
    limit = _whole_number(query, "limit", PAGE)
    if not 1 <= limit <= MOST_PAGE:
        raise BadValue(text("“limit” must be a number from 1 to {most}.", most=MOST_PAGE))
    return ReplayQuery(query.get("seat", ""), _flag(query, "open"), index, limit)


def _whole_number(query: Mapping[str, str], name: str, default: int) -> int:
    """Return a whole number (0 or more) from a query. Raises BadValue."""
    value = query.get(name) or str(default)
    if not (value.isascii() and value.isdigit() and len(value) <= MAX_NUMBER):
        raise BadValue(text("“{name}” must be a whole number, 0 or more.", name=name))
    return int(value)


B = TypeVar("B", bound=Body)


def body_of(data: bytes, kind: type[B]) -> B:
    """Return a request's body. Raises BadRequest (`bad_json`) or BadValue (`bad_field`)."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError:
        raise BadValue(_first_fault(kind, _object_of(data))) from None
    except NOT_JSON:
        raise BadRequest("The body isn't JSON.") from None


def _object_of(data: bytes) -> dict[str, Any]:
    try:
        body = msgspec.json.decode(data)
    except NOT_JSON:
        raise BadRequest("The body isn't JSON.") from None
    if not isinstance(body, dict):
        raise BadRequest("The body must be a JSON object.")
    return body


def _first_fault(kind: type[Body], body: dict[str, Any]) -> Text:
    """Return the first fault of a body."""
    declared, hints = _fields(kind), get_type_hints(kind, include_extras=True)
    for name, value in body.items():
        if name not in declared:
            return validation.unknown(name)
        try:
            msgspec.convert(value, hints[name])
        except msgspec.ValidationError:
            return _fault_of(name, declared[name].type)
    absent = [name for name, field in declared.items() if field.required and name not in body]
    return validation.missing(absent[0]) if absent else Text("These values can't be used together.")


@cache
def _fields(kind: type[Body]) -> dict[str, inspect.Field]:
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType), "a body is a struct"
    return {field.encode_name: field for field in shape.fields}


def _fault_of(name: str, kind: inspect.Type) -> Text:
    match kind:
        case inspect.Metadata(type=inner):
            return _fault_of(name, inner)
        case inspect.StrType(pattern=str()):
            return validation.wrong(name)
        case inspect.StrType(min_length=low, max_length=high):
            return validation.not_text(name, low, high)
        case inspect.BoolType():
            return validation.not_flag(name)
        case inspect.DictType():
            return validation.not_object(name)
        case _:
            return validation.wrong(name)


def token_of(header: str | None) -> str | None:
    """Return the bearer token of an Authorization header, or None without one.

    Raises Unauthorized (`bad_token`).
    """
    if header is None:
        return None
    scheme, _, token = header[: MAX_AUTHORIZATION + 1].partition(" ")
    if len(header) > MAX_AUTHORIZATION or scheme.lower() != "bearer" or not token.strip():
        raise Unauthorized("The Authorization header must be “Bearer <token>”.")
    return token.strip()


def poll_of(query: Mapping[str, str]) -> PollQuery:
    """Return the query of a poll. Raises BadValue.

    The poll is held for 0 to 25 s, 25 by default.
    """
    text = query.get("wait", "")
    try:
        seconds = float(text if len(text) <= MAX_NUMBER else "") if text else MAX_WAIT_S
    except ValueError:
        seconds = -1.0
    if not seconds >= 0:
        raise BadValue("“wait” must be a number of seconds, 0 or more.")
    return PollQuery(
        since=query.get("since") or None,
        wait=min(seconds, MAX_WAIT_S),
        client=query.get("client", "")[:MAX_CLIENT],
        past=_flag(query, "past"),
    )


def watch_of(query: Mapping[str, str]) -> str | None:
    """Return the cursor of a shared poll, or None without one. Raises BadValue.

    Other parameters are refused. With them, the same answer would have several addresses, and caches would
    request it several times.
    """
    if unknown := sorted(query.keys() - {"since", "lang"}):
        raise BadValue(text("“{name}” is not a parameter of this call.", name=unknown[0][:MAX_NUMBER]))
    return query.get("since") or None


def _flag(query: Mapping[str, str], name: str) -> bool:
    return query.get(name, "") not in ("", "0")


def action_of(header: str | None, data: bytes) -> tuple[str, Action]:
    """Return the token and the action of a request.

    Raises Unauthorized (`no_token`, `bad_token`), TooLarge, and the errors of `body_of`.
    """
    token = token_of(header)
    if token is None:
        raise Unauthorized("An action needs the token of a seat.", "no_token")
    action = body_of(data, Action)
    max_bytes = MAX_BY_MOVE.get(action.move, MAX_PLAIN)
    if len(data) > max_bytes:
        raise too_large(max_bytes)
    return token, action


def too_large(max_bytes: int) -> TooLarge:
    """Return the refusal of a body with more than `max_bytes`."""
    return TooLarge(text("The body is larger than {max} KB.", max=max_bytes // 1024))
