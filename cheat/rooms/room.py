"""A room: seats around one table, a host, and the choice of the game.

Pure: time and randomness are arguments, nothing here reads a clock, a socket or the environment.
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
from cheat.engine.retired import OLDER, RetiredGame
from cheat.engine.rng import Rng
from cheat.engine.table import Event, Player, Result, Table
from cheat.errors import Kicked, NotFound, Refused, Unreadable
from cheat.games import BUILT_IN
from cheat.i18n.messages import Language, Text, Words, text
from cheat.rooms.memory import RoomMemory
from cheat.rooms.player_names import alike, clean_name
from cheat.rooms.record import ReplayRecorder
from cheat.rooms.rules_guard import bounds, guarded

REMEMBERED_ACTIONS = 8
"""Ids of finished actions kept for each seat. A client sends one action at a time and resends it for
at most a minute or so; eight is enough for a player with several tabs.
"""
REMEMBERED_LEAVERS = 10
"""Seats that are gone but whose last action may still be resent: as many as a room has seats."""
BARRED_MS = 10 * 60_000
"""Who was removed stays out for so long: about a game, and short enough for a host to be forgiven."""
REMEMBERED_BARRED = 20
"""The last to be removed whom the room remembers: twice as many as a room has seats."""

REMOVED = "The host removed you. You can come back after ten minutes."
REASONS = {
    "rude": "bad language",
    "idle": "not playing",
    "stranger": "not invited",
    "seat": "seat needed",
}
"""Why a host removes somebody, in words that the room is told."""

Phase = Literal["lobby", "playing", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
T = TypeVar("T")


class Done(msgspec.Struct, array_like=True):
    """An action that was carried out, the version that it made or found, and its seat's private position."""

    id: str
    version: int
    private: int = 0


class Plan(msgspec.Struct):
    """What a bot has decided to do, and when: ms since 1970, 0 as long as that is open."""

    move: str
    args: dict[str, Any]
    at: int = 0


class BotState(msgspec.Struct, omit_defaults=True):
    """What makes a seat play by itself: a level, a generator of its own, and what it remembers."""

    level: Level
    rng: Rng
    memory: dict[str, Any] = {}
    plan: Plan | None = None


class Barred(msgspec.Struct, omit_defaults=True):
    """Somebody who was removed and may not come back before `until` (ms since 1970): the name, the seat's
    `origin` and `token`, and the reason that the host gave, by its name in `REASONS`.
    """

    name: str
    origin: str
    until: int
    token: str = ""
    reason: str = ""


class Line(msgspec.Struct):
    """A free text that was said: when (ms since 1970), by which player, called what then."""

    at: int
    by: str
    name: str
    text: str


class About(msgspec.Struct, frozen=True):
    """What is known of somebody who takes a seat, beside the name. `colour`: of the avatar, 0 to 9, if one
    was chosen; `program`: what the program that plays calls itself, if it is one; `address`: from where they
    come, as far as it is known.
    """

    colour: int | None = None
    program: str = ""
    address: str = ""


NOTHING_KNOWN = About()


class Seat(msgspec.Struct, omit_defaults=True, gc=False):
    """Somebody's place in the room. `token` is the SHA-256 of the bearer token, in hex; bots have none.

    `done`: its last actions, as JSON of `Done`, which are looked at only where the seat itself acts.
    `back`: has returned from the result of the last game to the waiting room.
    `left`: is gone; the seat is kept only as long as the game and its result speak of it.
    `mind`: a bot plays here, for ever if the seat is a `bot`, otherwise until its player is back.
    `timeouts`: decisions in a row that the clock made. `heard`: when the player last joined or acted,
    ms since 1970. `away`: nothing has been heard of the player for a while. `private`: how many steps only
    this player, or some, could know of; it never falls. `paced`: how far ahead the actions of the seat are
    of the rate that they may have, ms since 1970. `origin`: whence the player joined, as a text that tells
    nothing but whether two came the same way; empty if it is not known. `colour`: of the avatar, 0 to 9, if
    the player has chosen one. `program`: what the player's program calls itself; people do not say what they
    use. `muted`: says nothing in words of its own. `talked`: as `paced`, of what the seat says.
    """

    id: str
    name: str
    token: str
    wins: int = 0
    back: bool = True
    left: bool = False
    done: Raw | UnsetType = UNSET
    bot: bool = False
    mind: BotState | None = None
    timeouts: int = 0
    heard: int = 0
    away: bool = False
    private: int = 0
    paced: float = 0
    origin: str = ""
    colour: int | None = None
    program: str = ""
    muted: bool = False
    talked: float = 0


class Newer(msgspec.Struct, array_like=True):
    """A newer version of the chosen game: its id, what it is called, and what differs, if anybody knows."""

    id: str
    version: str
    differs: str = ""


