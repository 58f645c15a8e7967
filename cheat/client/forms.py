"""Values for forms. A form contains all that a program needs to make a legal move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, cast

from cheat.client.types import CardsField, Choice, ChoiceField, Field, Form, NumberField, Table

MAX_ATTEMPTS = 100
"""Maximum number of attempts to fill in a form at random.

An attempt fails if fields share cards, and the first fields take so many that the last field gets too few.
"""
LETTERS = "abcdefghkmnprtwxyz"


def offered(table: Table, move: str, values: Mapping[str, Any] = {}) -> Form | None:
    """Return the form with this name, or None.

    If several forms have this name, prefer a form that can take `values`.
    """
    same_name = [form for form in table["moves"] if form["name"] == move]
    return max(same_name, key=lambda form: _accepts(form, values), default=None)


def _accepts(form: Form, values: Mapping[str, Any]) -> bool:
    needed = {field["name"] for field in form["fields"] if not field.get("optional")}
    return needed <= values.keys() <= {field["name"] for field in form["fields"]}


def alternatives(table: Table, form: Form) -> list[Form]:
    """Return a form, and all forms that differ from it only in the values that they offer.

    A move has several such forms if its choices depend on each other: values that go together are in one
    form. So a program can ask for one value after the other, and go on with the forms for which the function
    `allows` returns True.
    """
    kind = _signature(form)
    return [other for other in table["moves"] if other == form or _signature(other) == kind]


def _signature(form: Form) -> tuple[object, ...]:
    """Return the parts in which alternatives of a form are equal: all but the offered values.

    A form with a single field has no alternatives, so its values are included.
    """
    rest = [(key, part) for key, part in sorted(form.items()) if key != "fields"]
    fields = [
        (field["kind"], field["name"], field.get("label"), field.get("optional")) for field in form["fields"]
    ]
    return (rest, fields) if len(fields) > 1 else (rest, form["fields"])


def allows(table: Table, form: Form, values: Mapping[str, Any]) -> bool:
    """Return whether a form offers all these values. Fields without a value don't count."""
    return all(
        _offers(table, field, values[field["name"]]) for field in form["fields"] if field["name"] in values
    )


def _offers(table: Table, field: Field, value: Any) -> bool:
    match field["kind"]:
        case "cards":
            return not Counter(value) - Counter(pickable(table, field))
        case "player":
            return value in field["of"]
        case "choice":
            return bool(field.get("open")) or value in [choice["value"] for choice in field["of"]]
        case "number":
            return bool(field["min"] <= value <= field["max"])
        case _:
            return True


def joined_field(table: Table, fields: Sequence[Field]) -> Field:
    """Return a field that offers the values of all these fields, which have the same name.

    If the numbers have gaps, such as 1 and 3, the result is a field with choices.
    """
    first = fields[0]
    if len(fields) == 1 or all(field == first for field in fields):
        return first
    of: list[Any] = []
    for field in fields:
        match field["kind"]:
            case "cards":
                of += pickable(table, field)
            case "player" | "choice":
                of += field["of"]
            case "number":
                of += range(field["min"], field["max"] + 1)
    of = [value for at, value in enumerate(of) if value not in of[:at]]
    match first["kind"]:
        case "cards":
            return _joined_cards(first, fields, of)
        case "player" | "choice":
            return cast(Field, {**first, "of": of})
        case "number":
            return _joined_numbers(first, sorted(of))
    return first


def _joined_cards(first: CardsField, fields: Sequence[Field], of: list[str]) -> CardsField:
    alike = [field for field in fields if field["kind"] == "cards"]
    zones = list(dict.fromkeys(zone for field in alike for zone in field["from"]))
    low, high = min(field["min"] for field in alike), max(field["max"] for field in alike)
    return {**first, "from": zones, "min": low, "max": high, "of": of}


def _joined_numbers(first: NumberField, numbers: list[int]) -> Field:
    if numbers[-1] - numbers[0] + 1 == len(numbers):
        return {**first, "min": numbers[0], "max": numbers[-1]}
    choices = [Choice(value=number, label=str(number)) for number in numbers]
    return ChoiceField(kind="choice", name=first["name"], label=first.get("label", ""), of=choices)


def pickable(table: Table, field: CardsField) -> list[str]:
    """Return the cards that a field offers. Equal cards appear as often as there are copies.

    Raises TypeError for a field that does not take cards.
    """
    if field["kind"] != "cards":
        raise TypeError(f"the field {field['name']!r} takes a {field['kind']}, no cards")
    zones = {zone["id"]: zone.get("cards", []) for zone in table["zones"]}
    cards = [card for zone in field["from"] for card in zones.get(zone, [])]
    return [card for card in cards if card in field["of"]] if "of" in field else cards


def at_random(table: Table, form: Form, chance: Random) -> dict[str, Any]:
    """Return random values that the form allows. Raises ValueError if no attempt succeeds."""
    for _ in range(MAX_ATTEMPTS):
        try:
            return _fields_in_turn(table, form, chance)
        except ValueError:
            pass  # another choice of cards may work
    raise ValueError(f"there are too few cards for {form['name']}")


def _fields_in_turn(table: Table, form: Form, chance: Random) -> dict[str, Any]:
    """Fill in one field after another. Use each card only once."""
    values: dict[str, Any] = {}
    picked_cards: Counter[str] = Counter()
    for field in form["fields"]:
        if field.get("optional") and chance.random() < 0.5:
            continue
        if field["kind"] == "cards":
            remaining = list((Counter(pickable(table, field)) - picked_cards).elements())
            values[field["name"]] = _cards(field, remaining, chance)
            picked_cards.update(values[field["name"]])
        else:
            values[field["name"]] = _value(field, chance)
    return values


def _value(field: Field, chance: Random) -> Any:
    match field["kind"]:
        case "player":
            return chance.choice(field["of"])
        case "choice":
            return chance.choice(field["of"])["value"]
        case "number":
            return chance.randint(field["min"], field["max"])
        case "text":
            return "".join(chance.choices(LETTERS, k=max(1, field["min"])))
        case _:
            return {}


def _cards(field: CardsField, cards: list[str], chance: Random) -> list[str]:
    counts = Counter(cards)
    if field.get("kinds") == "same":
        face = chance.choice([card for card in counts if counts[card] >= field["min"]] or [""])
        cards = [face] * counts[face]
    elif field.get("kinds") == "distinct":
        cards = list(counts)
    max_count = min(field["max"], len(cards))
    if max_count < field["min"]:
        raise ValueError(f"there are too few cards for {field['name']}")
    return chance.sample(cards, chance.randint(field["min"], max_count))
