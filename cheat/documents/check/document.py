"""The check and compilation of a whole document: shape, names, types, flow between phases."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cheat.documents.check.effects import Effects
from cheat.documents.check.expressions import Expressions
from cheat.documents.check.facts import check_facts
from cheat.documents.check.scope import MOST_LETTERS, Local, Names, Scope
from cheat.documents.check.texts import Texts, languages_of, lexicon_of
from cheat.documents.compile.blocks import carried_out
from cheat.documents.compile.compiled import Compiled, Phase, ShownValue
from cheat.documents.compile.emit import Each, Expr, Function, always, bound_at, whole
from cheat.documents.compile.legal_moves import Move, MoveParts, MoveSet, Pick, PickParts
from cheat.documents.parse.decks import deck_of
from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.parse.expressions import WORDS, signature
from cheat.documents.parse.schema import DOCUMENT, GIVEN
from cheat.documents.parse.schema_types import MISSING
from cheat.documents.parse.types import ANY, BOOL, CARD, CARDS, NUMBER, PLAYER, Type, in_words, item_of, maybe
from cheat.documents.runtime.words import plain
from cheat.i18n.messages import Text

IN_A_PHASE, BESIDES = 6, 7
"""Most functions of a phase besides its moves, and of a document besides its phases."""
_TOP = re.compile(r"\s*(?:top|last)\(\s*(\w+)\s*\)\s*")
"""An expression for the top card of a zone."""
_CALLED = re.compile(r"\s*(\w+)")


def check_document(value: Any, report: Report) -> Compiled | None:
    """Return the compiled document, None if it is none. All problems are reported."""
    if isinstance(value, dict):  # editors find the schema by this key; it is no part of the game
        value = {key: part for key, part in value.items() if key != "$schema"}
    doc = DOCUMENT.read(value, (), report)
    if doc is MISSING:
        return None
    return _Check(doc, report).compiled_document()


class _Check:
    """The check of one document, which goes through it once."""

    def __init__(self, doc: Mapping[str, Any], report: Report) -> None:
        self.doc, self.report = doc, report
        deck = deck_of(doc["deck"], ("deck",), lambda text: plain(text, ""), report)
        self.names = Names(doc, deck, report)
        _nullable(doc, self.names)
        self.expressions = Expressions(self.names)
        self.texts = Texts(self.expressions, languages_of(doc))
        self.effects = Effects(self.expressions, self.texts)
        self.compiled = Compiled(doc, deck, self.names)

    def compiled_document(self) -> Compiled:
        """Check all parts in the order of the document, and return the compiled document."""
        made, doc = self.compiled, self.doc
        check_facts(doc, self.names, self.report)
        made.labels = {name: plain(zone.get("label", ""), "") for name, zone in doc["zones"].items()}
        made.card_variables = [
            one.name for one in made.variables if "card" in (one.type.kind, item_of(one.type).kind)
        ]
        self.deck()
        start = self.effects.block(doc["start"], ("start",), Scope(chance=True))
        made.start = carried_out(start, ("start",))
        if not start.stops:
            self.no_way_on(("start",), "“start”", start.way)
        for name, phase in doc["phases"].items():
            made.phases[name] = self.phase(name, phase, ("phases", name))
        self.rest()
        self.unused()
        made.places = self.names.places
        moves = [move for phase in made.phases.values() for move in phase.moves]
        made.parts = self.expressions.parts + self.effects.count + len(moves)
        made.picks = sum([len(one.picks) for one in moves])
        made.functions = self.functions()
        made.lexicon = {**lexicon_of(doc)}
        for tag, said in self.texts.lexicon.items():
            made.lexicon[tag] = {**said, **made.lexicon.get(tag, {})}
        return made

    def functions(self) -> int:
        """Return the most functions that the document becomes, but for those that would be too long."""
        made, phases = self.compiled, self.compiled.phases.values()
        choosing = [one for phase in phases for one in (phase.moves_when_asked, phase.moves_of_others)]
        of_moves = sum([len(one.moves) + len(one.accept) + 1 for one in choosing])
        told = 2 * (len(made.shows) + len(made.marks) + len(made.triggers))
        shared = len(self.expressions.shared) + len(self.effects.checked_routines) + self.texts.slots
        return of_moves + told + shared + IN_A_PHASE * len(phases) + BESIDES

    # Parts

    def deck(self) -> None:
        """Check the parts of the deck that depend on options and players, and the order of zones."""
        stated, made = self.doc["deck"], self.compiled
        if "copies" in stated:
            path = ("deck", "copies")
            made.copies = whole(
                self.expressions.valued(stated["copies"], path, Scope(), NUMBER, "copies"), path
            )
        if "remove" in stated:
            place, path = self.names.place(), ("deck", "remove")
            scope = Scope().within(CARD, place)
            typed = self.expressions.valued(stated["remove"], path, scope, BOOL, "remove")
            made.remove = Function(path, typed.emit, typed.cost, bound=[place])
        attributes, deck = self.names.attributes, made.deck
        for zone in made.zones:
            columns = [attributes[name] for name in zone.sort if name in attributes]
            if columns:
                keys = {code: tuple(_sortable(deck, kind.values[at_], at_) for at_ in columns)
                    for code, kind in deck.kinds.items()}  # fmt: skip
                made.sorts[zone.number] = keys

    def phase(self, name: str, stated: Mapping[str, Any], path: Path) -> Phase:
        """Return a phase, checked."""
        phase, scope = Phase(name), Scope()
        lively = Scope(chance=True)
        if "who" in stated:
            who = self.effects.players(stated["who"], (*path, "who"), scope, "who")
            phase.who = whole(who, (*path, "who"))
        start = self._do(stated, "start", path, lively)
        phase.start = start[0]
        parts = [
            self.move(one, (*path, "moves", at_))
            for at_, one in enumerate(stated.get("moves", ()))
            if isinstance(one, dict)
        ]
        phase.moves_when_asked = MoveSet(parts, (*path, "moves"))
        phase.moves_of_others = MoveSet([part for part in parts if part.by is not None], (*path, "moves"))
        done = self._do(stated, "done", path, lively, must=True)
        phase.done = done[0]
        phase.optional = stated.get("optional", False)
        if "time" in stated:
            time = self.expressions.valued(
                stated["time"] if isinstance(stated["time"], str) else int(stated["time"]),
                (*path, "time"), scope, NUMBER, "time",
            )  # fmt: skip
            phase.time = whole(time, (*path, "time")).call
            if not isinstance(stated["time"], str):
                seconds = stated["time"]
                phase.time = lambda r: seconds
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
            scope = Scope(shown_as=Text("The prompt"))
            phase.prompt = self.texts.text(stated["prompt"], (*path, "prompt"), scope)
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

    def _goes_on(self, phase: Phase, stated: Mapping[str, Any], path: Path, stops: bool, way: str) -> None:
        """Report a phase without moves that does not go on by itself."""
        if phase.moves or stops:
            return
        if phase.time is None:
            self.no_way_on(path, f"“{phase.name}”", way)
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
            self.no_way_on((*path, key), f"“{key}”", block.way)
        return carried_out(block, (*path, key)), block.stops, block.way

    def no_way_on(self, path: Path, what: str, way: str) -> None:
        """Report that effects must say how the game goes on, and do not."""
        if way:
            words = "{what} must end in “go”, “next”, “pause” or “end”, but the path {way} → … does not."
            self.report.tell("no_way_on", path, words, what=what, way=way)
        else:
            words = "{what} must end in “go”, “next”, “pause” or “end”."
            self.report.tell("no_way_on", path, words, what=what)

    def move(self, stated: Mapping[str, Any], path: Path) -> MoveParts:
        """Return a move, checked."""
        name = stated["name"]
        if signature(name) is None or len(name) > MOST_LETTERS:
            self.report.tell(
                "shape", (*path, "name"), "The name of a move must be one word, such as “play_card”."
            )
        move = Move(name, stated.get("label", name))
        move.tone, move.help = stated.get("tone", "plain"), stated.get("help", "")
        move.confirm = stated.get("confirm", "")
        scope = Scope(shown_as=Text("The condition of “{name}”", {"name": name}))
        by = condition = None
        if "by" in stated:
            by = self.effects.players(stated["by"], (*path, "by"), scope, "by")
            move.is_for_others = True
        if "if" in stated:
            condition = self.expressions.valued(stated["if"], (*path, "if"), scope, BOOL, "if")
        names, picks = dict[str, Local](), list[PickParts]()
        for choice, one in stated.get("pick", {}).items():
            picks.append(self.pick(choice, one, (*path, "pick", choice), scope))
            pick = picks[-1].pick
            move.picks.append(pick)
            names[choice] = Local(pick.place, pick.type)
            self._choice_name(choice, (*path, "pick", choice))
        inner = Scope(chance=True).binding(names)
        move.carry_out = carried_out(self.effects.block(stated["do"], (*path, "do"), inner), (*path, "do"))
        if "say" in stated:
            move.say = self.texts.text(stated["say"], (*path, "say"), inner)
        pile = "" if move.picks else pile_of(stated["do"], self.doc.get("routines", {}))
        move.pile = next(
            ((pile, one.per == "player") for one in self.compiled.zones if one.name == pile), None
        )
        return MoveParts(move, condition, by, picks)

    def _choice_name(self, name: str, path: Path) -> None:
        head = signature(name)
        if head is None or head[1] or name in WORDS or name in GIVEN or name == "moment":
            words = "“{name}” cannot be the name of a choice. Use another word."
            self.report.tell("twice", path, words, on_key=True, name=name)
        elif self.names.is_declared(name):
            words = "“{name}” already has another meaning, which this choice hides. Choose another name."
            self.report.warn("shadow", path, words, on_key=True, name=name)

    def pick(self, name: str, stated: Mapping[str, Any], path: Path, scope: Scope) -> PickParts:
        """Return a choice, checked."""
        kind = next(key for key in ("from", "player", "choice", "number", "yes") if key in stated)
        pick, here = Pick(name, kind, self.names.place()), (*path, kind)
        values = always(ANY, None)
        match kind:
            case "from":
                return self._cards(pick, stated, path, scope)
            case "player":
                values, pick.type = self.effects.players(stated[kind], here, scope, "player"), PLAYER
            case "choice":
                values = self.expressions.value(self.expressions.whole(stated[kind], here, scope), scope)
                if values.type.kind not in ("list", "any", "none"):
                    words = "A choice needs a list; this is {found}."
                    self.expressions.tell("type", words, found=in_words(values.type))
                values = self.expressions.listed_or_none(values)
                pick.type, pick.labels = item_of(values.type), stated.get("labels")
            case "number":
                low, high = (self._number(one, (*here, at_), scope) for at_, one in enumerate(stated[kind]))
                pick.type = NUMBER
                return PickParts(pick, values, bounds=(low, high))
            case _:
                pick.label, pick.type = stated[kind], BOOL
        return PickParts(pick, values)

    def _cards(self, pick: Pick, stated: Mapping[str, Any], path: Path, scope: Scope) -> PickParts:
        """Check a choice of cards."""
        values = self.expressions.whole(stated["from"], (*path, "from"), scope)
        values = self.expressions.wanting(values, CARDS, "from", None, scope)
        where = same = bounds = None
        if "where" in stated:
            with self.expressions.each(CARD, scope) as (place, kept, inner):
                condition = self.expressions.valued(stated["where"], (*path, "where"), inner, BOOL, "where")
            where = Each(condition, place, kept)
        if "same" in stated:
            with self.expressions.each(CARD, scope) as (place, kept, inner):
                key = self.expressions.whole(stated["same"], (*path, "same"), inner)
            same = Each(self.expressions.value(key, inner), place, kept)
        pick.type = CARD
        if "count" in stated:
            count = stated["count"]
            both = count if isinstance(count, list) else [count, count]
            low, high = (self._number(one, (*path, "count"), scope) for one in both)
            bounds, pick.type = (low, high), CARDS
        return PickParts(pick, values, where, same, bounds)

    def _number(self, source: Any, path: Path, scope: Scope) -> Expr:
        key = next(str(part) for part in reversed(path) if not isinstance(part, int))
        return self.expressions.valued(source, path, scope, NUMBER, key)

    # Everything besides the phases

    def rest(self) -> None:
        """Check the other parts: turn, triggers, leaving, standing, facts and marks, bots."""
        doc, made = self.doc, self.compiled
        lively = Scope(chance=True)
        if "turn" in doc:
            self.effects.phase(doc["turn"], ("turn",))
        asking = [phase.name for phase in made.phases.values() if phase.moves]
        made.turn = doc.get("turn", asking[0] if asking else "")
        for at_, trigger in enumerate(doc.get("triggers", ())):
            if isinstance(trigger, dict):
                path: Path = ("triggers", at_)
                cond = self.expressions.valued(trigger["if"], (*path, "if"), Scope(), BOOL, "if")
                do = carried_out(self.effects.block(trigger["do"], (*path, "do"), lively), (*path, "do"))
                made.triggers.append((whole(cond, (*path, "if")), do))
        self.leaving(doc.get("leave", {}))
        if "standing" in doc:
            made.standing = self._of_player(doc["standing"], ("standing",))
        bots = doc.get("bots", {})
        if "good" in bots:
            made.good = self._of_player(bots["good"], ("bots", "good"))
        moves = {move.name for phase in made.phases.values() for move in phase.moves}
        for name in bots.get("weights", {}):
            if name not in moves:
                words = "There is no move “{name}”."
                like = self.report.nearest(name, moves)
                self.report.tell(
                    "unknown_name", ("bots", "weights", name), words, hint=like, on_key=True, name=name
                )
        shown, mark = Text("What is shown"), Text("The mark")
        made.shows = [self._shown_value(one, ("shows", at_), Scope(shown_as=shown, public=True))
            for at_, one in enumerate(doc.get("shows", ())) if isinstance(one, dict)]  # fmt: skip
        made.marks = [self._shown_value(one, ("marks", at_), Scope(shown_as=mark, public=True))
            for at_, one in enumerate(doc.get("marks", ())) if isinstance(one, dict)]  # fmt: skip

    def leaving(self, stated: Mapping[str, Any]) -> None:
        """Check the effects of a player's leaving, and the zone that receives the cards."""
        made, path = self.compiled, ("leave",)
        scope = Scope(chance=True, leaver=True)
        if "do" in stated:
            made.leave = carried_out(self.effects.block(stated["do"], (*path, "do"), scope), (*path, "do"))
        if "cards_to" in stated:
            zone = self.expressions.zone(stated["cards_to"], (*path, "cards_to"), scope)
            made.cards_to = whole(zone, (*path, "cards_to"))
        for at_, name in enumerate(stated.get("keep", ())):
            if name not in self.names.zones:
                words = "There is no zone “{name}”."
                like = self.report.nearest(name, self.names.zones)
                self.report.tell("unknown_zone", (*path, "keep", at_), words, hint=like, name=name)

    def _of_player(self, source: Any, path: Path) -> Function:
        """Return the function of an expression that is evaluated for one player, its argument."""
        place = self.names.place()
        scope = Scope().near(bound_at(PLAYER, place))
        typed = self.expressions.value(self.expressions.whole(source, path, scope), scope)
        if typed.type.kind not in ("number", "bool", "list", "any", "none"):
            words = "This must be a number or a list of numbers; it is {found}."
            self.expressions.tell("type", words, found=in_words(typed.type))
        return Function(path, typed.emit, typed.cost, bound=[place])

    def _shown_value(self, stated: Mapping[str, Any], path: Path, scope: Scope) -> ShownValue:
        value: Function | None = None
        type_: Type | None = None
        condition: Function | None = None
        if "value" in stated:
            typed = self.expressions.value(
                self.expressions.whole(stated["value"], (*path, "value"), scope), scope
            )
            value, type_ = whole(typed, (*path, "value")), typed.type
        if "if" in stated:
            holds = self.expressions.valued(stated["if"], (*path, "if"), scope, BOOL, "if")
            condition = whole(holds, (*path, "if"))
        return ShownValue(stated["label"], value, type_, condition, stated.get("tone", "info"))

    def unused(self) -> None:
        """Check definitions and routines that nothing uses, and report them and unreached phases."""
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
    """Return the sort key of an attribute: suits and ranks in the order of the deck."""
    return deck.suits.index(value) if place == 1 else deck.ranks.index(value) if place == 0 else value


