"""The game of a document: the `Game` object that the engine and rooms use.

Rules use up steps, small units of work, while they run. Facts are values that the document shows all players
beside the table. Marks are values that the document shows at the seat of a player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property
from typing import Any, get_type_hints

from cheat.documents.check.texts import AUTONYMS, languages_of
from cheat.documents.compile.compiled import Compiled, Sentence, ShownValue, faces_of
from cheat.documents.compile.legal_moves import is_asked
from cheat.documents.compile.names import cards_stored
from cheat.documents.compile.scope import Variable
from cheat.documents.game.phases import EndGameWhenBroken, RefuseWhenBroken, Step
from cheat.documents.game.simulation import HushedTable
from cheat.documents.parse.decks import MOST_CARDS
from cheat.documents.parse.default_looks import look_with_defaults
from cheat.documents.parse.descriptions import NUMBERS_AS
from cheat.documents.parse.types import item_of
from cheat.documents.runtime.state import UNSEEN, Broken, Card, Run
from cheat.documents.runtime.trial_notes import TrialNotes
from cheat.documents.runtime.words import HIDDEN_CARD, in_words, plain, size_of
from cheat.engine.cards import Face
from cheat.engine.decisions import DecisionKind
from cheat.engine.forms import Args, Form
from cheat.engine.game import Game, Preset
from cheat.engine.options import Option, Options, choice, flag, options_type, whole_number
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.engine.rounds import BetweenRounds
from cheat.engine.table import Badge, Decision, Fact, RememberedValue, Zone
from cheat.engine.visibility import sees
from cheat.errors import Refused
from cheat.i18n.addressed import addressed_to
from cheat.i18n.messages import Language, Text, Words, all_of, text

LOOKING, LOOKING_AT_ONE = 10_000, 5_000
"""Maximum number of steps: for all facts, and for one of the texts of a player.

The texts of a player are the marks, the prompt and the situation.
"""
MOST_SHOWN, MOST_SHOWN_OF_ONE = 4_000, 1_000
"""Maximum size, in bytes: of all facts, and of one of the texts of a player.

Every answer to a client contains them, so they must be small. Facts, marks and situations that exceed the
maximum are left out. A prompt that exceeds it is replaced by a standard text.
"""
MOST_SHOWN_VALUES = 64_000
"""Maximum size of the variables that an author sees while trying a game alone, in bytes."""
AROUND_SHOWN = 40
"""Bytes that a fact or a mark takes in addition to its text."""
LEAST_WEIGHT = 1_000_000
"""Minimum memory that is counted for a compiled document, in bytes.

This is enough for the largest allowed document without expressions.
"""
WEIGHT_OF_PART, WEIGHT_OF_FUNCTION, WEIGHT_OF_PICK = 750, 1_500, 3_500
"""Memory of each part, each function and each choice in a move, in bytes.

