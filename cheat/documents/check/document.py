"""Check and compile a whole document: its shape, names, types, and the order of its phases.

A phase is a named part of the game. A phase asks players for moves, or only carries out effects. Effects
change the table, or say how the game goes on. A choice is a value that a player fills in for a move. Facts
are values that the document shows beside the table, and marks are values that it shows at seats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cheat.documents.check.declarations import MOST_NAME_LETTERS, declared_names
from cheat.documents.check.effects import Effects
from cheat.documents.check.expressions import Expressions
from cheat.documents.check.facts import check_facts
from cheat.documents.check.texts import Texts, languages_of, lexicon_of, tell_slots
from cheat.documents.compile.blocks import carried_out
from cheat.documents.compile.compiled import Compiled, Phase, Sentence, ShownValue
from cheat.documents.compile.emit import Expr, Function, ItemExpr, always, bound_at, function_of
from cheat.documents.compile.legal_moves import MOST_VALUES, Move, MoveParts, MoveSet, Pick, PickParts
from cheat.documents.compile.scope import Local, Names, Scope
from cheat.documents.parse.decks import deck_of, known_keys
from cheat.documents.parse.descriptions import NUMBERS_AS
from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.parse.expressions import KEYWORDS, signature
from cheat.documents.parse.schema import CHOICE_KINDS, DOCUMENT
from cheat.documents.parse.schema_types import MISSING
from cheat.documents.parse.types import (
    ANY,
    BOOL,
    CARD,
    CARDS,
    NUMBER,
    PLAYER,
    Type,
    in_words,
    item_of,
    list_of,
    maybe,
)
from cheat.documents.runtime.state import SHORTEST_S
from cheat.documents.runtime.words import plain
from cheat.i18n.messages import Text

IN_A_PHASE, BESIDES = 6, 7
"""Maximum numbers of Python functions that are generated for parts of a document.

