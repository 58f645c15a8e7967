"""Checked effects: emitters that write Python to carry them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cheat.documents.compile.emit import EVERY, Function, Writer
from cheat.documents.parse.diagnostics import Path

Deed = Callable[[Writer], None]
"""An emitter of effects: it writes Python that carries them out.

The code returns True once an effect says how the game goes on.
"""


class Block(NamedTuple):
    """Effects that follow each other.

    `emit` writes them. `stops`: every path through the effects says how the game goes on. Otherwise `way`
    describes a path that does not.
    """

    emit: Deed
    stops: bool = False
    way: str = ""


EMPTY = Block(lambda w: None)


def in_a_row(parts: Sequence[Block]) -> Block:
    """Return effects as one block, up to an effect that says how the game goes on."""
    stops = any(part.stops for part in parts)
    way = next((part.way for part in reversed(parts) if part.way), "") if not stops else ""

    def emit(w: Writer) -> None:
        for at, part in enumerate(parts):
            if w.is_full():
                _apart(w, in_a_row(parts[at:]))
                return
            part.emit(w)
            if part.stops:
                return

    return Block(parts[0].emit if len(parts) == 1 else emit, stops, way)


def _apart(w: Writer, block: Block) -> None:
    """Write the call of a function that carries out effects, and the code for its result."""
    w.needs(EVERY)
    done = w.call_of(carried_out(block, w.path))
    w.put(f"return {done}" if block.stops else f"if {done}: return True")
    w.changed()


def carried_out(block: Block, path: Path) -> Function:
    """Return the function of effects. It returns True if they say how the game goes on."""

    def emit(w: Writer) -> str:
        block.emit(w)
        return "False"

    return Function(path, emit)
