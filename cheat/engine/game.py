"""The contract of a game: everything that the rest of the project asks one.

A game is one object that holds no state: facts, typed options, the kinds of decisions that it asks
for, and methods that change a `Table` and tell what happened. Call it only through `cheat.engine.engine`.
"""

from __future__ import annotations

import abc
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cheat.engine.awards import Award, AwardKind
from cheat.engine.cards import Face
from cheat.engine.decisions import DecisionKind
from cheat.engine.forms import Args, Form, OptionSpec
from cheat.engine.options import Options, checked, known, spec_of, stored_options
from cheat.engine.rng import Rng
from cheat.engine.table import Decision, Event, Fact, Kept, Mark, Player, Table
from cheat.errors import Refused
from cheat.i18n.messages import Language, Say, Text, Words, text

T = TypeVar("T", bound=Table)
O = TypeVar("O", bound=Options)  # noqa: E741 - T and O read best side by side


class Simulation(Protocol[T]):
    """Plays a table on for a search: the same moves as in a room, without messages for players.

    `cheat.engine.simulation` has the usual one; a game may have a quicker one.
    """

    table: T

    def to_act(self) -> Mapping[str, Sequence[Form]]:
        """Return the forms of each player who can act now, clockwise from the first seat."""
        ...

    def act(self, player: str, name: str, args: Args, forms: Sequence[Form]) -> Sequence[Event]:
        """Carry out a move that one of the player's forms allows. Raises Refused."""
        ...

    def expire(self, now: int) -> Sequence[Event]:
        """Apply the first decision whose time is up."""
        ...


class Preset(Struct):
    """A named choice of options: these values, defaults elsewhere."""

    name: str
    options: dict[str, Any] = {}

    def view(self, say: Say) -> Preset:
        """The preset in the words of a reader."""
        return Preset(say(self.name), self.options)


class CardConservation(NamedTuple):
    """These cards are in these zones, each in one of them."""

    faces: list[str]
    zones: list[str]


MOMENT = "moment"
"""What ties the moves of a game to the moment in which they were offered."""
FEWEST = 2
"""Nobody plays on alone."""
NUMBER_WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


