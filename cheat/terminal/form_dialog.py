"""Fill in a form by questions and answers in words, one question for each field. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cheat.client.forms import allows, joined_field, pickable
from cheat.client.types import (
    CardsField,
    Choice,
    ChoiceField,
    Field,
    Form,
    Game,
    NumberField,
    OptionsField,
    OptionSpec,
    Table,
    Zone,
)
from cheat.terminal.messages import begins, plural, say
from cheat.terminal.table_text import card_name, cards_text, value_text

MOST_PLACES = 2
"""Maximum number of places of cards that a question names."""


class InvalidAnswer(Exception):
    """Raised for a wrong answer. The message says what a right answer would be."""


class FormDialog:
    """A form that is being filled in, one question after the other.

    `question` is the next question, or None after the last question. `answers` are the choices for the
    question; their numbers begin with 1.

    If choices depend on each other, the move has several forms: `alternatives` are all of them. Each question
    offers the values that go with the answers before it.
    """

    def __init__(
        self,
        form: Form,
        table: Table,
        game: Game,
        names: Mapping[str, str],
        alternatives: Sequence[Form] = (),
    ) -> None:
        self.form, self.table, self.game, self.names = form, table, game, names
        self._alternatives = list(alternatives) or [form]
        self.values: dict[str, Any] = {}
        self._open_fields: list[Field] = list(form["fields"])
        self._confirmed = not form.get("confirm")

    @property
    def field(self) -> Field | None:
        """The field that the question is about. For a confirmation, and after the end, it is None."""
        if not self._open_fields or len(self._alternatives) == 1:
            return self._open_fields[0] if self._open_fields else None
        place = len(self.form["fields"]) - len(self._open_fields)
        return joined_field(self.table, [form["fields"][place] for form in self._alternatives])

    @property
    def question(self) -> str | None:
        """The question, without its choices."""
        if self.field is not None:
            return self._question(self.field)
        question = self.form.get("confirm", "")
        return None if self._confirmed else say("{question} (yes or no)", question=question)

    def _question(self, field: Field) -> str:
        words = field.get("label") or field["name"].replace("_", " ").capitalize()
        if field["kind"] == "cards" and not field.get("label") and (places := self._places(field)):
            words = say("{cards} from {places}", cards=say("Cards"), places=places)
        if field.get("optional"):
            return say("{what}: {how}, or an empty line to skip it", what=words, how=_answer_hint(field))
        return f"{words}: {_answer_hint(field)}"

    def _places(self, field: CardsField) -> str:
        """Return where the cards come from, such as “your hand”, or "" if there are too many places."""
        zones = [zone for zone in self.table["zones"] if zone["id"] in field["from"]]
        places = list(dict.fromkeys(self._place(zone) for zone in zones))
        if len(places) > MOST_PLACES and not any(
            zone["owner"] in (None, self.table["you"]) for zone in zones
        ):
            return say("other players")
        return ", ".join(places) if len(places) <= MOST_PLACES else ""

    def _place(self, zone: Zone) -> str:
        owner, label = zone["owner"], zone["label"]
        if owner is None:
            return say("“{zone}”", zone=label) if label else say("the table")
        if owner != self.table["you"]:
            return self.names.get(owner, owner)
        return say("your hand") if zone["kind"] == "hand" or not label else say("your “{zone}”", zone=label)

    @property
    def task(self) -> str:
        """The question, worded for a screen on which people choose answers instead of typing them."""
        field = self.field
        if field is None:
            return self.form.get("confirm", "")
        words = field.get("label") or self.form["label"]
        if field["kind"] == "cards":
            cards = _card_count(field)
            if not field.get("label") and (places := self._places(field)):
                cards = say("{cards} from {places}", cards=cards, places=places)
            return f"{words}: {say('Choose {cards}.', cards=cards)}"
        return f"{words}: {_answer_hint(field)}" if field["kind"] in ("number", "text") else words

    @property
    def answers(self) -> list[str]:
        """The numbered choices, in words."""
        return self._answers(self.field) if self.field else []

    def _answers(self, field: Field) -> list[str]:
        if field["kind"] == "cards":
            return [card_name(card, self.game) for card in self.cards]
        if field["kind"] == "player":
            return [self.names.get(player, player) for player in field["of"]]
        if field["kind"] == "choice":
            return [choice["label"] for choice in field["of"]]
        if field["kind"] == "options":
            return [option_line(spec, self.option(spec)) for spec in field["spec"]]
        return []

    def answer(self, text: str) -> None:
        """Take an answer, and go on to the next question.

        Raises InvalidAnswer if the answer is wrong. Then the question stays the same.
        """
        text, field = text.strip(), self.field
        if field is None:
            self._confirm(text)
        elif not text and field.get("optional"):
            self._open_fields.pop(0)
        elif field["kind"] == "options":
            self._set_option(text, field)
        else:
            self._take_value(self._value(text, field), field)
            self._open_fields.pop(0)

    def _take_value(self, value: Any, field: Field) -> None:
        """Store a value, and keep only the alternatives that allow it."""
        values = {**self.values, field["name"]: value}
        remaining = [form for form in self._alternatives if allows(self.table, form, values)]
        if not remaining and len(self._alternatives) > 1:
            raise InvalidAnswer(say("These choices don't go together. Change one of them."))
        self.values = values
        if remaining:
            self.form, self._alternatives = remaining[0], remaining
            self._open_fields = self.form["fields"][-len(self._open_fields) :]

    def _confirm(self, text: str) -> None:
        if not begins(say("yes"), text):
            raise InvalidAnswer(say("Answer yes, or go back."))
        self._confirmed = True

    def _value(self, text: str, field: Field) -> Any:
        if field["kind"] == "cards":
            return self._chosen_cards(text, field)
        if field["kind"] == "player":
            return field["of"][_number_of(text, self._answers(field)) - 1]
        if field["kind"] == "choice":
            return _choice(text, field)
        if field["kind"] == "number":
            return _whole_number(text, field)
        return _text(text, field)

    # Cards

    @property
    def cards(self) -> list[str]:
        """The cards that may still be picked, without cards picked in other fields."""
        field = self.field
        if field is None or field["kind"] != "cards":
            return []
        picked_cards: Counter[str] = Counter()
        for value in self.values.values():
            picked_cards.update(value if isinstance(value, list) else [])
        available = []
        for card in pickable(self.table, field):
            if picked_cards[card]:
                picked_cards[card] -= 1
            else:
                available.append(card)
        return available

    def answer_for(self, cards: Iterable[str]) -> str:
        """Return the typed answer that chooses these cards, such as `2 5`. Raises InvalidAnswer.

        If several cards are equal, the answer may name any of them.
        """
        available: list[str | None] = [*self.cards]
        numbers = []
        for card in cards:
            if card not in available:
                raise InvalidAnswer(say("{card} cannot be chosen now.", card=card_name(card, self.game)))
            numbers.append(available.index(card))
            available[numbers[-1]] = None
        return " ".join(str(index + 1) for index in numbers)

    def _chosen_cards(self, text: str, field: CardsField) -> list[str]:
        cards = self.cards
        names = self._answers(field)
        numbers = [_number_of(word, names) for word in re.split(r"[\s,]+", text) if word]
        if len(set(numbers)) < len(numbers):
            raise InvalidAnswer(say("You named a card twice."))
        if not field["min"] <= len(numbers) <= field["max"]:
            raise InvalidAnswer(say("Choose {cards}.", cards=_card_count(field)))
        chosen_cards = [cards[number - 1] for number in numbers]
        if field.get("kinds") == "same" and len(set(chosen_cards)) > 1:
            raise InvalidAnswer(say("Choose cards of the same kind."))
        if field.get("kinds") == "distinct" and len(set(chosen_cards)) < len(chosen_cards):
            raise InvalidAnswer(say("Choose cards that are all different."))
        return chosen_cards

    # Options

    def option(self, spec: OptionSpec) -> Any:
        """Return the value of an option: the person's choice so far, or else the table's value."""
        return self.values.get("options", {}).get(spec["name"], self.table["options"].get(spec["name"]))

    def _set_option(self, text: str, field: OptionsField) -> None:
        """Take one answer about options.

        `3 = 45` sets the third option, `preset 2` sets all options as in the second preset, and an empty line
        ends the question.
        """
        changes = self.values.setdefault(field["name"], {})
        if not text:
            self._open_fields.pop(0)
            return
        name, _, value = (part.strip() for part in text.partition("=" if "=" in text else " "))
        if begins(say("preset"), name):
            changes |= self._preset(
                _number_of(value, [preset["name"] for preset in self.game["presets"]]) - 1, field
            )
        else:
            spec = field["spec"][_number_of(name, field["spec"]) - 1]
            changes[spec["name"]] = _option_value(value, spec)

    def _preset(self, at: int, field: OptionsField) -> dict[str, Any]:
        """Return all options of a preset, with defaults for options that the preset does not name."""
        standard = {spec["name"]: spec["default"] for spec in field["spec"]}
        return {**standard, **self.game["presets"][at].get("options", {})}


def option_line(spec: OptionSpec, value: Any) -> str:
    """Return an option in words: its label, its value, and the possible values in brackets."""
    return f"{spec['label']}: {value_text(spec, value)} ({_allowed_values(spec)})"


def _allowed_values(spec: OptionSpec) -> str:
    match spec["kind"]:
        case "bool":
            return say("yes or no")
        case "choice":
            choices = enumerate(spec.get("of", []), 1)
            return ", ".join(f"{number} {choice['label']}" for number, choice in choices)
        case "text":
            return say("a text of up to {most} characters", most=spec.get("max", 0))
        case _:
            return say("{least} to {most}", least=spec.get("min", 0), most=spec.get("max", 0))


def _choice(text: str, field: ChoiceField) -> str | int:
    """Return the chosen value.

    In an open field, a text that names no choice is itself the value.
    """
    labels = [choice["label"] for choice in field["of"]]
    if field.get("open") and text and not text.isdecimal() and not _matching_numbers(text, labels):
        return text
    return field["of"][_number_of(text, labels) - 1]["value"]


def _option_value(text: str, spec: OptionSpec) -> Any:
    match spec["kind"]:
        case "bool":
            if not begins(say("yes"), text) and not begins(say("no"), text):
                raise InvalidAnswer(say("Answer yes or no."))
            return begins(say("yes"), text)
        case "choice":
            choices: list[Choice] = spec.get("of", [])
            return choices[_number_of(text, [choice["label"] for choice in choices]) - 1]["value"]
        case "text":
            return text
        case kind:
            try:
                return int(text) if kind == "int" else float(text.replace(",", "."))
            except ValueError:
                raise InvalidAnswer(say("That is not a number.")) from None


def _answer_hint(field: Field) -> str:
    """Return words that say how to answer, such as “choose by number”."""
    if field["kind"] == "cards":
        return say("choose {cards} by number", cards=_card_count(field))
    if field["kind"] == "number":
        return _range(field)
    if field["kind"] == "text":
        return say("{least} to {most} characters", least=field["min"], most=field["max"])
    if field["kind"] == "options":
        return say("type number = value, or preset and its number; an empty line accepts the options")
    if field["kind"] == "choice" and field.get("open"):
        return say("choose by number, or type another name")
    return say("choose by number")


def _range(field: NumberField) -> str:
    least, most, low, high = field["min"], field["max"], field.get("low"), field.get("high")
    if low and high:
        return say(
            "a number from {least} to {most} ({least} {low}, {most} {high})",
            least=least,
            most=most,
            low=low,
            high=high,
        )
    return say("a number from {least} to {most}", least=least, most=most)


def _card_count(field: CardsField) -> str:
    """Return how many cards a field takes, such as “1 to 3 cards”."""
    least, most = field["min"], field["max"]
    if least == most:
        return cards_text(least)
    return plural("{least} to {count} card", "{least} to {count} cards", most, least=least)


def _number_of(text: str, items: Sequence[Any]) -> int:
    """Return the number of the item that a text names.

    The text is the number of the item, or words that fit only this item.
    """
    if text.isdecimal() and 1 <= int(text) <= len(items):
        return int(text)
    matching = _matching_numbers(text, items)
    if not text.isdecimal() and len(matching) == 1:
        return matching[0]
    raise InvalidAnswer(say("Choose a number from {least} to {most}.", least=1, most=len(items)))


def _matching_numbers(text: str, items: Sequence[Any]) -> list[int]:
    """Return the numbers of the items whose words contain this text."""
    words = enumerate(items, 1)
    return [
        number for number, item in words if isinstance(item, str) and text and text.lower() in item.lower()
    ]


def _whole_number(text: str, field: NumberField) -> int:
    if re.fullmatch(r"-?\d{1,9}", text) and field["min"] <= int(text) <= field["max"]:
        return int(text)
    raise InvalidAnswer(say("Choose a number from {least} to {most}.", least=field["min"], most=field["max"]))


def _text(text: str, field: Field) -> str:
    assert field["kind"] == "text", "every other kind has an answer of its own"
    if len(text) < field["min"]:
        least = field["min"]
        raise InvalidAnswer(
            plural("Type at least {count} character.", "Type at least {count} characters.", least)
        )
    return text
