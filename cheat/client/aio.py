"""The client for asyncio. If a program cancels a call, no news is lost.

The script `python -m scripts.sync_client` makes `sync.py` from this file: run it after a change.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
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


async def carry_out(to_do: Steps[T], send: Callable[[Request], Awaitable[Response]]) -> T:
    """Carry out the steps of a call. `send` raises Unreachable if no answer comes."""
    try:
        step = next(to_do)
        while True:
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                step = to_do.send(None)
                continue
            try:
                response = await send(step)
            except Unreachable as error:
                step = to_do.throw(error)
            else:
                step = to_do.send(response)
    except StopIteration as end:
        value: T = end.value
        return value


class AsyncClient(BaseClient):
    """A client of one server, for asyncio. Tasks may share a client.

    `http`: the client of httpx that sends the requests. Without `http`, the object makes its own client of
    httpx, and `aclose` closes it. The other arguments are `ClientOptions`.
    """

    def __init__(
        self, url: str, *, http: httpx.AsyncClient | None = None, **options: Unpack[ClientOptions]
    ) -> None:
        super().__init__(url, **options)
        self._owns_http = http is None
        self.http = http or httpx.AsyncClient()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        if self._owns_http:
            await self.http.aclose()

    async def catalogue(self) -> list[Brief]:
        """Return all games of the catalogue, with a few facts about each."""
        return await self.run(steps.catalogue(self.retry_policy))

    async def games(self) -> list[Game]:
        """Return all games of the catalogue, with all facts about each."""
        return await self.run(steps.games(self.retry_policy))

    async def game(self, id: str) -> Game:
        """Return one game, even if the catalogue does not list it."""
        return await self.run(steps.game(id, self.retry_policy))

    async def rooms(self, game: str = "") -> list[ListedRoom]:
        """Return public rooms that players can join, of one game or of all games."""
        return await self.run(steps.rooms(game, self.retry_policy))

    async def create(
        self,
        name: str,
        game: str = "",
        options: Mapping[str, Any] | None = None,
        *,
        public: bool = False,
        colour: int | None = None,
    ) -> AsyncSeat:
        """Make a room, and become its host.

        `colour`: the colour of the avatar, 0 to 9. Without this value, each client that shows the avatar
        chooses a colour.
        """
        return AsyncSeat(self, await self.run(self._create_room(name, game, options, public, colour)))

    async def quick(
        self,
        name: str,
        game: str = "",
        *,
        lesson: bool = False,
        wait: bool = False,
        colour: int | None = None,
    ) -> AsyncSeat:
        """Take a seat in a game that starts at once. In a `lesson`, all other players are easy bots.

        With `wait`, a new room waits some seconds for other players before the game starts with bots.
        """
        return AsyncSeat(self, await self.run(self._quick_play(name, game, lesson, wait, colour)))

    async def try_alone(
        self,
        name: str,
        game: str,
        options: Mapping[str, Any] | None = None,
        *,
        bots: int = 3,
        seed: str = "",
    ) -> AsyncSeat:
        """Take a seat at a table with bots, to try a document. The same `seed` gives the same cards."""
        return AsyncSeat(self, await self.run(self._try_alone(name, game, options, bots, seed)))

    async def join(
        self, code: str, name: str, *, next_game: bool = False, colour: int | None = None
    ) -> AsyncSeat:
        """Take a seat in a room.

        With `next_game`, you can also join during a game. You watch this game, and play in the next one.
        """
        return AsyncSeat(self, await self.run(self._join_room(code, name, next_game, colour)))

    async def watch(self, code: str, *, counted: bool = True) -> AsyncSeat:
        """Watch a room without a seat.

        With `counted=False`, the room does not count you as a spectator. A cache in front of the server may
        then answer your polls, and the server decides how long it holds a poll. Use this for rooms with many
        spectators.
        """
        language = None if counted else self.language
        return AsyncSeat(self, await self.run(steps.watch(code, self.retry_policy, language)))

    async def resume(self, saved: Saved) -> AsyncSeat:
        """Return to a saved seat. All events since the seat was saved are news.

        Raises Refused if the seat no longer exists.
        """
        return AsyncSeat(self, await self.run(steps.resume(saved, self.retry_policy)))

    async def replay_of(
        self,
        file: ReplayFile,
        seat: str = "",
        *,
        is_open: bool = False,
        start: int = 0,
        limit: int = steps.PAGE,
    ) -> ReplayPage:
        """Return some frames of a finished game from its file; see `AsyncSeat.replay`."""
        return await self.run(
            steps.replay_of(file, steps.replay_query(seat, is_open, start, limit), self.retry_policy)
        )

    # Published games

    async def published(
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
        return await self.run(hub.published(query, self.retry_policy))

    async def document(self, name: str) -> Shown:
        """Return a published game with its document and versions.

        `name`: the slug of the game (its name in addresses), or the slug, @ and a version.
        """
        return await self.run(hub.document(name, self.retry_policy))

    async def check(
        self, document: Brought, *, script: str = "", decks: str = "", title: str = ""
    ) -> Examined:
        """Return all faults that `publish` would find. The server stores nothing.

        The check may take some seconds.
        """
        body = hub.document_body(document, script, decks, title)
        return await self.run(hub.check(body, self.retry_policy))

    async def try_out(self, document: Document) -> Tried:
        """Store a draft for an hour. Use its `id` as the game for `create`.

        Raises Refused, as `publish` does.
        """
        return await self.run(hub.try_out(document, self.retry_policy))

    async def publish(
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
        return await self.run(hub.publish(body, note, key, self.retry_policy))

    async def fork(self, name: str, slug: str, *, key: str = "") -> Published:
        """Publish a copy of a game under another slug."""
        return await self.run(hub.fork(name, slug, key, self.retry_policy))

    async def report(self, name: str) -> Balance:
        """Return a report on how a game plays. The first call may take half a minute."""
        return await self.run(hub.report(name, self.retry_policy))

    async def flag(self, name: str, reason: str) -> State:
        """Report that a game should not be here."""
        return await self.run(hub.flag(name, reason, self.retry_policy))

    async def remove(self, name: str, *, key: str) -> State:
        """Take your own game out of the list. Rooms that play the game go on."""
        return await self.run(hub.remove(name, key, self.retry_policy))

    # Requests

    async def run(self, to_do: Steps[T]) -> T:
        """Carry out the steps of a call."""
        return await carry_out(to_do, self._send)

    async def _send(self, request: Request) -> Response:
        try:
            return await self.http.request(**arguments(request, self.url, self.language))
        except httpx.TransportError as error:
            raise unreachable(error) from error


class AsyncSeat(BaseSeat):
    """A place at a table. Tasks may share it: one may poll while another acts."""

    def __init__(self, client: AsyncClient, place: Place) -> None:
        super().__init__(place, client.url)
        self.client = client
        self._polling = asyncio.Lock()

    async def snapshot(self) -> Snapshot:
        """Return the present table. The call does not change the news of later polls."""
        return await self.client.run(steps.snapshot(self.place, self.client.retry_policy))

    async def inside(self) -> Inside:
        """Return the debug view of a trial: a table at which one person tries a document.

        Raises Refused (`no_trial`) at any other table.
        """
        return await self.client.run(steps.inside(self.place, self.client.retry_policy))

    async def poll(self, wait: float = HOLD_S) -> News:
        """Return the next news. If there is none within `wait` seconds, `fresh` is False.

        If another poll of this seat is waiting, this poll waits until the other one ends. After a temporary
        failure, the client sends the poll again, until an answer comes.
        """
        async with self._polling:
            return await self.client.run(self.place.poll(wait, self.client.retry_policy))

    async def follow(self) -> AsyncIterator[News]:
        """Yield all news as it arrives, until the seat or the room is gone (Refused)."""
        while True:
            news = await self.poll()
            if news.fresh:
                yield news

    async def send(self, move: str | Form, /, **values: Any) -> Acted:
        """Carry out a move once, even if the client must send it several times. Raises Refused."""
        return await self.client.run(self.place.send(move, values, self.client.retry_policy))

    async def act(self, move: str | Form, /, **values: Any) -> Acted:
        """Carry out a move, and wait until `table` includes it. Raises Refused."""
        acted = await self.send(move, **values)
        async with self._polling:
            await self.client.run(self.place.catch_up(acted, self.client.retry_policy))
        return acted

    async def past(self) -> Past:
        """Return the past events that the server knows, up to the last news of a poll.

        Polls return later events.
        """
        return await self.client.run(self.place.past(self.client.retry_policy))

    async def say(self, *, reaction: str = "", phrase: str = "", text: str = "") -> Acted:
        """Send a chat message to the room. A spectator may send only reactions. Raises Refused."""
        body = steps.chat_body(reaction, phrase, text)
        return await self.client.run(steps.say(self.place, body, self.client.retry_policy))

    async def replay(
        self, seat: str = "", *, is_open: bool = False, start: int = 0, limit: int = steps.PAGE
    ) -> ReplayPage:
        """Return `limit` frames of the finished game, from number `start` on.

        The frames show what the player `seat` saw, or all cards face up (`is_open`).
        """
        query = steps.replay_query(seat, is_open, start, limit)
        return await self.client.run(steps.replay(self.place, query, self.client.retry_policy))

    async def replay_file(self) -> ReplayFile:
        """Return the finished game as a file."""
        return await self.client.run(steps.replay_file(self.place, self.client.retry_policy))
