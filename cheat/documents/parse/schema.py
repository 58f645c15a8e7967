"""The schema of documents, version 1: their keys, and the values that each key takes."""

from __future__ import annotations

from typing import Any, get_args

from cheat.documents.parse.descriptions import ATTRIBUTES, FACTS_AS, MARKS_AS, VALUES
from cheat.documents.parse.expressions import MOST_LETTERS, MOST_NUMBER
from cheat.documents.parse.looks import LOOK_KEYS
from cheat.documents.parse.schema_types import AnyOf, Either, Keys, ListOf, MapOf, Ref, Scalar
from cheat.engine.forms import Tone as FormTone
from cheat.engine.visibility import Tone

VERSION = 1
MOST_ID = 40
"""Maximum number of characters of a game's id. The game is published under this id."""
KINDS = tuple(VALUES["kind"])
DECKS = ("french", "french_jokers", "spanish", "spanish48")

CARD_ATTRIBUTES = tuple(ATTRIBUTES)
"""The names of the attributes that every card has."""

NUMBER = Scalar("a whole number", (int,), least=-MOST_NUMBER, most=MOST_NUMBER)
FLAG = Scalar("true or false", (bool,))
WORD = Scalar("a text", (str,), letters=MOST_LETTERS)
EXPRESSION = Scalar("an expression: a text, a number, true or false", (str, int, bool), least=-MOST_NUMBER,
    most=MOST_NUMBER, format="expression",
    help="An expression. Numbers, true and false need no quotes.")  # fmt: skip
A_PHASE = Scalar("a text", (str,), letters=MOST_LETTERS, format="phase")
A_ZONE = Scalar("a text", (str,), letters=MOST_LETTERS, format="zone")
A_MOVE = Scalar("a text", (str,), letters=MOST_LETTERS, format="move")


def _text(letters: int = 400) -> AnyOf:
    line = Scalar("a text", (str,), letters=letters, format="text")
    return AnyOf("a text, or texts by language", ((str,), line), ((dict,), MapOf(line, least=1, most=8)))


def _one_of(*values: str, usual: bool = False) -> Scalar:
    """Return a shape (a description of allowed values): one of these words.

    `usual`: for any other word, the author gets only a warning, and the default of the key is used.
    """
    return Scalar("one of some words", (str,), values=values, usual=usual)


TEXT = _text()
SENTENCES = AnyOf(
    "a text, or a list of sentences",
    *(((kind,), shape) for kind, shape in TEXT.by_type.items()),
    ((list,), ListOf(Keys("a sentence", {"text": TEXT}, {"if": EXPRESSION}), least=1, most=12)),
)
EFFECT = Ref("effect", "Something that happens.")
EFFECTS = ListOf(EFFECT)
TONE = _one_of(*get_args(Tone), usual=True)
LOG_KEYS = {"say": TEXT, "tone": TONE}

EFFECT_KINDS = {
    "move": Keys(
        "“move”", {"move": EXPRESSION, "to": EXPRESSION},
        {"at": _one_of("top", "bottom"), "show": _one_of("all"), **LOG_KEYS},
    ),
    "draw": Keys(
        "“draw”", {"draw": EXPRESSION}, {"from": EXPRESSION, "to": EXPRESSION, "as": WORD, **LOG_KEYS},
    ),
    "deal": Keys("“deal”", {"deal": EXPRESSION, "to": EXPRESSION}, {"from": EXPRESSION, **LOG_KEYS}),
    "shuffle": Keys("“shuffle”", {"shuffle": EXPRESSION}, LOG_KEYS),
    "reveal": Keys("“reveal”", {"reveal": EXPRESSION}, {"to": EXPRESSION, **LOG_KEYS}),
    "set": Keys("“set”", {"set": MapOf(EXPRESSION, least=1)}, {}),
    "add": Keys("“add”", {"add": MapOf(EXPRESSION, least=1)}, {}),
    "let": Keys("“let”", {"let": MapOf(EXPRESSION, least=1)}, {}),
    "if": Keys("“if”", {"if": EXPRESSION, "then": EFFECTS}, {"else": EFFECTS}),
    "each": Keys("“each”", {"each": EXPRESSION, "as": WORD, "do": EFFECTS}, {}),
    "while": Keys("“while”", {"while": EXPRESSION, "do": EFFECTS}, {}),
    "run": Keys("“run”", {"run": Scalar("a text", (str,), letters=MOST_LETTERS, format="routine")}, {}),
    "say": Keys("“say”", {"say": TEXT}, {"tone": TONE, "to": EXPRESSION}),
    "know": Keys("“know”", {"know": EXPRESSION}, {"has": EXPRESSION, "lacks": EXPRESSION}),
    "go": Keys("“go”", {"go": A_PHASE}, {"turn": EXPRESSION}),
    "next": Keys("“next”", {"next": A_PHASE}, {}),
    "pause": Keys("“pause”", {"pause": A_PHASE}, {}),
    "end": Keys("“end”", {"end": EXPRESSION}, {}),
}  # fmt: skip
EFFECT.shape = Either("an effect", EFFECT_KINDS, "unknown_effect")

