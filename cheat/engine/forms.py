"""Move forms: descriptions of the legal moves of a player.

Forms have three uses: the rules check actions against them, clients draw them, and bots and tests fill them
in at random. A form has a name, fields, and `ties`: values that a client sends back unchanged. The `args` of
an action are the values of the fields (by field name) and the ties.

A template is a text with slots such as `{by}`, which are filled in before a client gets the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from operator import is_
from typing import Any, Literal, Self

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from cheat.engine.rng import Rng
from cheat.engine.visibility import Zone
from cheat.errors import BadValue, Refused
from cheat.i18n import validation
from cheat.i18n.graphemes import bound, clusters
from cheat.i18n.messages import Arg, Say, Text, plural, text

Args = dict[str, Any]
Translate = Callable[[str], str]
"""A function that translates a template into the language of one reader.

Empty templates stay empty.
"""
CardsOf = Callable[[str], Sequence[str]]
"""A function from a zone's id to the faces in the zone, as far as the caller may see them."""
MOST_NAMED = 80
"""Maximum number of characters in a text that an `open` field accepts besides its choices.

The longest such texts are ids of documents: a kind, a colon and a hash.
"""
SAMPLE_TRIES = 100
"""Maximum number of attempts to fill in a form at random.

An attempt fails if two fields take cards from the same zone, and the first field takes so many that too few
are left for the second.
"""


class _Field(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False, tag_field="kind"):
    name: str
    label: str = ""
    optional: bool = False

    def view(self, translate: Translate) -> Self:
        """Return the field in the language of a reader.

        If no word changes, returns this same object.
        """
        words = self._words()
        translated = {name: translate(text) for name, text in words.items()}
        return replace(self, **translated) if translated != words else self

    def _words(self) -> dict[str, str]:
        """Return the texts of the field to translate: name of an attribute -> its text."""
        return {"label": self.label}

    def problem(self, value: Any, cards_of: CardsOf) -> Refused | None:
        """Return None for an accepted value, or the reason for refusing it.

        The reason is a BadValue if the value has the wrong type or is a text of the wrong length. In all
        other cases, it is a Refused.
        """
        raise NotImplementedError

    def random_value(self, cards_of: CardsOf, rng: Rng) -> Any:
        """Return a random value that `problem` accepts. Raises ValueError if there is no such value."""
        raise NotImplementedError


class CardsField(_Field, tag="cards"):
    """A field that takes min..max cards from zones.

    - `of`: the allowed faces, if not all are allowed
    - `kinds`: `same` if the cards must be equal, `distinct` if they must all be different
    - `empty`: the sentence for a player that picked no card
    - `to`: the zone to which the move puts the cards, and to which players can drag them. Empty if there is
      no such zone.
    - `takes`: face of a card -> the faces of the cards that it takes, such as those that it captures
    - `labels`: face of a card -> what the move says about this card, such as the rank that it asks for
    """

    zones: list[str] = msgspec.field(name="from")
    min: int
    max: int
    of: list[str] | UnsetType = UNSET
    kinds: Literal["any", "same", "distinct"] = "any"
    empty: str = ""
    to: str = ""
    takes: dict[str, list[str]] = {}
    labels: dict[str, str] = {}

    def view(self, translate: Translate) -> Self:
        """Return the field with its labels in the language of a reader."""
        field, labels = super().view(translate), {face: translate(text) for face, text in self.labels.items()}
        return field if labels == self.labels else replace(field, labels=labels)

    def _words(self) -> dict[str, str]:
        return {"label": self.label, "empty": self.empty}

    def problem(self, value: Any, cards_of: CardsOf) -> Refused | None:
        """Accept min..max cards of the zones. A face may be picked as often as it is in the zones."""
        if not isinstance(value, list):
            return BadValue(_not_cards(self))
        for card in value:
            if type(card) is not str:
                return BadValue(_not_cards(self))
        if not value and self.min and self.empty:
            return Refused(self.empty, "no_cards")
        if not self.min <= len(value) <= self.max:
            return Refused(_wanted_count(self), "card_count")
        different = len(set(value))
        if self.kinds == "same" and different > 1:
            return Refused("Choose cards of the same kind.")
        if self.kinds == "distinct" and different < len(value):
            return Refused("Choose cards that are all different.")
        of, available = self.of, _in_zones(self, cards_of)
        for card in value:
            if card not in available or (of is not UNSET and card not in of):
                return Refused("You can't choose that card. Choose another.", "card_not_there")
        if different < len(value) and any(value.count(card) > available.count(card) for card in value):
            return Refused("You can't choose that card. Choose another.", "card_not_there")
        return None

    def random_value(self, cards_of: CardsOf, rng: Rng) -> list[str]:
        """Return some of the cards that may be picked.

        If several numbers of cards are possible, one random number chooses how many cards to pick. Then one
        random number chooses each card. If `kinds` is `same`, there are at most two random numbers: the first
        chooses the face, and the second the number of cards.
        """
        cards = pickable(self, cards_of)
        if self.kinds != "any":
            cards = _sample_kinds(self, cards, rng)
        low, available = self.min, len(cards)
        high = min(self.max, available)
        if high < low:
            raise ValueError(f"there are too few cards for {self.name}")
        count = low if low == high else low + rng.below(high - low + 1)
        if self.kinds == "same":
            return cards[:count]
        if count == 1:
            return [cards[rng.below(available)]]
        return [*map(cards.pop, rng.each_below(range(available, available - count, -1)))]


