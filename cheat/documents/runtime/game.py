"""The game of a document, as the engine and rooms use it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property
from typing import Any, get_type_hints

from cheat.documents.check.scope import Variable
from cheat.documents.check.texts import AUTONYMS, languages_of
from cheat.documents.compile.compiled import UNSEEN, Compiled, ShownValue, faces_of
from cheat.documents.compile.legal_moves import is_asked
from cheat.documents.compile.names import cards_stored
from cheat.documents.parse.decks import MOST_CARDS
from cheat.documents.parse.looks import look_of
from cheat.documents.parse.types import item_of
from cheat.documents.runtime.phases import EndGameWhenBroken, RefuseWhenBroken, Step
from cheat.documents.runtime.simulation import HushedTable
from cheat.documents.runtime.state import Broken, Run
from cheat.documents.runtime.trial_notes import TrialNotes
from cheat.documents.runtime.words import in_words, plain, size_of
from cheat.engine.cards import Face
from cheat.engine.decisions import DecisionKind
from cheat.engine.forms import Args, Form
from cheat.engine.game import Game, Preset
from cheat.engine.options import Option, Options, choice, flag, options_type, whole
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.engine.rounds import BetweenRounds
from cheat.engine.table import Badge, Decision, Fact, RememberedValue, Zone
from cheat.engine.visibility import sees
from cheat.errors import Refused
from cheat.i18n.messages import Language, Text, Words, all_of, text

LOOKING, LOOKING_AT_ONE = 10_000, 5_000
"""Most steps for the facts of a table, and for the marks or for the prompt of one player."""
MOST_SHOWN, MOST_SHOWN_OF_ONE = 4_000, 1_000
"""Most bytes of the facts of a table, and of the marks or the prompt of one player.

Every answer contains them, so further facts and marks are not shown.
"""
MOST_KEPT = 64_000
"""Most bytes of shown variables. Only a player trying a game alone sees them."""
AROUND_SHOWN = 40
"""Bytes of a fact or a mark without its words."""
LEAST_WEIGHT = 1_000_000
"""The fewest bytes to count for a compiled document.

A document with few expressions takes this much if it has the most of everything else.
"""
WEIGHT_OF_PART, WEIGHT_OF_FUNCTION, WEIGHT_OF_PICK = 750, 1_500, 3_500
"""Bytes of each effect, move and node of an expression, of each function, and each choice.

