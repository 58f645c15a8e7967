"""A compiled document: its functions, and the tables of zones, cards and names they use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cheat.documents.check.decks import MOST_CARDS, Deck, deck_of
from cheat.documents.check.scope import Names, Variable, Zoned
from cheat.documents.check.texts import Lexicon, Spoken, plain
from cheat.documents.check.typed_tree import Each, Fn, Typed, always
from cheat.documents.compile.blocks import EMPTY, Do, Whole
from cheat.documents.compile.emit import Allowance
from cheat.documents.parse.diagnostics import Report
from cheat.documents.parse.types import ANY, Type
from cheat.documents.runtime.state import CardsOfZone, Run
from cheat.documents.runtime.trial_notes import Watch
from cheat.engine.cards import Face
from cheat.engine.forms import ChoiceField, Form
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.engine.table import Player, Zone
from cheat.engine.visibility import Viewers

if TYPE_CHECKING:
    from cheat.documents.compile.legal_moves import Choosing

UNSEEN = "?"
"""The face, rank and suit of a hidden card."""


class Pick:
    """One choice of a move. `fields`: a cache of fields for simulations, by the values offered."""

    def __init__(self, name: str, kind: str, place: int, type: Type) -> None:
        self.name, self.kind, self.place, self.type = name, kind, place, type
        self.values: Typed = always(ANY, None)
        self.where: Each | None = None
        self.same: Each | None = None
        self.bounds: tuple[Typed, Typed] | None = None
        self.label: Any = ""
        self.labels: Any = None
        self.fields: dict[tuple[Any, ...], ChoiceField | None] = {}


class Move:
    """A move. A phase may have several moves of one name.

    `bare`: its form without words, if it has no choices; `pile`: the zone that it takes cards from, and
    whether each player has one, if it has no choices and begins with taking cards.
    """

    def __init__(self, name: str, label: Any) -> None:
        self.name, self.label = name, label
        self.tone: Any = "plain"
        self.help: Any = ""
        self.confirm: Any = ""
        self.condition: Typed | None = None
        self.by: Typed | None = None
        self.picks: list[Pick] = []
        self.do = Whole(EMPTY)
        self.say: Spoken | None = None
        self.pile: tuple[str, bool] | None = None
        self.bare = [Form(name=name, label="", fields=[])]


class Phase:
    """A phase, in which players are asked, or something happens.

    `open_moves`: moves that players that are not asked may have, too. `asked`, `others`: for simulations, the
    moves of players that are asked, and of all others.
    """

    asked: Choosing
    others: Choosing

    def __init__(self, name: str) -> None:
        self.name = name
        self.who: Typed | None = None
        self.start: Whole | None = None
        self.moves: list[Move] = []
        self.open_moves: list[Move] = []
        self.done: Whole | None = None
        self.time: Fn | None = None
        self.timeout: Whole | None = None
        self.timeout_move = ""
        self.optional = False
        self.stuck: Whole | None = None
        self.prompt: Spoken | None = None


class Shown:
    """A fact or a mark."""

    def __init__(
        self, label: Any, value: Fn | None, type: Type | None, condition: Fn | None, tone: Any
    ) -> None:
        self.label, self.value, self.type = label, value, type
        self.condition, self.tone = condition, tone


class Shape:
    """The zones of a table with so many seats: their numbers, owners, viewers, and sort keys."""

    def __init__(self, game: Compiled, seats: int) -> None:
        self.teams: int = seats // game.team_size if game.team_size else 0
        self.team: list[int | None] = (
            [seat % self.teams for seat in range(seats)] if self.teams else [None] * seats
        )
        self.bases: list[int] = []
        self.owners: list[int | None] = []
        self.made: list[tuple[Zoned, int | None]] = []
        for zone in game.zones:
            self.bases.append(len(self.made))
            for part in self._parts(zone, game, seats):
                self.made.append((zone, part))
                self.owners.append(part if zone.per == "player" else None)
        self.cards = [CardsOfZone(at, game.values_of) for at in range(len(self.made))]
        self.keys = {
            at: game.sorts[zone.number] for at, (zone, _) in enumerate(self.made) if zone.number in game.sorts
        }

    def _parts(self, zone: Zoned, game: Compiled, seats: int) -> list[int | None]:
        match zone.per:
            case "player":
                return list(range(seats))
            case "team":
                return list(range(self.teams))
            case "suit":
                return list(range(len(game.deck.suits)))
        return [None]

    def zones(self, game: Compiled, ids: list[str]) -> list[Zone]:
        """Return the zones of a new table."""
        made = []
        for zone, part in self.made:
            name = {"player": ids, "suit": game.deck.suits}.get(zone.per)
            suffix = "" if part is None else name[part] if name else str(part + 1)
            owner = ids[part] if zone.per == "player" and part is not None else None
            seen = self._seen(zone, part, ids)
            self_id = f"{zone.name}:{suffix}" if suffix else zone.name
            label = game.labels.get(zone.name, "")
            made.append(Zone(id=self_id, kind=zone.kind, owner=owner, viewers=seen, label=label))  # type: ignore[arg-type]
        return made

    def seen(self, at: int, ids: list[str]) -> Viewers:
        """Return the viewers that the document states for a zone."""
        return self._seen(*self.made[at], ids)

    def _seen(self, zone: Zoned, part: int | None, ids: list[str]) -> Viewers:
        if zone.seen in ("all", "nobody") or part is None:
            return "all" if zone.seen == "all" else "nobody"
        if zone.per == "player" and zone.seen == "owner":
            return [ids[part]]
        team = self.team[part] if zone.per == "player" else part
        return [id for seat, id in enumerate(ids) if self.team[seat] == team]


class Compiled:
    """A whole compiled document.

    The check fills everything in. After that, only one thing changes: functions for simulations are generated
    when they are first needed, up to the number of lines that `allowed` still has. `watch`: notes on games
    that are only tried; `parts`: the number of effects, moves with their choices, and nodes of all
    expressions.
    """

    def __init__(self, doc: Mapping[str, Any], deck: Deck, names: Names) -> None:
        self.doc, self.deck, self.names = doc, deck, names
        self.id = ""
        self.faces: dict[str, Face] = deck.faces
        self.zones: list[Zoned] = list(names.zones.values())
        self.labels: dict[str, str] = {}
        self.lexicon: Lexicon = {}
        self.variables: list[Variable] = list(names.variables.values())
        self.card_variables: list[str] = []
        self.team_size: int = doc["players"].get("team_size", 0)
        self.values_of = {code: kind.values for code, kind in deck.kinds.items()}
        self.values_of[""] = (UNSEEN, UNSEEN, *[0] * (len(deck.attributes) - 2))
        self.places = self.parts = 0
        self.start: Do = lambda r: False
        self.phases: dict[str, Phase] = {}
        self.triggers: list[tuple[Fn, Whole]] = []
        self.turn = ""
        self.leave: Whole | None = None
        self.cards_to: Fn | None = None
        self.standing: tuple[Fn, int] | None = None
        self.good: tuple[Fn, int] | None = None
        self.shows: list[Shown] = []
        self.marks: list[Shown] = []
        self.copies: Fn | None = None
        self.remove: tuple[Fn, int] | None = None
        self.sorts: dict[int, dict[str, Any]] = {}
        self.watch: Watch | None = None
        self.allowed = Allowance()
        self._shapes: dict[int, Shape] = {}
        self._faces = {"": deck.faces}

    def shape(self, seats: int) -> Shape:
        """Return the zones of a table with so many seats."""
        if seats not in self._shapes:
            self._shapes[seats] = Shape(self, seats)
        return self._shapes[seats]

    def faces_in(self, language: str) -> dict[str, Face]:
        """Return the kinds of cards, named in a language of the document."""
        if language not in self._faces:
            self._faces[language] = faces_of(self.doc, language)
        return self._faces[language]

    def begin(self, players: list[str], options: Any, rng: Rng, now: int) -> DataTable:
        """Return a table with its zones and variables, but without cards."""
        shape = self.shape(len(players))
        seats = [
            Player(id, side="" if shape.team[at] is None else str(shape.team[at]))
            for at, id in enumerate(players)
        ]
        values: dict[str, Any] = {}
        for one in self.variables:
            count = {"game": 0, "player": len(players), "team": shape.teams}[one.of]
            values[one.name] = (
                _copy(one.start) if one.of == "game" else [_copy(one.start) for _ in range(count)]
            )
        table = DataTable(players=seats, options=options, rng=rng, now=now, doc=self.id, values=values)
        for zone in shape.zones(self, players):
            table.add(zone)
        return table

    def pack(self, r: Run) -> list[str]:
        """Return all cards for these options and players.

        If a document asks for too many copies of the deck, this stops once the limit is exceeded.
        """
        copies = self.copies(r) if self.copies is not None else 1
        faces = []
        for code, kind in self.deck.kinds.items():
            if self.remove is not None:
                r.v[self.remove[1]] = r.cards[0][code]
                if self.remove[0](r):
                    continue
            faces += [code] * kind.count
        return faces * max(1, min(copies or 1, MOST_CARDS + 1))


def faces_of(doc: Mapping[str, Any], language: str) -> dict[str, Face]:
    """Return the kinds of cards of a checked document, named in one of its languages."""
    return deck_of(doc["deck"], ("deck",), lambda text: plain(text, language), Report()).faces


def _copy(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value
