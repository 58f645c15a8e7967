"""Check the effects `set` and `add`: their targets and the new values.

A target is a variable, an item of a list in a variable, or the direction of turns. A variable has one value
for the game, or a value for each player or team. An emitter is a function that writes the Python code for
changing the target.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cheat.documents.check.declarations import tell_wrong
from cheat.documents.check.expressions import Expressions
from cheat.documents.compile import effects
from cheat.documents.compile.blocks import Block
from cheat.documents.compile.emit import Expr, applied
from cheat.documents.compile.scope import Names, Scope, Variable
from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.parse.expressions import Dot, Index, Name, Tree, Wrong, parse
from cheat.documents.parse.types import (
    NUMBER,
    Type,
    fits,
    in_words,
    innermost,
    is_vague,
    item_of,
    may_be_list,
)
from cheat.documents.runtime.state import MOST_NUMBER, Broken, Card, Run, checked_length, item_count


class Setting:
    """The mixin of `Effects` that checks effects that change variables."""

    if TYPE_CHECKING:
        expressions: Expressions
        names: Names
        report: Report

    def on_set(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `set`: give variables new values."""
        return self._changes(effect["set"], (*path, "set"), scope, adding=False)

    def on_add(self, effect: Mapping[str, Any], path: Path, scope: Scope) -> Block:
        """Check `add`: add values to variables that are numbers or lists."""
        return self._changes(effect["add"], (*path, "add"), scope, adding=True)

    def _changes(self, changes: Mapping[str, Any], path: Path, scope: Scope, *, adding: bool) -> Block:
        checked_changes = [
            self._change(target, source, (*path, target), scope, adding) for target, source in changes.items()
        ]
        return Block(effects.change_emitter([change for change in checked_changes if change is not None]))

    def _change(
        self, target: str, source: Any, path: Path, scope: Scope, adding: bool
    ) -> effects.VariableChange | None:
        try:
            tree = parse(target)
        except Wrong as wrong:
            tell_wrong(self.report, path, wrong)
            return None
        typed_target = self._target(tree, path, scope)
        if typed_target is None:
            return None
        type_, keep = typed_target
        typed = self.expressions.check(source, path, scope)
        typed = self.expressions.adapted(self.expressions.value(typed, scope), type_, None)
        self._check(typed, type_, target, adding)
        typed = _measured(self.expressions.conforming(typed, type_, adding=adding))
        if is_vague(type_) and innermost(typed.type).kind in ("any", "card"):
            typed = applied(typed.type, _without_cards, typed, cost=-1)
        becomes = effects.add_change(_increased) if adding else effects.set_change(type_)
        return typed, keep, becomes

    def _check(self, typed: Expr, expected: Type, target: str, adding: bool) -> None:
        if adding and expected.kind not in ("number", "list", "any"):
            words = "“add” changes numbers and lists, but “{target}” is {wanted}."
            self.expressions.tell("type", words, target=target, wanted=in_words(expected))
        elif adding and expected.kind == "list":
            if not fits(typed.type, expected) and not fits(typed.type, item_of(expected)):
                words = "This is {found}, but “{target}” is {wanted}."
                self.expressions.tell("type", words, found=in_words(typed.type), target=target,
                    wanted=in_words(expected))  # fmt: skip
        elif not fits(typed.type, expected):
            words = "This is {found}, but “{target}” is {wanted}."
            self.expressions.tell(
                "type", words, found=in_words(typed.type), target=target, wanted=in_words(expected)
            )

    def _target(self, tree: Tree, path: Path, scope: Scope) -> tuple[Type, effects.Setter] | None:
        """Check a target. Return its type, and an emitter that changes the target."""
        self.expressions.path = path
        match tree:
            case Name(name="direction") if self.names.is_standard("direction"):
                return NUMBER, effects.change_direction
            case Name():
                variable = self._variable(tree.name, path, scope)
                owner = scope.player if variable is not None and variable.of != "game" else None
                return None if variable is None else (variable.type, self._variable_change(variable, owner))
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
                return None if variable is None else (variable.type, self._variable_change(variable, of_))
            case Index():
                list_target = self._target(tree.of, path, scope)
                if list_target is None:
                    return None
                place = self.expressions.as_type(
                    self.expressions.typed(tree.at, scope), NUMBER, "[ ]", tree.at, scope
                )
                return item_of(list_target[0]), effects.item_setter(list_target[1], place)
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

    def _variable_change(self, variable: Variable, owner: Expr | None) -> effects.Setter:
        """Return the emitter that changes a variable.

        `owner`: the players or teams that own the variable; None for a variable of the game.
        """
        name, is_list = variable.name, variable.type.kind == "list"
        of_cards = "card" in (variable.type.kind, item_of(variable.type).kind)
        nullable = variable.type.maybe

        def ready(r: Run, value: Any) -> Any:
            return stored(r, [value] if is_list and isinstance(value, Card) else value)

        as_stored = ready if of_cards else None
        if owner is None:
            return effects.game_setter(name, as_stored, nullable=nullable)
        team = variable.of == "team" and owner.type.kind != "team"
        if owner.type.kind == "list" and item_of(owner.type).kind == "team":
            team = False
        return effects.owner_setter(name, owner, as_stored, nullable=nullable, team=team)


def _without_cards(value: Any) -> Any:
    """Return a value with `none` in place of each card, for a variable of unknown type.

    Such a variable cannot contain cards. Variables store cards in a special form, and this form can only be
    read if the type says that there are cards.
    """
    if isinstance(value, list):
        return [_without_cards(item) for item in value]
    return None if isinstance(value, Card) else value


def _measured(typed: Expr) -> Expr:
    """Return an expression with the same value that costs more if the value is a list.

    Each item of the list uses up one of the steps that rules may take.
    """
    if not may_be_list(typed.type):
        return typed
    return applied(typed.type, _measure, typed, with_run=True, cost=-1)


def _measure(r: Run, value: Any) -> Any:
    r.spend(item_count(value))
    return value


def _increased(r: Run, old_value: Any, value: Any) -> Any:
    if value is None:
        return old_value
    if isinstance(old_value, list):
        items = old_value + (value if isinstance(value, list) else [value])
        r.spend(item_count(items))
        return checked_length(items)
    if not isinstance(old_value or 0, int) or not isinstance(value, int):
        return old_value
    total = (old_value or 0) + value
    if abs(total) > MOST_NUMBER:
        raise Broken("a_number_is_too_large")
    return total


def stored(r: Run, value: Any) -> Any:
    """Return cards in the form in which variables store them: the face and the zone's number."""
    if isinstance(value, Card):
        zone = r.place_of(value)
        return None if zone is None else [value.face, zone]
    if isinstance(value, list):
        return [item for item in (stored(r, item) for item in value) if item is not None]
    return value
