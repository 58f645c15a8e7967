"""The actions of a room: moves of the room, moves of the game, and due work (see `expire`).

An action that names the moment of a decision, which is its number, goes to the game. So a move of the game
may have the same name as a move of the room. An action without a moment goes to the room if its name is in
`MOVES` or is `say`, and to the game if not.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import UNSET

from cheat.engine import engine
from cheat.engine.forms import Args, Choice, ChoiceField, Form, OptionsField, check, form
from cheat.engine.game import MOMENT, AnyGame
from cheat.engine.table import Event
from cheat.errors import Refused
from cheat.i18n.messages import Arg, Text
from cheat.rooms import chat, members, session
from cheat.rooms.bots import TIMEOUTS_BEFORE_STAND_IN, act_on_plan, end_stand_in, stand_in
from cheat.rooms.room import PHASES, AnyRoom, Seat, complete_options
from cheat.rooms.room_moves import (
    ActionContext,
    RoomMove,
    count_private,
    fail,
    finish_step,
    forget_leavers,
    hosts_lobby,
    in_lobby,
    is_private,
    open_lobby_if_all_back,
    why_not_dealt,
    why_not_host,
)
from cheat.rooms.rules_guard import countdown, guarded, seat_bounds, watched

RESTARTS_COUNTDOWN = {"joined", "bot_added", "options_changed", "game_chosen"}
QUICK_SEATS = 4
"""Number of players in a game of quick play (“Play now”), if the game allows that many.

Bots take the free seats. Four players can play nearly every game. With only four players, each player's turn
comes soon.
"""
SETTLE_MS = 4000
"""Minimum time between a change of the room and the start of quick play, in ms.

In this time, a newcomer can see the other players before the game begins.
"""
MOST_WAITS = 3
"""The longest wait of quick play, as a multiple of its usual wait.

