"""A place at a table: its last known state, and the requests that update this state.

This module does no input or output: it yields requests, and a client sends them (see `calls.py`).
"""

from __future__ import annotations

import uuid
from collections import deque
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from cheat.client.calls import (
    Pause,
    Request,
    RetryPolicy,
    Steps,
    call,
    is_temporary,
    parsed,
    requested_wait,
    send,
    send_once,
)
from cheat.client.deflated import HEADER, WrongDictionary, digest_of, inflated
from cheat.client.errors import ClientError, Refused
from cheat.client.forms import offered
from cheat.client.pace import delay_after
from cheat.client.types import Acted, Answer, Event, Form, Line, Saved, Snapshot, Table

HOLD_S = 25.0
"""Maximum seconds for which the server holds a poll. The server may choose a shorter time."""
GRACE_S = 10.0
"""Seconds for which the client waits for the answer after the end of the hold."""


class News(NamedTuple):
    """The result of a poll: new events in order, and the table after them.

    - `reset`: whether the news has only the table. The server no longer has all the missing events, or a new
      room has the same code.
    - `fresh`: False if nothing has changed
    """

    version: int
    table: Table
    events: list[Event] = []
    reset: bool = False
    fresh: bool = True


class Past(NamedTuple):
    """Past events that the server still knows.

    `names`: player id -> name, for players that appear in these events but have left the room. `chat`: the
    newest chat messages that players typed themselves, without reactions and quick phrases.
    """

    events: list[Event]
    names: dict[str, str]
    chat: list[Line]


