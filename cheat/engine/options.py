"""Options of games: a typed struct for each game, with defaults, bounds, help and checks.

A game lists its options, with one call for each option, and `options_type` makes a struct from the list:

    GameOptions = options_type(
        "GameOptions",
        choice("decks", "Decks", "Two are better for many players.", {1: "One deck", 2: "Two decks"}),
        whole_number("turn_s", "Turn clock", "Seconds for a turn; 0 means no limit.", 45, 0, 180),
        flag("allow_pass", "Passing", "A player may pass."),
    )
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import UNSET

from cheat.engine.forms import Choice, OptionGroup, OptionSpec
from cheat.errors import BadValue
from cheat.i18n import validation
from cheat.i18n.messages import Text

MAX_TEXT = 64 * 1024
"""Maximum number of characters in a text option, enough for a whole file.

A game may set a lower maximum.
"""
ABOUT_THE_TABLE = {"min_players", "max_players", "start_mode", "countdown_s", "on_leave", "spectators"}
"""Options in the group `table`. They have the same meaning in every game that has them."""
CACHED_SPECS = 64
"""Maximum number of games whose list of option specs (see `spec_of`) is cached.

There are fewer built-in games than this.
"""


class Option(NamedTuple):
    """One field of the options struct: its name, its annotated type and its default."""

    name: str
    type: Any
    default: int | float | bool | str


def flag(name: str, title: str, help: str, default: bool = False) -> Option:
    """Make a yes-or-no option."""
    return Option(name, Annotated[bool, _meta(title, help)], default)


def whole_number(name: str, title: str, help: str, default: int, low: int, high: int) -> Option:
    """Make an option that is a whole number from `low` to `high`, both included."""
    return Option(name, Annotated[int, _meta(title, help, ge=low, le=high)], default)


def number(name: str, title: str, help: str, default: float, low: float, high: float) -> Option:
    """Make an option that is a number from `low` to `high`, both included."""
    return Option(name, Annotated[float, _meta(title, help, ge=low, le=high)], default)


def choice(name: str, title: str, help: str, words: Mapping[Any, str], default: Any = None) -> Option:
    """Make an option with a few possible values.

    `words` maps each value to its label. Without a `default`, the first value is the default.
    """
    values = tuple(words)
    labels = {"labels": {str(value): label for value, label in words.items()}}
    kind = Annotated[Literal[values], _meta(title, help, extra=labels)]  # type: ignore[valid-type]
    return Option(name, kind, values[0] if default is None else default)


def words(name: str, title: str, help: str) -> Option:
    """Make an option that is a text, empty by default."""
    return Option(name, Annotated[str, _meta(title, help)], "")


def _meta(title: str, help: str, **constraints: Any) -> msgspec.Meta:
    return msgspec.Meta(title=title, description=help, **constraints)


COUNTDOWN = (
    choice(
        "start_mode",
        "Start",
        "How a game starts.",
        {"countdown": "Automatically, after a countdown", "host": "When the host starts it"},
        "host",
    ),
    whole_number(
        "countdown_s",
        "Countdown",
        "Seconds until a game starts automatically. When a player joins, the countdown starts again.",
        10,
        3,
        60,
    ),
)
"""Options for games that can start by themselves."""
MAY_ABORT = choice(
    "on_leave",
    "When a player leaves",
    "What happens to the game when a player leaves.",
    {
        "rules": "It goes on without the player",
        "bot": "A bot plays on; the player can take back the seat",
        "abort": "It ends without a winner",
    },
)
"""The option for games that can end when a player leaves."""


def described(
    title: str,
    help: str,
    *,
    ge: float | None = None,
    le: float | None = None,
    max_length: int | None = None,
    **labels: str,
) -> msgspec.Meta:
    """Describe an option for clients: its title, help, bounds, and the labels of its choices.

    Each label is a keyword argument with the name of its choice. If the choice is a number, the name starts
    with an underscore: `_1="One deck"`.
    """
    words = {key.removeprefix("_"): label for key, label in labels.items()}
    extra = {"labels": words} if words else None
    if max_length is not None:
        return msgspec.Meta(title=title, description=help, max_length=max_length, extra=extra)
    return msgspec.Meta(title=title, description=help, ge=ge, le=le, extra=extra)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base class of a game's options.

    A subclass declares an option as `name: Annotated[type, described(title, help, ...)] = default`. The
    options that this class itself declares are about the players, not the rules. `cheat.rooms` applies them.
    """

    on_leave: Annotated[
        Literal["rules", "bot"],
        described(
            "When a player leaves",
            "What happens to the seat of a player who leaves a running game.",
            rules="The player is out of the game",
            bot="A bot plays on; the player can take back the seat",
        ),
    ] = "rules"
    spectators: Annotated[bool, described("Spectators", "Anyone with the room code can watch the game.")] = (
        True
    )


