"""The shapes of the protocol as Python types. What they mean stands in docs/protocol.md.

Answers are plain dictionaries, so fields that a newer server adds are there, too.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Phase = Literal["lobby", "playing", "over"]


class Choice(TypedDict):
    """A value, and the words for it."""

    value: str | int
    label: str


class OptionSpec(TypedDict):
    """An option of a game; of a text the bounds are lengths."""

    name: str
    kind: Literal["int", "number", "bool", "choice", "text"]
    label: str
    help: str
    default: int | float | bool | str
    min: NotRequired[float]
    max: NotRequired[float]
    of: NotRequired[list[Choice]]
    group: NotRequired[str]


class Preset(TypedDict):
    """Options that go together; the others are standard."""

    name: str
    options: NotRequired[dict[str, Any]]


class Face(TypedDict):
    """What a card shows."""

    kind: str
    name: str
    rank: NotRequired[str]
    suit: NotRequired[str]
    colour: NotRequired[str]
    symbol: NotRequired[str]
    text: NotRequired[str]


class Brief(TypedDict):
    """A game of the catalogue: what one chooses by."""

    id: str
    slug: NotRequired[str]
    version: NotRequired[str]
    name: str
    summary: str
    minutes: str
    min_players: int
    max_players: int


class Game(Brief):
    """A game with all that a table of it needs."""

    rules: str
    hints: dict[str, str]
    options: list[OptionSpec]
    presets: list[Preset]
    faces: dict[str, Face]
    look: NotRequired[dict[str, str]]


class ListedRoom(TypedDict):
    """A public room that can be joined."""

    code: str
    game: str
    host: str
    players: int
    seats: int
    phase: Phase


CardsField = TypedDict(
    "CardsField",
    {
        "kind": Literal["cards"],
        "name": str,
        "label": NotRequired[str],
        "optional": NotRequired[bool],
        "from": list[str],
        "min": int,
        "max": int,
        "of": NotRequired[list[str]],
        "kinds": NotRequired[Literal["any", "same", "distinct"]],
        "empty": NotRequired[str],
        "to": NotRequired[str],
    },
)


class PlayerField(TypedDict):
    """Pick one of these players."""

    kind: Literal["player"]
    name: str
    label: NotRequired[str]
    optional: NotRequired[bool]
    of: list[str]


class ChoiceField(TypedDict):
    """Pick one value; where it is `open`, or name one that is not listed."""

    kind: Literal["choice"]
    name: str
    label: NotRequired[str]
    optional: NotRequired[bool]
    open: NotRequired[bool]
    of: list[Choice]


class NumberField(TypedDict):
    """A whole number from `min` to `max`; words for the ends."""

    kind: Literal["number"]
    name: str
    label: NotRequired[str]
    optional: NotRequired[bool]
    min: int
    max: int
    low: NotRequired[str]
    high: NotRequired[str]


class TextField(TypedDict):
    """A text of so many characters."""

    kind: Literal["text"]
    name: str
    label: NotRequired[str]
    optional: NotRequired[bool]
    min: int
    max: int


class OptionsField(TypedDict):
    """Values of options; what is not given stays."""

    kind: Literal["options"]
    name: str
    label: NotRequired[str]
    optional: NotRequired[bool]
    spec: list[OptionSpec]


Field = CardsField | PlayerField | ChoiceField | NumberField | TextField | OptionsField

Form = TypedDict(
    "Form",
    {
        "name": str,
        "label": str,
        "scope": NotRequired[Literal["room", "game"]],
        "tone": NotRequired[Literal["primary", "danger", "plain", "quiet"]],
        "with": NotRequired[dict[str, int | str | bool]],
        "confirm": NotRequired[str],
        "help": NotRequired[str],
        "fields": list[Field],
    },
)


class Mark(TypedDict):
    """A small public fact about a player."""

    label: str
    tone: NotRequired[Literal["info", "good", "bad", "quiet"]]
    kind: NotRequired[str]


class Fact(TypedDict):
    """A public fact about the game."""

    label: str
    text: str
    kind: NotRequired[str]
    value: NotRequired[int | str | bool]


class Player(TypedDict):
    """A seat at the table."""

    id: str
    name: str
    bot: NotRequired[str | None]
    client: NotRequired[str]
    colour: NotRequired[int]
    status: Literal["here", "away", "left"]
    turn: bool
    side: NotRequired[str]
    score: int
    wins: int
    marks: list[Mark]


class Zone(TypedDict):
    """Cards that lie together. `cards` is there where the viewer may see the faces."""

    id: str
    kind: str
    owner: str | None
    label: str
    colour: NotRequired[str]
    note: NotRequired[str]
    wrong: NotRequired[list[int]]
    count: int
    cards: NotRequired[list[str]]


class Standing(TypedDict):
    """Where a player ended."""

    id: str
    place: int
    score: int


class Award(TypedDict):
    """Something of a finished game that is worth a word."""

    kind: str
    label: str
    text: str
    players: list[str]


class Result(TypedDict):
    """How a game ended."""

    winners: list[str]
    reason: str
    text: str
    awards: list[Award]
    standing: list[Standing]


class Table(TypedDict):
    """What a viewer may know of a room."""

    code: str
    game: str
    phase: Phase
    version: int
    you: str | None
    host: str
    public: bool
    trial: NotRequired[bool]
    options: dict[str, Any]
    players: list[Player]
    seats: NotRequired[int]
    watchers: int
    chat: bool
    crowd: bool
    zones: list[Zone]
    facts: list[Fact]
    prompt: str
    situation: NotRequired[str]
    moves: list[Form]
    deadline: int | None
    now: int
    result: Result | None


Travel = TypedDict("Travel", {"from": str, "to": str, "count": int, "faces": NotRequired[list[str]]})


class Event(TypedDict):
    """What happened. `text` is a template over `by` and `args`."""

    v: int
    at: int
    type: str
    kind: NotRequired[str]
    by: NotRequired[str | None]
    text: NotRequired[str]
    args: NotRequired[dict[str, Any]]
    tone: NotRequired[Literal["info", "good", "bad", "quiet"]]
    cards: NotRequired[list[Travel]]


class Joined(TypedDict):
    """The answer to taking a seat."""

    code: str
    player: str
    token: str
    version: int
    cursor: str
    table: Table


class Snapshot(TypedDict):
    """The table now."""

    version: int
    cursor: str
    table: Table


class Kept(TypedDict):
    """Something that the rules of a document remember; `of`: the players whose it is, none where it is the
    game's.
    """

    name: str
    of: list[str]
    text: str


class Inside(TypedDict):
    """A table at which a document is tried alone: all cards, and what its rules remember."""

    version: int
    seed: str
    phase: str
    table: Table
    kept: list[Kept]


class Line(TypedDict):
    """A free text that was said: when (ms since 1970), by whom, called what then."""

    at: int
    by: str
    name: str
    text: str


class Answer(TypedDict):
    """The answer to a poll."""

    version: int
    cursor: str
    events: NotRequired[list[Event]]
    names: NotRequired[dict[str, str]]
    chat: NotRequired[list[Line]]
    table: NotRequired[Table]
    reset: NotRequired[bool]
    hold: float
    retry_after: NotRequired[float]


class Acted(TypedDict):
    """The answer to an action: the version that it made, or that there was where it was a private one."""

    version: int
    cursor: str


class Frame(TypedDict):
    """A game after one input."""

    index: int
    at: int
    events: list[Event]
    table: Table


class ReplayPage(TypedDict):
    """Some frames of a finished game; `turns` are pairs of a frame's number and a player."""

    game: str
    count: int
    turns: list[tuple[int, str]]
    frames: list[Frame]


ReplayFile = dict[str, Any]
"""A finished game, to keep. Programs hand it back as it is."""


class Saved(TypedDict):
    """A seat that can be taken up again. The token opens it, so keep it like a password."""

    url: str
    code: str
    player: str
    token: str
    version: int
    cursor: str


Diagnostic = TypedDict(
    "Diagnostic",
    {
        "code": str,
        "severity": NotRequired[Literal["error", "warning"]],
        "file": NotRequired[str],
        "path": NotRequired[str],
        "line": NotRequired[int],
        "column": NotRequired[int],
        "from": NotRequired[int],
        "to": NotRequired[int],
        "text": str,
        "hint": NotRequired[str],
    },
)
"""One thing that is wrong with a document, and where."""
