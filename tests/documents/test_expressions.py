"""Expressions: texts and trees."""

from __future__ import annotations

from random import Random

import pytest

from cheat.documents.parse.expressions import (  # fmt: skip
    COMPARISONS,
    MOST_LETTERS,
    Binary,
    Call,
    Clause,
    Constant,
    Dot,
    Index,
    Is,
    Items,
    Literal,
    Name,
    Number,
    Tree,
    Unary,
    Wrong,
    parse,
)
from cheat.documents.parse.printing import printed

NAMES = ["hand", "it", "score", "led", "largest_meld", "größe"]
OPERATORS = ["or", "and", "+", "-", "*", "/", "%", *sorted(COMPARISONS)]


def leaf(chance: Random) -> Tree:
    """Return a tree without subtrees."""
    number = chance.choice([0, 1, 10**12, chance.randrange(10**12)])
    word, constant = chance.choice(["hearts", "2C", "", "where"]), chance.choice([True, False, None])
    leaves = [Number(0, 0, number), Literal(0, 0, word), Constant(0, 0, constant)]
    return chance.choice([*leaves, Name(0, 0, chance.choice(NAMES))])


def clause(chance: Random, depth: int) -> Tree:
    """Return `cards where ... by ...`, with one of the two clauses or both."""
    parts = [tree(chance, depth) for _ in range(3)]
    without = chance.choice([None, 1, 2])
    return Clause(0, 0, *(None if at == without else part for at, part in enumerate(parts)))


def tree(chance: Random, depth: int) -> Tree:
    """Return a random tree of at most this depth."""
    kind = chance.choice(["leaf", *KINDS]) if depth else "leaf"
    if kind == "leaf":
        return leaf(chance)
    if kind == "clause":
        return clause(chance, depth - 1)
    one, other = tree(chance, depth - 1), tree(chance, depth - 1)
    some = [tree(chance, depth - 1) for _ in range(chance.randrange(3))]
    return KINDS[kind](chance, one, other, some)


KINDS = {
    "clause": lambda *parts: parts[1],
    "binary": lambda chance, one, other, some: Binary(0, 0, chance.choice(OPERATORS), one, other),
    "unary": lambda chance, one, other, some: Unary(0, 0, chance.choice(["not", "-"]), one),
    "is": lambda chance, one, other, some: Is(
        0, 0, one, chance.choice(["empty", "none"]), chance.choice([True, False])
    ),
    "call": lambda chance, one, other, some: Call(0, 0, chance.choice(NAMES), some),
    "items": lambda chance, one, other, some: Items(0, 0, some),
    "dot": lambda chance, one, other, some: Dot(0, 0, one, chance.choice(NAMES)),
    "index": lambda chance, one, other, some: Index(0, 0, one, other),
}


def bare(tree: object) -> object:
    """Return a tree without the places of its parts."""
    if isinstance(tree, list):
        return [bare(one) for one in tree]
    fields = getattr(tree, "__struct_fields__", None)
    if fields is None:
        return tree
    return (
        type(tree).__name__,
        *(bare(getattr(tree, name)) for name in fields if name not in ("start", "end")),
    )


def test_what_is_printed_parses_to_the_same_tree():
    chance, kinds = Random(7), set()
    for _ in range(300):
        made = tree(chance, 4)
        if len(printed(made)) <= MOST_LETTERS:
            kinds.add(type(made).__name__)
            assert bare(parse(printed(made))) == bare(made)
    assert len(kinds) == 12, "each kind of tree was tried"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a or b and c", "a or (b and c)"),
        ("not a == b", "not (a == b)"),
        ("-a * b", "(-a) * b"),
        ("a - b - c", "(a - b) - c"),
        ("count(hand where a by b)", "count((hand where a by b))"),
        ("a + b in c", "(a + b) in c"),
        ("hand is not empty and b", "(hand is not empty) and b"),
        ("a.b[c].d", "((a.b)[c]).d"),
    ],
)
def test_operators_bind_as_the_grammar_says(text, same):
    assert bare(parse(text)) == bare(parse(same))


@pytest.mark.parametrize(
    ("text", "start", "words"),
    [
        ("fits(it", 7, "Expected “,” or “)”, but the expression ends here. The “(” was opened at column 5."),
        ("a = b", 2, "Compare with “==”. A single “=” has no meaning here."),
        ("a && b", 2, "Write “and” instead of “&”."),
        ("suit == 'hearts", 8, "The closing quote of this text is missing."),
        ('suit == "hearts"', 8, "Write texts in single quotes here"),
        ("", 0, "An expression is missing here."),
        ("a +", 3, "Expected a value, but the expression ends here."),
        ("a is 3", 5, "Expected “empty” or “none” after “is”"),
        ("a b", 2, "Expected the end of the expression, but found “b”."),
        ("9999999999999", 0, "A number can be at most"),
        ("(" * 30 + "a" + ")" * 30, 24, "nested at most 24 deep"),
        ("a" * 401, 0, "An expression can have at most 400 characters; this one has 401."),
        ("a.3", 2, "Expected a name after “.”"),
        ("€", 0, "has no meaning"),
    ],
)
def test_what_is_no_expression_is_told_where_and_why(text, start, words):
    from cheat.i18n.messages import ENGLISH

    with pytest.raises(Wrong) as caught:
        parse(text)
    assert caught.value.start == start
    assert words in ENGLISH.say(caught.value.text)
