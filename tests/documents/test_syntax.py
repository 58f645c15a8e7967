"""Expressions: texts and trees."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cheat.documents.printing import printed
from cheat.documents.syntax import (
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
)  # fmt: skip

names = st.sampled_from(["hand", "it", "score", "led", "largest_meld", "größe"])
leaves = st.one_of(
    st.integers(0, 10**12).map(lambda n: Number(0, 0, n)),
    st.sampled_from(["hearts", "2C", "", "where"]).map(lambda text: Literal(0, 0, text)),
    st.sampled_from([True, False, None]).map(lambda value: Constant(0, 0, value)),
    names.map(lambda name: Name(0, 0, name)),
)


def clauses(of: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    parts = st.tuples(of, of, of) | st.tuples(of, st.none(), of) | st.tuples(of, of, st.none())
    return parts.map(lambda parts: Clause(0, 0, *parts))


def larger(of: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    operators = st.sampled_from(["or", "and", "+", "-", "*", "/", "%", *sorted(COMPARISONS)])
    return st.one_of(
        st.builds(lambda op, one, other: Binary(0, 0, op, one, other), operators, of, of),
        st.builds(lambda op, one: Unary(0, 0, op, one), st.sampled_from(["not", "-"]), of),
        st.builds(
            lambda one, what, no: Is(0, 0, one, what, no),
            of,
            st.sampled_from(["empty", "none"]),
            st.booleans(),
        ),
        st.builds(lambda name, args: Call(0, 0, name, args), names, st.lists(of | clauses(of), max_size=3)),
        st.builds(lambda items: Items(0, 0, items), st.lists(of, max_size=3)),
        st.builds(lambda one, name: Dot(0, 0, one, name), of, names),
        st.builds(lambda one, at: Index(0, 0, one, at), of, of),
        clauses(of),
    )


def bare(tree: object) -> object:
    """A tree without its places."""
    if isinstance(tree, list):
        return [bare(one) for one in tree]
    fields = getattr(tree, "__struct_fields__", None)
    if fields is None:
        return tree
    return (
        type(tree).__name__,
        *(bare(getattr(tree, name)) for name in fields if name not in ("start", "end")),
    )


@settings(max_examples=150, derandomize=True, deadline=None, database=None)
@given(st.recursive(leaves, larger, max_leaves=12))
def test_what_is_printed_parses_to_the_same_tree(tree):
    assume(len(printed(tree)) <= MOST_LETTERS)
    assert bare(parse(printed(tree))) == bare(tree)


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
        ("fits(it", 7, "Expected “,” or “)” but the expression ends. The “(” was opened at column 5."),
        ("a = b", 2, "One “=” sets nothing here; compare with “==”."),
        ("a && b", 2, "Write “and” for “&”."),
        ("suit == 'hearts", 8, "This text has no second quote."),
        ('suit == "hearts"', 8, "Texts stand in single quotes here"),
        ("", 0, "An expression is missing here."),
        ("a +", 3, "Expected a value but the expression ends."),
        ("a is 3", 5, "Expected “empty” or “none” after “is”"),
        ("a b", 2, "Expected the end of the expression but found “b”."),
        ("9999999999999", 0, "Numbers go up to"),
        ("(" * 30 + "a" + ")" * 30, 24, "nested more than 24 deep"),
        ("a" * 401, 0, "An expression may have 400 characters; this one has 401."),
        ("a.3", 2, "Expected a name after “.”"),
        ("€", 0, "has no meaning"),
    ],
)
def test_what_is_no_expression_is_told_where_and_why(text, start, words):
    from cheat.words import ENGLISH

    with pytest.raises(Wrong) as caught:
        parse(text)
    assert caught.value.start == start
    assert words in ENGLISH.say(caught.value.text)
