"""Make emitters of effects: functions that write the Python statements for an effect.

- A step is the unit of cost. A run of the rules may use a limited number of steps. When they are used up, the
  run breaks: it raises `Broken`. Before generated code changes the table, it subtracts all costs so far from
  the steps left. So rules that exceed the limit always break at the same point, with the same table.
- A hushed run is a run of a simulation. It makes the same changes at the same cost, but no texts.
- A bound value is a value that gets a name while rules run. A place is the number of a bound value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from cheat.documents.compile.blocks import Block, EffectEmitter
from cheat.documents.compile.emit import Expr, Function, ItemExpr, Writer, is_fixed
from cheat.documents.parse.types import CARD, Type, is_vague, item_of, may_be_list
from cheat.documents.runtime import operations
from cheat.documents.runtime.state import SETTING, Broken, Card, list_or_none, seat_or_none
from cheat.documents.runtime.words import CARDLESS, DocumentText, weigh

MOST_ROUNDS = 500
"""Maximum number of times that a `while` effect repeats."""
Say = Callable[[Writer, str], None]
"""An emitter of the log entry of an effect.

The second argument is the name of the moved cards in the generated code, or `[]` if no cards are moved.
"""

# Names, branches, loops


def let_emitter(bindings: Sequence[tuple[int, Expr]]) -> EffectEmitter:
    """Return the emitter of `let`, which binds names to values. `bindings`: (place, value)."""

    def emit(w: Writer) -> None:
        for place, value in bindings:
            w.bind(place, w.root(value))

    return emit


def if_emitter(condition: Expr, yes: Block, no: Block) -> EffectEmitter:
    """Return the emitter of `if`, which carries out one of two lists of effects."""

    def emit(w: Writer) -> None:
        with w.under(f"if {w.root(condition)}:"):
            yes.emit(w)
        with w.under("else:"):
            no.emit(w)

    return emit


def each_emitter(items: Expr, place: int, body: Block) -> EffectEmitter:
    """Return the emitter of `each`, which carries out effects for each item of a list.

    If the effects change the list, the loop still goes through the original items.
    """

    def emit(w: Writer) -> None:
        values = w.root(items)
        if items.type.kind == "any":
            values = w.call(list_or_none, values)
        with w.under(f"for v{place} in [*({values} or ())]:"):
            w.note_change()
            w.spend("1")
            w.note_bound(place)
            body.emit(w)
        w.note_change()

    return emit


def while_emitter(condition: Expr, body: Block) -> EffectEmitter:
    """Return the emitter of `while`, which repeats effects as long as a condition is true."""

    def emit(w: Writer) -> None:
        count = w.name("0")
        with w.under("while True:"):
            w.note_change()
            holds = w.root(condition)
            w.write("if n > r.fuel: r.spend(n)")
            w.write(f"if not {holds}: break")
            w.write(f"{count} += 1")
            w.write(f"if {count} > {MOST_ROUNDS}: {w.value(endless)}()")
            body.emit(w)
        w.note_change()

    return emit


def endless() -> None:
    """Raise Broken for a `while` effect that repeats too often."""
    raise Broken("while_does_not_come_to_an_end")


def run_emitter(
    function: Function, args: Sequence[tuple[int, Expr]], unset: Sequence[int], *, stops: bool
) -> EffectEmitter:
    """Return the emitter of `run`, which calls a routine: a named list of effects.

    - `args`: the place and the argument of each parameter
    - `unset`: the places of parameters without an argument
    - `stops`: True if every path through the routine says how the game goes on
    """

    def emit(w: Writer) -> None:
        w.cost(1)
        for place, value in [(place, w.root(value)) for place, value in args]:
            w.write(f"v[{place}] = {value}")
        for place in unset:
            w.write(f"v[{place}] = None")
        w.settle()
        run = f"{w.value(function)}.run(r)"
        w.write(f"return {run}" if stops else f"if {run}: return True")

    return emit


def charge_for_length(w: Writer, values: str) -> None:
    """Write a charge of one step for each item of a list."""
    w.spend(f"len({values})")


# How the game goes on


def transition_emitter(kind: str, phase: str, value: Callable[[Writer], str]) -> EffectEmitter:
    """Return the emitter of an effect that says how the game goes on, or that ends the game."""

    def emit(w: Writer) -> None:
        next_value = value(w)
        w.write(f"r.transition = ({w.value(kind)}, {w.value(phase)}, {next_value})")
        w.settle_and_return("True")

    return emit


def turn_emitter(player: Expr) -> Callable[[Writer], str]:
    """Return an emitter that computes the seat of `player`, for a change of turn.

    If `player` is `none`, the result is the seat that is on turn already.
    """

    def value(w: Writer) -> str:
        seat = w.root(player)
        return seat if w.is_sure(seat) else f"r.t.seat if {seat} is None else {seat}"

    return value


# Cards


def move_emitter(cards: Expr, to: Expr, say: Say, *, bottom: bool, show: bool) -> EffectEmitter:
    """Return the emitter that moves cards to a zone.

    - `bottom`: put the cards below the other cards of the zone
    - `show`: show the faces to all players
    - `say`: the emitter of the log entry
    """
    single = cards.type.kind == "card"

    def emit(w: Writer) -> None:
        held_cards, target = w.root(cards), w.root(to)
        if not single:
            has_only_cards = cards.type.kind == "list" and item_of(cards.type) == CARD
            held_cards = w.name(f"{held_cards} or ()") if has_only_cards else w.call(_only_cards, held_cards)
        w.settle()
        do = w.value(operations.move_one if single else operations.move_some)
        say(w, _unless_none(w, (target,), f"{do}(r, {held_cards}, {target}, {bottom}, {show})"))

    return emit


def _unless_none(w: Writer, values: Sequence[str], do: str) -> str:
    """Write the statement `do`, which moves cards. Return the name of the moved cards.

    If one of `values` is `none`, the generated code does not carry out the statement.
    """
    unsure = [f"{name} is None" for name in values if not w.is_sure(name)]
    return w.name(f"[] if {' or '.join(unsure)} else {do}" if unsure else do)


def _only_cards(value: Any) -> list[Any]:
    """Return the cards in a list. A single value counts as a list with one item."""
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, Card)]


def draw_emitter(
    count: Expr, source: Expr, to: Expr, refill: tuple[int | None, int], place: int, say: Say
) -> EffectEmitter:
    """Return the emitter that draws cards one by one.

    The drawn cards are bound at `place`. If `place` is negative, they get no name.
    """

    def emit(w: Writer) -> None:
        number, zone, target = w.root(count), w.root(source), w.root(to)
        w.settle()
        do, refill_value = w.value(operations.draw), w.value(refill)
        moved_cards = _unless_none(
            w, (number, zone, target), f"{do}(r, {number}, {zone}, {target}, {refill_value})"
        )
        if place >= 0:
            card_of = w.unless_none((target,), f"r.cards[{target}]")
            w.bind(place, f"[{card_of}[face] for moved in {moved_cards} for face in moved.faces]")
        say(w, moved_cards)

    return emit


def deal_emitter(
    count: Expr | None, source: Expr, to: Expr, place: int, refill: tuple[int | None, int], say: Say
) -> EffectEmitter:
    """Return the emitter that deals `count` cards to each player. None means all cards."""

    def emit(w: Writer) -> None:
        targets = w.name("[]")
        with w.under(f"for v{place} in r.active:"):
            w.note_bound(place)
            w.write(f"{targets}.append({w.root(to)})")
        number = "None" if count is None else w.root(count)
        zone = w.root(source)
        w.settle()
        do, refill_value = w.value(operations.deal), w.value(refill)
        dealt_cards = f"{do}(r, {number}, {zone}, {targets}, {refill_value}) if None not in {targets} else []"
        say(w, _unless_none(w, (zone,) if count is None else (zone, number), dealt_cards))

    return emit


def shuffle_emitter(zone: Expr, say: Say) -> EffectEmitter:
    """Return the emitter that shuffles a zone."""

    def emit(w: Writer) -> None:
        zone_name = w.root(zone)
        with w.if_not_none(zone_name):
            w.settle()
            w.write(f"{w.value(operations.shuffle)}(r, {zone_name})")
        say(w, "[]")

    return emit


def reveal_emitter(zones: Expr, viewers: Callable[[Writer], str], say: Say) -> EffectEmitter:
    """Return the emitter of `reveal`, which changes the viewers of zones."""
    is_list = zones.type.kind == "zones"

    def emit(w: Writer) -> None:
        zone_names = w.root(zones)
        viewer_ids = w.as_name(viewers(w))
        w.settle()
        shown_zones = f"{zone_names} or ()" if is_list else f"() if {zone_names} is None else ({zone_names},)"
        w.write(f"{w.value(operations.reveal)}(r, {shown_zones}, {viewer_ids})")
        say(w, "[]")

    return emit


def know_emitter(zone: Expr, is_there: bool, holds: ItemExpr, kinds: list[Any]) -> EffectEmitter:
    """Return the emitter of `know`: all players learn which cards a zone has or lacks.

    - `is_there`: True if the zone has at least one of the cards, False if it has none of them
    - `holds`: the condition that selects the cards
    - `kinds`: one card of each face

    A hushed run charges the same cost, but does not carry out the effect.
    """

    def emit(w: Writer) -> None:
        w.cost(operations.CONCLUDING)
        zone_name, all_kinds = w.root(zone), w.value(kinds)
        if is_fixed(holds.body):
            with w.under("if r.hushed:"):
                w.cost(len(kinds) * holds.body.cost)
            with w.under("else:"):
                _write_conclusion(w, zone_name, is_there, _write_faces(w, holds, all_kinds))
        else:
            _write_conclusion(w, zone_name, is_there, _write_faces(w, holds, all_kinds))

    return emit


def _write_conclusion(w: Writer, zone: str, is_there: bool, faces: str) -> None:
    """Write the call that stores what all players know about a zone."""
    w.settle()
    w.write(f"{w.value(operations.conclude)}(r, {zone}, {is_there}, {faces})")


def _write_faces(w: Writer, holds: ItemExpr, kinds: str) -> str:
    """Write the code that lists the faces for which a condition is true. Return the list's name."""
    faces = w.name("[]")
    with w.loop(holds, kinds, sure=True) as result:
        w.write(f"if {result}: {faces}.append(v{holds.place}.face)")
    return faces


