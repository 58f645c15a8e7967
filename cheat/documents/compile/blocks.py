"""Blocks: lists of checked effects.

An effect is an instruction of a document. Some effects change the table, for example move cards. Others say
how the game goes on, such as `go` (to another phase) or `end`; after these, no further effect is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cheat.documents.compile.emit import ALL_PLACES, Function, Writer
from cheat.documents.parse.diagnostics import Path

EffectEmitter = Callable[[Writer], None]
"""An emitter of effects: a function that writes the Python statements for the effects.

The statements return True after an effect that says how the game goes on.
"""


class Block(NamedTuple):
    """Effects that are carried out one after the other.

    - `emit` writes the code that carries out the effects
    - `stops`: True if every path through the branches of the effects says how the game goes on
    - `way`: if `stops` is False, a way through the effects on which no effect says how the game goes on, for
      an error message. It names the branches and routines on the way, the outer ones first: “then → else” is
      the `else` of an `if` inside the `then` of another `if`. If there are none, it is "".
    """

    emit: EffectEmitter
    stops: bool = False
    way: str = ""


EMPTY = Block(lambda w: None)


def in_a_row(parts: Sequence[Block]) -> Block:
    """Return one block with the effects of `parts`, up to the first part that `stops`."""
    stops = any(part.stops for part in parts)
    way = next((part.way for part in reversed(parts) if part.way), "") if not stops else ""

    def emit(w: Writer) -> None:
        for at, part in enumerate(parts):
            if w.is_full():
                _in_own_function(w, in_a_row(parts[at:]))
                return
            part.emit(w)
            if part.stops:
                return

    return Block(parts[0].emit if len(parts) == 1 else emit, stops, way)


def _in_own_function(w: Writer, block: Block) -> None:
    """Put the code of a block into a function of its own, and write a call of this function.

    If this function returns True, the code that calls it also returns True at once.
    """
    w.needs(ALL_PLACES)
    result = w.call_of(carried_out(block, w.path))
    w.write(f"return {result}" if block.stops else f"if {result}: return True")
    w.note_change()


def carried_out(block: Block, path: Path) -> Function:
    """Return a function that carries out the effects of a block.

    The function returns True if an effect has said how the game goes on.
    """

    def emit(w: Writer) -> str:
        block.emit(w)
        return "False"

    return Function(path, emit)
