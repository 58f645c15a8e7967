"""Parse expressions: turn a text into a tree (AST). The grammar is:

clause  = expr [ "where" expr ] [ "by" expr ]
expr    = conj { "or" conj }        conj = neg { "and" neg }        neg = "not" neg | test
test    = sum [ ("==" | "!=" | "<" | "<=" | ">" | ">=" | "in") sum ] | sum "is" ["not"] ("empty" | "none")
sum     = prod { ("+" | "-") prod }    prod = unary { ("*" | "/" | "%") unary }
unary   = "-" unary | atom { "." name | "[" clause "]" }
atom    = number | 'text' | true | false | none | name | name "(" [ clause { "," clause } ] ")"
          | "[" … "]" | "(" clause ")"
"""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

import msgspec

from cheat.i18n.messages import Arg, Text

MOST_LETTERS = 400
MOST_DEPTH = 24
MOST_NUMBER = 10**12

KEYWORDS = frozenset(["where", "by", "or", "and", "not", "in", "is", "empty", "none", "true", "false"])
"""Words of the grammar, which cannot be names.

Do not add a word, because published games may use it as a name. A new operator that stands after a value
needs no keyword: no name can stand there, so the parser can tell the operator from a name.
"""
COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">=", "in"))

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+)|(?P<text>'[^']*')|(?P<name>[^\W\d]\w*)|(?P<sign>==|!=|<=|>=|[-+*/%<>()\[\],.]))"
)
_CONSTANTS = {"true": True, "false": False, "none": None}


class Wrong(Exception):
    """Raised for a text that is not a valid expression.

    - `text`: the reason, for the author
    - `start`, `end`: the offsets of the wrong part
    """

    def __init__(self, start: int, end: int, template: str, code: str = "syntax", **args: Arg) -> None:
        super().__init__(template)
        self.start, self.end, self.code = start, end, code
        self.text = Text(template, args)


class Node(msgspec.Struct, tag=True):
    """A node of an expression's tree. `start`, `end`: the offsets of its text."""

    start: int
    end: int


class Number(Node):
    value: int


class Literal(Node):
    """A text in single quotes."""

    value: str


class Constant(Node):
    value: bool | None


class Name(Node):
    name: str


class Call(Node):
    name: str
    args: list[Tree]


class Items(Node):
    """A list literal."""

    items: list[Tree]


class Dot(Node):
    """A name after a dot, which belongs to the value before the dot: `winner.hand`."""

    of: Tree
    name: str


class Index(Node):
    """An item of a list, picked by its position, or a zone, picked by its suit: `of[at]`."""

    of: Tree
    at: Tree


class Unary(Node):
    """The operator `-` or `not`."""

    op: str
    of: Tree


class Binary(Node):
    op: str
    left: Tree
    right: Tree


class Is(Node):
    """The test `is empty` or `is none`, or its negation with `not`. `word`: “empty” or “none”."""

    of: Tree
    word: str
    negated: bool


class Clause(Node):
    """A list with `where`, `by` or both, such as `hand where suit == led by rank`.

    `where` keeps the items that meet a condition. `by` computes a value from each item for the function
    around the list, such as `sort` or `sum`.
    """

    of: Tree
    where: Tree | None
    by: Tree | None


Tree = Number | Literal | Constant | Name | Call | Items | Dot | Index | Unary | Binary | Is | Clause


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


def parse(text: str) -> Tree:
    """Return the tree of an expression. Raises Wrong."""
    if len(text) > MOST_LETTERS:
        template = "An expression can have at most {most} characters; this one has {count}."
        raise Wrong(0, len(text), template, "limit", most=MOST_LETTERS, count=len(text))
    return _Parser(text, _tokens(text)).whole_expression()


def _tokens(text: str) -> list[_Token]:
    tokens, at, end = [], 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            _unreadable(text, at + len(text[at:]) - len(text[at:].lstrip()))
        kind = match.lastgroup or ""
        tokens.append(_Token(kind, match[kind], match.start(kind), match.end()))
        at = match.end()
    tokens.append(_Token("end", "", len(text), len(text)))
    return tokens


_INSTEAD = {"&": "and", "|": "or", "!": "not"}


def _unreadable(text: str, at: int) -> NoReturn:
    letter = text[at]
    if letter == "=":
        raise Wrong(at, at + 1, "Compare with “==”. A single “=” has no meaning here.")
    if letter == "'":
        raise Wrong(at, len(text), "The closing quote of this text is missing.")
    if letter == '"':
        raise Wrong(at, at + 1, "Write texts in single quotes here: 'hearts'.")
    if letter in _INSTEAD:
        raise Wrong(at, at + 1, "Write “{word}” instead of “{letter}”.", word=_INSTEAD[letter], letter=letter)
    raise Wrong(at, at + 1, "“{letter}” has no meaning in an expression.", letter=letter)


