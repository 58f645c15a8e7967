"""The calls of the protocol as steps: requests and pauses, which the caller carries out.

A call is a generator. For each Request that it yields, the caller sends it the response, or throws
Unreachable into it. For each Pause, the caller sends None. `sync.py` and `aio.py` are such callers, so
retries and all other logic exist only once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator
from enum import Enum
from random import random
from typing import Any, NamedTuple, Protocol, TypeVar

from cheat.client.errors import ClientError, Refused, Unreachable
from cheat.client.pace import delay_after, retry_after

PATIENCE_S = 60.0
"""Seconds for which a failing call is tried again by default.

A deployment or a restart of the store is over by then.
"""
TOO_MANY = 429
"""The status of a request that was refused because of too many requests."""
TIMEOUT_S = 15.0
"""Seconds without an answer after which a connection counts as dead.

Everything except a held poll is answered within a second.
"""


class Request(NamedTuple):
    """One request.

    `timeout`: seconds without a byte after which the request counts as unanswered. `dictionary`: the previous
    answer. The server may use it as the dictionary to compress the next one.
    """

    method: str
    path: str
    query: dict[str, str] = {}
    body: Any = None
    token: str | None = None
    timeout: float = TIMEOUT_S
    dictionary: bytes = b""

    def headers(self, language: str = "") -> dict[str, str]:
        """Return the headers, with the token and the language."""
        accept_language = {"Accept-Language": language} if language else {}
        bearer = {"Authorization": f"Bearer {self.token}"} if self.token is not None else {}
        return {"Accept": "application/json", **accept_language, **bearer}


class Pause(NamedTuple):
    """A step that waits for some seconds."""

    seconds: float


class Response(Protocol):
    """The interface of an answer. `json` raises ValueError if the content is not JSON."""

    @property
    def status_code(self) -> int: ...
    @property
    def headers(self) -> Any: ...
    @property
    def content(self) -> bytes: ...
    def json(self) -> Any: ...


T = TypeVar("T")
Steps = Generator[Request | Pause, Response | None, T]


class RetryWhen(Enum):
    """Conditions for sending a failed request again.

    ALWAYS: after every temporary failure, because carrying out the request twice does no harm. UNDONE: only
    if the server has certainly not carried out the request.
    """

    ALWAYS = "always"
    UNDONE = "undone"


def ignore(error: ClientError) -> None:
    """Ignore a failure."""


class RetryPolicy(NamedTuple):
    """The policy for calls that fail.

    `patience`: the seconds for which the client tries a call; `trouble`: a function that gets each failure
    after which the client tries again.
    """

    patience: float = PATIENCE_S
    trouble: Callable[[ClientError], None] = ignore
    chance: Callable[[], float] = random
    clock: Callable[[], float] = time.monotonic


def call(request: Request, policy: RetryPolicy, retry_when: RetryWhen = RetryWhen.ALWAYS) -> Steps[Any]:
    """Return the JSON of the answer, after as many requests as needed.

    Raises Refused, or Unreachable when patience ends.
    """
    until, failures = policy.clock() + policy.patience, 0
    while True:
        try:
            return (yield from send_once(request))
        except ClientError as error:
            failures += 1
            pause = delay_after(failures, policy.chance(), requested_wait(error))
            if not is_temporary(error, retry_when) or policy.clock() + pause > until:
                raise
            policy.trouble(error)
            yield Pause(pause)


def send_once(request: Request) -> Steps[Any]:
    """Return the JSON of the answer to one request. Raises Refused or Unreachable."""
    return parsed((yield from send(request)))


def send(request: Request) -> Steps[Response]:
    """Return the answer to one request. Raises Unreachable."""
    response = yield request
    assert response is not None, "a request is answered, or Unreachable is raised"
    return response


def parsed(response: Response, plain: bytes | None = None) -> Any:
    """Return the JSON of an answer. `plain`: its content, if it was deflated.

    Raises Refused, or Unreachable for an answer that is not the server's.
    """
    status = response.status_code
    try:
        body = response.json() if plain is None else json.loads(plain)
    except ValueError:
        body = None
    if isinstance(body, dict) and 200 <= status < 300:
        return body
    wait = retry_after(response.headers.get("Retry-After"), time.time())
    if _is_refusal(body):
        raise Refused(status, body["code"], body["detail"], wait, body.get("diagnostics", []))
    message = f"The answer came from a proxy or another program, not from the server (status {status})."
    raise Unreachable(message, sent=status != TOO_MANY, retry_after=wait)


def _is_refusal(body: Any) -> bool:
    """Return whether this body is a refusal of the server: it has a code and a sentence."""
    return isinstance(body, dict) and all(isinstance(body.get(key), str) for key in ("code", "detail"))


def is_temporary(error: ClientError, retry_when: RetryWhen = RetryWhen.ALWAYS) -> bool:
    """Return whether the same request may succeed a little later.

    With `RetryWhen.UNDONE`, it must also be certain that the request was not carried out.
    """
    if isinstance(error, Unreachable):
        return retry_when is RetryWhen.ALWAYS or not error.sent
    assert isinstance(error, Refused), "there are no other errors"
    undone = error.status == TOO_MANY or error.code in ("busy", "server_full")
    return undone or (retry_when is RetryWhen.ALWAYS and error.status >= 500)


def requested_wait(error: ClientError) -> float:
    """Return the seconds for which the server asks to wait."""
    return error.retry_after if isinstance(error, Refused | Unreachable) else 0
