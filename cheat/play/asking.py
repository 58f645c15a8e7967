"""Filling in a form by answers in words, one question after the other. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cheat.client.forms import pickable
from cheat.client.types import (
    CardsField,
    Choice,
    Field,
    Form,
    Game,
    NumberField,
    OptionsField,
    OptionSpec,
    Table,
)
from cheat.play.showing import card_name, value_text

YES, NO = {"y", "yes"}, {"n", "no"}


class Wrong(Exception):
    """An answer that is none; says what would be one."""


class Asking:
    """A form that is being filled in. `question` is what is to be answered next, None when all is.

    `answers` are the numbered choices of the question, from 1 on.
    """

    def __init__(self, form: Form, table: Table, game: Game, names: Mapping[str, str]) -> None:
        self.form, self.table, self.game, self.names = form, table, game, names
        self.values: dict[str, Any] = {}
        self._left: list[Field] = list(form["fields"])
        self._confirmed = not form.get("confirm")

    @property
    def field(self) -> Field | None:
        """What is asked for; None for a confirmation, or when nothing is."""
        return self._left[0] if self._left else None

    @property
    def question(self) -> str | None:
        """The question, without its answers."""
        if self.field is not None:
            return _question(self.field)
        return None if self._confirmed else f"{self.form.get('confirm', '')} (yes or no)"

    @property
    def answers(self) -> list[str]:
        """The numbered choices, in words."""
        return self._answers(self.field) if self.field else []

    def _answers(self, field: Field) -> list[str]:
        if field["kind"] == "cards":
            return [card_name(card, self.game) for card in self._cards(field)]
        if field["kind"] == "player":
            return [self.names.get(player, player) for player in field["of"]]
        if field["kind"] == "choice":
            return [choice["label"] for choice in field["of"]]
        if field["kind"] == "options":
            return [option_line(spec, self._option(spec)) for spec in field["spec"]]
        return []

    def answer(self, text: str) -> None:
        """Take an answer and go on. Raises Wrong; then the same question stands."""
        text, field = text.strip(), self.field
        if field is None:
            self._confirm(text)
        elif not text and field.get("optional"):
            self._left.pop(0)
        elif field["kind"] == "options":
            self._set_option(text, field)
        else:
            self.values[field["name"]] = self._value(text, field)
            self._left.pop(0)

    def _confirm(self, text: str) -> None:
        if text.lower() not in YES:
            raise Wrong("Answer yes, or go back.")
        self._confirmed = True

    def _value(self, text: str, field: Field) -> Any:
        if field["kind"] == "cards":
            return self._chosen_cards(text, field)
        if field["kind"] == "player":
            return field["of"][_number(text, self._answers(field)) - 1]
        if field["kind"] == "choice":
            return field["of"][_number(text, self._answers(field)) - 1]["value"]
        if field["kind"] == "number":
            return _whole(text, field)
        return _words(text, field)

    # Cards

    def _cards(self, field: CardsField) -> list[str]:
        """The cards that may still be picked: one that another field has is not there."""
        picked: Counter[str] = Counter()
        for value in self.values.values():
            picked.update(value if isinstance(value, list) else [])
        left = []
        for card in pickable(self.table, field):
            if picked[card]:
                picked[card] -= 1
            else:
                left.append(card)
        return left

    def _chosen_cards(self, text: str, field: CardsField) -> list[str]:
        cards = self._cards(field)
        names = self._answers(field)
        numbers = [_number(word, names) for word in re.split(r"[\s,]+", text) if word]
        if len(set(numbers)) < len(numbers):
            raise Wrong("One card was named twice.")
        if not field["min"] <= len(numbers) <= field["max"]:
            raise Wrong(_wanted(field).capitalize())
        chosen = [cards[number - 1] for number in numbers]
        if field.get("kinds") == "same" and len(set(chosen)) > 1:
            raise Wrong("Choose cards that are alike.")
        if field.get("kinds") == "distinct" and len(set(chosen)) < len(chosen):
            raise Wrong("Choose cards that are all different.")
        return chosen

    # Options

    def _option(self, spec: OptionSpec) -> Any:
        return self.values.get("options", {}).get(spec["name"], self.table["options"].get(spec["name"]))

    def _set_option(self, text: str, field: OptionsField) -> None:
        """`3 = 45` sets the third option, `preset 2` takes all of the second preset, nothing ends it."""
        changed = self.values.setdefault(field["name"], {})
        if not text:
            self._left.pop(0)
            return
        name, _, value = (part.strip() for part in text.partition("=" if "=" in text else " "))
        if name == "preset":
            presets = self.game["presets"]
            standard = {spec["name"]: spec["default"] for spec in field["spec"]}
            preset = presets[_number(value, [one["name"] for one in presets]) - 1]
            changed |= {**standard, **preset.get("options", {})}
        else:
            spec = field["spec"][_number(name, field["spec"]) - 1]
            changed[spec["name"]] = _option_value(value, spec)


def option_line(spec: OptionSpec, value: Any) -> str:
    """An option, its value, and what else it may be."""
    return f"{spec['label']}: {value_text(spec, value)} ({_may_be(spec)})"


def _may_be(spec: OptionSpec) -> str:
    match spec["kind"]:
        case "bool":
            return "yes or no"
        case "choice":
            return ", ".join(f"{number} {one['label']}" for number, one in enumerate(spec.get("of", []), 1))
        case "text":
            return f"a text of up to {spec.get('max', 0):g} characters"
        case _:
            return f"{spec.get('min', 0):g} to {spec.get('max', 0):g}"


def _option_value(text: str, spec: OptionSpec) -> Any:
    match spec["kind"]:
        case "bool":
            if text.lower() not in YES | NO:
                raise Wrong("Answer yes or no.")
            return text.lower() in YES
        case "choice":
            choices: list[Choice] = spec.get("of", [])
            return choices[_number(text, [one["label"] for one in choices]) - 1]["value"]
        case "text":
            return text
        case kind:
            try:
                return int(text) if kind == "int" else float(text)
            except ValueError:
                raise Wrong("That is no number.") from None


def _question(field: Field) -> str:
    words = field.get("label") or field["name"].replace("_", " ").capitalize()
    return f"{words}: {_how(field)}{', or nothing' if field.get('optional') else ''}"


def _how(field: Field) -> str:
    """What an answer may be."""
    if field["kind"] == "cards":
        return f"{_wanted(field)[:-1]} by number"
    if field["kind"] == "number":
        low, high = field.get("low"), field.get("high")
        ends = f" ({field['min']} {low}, {field['max']} {high})" if low and high else ""
        return f"a number from {field['min']} to {field['max']}{ends}"
    if field["kind"] == "text":
        return f"{field['min']} to {field['max']} characters"
    if field["kind"] == "options":
        return "number = value, or preset and its number; an empty line when all is as it should be"
    return "choose by number"


def _wanted(field: CardsField) -> str:
    least, most = field["min"], field["max"]
    if least == most:
        return f"choose {least} card{'' if least == 1 else 's'}."
    return f"choose {least} to {most} cards."


def _number(text: str, things: Sequence[Any]) -> int:
    """Which of these things is named by its number, or by words that only it has."""
    if text.isdecimal() and 1 <= int(text) <= len(things):
        return int(text)
    found = [
        at
        for at, one in enumerate(things, 1)
        if isinstance(one, str) and text and text.lower() in one.lower()
    ]
    if not text.isdecimal() and len(found) == 1:
        return found[0]
    raise Wrong(f"Choose a number from 1 to {len(things)}.")


def _whole(text: str, field: NumberField) -> int:
    if re.fullmatch(r"-?\d{1,9}", text) and field["min"] <= int(text) <= field["max"]:
        return int(text)
    raise Wrong(f"Choose a number from {field['min']} to {field['max']}.")


def _words(text: str, field: Field) -> str:
    assert field["kind"] == "text", "every other kind has an answer of its own"
    if len(text) < field["min"]:
        raise Wrong(f"At least {field['min']} characters.")
    return text