class Game(abc.ABC, Generic[T, O]):
    """One set of rules. Methods may raise Refused, before they have changed anything."""

    id: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str]
    minutes: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    faces: ClassVar[dict[str, Face]]
    rules: ClassVar[str]
    presets: ClassVar[list[Preset]] = [Preset("Classic")]
    quick: ClassVar[dict[str, Any]] = {}
    """Options of quick play that are not the defaults: who wants to play at once has little time."""
    hints: ClassVar[dict[str, str]] = {}
    """What a newcomer is told when a move is offered, or an event happens, for the first time: by the name of
    the form or the type of the event.
    """
    lesson: ClassVar[dict[str, Any] | None] = None
    """Options of a first game, with easy bots; None where there is none."""
    facts_differ: ClassVar[bool] = True
    """Whether its facts depend on who looks; where they do not they are asked for once a version."""
    options_type: type[O]
    table_type: type[T]
    asks: ClassVar[tuple[DecisionKind[Any], ...]] = ()
    slug: ClassVar[str] = ""
    """A short name by which it is found, where its id is another one."""
    version: ClassVar[str] = ""
    """That of the rules, where they have one."""
    source: ClassVar[bytes] = b""
    """The document that it was compiled from; empty for a module."""
    weight: ClassVar[int] = 0
    """Bytes that it takes at most, where it is data that was compiled."""
    gone: ClassVar[Words] = ""
    """Why nobody can play it any more; empty for every game that is there."""
    weights: ClassVar[Mapping[str, float]] = {}
    """How often bots that know only forms choose a move, by its name; 1 where nothing is said."""
    opponents: ClassVar[Sequence[str]] = ()
    """Bots that it brings along, by their names: they are offered beside the usual levels."""
    orders: ClassVar[Sequence[Sequence[str]]] = ()
    """Names of moves, most wanted first: each of these bots goes by one of the orders."""
    look: ClassVar[Mapping[str, str]] = {}
    """Colours of its table as `#rrggbb`, and the name of a back: what a page may do without, or change."""
    honours: ClassVar[tuple[AwardKind, ...]] = ()
    refusals: ClassVar[tuple[str, ...]] = ()
    """Codes that its rules refuse moves with, beside the reasons of its asks."""

    def told_in(self, language: str) -> Game[T, O]:
        """The same game with its facts in a language, where it brings words of its own; they are said in a
        reader's language afterwards.
        """
        return self

    # Options

    def specs(self) -> list[OptionSpec]:
        """The options as clients get them."""
        return spec_of(self.options_type)

    def options(self, values: dict[str, Any]) -> O:
        """The options with these values, defaults elsewhere. Raises BadValue with what is wrong."""
        return checked(self.options_type, values)

    def stored_options(self, values: dict[str, Any]) -> O:
        """The options out of their stored form: what this release does not know has its default."""
        return stored_options(self.options_type, values)

    def known(self, values: dict[str, Any]) -> dict[str, Any]:
        """Those of these values that this release knows; another one may have more names, and more values."""
        return known(self.options_type, values)

    def spoken_in(self, language: Language) -> Language:
        """The language of a reader, with the words of the game's own in it."""
        return language

    # Before the game

    def least(self, options: O) -> int:
        """The number of players without which a game does not start; an option may say it."""
        return int(getattr(options, "min_players", self.seats[0]))

    def most(self, options: O) -> int:
        """The number of seats; an option may say it."""
        return int(getattr(options, "max_players", self.seats[1]))

    def too_few(self, options: O) -> Words:
        """The sentence for a start with too few players."""
        number = Text(NUMBER_WORDS[self.least(options)])
        return text("{number} or more people required to start the game.", number=number)

    def settle_options(self, options: O) -> O:
        """The options as the room keeps them. Raises BadValue with a readable sentence where values do not
        go together, or a text is wrong.
        """
        return options

    def countdown(self, options: O) -> int | None:
        """Seconds after which the game begins by itself once enough players are there; joining starts
        them afresh. None: the host starts it. Options may say it.
        """
        begins = getattr(options, "start_mode", "host")
        return int(getattr(options, "countdown_s", 0)) if begins == "countdown" else None

    # The game

    def new_table(self, players: Sequence[str], options: O, rng: Rng, now: int) -> T:
        """An empty table for these players, by their ids in seat order."""
        seats = [Player(id) for id in players]
        return self.table_type(players=seats, options=options, rng=rng, now=now)

    @abc.abstractmethod
    def deal(self, table: T, previous: T | None, host: str) -> None:
        """Make the first move possible on a table that has its players, options and generator. `previous` is
        the table of the last game of this kind in the room, for the dealer to move on; `host` is the id of
        the room's host, who need not be a player.
        """

    @cached_property
    def _asks_by_id(self) -> dict[str, DecisionKind[Any]]:
        return {ask.id: ask for ask in self.asks}

    def ask_of(self, decision: Decision) -> DecisionKind[T]:
        """The kind of an awaited decision. Raises KeyError."""
        return self._asks_by_id[decision.name]

    def moves(self, table: T, player: str) -> list[Form]:
        """What this active player may do now: the forms of all that is asked."""
        return self.to_act(table, (player,)).get(player, [])

    def to_act(self, table: T, among: Collection[str] | None = None) -> dict[str, list[Form]]:
        """The moves of all active players who have any, or of those `among` these, clockwise from the first
        seat. Each is tied to the moment in which it is asked: the single source of what is allowed. Forms are
        copied: those that are always the same are made only once, and tied once for all who share a moment.
        """
        offers: dict[str, list[Form]] = {}
        asks = self._asks_by_id
        for decision in table.decisions:
            ask = asks[decision.name]
            players = ask.among(table, decision)
            if among is not None:
                players = [id for id in players if id in among]
            if not players or not (offered := ask.offered(table, decision, players)):
                continue
            tied = _tied(table, decision, offered)
            offers = _together(table, offers, tied) if offers else tied
        return offers

    def play(self, table: T, player: str, name: str, args: Args) -> None:
        """Carry out a move that `moves` offers and whose `args` were checked: the method of its name."""
        values = dict(args)
        decision = table.asked_at(values.pop(MOMENT), player)
        self._asks_by_id[decision.name].carry_out(table, player, name, values)

    def timeout(self, table: T, decision: Decision) -> None:
        """Time is up for a decision: do what its ask says happens without the player."""
        self.ask_of(decision).expire(table, decision)

    def leave(self, table: T, player: str) -> None:
        """An active player is gone for good: what they are asked is settled, they are out, and what is
        still asked then goes on without them.
        """
        for decision in list(table.decisions):
            if player in decision.players and table.player(player).active:
                self.ask_of(decision).gone(table, player)
        if table.result is None and table.player(player).active:
            awaited = list(table.decisions)
            table.depart(player)
            self.departed(table, player)
            for decision in awaited:
                if table.result is None and decision in table.decisions:
                    self.ask_of(decision).without(table, player)

    def departed(self, table: T, player: str) -> None:
        """A player has left the table and is waited for by nothing: what becomes of the cards, and how it
        goes on.
        """
        raise NotImplementedError

    def ends_without(self, table: T, player: str) -> bool:
        """Whether the game is over for all when this active player leaves now; options may say so: by the
        value `abort` of `on_leave`, and by `min_players`, if fewer are not to go on.
        """
        fewest = getattr(table.options, "min_players", FEWEST)
        return len(table.active()) <= fewest or table.options.on_leave == "abort"

    # For those who look ahead

    def deck(self, options: O, seats: int) -> Sequence[str]:
        """All cards there are, in any order; unless this says more, what a deal puts on the table."""
        table = self.new_table([str(seat) for seat in range(seats)], options, Rng("00" * 16), 0)
        self.deal(table, None, "")
        return [card for zone in table.zones.values() for card in zone.cards]

    def certain(self, table: T) -> list[CardConservation]:
        """What everybody knows of hidden cards by the way they were dealt, of a table just dealt."""
        return []

    def reimagine(self, table: T, viewer: str | None, rng: Rng) -> None:
        """Fill in what `conceal` blanked, so that it goes with the cards of a table that was imagined for
        this viewer.
        """

    def promises(self, table: T) -> dict[str, float]:
        """How well active players stand while nobody has won, for bots that do not look as far as the end: on
        any scale in which one more is a clear advantage. A game whose bots say it need not.
        """
        return {}

    def ahead(self, table: T) -> Simulation[T] | None:
        """A quicker way to play a table on, for whoever looks ahead on it; None where there is only the usual
        one.
        """
        return None

    # Refusing

    def refusal(self, table: T, player: str, name: str, args: Args) -> Refused:
        """Why a move that is not offered now is refused. What was asked beside the rest says it first."""
        moment = args.get(MOMENT)
        now = [decision.moment_of(player) for decision in table.decisions]
        if type(moment) is int and 0 < moment <= table.moment and moment not in now:
            return Refused("Too late: that moment has passed.", "stale_move")
        if refused := self.explained(table, player, name, args):
            return refused
        for decision in reversed(table.decisions):
            if refused := self.ask_of(decision).refusal(table, player, name):
                return refused
        if table.turn not in (None, player):
            return Refused("It is not your turn.", "not_your_turn")
        return Refused("You cannot do that now.")

    def explained(self, table: T, player: str, name: str, args: Args) -> Refused | None:
        """What those asks that await this player say of values that cannot be chosen."""
        asked = [self.ask_of(one) for one in table.decisions if player in one.players]
        return next((why for ask in asked if (why := ask.explain(table, player, name, args))), None)

    # What people see

    def prompt(self, table: T, player: str | None) -> Words:
        """One sentence that tells this viewer what is going on."""
        return self.ask_of(table.decisions[0]).prompt(table, player)

    def situation(self, table: T, player: str | None) -> Words:
        """How it stands for this viewer, where that is worth a sentence beside the prompt; else empty."""
        return ""

    def facts(self, table: T, player: str | None) -> list[Fact]:
        """What this viewer needs to know at a glance, besides the zones; players as `{p1}`. A game in which
        that depends on who looks says so (`facts_differ`).
        """
        return []

    def conceal(self, table: T, viewer: str | None) -> None:
        """Blank what the fields of the table (not its zones) say that this viewer may not know."""

    def keeps(self, table: T, viewer: str | None) -> list[Kept]:
        """What the rules remember beside the zones: that of the game without a viewer, else that of this
        player alone. For who makes the game; nobody else is shown it.
        """
        return []

    def marks(self, table: T, player: str) -> list[Mark]:
        """Small public facts about a player: those of all asks."""
        return [mark for ask in self._marking for mark in ask.marks(table, player)]

    @cached_property
    def _marking(self) -> list[DecisionKind[Any]]:
        """The asks that mark somebody at all."""
        return [ask for ask in self.asks if ask.marks.__func__ is not DecisionKind.marks.__func__]  # type: ignore[attr-defined]

    def awards(self, table: T) -> list[Award]:
        """For whom there is an award at the end, of those that this game has."""
        return [award for one in self.honours if (award := one.award(table.players))]


