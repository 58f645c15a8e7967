"""The client for plain code: each call blocks until its answer is there.

Made from `aio.py` by `python -m scripts.sync_client`: edit that file.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self, Unpack

import httpx

from cheat.client import hub, steps
from cheat.client.calls import Pause, Request, Response, Steps, T
from cheat.client.common import BaseClient, BaseSeat, ClientOptions
from cheat.client.errors import Unreachable
from cheat.client.hub import Balance, Brought, Document, Examined, GamePage, Published, Shown, State, Tried
from cheat.client.place import HOLD_S, News, Past, Place
from cheat.client.sending import arguments, unreachable
from cheat.client.types import (
    Acted,
    Brief,
    Form,
    Game,
    Inside,
    ListedRoom,
    ReplayFile,
    ReplayPage,
    Saved,
    Snapshot,
)


def carry_out(to_do: Steps[T], send: Callable[[Request], Response]) -> T:
    """Carry out the steps of a call. `send` raises Unreachable if no answer comes."""
    try:
        step = next(to_do)
        while True:
            if isinstance(step, Pause):
                time.sleep(step.seconds)
                step = to_do.send(None)
                continue
            try:
                response = send(step)
            except Unreachable as error:
                step = to_do.throw(error)
            else:
                step = to_do.send(response)
    except StopIteration as end:
        value: T = end.value
        return value


class Client(BaseClient):
    """A client of one server, for plain code. Threads may share a client.

    `http`: the client of httpx that sends the requests. Without `http`, the object makes its own client of
    httpx, and `close` closes it. The other arguments are `ClientOptions`.
    """

    def __init__(
        self, url: str, *, http: httpx.Client | None = None, **options: Unpack[ClientOptions]
    ) -> None:
        super().__init__(url, **options)
        self._owns_http = http is None
        self.http = http or httpx.Client()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        if self._owns_http:
            self.http.close()

    def catalogue(self) -> list[Brief]:
        """Return all games of the catalogue, with a few facts about each."""
        return self.run(steps.catalogue(self.retry_policy))

    def games(self) -> list[Game]:
        """Return all games of the catalogue, with all facts about each."""
        return self.run(steps.games(self.retry_policy))

    def game(self, id: str) -> Game:
        """Return one game, even if the catalogue does not list it."""
        return self.run(steps.game(id, self.retry_policy))

    def rooms(self, game: str = "") -> list[ListedRoom]:
        """Return public rooms that players can join, of one game or of all games."""
        return self.run(steps.rooms(game, self.retry_policy))

    def create(
        self,
        name: str,
        game: str = "",
        options: Mapping[str, Any] | None = None,
        *,
        public: bool = False,
        colour: int | None = None,
    ) -> Seat:
        """Make a room, and become its host.

        `colour`: the colour of the avatar, 0 to 9. Without this value, each client that shows the avatar
        chooses a colour.
        """
        return Seat(self, self.run(self._create_room(name, game, options, public, colour)))

    def quick(
        self,
        name: str,
        game: str = "",
        *,
        lesson: bool = False,
        wait: bool = False,
        colour: int | None = None,
    ) -> Seat:
        """Take a seat in a game that starts at once. In a `lesson`, all other players are easy bots.

        With `wait`, a new room waits some seconds for other players before the game starts with bots.
        """
        return Seat(self, self.run(self._quick_play(name, game, lesson, wait, colour)))

    def try_alone(
        self,
        name: str,
        game: str,
        options: Mapping[str, Any] | None = None,
        *,
        bots: int = 3,
        seed: str = "",
    ) -> Seat:
        """Take a seat at a table with bots, to try a document. The same `seed` gives the same cards."""
        return Seat(self, self.run(self._try_alone(name, game, options, bots, seed)))

    def join(self, code: str, name: str, *, next_game: bool = False, colour: int | None = None) -> Seat:
        """Take a seat in a room.

        With `next_game`, you can also join during a game. You watch this game, and play in the next one.
        """
        return Seat(self, self.run(self._join_room(code, name, next_game, colour)))

    def watch(self, code: str, *, counted: bool = True) -> Seat:
        """Watch a room without a seat.

        With `counted=False`, the room does not count you as a spectator. A cache in front of the server may
        then answer your polls, and the server decides how long it holds a poll. Use this for rooms with many
        spectators.
        """
        language = None if counted else self.language
        return Seat(self, self.run(steps.watch(code, self.retry_policy, language)))

    def resume(self, saved: Saved) -> Seat:
        """Return to a saved seat. All events since the seat was saved are news.

        Raises Refused if the seat no longer exists.
        """
        return Seat(self, self.run(steps.resume(saved, self.retry_policy)))

    def replay_of(
        self,
        file: ReplayFile,
        seat: str = "",
        *,
        is_open: bool = False,
        start: int = 0,
        limit: int = steps.PAGE,
    ) -> ReplayPage:
        """Return some frames of a finished game from its file; see `Seat.replay`."""
        return self.run(
            steps.replay_of(file, steps.replay_query(seat, is_open, start, limit), self.retry_policy)
        )

    # Published games

    def published(
        self,
        words: str = "",
        *,
        tag: str = "",
        players: int = 0,
        sort: str = "",
        cursor: str = "",
        built_in: bool = False,
    ) -> GamePage:
        """Return up to 30 published games that match words, a tag and a number of players.

        `words`: beginnings of words in a game's texts. `sort`: `new`, `played`, `name` or
        `recommended`. `cursor`: the cursor in the previous page. `built_in`: whether to include games that
        come with the server.
        """
        query = hub.query(words, tag, players, sort, cursor, built_in=built_in)
        return self.run(hub.published(query, self.retry_policy))

    def document(self, name: str) -> Shown:
        """Return a published game with its document and versions.

        `name`: the slug of the game (its name in addresses), or the slug, @ and a version.
        """
        return self.run(hub.document(name, self.retry_policy))

    def check(self, document: Brought, *, script: str = "", decks: str = "", title: str = "") -> Examined:
        """Return all faults that `publish` would find. The server stores nothing.

        The check may take some seconds.
        """
        body = hub.document_body(document, script, decks, title)
        return self.run(hub.check(body, self.retry_policy))

    def try_out(self, document: Document) -> Tried:
        """Store a draft for an hour. Use its `id` as the game for `create`.

        Raises Refused, as `publish` does.
        """
        return self.run(hub.try_out(document, self.retry_policy))

    def publish(
        self,
        document: Brought,
        *,
        note: str = "",
        key: str = "",
        script: str = "",
        decks: str = "",
        title: str = "",
    ) -> Published:
        """Publish a game, or the next version of a game.

        Without a `key`, the call makes a new game, and the answer has the game's key: store this key. A game
        in the older format may need more: `script` and `decks` are its other files, and `title` is its name
        if the document has no name. Instead of a document, you can send the bytes of a zip with all files.

        Raises Refused. If the document is not a game, the `diagnostics` of the error list its faults.
        """
        body = hub.document_body(document, script, decks, title)
        return self.run(hub.publish(body, note, key, self.retry_policy))

    def fork(self, name: str, slug: str, *, key: str = "") -> Published:
        """Publish a copy of a game under another slug."""
        return self.run(hub.fork(name, slug, key, self.retry_policy))

    def report(self, name: str) -> Balance:
        """Return a report on how a game plays. The first call may take half a minute."""
        return self.run(hub.report(name, self.retry_policy))

    def flag(self, name: str, reason: str) -> State:
        """Report that a game should not be here."""
        return self.run(hub.flag(name, reason, self.retry_policy))

    def remove(self, name: str, *, key: str) -> State:
        """Take your own game out of the list. Rooms that play the game go on."""
        return self.run(hub.remove(name, key, self.retry_policy))

    # Requests

    def run(self, to_do: Steps[T]) -> T:
        """Carry out the steps of a call."""
        return carry_out(to_do, self._send)

    def _send(self, request: Request) -> Response:
        try:
            return self.http.request(**arguments(request, self.url, self.language))
        except httpx.TransportError as error:
            raise unreachable(error) from error


class Seat(BaseSeat):
    """A place at a table. Threads may share it: one may poll while another acts."""

    def __init__(self, client: Client, place: Place) -> None:
        super().__init__(place, client.url)
        self.client = client
        self._polling = threading.Lock()

    def snapshot(self) -> Snapshot:
        """Return the present table. The call does not change the news of later polls."""
        return self.client.run(steps.snapshot(self.place, self.client.retry_policy))

    def inside(self) -> Inside:
        """Return the debug view of a trial: a table at which one person tries a document.

        Raises Refused (`no_trial`) at any other table.
        """
        return self.client.run(steps.inside(self.place, self.client.retry_policy))

    def poll(self, wait: float = HOLD_S) -> News:
        """Return the next news. If there is none within `wait` seconds, `fresh` is False.

        If another poll of this seat is waiting, this poll waits until the other one ends. After a temporary
        failure, the client sends the poll again, until an answer comes.
        """
        with self._polling:
            return self.client.run(self.place.poll(wait, self.client.retry_policy))

    def follow(self) -> Iterator[News]:
        """Yield all news as it arrives, until the seat or the room is gone (Refused)."""
        while True:
            news = self.poll()
            if news.fresh:
                yield news

    def send(self, move: str | Form, /, **values: Any) -> Acted:
        """Carry out a move once, even if the client must send it several times. Raises Refused."""
        return self.client.run(self.place.send(move, values, self.client.retry_policy))

    def act(self, move: str | Form, /, **values: Any) -> Acted:
        """Carry out a move, and wait until `table` includes it. Raises Refused."""
        acted = self.send(move, **values)
        with self._polling:
            self.client.run(self.place.catch_up(acted, self.client.retry_policy))
        return acted

    def past(self) -> Past:
        """Return the past events that the server knows, up to the last news of a poll.

        Polls return later events.
        """
        return self.client.run(self.place.past(self.client.retry_policy))

    def say(self, *, reaction: str = "", phrase: str = "", text: str = "") -> Acted:
        """Send a chat message to the room. A spectator may send only reactions. Raises Refused."""
        body = steps.chat_body(reaction, phrase, text)
        return self.client.run(steps.say(self.place, body, self.client.retry_policy))

    def replay(
        self, seat: str = "", *, is_open: bool = False, start: int = 0, limit: int = steps.PAGE
    ) -> ReplayPage:
        """Return `limit` frames of the finished game, from number `start` on.

        The frames show what the player `seat` saw, or all cards face up (`is_open`).
        """
        query = steps.replay_query(seat, is_open, start, limit)
        return self.client.run(steps.replay(self.place, query, self.client.retry_policy))

    def replay_file(self) -> ReplayFile:
        """Return the finished game as a file."""
        return self.client.run(steps.replay_file(self.place, self.client.retry_policy))