class Room(msgspec.Struct, Generic[T], kw_only=True, dict=True):
    """The whole state of a room. `table` is the running game or, after it, the finished one.

    `games` is not stored: the library that the room was opened with, where its rules are found; nor are
    `lost`, ids of its games that nobody has any more, and `dealt`, a table and its rules.

    `epoch` is random and made with the room: it tells two rooms with the same code apart. `format`: of the
    release that has stored it last.
    `starts_at`: when the game begins by itself, in ms since 1970, while a countdown runs. `held`: the host
    has stopped the countdown, and starts the game.
    `solo`: quick play made it, and only one person has ever had a seat here. `trial`: somebody tries a
    document in it; nobody else has a seat here, ever.
    `options` are those of the chosen game; those that this release does not know stay in it. `kept` are
    such options of the table, put back when the room is stored. `failed`: the rules of the table met an
    error, so they are asked nothing any more. `newer`: the host may take it. `barred`: who was removed
    lately. `tape`: the newest of the record of the game.
    `chat`: people may say what they like, in `lines` the last of it. `crowd`: those who watch may react;
    `cheered`: how far ahead that is of its rate, ms since 1970. `asides`: versions that were beside the game.
    `memory`: how large the room may become; not set where nothing limits it.
    """

    games = BUILT_IN
    lost = frozenset[str]()
    dealt = cast(tuple[Table, AnyGame] | None, None)

    code: str
    epoch: str
    format: int = 0
    game: str
    options: dict[str, Any]
    public: bool = False
    phase: Phase = "lobby"
    host: str = ""
    seats: list[Seat] = []
    gone: list[Seat] = []
    next_seat: int = 1
    watchers: int = 0
    starts_at: int | None = None
    held: bool = False
    solo: bool = False
    trial: bool = False
    table: T | None = None
    failed: bool = False
    newer: Newer | None = None
    barred: list[Barred] = []
    tape: ReplayRecorder = msgspec.field(default_factory=ReplayRecorder)
    kept: dict[str, Any] | UnsetType = UNSET
    chat: bool = False
    lines: list[Line] = []
    crowd: bool = False
    cheered: float = 0.0
    asides: int = 0
    memory: RoomMemory | UnsetType = UNSET

    @property
    def rules(self) -> AnyGame:
        """The game that is chosen."""
        return self.rules_of(self.game)

    def typed_options(self) -> Options:
        """The options of the chosen game, as far as this release knows them."""
        options: Options = self.rules.stored_options(self.options)
        return options

    @property
    def dealt_game(self) -> str:
        """Id of the game that the table was dealt for; the host may have chosen another one meanwhile."""
        return self.running().game

    @property
    def dealt_rules(self) -> AnyGame:
        """The rules by which the table is played, shown and left; they are looked for once for each table."""
        table, known = self.table, self.dealt
        if known is None or known[0] is not table:
            known = self.dealt = self.running(), self.rules_of(self.dealt_game)
        return known[1]

    def rules_of(self, id: str) -> AnyGame:
        """The game with this id, as far as the room knows it."""
        return RetiredGame(id) if id in self.lost else self.games.called(id)

    def spoken_in(self, language: Language) -> Language:
        """The language of a reader, with the words of the game's own in it: the one at the table, if any."""
        rules = self.rules if self.table is None else self.dealt_rules
        return rules.spoken_in(language)

    def present(self) -> list[Seat]:
        """Seats whose players have not left, clockwise."""
        return [seat for seat in self.seats if not seat.left]

    def taken(self) -> list[Seat]:
        """Seats that nobody else can have: also of who may take it back from a bot."""
        return [seat for seat in self.seats if not seat.left or seat.mind]

    def running(self) -> Table:
        """The table of the game that is or was played."""
        table: Any = self.table
        assert table is not None, "there has been a game"
        running: Table = table
        return running

    def plays(self, seat: Seat) -> bool:
        """Whether this seat is in the running game."""
        return self.phase == "playing" and seat.id in self.running().active()

    def people(self) -> list[Seat]:
        """Seats whose players are present and not bots."""
        return [seat for seat in self.present() if not seat.bot]

    def seat(self, player: str) -> Seat:
        """The seat with this id. Raises KeyError."""
        for seat in self.seats:
            if seat.id == player:
                return seat
        raise KeyError(player)

    def names(self) -> dict[str, str]:
        """Names by player id, for texts."""
        return {seat.id: seat.name for seat in self.seats}

    def seat_of(self, token: str) -> Seat | None:
        """The seat that a hashed token opens, if its player is here or may take it back from a bot."""
        for seat in self.seats:
            if seat.token == token and (not seat.left or seat.mind):
                return seat
        return None

    def done_by(self, token: str, action: str) -> Done | None:
        """The finished action with this id, also for one who has just left."""
        for seat in (*self.seats, *self.gone):
            if seat.token == token:
                for done in _done(seat):
                    if done.id == action:
                        return done
        return None

    def phase_for(self, seat: Seat | None) -> Phase:
        """After a game everybody stays at the result until they press "play again"."""
        return "lobby" if self.phase == "over" and seat is not None and seat.back else self.phase

    def is_open(self) -> bool:
        """Whether who has no seat may know of the game that is or was played."""
        return self.table is None or self.running().options.spectators

    def due(self) -> int | None:
        """When something must happen without anybody asking, in ms since 1970."""
        if self.phase != "playing":
            return self.starts_at
        if self.dealt_rules.gone:
            return 0
        plans = [seat.mind.plan.at for seat in self.seats if seat.mind and seat.mind.plan]
        due = self.running().due()
        return min(plans if due is None else [*plans, due], default=None)


