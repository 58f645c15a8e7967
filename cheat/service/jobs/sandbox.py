"""The process in which scripts run: JavaScript from documents (see `scripts.py`).

The command `python -I sandbox.py` starts this process, with a socket as standard input and an empty
environment. The process keeps no state, so its caller may kill it at any time.

Each line on the socket is a question in JSON: which card does the script play? The process answers each
question in a new context of the JavaScript interpreter. The interpreter checks its limits only between its
steps. If a step does not end, the caller kills the process. If the caller is gone, the operating system ends
the process after `HARD_S` seconds of work.
"""

from __future__ import annotations

import json
import re
import resource
import socket
import time
from typing import Any

IDLE_S = 60.0
MEMORY = 8 * 1024 * 1024
STACK = 128 * 1024
TIME_S = 0.05
"""Seconds of processor time that a script may use to start, and again to answer."""
ADDRESSES = 256 * 1024 * 1024
HARD_S = 2
"""Seconds of processor time that the process may use for a question.

After that, the operating system ends the process. This limit is needed only if the caller is gone: otherwise
the caller kills the process earlier.
"""
MOST_ERROR = 200
"""Maximum number of characters of an error's message. Authors read these messages."""
CALL = re.compile(r"\(<input>:([0-9]{1,9}):([0-9]{1,9})\)")
PLACE = re.compile(r"<input>:([0-9]{1,9}):([0-9]{1,9})")
"""A line and a column in the interpreter's trace of an error.

Usually the place is in the script. But an error of JSON.parse begins with a place in the JSON text.
"""
MISSING = "AIChooseCardCode is not defined"
"""The interpreter's error if a script does not define the function `AIChooseCardCode`.

The error names no place in the script.
"""
NO_CARD, NOT_A_CARD = -1, -2
"""Results of `PRELUDE` if a script chooses null, or a value that is no card of the hand.

If a script chooses a card, the result is the position of this card in the hand.
"""

PRELUDE = """
(text) => {
  "use strict";
  const asked = JSON.parse(text);
  for (const name of ["Date", "performance", "Atomics", "SharedArrayBuffer", "WeakRef",
    "FinalizationRegistry", "Promise", "queueMicrotask", "BigInt", "BigInt64Array", "BigUint64Array", "eval"])
    delete globalThis[name];
  let state = parseInt(asked.seed, 16) >>> 0;
  Math.random = () => {
    state = state + 0x6d2b79f5 >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
  Object.defineProperty(Array.prototype, "last", {
    value() { return this[this.length - 1]; }, writable: true, configurable: true,
  });
  const card = (fields) => {
    const [suit, value, rank, points, wild] = fields ?? [null, null, null, null, null];
    return { suit, value, rank, points, isWildCard: wild, isWildcard: wild };
  };
  const zone = (cards) => ({ cards: cards.map(card) });
  const hands = asked.hands.map(zone);
  const mine = [...hands[asked.me].cards];
  const action = JSON.parse(asked.action);
  Object.assign(globalThis, {
    hands, curPlayer: asked.me, drawPiles: asked.draws.map(zone), discardPiles: asked.discards.map(zone),
    close: false, console: { log() {} },
  });
  return () => {
    const chosen = AIChooseCardCode(action, asked.opponent === "" ? undefined : asked.opponent);
    let at = chosen === null || chosen === undefined ? -1 : -2;
    for (let index = 0; index < mine.length; index++) if (mine[index] === chosen) at = index;
    return close === true ? at + 1000 : at;
  };
}
"""
CLOSED = 1000
"""Number that is added to the result if the script has also set `close`.

A script sets `close` to close the game: this is a move after which the game ends with the present turn.
"""


def set_limits() -> None:
    """Set the limits of this process."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def grant_time() -> None:
    """Allow `HARD_S` more seconds of processor time from now on."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    until = int(usage.ru_utime + usage.ru_stime) + HARD_S
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))


def answer_of(question: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of a script: `card` and `close`, or `failed` with its `reason`."""
    from quickjs import Context, JSException  # type: ignore[import-not-found, import-untyped, unused-ignore]

    context = Context()
    context.set_memory_limit(MEMORY)
    context.set_max_stack_size(STACK)
    context.set_time_limit(TIME_S)
    try:
        choose = context.eval(PRELUDE)(json.dumps(question))
        context.eval(question["source"])
        choice = choose()
    except JSException as error:
        return _failure(str(error))
    except MemoryError:
        return {"failed": True, "reason": "limit"}
    if not isinstance(choice, int) or isinstance(choice, bool):
        return {"failed": True, "reason": "not_a_card"}
    closes_game = choice >= CLOSED - 2
    position = choice - CLOSED if closes_game else choice
    return (
        {"failed": True, "reason": "not_a_card"}
        if position == NOT_A_CARD
        else {"card": None if position == NO_CARD else position, "close": closes_game}
    )


def _failure(error: str) -> dict[str, Any]:
    """Return the answer for an error of the interpreter, with the error's place in the script."""
    reason, message = "limit" if _is_limit(error) else "error", error.partition("\n")[0][:MOST_ERROR]
    trace = "" if MISSING in message else error[len(message) :]
    place = CALL.search(trace) or PLACE.search(trace)
    line, column = map(int, place.groups()) if place else (0, 0)
    return {"failed": True, "reason": reason, "error": message, "line": line, "column": column}


def _is_limit(error: str) -> bool:
    """Return whether an error of the interpreter is about a limit.

    An empty message also means a limit: the interpreter had no memory left for a message.
    """
    limit_words = ("interrupted", "out of memory", "stack size", "stack overflow")
    return error in ("", "null") or any(words in error for words in limit_words)


def main() -> None:
    """Answer questions until the caller closes the socket."""
    set_limits()
    import quickjs  # noqa: F401 - loaded before a question waits for it

    with socket.socket(fileno=0) as channel:
        channel.settimeout(IDLE_S)
        channel.sendall(b"{}\n")
        buffer = b""
        while True:
            grant_time()
            try:
                data = channel.recv(65536)
            except TimeoutError:
                return
            if not data:
                return
            buffer += data
            *lines, buffer = buffer.split(b"\n")
            for line in lines:
                began_at = time.process_time()
                value = answer_of(json.loads(line)["data"])
                answer = {"value": value, "cpu_s": time.process_time() - began_at}
                channel.sendall(json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    main()
