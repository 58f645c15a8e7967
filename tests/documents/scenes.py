"""Scenes: a document of the project with its cards laid out by a test, and moves played there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from cheat.catalogue import DOCUMENTS
from cheat.documents.game.phases import Step
from cheat.engine import engine
from cheat.engine.forms import Args, CardsField, Form
from cheat.engine.table import Event
from cheat.errors import CheatError
from cheat.i18n.languages import LANGUAGES

from .small_documents import dealt, evaluator

SEED = "ab" * 16


class Scene:
    """A table of a document. Cards are written by their codes, players as `p1` and so on."""

    def __init__(self, slug: str, seats: int = 2, seed: str = SEED, /, **options: Any) -> None:
        self.game = DOCUMENTS[slug]
        self.table = dealt(self.game, seats, seed, **options)
        self.events: list[Event] = []

    # The table

    def lay(self, rest: str, /, **zones: str) -> Scene:
        """Lay cards into zones, lowest first, and all others into the zone `rest`.

        A player's zone is written `hand_p1`, a suit's zone `column_oros`. Zones that are not named are empty.
        """
        every = [card for zone in self.table.zones.values() for card in zone.cards]
        wanted = {self.zone(name): cards.split() for name, cards in zones.items()}
        for zone in self.table.zones.values():
            zone.cards = wanted.get(zone.id, [])
            for card in zone.cards:
                every.remove(card)
        self.table.zones[rest].cards = every + self.table.zones[rest].cards
        return self

    def zone(self, name: str) -> str:
        """Return the id of a zone."""
        return name if name in self.table.zones else ":".join(name.rsplit("_", 1))

    def given(self, **values: Any) -> Scene:
        """Set variables. For a variable of players or teams, give a list."""
        assert values.keys() <= self.table.values.keys()
        self.table.values.update(values)
        return self

    def at(self, phase: str, player: str = "p1") -> Scene:
        """Begin a phase with this player on turn."""
        step = Step(self.game.compiled, self.table, 0)
        step.r.transition = ("go", phase, step.r.seats.index(player))
        step.go_on()
        step.close()
        self.events, self.table.events = self.table.events, []
        return self

    def cards(self, name: str) -> list[str]:
        """Return the cards of a zone."""
        return self.table.zones[self.zone(name)].cards

    def count(self, name: str) -> int:
        """Return the number of cards in a zone."""
        return len(self.cards(name))

    def value(self, expression: str) -> Any:
        """Return the present value of an expression, for the first player."""
        return self.asking(expression)()

    def asking(self, expression: str) -> Callable[[], Any]:
        """Return a function that returns the value of an expression for the first player."""
        return evaluator(self.game, self.table, expression)

    def __getitem__(self, variable: str) -> Any:
        return self.table.values[variable]

    @property
    def scores(self) -> list[int]:
        """Return the score of each player."""
        return [one.score for one in self.table.players]

    @property
    def turn(self) -> str | None:
        """Return the player on turn."""
        return self.table.turn

    @property
    def phase(self) -> str:
        """Return the present phase; "pause" while players look at a result, "over" at the end."""
        if self.table.result is not None:
            return "over"
        return "pause" if self.table.after_pause else self.table.phase

    @property
    def asked(self) -> list[str]:
        """Return the players that the game waits for."""
        return [id for one in self.table.decisions for id in one.waits_for()]

    @property
    def winners(self) -> list[str]:
        """Return the winners."""
        assert self.table.result is not None, "the game is not over"
        return sorted(self.table.result.winners)

    @property
    def places(self) -> dict[str, int]:
        """Return the final place of each player."""
        assert self.table.result is not None, "the game is not over"
        return {line.id: line.place for line in self.table.result.standing}

    # Actions of players

    def forms(self, player: str, name: str = "") -> list[Form]:
        """Return the forms of a player."""
        forms = engine.moves(self.game, self.table, player)
        return [form for form in forms if name in ("", form.name)]

    def labels(self, player: str, name: str = "") -> set[str]:
        """Return what stands on the buttons of a player."""
        return {form.view(LANGUAGES["en"].say).label for form in self.forms(player, name)}

    def moves(self, player: str) -> set[str]:
        """Return the names of a player's legal moves."""
        return {form.name for form in self.forms(player)}

    def offers(self, player: str, name: str) -> set[str]:
        """Return the cards that a player may choose for a move."""
        fields = [field for form in self.forms(player, name) for field in form.fields]
        return {card for field in fields if isinstance(field, CardsField) for card in self._choice(field)}

    def _choice(self, field: CardsField) -> Iterable[str]:
        there = [card for zone in field.zones for card in self.table.cards_of(zone)]
        return (card for card in there if not isinstance(field.of, list) or card in field.of)

    def do(self, player: str, name: str, **args: Any) -> Scene:
        """Make a move, with the moment of its form. Cards are written as one text."""
        self.events = engine.act(
            self.game, self.table, player, name, self._args(player, name, args), self.table.now
        )
        return self

    def _args(self, player: str, name: str, args: dict[str, Any]) -> Args:
        forms = self.forms(player, name)
        cards = {field.name for form in forms for field in form.fields if isinstance(field, CardsField)}
        given = {key: one.split() if key in cards else one for key, one in args.items()}
        return {**(forms[0].ties if forms else {}), **given}

    def refuses(self, player: str, name: str, **args: Any) -> bool:
        """Return whether a move is refused."""
        before = engine.observation(self.game, self.table, None)
        with pytest.raises(CheatError):
            self.do(player, name, **args)
        return engine.observation(self.game, self.table, None) == before

    def expire(self, times: int = 1) -> Scene:
        """Let the time pass."""
        for _ in range(times):
            due = self.table.next_timeout()
            assert due is not None, "nothing is timed"
            self.events = engine.expire(self.game, self.table, due)
        return self

    def leave(self, player: str) -> Scene:
        """Let a player leave for good."""
        self.events = engine.leave(self.game, self.table, player, self.table.now)
        return self

    def seen(self, player: str | None, name: str) -> list[str] | None:
        """Return the faces of a zone that a player or a spectator sees."""
        cards = self.table.zones[self.zone(name)].view(player).cards
        return cards if isinstance(cards, list) else None

    def said(self) -> list[str]:
        """Return the templates of the events of the last step."""
        return [str(event.view(None, 1, 0).text) for event in self.events]

    def marks(self, player: str) -> list[str]:
        """Return the words of a player's marks."""
        return [LANGUAGES["en"].say(mark.label) for mark in self.game.badges(self.table, player)]

    def reads(self, player: str | None, language: str = "en") -> tuple[str, str]:
        """Return the prompt and the situation of a player or a spectator. Names are ids."""
        names = {id: id for id in self.table.active()}
        say = self.game.language_with_terms(LANGUAGES[language]).say
        words = self.game.prompt(self.table, player), self.game.situation(self.table, player)
        return say(words[0], names), say(words[1], names)
