"""Emitters of effects: they write Python for simulations.

That code makes the changes and charges the cost, but makes no words. Before a statement that changes
something, all earlier costs are charged. So rules that exceed a limit break at the same point as in rooms,
and leave the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from cheat.documents.check.texts import weigh
from cheat.documents.check.typed_tree import Each, Typed
from cheat.documents.compile.emit import Writer
from cheat.documents.parse.types import CARD, Type, item_of, may_be_list
from cheat.documents.runtime import operations
from cheat.documents.runtime.state import SETTING, Broken

if TYPE_CHECKING:
    from cheat.documents.compile.blocks import Block, Deed, Whole

MOST_ROUNDS = 500
CARDLESS = frozenset(("number", "bool", "text", "suit", "rank", "player", "team", "option"))
"""Kinds of values that contain no cards."""
Said = Callable[[Writer, str], None]
"""A function that writes the cost of a report.

The text names the moved cards; it is `()` for none.
"""

# Names, branches, loops


def names(bindings: Sequence[tuple[int, Typed]]) -> Deed:
    """Return the emitter that binds names to values."""

    def code(w: Writer) -> None:
        for place, value in bindings:
            w.bind(place, w.root(value))

    return code


def branches(condition: Typed, yes: Block, no: Block) -> Deed:
    """Return the emitter of `if`: one of two lists of effects."""

    def code(w: Writer) -> None:
        with w.under(f"if {w.root(condition)}:"):
            yes.code(w)
        with w.under("else:"):
            no.code(w)

    return code


def each(items: Typed, place: int, body: Block) -> Deed:
    """Return the emitter of effects for each item of a list as it is at the beginning."""

    def code(w: Writer) -> None:
        with w.under(f"for v{place} in [*({w.root(items)} or ())]:"):
            w.changed()
            w.spend("1")
            w.stands(place)
            body.code(w)
        w.changed()

    return code


def rounds(condition: Typed, body: Block) -> Deed:
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
            body.code(w)
        w.changed()

    return code


def endless() -> None:
    """Raise Broken, because a loop does not end."""
    raise Broken("while_does_not_come_to_an_end")


def routine(whole: Whole, args: Sequence[tuple[int, Typed]], rest: Sequence[int], *, stops: bool) -> Deed:
    """Return the emitter of a routine, which has a function of its own."""

    def code(w: Writer) -> None:
        w.put("n += 1")
        for place, value in [(place, w.root(value)) for place, value in args]:
            w.put(f"v[{place}] = {value}")
        for place in rest:
            w.put(f"v[{place}] = None")
        w.settle()
        run = f"{w.value(whole)}.quick(r)"
        w.put(f"return {run}" if stops else f"if {run}: return True")

    return code


def walked_through(w: Writer, values: str) -> None:
    """Write the statement that charges the length of a list."""
    w.spend(f"len({values})")


# The way the game goes on


def going(kind: str, phase: str, value: Callable[[Writer], str]) -> Deed:
    """Return the emitter of the effect by which the game goes on in a phase, or is over."""

    def code(w: Writer) -> None:
        found = value(w)
        w.put(f"r.going = ({w.value(kind)}, {w.value(phase)}, {found})")
        w.stop("True")

    return code


def turn(player: Typed) -> Callable[[Writer], str]:
    """Return the emitter of the next seat on turn: the present one if the value is `none`."""

    def value(w: Writer) -> str:
        seat = w.root(player)
        return seat if w.is_sure(seat) else f"r.t.seat if {seat} is None else {seat}"

    return value


# Cards


def moves(cards: Typed, to: Typed, say: Said, *, bottom: bool, show: bool) -> Deed:
    """Return the emitter that moves cards."""
    single = cards.type.kind == "card"

    def code(w: Writer) -> None:
        held, target = w.root(cards), w.root(to)
        if not single:
            sure = cards.type.kind == "list" and item_of(cards.type) == CARD
            held = w.name(f"{held} or ()") if sure else w.call(_cards, held)
        w.settle()
        do = w.value(operations.slide_one if single else operations.slide_some)
        say(w, _unless_none(w, (target,), f"{do}(r, {held}, {target}, {bottom}, {show})"))

    return code


def _unless_none(w: Writer, values: Sequence[str], do: str) -> str:
    """Write `do`, which moves cards, and return their name.

    If one of the values is `none`, none move.
    """
    unsure = [f"{one} is None" for one in values if not w.is_sure(one)]
    return w.name(f"() if {' or '.join(unsure)} else {do}" if unsure else do)


def _cards(value: Any) -> list[Any]:
    """Return one card or several as a list."""
    found = value if isinstance(value, list) else [value]
    return [one for one in found if one is not None]


def draws(
    count: Typed, source: Typed, to: Typed, refill: tuple[int | None, int], place: int, say: Said
) -> Deed:
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
    count: Typed | None, source: Typed, to: Typed, place: int, refill: tuple[int | None, int], say: Said
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
        dealt = f"{do}(r, {many}, {zone}, {targets}, {filled}) if None not in {targets} else ()"
        say(w, _unless_none(w, (zone,) if count is None else (zone, many), dealt))

    return code


def shuffles(zone: Typed, say: Said) -> Deed:
    """Return the emitter that shuffles a zone."""

    def code(w: Writer) -> None:
        found = w.root(zone)
        with w.where_there(found):
            w.settle()
            w.put(f"{w.value(operations.mix)}(r, {found})")
        say(w, "()")

    return code


def reveals(zones: Typed, who: Callable[[Writer], str], say: Said) -> Deed:
    """Return the emitter that changes the viewers of zones."""
    many = zones.type.kind == "zones"

    def code(w: Writer) -> None:
        found = w.root(zones)
        seen = w.named(who(w))
        w.settle()
        shown = f"{found} or ()" if many else f"() if {found} is None else ({found},)"
        w.put(f"{w.value(operations.reveal)}(r, {shown}, {seen})")
        say(w, "()")

    return code


def knows(zone: Typed, holds: Each, kinds: list[Any]) -> Deed:
    """Return the emitter of a conclusion. Simulations draw none, but it costs the same."""

    def code(w: Writer) -> None:
        w.put(f"n += {operations.CONCLUDING}")
        w.weigh(zone)
        other = Writer(w.allowed, shares=w.shares)
        other.of(holds.body)
        if other.varies or other.calls:
            with w.each(holds, w.value(kinds)):
                pass
        else:
            w.put(f"n += {len(kinds) * holds.body.cost}")

    return code


# Words


def nothing_said(w: Writer, moved: str) -> None:
    """Write the cost of an effect without a sentence, which reports only moved cards."""
    if moved != "()":
        w.put(f"if {moved}: {w.value(operations.hush)}(r, True)")


def said(slots: Sequence[Typed] | None, otherwise: Callable[..., Any], to: Typed | None) -> Said:
    """Return the emitter of the cost of a sentence with these expressions in it.

    `slots`: None if the expressions differ between languages; then `otherwise` charges the cost.
    """

    def code(w: Writer, moved: str) -> None:
        if slots is None:
            w.calls = True
            w.settle()
            w.put(f"{w.value(otherwise)}(r)")
        for slot in slots or ():
            slot_weighed(w, slot)
        if to is not None:
            w.weigh(to)
        w.put(f"{w.value(operations.hush)}(r, {to is None})")

    return code


def slot_weighed(w: Writer, slot: Typed) -> None:
    """Write the cost of one expression in a sentence; cards are looked up."""
    if slot.type.kind in CARDLESS:
        w.weigh(slot)
    else:
        w.put(f"{w.value(weigh)}(r, {w.root(slot)})")


# Variables

Change = Callable[[Writer, str, str], str]
"""A function that writes the value after a change, from the old value and the given one."""
Keep = Callable[[Writer, str, Change], None]
"""A function that writes the change of a target by a value."""


def changes(parts: Sequence[tuple[Typed, Keep, Change]]) -> Deed:
    """Return the emitter of changes of variables."""

    def code(w: Writer) -> None:
        for value, keep, change in parts:
            w.put(f"n += {SETTING}")
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
    name: str, owners: Typed, ready: Callable[..., Any] | None, *, nullable: bool, team: bool
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
        with w.under(f"for {one} in {each}:"), w.where_there(one):
            at = w.name(f"r.shape.team[{one}]") if team else one
            w.put(f"{held}[{at}] = {change(w, f'{held}[{at}]', value)}")

    return keep


def item_of_list(keep: Keep, place: Typed) -> Keep:
    """Return the change of one item of a list."""

    def keep_item(w: Writer, value: str, change: Change) -> None:
        at = w.root(place)

        def within(w: Writer, before: str, value: str) -> str:
            found = w.name(before)
            with w.under(f"if {at} is not None and isinstance({found}, list) and 0 <= {at} < len({found}):"):
                w.put(f"n += len({found}) >> 2")
                made = change(w, f"{found}[{at}]", value)
                w.put(f"{found} = [*{found}[:{at}], {made}, *{found}[{at} + 1:]]")
            return found

        keep(w, value, within)

    return keep_item
