"""Find the legal moves of a phase, and check the values that players fill in.

A form offers one kind of move to a player. A move has choices, also called picks, such as cards or a number.
For each choice, the form has a field, which offers the possible values. For each phase, one generated
function finds the forms, and other generated functions check the values of a player's move. An emitter is a
function that writes the code of generated functions. The name of a value is a variable of this code. A hushed
run is a run of a simulation: its forms have no words.

A choice leads if other choices of the move depend on it. For each value of a leading choice, the generated
code finds the values of the other choices. Values that players may combine become a form, so a move may have
several forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice, product
from operator import attrgetter
from typing import Any, NamedTuple, NoReturn

from msgspec import UNSET
from msgspec.structs import replace

from cheat.documents.compile.emit import Expr, Function, ItemExpr, Writer
from cheat.documents.parse.diagnostics import Path
from cheat.documents.parse.types import ANY, may_be_list
from cheat.documents.runtime.state import (
    FUEL,
    ORDERING,
    UNSEEN,
    Broken,
    Card,
    Run,
    item_count,
    sort_key,
)
from cheat.documents.runtime.words import NO_VALUE, DocumentText, in_words, language, plain
from cheat.engine.forms import Args, CardsField, Choice, ChoiceField, Field, Form, NumberField, PlayerField
from cheat.engine.table import Decision, Zone
from cheat.engine.visibility import sees
from cheat.errors import Refused
from cheat.i18n.messages import ENGLISH, Arg, Text

MOST_FORMS = MOST_VALUES = 64
MOST_OFFERED = 16_000
"""Maximum number of characters in all forms of one player together.

There is a maximum because each answer to the player contains all forms.
"""
LABELLING = 4
"""Number of steps that the label of each value of a choice costs."""
YES, NO = 1, 0
ILLEGAL = object()
"""The result of a check of a value that is not legal."""
CACHEABLE = frozenset(("bool", "number", "option", "rank", "suit", "text"))
"""Kinds of values that mean the same at every table.

Only fields with values of these kinds are cached.
"""
AROUND_ROW = 20
"""Steps for each value of a choice that leads, and for each `Row` that may be joined."""
MOST_CACHED = 256
"""Maximum number of fields that a choice caches, one for each list of values."""
ALL_MOVES, ANY_MOVE = 0, -1
"""Special values of `move_number`: find all legal moves, or stop at the first legal move.

