"""Check effects: the instructions of a document, such as moving cards or ending the game.

An effect is a JSON object. Its check, or the check of a list of effects, returns a `Block`, which can write
Python code for the effects. A routine is a list of effects with a name and parameters. A bound value is a
value that gets a name while rules run, such as a parameter. A place is the number of a bound value. The scope
is the set of names that an expression can use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cheat.documents.check.declarations import tell_wrong
from cheat.documents.check.expressions import Expressions
from cheat.documents.check.move_effects import MOVING, Moving
from cheat.documents.check.texts import Texts
from cheat.documents.compile import effects as emitters
from cheat.documents.compile.blocks import EMPTY, Block, carried_out, in_a_row
from cheat.documents.compile.emit import Expr, Function
from cheat.documents.compile.scope import Local, Routine, Scope
from cheat.documents.parse.diagnostics import Path
from cheat.documents.parse.expressions import Call, Name, Tree, Wrong, parse
from cheat.documents.parse.schema import EFFECT_KINDS
from cheat.documents.parse.types import NONE, PLAYER, Type, in_words, item_of, maybe

MOST_EFFECTS = 2000
MOST_NESTED = 60
"""Maximum number of levels of effects inside effects. The effect `run` adds a level, too."""


class Effects(Moving):
    """The check of the effects of one document."""

    def __init__(self, expressions: Expressions, texts: Texts) -> None:
        self.expressions, self.texts = expressions, texts
        self.names, self.report = expressions.names, expressions.report
        self.count = self.nested = 0
        self.open_routines: list[str] = []
        self.checked_routines: dict[tuple[Any, ...], tuple[Block, Function]] = {}
        self.places: dict[tuple[Any, ...], list[int]] = {}
        self.reached_phases: set[str] = set()
        self.several = False
        """True if the expression that `players()` checked last may have more than one player."""

    # Lists of effects

    def block(self, effects: Sequence[Any], path: Path, scope: Scope) -> Block:
        """Check a list of effects, and return them as a block.

        If an effect binds a name, the following effects of the list can use this name.
        """
        parts: list[Block] = []
        self.nested += 1
        if self.nested > MOST_NESTED:
            self.report.tell("limit", path, "Effects can be nested at most {most} deep.", most=MOST_NESTED)
            effects = ()
        for place, effect in enumerate(effects):
            if isinstance(effect, dict):
                self.count += 1
                block, scope = self.effect(effect, (*path, place), scope)
                parts.append(block)
        self.nested -= 1
        if self.count > MOST_EFFECTS:
            self.report.tell("limit", (), "A document can have at most {most} effects.", most=MOST_EFFECTS)
        return in_a_row(parts)

    def effect(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> tuple[Block, Scope]:
        """Check an effect. Return the effect's block, and the scope for the next effect."""
        for kind in EFFECT_KINDS:
            if kind in effect and (kind != "say" or not MOVING.intersection(effect)):
                method = getattr(self, f"on_{kind}")
                result: Block | tuple[Block, Scope] = method(effect, path, scope)
                return (result, scope) if isinstance(result, Block) else result
        return EMPTY, scope

    # Names, branches, loops

    def bind_name(self, name: str, type: Type, path: Path, scope: Scope) -> tuple[Scope, int]:
        """Bind a name. Return a scope with the name, and the place of the value."""
        self.expressions.path = path
        try:
            plain = isinstance(parse(name), Name)
        except Wrong:
            plain = False
        if not plain:
            self.report.tell(
                "syntax", path, "This must be a name: letters, digits and “_”, beginning with a letter."
            )
        elif name in self.names.known_names():
            self.report.warn(
                "shadow",
                path,
                "“{name}” already has another meaning, which this hides. Choose another name.",
                name=name,
            )
        local = Local(self.names.place(), type)
        return scope.binding({name: local}), local.place

    def on_let(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> tuple[Block, Scope]:
        """Check `let`: bind names to values until the end of the list of effects."""
        bindings: list[tuple[int, Expr]] = []
        for name, source in effect["let"].items():
            name_path = (*path, "let", name)
            typed = self.expressions.value(self.expressions.check(source, name_path, scope), scope)
            scope, place = self.bind_name(name, typed.type, name_path, scope)
            bindings.append((place, typed))

        return Block(emitters.let_emitter(bindings)), scope

    def on_if(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `if`: carry out one of two lists of effects."""
        condition = self.condition(effect["if"], (*path, "if"), scope, "if")
        then_block = self.block(effect["then"], (*path, "then"), scope)
        else_block = self.block(effect.get("else", ()), (*path, "else"), scope)
        open_path = (
            f"then{then_block.way and ' → ' + then_block.way}"
            if not then_block.stops
            else f"else{else_block.way and ' → ' + else_block.way}"
        )
        return Block(
            emitters.if_emitter(condition, then_block, else_block),
            then_block.stops and else_block.stops,
            open_path,
        )

    def on_each(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `each`: carry out effects for each item of a list."""
        typed = self.expressions.value(self.expressions.check(effect["each"], (*path, "each"), scope), scope)
        if typed.type.kind not in ("list", "any", "none"):
            words = "“each” needs a list; this is {found}."
            self.expressions.tell("type", words, found=in_words(typed.type))
        inner, place = self.bind_name(effect["as"], item_of(typed.type), (*path, "as"), scope)
        block = self.block(effect["do"], (*path, "do"), inner)
        return Block(emitters.each_emitter(typed, place, block))

    def on_while(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `while`: repeat effects as long as a condition is true."""
        condition = self.condition(effect["while"], (*path, "while"), scope, "while")
        block = self.block(effect["do"], (*path, "do"), scope)
        return Block(emitters.while_emitter(condition, block))

    def on_run(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `run`: carry out a routine, with values for its parameters."""
        run_path = (*path, "run")
        call = self._call(effect["run"], run_path)
        if call is None:
            return EMPTY
        name, trees = call
        routine = self.names.routines.get(name)
        if routine is None:
            like = self.report.nearest(name, self.names.routines)
            self.report.tell("unknown_name", run_path, "There is no routine “{name}”.", hint=like, name=name)
            return EMPTY
        self.expressions.path = run_path
        args = [self.expressions.value(self.expressions.typed(tree, scope), scope) for tree in trees]
        if len(args) > len(routine.params):
            words = "Wrong number of values for “{name}”: it takes {wanted}, and you gave {found}."
            self.report.tell("type", run_path, words, name=name, wanted=len(routine.params), found=len(args))
            return EMPTY
        types = [maybe(arg.type) for arg in args] + [NONE] * (len(routine.params) - len(args))
        (block, function), places = self.routine(routine, types, scope, run_path)
        code = emitters.run_emitter(
            function, [*zip(places, args, strict=False)], places[len(args) :], stops=block.stops
        )
        return Block(code, block.stops, f"{name}{block.way and ' → ' + block.way}")

    def _call(self, source: str, path: Path) -> tuple[str, list[Tree]] | None:
        try:
            tree = parse(source)
        except Wrong as wrong:
            tell_wrong(self.report, path, wrong)
            return None
        if isinstance(tree, Name):
            return tree.name, []
        if isinstance(tree, Call):
            return tree.name, tree.args
        self.report.tell("syntax", path, "Write the routine as “name” or “name(a, b)”.")
        return None

    def routine(
        self, routine: Routine, types: list[Type], scope: Scope, path: Path
    ) -> tuple[tuple[Block, Function], list[int]]:
        """Check a routine for arguments of these types.

        Return the routine's effects as a block and as a function, and the places of the routine's parameters.
        Several uses of the routine share one check if the types of their arguments are equal.
        """
        routine.used = True
        key = (routine.name, tuple(types), scope.leaver)
        if key in self.checked_routines:
            return self.checked_routines[key], self.places[key]
        if routine.name in self.open_routines:
            chain = " → ".join([*self.open_routines[self.open_routines.index(routine.name) :], routine.name])
            self.report.tell("recursion", path, "A routine cannot run itself: {chain}.", chain=chain)
            return (EMPTY, carried_out(EMPTY, path)), []
        self.open_routines.append(routine.name)
        names = {
            name: Local(self.names.place(), type) for name, type in zip(routine.params, types, strict=True)
        }
        inner = Scope(chance=True, leaver=scope.leaver).binding(names)
        block = self.block(routine.effects, routine.path, inner)
        self.open_routines.pop()
        self.checked_routines[key] = block, carried_out(block, routine.path)
        self.places[key] = [local.place for local in names.values()]
        return self.checked_routines[key], self.places[key]

    # Effects that say how the game goes on

    def phase(self, name: str, path: Path) -> str:
        """Return the name of a phase. Report an error if there is no such phase."""
        if name not in self.names.phases:
            words = "There is no phase “{name}”. Use one of {phases}."
            phases = ", ".join(self.names.phases)
            like = self.report.nearest(name, self.names.phases)
            self.report.tell("unknown_phase", path, words, hint=like, name=name, phases=phases)
        self.reached_phases.add(name)
        return name

    def on_go(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `go`: go on to another phase, and perhaps set the player on turn."""
        phase = self.phase(effect["go"], (*path, "go"))
        turn = emitters.transition_emitter("go", phase, lambda w: "r.t.seat")
        if "turn" in effect:
            typed = self.expressions.check_as(effect["turn"], (*path, "turn"), scope, PLAYER, "turn")
            turn = emitters.transition_emitter("go", phase, emitters.turn_emitter(typed))
        return Block(turn, stops=True)

    def on_next(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `next`: go on to a phase with the next player on turn."""
        phase = self.phase(effect["next"], (*path, "next"))
        return Block(emitters.transition_emitter("go", phase, lambda w: "r.seat_after(r.t.seat)"), stops=True)

    def on_pause(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `pause`: wait until all players have looked at the result."""
        phase = self.phase(effect["pause"], (*path, "pause"))
        return Block(emitters.transition_emitter("pause", phase, lambda w: "r.t.seat"), stops=True)

    def on_end(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `end`: end the game."""
        best = effect["end"] in (True, "true")
        players = None if best else self.players(effect["end"], (*path, "end"), scope, "end")
        code = emitters.transition_emitter(
            "end", "", lambda w: "None" if players is None else w.root(players)
        )
        return Block(code, stops=True)
