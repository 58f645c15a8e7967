"""Emitters of effects.

Before a statement that changes something, all earlier costs are charged. So rules that exceed a limit break
at the same point every time, and leave the same table. A hushed run makes the same changes at the same cost,
but no words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from cheat.documents.compile.blocks import Block, Deed
from cheat.documents.compile.emit import Each, Expr, Function, Writer, is_fixed
from cheat.documents.parse.types import CARD, Type, is_vague, item_of, may_be_list
from cheat.documents.runtime import operations
from cheat.documents.runtime.state import SETTING, Broken, Card, list_or_none, seat_or_none
from cheat.documents.runtime.words import CARDLESS, DocumentText, weigh

MOST_ROUNDS = 500
Say = Callable[[Writer, str], None]
"""A function that writes the report of an effect.

The text names the moved cards; it is `[]` for none.
"""

# Names, branches, loops


def names(bindings: Sequence[tuple[int, Expr]]) -> Deed:
    """Return the emitter that binds names to values."""

    def code(w: Writer) -> None:
        for place, value in bindings:
            w.bind(place, w.root(value))

    return code


def branches(condition: Expr, yes: Block, no: Block) -> Deed:
    """Return the emitter of `if`: one of two lists of effects."""

    def code(w: Writer) -> None:
        with w.under(f"if {w.root(condition)}:"):
            yes.emit(w)
        with w.under("else:"):
            no.emit(w)

    return code


def each(items: Expr, place: int, body: Block) -> Deed:
    """Return the emitter of effects for each item of a list as it is at the beginning."""

    def code(w: Writer) -> None:
        values = w.root(items)
        if items.type.kind == "any":
            values = w.call(list_or_none, values)
        with w.under(f"for v{place} in [*({values} or ())]:"):
            w.changed()
            w.spend("1")
            w.stands(place)
            body.emit(w)
        w.changed()

    return code


def rounds(condition: Expr, body: Block) -> Deed:
    """Return the emitter of effects that repeat while a condition holds."""

    def code(w: Writer) -> None:
        count = w.name("0")
        with w.under("while True:"):
            w.changed()
            holds = w.root(condition)
            w.put("if n > r.fuel: r.spend(n)")
            w.put(f"if not {holds}: break")
            w.put(f"{count} += 1")
            w.put(f"if {count} > {MOST_ROUNDS}: {w.value(endless)}()")
            body.emit(w)
        w.changed()

    return code


def endless() -> None:
    """Raise Broken, because a loop does not end."""
    raise Broken("while_does_not_come_to_an_end")


def routine(whole: Function, args: Sequence[tuple[int, Expr]], rest: Sequence[int], *, stops: bool) -> Deed:
    """Return the emitter of a routine, which has a function of its own."""

    def code(w: Writer) -> None:
        w.cost(1)
        for place, value in [(place, w.root(value)) for place, value in args]:
            w.put(f"v[{place}] = {value}")
        for place in rest:
            w.put(f"v[{place}] = None")
        w.settle()
        run = f"{w.value(whole)}.run(r)"
        w.put(f"return {run}" if stops else f"if {run}: return True")

    return code


def walked_through(w: Writer, values: str) -> None:
    """Write the statement that charges the length of a list."""
    w.spend(f"len({values})")


# The way the game goes on


def transition(kind: str, phase: str, value: Callable[[Writer], str]) -> Deed:
    """Return the emitter of the effect by which the game goes on in a phase, or is over."""

    def code(w: Writer) -> None:
        found = value(w)
        w.put(f"r.transition = ({w.value(kind)}, {w.value(phase)}, {found})")
        w.stop("True")

    return code


def turn(player: Expr) -> Callable[[Writer], str]:
    """Return the emitter of the next seat on turn: the present one if the value is `none`."""

    def value(w: Writer) -> str:
        seat = w.root(player)
        return seat if w.is_sure(seat) else f"r.t.seat if {seat} is None else {seat}"

    return value


# Cards


def moves(cards: Expr, to: Expr, say: Say, *, bottom: bool, show: bool) -> Deed:
    """Return the emitter that moves cards."""
    single = cards.type.kind == "card"

    def code(w: Writer) -> None:
        held, target = w.root(cards), w.root(to)
        if not single:
            sure = cards.type.kind == "list" and item_of(cards.type) == CARD
            held = w.name(f"{held} or ()") if sure else w.call(_cards, held)
        w.settle()
        do = w.value(operations.move_one if single else operations.move_some)
        say(w, _unless_none(w, (target,), f"{do}(r, {held}, {target}, {bottom}, {show})"))

    return code


def _unless_none(w: Writer, values: Sequence[str], do: str) -> str:
    """Write `do`, which moves cards, and return their name.

    If one of the values is `none`, none move.
    """
    unsure = [f"{one} is None" for one in values if not w.is_sure(one)]
    return w.name(f"[] if {' or '.join(unsure)} else {do}" if unsure else do)


def _cards(value: Any) -> list[Any]:
    """Return one card or several as a list."""
    found = value if isinstance(value, list) else [value]
    return [one for one in found if isinstance(one, Card)]


def draws(count: Expr, source: Expr, to: Expr, refill: tuple[int | None, int], place: int, say: Say) -> Deed:
    """Return the emitter that draws cards one by one.

    It binds them at `place`, unless that is negative.
    """

    def code(w: Writer) -> None:
        many, zone, target = w.root(count), w.root(source), w.root(to)
        w.settle()
        do, filled = w.value(operations.draw), w.value(refill)
        moved = _unless_none(w, (many, zone, target), f"{do}(r, {many}, {zone}, {target}, {filled})")
        if place >= 0:
            known = w.unless_none((target,), f"r.cards[{target}]")
            w.bind(place, f"[{known}[face] for one in {moved} for face in one.faces]")
        say(w, moved)

    return code


def deals(
    count: Expr | None, source: Expr, to: Expr, place: int, refill: tuple[int | None, int], say: Say
) -> Deed:
    """Return the emitter that deals cards to all players: so many, or all there are."""

    def code(w: Writer) -> None:
        targets = w.name("[]")
        with w.under(f"for v{place} in r.active:"):
            w.stands(place)
            w.put(f"{targets}.append({w.root(to)})")
        many = "None" if count is None else w.root(count)
        zone = w.root(source)
        w.settle()
        do, filled = w.value(operations.deal), w.value(refill)
        dealt = f"{do}(r, {many}, {zone}, {targets}, {filled}) if None not in {targets} else []"
        say(w, _unless_none(w, (zone,) if count is None else (zone, many), dealt))

    return code


def shuffles(zone: Expr, say: Say) -> Deed:
    """Return the emitter that shuffles a zone."""

    def code(w: Writer) -> None:
        found = w.root(zone)
        with w.where_there(found):
            w.settle()
            w.put(f"{w.value(operations.shuffle)}(r, {found})")
        say(w, "[]")

    return code


def reveals(zones: Expr, who: Callable[[Writer], str], say: Say) -> Deed:
    """Return the emitter that changes the viewers of zones."""
    many = zones.type.kind == "zones"

    def code(w: Writer) -> None:
        found = w.root(zones)
        seen = w.named(who(w))
        w.settle()
        shown = f"{found} or ()" if many else f"() if {found} is None else ({found},)"
        w.put(f"{w.value(operations.reveal)}(r, {shown}, {seen})")
        say(w, "[]")

    return code


def knows(zone: Expr, has: bool, holds: Each, kinds: list[Any]) -> Deed:
    """Return the emitter of a conclusion. A hushed run draws none, but it costs the same."""

    def code(w: Writer) -> None:
        w.cost(operations.CONCLUDING)
        found, every = w.root(zone), w.value(kinds)
        if is_fixed(holds.body):
            with w.under("if r.hushed:"):
                w.cost(len(kinds) * holds.body.cost)
            with w.under("else:"):
                _conclude(w, found, has, _faces(w, holds, every))
        else:
            _conclude(w, found, has, _faces(w, holds, every))

    return code


def _conclude(w: Writer, zone: str, has: bool, faces: str) -> None:
    w.settle()
    w.put(f"{w.value(operations.conclude)}(r, {zone}, {has}, {faces})")


def _faces(w: Writer, holds: Each, kinds: str) -> str:
    """Write a list of the faces for which a condition holds, and return its name."""
    faces = w.name("[]")
    with w.each(holds, kinds, sure=True) as so:
        w.put(f"if {so}: {faces}.append(v{holds.place}.face)")
    return faces


# Words


def without_words(kind: str, tone: str) -> Say:
    """Return the emitter of the report of moved cards, for an effect without a sentence."""

    def say(w: Writer, moved: str) -> None:
        if moved != "[]":
            report = w.value(operations.report_moves)
            w.put(f"if {moved}: {report}(r, {w.value(kind)}, {moved}, {w.value(tone)})")

    return say


def in_words(kind: str, spoken: DocumentText, tone: str, to: Function | None) -> Say:
    """Return the emitter of a report with a sentence, for all players or for some."""

    def say(w: Writer, moved: str) -> None:
        w.needs(spoken.reads)
        if to is not None:
            w.needs(to.reads)
        w.settle()
        with w.under("if r.hushed:"):
            _weigh(w, spoken)
            if to is not None:
                w.put(f"{w.value(to)}.run(r)")
            w.put(f"{w.value(operations.count_event)}(r, {to is None})")
        with w.under("else:"):
            values = ", ".join([w.value(kind), w.value(spoken), moved, w.value(tone), w.value(to)])
            w.put(f"{w.value(operations.report_text)}(r, {values})")

    return say


def _weigh(w: Writer, spoken: DocumentText) -> None:
    """Write the cost of a sentence.

    An expression in it is computed only if its cost depends on its value.
    """
    slots = spoken.slots()
    if slots is None:
        w.put(f"{w.value(spoken)}.weigh(r)")
    for slot in slots or ():
        if slot.type.kind in CARDLESS and slot.value.is_known_to_be_fixed():
            w.cost(slot.value.cost)
        else:
            w.put(f"{w.value(weigh)}(r, {w.value(slot.value)}.run(r))")


# Variables

Change = Callable[[Writer, str, str], str]
"""A function that writes the value after a change, from the old value and the given one."""
Keep = Callable[[Writer, str, Change], None]
"""A function that writes the change of a target by a value."""


Changing = tuple[Expr, Keep, Change]
"""A value, the target that it changes, and how."""


def changes(parts: Sequence[Changing]) -> Deed:
    """Return the emitter of changes of variables."""

    def code(w: Writer) -> None:
        for value, keep, change in parts:
            w.cost(SETTING)
            keep(w, w.root(value), change)

    return code


def becomes(type: Type) -> Change:
    """Return the change of `set`: the given value takes the place of the old one.

    A list is copied.
    """

    def change(w: Writer, before: str, value: str) -> str:
        return w.name(f"[*{value}] if isinstance({value}, list) else {value}")

    return change if type.kind in ("list", "any") else lambda w, before, value: value


def grows(add: Callable[..., Any]) -> Change:
    """Return the change of `add`: to a greater number, or to a longer list."""
    return lambda w, before, value: w.call(add, "r", before, value)


def turned_round(w: Writer, value: str, change: Change) -> None:
    """Write a change of the direction of turns."""
    w.settle()
    w.put(f"if {value} == 1 or {value} == -1: r.t.direction = {value}")


def of_game(name: str, ready: Callable[..., Any] | None, *, nullable: bool) -> Keep:
    """Return the change of a variable of the game. `ready`: converts cards to their stored form."""

    def keep(w: Writer, value: str, change: Change) -> None:
        if ready is not None:
            value = w.call(ready, "r", value)
        w.settle()
        held = f"r.values[{w.value(name)}]"
        with nullcontext() if nullable else w.where_there(value):
            w.put(f"{held} = {change(w, held, value)}")

    return keep


def of_owners(
    name: str, owners: Expr, ready: Callable[..., Any] | None, *, nullable: bool, team: bool
) -> Keep:
    """Return the change of a variable of a player, of a team, or of several."""

    def keep(w: Writer, value: str, change: Change) -> None:
        if ready is not None:
            value = w.call(ready, "r", value)
        found, held = w.root(owners), w.name(f"r.values[{w.value(name)}]")
        if may_be_list(owners.type):
            w.put(f"if isinstance({found}, list): n += len({found})")
        w.settle()
        each = f"({found} if isinstance({found}, list) else ({found},))"
        if not nullable and not w.is_sure(value):
            each = f"{each} if {value} is not None else ()"
        one = w.name()
        with w.under(f"for {one} in {each}:"):
            if is_vague(owners.type):
                w.put(f"{one} = {w.value(seat_or_none)}(r, {one})")
            w.put(f"if {one} is None: continue")
            at = w.name(f"r.shape.team[{one}]") if team else one
            w.put(f"{held}[{at}] = {change(w, f'{held}[{at}]', value)}")

    return keep


def item_of_list(keep: Keep, place: Expr) -> Keep:
    """Return the change of one item of a list."""

    def keep_item(w: Writer, value: str, change: Change) -> None:
        at = w.root(place)

        def within(w: Writer, before: str, value: str) -> str:
            found = w.name(before)
            there = "" if w.is_sure(at) else f"{at} is not None and "
            with w.under(f"if {there}isinstance({found}, list) and 0 <= {at} < len({found}):"):
                w.put(f"n += len({found}) >> 2")
                made = change(w, f"{found}[{at}]", value)
                w.put(f"{found} = [*{found}[:{at}], {made}, *{found}[{at} + 1:]]")
            return found

        keep(w, value, within)

    return keep_item