A part is an effect, a move, or a node of an expression. The Python code of a function is generated when the
function is first called. Before that, the function consists of the objects that generate the code. Once they
have generated it, these objects are dropped.
"""


class PhaseDecision(DecisionKind[DataTable]):
    """The decision of one phase of a document."""

    def __init__(self, game: Compiled, name: str) -> None:
        self.game, self.phase, self.id = game, game.phases[name], name  # type: ignore[misc]

    def forms(self, t: DataTable, player: str) -> list[Form]:
        """Return the forms of the moves that a player can make in this phase."""
        seat = _seat(t, player)
        r = Run(self.game, t, seat)
        choosing = self.phase.moves_when_asked if is_asked(r, t.decisions[0]) else self.phase.moves_of_others
        return choosing.legal_forms(r)

    def possible_players(self, t: DataTable, decision: Decision) -> list[str]:
        """Return the players that may be able to move: usually, the players of the decision.

        A move with the key “by” may be allowed for other players, too. If the phase has such a move,
        returns all active players.
        """
        return t.active() if self.phase.moves_of_others.moves else decision.players

    def carry_out(self, t: DataTable, player: str, name: str, values: Args) -> None:
        """Carry out a move of a player. Raises Refused if the rules exceed a limit."""
        decision = self.current(t)
        with RefuseWhenBroken(self.game):
            Step(self.game, t, _seat(t, player)).play(self.phase, decision, name, values)

    def expire(self, t: DataTable, decision: Decision) -> None:
        """Handle the timeout of the decision."""
        with EndGameWhenBroken(self.game, t):
            Step(self.game, t, t.seat).time_out(self.phase, decision)

    def prompt(self, t: DataTable, player: str | None) -> Words:
        """Return the prompt for a viewer.

        A player that the game waits for gets the prompt of the document. All other viewers read which
        players the game waits for.
        """
        waiting = t.decisions[0].waits_for()
        if player not in waiting:
            return text("Waiting for {asked}.", asked=all_of(waiting)) if waiting else "One moment, please."
        return _sentence(self.game, t, player or "", self.phase.prompt) or "It is your turn."


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
    """The game of a document. The rules are compiled when they are first needed."""

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
        self.look = look_with_defaults(doc)  # type: ignore[misc]
        self.presets = [  # type: ignore[misc]
            Preset(self._say(preset["name"]), dict(preset.get("options", {})))
            for preset in doc.get("presets", [])
        ] or [Preset("Classic")]
        self._spoken: dict[int, Language] = {}

    def _say(self, text: Any) -> str:
        return plain(text, self._language)

    def in_language(self, language: str) -> DocumentGame:
        """Return the game with its name and other metadata in a language.

        Returns this object if the document has no texts in this language.
        """
        if language not in self._languages:
            return self
        return DocumentGame(self._doc, self.id, lambda: self.compiled, self.source, language)

    def language_with_terms(self, language: Language) -> Language:
        """Return a copy of the language that also has the document's translations.

        Two calls for the same language return the same object.
        """
        if language.tag not in self._languages:
            return language
        extended = self._spoken.get(id(language))
        if extended is None:
            words = self.compiled.lexicon.get(language.tag, {})
            extended = self._spoken.setdefault(id(language), language.with_terms(words))
        return extended

    def with_trial_notes(self, notes: TrialNotes) -> DocumentGame:
        """Return a copy of this game. While the copy is played, it records in `notes` what happens."""
        compiled = copy(self.compiled)
        compiled.trial_notes = notes
        return DocumentGame(self._doc, self.id, lambda: compiled, self.source, self._language)

    @property
    def doc(self) -> Mapping[str, Any]:
        """The document as JSON values. Reading this property does not compile the rules."""
        return self._doc

    # The following properties are computed when first needed: few games of a catalogue are played

    @cached_property
    def _languages(self) -> list[str]:
        """The languages of the document. They are cached, because each answer needs them."""
        return languages_of(self._doc)

    @cached_property
    def compiled(self) -> Compiled:
        """The compiled document."""
        document = self._compile()
        document.id = self.id
        return document

    @cached_property
    def memory_bytes(self) -> int:  # type: ignore[override]
        """Maximum memory of the game, in bytes. Compiled functions take nearly all of it."""
        compiled = self.compiled
        parts, picks = WEIGHT_OF_PART * compiled.parts, WEIGHT_OF_PICK * compiled.picks
        return max(LEAST_WEIGHT, parts + picks + WEIGHT_OF_FUNCTION * compiled.functions)

    @cached_property
    def decision_kinds(self) -> tuple[DecisionKind[Any], ...]:  # type: ignore[override]
        """The decision kinds: one for each phase, and the pause between rounds."""
        phases = [PhaseDecision(self.compiled, name) for name in self.compiled.phases]
        return (*phases, NextRound(self.compiled))

    @cached_property
    def options_type(self) -> type[Options]:  # type: ignore[override]
        """The class for options: those of the document, and those that all documents have."""
        return options_type("DocumentOptions", *_options(self._doc, self._language))

    @cached_property
    def faces(self) -> dict[str, Face]:  # type: ignore[override]
        """The faces of all cards, by code."""
        return faces_of(self._doc, self._language)

    # The game

    def new_table(self, players: Sequence[str], options: Options, rng: Rng, now: int) -> DataTable:
        """Return an empty table with the zones of the document."""
        return self.compiled.begin(list(players), options, rng, now)

    def deal(self, table: DataTable, previous: DataTable | None, host: str) -> None:
        """Put all cards into the first zone, and carry out the document's effects in “start”."""
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
        """Return the faces of all cards in a game with these options."""
        table = self.new_table([str(seat) for seat in range(seats)], options, Rng("00" * 16), 0)
        return self.compiled.pack(Run(self.compiled, table, 0))

    def leave(self, table: DataTable, player: str) -> None:
        """Remove a player for good."""
        with EndGameWhenBroken(self.compiled, table):
            step = Step(self.compiled, table, table.seat)
            step.leave(_seat(table, player))
            step.close()
        if table.player(player).active:  # the rules exceeded a limit before they removed the player
            table.depart(player)

    # Shown to players

    def facts(self, table: DataTable, player: str | None) -> list[Fact]:
        """Return the facts that the document shows."""
        r = Run(self.compiled, table, table.seat)
        r.fuel, r.words_left = LOOKING, MOST_SHOWN
        tag, visible_facts = getattr(table.options, "language", ""), list[Fact]()
        with suppress(Broken):
            for fact in self.compiled.shows:
                if _holds(fact, r) and fact.value is not None and fact.type is not None:
                    label = plain(fact.label, tag)
                    r.say(AROUND_SHOWN + size_of(label))
                    value = fact.value.run(r)
                    words = _words(in_words(r, value, fact.type))
                    if fact.whole is not None:
                        words = text("{count}/{all}", count=words, all=fact.whole.run(r))
                    known = isinstance(value, Card) and words is not HIDDEN_CARD
                    kind_and_value = _kind_and_value(fact.kind, value.face if known else value)
                    if kind_and_value and fact.kind == "direction":
                        words = DIRECTIONS[value]
                    visible_facts.append(Fact(label, words, *kind_and_value))
        return visible_facts

    def situation(self, table: DataTable, player: str | None) -> Words:
        """Return the document's sentence about a player's situation. Spectators get none."""
        if not self.compiled.situation or player is None or player not in table.active():
            return ""
        return addressed_to(_sentence(self.compiled, table, player, self.compiled.situation), player)

    def groups(self, table: DataTable, player: str) -> dict[str, list[list[int]]]:
        """Return the groups of cards that the document states for a player's zones."""
        groups = dict[str, list[list[int]]]()
        if not self.compiled.groups or player not in table.active():
            return groups
        r = Run(self.compiled, table, _seat(table, player))
        r.fuel = LOOKING_AT_ONE
        with suppress(Broken):
            for name, stated in self.compiled.groups.items():
                zone = table.zones[f"{name}:{player}"]
                if sees(zone.viewers, player) and (of_zone := _indexes(zone.cards, stated.run(r) or [])):
                    groups[zone.id] = of_zone
        return groups

    def badges(self, table: DataTable, player: str) -> list[Badge]:
        """Return the player's marks. In a pause between rounds, “ready” is also a mark."""
        r = Run(self.compiled, table, _seat(table, player))
        r.fuel, r.words_left = LOOKING_AT_ONE, MOST_SHOWN_OF_ONE
        tag, marks = getattr(table.options, "language", ""), list[Badge]()
        with suppress(Broken):
            for mark in self.compiled.marks:
                if _holds(mark, r):
                    words = plain(mark.label, tag)
                    label: Words = words
                    r.say(AROUND_SHOWN + size_of(words))
                    value = mark.value.run(r) if mark.value is not None else None
                    whole = mark.whole.run(r) if mark.whole is not None else None
                    if mark.value is not None and mark.type is not None:
                        shown = _words(in_words(r, value, mark.type))
                        if whole is not None:
                            shown = text("{count}/{all}", count=shown, all=whole)
                        label = text("{label}: {value}", label=Text(words), value=shown) if words else shown
                    kind, *values = _kind_and_value(mark.kind, value) or ("",)
                    if whole is not None and values:
                        values.append(whole)
                    marks.append(Badge(label, mark.tone, kind, *values))
        return marks + BetweenRounds.badges(table, player)

    def remembered_values(self, table: DataTable, viewer: str | None) -> list[RememberedValue]:
        """Return the variables of a player and of the player's team.

        If `viewer` is None, return the variables of the game. The variables of a team are returned only for
        the team's first player.
        """
        r = Run(self.compiled, table, table.seat if viewer is None else _seat(table, viewer))
        r.words_left = MOST_SHOWN_VALUES
        side = [id for seat, id in enumerate(r.seats) if r.shape.team[seat] == r.shape.team[r.me]]
        owners = {"player": [viewer or ""], "team": side} if viewer is not None else {"game": []}
        return [
            RememberedValue(
                variable.name, _words(in_words(r, _value_of(r, variable), variable.type)), owners[variable.of]
            )
            for variable in self.compiled.variables
            if variable.of in owners and (variable.of != "team" or viewer == side[0])
        ]

    def conceal(self, table: DataTable, viewer: str | None) -> None:
        """Replace hidden cards in variables, and other players' secret values, by placeholders."""
        zones = list(table.zones.values())
        for variable in self.compiled.variables:
            value = table.values[variable.name]
            if variable.name in self.compiled.card_variables:
                table.values[variable.name] = _blanked(value, lambda at: sees(zones[at].viewers, viewer))
            elif variable.secret and variable.of != "game":
                known_owners = self._owners(table, viewer, variable)
                table.values[variable.name] = [
                    item if owner in known_owners else _like(item) for owner, item in enumerate(value)
                ]

    def _owners(self, table: DataTable, viewer: str | None, variable: Variable) -> list[int]:
        """Return the seats (or teams) whose values of a secret variable a viewer may see."""
        seats = [seat for seat, seated in enumerate(table.players) if seated.id == viewer]
        if variable.of == "player":
            return seats
        teams = self.compiled.shape(len(table.players)).team
        return [team for seat in seats if (team := teams[seat]) is not None]

    def fit_to_hidden_cards(self, table: DataTable, viewer: str | None, rng: Rng) -> None:
        """Change an imagined table, on which a bot looks ahead, to agree with what all players know.

        A conclusion (`DataTable.conclusions`) may say that a hidden zone has at least one of certain faces.
        If the zone of the imagined table has none of them, one of its cards is swapped with a card of another
        hidden zone, if possible. Then each hidden card in a variable becomes a random card of its zone.
        """
        zones = list(table.zones.values())
        for claim in table.conclusions:
            zone = table.zones[claim.zone]
            if claim.is_there and not sees(zone.viewers, viewer):
                _grant_face(table, viewer, claim.zone, claim.faces)
        for name in self.compiled.card_variables:
            table.values[name] = _imagined(table.values[name], lambda at: zones[at].cards, rng)

    def evaluate(self, table: DataTable) -> dict[str, float]:
        """Return the advantage of each player over the average of all players, from -2 to 2."""
        game = self.compiled
        step, of = Step(game, table, table.seat, hushed=True), game.good or game.standing
        worth = {step.r.seats[seat]: step.value_for(of, seat) for seat in step.r.active}
        numbers = [value for value in worth.values() if type(value) in (int, bool)]
        if len(numbers) < len(worth):
            return dict.fromkeys(worth, 0.0)
        mean = sum(numbers) / len(numbers)
        span = max(LEAST_SPAN, max(numbers) - min(numbers))
        return {id: float(2 * (int(value) - mean) / span) for id, value in worth.items()}

    def quick_simulation(self, table: DataTable) -> HushedTable:
        """Return a fast simulation of the table. It makes no events and no texts."""
        return HushedTable(self, table, self.compiled)


