"""Golden games: recorded games, so that no rule changes unnoticed.

A golden game has a start, steps, and after each step a digest of everything that each viewer saw. `make
golden` records new games. Do this only after a rule was changed on purpose.

The ties of a move, such as its moment, are filled in again from the forms. Additions to views must not change
digests. So digests leave out kinds and values of facts, badges and events, the situation, and awards.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cheat.catalogue import CATALOGUE, DOCUMENTS
from cheat.documents import DocumentGame
from cheat.engine import engine
from cheat.engine.game import AnyGame
from cheat.engine.options import checked_options
from cheat.engine.rng import Rng
from cheat.engine.table import Event, Table
from cheat.games import GAMES
from cheat.i18n.messages import ENGLISH, Text, Words

from .walks import Start, Step, random_options, seats_of, usual_seats, walk

FOLDER = Path(__file__).resolve().parents[1] / "golden"
STEPS, STEPS_OF_DOCUMENTS = 220, 110
EACH = dict.fromkeys(GAMES, 8) | dict.fromkeys(DOCUMENTS, 2)
"""The number of golden games for each game. Documents need few: all run in the same functions."""
LEAVES = 0.004


def files(game: str) -> list[Path]:
    """Return the files with the golden games of a game."""
    return sorted(FOLDER.glob(f"{game}-*.json"))


def make(game: AnyGame, number: int) -> dict[str, Any]:
    """Play and return a random game. The first numbers take presets, later ones random options."""
    rng = Rng(f"{number + 1:032x}")
    presets = [preset.options for preset in game.presets]
    values = presets[number] if number < len(presets) else random_options(game, rng)
    options = checked_options(game.options_type, values)
    seats = rng.between(game.min_players(options), min(game.max_players(options), 6))
    if isinstance(game, DocumentGame) and seats not in seats_of(game):
        seats = usual_seats(game)
    players = [f"p{seat}" for seat in range(1, seats + 1)]
    start = Start(game, players, options, f"{rng.below(2**63):032x}")
    steps = STEPS_OF_DOCUMENTS if isinstance(game, DocumentGame) else STEPS
    _, *moments = walk(start, steps, leaves=LEAVES)
    record = {
        "game": game.slug or game.id,
        "players": players,
        "options": values,
        "seed": start.seed,
        "steps": [_step(moment.step) for moment in moments if moment.step],
    }
    return {**record, "seen": list(replay(record))}


def _step(step: Step) -> list[Any]:
    args = {name: value for name, value in step.args.items() if name not in ("moment", "play", "turn")}
    return [step.now, step.kind, step.player, step.name, args]


def replay(record: dict[str, Any]) -> Iterator[str]:
    """Yield a digest of all views after the deal and after each step."""
    game = CATALOGUE.game(record["game"])
    options = checked_options(game.options_type, record["options"])
    table, events = Start(game, record["players"], options, record["seed"]).deal()
    yield digest(game, table, events)
    for now, kind, player, name, args in record["steps"]:
        yield digest(
            game,
            table,
            Step(kind, now, player, name, tied(game, table, player, name, args)).take(game, table),
        )


def tied(game: AnyGame, table: Table, player: str, name: str, args: dict[str, Any]) -> dict[str, Any]:
    """Return the args with the ties of the present form."""
    forms = [form for form in engine.moves(game, table, player) if form.name == name]
    return {**args, **(forms[0].ties if forms else {})}


def digest(game: AnyGame, table: Table, events: list[Event]) -> str:
    """Return a digest of all views as eight hex digits."""
    views = [_seen(game, table, events, viewer) for viewer in (*(one.id for one in table.players), None)]
    return hashlib.sha256(json.dumps(views).encode()).hexdigest()[:8]


class _AsIs(dict[str, str]):
    """Names of players that map each id to its own slot: `{p1}`."""

    def get(self, key: str, default: Any = None) -> Any:
        return f"{{{key}}}" if PLAYER.fullmatch(key) else default


PLAYER = re.compile(r"p\d+")


def english(words: Words, slots: dict[str, Any] | None = None) -> str:
    """Return the English sentence, with players as `{p1}`."""
    return ENGLISH.say(Text(words, slots) if slots else words, _AsIs())


def _seen(game: AnyGame, table: Table, events: list[Event], viewer: str | None) -> list[Any]:
    running = table.result is None
    zones = [zone.view(viewer) for zone in table.zones.values()]
    return [
        [[zone.id, zone.owner, zone.colour or "", zone.count, zone.cards or []] for zone in zones],
        [[player.id, player.active, player.score] for player in table.players],
        table.turn,
        table.next_timeout(),
        english(game.prompt(table, viewer)) if running else "",
        [[fact.label, english(fact.text)] for fact in game.facts(table, viewer)] if running else [],
        [[english(mark.label) for mark in game.badges(table, player.id)] for player in table.players],
        [_form(form) for form in engine.moves(game, table, viewer or "")],
        [_event(event, viewer) for event in events],
        [table.result.winners, table.result.reason, english(table.result.text)] if table.result else [],
        [[line.id, line.place, line.score] for line in table.result.standing] if table.result else [],
    ]


def _form(form: Any) -> list[Any]:
    fields = [
        [field.name, english(field.label, form.slots), getattr(field, "of", None) or []]
        for field in form.fields
    ]
    choices = [[getattr(choice, "value", choice) for choice in of] for *_, of in fields]
    return [
        form.name,
        english(form.label, form.slots),
        form.tone,
        form.confirm,
        [field[:2] for field in fields],
        choices,
    ]


def _event(event: Event, viewer: str | None) -> list[Any]:
    view = event.view(viewer, 0, 0)
    if event.type == "game_over":  # the digest must not depend on the names of the winners' slots
        view.text = english(Text(view.text, dict(view.args)))
        others = {name: value for name, value in view.args.items() if not PLAYER.fullmatch(str(value))}
        view.args = {**others, **{id: id for id in PLAYER.findall(view.text)}}
    cards = [[moved.source, moved.target, moved.count, moved.faces or []] for moved in view.cards]
    words, args = view.text, dict(sorted(view.args.items()))
    if event.type == "game_over":  # old recordings have the players in the text itself
        words = english(Text(view.text, event.args))
        args = {id: id for id in sorted(set(PLAYER.findall(words)))}
    return [view.type, view.by, words, args, view.tone, cards]


def main() -> None:
    """Record golden games of the games on the command line, or of all games."""
    for id in sys.argv[1:] or EACH:
        for path in files(id):
            path.unlink()
        for number in range(EACH[id]):
            record = make(CATALOGUE.game(id), number)
            lines = [f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in record.items()]
            FOLDER.joinpath(f"{id}-{number + 1}.json").write_text("{" + ",\n".join(lines) + "}\n")


if __name__ == "__main__":
    main()
