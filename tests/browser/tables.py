"""The fullest possible tables of every game, for tests that measure the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import msgspec

from cheat.catalogue import CATALOGUE
from cheat.engine.forms import Form, sample
from cheat.engine.rng import Rng
from cheat.errors import Refused
from cheat.i18n.languages import LANGUAGES
from cheat.rooms import lobby
from cheat.rooms.room import AnyRoom, Seat, join, new_room
from cheat.rooms.room_moves import ActionContext
from cheat.rooms.view import view

NOON = 1_790_000_000_000
SEED = "0123456789abcdef" * 2
STEPS = 60
"""Number of steps of a game, from whose tables the fullest are chosen."""
WIDEST = "Wolfeschlegelste"
"""A name of the maximum length, with wide letters."""
Options = dict[str, Any]
Table = dict[str, Any]
OPTIONS: dict[str, Options] = {"cheat": {"min_call_window_s": 3, "reveal_s": 5}}


@cache
def games() -> dict[str, str]:
    """Return the ids of all games by their names."""
    return {game.name: game.id for game in CATALOGUE}


def usual_options(game: str) -> Options:
    """Return the options with which tables are measured."""
    return OPTIONS.get(game, {})


def other_options(game: str) -> Options:
    """Return options that change every rule: flags flipped, highest numbers, the last of the choices.

    A value that contradicts the ones before it is left out.
    """
    rules, options = CATALOGUE.game(game), dict(usual_options(game))
    for spec in rules.specs():
        if spec.group != "rules" or spec.kind == "text" or spec.name == "language":
            continue
        last = spec.max if spec.of is msgspec.UNSET else spec.of[-1].value
        changed = options | {spec.name: not spec.default if spec.kind == "bool" else last}
        with suppress(Refused):
            rules.settle_options(rules.options(changed))
            options = changed
    return options


def seats_of(game: str, wanted: int, options: Options) -> int:
    """Return the possible number of players that is nearest to the wanted one."""
    rules = CATALOGUE.game(game)
    settled = rules.settle_options(rules.options(options))
    return min(max(wanted, rules.min_players(settled)), rules.max_players(settled))


def counts(game: str, options: Options) -> Iterator[int]:
    """Yield the possible numbers of players."""
    for count in sorted({seats_of(game, wanted, options) for wanted in range(2, 11)}):
        try:
            _room(game, count, options)
        except Refused:  # a team game for four, with three
            continue
        yield count


def _room(game: str, players: int, options: Options) -> AnyRoom:
    room = new_room("nwxmk", "e1", game, options, public=False, games=CATALOGUE)
    for nth in range(players):
        join(room, f"{WIDEST[:-1]}{nth}" if nth % 2 == 0 else f"Ann-Kathrin Wu {nth}", f"token {nth}")
    lobby.act(room, room.seats[0], "start", {}, ActionContext(NOON, SEED))
    return room


def _forms(room: AnyRoom, seat: Seat) -> list[Form]:
    return [form for form in lobby.moves(room, seat) if form.scope == "game"]


def _step(room: AnyRoom, rng: Rng) -> None:
    able = [seat for seat in room.seats if _forms(room, seat)]
    if not able:
        assert lobby.expire(room, room.next_due_at() or NOON)
        return
    seat = rng.choice(able)
    form = rng.choice(_forms(room, seat))
    args = sample(form, room.running().cards_of, rng)
    lobby.act(room, seat, form.name, args, ActionContext(NOON, SEED))


def _fullness(table: Table) -> tuple[int, ...]:
    """Return a measure for the contents of a table: zones with cards, facts, moves and marks."""
    zones = sum(1 for zone in table["zones"] if zone["count"])
    marks = sum(len(player["marks"]) for player in table["players"])
    return zones + len(table["facts"]) + marks + min(6, len(table["moves"])), len(table["prompt"])


def _played(game: str, players: int, options: Options, languages: Iterable[str] = ("en",)) -> Iterator[Table]:
    """Yield the tables of a random game as its first two seats see them, in each of the languages."""
    room, rng = _room(game, seats_of(game, players, options), options), Rng("5eed" * 8)
    for _ in range(STEPS):
        for seat in room.seats[:2]:
            for language in languages:
                table = msgspec.to_builtins(view(room, 7, seat, NOON, LANGUAGES[language]))
                if table["phase"] == "playing":
                    yield table
        if room.phase != "playing":
            return
        _step(room, rng)


def fullest(game: str, players: int, options: Options, saved: int = 2) -> list[Table]:
    """Return the fullest tables of a random game, the fullest first."""
    kinds: dict[tuple[str, ...], Table] = {}
    for table in sorted(_played(game, players, options), key=_fullness):
        # of tables with the same moves, the fullest
        kinds[tuple(sorted({move["name"] for move in table["moves"] if move["scope"] == "game"}))] = table
    return sorted(kinds.values(), key=_fullness, reverse=True)[:saved]


def wordiest(game: str, players: int, options: Options) -> Table:
    """Return the table of a random game with the longest prompt, in the language in which it is longest."""
    return max(
        _played(game, players, options, LANGUAGES),
        key=lambda table: len(table["prompt"] + table.get("situation", "")),
    )


def decorated(table: Table, chance: Random) -> Table:
    """Return the table with every possible badge, spread over the seats, and with a clock that runs out."""
    for nth, player in enumerate(table["players"]):
        player["wins"] = 12 if nth % 2 or player["id"] == table["you"] else 0
        player["bot"] = "normal" if nth % 3 == 1 and player["id"] != table["you"] else None
        player["status"] = "away" if nth % 4 == 3 else player["status"]
        player["colour"] = chance.randrange(10)
        if player["id"] != table["you"] and nth % 3 == 2:
            player["marks"].append({"label": "bot playing", "tone": "quiet", "kind": "stand_in"})
    table["deadline"] = table["now"] + 8_000
    table["watchers"] = 12
    return table


def catalogued(game: str) -> dict[str, Any]:
    """Return a game as the catalogue gives it to the page."""
    rules, say = CATALOGUE.game(game), LANGUAGES["en"].say
    faces = {code: msgspec.to_builtins(face.view(say)) for code, face in rules.faces.items()}
    low, high = rules.seats
    return {
        "id": game, "name": rules.name, "summary": "", "min_players": low, "max_players": high,
        "options": [], "presets": [], "faces": faces, "rules": "", "hints": {}, "look": rules.look,
    }  # fmt: skip


def longest_hint(game: str) -> str:
    """Return the longest hint of a game."""
    say = LANGUAGES["en"].say
    return max((say(words) for words in CATALOGUE.game(game).hints.values()), key=len, default="")


def decorated_tables(game: str, players: int, options: Options | None = None) -> Iterator[Table]:
    """Yield the fullest tables of a game for about this many players, and the one with the longest prompt."""
    options = usual_options(game) if options is None else options
    chance = Random(f"{game} {players}")
    for table in (*fullest(game, players, options), wordiest(game, players, options)):
        yield decorated(table, chance)
