"""List the words that expressions can use, so that editors can suggest them.

These are the words of the document language, and the names that a document declares. The lists come from the
tables of the check, so the check accepts every suggested word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

import msgspec

from cheat.documents.check.builtins import ARGUMENTS
from cheat.documents.compile import names as make
from cheat.documents.compile.emit import always
from cheat.documents.compile.scope import Names, Scope
from cheat.documents.parse.descriptions import EFFECTS, FUNCTIONS, STANDARD_NAMES
from cheat.documents.parse.expressions import KEYWORDS
from cheat.documents.parse.types import CARD, Type, in_words, item_of
from cheat.i18n.messages import ENGLISH, Language, Text


class Word(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A word that an editor can suggest.

    - `kind`: word, function, effect, given, zone, variable, option, attribute, definition, routine or phase.
      A `word` belongs to the grammar, such as `where`. A `given` is a name that every document has, such as
      `me`.
    - `of`: `player`, `team`, `suit` or `card` if each of these has its own value; otherwise ""
    - `type`: the type of the value, in words
    - `gives`: the kind of the value, such as `number`; for a list, the kind of the list's items
    - `takes`: the minimum and maximum number of arguments, for a function
    - `parameters`: the parameters, for a definition
    - `help`: a sentence about the word
    - `signature`, `example`: for a function or an effect, its form and an example
    """

    name: str
    kind: str
    of: str = ""
    type: str = ""
    gives: str = ""
    takes: list[int] = []
    parameters: list[str] = []
    help: str = ""
    signature: str = ""
    example: str = ""


def language() -> list[Word]:
    """Return the functions, the effects and the words of the grammar."""
    functions = [
        Word(
            name=name,
            kind="function",
            takes=[*takes],
            help=FUNCTIONS[name].help,
            signature=f"{name}({FUNCTIONS[name].arguments}) → {FUNCTIONS[name].result}",
            example=FUNCTIONS[name].example,
        )
        for name, takes in ARGUMENTS.items()
    ]
    effects = [
        Word(name=name, kind="effect", help=effect.help, signature=effect.pattern, example=effect.example)
        for name, effect in EFFECTS.items()
    ]
    return [*functions, *effects, *(Word(name=name, kind="word") for name in sorted(KEYWORDS))]


def explained(words: Iterable[Word], reference: str) -> Iterator[Word]:
    """Yield the words, each with its sentence from the reference in a reader's language.

    `reference` is a translation of docs/games/reference.md. The code in it, such as `count(list)`, is the
    same as in the English page, so each sentence is found by its code. A word that the translation lacks
    keeps its English sentence.
    """
    rows = (re.split(r"(?<!\\)\|", line) for line in reference.splitlines() if line.startswith("| `"))
    functions = {row[1].strip(): row[3].strip() for row in rows if len(row) > 4}
    paragraphs = reference.split("\n\n")
    effects = dict(pairwise(paragraphs))
    for word in words:
        call = f"`{word.signature.partition(' → ')[0]}`".replace("|", "\\|")
        found = functions.get(call, "") if word.kind == "function" else effects.get(f"`{word.signature}`", "")
        yield msgspec.structs.replace(word, help=" ".join(found.split())) if found else word


def declared(names: Names, language: Language = ENGLISH) -> list[Word]:
    """Return the names that a document declares, and the names that every document has."""

    def typed(name: str, kind: str, type: Type, *, of: str = "") -> Word:
        gives = item_of(type).kind if type.kind == "list" else type.kind
        return Word(name=name, kind=kind, of=of, type=language.say(in_words(type)), gives=gives)

    def standard_name(name: str) -> Word:
        meaning = make.standard_name(name, Scope(), names)
        if meaning is None or name == "it":
            return Word(name=name, kind="given")
        return typed(name, "given", meaning.type)

    a_zone = language.say(Text("a zone"))
    card = always(CARD, None)
    attributes = [
        typed(name, "attribute", make.attribute(card, at, name).type, of="card")
        for name, at in names.attributes.items()
    ]
    zones = [
        Word(name=item.name, kind="zone", of=item.per, type=a_zone, gives="card")
        for item in names.zones.values()
    ]
    variables = [
        typed(item.name, "variable", item.type, of="" if item.of == "game" else item.of)
        for item in names.variables.values()
    ]
    options = [typed(item.name, "option", item.type) for item in names.options.values()]
    definitions = [
        Word(name=item.name, kind="definition", parameters=item.params, help=item.source)
        for item in names.definitions.values()
    ]
    routines = [
        Word(name=item.name, kind="routine", parameters=item.params) for item in names.routines.values()
    ]
    phases = [Word(name=name, kind="phase") for name in names.phases]
    return [
        *zones,
        *variables,
        *options,
        *attributes,
        *definitions,
        *map(standard_name, sorted(filter(names.is_standard, STANDARD_NAMES))),
        *routines,
        *phases,
    ]