class Place:
    """The place of one program in a room: a seat or, without a token, the place of a spectator.

    - `version`, `cursor`, `table`: the version, cursor and table of the last answer
    - `unread`: news that `poll` has not returned yet. It came while `catch_up` waited for the result of an
      action, or before the program returned to a saved seat.
    - `_read_version`: the version of the last news that `poll` returned
    - `_last_answer`: the bytes of the last answer that had a table. The server uses them as the dictionary to
      compress the next answer.
    - `_shared_language`: the language of polls that caches may answer; None for a place with its own polls
    """

    def __init__(
        self,
        code: str,
        player: str | None,
        token: str | None,
        snapshot: Snapshot,
        *,
        shared_language: str | None = None,
    ) -> None:
        self.code, self.player, self.token = code, player, token
        self.version, self.cursor, self.table = snapshot["version"], snapshot["cursor"], snapshot["table"]
        self._read_version = self.version
        self.unread: deque[News] = deque()
        self._client = uuid.uuid4().hex
        self._pause = 0.0
        self._hold = HOLD_S
        self._last_answer = b""
        self._shared_language = shared_language

    @property
    def path(self) -> str:
        """The address of the room."""
        return room_path(self.code)

    def saved(self, url: str) -> Saved:
        """Return the data with which a program can return to the seat."""
        if self.token is None or self.player is None:
            raise ValueError("a spectator has no seat to be saved")
        return Saved(
            url=url,
            code=self.code,
            player=self.player,
            token=self.token,
            version=self.version,
            cursor=self.cursor,
        )

    # Reading

    def poll(self, wait: float, policy: RetryPolicy) -> Steps[News]:
        """Return the oldest unread news. If there is none, send a poll, and return its news.

        The server holds the poll for at most `wait` seconds.
        """
        news = self.unread.popleft() if self.unread else (yield from self._fetch(wait, policy))
        self._read_version = news.version
        return news

    def _fetch(self, wait: float, policy: RetryPolicy) -> Steps[News]:
        """Send a poll, again and again until an answer comes. Return the news in this answer."""
        failures = 0
        while True:
            if self._pause:
                pause, self._pause = self._pause, 0.0
                yield Pause(pause)
            try:
                return self._take_answer((yield from self._poll_once(0 if failures else wait)))
            except ClientError as error:
                if not is_temporary(error):
                    raise
                failures += 1
                policy.trouble(error)
                self._pause = delay_after(failures, policy.chance(), requested_wait(error))

    def _poll_once(self, wait: float) -> Steps[Answer]:
        """Send a poll. If the answer cannot be inflated, ask for a plain one.

        `wait`: the seconds for which the server may hold the poll.
        """
        hold = min(wait, self._hold)
        try:
            answer = yield from self._ask(hold)
        except WrongDictionary:
            self._last_answer = b""
            answer = yield from self._ask(0)
        self._hold = min(HOLD_S, answer["hold"] or HOLD_S)
        self._pause = answer.get("retry_after", 0)
        return answer

    def _ask(self, hold: float) -> Steps[Answer]:
        """Send one poll. If the answer has a table, keep its bytes. Raises WrongDictionary."""
        if self._shared_language is not None:
            shared_answer: Answer = yield from send_once(self._shared_poll(self._shared_language, hold))
            return shared_answer
        query = {
            "since": self.cursor,
            "known": digest_of(self._last_answer),
            "wait": f"{hold:g}",
            "client": self._client,
        }
        response = yield from send(
            Request(
                "GET",
                f"{self.path}/events",
                query,
                token=self.token,
                timeout=hold + GRACE_S,
                dictionary=self._last_answer,
            )
        )
        digest = response.headers.get(HEADER) if self._last_answer else None
        plain = inflated(response.content, self._last_answer, digest) if digest else None
        answer: Answer = parsed(response, plain)
        if answer.get("table") is not None:
            self._last_answer = plain or response.content
        return answer

    def _shared_poll(self, language: str, hold: float) -> Request:
        """Return a poll that is the same for all spectators.

        The server decides how long it holds this poll. The cursor of such a poll ends with a time slot.
        Within one slot, all these polls are equal. After a failure (`hold` is 0), the poll leaves the slot
        out of its cursor, and the answer comes at once.
        """
        since = self.cursor if hold else self.cursor.partition("-")[0]
        return Request(
            "GET", f"{self.path}/watch", shared_query(language, since), timeout=self._hold + GRACE_S
        )

    def _take_answer(self, answer: Answer) -> News:
        """Store the state of an answer. Return its news, except events that are already known."""
        table, version = answer.get("table"), self.version
        self.cursor, self.version = answer["cursor"], answer["version"]
        if table is None:
            return News(self.version, self.table, fresh=False)
        self.table = table
        events = [event for event in answer.get("events", []) if event["v"] > version]
        return News(self.version, table, events, answer.get("reset", False))

    def past(self, policy: RetryPolicy) -> Steps[Past]:
        """Return the past events that the server knows, up to the last news that `poll` returned."""
        read_version = self._read_version
        request = (
            Request("GET", f"{self.path}/events", {"past": "1", "wait": "0"}, token=self.token)
            if self._shared_language is None
            else Request("GET", f"{self.path}/watch", shared_query(self._shared_language))
        )
        answer: Answer = yield from call(request, policy)
        events = answer.get("events", [])
        past, later = (
            [event for event in events if event["v"] <= read_version],
            [event for event in events if event["v"] > read_version],
        )
        lines = answer.get("chat", [])
        unread_texts = sum("text" in event.get("args", {}) for event in later if event["type"] == "said")
        return Past(past, answer.get("names", {}), lines[: max(0, len(lines) - unread_texts)])

    def go_on(self, saved: Saved, policy: RetryPolicy) -> Steps[None]:
        """Fetch the news since the place was saved, if there is any. This news stays unread."""
        if saved["cursor"] != self.cursor:
            self.version, self.cursor = saved["version"], saved["cursor"]
            self._read_version = self.version
            self.unread.append((yield from self._fetch(0, policy)))

    # Acting

    def send(self, move: str | Form, values: Mapping[str, Any], policy: RetryPolicy) -> Steps[Acted]:
        """Carry out a move once, even if the client must send it several times."""
        form = offered(self.table, move, values) if isinstance(move, str) else move
        name, ties = (form["name"], form.get("with", {})) if form else (move, {})
        body = {"id": uuid.uuid4().hex, "move": name, "args": {**values, **ties}}
        request = Request("POST", f"{self.path}/actions", body=body, token=self.token)
        acted: Acted = yield from call(request, policy)
        return acted

    def knows(self, acted: Acted) -> bool:
        """Return whether the known table includes this action."""
        return self.version > acted["version"] or self.cursor == acted["cursor"]

    def catch_up(self, acted: Acted, policy: RetryPolicy) -> Steps[None]:
        """Poll until the known table includes this action. All news stays unread.

        If the action ended the seat, do not wait.
        """
        try:
            while not self.knows(acted):
                news = yield from self._fetch(HOLD_S, policy)
                if news.fresh:
                    self.unread.append(news)
                if news.reset or (not news.fresh and self.version >= acted["version"]):
                    return
        except Refused as refusal:
            if not refusal.ends_seat:
                raise


def shared_query(language: str, since: str = "") -> dict[str, str]:
    """Return the query parameters of a poll that is the same for all spectators."""
    return {**({"lang": language} if language else {}), **({"since": since} if since else {})}


def room_path(code: str) -> str:
    """Return the address of a room. The code may have blanks around it, and capital letters."""
    return f"/api/rooms/{quote(code.strip().lower(), safe='')}"