class _Parser:
    """A recursive-descent parser with one method for each rule of the grammar."""

    def __init__(self, text: str, tokens: list[_Token]) -> None:
        self.text, self.tokens = text, tokens
        self.at = self.depth = 0
        self.open: list[_Token] = []

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def next(self) -> _Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def is_next(self, *texts: str) -> bool:
        token = self.tokens[self.at]
        return token.text in texts and token.kind in ("name", "sign")

    def whole_expression(self) -> Tree:
        if self.token.kind == "end":
            raise Wrong(0, len(self.text), "An expression is missing here.")
        tree = self.clause()
        if self.token.kind != "end":
            self.unexpected(Text("the end of the expression"))
        return tree

    def unexpected(self, expected: Text) -> NoReturn:
        token = self.token
        if self.open and expected.args:  # if `expected` has a slot, the message can name the open bracket
            bracket = self.open[-1]
            template = "The “{bracket}” was opened at column {column}."
            opening = Text(template, {"bracket": bracket.text, "column": bracket.start + 1})
        else:
            opening = Text("")
        if token.kind == "end":
            raise Wrong(token.start, token.end, "Expected {wanted}, but the expression ends here. {opened}",
                wanted=expected, opened=opening)  # fmt: skip
        raise Wrong(token.start, token.end, "Expected {wanted}, but found “{found}”. {opened}",
            wanted=expected, found=token.text, opened=opening)  # fmt: skip

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            words = "An expression can be nested at most {most} deep."
            raise Wrong(self.token.start, self.token.end, words, "limit", most=MOST_DEPTH)

    def clause(self) -> Tree:
        self.deeper()
        of = self.expr()
        where = self.expr() if self.is_next("where") and self.next() else None
        by = self.expr() if self.is_next("by") and self.next() else None
        self.depth -= 1
        return of if where is by is None else Clause(of.start, self.last_end(), of, where, by)

    def last_end(self) -> int:
        """Return the offset at which the last token ends."""
        return self.tokens[self.at - 1].end

    def expr(self) -> Tree:
        left = self.conj()
        while self.is_next("or"):
            self.next()
            right = self.conj()
            left = Binary(left.start, right.end, "or", left, right)
        return left

    def conj(self) -> Tree:
        left = self.neg()
        while self.is_next("and"):
            self.next()
            right = self.neg()
            left = Binary(left.start, right.end, "and", left, right)
        return left

    def neg(self) -> Tree:
        if not self.is_next("not"):
            return self.test()
        start = self.next().start
        self.deeper()
        of = self.neg()
        self.depth -= 1
        return Unary(start, of.end, "not", of)

    def test(self) -> Tree:
        left = self.sum()
        if self.token.text in COMPARISONS and self.token.kind != "text":
            op = self.next().text
            right = self.sum()
            return Binary(left.start, right.end, op, left, right)
        if self.is_next("is"):
            self.next()
            negated = bool(self.is_next("not") and self.next())
            if not self.is_next("empty", "none"):
                self.unexpected(Text("“empty” or “none” after “is”"))
            word = self.next()
            return Is(left.start, word.end, left, word.text, negated)
        return left

    def sum(self) -> Tree:
        left = self.prod()
        while self.is_next("+", "-"):
            op = self.next().text
            right = self.prod()
            left = Binary(left.start, right.end, op, left, right)
        return left

    def prod(self) -> Tree:
        left = self.unary()
        while self.is_next("*", "/", "%"):
            op = self.next().text
            right = self.unary()
            left = Binary(left.start, right.end, op, left, right)
        return left

    def unary(self) -> Tree:
        if self.is_next("-"):
            start = self.next().start
            self.deeper()
            of = self.unary()
            self.depth -= 1
            return Unary(start, of.end, "-", of)
        tree = self.atom()
        while self.is_next(".", "["):
            if self.token.text == ".":
                self.next()
                if self.token.kind != "name":
                    self.unexpected(Text("a name after “.”"))
                name = self.next()
                tree = Dot(tree.start, name.end, tree, name.text)
            else:
                self.open.append(self.next())
                at = self.clause()
                self.close("]")
                tree = Index(tree.start, self.last_end(), tree, at)
        return tree

    def close(self, bracket: str) -> None:
        if not self.is_next(bracket):
            self.unexpected(Text("“{bracket}”", {"bracket": bracket}))
        self.next()
        self.open.pop()

    def atom(self) -> Tree:
        token = self.token
        match token.kind:
            case "number":
                return self.number()
            case "text":
                self.next()
                return Literal(token.start, token.end, token.text[1:-1])
            case "name" if token.text in _CONSTANTS:
                self.next()
                return Constant(token.start, token.end, _CONSTANTS[token.text])
            case "name" if token.text not in KEYWORDS:
                self.next()
                if self.is_next("("):
                    args = self.items_until(")")
                    return Call(token.start, self.last_end(), token.text, args)
                return Name(token.start, token.end, token.text)
            case "sign" if token.text == "[":
                items = self.items_until("]")
                return Items(token.start, self.last_end(), items)
            case "sign" if token.text == "(":
                self.open.append(self.next())
                tree = self.clause()
                self.close(")")
                return tree
        return self.unexpected(Text("a value"))

    def number(self) -> Tree:
        token = self.next()
        if len(token.text) > 13 or int(token.text) > MOST_NUMBER:
            raise Wrong(token.start, token.end, "A number can be at most 1 000 000 000 000.", "limit")
        return Number(token.start, token.end, int(token.text))

    def items_until(self, bracket: str) -> list[Tree]:
        self.open.append(self.next())
        items: list[Tree] = []
        while not self.is_next(bracket):
            if items:
                if not self.is_next(","):
                    self.unexpected(Text("“,” or “{bracket}”", {"bracket": bracket}))
                self.next()
            items.append(self.clause())
        self.close(bracket)
        return items


_HEAD = re.compile(r"\s*([^\W\d]\w*)\s*(?:\(\s*((?:[^\W\d]\w*\s*(?:,\s*[^\W\d]\w*\s*)*)?)\))?\s*")


def signature(text: str) -> tuple[str, list[str]] | None:
    """Return the name and the parameters of `name` or `name(a, b)`, or None for other texts."""
    match = _HEAD.fullmatch(text)
    if match is None:
        return None
    return match[1], [param.strip() for param in (match[2] or "").split(",") if param.strip()]