They count emitters and what is generated from them: as long as a function has not been called, its emitters
are there, and afterwards its code.
"""


class PhaseAsk(DecisionKind[DataTable]):
    """The decision of one phase of a document."""

    def __init__(self, game: Compiled, name: str) -> None:
        self.game, self.phase, self.id = game, game.phases[name], name  # type: ignore[misc]

    def forms(self, t: DataTable, player: str) -> list[Form]:
        """Return the moves of this phase for a player."""
        seat = _seat(t, player)
        r = Run(self.game, t, seat)
        choosing = self.phase.moves_when_asked if is_asked(r, t.decisions[0]) else self.phase.moves_of_others
        return choosing.legal_forms(r)

    def possible_players(self, t: DataTable, decision: Decision) -> list[str]:
        """Return the players that are asked; if the phase has moves for others, all active players."""
        return t.active() if self.phase.moves_of_others.moves else decision.players

    def carry_out(self, t: DataTable, player: str, name: str, values: Args) -> None:
        """Carry out a move that was accepted."""
        decision = self.current(t)
        with RefuseWhenBroken(self.game):
            Step(self.game, t, _seat(t, player)).play(self.phase, decision, name, values)

    def expire(self, t: DataTable, decision: Decision) -> None:
        """Handle the end of the time."""
        with EndGameWhenBroken(self.game, t):
            Step(self.game, t, t.seat).time_out(self.phase, decision)

    def prompt(self, t: DataTable, player: str | None) -> Words:
        """Return the prompt of the document for a player that is asked.

        For any other player, the prompt says for which players the game waits.
        """
        waiting = t.decisions[0].waits_for()
        if player not in waiting:
            return text("Waiting for {asked}.", asked=all_of(waiting)) if waiting else "One moment, please."
        if self.phase.prompt is None:
            return "It is your turn."
        r = Run(self.game, t, _seat(t, player or ""))
        r.fuel, r.words_left = LOOKING_AT_ONE, MOST_SHOWN_OF_ONE
        try:
            template, args, by = self.phase.prompt.fill(r, [])
        except Broken:
            return "It is your turn."
        return Text(template, {**args, "by": player or ""} if by else args)


class NextRound(BetweenRounds):
    """The pause between two rounds of a document."""

    def __init__(self, game: Compiled) -> None:
        self.game = game

    def begin_round(self, t: Any) -> None:
        """Begin the phase that follows the pause."""
        with EndGameWhenBroken(self.game, t):
            step = Step(self.game, t, t.seat)
            step.r.transition = ("go", t.after_pause, t.seat)
            t.decisions = []
            step.go_on()
            step.close()

    def prompt(self, t: Any, player: str | None) -> Words:
        """Return the prompt, the same for all players."""
        return "The next round begins when all are ready."


class DocumentGame(Game[DataTable, Options]):
    """The rules of a document, compiled when they are first needed. It holds no state."""

    table_type = DataTable
    facts_differ = False
    refusals = ("rules_broken",)

    def __init__(
        self,
        doc: Mapping[str, Any],
        id: str,
        compile: Callable[[], Compiled],
        source: bytes,
        language: str = "",
    ) -> None:
        self.id, self.source = id, source  # type: ignore[misc]
        self._doc, self._compile, self._language = doc, compile, language
        self.slug, self.version = doc["id"], doc.get("version", "1.0.0")  # type: ignore[misc]
        self.name, self.summary = self._say(doc["name"]), self._say(doc.get("summary", ""))  # type: ignore[misc]
        self.minutes, self.rules = str(doc.get("minutes", "")), self._say(doc.get("rules", ""))  # type: ignore[misc]
        self.seats = doc["players"]["min"], doc["players"]["max"]  # type: ignore[misc]
        self.move_weights = doc.get("bots", {}).get("weights", {})  # type: ignore[misc]
        self.script: Mapping[str, Any] = doc.get("bots", {}).get("script", {})
        self.bot_names = list(self.script.get("opponents", {}))  # type: ignore[misc]
        self.bot_preferences = self.script.get("orders", [])  # type: ignore[misc]
        self.look = look_of(doc)  # type: ignore[misc]
        self.presets = [  # type: ignore[misc]
            Preset(self._say(one["name"]), dict(one.get("options", {}))) for one in doc.get("presets", [])
        ] or [Preset("Classic")]
        self._spoken: dict[int, Language] = {}

    def _say(self, text: Any) -> str:
        return plain(text, self._language)

    def in_language(self, language: str) -> DocumentGame:
        """Return the game with its facts in a language; the same object if the document lacks that."""
        if language not in self._languages:
            return self
        return DocumentGame(self._doc, self.id, lambda: self.compiled, self.source, language)

    def language_with_terms(self, language: Language) -> Language:
        """Return the language with the texts of the document added.

        Two calls for the same language return the same object.
        """
        if language.tag not in self._languages:
            return language
        spoken = self._spoken.get(id(language))
        if spoken is None:
            words = self.compiled.lexicon.get(language.tag, {})
            spoken = self._spoken.setdefault(id(language), language.with_terms(words))
        return spoken

    def with_trial_notes(self, watch: TrialNotes) -> DocumentGame:
        """Return the same game, which notes in `watch` what happens in it."""
        compiled = copy(self.compiled)
        compiled.trial_notes = watch
        return DocumentGame(self._doc, self.id, lambda: compiled, self.source, self._language)

    @property
    def doc(self) -> Mapping[str, Any]:
        """The document itself, for its facts. Reading it compiles nothing."""
        return self._doc

    # Made when first needed, since most games of a catalogue are listed but not played

    @cached_property
    def _languages(self) -> list[str]:
        """The languages of the document.

        They are cached, since finding them takes a walk through the document, and each answer needs them.
        """
        return languages_of(self._doc)

    @cached_property
    def compiled(self) -> Compiled:
        """The document as functions."""
        made = self._compile()
        made.id = self.id
        return made

    @cached_property
    def memory_bytes(self) -> int:  # type: ignore[override]
        """The most bytes that the game takes. Nearly all of them are the functions of its rules."""
        made = self.compiled
        parts, picks = WEIGHT_OF_PART * made.parts, WEIGHT_OF_PICK * made.picks
        return max(LEAST_WEIGHT, parts + picks + WEIGHT_OF_FUNCTION * made.functions)

    @cached_property
    def decision_kinds(self) -> tuple[DecisionKind[Any], ...]:  # type: ignore[override]
        """The decisions of the phases, and the pause between rounds."""
        phases = [PhaseAsk(self.compiled, name) for name in self.compiled.phases]
        return (*phases, NextRound(self.compiled))

    @cached_property
    def options_type(self) -> type[Options]:  # type: ignore[override]
        """The options of the document, and those that every document has."""
        return options_type("DocumentOptions", *_options(self._doc, self._language))

    @cached_property
    def faces(self) -> dict[str, Face]:  # type: ignore[override]
        """The kinds of cards."""
        return faces_of(self._doc, self._language)

    # The game

    def new_table(self, players: Sequence[str], options: Options, rng: Rng, now: int) -> DataTable:
        """Return an empty table with the zones of the document."""
        return self.compiled.begin(list(players), options, rng, now)

    def deal(self, table: DataTable, previous: DataTable | None, host: str) -> None:
        """Put all cards into the first zone, and carry out “start”."""
        stated, game = self.compiled.doc["players"], self.compiled
        count = len(table.players)
        if count not in stated.get("allowed", [count]) or count % (game.team_size or 1):
            raise Refused(text("This game cannot be played by {count}.", count=count))
        with RefuseWhenBroken(game):
            step = Step(game, table, 0)
            step.r.zones[0].cards = game.pack(step.r)
            if len(step.r.zones[0].cards) > MOST_CARDS:
                raise Broken("too_many_cards")
            table.turn = table.players[0].id
            assert game.start is not None, "each document has effects with which it begins"
            step.run(game.start)
            step.go_on()
            step.close()
            if not table.events:
                table.tell("begun", tone="quiet")

    def deck(self, options: Options, seats: int) -> Sequence[str]:
        """Return the cards of a game with these options."""
        table = self.new_table([str(seat) for seat in range(seats)], options, Rng("00" * 16), 0)
        return self.compiled.pack(Run(self.compiled, table, 0))

    def leave(self, table: DataTable, player: str) -> None:
        """Take a player out for good."""
        with EndGameWhenBroken(self.compiled, table):
            step = Step(self.compiled, table, table.seat)
            step.leave(_seat(table, player))
            step.close()
        if table.player(player).active:  # the rules exceeded a limit before the player was out
            table.depart(player)

    # Shown to players

    def facts(self, table: DataTable, player: str | None) -> list[Fact]:
        """Return the facts that the document shows."""
        r = Run(self.compiled, table, table.seat)
        r.fuel, r.words_left = LOOKING, MOST_SHOWN
        tag, made = getattr(table.options, "language", ""), list[Fact]()
        with suppress(Broken):
            for one in self.compiled.shows:
                if _holds(one, r) and one.value is not None and one.type is not None:
                    label = plain(one.label, tag)
                    r.say(AROUND_SHOWN + size_of(label))
                    made.append(Fact(label, _words(in_words(r, one.value.run(r), one.type))))
        return made

    def badges(self, table: DataTable, player: str) -> list[Badge]:
        """Return the marks that the document gives a player, and in a pause whether they are ready."""
        r = Run(self.compiled, table, _seat(table, player))
        r.fuel, r.words_left = LOOKING_AT_ONE, MOST_SHOWN_OF_ONE
        tag, made = getattr(table.options, "language", ""), list[Badge]()
        with suppress(Broken):
            for one in self.compiled.marks:
                if _holds(one, r):
                    words = plain(one.label, tag)
                    label: Words = words
                    r.say(AROUND_SHOWN + size_of(words))
                    if one.value is not None and one.type is not None:
                        value = _words(in_words(r, one.value.run(r), one.type))
                        label = text("{label}: {value}", label=Text(words), value=value)
                    made.append(Badge(label, one.tone))
        return made + BetweenRounds.badges(table, player)

    def remembered_values(self, table: DataTable, viewer: str | None) -> list[RememberedValue]:
        """Return the variables of the game, or of a player and their team.

        Variables of a team are shown for the first of its players. `viewer`: the player, None for the game.
        """
        r = Run(self.compiled, table, table.seat if viewer is None else _seat(table, viewer))
        r.words_left = MOST_KEPT
        side = [id for seat, id in enumerate(r.seats) if r.shape.team[seat] == r.shape.team[r.me]]
        owners = {"player": [viewer or ""], "team": side} if viewer is not None else {"game": []}
        return [
            RememberedValue(one.name, _words(in_words(r, _value_of(r, one), one.type)), owners[one.of])
            for one in self.compiled.variables
            if one.of in owners and (one.of != "team" or viewer == side[0])
        ]

    def conceal(self, table: DataTable, viewer: str | None) -> None:
        """Hide from a viewer the cards in variables that they cannot see, and secrets of others."""
        zones = list(table.zones.values())
        for one in self.compiled.variables:
            held = table.values[one.name]
            if one.name in self.compiled.card_variables:
                table.values[one.name] = _blanked(held, lambda at: sees(zones[at].viewers, viewer))
            elif one.secret and isinstance(held, list):
                table.values[one.name] = [
                    value if table.players[seat].id == viewer else _like(value)
                    for seat, value in enumerate(held)
                ]

    def fit_to_hidden_cards(self, table: DataTable, viewer: str | None, rng: Rng) -> None:
        """Fill in hidden cards of variables by chance, and give zones cards that conclusions demand."""
        zones = list(table.zones.values())
        for claim in table.conclusions:
            zone = table.zones[claim.zone]
            if claim.is_there and not sees(zone.viewers, viewer):
                _granted(table, viewer, claim.zone, claim.faces)
        for name in self.compiled.card_variables:
            table.values[name] = _imagined(table.values[name], lambda at: zones[at].cards, rng)

    def evaluate(self, table: DataTable) -> dict[str, float]:
        """Return how good each player's position is in comparison with those of the others."""
        game = self.compiled
        step, of = Step(game, table, table.seat, hushed=True), game.good or game.standing
        worth = {step.r.seats[seat]: step.value_for(of, seat) for seat in step.r.active}
        numbers = [value for value in worth.values() if type(value) in (int, bool)]
        if len(numbers) < len(worth):
            return dict.fromkeys(worth, 0.0)
        mean = sum(numbers) / len(numbers)
        spread = max(LEAST_SPREAD, max(numbers) - min(numbers))
        return {id: float(2 * (int(mine) - mean) / spread) for id, mine in worth.items()}

    def quick_simulation(self, table: DataTable) -> HushedTable:
        """Return a simulation of the table. To save time, it makes no words."""
        return HushedTable(self, table, self.compiled)


