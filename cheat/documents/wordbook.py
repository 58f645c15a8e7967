"""What may stand in an expression: the words of the language, and the names that a document declares.

Editors complete by it. It is made of the tables by which expressions are checked, so it offers nothing that
the check does not know.
"""

from __future__ import annotations

import inspect

import msgspec

from cheat.documents import closures
from cheat.documents.functions import ARGUMENTS, Functions
from cheat.documents.language import GIVEN
from cheat.documents.names import Names
from cheat.documents.syntax import WORDS
from cheat.documents.typed import Scope, Typed, constant
from cheat.documents.types import CARD, Type, in_words, item_of
from cheat.words import ENGLISH


class Word(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A name. `kind`: word, function, given, zone, variable, option, attribute, definition, routine or phase.

    `of`: what it belongs to, a player, team, suit or card, if not to the game. `type` in words, and what it
    `gives` as one word: that of each item, for a list. `takes`: the fewest and the most values of a function,
    or the `parameters` of a definition. `help`: a sentence.
    """

    name: str
    kind: str
    of: str = ""
    type: str = ""
    gives: str = ""
    takes: list[int] = []
    parameters: list[str] = []
    help: str = ""


def language() -> list[Word]:
    """What every document may use."""
    functions = [
        Word(name=name, kind="function", takes=[*takes], help=_sentence(name))
        for name, takes in ARGUMENTS.items()
    ]
    return [*functions, *(Word(name=name, kind="word") for name in sorted(WORDS))]


def declared(names: Names) -> list[Word]:
    """What this document may use beside that."""
    given = [_given(name, names) for name in sorted(GIVEN)]
    card = Typed(CARD, constant(None))
    attributes = [
        _typed(name, "attribute", closures.attribute(card, at, name).type, of="card")
        for name, at in names.attributes.items()
    ]
    zones = [
        Word(name=one.name, kind="zone", of=one.per, type="a zone", gives="card")
        for one in names.zones.values()
    ]
    variables = [
        _typed(one.name, "variable", one.type, of="" if one.of == "game" else one.of)
        for one in names.variables.values()
    ]
    options = [_typed(one.name, "option", one.type) for one in names.options.values()]
    definitions = [
        Word(name=one.name, kind="definition", parameters=one.params, help=one.source)
        for one in names.definitions.values()
    ]
    routines = [Word(name=one.name, kind="routine", parameters=one.params) for one in names.routines.values()]
    phases = [Word(name=name, kind="phase") for name in names.phases]
    return [*zones, *variables, *options, *attributes, *definitions, *given, *routines, *phases]


def _given(name: str, names: Names) -> Word:
    typed = closures.given(name, Scope(), names)
    return (
        _typed(name, "given", typed.type)
        if typed is not None and name != "it"
        else Word(name=name, kind="given")
    )


def _typed(name: str, kind: str, type: Type, *, of: str = "") -> Word:
    gives = item_of(type).kind if type.kind == "list" else type.kind
    return Word(name=name, kind=kind, of=of, type=ENGLISH.say(in_words(type)), gives=gives)


def _sentence(name: str) -> str:
    """What a function does, as the check itself says it."""
    return inspect.getdoc(getattr(Functions, f"on_{name}")) or ""
