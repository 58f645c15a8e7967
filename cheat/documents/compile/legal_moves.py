"""Legal moves: the forms that a phase offers, and the values with which they are filled in.

One generated function of a phase finds its forms. Another one accepts the values of a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice, product
from operator import attrgetter
from typing import Any, NamedTuple, NoReturn

from msgspec import UNSET

from cheat.documents.compile.emit import Each, Expr, Function, Writer
from cheat.documents.parse.diagnostics import Path
from cheat.documents.parse.types import ANY
from cheat.documents.runtime.state import FUEL, UNSEEN, Broken, Card, Run, sort_key
from cheat.documents.runtime.words import NOTHING, DocumentText, in_words, language, plain
from cheat.engine.forms import Args, CardsField, Choice, ChoiceField, Field, Form, NumberField, PlayerField
from cheat.engine.table import Decision, Zone
from cheat.engine.visibility import sees
from cheat.errors import Refused
from cheat.i18n.messages import ENGLISH, Text

MOST_FORMS = MOST_VALUES = 64
MOST_OFFERED = 16_000
"""The most letters that all forms of one player may have together.

Every answer that shows the forms contains all of them.
"""
LABELLING = 4
"""Steps for making the words of each value of a choice."""
YES, NO = 1, 0
REFUSED = object()
"""The result for a value that is not legal."""
KNOWABLE = frozenset(("bool", "number", "option", "rank", "suit", "text"))
"""Kinds of values that mean the same at every table, so that they can be cached."""
MOST_KNOWN = 256
"""The most lists of values for which a choice caches its field."""
ALL, ANY_ONE = 0, -1
"""Modes of finding moves: all legal moves, or only whether there is one.

