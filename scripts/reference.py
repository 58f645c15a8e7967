"""Write docs/games/reference.md and docs/games/examples.md, about the document language.

    python -m scripts.reference         (`make reference`)

Everything in it comes from tables of `cheat/documents`: keys from `parse/schema.py`, arguments from
`check/builtins.py`, sentences from `parse/descriptions.py`, and limits and costs from the constants that
define them. The examples are the files of `cheat/documents/examples`. A test fails if a page is not current.

It also writes the manual in other languages: `scripts/manual_pages.py` says how.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from cheat.documents import starters
from cheat.documents.check import declarations, effects, facts
from cheat.documents.check import expressions as check
from cheat.documents.check.builtins import BY
from cheat.documents.compile import legal_moves, melds
from cheat.documents.compile.effects import MOST_ROUNDS
from cheat.documents.game import game, phases
from cheat.documents.parse import decks, expressions, json_text, looks, pictures, schema, types
from cheat.documents.parse.descriptions import (
    ATTRIBUTES,
    EFFECTS,
    FUNCTIONS,
    KEYS,
    LOG_KEYS,
    OPERATORS,
    QUICK,
    STANDARD_NAMES,
    VALUES,
    FunctionHelp,
)
from cheat.documents.parse.schema_types import AnyOf, Either, Keys, ListOf, MapOf, Ref, Scalar, Shape
from cheat.documents.runtime import hands, operations, state
from cheat.documents.runtime.words import ITEM_IN_WORDS
from cheat.documents.trials import trials
from scripts import manual_pages
from scripts.manual_pages import anchor

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs/games/reference.md"
EXAMPLES = ROOT / "docs/games/examples.md"
GAMES = ROOT / "cheat/documents/examples"

HEAD = """\
# Reference of game documents

All parts of a document, language version {version}. [Write a game as a document](documents.md) teaches
them, and the [examples](examples.md) are small games, each of which shows one thing.

This page is generated from the tables in `cheat/documents`: `make reference` writes it.