def _nullable(part: Any, names: Names) -> None:
    """Make variables nullable that an effect sets to `none`."""
    if isinstance(part, list):
        for one in part:
            _nullable(one, names)
    elif isinstance(part, dict):
        for key, one in part.items():
            if key == "set" and isinstance(one, dict):
                for target, value in one.items():
                    variable = names.variables.get(target.rpartition(".")[2].strip())
                    if value == "none" and variable is not None:
                        variable.type = maybe(variable.type)
            _nullable(one, names)


def pile_of(effects: Any, routines: Mapping[str, Any], depth: int = 3) -> str:
    """Return the name of the zone that effects begin by taking cards from, else "".

    Effects that only set variables are passed over. `depth`: routines that are followed.
    """
    for effect in effects if isinstance(effects, list) else ():
        if not isinstance(effect, dict) or {"set", "add"} & effect.keys():
            continue
        if "draw" in effect:
            source = effect.get("from", "stock") if "." not in str(effect.get("to", "")) else ""
            return source if isinstance(source, str) else ""
        if isinstance(effect.get("move"), str) and (top := _TOP.fullmatch(effect["move"])):
            return top[1]
        called = _CALLED.match(effect["run"]) if isinstance(effect.get("run"), str) else None
        name = next((key for key in routines if called and key.split("(")[0] == called[1]), "")
        return pile_of(routines[name], routines, depth - 1) if name and depth else ""
    return ""