LEAST_SPREAD = 4
"""The least difference in points that counts as a clear advantage."""


def _seat(t: DataTable, player: str) -> int:
    return next(at for at, one in enumerate(t.players) if one.id == player)


def _value_of(r: Run, variable: Variable) -> Any:
    """Return the value of a variable: that of the game, or of the acting player or their team."""
    value = r.values[variable.name]
    if variable.of != "game":
        owner = r.me if variable.of == "player" else r.shape.team[r.me]
        value = None if owner is None else value[owner]
    if item_of(variable.type).kind == "card":
        return cards_stored(r, value)
    return r.cards[value[1]][value[0]] if variable.type.kind == "card" and value is not None else value


def _holds(shown: ShownValue, r: Run) -> bool:
    return shown.condition is None or bool(shown.condition.run(r))


def _words(value: Any) -> Words:
    if isinstance(value, list):
        return text("{values}", values=value)
    return value if isinstance(value, Text) else text("{value}", value=value)


def _options(doc: Any, tag: str) -> list[Option]:
    """Return the options of the document, and those that every document has."""
    made = []
    for name, one in doc.get("options", {}).items():
        label, help = plain(one.get("label", name), tag), plain(one.get("help", ""), tag)
        if "number" in one:
            made.append(whole(name, label, help, one["default"], *one["number"]))
        elif "choice" in one:
            words = {value: plain(text, tag) for value, text in one["choice"].items()}
            made.append(choice(name, label, help, words, one["default"]))
        else:
            made.append(flag(name, label, help, one["default"]))
    if "turn_s" not in doc.get("options", {}):
        made.append(whole("turn_s", "Turn clock", "Seconds for a turn; 0 means no limit.", 45, 0, 180))
    if len(languages := languages_of(doc)) > 1:
        names = {tag: AUTONYMS.get(tag, tag) for tag in languages}
        made.append(choice("language", "Language", "The language of the game.", names))
    if doc.get("leave", {}).get("bot", True):
        made.append(Option("on_leave", get_type_hints(Options, include_extras=True)["on_leave"], "bot"))
    return made


