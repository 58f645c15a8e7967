"""Generates Python functions that find legal moves and accept choices, for simulations.

Functions with a `Writer` write statements, and return the names of the values that they describe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from cheat.documents.check.typed_tree import Each, Typed
from cheat.documents.compile import forms as offering
from cheat.documents.compile.emit import Writer, function_of
from cheat.documents.compile.forms import MOST_FORMS, REFUSED, YES
from cheat.documents.runtime.state import Card, Run
from cheat.engine.forms import Args, CardsField, ChoiceField, Field, Form, NumberField, PlayerField
from cheat.engine.table import Zone
from cheat.engine.visibility import sees

if TYPE_CHECKING:
    from cheat.documents.compile.compiled import Move, Pick

KNOWABLE = frozenset(("bool", "number", "option", "rank", "suit", "text"))
"""Kinds of values that mean the same at every table, and can be cached."""
MOST_KNOWN = 256
"""Most lists of values of one choice whose fields are cached."""

Find = Callable[[Run, list[Form]], None]
"""A function that adds legal moves to a list.

Raises Broken if there are too many, after the first.
"""


class Choosing:
    """The moves among which a player chooses: all of a phase, or only those for others, too."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._moves = moves
        self.find: Find = self._find_first
        self._taken: dict[str, Callable[[Run, Args], Move | None]] = {}

    def taken(self, r: Run, name: str, values: Args) -> Move | None:
        """Return the first move of this name that accepts these values, bound to its names."""
        take = self._taken.get(name)
        if take is None:
            moves = [move for move in self._moves if move.name == name]

            def otherwise(r: Run, values: Args) -> Move | None:
                return offering.taken(r, moves, values)

            write: Callable[[Writer], str] = lambda w: _written_choice(w, moves)  # noqa: E731
            take = self._taken[name] = function_of(write, "r, values", 0, otherwise, r.game.allowed)
        return take(r, values)

    def _find_first(self, r: Run, forms: list[Form]) -> None:
        def otherwise(r: Run, forms: list[Form]) -> None:
            offering.find(forms, r, self._moves)

        self.find = function_of(self._written_forms, "r, forms", 0, otherwise, r.game.allowed)
        self.find(r, forms)

    def _written_forms(self, w: Writer) -> str:
        for move in self._moves:
            with _where_it_is_for(w, move):
                _add_forms(w, move)
        return "None"


@contextmanager
def _where_it_is_for(w: Writer, move: Move) -> Iterator[None]:
    """Write the statements of this context so that they run only if the move is possible.

    It is if its condition holds, and if it is for the acting player.
    """
    with ExitStack() as where:
        if move.condition is not None:
            where.enter_context(w.under(f"if {w.root(move.condition)}:"))
        if move.by is not None:  # “others” are those that are not on turn
            me = w.name("r.me")
            w.put("r.me = r.t.seat")
            w.changed()
            players = w.root(move.by)
            w.put(f"r.me = {me}")
            w.changed()
            where.enter_context(w.under(f"if {me} in {players}:"))
        yield


# Forms


def _add_forms(w: Writer, move: Move) -> None:
    """Write the statements that add a form for each way to offer the choices of a move."""
    fields = [_field(w, pick) for pick in move.picks]
    w.put("if n > r.fuel: r.spend(n)")
    name = w.value(move.name)
    if not fields:
        w.put(f"forms += {w.value(move.bare)}")
    elif any(pick.same is not None for pick in move.picks):
        w.put(f"{w.value(_add_all)}(forms, {name}, ({', '.join(fields)},))")
    else:
        with w.under(f"if {' and '.join(fields)}:"):
            w.put(f'forms.append({w.value(Form)}(name={name}, label="", fields=[{", ".join(fields)}]))')
    w.put(f"if len(forms) > {MOST_FORMS}: {w.value(offering.too_many_forms)}()")


def _add_all(forms: list[Form], name: str, ways: Sequence[Sequence[Field] | Field | None]) -> None:
    """Add a form for each combination.

    Stops when there are more than a player may be offered.
    """
    each = [one if isinstance(one, list) else [one] if one is not None else [] for one in ways]
    ways_of_all = islice(product(*each), MOST_FORMS + 1)
    forms += [Form(name=name, label="", fields=list(fields)) for fields in ways_of_all]