- `IN_A_PHASE`: for each phase, without the functions for its moves
- `BESIDES`: for the parts that a document has only once, such as “start”
"""
SHOWN_AS_ITSELF = {
    "suit": "Only a suit can be shown as “suit”.",
    "card": "Only a card can be shown as “card”.",
}
"""Kind of a fact or mark for values of the type of this name -> the warning for others."""
_TOP = re.compile(r"\s*(?:top|last)\(\s*(\w+)\s*\)\s*")
"""An expression for the top card of a zone."""
_ROUTINE_NAME = re.compile(r"\s*(\w+)")


def check_document(value: Any, report: Report) -> Compiled | None:
    """Return the compiled document, or None if it has errors. All problems are reported."""
    if isinstance(value, dict):  # “$schema” tells editors where the schema is; rules do not use it
        value = {key: part for key, part in value.items() if key != "$schema"}
    doc = DOCUMENT.read(value, (), report)
    if doc is MISSING:
        return None
    return _Check(doc, report).compiled_document()


class _Check:
    """The check of one document."""

    def __init__(self, doc: Mapping[str, Any], report: Report) -> None:
        self.doc, self.report = doc, report
        deck = deck_of(doc["deck"], ("deck",), lambda text: plain(text, ""), report)
        self.names = declared_names(doc, deck, report)
        _nullable(doc, self.names)
        self.expressions = Expressions(self.names)
        self.texts = Texts(self.expressions, languages_of(doc))
        self.effects = Effects(self.expressions, self.texts)
        self.compiled = Compiled(doc, deck, self.names)

    def compiled_document(self) -> Compiled:
        """Check all parts in the order of the document. Return the compiled document."""
        compiled, doc = self.compiled, self.doc
        check_facts(doc, self.names, self.report)
        compiled.labels = {name: plain(zone.get("label", ""), "") for name, zone in doc["zones"].items()}
        tell_slots(doc, self.report)
        compiled.card_variables = [
            variable.name
            for variable in compiled.variables
            if "card" in (variable.type.kind, item_of(variable.type).kind)
        ]
        self.deck()
        start = self.effects.block(doc["start"], ("start",), Scope(chance=True))
        compiled.start = carried_out(start, ("start",))
        if not start.stops:
            self.tell_no_way_on(("start",), "“start”", start.way)
        for name, phase in doc["phases"].items():
            compiled.phases[name] = self.phase(name, phase, ("phases", name))
        self.other_parts()
        self.unused()
        compiled.places, compiled.suspects = self.names.places, self.expressions.suspects
        moves = [move for phase in compiled.phases.values() for move in phase.moves]
        compiled.parts = self.expressions.parts + self.effects.count + len(moves)
        compiled.picks = sum([len(move.picks) for move in moves])
        compiled.functions = self.functions()
        compiled.lexicon = {**lexicon_of(doc)}
        for tag, translations in self.texts.lexicon.items():
            compiled.lexicon[tag] = {**translations, **compiled.lexicon.get(tag, {})}
        return compiled

    def functions(self) -> int:
        """Return the maximum number of generated functions.

        A function that would be too long is split into several functions, which count as one.
        """
        compiled, phases = self.compiled, self.compiled.phases.values()
        choosing = [moves for phase in phases for moves in (phase.moves_when_asked, phase.moves_of_others)]
        of_moves = sum([len(moves.moves) + len(moves.accept) + 1 for moves in choosing])
        sentences = [*compiled.situation, *(sentence for phase in phases for sentence in phase.prompt)]
        shown_functions = 2 * (
            len(compiled.shows) + len(compiled.marks) + len(compiled.triggers) + len(compiled.groups)
        )
        shown_functions += sum(sentence.condition is not None for sentence in sentences)
        shared = len(self.expressions.shared) + len(self.effects.checked_routines) + self.texts.slots
        return of_moves + shown_functions + shared + IN_A_PHASE * len(phases) + BESIDES

    # Parts

    def deck(self) -> None:
        """Check the expressions in the deck, and prepare the sort keys for zones that are sorted."""
        stated, compiled = self.doc["deck"], self.compiled
        if "copies" in stated:
            path = ("deck", "copies")
            compiled.copies = function_of(
                self.expressions.check_as(stated["copies"], path, Scope(), NUMBER, "copies"), path
            )
        if "remove" in stated:
            place, path = self.names.place(), ("deck", "remove")
            scope = Scope().within(CARD, place)
            typed = self.expressions.check_as(stated["remove"], path, scope, BOOL, "remove")
            compiled.remove = Function(path, typed.emit, typed.cost, bound=[place])
        attributes, deck = self.names.attributes, compiled.deck
        for zone in compiled.zones:
            columns = [attributes[name] for name in zone.sort if name in attributes]
            if columns:
                keys = {code: tuple(_sortable(deck, kind.values[at_], at_) for at_ in columns)
                    for code, kind in deck.kinds.items()}  # fmt: skip
                compiled.sorts[zone.number] = keys

    def phase(self, name: str, stated: Mapping[str, Any], path: Path) -> Phase:
        """Check a phase, and return it."""
        phase, lively, may_be_several = Phase(name), Scope(chance=True), False
        if "who" in stated:
            who_scope = Scope(shown_as=Text("“who”"), public=True, lenient=True)
            who = self.effects.players(stated["who"], (*path, "who"), who_scope, "who")
            may_be_several = self.effects.several
            phase.who = function_of(who, (*path, "who"))
        start = self._do(stated, "start", path, lively)
        phase.start = start[0]
        parts = [
            self.move(stated_move, (*path, "moves", at_))
            for at_, stated_move in enumerate(stated.get("moves", ()))
            if isinstance(stated_move, dict)
        ]
        if may_be_several and parts and all(part.is_private or part.by is not None for part in parts):
            words = (
                "Only players with a legal move are asked, and “Waiting for …” names them. All moves of this "
                "phase depend on what a player knows alone, so everybody learns it. Add a move without a "
                "condition, such as passing."
            )
            self.report.warn("leak", (*path, "who"), words)
        phase.moves_when_asked = MoveSet(parts, (*path, "moves"))
        phase.moves_of_others = MoveSet([part for part in parts if part.by is not None], (*path, "moves"))
        done_block = self._do(stated, "done", path, lively, must=True)
        phase.done = done_block[0]
        phase.optional = stated.get("optional", False)
        if "time" in stated:
            time = self.expressions.check_as(
                stated["time"] if isinstance(stated["time"], str) else int(stated["time"]),
                (*path, "time"), Scope(shown_as=Text("“time”"), public=True, lenient=True), NUMBER, "time",
            )  # fmt: skip
            phase.time = function_of(time, (*path, "time")).call
            if not isinstance(stated["time"], str):
                seconds = stated["time"]
                phase.time = lambda r: seconds
                if 0 < seconds < SHORTEST_S:
                    words = "A time below {least} seconds counts as {least} seconds."
                    self.report.warn("short_time", (*path, "time"), words, least=str(SHORTEST_S))
        elif phase.moves:
            phase.time = lambda r: getattr(r.t.options, "turn_s", 0)
        timeout = stated.get("timeout")
        if isinstance(timeout, str):
            self._named_move(timeout, phase, (*path, "timeout"))
            phase.timeout_move = timeout
        elif timeout is not None:
            phase.timeout = self._do(stated, "timeout", path, lively, must=not phase.moves)[0]
        phase.stuck = self._do(stated, "stuck", path, lively)[0]
        if "prompt" in stated:
            phase.prompt = self._sentences(stated["prompt"], (*path, "prompt"), Text("The prompt"))
        self._goes_on(phase, stated, path, start[1], start[2])
        return phase

    def _named_move(self, name: str, phase: Phase, path: Path) -> None:
        moves = [move.name for move in phase.moves]
        if name not in moves:
            words = "This phase has no move “{name}”."
            self.report.tell("unknown_name", path, words, hint=self.report.nearest(name, moves), name=name)
        elif all(move.is_for_others for move in phase.moves if move.name == name):
            words = (
                "“{name}” has “by”, so it cannot be made when time runs out. The first move is made instead."
            )
            self.report.warn("no_timeout_move", path, words, name=name)

    def _goes_on(
        self, phase: Phase, stated: Mapping[str, Any], path: Path, stops: bool, open_path: str
    ) -> None:
        """Report a phase that has no moves and does not say how the game goes on."""
        if phase.moves or stops:
            return
        if phase.time is None:
            self.tell_no_way_on(path, f"“{phase.name}”", open_path)
        elif not isinstance(stated.get("timeout"), list):
            words = (
                "Phase {phase} has no moves, so its “timeout” must be a list of effects that ends "
                "in “go”, “next”, “pause” or “end”."
            )
            self.report.tell("no_way_on", path, words, phase=f"“{phase.name}”")

    def _do(
        self, stated: Mapping[str, Any], key: str, path: Path, scope: Scope, *, must: bool = False
    ) -> tuple[Function | None, bool, str]:
        if key not in stated:
            return None, False, ""
        block = self.effects.block(stated[key], (*path, key), scope)
        if must and not block.stops:
            self.tell_no_way_on((*path, key), f"“{key}”", block.way)
        return carried_out(block, (*path, key)), block.stops, block.way

    def tell_no_way_on(self, path: Path, effects_name: str, open_path: str) -> None:
        """Report effects that do not always say how the game goes on, although they must.

        - `effects_name`: the name of the effects in messages
        - `open_path`: a way through branches and routines on which no effect says how the game goes on (see
          `Block.way`), or ""
        """
        if open_path:
            words = "{what} must end in “go”, “next”, “pause” or “end”, but the path {way} → … does not."
            self.report.tell("no_way_on", path, words, what=effects_name, way=open_path)
        else:
            words = "{what} must end in “go”, “next”, “pause” or “end”."
            self.report.tell("no_way_on", path, words, what=effects_name)

    def move(self, stated: Mapping[str, Any], path: Path) -> MoveParts:
        """Check a move, and return it."""
        name = stated["name"]
        if signature(name) is None or len(name) > MOST_NAME_LETTERS:
            self.report.tell(
                "shape", (*path, "name"), "The name of a move must be one word, such as “play_card”."
            )
        move = Move(name, stated.get("label", name))
        move.tone, move.help = stated.get("tone", "plain"), stated.get("help", "")
        move.confirm = stated.get("confirm", "")
        scope = Scope(shown_as=Text("The condition of “{name}”", {"name": name}))
        by = condition = None
        self.expressions.private = False
        self.expressions.choices = stated.get("pick", {}).keys()
        if "by" in stated:
            others = Scope(shown_as=Text("“by” of “{name}”", {"name": name}), by=True)
            by = self.effects.players(stated["by"], (*path, "by"), others, "by")
            move.is_for_others = True
        if "if" in stated:
            condition = self.expressions.check_as(stated["if"], (*path, "if"), scope, BOOL, "if")
        picks = self.picks(stated.get("pick", {}), (*path, "pick"), scope)
        move.picks = [part.pick for part in picks]
        names = {pick.name: Local(pick.place, pick.type) for pick in move.picks}
        self.expressions.choices, is_private = (), self.expressions.private
        inner = Scope(chance=True).binding(names)
        move.carry_out = carried_out(self.effects.block(stated["do"], (*path, "do"), inner), (*path, "do"))
        move.label_with_values = self.texts.label(stated.get("label", ""), (*path, "label"))
        if "say" in stated:
            move.say = self.texts.text(stated["say"], (*path, "say"), inner)
        pile = "" if move.picks else pile_of(stated["do"], self.doc.get("routines", {}))
        move.pile = next(
            ((pile, zone.per == "player") for zone in self.compiled.zones if zone.name == pile), None
        )
        return MoveParts(move, condition, by, picks, is_private)

    def picks(self, stated: Mapping[str, Any], path: Path, scope: Scope) -> list[PickParts]:
        """Check the choices of a move, in their order. A choice may depend on earlier choices."""
        expressions, picks = self.expressions, list[PickParts]()
        expressions.earlier_choices, expressions.private_choices = {}, set()
        for name, stated_choice in stated.items():
            expressions.choice = name
            picks.append(self.pick(name, stated_choice, (*path, name), scope))
            pick = picks[-1].pick
            expressions.earlier_choices[name] = Local(pick.place, pick.type)
            self._choice_name(name, (*path, name))
        for part in picks:
            part.pick.leads = expressions.earlier_choices[part.pick.name].used
            self._limit_of_lead(part.pick, stated[part.pick.name], (*path, part.pick.name))
        expressions.choice, expressions.earlier_choices = "", {}
        self._check_titles(stated, path)
        return picks

    def _check_titles(self, stated: Mapping[str, Any], path: Path) -> None:
        """Warn if players read the same title for two choices of cards."""
        names: dict[str, str] = {}
        for name, choice in stated.items():
            if "from" not in choice:
                continue
            other = names.setdefault(str(choice.get("label", choice["from"])), name)
            if other != name:
                words = "Players cannot tell this choice from “{other}”. Give it a “label” of its own."
                self.report.warn("same_title", (*path, name), words, on_key=True, other=other)

    def _limit_of_lead(self, pick: Pick, stated: Mapping[str, Any], path: Path) -> None:
        """Report a choice among too many numbers, if other choices depend on this choice."""
        low, high = stated.get("number", (None, None))
        if pick.leads and type(low) is int and type(high) is int and high - low >= MOST_VALUES:
            words = "Other choices depend on “{name}”, so it can have at most {most} values."
            self.report.tell("limit", (*path, "number"), words, name=pick.name, most=MOST_VALUES)

    def _choice_name(self, name: str, path: Path) -> None:
        head = signature(name)
        if head is None or head[1] or name in KEYWORDS or name == "moment":
            words = "“{name}” cannot be the name of a choice. Use another word."
            self.report.tell("twice", path, words, on_key=True, name=name)
        elif name in self.names.known_names():
            words = "“{name}” already has another meaning, which this choice hides. Choose another name."
            self.report.warn("shadow", path, words, on_key=True, name=name)

    def pick(self, name: str, stated: Mapping[str, Any], path: Path, scope: Scope) -> PickParts:
        """Check a choice, and return it."""
        kind = next(key for key in CHOICE_KINDS if key in stated)
        pick, kind_path = Pick(name, kind, self.names.place()), (*path, kind)
        pick.label = stated["yes"] if kind == "yes" else stated.get("label", "")
        values = always(ANY, None)
        match kind:
            case "from":
                return self._cards(pick, stated, path, scope)
            case "player":
                values, pick.type = self.effects.players(stated[kind], kind_path, scope, "player"), PLAYER
            case "choice":
                values = self.expressions.value(self.expressions.check(stated[kind], kind_path, scope), scope)
                if values.type.kind not in ("list", "any", "none"):
                    words = "A choice needs a list; this is {found}."
                    self.expressions.tell("type", words, found=in_words(values.type))
                values = self.expressions.as_list_or_none(values)
                pick.type, pick.labels = item_of(values.type), stated.get("labels")
            case "number":
                low, high = (
                    self._number(bound, (*kind_path, at_), scope) for at_, bound in enumerate(stated[kind])
                )
                pick.type = NUMBER
                likely = [
                    self._number(number, (*path, "likely", at_), scope)
                    for at_, number in enumerate(stated.get("likely", ()))
                ]
                return PickParts(pick, values, bounds=(low, high), likely=likely)
            case _:
                pick.type = BOOL
        return PickParts(pick, values)

    def _cards(self, pick: Pick, stated: Mapping[str, Any], path: Path, scope: Scope) -> PickParts:
        """Check a choice of cards."""
        private_before = self.expressions.private
        values = self.expressions.check(stated["from"], (*path, "from"), scope)
        values = self.expressions.as_type(values, CARDS, "from", None, scope)
        if self.expressions.private:
            self.expressions.private_choices.add(pick.name)
        if values.all_cards_of is not None and "where" not in stated:
            self.expressions.private = private_before  # all players may know whether the zone has cards
        where = same = bounds = None
        if "where" in stated:
            with self.expressions.each_item(CARD, scope) as (place, invariants, inner):
                condition = self.expressions.check_as(stated["where"], (*path, "where"), inner, BOOL, "where")
            where = ItemExpr(condition, place, invariants)
        if "same" in stated:
            with self.expressions.each_item(CARD, scope) as (place, invariants, inner):
                key = self.expressions.check(stated["same"], (*path, "same"), inner)
            same = ItemExpr(self.expressions.value(key, inner), place, invariants)
        takes = None
        if "takes" in stated:  # it marks cards on the page, but decides nothing
            was_private = self.expressions.private
            with self.expressions.each_item(CARD, scope) as (place, invariants, inner):
                taken = self.expressions.check_as(stated["takes"], (*path, "takes"), inner, CARDS, "takes")
            takes = ItemExpr(taken, place, invariants)
            self.expressions.private = was_private
        pick.type, pick.labels = CARD, stated.get("labels")
        known_keys(self.names.deck.kinds, pick.labels or {}, (*path, "labels"), self.report)
        if "count" in stated:
            count = stated["count"]
            counts = count if isinstance(count, list) else [count, count]
            low, high = (self._number(count_source, (*path, "count"), scope) for count_source in counts)
            bounds, pick.type = (low, high), CARDS
        return PickParts(pick, values, where, same, bounds, takes=takes)

    def _number(self, source: Any, path: Path, scope: Scope) -> Expr:
        key = next(str(part) for part in reversed(path) if not isinstance(part, int))
        return self.expressions.check_as(source, path, scope, NUMBER, key)

    # All parts except the phases

    def other_parts(self) -> None:
        """Check the turn, the triggers, leaving, the standing, bots, facts and marks."""
        doc, compiled = self.doc, self.compiled
        lively = Scope(chance=True)
        if "turn" in doc:
            self.effects.phase(doc["turn"], ("turn",))
        asking = [phase.name for phase in compiled.phases.values() if phase.moves]
        compiled.turn = doc.get("turn", asking[0] if asking else "")
        for at_, trigger in enumerate(doc.get("triggers", ())):
            if isinstance(trigger, dict):
                path: Path = ("triggers", at_)
                cond = self.expressions.check_as(trigger["if"], (*path, "if"), Scope(), BOOL, "if")
                do = carried_out(self.effects.block(trigger["do"], (*path, "do"), lively), (*path, "do"))
                compiled.triggers.append((function_of(cond, (*path, "if")), do))
        self.leaving(doc.get("leave", {}))
        if "standing" in doc:
            compiled.standing = self._of_player(doc["standing"], ("standing",))
        bots = doc.get("bots", {})
        if "good" in bots:
            compiled.good = self._of_player(bots["good"], ("bots", "good"))
        moves = {move.name for phase in compiled.phases.values() for move in phase.moves}
        for name in bots.get("weights", {}):
            if name not in moves:
                words = "There is no move “{name}”."
                like = self.report.nearest(name, moves)
                self.report.tell(
                    "unknown_name", ("bots", "weights", name), words, hint=like, on_key=True, name=name
                )

        compiled.shows = self._shown_values("shows", Text("What is shown"))
        compiled.marks = self._shown_values("marks", Text("The mark"))
        if "situation" in doc:
            compiled.situation = self._sentences(doc["situation"], ("situation",), Text("The situation"))
        for name, zone in doc["zones"].items():
            if isinstance(zone, dict) and "groups" in zone:
                compiled.groups[name] = self._groups(zone["groups"], name)

    def _groups(self, source: Any, zone: str) -> Function:
        """Check the groups of cards in a zone, which only the owner of the zone sees."""
        path, scope = ("zones", zone, "groups"), Scope(shown_as=Text("“groups”"))
        if self.names.zones[zone].per != "player":
            words = "Only zones of each player (“per” player) can have groups of cards."
            self.report.tell("shape", path, words)
        return function_of(self.expressions.check_as(source, path, scope, list_of(CARDS), "groups"), path)

    def leaving(self, stated: Mapping[str, Any]) -> None:
        """Check the effects for a player that leaves, and the zone that gets the player's cards."""
        compiled, path = self.compiled, ("leave",)
        scope = Scope(chance=True, leaver=True)
        if "do" in stated:
            compiled.leave = carried_out(
                self.effects.block(stated["do"], (*path, "do"), scope), (*path, "do")
            )
        if "cards_to" in stated:
            zone = self.expressions.zone(stated["cards_to"], (*path, "cards_to"), scope)
            compiled.cards_to = function_of(zone, (*path, "cards_to"))
        for at_, name in enumerate(stated.get("keep", ())):
            if name not in self.names.zones:
                words = "There is no zone “{name}”."
                like = self.report.nearest(name, self.names.zones)
                self.report.tell("unknown_zone", (*path, "keep", at_), words, hint=like, name=name)

    def _of_player(self, source: Any, path: Path) -> Function:
        """Return a function that computes an expression for the player in a given seat."""
        place = self.names.place()
        scope = Scope().near(bound_at(PLAYER, place))
        typed = self.expressions.value(self.expressions.check(source, path, scope), scope)
        if typed.type.kind not in ("number", "bool", "list", "any", "none"):
            words = "This must be a number or a list of numbers; it is {found}."
            self.expressions.tell("type", words, found=in_words(typed.type))
        return Function(path, typed.emit, typed.cost, bound=[place])

    def _sentences(self, stated: Any, path: Path, words: Text) -> list[Sentence]:
        """Check a text for one player, or a list of such texts with conditions.

        `words`: what messages call the text
        """
        scope = Scope(shown_as=words)
        if not isinstance(stated, list):
            return [Sentence(self.texts.text(stated, path, scope))]
        sentences = []
        for at_, part in enumerate(stated):
            if isinstance(part, dict):
                place: Path = (*path, at_)
                condition = None
                if "if" in part:
                    holds = self.expressions.check_as(part["if"], (*place, "if"), scope, BOOL, "if")
                    condition = function_of(holds, (*place, "if"))
                sentences.append(Sentence(self.texts.text(part["text"], (*place, "text"), scope), condition))
        return sentences

    def _shown_values(self, key: str, words: Text) -> list[ShownValue]:
        """Check all facts, or all marks.

        `key`: the key of the list in the document; `words`: words for the list in messages.
        """
        scope = Scope(shown_as=words, public=True)
        return [
            self._shown_value(stated, (key, at_), scope)
            for at_, stated in enumerate(self.doc.get(key, ()))
            if isinstance(stated, dict)
        ]

    def _shown_value(self, stated: Mapping[str, Any], path: Path, scope: Scope) -> ShownValue:
        value: Function | None = None
        type_: Type | None = None
        condition: Function | None = None
        if "value" in stated:
            typed = self.expressions.value(
                self.expressions.check(stated["value"], (*path, "value"), scope), scope
            )
            value, type_ = function_of(typed, (*path, "value")), typed.type
        kind, whole = stated.get("kind", ""), None
        if kind in NUMBERS_AS and (type_ is None or type_.kind not in ("number", "any")):
            words = "Only a number can be shown as “{kind}”."
            self.report.warn("type", (*path, "kind"), words, kind=kind)
            kind = ""
        if kind in SHOWN_AS_ITSELF and (type_ is None or type_.kind not in (kind, "any")):
            self.report.warn("type", (*path, "kind"), SHOWN_AS_ITSELF[kind])
            kind = ""
        if "of" in stated:
            reached = self.expressions.check_as(stated["of"], (*path, "of"), scope, NUMBER, "of")
            whole = function_of(reached, (*path, "of"))
        if "if" in stated:
            holds = self.expressions.check_as(stated["if"], (*path, "if"), scope, BOOL, "if")
            condition = function_of(holds, (*path, "if"))
        return ShownValue(stated["label"], value, type_, condition, stated.get("tone", "info"), kind, whole)

    def unused(self) -> None:
        """Report unused definitions and routines, and phases that are never reached.

        Unused definitions and routines are also checked here. All others have been checked where they are
        used.
        """
        for definition in list(self.names.definitions.values()):
            if not definition.used:
                words = "“{name}” is never used."
                self.report.warn("unused", definition.path, words, on_key=True, name=definition.name)
                args = [always(ANY, None) for _ in definition.params]
                scope = Scope(chance=True)
                scope.card = always(CARD, None)
                self.expressions.path = definition.path
                if definition.tree is not None:
                    self.expressions.definition(definition, args, definition.tree, scope)
        for routine in list(self.names.routines.values()):
            if not routine.used:
                self.report.warn(
                    "unused",
                    routine.path,
                    "No effect runs the routine “{name}”.",
                    on_key=True,
                    name=routine.name,
                )
                self.effects.routine(
                    routine, [maybe(ANY)] * len(routine.params), Scope(chance=True), routine.path
                )
        for name in self.names.phases:
            if name not in self.effects.reached_phases:
                words = "No effect goes to phase “{name}”."
                self.report.warn("unreached", ("phases", name), words, on_key=True, name=name)


