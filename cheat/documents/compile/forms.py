"""The forms of a document's moves, and the values with which they are filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from operator import attrgetter
from typing import Any, NoReturn

from msgspec import UNSET

from cheat.documents.check.texts import NOTHING, in_words, language, plain
from cheat.documents.check.typed_tree import Typed
from cheat.documents.compile.compiled import Move, Phase, Pick
from cheat.documents.runtime.state import FUEL, Broken, Card, Run, ordered
from cheat.engine.forms import Args, CardsField, Choice, ChoiceField, Field, Form, NumberField, PlayerField
from cheat.engine.table import Decision
from cheat.engine.visibility import sees
from cheat.errors import Refused
from cheat.i18n.messages import ENGLISH, Text

MOST_FORMS = MOST_VALUES = 64
MOST_OFFERED = 16_000
"""Most letters of all forms of one player.

Every answer that shows them contains all of them.
"""
LABELLING = 4
"""Steps for each value of a choice, for making its words."""
YES, NO = 1, 0
_zone = attrgetter("zone")


def is_asked(r: Run, decision: Decision) -> bool:
    """Return whether the game waits for the acting player."""
    return r.seats[r.me] in decision.waits_for()


def offered(r: Run, phase: Phase, decision: Decision) -> list[Form]:
    """Return the legal moves of the acting player in a phase."""
    moves = phase.moves if is_asked(r, decision) else phase.open_moves
    return first_of(r, lambda forms: find(forms, r, moves))


def first_of(r: Run, add: Callable[[list[Form]], None]) -> list[Form]:
    """Return the forms that `add` adds to a list; if they are too many, only the first of them.

    An error would help no player here. The limit does not depend on the caller, so all get the same forms.
    """
    forms: list[Form] = []
    try:
        add(forms)
    except Broken as error:
        if r.game.watch is not None:
            r.game.watch.broken(error)
    return forms[:MOST_FORMS]


def find(forms: list[Form], r: Run, moves: Sequence[Move]) -> None:
    """Add the forms of moves.

    Raises Broken if they are too many, after adding the first of them.
    """
    r.fuel, r.left = FUEL, MOST_OFFERED
    for move in moves:
        if _is_for(r, move):
            for form in _filled_in(r, move):
                r.say(0 if r.hushed else _letters(form))
                forms.append(form)
        if len(forms) > MOST_FORMS:
            too_many_forms()


AROUND_FORM, AROUND_VALUE = 100, 30
"""Letters of a form, and of a value of a choice, in addition to their words."""
AROUND_FACE = 6
"""Letters of a card."""


def _letters(form: Form) -> int:
    """Return about how many letters a form takes in an answer."""
    count = AROUND_FORM + len(form.label) + len(form.confirm) + len(form.help)
    for field in form.fields:
        if isinstance(field, CardsField) and field.of is not UNSET:
            count += AROUND_FACE * len(field.of)
        elif isinstance(field, ChoiceField):
            count += sum([AROUND_VALUE + len(one.label) for one in field.of])
        elif isinstance(field, PlayerField):
            count += AROUND_FACE * len(field.of)
    return count


def too_many_forms() -> None:
    """Raise Broken, because there are too many forms."""
    raise Broken("too_many_forms")


def is_possible(r: Run, move: Move) -> bool:
    """Return whether a move has a form for a player that is asked."""
    return _is_for(r, move) and all(any(True for _ in _fields(r, pick)) for pick in move.picks)


def forms_of(r: Run, move: Move) -> list[Form]:
    """Return the forms of one move for a player that is asked, none if it is not possible."""
    return _filled_in(r, move) if _is_for(r, move) else []


def _filled_in(r: Run, move: Move) -> list[Form]:
    """Return a form for each way in which the choices of a move may be offered."""
    if r.hushed and not move.picks:
        return move.bare
    ways = islice(product(*[_fields(r, pick) for pick in move.picks]), MOST_FORMS + 1)
    if r.hushed:
        return [Form(name=move.name, label="", fields=list(fields)) for fields in ways]
    tag, pile = language(r), ""
    if move.pile is not None:
        name, own = move.pile
        pile = f"{name}:{r.seats[r.me]}" if own else name
    return [
        Form(
            name=move.name,
            label=plain(move.label, tag),
            tone=move.tone,
            confirm=plain(move.confirm, tag),
            help=plain(move.help, tag),
            pile=pile,
            fields=list(fields),
        )
        for fields in ways
    ]


def _is_for(r: Run, move: Move) -> bool:
    """Return whether the condition of a move holds, and the move is for the acting player.

    The caller passes moves for players that are asked, or moves for others, too.
    """
    if move.condition is not None and not move.condition.root(r):
        return False
    return move.by is None or r.me in _by(r, move.by)


def _by(r: Run, by: Typed) -> list[int]:
    """Return the players of a move that others have, too.

    “others” are those that are not on turn.
    """
    me, r.me = r.me, r.t.seat
    players: list[int] = by.root(r)
    r.me = me
    return players


def _fields(r: Run, pick: Pick) -> Iterator[Field]:
    """Yield the fields for a choice: a single one, or one for each group of alike cards."""
    match pick.kind:
        case "from":
            yield from _of_cards(r, pick)
        case "player":
            if players := pick.values.root(r):
                yield PlayerField(name=pick.name, of=[r.seats[seat] for seat in players])
        case "choice":
            if field := choice_field(r, pick, pick.values.root(r)):
                yield field
        case "number":
            low, high = _bounds(r, pick)
            if low is not None and high is not None and low <= high:
                yield NumberField(name=pick.name, min=low, max=high)
        case _:
            yield yes_field(pick, "" if r.hushed else plain(pick.label, language(r)))


def yes_field(pick: Pick, label: str) -> ChoiceField:
    """Return the field of yes or no."""
    return ChoiceField(name=pick.name, label=label, of=[Choice(YES, "Yes"), Choice(NO, "No")])


def _of_cards(r: Run, pick: Pick) -> Iterator[Field]:
    cards = visible(r, pick.values.root(r))
    r.spend(len(cards))
    cards = _passing(r, pick, cards)
    alike = [cards] if pick.same is None else groups(cards, pick.same.values(r, cards))
    low, high = _bounds(r, pick)
    if low is None or high is None:
        return
    for group in alike:
        if field := field_of(r, pick.name, group, low, high):
            yield field


def field_of(r: Run, name: str, cards: Sequence[Card], low: int, high: int) -> CardsField | None:
    """Return the field to choose `low` to `high` of these cards, None if there are too few."""
    most, low = min(high, len(cards)), max(low, 0)
    if low > most:
        return None
    zones = [r.zones[zone] for zone in {card.zone: None for card in cards}]
    whole = bool(zones) and len(cards) == sum([len(zone.cards) for zone in zones])
    of = UNSET if whole else list({card.face: None for card in cards})
    return CardsField(name=name, zones=[zone.id for zone in zones], min=low, max=most, of=of)


def visible(r: Run, cards: list[Card] | None) -> list[Card]:
    """Return the cards that the player sees."""
    me, cards = r.seats[r.me], cards or []
    hidden = [zone for zone in {card.zone for card in cards} if not sees(r.zones[zone].viewers, me)]
    return [card for card in cards if card.zone not in hidden] if hidden else cards


def _passing(r: Run, pick: Pick, cards: list[Card]) -> list[Card]:
    """Return the cards that may be chosen."""
    if pick.where is None:
        return cards
    return [card for card, passes in zip(cards, pick.where.values(r, cards), strict=True) if passes]


def groups(cards: Sequence[Card], keys: Sequence[Any]) -> list[list[Card]]:
    """Return the cards in groups that are alike."""
    by_key: dict[Any, list[Card]] = {}
    for card, key in zip(cards, keys, strict=True):
        alike = key if type(key) is str else ("", repr(ordered(key)))
        by_key.setdefault(alike, []).append(card)
    return list(by_key.values())


def choice_field(r: Run, pick: Pick, values: list[Any] | None) -> ChoiceField | None:
    """Return the field to choose one of these values, None if there are no values."""
    values = values or []
    if len(values) > MOST_VALUES:
        raise Broken("too_many_values_to_choose_from")
    r.spend(LABELLING * len(values))
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
    return words if isinstance(words, str) else str(value)


# Chosen values


def chosen(r: Run, phase: Phase, name: str, values: Args, decision: Decision) -> Move:
    """Return the move with a form that accepts these values, bound to its names. Raises Refused.

    Only checks the chosen cards and values, so it costs fewer steps than finding all forms.
    """
    moves = phase.moves if is_asked(r, decision) else phase.open_moves
    named = [move for move in moves if move.name == name]
    return taken(r, named, values) or refused()


def taken(r: Run, moves: Sequence[Move], values: Args) -> Move | None:
    """Return the first of these moves that accepts these values, bound to its names."""
    return next((move for move in moves if _is_for(r, move) and bind(r, move, values)), None)


def refused() -> NoReturn:
    """Raise Refused, because a choice is not legal."""
    raise Refused("You can't do that now.")


def bind(r: Run, move: Move, values: Args) -> bool:
    """Bind values to the names of the choices, and return whether all of them may be chosen."""
    picks = move.picks
    if values.keys() != {pick.name for pick in picks}:
        return False
    bound = [_value(r, pick, values[pick.name]) for pick in picks]
    if any(value is REFUSED for value in bound):
        return False
    for pick, value in zip(picks, bound, strict=True):
        r.v[pick.place] = value
    return True


REFUSED = object()
"""The result for a value that may not be chosen."""


def _value(r: Run, pick: Pick, given: Any) -> Any:
    """Return the meaning of a value of a form, REFUSED if it may not be chosen."""
    match pick.kind:
        case "from":
            return _cards(r, pick, given)
        case "player":
            return player_called(r, pick.values.root(r), given)
        case "choice":
            return choice_called(r, pick, pick.values.root(r), given)
        case "number":
            low, high = _bounds(r, pick)
            if type(given) is not int or low is None or high is None:
                return REFUSED
            return given if low <= given <= high else REFUSED
    return given == YES if given in (YES, NO) else REFUSED


def player_called(r: Run, seats: list[int] | None, given: Any) -> Any:
    """Return the seat of the player with this id, REFUSED if it is none of these seats."""
    r.spend(len(seats or ()))
    for seat in seats or ():  # a generator would be made for each move
        if r.seats[seat] == given:
            return seat
    return REFUSED


def choice_called(r: Run, pick: Pick, values: list[Any] | None, given: Any) -> Any:
    """Return the value with this code in a form, REFUSED if there is none."""
    r.spend(len(values or ()))
    for one in values or ():
        if _code(r, one, pick) == given:
            return one
    return REFUSED


def _bounds(r: Run, pick: Pick) -> tuple[int | None, int | None]:
    """Return the least and the most numbers or cards that a choice allows; one by default."""
    if pick.bounds is None:
        return 1, 1
    low, high = pick.bounds
    return low.root(r), high.root(r)


def _cards(r: Run, pick: Pick, faces: Any) -> Any:
    """Return the cards with these faces, REFUSED if they may not be chosen.

    If several zones have a face, the card in the first of them is taken.
    """
    low, high = _bounds(r, pick)
    if type(faces) is not list or low is None or high is None or not low <= len(faces) <= high:
        return REFUSED
    there, wanted = visible(r, pick.values.root(r)), set(faces)
    found = [card for card in there if card.face in wanted]
    r.spend(len(found))
    cards = called(_passing(r, pick, found), faces)
    if cards is REFUSED:
        return REFUSED
    if pick.same is not None and len(groups(cards, pick.same.values(r, cards))) > 1:
        return REFUSED
    return cards if pick.bounds is not None else cards[0]


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


def first_values(r: Run, form: Form) -> Args:
    """Return the first values that a form accepts, as the clock chooses them."""
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