AnyRoom = Room[Any]

FORMAT = 1
"""Of what this release stores: one more than that of all whose tables it does not read."""
DOCUMENT = "doc:"
"""How the id of a game begins that is a document: the rest is a hash of it."""
UNREADABLE = "The server is being updated. Try again in a moment."

_encoder = msgspec.json.Encoder()
_all_done = msgspec.json.Decoder(list[Done])


@cache
def _decoder(tables: Any) -> msgspec.json.Decoder[AnyRoom]:
    return msgspec.json.Decoder(Room[tables | None])


def decode(data: bytes, games: GameRegistry = BUILT_IN) -> AnyRoom:
    """The room out of its stored form, opened with these games. A game that a release before has stored in a
    way that is read no more is over, and one that is no more is lost. Raises Unreadable: another release
    can read it.
    """
    try:
        room: AnyRoom = _decoder(games.tables).decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        room = _decode_around_table(data, games)
    with_games(room, games)
    named = {room.game, room.table.doc} if isinstance(room.table, DataTable) else {room.game}
    if lost := {id for id in named if id == OLDER or id not in games}:
        if room.format >= FORMAT and not all(id.startswith(DOCUMENT) for id in lost):
            raise Unreadable(UNREADABLE)
        room.lost = frozenset(lost)
    if isinstance(room.table, DataTable):
        _open_data(room, room.table)
    return room


def _open_data(room: AnyRoom, table: DataTable) -> None:
    """Which options there are only the rules of the game know; those that they do not know are `kept`."""
    values, rules = table.options, room.dealt_rules
    table.options = rules.stored_options(values)
    if unknown := {name: value for name, value in values.items() if name not in rules.known(values)}:
        room.kept = unknown


def with_games(room: AnyRoom, games: GameRegistry) -> AnyRoom:
    """The room, opened with these games."""
    if games is not BUILT_IN:
        room.games = games  # of this room alone
    return room


WRONG = (msgspec.MsgspecError, ValueError, RecursionError, LookupError, TypeError, AttributeError, NotFound)
"""What is raised where stored data is not as it was expected to be."""


def _decode_around_table(data: bytes, games: GameRegistry) -> AnyRoom:
    """The room with as much of its table as this release can read."""
    try:
        return _decode_around_options(data, games)
    except WRONG as error:
        try:
            return _decode_without_table(data, games)
        except WRONG:
            raise Unreadable(UNREADABLE) from error


def _decode_around_options(data: bytes, games: GameRegistry) -> AnyRoom:
    """The room without those options of its table that this release does not know; they are `kept`."""
    stored = msgspec.json.decode(data)
    table = stored["table"]
    options = table["options"]
    table["options"] = games.called(table["game"]).known(options)
    room: AnyRoom = _decoder(games.tables).decode(_encoder.encode(stored))
    room.kept = {name: value for name, value in options.items() if name not in table["options"]}
    return room


def _decode_without_table(data: bytes, games: GameRegistry) -> AnyRoom:
    """The room of an older release: of its table are left who played, what they had, and how it ended."""
    stored = msgspec.json.decode(data)
    if stored.get("format", 0) >= FORMAT:
        raise ValueError("its table is of a release beside this one")
    table = stored["table"]
    players = [Player(one["id"], one["active"], one["score"]) for one in table["players"]]
    options = {name: table["options"][name] for name in ("on_leave", "spectators")}
    left = DataTable(doc=OLDER, players=players, rng=Rng("00" * 16), options=options)
    left.result = msgspec.convert(table["result"], Result | None)
    return _decoder(games.tables).decode(_encoder.encode({**stored, "table": left}))


