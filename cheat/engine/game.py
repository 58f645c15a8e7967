"""The interface of a game: everything that the rest of the project needs from it.

A game is one object without state. It has a name and other texts, typed options, decision kinds, and methods
that change a `Table` and add events to it. Call it only through `cheat.engine.engine`.
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
from cheat.engine.options import Options, checked_options, known_values, spec_of, stored_options
from cheat.engine.rng import Rng
from cheat.engine.table import Badge, Decision, Event, Fact, Player, RememberedValue, Table
from cheat.errors import Refused
from cheat.i18n.addressed import Addressed, addressed_to
from cheat.i18n.messages import Language, Say, Text, Words, text

T = TypeVar("T", bound=Table)
O = TypeVar("O", bound=Options)  # noqa: E741 - T and O read best side by side


class Simulation(Protocol[T]):
    """A game that a search continues from a given table.

    Moves work as in a room, but send no messages. `cheat.engine.simulation` has the usual simulation. A game
    may have a faster simulation.
    """

    table: T

    def legal_moves(self) -> Mapping[str, Sequence[Form]]:
        """Return the forms of each player that can act now, clockwise from the first seat."""
        ...

    def act(self, player: str, name: str, args: Args, forms: Sequence[Form]) -> Sequence[Event]:
        """Carry out a move that one of the player's forms allows. Raises Refused."""
        ...

    def expire(self, now: int) -> Sequence[Event]:
        """Time out the decision whose time was up first."""
        ...


class Preset(Struct):
    """A named set of option values. All options that are not in the set have their defaults."""

    name: str
    options: dict[str, Any] = {}

    def view(self, say: Say) -> Preset:
        """Return the preset in the language of a reader."""
        return Preset(say(self.name), self.options)


class CardConservation(NamedTuple):
    """The fact that these zones together hold all of these cards. All players know this."""

    faces: list[str]
    zones: list[str]


MOMENT = "moment"
"""The key in `args` that names the moment at which a move of a game was offered."""
FEWEST = 2
"""Minimum number of active players for a game to go on, if no option sets it."""
NUMBER_WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


