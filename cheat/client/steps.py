"""The calls of the protocol. Each is a generator of steps (see `calls.py`).

Both Python clients carry out these steps: the blocking one (`sync.py`) and the one with asyncio (`aio.py`).
"""

from __future__ import annotations

from typing import Any

from cheat.client.calls import Request, RetryPolicy, RetryWhen, Steps, call
from cheat.client.place import Place, room_path, shared_query
from cheat.client.types import (
    Acted,
    Brief,
    Game,
    Inside,
    Joined,
    ListedRoom,
    ReplayFile,
    ReplayPage,
    Saved,
    Snapshot,
)

PAGE = 50
"""The default number of frames in a page."""


def catalogue(policy: RetryPolicy) -> Steps[list[Brief]]:
    """Return all games of the catalogue, with a few facts about each."""
    briefs: list[Brief] = (yield from call(Request("GET", "/api/catalogue"), policy))["games"]
    return briefs


def games(policy: RetryPolicy) -> Steps[list[Game]]:
    """Return all games of the catalogue, with all facts about each."""
    all_games: list[Game] = (yield from call(Request("GET", "/api/games"), policy))["games"]
    return all_games


def game(id: str, policy: RetryPolicy) -> Steps[Game]:
    """Return one game, even if the catalogue does not list it."""
    entry: Game = yield from call(Request("GET", f"/api/games/{id}"), policy)
    return entry


def rooms(game: str, policy: RetryPolicy) -> Steps[list[ListedRoom]]:
    """Return public rooms that players can join."""
    query = {"game": game} if game else {}
    listed_rooms: list[ListedRoom] = (yield from call(Request("GET", "/api/rooms", query), policy))["rooms"]
    return listed_rooms


def take_seat(path: str, name: str, wishes: dict[str, Any], policy: RetryPolicy) -> Steps[Place]:
    """Take a new seat. Leave out empty wishes, so that the server uses its defaults.

    `wishes`: the choices of the player, such as options, bots and a colour. Colour 0 is not empty.
    """
    sent_wishes = {wish: value for wish, value in wishes.items() if value or wish == "colour"}
    body = {"name": name, **{wish: value for wish, value in sent_wishes.items() if value is not None}}
    answer: Joined = yield from call(Request("POST", path, body=body), policy, RetryWhen.UNDONE)
    snapshot_of_seat = Snapshot(version=answer["version"], cursor=answer["cursor"], table=answer["table"])
    return Place(answer["code"], answer["player"], answer["token"], snapshot_of_seat)


def watch(code: str, policy: RetryPolicy, shared_language: str | None = None) -> Steps[Place]:
    """Return a place from which a program watches a room, without a seat or a token.

    `shared_language`: the language of polls that caches may answer. If it is None, the place sends ordinary
    polls, which are for this client only.
    """
    request = (
        Request("GET", room_path(code))
        if shared_language is None
        else Request("GET", f"{room_path(code)}/watch", shared_query(shared_language))
    )
    snapshot_of_room: Snapshot = yield from call(request, policy)
    code = snapshot_of_room["table"]["code"]
    return Place(code, None, None, snapshot_of_room, shared_language=shared_language)


def resume(saved: Saved, policy: RetryPolicy) -> Steps[Place]:
    """Return to a saved seat.

    If the saved data has a cursor, fetch the news since that cursor. The next call of `poll` returns this
    news.
    """
    path = room_path(saved["code"])
    snapshot_of_seat: Snapshot = yield from call(Request("GET", path, token=saved["token"]), policy)
    place = Place(
        saved["code"], saved["player"] or snapshot_of_seat["table"]["you"], saved["token"], snapshot_of_seat
    )
    if saved["cursor"]:
        yield from place.go_on(saved, policy)
    return place


def snapshot(place: Place, policy: RetryPolicy) -> Steps[Snapshot]:
    """Return the present table."""
    snapshot_of_seat: Snapshot = yield from call(Request("GET", place.path, token=place.token), policy)
    return snapshot_of_seat


def inside(place: Place, policy: RetryPolicy) -> Steps[Inside]:
    """Return the debug view of a trial: a table at which one person tries a document."""
    debug_view: Inside = yield from call(Request("GET", f"{place.path}/inside", token=place.token), policy)
    return debug_view


def chat_body(reaction: str, phrase: str, text: str) -> dict[str, str]:
    """Return the body of a chat line, without empty values."""
    body = {"reaction": reaction, "phrase": phrase, "text": text}
    return {kind: words for kind, words in body.items() if words}


def say(place: Place, body: dict[str, str], policy: RetryPolicy) -> Steps[Acted]:
    """Send a chat message. The server carries out the message at most once.

    The message of a player has an id, by which the server recognises repetitions. So the client can send it
    again after any failure. The message of a spectator has no id. So the client sends it again only if the
    server has certainly not carried it out.
    """
    if place.token is not None:
        return (yield from place.send("say", body, policy))
    acted: Acted = yield from call(
        Request("POST", f"{place.path}/cheers", body=body), policy, RetryWhen.UNDONE
    )
    return acted


def replay_query(seat: str, is_open: bool, start: int, limit: int) -> dict[str, str]:
    """Return the query parameters of a replay."""
    seat_query = {"seat": seat} if seat else {}
    return {**seat_query, **({"open": "1"} if is_open else {}), "from": str(start), "limit": str(limit)}


def replay(place: Place, query: dict[str, str], policy: RetryPolicy) -> Steps[ReplayPage]:
    """Return some frames of the last game of a room."""
    request = Request("GET", f"{place.path}/replay", query, token=place.token)
    page: ReplayPage = yield from call(request, policy)
    return page


def replay_file(place: Place, policy: RetryPolicy) -> Steps[ReplayFile]:
    """Return the last game of a room."""
    request = Request("GET", f"{place.path}/replay/file", token=place.token)
    file: ReplayFile = yield from call(request, policy)
    return file


def replay_of(file: ReplayFile, query: dict[str, str], policy: RetryPolicy) -> Steps[ReplayPage]:
    """Return some frames of a finished game from its file."""
    page: ReplayPage = yield from call(Request("POST", "/api/replays", query, file), policy)
    return page