BOUNDS = ListOf(EXPRESSION, least=2, most=2)
CHOICE_KINDS = {
    "from": Keys("a choice of cards", {"from": EXPRESSION}, {
        "label": TEXT,
        "where": EXPRESSION,
        "count": AnyOf(
            "a number, or a list of the fewest and the most",
            ((str, int, bool), EXPRESSION), ((list,), BOUNDS),
        ),
        "same": EXPRESSION, "takes": EXPRESSION, "labels": MapOf(TEXT),
    }),
    "player": Keys("a choice of a player", {"player": EXPRESSION}, {"label": TEXT}),
    "choice": Keys("a choice", {"choice": EXPRESSION}, {
        "label": TEXT,
        "labels": AnyOf("texts by value", ((dict,), MapOf(TEXT)), ((list,), ListOf(TEXT))),
    }),
    "number": Keys("a choice of a number", {"number": BOUNDS}, {
        "likely": ListOf(EXPRESSION, least=1, most=6), "label": TEXT,
    }),
    "yes": Keys("a yes-or-no choice", {"yes": TEXT}, {}),
}  # fmt: skip
MOVE = Keys("a move", {"name": WORD, "do": EFFECTS}, {
    "label": TEXT, "tone": _one_of(*get_args(FormTone), usual=True), "help": TEXT, "confirm": TEXT,
    "if": EXPRESSION, "by": EXPRESSION, "say": TEXT,
    "pick": MapOf(Either("a choice", CHOICE_KINDS, "unknown_key"), most=16),
})  # fmt: skip
SECONDS = Scalar("a number of seconds", (int, float), least=0, most=3600)
PHASE = Keys("a phase", {}, {
    "who": EXPRESSION, "start": EFFECTS, "moves": ListOf(MOVE, least=1), "done": EFFECTS,
    "time": AnyOf("a number of seconds", ((int, float), SECONDS), ((str,), EXPRESSION)),
    "timeout": AnyOf("the name of a move, or effects", ((str,), A_MOVE), ((list,), EFFECTS)),
    "optional": FLAG, "stuck": EFFECTS, "prompt": SENTENCES,
})  # fmt: skip

SCALAR = Scalar("a text, a number, true or false", (str, int, bool), letters=MOST_LETTERS)
OPTION = Keys("an option", {"default": SCALAR}, {
    "label": TEXT, "help": TEXT, "number": ListOf(NUMBER, least=2, most=2),
    "choice": MapOf(TEXT, least=1, most=64),
})  # fmt: skip
PRESET = Keys("a preset", {"name": TEXT}, {"options": MapOf(SCALAR)})
WORTH = Scalar("a whole number or “pips”", (int, str), least=-(10**6), most=10**6)
TABLE = AnyOf("a table, or a number or “pips” for all cards", ((dict,), MapOf(WORTH, most=400)),
    ((int, str), WORTH))  # fmt: skip
EXTRA = Keys("an extra card", {}, {"name": TEXT, "count": Scalar("a count", (int,), least=1, most=300),
    "text": TEXT})  # fmt: skip
