"""The check of `set` and `add`: their targets and the new values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from cheat.documents.check.scope import Names, Variable, tell_wrong
from cheat.documents.check.typed_tree import Scope, Typed, applied
from cheat.documents.compile import effects
from cheat.documents.compile.blocks import Block
from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.parse.expressions import Dot, Index, Name, Tree, Wrong, parse
from cheat.documents.parse.types import NUMBER, Type, fits, in_words, item_of, may_be_list
from cheat.documents.runtime.state import MOST_NUMBER, SETTING, Broken, Card, Run, bounded, held

if TYPE_CHECKING:
    from cheat.documents.check.expressions import Expressions

Change = Callable[[Run, Any, Any], Any]
"""A function: (run, value before, given value) -> value after."""
Keep = Callable[[Run, Any, Change], None]
"""A function that applies a change, with the given value, to a target."""


class Kept(NamedTuple):
    """The change of a target: `keep` makes it, `code` is its emitter."""

    keep: Keep
    code: effects.Keep


class _Changing(NamedTuple):
    """One change, and the parts of its emitter."""

    do: Callable[[Run], None]
    written: tuple[Typed, effects.Keep, effects.Change]


class Setting:
    """The effects that change variables; a mixin of `Effects`."""

    if TYPE_CHECKING:
        expressions: Expressions
        names: Names
        report: Report

    def on_set(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `set`: give variables new values."""
        return self._all(effect["set"], (*path, "set"), scope, adding=False)

    def on_add(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `add`: add to numbers and lists."""
        return self._all(effect["add"], (*path, "add"), scope, adding=True)

    def _all(self, changes: Mapping[str, Any], path: Path, scope: Scope, *, adding: bool) -> Block:
        made = [
            self._one(target, source, (*path, target), scope, adding) for target, source in changes.items()
        ]
        dos = [one.do for one in made if one is not None]

        def do(r: Run) -> bool:
            for one in dos:
                one(r)
            return False

        code = effects.changes([one.written for one in made if one is not None])
        return Block(do, stops=False, code=code)

    def _one(self, target: str, source: Any, path: Path, scope: Scope, adding: bool) -> _Changing | None:
        try:
            tree = parse(target)
        except Wrong as wrong:
            tell_wrong(self.report, path, wrong)
            return None
        found = self._target(tree, path, scope)
        if found is None:
            return None
        type_, kept = found
        typed = self.expressions.whole(source, path, scope)
        typed = self.expressions.adapted(self.expressions.value(typed, scope), type_, None)
        self._check(typed, type_, target, adding)
        typed = _measured(self.expressions.conforming(typed, type_, adding=adding))
        fn, change, keep = typed.charged(), _added if adding else _set(type_), kept.keep

        def do(r: Run) -> None:
            r.spend(SETTING)
            keep(r, fn(r), change)

        becomes = effects.grows(_added) if adding else effects.becomes(type_)
        return _Changing(do, (typed, kept.code, becomes))

    def _check(self, typed: Typed, wanted: Type, target: str, adding: bool) -> None:
        if adding and wanted.kind not in ("number", "list", "any"):
            words = "“add” changes numbers and lists, but “{target}” is {wanted}."
            self.expressions.tell("type", words, target=target, wanted=in_words(wanted))
        elif adding and wanted.kind == "list":
            if not fits(typed.type, wanted) and not fits(typed.type, item_of(wanted)):
                words = "This is {found}, but “{target}” is {wanted}."
                self.expressions.tell("type", words, found=in_words(typed.type), target=target,
                    wanted=in_words(wanted))  # fmt: skip
        elif not fits(typed.type, wanted):
            words = "This is {found}, but “{target}” is {wanted}."
            self.expressions.tell(
                "type", words, found=in_words(typed.type), target=target, wanted=in_words(wanted)
            )

    def _target(self, tree: Tree, path: Path, scope: Scope) -> tuple[Type, Kept] | None:
        """Return the type of the target, and the way to change it."""
        self.expressions.path = path
        match tree:
            case Name(name="direction"):
                return NUMBER, Kept(_turn_round, effects.turned_round)
            case Name():
                variable = self._variable(tree.name, path, scope)
                owner = scope.player if variable is not None and variable.of != "game" else None
                return None if variable is None else (variable.type, self._kept(variable, owner))
            case Dot():
                of_ = self.expressions.typed(tree.of, scope)
                variable = self._variable(tree.name, path, scope)
                kind = item_of(of_.type).kind if of_.type.kind == "list" else of_.type.kind
                if variable is not None and kind not in (variable.of, "player", "any", "none"):
                    words = "“{name}” is not a variable of {what}."
                    self.report.tell(
                        "type", path, words, on_key=True, name=tree.name, what=in_words(of_.type)
                    )
                    return None
                return None if variable is None else (variable.type, self._kept(variable, of_))
            case Index():
                found = self._target(tree.of, path, scope)
                if found is None:
                    return None
                place = self.expressions.wanting(
                    self.expressions.typed(tree.at, scope), NUMBER, "“[ ]”", tree.at, scope
                )
                return item_of(found[0]), _indexed(found[1], place)
        self.report.tell("type", path, "Only variables can be set.", on_key=True)
        return None

    def _variable(self, name: str, path: Path, scope: Scope) -> Variable | None:
        variable = self.names.variables.get(name)
        if variable is None or name in scope.names:
            words = "“{name}” is not a variable, so it cannot be set."
            like = self.report.nearest(name, self.names.variables)
            self.report.tell("unknown_name", path, words, hint=like, on_key=True, name=name)
            return None
        return variable

    def _kept(self, variable: Variable, owner: Typed | None) -> Kept:
        """Return the way to change one variable, for one owner or several."""
        name, listed = variable.name, variable.type.kind == "list"
        of_cards = "card" in (variable.type.kind, item_of(variable.type).kind)
        nullable = variable.type.maybe

        def ready(r: Run, value: Any) -> Any:
            return stored(r, [value] if listed and isinstance(value, Card) else value)

        as_stored = ready if of_cards else None
        if owner is None:

            def keep(r: Run, value: Any, change: Change) -> None:
                if as_stored is not None:
                    value = as_stored(r, value)
                if value is not None or nullable:
                    r.values[name] = change(r, r.values[name], value)

            return Kept(keep, effects.of_game(name, as_stored, nullable=nullable))
        fn, team = owner.charged(), variable.of == "team" and owner.type.kind != "team"
        if owner.type.kind == "list" and item_of(owner.type).kind == "team":
            team = False

        def keep_each(r: Run, value: Any, change: Change) -> None:
            if as_stored is not None:
                value = as_stored(r, value)
            owners = fn(r)
            if isinstance(owners, list):
                r.spend(len(owners))
            if owners is None or (value is None and not nullable):
                return
            held = r.values[name]
            for one in owners if isinstance(owners, list) else [owners]:
                if one is not None:
                    place = r.shape.team[one] if team else one
                    held[place] = change(r, held[place], value)

        code = effects.of_owners(name, owner, as_stored, nullable=nullable, team=team)
        return Kept(keep_each, code)


def _set(type: Type) -> Change:
    if type.kind == "list":
        return lambda r, before, value: list(value) if isinstance(value, list) else value
    return lambda r, before, value: value


def _measured(typed: Typed) -> Typed:
    """Return the expression. If it may be a list, it also charges all items in that."""
    if not may_be_list(typed.type):
        return typed
    return applied(typed.type, _measure, typed, with_run=True, cost=-1)


def _measure(r: Run, value: Any) -> Any:
    r.spend(held(value))
    return value


def _added(r: Run, before: Any, value: Any) -> Any:
    if value is None:
        return before
    if isinstance(before, list):
        joined = before + (value if isinstance(value, list) else [value])
        r.spend(held(joined))
        return bounded(joined)
    total = (before or 0) + value
    if abs(total) > MOST_NUMBER:
        raise Broken("a_number_is_too_large")
    return total


def _turn_round(r: Run, value: Any, change: Change) -> None:
    if value in (1, -1):
        r.t.direction = value


def _indexed(kept: Kept, typed: Typed) -> Kept:
    """Return the way to change one item of a list."""
    keep, place = kept.keep, typed.charged()

    def keep_item(r: Run, value: Any, change: Change) -> None:
        at = place(r)

        def within(r: Run, before: Any, value: Any) -> Any:
            if at is None or not isinstance(before, list) or not 0 <= at < len(before):
                return before
            r.spend(len(before) >> 2)
            return [change(r, one, value) if place == at else one for place, one in enumerate(before)]

        keep(r, value, within)

    return Kept(keep_item, effects.item_of_list(kept.code, typed))


def stored(r: Run, value: Any) -> Any:
    """Return cards as they are stored: the face, and the number of the zone."""
    if isinstance(value, Card):
        zone = r.place_of(value)
        return None if zone is None else [value.face, zone]
    if isinstance(value, list):
        return [one for one in (stored(r, one) for one in value) if one is not None]
    return value