DIRECTIONS = {1: Text("Clockwise"), -1: Text("Counter-clockwise")}
"""Direction of turns -> its name in facts."""
LEAST_SPAN = 4
"""Minimum difference between the best and the worst player in `evaluate`, in points.

If the difference is smaller, `evaluate` uses this number instead. So a lead of one point counts little.
"""


def _seat(t: DataTable, player: str) -> int:
    return next(at for at, seated in enumerate(t.players) if seated.id == player)


def _value_of(r: Run, variable: Variable) -> Any:
    """Return the value of a variable: that of the game, the acting player, or the player's team."""
    value = r.values[variable.name]
    if variable.of != "game":
        owner = r.me if variable.of == "player" else r.shape.team[r.me]
        value = None if owner is None else value[owner]
    if item_of(variable.type).kind == "card":
        return cards_stored(r, value)
    return r.cards[value[1]][value[0]] if variable.type.kind == "card" and value is not None else value


def _sentence(game: Compiled, t: DataTable, player: str, sentences: Sequence[Sentence]) -> Words:
    """Return the first of these sentences that counts for a player, or "" if there is none."""
    r = Run(game, t, _seat(t, player))
    r.fuel, r.words_left, r.reader = LOOKING_AT_ONE, MOST_SHOWN_OF_ONE, player
    with suppress(Broken):
        for sentence in sentences:
            if sentence.condition is None or sentence.condition.run(r):
                template, args, by = sentence.text.fill(r, [])
                return Text(template, {**args, "by": player} if by else args)
    return ""