A positive `move_number` means only the move at that position, counted from 1.
"""
_zone_of = attrgetter("zone")


class Pick:
    """One choice of a move.

    - `place`: the number that `emit.py` gives the chosen value
    - `fields`: the offered values -> the field with these values; a cache for hushed runs
    - `leads`: True if other choices of the move depend on this choice
    """

    def __init__(self, name: str, kind: str, place: int) -> None:
        self.name, self.kind, self.place = name, kind, place
        self.type = ANY
        self.label: Any = ""
        self.labels: Any = None
        self.leads = False
        self.fields: dict[tuple[Any, ...], ChoiceField | None] = {}


class Move:
    """A move. A phase may have several moves with the same name.

    - `carry_out`: the function that carries out the effects of the move
    - `hushed_forms`: for hushed runs, a list with the move's one form, if the move has no choices
    - `label_with_values`: the label of the button, if it contains expressions
    - `is_for_others`: True if the move has “by”, a list of the players that may make it
    - `pile`: the zone from which the move first takes cards, and True if each player has such a zone. It is
      None if the move has choices, or does not begin by taking cards.
    """

    carry_out: Function

    def __init__(self, name: str, label: Any) -> None:
        self.name, self.label = name, label
        self.label_with_values: DocumentText | None = None
        self.tone: Any = "plain"
        self.help: Any = ""
        self.confirm: Any = ""
        self.is_for_others = False
        self.picks: list[Pick] = []
        self.say: DocumentText | None = None
        self.pile: tuple[str, bool] | None = None
        self.hushed_forms = [Form(name=name, label="", fields=[])]


class PickParts(NamedTuple):
    """A choice, and the expressions for its possible values.

    - `where`: the condition on each card
    - `same`: a key that must be equal for all chosen cards
    - `bounds`: the smallest and largest value of a number, or the smallest and largest number of cards
    - `likely`: values of a number that the page offers as buttons
    - `takes`: the cards that a chosen card would take, which the page marks
    """

    pick: Pick
    values: Expr
    where: ItemExpr | None = None
    same: ItemExpr | None = None
    bounds: tuple[Expr, Expr] | None = None
    likely: Sequence[Expr] = ()
    takes: ItemExpr | None = None

    @property
    def is_single(self) -> bool:
        """True if one card is chosen instead of a list of cards."""
        return self.bounds is None


class MoveParts(NamedTuple):
    """A move, and the expressions that say when it is legal.

    - `condition`: an expression that must be true for the move to be legal
    - `by`: the players that may make the move
    - `is_private`: True if the condition or the choices may depend on hidden information
    """

    move: Move
    condition: Expr | None
    by: Expr | None
    picks: list[PickParts]
    is_private: bool = False


class MoveSet:
    """The moves among which a player chooses: all moves of a phase, or only those for “others”.

    Others are the players that the phase does not ask.

    - `find(run, forms, move_number)` adds the forms of the acting player's legal moves to `forms`. With
      `ANY_MOVE`, it returns True at the first legal move. It raises Broken for more than `MOST_FORMS` forms.
    - `accept[name](run, values, move_number)` returns the first move with this name that accepts the values,
      or None. It binds the values to the names of the choices. If `move_number` is a position, the condition
      of the move at this position is not tested.
    """

    def __init__(self, parts: Sequence[MoveParts], path: Path = ()) -> None:
        self.moves = [part.move for part in parts]
        self.find = Function(path, lambda w: _write_forms(w, parts), extra_params=("forms", "move_number"))
        self.accept = {
            name: Function(path, _accept_emitter(parts, name), extra_params=("values", "move_number"))
            for name in {move.name for move in self.moves}
        }

    def chosen_move(self, r: Run, name: str, values: Args) -> Move:
        """Return the move that accepts these values, and bind them to its choices. Raises Refused.

        Only the chosen cards and values are checked, because this costs fewer steps than finding all forms.
        """
        accept = self.accept.get(name)
        move: Move | None = None if accept is None else accept.run(r, values, ALL_MOVES)
        return move or refuse()

    def legal_forms(self, r: Run) -> list[Form]:
        """Return the legal moves of the acting player.

        If there are more than `MOST_FORMS`, return only the first ones. An error would not help the players,
        because they cannot correct the document.
        """
        forms: list[Form] = []
        r.fuel, r.words_left = FUEL, MOST_OFFERED
        try:
            self.find.run(r, forms, ALL_MOVES)
        except Broken as error:
            if r.game.trial_notes is not None:
                r.game.trial_notes.note_broken(error)
        return forms[:MOST_FORMS]

    def forms_of(self, r: Run, at: int) -> list[Form]:
        """Return the forms of the move at a position, counted from 1. An illegal move has no forms."""
        forms: list[Form] = []
        words_left, r.words_left = r.words_left, MOST_OFFERED
        self.find.run(r, forms, at)
        r.words_left = words_left
        return forms


def is_asked(r: Run, decision: Decision) -> bool:
    """Return whether the game waits for the acting player."""
    return decision.awaits(r.seats[r.me])


def refuse() -> NoReturn:
    """Raise Refused for a choice that is not legal."""
    raise Refused("You can't do that now.")


def too_many_forms() -> None:
    """Raise Broken for too many forms."""
    raise Broken("too_many_forms")


# Emitters that find forms


def _write_forms(w: Writer, parts: Sequence[MoveParts]) -> str:
    """Write the statements that add the forms of moves."""
    may_be_many = len(parts) > MOST_FORMS or any(
        pick.same is not None or pick.pick.leads for part in parts for pick in part.picks
    )
    w.write("is_quick = r.hushed and not move_number")
    for number, part in enumerate(parts, 1):
        with w.under(f"if move_number <= 0 or move_number == {number}:"):
            with _if_possible(w, part):
                _add_forms(w, part)
            if may_be_many:
                w.write(f"if not move_number and len(forms) > {MOST_FORMS}: {w.value(too_many_forms)}()")
    return "False"


@contextmanager
def _if_possible(w: Writer, part: MoveParts) -> Iterator[None]:
    """Write an `if`: the code of this context runs only if `condition` and `by` allow the move."""
    with ExitStack() as conditions:
        if part.condition is not None:
            conditions.enter_context(w.under(f"if {w.root(part.condition)}:"))
        if part.by is not None:  # in “by”, the name `others` means all players but the one on turn
            me = w.name("r.me")
            w.write("r.me = r.t.seat")
            w.note_change()
            players = w.root(part.by)
            w.write(f"r.me = {me}")
            w.note_change()
            conditions.enter_context(w.under(f"if {me} in {players}:"))
        yield


def _add_forms(w: Writer, part: MoveParts) -> None:
    """Write the statements that add a form for each combination of choices of a move."""
    if any(pick.pick.leads for pick in part.picks):
        _add_forms_of_leads(w, part)
        return
    move, fields = w.value(part.move), list[str]()
    for pick in part.picks:
        if not fields:
            fields.append(_field_name(w, pick))
            continue
        field = w.name("None")
        with w.under(f"if move_number >= 0 or ({' and '.join(fields)}):"):
            w.write(f"{field} = {_field_name(w, pick)}")
        fields.append(field)
    w.write("if n > r.fuel: r.spend(n)")
    with w.under(f"if {' and '.join(fields) or 'True'}:"):
        if any(pick.same is not None for pick in part.picks):
            with w.under("if move_number < 0:"):
                w.return_unchanged("True")
            w.write(f"{w.value(_add_combinations)}(r, forms, {move}, ({', '.join(fields)},), move_number)")
            return
        with w.under("if is_quick:"):
            if not fields:
                w.write(f"forms += {w.value(part.move.hushed_forms)}")
            else:
                name, all_fields = w.value(part.move.name), ", ".join(fields)
                w.write(f'forms.append({w.value(Form)}(name={name}, label="", fields=[{all_fields}]))')
        with w.under("else:"):
            with w.under("if move_number < 0:"):
                w.return_unchanged("True")
            w.write(f"{w.value(_add_form)}(r, forms, {move}, [{', '.join(fields)}], move_number)")


def _add_forms_of_leads(w: Writer, part: MoveParts) -> None:
    """Write the statements that add the forms of a move whose choices depend on each other.

    For each value of a choice that leads, the code inside a loop finds the fields of the later choices. All
    fields together are a `Row`. If a value leaves nothing for a later choice, the value makes no row.
    """
    rows, fields, picked_cards = w.name("[]"), list[str](), list[str]()
    with ExitStack() as loops:
        for pick_parts in part.picks:
            pick = pick_parts.pick
            if not pick.leads:
                field = _field_name(w, pick_parts, picked_cards)
                loops.enter_context(w.under(f"if {field}:"))
            else:
                field, values = w.name(), _values_name(w, pick_parts, picked_cards)
                loops.enter_context(w.under(f"for v{pick.place}, {field} in {values}:"))
                w.spend(str(AROUND_ROW))
                _note_lead(w, pick_parts, picked_cards)
            fields.append(field)
        with w.under("if move_number < 0:"):
            w.return_unchanged("True")
        w.write(f"{rows}.append(({', '.join(fields)},))")
    w.write("if n > r.fuel: r.spend(n)")
    with w.under(f"if {rows}:"):
        w.write(f"{w.value(_add_rows)}(r, forms, {w.value(part.move)}, {rows}, move_number)")


def _note_lead(w: Writer, part: PickParts, picked_cards: list[str]) -> None:
    """Note that a value of a leading choice is bound. If it is a card, add it to `picked_cards`."""
    value = w.note_bound(part.pick.place)
    if part.pick.kind != "choice":
        w.sure.add(value)
    if part.pick.kind == "from":
        picked_cards.append(value)


def _values_name(w: Writer, part: PickParts, picked_cards: Sequence[str]) -> str:
    """Write the code that lists the values of a choice that leads. Return the name of the list.

    Each value comes with a field that offers only this value.
    """
    pick = part.pick
    match pick.kind:
        case "from":
            cards, _ = _write_visible(w, part.values)
            return w.call(
                _cards_apart, "r", w.value(pick.name), _write_choosable(w, part, cards, picked_cards)
            )
        case "player":
            return w.call(_players_apart, "r", w.value(pick.name), w.root(part.values))
        case "number":
            return w.call(_numbers_apart, w.value(pick.name), *_bounds(w, part))
        case "choice":
            return w.call(_choices_apart, "r", w.value(pick), w.root(part.values))
    return w.call(_yes_or_no_apart, "r", w.value(pick))


def _write_choosable(w: Writer, part: PickParts, cards: str, picked_cards: Sequence[str]) -> str:
    """Write the code that selects those cards of a choice that meet its condition.

    Cards that were picked before are left out. Return the name of the list.
    """
    w.spend(f"len({cards})" + (f" * {1 + len(picked_cards)}" if picked_cards else ""))
    if picked_cards:
        cards = w.call(_without_picked, cards, *picked_cards)
    return _write_passing(w, part.where, cards)


def _field_name(w: Writer, part: PickParts, picked_cards: Sequence[str] = ()) -> str:
    """Write the code that makes the field of a choice. Return the name of the result.

    In the generated code, the result is `None` if there is nothing to choose. If the chosen cards must have
    the same key, the result is a list with one field for each key. `picked_cards`: the cards that were picked
    before.
    """
    pick, name = part.pick, w.value(part.pick.name)
    match pick.kind:
        case "from":
            return _field_of_cards(w, part, picked_cards)
        case "player":
            seats = w.root(part.values)
            of = f"[r.seats[seat] for seat in {seats}]"
            return w.name(f"{w.value(PlayerField)}(name={name}, of={of}) if {seats} else None")
        case "choice":
            return w.call(choice_field, "r", w.value(pick), w.root(part.values))
        case "number":
            low, high = _bounds(w, part)
            likely = ""
            if part.likely:
                numbers = ", ".join([w.root(number) for number in part.likely])
                likely = f", likely={w.value(_within)}({low}, {high}, {numbers})"
            field = f"{w.value(NumberField)}(name={name}, min={low}, max={high}{likely})"
            return w.name(f"{field} if {_not_none(low, high)} and {low} <= {high} else None")
    return w.call(yes_no_field, "r", w.value(pick))


def _bounds(w: Writer, part: PickParts) -> tuple[str, str]:
    """Return the names of the bounds of a choice, smallest first. By default, both are 1."""
    if part.bounds is None:
        return "1", "1"
    low, high = part.bounds
    return w.root(low), w.root(high)


def _within(low: int, high: int, *numbers: int | None) -> list[int]:
    """Return the numbers that are within the bounds, in rising order and each only once."""
    return sorted({number for number in numbers if number is not None and low <= number <= high})


def _not_none(*names: str) -> str:
    """Return Python code that tests that none of these numbers is `none`."""
    return " and ".join(f"{value} is not None" for value in names if not value.isdigit()) or "True"


def _field_of_cards(w: Writer, part: PickParts, picked_cards: Sequence[str]) -> str:
    """Write the code that makes the field or fields of a choice of cards.

    Return the name of the result.
    """
    cards, zone = _write_visible(w, part.values)
    cards = _write_choosable(w, part, cards, picked_cards)
    name, keys = w.value(part.pick.name), None if part.same is None else _write_keys(w, part.same, cards)
    low, high = _bounds(w, part)
    run_or_zone = "r" if zone is None else zone
    if keys is None:
        do: Any = _one_field if zone is None else _field_of_zone
        field = w.call(do, run_or_zone, name, cards, low, high)
    else:
        do = _fields if zone is None else _fields_of_zone
        field = w.call(do, run_or_zone, name, w.call(groups, cards, keys), low, high)
    if part.takes is not None:
        _write_takes(w, part.takes, cards, field)
    if part.pick.labels:
        with w.under(f"if {field} and not r.hushed:"):
            w.write(f"{w.value(_note_labels)}(r, {field}, {w.value(part.pick)}, {cards})")
    return field


def _write_takes(w: Writer, takes: ItemExpr, cards: str, field: str) -> None:
    """Write the code that tells which cards each card takes.

    Hushed runs show nothing, so they skip it.
    """
    with w.under(f"if {field} and not r.hushed:"), w.loop(takes, cards, sure=True) as taken:
        w.write(f"{w.value(_note_takes)}(r, {field}, v{takes.place}, {taken})")


def _note_takes(r: Run, fields: CardsField | list[CardsField], card: Card, taken: list[Card] | None) -> None:
    """Note which visible cards a card would take, in the fields that offer this card."""
    faces = [other.face for other in visible_cards(r, taken)]
    for field in fields if isinstance(fields, list) else [fields]:
        if faces and (field.of is UNSET or card.face in field.of):
            field.takes[card.face] = faces


def _note_labels(r: Run, fields: CardsField | list[CardsField], pick: Pick, cards: list[Card]) -> None:
    """Note what the button says about each card, in the fields that offer this card."""
    tag = language(r)
    for field in fields if isinstance(fields, list) else [fields]:
        for card in cards:
            face = r.game.faces_in(tag)[card.face]
            keys = (card.face, face.rank, face.suit, "else")
            words = next((pick.labels[key] for key in keys if key in pick.labels), "")
            if words and (field.of is UNSET or card.face in field.of):
                field.labels[card.face] = plain(words, tag)


def _write_visible(w: Writer, values: Expr) -> tuple[str, str | None]:
    """Write the code that finds those cards of a choice that the acting player sees.

    Return the name of the list of cards. If the list has all cards of one zone, also return the zone's name.
    """
    zone_parts = _zone_parts(w, values)
    if zone_parts is None:
        return w.call(visible_cards, "r", w.root(values)), None
    at, zone, sight = zone_parts
    cards = f"[*map(r.cards[{at}].__getitem__, r.zones[{at}].cards)]"
    return w.sure_name(f"{cards} if {sight} else ()"), zone


def _write_visible_with_faces(w: Writer, values: Expr, faces: str) -> str:
    """Write the code that finds the cards with these faces.

    Cards that the acting player does not see are left out. Return the name of the list.
    """
    zone_parts = _zone_parts(w, values)
    if zone_parts is None:
        cards = w.call(visible_cards, "r", w.root(values))
        wanted_faces = w.name(f"set({faces})")
        return w.name(f"[card for card in {cards} if card.face in {wanted_faces}]")
    at, zone, sight = zone_parts
    card_of, wanted_faces = w.unless_none((at,), f"r.cards[{at}]"), w.name(f"set({faces})")
    return w.name(f"[{card_of}[face] for face in {zone}.cards if face in {wanted_faces}] if {sight} else []")


def _zone_parts(w: Writer, values: Expr) -> tuple[str, str, str] | None:
    """Return names for a zone's number, the zone, and whether the acting player sees the zone.

    `values`: the cards of a choice. Returns None if they are not exactly the cards of one zone.
    """
    if values.all_cards_of is None or values.all_cards_of.type.kind != "zone":
        return None
    w.cost(values.cost)
    at = w.as_name(w.of(values.all_cards_of))
    with w.if_not_none(at):
        w.spend(f"len(r.zones[{at}].cards) >> 2")
    zone = w.unless_none((at,), f"r.zones[{at}]")
    return at, zone, w.unless_none((zone,), f"{w.value(sees)}({zone}.viewers, r.seats[r.me])")


def _write_passing(w: Writer, where: ItemExpr | None, cards: str) -> str:
    """Write the code that selects the cards for which a condition is true.

    Return the list's name.
    """
    if where is None:
        return cards
    passing = w.name("[]")
    with w.loop(where, cards, sure=True) as holds:
        w.write(f"if {holds}: {passing}.append(v{where.place})")
    return passing


def _write_keys(w: Writer, same: ItemExpr, cards: str) -> str:
    """Write the code that computes the key of each card. Return the name of the list of keys."""
    keys = w.name("[]")
    with w.loop(same, cards, sure=True) as key:
        w.write(f"{keys}.append({key})")
    if may_be_list(same.body.type):
        w.spend(f"{ORDERING} * {w.value(item_count)}({keys})")
    return keys


# Functions called by the code that finds forms


def _add_form(r: Run, forms: list[Form], move: Move, fields: list[Field], move_number: int) -> None:
    """Add a form. In a hushed run, it has no words.

    Raises Broken if all forms together have too many characters.
    """
    if r.hushed:
        forms.append(Form(name=move.name, label="", fields=fields))
        return
    tag, pile = language(r), ""
    if move.pile is not None:
        name, own = move.pile
        pile = f"{name}:{r.seats[r.me]}" if own else name
    label, values = plain(move.label, tag), dict[str, Arg]()
    if move.label_with_values is not None:
        label, values, _ = move.label_with_values.fill(r, [])
    for at, pick in enumerate(move.picks):
        if pick.label:
            fields[at] = replace(fields[at], label=plain(pick.label, tag))
    form = Form(
        name=move.name,
        label=label,
        slots=values,
        tone=move.tone,
        confirm=plain(move.confirm, tag),
        help=plain(move.help, tag),
        pile=pile,
        fields=fields,
    )
    if move_number == ALL_MOVES:
        r.say(_letters(form))
    forms.append(form)


def _add_combinations(
    r: Run, forms: list[Form], move: Move, fields: Sequence[Sequence[Field] | Field], move_number: int
) -> None:
    """Add a form for each combination of fields. Stop after one form more than `MOST_FORMS`."""
    choices = [field if isinstance(field, list) else [field] for field in fields]
    combinations = islice(product(*choices), MOST_FORMS + 1)
    for combination in combinations:
        _add_form(r, forms, move, list(combination), move_number)


Row = tuple[Field, ...]
"""One field for each choice of a move. Players may combine all values in these fields."""


def _add_rows(
    r: Run,
    forms: list[Form],
    move: Move,
    rows: Sequence[Sequence[Sequence[Field] | Field]],
    move_number: int,
) -> None:
    """Add the forms of a move with choices that lead, up to one more than `MOST_FORMS`."""
    leads = sum([pick.leads for pick in move.picks])
    combinations: list[Row] = []
    for row in rows:
        choices = [field if isinstance(field, list) else [field] for field in row]
        found = list(islice(product(*choices), MOST_FORMS + 1))
        r.spend(AROUND_ROW * leads * len(found))
        combinations += found
    combinations = _joined_rows(combinations, move.picks)
    for combination in combinations[: MOST_FORMS + 1]:
        _add_form(r, forms, move, list(combination), move_number)
        forms[-1].share = 1 / len(combinations)


def _joined_rows(rows: list[Row], picks: Sequence[Pick]) -> list[Row]:
    """Return fewer rows that allow the same combinations of values.

    Rows that differ only in the value of one choice become one row.
    """
    for at in reversed([at for at, pick in enumerate(picks) if pick.leads]):
        by_others: dict[tuple[object, ...], list[Row]] = {}
        for row in rows:
            key = tuple([_values_of(field) for field in row[:at] + row[at + 1 :]])
            by_others.setdefault(key, []).append(row)
        rows = [
            (*alike[0][:at], field, *alike[0][at + 1 :])
            for alike in by_others.values()
            for field in _joined([row[at] for row in alike])
        ]
    return rows


def _values_of(field: Field) -> tuple[object, ...]:
    """Return a key. Two fields of one choice have the same key if they offer the same values."""
    if isinstance(field, CardsField):
        return field.min, field.max, *field.zones, None, *(() if field.of is UNSET else [None, *field.of])
    if isinstance(field, NumberField):
        return field.min, field.max
    if isinstance(field, ChoiceField):
        return tuple([(choice.value, choice.label) for choice in field.of])
    return tuple(field.of)  # type: ignore[union-attr]


def _joined(fields: Sequence[Field]) -> list[Field]:
    """Join fields of one choice. The result has fewer fields, which offer the same values.

    Numbers become one field for each run of successive numbers. Other values become a single field.
    """
    first = fields[0]
    if isinstance(first, NumberField):
        runs: list[NumberField] = []
        for field in fields:
            if isinstance(field, NumberField):
                if runs and field.min == runs[-1].max + 1:
                    runs[-1] = replace(runs[-1], max=field.max)
                else:
                    runs.append(field)
        return [*runs]
    if len(fields) == 1:
        return [first]
    if isinstance(first, ChoiceField):
        by_value = {choice.value: choice for field in fields for choice in field.of}  # type: ignore[union-attr]
        return [replace(first, of=list(by_value.values()))]
    of = list({value: None for field in fields for value in field.of})  # type: ignore[union-attr]
    if isinstance(first, CardsField):
        zones = list({zone: None for field in fields for zone in field.zones})  # type: ignore[union-attr]
        return [replace(first, zones=zones, of=of)]
    return [replace(first, of=of)]


AROUND_FORM, AROUND_VALUE = 100, 30
"""Estimated number of characters of a form, and of a value of a choice, without their words."""
AROUND_FACE = 6
"""Estimated number of characters of a card's code or a player's id in a form."""


def _letters(form: Form) -> int:
    """Return the approximate number of characters of a form in an answer."""
    count = AROUND_FORM + len(form.label) + len(form.confirm) + len(form.help)
    for field in form.fields:
        count += len(field.label)
        if isinstance(field, CardsField):
            offered = 0 if field.of is UNSET else len(field.of)
            count += AROUND_FACE * (offered + sum([1 + len(taken) for taken in field.takes.values()]))
            count += sum([AROUND_VALUE + len(words) for words in field.labels.values()])
        elif isinstance(field, ChoiceField):
            count += sum([AROUND_VALUE + len(choice.label) for choice in field.of])
        elif isinstance(field, PlayerField):
            count += AROUND_FACE * len(field.of)
    return count


def yes_no_field(r: Run, pick: Pick) -> ChoiceField:
    """Return the field of a yes-or-no choice."""
    return ChoiceField(name=pick.name, of=[Choice(YES, "Yes"), Choice(NO, "No")])


def _field_of_zone(zone: Zone | None, name: str, cards: Sequence[Card], low: Any, high: Any) -> Any:
    """Return the same field as `_one_field`. All cards must be in this zone."""
    if low is None or high is None:
        return None
    high, low = min(high, len(cards)), max(low, 0)
    if low > high:
        return None
    if zone is None or not cards:
        return CardsField(name=name, zones=[], min=low, max=high, of=[])
    if len(cards) == len(zone.cards):
        return CardsField(name=name, zones=[zone.id], min=low, max=high)
    of = list(dict.fromkeys([card.face for card in cards]))
    return CardsField(name=name, zones=[zone.id], min=low, max=high, of=of)


def _one_field(r: Run, name: str, cards: Sequence[Card], low: Any, high: Any) -> CardsField | None:
    """Return the field for choosing `low` to `high` of these cards, or None if they are too few."""
    if low is None or high is None:
        return None
    high, low = min(high, len(cards)), max(low, 0)
    if low > high:
        return None
    zones = [r.zones[zone] for zone in {card.zone: None for card in cards}]
    are_all_cards = bool(zones) and len(cards) == sum([len(zone.cards) for zone in zones])
    of = UNSET if are_all_cards else list({card.face: None for card in cards})
    return CardsField(name=name, zones=[zone.id for zone in zones], min=low, max=high, of=of)


def _fields_of_zone(
    zone: Zone | None, name: str, card_groups: Sequence[Sequence[Card]], low: Any, high: Any
) -> list[CardsField]:
    """Return a field for each group of cards. All cards are in one zone."""
    fields = [_field_of_zone(zone, name, group, low, high) for group in card_groups]
    return [field for field in fields if field is not None]


def _fields(
    r: Run, name: str, card_groups: Sequence[Sequence[Card]], low: Any, high: Any
) -> list[CardsField]:
    """Return a field for each group of cards. The cards may be in several zones."""
    fields = [_one_field(r, name, group, low, high) for group in card_groups]
    return [field for field in fields if field is not None]


def visible_cards(r: Run, cards: list[Card] | None) -> list[Card]:
    """Return the cards that the acting player sees."""
    me, cards = r.seats[r.me], [card for card in cards or () if card is not None]
    hidden = [zone for zone in {card.zone for card in cards} if not sees(r.zones[zone].viewers, me)]
    return [card for card in cards if card.zone not in hidden] if hidden else cards


def groups(cards: Sequence[Card], keys: Sequence[Any]) -> list[list[Card]]:
    """Return the cards in groups. The cards of a group have the same key."""
    by_key: dict[Any, list[Card]] = {}
    for card, key in zip(cards, keys, strict=True):
        alike = key if type(key) is str else ("", repr(sort_key(key)))
        by_key.setdefault(alike, []).append(card)
    return list(by_key.values())


def choice_field(r: Run, pick: Pick, values: list[Any] | None) -> ChoiceField | None:
    """Return the field for choosing one of these values, or None if there are no values.

    A hushed run caches the field, if its values mean the same at every table.
    """
    values = _with_faces(pick, values or [])
    if len(values) > MOST_VALUES:
        raise Broken("too_many_values_to_choose_from")
    r.spend(LABELLING * len(values))
    if not r.hushed or pick.type.kind not in CACHEABLE:
        return _choice(r, pick, values)
    key, cache = tuple(values), pick.fields
    if key not in cache:
        if len(cache) >= MOST_CACHED:
            cache.clear()
        cache[key] = _choice(r, pick, values)
    return cache[key]


def _with_faces(pick: Pick, values: list[Any]) -> list[Any]:
    """Return the values that can be chosen.

    Unseen cards are left out, and so are players that have left.
    """
    if pick.type.kind == "player":
        return [value for value in values if value is not None]
    if pick.type.kind not in ("card", "any"):
        return values
    return [value for value in values if not isinstance(value, Card) or value.face != UNSEEN]


def _choice(r: Run, pick: Pick, values: list[Any]) -> ChoiceField | None:
    choices = {}
    for at, value in enumerate(values):
        code = _code(r, value, pick)
        choices[code] = Choice(code, "" if r.hushed else _label(r, pick, at, value, code))
    return ChoiceField(name=pick.name, of=list(choices.values())) if choices else None


# The values of choices that lead, each with a field that offers only this value


def _cards_apart(r: Run, name: str, cards: Sequence[Card]) -> list[tuple[Card, CardsField]]:
    """Return one card for each face, with a field that offers only this card.

    If cards with the same face are in several zones, the card is from the first of these zones.
    """
    by_face: dict[str, Card] = {}
    for card in cards:
        if card.face not in by_face or card.zone < by_face[card.face].zone:
            by_face[card.face] = card
    return [
        (card, CardsField(name=name, zones=[r.zones[card.zone].id], min=1, max=1, of=[card.face]))
        for card in by_face.values()
    ]


def _without_picked(cards: Sequence[Card], *picked_cards: Card) -> list[Card]:
    """Return the cards without one copy of each card that was picked before."""
    remaining = list(cards)
    for picked in picked_cards:
        for at, card in enumerate(remaining):
            if card.face == picked.face and card.zone == picked.zone:
                del remaining[at]
                break
    return remaining


def _players_apart(r: Run, name: str, seats: Sequence[int] | None) -> list[tuple[int, PlayerField]]:
    return [(seat, PlayerField(name=name, of=[r.seats[seat]])) for seat in dict.fromkeys(seats or ())]


def _numbers_apart(name: str, low: int | None, high: int | None) -> list[tuple[int, NumberField]]:
    if low is None or high is None:
        return []
    if high - low >= MOST_VALUES:
        raise Broken("too_many_values_to_choose_from")
    return [(number, NumberField(name=name, min=number, max=number)) for number in range(low, high + 1)]


def _choices_apart(r: Run, pick: Pick, values: list[Any] | None) -> list[tuple[Any, ChoiceField]]:
    field = choice_field(r, pick, values)
    if field is None:
        return []
    by_code: dict[str | int, Any] = {}
    for value in _with_faces(pick, values or []):
        by_code.setdefault(_code(r, value, pick), value)
    return [(by_code[choice.value], ChoiceField(name=pick.name, of=[choice])) for choice in field.of]


def _yes_or_no_apart(r: Run, pick: Pick) -> list[tuple[bool, ChoiceField]]:
    field = yes_no_field(r, pick)
    return [(choice.value == YES, replace(field, of=[choice])) for choice in field.of]


def _code(r: Run, value: Any, pick: Pick) -> str | int:
    """Return the code that stands for a value in a form."""
    if isinstance(value, str):
        return value
    if isinstance(value, Card):
        return value.face
    if pick.type.kind == "player":
        id: str = r.seats[value]
        return id
    if isinstance(value, bool):
        return YES if value else NO
    return value if isinstance(value, int) else NO_VALUE


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
        return ", ".join([f"{{{id}}}" for id in words])  # replaced by the players' names for each reader
    return words if isinstance(words, str) else str(value)


# Emitters that check chosen values


def _accept_emitter(parts: Sequence[MoveParts], name: str) -> Callable[[Writer], str]:
    """Return the emitter of `MoveSet.accept` for the moves with one name."""

    def emit(w: Writer) -> str:
        for number, part in enumerate(parts, 1):
            if part.move.name == name:
                _write_move(w, number, part)
        return "None"

    return emit


def _write_move(w: Writer, number: int, part: MoveParts) -> None:
    """Write the statements that return a move if the move accepts the values."""
    if part.condition is None and part.by is None:
        is_legal = f"move_number in (0, {number})"
    else:
        is_legal = w.name(f"move_number == {number}")
        with w.under("if not move_number:"), _if_possible(w, part):
            w.write(f"{is_legal} = True")
    names, picked_cards = w.value({pick_parts.pick.name for pick_parts in part.picks}), list[str]()
    has_all_values = f"values.keys() == {names}" if part.picks else "not values"
    with w.under(f"if {is_legal} and {has_all_values}:"), ExitStack() as leads:
        values = []
        for pick_parts in part.picks:
            place, value = pick_parts.pick.place, _value_name(w, pick_parts, picked_cards)
            values.append((place, value))
            if pick_parts.pick.leads:  # the other choices need a legal value
                leads.enter_context(w.under(f"if {value} is not {w.value(ILLEGAL)}:"))
                w.write(f"v{place} = {value}")
                _note_lead(w, pick_parts, picked_cards)
        are_legal = " and ".join(f"{value} is not {w.value(ILLEGAL)}" for _, value in values)
        with w.under(f"if {are_legal or True}:"):
            for place, value in values:
                w.write(f"v[{place}] = {value}")
            w.return_unchanged(w.value(part.move))


def _value_name(w: Writer, part: PickParts, picked_cards: Sequence[str]) -> str:
    """Write the code that turns a player's answer into a value of the rules, or ILLEGAL.

    Return the name of the result. `picked_cards`: the cards that were picked before.
    """
    pick, illegal = part.pick, w.value(ILLEGAL)
    answer = w.name(f"values[{w.value(pick.name)}]")
    match pick.kind:
        case "from":
            return _cards_name(w, part, answer, picked_cards)
        case "player":
            return w.call(seat_of_player, "r", w.root(part.values), answer)
        case "choice":
            return w.call(value_with_code, "r", w.value(pick), w.root(part.values), answer)
        case "number":
            low, high = _bounds(w, part)
            fits = f"type({answer}) is int and {_not_none(low, high)} and {low} <= {answer} <= {high}"
            return w.name(f"{answer} if {fits} else {illegal}")
    return w.name(f"{answer} == {YES} if {answer} in (0, 1) else {illegal}")


def _cards_name(w: Writer, part: PickParts, faces: str, picked_cards: Sequence[str]) -> str:
    """Write the code that finds the chosen cards, or ILLEGAL. Return the name of the result.

    If cards with a chosen face are in several zones, the card is taken from the first of these zones.
    """
    low, high = _bounds(w, part)
    chosen_cards = w.name(w.value(ILLEGAL))
    has_fitting_length = f"{_not_none(low, high)} and {low} <= len({faces}) <= {high}"
    with w.under(f"if type({faces}) is list and {has_fitting_length}:"):
        cards = _write_visible_with_faces(w, part.values, faces)
        cards = _write_choosable(w, part, cards, picked_cards)
        w.write(f"{chosen_cards} = {w.value(cards_with_faces)}({cards}, {faces})")
        if part.same is not None:
            with w.under(f"if {chosen_cards} is not {w.value(ILLEGAL)}:"):
                keys = _write_keys(w, part.same, chosen_cards)
                differ = f"{w.value(_are_different)}({chosen_cards}, {keys})"
                w.write(f"if {differ}: {chosen_cards} = {w.value(ILLEGAL)}")
        if part.is_single:
            w.write(f"if {chosen_cards} is not {w.value(ILLEGAL)}: {chosen_cards} = {chosen_cards}[0]")
    return chosen_cards


# Functions called by the code that checks chosen values


def seat_of_player(r: Run, seats: list[int] | None, player_id: Any) -> Any:
    """Return the seat of the player with this id, or ILLEGAL if it is not one of `seats`."""
    r.spend(len(seats or ()))
    for seat in seats or ():  # a loop is faster than a generator
        if r.seats[seat] == player_id:
            return seat
    return ILLEGAL


def value_with_code(r: Run, pick: Pick, values: list[Any] | None, code: Any) -> Any:
    """Return the value that has this code in a form, or ILLEGAL if no value has it."""
    r.spend(len(values or ()))
    for value in _with_faces(pick, values or []):
        if _code(r, value, pick) == code:
            return value
    return ILLEGAL


def cards_with_faces(cards: list[Card], faces: list[str]) -> Any:
    """Return a card for each of these faces, or ILLEGAL if a face is missing among `cards`.

    If cards with a face are in several zones, the card is taken from the first of these zones.
    """
    by_face: dict[str, list[Card]] = {}
    for card in sorted(cards, key=_zone_of, reverse=True) if len(cards) > 1 else cards:
        by_face.setdefault(card.face, []).append(card)
    chosen_cards = []
    for face in faces:
        if not by_face.get(face):
            return ILLEGAL
        chosen_cards.append(by_face[face].pop())
    return chosen_cards


def _are_different(cards: list[Card], keys: list[Any]) -> bool:
    """Return whether at least two of the cards have different keys."""
    return len(groups(cards, keys)) > 1


# The choice of values for a player whose time is up


def first_values(r: Run, form: Form) -> Args:
    """Return the first value of each field of a form, for a player whose time is up."""
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
