"""The calls about published games, as steps for both clients, and the types of answers.

docs/protocol.md explains them.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any, NotRequired, TypedDict
from urllib.parse import quote

from cheat.client.calls import Request, RetryPolicy, RetryWhen, Steps, call
from cheat.client.types import Diagnostic, Face

PATH = "/api/documents"
DOCUMENT_TIMEOUT_S = 40.0
"""Seconds to wait for an answer about a document.

The server tries the document before it answers. Its own limits for this are below half a minute.
"""

Document = dict[str, Any] | str
"""A document, or its text. If you send the text, the faults have line numbers."""

Brought = Document | bytes
"""A document, or the bytes of a zip with the files of a game."""


class Cover(TypedDict):
    """The picture of a game: three card faces by code, and some parts of the look of the game."""

    faces: dict[str, Face]
    look: NotRequired[dict[str, str]]


class About(TypedDict):
    """The metadata of a document. Texts in several languages are dictionaries by language tag."""

    slug: str
    version: str
    name: str | dict[str, str]
    summary: NotRequired[str | dict[str, str]]
    minutes: NotRequired[str]
    least: int
    most: int
    allowed: NotRequired[list[int]]
    tags: NotRequired[list[str]]
    author: NotRequired[str]
    licence: NotRequired[str]
    languages: NotRequired[list[str]]
    forked_from: NotRequired[str]
    emblem: NotRequired[str]
    emblem_picture: NotRequired[str]
    cover: NotRequired[Cover]


class Examined(TypedDict):
    """The result of a check. You can publish the document if no diagnostic is an error.

    `document`: the document in the zip or, if `converted`, the document after the conversion from the older
    format.
    """

    id: NotRequired[str]
    document: NotRequired[str]
    converted: NotRequired[bool]
    about: NotRequired[About | None]
    diagnostics: NotRequired[list[Diagnostic]]
    games: NotRequired[int]


class Withheld(TypedDict):
    """The reason why a published game is not listed, as a code and as a sentence.

    `reason`: `flags`, `content`, `author`, `network`, `review` or `barred`. `playable`: whether players can
    open rooms with the game's id. `advice`: a sentence that says how to open such a room, or that this is
    impossible.
    """

    reason: str
    playable: bool
    text: str
    advice: str


class Published(TypedDict):
    """A published game.

    - `key`: the author's key, which only this answer has
    - `state`: `hidden` if the game waits for the operator
    - `withheld`: the reason why the game is not listed
    - `document`: the result of the conversion, if the document was in the older format
    - `diagnostics`: the diagnostics of the conversion
    """

    id: str
    slug: str
    version: str
    document: NotRequired[str]
    diagnostics: NotRequired[list[Diagnostic]]
    key: NotRequired[str]
    state: NotRequired[str]
    withheld: NotRequired[Withheld]


class Played(TypedDict):
    """A short report on how a game plays.

    - `minutes`: the length of a game with the minimum number of players
    - `skill`: the share of games that a searching bot won
    - `fair`: the share of games that the bot would win by chance
    """

    id: str
    minutes: float
    skill: float | None
    fair: float


class Entry(TypedDict):
    """A game in a list. `report`: the report on the newest version, if there is one.

    `built_in`: whether the game comes with the server.
    """

    slug: str
    id: str
    version: str
    name: str
    summary: str
    minutes: str
    min_players: int
    max_players: int
    tags: list[str]
    author: str
    plays: int
    published: int
    featured: bool
    forked_from: NotRequired[str]
    report: NotRequired[Played]
    built_in: NotRequired[bool]
    emblem: NotRequired[str]
    emblem_picture: NotRequired[str]
    cover: NotRequired[Cover]


class GamePage(TypedDict):
    """Some published games, and the cursor of the next page, if there is one."""

    games: list[Entry]
    tags: list[str]
    cursor: NotRequired[str]


class Version(TypedDict):
    """A version of a game.

    `at`: the time of its publication, in ms since 1970. `differs`: the greatest kind of difference from the
    previous version: `words`, `options` or `rules`.
    """

    version: str
    id: str
    at: int
    note: NotRequired[str]
    differs: NotRequired[str]


class Share(TypedDict):
    """A share of games, and its 95 % confidence interval (Wilson)."""

    part: float
    low: float
    high: float


class Lengths(TypedDict):
    """A histogram of games by number of moves. Its first bar: `low` to `low + width - 1` moves."""

    low: int
    width: int
    counts: list[int]


class Games(TypedDict):
    """The part of a report about the games with one number of players.

    `lengths`: null if no game ended. `causes`: limit -> the number of times that the rules exceeded it.
    `stuck`: phase -> the number of times that a player had no possible move.
    """

    players: int
    games: int
    wins: list[Share]
    ties: float
    moves: int
    phases: int
    minutes: float
    forced: float
    widest: int
    faults: dict[str, int]
    lengths: NotRequired[Lengths | None]
    causes: NotRequired[dict[str, int]]
    stuck: NotRequired[dict[str, int]]
    cost: NotRequired[int]


class Balance(TypedDict):
    """A report on how a game plays, in numbers."""

    id: str
    tables: list[Games]
    never: list[str]
    unchosen: list[str]
    skill: Share | None
    fair: float
    whole: bool
    unentered: NotRequired[list[str]]
    idle: NotRequired[list[str]]


class Tried(TypedDict):
    """The answer to `try_out`: the id of the game, for new rooms."""

    id: str


class Shown(TypedDict):
    """A published game with its document, as it was written, and its versions, newest first."""

    game: Entry
    state: str
    versions: list[Version]
    document: str
    report: NotRequired[Balance | None]


class State(TypedDict):
    """The state of a game: `listed`, `hidden`, `removed` or `barred`."""

    state: str


def query(words: str, tag: str, players: int, sort: str, cursor: str, *, built_in: bool) -> dict[str, str]:
    """Return the query parameters for the list of games, without empty values."""
    values = {"q": words, "tag": tag, "players": str(players or ""), "sort": sort, "cursor": cursor}
    values["built_in"] = "1" if built_in else ""
    return {name: value for name, value in values.items() if value}


def published(query: dict[str, str], policy: RetryPolicy) -> Steps[GamePage]:
    """Return a page of the list."""
    page: GamePage = yield from call(Request("GET", PATH, query), policy)
    return page


def document(name: str, policy: RetryPolicy) -> Steps[Shown]:
    """Return one game."""
    game: Shown = yield from call(Request("GET", _path(name)), policy)
    return game


def document_body(document: Brought, script: str, decks: str, title: str) -> dict[str, Any]:
    """Return the body of a request about a document or a zip.

    `script`, `decks` and `title` are for a document in the older format.
    """
    if isinstance(document, bytes):
        return {"archive": b64encode(document).decode()}
    texts = {"script": script, "decks": decks, "title": title}
    return {"document": document, **{name: text for name, text in texts.items() if text}}


def check(body: dict[str, Any], policy: RetryPolicy) -> Steps[Examined]:
    """Return all faults of a document."""
    request = Request("POST", f"{PATH}/check", body=body, timeout=DOCUMENT_TIMEOUT_S)
    result: Examined = yield from call(request, policy)
    return result


def try_out(document: Document, policy: RetryPolicy) -> Steps[Tried]:
    """Store a document for an hour, to try it."""
    request = Request("POST", f"{PATH}/try", body={"document": document}, timeout=DOCUMENT_TIMEOUT_S)
    draft: Tried = yield from call(request, policy, RetryWhen.ALWAYS)
    return draft


def publish(body: dict[str, Any], note: str, key: str, policy: RetryPolicy) -> Steps[Published]:
    """Publish a game, or a new version of a game."""
    return _publish(PATH, {**body, **({"note": note} if note else {})}, key, policy)


def fork(name: str, slug: str, key: str, policy: RetryPolicy) -> Steps[Published]:
    """Publish a copy of a game."""
    return _publish(f"{_path(name)}/fork", {"slug": slug}, key, policy)


def _publish(path: str, body: dict[str, Any], key: str, policy: RetryPolicy) -> Steps[Published]:
    """Send a game. Repeat a request without a key only if the server did not carry it out."""
    request = Request("POST", path, body=body, token=key or None, timeout=DOCUMENT_TIMEOUT_S)
    game: Published = yield from call(request, policy, RetryWhen.ALWAYS if key else RetryWhen.UNDONE)
    return game


def report(name: str, policy: RetryPolicy) -> Steps[Balance]:
    """Return the report on how a game plays."""
    balance: Balance = yield from call(
        Request("POST", f"{_path(name)}/report", body={}, timeout=DOCUMENT_TIMEOUT_S), policy
    )
    return balance


def flag(name: str, reason: str, policy: RetryPolicy) -> Steps[State]:
    """Report that a game should not be here. Several reports from one address count once."""
    state: State = yield from call(Request("POST", f"{_path(name)}/flags", body={"reason": reason}), policy)
    return state


def remove(name: str, key: str, policy: RetryPolicy) -> Steps[State]:
    """Take a game out of the list. The client may send this request twice without harm."""
    state: State = yield from call(Request("DELETE", _path(name), token=key), policy)
    return state


def _path(name: str) -> str:
    return f"{PATH}/{quote(name, safe='@')}"
