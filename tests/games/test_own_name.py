"""Nobody reads their own name: in every sentence for a seat about itself stands “you” instead."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from cheat.catalogue import CATALOGUE, DOCUMENTS
from cheat.client.text import event_text
from cheat.documents import DocumentGame
from cheat.engine.game import AnyGame
from cheat.engine.options import checked_options
from cheat.engine.rng import Rng
from cheat.games import GAMES
from cheat.i18n.languages import LANGUAGES, Language
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


def view_without_names(seat: Seat, views: Views, language: Language) -> bytes:
    """Return what a seat is sent of the table, without the names in the list of players.

    It is searched as a whole: taking it apart would cost more than making it.
    """
    view = views.view_of(seat, NOON, language)
    return msgspec.json.encode(replace(view, players=[replace(player, name="") for player in view.players]))


def sentences(seat: Seat, views: Views, moment: Moment, language: Language) -> Iterator[str]:
    """Yield the sentences in which a seat reads what has happened."""
    told = event_views(moment.events, 1, NOON, seat.id, views.language_with_terms(language), views.names)
    for event in msgspec.to_builtins(told):
        yield event_text(event, views.names, seat.id)


ALL = [*GAMES.values(), *DOCUMENTS.values()]


@pytest.mark.parametrize(
    "number", [None, *(pytest.param(number, marks=pytest.mark.long) for number in range(MORE))]
)
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.slug or game.id)
def test_no_seat_reads_its_own_name(game: AnyGame, number: int | None) -> None:
    """Without a number, the options are the default ones, and each table is read in a drawn language."""
    found: set[str] = set()
    rng, languages = Rng(f"{1:032x}"), list(LANGUAGES.values())
    for start in starts(game, number or 0):
        room = room_of(start)
        for moment in whole_game(start):
            room.table = table = moment.table
            room.phase = "over" if table.result else "playing"
            views = Views(room, 1)
            for language in [rng.choice(languages)] if number is None else languages:
                for seat in room.seats:
                    view = view_without_names(seat, views, language)
                    if seat.name.encode() in view:
                        found |= {
                            words
                            for words in map(str, msgspec.json.decode(view).values())
                            if seat.name in words
                        }
                    told = sentences(seat, views, moment, language)
                    found |= {words for words in told if seat.name in words}
    assert found == set()
