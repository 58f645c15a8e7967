"""Nobody reads their own name: in every sentence for a seat about itself stands “you” instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from cheat.catalogue import CATALOGUE, DOCUMENTS
from cheat.client.text import event_text
from cheat.documents import DocumentGame
from cheat.engine.game import AnyGame
from cheat.engine.options import checked_options
from cheat.engine.rng import Rng
from cheat.games import GAMES
from cheat.i18n.languages import LANGUAGES
from cheat.rooms.room import AnyRoom, Seat, new_room
from cheat.rooms.view import Views
from cheat.service.delivery.answers import event_views

from .walks import NOON, Moment, Start, Step, encode, random_options, seats_of, walk_from

NAMES = (
    *("Zorblax", "Quimbley", "Wexford", "Yllvane", "Xanthic"),
    *("Vrondo", "Kestrix", "Jubjub", "Grommet", "Flimsy"),
)
"""Names that no sentence contains as a word."""
STEPS, LAST_STEPS = 250, 400
"""Number of random steps, and of timeouts after them, by which most games come to their end."""
MORE = 6
"""Number of starts of each game, the first of them with default options."""


def starts(game: AnyGame, number: int) -> Iterator[Start]:
    """Yield a start for the least, the middle and the largest number of players."""
    rng = Rng(f"{number + 77:032x}")
    seats = seats_of(game) if isinstance(game, DocumentGame) else [*range(game.seats[0], game.seats[1] + 1)]
    for count in sorted({seats[0], seats[len(seats) // 2], seats[-1]}):
        values = random_options(game, rng) if number else {}
        options = checked_options(game.options_type, values)
        if game.min_players(options) <= count <= min(game.max_players(options), len(NAMES)):
            players = [f"p{seat}" for seat in range(1, count + 1)]
            yield Start(game, players, options, f"{rng.below(2**63):032x}")


def whole_game(start: Start) -> Iterator[Moment]:
    """Yield a game of random moves. If these do not end it, the players let their time run out."""
    for moment in walk_from(start, *start.deal(), STEPS):
        last = moment
        yield moment
    for _ in range(LAST_STEPS):
        table = last.table
        due = table.next_timeout()
        if table.result is not None or due is None:
            return
        step = Step("expire", due)
        last = Moment(step, step.take(start.game, table), encode(table), start)
        yield last


def room_of(start: Start) -> AnyRoom:
    """Return a room in which these players sit, for a table of this game."""
    room = new_room("kwzpt", "e1", start.game.id, {}, public=False, games=CATALOGUE)
    for player, name in zip(start.players, NAMES, strict=False):
        room.seats.append(Seat(id=player, name=name, token="", has_returned=False))
    room.host = start.players[0]
    return room


def read_by(seat: Seat, views: Views, moment: Moment, tag: str) -> Iterator[str]:
    """Yield everything that a seat reads after a step, without the names in the list of players."""
    language = LANGUAGES[tag]
    table: dict[str, Any] = msgspec.to_builtins(views.view_of(seat, NOON, language))
    for player in table["players"]:
        del player["name"]
    for part in table.values():
        yield from map(str, part) if isinstance(part, list) else [str(part)]
    told = event_views(moment.events, 1, NOON, seat.id, views.language_with_terms(language), views.names)
    for event in msgspec.to_builtins(told):
        yield event_text(event, views.names, seat.id)


ALL = [*GAMES.values(), *DOCUMENTS.values()]


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(number, marks=pytest.mark.long) for number in range(1, MORE))]
)
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.slug or game.id)
def test_no_seat_reads_its_own_name(game: AnyGame, number: int) -> None:
    found = set()
    for start in starts(game, number):
        room = room_of(start)
        for moment in whole_game(start):
            room.table = table = moment.table
            room.phase = "over" if table.result else "playing"
            views = Views(room, 1)
            for seat in room.seats:
                for tag in LANGUAGES:
                    found |= {words for words in read_by(seat, views, moment, tag) if seat.name in words}
    assert found == set()