Quick play waits longer than usual if players keep joining, or if the room changes in other ways
(`RESTARTS_COUNTDOWN`).
"""


def moves(room: AnyRoom, seat: Seat) -> list[Form]:
    """Return the forms of this player: moves of the game first, then moves of the room."""
    with watched(room.current_rules, "moves"):
        return moves_of_game(room, [seat.id]).get(seat.id, []) + moves_of_room(room, seat)


def moves_of_game(room: AnyRoom, among: Collection[str]) -> dict[str, list[Form]]:
    """Return the forms of each of these players in the running game. Raises RulesFailed.

    The result leaves out players without a move.
    """
    if room.phase != "playing":
        return {}
    rules, players = (
        room.dealt_rules,
        [seat.id for seat in room.seats if seat.id in among and not seat.has_left],
    )
    with guarded(rules, "moves"):
        forms_by_player = engine.legal_moves(rules, room.running(), players)
    for forms in forms_by_player.values():
        for offered_form in forms:
            offered_form.scope = "game"
    return forms_by_player


def moves_of_room(room: AnyRoom, seat: Seat) -> list[Form]:
    """Return the moves of the room that this player may make now.

    For some moves, this function calls the rules. So call it within `watched`, which ends rules that take too
    long.
    """
    forms = []
    for move in _MOVES_BY_PHASE[room.host == seat.id, room.phase_for(seat)]:
        if (offered_form := move.offer(room, seat)) is not None:
            offered_form.scope = "room"
            forms.append(offered_form)
    return forms


def act(room: AnyRoom, seat: Seat, name: str, args: Args, context: ActionContext) -> list[Event]:
    """Carry out an action, which changes `room`, and return the events.

    Raises Refused or RulesFailed. Then the caller must not use the room object any more.
    """
    if name == chat.SAY and MOMENT not in args:
        return chat.say(room, seat, args, context.now)
    if name not in MOVES or MOMENT in args:
        return _act_in_game(room, seat, name, args, context)
    move = MOVES[name]
    with watched(room.current_rules, name):
        offered_form = move.offer(room, seat)
    if offered_form is None:
        raise move.refusal(room, seat)
    check([offered_form], name, args, _no_cards)
    return move.carry_out(room, seat, args, context)


def expire(room: AnyRoom, now: int, seed: str = "") -> list[Event]:
    """Do the first piece of due work, and return its events. Return none if nothing is due.

    The work: end a game that can no longer be played, begin a game whose countdown is over, make a bot's
    move, or end a decision whose time is up.

    `seed`: the seed of a game that begins by itself (random hex digits). Raises RulesFailed.
    """
    if room.phase == "playing" and room.dealt_rules.why_retired:
        return fail(room)
    if room.phase != "playing":
        begins = room.starts_at is not None and room.starts_at <= now
        with guarded(room.rules, "deal", ends=False):
            start = start_game if room.fills_by is None else begin_with_bots
            return start(room, ActionContext(now, seed)) if begins else []
    table = room.running()
    decision = table.overdue(now)
    if decision is None:
        with guarded(room.dealt_rules, "bot"):
            events = act_on_plan(room, now)
            return count_private(room, finish_step(room, events)) if events else []
    with guarded(room.dealt_rules, "expire"):
        events = session.expire(room, now)
        if not decision.optional:
            events += _count_timeout(room, decision.players)
        return count_private(room, finish_step(room, events))


def cancel_countdown(room: AnyRoom) -> list[Event]:
    """Cancel the countdown of a game that cannot begin. Return no events if no countdown runs."""
    if room.starts_at is None:
        return []
    room.starts_at = room.fills_by = None
    return [Event(type="called_off", text="The game couldn't start.", tone="bad")]


def update_countdown(room: AnyRoom, events: list[Event], now: int) -> None:
    """Start, restart or stop the countdown of a game that begins by itself.

    `events` are the events of the latest change. If that change cancelled a countdown, only a later change
    starts a new countdown.
    """
    waits = room.phase == "lobby" and room.people() and all(event.type != "called_off" for event in events)
    if room.fills_by is not None and waits and not room.countdown_stopped:
        _count_down_to_bots(room, room.fills_by, events, now)
        return
    room.fills_by = None
    seconds = _countdown(room) if waits else None
    if seconds is None or why_not_dealt(room) is not None:
        room.starts_at = None
    elif room.starts_at is None or any(event.type in RESTARTS_COUNTDOWN for event in events):
        room.starts_at = now + 1000 * seconds


def wait_for_players(room: AnyRoom, now: int, wait_ms: int) -> None:
    """Let a new room of quick play wait for other players before bots take the free seats."""
    room.starts_at, room.fills_by = now + wait_ms, now + MOST_WAITS * wait_ms


def is_open_for(room: AnyRoom, game: str) -> bool:
    """Return whether quick play may give a player of this game a seat in the room."""
    return room.public and room.phase == "lobby" and room.game == game and bool(room.people())


def _count_down_to_bots(room: AnyRoom, latest: int, events: list[Event], now: int) -> None:
    """Let quick play wait longer for players if one of these events restarts its countdown.

    Changes nothing if only one player is present. `latest`: the end of the longest wait (ms since 1970).
    """
    restarts = any(event.type in RESTARTS_COUNTDOWN for event in events)
    if restarts and len(room.present()) > 1:
        room.starts_at = min(latest, max(room.starts_at or now, now + SETTLE_MS))


def _countdown(room: AnyRoom) -> int | None:
    """Return the seconds until the game begins by itself, or None if the host must start it."""
    return None if room.countdown_stopped else countdown(room.rules, room.typed_options())


def _count_timeout(room: AnyRoom, players: list[str]) -> list[Event]:
    """Count a timeout of each of these players.

    After `TIMEOUTS_BEFORE_STAND_IN` timeouts in a row, a bot stands in.
    """
    events: list[Event] = []
    for seat in room.seats:
        if seat.id in players and seat.bot_state is None:
            seat.timeouts += 1
            if seat.timeouts >= TIMEOUTS_BEFORE_STAND_IN:
                events += stand_in(room, seat)
    return events


def _act_in_game(room: AnyRoom, seat: Seat, name: str, args: Args, context: ActionContext) -> list[Event]:
    if room.phase == "lobby":
        raise Refused("The game hasn't started.", "not_started")
    if seat.has_left:
        raise Refused("A bot is playing for you. Take back your seat first.", "not_playing")
    with guarded(room.dealt_rules, "act", may_refuse=True):
        events = session.act(room, seat.id, name, args, context.now)
        if not is_private(events):
            seat.timeouts = 0  # not after a private move: a late stand-in would reveal the move
        return count_private(room, finish_step(room, end_stand_in(seat) + events))


def _no_cards(zone: str) -> list[str]:
    return []


# Start and play again


def _offer_start(room: AnyRoom, seat: Seat) -> Form | None:
    if not hosts_lobby(room, seat):
        return None
    if room.fills_by is not None:
        return form("start", "Start now", help="Bots take the free seats.", tone="primary")
    if why_not_dealt(room) is not None or _countdown(room) is not None:
        return None
    return form("start", "Start the game", tone="primary")


def _start(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    return start_game(room, context, seat) if room.fills_by is None else begin_with_bots(room, context, seat)


def begin_with_bots(room: AnyRoom, context: ActionContext, by: Seat | None = None) -> list[Event]:
    """Deal a game of quick play, with bots on the free seats.

    Bots join until there are `QUICK_SEATS` players, or as near to this number as the game allows. If the game
    cannot begin with so many players, one more bot joins at a time, up to the game's maximum. Raises Refused
    or RulesFailed.
    """
    min_players, max_players = seat_bounds(room.rules, room.typed_options())
    seats = max(min_players, min(QUICK_SEATS, max_players), len(room.present()))
    while True:
        while len(room.present()) < seats:
            members.add_bot(room, "normal", context.seed + str(len(room.present())))
        try:
            return start_game(room, context, by)
        except Refused:
            if seats >= max_players:
                raise
        seats += 1


def start_game(room: AnyRoom, context: ActionContext, by: Seat | None = None) -> list[Event]:
    """Deal the chosen game to all present players. Raises Refused or RulesFailed."""
    if refusal := why_not_dealt(room):
        raise refusal
    text, starter = ("{by} started the game.", by.id) if by else ("The game starts.", None)
    start_event = Event(type="started", text=text, by=starter)
    forget_leavers(room)
    room.starts_at, room.countdown_stopped, room.fills_by = None, False, None
    rules = room.rules
    options = room.typed_options()
    with guarded(rules, "deal", may_refuse=True, ends=False):
        events = session.deal(room, rules, options, context.seed, context.now)
        room.phase, room.failed, room.unknown_options = "playing", False, UNSET
        return finish_step(room, [start_event, *events])


def _why_no_start(room: AnyRoom, seat: Seat) -> Refused:
    if room.host != seat.id or not in_lobby(room, seat):
        return why_not_host(room, seat)
    by_itself = Refused("The game starts automatically when the countdown ends.", "starts_by_itself")
    return why_not_dealt(room) or by_itself


def _offer_stop_countdown(room: AnyRoom, seat: Seat) -> Form | None:
    if not hosts_lobby(room, seat) or room.starts_at is None:
        return None
    return form("stop_countdown", "Stop the countdown" if room.fills_by is None else "Wait longer")


def _stop_countdown(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    room.countdown_stopped = True
    return [Event(type="countdown_stopped", text="{by} stopped the countdown.", by=seat.id)]


def _why_no_stop(room: AnyRoom, seat: Seat) -> Refused:
    if room.host != seat.id or not in_lobby(room, seat):
        return why_not_host(room, seat)
    return Refused("There is no countdown to stop.", "illegal_move")


def _offer_play_again(room: AnyRoom, seat: Seat) -> Form | None:
    return form("play_again", "Play again", tone="primary") if room.phase_for(seat) == "over" else None


def _play_again(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    seat.has_returned = True
    open_lobby_if_all_back(room)
    return [Event(type="back", text="{by} wants to play again.", by=seat.id)]


def _why_no_play_again(room: AnyRoom, seat: Seat) -> Refused:
    return Refused(
        "You can play again when the game is over.",
        "game_running" if room.phase == "playing" else "illegal_move",
    )


# Game, options and publicity


def _offer_set_game(room: AnyRoom, seat: Seat) -> Form | None:
    if room.trial or not hosts_lobby(room, seat):
        return None
    choices = [Choice(game.id, game.name) for game in room.games if _has_seats_for_all(room, game)]
    if all(choice.value == room.game for choice in choices):
        return None
    return form("set_game", "Choose the game", ChoiceField(name="game", of=choices, open=True), tone="quiet")


def _has_seats_for_all(room: AnyRoom, game: AnyGame) -> bool:
    """Return whether a game has seats for all present players, with its default options."""
    return seat_bounds(game, game.options_type())[1] >= len(room.present())


def _set_game(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    if not room.games.has(args["game"], room.payers):
        raise Refused("That isn't one of the choices. Choose another.")
    rules = room.games.game(args["game"], room.payers)
    if not _has_seats_for_all(room, rules):
        raise Refused(
            "There are more players in the room than this game has seats. Choose another game.", "room_full"
        )
    _set_chosen_game(room, rules, {})
    text = "{by} chose {game}."
    return [Event(type="game_chosen", text=text, by=seat.id, args={"game": Text(rules.name)})]


def _set_chosen_game(room: AnyRoom, rules: AnyGame, options: dict[str, Any]) -> None:
    room.options = complete_options(rules, options)
    room.game, room.countdown_stopped, room.newer = rules.id, False, None


DIFFERS = {
    "words": "Only its texts and its look have changed.",
    "options": "Its options have changed.",
    "rules": "Its rules have changed.",
}
"""Kind of difference -> the sentence about a newer version of the game."""


def _offer_update_game(room: AnyRoom, seat: Seat) -> Form | None:
    if room.newer is None or not hosts_lobby(room, seat):
        return None
    help = DIFFERS.get(room.newer.differs, "")
    return form(
        "update_game", "Update to version {version}", help=help, slots={"version": room.newer.version}
    )


def _update_game(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    """Switch to the newer version of the game. Options that are in both keep their values."""
    assert room.newer is not None, "the move was offered"
    rules, version = room.games.game(room.newer.id, room.payers), room.newer.version
    _set_chosen_game(room, rules, rules.known_options(room.options))
    text = "{by} updated {game} to version {version}."
    args_of_event: dict[str, Arg] = {"game": Text(rules.name), "version": version}
    return [Event(type="game_chosen", text=text, by=seat.id, args=args_of_event)]


def _why_no_update(room: AnyRoom, seat: Seat) -> Refused:
    if room.host != seat.id or not in_lobby(room, seat):
        return why_not_host(room, seat)
    return Refused("There is no newer version of this game.", "illegal_move")


def _offer_set_options(room: AnyRoom, seat: Seat) -> Form | None:
    if not hosts_lobby(room, seat):
        return None
    spec = room.rules.specs()
    return form("set_options", "Change the options", OptionsField(name="options", spec=spec), tone="quiet")


def _set_options(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    new_values: dict[str, Any] = args["options"]
    rules, known_values = room.rules, room.rules.known_options(room.options)
    complete = complete_options(rules, {**known_values, **new_values})
    if seat_bounds(rules, rules.options(complete))[1] < len(room.present()):
        raise Refused(
            "There are more players in the room than these options allow. Change the options.", "room_full"
        )
    unknown_names = room.options.keys() - known_values.keys() - new_values.keys()
    unknown_values = {name: room.options[name] for name in unknown_names}
    room.options, room.countdown_stopped = {**complete, **unknown_values}, False
    return [Event(type="options_changed", text="{by} changed the options.", by=seat.id)]


def _offer_set_public(room: AnyRoom, seat: Seat) -> Form | None:
    if room.trial or not hosts_lobby(room, seat):
        return None
    label = "Make room private" if room.public else "Make room public"
    return form("set_public", label, tone="quiet", public=not room.public)


def _set_public(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    room.public = not room.public
    text = "{by} made the room public." if room.public else "{by} made the room private."
    return [Event(type="public_changed", text=text, by=seat.id)]


MOVES = {
    "start": RoomMove(_offer_start, _start, _why_no_start, host_only=True, phase="lobby"),
    "stop_countdown": RoomMove(
        _offer_stop_countdown, _stop_countdown, _why_no_stop, host_only=True, phase="lobby"
    ),
    "play_again": RoomMove(_offer_play_again, _play_again, _why_no_play_again, phase="over"),
    "set_game": RoomMove(_offer_set_game, _set_game, why_not_host, host_only=True, phase="lobby"),
    "update_game": RoomMove(_offer_update_game, _update_game, _why_no_update, host_only=True, phase="lobby"),
    "set_options": RoomMove(_offer_set_options, _set_options, why_not_host, host_only=True, phase="lobby"),
    "set_public": RoomMove(_offer_set_public, _set_public, why_not_host, host_only=True, phase="lobby"),
    **chat.MOVES,
    **members.MOVES,
}
_MOVES_BY_PHASE = {
    (host, phase): [move for move in MOVES.values() if host >= move.host_only and move.phase in (None, phase)]
    for host in (False, True)
    for phase in PHASES
}
"""Pair (is the player the host?, phase) -> the moves of the room that may be offered."""