def _sortable(deck: Any, value: Any, place: int) -> Any:
    """Return the sort key of an attribute's value. Suits and ranks are sorted as in the deck."""
    return deck.suits.index(value) if place == 1 else deck.ranks.index(value) if place == 0 else value


def _nullable(part: Any, names: Names) -> None:
    """Let the type of a variable allow `none` if an effect sets the variable to `none`."""
    if isinstance(part, list):
        for inner in part:
            _nullable(inner, names)
    elif isinstance(part, dict):
        for key, inner in part.items():
            if key == "set" and isinstance(inner, dict):
                for target, value in inner.items():
                    variable = names.variables.get(target.rpartition(".")[2].strip())
                    if value == "none" and variable is not None:
                        variable.type = maybe(variable.type)
            _nullable(inner, names)


def pile_of(effects: Any, routines: Mapping[str, Any], depth: int = 3) -> str:
    """Return the name of the zone from which a list of effects first takes cards, or "".

    Before that, there may only be effects that set variables. If the effects run routines, the search goes
    into these, to at most `depth` levels.
    """
    for effect in effects if isinstance(effects, list) else ():
        if not isinstance(effect, dict) or {"set", "add"} & effect.keys():
            continue
        if "draw" in effect:
            source = effect.get("from", "stock") if "." not in str(effect.get("to", "")) else ""
            return source if isinstance(source, str) else ""
        if isinstance(effect.get("move"), str) and (top := _TOP.fullmatch(effect["move"])):
            return top[1]
        routine_call = _ROUTINE_NAME.match(effect["run"]) if isinstance(effect.get("run"), str) else None
        name = next((key for key in routines if routine_call and key.split("(")[0] == routine_call[1]), "")
        return pile_of(routines[name], routines, depth - 1) if name and depth else ""
    return ""
