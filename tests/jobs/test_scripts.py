"""Scripts in their process: their limits, the end of the process, and the data that they get."""

from __future__ import annotations

import itertools
import logging
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cheat.documents.game.opponents import CardFacts, ScriptAnswer, ScriptQuestion
from cheat.service.jobs import sandbox
from cheat.service.jobs.child_process import ChildProcess
from cheat.service.jobs.cpu_budget import BudgetSpent
from cheat.service.jobs.protocol import Answer, Task
from cheat.service.jobs.scripts import ANSWER_S, STRIKES, Scripts
from tests.servers import wait_until

CARD: CardFacts = ("Oros", "5", 5, 3, False)
WILD: CardFacts = ("Copas", "Rey", 12, 0, True)
START_WITHIN_S = 60
CHARGED: list[float] = []
"""Seconds of processor time that were charged for the questions so far."""
BURNS = "end = __import__('time').process_time() + 0.05\nwhile __import__('time').process_time() < end: pass"
SLACK_S = 30.0
"""Stop the process, as a busy machine does: it starts again for the next question."""


@pytest.fixture(scope="module")
def scripts() -> Iterator[Scripts]:
    """Scripts that may take long to answer. Their processor time is limited all the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cheat.service.jobs.scripts.ANSWER_S", SLACK_S)
        sandboxes = Scripts(charge=CHARGED.append)
        wait_until(
            lambda: not sandboxes.run(question("null"), "a game").failed, "it is there", START_WITHIN_S
        )
    yield sandboxes
    sandboxes.stop()


@pytest.fixture(scope="module")
def hurried() -> Iterator[Scripts]:
    """Scripts that have to answer within the usual time."""
    sandboxes = Scripts()
    yield sandboxes
    sandboxes.stop()


def question(returned: str, before: str = "", **parts: object) -> ScriptQuestion:
    """Return a question to a script that returns this."""
    facts: dict[str, object] = {
        "source": f"{before}\nfunction AIChooseCardCode(curAct, customAI) {{ return {returned}; }}",
        "opponent": "Bold",
        "action": '{"id": 3, "origin": "OWN-HAND"}',
        "me": 1,
        "hands": [[None, None], [CARD, WILD]],
        "draws": [[None]],
        "discards": [[CARD]],
        "seed": "00000007",
        **parts,
    }
    return ScriptQuestion(**facts)  # type: ignore[arg-type]


def holds_in_script(scripts: Scripts, condition: str, **parts: object) -> bool:
    """Return whether a condition holds in a script."""
    answer = scripts.run(
        question(f"({condition}) ? hands[1].cards[1] : hands[1].cards[0]", **parts), "a game"
    )  # type: ignore[arg-type]
    assert answer.card is not None, condition
    return answer.card == 1


@pytest.mark.parametrize(
    "condition",
    [
        "curAct.id === 3 && curAct.origin === 'OWN-HAND'",
        "customAI === 'Bold'",
        "curPlayer === 1 && hands.length === 2",
        "hands[1].cards[0].suit === 'Oros' && hands[1].cards[0].value === '5'",
        "hands[1].cards[0].rank === 5 && hands[1].cards[0].points === 3",
        "hands[1].cards[1].isWildCard && hands[1].cards[1].isWildcard && !hands[1].cards[0].isWildcard",
        "hands[0].cards.length === 2 && Object.values(hands[0].cards[0]).every(one => one === null)",
        "drawPiles[0].cards.last().rank === null",
        "discardPiles[0].cards.last().rank === 5",
        "[].last() === undefined && [1, 2].last() === 2",
        "close === false",
        "console.log('nothing') === undefined",
        "typeof Date + typeof performance + typeof Promise + typeof eval === 'undefined'.repeat(4)",
        "['Atomics', 'SharedArrayBuffer', 'WeakRef', 'FinalizationRegistry', 'BigInt', 'queueMicrotask']"
        ".every(name => !(name in globalThis))",
        "typeof require + typeof process + typeof fetch + typeof std + typeof os === 'undefined'.repeat(5)",
    ],
)
def test_script_sees_the_table(scripts: Scripts, condition: str) -> None:
    assert holds_in_script(scripts, condition)


def test_without_names_an_opponent_has_none(scripts: Scripts) -> None:
    assert holds_in_script(scripts, "customAI === undefined", opponent="")


@pytest.mark.parametrize(
    ("returned", "before", "answer"),
    [
        ("hands[curPlayer].cards[1]", "", ScriptAnswer(card=1)),
        ("null", "", ScriptAnswer()),
        ("undefined", "", ScriptAnswer()),
        ("(close = true, hands[1].cards[0])", "", ScriptAnswer(card=0, close=True)),
        ("(close = true, null)", "", ScriptAnswer(close=True)),
        ("hands[0].cards[0]", "", ScriptAnswer(failed=True)),
        ("{suit: 'Oros', rank: 5}", "", ScriptAnswer(failed=True)),
        ("7", "", ScriptAnswer(failed=True)),
        ("nothing.there", "", ScriptAnswer(failed=True)),
        ("1", "syntax error(", ScriptAnswer(failed=True)),
        ("hands[1].cards[0]", "const hidden = 3; let close = 5; Array.prototype.indexOf = null;",
            ScriptAnswer(card=0)),
        ("hands[1].cards.sort((a, b) => b.rank - a.rank)[0]", "", ScriptAnswer(card=1)),
    ],
)  # fmt: skip
def test_answers_of_a_script(scripts: Scripts, returned: str, before: str, answer: ScriptAnswer) -> None:
    script_answer = scripts.run(question(returned, before), f"{returned}{before}")
    assert ScriptAnswer(script_answer.card, script_answer.close, script_answer.failed) == answer


@pytest.mark.parametrize(
    ("source", "reason", "error", "place"),
    [
        ("\nfunction AIChooseCardCode( { return null; }", "error", "SyntaxError: ", (2, 41)),
        ("function AIChooseCardCode() {\n  return best(hands);\n}", "error", "best is not defined", (2, 10)),
        ("const all = hands[7].cards;", "error", "cannot read property 'cards'", (1, 13)),
        ("function AIChooseCardCode() {\n return JSON.parse('x'); }", "error", "unexpected token", (2, 14)),
        ("const nothing = 1;", "error", "AIChooseCardCode is not defined", (0, 0)),
        ("function AIChooseCardCode() { throw 'x'.repeat(999); }", "error", "x" * 200, (0, 0)),
        ("function AIChooseCardCode() { return 7; }", "not_a_card", "", (0, 0)),
        ("while (true);", "limit", "", None),
    ],
)
def test_failure_says_why_and_where(
    scripts: Scripts, source: str, reason: str, error: str, place: tuple[int, int] | None
) -> None:
    asked = question("null")
    asked.source = source
    answer = scripts.ask(asked)
    assert (answer.failed, answer.reason, error in answer.error) == (True, reason, True), answer
    assert place in (None, (answer.line, answer.column)), answer


def test_calls_know_nothing_of_each_other_and_chance_is_that_of_the_seat(scripts: Scripts) -> None:
    count = "(globalThis.n = (globalThis.n || 0) + 1) === 1"
    assert holds_in_script(scripts, count)
    assert holds_in_script(scripts, count)
    numbers = {holds_in_script(scripts, "Math.random() < 0.5", seed=f"{seed:08x}") for seed in range(12)}
    assert numbers == {True, False}
    same = [holds_in_script(scripts, "Math.random() < 0.5", seed="0000002a") for _ in range(3)]
    assert len(set(same)) == 1


HOSTILE = {
    "loop": "while (true);",
    "native": "let a = []; a[4294967294] = 1; a.join();",
    "memory": "const all = []; while (true) all.push('x'.repeat(1e6) + all.length);",
    "recursion": "(function f() { f(); })();",
    "pattern": "/^(a+)+$/.test('a'.repeat(60) + 'b');",
    "sort": "new Array(1e7).fill(0).sort(() => 0);",
    "getter": "Object.defineProperty(globalThis, 'close', {get() { while (true); }});",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_script_ends_and_the_next_is_answered(hurried: Scripts, name: str) -> None:
    hostile = question("null", f"function run() {{ {HOSTILE[name]} }}")
    hostile.source = hostile.source.replace("return null", "run(); return null")
    began_at = time.monotonic()
    assert hurried.run(hostile, name).failed
    assert time.monotonic() - began_at < ANSWER_S + SLACK_S
    next_one = question("hands[1].cards[0]")
    tries = itertools.count()  # in one game, a script that is late three times is switched off
    wait_until(
        lambda: hurried.run(next_one, f"{name} {next(tries)}").card == 0, "the next answer", START_WITHIN_S
    )


def test_a_script_that_meets_its_limits_is_switched_off_in_its_game(
    scripts: Scripts, caplog: pytest.LogCaptureFixture
) -> None:
    loop = question("null", "while (true);")
    with caplog.at_level(logging.WARNING):
        while scripts.strikes["room 1"] < STRIKES:
            assert scripts.run(loop, "room 1").failed
    assert [record.getMessage() for record in caplog.records].count(
        "the script of a game exceeded its limits 3 times and is switched off"
    ) == 1
    assert scripts.run(question("hands[1].cards[0]"), "room 1").failed
    assert scripts.run(question("hands[1].cards[0]"), "room 2").card == 0, "another game's answer"


def test_time_of_an_answer_is_charged(scripts: Scripts) -> None:
    answer = scripts.ask(question("null", "while (true);"))
    assert answer.reason == "limit"
    assert CHARGED[-1] == answer.cpu_s >= 0.9 * sandbox.TIME_S


@pytest.mark.parametrize("then", ["raise SystemExit", "while True: pass"], ids=["ends", "hangs"])
def test_time_of_a_process_that_does_not_answer_is_charged(then: str) -> None:
    """The process cannot report it. Its start counts, too."""
    says = "import socket; end = socket.socket(fileno=0); end.send(b'{}\\n'); end.recv(9)"
    charged: list[float] = []
    command = (sys.executable, "-I", "-c", f"{says}\n{BURNS}\n{then}")
    sandboxes = Scripts(command, answer_s=0.1, start_s=START_WITHIN_S, charge=charged.append)
    before = children_time()
    assert sandboxes.ask(question("null")).reason == "limit"
    assert charged == [pytest.approx(children_time() - before)]
    assert charged[0] > (0.05 if "Exit" in then else 0)


def test_reported_time_is_no_longer_than_the_question(scripts: Scripts) -> None:
    """So a process that a script has taken over cannot use up the time of all other checks."""
    says = "import socket; end = socket.socket(fileno=0); end.send(b'{}\\n'); end.recv(9)"
    answer = r"""end.send(b'{"value": {"card": 0}, "cpu_s": 1e9}\n'); end.recv(9)"""
    charged: list[float] = []
    command = (sys.executable, "-I", "-c", f"{says}\n{answer}")
    sandboxes = Scripts(command, answer_s=SLACK_S, start_s=START_WITHIN_S, charge=charged.append)
    assert sandboxes.ask(question("null")).card == 0
    sandboxes.stop()
    assert 0 < charged[0] < SLACK_S


def test_answer_to_a_job_that_has_ended_is_not_given_to_the_next(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(child: ChildProcess, task: Task) -> Answer:
        child._channel.send(task, SLACK_S)
        raise BudgetSpent

    assert scripts.ask(question("null")).card is None
    with monkeypatch.context() as patch:
        patch.setattr(ChildProcess, "run", run)
        with pytest.raises(BudgetSpent):
            scripts.ask(question("hands[1].cards[0]"))
    wait_until(lambda: scripts.ask(question("hands[1].cards[1]")).card == 1, "the answer", START_WITHIN_S)


def test_games_that_failed_longest_ago_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failures in many rooms do not let a script run again that was just switched off."""
    monkeypatch.setattr("cheat.service.jobs.scripts.MOST_GAMES", 3)
    sandboxes = Scripts()
    monkeypatch.setattr(sandboxes, "ask", lambda asked: ScriptAnswer(failed=True, reason="limit"))
    for game in ("a", "b", "c", "b", "b", "d", "e"):
        sandboxes.run(question("null"), game)
    assert sandboxes.strikes == {"b": STRIKES, "d": 1, "e": 1}


