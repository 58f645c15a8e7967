"""The calls about published games, as steps for both clients, and the types of answers.

docs/protocol.md explains them.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any, NotRequired, TypedDict
from urllib.parse import quote

from cheat.client.calls import Request, RetryPolicy, RetryWhen, Steps, call
from cheat.client.types import Diagnostic

PATH = "/api/documents"
THINKING_S = 40.0
"""Seconds to wait for an answer about a document.

The server tries the document before it answers. Its limits keep this time below half a minute.
"""

Document = dict[str, Any] | str
"""A game as a document, or as its text. With a text, faults have line numbers."""

Brought = Document | bytes
"""A document, or the bytes of a zip with the files of a game."""


class About(TypedDict):
    """The metadata of a document. A name or summary in several languages is a dictionary by tag."""

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


class Examined(TypedDict):
    """The result of a check. A document can be published if no diagnostic is an error.

    `document`: the document that was found in an archive or, if `converted`, the result of the conversion.
    """

    id: NotRequired[str]
    document: NotRequired[str]
    converted: NotRequired[bool]
    about: NotRequired[About | None]
    diagnostics: NotRequired[list[Diagnostic]]
    games: NotRequired[int]


class Withheld(TypedDict):
    """The reason why a published game is not listed, as a code and as a sentence.

    `reason`: `flags`, `content`, `author`, `network`, `review` or `barred`. `playable`: rooms can be opened
    with its id; `advice` says how, or that no room can be opened.
    """

    reason: str
    playable: bool
    text: str
    advice: str


class Published(TypedDict):
    """A published game.

    - `key`: the author's key, told only once
    - `state`: `hidden` if it waits for the operator
    - `withheld`: the reason why it is not listed
    - `document`: the result of converting a document of the older format
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
    """A report in short.

    - `minutes`: the length of a game with the fewest players
    - `skill`: the share of games won by a searching bot
    - `fair`: the share that it would win by chance
    """

    id: str
    minutes: float
    skill: float | None
    fair: float


class Entry(TypedDict):
    """A game in a list. `report`: the report on the newest version, if there is one.

    `built_in`: it comes with the server.
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


class GamePage(TypedDict):
    """Some published games, and the cursor of the next page, if there is one."""

    games: list[Entry]
    tags: list[str]
    cursor: NotRequired[str]


class Version(TypedDict):
    """A version of a game.

    It has the time of publication (ms since 1970), the author's note, and the difference from the version
    before: `words`, `options` or `rules`.
    """

    version: str
    id: str
    at: int
    note: NotRequired[str]
    differs: NotRequired[str]


class Share(TypedDict):
    """A share of games, and its 95 % interval (Wilson)."""

    part: float
    low: float
    high: float


class Lengths(TypedDict):
    """Numbers of games by number of moves. The first bar counts `low` to `low + width - 1`."""

    low: int
    width: int
    counts: list[int]


class Games(TypedDict):
    """Games of one number of players.

    `lengths`: null if no game ended; `causes`: the limits that the rules exceeded; `stuck`: by phase, how
    often a player had no possible move.
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
    """A draft that can be played: the id of its game."""

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
    """Return the query for the list, without empty values."""
    asked = {"q": words, "tag": tag, "players": str(players or ""), "sort": sort, "cursor": cursor}
    asked["built_in"] = "1" if built_in else ""
    return {name: value for name, value in asked.items() if value}


def published(query: dict[str, str], manner: RetryPolicy) -> Steps[GamePage]:
    """Return a page of the list."""
    page: GamePage = yield from call(Request("GET", PATH, query), manner)
    return page


def document(name: str, manner: RetryPolicy) -> Steps[Shown]:
    """Return one game."""
    shown: Shown = yield from call(Request("GET", _path(name)), manner)
    return shown


def brought(document: Brought, script: str, decks: str, title: str) -> dict[str, Any]:
    """Return the body for a document or a zip.

    A document in the older format comes with the other texts.
    """
    if isinstance(document, bytes):
        return {"archive": b64encode(document).decode()}
    beside = {"script": script, "decks": decks, "title": title}
    return {"document": document, **{name: text for name, text in beside.items() if text}}


def check(body: dict[str, Any], manner: RetryPolicy) -> Steps[Examined]:
    """Return all faults of a document."""
    request = Request("POST", f"{PATH}/check", body=body, timeout=THINKING_S)
    found: Examined = yield from call(request, manner)
    return found


def try_out(document: Document, manner: RetryPolicy) -> Steps[Tried]:
    """Store a draft that can be played for an hour."""
    request = Request("POST", f"{PATH}/try", body={"document": document}, timeout=THINKING_S)
    tried: Tried = yield from call(request, manner, RetryWhen.ALWAYS)
    return tried


def publish(body: dict[str, Any], note: str, key: str, manner: RetryPolicy) -> Steps[Published]:
    """Publish a game, or a version of one."""
    return _putting(PATH, {**body, **({"note": note} if note else {})}, key, manner)


def fork(name: str, slug: str, key: str, manner: RetryPolicy) -> Steps[Published]:
    """Publish a copy of a game."""
    return _putting(f"{_path(name)}/fork", {"slug": slug}, key, manner)


def _putting(path: str, body: dict[str, Any], key: str, manner: RetryPolicy) -> Steps[Published]:
    """Put a game into the list. Without a key, each attempt would create another game."""
    request = Request("POST", path, body=body, token=key or None, timeout=THINKING_S)
    put: Published = yield from call(request, manner, RetryWhen.ALWAYS if key else RetryWhen.UNDONE)
    return put


def report(name: str, manner: RetryPolicy) -> Steps[Balance]:
    """Return the report on how a game plays."""
    balance: Balance = yield from call(
        Request("POST", f"{_path(name)}/report", body={}, timeout=THINKING_S), manner
    )
    return balance


def flag(name: str, reason: str, manner: RetryPolicy) -> Steps[State]:
    """Report that a game should not be here. It counts once for each address."""
    state: State = yield from call(Request("POST", f"{_path(name)}/flags", body={"reason": reason}), manner)
    return state


def remove(name: str, key: str, manner: RetryPolicy) -> Steps[State]:
    """Take a game out of the list. Sending this twice does no harm."""
    state: State = yield from call(Request("DELETE", _path(name), token=key), manner)
    return state


def _path(name: str) -> str:
    return f"{PATH}/{quote(name, safe='@')}"