- [Keys of a document](#keys-of-a-document), [effects](#effects)
- [Expressions](#expressions): [names](#names), [hidden faces](#hidden-faces),
  [operators](#operators), [functions](#functions)
- [Looks](#looks), [limits](#limits), [costs](#costs)
"""

WAYS = {
    "phase": "a phase",
    "zone": "a zone's name",
    "move": "a move's name",
    "routine": "a routine",
    "attribute": "an attribute",
    "text": "text",
    "expression": "expression",
}
"""Format of a text in the schema -> what the author writes there."""


WORDS = {"a text": "a word or a line", "a number or “pips”": "a number or `pips`"}
"""Name of a shape in messages -> its name on this page."""
WAYS_IN_WORDS = {
    schema.VARIABLE: "a value, a type, or [a variable](#a-variable)",
    schema.START: "a value or a type",
    schema.TABLE: "numbers or `pips` by card, rank or suit, with `else` for the rest; or one value for all",
    schema.LOOK: "see [looks](#looks)",
    schema.SENTENCES: "text, or list of [a sentence](#a-sentence)",
}
"""Shapes that may be written in several ways -> these ways in words."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def wrapped(prose: str) -> str:
    """Return a paragraph in lines as long as those of the other pages."""
    return textwrap.fill(prose, 100, break_on_hyphens=False)


def code(*words: str) -> str:
    """Return words as code, with commas between them."""
    return ", ".join(f"`{word}`" for word in words)


def title_of(keys: Keys) -> str:
    """Return the heading of a part: “A zone” for “a zone”."""
    plain = keys.name.strip("“”")
    return plain[:1].upper() + plain[1:]


def accepted(shape: Shape) -> str:
    """Return what the author writes for a part, as a table of the page describes it."""
    match shape:
        case Ref():
            return "an effect"
        case Keys():
            return f"[{shape.name.strip('“”')}](#{anchor(title_of(shape))})"
        case Either():
            return f"[{shape.name}](#{anchor('Choices')})"
        case ListOf():
            return "effects" if isinstance(shape.of, Ref) else f"list of {accepted(shape.of)}"
        case MapOf():
            return f"by name: {accepted(shape.of)}"
        case AnyOf():
            return _either(shape)
        case Scalar():
            return _plain(shape)
    raise TypeError(shape)


def _either(shape: AnyOf) -> str:
    """Return what the author writes for a part that may be written in several ways."""
    if shape in WAYS_IN_WORDS:
        return WAYS_IN_WORDS[shape]
    if shape.words().template == schema.TEXT.words().template:
        return "text"
    return " or ".join(dict.fromkeys(accepted(option) for option in shape.shapes))


def _plain(shape: Scalar) -> str:
    """Return how a text, a number or a truth value is written."""
    if shape.values:
        return code(*shape.values)
    if shape.format:
        return WAYS[shape.format]
    if shape.kinds == (bool,):
        return "`true` or `false`"
    if shape is schema.START_LIST.of or shape is schema.SCALAR:
        return "value"
    if str not in shape.kinds and shape.least is not None and abs(shape.least) < schema.MOST_NUMBER:
        most = f" to {shape.most:,}" if shape.most is not None else ""
        return f"{shape.least:,}{most}" if shape.least != shape.most else f"{shape.least:,}"
    return WORDS.get(words := shape.words().template, words)


def rows_of(keys: Keys, sentences: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of a part: each key, what the author writes there, and its description."""
    for key, shape in keys.shapes.items():
        yield (f"**`{key}`**" if key in keys.must else f"`{key}`", accepted(shape), sentences[key])


def parts_of(shape: Shape, parts: dict[str, Keys]) -> dict[str, Keys]:
    """Add all parts of a document below a shape, except effects, to `parts`: name -> part.

    Returns `parts`.
    """
    match shape:
        case Keys():
            if shape.name not in parts:
                parts[shape.name] = shape
                for part in shape.shapes.values():
                    parts_of(part, parts)
        case Either():
            for part in shape.kinds.values():
                parts_of(part, parts)
        case ListOf() | MapOf():
            parts_of(shape.of, parts)
        case AnyOf():
            for part in shape.shapes:
                parts_of(part, parts)
    return parts


CHOICES = [kind.name for kind in schema.CHOICE_KINDS.values()]


def keys_of_a_document() -> Iterator[str]:
    """Yield the section of all parts but effects."""
    yield "## Keys of a document\n"
    yield "Keys in bold are required. A “text” may also be texts by language:"
    yield '`{"en": …, "es": …}`. A document may also have `$schema`, which editors read.'
    for name, keys in parts_of(schema.DOCUMENT, {}).items():
        if name == CHOICES[0]:
            yield "\n### Choices\n"
            yield "What a move lets the player choose, each under a name of your own in `pick`:"
            yield "cards, a player, a value, a number, or yes or no.\n"
            kinds = [(kind, schema.CHOICE_KINDS[kind]) for kind in schema.CHOICE_KINDS]
            rows = [(name, *row) for _, kind in kinds for name, *row in rows_of(kind, dict(KEYS[kind.name]))]
            yield from table(("Key", "Takes", "Meaning"), rows)
        if name in CHOICES:
            continue
        yield f"\n### {title_of(keys)}\n"
        if keys.name == "a variable":
            yield f"The types are {code(*types.BY_NAME)}.\n"
        yield from table(("Key", "Takes", "Meaning"), rows_of(keys, dict(KEYS[name])))
        if keys.name == "a deck":
            yield from ready_decks()
        if keys.name == "a zone":
            for key, values in VALUES.items():
                yield ""
                rows = [(f"`{value}`", help) for value, help in values.items()]
                yield from table((f"Value of `{key}`", "Meaning"), rows)


def ready_decks() -> Iterator[str]:
    """Yield the ranks and suits of the decks that `use` names."""
    suits = [
        ("French", decks.FRENCH_SUITS, decks.FRENCH_RANKS),
        ("Spanish", decks.SPANISH_SUITS, tuple(decks.SPANISH_RANKS)),
    ]
    yield "\nThe code of a card is its rank and the letter of its suit: `QH`.\n"
    rows = [
        (name, ", ".join(f"`{suit}` ({letter})" for letter, suit in of.items()), code(*ranks))
        for name, of, ranks in suits
    ]
    yield from table(("Ready deck", "Suits, with their letters", "Ranks"), rows)
    yield "\n" + wrapped(
        f"The deck `spanish` has no {' and no '.join(code(rank) for rank in decks.NOT_IN_SHORT_DECK)}. "
        "The jokers of "
        f"`french_jokers` are {code(*decks.JOKERS)}, of the rank `{decks.JOKER}`. Jokers and `extra` cards "
        f"have the suit `{decks.NO_SUIT}`."
    )


LEAKS = """\
Choices, conditions of moves, prompts, the situation, facts and marks give away something about \
the faces on which they depend. So a move, a prompt or the situation can use only zones with \
`seen` `all`, and the player's own zones (`owner`, `team`). Facts and marks, which everybody reads, can \
use only zones with `all`. Anything else is the error `leak`. So is a variable with `"seen": "owner"` \
of another player, or in a fact or a mark. Every expression can use the number of cards: \
`count(next.hand)`. Effects can use everything."""
REVEALED = """\
These expressions can also use a zone that an effect reveals. Until its readers see it, its \
cards have no rank, suit and points: a condition on them is false, but they can be counted. The \
same is true of cards in variables. `owner` of a card that the reader does not see is `none`."""
WHO_AND_TIME = """\
Everybody sees the results of `who` and `time`: “Waiting for …” names the players. If `who` or \
`time` depends on hidden faces, or on a variable that only its owner knows, there is a warning. \
If you want that, set a variable in an effect and use it instead. Only players with a legal move \
are asked. If `who` names several players, and all moves depend on faces that only one player \
sees, there is a warning, too: add a move that everybody has. In `by`, each player only learns \
whether they are in the list. So a condition after `where` may use the cards of the player that \
it tests: `"by": "others where any(hand where rank == '7')"`."""


def all_effects() -> Iterator[str]:
    """Yield the section of effects."""
    yield "\n## Effects\n"
    yield "An effect is an object; the key of its heading says what it does."
    yield f"{code('move', 'draw', 'deal', 'shuffle', 'reveal')} may also have `say` and `tone`."
    yield "A key with `?` may be left out. The examples belong to the game of"
    yield "[Write a game as a document](documents.md), with its zones, variables and routine."
    for name, keys in schema.EFFECT_KINDS.items():
        effect = EFFECTS[name]
        yield f"\n### {name}\n"
        yield f"`{effect.pattern}`\n"
        yield f"{wrapped(effect.help)}\n"
        sentences = {**LOG_KEYS, **effect.keys}
        shared_keys = set(schema.LOG_KEYS) if name != "say" else set()
        rows = [row for row in rows_of(keys, sentences) if row[0].strip("*`") not in shared_keys]
        yield from table(("Key", "Takes", "Meaning"), rows)
        yield f"\n```json effects\n{effect.example}\n```"


COSTING = {"ordering": f"{state.CALLING}, and {state.ORDERING} for each item, of lists"}
"""Costs that depend on constants."""


def steps_of(name: str, function: FunctionHelp) -> str:
    """Return the steps that a call costs beside the usual ones and those of its arguments."""
    match function.cost:
        case "chance":
            return f"{state.DRAWING}"
        case "poker":
            return f"{melds.POKER_COST - 1}, and {melds.EACH_CARD} for each card"
        case "melds":
            return (
                f"{melds.DEADWOOD_COST - 1}, and {melds.EACH_CARD} for each card, {melds.EACH_STEP} for each "
                "look at one"
            )
        case "":
            return f"{function.item_cost} for each item" if function.item_cost else "–"
    return function.cost


def all_expressions() -> Iterator[str]:
    """Yield the sections of names, operators and functions."""
    yield "\n## Expressions\n"
    yield "Types are inferred. A value that is missing is `none`: the top of an empty pile, a number"
    yield "divided by 0, and whatever is computed from them. A condition on `none` is false."
    yield "\n### Names\n"
    yield from table(("Name", "Meaning"), [(f"`{name}`", help) for name, help in STANDARD_NAMES.items()])
    yield "\nCards have these attributes, and those of the deck:\n"
    yield from table(("Attribute", "Meaning"), [(f"`{name}`", help) for name, help in ATTRIBUTES.items()])
    yield "\n### Hidden faces\n"
    yield "\n\n".join(map(wrapped, (LEAKS, REVEALED, WHO_AND_TIME)))
    yield "\n### Operators\n"
    yield "The operators that bind least come first. Each costs one step, and the steps of the last column.\n"
    rows = [
        (code(entry.pattern), entry.result, entry.help, COSTING.get(entry.cost, entry.cost) or "–")
        for entry in OPERATORS
    ]
    yield from table(("Written", "Gives", "Meaning", "Costs more"), rows)
    yield "\n### Functions\n"
    yield "You may leave out values with `?`, and also `by`, except with `group`. A zone may"
    yield "stand for the list of its cards. A call costs its values, the steps of the last column, and"
    yield wrapped(f"{1 + state.CALLING} steps. Calls of {code(*QUICK)} cost one step instead.") + "\n"
    calls = [
        (
            f"`{name}({entry.arguments})`",
            entry.result,
            entry.help,
            f"`{entry.example}`",
            steps_of(name, entry),
        )
        for name, entry in FUNCTIONS.items()
    ]
    yield from table(("Call", "Gives", "Meaning", "Example", "Costs more"), calls)
    yield "\n" + wrapped(f"These take `by`: {code(*sorted(BY))}. Every list takes `where`.")


def all_looks() -> Iterator[str]:
    """Yield the section of looks."""
    yield "\n## Looks\n"
    sizes = [(f"`{name}`", f"{low} to {high} pixels") for name, (low, high) in looks.SIZES.items()]
    rows = [
        (code(*looks.COLOURS), "a colour: a CSS name, `#rgb` or `#rrggbb`"),
        *sizes,
        (code(*looks.FONTS), code(*looks.OUR_FONTS)),
        (f"`{looks.CARD_BACK}`", f"{code(*looks.BACKS)}, or a picture"),
        ("`theme`", code(*looks.THEMES)),
        ("`score`", code(*looks.WORDS["score"])),
        (f"`{looks.EMBLEM}`", f"one or two letters or digits, {code(*looks.SIGNS)}, or a picture"),
        (f"`{pictures.FACES}`", "pictures by the code, rank or suit of a card, or `else`"),
        (f"`{pictures.SUITS}`", "pictures by the name of a suit"),
        (f"`{pictures.IDS}`", "the ids of the files, written by the server"),
    ]
    yield from table(("Key of `style`", "Value"), rows)


LINE, LANGUAGES = schema.TEXT.shapes
RULES, _ = schema.DOCUMENT.shapes["rules"].shapes


def most_entries(key: str) -> int:
    """Return the most entries that a key of the document may have."""
    return schema.DOCUMENT.shapes[key].most


LIMITS: Sequence[tuple[str, str]] = [
    ("a document", f"{json_text.MOST_BYTES // 1024} KB, {json_text.MOST_DEPTH} levels deep"),
    ("effects", f"{effects.MOST_EFFECTS:,}, {effects.MOST_NESTED} deep with routines"),
    ("names", f"{declarations.MOST_NAMES} of {declarations.MOST_NAME_LETTERS} characters"),
    ("zones", f"{most_entries('zones')}, and {facts.MOST_ZONES} with those of all players, teams and suits"),
    ("cards", f"{decks.MOST_CARDS}, with {decks.MOST_FACES} faces"),
    ("an expression", f"{expressions.MOST_LETTERS} characters, {expressions.MOST_DEPTH} levels deep"),
    (
        "all expressions, with definitions in their places",
        f"{check.MOST_PARTS:,} parts, {check.MOST_NESTED} levels deep",
    ),
    ("a number", f"{schema.MOST_NUMBER:,}"),
    ("a text", f"{LINE.letters} characters, `rules` {RULES.letters:,}, in {LANGUAGES.most} languages"),
    ("options, presets", f"{most_entries('options')}, {most_entries('presets')}"),
    (
        "shows, marks, triggers",
        f"{most_entries('shows')}, {most_entries('marks')}, {most_entries('triggers')}",
    ),
    ("an action, with all that follows", f"{state.FUEL:,} steps"),
    ("finding out which of the asked players have a move", f"{phases.MOST_SEARCH_FUEL:,} steps"),
    ("the moves of one player", f"{state.FUEL:,} steps, {legal_moves.MOST_FORMS} forms"),
    ("the values of a choice", f"{legal_moves.MOST_VALUES}"),
    ("facts", f"{game.LOOKING:,} steps, {game.MOST_SHOWN:,} bytes"),
    (
        "the marks, the prompt or the situation of a player",
        f"{game.LOOKING_AT_ONE:,} steps, {game.MOST_SHOWN_OF_ONE:,} bytes",
    ),
    ("a `while`", f"{MOST_ROUNDS} rounds"),
    ("phases that follow each other", f"{phases.MOST_PHASES}"),
    ("a list", f"{state.MOST_ITEMS} items; {state.MOST_NESTED_ITEMS:,} with those of the lists in it"),
    ("lists in lists", f"{state.MOST_DEEP} deep"),
    ("all variables", f"{phases.MOST_VARIABLE_BYTES // 1024} KB"),
    ("a table with all that lies on it", f"{phases.MOST_TABLE_BYTES // 1024} KB"),
    ("`know`", f"the last {operations.MOST_CLAIMS} conclusions, {operations.MOST_FACES:,} faces"),
    (
        "words of an action",
        f"{state.MOST_WORD_BYTES:,} bytes, {phases.MOST_EVENT_BYTES // 1024} KB with cards that move",
    ),
    ("cards in which `melds` looks for melds", f"{hands.MOST_MELDED}"),
    ("a game", f"{phases.MOST_STEPS_OF_GAME:,} actions; then it ends by `standing`"),
    ("trial games before publishing", f"{trials.QUICK}, of {trials.LONGEST:,} moves"),
]

COSTS: Sequence[tuple[str, str]] = [
    ("a part of an expression that is evaluated, a routine that runs, a round of `each`", "1"),
    (
        "the list of the cards of a zone",
        f"1 for each four cards, and {state.CALLING} for each of several zones",
    ),
    (
        "comparing lists, putting them into a list or a variable",
        "1 for each item, also for the items of lists in it",
    ),
    (
        f"{code('min', 'max', 'highest', 'lowest', 'group', 'distinct')} and `<` with lists as keys",
        f"{state.ORDERING} for each such item",
    ),
    ("`sort` with lists as keys", f"{2 * state.ORDERING} for each such item"),
    (code("pick", "random"), f"{state.DRAWING}"),
    ("`poker`", f"{melds.POKER_COST}, and {melds.EACH_CARD} for each card"),
    (
        code("deadwood", "melds"),
        f"{melds.DEADWOOD_COST}, {melds.EACH_CARD} for each card, and {melds.EACH_STEP} for each look at "
        "one; "
        f"after {hands.MOST_SEARCH_STEPS:,} looks the best result so far is used",
    ),
    ("a variable that is set", f"{state.SETTING}"),
    (
        "cards that move together",
        f"{state.MOVING}, and 2 for each; more if they are not on top of their pile",
    ),
    ("an effect that moves, deals, shuffles or reveals, even without a card", f"{operations.ACTING}"),
    ("a card that is shuffled", f"{operations.SHUFFLING}"),
    ("a zone that is revealed", f"{operations.REVEALING}"),
    ("a line in the log", f"{state.TELLING}, and {ITEM_IN_WORDS} for each item of a list in it"),
    ("`know`", f"{operations.CONCLUDING}, and its condition for each kind of card"),
]


def limits_and_costs() -> Iterator[str]:
    """Yield the sections of limits and costs."""
    yield "\n## Limits\n"
    yield from table(("Part", "At most"), LIMITS)
    yield "\n## Costs\n"
    yield "A step always stands for about the same work, and every machine counts steps alike.\n"
    yield from table(("Part", "Steps"), COSTS)


EXAMPLES_HEAD = """\
# Small games, each of which shows one thing

These documents are complete: open one in the designer, under “Start with…”, and change it. [Write a
game as a document](documents.md) teaches the language, and the [reference](reference.md) lists all
its parts. The files are in `cheat/documents/examples`; a test plays each of them.

This page is made of those files: `make reference` writes it.
"""
SHOWN_GAMES: Mapping[str, str] = {
    "trick-taking": (
        "`legal` lets players follow suit if they can. Every player has a zone `trick`, so the cards lie in "
        "the middle, and “a player without a card there” means that the trick goes on. The phase `take` has "
        "no moves: everybody looks at the trick for two seconds. Lists such as `strength` are compared by "
        "their first numbers, and by the next ones if the first are equal. With `know`, bots remember which "
        "players have no card of a suit."
    ),
    "bidding": (
        "A bid is a `number` between the highest bid and what the player has. `bidders` are the players "
        "that may still bid higher: `next(bidders)` skips all others. One routine decides how the auction "
        "goes on, whatever the last player did."
    ),
    "betting": (
        "Players put chips into a pot. After a bet, every player who is still in the hand is asked again: "
        "the bet sets `acted` to false for each of them. No bet is larger than the least stack, so there "
        "are no side pots. Poker among the games of the project has them."
    ),
    "melding": (
        "`deadwood(hand - it, 3, 3)` is the worth of the cards outside of sets and runs if the card `it` is "
        "left out, so it decides with which card a player may knock. At the end `melds` lays out the sets "
        "and runs. Players never arrange melds themselves."
    ),
    "challenges": (
        "Cards go face down to a pile that no player sees, and a window follows in which the others may "
        "doubt. The window is a phase with `optional`: a player may let the time pass. `turn` is still the "
        "player who laid the cards, and `me` the one who doubts."
    ),
    "secret-choices": (
        "The phase asks all `players`, and with `done` it waits for each of them. Each choice stays in a "
        "zone that only its owner sees, until `reveal` shows all at once. A secret number works in the same "
        'way, in a variable of players with `"seen": "owner"`.'
    ),
    "choices-in-a-row": (
        "A choice may use the choices before it in `pick`: `card` comes from the cards of `victim`, and "
        "`theirs` has the suit of `mine`. Only what goes together is offered, so a player without a card to "
        "take cannot be chosen as `victim`. The page and the terminal ask for one choice after the other."
    ),
    "dropping-out": (
        "A player who is out of the game stays at the table. `alive` are the players that are still in: "
        "`next(alive)` passes the turn to one of them, and `each` deals to them alone. The phase `turn` "
        "begins with a look at the player, since a player who leaves for good passes the turn to the next "
        "seat."
    ),
    "partners": (
        "`team_size` makes teams, whose players sit opposite each other. A zone and a variable `per` team "
        "belong to the nearest player's team: `winner.won` and `score`. `members` are its players. If `end` "
        "names one player of a team, both win."
    ),
    "co-operation": (
        "All win or all lose: `end` names `players` or nobody. Each player sees the cards of all others: a "
        "zone that nobody sees is revealed to them whenever it is filled. Every card has a zone of its own, "
        "so that `know` says something about this one card: bots count on it, and forget it when the card "
        "moves. People read the clues at the seats, in `marks`."
    ),
}
"""Name of an example -> what it shows."""


def examples_page() -> str:
    """Return the page of examples."""
    links = [f"[{title}](#{anchor(title)})" for title in starters.EXAMPLES.values()]
    lines = [EXAMPLES_HEAD, *[f"- {link}" for link in links]]
    for name, title in starters.EXAMPLES.items():
        game = (GAMES / f"{name}.json").read_text(encoding="utf-8")
        lines += [f"\n## {title}\n", f"{wrapped(SHOWN_GAMES[name])}\n", f"```json game\n{game}```"]
    return "\n".join(lines) + "\n"


def reference_page() -> str:
    """Return the page of the reference."""
    lines = [
        HEAD.format(version=schema.VERSION),
        *keys_of_a_document(),
        *all_effects(),
        *all_expressions(),
        *all_looks(),
        *limits_and_costs(),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(reference_page(), encoding="utf-8")
    EXAMPLES.write_text(examples_page(), encoding="utf-8")
    manual_pages.write()
