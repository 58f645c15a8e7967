"""Collect sentences that speak to a player of an event as “you”, such as “You lied!”.

An event has one template for all viewers, such as “{by} lied!”. The player in the slot `by` reads another
template, if there is one: “You lied!”. This second template is called a variant of the first. If there is no
variant, the player in the slot reads the same sentence as the other viewers. The prompts of the games in
Python use the same variants.

The variants are in a file `addressed.py` of each game, and of the rooms. An event does not know its game. So
`cheat.games` and `cheat.rooms` add all variants here when they are imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from cheat.i18n.messages import Arg, Text, Words, items_of, text, with_commas

NO_TEMPLATES: Mapping[str, str] = MappingProxyType({})


class Addressed(NamedTuple):
    """For each slot, a dict: template for all viewers -> variant for the player in this slot."""

    by: Mapping[str, str] = NO_TEMPLATES
    """For the player that acts."""
    player: Mapping[str, str] = NO_TEMPLATES
    """For the player that the event is about."""
    target: Mapping[str, str] = NO_TEMPLATES
    """For the player against which a card is played."""
    winner: Mapping[str, str] = NO_TEMPLATES
    """For the player that wins."""
    winners: Mapping[str, str] = NO_TEMPLATES
    """For the player that wins alone, where several players can win together."""


BY_SLOT: dict[str, dict[str, str]] = {slot: {} for slot in Addressed._fields}
"""All added variants. For example, `BY_SLOT["by"]["{by} lied!"]` is “You lied!”."""

YOU = "you"
"""The text of a fact or mark that names only its reader."""
_ALONE = frozenset(("{value}", "{values}", "{label}: {value}"))
"""Templates without a sentence, in which “you” replaces the name of the reader as it stands."""
MOST_TEMPLATES = 1024
"""Maximum number of templates for which the variants are cached."""


def add_addressed(addressed: Addressed) -> None:
    """Use these variants in all events and prompts from now on."""
    for slot, templates in addressed._asdict().items():
        BY_SLOT[slot].update(templates)
    variants.cache_clear()


@lru_cache(MOST_TEMPLATES)
def variants(template: str) -> Mapping[str, str]:
    """Return the variants of a template: “{by} lied!” gives `{"by": "You lied!"}`."""
    addressed = {slot: templates[template] for slot, templates in BY_SLOT.items() if template in templates}
    return addressed or NO_TEMPLATES


def addressed_to(words: Words, reader: str) -> Words:
    """Return a sentence as a player reads it: with “you” in the place of the player's own name."""
    if not isinstance(words, Text):
        return words
    template, args = words.template, words.args
    for slot, variant in variants(template).items():
        if args.get(slot) == reader:
            return addressed_to(Text(variant, args, words.many), reader)
    if (mine := you_and_others(words, reader)) is not None:
        return mine
    inner: dict[str, Arg] = {}
    for name, arg in args.items():
        if template in _ALONE and arg in (reader, [reader]):
            inner[name] = Text(YOU)
        elif isinstance(arg, list) and (mine := you_and_others(arg, reader)) is not None:
            inner[name] = mine
        elif isinstance(arg, Text) and arg.args and (own := addressed_to(arg, reader)) is not arg:
            inner[name] = own
    return Text(template, {**args, **inner}, words.many) if inner else words


def you_and_others(value: Arg, reader: str) -> Words | None:
    """Return “You and Ben” for a list of players with the reader.

    Return None for any other value, also for the reader alone.
    """
    items = items_of(value)
    others = [item for item in items if isinstance(item, str | Text) and item != reader]
    if not others or len(others) == len(items):
        return None
    *listed, last = others
    if not listed:
        return text("You and {other}", other=last)
    return text("You, {listed} and {last}", listed=with_commas(listed), last=last)


def texts_in(words: Words) -> set[str]:
    """Return the texts in all slots of a sentence, such as the ids of players.

    If a slot contains a sentence, the result also has the texts in the slots of that sentence.
    """
    if not isinstance(words, Text):
        return {words}
    texts: set[str] = set()
    for arg in words.args.values():
        if isinstance(arg, Text):
            texts |= texts_in(arg)
        elif isinstance(arg, list):
            texts |= {item for item in arg if isinstance(item, str)}
        elif isinstance(arg, str):
            texts.add(arg)
    return texts