def _indexes(faces: Sequence[str], groups: Sequence[Sequence[Card]]) -> list[list[int]]:
    """Return the indexes of groups of cards among these faces, each index once at most."""
    left: defaultdict[str, list[int]] = defaultdict(list)
    for index in reversed(range(len(faces))):
        left[faces[index]].append(index)
    found = ([left[card.face].pop() for card in group if left[card.face]] for group in groups)
    return [indexes for indexes in found if indexes]


def _holds(shown_value: ShownValue, r: Run) -> bool:
    return shown_value.condition is None or bool(shown_value.condition.run(r))


def _kind_and_value(kind: str, value: Any) -> tuple[Any, ...]:
    """Return the kind of a fact or mark, and its value if the page draws it: `("chips", 30)`.

    Returns () if the kind is "", or if the value has the wrong type.
    """
    if kind in NUMBERS_AS:
        is_known = kind != "direction" or value in (1, -1)
        return (kind, value) if type(value) is int and is_known else ()
    if kind in ("suit", "card"):
        return (kind, value) if isinstance(value, str) else ()
    return (kind,) if kind else ()


def _words(value: Any) -> Words:
    if isinstance(value, list):
        return text("{values}", values=value)
    return value if isinstance(value, Text) else text("{value}", value=value)


def _options(doc: Any, tag: str) -> list[Option]:
    """Return the options that the document declares, and the options that all documents have."""
    options = []
    for name, option in doc.get("options", {}).items():
        label, help = plain(option.get("label", name), tag), plain(option.get("help", ""), tag)
        if "number" in option:
            options.append(whole_number(name, label, help, option["default"], *option["number"]))
        elif "choice" in option:
            words = {value: plain(text, tag) for value, text in option["choice"].items()}
            options.append(choice(name, label, help, words, option["default"]))
        else:
            options.append(flag(name, label, help, option["default"]))
    if "turn_s" not in doc.get("options", {}):
        options.append(
            whole_number("turn_s", "Turn clock", "Seconds for a turn; 0 means no limit.", 45, 0, 180)
        )
    if len(languages := languages_of(doc)) > 1:
        names = {tag: AUTONYMS.get(tag, tag) for tag in languages}
        options.append(choice("language", "Language", "The language of the game.", names))
    if doc.get("leave", {}).get("bot", True):
        options.append(Option("on_leave", get_type_hints(Options, include_extras=True)["on_leave"], "bot"))
    return options


