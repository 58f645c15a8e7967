"""The errors that the client raises.

ClientError
├── Refused        the server refused the request, and nothing has changed
└── Unreachable    no answer came, or no readable answer
"""

from __future__ import annotations

from collections.abc import Sequence

from cheat.client.types import Diagnostic


class ClientError(Exception):
    """The base of the client's errors."""


class Refused(ClientError):
    """The server's refusal.

    - `code`: a stable code, see docs/protocol.md
    - `detail`: a sentence for people
    - `retry_after`: the seconds after which the same request may succeed; 0 if the server names no time
    - `diagnostics`: the faults of the refused document
    """

    SEAT_ENDS = frozenset({"room_not_found", "bad_token", "no_token"})
    """Codes which mean that a seat or its room no longer exists.

    The status alone is not enough: proxies answer 404 and 401 while a server restarts.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        retry_after: float = 0,
        diagnostics: Sequence[Diagnostic] = (),
    ) -> None:
        super().__init__(f"{detail} ({code})")
        self.status, self.code, self.detail, self.retry_after = status, code, detail, retry_after
        self.diagnostics = list(diagnostics)

    @property
    def ends_seat(self) -> bool:
        """True if the seat or the room no longer exists."""
        return self.code in self.SEAT_ENDS


class Unreachable(ClientError):
    """Raised if the server does not answer.

    `sent`: whether the client has sent the request, so that the server may have carried it out.
    `retry_after`: the seconds to wait, if a proxy asks the client to wait.
    """

    def __init__(self, reason: str, *, sent: bool, retry_after: float = 0) -> None:
        super().__init__(reason)
        self.sent, self.retry_after = sent, retry_after
