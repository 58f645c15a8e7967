"""A room: seats around one table, a host, and the chosen game.

The code here is pure: it reads no clock, socket or environment. Time and random numbers are arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, Literal, TypeVar, cast, get_args

import msgspec
from msgspec import UNSET, Raw, UnsetType

from cheat.bots.bot import Level
from cheat.engine.game import AnyGame
from cheat.engine.options import Options
from cheat.engine.registry import DataTable, GameRegistry
from cheat.engine.retired import OLDER_ID, RetiredGame
from cheat.engine.rng import Rng
from cheat.engine.table import Event, Player, Result, Table
from cheat.errors import Kicked, NotFound, Refused, Unreadable
from cheat.games import BUILT_IN
from cheat.i18n.messages import Language, Text, Words, text
from cheat.rooms.player_names import clean_name, look_alike
from cheat.rooms.replay_recorder import ReplayRecorder
from cheat.rooms.room_memory import RoomMemory
from cheat.rooms.rules_guard import guarded, seat_bounds

REMEMBERED_ACTIONS = 8
"""Number of finished actions that a room remembers for each seat.

So if a client sends an action again, the action takes effect only once. A client sends one action at a time,
and repeats it for at most about a minute. Eight actions are enough for a player with several tabs.
"""
REMEMBERED_LEAVERS = 10
"""Number of players that a room remembers after they left: as many as a room has seats.

If such a player sends the last action again, the action has no second effect.
"""
BARRED_MS = 10 * 60_000
"""Time for which a removed player cannot come back, in ms.

This time is about as long as a game, and not too long if the removal was a mistake.
"""
REMEMBERED_BARRED = 20
"""Maximum number of removed players that a room remembers: twice the number of seats."""

REMOVED = "The host removed you. You can come back after ten minutes."
REASONS = {
    "rude": "bad language",
    "idle": "not playing",
    "stranger": "not invited",
    "seat": "seat needed",
}
"""Code of a host's reason for removing a player -> the words that all players read."""

