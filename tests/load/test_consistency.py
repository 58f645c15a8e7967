"""The check finds all faults of a server, and reports nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.load.consistency import ConsistencyCheck
from cheat.load.deliveries import AcceptedAction, Deliveries, Delivery


def seen(version: int, cursor: str = "", **table: Any) -> Any:
    """Return a snapshot."""
    shown = {"version": version, "phase": "playing", "now": 0, **table}
    return {"version": version, "cursor": cursor or f"e.{version}", "table": shown}


def poll_answer(version: int, told: list[int], cursor: str = "", **table: Any) -> Any:
    """Return the answer to a poll, with events of these versions."""
    return {**seen(version, cursor, **table), "events": [{"v": v, "type": "x"} for v in told]}


def faults(*answers: Any) -> list[str]:
    """Return the faults in answers to polls from version 4 on, each with the cursor of the one before."""
    watch, found = ConsistencyCheck("p1", seen(4)), []
    for answer in answers:
        found += watch.check_poll(watch.cursor, answer)
    return found


NOTHING_NEW = {"version": 4, "cursor": "e.4", "events": []}
FINE = {
    "one after the other": [poll_answer(5, [5]), poll_answer(6, [6])],
    "several at once, with several events": [poll_answer(7, [5, 5, 6, 7, 7])],
    "nothing new": [NOTHING_NEW, poll_answer(5, [5])],
    "a private version: the same version, a new cursor": [poll_answer(4, [], "e.4.1"), poll_answer(5, [5])],
    "a reset, and on from there": [{**poll_answer(9, []), "reset": True}, poll_answer(10, [10])],
}
WRONG = {
    "a gap": ([poll_answer(7, [5, 7])], "not told: version 6"),
    "a gap between two answers": ([poll_answer(5, [5]), poll_answer(7, [7])], "not told: version 6"),
    "nothing told of a version": ([poll_answer(5, [])], "not told: version 5"),
    "a version within an answer twice": ([poll_answer(6, [5, 6, 5])], "told again: version 5"),
    "a version in two answers": ([poll_answer(5, [5]), poll_answer(6, [5, 6])], "told again: version 5"),
    "in another order": ([poll_answer(6, [6, 5])], "after 4"),
    "back to an older version": ([poll_answer(3, [])], "version 3 after 4"),
    "a table of another version": (
        [poll_answer(5, [5]) | {"table": seen(4)["table"]}],
        "the table of version 4",
    ),
    "a new cursor without a table": ([{"version": 4, "cursor": "e.4.1", "events": []}], "no table"),
}


@pytest.mark.parametrize("answers", FINE.values(), ids=FINE)
def test_what_fits_together_is_no_fault(answers: list[Any]) -> None:
    assert faults(*answers) == []


@pytest.mark.parametrize(("answers", "fault"), WRONG.values(), ids=WRONG)
def test_what_does_not_is_found_once(answers: list[Any], fault: str) -> None:
    found = faults(*answers)
    assert len(found) == 1, found
    assert found[0].startswith("p1: ")
    assert fault in found[0]


def test_answer_that_is_asked_for_again_is_looked_at_once() -> None:
    watch = ConsistencyCheck("p1", seen(4))
    assert watch.check_poll("e.4", poll_answer(5, [5])) == watch.check_poll("e.4", poll_answer(5, [5])) == []
    assert watch.version == 5


# Snapshots


def test_snapshot_equals_the_table_but_for_the_clock() -> None:
    watch = ConsistencyCheck("p1", seen(4, zones=["a"]))
    assert watch.check_snapshot(seen(4, zones=["a"], now=99)) == []
    assert watch.compared_count == 1


def test_wrong_snapshot_is_found_and_names_what_differs() -> None:
    watch = ConsistencyCheck("p1", seen(4, zones=["a"], facts=[]))
    [fault] = watch.check_snapshot(seen(4, zones=["b"], facts=[], prompt="Hm."))
    assert fault == "p1: at version 4 the snapshot is another table than the poll's: prompt, zones"
    assert watch.compared_count == 1


def test_newer_snapshot_waits_for_its_poll() -> None:
    watch = ConsistencyCheck("p1", seen(4))
    assert watch.check_snapshot(seen(6, zones=["b"])) == []
    assert watch.check_poll("e.4", poll_answer(5, [5])) == []
    assert watch.compared_count == 0
    [fault] = watch.check_poll("e.5", poll_answer(6, [6], zones=["a"]))
    assert fault.endswith("than the poll's: zones")


def test_snapshot_that_polls_pass_over_says_nothing() -> None:
    watch = ConsistencyCheck("p1", seen(4))
    assert watch.check_snapshot(seen(5, zones=["b"])) == []
    assert watch.check_poll("e.4", poll_answer(6, [5, 6])) == []
    assert watch.check_snapshot(seen(5, zones=["b"])) == [], "an old one"
    assert watch.compared_count == 0


def test_snapshot_of_a_private_act_waits_for_its_table() -> None:
    watch = ConsistencyCheck("p1", seen(4))
    assert watch.check_snapshot(seen(4, "e.4.1", zones=["b"])) == []
    assert watch.check_poll("e.4", poll_answer(4, [], "e.4.1", zones=["b"])) == []
    assert watch.compared_count == 1


# How long others wait

ACT = AcceptedAction("p1", planned_at=10.0, answered_at=11.0)


def test_others_see_an_action_and_its_own_player_does_not_count() -> None:
    deliveries = Deliveries()
    assert deliveries.add_action(5, ACT) == []
    assert deliveries.add_news("p1", range(5, 6), 11.5) == []
    assert deliveries.add_news("p2", range(4, 7), 12.0) == [Delivery(ACT, 12.0)]


def test_news_that_come_before_the_answer_count_when_it_is_there() -> None:
    deliveries = Deliveries()
    for seat, at in (("p2", 10.5), ("p1", 10.6)):
        assert deliveries.add_news(seat, range(5, 6), at) == []
    assert deliveries.add_action(5, ACT) == [Delivery(ACT, 10.5)]
    assert deliveries.add_news("p3", range(5, 6), 11.5) == [Delivery(ACT, 11.5)]


def test_private_act_takes_no_version_from_who_made_it() -> None:
    deliveries = Deliveries()
    deliveries.add_action(5, ACT)
    assert deliveries.add_action(5, AcceptedAction("p2", 10.0, 12.0)) == []
    assert deliveries.add_news("p2", range(5, 6), 12.0) == [Delivery(ACT, 12.0)]


def test_what_all_have_seen_is_forgotten() -> None:
    deliveries = Deliveries()
    deliveries.add_action(5, ACT)
    deliveries.add_news("p2", range(5, 7), 12.0)
    deliveries.forget(6)
    assert vars(deliveries) == vars(Deliveries())