def _is_card(held: Any) -> bool:
    return isinstance(held, list) and len(held) == 2 and isinstance(held[0], str) and type(held[1]) is int


def _blanked(held: Any, seen: Callable[[int], bool]) -> Any:
    if _is_card(held):
        return held if seen(held[1]) else [UNSEEN, held[1]]
    return [_blanked(one, seen) for one in held] if isinstance(held, list) else held


def _imagined(held: Any, cards: Callable[[int], list[str]], rng: Rng) -> Any:
    if _is_card(held):
        if held[0] != UNSEEN:
            return held
        there = cards(held[1])
        return [rng.choice(there), held[1]] if there else None
    return [_imagined(one, cards, rng) for one in held] if isinstance(held, list) else held


def _like(value: Any) -> Any:
    """Return the stand-in for a value that a viewer may not know."""
    return {bool: False, int: 0, str: ""}.get(type(value), [] if isinstance(value, list) else None)


def _granted(table: DataTable, viewer: str | None, zone: str, faces: Sequence[str]) -> None:
    """Exchange a card with another zone, so that this zone has one of these faces.

    The other zone keeps the cards that it must have.
    """
    here = table.zones[zone]
    if not here.cards or set(here.cards) & set(faces):
        return
    spare = [card for card in here.cards if _can_spare(table, here, card)]
    for other in table.zones.values():
        if other is not here and not sees(other.viewers, viewer):
            wanted = [card for card in other.cards if card in faces and _can_spare(table, other, card)]
            given = [card for card in spare if table.admits(other, card)]
            if wanted and given and table.admits(here, wanted[0]):
                here.cards[here.cards.index(given[0])] = wanted[0]
                other.cards[other.cards.index(wanted[0])] = given[0]
                return


def _can_spare(table: DataTable, zone: Zone, card: str) -> bool:
    """Return whether a zone still has the cards that it must have if it loses this one."""
    rest = list(zone.cards)
    rest.remove(card)
    claims = [one for one in table.conclusions if one.is_there and one.zone == zone.id and card in one.faces]
    return all(set(rest) & set(one.faces) for one in claims)