# Words


def entry_without_words(kind: str, tone: str) -> Say:
    """Return the emitter of a log entry that only shows the moved cards, without a sentence."""

    def say(w: Writer, moved_cards: str) -> None:
        if moved_cards != "[]":
            report = w.value(operations.report_moves)
            w.write(f"if {moved_cards}: {report}(r, {w.value(kind)}, {moved_cards}, {w.value(tone)})")

    return say


def entry_in_words(kind: str, text: DocumentText, tone: str, to: Function | None) -> Say:
    """Return the emitter of a log entry with a sentence.

    `to`: the players that read the entry; None means all players.
    """

    def say(w: Writer, moved_cards: str) -> None:
        w.needs(text.reads)
        if to is not None:
            w.needs(to.reads)
        w.settle()
        with w.under("if r.hushed:"):
            _write_weighing(w, text)
            if to is not None:
                w.write(f"{w.value(to)}.run(r)")
            w.write(f"{w.value(operations.count_event)}(r, {to is None})")
        with w.under("else:"):
            values = ", ".join([w.value(kind), w.value(text), moved_cards, w.value(tone), w.value(to)])
            w.write(f"{w.value(operations.report_text)}(r, {values})")

    return say


def _write_weighing(w: Writer, text: DocumentText) -> None:
    """Write the code that charges the cost of a sentence in a hushed run.

    The sentence is not made. An expression in the sentence is computed only if its cost depends on values.
    """
    slots = text.slots()
    if slots is None:
        w.write(f"{w.value(text)}.weigh(r)")
    for slot in slots or ():
        if slot.type.kind in CARDLESS and slot.value.is_known_to_be_fixed():
            w.cost(slot.value.cost)
        else:
            w.write(f"{w.value(weigh)}(r, {w.value(slot.value)}.run(r))")


