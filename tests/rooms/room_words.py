"""Short functions for tests of rooms: make a room, join, move, look. Time stands still."""

from __future__ import annotations

from typing import Any

from cheat.engine.forms import Form
from cheat.engine.table import Event
from cheat.games.cheat.rules import Turn
from cheat.rooms import lobby
from cheat.rooms.room import AnyRoom, Seat, decode, encode, join, new_room
from cheat.rooms.room_moves import ActionContext
from cheat.rooms.view import TableView, view

NOON = 1_700_000_000_000
SEED = "0123456789abcdef" * 2
QUICK = {"min_call_window_s": 0, "reveal_s": 0, "turn_s": 0}


def room(*names: str, public: bool = False, game: str = "cheat", **options: Any) -> AnyRoom:
    """Return a room in which p1, p2, ... have these names."""
    quick = QUICK if game == "cheat" else {}
    game_room = new_room("kwzpt", "e1", game, {**quick, **options}, public=public)
    for name in names:
        enter(game_room, name)
    return game_room


def enter(room: AnyRoom, name: str) -> Seat:
    """Take a seat, with a token that contains the name."""
    return join(room, name, f"token of {name}")[0]


def do(room: AnyRoom, player: str, move: str, /, **args: Any) -> list[Event]:
    """Carry out a move of a player."""
    return lobby.act(
        room, room.seat(player), move, {**moment(room, player, move), **args}, ActionContext(NOON, SEED)
    )


def moment(room: AnyRoom, player: str, move: str) -> dict[str, Any]:
    """Return the args with the moment of a game's move; no args for other moves."""
    offered = [form.ties for form in lobby.moves(room, room.seat(player)) if form.name == move]
    return offered[0] if offered and "moment" in offered[0] else {}


def playing(*names: str, **options: Any) -> AnyRoom:
    """Return a room whose game has just begun: p1 is the host and on turn."""
    game_room = room(*(names or ("Ada", "Bob", "Cyd")), **options)
    do(game_room, game_room.host, "start")
    return game_room


def over(*names: str, **options: Any) -> AnyRoom:
    """Return a room at the result of a game that p1 has won."""
    game_room = playing(*names, **options)
    win(game_room, "p1")
    return game_room


def win(room: AnyRoom, player: str) -> None:
    """Let a player win: keep one card in the hand, place it, and let no player call."""
    table = room.table
    table.turn = player
    table.open_decision(Turn, player)
    hand = table.hand(player)
    table.pile.cards += hand.cards[1:]
    del hand.cards[1:]
    do(room, player, "place", cards=list(hand.cards))
    do(room, table.turn, "place", cards=table.hand(table.turn).cards[:1])
    assert room.phase == "over"


def see(room: AnyRoom, player: str | None) -> TableView:
    """Return the view of a player, or of a spectator for None."""
    return view(decode(encode(room)), 1, room.seat(player) if player else None, NOON)


def offers(room: AnyRoom, player: str) -> list[str]:
    """Return the names of the moves that are offered to a player."""
    return [form.name for form in lobby.moves(room, room.seat(player))]


def form_of(room: AnyRoom, player: str, name: str) -> Form:
    return next(form for form in lobby.moves(room, room.seat(player)) if form.name == name)


def ids(room: AnyRoom) -> list[str]:
    """Return the ids of the players that a spectator sees."""
    return [player.id for player in see(room, None).players]


def names(room: AnyRoom) -> list[str]:
    return [player.name for player in see(room, None).players]


def types(events: list[Event]) -> list[str]:
    return [event.type for event in events]
