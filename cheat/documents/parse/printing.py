"""Print expressions: turn a tree into a text that parses to the same tree."""

from __future__ import annotations

from cheat.documents.parse.expressions import (
    COMPARISONS,
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
)

LEVELS = {"or": 1, "and": 2, "not": 3, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6} | dict.fromkeys(COMPARISONS, 4)
_ATOM = 8


def _level(tree: Tree) -> int:
    """Return the precedence of a tree's operator, from 0, the lowest, to `_ATOM`, the highest."""
    match tree:
        case Clause():
            return 0
        case Binary():
            return LEVELS[tree.op]
        case Unary():
            return 3 if tree.op == "not" else 7
        case Is():
            return 4
    return _ATOM


def printed(tree: Tree) -> str:
    """Return a text that parses to the same tree."""
    match tree:
        case Number():
            return str(tree.value)
        case Literal():
            return f"'{tree.value}'"
        case Constant():
            return {True: "true", False: "false", None: "none"}[tree.value]
        case Name():
            return tree.name
        case Call():
            return f"{tree.name}({', '.join(map(printed, tree.args))})"
        case Items():
            return f"[{', '.join(map(printed, tree.items))}]"
        case Dot():
            return f"{_operand(tree.of, _ATOM)}.{tree.name}"
        case Index():
            return f"{_operand(tree.of, _ATOM)}[{printed(tree.at)}]"
        case Unary():
            return f"not {_operand(tree.of, 3)}" if tree.op == "not" else f"-{_operand(tree.of, 7)}"
        case Is():
            negation = "not " if tree.negated else ""
            return f"{_operand(tree.of, 5)} is {negation}{tree.word}"
        case Binary():
            level = LEVELS[tree.op]
            left = level + (level == 4)
            return f"{_operand(tree.left, left)} {tree.op} {_operand(tree.right, level + 1)}"
        case Clause():
            where = f" where {_operand(tree.where, 1)}" if tree.where is not None else ""
            by = f" by {_operand(tree.by, 1)}" if tree.by is not None else ""
            return f"{_operand(tree.of, 1)}{where}{by}"


def _operand(tree: Tree, least: int) -> str:
    """Return the text of an operand, in parentheses if its precedence is less than `least`."""
    return printed(tree) if _level(tree) >= least else f"({printed(tree)})"
