"""The calls that concern published games, as steps for both clients, and the shapes of their answers.

What they mean stands in docs/protocol.md.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any, NotRequired, TypedDict
from urllib.parse import quote

from cheat.client.calls import Again, Manner, Request, Steps, call
from cheat.client.types import Diagnostic

PATH = "/api/documents"
THINKING_S = 40.0
"""A document is tried before the answer: by the server's limits that takes less than half a minute."""

Document = dict[str, Any] | str
"""A game as a document, or the text of one: then what is wrong is found by its lines."""

Brought = Document | bytes
"""The same, or the bytes of a zip with the files of a game."""


class About(TypedDict):
    """The facts of a document. A name or summary in several languages is one by its tag."""

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
    """What was found out about a document; what has no errors among its diagnostics can be published.

    `document`: the one that was found in an archive, or that another was `converted` to.
    """

    id: NotRequired[str]
    document: NotRequired[str]
    converted: NotRequired[bool]
    about: NotRequired[About | None]
    diagnostics: NotRequired[list[Diagnostic]]
    games: NotRequired[int]


class Withheld(TypedDict):
    """Why a published game is not listed: `flags`, `content`, `author`, `network`, `review` or `barred`, and
    a sentence. `playable`: rooms can be opened with its id; `advice` says how, or that none can.
    """

    reason: str
    playable: bool
    text: str
    advice: str


class Published(TypedDict):
    """A published game. `key`: the author's, told once. `state`: `hidden` where it waits for the operator;
    `withheld`: why it is not listed. `document`: what was converted from an older one, with what is to be
    said of that.
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
    """A report in short: the minutes of a game of the fewest players, the part that who looks ahead won, and
    what would be won by chance.
    """

    id: str
    minutes: float
    skill: float | None
    fair: float


class Entry(TypedDict):
    """A published game, as a list tells of it. `report`: where there is one on the newest version."""

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


class GamePage(TypedDict):
    """Some published games, and the cursor of the next page if there is one."""

    games: list[Entry]
    tags: list[str]
    cursor: NotRequired[str]


class Version(TypedDict):
    """A version of a game, when it was published (ms since 1970), what its author says of it, and what
    differs from the version before: `words`, `options` or `rules`.
    """

    version: str
    id: str
    at: int
    note: NotRequired[str]
    differs: NotRequired[str]


class Share(TypedDict):
    """A part of games, and Wilson's interval of 95 %."""

    part: float
    low: float
    high: float


class Lengths(TypedDict):
    """How many games took how many moves: the first bar counts those from `low` to `low + width - 1`."""

    low: int
    width: int
    counts: list[int]


class Games(TypedDict):
    """Games of one number of players. `lengths`: none where no game came to its end; `causes`: of which
    limits the rules went beyond; `stuck`: by phase, how often somebody could do nothing.
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
    """How a game plays, in numbers."""

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
    """Whether a game is `listed`, `hidden`, `removed` or `barred`."""

    state: str


def query(words: str, tag: str, players: int, sort: str, cursor: str) -> dict[str, str]:
    """What is asked of the list, without what is empty."""
    asked = {"q": words, "tag": tag, "players": str(players or ""), "sort": sort, "cursor": cursor}
    return {name: value for name, value in asked.items() if value}


def published(query: dict[str, str], manner: Manner) -> Steps[GamePage]:
    """A page of the list."""
    page: GamePage = yield from call(Request("GET", PATH, query), manner)
    return page


def document(name: str, manner: Manner) -> Steps[Shown]:
    """One game."""
    shown: Shown = yield from call(Request("GET", _path(name)), manner)
    return shown


def brought(document: Brought, script: str, decks: str, title: str) -> dict[str, Any]:
    """A document, with what one in the older format has beside it; or a zip with all that."""
    if isinstance(document, bytes):
        return {"archive": b64encode(document).decode()}
    beside = {"script": script, "decks": decks, "title": title}
    return {"document": document, **{name: text for name, text in beside.items() if text}}


def check(body: dict[str, Any], manner: Manner) -> Steps[Examined]:
    """What is wrong with a document."""
    request = Request("POST", f"{PATH}/check", body=body, timeout=THINKING_S)
    found: Examined = yield from call(request, manner)
    return found


def try_out(document: Document, manner: Manner) -> Steps[Tried]:
    """A draft that can be played for an hour."""
    request = Request("POST", f"{PATH}/try", body={"document": document}, timeout=THINKING_S)
    tried: Tried = yield from call(request, manner, Again.ALWAYS)
    return tried


def publish(body: dict[str, Any], note: str, key: str, manner: Manner) -> Steps[Published]:
    """A game, or a version of one."""
    return _putting(PATH, {**body, **({"note": note} if note else {})}, key, manner)


def fork(name: str, slug: str, key: str, manner: Manner) -> Steps[Published]:
    """A copy of a game."""
    return _putting(f"{_path(name)}/fork", {"slug": slug}, key, manner)


def _putting(path: str, body: dict[str, Any], key: str, manner: Manner) -> Steps[Published]:
    """Put a game into the list. Who has no key yet would have another one each time."""
    request = Request("POST", path, body=body, token=key or None, timeout=THINKING_S)
    put: Published = yield from call(request, manner, Again.ALWAYS if key else Again.UNDONE)
    return put


def report(name: str, manner: Manner) -> Steps[Balance]:
    """How a game plays."""
    balance: Balance = yield from call(
        Request("POST", f"{_path(name)}/report", body={}, timeout=THINKING_S), manner
    )
    return balance


def flag(name: str, reason: str, manner: Manner) -> Steps[State]:
    """That a game should not be here; once for each address, however often it is sent."""
    state: State = yield from call(Request("POST", f"{_path(name)}/flags", body={"reason": reason}), manner)
    return state


def remove(name: str, key: str, manner: Manner) -> Steps[State]:
    """Take a game out of the list; the second time it is out already."""
    state: State = yield from call(Request("DELETE", _path(name), token=key), manner)
    return state


def _path(name: str) -> str:
    return f"{PATH}/{quote(name, safe='@')}"