# Variables

Change = Callable[[Writer, str, str], str]
"""An emitter that computes the new value of a target, such as a variable.

Its arguments are the writer, the name of the old value, and the name of the operand. The operand is the value
in the effect. The emitter returns the name of the new value.
"""
Setter = Callable[[Writer, str, Change], None]
"""An emitter that changes a target.

Its arguments are the writer, the name of the operand, and the `Change` that computes the new value.
"""


VariableChange = tuple[Expr, Setter, Change]
"""An operand, the `Setter` of a target, and the `Change` for the target's new value."""


def change_emitter(parts: Sequence[VariableChange]) -> EffectEmitter:
    """Return the emitter of `set` or `add`, which changes one or more targets."""

    def emit(w: Writer) -> None:
        for value, setter, change in parts:
            w.cost(SETTING)
            setter(w, w.root(value), change)

    return emit


def set_change(type: Type) -> Change:
    """Return the `Change` of the effect `set`: a copy of the operand replaces the old value."""

    def change(w: Writer, old_value: str, value: str) -> str:
        return w.name(f"[*{value}] if isinstance({value}, list) else {value}")

    return change if type.kind in ("list", "any") else lambda w, old_value, value: value


def add_change(add: Callable[..., Any]) -> Change:
    """Return the `Change` of the effect `add`: the operand is added to a number or a list."""
    return lambda w, old_value, value: w.call(add, "r", old_value, value)