DECK = Keys("a deck", {}, {
    "use": _one_of(*DECKS), "suits": MapOf(Scalar("a name", (str,), letters=32), least=1, most=40),
    "ranks": ListOf(Scalar("a rank", (str,), letters=32), least=1, most=150), "names": MapOf(TEXT),
    "count": MapOf(Scalar("a count", (int,), least=0, most=300)), "extra": MapOf(EXTRA, least=1, most=150),
    "copies": EXPRESSION, "remove": EXPRESSION, "order": ListOf(WORD, least=1, most=150), "points": TABLE,
    "attributes": MapOf(TABLE),
})  # fmt: skip
ZONE = Keys("a zone", {"kind": _one_of(*KINDS), "seen": _one_of(*VALUES["seen"])}, {
    "label": TEXT, "per": _one_of("player", "team", "suit"), "place": _one_of("middle", "side", usual=True),
    "refill": A_ZONE, "refill_all": A_ZONE, "groups": EXPRESSION,
    "sort": ListOf(Scalar("a text", (str,), letters=MOST_LETTERS, format="attribute"), least=1),
})  # fmt: skip
START_LIST = ListOf(Scalar("a number, true, false or a text", (int, bool, str)), most=600)
START = AnyOf("a start value or a type", ((int, bool, str), SCALAR), ((list,), START_LIST))
VARIABLE = AnyOf(
    "a start value or a type",
    ((int, bool, str), SCALAR),
    ((list,), START_LIST),
    ((dict,), Keys("a variable", {"start": START}, {"seen": _one_of("all", "owner")})),
)
SHOW = Keys("a fact", {"label": TEXT, "value": EXPRESSION}, {
    "of": EXPRESSION, "if": EXPRESSION, "kind": _one_of(*FACTS_AS, usual=True),
})  # fmt: skip
MARK = Keys("a mark", {"label": TEXT}, {
    "value": EXPRESSION, "of": EXPRESSION, "if": EXPRESSION, "tone": TONE,
    "kind": _one_of(*MARKS_AS, usual=True),
})  # fmt: skip
LEAVE = Keys("“leave”", {}, {
    "cards_to": EXPRESSION, "shuffle": FLAG, "keep": ListOf(A_ZONE), "do": EFFECTS, "bot": FLAG,
})  # fmt: skip
PLAYERS = Keys("“players”", {
    "min": Scalar("a number from 1 to 10", (int,), least=1, most=10),
    "max": Scalar("a number from 1 to 10", (int,), least=1, most=10),
}, {
    "team_size": Scalar("a number from 1 to 5", (int,), least=1, most=5),
    "allowed": ListOf(Scalar("a number from 1 to 10", (int,), least=1, most=10), least=1),
})  # fmt: skip
A_LOOK = Scalar("a text or a whole number", (str, int), least=-MOST_NUMBER, most=MOST_NUMBER,
    letters=MOST_LETTERS)  # fmt: skip
LOOK = AnyOf(
    "a text, a number or several", ((str, int), A_LOOK), ((dict,), MapOf(A_LOOK)), ((list,), ListOf(A_LOOK))
)
WEIGHT = Scalar("a number from 0 to 1000", (int, float), least=0, most=1000)
SCRIPT = Keys("a script", {
    "source": Scalar("a text", (str,), letters=64 * 1024),
    "opponents": MapOf(WORD, least=1, most=16), "actions": MapOf(Scalar("a text", (str,), letters=8000)),
}, {
    "asks": ListOf(WORD, most=100), "orders": ListOf(ListOf(WORD, most=100), most=32),
    "suits": MapOf(WORD), "values": MapOf(WORD),
}, help="JavaScript that chooses cards for opponents, in converted games.")  # fmt: skip
DOCUMENT = Keys("a document", {
    "cardgame": Scalar("1, the version of the language", (int,), least=VERSION, most=VERSION),
    "id": Scalar("a short name", (str,), letters=MOST_ID),
    "name": TEXT, "players": PLAYERS, "deck": DECK, "zones": MapOf(ZONE, least=1, most=40),
    "start": EFFECTS, "phases": MapOf(PHASE, least=1),
}, {
    "version": Scalar("a version such as 1.0.0", (str,), letters=20), "summary": TEXT,
    "minutes": Scalar("a text or a number", (str, int), least=0, most=10_000, letters=20),
    "rules": _text(8000),
    "tags": ListOf(Scalar("a word", (str,), letters=32), most=16),
    "author": Scalar("a text", (str,), letters=80),
    "licence": Scalar("a text", (str,), letters=80), "forked_from": Scalar("a text", (str,), letters=80),
    "options": MapOf(OPTION, most=60), "presets": ListOf(PRESET, most=20),
    "vars": MapOf(VARIABLE), "player_vars": MapOf(VARIABLE), "team_vars": MapOf(VARIABLE),
    "define": MapOf(EXPRESSION), "routines": MapOf(EFFECTS), "turn": A_PHASE,
    "triggers": ListOf(Keys("a trigger", {"if": EXPRESSION, "do": EFFECTS}, {}), most=50),
    "leave": LEAVE, "standing": EXPRESSION, "shows": ListOf(SHOW, most=20), "marks": ListOf(MARK, most=20),
    "situation": SENTENCES,
    "bots": Keys("“bots”", {}, {"weights": MapOf(WEIGHT), "good": EXPRESSION, "script": SCRIPT}),
    "style": MapOf(LOOK, suggested_keys=LOOK_KEYS,
        help="Theme and colours of the table, how large its cards are, and their back; never a rule."),
}, help="A card game, language version 1.")  # fmt: skip


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of documents, for editors. The check finds further errors."""
    defs: dict[str, Any] = {}
    schema = DOCUMENT.schema(defs)
    schema["properties"] = {"$schema": {"type": "string"}, **schema["properties"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cardgame 1",
        **schema,
        "$defs": defs,
    }