def children_time() -> float:
    """Return the processor time of all ended processes that the tests have started."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def test_sandbox_limits_are_those_of_the_format() -> None:
    found = (
        sandbox.TIME_S,
        sandbox.MEMORY,
        sandbox.STACK,
        sandbox.ADDRESSES,
        sandbox.IDLE_S,
        ANSWER_S,
        STRIKES,
    )
    assert found == (0.05, 8 << 20, 128 << 10, 256 << 20, 60.0, 0.25, 3)


def test_idle_sandbox_ends() -> None:
    started = "from cheat.service.jobs import sandbox; sandbox.IDLE_S = 0.01; sandbox.main()"
    mine, its = socket.socketpair()
    with mine, its:
        process = subprocess.run(
            [sys.executable, "-c", started], stdin=its, timeout=START_WITHIN_S, check=True
        )
        assert (process.returncode, mine.recv(10)) == (0, b"{}\n")


def test_sandbox_has_no_environment_and_ends_with_its_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://secret")
    monkeypatch.setattr("cheat.service.jobs.scripts.ANSWER_S", SLACK_S)
    sandboxes = Scripts()
    wait_until(lambda: not sandboxes.run(question("null"), "a game").failed, "it is there", START_WITHIN_S)
    assert sandboxes.child is not None
    with open(f"/proc/{sandboxes.child.pid}/environ", "rb") as file:
        assert b"secret" not in file.read()
    limits = Path(f"/proc/{sandboxes.child.pid}/limits").read_text()
    assert re.search(r"Max address space +268435456 ", limits)
    assert re.search(r"Max cpu time +\d ", limits), "some seconds from each question on"
    sandboxes.stop()
    assert sandboxes.child is None


def test_without_a_sandbox_opponents_play_at_random(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = [0.0]
    sandboxes = Scripts(("/nothing/there",), lambda: now[0])
    for second in (0, 1, 59, 61):
        now[0] = second
        assert sandboxes.run(question("hands[1].cards[0]"), "a game").failed
    assert not sandboxes.strikes["a game"], "that is not the script's mistake"
    assert len(caplog.records) == 2