class PlayerField(_Field, tag="player"):
    """A field that takes one of the players in `of`."""

    of: list[str]

    def problem(self, value: Any, cards_of: CardsOf) -> Refused | None:
        """Accept one of the players."""
        return None if value in self.of else Refused("You can't choose that player. Choose another.")

    def random_value(self, cards_of: CardsOf, rng: Rng) -> str:
        """Return one of the players."""
        return rng.choice(self.of)


class Choice(msgspec.Struct):
    """One value that can be chosen, and the words that describe it."""

    value: str | int
    label: str

    def view(self, translate: Translate) -> Self:
        """Return the choice in the language of a reader.

        If no word changes, returns this same object.
        """
        label = translate(self.label)
        return self if label == self.label else replace(self, label=label)


class ChoiceField(_Field, tag="choice"):
    """A field that takes one of the values in `of`.

    `open`: the field also takes any other text of at most `MOST_NAMED` characters.
    """

    of: list[Choice]
    open: bool = False

    def view(self, translate: Translate) -> Self:
        """Return the field with its choices in the language of a reader."""
        field, of = super().view(translate), [choice.view(translate) for choice in self.of]
        return field if all(map(is_, of, self.of)) else replace(field, of=of)

    def problem(self, value: Any, cards_of: CardsOf) -> Refused | None:
        """Accept one of the values, or any text if the field is `open`."""
        if self.open and isinstance(value, str) and 0 < len(value) <= MOST_NAMED:
            return None
        for choice in self.of:
            if value == choice.value and type(value) is type(choice.value):
                return None
        return Refused("That isn't one of the choices. Choose another.")

    def random_value(self, cards_of: CardsOf, rng: Rng) -> str | int:
        """Return one of the values."""
        return rng.choice(self.of).value


class NumberField(_Field, tag="number"):
    """A field that takes a whole number min..max, both included.

    - `low`, `high`: words for the lowest and the highest number, if these numbers have a special meaning
    - `likely`: numbers that most players choose, in rising order
    """

    min: int
    max: int
    low: str = ""
    high: str = ""
    likely: list[int] = []

    def _words(self) -> dict[str, str]:
        return {"label": self.label, "low": self.low, "high": self.high}

    def problem(self, value: Any, cards_of: CardsOf) -> Refused | None:
        """Accept a whole number within the bounds."""
        if type(value) is not int:
            return BadValue(validation.not_whole(self.name))
        if self.min <= value <= self.max:
            return None
        return Refused(text("Choose a number from {min} to {max}.", min=self.min, max=self.max))

    def random_value(self, cards_of: CardsOf, rng: Rng) -> int:
        """Return a likely number, or any number within the bounds."""
        nth = rng.between(0, len(self.likely)) if self.likely else 0
        return self.likely[nth - 1] if nth else rng.between(self.min, self.max)