def encode(room: AnyRoom) -> bytes:
    """The stored form: JSON."""
    room.format = FORMAT
    if room.kept is UNSET:
        return _encoder.encode(room)
    stored = msgspec.json.decode(_encoder.encode(room))
    stored["table"]["options"] |= stored.pop("kept")
    return _encoder.encode(stored)


def new_room(
    code: str, epoch: str, game: str, options: dict[str, Any], *, public: bool, games: GameRegistry = BUILT_IN
) -> AnyRoom:
    """An empty room. Raises NotFound (`game_not_found`) or BadValue (`bad_field`)."""
    rules = games.called(game)
    complete = complete_options(rules, options)
    return with_games(Room(code=code, epoch=epoch, game=rules.id, options=complete, public=public), games)


def complete_options(rules: AnyGame, values: dict[str, Any]) -> dict[str, Any]:
    """These values and defaults for the others. Raises BadValue (`bad_field`) or RulesFailed."""
    with guarded(rules, "options", may_refuse=True, ends=False):
        options = rules.settle_options(rules.options(values))
    complete: dict[str, Any] = msgspec.to_builtins(options)
    return complete


def join(
    room: AnyRoom, name: str, token: str, *, next_game: bool = False, origin: str = "", now: int = 0
) -> tuple[Seat, list[Event]]:
    """A new seat for `name`; the first person is the host. `token` is hashed already, `now` is ms since 1970.

    While a game runs, only for the next game and where spectators are allowed: until then the seat
    watches. Raises Refused (`trial_room`, `game_running`, `room_full`, `name_taken`), Kicked or BadValue
    for the name.
    """
    if room.trial and room.host:
        raise Refused("A player is trying out a game alone in this room.", "trial_room")
    if room.phase == "playing" and not (next_game and room.running().options.spectators):
        raise Refused("The game with the provided code is ongoing.", "game_running")
    if len(room.taken()) >= bounds(room.rules, room.typed_options())[1]:
        raise Refused("This room is full.", "room_full")
    clean = clean_name(name, (one.name for one in room.seats))
    if is_barred(room, clean, origin, now):
        raise Kicked(REMOVED)
    muted = [one for one in (*room.seats, *room.gone) if one.left and one.muted]
    is_muted = _is_one_of(room, muted, clean, origin)
    seat = add_seat(room, clean, token)
    seat.origin, seat.muted = origin, is_muted
    room.solo = False
    if not room.host:
        room.host = seat.id
    words = "{by} is watching and plays in the next game." if room.phase == "playing" else "{by} joined."
    return seat, [Event(type="joined", text=words, by=seat.id)]


def bar(room: AnyRoom, seat: Seat, now: int, reason: str = "") -> None:
    """Who sat here may not come back for a while. `reason`: one of `REASONS`, if the host gave one."""
    still = [one for one in room.barred if one.until > now]
    barred = Barred(seat.name, seat.origin, now + BARRED_MS, seat.token, reason)
    room.barred = [*still, barred][-REMEMBERED_BARRED:]


def is_barred(room: AnyRoom, name: str, origin: str, now: int) -> bool:
    """Whether who comes is one of those who were removed, as far as that can be told: by the name
    and what looks like it, or by the origin unless somebody else in the room shares it, as in a school.
    """
    return _is_one_of(room, [one for one in room.barred if one.until > now], name, origin)


def _is_one_of(room: AnyRoom, known: Sequence[Barred | Seat], name: str, origin: str) -> bool:
    is_shared = not origin or any(seat.origin == origin for seat in room.people())
    near = not is_shared and any(one.origin == origin for one in known)
    return near or any(alike(one.name, name) for one in known)


def why_removed(room: AnyRoom, token: str) -> Words | None:
    """What somebody who was removed is told, by their hashed token; None for anybody else."""
    for one in room.barred:
        if one.token and one.token == token:
            if one.reason in REASONS:
                told = "The host removed you: {reason}. You can come back after ten minutes."
                return text(told, reason=Text(REASONS[one.reason]))
            return REMOVED
    return None


def add_seat(room: AnyRoom, name: str, token: str) -> Seat:
    """A seat at the end of the list. Ids are never used twice in a room."""
    seat = Seat(id=f"p{room.next_seat}", name=name, token=token)
    room.next_seat += 1
    room.seats.append(seat)
    return seat


def remember(room: AnyRoom, token: str, action: str, version: int) -> None:
    """Note that an action was carried out, so that its repetition changes nothing."""
    for seat in (*room.seats, *room.gone):
        if seat.token == token:
            done = [*_done(seat), Done(action, version, seat.private)]
            seat.done = Raw(_encoder.encode(done[-REMEMBERED_ACTIONS:]))


def _done(seat: Seat) -> list[Done]:
    return [] if seat.done is UNSET else _all_done.decode(seat.done)