def _is_card(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[0], str) and type(value[1]) is int


def _blanked(value: Any, is_visible: Callable[[int], bool]) -> Any:
    if _is_card(value):
        return value if is_visible(value[1]) else [UNSEEN, value[1]]
    return [_blanked(item, is_visible) for item in value] if isinstance(value, list) else value


def _imagined(value: Any, cards: Callable[[int], list[str]], rng: Rng) -> Any:
    if _is_card(value):
        if value[0] != UNSEEN:
            return value
        candidates = cards(value[1])
        return [rng.choice(candidates), value[1]] if candidates else None
    return [_imagined(item, cards, rng) for item in value] if isinstance(value, list) else value


def _like(value: Any) -> Any:
    """Return a placeholder for a value that a viewer must not learn.

    The placeholder has the same type as the value.
    """
    return {bool: False, int: 0, str: ""}.get(type(value), [] if isinstance(value, list) else None)


def _grant_face(table: DataTable, viewer: str | None, zone_id: str, faces: Sequence[str]) -> None:
    """Make sure that a zone has one of these faces, if possible.

    If the zone has none of them, one of its cards is swapped with a card of another hidden zone. The swap
    never makes a true conclusion false. An empty zone stays empty.
    """
    zone = table.zones[zone_id]
    if not zone.cards or set(zone.cards) & set(faces):
        return
    spare = [card for card in zone.cards if _can_spare(table, zone, card)]
    for giver in table.zones.values():
        if giver is not zone and not sees(giver.viewers, viewer):
            suitable = [card for card in giver.cards if card in faces and _can_spare(table, giver, card)]
            exchangeable = [card for card in spare if table.admits(giver, card)]
            if suitable and exchangeable and table.admits(zone, suitable[0]):
                zone.cards[zone.cards.index(exchangeable[0])] = suitable[0]
                giver.cards[giver.cards.index(suitable[0])] = exchangeable[0]
                return


def _can_spare(table: DataTable, zone: Zone, card: str) -> bool:
    """Return whether all conclusions about a zone would still be true without this card."""
    remaining = list(zone.cards)
    remaining.remove(card)
    claims = [
        claim
        for claim in table.conclusions
        if claim.is_there and claim.zone == zone.id and card in claim.faces
    ]
    return all(set(remaining) & set(claim.faces) for claim in claims)