Phase = Literal["lobby", "playing", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
T = TypeVar("T")


class FinishedAction(msgspec.Struct, array_like=True):
    """A finished action, the version after it, and the seat's `private_version` at that time."""

    id: str
    version: int
    private_version: int = 0


class Plan(msgspec.Struct):
    """The move that a bot has chosen.

    `at`: the time at which the bot acts, in ms since 1970; 0 before this time is set.
    """

    move: str
    args: dict[str, Any]
    at: int = 0


class BotState(msgspec.Struct, omit_defaults=True):
    """The state of a bot on a seat: level, random generator and memory."""

    level: Level
    rng: Rng
    memory: dict[str, Any] = {}
    plan: Plan | None = None


class BarredPlayer(msgspec.Struct, omit_defaults=True):
    """A removed player that may not come back before `until` (ms since 1970).

    `name`, `origin` and `token` are those of the player's seat. `reason` is a key of `REASONS`.
    """

    name: str
    origin: str
    until: int
    token: str = ""
    reason: str = ""


class Line(msgspec.Struct):
    """A chat message that a player typed. `at`: ms since 1970.

    `by`: the player's id. `name`: the player's name at that time.
    """

    at: int
    by: str
    name: str
    text: str


class Newcomer(msgspec.Struct, frozen=True):
    """Data about a client that takes a seat, except the player's name.

    `colour`: the colour of the avatar, 0 to 9, if the player has chosen one. `program`: the name of the
    program, if a program plays. `address`: the address of the client, if it is known.
    """

    colour: int | None = None
    program: str = ""
    address: str = ""


UNKNOWN_NEWCOMER = Newcomer()


SEAT_FIELDS = {
    "bot_state": "mind",
    "last_heard_at": "heard",
    "private_version": "private",
    "act_rate_until": "paced",
    "chat_rate_until": "talked",
    "finished_actions": "done",
    "has_returned": "back",
    "has_left": "left",
    "is_away": "away",
}
"""Field of a seat -> its name in stored rooms, where they differ."""


class Seat(msgspec.Struct, omit_defaults=True, gc=False, rename=SEAT_FIELDS):
    """A place in the room.

    `token` is the SHA-256 of the seat's secret token, in hex; bots have none.

    - `finished_actions`: the last actions of the seat, as JSON of `FinishedAction`. The JSON is decoded only
      when the seat acts.
    - `has_returned`: whether the player has returned from the result of the last game to the waiting room
    - `has_left`: whether the player has left. The seat stays as long as the game or its result mentions it.
    - `bot_state`: set while a bot plays here. A bot's own seat always has a state. A person's seat has a
      state while a bot stands in, until the player acts or the game ends
    - `timeouts`: the number of decisions in a row whose time ran out
    - `last_heard_at`: the time at which the player last joined, acted, or came back (ms since 1970)
    - `is_away`: whether the player has not polled or acted for some time (`presence.AWAY_MS`)
    - `private_version`: the number of private versions that this player has seen, which never decreases
    - `act_rate_until`: the state of the rate limit for actions, a time in ms since 1970 (see
      `cheat.service.limits.gcra`). Each action moves this time on. If it is too far in the future, the seat
      has to wait.
    - `origin`: a text that is equal for players that joined from the same address, and reveals nothing else.
      Empty if the address is not known.
    - `colour`: the colour of the avatar, 0 to 9, if the player has chosen one
    - `program`: the name of the program, if a program plays, or "" for people
    - `muted`: whether the player must not write free text
    - `chat_rate_until`: like `act_rate_until`, for chat
    """

    id: str
    name: str
    token: str
    wins: int = 0
    has_returned: bool = True
    has_left: bool = False
    finished_actions: Raw | UnsetType = UNSET
    bot: bool = False
    bot_state: BotState | None = None
    timeouts: int = 0
    last_heard_at: int = 0
    is_away: bool = False
    private_version: int = 0
    act_rate_until: float = 0
    origin: str = ""
    colour: int | None = None
    program: str = ""
    muted: bool = False
    chat_rate_until: float = 0


class NewerVersion(msgspec.Struct, array_like=True):
    """A newer version of the chosen game: id, version and, if known, the kind of difference."""

    id: str
    version: str
    differs: str = ""


ROOM_FIELDS = {
    "recorder": "tape",
    "unknown_options": "kept",
    "countdown_stopped": "held",
    "chat_versions": "asides",
    "chat_lines": "lines",
    "reaction_rate_until": "cheered",
    "leavers": "gone",
}
"""Field of a room -> its name in stored rooms, where they differ."""


class Room(msgspec.Struct, Generic[T], kw_only=True, dict=True, rename=ROOM_FIELDS):
    """The complete state of a room.

    `table` is the running or finished game. Three attributes are not stored. `games`: the registry that has
    the room's rules. `lost_games`: the ids of the room's games that no longer exist. `rules_of_table`: a
    cache of a table and its rules.

    - `epoch`: a random text, made with the room. It tells apart two rooms with the same code.
    - `format`: the `FORMAT` of the release that last stored the room
    - `starts_at`: the time (ms since 1970) at which a countdown ends and the game begins. Not set without a
      countdown.
    - `fills_by`: the latest time (ms since 1970) at which quick play begins with bots on the free seats. Set
      only while the room waits for players of quick play.
    - `countdown_stopped`: whether the host has stopped the countdown, so that the host must start the game
    - `solo`: whether quick play made the room, and only one person has ever had a seat here
    - `trial`: whether the author of a document tries the document here. No other person ever gets a seat.
    - `options`: options of the chosen game, including options that this release does not know
    - `unknown_options`: options of the table that this release does not know. They stay in the stored room.
    - `failed`: whether the rules of the table have failed, so that the room must not call them again
    - `newer`: a newer version of the chosen game, which the host may choose
    - `barred`: players that the host has lately removed
    - `recorder`: the newest part of the recording of the game
    - `chat`: whether free text is on. The newest lines are in `chat_lines`.
    - `crowd`: whether spectators may react
    - `reaction_rate_until`: like a seat's `act_rate_until`, for the reactions of spectators
    - `chat_versions`: the number of versions that changed only chat or the permissions to chat
    - `memory`: the bytes that the room may take. Not set if there is no limit.
    """

    games = BUILT_IN
    lost_games = frozenset[str]()
    rules_of_table = cast(tuple[Table, AnyGame] | None, None)

    code: str
    epoch: str
    format: int = 0
    game: str
    options: dict[str, Any]
    public: bool = False
    phase: Phase = "lobby"
    host: str = ""
    seats: list[Seat] = []
    leavers: list[Seat] = []
    next_seat: int = 1
    watchers: int = 0
    starts_at: int | None = None
    fills_by: int | None = None
    countdown_stopped: bool = False
    solo: bool = False
    trial: bool = False
    table: T | None = None
    failed: bool = False
    newer: NewerVersion | None = None
    barred: list[BarredPlayer] = []
    recorder: ReplayRecorder = msgspec.field(default_factory=ReplayRecorder)
    unknown_options: dict[str, Any] | UnsetType = UNSET
    chat: bool = False
    chat_lines: list[Line] = []
    crowd: bool = False
    reaction_rate_until: float = 0.0
    chat_versions: int = 0
    memory: RoomMemory | UnsetType = UNSET

    @property
    def rules(self) -> AnyGame:
        """The chosen game."""
        return self.rules_of(self.game)

    def typed_options(self) -> Options:
        """Return the options of the chosen game, as far as this release knows them."""
        options: Options = self.rules.stored_options(self.options)
        return options

    @property
    def dealt_game(self) -> str:
        """The id of the game on the table. The host may have chosen another game since the deal."""
        return self.running().game

    @property
    def dealt_rules(self) -> AnyGame:
        """The rules of the table. The room looks them up only once for each table."""
        table, cached = self.table, self.rules_of_table
        if cached is None or cached[0] is not table:
            cached = self.rules_of_table = self.running(), self.rules_of(self.dealt_game)
        return cached[1]

    @property
    def current_rules(self) -> AnyGame:
        """The rules of the table, or of the chosen game if there is no table."""
        return self.rules if self.table is None else self.dealt_rules

    def rules_of(self, id: str) -> AnyGame:
        """Return the game with this id, or a retired game if no game has this id any more."""
        return RetiredGame(id) if id in self.lost_games else self.games.game(id, self.payers)

    @property
    def payers(self) -> list[str]:
        """The payers of the room: keys of the address that opened it, and of that address's network.

        The room's memory counts against the limits of both. So does the processor time of its rules, if a
        user wrote them.
        """
        return [] if self.memory is UNSET else self.memory.payers

    def language_with_terms(self, language: Language) -> Language:
        """Return a copy of a reader's language that can also translate the current game's own words."""
        return self.current_rules.language_with_terms(language)

    def present(self) -> list[Seat]:
        """Return the seats of players that have not left, clockwise."""
        return [seat for seat in self.seats if not seat.has_left]

    def occupied(self) -> list[Seat]:
        """Return the seats that have a player, or whose player may come back."""
        return [seat for seat in self.seats if not seat.has_left or seat.bot_state]

    def running(self) -> Table:
        """Return the table of the running or finished game."""
        table: Any = self.table
        assert table is not None, "a game was dealt"
        running: Table = table
        return running

    def plays(self, seat: Seat) -> bool:
        """Return whether this seat is in the running game."""
        return self.phase == "playing" and self.running().is_active(seat.id)

    def people(self) -> list[Seat]:
        """Return the seats of people that are present."""
        return [seat for seat in self.seats if not seat.has_left and not seat.bot]

    def seat(self, player: str) -> Seat:
        """Return the seat with this id. Raises KeyError."""
        for seat in self.seats:
            if seat.id == player:
                return seat
        raise KeyError(player)

    def names(self) -> dict[str, str]:
        """Return the names of players by their ids."""
        return {seat.id: seat.name for seat in self.seats}

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat with a hashed token, if its player is present or may take the seat back."""
        for seat in self.seats:
            if seat.token == token and (not seat.has_left or seat.bot_state):
                return seat
        return None

    def finished_action(self, token: str, action: str) -> FinishedAction | None:
        """Return the finished action with this id, even if its player has just left."""
        for seat in (*self.seats, *self.leavers):
            if seat.token == token:
                for finished_action in _finished_actions(seat):
                    if finished_action.id == action:
                        return finished_action
        return None

    def phase_for(self, seat: Seat | None) -> Phase:
        """Return the phase as the player on a seat sees it.

        After a game, the result stays until the player presses "play again".
        """
        return "lobby" if self.phase == "over" and seat is not None and seat.has_returned else self.phase

    def is_open(self) -> bool:
        """Return whether spectators may see the running or finished game."""
        return self.table is None or self.running().options.spectators

    def next_due_at(self) -> int | None:
        """Return the time at which the room must change without an action (ms since 1970), or None."""
        if self.phase != "playing":
            return self.starts_at
        if self.dealt_rules.why_retired:
            return 0
        plans = [seat.bot_state.plan.at for seat in self.seats if seat.bot_state and seat.bot_state.plan]
        timeout = self.running().next_timeout()
        return min(plans if timeout is None else [*plans, timeout], default=None)


AnyRoom = Room[Any]

FORMAT = 1
"""The number of the format in which this release stores rooms.

A release cannot read tables in a format with a lower number than its own.
"""
DOCUMENT = "doc:"
"""Prefix of the id of a game that is a document.

The rest of the id is a hash of the document.
"""
UNREADABLE = "The server is being updated. Try again in a moment."

_encoder = msgspec.json.Encoder()
_finished_decoder = msgspec.json.Decoder(list[FinishedAction])


@cache
def _decoder(tables: Any) -> msgspec.json.Decoder[AnyRoom]:
    return msgspec.json.Decoder(Room[tables | None])


def decode(data: bytes, games: GameRegistry = BUILT_IN) -> AnyRoom:
    """Decode the stored form of a room. The room takes its rules from `games`.

    If an older release has stored the table in a form that this release cannot read, the game ends. The ids
    of games that no longer exist go into `lost_games`. Raises Unreadable if only another release can read the
    room.
    """
    try:
        room: AnyRoom = _decoder(games.tables).decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        room = _decode_around_table(data, games)
    with_games(room, games)
    game_ids = {room.game, room.table.doc} if isinstance(room.table, DataTable) else {room.game}
    if lost_games := {id for id in game_ids if id == OLDER_ID or not games.has(id, room.payers)}:
        if room.format >= FORMAT and not all(id.startswith(DOCUMENT) for id in lost_games):
            raise Unreadable(UNREADABLE)
        room.lost_games = frozenset(lost_games)
    if isinstance(room.table, DataTable):
        _open_data(room, room.table)
    return room


def _open_data(room: AnyRoom, table: DataTable) -> None:
    """Give a document's table typed options. Note stored options that the rules do not know."""
    values, rules = table.options, room.dealt_rules
    table.options = rules.stored_options(values)
    if unknown := {name: value for name, value in values.items() if name not in rules.known_options(values)}:
        room.unknown_options = unknown


def with_games(room: AnyRoom, games: GameRegistry) -> AnyRoom:
    """Let a room take its rules from these games. Return the room."""
    if games is not BUILT_IN:
        room.games = games  # not a stored field
    return room


DECODE_ERRORS = (
    msgspec.MsgspecError,
    ValueError,
    RecursionError,
    LookupError,
    TypeError,
    AttributeError,
    NotFound,
)
"""Errors that decoding raises if stored data has an unexpected form."""


def _decode_around_table(data: bytes, games: GameRegistry) -> AnyRoom:
    """Decode a room with as much of its table as this release can read."""
    try:
        return _decode_around_options(data, games)
    except DECODE_ERRORS as error:
        try:
            return _decode_without_table(data, games)
        except DECODE_ERRORS:
            raise Unreadable(UNREADABLE) from error


def _decode_around_options(data: bytes, games: GameRegistry) -> AnyRoom:
    """Decode a room. Options that this release does not know go into `unknown_options`."""
    stored = msgspec.json.decode(data)
    table = stored["table"]
    options = table["options"]
    table["options"] = games.game(table["game"]).known_options(options)
    room: AnyRoom = _decoder(games.tables).decode(_encoder.encode(stored))
    room.unknown_options = {name: value for name, value in options.items() if name not in table["options"]}
    return room


def _decode_without_table(data: bytes, games: GameRegistry) -> AnyRoom:
    """Decode a room of an older release with only a part of its table.

    This part has the players, their scores, two options and the result.
    """
    stored = msgspec.json.decode(data)
    if stored.get("format", 0) >= FORMAT:
        raise ValueError("another release that still runs has stored the table")
    table = stored["table"]
    players = [Player(player["id"], player["active"], player["score"]) for player in table["players"]]
    options = {name: table["options"][name] for name in ("on_leave", "spectators")}
    small_table = DataTable(doc=OLDER_ID, players=players, rng=Rng("00" * 16), options=options)
    small_table.result = msgspec.convert(table["result"], Result | None)
    return _decoder(games.tables).decode(_encoder.encode({**stored, "table": small_table}))


def encode(room: AnyRoom) -> bytes:
    """Return the stored form of a room, which is JSON."""
    room.format = FORMAT
    if room.unknown_options is UNSET:
        return _encoder.encode(room)
    stored = msgspec.json.decode(_encoder.encode(room))
    stored["table"]["options"] |= stored.pop("kept")
    return _encoder.encode(stored)


def new_room(
    code: str, epoch: str, game: str, options: dict[str, Any], *, public: bool, games: GameRegistry = BUILT_IN
) -> AnyRoom:
    """Return an empty room. Raises NotFound (`game_not_found`) or BadValue (`bad_field`)."""
    rules = games.game(game)
    complete = complete_options(rules, options)
    return with_games(Room(code=code, epoch=epoch, game=rules.id, options=complete, public=public), games)


def complete_options(rules: AnyGame, values: dict[str, Any]) -> dict[str, Any]:
    """Return these values, and defaults for all other options.

    Raises BadValue (`bad_field`) or RulesFailed.
    """
    with guarded(rules, "options", may_refuse=True, ends=False):
        options = rules.settle_options(rules.options(values))
    complete: dict[str, Any] = msgspec.to_builtins(options)
    return complete


def join(
    room: AnyRoom, name: str, token: str, *, next_game: bool = False, origin: str = "", now: int = 0
) -> tuple[Seat, list[Event]]:
    """Add a seat for a player called `name`. The first person is the host.

    `token`: the hashed token. `now`: ms since 1970. While a game runs, a player can join only for the next
    game (`next_game`), and watches until then. So spectators must be allowed. Raises Refused (`trial_room`,
    `game_running`, `room_full`, `name_taken`), Kicked, or BadValue for the name.
    """
    if room.trial and room.host:
        raise Refused("A player is trying out a game alone in this room.", "trial_room")
    if room.phase == "playing" and not (next_game and room.running().options.spectators):
        raise Refused("The game with the provided code is ongoing.", "game_running")
    if len(room.occupied()) >= seat_bounds(room.rules, room.typed_options())[1]:
        raise Refused("This room is full.", "room_full")
    clean_text = clean_name(name, (other_seat.name for other_seat in room.seats))
    if is_barred(room, clean_text, origin, now):
        raise Kicked(REMOVED)
    muted = [earlier for earlier in (*room.seats, *room.leavers) if earlier.has_left and earlier.muted]
    is_muted = _is_one_of(room, muted, clean_text, origin)
    seat = add_seat(room, clean_text, token)
    seat.origin, seat.muted = origin, is_muted
    room.solo = False
    if not room.host:
        room.host = seat.id
    words = "{by} is watching and plays in the next game." if room.phase == "playing" else "{by} joined."
    return seat, [Event(type="joined", text=words, by=seat.id)]


def bar(room: AnyRoom, seat: Seat, now: int, reason: str = "") -> None:
    """Keep the player of a seat out for some time. `reason`: a key of `REASONS`, or ""."""
    still_barred = [player for player in room.barred if player.until > now]
    barred = BarredPlayer(seat.name, seat.origin, now + BARRED_MS, seat.token, reason)
    room.barred = [*still_barred, barred][-REMEMBERED_BARRED:]


def is_barred(room: AnyRoom, name: str, origin: str, now: int) -> bool:
    """Return whether a newcomer seems to be a removed player.

    The result is True if the newcomer has the same name, or a name that looks the same. It is also True if
    the newcomer has the same origin. But if another person in the room has this origin, too, as in a school,
    the origin does not count.
    """
    return _is_one_of(room, [player for player in room.barred if player.until > now], name, origin)


def _is_one_of(room: AnyRoom, players: Sequence[BarredPlayer | Seat], name: str, origin: str) -> bool:
    is_shared = not origin or any(seat.origin == origin for seat in room.people())
    is_same_place = not is_shared and any(player.origin == origin for player in players)
    return is_same_place or any(look_alike(player.name, name) for player in players)


def why_removed(room: AnyRoom, token: str) -> Words | None:
    """Return the message for the removed player with this hashed token; None for other players."""
    for player in room.barred:
        if player.token and player.token == token:
            if player.reason in REASONS:
                template = "The host removed you: {reason}. You can come back after ten minutes."
                return text(template, reason=Text(REASONS[player.reason]))
            return REMOVED
    return None


def add_seat(room: AnyRoom, name: str, token: str) -> Seat:
    """Add a seat at the end of the list. Its id is new: no seat of the room has ever had it."""
    seat = Seat(id=f"p{room.next_seat}", name=name, token=token)
    room.next_seat += 1
    room.seats.append(seat)
    return seat


def remember(seat: Seat, action: str, version: int) -> FinishedAction:
    """Note a finished action, so that the action changes nothing if it is sent again.

    `version`: the version after the action.
    """
    finished_action = FinishedAction(action, version, seat.private_version)
    finished_actions = [*_finished_actions(seat), finished_action]
    seat.finished_actions = Raw(_encoder.encode(finished_actions[-REMEMBERED_ACTIONS:]))
    return finished_action


def _finished_actions(seat: Seat) -> list[FinishedAction]:
    return [] if seat.finished_actions is UNSET else _finished_decoder.decode(seat.finished_actions)