def options_type(name: str, *options: Option) -> type[Options]:
    """Make the struct of a game's options. It also has the options that all games have."""
    fields = [tuple(option) for option in options]
    struct = msgspec.defstruct(
        name, fields, bases=(Options,), frozen=True, forbid_unknown_fields=True, kw_only=True
    )
    assert issubclass(struct, Options), "Options is its base"
    return struct


_O = TypeVar("_O", bound=Options)


def spec_of(options: type[Options]) -> list[OptionSpec]:
    """Return the specs of a game's options for clients.

    The specs are in the order in which the game declares its options. The options of `Options` come last.
    Callers share the list, so they must not change it.
    """
    return _specs(options)


@lru_cache(CACHED_SPECS)
def _specs(options: type[Options]) -> list[OptionSpec]:
    hints = get_type_hints(options, include_extras=True)
    defaults = msgspec.to_builtins(options())
    names = sorted(options.__struct_fields__, key=lambda name: name in Options.__struct_fields__)
    return [_spec(name, hints[name], defaults[name]) for name in names]


def _spec(name: str, hint: Any, default: Any) -> OptionSpec:
    kind, *metas = get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
    meta = metas[0] if metas else msgspec.Meta()
    label, help = meta.title or name, meta.description or ""
    group = _group(name)
    spec = OptionSpec(name=name, kind="choice", label=label, help=help, default=default, group=group)
    if kind is bool:
        spec.kind = "bool"
    elif kind is str:
        spec.kind = "text"
        spec.min, spec.max = meta.min_length or 0, meta.max_length or MAX_TEXT
    elif kind in (int, float):
        spec.kind = "int" if kind is int else "number"
        spec.min = UNSET if meta.ge is None else meta.ge
        spec.max = UNSET if meta.le is None else meta.le
    else:
        labels = (meta.extra or {}).get("labels", {})
        spec.of = [Choice(value, labels.get(str(value), str(value))) for value in get_args(kind)]
    return spec


def _group(name: str) -> OptionGroup:
    """Return the group of an option. In every game, the names of time limits end in `_s`."""
    if name in ABOUT_THE_TABLE:
        return "table"
    return "time" if name.endswith("_s") else "rules"


def known_values(options: type[_O], values: dict[str, Any]) -> dict[str, Any]:
    """Return the values that this release knows.

    Another release may have stored options, or choices of an option, that this release does not have.
    """
    return {name: value for name, value in values.items() if _is_known(options, name, value)}


def _is_known(options: type[_O], name: str, value: Any) -> bool:
    try:
        msgspec.convert({name: value}, options)
    except msgspec.ValidationError:
        return False
    return True


def stored_options(options: type[_O], values: dict[str, Any]) -> _O:
    """Return the options from their stored form.

    Options that this release does not know are left out. If this release does not know a value, the default
    of the option replaces the value.
    """
    try:
        return msgspec.convert(values, options)
    except msgspec.ValidationError:
        return msgspec.convert(known_values(options, values), options)


def checked_options(options: type[_O], values: dict[str, Any]) -> _O:
    """Return the options with these values, and defaults for the others. Raises BadValue."""
    try:
        return msgspec.convert(values, options)
    except msgspec.ValidationError:
        raise BadValue(_problem_with(options, values)) from None


def _problem_with(options: type[Options], values: dict[str, Any]) -> Text:
    specs = {spec.name: spec for spec in spec_of(options)}
    for name, value in values.items():
        if name not in specs:
            return validation.unknown(name)
        if not _is_known(options, name, value):
            return _expected_value(specs[name])
    return Text("These options can't be used together. Change one of them.")


def _expected_value(spec: OptionSpec) -> Text:
    label = Text(spec.label)
    low = None if spec.min is UNSET else spec.min
    high = None if spec.max is UNSET else spec.max
    match spec.kind:
        case "bool":
            return validation.not_flag(label)
        case "int":
            return validation.not_whole(label, low, high)
        case "number":
            return validation.not_number(label, low, high)
        case "text":
            return validation.not_text(label)
        case "choice":
            choices = [] if spec.of is UNSET else spec.of
            return validation.not_one_of(label, [Text(choice.label) for choice in choices])