def _field(w: Writer, pick: Pick) -> str:
    """Return the field of a choice, `None` if there is none.

    For groups of cards, return all fields.
    """
    name = w.value(pick.name)
    match pick.kind:
        case "from":
            return _field_of_cards(w, pick)
        case "player":
            seats = w.root(pick.values)
            of = f"[r.seats[seat] for seat in {seats}]"
            return w.name(f"{w.value(PlayerField)}(name={name}, of={of}) if {seats} else None")
        case "choice":
            do = _choice if pick.type.kind in KNOWABLE else offering.choice_field
            return w.call(do, "r", w.value(pick), w.root(pick.values))
        case "number":
            low, high = _bounds(w, pick)
            field = f"{w.value(NumberField)}(name={name}, min={low}, max={high})"
            return w.name(f"{field} if {_known(low, high)} and {low} <= {high} else None")
    return w.value(offering.yes_field(pick, ""))


def _choice(r: Run, pick: Pick, values: list[Any] | None) -> ChoiceField | None:
    """Return the field to choose one of these values. It is cached by the values."""
    key, known = tuple(values or ()), pick.fields
    if key not in known:
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[key] = offering.choice_field(r, pick, values)
    return known[key]


def _bounds(w: Writer, pick: Pick) -> tuple[str, str]:
    """Return the least and the most that a choice allows; one card by default."""
    if pick.bounds is None:
        return "1", "1"
    low, high = pick.bounds
    return w.root(low), w.root(high)


def _known(*values: str) -> str:
    """Return the Python expression that tells whether none of these values is `none`."""
    return " and ".join(f"{one} is not None" for one in values if not one.isdigit()) or "True"


def _field_of_cards(w: Writer, pick: Pick) -> str:
    cards, zone = _visible(w, pick.values)
    w.spend(f"len({cards})")
    cards = _passing(w, pick.where, cards)
    name, keys = w.value(pick.name), None if pick.same is None else _keys(w, pick.same, cards)
    low, high = _bounds(w, pick)
    where = "r" if zone is None else zone
    if keys is None:
        do: Any = _one_field if zone is None else _field_of_zone
        return w.call(do, where, name, cards, low, high)
    do = _fields if zone is None else _fields_of_zone
    return w.call(do, where, name, w.call(offering.groups, cards, keys), low, high)


def _visible(w: Writer, values: Typed) -> tuple[str, str | None]:
    """Return the cards that the player sees, and their zone if all are in a single one."""
    whole = _whole(w, values)
    if whole is None:
        return w.call(offering.visible, "r", w.root(values)), None
    at, zone, sight = whole
    cards = f"[*map(r.cards[{at}].__getitem__, r.zones[{at}].cards)]"
    return w.known(f"{cards} if {sight} else ()"), zone


def _visible_of(w: Writer, values: Typed, faces: str) -> str:
    """Return the cards with these faces that the player sees."""
    whole = _whole(w, values)
    if whole is None:
        cards = w.call(offering.visible, "r", w.root(values))
        wanted = w.name(f"set({faces})")
        return w.name(f"[card for card in {cards} if card.face in {wanted}]")
    at, zone, sight = whole
    known, wanted = w.unless_none((at,), f"r.cards[{at}]"), w.name(f"set({faces})")
    return w.name(f"[{known}[face] for face in {zone}.cards if face in {wanted}] if {sight} else []")


def _whole(w: Writer, values: Typed) -> tuple[str, str, str] | None:
    """Return the number of the zone, the zone, and whether the player sees it.

    Returns None if the cards are not simply all cards of one zone.
    """
    if values.whole is None or values.whole.type.kind != "zone":
        return None
    w.put(f"n += {values.cost}")
    at = w.named(w.of(values.whole))
    with w.where_there(at):
        w.spend(f"len(r.zones[{at}].cards) >> 2")
    zone = w.unless_none((at,), f"r.zones[{at}]")
    return at, zone, w.unless_none((zone,), f"{w.value(sees)}({zone}.viewers, r.seats[r.me])")


def _passing(w: Writer, where: Each | None, cards: str) -> str:
    """Return the cards that may be chosen."""
    if where is None:
        return cards
    found = w.name("[]")
    with w.each(where, cards, sure=True) as holds:
        w.put(f"if {holds}: {found}.append(v{where.place})")
    return found


