"""The calls of the protocol as steps: requests and pauses, which a client carries out.

A call is a generator that yields steps. When it yields a Request, the client sends this request to the
server. Then the client sends the response into the generator or, if no response comes, throws Unreachable
into it. When the generator yields a Pause, the client waits, and sends None into it. There are two clients:
the blocking one (`sync.py`) and the one for asyncio (`aio.py`). They share the code for repeated requests and
all other logic.
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
"""Default number of seconds for which the client repeats a failing call.

This time is longer than a deployment or a restart of the store takes.
"""
TOO_MANY = 429
"""The status of the refusal after too many requests."""
TIMEOUT_S = 15.0
"""Seconds without an answer after which a connection counts as broken.

The server answers every request within a second, except a held poll.
"""


class Request(NamedTuple):
    """One request.

    `timeout`: the seconds without a byte after which the client stops waiting for the answer. `dictionary`:
    the bytes of the previous answer. The server may use them as the dictionary to compress the next answer.
    """

    method: str
    path: str
    query: dict[str, str] = {}
    body: Any = None
    token: str | None = None
    timeout: float = TIMEOUT_S
    dictionary: bytes = b""

    def headers(self, language: str = "") -> dict[str, str]:
        """Return the headers of the request, with the token and the language."""
        accept_language = {"Accept-Language": language} if language else {}
        bearer = {"Authorization": f"Bearer {self.token}"} if self.token is not None else {}
        return {"Accept": "application/json", **accept_language, **bearer}


class Pause(NamedTuple):
    """A step in which the client waits for some seconds."""

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

    ALWAYS: after every temporary failure, because the server may carry out the request twice without harm.
    UNDONE: only if the server has certainly not carried out the request.
    """

    ALWAYS = "always"
    UNDONE = "undone"


def ignore(error: ClientError) -> None:
    """Ignore a failure."""


class RetryPolicy(NamedTuple):
    """The policy for calls that fail.

    - `patience`: the seconds for which the client tries a call
    - `trouble`: a function that gets each failure before the client tries again
    """

    patience: float = PATIENCE_S
    trouble: Callable[[ClientError], None] = ignore
    chance: Callable[[], float] = random
    clock: Callable[[], float] = time.monotonic


def call(request: Request, policy: RetryPolicy, retry_when: RetryWhen = RetryWhen.ALWAYS) -> Steps[Any]:
    """Return the JSON of the answer, after as many requests as needed.

    Raises Refused, or Unreachable once the call has failed for `policy.patience` seconds.
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
    """Return the JSON of an answer. `plain`: the inflated content, if the answer was compressed.

    Raises Refused, or Unreachable if the answer does not come from the server itself.
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
    """Return whether this body is a refusal of the server, with a code and a sentence."""
    return isinstance(body, dict) and all(isinstance(body.get(key), str) for key in ("code", "detail"))


def is_temporary(error: ClientError, retry_when: RetryWhen = RetryWhen.ALWAYS) -> bool:
    """Return whether the same request may succeed a little later.

    With `RetryWhen.UNDONE`, it must also be certain that the server has not carried out the request.
    """
    if isinstance(error, Unreachable):
        return retry_when is RetryWhen.ALWAYS or not error.sent
    assert isinstance(error, Refused), "there are no other errors"
    undone = error.status == TOO_MANY or error.code in ("busy", "server_full")
    return undone or (retry_when is RetryWhen.ALWAYS and error.status >= 500)


def requested_wait(error: ClientError) -> float:
    """Return the seconds for which the server asks the client to wait, or 0."""
    return error.retry_after if isinstance(error, Refused | Unreachable) else 0