AnyGame = Game[Any, Any]


def _tied(table: Table, decision: Decision, offered: dict[str, list[Form]]) -> dict[str, list[Form]]:
    """What a decision offers, clockwise and tied to its moment. Who share a form share its copy."""
    if len(offered) == 1:
        ((player, forms),) = offered.items()
        ties, copies = {MOMENT: decision.moment_of(player)}, []
        for form in forms:
            copies.append(replace(form, ties=ties))
        return {player: copies}
    own, ties = decision.own, {MOMENT: decision.moment}
    tied: dict[str, list[Form]] = {}
    once: dict[int, Form] = {}
    last: list[Form] = []
    for one in table.players:
        if (id := one.id) in offered:
            forms = offered[id]
            if id in own:
                tied[id] = _copies(forms, {MOMENT: own[id]}, {})
            else:
                if forms is not last:  # whoever can do the same is mostly offered the same list
                    last, copies = forms, _copies(forms, ties, once)
                tied[id] = copies
    return tied


def _copies(forms: list[Form], ties: dict[str, int], once: dict[int, Form]) -> list[Form]:
    """Copies of forms, with ties; those that were copied `once` are the same again."""
    copies = []
    for form in forms:
        key = id(form)
        if key not in once:
            once[key] = replace(form, ties=ties)
        copies.append(once[key])
    return copies


def _together(
    table: Table, some: dict[str, list[Form]], more: dict[str, list[Form]]
) -> dict[str, list[Form]]:
    """What two decisions offer, clockwise."""
    both = {one.id: [*some.get(one.id, ()), *more.get(one.id, ())] for one in table.players}
    return {id: forms for id, forms in both.items() if forms}