def _keys(w: Writer, same: Each, cards: str) -> str:
    """Return the keys of cards. Cards with the same key are alike."""
    found = w.name("[]")
    with w.each(same, cards, sure=True) as key:
        w.put(f"{found}.append({key})")
    return found


def _field_of_zone(zone: Zone | None, name: str, cards: Sequence[Card], low: Any, high: Any) -> Any:
    """Return the result of `offering.field_of`, for cards that are all in one zone."""
    if low is None or high is None:
        return None
    most, low = min(high, len(cards)), max(low, 0)
    if low > most:
        return None
    if zone is None or not cards:
        return CardsField(name=name, zones=[], min=low, max=most, of=[])
    if len(cards) == len(zone.cards):
        return CardsField(name=name, zones=[zone.id], min=low, max=most)
    of = list(dict.fromkeys([card.face for card in cards]))
    return CardsField(name=name, zones=[zone.id], min=low, max=most, of=of)


def _one_field(r: Run, name: str, cards: Sequence[Card], low: Any, high: Any) -> Any:
    known = low is not None and high is not None
    return offering.field_of(r, name, cards, low, high) if known else None


def _fields_of_zone(
    zone: Zone | None, name: str, alike: Sequence[Sequence[Card]], low: Any, high: Any
) -> list[CardsField]:
    """Return a field for each group of alike cards, which are all in one zone."""
    found = [_field_of_zone(zone, name, group, low, high) for group in alike]
    return [field for field in found if field is not None]


def _fields(r: Run, name: str, alike: Sequence[Sequence[Card]], low: Any, high: Any) -> list[CardsField]:
    """Return a field for each group of alike cards, which may be in several zones."""
    found = [_one_field(r, name, group, low, high) for group in alike]
    return [field for field in found if field is not None]


# Chosen values


def _written_choice(w: Writer, moves: Sequence[Move]) -> str:
    """Write the statements that return the first of these moves that accepts the values."""
    for move in moves:
        with _where_it_is_for(w, move):
            names = w.value({pick.name for pick in move.picks})
            with w.under(f"if values.keys() == {names}:" if move.picks else "if not values:"):
                values = [(pick, _value(w, pick)) for pick in move.picks]
                taken = " and ".join(f"{value} is not {w.value(REFUSED)}" for _, value in values)
                with w.under(f"if {taken or True}:"):
                    for pick, value in values:
                        w.put(f"v[{pick.place}] = {value}")
                    w.stop(w.value(move))
    return "None"


def _value(w: Writer, pick: Pick) -> str:
    """Return the meaning of a value of a form."""
    given, refused = w.name(f"values[{w.value(pick.name)}]"), w.value(REFUSED)
    match pick.kind:
        case "from":
            return _cards(w, pick, given)
        case "player":
            return w.call(offering.player_called, "r", w.root(pick.values), given)
        case "choice":
            return w.call(offering.choice_called, "r", w.value(pick), w.root(pick.values), given)
        case "number":
            low, high = _bounds(w, pick)
            fits = f"type({given}) is int and {_known(low, high)} and {low} <= {given} <= {high}"
            return w.name(f"{given} if {fits} else {refused}")
    return w.name(f"{given} == {YES} if {given} in (0, 1) else {refused}")


def _cards(w: Writer, pick: Pick, faces: str) -> str:
    """Return the cards with these faces, REFUSED if they may not be chosen.

    If several zones have a face, the card in the first of them is taken.
    """
    low, high = _bounds(w, pick)
    found = w.name(w.value(REFUSED))
    many = f"{_known(low, high)} and {low} <= len({faces}) <= {high}"
    with w.under(f"if type({faces}) is list and {many}:"):
        cards = _visible_of(w, pick.values, faces)
        w.spend(f"len({cards})")
        cards = _passing(w, pick.where, cards)
        w.put(f"{found} = {w.value(offering.called)}({cards}, {faces})")
        if pick.same is not None:
            with w.under(f"if {found} is not {w.value(REFUSED)}:"):
                keys = _keys(w, pick.same, found)
                w.put(f"if {w.value(_are_different)}({found}, {keys}): {found} = {w.value(REFUSED)}")
        if pick.bounds is None:
            w.put(f"if {found} is not {w.value(REFUSED)}: {found} = {found}[0]")
    return found


def _are_different(cards: list[Card], keys: list[Any]) -> bool:
    """Return whether some of these cards are not alike."""
    return len(offering.groups(cards, keys)) > 1