class TextField(_Field, tag="text"):
    """A field that takes a text of min..max characters. Spaces at both ends do not count.

    A letter with its accents, or an emoji, counts as one character.
    """

    min: int
    max: int

    def problem(self, value: Any, cards_of: CardsOf) -> Refused | None:
        """Accept a text that is neither too short nor too long."""
        return _text_problem(self, value)

    def random_value(self, cards_of: CardsOf, rng: Rng) -> str:
        """Return a text of random letters."""
        return "".join(rng.choice("abcdefghkmnprtwxyz") for _ in range(max(self.min, 1)))


OptionGroup = Literal["rules", "time", "table"]
"""The subject of an option: the rules, the clocks, or the players and the start (`table`)."""


class OptionSpec(msgspec.Struct, omit_defaults=True):
    """The spec of an option: its type, its bounds, its default, and the words that explain it.

    For a text, `min` and `max` are lengths. `group`: the subject of the option.
    """

    name: str
    kind: Literal["int", "number", "bool", "choice", "text"]
    label: str
    help: str
    default: int | float | bool | str
    min: int | float | UnsetType = UNSET
    max: int | float | UnsetType = UNSET
    of: list[Choice] | UnsetType = UNSET
    group: OptionGroup = "rules"

    def view(self, translate: Translate) -> Self:
        """Return the spec in the language of a reader. If no word changes, returns this same object."""
        label, help = translate(self.label), translate(self.help)
        of = self.of if self.of is UNSET else [choice.view(translate) for choice in self.of]
        if (label, help, of) == (self.label, self.help, self.of):
            return self
        return replace(self, label=label, help=help, of=of)


class OptionsField(_Field, tag="options"):
    """A field that takes an object with values for some options, such as `{"turn_s": 30}`."""

    spec: list[OptionSpec]

    def view(self, translate: Translate) -> Self:
        """Return the field with its options in the language of a reader."""
        field, spec = super().view(translate), [option.view(translate) for option in self.spec]
        return field if all(map(is_, spec, self.spec)) else replace(field, spec=spec)

    def problem(self, value: Any, cards_of: CardsOf) -> Refused | None:
        """Accept any object. The code that owns the options checks the values later."""
        return None if isinstance(value, dict) else BadValue(validation.not_object(self.name))

    def random_value(self, cards_of: CardsOf, rng: Rng) -> dict[str, Any]:
        """Return an empty object, so no option changes."""
        return {}


Field = CardsField | PlayerField | ChoiceField | NumberField | TextField | OptionsField
Tone = Literal["primary", "danger", "plain", "quiet"]
Scope = Literal["room", "game"]


