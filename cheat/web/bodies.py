"""What clients send, as types: they check the requests and describe them in the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from flask import Request
from msgspec import Meta

from cheat.errors import BadRequest, BadValue, TooLarge, Unauthorized

MAX_BODY = 16 * 1024
"""Bytes. The largest honest body is a choice of options."""
MAX_WAIT_S = 25.0

Name = Annotated[str, Meta(description="1 to 16 characters after trimming, unique in the room")]


class Body(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Base of all bodies: what is not declared is refused."""


class CreateRoom(Body):
    """Make a room and be its host."""

    name: Name
    game: Annotated[str, Meta(max_length=64)] = "cheat"
    options: dict[str, Any] = {}
    public: bool = False


class JoinRoom(Body):
    """Take a seat."""

    name: Name


class Action(Body):
    """A move. `id` is new for each intention and the same on each retry."""

    id: Annotated[str, Meta(min_length=8, max_length=64)]
    move: Annotated[str, Meta(min_length=1, max_length=64)]
    args: dict[str, Any] = {}


B = TypeVar("B", bound=Body)


def body_of(request: Request, kind: type[B]) -> B:
    """The request's body. Raises BadRequest (`bad_json`), BadValue (`bad_field`) or TooLarge."""
    data = request.get_data()
    if request.content_length is None and len(data) >= MAX_BODY:
        raise TooLarge("The body is larger than 16 KB.")  # it came in chunks and was cut off there
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        if not data.lstrip().startswith(b"{"):
            raise BadRequest("The body must be a JSON object.") from None
        raise BadValue(f"{error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadRequest("The body is not JSON.") from None


def token_of(request: Request) -> str | None:
    """The bearer token, None if there is no Authorization header. Raises Unauthorized (`bad_token`)."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthorized("The Authorization header must be “Bearer <token>”.")
    return token.strip()


def wait_of(request: Request) -> float:
    """How long to hold a poll, in seconds: 0 to 25, 25 if it is not said. Raises BadValue."""
    text = request.args.get("wait", "")
    try:
        seconds = float(text) if text else MAX_WAIT_S
    except ValueError:
        seconds = -1.0
    if not seconds >= 0:
        raise BadValue("“wait” must be a number of seconds, 0 or more.")
    return min(seconds, MAX_WAIT_S)
