"""Whole games in Spanish: no sentence is left in English."""

from __future__ import annotations

import json
from gettext import GNUTranslations
from typing import Any

import pytest

from cheat.bots.evaluation import BOT_MODULES
from cheat.engine import engine
from cheat.engine.game import AnyGame
from cheat.engine.options import checked_options
from cheat.engine.table import Event, Table
from cheat.games import GAMES, built_in_game
from cheat.i18n.languages import LOCALE, Spanish
from cheat.i18n.messages import Words
from tests.pseudo_language import SLOT, has_letters, said_in

from .golden import files, tied
from .walks import Start, Step

NAMES = {
    f"p{seat}": name for seat, name in enumerate(("Ada", "Inés", "Óscar", "Bob", "Eva", "Hugo"), start=1)
}
SAID = said_in("es")


class Attentive(Spanish):
    """Remembers what it was asked for and could not say."""

    def __init__(self) -> None:
        with (LOCALE / "es/LC_MESSAGES/messages.mo").open("rb") as file:
            super().__init__("es", GNUTranslations(file))
        self.missing: set[str] = set()
        self.sentences: set[str] = set()

    def translated(self, template: str) -> str:
        if has_letters(template) and template not in SAID:
            self.missing.add(template)
        return super().translated(template)

    def plural_form(self, one: str, many: str, count: int) -> str:
        if one not in SAID:
            self.missing.add(one)
        return super().plural_form(one, many, count)

    def read(self, words: Words) -> str:
        sentence = self.say(words, NAMES)
        self.sentences.add(sentence)
        return sentence


@pytest.mark.parametrize("id", GAMES)
def test_whole_games_leave_nothing_in_english(id: str) -> None:
    reader = Attentive()
    for path in files(id):
        record = json.loads(path.read_text(encoding="utf-8"))
        viewers = [*record["players"], None]
        for number, (game, table, events) in enumerate(moments(record)):
            look(reader, game, table, viewers[number % len(viewers)])
            for viewer in viewers:
                hear(reader, events, viewer)
    assert reader.missing == set()
    assert [one for one in reader.sentences if SLOT.search(one)] == []
    assert len(reader.sentences) > (200 if id in BOT_MODULES else 50)


def moments(record: dict[str, Any]) -> Any:
    """(game, table, events) after the deal of a golden game and after each step."""
    game = built_in_game(record["game"])
    options = checked_options(game.options_type, record["options"])
    table, events = Start(game, record["players"], options, record["seed"]).deal()
    yield game, table, events
    for now, kind, player, name, args in record["steps"]:
        step = Step(kind, now, player, name, tied(game, table, player, name, args))
        yield game, table, step.take(game, table)


def look(reader: Attentive, game: AnyGame, table: Table, viewer: str | None) -> None:
    """Return all texts on the page of a viewer."""
    for zone in table.zones.values():
        zone.view(viewer, reader.read)
    for player in table.players:
        for mark in game.badges(table, player.id):
            mark.view(reader.read)
    if table.result is not None:
        reader.read(table.result.text)
        return
    reader.read(game.prompt(table, viewer))
    reader.read(game.situation(table, viewer))
    for fact in (fact.addressed_to(viewer) for fact in game.facts(table, viewer)):
        fact.view(reader.read)
    for form in engine.moves(game, table, viewer or ""):
        form.view(reader.read)


def hear(reader: Attentive, events: list[Event], viewer: str | None) -> None:
    """Return the log of a viewer, with the names that a client inserts."""
    for event in events:
        told = event.view(viewer, 1, 0, reader, NAMES)
        slots = {"by": told.by or "", **told.args}
        reader.sentences.add(reader.fill(told.text, slots, NAMES))
