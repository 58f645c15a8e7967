"""All errors with which the server answers requests.

    CheatError
    ├── Refused                 409  the rules of the game or room forbid it; nothing has changed
    │   ├── NotAllowed          403  not_host, cross_site, not_yours
    │   │   └── Kicked          403  kicked
    │   ├── NotFound            404  room_not_found, game_not_found, picture_not_found
    │   └── BadValue            422  bad_field, name_too_short, name_too_long
    │       └── BadDocument     422  bad_document
    ├── BadRequest              400  bad_json
    ├── Unauthorized            401  no_token, bad_token
    ├── TooLarge                413  too_large
    ├── Busy                    409  busy
    ├── RulesFailed             409  rules_failed
    ├── RateLimited             429  rate_limited
    ├── ServerFull              503  server_full, hub_full
    ├── Unchecked               503  unchecked
    └── StoreUnavailable        503  store_unavailable
        └── Unreadable          503  room_unreadable

An error has a stable `code` for programs, and words for people. The server translates the words into the
reader's language. The HTTP status is here, too, so that authors of clients find everything in one table. Only
`cheat.web` uses the status.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from cheat.i18n.messages import ENGLISH, Words


class CheatError(Exception):
    """The base of all errors.

    `code` never changes. `detail` is a sentence for players, and `str(error)` is the detail in English.
    """

    status = 500
    code = "internal_error"
    retry_after: int | None = None

    def __init__(self, detail: Words, code: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return ENGLISH.say(self.detail)


class Refused(CheatError):
    """Raised if the rules of the game or of the room forbid an action now. Nothing has changed."""

    status = 409
    code = "illegal_move"


class NotAllowed(Refused):
    """Raised if only another client may do this, for example the host."""

    status = 403
    code = "not_host"


class Kicked(NotAllowed):
    """Raised if the host has removed the sender from this room."""

    code = "kicked"


class NotFound(Refused):
    """Raised if the room, game or picture of a request does not exist."""

    status = 404
    code = "room_not_found"


class BadValue(Refused):
    """Raised if a value has the wrong type or is out of its bounds."""

    status = 422
    code = "bad_field"


class BadDocument(BadValue):
    """Raised if a document is not a game, or not a playable one. `diagnostics` list its faults."""

    code = "bad_document"

    def __init__(self, detail: Words, diagnostics: Sequence[object]) -> None:
        super().__init__(detail)
        self.diagnostics = diagnostics


class BadRequest(CheatError):
    """Raised if the body of a request is not a JSON object."""

    status = 400
    code = "bad_json"


class Unauthorized(CheatError):
    """Raised if a required token is missing, or no seat of this room has it."""

    status = 401
    code = "bad_token"


class TooLarge(CheatError):
    """Raised if the body of a request is larger than its call allows."""

    status = 413
    code = "too_large"


class Busy(CheatError):
    """Raised if all attempts to commit a change failed: each time, another commit came first."""

    status = 409
    code = "busy"
    retry_after = 1


GAME_ENDED = "The rules of this game failed, so the game had to end."
MOVE_NOT_MADE = "The rules of this game failed. Your move was not made."


class RulesFailed(CheatError):
    """Raised if the rules of a game fail. The fault is in the rules, not in the move.

    - `game`: the id of the game
    - `place`: a name for the call of the rules that failed, such as `deal`
    - `ends`: whether the running game has to end because of the failure
    - `slow`: whether the only fault is that the rules took too long
    """

    status = 409
    code = "rules_failed"

    def __init__(self, game: str, place: str, *, ends: bool = True, slow: bool = False) -> None:
        super().__init__(GAME_ENDED if ends else MOVE_NOT_MADE)
        self.game, self.place, self.ends, self.slow = game, place, ends, slow


class RateLimited(CheatError):
    """Raised if an address or a seat exceeds a limit. It may try again in `seconds`.

    `limit`: the name of the setting that sets the limit, for metrics. Metrics count the error only when a
    client gets it: a worker with an old version of a room may raise it, and then accept the same change with
    the newest version.
    """

    status = 429
    code = "rate_limited"

    def __init__(self, detail: Words, seconds: float, limit: str) -> None:
        super().__init__(detail)
        self.retry_after, self.limit = max(1, ceil(seconds)), limit


class ServerFull(CheatError):
    """Raised if the server has no memory for another room or game now. The present rooms go on."""

    status = 503
    code = "server_full"
    retry_after = 60


class Unchecked(CheatError):
    """Raised if the server has no time to check a document now."""

    status = 503
    code = "unchecked"
    retry_after = 10


class StoreUnavailable(CheatError):
    """Raised if Redis does not answer.

    The client has to send its request again. `cause`: the reason, for the operator.
    """

    status = 503
    code = "store_unavailable"
    retry_after = 1
    cause = ""


class Unreadable(StoreUnavailable):
    """Raised if this release cannot read the stored bytes of a room.

    Another release that runs beside this one may be able to read them.
    """

    code = "room_unreadable"
    retry_after = 5