def change_direction(w: Writer, value: str, change: Change) -> None:
    """Write the code that changes the direction of turns. `value`: the name of the operand."""
    w.settle()
    w.write(f"if {value} == 1 or {value} == -1: r.t.direction = {value}")


def game_setter(name: str, convert: Callable[..., Any] | None, *, nullable: bool) -> Setter:
    """Return the emitter that changes a variable of the game.

    - `convert`: a function that converts cards to the form in which variables store them: face and zone
    - `nullable`: the variable may be `none`
    """

    def set_variable(w: Writer, value: str, change: Change) -> None:
        if convert is not None:
            value = w.call(convert, "r", value)
        w.settle()
        variable = f"r.values[{w.value(name)}]"
        with nullcontext() if nullable else w.if_not_none(value):
            w.write(f"{variable} = {change(w, variable, value)}")

    return set_variable


def owner_setter(
    name: str, owners: Expr, convert: Callable[..., Any] | None, *, nullable: bool, team: bool
) -> Setter:
    """Return the emitter that changes a variable of some players or teams."""

    def set_variable(w: Writer, value: str, change: Change) -> None:
        if convert is not None:
            value = w.call(convert, "r", value)
        owner, variable = w.root(owners), w.name(f"r.values[{w.value(name)}]")
        if may_be_list(owners.type):
            w.write(f"if isinstance({owner}, list): n += len({owner})")
        w.settle()
        seats = f"({owner} if isinstance({owner}, list) else ({owner},))"
        if not nullable and not w.is_sure(value):
            seats = f"{seats} if {value} is not None else ()"
        seat = w.name()
        with w.under(f"for {seat} in {seats}:"):
            if is_vague(owners.type):
                w.write(f"{seat} = {w.value(seat_or_none)}(r, {seat})")
            w.write(f"if {seat} is None: continue")
            at = w.name(f"r.shape.team[{seat}]") if team else seat
            w.write(f"{variable}[{at}] = {change(w, f'{variable}[{at}]', value)}")

    return set_variable


def item_setter(setter: Setter, place: Expr) -> Setter:
    """Return the emitter that changes one item of a list variable.

    `setter`: the emitter that changes the whole variable; `place`: the index of the item.
    """

    def set_item(w: Writer, value: str, change: Change) -> None:
        at = w.root(place)

        def change_item(w: Writer, old_value: str, value: str) -> str:
            items = w.name(old_value)
            has_index = "" if w.is_sure(at) else f"{at} is not None and "
            with w.under(f"if {has_index}isinstance({items}, list) and 0 <= {at} < len({items}):"):
                w.write(f"n += len({items}) >> 2")
                item = change(w, f"{items}[{at}]", value)
                w.write(f"{items} = [*{items}[:{at}], {item}, *{items}[{at} + 1:]]")
            return items

        setter(w, value, change_item)

    return set_item
