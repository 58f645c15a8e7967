"""The answers of the protocol as Python types. docs/protocol.md explains them.

Answers are plain dictionaries, so they also contain fields that a newer server adds.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Phase = Literal["lobby", "playing", "over"]


class Choice(TypedDict):
    """A value, and the words for it."""

    value: str | int
    label: str


class OptionSpec(TypedDict):
    """An option of a game. For a text, the bounds are its minimum and maximum length."""

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
    """Options that belong together. All other options keep their defaults."""

    name: str
    options: NotRequired[dict[str, Any]]


class Face(TypedDict):
    """A card face."""

    kind: str
    name: str
    rank: NotRequired[str]
    suit: NotRequired[str]
    colour: NotRequired[str]
    symbol: NotRequired[str]
    text: NotRequired[str]
    picture: NotRequired[str]
    sign: NotRequired[str]


class Brief(TypedDict):
    """A game of the catalogue, with the facts that help a player to choose a game."""

    id: str
    slug: NotRequired[str]
    version: NotRequired[str]
    name: str
    summary: str
    minutes: str
    min_players: int
    max_players: int


class Game(Brief):
    """A game with everything that a client needs to show a table."""

    rules: str
    hints: dict[str, str]
    options: list[OptionSpec]
    presets: list[Preset]
    faces: dict[str, Face]
    fan: list[str]
    look: NotRequired[dict[str, str]]
    lesson: NotRequired[bool]


class ListedRoom(TypedDict):
    """A public room that players can join."""

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
        "takes": NotRequired[dict[str, list[str]]],
        "labels": NotRequired[dict[str, str]],
    },
)


class PlayerField(TypedDict):
    """A field that takes one of these players."""

    kind: Literal["player"]
    name: str
    label: NotRequired[str]
    optional: NotRequired[bool]
    of: list[str]


class ChoiceField(TypedDict):
    """A field that takes one of these values. An `open` field also takes other values."""

    kind: Literal["choice"]
    name: str
    label: NotRequired[str]
    optional: NotRequired[bool]
    open: NotRequired[bool]
    of: list[Choice]


class NumberField(TypedDict):
    """A field that takes a whole number from `min` to `max`, with words for both ends.

    `likely` are numbers that most players choose.
    """

    kind: Literal["number"]
    name: str
    label: NotRequired[str]
    optional: NotRequired[bool]
    min: int
    max: int
    low: NotRequired[str]
    high: NotRequired[str]
    likely: NotRequired[list[int]]


class TextField(TypedDict):
    """A field that takes a text of `min` to `max` characters."""

    kind: Literal["text"]
    name: str
    label: NotRequired[str]
    optional: NotRequired[bool]
    min: int
    max: int


class OptionsField(TypedDict):
    """A field that takes values of options. Other options keep their values."""

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
        "pile": NotRequired[str],
        "touches": NotRequired[list[str]],
        "fields": list[Field],
    },
)


class Mark(TypedDict):
    """A badge: a small public fact about a player."""

    label: str
    tone: NotRequired[Literal["info", "good", "bad", "quiet"]]
    kind: NotRequired[str]
    value: NotRequired[str | int | bool]
    of: NotRequired[int]


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
    """A set of cards, such as a hand or a pile.

    It has `cards` only if the viewer may see the faces.
    """

    id: str
    kind: str
    owner: str | None
    label: str
    colour: NotRequired[str]
    note: NotRequired[str]
    wrong: NotRequired[list[int]]
    groups: NotRequired[list[list[int]]]
    count: int
    cards: NotRequired[list[str]]


class Standing(TypedDict):
    """The rank of a player at the end of a game."""

    id: str
    place: int
    score: int


class Award(TypedDict):
    """An award at the end of a game."""

    kind: str
    label: str
    text: str
    players: list[str]


class Result(TypedDict):
    """The end of a game."""

    winners: list[str]
    reason: str
    text: str
    awards: list[Award]
    standing: list[Standing]


class Table(TypedDict):
    """The view of a room for one viewer."""

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
    awaited: NotRequired[Literal["move", "reaction"]]
    moves: list[Form]
    deadline: int | None
    now: int
    result: Result | None


Travel = TypedDict("Travel", {"from": str, "to": str, "count": int, "faces": NotRequired[list[str]]})


class Event(TypedDict):
    """An event. `text` is a template with slots for `by` and for the names in `args`."""

    v: int
    at: int
    type: str
    kind: NotRequired[str]
    by: NotRequired[str | None]
    text: NotRequired[str]
    args: NotRequired[dict[str, Any]]
    tone: NotRequired[Literal["info", "good", "bad", "quiet"]]
    addressed: NotRequired[dict[str, str]]
    cards: NotRequired[list[Travel]]


class Joined(TypedDict):
    """The answer to a request for a seat."""

    code: str
    player: str
    token: str
    version: int
    cursor: str
    table: Table


class Snapshot(TypedDict):
    """The present table."""

    version: int
    cursor: str
    table: Table


class Kept(TypedDict):
    """A value that the rules of a document remember.

    `of`: the players that have this value, or an empty list for a value of the whole game.
    """

    name: str
    of: list[str]
    text: str


class Inside(TypedDict):
    """The debug view of a trial: all cards, and the values that the rules remember."""

    version: int
    seed: str
    phase: str
    table: Table
    kept: list[Kept]


class Line(TypedDict):
    """A chat message that a player typed.

    It has the time (ms since 1970), the author, and the author's name at that time.
    """

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
    """The answer to an action, with the version that the action made.

    After a private action, this is the present version, because only public changes raise the number.
    """

    version: int
    cursor: str


class Frame(TypedDict):
    """A game after one input."""

    index: int
    at: int
    events: list[Event]
    table: Table


class ReplayPage(TypedDict):
    """Some frames of a finished game.

    - `turns`: for each turn, the number of its first frame, and the player on turn
    - `moments`: for each important event, the number of its frame, its type and its tone
    """

    game: str
    count: int
    turns: list[tuple[int, str]]
    moments: list[tuple[int, str, str]]
    frames: list[Frame]


ReplayFile = dict[str, Any]
"""A finished game as a file. Programs send it back unchanged."""


class Saved(TypedDict):
    """The data for a return to a seat. The token gives access, so protect it like a password."""

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
"""One fault of a document, and its place."""
