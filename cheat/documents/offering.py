"""Forms of the moves of a document, and the values that a form was filled in with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from msgspec import UNSET

from cheat.documents.compiled import Move, Phase, Pick
from cheat.documents.texts import NOTHING, in_words, language, plain
from cheat.documents.values import FUEL, Broken, Card, Run, ordered
from cheat.errors import Refused
from cheat.games.moves import (
    Args,
    CardsField,
    Choice,
    ChoiceField,
    Field,
    Form,
    NumberField,
    PlayerField,
    check,
)
from cheat.games.seen import sees
from cheat.games.table import Decision
from cheat.words import ENGLISH, Text

MOST_FORMS = MOST_VALUES = 64
YES, NO = 1, 0


def offered(r: Run, phase: Phase, decision: Decision | None) -> list[Form]:
    """What the player who acts may do in a phase. Raises Broken where that is too much."""
    r.fuel = FUEL
    forms = [form for move in phase.moves for form in forms_of(r, move, decision)]
    if len(forms) > MOST_FORMS:
        raise Broken("too_many_forms")
    return forms


def forms_of(r: Run, move: Move, decision: Decision | None) -> list[Form]:
    """The forms of one move, none where it is not for this player or not possible now."""
    if move.by is not None:
        if r.me not in _by(r, move.by):
            return []
    elif decision is not None and r.seats[r.me] not in decision.waits_for():
        return []
    if move.condition is not None and not move.condition(r):
        return []
    ways = [list(_fields(r, pick)) for pick in move.picks]
    tag = language(r)
    return [
        Form(
            name=move.name,
            label=plain(move.label, tag),
            tone=move.tone,
            confirm=plain(move.confirm, tag),
            help=plain(move.help, tag),
            fields=list(fields),
        )
        for fields in product(*ways)
    ]


def _by(r: Run, by: Callable[[Run], list[int]]) -> list[int]:
    """Who has a move that others have, too; “others” are those who are not on turn."""
    me, r.me = r.me, r.t.seat
    players = by(r)
    r.me = me
    return players


def _fields(r: Run, pick: Pick) -> Iterator[Field]:
    """The ways in which a choice may be offered: one, or one for each group of cards that are alike."""
    match pick.kind:
        case "from":
            yield from _of_cards(r, pick)
        case "player":
            if players := pick.values(r):
                yield PlayerField(name=pick.name, of=[r.seats[seat] for seat in players])
        case "choice":
            if choices := _choices(r, pick):
                yield ChoiceField(name=pick.name, of=choices)
        case "number":
            assert pick.bounds is not None, "a number has bounds"
            low, high = (bound(r) for bound in pick.bounds)
            if low is not None and high is not None and low <= high:
                yield NumberField(name=pick.name, min=low, max=high)
        case _:
            label = plain(pick.label, language(r))
            yield ChoiceField(name=pick.name, label=label, of=[Choice(YES, "Yes"), Choice(NO, "No")])


def _of_cards(r: Run, pick: Pick) -> Iterator[Field]:
    cards = _allowed(r, pick)
    groups = [cards]
    if pick.same is not None:
        by_key: dict[Any, list[Card]] = {}
        for card in cards:
            r.v[pick.item] = card
            by_key.setdefault(repr(ordered(pick.same(r))), []).append(card)
        groups = list(by_key.values())
    low, high = (1, 1) if pick.bounds is None else (bound(r) for bound in pick.bounds)
    if low is None or high is None:
        return
    for group in groups:
        most = min(high, len(group))
        if max(low, 0) <= most and (group or low <= 0):
            zones = list(dict.fromkeys(r.zones[card.zone].id for card in group))
            faces = list(dict.fromkeys(card.face for card in group))
            whole = len(group) == sum(len(r.t.zones[zone].cards) for zone in zones)
            yield CardsField(
                name=pick.name, zones=zones, min=max(low, 0), max=most, of=UNSET if whole and zones else faces
            )


def _allowed(r: Run, pick: Pick) -> list[Card]:
    """The cards that may be chosen: those that the player sees and that pass."""
    me = r.seats[r.me]
    cards = [card for card in pick.values(r) or () if sees(r.zones[card.zone].seen, me)]
    if pick.where is None:
        return cards
    r.spend(len(cards) * pick.per)
    found = []
    for card in cards:
        r.v[pick.item] = card
        if pick.where(r):
            found.append(card)
    return found


def _choices(r: Run, pick: Pick) -> list[Choice]:
    values = pick.values(r) or []
    if len(values) > MOST_VALUES:
        raise Broken("too_many_values_to_choose_from")
    tag = language(r)
    made = {}
    for at, value in enumerate(values):
        code = _code(r, value, pick)
        made[code] = Choice(code, _label(r, pick, at, value, code, tag))
    return list(made.values())


def _code(r: Run, value: Any, pick: Pick) -> str | int:
    """What stands for a value in a form."""
    if isinstance(value, Card):
        return value.face
    if pick.type.kind == "player":
        id: str = r.seats[value]
        return id
    if isinstance(value, bool):
        return YES if value else NO
    return value if isinstance(value, str | int) else NOTHING


def _label(r: Run, pick: Pick, at: int, value: Any, code: str | int, tag: str) -> str:
    labels = pick.labels
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


# What was chosen


def chosen(r: Run, phase: Phase, name: str, values: Args, decision: Decision) -> Move:
    """The move that a form stands for, its values bound to their names. Raises Refused."""
    refused: Refused | None = None
    for move in phase.moves:
        if move.name != name:
            continue
        for form in forms_of(r, move, decision):
            try:
                check([form], name, values, r.t.cards_of)
            except Refused as error:
                refused = refused or error
            else:
                bind(r, move, form, values)
                return move
    raise refused or Refused("You cannot do that now.")


def bind(r: Run, move: Move, form: Form, values: Args) -> None:
    """Bind the values of a form to the names of the choices."""
    bound = [
        _value(r, pick, field, values[pick.name]) for pick, field in zip(move.picks, form.fields, strict=True)
    ]
    for pick, value in zip(move.picks, bound, strict=True):
        r.v[pick.place] = value


def _value(r: Run, pick: Pick, field: Field, given: Any) -> Any:
    match field:
        case CardsField():
            cards = _of_zones(r, field, given)
            return cards if pick.bounds is not None else cards[0]
        case PlayerField():
            return r.seats.index(given)
        case NumberField():
            return given
    if pick.kind == "yes" or pick.type.kind == "bool":
        return given == YES
    return next((one for one in pick.values(r) or () if _code(r, one, pick) == given), None)


def _of_zones(r: Run, field: CardsField, faces: list[str]) -> list[Card]:
    """The cards with these faces, each in one of the zones."""
    left = {at: list(zone.cards) for at, zone in enumerate(r.zones) if zone.id in field.zones}
    cards = []
    for face in faces:
        zone = next(at for at, held in left.items() if face in held)
        left[zone].remove(face)
        cards.append(r.cards[zone][face])
    return cards


def first_values(r: Run, form: Form) -> Args:
    """The first values that a form accepts, as the clock chooses them."""
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