class Game(abc.ABC, Generic[T, O]):
    """The rules of one game. A method that raises Refused must not have changed the table yet."""

    id: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str]
    minutes: ClassVar[str]
    tags: ClassVar[tuple[str, ...]] = ()
    """Kinds of game by which players find it, as documents have them."""
    seats: ClassVar[tuple[int, int]]
    faces: ClassVar[dict[str, Face]]
    rules: ClassVar[str]
    presets: ClassVar[list[Preset]] = [Preset("Classic")]
    quick_play_options: ClassVar[dict[str, Any]] = {}
    """Options that replace the defaults in quick play, because its players have little time."""
    hints: ClassVar[dict[str, str]] = {}
    """Hints for newcomers, shown the first time that a move is offered or an event happens.

    Keys are the names of forms and the types of events.
    """
    addressed: ClassVar[Addressed] = Addressed()
    """Sentences such as “You lied!” for the player that an event is about."""
    lesson_options: ClassVar[dict[str, Any] | None] = None
    """Options of a first game against easy bots; None if the game offers no such lesson."""
    facts_differ: ClassVar[bool] = True
    """True if the result of `facts` depends on the viewer.

    Otherwise all viewers get the same facts.
    """
    options_type: type[O]
    table_type: type[T]
    decision_kinds: ClassVar[tuple[DecisionKind[Any], ...]] = ()
    slug: ClassVar[str] = ""
    """A short name that can be used in place of the id; empty if the game has none."""
    version: ClassVar[str] = ""
    """The version of the rules, if they have one."""
    source: ClassVar[bytes] = b""
    """The document from which the game was compiled; empty for a game in Python."""
    memory_bytes: ClassVar[int] = 0
    """Maximum size of the game in memory, in bytes, if it is a compiled document."""
    why_retired: ClassVar[Words] = ""
    """The reason why the game can no longer be played; empty if it can be played."""
    move_weights: ClassVar[Mapping[str, float]] = {}
    """Weights of moves, by name, for bots that know only forms. All other moves weigh 1."""
    bot_names: ClassVar[Sequence[str]] = ()
    """Names of the game's own bots, which are offered beside the usual levels."""
    bot_preferences: ClassVar[Sequence[Sequence[str]]] = ()
    """Lists of move names, best first.

    When a game begins, each of the game's own bots picks one of these lists at random.
    """
    look: ClassVar[Mapping[str, str]] = {}
    """Colours of the table as `#rrggbb`, and the name of a card back.

    A page may ignore or change them.
    """
    award_kinds: ClassVar[tuple[AwardKind, ...]] = ()
    refusals: ClassVar[tuple[str, ...]] = ()
    """Codes with which the rules refuse moves, besides the `reasons` of the decision kinds."""

    def in_language(self, language: str) -> Game[T, O]:
        """Return the game with texts in this language, or unchanged if it has no such texts.

        Texts that the game has only in English are translated later, when a reader gets them.
        """
        return self

    # Options

    def specs(self) -> list[OptionSpec]:
        """Return the specs of the options, which clients need to draw them."""
        return spec_of(self.options_type)

    def options(self, values: dict[str, Any]) -> O:
        """Return the options with these values, and defaults for the others. Raises BadValue."""
        return checked_options(self.options_type, values)

    def stored_options(self, values: dict[str, Any]) -> O:
        """Return the options from their stored form.

        Another release may have stored options, or choices of an option, that this release does not know.
        Defaults replace these.
        """
        return stored_options(self.options_type, values)

    def known_options(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values that this release knows.

        Another release may have stored options, or choices of an option, that this release does not have.
        """
        return known_values(self.options_type, values)

    def language_with_terms(self, language: Language) -> Language:
        """Return a copy of the language that can also translate the game's own words.

        A game without words of its own returns `language` itself.
        """
        return language

    # Before the game

    def min_players(self, options: O) -> int:
        """Return the number of players that a game needs to start. An option may set it."""
        return int(getattr(options, "min_players", self.seats[0]))

    def max_players(self, options: O) -> int:
        """Return the number of seats. An option may set it."""
        return int(getattr(options, "max_players", self.seats[1]))

    def too_few(self, options: O) -> Words:
        """Return the message for players that try to start with too few players."""
        number = Text(NUMBER_WORDS[self.min_players(options)])
        return text("{number} or more people required to start the game.", number=number)

    def settle_options(self, options: O) -> O:
        """Return the options in the form that the room stores, for example with a shorter text.

        Raises BadValue, with a sentence for players, if values contradict each other or a text is wrong.
        """
        return options

    def countdown(self, options: O) -> int | None:
        """Return the seconds after which the game starts by itself, once it has enough players.

        Each player that joins restarts the countdown. None means that the host starts the game. In games that
        have the options `start_mode` and `countdown_s`, these options set the result.
        """
        begins = getattr(options, "start_mode", "host")
        return int(getattr(options, "countdown_s", 0)) if begins == "countdown" else None

    # The game

    def new_table(self, players: Sequence[str], options: O, rng: Rng, now: int) -> T:
        """Return an empty table for the players with these ids, in seat order."""
        seats = [Player(id) for id in players]
        return self.table_type(players=seats, options=options, rng=rng, now=now)

    @abc.abstractmethod
    def deal(self, table: T, previous: T | None, host: str) -> None:
        """Deal on a table that has its players, options and random generator.

        After the deal, a decision is open. `previous` is the last table on which the room played this game;
        the rules can use it to find the next dealer. `host` is the id of the room's host. The host need not
        be a player.
        """

    @cached_property
    def _kinds_by_id(self) -> dict[str, DecisionKind[Any]]:
        return {kind.id: kind for kind in self.decision_kinds}

    def kind_of(self, decision: Decision) -> DecisionKind[T]:
        """Return the kind of an open decision. Raises KeyError."""
        return self._kinds_by_id[decision.name]

    def moves(self, table: T, player: str) -> list[Form]:
        """Return the forms that an active player has in all open decisions."""
        return self.legal_moves(table, (player,)).get(player, [])

    def legal_moves(self, table: T, among: Collection[str] | None = None) -> dict[str, list[Form]]:
        """Return the forms of all active players that have any, or only of players in `among`.

        All code that needs legal moves calls this method. Players are in clockwise order from the first seat,
        and each form names the moment of its decision. All tables share one object for a form that never
        changes, so forms are copied before the moment is added. Players with the same moment share the copy.
        """
        by_player: dict[str, list[Form]] = {}
        kinds = self._kinds_by_id
        for decision in table.decisions:
            kind = kinds[decision.name]
            players = kind.possible_players(table, decision)
            if among is not None:
                players = [id for id in players if id in among]
            if not players or not (forms := kind.forms_by_player(table, decision, players)):
                continue
            tied = _with_moment(table, decision, forms)
            by_player = _merged(table, by_player, tied) if by_player else tied
        return by_player

    def play(self, table: T, player: str, name: str, args: Args) -> None:
        """Carry out a move that `moves` offers, with `args` that have been checked.

        The kind of the decision carries out the move, in the method with the move's name.
        """
        values = dict(args)
        decision = table.decision_at(values.pop(MOMENT), player)
        self._kinds_by_id[decision.name].carry_out(table, player, name, values)

    def timeout(self, table: T, decision: Decision) -> None:
        """Let the kind of a decision handle its timeout."""
        self.kind_of(decision).expire(table, decision)

    def leave(self, table: T, player: str) -> None:
        """Take an active player out of the game for good.

        First, each decision that waits for the player is settled (`before_leave`). Then the player becomes
        inactive. Finally, the decisions that are still open go on without the player (`after_leave`).
        """
        for decision in list(table.decisions):
            if player in decision.players and table.player(player).active:
                self.kind_of(decision).before_leave(table, player)
        if table.result is None and table.player(player).active:
            open_decisions = list(table.decisions)
            table.depart(player)
            self.go_on_after_leave(table, player)
            for decision in open_decisions:
                if table.result is None and decision in table.decisions:
                    self.kind_of(decision).after_leave(table, player)

    def go_on_after_leave(self, table: T, player: str) -> None:
        """Go on without a player that has left, and move the cards of this player.

        When this is called, no decision waits for the player any more.
        """
        raise NotImplementedError

    def ends_without(self, table: T, player: str) -> bool:
        """Return whether the game ends for all when this active player leaves now.

        The game ends if the option `on_leave` is `abort`, or if fewer players would be left than the option
        `min_players` requires. Games without the option `min_players` require two.
        """
        fewest = getattr(table.options, "min_players", FEWEST)
        return len(table.active()) <= fewest or table.options.on_leave == "abort"

    # For searches

    def deck(self, options: O, seats: int) -> Sequence[str]:
        """Return all cards of the game, in any order.

        By default, these are the cards of a first deal.
        """
        table = self.new_table([str(seat) for seat in range(seats)], options, Rng("00" * 16), 0)
        self.deal(table, None, "")
        return [card for zone in table.zones.values() for card in zone.cards]

    def card_conservation(self, table: T) -> list[CardConservation]:
        """Return which zones together hold which cards, as all players know from the deal."""
        return []

    def fit_to_hidden_cards(self, table: T, viewer: str | None, rng: Rng) -> None:
        """Fill in the fields that `conceal` has blanked, to fit the cards of an imagined table.

        On an imagined table, guesses replace the cards that the bot in the viewer's seat cannot see.
        """

    def evaluate(self, table: T) -> dict[str, float]:
        """Return a score for each active player of an unfinished game. A higher score is better.

        Scores may have any size, but a difference of one must be a clear advantage. Bots that do not look
        ahead to the end of the game use the scores. A game need not override this method if it has its own
        bots and they evaluate tables themselves.
        """
        return {}

    def quick_simulation(self, table: T) -> Simulation[T] | None:
        """Return a faster simulation of a table for a search, or None if there is none."""
        return None

    # Refusing

    def refusal(self, table: T, player: str, name: str, args: Args) -> Refused:
        """Return the reason for refusing a move that is not offered now.

        If several open decisions give a reason, the reason of the decision opened last is returned.
        """
        moment = args.get(MOMENT)
        now = [decision.moment_of(player) for decision in table.decisions]
        if type(moment) is int and 0 < moment <= table.moment and moment not in now:
            return Refused("Too late: the game has moved on.", "stale_move")
        if refusal := self.explanation(table, player, name, args):
            return refusal
        for decision in reversed(table.decisions):
            if refusal := self.kind_of(decision).refusal(table, player, name):
                return refusal
        if table.turn not in (None, player):
            return Refused("It isn't your turn.", "not_your_turn")
        return Refused("You can't do that now.")

    def explanation(self, table: T, player: str, name: str, args: Args) -> Refused | None:
        """Return the reason why these values cannot be chosen, if an open decision gives one."""
        kinds = [self.kind_of(decision) for decision in table.decisions if player in decision.players]
        return next((refusal for kind in kinds if (refusal := kind.explain(table, player, name, args))), None)

    # Views

    def prompt(self, table: T, player: str | None) -> Words:
        """Return one sentence about the game's present step, for this viewer."""
        words = self.kind_of(table.decisions[0]).prompt(table, player)
        return addressed_to(words, player) if player else words

    def must_hurry(self, table: T) -> Collection[str]:
        """Return players that should react at once, although no decision of theirs has a time limit."""
        return ()

    def situation(self, table: T, player: str | None) -> Words:
        """Return a sentence about this viewer's situation, or "" if the prompt says enough.

        By default, spectators read what players may do in other decisions than the first one.
        """
        asides = () if player else map(self.kind_of, table.decisions[1:])
        return next((words for kind in asides if (words := kind.aside(table))), "")

    def groups(self, table: T, player: str) -> Mapping[str, list[list[int]]]:
        """Return the cards of a player's zones that belong together: zone -> groups of indexes."""
        return {}

    def facts(self, table: T, player: str | None) -> list[Fact]:
        """Return the facts that this viewer needs at a glance, besides the zones.

        Players appear as `{p1}`. A game whose facts depend on the viewer sets `facts_differ`.
        """
        return []

    def conceal(self, table: T, viewer: str | None) -> None:
        """Blank the fields of the table that this viewer may not know. Leave the zones alone."""

    def remembered_values(self, table: T, viewer: str | None) -> list[RememberedValue]:
        """Return the values that the rules remember besides the zones.

        The author of a game sees them. If `viewer` is None, returns the values of the game, otherwise the
        values of this player.
        """
        return []

    def badges(self, table: T, player: str) -> list[Badge]:
        """Return the public badges that all decision kinds give a player."""
        return [badge for kind in self._kinds_with_badges for badge in kind.badges(table, player)]

    @cached_property
    def _kinds_with_badges(self) -> list[DecisionKind[Any]]:
        """The decision kinds that give any badges."""
        default_badges = DecisionKind.badges.__func__  # type: ignore[attr-defined]
        return [kind for kind in self.decision_kinds if kind.badges.__func__ is not default_badges]  # type: ignore[attr-defined]

    def awards(self, table: T) -> list[Award]:
        """Return the awards for the finished game on this table."""
        return [award for kind in self.award_kinds if (award := kind.award(table.players))]


AnyGame = Game[Any, Any]


def _with_moment(
    table: Table, decision: Decision, forms_by_player: dict[str, list[Form]]
) -> dict[str, list[Form]]:
    """Return copies of these forms of a decision. Each copy has the moment of the decision.

    The players are in clockwise order. Players that share a form also share the copy, except players with a
    moment of their own.
    """
    if len(forms_by_player) == 1:
        ((player, forms),) = forms_by_player.items()
        ties, copies = {MOMENT: decision.moment_of(player)}, []
        for form in forms:
            copies.append(replace(form, ties=ties))
        return {player: copies}
    own_moments, ties = decision.own_moments, {MOMENT: decision.moment}
    tied: dict[str, list[Form]] = {}
    copies_by_form: dict[int, Form] = {}
    previous_forms: list[Form] = []
    for seat in table.players:
        if (player_id := seat.id) in forms_by_player:
            forms = forms_by_player[player_id]
            if player_id in own_moments:
                tied[player_id] = _copies(forms, {MOMENT: own_moments[player_id]}, {})
            else:
                if forms is not previous_forms:  # usually, players with the same moves share one list object
                    previous_forms, copies = forms, _copies(forms, ties, copies_by_form)
                tied[player_id] = copies
    return tied


def _copies(forms: list[Form], ties: dict[str, int], copies_by_form: dict[int, Form]) -> list[Form]:
    """Return copies of forms with these ties: args that every move with the form must contain.

    `copies_by_form` maps the `id` of a form to its copy. A form that already has a copy there is not copied
    again. New copies are added to `copies_by_form`.
    """
    copies = []
    for form in forms:
        key = id(form)
        if key not in copies_by_form:
            copies_by_form[key] = replace(form, ties=ties)
        copies.append(copies_by_form[key])
    return copies


def _merged(
    table: Table, earlier: dict[str, list[Form]], later: dict[str, list[Form]]
) -> dict[str, list[Form]]:
    """Return the forms of each player: those of earlier decisions, then those of later ones.

    The players are in clockwise order.
    """
    by_player = {
        player.id: [*earlier.get(player.id, ()), *later.get(player.id, ())] for player in table.players
    }
    return {id: forms for id, forms in by_player.items() if forms}
