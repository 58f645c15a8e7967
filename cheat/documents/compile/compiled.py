"""A compiled document: its functions, zones, variables and cards.

A run is one use of the functions on a table, for example for one move. A bound value is a value that gets a
name while rules run, such as the card of a loop. A trial is a game that is played only to try a document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cheat.documents.compile.emit import Function, Sources
from cheat.documents.compile.legal_moves import Move, MoveSet
from cheat.documents.compile.scope import Names, Variable
from cheat.documents.parse.decks import MOST_CARDS, Deck, deck_of
from cheat.documents.parse.diagnostics import Report
from cheat.documents.parse.pictures import pictured
from cheat.documents.parse.types import Type
from cheat.documents.runtime.state import UNSEEN, DeclaredZone, Run, Shape
from cheat.documents.runtime.trial_notes import TrialNotes
from cheat.documents.runtime.words import DocumentText, Lexicon, plain
from cheat.engine.cards import Face
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.engine.table import Player


class Phase:
    """A phase: a part of the game that asks players for moves, or only carries out effects.

    - `moves_when_asked`: the moves of the players that the phase asks
    - `moves_of_others`: the moves with the key “by”; players that the phase does not ask may make them, too
    - `who`: an expression for the players that the phase asks
    - `start`: the effects when the phase begins
    - `done`: the effects when the phase waits for no player any more
    - `time`: the time limit of a move, in seconds
    - `timeout`: the effects when the time is up
    - `timeout_move`: the name of the move that is made when the time is up
    - `stuck`: the effects for each asked player that has no legal move
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.who: Function | None = None
        self.start: Function | None = None
        self.moves_when_asked = self.moves_of_others = MoveSet([])
        self.done: Function | None = None
        self.time: Callable[[Run], Any] | None = None
        self.timeout: Function | None = None
        self.timeout_move = ""
        self.optional = False
        self.stuck: Function | None = None
        self.prompt: list[Sentence] = []

    @property
    def moves(self) -> list[Move]:
        """All moves of the phase."""
        return self.moves_when_asked.moves


class Sentence(NamedTuple):
    """A text for one player, with the condition on which it counts, if any."""

    text: DocumentText
    condition: Function | None = None


class ShownValue:
    """A value that the table shows: a fact for all players, or a mark at a seat.

    `kind`: how the page draws the value; `whole`: the number that the value should reach.
    """

    def __init__(
        self,
        label: Any,
        value: Function | None,
        type: Type | None,
        condition: Function | None,
        tone: Any,
        kind: Any,
        whole: Function | None = None,
    ) -> None:
        self.label, self.value, self.type = label, value, type
        self.condition, self.tone, self.kind, self.whole = condition, tone, kind, whole


class Compiled:
    """A compiled document.

    The check sets all attributes. Later, only the functions change: the Python code of each function is
    generated when the function is first called.

    - `sources`: the Python code of the generated functions
    - `trial_notes`: the notes of trials, or None outside of trials
    - `places`: the number of bound values
    - `parts`: the number of effects, moves and nodes of expressions
    - `picks`: the number of choices in moves
    - `functions`: the number of functions that can be generated
    - `suspects`: operands that may be `none` although their operator needs a number; if an operand is `none`
      in a trial, the notes say so
    """

    def __init__(self, doc: Mapping[str, Any], deck: Deck, names: Names) -> None:
        self.doc, self.deck, self.names = doc, deck, names
        self.id = ""
        self.sources = Sources(doc["id"])
        self.faces: dict[str, Face] = deck.faces
        self.zones: list[DeclaredZone] = list(names.zones.values())
        self.labels: dict[str, str] = {}
        self.lexicon: Lexicon = {}
        self.variables: list[Variable] = list(names.variables.values())
        self.card_variables: list[str] = []
        self.team_size: int = doc["players"].get("team_size", 0)
        self.values_of = {code: kind.values for code, kind in deck.kinds.items()}
        self.values_of[""] = (UNSEEN, UNSEEN, *[0] * (len(deck.attributes) - 2))
        self.places = self.parts = self.picks = self.functions = 0
        self.phases: dict[str, Phase] = {}
        self.options = list(names.options)
        self.triggers: list[tuple[Function, Function]] = []
        self.turn = ""
        self.start: Function | None = None
        self.leave: Function | None = None
        self.cards_to: Function | None = None
        self.standing: Function | None = None
        self.good: Function | None = None
        self.shows: list[ShownValue] = []
        self.marks: list[ShownValue] = []
        self.situation: list[Sentence] = []
        self.groups: dict[str, Function] = {}
        self.copies: Function | None = None
        self.remove: Function | None = None
        self.sorts: dict[int, dict[str, Any]] = {}
        self.trial_notes: TrialNotes | None = None
        self.suspects: list[Any] = []
        self._shapes: dict[int, Shape] = {}
        self._faces = {"": deck.faces}
        self._names: dict[str, dict[str, str]] = {}

    def shape(self, seats: int) -> Shape:
        """Return the shape of tables with this number of seats: their zones and teams."""
        if seats not in self._shapes:
            self._shapes[seats] = Shape(self, seats)
        return self._shapes[seats]

    def faces_in(self, language: str) -> dict[str, Face]:
        """Return the faces by card code. Their names are in one of the document's languages."""
        if language not in self._faces:
            self._faces[language] = faces_of(self.doc, language)
        return self._faces[language]

    def names_in(self, language: str) -> dict[str, str]:
        """Return the deck's names of ranks and suits in one of the document's languages."""
        if language not in self._names:
            names = self.doc["deck"].get("names", {})
            self._names[language] = {key: plain(name, language) for key, name in names.items()}
        return self._names[language]

    def begin(self, players: list[str], options: Any, rng: Rng, now: int) -> DataTable:
        """Return a table with its zones and variables, but without cards."""
        shape = self.shape(len(players))
        seats = [
            Player(id, side="" if shape.team[at] is None else str(shape.team[at]))
            for at, id in enumerate(players)
        ]
        values: dict[str, Any] = {}
        for variable in self.variables:
            count = {"game": 0, "player": len(players), "team": shape.teams}[variable.of]
            values[variable.name] = (
                _copy(variable.start)
                if variable.of == "game"
                else [_copy(variable.start) for _ in range(count)]
            )
        table = DataTable(players=seats, options=options, rng=rng, now=now, doc=self.id, values=values)
        for zone in shape.zones(self, players):
            table.add(zone)
        return table

    def pack(self, r: Run) -> list[str]:
        """Return the codes of all cards in a game.

        Each code appears as often as the game has the card. If a document asks for too many copies of the
        deck, the list ends soon after `MOST_CARDS` cards.
        """
        copies = self.copies.run(r) if self.copies is not None else 1
        faces = []
        for code, kind in self.deck.kinds.items():
            if self.remove is None or not self.remove.run(r, r.cards[0][code]):
                faces += [code] * kind.count
        return faces * max(1, min(copies or 1, MOST_CARDS + 1))


def faces_of(doc: Mapping[str, Any], language: str) -> dict[str, Face]:
    """Return the faces of a checked document by card code, with names in one language."""
    deck = deck_of(doc["deck"], ("deck",), lambda text: plain(text, language), Report())
    return pictured(deck.faces, doc)


def _copy(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value
