"""Make messages about wrong values in requests, with a template for each kind of value."""

from __future__ import annotations

from collections.abc import Sequence

from cheat.i18n.messages import Text, Words, text

MAX_FIELD = 40
"""A message repeats at most this number of characters of a name from a request."""


def unknown(name: str) -> Text:
    """Return a message that a request has a field with an unknown name."""
    return text("“{field}” is unknown.", field=name[:MAX_FIELD])


def missing(name: Words) -> Text:
    """Return a message that the value is missing."""
    return text("“{field}” is missing.", field=name)


def not_flag(name: Words) -> Text:
    """Return a message that the value is neither yes nor no."""
    return text("“{field}” must be true or false.", field=name)


def not_object(name: Words) -> Text:
    """Return a message that the value is not an object."""
    return text("“{field}” must be an object.", field=name)


def not_whole(name: Words, low: float | None = None, high: float | None = None) -> Text:
    """Return a message that the value is not a whole number, or is out of its bounds."""
    if low is None or high is None:
        return text("“{field}” must be a whole number.", field=name)
    template = "“{field}” must be a whole number from {low} to {high}."
    return text(template, field=name, low=_short(low), high=_short(high))


def not_number(name: Words, low: float | None = None, high: float | None = None) -> Text:
    """Return a message that the value is not a number, or is out of its bounds."""
    if low is None or high is None:
        return text("“{field}” must be a number.", field=name)
    return text(
        "“{field}” must be a number from {low} to {high}.", field=name, low=_short(low), high=_short(high)
    )


def not_text(name: Words, low: int | None = None, high: int | None = None) -> Text:
    """Return a message that the value is not a text, or is too short or too long."""
    if high is None:
        return text("“{field}” must be a text.", field=name)
    if not low:
        return text("“{field}” must be a text of at most {high} characters.", field=name, high=high)
    return text("“{field}” must be a text of {low} to {high} characters.", field=name, low=low, high=high)


def not_one_of(name: Words, words: Sequence[Words]) -> Text:
    """Return a message that the value is none of these words."""
    return text("“{field}” must be one of these: {words}.", field=name, words=list(words))


def wrong(name: Words) -> Text:
    """Return a message that the value is wrong, if no other message describes the fault better."""
    return text("“{field}” can't have that value.", field=name)


def _short(number: float) -> float:
    """Return a bound in the form in which people write it: 15 or 0.5."""
    return int(number) if number == int(number) else number