A positive number stands for the move at that position, counted from 1.
"""
_zone = attrgetter("zone")


class Pick:
    """One choice of a move. `fields`: a cache of fields for hushed runs, by the values offered."""

    def __init__(self, name: str, kind: str, place: int) -> None:
        self.name, self.kind, self.place = name, kind, place
        self.type = ANY
        self.label: Any = ""
        self.labels: Any = None
        self.fields: dict[tuple[Any, ...], ChoiceField | None] = {}


class Move:
    """A move. A phase may have several moves with the same name.

    - `carry_out`: its effects
    - `bare`: its form without words, if it has no choices
    - `pile`: if it has no choices and begins by taking cards, the zone of these cards, and whether each
      player has such a zone
    """

    carry_out: Function

    def __init__(self, name: str, label: Any) -> None:
        self.name, self.label = name, label
        self.tone: Any = "plain"
        self.help: Any = ""
        self.confirm: Any = ""
        self.is_for_others = False
        self.picks: list[Pick] = []
        self.say: DocumentText | None = None
        self.pile: tuple[str, bool] | None = None
        self.bare = [Form(name=name, label="", fields=[])]


class PickParts(NamedTuple):
    """A choice, and the expressions of its values.

    `where`: the condition on cards; `same`: the key that all chosen cards share; `bounds`: the smallest and
    largest number.
    """

    pick: Pick
    values: Expr
    where: Each | None = None
    same: Each | None = None
    bounds: tuple[Expr, Expr] | None = None

    @property
    def is_single(self) -> bool:
        """True if one card is chosen instead of a list of cards."""
        return self.bounds is None


class MoveParts(NamedTuple):
    """A move, and the expressions that say when it is legal.

    `by`: the players that may make it; `is_private`: True if its legality may depend on something that not
    all players know.
    """

    move: Move
    condition: Expr | None
    by: Expr | None
    picks: list[PickParts]
    is_private: bool = False


class MoveSet:
    """The moves among which a player chooses: all moves of a phase, or only moves for “others”.

    - `find` (run, list, which): adds the legal moves of the acting player to a list. If one move is enough,
      it returns True as soon as it finds one. If there are more than `MOST_FORMS`, it raises Broken.
    - `accept` (run, values, which), by name: returns the first move of this name that accepts these values,
      bound to its names, or None. If the position of a move is given, its condition counts as met.
    """

    def __init__(self, parts: Sequence[MoveParts], path: Path = ()) -> None:
        self.moves = [part.move for part in parts]
        self.find = Function(path, lambda w: _forms_written(w, parts), more=("forms", "which"))
        self.accept = {
            name: Function(path, _choice_written(parts, name), more=("values", "which"))
            for name in {move.name for move in self.moves}
        }

    def chosen_move(self, r: Run, name: str, values: Args) -> Move:
        """Return the move whose form accepts these values. Raises Refused.

        It also stores the values under the names of the move's choices.

        It only checks the chosen cards and values, so it costs fewer steps than finding all forms.
        """
        take = self.accept.get(name)
        move: Move | None = None if take is None else take.run(r, values, ALL)
        return move or refused()

    def legal_forms(self, r: Run) -> list[Form]:
        """Return the legal moves of the acting player.

        Beyond a limit, return only the first ones. An error would help no player here. The limit does not
        depend on the caller, so all callers get the same forms.
        """
        forms: list[Form] = []
        r.fuel, r.words_left = FUEL, MOST_OFFERED
        try:
            self.find.run(r, forms, ALL)
        except Broken as error:
            if r.game.trial_notes is not None:
                r.game.trial_notes.note_broken(error)
        return forms[:MOST_FORMS]

    def forms_of(self, r: Run, at: int) -> list[Form]:
        """Return the forms of the move at this position, counted from 1; none if it is not possible."""
        forms: list[Form] = []
        left, r.words_left = r.words_left, MOST_OFFERED
        self.find.run(r, forms, at)
        r.words_left = left
        return forms


def is_asked(r: Run, decision: Decision) -> bool:
    """Return whether the game waits for the acting player."""
    return r.seats[r.me] in decision.waits_for()


def refused() -> NoReturn:
    """Raise Refused, because a choice is not legal."""
    raise Refused("You can't do that now.")


def too_many_forms() -> None:
    """Raise Broken, because there are too many forms."""
    raise Broken("too_many_forms")


# How forms are written


def _forms_written(w: Writer, parts: Sequence[MoveParts]) -> str:
    """Write the statements that add the forms of moves."""
    may_be_many = len(parts) > MOST_FORMS or any(one.same is not None for part in parts for one in part.picks)
    w.put("is_quick = r.hushed and not which")
    for number, part in enumerate(parts, 1):
        with w.under(f"if which <= 0 or which == {number}:"):
            with _where_it_is_for(w, part):
                _add_forms(w, part)
            if may_be_many:
                w.put(f"if not which and len(forms) > {MOST_FORMS}: {w.value(too_many_forms)}()")
    return "False"


@contextmanager
def _where_it_is_for(w: Writer, part: MoveParts) -> Iterator[None]:
    """Write the statements of this context so that they run only if the move is possible.

    A move is possible if its condition holds and the acting player may make it.
    """
    with ExitStack() as where:
        if part.condition is not None:
            where.enter_context(w.under(f"if {w.root(part.condition)}:"))
        if part.by is not None:  # “others” are the players that are not on turn
            me = w.name("r.me")
            w.put("r.me = r.t.seat")
            w.changed()
            players = w.root(part.by)
            w.put(f"r.me = {me}")
            w.changed()
            where.enter_context(w.under(f"if {me} in {players}:"))
        yield


def _add_forms(w: Writer, part: MoveParts) -> None:
    """Write the statements that add a form for each combination of choices of a move."""
    move, fields = w.value(part.move), list[str]()
    for pick in part.picks:
        if not fields:
            fields.append(_field(w, pick))
            continue
        field = w.name("None")
        with w.under(f"if which >= 0 or ({' and '.join(fields)}):"):
            w.put(f"{field} = {_field(w, pick)}")
        fields.append(field)
    w.put("if n > r.fuel: r.spend(n)")
    with w.under(f"if {' and '.join(fields) or 'True'}:"):
        if any(pick.same is not None for pick in part.picks):
            with w.under("if which < 0:"):
                w.done("True")
            w.put(f"{w.value(_add_all)}(r, forms, {move}, ({', '.join(fields)},), which)")
            return
        with w.under("if is_quick:"):
            if not fields:
                w.put(f"forms += {w.value(part.move.bare)}")
            else:
                name, several = w.value(part.move.name), ", ".join(fields)
                w.put(f'forms.append({w.value(Form)}(name={name}, label="", fields=[{several}]))')
        with w.under("else:"):
            with w.under("if which < 0:"):
                w.done("True")
            w.put(f"{w.value(_add)}(r, forms, {move}, [{', '.join(fields)}], which)")


def _field(w: Writer, part: PickParts) -> str:
    """Return the field of a choice, `None` if there is none.

    For groups of cards, return all fields.
    """
    pick, name = part.pick, w.value(part.pick.name)
    match pick.kind:
        case "from":
            return _field_of_cards(w, part)
        case "player":
            seats = w.root(part.values)
            of = f"[r.seats[seat] for seat in {seats}]"
            return w.name(f"{w.value(PlayerField)}(name={name}, of={of}) if {seats} else None")
        case "choice":
            return w.call(choice_field, "r", w.value(pick), w.root(part.values))
        case "number":
            low, high = _bounds(w, part)
            field = f"{w.value(NumberField)}(name={name}, min={low}, max={high})"
            return w.name(f"{field} if {_known(low, high)} and {low} <= {high} else None")
    return w.call(yes_field, "r", w.value(pick))


def _bounds(w: Writer, part: PickParts) -> tuple[str, str]:
    """Return the smallest and largest number that a choice allows, by default one card."""
    if part.bounds is None:
        return "1", "1"
    low, high = part.bounds
    return w.root(low), w.root(high)


def _known(*values: str) -> str:
    """Return the Python expression for the test that none of these values is `none`."""
    return " and ".join(f"{one} is not None" for one in values if not one.isdigit()) or "True"


def _field_of_cards(w: Writer, part: PickParts) -> str:
    cards, zone = _visible(w, part.values)
    w.spend(f"len({cards})")
    cards = _passing(w, part.where, cards)
    name, keys = w.value(part.pick.name), None if part.same is None else _keys(w, part.same, cards)
    low, high = _bounds(w, part)
    where = "r" if zone is None else zone
    if keys is None:
        do: Any = _one_field if zone is None else _field_of_zone
        return w.call(do, where, name, cards, low, high)
    do = _fields if zone is None else _fields_of_zone
    return w.call(do, where, name, w.call(groups, cards, keys), low, high)


def _visible(w: Writer, values: Expr) -> tuple[str, str | None]:
    """Return the cards that the player sees. If all are in one zone, also return the zone."""
    whole = _whole(w, values)
    if whole is None:
        return w.call(visible, "r", w.root(values)), None
    at, zone, sight = whole
    cards = f"[*map(r.cards[{at}].__getitem__, r.zones[{at}].cards)]"
    return w.known(f"{cards} if {sight} else ()"), zone


def _visible_of(w: Writer, values: Expr, faces: str) -> str:
    """Return the cards with these faces that the player sees."""
    whole = _whole(w, values)
    if whole is None:
        cards = w.call(visible, "r", w.root(values))
        wanted = w.name(f"set({faces})")
        return w.name(f"[card for card in {cards} if card.face in {wanted}]")
    at, zone, sight = whole
    known, wanted = w.unless_none((at,), f"r.cards[{at}]"), w.name(f"set({faces})")
    return w.name(f"[{known}[face] for face in {zone}.cards if face in {wanted}] if {sight} else []")


def _whole(w: Writer, values: Expr) -> tuple[str, str, str] | None:
    """Return the number of the zone, the zone, and whether the player sees it.

    Returns None if the cards are not exactly the cards of one zone.
    """
    if values.whole is None or values.whole.type.kind != "zone":
        return None
    w.cost(values.cost)
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
    """Return the keys of cards. Cards with the same key belong together."""
    found = w.name("[]")
    with w.each(same, cards, sure=True) as key:
        w.put(f"{found}.append({key})")
    return found


# Functions that find forms


def _add(r: Run, forms: list[Form], move: Move, fields: list[Field], which: int) -> None:
    """Add a form with its words. Raises Broken if all forms have too many letters."""
    if r.hushed:
        forms.append(Form(name=move.name, label="", fields=fields))
        return
    tag, pile = language(r), ""
    if move.pile is not None:
        name, own = move.pile
        pile = f"{name}:{r.seats[r.me]}" if own else name
    form = Form(
        name=move.name,
        label=plain(move.label, tag),
        tone=move.tone,
        confirm=plain(move.confirm, tag),
        help=plain(move.help, tag),
        pile=pile,
        fields=fields,
    )
    if which == ALL:
        r.say(_letters(form))
    forms.append(form)


def _add_all(
    r: Run, forms: list[Form], move: Move, ways: Sequence[Sequence[Field] | Field], which: int
) -> None:
    """Add a form for each combination.

    Stops when there are more than a player may be offered.
    """
    each = [one if isinstance(one, list) else [one] for one in ways]
    ways_of_all = islice(product(*each), MOST_FORMS + 1)
    for fields in ways_of_all:
        _add(r, forms, move, list(fields), which)


AROUND_FORM, AROUND_VALUE = 100, 30
"""Letters of a form, and of a value of a choice, in addition to their words."""
AROUND_FACE = 6
"""Letters of a card."""


def _letters(form: Form) -> int:
    """Return the approximate number of letters that a form takes in an answer."""
    count = AROUND_FORM + len(form.label) + len(form.confirm) + len(form.help)
    for field in form.fields:
        if isinstance(field, CardsField) and field.of is not UNSET:
            count += AROUND_FACE * len(field.of)
        elif isinstance(field, ChoiceField):
            count += sum([AROUND_VALUE + len(one.label) for one in field.of])
        elif isinstance(field, PlayerField):
            count += AROUND_FACE * len(field.of)
    return count


def yes_field(r: Run, pick: Pick) -> ChoiceField:
    """Return the yes-or-no field."""
    label = "" if r.hushed else plain(pick.label, language(r))
    return ChoiceField(name=pick.name, label=label, of=[Choice(YES, "Yes"), Choice(NO, "No")])


def _field_of_zone(zone: Zone | None, name: str, cards: Sequence[Card], low: Any, high: Any) -> Any:
    """Return the result of `_one_field`, for cards in one zone."""
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


def _one_field(r: Run, name: str, cards: Sequence[Card], low: Any, high: Any) -> CardsField | None:
    """Return the field for choosing `low` to `high` of these cards; None if there are too few."""
    if low is None or high is None:
        return None
    most, low = min(high, len(cards)), max(low, 0)
    if low > most:
        return None
    zones = [r.zones[zone] for zone in {card.zone: None for card in cards}]
    whole = bool(zones) and len(cards) == sum([len(zone.cards) for zone in zones])
    of = UNSET if whole else list({card.face: None for card in cards})
    return CardsField(name=name, zones=[zone.id for zone in zones], min=low, max=most, of=of)


def _fields_of_zone(
    zone: Zone | None, name: str, alike: Sequence[Sequence[Card]], low: Any, high: Any
) -> list[CardsField]:
    """Return a field for each group of cards. All cards are in one zone."""
    found = [_field_of_zone(zone, name, group, low, high) for group in alike]
    return [field for field in found if field is not None]


def _fields(r: Run, name: str, alike: Sequence[Sequence[Card]], low: Any, high: Any) -> list[CardsField]:
    """Return a field for each group of cards. The cards may be in several zones."""
    found = [_one_field(r, name, group, low, high) for group in alike]
    return [field for field in found if field is not None]


def visible(r: Run, cards: list[Card] | None) -> list[Card]:
    """Return the cards that the player sees."""
    me, cards = r.seats[r.me], [card for card in cards or () if card is not None]
    hidden = [zone for zone in {card.zone for card in cards} if not sees(r.zones[zone].viewers, me)]
    return [card for card in cards if card.zone not in hidden] if hidden else cards


def groups(cards: Sequence[Card], keys: Sequence[Any]) -> list[list[Card]]:
    """Return the cards in groups with the same key."""
    by_key: dict[Any, list[Card]] = {}
    for card, key in zip(cards, keys, strict=True):
        alike = key if type(key) is str else ("", repr(sort_key(key)))
        by_key.setdefault(alike, []).append(card)
    return list(by_key.values())


def choice_field(r: Run, pick: Pick, values: list[Any] | None) -> ChoiceField | None:
    """Return the field for choosing one of these values, or None if there are no values.

    In a hushed run it is cached by the values, if these mean the same at every table.
    """
    values = _with_faces(pick, values or [])
    if len(values) > MOST_VALUES:
        raise Broken("too_many_values_to_choose_from")
    r.spend(LABELLING * len(values))
    if not r.hushed or pick.type.kind not in KNOWABLE:
        return _choice(r, pick, values)
    key, known = tuple(values), pick.fields
    if key not in known:
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[key] = _choice(r, pick, values)
    return known[key]


def _with_faces(pick: Pick, values: list[Any]) -> list[Any]:
    """Return the values of a choice, leaving out cards that the player does not see, and missing players."""
    if pick.type.kind == "player":
        return [one for one in values if one is not None]
    if pick.type.kind not in ("card", "any"):
        return values
    return [one for one in values if not isinstance(one, Card) or one.face != UNSEEN]


def _choice(r: Run, pick: Pick, values: list[Any]) -> ChoiceField | None:
    made = {}
    for at, value in enumerate(values):
        code = _code(r, value, pick)
        made[code] = Choice(code, "" if r.hushed else _label(r, pick, at, value, code))
    return ChoiceField(name=pick.name, of=list(made.values())) if made else None


def _code(r: Run, value: Any, pick: Pick) -> str | int:
    """Return the code for a value in a form."""
    if isinstance(value, str):
        return value
    if isinstance(value, Card):
        return value.face
    if pick.type.kind == "player":
        id: str = r.seats[value]
        return id
    if isinstance(value, bool):
        return YES if value else NO
    return value if isinstance(value, int) else NOTHING


def _label(r: Run, pick: Pick, at: int, value: Any, code: str | int) -> str:
    labels, tag = pick.labels, language(r)
    if isinstance(labels, list) and at < len(labels):
        return plain(labels[at], tag)
    if isinstance(labels, dict) and str(code) in labels:
        return plain(labels[str(code)], tag)
    if isinstance(value, Card):
        return r.game.faces_in(tag)[value.face].name
    if pick.type.kind == "option":
        option = r.game.doc["options"][pick.type.name]["choice"]
        return plain(option.get(value, value), tag)
    words = in_words(r, value, pick.type)
    if pick.type.kind == "player":
        return ENGLISH.say(Text("{player}", {"player": words}))
    if pick.type.kind == "team" and isinstance(words, list):
        return ", ".join([f"{{{id}}}" for id in words])  # readers get the names of the players
    return words if isinstance(words, str) else str(value)


# How chosen values are written


def _choice_written(parts: Sequence[MoveParts], name: str) -> Callable[[Writer], str]:
    """Return a function that writes the code of `accept` for one name."""

    def emit(w: Writer) -> str:
        for number, part in enumerate(parts, 1):
            if part.move.name == name:
                _move_written(w, number, part)
        return "None"

    return emit


def _move_written(w: Writer, number: int, part: MoveParts) -> None:
    """Write the statements that return a move if it accepts the values."""
    if part.condition is None and part.by is None:
        is_legal = f"which in (0, {number})"
    else:
        is_legal = w.name(f"which == {number}")
        with w.under("if not which:"), _where_it_is_for(w, part):
            w.put(f"{is_legal} = True")
    names = w.value({one.pick.name for one in part.picks})
    with w.under(f"if {is_legal} and {f'values.keys() == {names}' if part.picks else 'not values'}:"):
        values = [(one.pick.place, _value(w, one)) for one in part.picks]
        taken = " and ".join(f"{value} is not {w.value(REFUSED)}" for _, value in values)
        with w.under(f"if {taken or True}:"):
            for place, value in values:
                w.put(f"v[{place}] = {value}")
            w.done(w.value(part.move))


def _value(w: Writer, part: PickParts) -> str:
    """Return the expression for the value of the rules, or REFUSED, from a value of a form."""
    pick, refused = part.pick, w.value(REFUSED)
    given = w.name(f"values[{w.value(pick.name)}]")
    match pick.kind:
        case "from":
            return _cards(w, part, given)
        case "player":
            return w.call(player_called, "r", w.root(part.values), given)
        case "choice":
            return w.call(choice_called, "r", w.value(pick), w.root(part.values), given)
        case "number":
            low, high = _bounds(w, part)
            fits = f"type({given}) is int and {_known(low, high)} and {low} <= {given} <= {high}"
            return w.name(f"{given} if {fits} else {refused}")
    return w.name(f"{given} == {YES} if {given} in (0, 1) else {refused}")


def _cards(w: Writer, part: PickParts, faces: str) -> str:
    """Return the cards with these faces, or REFUSED if they may not be chosen.

    If several zones have a face, the card in the first of them is taken.
    """
    low, high = _bounds(w, part)
    found = w.name(w.value(REFUSED))
    many = f"{_known(low, high)} and {low} <= len({faces}) <= {high}"
    with w.under(f"if type({faces}) is list and {many}:"):
        cards = _visible_of(w, part.values, faces)
        w.spend(f"len({cards})")
        cards = _passing(w, part.where, cards)
        w.put(f"{found} = {w.value(called)}({cards}, {faces})")
        if part.same is not None:
            with w.under(f"if {found} is not {w.value(REFUSED)}:"):
                keys = _keys(w, part.same, found)
                w.put(f"if {w.value(_are_different)}({found}, {keys}): {found} = {w.value(REFUSED)}")
        if part.is_single:
            w.put(f"if {found} is not {w.value(REFUSED)}: {found} = {found}[0]")
    return found


# Functions that accept chosen values


def player_called(r: Run, seats: list[int] | None, given: Any) -> Any:
    """Return the seat of the player with this id, or REFUSED if it is none of these seats."""
    r.spend(len(seats or ()))
    for seat in seats or ():  # a generator would be made for each move
        if r.seats[seat] == given:
            return seat
    return REFUSED


def choice_called(r: Run, pick: Pick, values: list[Any] | None, given: Any) -> Any:
    """Return the value with this code in a form, or REFUSED if there is none."""
    r.spend(len(values or ()))
    for one in _with_faces(pick, values or []):
        if _code(r, one, pick) == given:
            return one
    return REFUSED


def called(left: list[Card], faces: list[str]) -> Any:
    """Return cards with these faces, each from the first zone that has it, or REFUSED."""
    by_face: dict[str, list[Card]] = {}
    for card in sorted(left, key=_zone, reverse=True) if len(left) > 1 else left:
        by_face.setdefault(card.face, []).append(card)
    cards = []
    for face in faces:
        if not by_face.get(face):
            return REFUSED
        cards.append(by_face[face].pop())
    return cards


def _are_different(cards: list[Card], keys: list[Any]) -> bool:
    """Return whether some of these cards have different keys."""
    return len(groups(cards, keys)) > 1


# The first values, which the clock chooses


def first_values(r: Run, form: Form) -> Args:
    """Return the first values that a form accepts. The clock chooses these."""
    return {field.name: _first(r, field) for field in form.fields}


def _first(r: Run, field: Field) -> Any:
    match field:
        case CardsField():
            cards = [card for zone in field.zones for card in r.t.zones[zone].cards]
            return [card for card in cards if field.of is UNSET or card in field.of][: field.min]
        case PlayerField():
            return field.of[0]
        case NumberField():
            return field.min
        case ChoiceField():
            return field.of[0].value
    raise Broken("a_form_that_documents_do_not_have")
