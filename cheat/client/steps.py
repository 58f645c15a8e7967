"""The calls without a seat, as steps for both clients."""

from __future__ import annotations

from typing import Any

from cheat.client.calls import Request, RetryPolicy, RetryWhen, Steps, call
from cheat.client.place import Place, room_path
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
"""The usual number of frames of a page."""


def catalogue(policy: RetryPolicy) -> Steps[list[Brief]]:
    """Return all games in short."""
    found: list[Brief] = (yield from call(Request("GET", "/api/catalogue"), policy))["games"]
    return found


def games(policy: RetryPolicy) -> Steps[list[Game]]:
    """Return all games with everything about them."""
    found: list[Game] = (yield from call(Request("GET", "/api/games"), policy))["games"]
    return found


def game(id: str, policy: RetryPolicy) -> Steps[Game]:
    """Return one game, even if the catalogue does not list it."""
    found: Game = yield from call(Request("GET", f"/api/games/{id}"), policy)
    return found


def rooms(game: str, policy: RetryPolicy) -> Steps[list[ListedRoom]]:
    """Return public rooms that players can join."""
    query = {"game": game} if game else {}
    found: list[ListedRoom] = (yield from call(Request("GET", "/api/rooms", query), policy))["rooms"]
    return found


def take_seat(path: str, name: str, wishes: dict[str, Any], policy: RetryPolicy) -> Steps[Place]:
    """Take a new seat. Empty wishes (but not colour 0) are left out, so the server decides."""
    sent_wishes = {wish: value for wish, value in wishes.items() if value or wish == "colour"}
    body = {"name": name, **{wish: value for wish, value in sent_wishes.items() if value is not None}}
    joined: Joined = yield from call(Request("POST", path, body=body), policy, RetryWhen.UNDONE)
    snapshot_of_seat = Snapshot(version=joined["version"], cursor=joined["cursor"], table=joined["table"])
    return Place(joined["code"], joined["player"], joined["token"], snapshot_of_seat)


def watch(code: str, policy: RetryPolicy) -> Steps[Place]:
    """Take a place without a seat."""
    seen: Snapshot = yield from call(Request("GET", room_path(code)), policy)
    return Place(seen["table"]["code"], None, None, seen)


def resume(saved: Saved, policy: RetryPolicy) -> Steps[Place]:
    """Take up a saved seat. News since then are unread; without a cursor there are none."""
    path = room_path(saved["code"])
    seen: Snapshot = yield from call(Request("GET", path, token=saved["token"]), policy)
    place = Place(saved["code"], saved["player"] or seen["table"]["you"], saved["token"], seen)
    if saved["cursor"]:
        yield from place.go_on(saved, policy)
    return place


def snapshot(place: Place, policy: RetryPolicy) -> Steps[Snapshot]:
    """Return the present table."""
    seen: Snapshot = yield from call(Request("GET", place.path, token=place.token), policy)
    return seen


def inside(place: Place, policy: RetryPolicy) -> Steps[Inside]:
    """Return everything about a table at which a document is tried alone."""
    found: Inside = yield from call(Request("GET", f"{place.path}/inside", token=place.token), policy)
    return found


def chat_body(reaction: str, phrase: str, text: str) -> dict[str, str]:
    """Return the body of a chat line, without empty values."""
    what = {"reaction": reaction, "phrase": phrase, "text": text}
    return {kind: words for kind, words in what.items() if words}


def say(place: Place, what: dict[str, str], policy: RetryPolicy) -> Steps[Acted]:
    """Say something, once.

    A spectator's message has no id, so it is sent again only if it was certainly not carried out.
    """
    if place.token is not None:
        return (yield from place.send("say", what, policy))
    acted: Acted = yield from call(
        Request("POST", f"{place.path}/cheers", body=what), policy, RetryWhen.UNDONE
    )
    return acted


def replay_query(seat: str, is_open: bool, start: int, limit: int) -> dict[str, str]:
    """Return the query of a replay."""
    whose = {"seat": seat} if seat else {}
    return {**whose, **({"open": "1"} if is_open else {}), "from": str(start), "limit": str(limit)}


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
    """Return some frames of a file."""
    page: ReplayPage = yield from call(Request("POST", "/api/replays", query, file), policy)
    return page