class Form(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One legal kind of move of a player.

    - `ties` (sent as `with`): values that a client sends back unchanged, such as the moment at which the move
      was offered
    - `confirm`: a question that a client asks before sending
    - `scope`: `game` for a move of the game, `room` for a move of the room
    - `pile`: the id of the zone from which the move takes cards. If a player presses that zone, the client
      sends this move.
    - `touches`: ids of other zones and players that the move is about
    - `share`: a factor for the weight of the move (see `Game.move_weights`). If the values of one field
      depend on the value of another field, the move may have several forms. Each of n such forms gets the
      share 1/n, so together they weigh as much as one form. A move with only one form has the share 1.
      Clients do not get the share.

    The texts of a form are templates. The values in `slots` are filled in before a client gets the form.
    """

    name: str
    label: str
    scope: Scope | UnsetType = UNSET
    tone: Tone = "plain"
    ties: dict[str, int | str | bool] = msgspec.field(name="with", default_factory=dict)
    confirm: str = ""
    help: str = ""
    pile: str = ""
    touches: list[str] = []
    slots: dict[str, Arg] = {}
    share: float = 1
    fields: list[Field]

    def view(self, say: Say) -> Form:
        """Return the form in the language of a reader. If no text changes, returns this same object."""

        def fill_slots(words: str) -> str:
            return say(Text(words, dict(self.slots))) if words else words

        translate: Translate = fill_slots if self.slots else say
        label = translate(self.label)
        confirm, help = self.confirm and translate(self.confirm), self.help and translate(self.help)
        fields = self.fields and [field.view(translate) for field in self.fields]
        is_same = label == self.label and confirm == self.confirm and help == self.help
        if is_same and not self.slots and self.share == 1 and all(map(is_, fields, self.fields)):
            return self
        return replace(self, label=label, confirm=confirm, help=help, slots={}, share=1, fields=fields)


def form(
    name: str,
    label: str,
    *fields: Field,
    tone: Tone = "plain",
    confirm: str = "",
    help: str = "",
    pile: str = "",
    touches: Sequence[str] = (),
    slots: dict[str, Arg] | None = None,
    **ties: int | str | bool,
) -> Form:
    """Make a form in one line: `form("draw", "Draw a card", tone="primary")`."""
    return Form(
        name=name,
        label=label,
        tone=tone,
        ties=ties,
        confirm=confirm,
        help=help,
        pile=pile,
        touches=list(touches),
        slots=slots or {},
        fields=list(fields),
    )


def one_of(name: str, zone: Zone, faces: list[str] | None = None) -> CardsField:
    """Make a field for one card of a zone, limited to `faces` if they are given."""
    return CardsField(name=name, zones=[zone.id], min=1, max=1, of=UNSET if faces is None else faces)


def some_of(name: str, zone: Zone, faces: list[str], count: int, equal: bool = False) -> CardsField:
    """Make a field for `count` cards of a zone. Only cards with these faces can be picked.

    If `equal` is set, the cards must all be equal. Otherwise, they must all be different.
    """
    kinds: Literal["any", "same", "distinct"] = "any" if count == 1 else "same" if equal else "distinct"
    return CardsField(name=name, zones=[zone.id], min=count, max=count, of=faces, kinds=kinds)


def check(forms: Sequence[Form], name: str, args: Args, cards_of: CardsOf) -> None:
    """Accept `args` if one of the forms called `name` allows them.

    Raises NotOffered, Refused (`illegal_move`, `stale_move`) or BadValue (`bad_field`). If several forms have
    the name, the message is about the form with the smallest problem. From smallest to largest, the problems
    are: a missing field, a refused value, a wrong number of cards, and any other `bad_field`. If each value
    is allowed by some form, but no form allows all of them, the code is `not_together`.
    """
    problems: list[Refused] = []
    for candidate in forms:
        if candidate.name == name:
            problem = _problem(candidate, args, cards_of)
            if problem is None:
                return
            problems.append(problem)
    if not problems:
        raise NotOffered("You can't do that now.")
    problem = max(problems, key=_rank)
    is_of_values = problem.code in ("illegal_move", "card_not_there")
    if len(problems) > 1 and is_of_values and _each_alone(forms, name, args, cards_of):
        raise Refused("These choices don't go together. Change one of them.", "not_together")
    raise problem


class NotOffered(Refused):
    """Raised when no form has the name of the move."""


class _Missing(BadValue):
    """Raised for a move that lacks a field but has no other fault."""


def _rank(problem: Refused) -> int:
    return 3 if isinstance(problem, _Missing) else {"bad_field": 0, "card_count": 1}.get(problem.code, 2)


def _each_alone(forms: Sequence[Form], name: str, args: Args, cards_of: CardsOf) -> bool:
    """Return whether each value of `args`, on its own, is allowed by some form.

    Only forms called `name` count, and only if the names of their fields and ties are exactly the names in
    `args`.
    """
    allowed_by_field: dict[str, bool] = {}
    for candidate in forms:
        names = {field.name for field in candidate.fields}
        if candidate.name == name and names | candidate.ties.keys() == args.keys():
            for field in candidate.fields:
                is_allowed = field.problem(args[field.name], cards_of) is None
                allowed_by_field[field.name] = is_allowed or allowed_by_field.get(field.name, False)
    return len(allowed_by_field) > 1 and all(allowed_by_field.values())


def _problem(candidate: Form, args: Args, cards_of: CardsOf) -> Refused | None:
    """Return the reason why a form does not allow `args`, or None if it does.

    The reason is returned instead of raised, because often the next form with this name allows these `args`.
    """
    for key, value in candidate.ties.items():
        sent_value = args.get(key)
        if sent_value is not value and (sent_value != value or type(sent_value) is not type(value)):
            if key not in args:
                return BadValue(validation.missing(key))
            return Refused("Too late: the game has moved on.", "stale_move")
    fields, field_count = candidate.fields, len(args) - len(candidate.ties)
    if not fields and not field_count:
        return None
    if field_count == 1 and len(fields) == 1 and fields[0].name in args:
        return fields[0].problem(args[fields[0].name], cards_of)
    filled = [field for field in fields if field.name in args]
    if field_count > len(filled):
        names = {*candidate.ties, *(field.name for field in filled)}
        key = next(key for key in args if key not in names)
        return BadValue(text("“{field}” isn't part of this move.", field=key[: validation.MAX_FIELD]))
    for field in filled:
        if problem := field.problem(args[field.name], cards_of):
            return problem
    if len(filled) < len(fields):
        for field in fields:
            if field.name not in args and not field.optional:
                return _Missing(validation.missing(field.name))
    return _picked_twice(candidate, args, cards_of) if len(filled) > 1 else None


def _picked_twice(candidate: Form, args: Args, cards_of: CardsOf) -> Refused | None:
    """Return a refusal if a card is picked twice, in two fields for cards from the same zone.

    The check looks at every group of two or more card fields. The zones of the group must hold as many cards
    of each face as are picked in all fields of the group together.
    """
    picked_fields = [
        field for field in candidate.fields if isinstance(field, CardsField) and field.name in args
    ]
    for count in range(2, len(picked_fields) + 1):
        for fields in combinations(picked_fields, count):
            picks = Counter(card for field in fields for card in args[field.name])
            zones = {zone for field in fields for zone in field.zones}
            if picks - Counter(card for zone in zones for card in cards_of(zone)):
                return Refused("You can't choose the same card twice.", "card_not_there")
    return None


def _text_problem(field: TextField, value: Any) -> Refused | None:
    if not isinstance(value, str):
        return BadValue(validation.not_text(field.name))
    is_bounded = len(value) <= bound(field.max)
    length = len(clusters(" ".join(value.split()))) if is_bounded else field.max + 1
    if length < field.min:
        return BadValue(text("“{field}” is too short.", field=field.name), f"{field.name}_too_short")
    if length > field.max:
        longer = text("“{field}” is longer than {max} characters.", field=field.name, max=field.max)
        return BadValue(longer, f"{field.name}_too_long")
    return None


def _not_cards(field: CardsField) -> Text:
    return text("“{field}” must be a list of cards.", field=field.name)


def _wanted_count(field: CardsField) -> Text:
    if field.min == field.max:
        return plural("Choose {count} card.", "Choose {count} cards.", count=field.min)
    return text("Choose {min} to {max} cards.", min=field.min, max=field.max)


def pickable(field: CardsField, cards_of: CardsOf) -> list[str]:
    """Return the cards that a field offers. Equal faces appear as often as the zones hold them."""
    of, cards = field.of, _in_zones(field, cards_of)
    return list(cards) if of is UNSET else [card for card in cards if card in of]


def _in_zones(field: CardsField, cards_of: CardsOf) -> Sequence[str]:
    """Return all cards of the field's zones. Most fields have only one zone."""
    if len(field.zones) == 1:
        return cards_of(field.zones[0])
    return [card for zone in field.zones for card in cards_of(zone)]


def sample(move_form: Form, cards_of: CardsOf, rng: Rng) -> Args:
    """Return random args that `check` accepts, for bots and tests.

    In a field that takes several cards, every legal number of cards is equally likely. This is not so if
    two fields take cards from the same zone. Raises ValueError if `SAMPLE_TRIES` attempts have failed.
    """
    fields = move_form.fields
    if not fields:
        return dict(move_form.ties)
    only_field = fields[0] if len(fields) == 1 and not fields[0].optional else None
    for _ in range(SAMPLE_TRIES):
        try:
            if only_field is not None:
                return {**move_form.ties, only_field.name: only_field.random_value(cards_of, rng)}
            return _sample_in_turn(move_form, cards_of, rng)
        except ValueError:
            pass  # in another attempt, the first field may leave enough cards for the next
    raise ValueError(f"there are too few cards for {move_form.name}")


def _sample_in_turn(move_form: Form, cards_of: CardsOf, rng: Rng) -> Args:
    """Fill in the fields one after the other.

    Each field takes cards that earlier fields have not taken.
    """
    args: Args = dict(move_form.ties)
    last = move_form.fields[-1]
    for field in move_form.fields:
        if field.optional and rng.chance(0.5):
            continue
        value: Any = field.random_value(cards_of, rng)
        args[field.name] = value
        if field is not last and isinstance(field, CardsField):
            cards_of = _without(value, field.zones, cards_of)
    return args


def _without(cards: list[str], zones: list[str], cards_of: CardsOf) -> CardsOf:
    """Return a function like `cards_of` that leaves out the picked `cards`.

    Each picked card is removed from the first of `zones` that holds the card.
    """
    remaining = {zone: list(cards_of(zone)) for zone in zones}
    for card in cards:
        next(zone_cards for zone_cards in remaining.values() if card in zone_cards).remove(card)
    return lambda zone: remaining[zone] if zone in remaining else cards_of(zone)


def only_values(move_form: Form, cards_of: CardsOf) -> Args | None:
    """Return the values of a form if there is only one way to fill it in, otherwise None."""
    args: Args = {}
    for field in move_form.fields:
        values = _single_values(field, cards_of)
        if len(values) != 1:
            return None
        args[field.name] = values[0]
    return args


def _single_values(field: Field, cards_of: CardsOf) -> Sequence[Any]:
    """Return all values of a field for one card, player, choice or number.

    Returns no values for an optional field, or for any other kind of field.
    """
    if field.optional:
        return ()
    match field:
        case CardsField(min=1, max=1):
            return [[card] for card in pickable(field, cards_of)]
        case PlayerField():
            return field.of
        case ChoiceField():
            return [choice.value for choice in field.of]
        case NumberField():
            return range(field.min, field.max + 1)
    return ()


def random_values(move_form: Form, cards_of: CardsOf, rng: Rng) -> Args:
    """Return random values for the required fields, for a player that has run out of time.

    A field for at most one card always gets a card. One random number chooses this card.
    """
    return {
        field.name: _random_value(field, cards_of, rng) for field in move_form.fields if not field.optional
    }


def _random_value(field: Field, cards_of: CardsOf, rng: Rng) -> Any:
    if isinstance(field, CardsField) and field.max == 1:
        return [rng.choice(pickable(field, cards_of))]
    return field.random_value(cards_of, rng)


def _sample_kinds(field: CardsField, cards: list[str], rng: Rng) -> list[str]:
    """Return some of these cards: equal if the field's `kinds` is `same`, else all different."""
    kinds = list(dict.fromkeys(cards))
    if field.kinds == "distinct":
        return kinds
    enough = [card for card in kinds if cards.count(card) >= field.min]
    face = rng.choice(enough) if enough else ""
    return [face] * cards.count(face)
