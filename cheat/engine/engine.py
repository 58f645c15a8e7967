"""The four steps of a game, the same for every game: deal, act, expire, leave.

A step changes the table in place and returns events, or raises Refused. A refused step has no effect on the
room, because callers work on a freshly decoded table and save this table only after success.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from msgspec import UNSET

from cheat.engine.forms import Args, Form, NotOffered, check
from cheat.engine.game import AnyGame
from cheat.engine.knowledge import Knowledge
from cheat.engine.options import Options
from cheat.engine.rng import Rng
from cheat.engine.table import Event, Table, sees
from cheat.errors import Refused

NOT_CHOOSABLE = ("illegal_move", "card_not_there", "not_together")
"""Error codes of `forms.check` for which the rules may have a better explanation."""
HIDDEN = "?"
"""The face of a card that a bot cannot see."""


def deal(
    game: AnyGame,
    players: Sequence[str],
    options: Options,
    seed: str,
    now: int,
    previous: Table | None,
    host: str = "",
    *,
    track_knowledge: bool = False,
) -> tuple[Table, list[Event]]:
    """Deal a new game. Return its table and events.

    - `seed`: 32 hex digits or more
    - `previous`: the last table of this game in the room
    - `host`: the id of the room's host
    - `track_knowledge`: whether to record, from the deal on, which cards each seat knows
    """
    table: Table = game.new_table(players, options, Rng(seed), now)
    if track_knowledge:
        table.knowledge = Knowledge()
    game.deal(table, previous, host)
    if track_knowledge:
        for conservation in game.card_conservation(table):
            table.declare_known(*conservation)
    return table, _take_events(table)


def moves(game: AnyGame, table: Table, player: str) -> list[Form]:
    """Return the forms of `player`.

    Spectators and players that have left have no forms. After the end of the game, no player has any.
    """
    if table.result is not None or not table.is_active(player):
        return []
    return game.moves(table, player)


def legal_moves(game: AnyGame, table: Table, among: Collection[str] | None = None) -> dict[str, list[Form]]:
    """Return the forms of all players that can act now, or only of those in `among`.

    The players are in clockwise order from the first seat.
    """
    return {} if table.result is not None else game.legal_moves(table, among)


def act(
    game: AnyGame,
    table: Table,
    player: str,
    name: str,
    args: Args,
    now: int,
    forms: Sequence[Form] | None = None,
) -> list[Event]:
    """Carry out a move, and return its events. Raises Refused if no form allows the move.

    `forms`: the present forms of this player, if the caller already has them.
    """
    table.now = now
    if forms is None:
        forms = moves(game, table, player)
    try:
        check(forms, name, args, table.cards_of)
    except NotOffered:
        raise _refusal(game, table, player, name, args) from None
    except Refused as refused:
        needs_reason = refused.code in NOT_CHOOSABLE
        raise (game.explanation(table, player, name, args) if needs_reason else None) or refused from None
    game.play(table, player, name, args)
    return _take_events(table)


def expire(game: AnyGame, table: Table, now: int) -> list[Event]:
    """Time out the decision whose time was up first. Without an overdue decision, do nothing."""
    decision = table.overdue(now)
    if decision is None or table.result is not None:
        return []
    table.now = now
    table.decisions.remove(decision)
    game.timeout(table, decision)
    return _take_events(table)


def leave(game: AnyGame, table: Table, player: str, now: int) -> list[Event]:
    """Take `player` out of the game for good."""
    if table.result is not None or not table.is_active(player):
        return []
    table.now = now
    game.leave(table, player)
    return _take_events(table)


def observation(game: AnyGame, table: Table, viewer: str | None) -> Table:
    """Return a copy of the table without anything that `viewer` may not see.

    Hidden cards are `?`, the random generator is reset, and the game blanks its secret fields. If the table
    records the knowledge of seats, only the knowledge of this viewer stays. A bot gets no more than this copy
    and the events that its seat may see.
    """
    copy: Table = msgspec.json.decode(msgspec.json.encode(table), type=game.table_type)
    copy.options = table.options
    copy.rng = Rng("00" * 16)
    for zone in copy.zones.values():
        if not sees(zone.viewers, viewer):
            zone.cards = [HIDDEN] * len(zone.cards)
    for seat in copy.players:
        seat.tally = {}
    for decision in copy.decisions:
        decision.passed_players = [id for id in decision.passed_players if id == viewer]
        decision.answers = {id: answer for id, answer in decision.answers.items() if id == viewer}
    if copy.knowledge is not UNSET:
        copy.knowledge = copy.knowledge.only_of(viewer)
    game.conceal(copy, viewer)
    return copy


def _refusal(game: AnyGame, table: Table, player: str, name: str, args: Args) -> Refused:
    """Return the reason why a move is not offered."""
    if table.result is not None:
        return Refused("The game is over.", "game_over")
    if not table.is_active(player):
        return Refused("You aren't playing in this game.", "not_playing")
    return game.refusal(table, player, name, args)


def _take_events(table: Table) -> list[Event]:
    if table.result is not None:
        table.decisions.clear()
    events, table.events, table.steps_spent = table.events, [], 0
    return events
