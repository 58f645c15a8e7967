"""Values for forms. A form contains all that a program needs to make a legal move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from cheat.client.types import CardsField, Field, Form, Table

MAX_ATTEMPTS = 100
"""Maximum number of attempts to fill in a form at random.

An attempt fails if fields share cards, and the first fields take so many that the last field gets too few.
"""
LETTERS = "abcdefghkmnprtwxyz"


def offered(table: Table, move: str, values: Mapping[str, Any] = {}) -> Form | None:
    """Return the form with this name, or None.

    If several have the name, prefer one for `values`.
    """
    same_name = [form for form in table["moves"] if form["name"] == move]
    return max(same_name, key=lambda form: _accepts(form, values), default=None)


def _accepts(form: Form, values: Mapping[str, Any]) -> bool:
    needed = {field["name"] for field in form["fields"] if not field.get("optional")}
    return needed <= values.keys() <= {field["name"] for field in form["fields"]}


def pickable(table: Table, field: CardsField) -> list[str]:
    """Return the cards that a field offers. The result has each copy of equal cards.

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
