"""Checked effects, as functions that carry them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cheat.documents.compile.emit import Writer, function_of, is_to_be_written
from cheat.documents.runtime.state import Run

Do = Callable[[Run], bool]
"""A function that carries effects out, and returns whether they say how the game goes on."""
Deed = Callable[[Writer], None]
"""An emitter: it writes Python for effects.

The code returns once an effect says how the game goes on.
"""


class Block(NamedTuple):
    """Effects that follow each other.

    `stops`: every path through the effects says how the game goes on. If one does not, `way` describes that
    path. `code`: the emitter of the effects.
    """

    do: Do
    stops: bool
    code: Deed
    way: str = ""


def _nothing(r: Run) -> bool:
    return False


EMPTY = Block(_nothing, stops=False, code=lambda w: None)


def in_a_row(parts: Sequence[Block]) -> Block:
    """Return effects that follow each other, up to one that says how the game goes on."""
    dos = [part.do for part in parts]
    stops = any(part.stops for part in parts)
    way = next((part.way for part in reversed(parts) if part.way), "") if not stops else ""

    def code(w: Writer) -> None:
        for part in parts:
            part.code(w)
            if part.stops:
                return

    if len(dos) == 1:
        return Block(dos[0], stops, code, way)

    def do(r: Run) -> bool:
        for one in dos:  # noqa: SIM110 - effects nest, and a generator is one frame more
            if one(r):
                return True
        return False

    return Block(do, stops, code, way)


class Whole:
    """Effects that are carried out as a whole.

    `do`: the closure, for rooms. `quick`: the function for simulations, which is generated at its first call;
    the closure if there is no emitter.
    """

    __slots__ = ("_code", "do", "quick")

    def __init__(self, block: Block) -> None:
        is_written = is_to_be_written()
        self.do, self._code = block.do, block.code if is_written else EMPTY.code
        self.quick: Do = self._first if is_written else self.do

    def _first(self, r: Run) -> bool:
        run: Do = function_of(self._written, "r", 0, self.do, r.game.allowed)
        self.quick = run
        return run(r)

    def _written(self, w: Writer) -> str:
        self._code(w)
        return "False"
